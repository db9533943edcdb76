"""An answer as one HTML file that needs nothing else: no network, no script but its own, nothing unescaped.

The policy in its head names the hashes of its style sheet and its script, so that a browser runs nothing
else even if repository text should ever get past the escaping.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rea.answer import Answer, FlowRow
from rea.render import parts
from rea.render.diagram import LANES, draw, layer_of
from rea.render.page_sources import Sources
from rea.render.page_view import make_view
from rea.render.safe import terminal_line
from rea.render.words import Words

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATES = Path(__file__).with_name("templates")


def render_page(answer: Answer, sources: Sources | None = None, home: str = "") -> str:
    """The whole page. Without `sources` it shows the lines the answer holds and names the others.

    `home` is the address of the server the page comes from, ending in a slash: then it leads back there, and
    from cited lines to their file.
    """
    known = sources or Sources()
    words = Words(answer.lang)
    style, script = _asset("page.css"), _asset("page.js")
    placed = [_lane(row, answer, known) for row in answer.flow]
    return _template().render(
        answer=answer,
        home=home,
        words=words,
        view=make_view(answer, known),
        diagram=draw(answer.flow, placed),
        narrow=draw(answer.flow, placed, stacked=True) if len(set(placed)) > 1 else None,
        verdict=parts.verdict_line(answer, words),
        reading=parts.reading_line(answer, words),
        lead=parts.lead_sentence(answer, words),
        others=parts.other_readings(answer),
        flag=parts.choosing_flag,
        searched=[parts.search_line(search, words) for search in answer.searched[: parts.SEARCHES_SHOWN]],
        stamp=parts.stamp_items(answer, words),
        commit=answer.stamp.commit[: parts.HASH_CHARACTERS],
        language={"en": "en", "zh": "zh-Hans"}[answer.lang],
        style=style,
        script=script,
        policy=_policy(style, script),
    )


def _lane(row: FlowRow, answer: Answer, sources: Sources) -> str:
    """The layer of a stage: of its evidence where the files are known, else what its playbook says."""
    if sources.layers:
        return layer_of(row, sources.layers)
    from rea.playbooks.loading import load_playbooks

    book = load_playbooks().get(answer.interpretation.flow)
    nodes = {node.id: node.layer for node in book.nodes} if book else {}
    layer = nodes.get(row.node_id, "")
    return layer if layer in LANES else ""


@lru_cache(maxsize=4)
def _asset(name: str) -> str:
    """A file of the page. Line ends are made one kind: the hash is over what the browser reads."""
    return (TEMPLATES / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _policy(style: str, script: str) -> str:
    """Everything is forbidden but this very style sheet, this very script and the empty icon."""
    allowed = {"style-src": _digest(style), "script-src": _digest(script), "img-src": "data:"}
    rules = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]
    return "; ".join([*rules, *(f"{name} {value}" for name, value in allowed.items())])


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@lru_cache(maxsize=1)
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )

    environment.filters.update(page_filters())
    return environment.get_template("page.html.j2")


def page_filters() -> dict[str, Callable[[str], str]]:
    """What templates do to text of the repository before it is escaped."""
    from markupsafe import Markup, escape

    def foreign(text: str) -> str:
        """Repository text on one line, hidden and directional characters made visible."""
        return terminal_line(" ".join(text.split()))

    def breakable(text: str) -> Markup:
        """A path that may be broken after each slash."""
        return Markup("<wbr>").join(escape(part) for part in text.replace("/", "/\0").split("\0"))

    return {"foreign": foreign, "breakable": breakable}
