"""Prefixes that routes inherit: from the group or block around them, or from the variable they hang on."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

MAX_SCOPES = 1000
MAX_VARIANTS = 8
_ABSOLUTE = ("/", "~/", "http://", "https://")


def join(*parts: str) -> str:
    """Join path pieces with single slashes and one in front; the end of the last piece is kept.

    >>> join("api/", "/users", "")
    '/api/users'
    """
    pieces = [part for part in parts if part and part != "/"]
    if not pieces:
        return "/"
    ending = "/" if pieces[-1].endswith("/") or (parts[-1] == "/" and len(parts) == 1) else ""
    body = "/".join(piece.strip("/") for piece in pieces)
    return f"/{body}{ending}" if body.strip("/") else "/"


@dataclass(frozen=True, slots=True)
class Scope:
    """A stretch of text whose routes carry a prefix (several: they exist once under each)."""

    start: int
    end: int
    prefixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Carrier:
    """A variable that carries a prefix from `start` on: `api = APIRouter(prefix="/api")`."""

    name: str
    start: int
    prefix: str


@dataclass(slots=True)
class Prefixes:
    """The scopes and carriers found in one file."""

    scopes: list[Scope] = field(default_factory=list)
    carriers: dict[str, list[Carrier]] = field(default_factory=dict)

    def add_scope(self, scope: Scope) -> None:
        """Add a scope; beyond MAX_SCOPES further ones are ignored, no route table has so many."""
        for index, known in enumerate(self.scopes):
            if (known.start, known.end) == (scope.start, scope.end):
                self.scopes[index] = Scope(
                    known.start, known.end, (known.prefixes + scope.prefixes)[:MAX_VARIANTS]
                )
                return
        if len(self.scopes) < MAX_SCOPES:
            self.scopes.append(scope)

    def add_carrier(self, name: str, start: int, prefix: str) -> None:
        """Add a carrier; later ones of the same name count from their own place on."""
        found = self.carriers.setdefault(name, [])
        if len(found) < MAX_SCOPES:
            found.append(Carrier(name, start, prefix))
            found.sort(key=lambda carrier: carrier.start)

    def put_in_front(self, name: str, prefix: str) -> None:
        """A router of this file is mounted under a prefix: all it carries hangs there."""
        if found := self.carriers.get(name):
            latest = found[-1]
            found[-1] = Carrier(name, latest.start, join(prefix, latest.prefix))

    def around(self, offset: int, after: int = -1) -> list[Scope]:
        """The scopes that hold `offset` and do not hold `after`, outermost first."""
        found = [
            scope
            for scope in self.scopes
            if scope.start <= offset < scope.end and not (after >= 0 and scope.start <= after < scope.end)
        ]
        return sorted(found, key=lambda scope: scope.start)

    def carrier(self, name: str, offset: int) -> Carrier | None:
        """The latest carrier of a name above `offset`; the first below it where there is none above."""
        found = self.carriers.get(name)
        if not found:
            return None
        index = bisect_right([carrier.start for carrier in found], offset)
        return found[max(0, index - 1)]

    def full(self, offset: int, receiver: str, pattern: str) -> tuple[str, ...]:
        """A pattern with all that its place and its receiver put in front; one for each variant."""
        carrier = self.carrier(receiver, offset) if receiver else None
        fronts = [carrier.prefix if carrier else ""]
        for scope in self.around(offset, carrier.start if carrier else -1):
            fronts = [join(front, prefix) for front in fronts for prefix in scope.prefixes][:MAX_VARIANTS]
        return tuple(dict.fromkeys(join(front, pattern) for front in fronts))
