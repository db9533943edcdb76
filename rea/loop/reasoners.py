"""Which reasoner answers, and whether the reading the user fixed exists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rea.errors import UsageError
from rea.loop.reasoner import PlanRequest, Reasoner

if TYPE_CHECKING:
    from rea.chat.connect import Models
    from rea.loop.events import Observer
    from rea.semantic.embedder import Server


def make_reasoner(
    models: Models | None,
    playbook_folders: Sequence[Path],
    most_files: int,
    observer: Observer | None = None,
    semantic: str = "off",
    server: Server | None = None,
) -> Reasoner:
    """The reasoner over these models; offline, which needs none, when there are none.

    `semantic` says which vectors help the offline one to rank, `server` who makes them if not this machine
    (see `rea.semantic.embedder`).
    """
    if models is None:
        from rea.offline.reasoner import OfflineReasoner

        return OfflineReasoner(playbook_folders, most_files, semantic, server)
    from rea.chat.reasoner import ChatReasoner

    return ChatReasoner(models.main, models.explore, playbook_folders, most_files, models.window, observer)


def check_reading(request: PlanRequest, playbook_folders: Sequence[Path]) -> None:
    """UsageError naming the real ones when --flow or --kind names none."""
    if not request.flow and not request.kind:
        return
    from rea.playbooks.loading import load_playbooks

    books = load_playbooks(playbook_folders)
    _known("--flow", request.flow, books)
    chosen = [books[request.flow]] if request.flow else books.values()
    _known("--kind", request.kind, (kind.id for book in chosen for kind in book.kinds))


def _known(flag: str, value: str, names: Iterable[str]) -> None:
    known = sorted(names)
    if value and value not in known:
        raise UsageError(
            f"{flag} {value!r} does not exist.", next_step=f"Known: {', '.join(known) or 'none'}."
        )
