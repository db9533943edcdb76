"""Tests of the terminal output: it fits, it holds everything, and nothing in it acts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

import pytest
from rich.cells import cell_len

from rea.answer import Answer, Excerpt, FlowRow
from rea.render import Canvas, render
from rea.render.places import wrap
from tests.rea.samples import HOSTILE, LONG, absent, chinese, cited, hostile, sample

WIDTHS = [40, 60, 80, 100, 111, 112, 120, 139, 140, 200]
ANSWERS = {"sample": sample(), "chinese": chinese(), "absent": absent(), "hostile": hostile()}
SGR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ANSWERS)
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    """Tables, boxes, paths and code fit at every width, counted in columns."""
    for line in render(ANSWERS[name], "terminal", Canvas(width)).split("\n"):
        assert cell_len(line) <= width, line
        assert line == line.rstrip()


@pytest.mark.parametrize("width", WIDTHS)
def test_everything_is_there_at_every_width(width: int) -> None:
    """Narrow terminals stack what wide ones put into columns; nothing is dropped."""
    text = re.sub(r"[\s│]+", "", render(sample(), "terminal", Canvas(width)))
    for piece in (
        "Howdoesloginwork?",
        "web/src/views/SignIn.vue:12-30",
        "server/larder/security/tokens.py:21-24,60",
        "tobeconfirmed",
        "require_role(guards.py)",
        "drop(cache.py)",
        "Invalidation",
        "saml|sso",
        "commit0123456789",
        "run1a2b3c4d",
        "guards.py:5-9",
    ):
        assert piece in text, piece
    if width < 100:
        assert f"{LONG}:5-9" in text


def test_without_colours_there_is_no_escape() -> None:
    """In a pipe, a file or with NO_COLOR the text is plain."""
    for answer in ANSWERS.values():
        text = render(answer, "terminal", Canvas(100))
        assert not [c for c in text if unicodedata.category(c) == "Cc" and c != "\n"]


@pytest.mark.parametrize("colors", ["standard", "256", "truecolor"])
def test_with_colours_only_colours_are_sent(colors: str) -> None:
    """Every escape is one of ours that sets a colour; hostile text brings none of its own."""
    for answer in ANSWERS.values():
        text = render(answer, "terminal", Canvas(100, colors))  # type: ignore[arg-type]
        assert SGR.search(text)
        assert "\x1b" not in SGR.sub("", text)
        assert "\x07" not in text
        assert "\u202e" not in text


def test_hostile_text_is_shown_escaped() -> None:
    """The reader sees what the repository tried."""
    text = render(hostile(), "terminal", Canvas(200))
    assert r"\x1b[31mred\x1b[0m \u202eevil" in text
    assert HOSTILE not in text


def test_rich_markup_in_a_repository_is_text() -> None:
    """Square brackets are no markup and colons no emoji."""
    answer = replace(sample(), question="[bold red]x[/] :smile: [link=http://e]y[/link]")
    assert "[bold red]x[/] :smile: [link=http://e]y[/link]" in render(
        answer, "terminal", Canvas(120, "truecolor")
    )


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (sample(), "Answered"),
        (replace(sample(), status="partial", reason="out_of_turns"), "Partial answer: the turns ran out"),
        (replace(sample(), reason="single_evidence"), "Answered: stages with one evidence are marked"),
        (chinese(), "其他解释"),
        (chinese(), "--kind data_migration"),
        (absent(), "Nothing in this repository implements what was asked: saml."),
        (absent(), "no hits in 120 files"),
        (replace(absent(), status="failed", reason="no_evidence"), "No statement about this question"),
        (
            replace(absent(), status="partial", reason="absence_unproven"),
            "does not prove that there is nothing",
        ),
    ],
)
def test_the_head_tells_the_status(answer: Answer, says: str) -> None:
    """Each ending is told in words, with the reason and what to do about it."""
    assert says in render(answer, "terminal", Canvas(120))


def test_other_readings_are_offered_only_where_the_question_was_open() -> None:
    """An answered question is not cluttered with readings nobody needs."""
    assert "--kind" not in render(sample(), "terminal", Canvas(120))


def test_a_reused_answer_says_so() -> None:
    """An answer from an earlier run names the run and that it was checked again."""
    answer = replace(sample(), stamp=replace(sample().stamp, reused=True, notes=("shallow clone",)))
    text = render(answer, "terminal", Canvas(200))
    assert "taken from run 1a2b3c4d (all citations checked again)" in text
    assert "shallow clone" in text


def test_code_keeps_its_numbers_and_its_text_in_colour() -> None:
    """Colouring changes no character and no line number."""
    plain = render(sample(), "terminal", Canvas(120))
    coloured = SGR.sub("", render(sample(), "terminal", Canvas(120, "truecolor")))
    assert [line.rstrip() for line in coloured.split("\n")] == plain.split("\n")
    assert "  21 │ def issue(member: Member, settings: Settings) -> Pair:" in plain
    assert "  24 │     return Pair(access, refresh(member))" in plain


@pytest.mark.parametrize(
    "lines", [("",), ("", "", "x"), ("\x0c", "a\u2028b"), ("'''", "'''"), ("x" * 5000,), ()]
)
def test_strange_code_is_shown_line_by_line(lines: tuple[str, ...]) -> None:
    """Empty, very long and broken lines keep their numbers in every colour mode."""
    excerpt = Excerpt(cited("a.py", 7, 7 + max(0, len(lines) - 1)), "role", lines)
    answer = replace(sample(), evidence=(excerpt,))
    for colors in ("", "truecolor"):
        text = SGR.sub("", render(answer, "terminal", Canvas(80, colors)))
        for number in range(7, 7 + len(lines)):
            assert f" {number} │" in text


def test_rows_without_trigger_show_a_dash() -> None:
    """An empty cell is visibly empty."""
    row = FlowRow("a", "Stage", " ", "", (cited("a.py", 1, 1),), "proven")
    assert render(replace(sample(), flow=(row,)), "terminal", Canvas(120)).count("—") >= 2


@pytest.mark.parametrize(
    ("place", "width", "lines"),
    [
        ("a/b.py:1-2", 40, ("a/b.py:1-2",)),
        ("server/larder/guards.py:5-9", 16, ("server/larder/", "  guards.py:5-9")),
        ("a/b/c/d/e.py:1", 6, ("a/b/c/", "  d/", "  e.py", "  :1")),
        ("averyveryverylongname.py:1", 10, ("averyveryv", "  erylongn", "  ame.py:1")),
        ("登录/页面.vue:1", 8, ("登录/", "  页面.v", "  ue:1")),
        ("", 10, ()),
    ],
)
def test_places_break_after_slashes(place: str, width: int, lines: tuple[str, ...]) -> None:
    """A path is broken where a reader would, and always fits."""
    assert wrap(place, width) == lines
