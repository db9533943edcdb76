"""Prefixes and how they join."""

from __future__ import annotations

from indexer.routing.prefixes import Prefixes, Scope, join


def test_join_keeps_the_last_end() -> None:
    """Single slashes between, one in front, the end as the last piece has it."""
    assert join("api/", "/users", "") == "/api/users"
    assert join("api", "users/") == "/api/users/"
    assert join("", "/") == "/"
    assert join() == "/"


def test_place_and_receiver_add_up() -> None:
    """Scopes around a route and the variable it hangs on both prefix it, but not the same scope twice."""
    prefixes = Prefixes()
    prefixes.add_scope(Scope(0, 100, ("/outer",)))
    prefixes.add_carrier("group", 50, "/outer/group")
    prefixes.add_scope(Scope(60, 90, ("/inner",)))
    assert prefixes.full(70, "group", "x") == ("/outer/group/inner/x",)
    assert prefixes.full(10, "", "x") == ("/outer/x",)
    assert prefixes.full(200, "other", "x") == ("/x",)


def test_a_stretch_included_twice_has_two_prefixes() -> None:
    """Each way to the same routes gives a pattern of its own."""
    prefixes = Prefixes()
    prefixes.add_scope(Scope(0, 9, ("v1",)))
    prefixes.add_scope(Scope(0, 9, ("v2",)))
    assert prefixes.full(5, "", "checks") == ("/v1/checks", "/v2/checks")


def test_a_mounted_router_moves() -> None:
    """What hangs on a router moves with it when it is mounted."""
    prefixes = Prefixes()
    prefixes.add_carrier("router", 0, "/users")
    prefixes.put_in_front("router", "/api")
    prefixes.put_in_front("unknown", "/api")
    assert prefixes.full(5, "router", "x") == ("/api/users/x",)
