"""What the user has set: the configuration folder, the variables, the model. Nothing is sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rea.errors import ReaError
from rea.health.checks import Check, Finding, carried_out, note, ok, warn
from rea.settings import ENDPOINT, FILE, OFFLINE, OPENAI, REPLAY, load_settings

if TYPE_CHECKING:
    from rea.settings import Settings

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
PLAYBOOKS = "playbooks"


def configuration(environ: Mapping[str, str], folder: Path) -> Iterator[Check]:
    """The checks of the settings in force; `folder` is the user's configuration folder."""
    yield from carried_out(
        "Settings",
        (
            ("config", "settings", lambda: _settings(environ, folder)),
            ("variables", "variables", lambda: _variables(environ)),
            ("own-playbooks", "playbooks", lambda: playbooks_in(folder / PLAYBOOKS, "your own")),
            ("models-table", "model prices", lambda: _prices(folder)),
            ("model", "model", lambda: _model(environ, folder)),
        ),
    )


def _settings(environ: Mapping[str, str], folder: Path) -> Finding:
    load_settings({}, environ, folder)
    if not folder.is_dir():
        return ok(f"the defaults; {folder} is not there and need not be")
    from rea.chat.pricing import FILE as PRICES

    known = {FILE, PRICES, PLAYBOOKS}
    strange = sorted(path.name for path in folder.iterdir() if path.name not in known)
    if similar := [name for name in strange if name.endswith((".yml", ".yaml"))]:
        text = f"{folder} holds {', '.join(similar[:3])}, which nobody reads"
        return warn(text, f"The settings are read from {FILE}, playbooks from {PLAYBOOKS}/*.yaml.")
    return ok(
        f"{folder / FILE}" if (folder / FILE).exists() else f"the defaults; there is no {folder / FILE}"
    )


def _variables(environ: Mapping[str, str]) -> Finding:
    from rea.variables import known, unknown

    if strange := unknown(environ):
        said = [f"{name}{f' (did you mean {near}?)' if near else ''}" for name, near in strange.items()]
        return warn(f"nobody reads {', '.join(said[:5])}", "Correct the name, or unset it.")
    given = sorted(name for name in environ if name in known())
    return ok(f"set: {', '.join(given)}" if given else "none of REA's is set")


def playbooks_in(folder: Path, whose: str) -> Finding:
    """Whether the playbooks of a folder can be used; the package's own are always there."""
    from rea.playbooks.loading import load_playbooks

    books = load_playbooks((folder,))
    if not folder.is_dir():
        return ok(f"{', '.join(sorted(books))} (none of {whose})")
    own = sorted(path.name for path in folder.glob("*.yaml"))
    if unread := sorted(path.name for path in folder.iterdir() if path.suffix != ".yaml"):
        text = f"{folder} holds {', '.join(unread[:3])}, which is not read"
        return warn(text, "Playbooks are files that end in .yaml.")
    return ok(f"{', '.join(sorted(books))} ({whose}: {', '.join(own) or 'none'})")


def _prices(folder: Path) -> Finding:
    from rea.chat.pricing import FILE as PRICES
    from rea.chat.pricing import facts_of

    facts_of("any", folder)
    return ok(f"{folder / PRICES}" if (folder / PRICES).exists() else "those that come with REA")


def _model(environ: Mapping[str, str], folder: Path) -> Finding:
    try:
        settings = load_settings({}, environ, folder)
    except ReaError:
        return note("not known, because the settings cannot be read")
    key = bool(settings.api_key.value)
    if settings.model == OFFLINE and not settings.sends:
        idle = "; the key in the environment is not used" if key else ""
        return ok(f"offline, so nothing leaves this machine{idle}")
    if settings.model.startswith(REPLAY):
        return ok(f"a recording ({settings.model.removeprefix(REPLAY)}), so nothing leaves this machine")
    return _endpoint(settings, key)


def _endpoint(settings: Settings, key: bool) -> Finding:
    host = urlsplit(settings.base_url).hostname or ""
    said = "a key is set" if key else "no key is set"
    vectors = f"offline, with vectors of {settings.semantic.removeprefix(ENDPOINT)}"
    who = vectors if settings.model == OFFLINE else settings.model
    text = f"{who} at {host}, {said} (not tried: nothing is sent)"
    if settings.base_url == OPENAI and not key:
        return warn(text, "Set OPENAI_API_KEY, or --base-url to a server that needs no key.")
    if settings.base_url.startswith("http://") and key and host not in LOCAL:
        return warn(f"{text}; text and key travel unencrypted", "Use the address that begins with https://.")
    return note(text)
