"""The playbooks as prompts: what to prove for a login, storage, update or any other question, and how.

Only the package's playbooks and the user's own: a prompt never comes from a studied repository.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rea.errors import UsageError
from rea.hosting.repositories import Repositories

if TYPE_CHECKING:
    from rea.playbooks.loading import Playbook

MOST_QUESTION = 4_000


def books(folder: Path) -> Mapping[str, Playbook]:
    """The playbooks by flow. `folder` is the user's configuration folder."""
    from rea.playbooks.loading import load_playbooks

    return load_playbooks((folder / "playbooks",))


def described(book: Playbook) -> str:
    """One line for a list."""
    stages = ", ".join(dict.fromkeys(node.titles["en"] for node in book.nodes))
    return f"Investigate {book.titles['en'].lower()}, stage by stage: {stages}."


def rendered(folder: Path, repositories: Repositories, name: str, given: Mapping[str, str]) -> str:
    """The prompt of a flow for a question. UsageError when the flow or the repository is not there."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from rea.offline.reading import language_of

    known = books(folder)
    if name not in known:
        raise UsageError(f"There is no prompt {name[:60]!r}.", next_step=f"It is one of: {', '.join(known)}.")
    book = known[name]
    repository = repositories.get(given.get("repo") or repositories.names[0])
    asked = " ".join(given.get("question", "").split())[:MOST_QUESTION]
    lang = language_of(asked)
    question = asked or book.titles[lang]
    kinds = [{"id": kind.id, "title": kind.titles[lang]} for kind in book.kinds]
    names = {kind["id"]: kind["title"] for kind in kinds}
    nodes = [
        {
            "title": node.titles[lang],
            "prove": node.prove[lang],
            "kind": names.get(node.kind, ""),
            "optional": node.optional,
        }
        for node in book.nodes
    ]
    environment = Environment(  # noqa: S701 - Markdown, not HTML
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("playbook.md.j2").render(
        lang=lang, repo=repository.name, question=question, title=book.titles[lang], kinds=kinds, nodes=nodes
    )
