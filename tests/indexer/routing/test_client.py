"""Page routers of web clients."""

from __future__ import annotations

from tests.indexer.routerows import routes, rows


def test_vue_routes_nest() -> None:
    """Children hang under their parent, absolute ones under the root; lazy views are named by their file."""
    text = """
import { createRouter, createWebHistory } from "vue-router";
const routes = [
    {
        // the frame
        path: "/",
        component: Layout,
        children: [
            { path: "settings", component: Settings, children: [
                { path: "general", component: () => import("../pages/General.vue") },
                { path: "/add/:id", component: EditMonitor },
            ] },
            { path: "", redirect: "/dashboard" },
        ],
    },
    { path: "/:pathMatch(.*)*", component: NotFound },
];
const options = { path: "/tmp/x", recursive: true };
"""
    assert rows("src/router.js", text) == [
        "PAGE / Layout",
        "PAGE /settings Settings",
        "PAGE /settings/general General",
        "PAGE /add/:id EditMonitor",
        "PAGE / /dashboard",
        "PAGE /:pathMatch(.*)* NotFound",
    ]
    assert routes("src/router.js", text)[0].line == 6


def test_react_objects_and_constants() -> None:
    """Elements name the page; a constant of another file stays readable in braces."""
    text = """
import { createBrowserRouter, RouteObject } from "react-router-dom";
const HOME = "/home";
export const routes: RouteObject[] = [
  { path: HOME, element: <RequireAuth><Home /></RequireAuth> },
  { path: Routes.AUTH, children: [
    { path: "callback", element: <AuthCallback /> },
    { index: true, element: <SignIn /> },
  ] },
];
"""
    assert rows("web/router.tsx", text) == [
        "PAGE /home Home",
        "PAGE /{Routes.AUTH}/callback AuthCallback",
        "PAGE /{Routes.AUTH} SignIn",
    ]


def test_react_elements_nest() -> None:
    """`<Route>` elements join their paths, closed or not; comments count for nothing."""
    text = """
export const App = () => (
  <Routes>
    <Route path="/" element={<Layout title={"a > b"} />}>
      <Route index element={<Home />} />
      <Route path="users">
        <Route path=":id" element={<User />} />
      </Route>
    </Route>
    {/* <Route path="/old" element={<Old />} /> */}
    <PrivateRoute exact path={`/admin`} component={Admin} />
  </Routes>
);
"""
    assert rows("src/App.tsx", text) == [
        "PAGE / Layout",
        "PAGE / Home",
        "PAGE /users/:id User",
        "PAGE /admin Admin",
    ]


def test_angular_routes() -> None:
    """Lazy components and children of Angular routes are named."""
    text = """
import { Routes } from '@angular/router';
export const routes: Routes = [
  { path: 'login', loadComponent: () => import('./auth/auth.component').then((m) => m.AuthComponent) },
  { path: 'admin', canActivate: [guard], loadChildren: () => import('./admin/admin.module') },
];
"""
    assert rows("src/app.routes.ts", text) == ["PAGE /login AuthComponent", "PAGE /admin admin"]


def test_paths_without_a_router_are_none() -> None:
    """An object with a `path` is no page where no router is in sight."""
    assert rows("src/copy.js", 'copy({ path: "/a", component: B, name: "x" });\n') == []
