"""Routes of Python and script frameworks, one small real-looking file each."""

from __future__ import annotations

import pytest

from tests.indexer.routerows import routes, rows

PYTHON = {
    "django": (
        """
from django.urls import include, path, re_path
from . import views

check_urls = [
    path("name/", views.update_name, name="hc-update-name"),
]
router = DefaultRouter()
router.register(r"recipes", RecipeViewSet, basename="recipe")

urlpatterns = [
    path("", views.index),
    # path("old/", views.old),
    path("checks/<uuid:code>/", include(check_urls)),
    path("copies/<uuid:code>/", include(check_urls)),
    path("signup/", views.SignupView.as_view(), name="signup"),
    re_path(r"^ping/(?P<code>[\\w-]+)$", csrf_exempt(views.ping)),
    path("api/", include((router.urls, "api"))),
    path("admin/", include("hc.admin.urls")),
]
""",
        [
            "ANY /checks/<uuid:code>/name/ update_name",
            "ANY /copies/<uuid:code>/name/ update_name",
            "ANY /api/recipes RecipeViewSet",
            "ANY / index",
            "ANY /checks/<uuid:code>/* check_urls",
            "ANY /copies/<uuid:code>/* check_urls",
            "ANY /signup/ SignupView",
            "ANY /ping/(?P<code>[\\w-]+) ping",
            "ANY /api/* router.urls",
            "ANY /admin/* hc.admin.urls",
        ],
    ),
    "fastapi": (
        """
from fastapi import APIRouter, FastAPI
app = FastAPI()
router = APIRouter(prefix="/users", tags=["users"])
app.include_router(router, prefix="/api")
app.include_router(items.router, prefix="/items")

@app.get("/health")
async def health(): ...

@router.post("/{user_id}/login", response_model=Token)
@limiter.limit("5/minute")
async def login(user_id: int): ...

@router.api_route("/both", methods=["GET", "POST"])
def both(): ...

@router.websocket("/ws")
async def live(socket): ...
""",
        [
            "ANY /api/* router",
            "ANY /items/* items.router",
            "GET /health health",
            "POST /api/users/{user_id}/login login",
            "GET /api/users/both both",
            "POST /api/users/both both",
            "ANY /api/users/ws live",
        ],
    ),
    "flask": (
        """
from flask import Blueprint, Flask
bp = Blueprint("auth", __name__, url_prefix="/auth")

@bp.route("/login", methods=("GET", "POST"))
def login(): ...

@bp.get("/me")
def me(): ...

@bp.route(scoped("/reset/<token>"))
def reset(token): ...

app.register_blueprint(admin_bp, url_prefix="/admin")
app.add_url_rule("/metrics", view_func=metrics)
api.add_resource(UserResource, "/users/<id>")
""",
        [
            "GET /auth/login login",
            "POST /auth/login login",
            "GET /auth/me me",
            "GET /auth/reset/<token> reset",
            "ANY /admin/* admin_bp",
            "GET /metrics metrics",
            "ANY /users/<id> UserResource",
        ],
    ),
    "socketio": (
        """
from flask_socketio import SocketIO
@socketio.on("join")
def on_join(data): ...
""",
        ["EVENT join on_join"],
    ),
}


@pytest.mark.parametrize("name", PYTHON)
def test_python_frameworks(name: str) -> None:
    """Django, FastAPI, Flask and socket handlers: prefixes joined, decorated functions named."""
    text, expected = PYTHON[name]
    assert rows("app/urls.py", text) == expected


SCRIPT = {
    "express": (
        """
const express = require("express");
const router = express.Router();
app.get("/", (req, res) => res.send("ok"));
app.get("trust proxy");
router.get("/users/:id", requireAuth, users.show);
router.post("/login", asyncHandler(auth.login));
router.route("/books").get(list).post(validate(schema), create);
app.use("/api", router);
app.use(express.json());
// app.get("/old", old);
const me = await api.get("/me", config);
axios.post("/login", { name });
""",
        [
            "GET /",
            "GET /api/users/:id show",
            "POST /api/login login",
            "GET /api/books list",
            "POST /api/books create",
            "ANY /api/* router",
        ],
    ),
    "fastify": (
        """
import Fastify from 'fastify'
fastify.get('/health', { schema }, async (request, reply) => ({ ok: true }))
fastify.route({ method: 'PUT', url: '/users/:id', handler: updateUser })
fastify.register(userRoutes, { prefix: '/users' })
""",
        ["GET /health", "PUT /users/:id updateUser", "ANY /users/* userRoutes"],
    ),
    "koa": (
        """
import Router from "koa-router";
const router = new Router({ prefix: "/v1" });
router.post("documents.list", auth(), pagination(), documentsList);
""",
        ["POST /v1/documents.list documentsList"],
    ),
    "hono": (
        """
import { Hono } from 'hono';
export const route = new Hono()
  .get('/session', async (c) => c.json({}))
  .route('/oauth', oauthRoute);
""",
        ["GET /session", "ANY /oauth/* oauthRoute"],
    ),
    "socket.io": (
        """
io.on("connection", (socket) => {
  socket.on("login", async (data, callback) => {});
  socket.on("logout", handleLogout);
  socket.on("data", (chunk) => {});
});
ipcMain.handle("open-file", openFile);
""",
        ["EVENT connection", "EVENT login", "EVENT logout handleLogout", "EVENT open-file openFile"],
    ),
}


@pytest.mark.parametrize("name", SCRIPT)
def test_script_frameworks(name: str) -> None:
    """Express and its kin and socket handlers; requests sent by a client are no routes."""
    text, expected = SCRIPT[name]
    assert rows("server/app.js", text) == expected


def test_framework_is_named_by_what_the_file_imports() -> None:
    """Frameworks with the same calls are told apart."""
    assert {route.framework for route in routes("a.js", SCRIPT["hono"][0])} == {"hono"}
    assert {route.framework for route in routes("a.js", SCRIPT["express"][0])} == {"express"}
