"""Tests of the report as text, Markdown and HTML: the same figures, nothing foreign in the markup."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from evals.compare import compare
from evals.measures import MeasureInfo
from evals.records import Score
from evals.reports.figures import chance, figure, label, with_error
from evals.reports.markdown import escape, render_markdown
from evals.reports.model import Report
from evals.reports.page import render_html
from evals.reports.plots import plots
from evals.reports.text import render_text
from tests.evals.samples import line, report

SHARE = MeasureInfo("recall", "recall", "", "higher", True, True)
AMOUNT = MeasureInfo("seconds", "seconds", "s", "lower", False, True)
EVIL = "</td><script>alert(1)</script>|`*[x](javascript:1)&\"'"
REPORT = report(line("a", 0.5), line("b", None), line("c", 1.0, suite="other", flow="storage"))


def test_tables_without_room_are_stacked() -> None:
    """On a narrow terminal each figure stands behind the name of its column; no table row is cut."""
    text = render_text(REPORT, width=12)
    assert "recall 0.5" in text
    assert "---" not in text
    assert render_text(REPORT, width=500) == render_text(REPORT)


def hostile() -> Report:
    """A report whose every text from elsewhere is markup."""
    bad = replace(
        line(EVIL, 0.25, suite=EVIL, flow=EVIL, status=EVIL),
        question=EVIL,
        errors=(EVIL,),
        scores={"recall": Score(0.25, EVIL, (EVIL,)), "seconds": Score(1.0, EVIL)},
    )
    return report(bad, line("x", 1.0), settings={"model": EVIL})


class Elements(HTMLParser):
    """The elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.names.append(tag)
        self.attributes += attrs


def parsed(page: str) -> Elements:
    """The page as a browser reads it."""
    elements = Elements()
    elements.feed(page)
    return elements


def test_figures_say_what_they_are() -> None:
    """Shares with three digits, amounts as they come, unscored as a dash."""
    mean = REPORT.overall.means["recall"]
    assert with_error(mean, SHARE) == "0.750 ±0.250"
    assert with_error(None, SHARE) == "-"
    assert (figure(1234.5, AMOUNT), figure(1.5, AMOUNT)) == ("1,234", "1.50")
    assert label(AMOUNT) == "seconds"
    assert label(replace(AMOUNT, title="cost", unit="USD")) == "cost (USD)"
    assert (chance(0.25), chance(0.00001)) == ("0.250", "1.0e-05")


@pytest.mark.parametrize("render", [render_text, render_markdown, render_html])
def test_every_form_has_the_same_figures(render: Callable[[Report], str]) -> None:
    """Mean, error and n, every question, every group."""
    text = render(REPORT)
    for wanted in ("0.750 ±0.250", "demo/a", "other/c", "storage", "0.500", "model scripted"):
        assert wanted in text, wanted


def test_columns_are_aligned() -> None:
    """Every row of a table is as wide as its rule or narrower."""
    for block in render_text(REPORT).split("\n\n"):
        rows = block.split("\n")
        rules = [row for row in rows if row and set(row) == {"-"}]
        if rules:
            assert max(map(len, rows[1:])) <= max(len(rules[0]), len(rows[-1]))


def test_a_comparison_is_in_every_form() -> None:
    """What moved and by which test."""
    comparison = compare(report(line("a", 1.0), line("c", 1.0, suite="other")), REPORT)
    for text in (
        render_text(REPORT, comparison),
        render_markdown(REPORT, comparison),
        render_html(REPORT, comparison),
    ):
        assert "worse" in text
        assert "exact sign-flip permutation test" in text
        assert "1 questions are only in the new report" in text
    assert "Nothing moved." in render_text(REPORT, compare(REPORT, REPORT))


def test_foreign_text_is_no_markup_in_html() -> None:
    """Ids, statuses, explanations and errors come from suites and models: they stay text everywhere."""
    page = render_html(hostile(), compare(hostile(), hostile()))
    elements = parsed(page)
    assert "script" not in elements.names
    assert not any(name.startswith("on") for name, _ in elements.attributes)
    assert not any("javascript:" in (value or "") for name, value in elements.attributes if name == "href")
    assert "&lt;script&gt;" in page


def test_foreign_text_is_no_markup_in_markdown() -> None:
    """Not a cell too many, not a link, not a tag."""
    text = render_markdown(hostile())
    assert "<script>" not in text
    header = next(row for row in text.split("\n") if row.startswith("| question"))
    rows = [row for row in text.split("\n") if row.startswith("| ") and "alert" in row]
    cells = {len(re.findall(r"(?<!\\)\|", row)) for row in rows[-1:]}
    assert cells == {len(re.findall(r"(?<!\\)\|", header))}
    assert escape("a|b\n<c>") == "a\\|b \\<c\\>"


def test_the_page_needs_nothing_else() -> None:
    """No script, no address to load from: it can be passed on as one file."""
    elements = parsed(render_html(REPORT))
    assert {"script", "link", "img", "iframe"}.isdisjoint(elements.names)
    assert not [value for name, value in elements.attributes if name in ("src", "href", "xlink:href")]


def test_there_is_a_plot_per_measure() -> None:
    """Well-formed, a dot per scored question and row, within the picture."""
    drawn = plots(REPORT)
    assert [plot.title for plot in drawn] == [label(SHARE), label(AMOUNT)]
    for plot in drawn:
        root = ElementTree.fromstring(plot.svg)
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        dots = root.findall("circle")
        assert dots
        assert all(0 <= float(dot.attrib["cx"]) <= width for dot in dots)
        assert all(0 <= float(dot.attrib["cy"]) <= height for dot in dots)
    # Two scored questions, each in the row of all, of its suite and of its flow.
    assert len(ElementTree.fromstring(drawn[0].svg).findall("circle")) == 6


def test_extreme_reports_can_be_drawn() -> None:
    """Amounts that are all 0, hundreds of equal values, names that are too long."""
    lines = [line(f"q{n}", 1.0, suite="s" * 80, flow=f"f{n % 9}", seconds=0.0) for n in range(300)]
    for plot in plots(report(*lines)):
        ElementTree.fromstring(plot.svg)
    render_html(report(line("only", None)))
    render_text(report(line("only", None)))
