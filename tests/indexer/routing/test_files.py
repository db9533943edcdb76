"""Routes that follow from a file's place."""

from __future__ import annotations

import pytest

from tests.indexer.routerows import rows

PAGE = "export default function Page() { return null }\n"

CASES = {
    "app/(main)/[org]/settings/page.tsx": (PAGE, ["PAGE /[org]/settings Page"]),
    "src/app/page.tsx": (PAGE, ["PAGE / Page"]),
    "app/api/items/[id]/route.ts": (
        "export async function GET(req) {}\nexport const DELETE = handler;\nconst POST = 1;\n",
        ["GET /api/items/[id] GET", "DELETE /api/items/[id] DELETE"],
    ),
    "pages/api/users/[id].ts": (
        'export default async function handler(req, res) { if (req.method === "PUT") {} }\n',
        ["PUT /api/users/[id] handler"],
    ),
    "pages/api/ping.ts": ("const ping = 1;\nexport default ping;\n", ["ANY /api/ping ping"]),
    "apps/web/pages/dashboard.tsx": (PAGE, ["PAGE /dashboard Page"]),
    "pages/_app.tsx": (PAGE, []),
    "src/pages/Login.tsx": (PAGE, []),
    "src/pages/login.test.tsx": (PAGE, []),
    "src/app/components/page.tsx": (PAGE, []),
    "frontend/pages/recipes/[slug]/index.vue": ("<template></template>\n", ["PAGE /recipes/[slug]"]),
    "src/pages/DashboardHome.vue": ("<template></template>\n", []),
    "server/api/users/[id].put.ts": (
        "export default defineEventHandler(async (event) => {})\n",
        ["PUT /api/users/[id]"],
    ),
    "src/routes/(app)/login/+page.svelte": ("<h1>Login</h1>\n", ["PAGE /login"]),
    "src/routes/api/time/+server.ts": ("export const GET = () => json({});\n", ["GET /api/time GET"]),
    "src/routes/login/+page.server.ts": ("export const actions = {};\n", ["POST /login actions"]),
    "app/routes/_auth+/t.$team/settings_.billing.tsx": (
        "export async function loader() {}\nexport const action = f;\n" + PAGE,
        ["POST /t/:team/settings/billing action", "PAGE /t/:team/settings/billing Page"],
    ),
    "app/routes/files.$.tsx": ("export function loader() {}\n", ["GET /files/* loader"]),
    "app/routes/_layout.tsx": ("export function loader() {}\n" + PAGE, []),
    "app/routes/sidebar.tsx": (PAGE, []),
    "src/pages/blog/[slug].astro": ("---\n---\n", ["PAGE /blog/[slug]"]),
    "src/pages/feed.xml.ts": (
        "import type { APIRoute } from 'astro';\nexport const GET = 1;\n",
        ["GET /feed.xml GET"],
    ),
}


@pytest.mark.parametrize("path", CASES)
def test_place_and_exports_make_the_route(path: str) -> None:
    """A place counts together with what the file exports or how its name is written."""
    text, expected = CASES[path]
    assert rows(path, text) == expected
