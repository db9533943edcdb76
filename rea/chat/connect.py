"""From the settings to the models of a run: endpoints, recorder or replay, and the window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rea.errors import UsageError, WrongKey
from rea.settings import OFFLINE, OPENAI, REPLAY

if TYPE_CHECKING:
    from rea.chat.messages import Endpoint
    from rea.settings import Settings


class _Closable(Protocol):
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a run. `explore` is None when one does everything; `window` is in tokens.

    `priced`: what they cost is known.
    """

    main: Endpoint
    explore: Endpoint | None
    window: int
    priced: bool = True
    open: tuple[_Closable, ...] = ()

    @property
    def hosts(self) -> tuple[str, ...]:
        """Who receives text, each once."""
        found = [end.host for end in (self.main, self.explore) if end is not None and end.host]
        return tuple(dict.fromkeys(found))

    def close(self) -> None:
        """Finish a recording, let go of connections."""
        for thing in self.open:
            thing.close()


def connect(settings: Settings, folder: Path | None = None) -> Models:
    """The models the settings name; nothing is sent yet. `folder` is the user's configuration folder.

    UsageError when none is named, WrongKey when OpenAI is meant and there is no key, ReplayDiverged when a
    recording cannot be read, OutputError when one cannot be written.
    """
    if settings.model == OFFLINE:
        raise UsageError("No model is named.", next_step="Name one with --model.")
    if settings.model.startswith(REPLAY):
        return _played(settings, folder)
    from rea.chat.endpoint import ModelChoice, OpenAIEndpoint
    from rea.chat.line import Line, Patience
    from rea.chat.pricing import UNKNOWN_WINDOW, facts_of

    key = settings.api_key.value
    if not key and settings.base_url == OPENAI:
        raise WrongKey("There is no key for api.openai.com.")
    patience = Patience(silence=settings.silence)
    if settings.max_seconds:
        silence = min(settings.silence, settings.max_seconds)
        patience = replace(patience, silence=silence, total=settings.max_seconds)
    ends: list[OpenAIEndpoint] = []
    for name in filter(None, (settings.model, settings.explore_model)):
        choice = ModelChoice(name, facts_of(name, folder), settings.tool_protocol)
        ends.append(OpenAIEndpoint(choice, Line(settings.base_url, settings.api_key, patience)))
    windows = [facts_of(end.name, folder).window or UNKNOWN_WINDOW for end in ends]
    priced = all(facts_of(end.name, folder).prompt is not None for end in ends)
    models = Models(
        ends[0], ends[1] if len(ends) > 1 else None, settings.window or min(windows), priced, tuple(ends)
    )
    return _recorded(models, settings, key) if settings.record else models


def _recorded(models: Models, settings: Settings, key: str) -> Models:
    from rea.chat.faults import without
    from rea.chat.record import Recording, Tape

    names = tuple(end.name for end in (models.main, models.explore) if end is not None)
    tape = Tape(Path(settings.record), lambda text: without(text, key), names)
    explore = Recording(models.explore, tape) if models.explore is not None else None
    return Models(Recording(models.main, tape), explore, models.window, models.priced, (*models.open, tape))


def _played(settings: Settings, folder: Path | None) -> Models:
    from rea.chat.pricing import UNKNOWN_WINDOW, facts_of
    from rea.chat.record import Reel, Replay

    reel = Reel(Path(settings.model.removeprefix(REPLAY)))
    ends = [Replay(reel, name) for name in reel.models]
    windows = [facts_of(end.name, folder).window or UNKNOWN_WINDOW for end in ends]
    return Models(ends[0], ends[1] if len(ends) > 1 else None, settings.window or min(windows))
