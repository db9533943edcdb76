from __future__ import annotations

import json, os.path
from django.db import models as m
from .signing import sign_token

MAX_ATTEMPTS: int = 5
first, second = 1, 2
local = type("X", (), {})


def login_required(view):
    @wraps(view)
    def inner(request, *args):
        attempts = 0  # a local value is no symbol
        return view(request, *args)

    return inner


class Profile(m.Model, Generic[T]):
    """A profile."""

    user = m.OneToOneField("auth.User", on_delete=m.CASCADE)
    token: str

    class Meta:
        db_table = "profiles"

    @property
    def expired(self) -> bool:
        return json.loads(self.token)["exp"] < now()

    @staticmethod
    @app.task(name="accounts.purge")
    async def purge() -> None: ...


@app.route("/login", methods=["POST"])
def login(
    request,
):
    handler = getattr(views, "handle_login")
    return handler(lambda x: x)


if True:
    def conditional():
        pass
