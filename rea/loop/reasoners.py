"""Which reasoner answers, and whether the reading the user fixed exists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rea.errors import UsageError
from rea.loop.reasoner import PlanRequest, Reasoner


def make_reasoner(model: str, playbook_folders: Sequence[Path], most_files: int) -> Reasoner:
    """The reasoner of that name."""
    if model != "offline":
        raise UsageError(
            f"The model {model!r} is not known.", next_step="Leave --model out to answer offline."
        )
    from rea.offline.reasoner import OfflineReasoner

    return OfflineReasoner(playbook_folders, most_files)


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
