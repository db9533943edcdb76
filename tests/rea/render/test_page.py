"""Tests of the page as text: its structure, its policy, its escaping. The browser's tests are beside."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from rea.answer import Answer
from rea.loop.recorder import citations_of
from rea.render import render
from rea.render.parts import place
from rea.render.safe import terminal_line
from tests.rea.samples import HOSTILE, absent, chinese, hostile, sample

ANSWERS = {"sample": sample(), "chinese": chinese(), "absent": absent(), "hostile": hostile()}
every_answer = pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
VOID = {"meta", "link", "wbr", "rect", "circle", "path"}


class Page(HTMLParser):
    """A page taken apart: tags with attributes, the text in each, what is open."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.raw: dict[str, str] = {}
        self.feed(render(answer, "html"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes the tag; one that holds something stays open."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Closes what was opened last."""
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text between tags; style and script apart."""
        if self.open and self.open[-1] in ("style", "script"):
            self.raw[self.open[-1]] = data
        else:
            self.text.append(data)

    def all(self, attribute: str) -> list[str]:
        """The values of an attribute, wherever it stands."""
        return [attrs[attribute] or "" for _, attrs in self.tags if attribute in attrs]


@every_answer
def test_the_page_is_well_formed(answer: Answer) -> None:
    """Every tag is closed in order and every id is there once."""
    page = Page(answer)
    assert page.open == []
    assert [name for name, count in Counter(page.all("id")).items() if count > 1] == []


@every_answer
def test_references_lead_somewhere(answer: Answer) -> None:
    """Each link and each label names an element of this page; nothing leads out of it."""
    page = Page(answer)
    ids = set(page.all("id"))
    links = [link for link in page.all("href") if link != "data:,"]
    assert {link[1:] for link in links} <= ids
    assert all(link.startswith("#") for link in links)
    assert {name for names in page.all("aria-labelledby") for name in names.split()} <= ids
    assert page.all("src") == []


@every_answer
def test_the_policy_allows_this_style_and_this_script_only(answer: Answer) -> None:
    """The hashes are those of what stands in the page; nothing inline is needed beside."""
    page = Page(answer)
    (policy,) = [a["content"] for t, a in page.tags if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; base-uri 'none'; form-action 'none'; ")
    assert "unsafe" not in policy
    for kind in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(page.raw[kind].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    names = {name for _, attrs in page.tags for name in attrs}
    assert [name for name in names if name == "style" or name.startswith("on")] == []


def test_hostile_text_adds_no_element() -> None:
    """The page of a hostile repository has the elements of the page of a harmless one, no others."""
    page = Page(hostile())
    count = Counter(tag for tag, _ in page.tags)
    assert count["script"] == count["style"] == 1
    assert not {tag for tag, _ in page.tags} - {tag for a in (sample(), absent()) for tag, _ in Page(a).tags}


def test_hostile_text_is_visible_but_dead() -> None:
    """Escapes and directional characters are shown as text."""
    page = render(hostile(), "html")
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert HOSTILE not in page
    assert terminal_line(HOSTILE) in "".join(Page(hostile()).text)


def test_every_citation_stands_in_the_page() -> None:
    """What the answer cites is named in full, each span once among the cited lines."""
    page = Page(sample())
    text = "".join(page.text)
    places = {place(citation) for citation in citations_of(sample())}
    assert all(name in text for name in places)
    assert sum(tag == "details" for tag, _ in page.tags) == len(places)


def test_cited_lines_come_from_the_excerpts_when_there_is_no_repository() -> None:
    """An excerpt shows its lines; a citation without one says where its lines are."""
    text = "".join(Page(sample()).text)
    assert "def issue(member: Member, settings: Settings) -> Pair:" in text
    assert "Of the cited lines, 12 to 13 are shown." in text
    assert "They stand in server/larder/api/auth.py:40-58, commit 0123456789." in text


def test_the_parts_stand_in_order() -> None:
    """As in the other formats, the cited lines after what is said."""
    assert render(sample(), "html").startswith("<!doctype html>\n")
    heads = re.findall(r"<h2 id=\"h-[^>]*>([^<]*)</h2>", render(sample(), "html"))
    assert heads == ["Conclusion", "Flow", "Data flow", "Risks", "Not found in the code", "Cited lines",
                     "Searched"]  # fmt: skip


def test_chinese_answers_are_chinese() -> None:
    """The fixed words and the language of the document follow the answer."""
    page = render(chinese(), "html")
    assert '<html lang="zh-Hans">' in page
    assert "引用的代码行" in page
    assert "Cited lines" not in page


def test_the_verdict_of_a_citation_is_said_in_words() -> None:
    """Not only by a sign or a colour."""
    assert "5 of 5 citations verified" in render(sample(), "html")
    assert '<span class="hidden">, verified</span>' in render(sample(), "html")


def test_the_same_answer_gives_the_same_page() -> None:
    """Nothing of the moment gets into it."""
    assert render(sample(), "html") == render(sample(), "html")
