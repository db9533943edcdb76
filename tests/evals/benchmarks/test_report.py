"""The page that `make bench` writes."""

from __future__ import annotations

from evals.benchmarks.records import Machine, Measurement, Query, Target, Tree, TreeReport
from evals.benchmarks.report import render

MACHINE = Machine(2, 8 * 2**30, "3.11.7", "Linux x86_64", (0.5, 1.25), 3)
REPORT = TreeReport(
    tree=Tree("shop", 1234, 5_600_000, 1000, 5_000_000),
    builds=(
        Measurement("bare tree-sitter parsing", (1.0, 1.2, 1.1), 90_000_000),
        Measurement("rea index", (2.0, 2.2, 2.1), 300_000_000, 4_000_000, 3.9),
        Measurement("ctags -R", absent="not installed"),
    ),
    commands=(Measurement("refresh, nothing changed", (0.1, 0.3, 0.2)),),
    queries=(
        Query("search_text, literal", "a|b", 0.001, 0.01, 12, 12),
        Query("trace_symbol, symbol", "render", 0.002, float("nan"), 3, -1),
    ),
    targets=(
        Target("index ÷ parsing", 1.9, 2.0, "x"),
        Target("start", 0.2, 0.15, "s"),
        Target("index ÷ peer", float("nan"), 0.3, "x"),
    ),
)


def page() -> list[str]:
    """The rendered lines."""
    return render(MACHINE, Measurement("`rea --version`", (0.11, 0.12, 0.13)), [REPORT]).splitlines()


def test_medians_and_all_rounds_are_shown() -> None:
    """The reader sees the median and what it was taken from."""
    assert "| rea index | 2.10 | 2.00, 2.20, 2.10 | 3.90 | 300.0 MB | 4.0 MB |" in page()


def test_a_missing_peer_says_so() -> None:
    """A tool that is not installed has a row, not a gap."""
    assert "| ctags -R | not installed | | | | |" in page()


def test_limits_are_judged_and_unknown_is_not_met() -> None:
    """Met, missed and not measured are three different words."""
    lines = page()
    assert "| index ÷ parsing | 1.90 × | 2.00 × | met |" in lines
    assert "| start | 0.200 s | 0.150 s | **missed** |" in lines
    assert "| index ÷ peer |  | 0.30 × | not measured |" in lines


def test_a_pattern_cannot_break_the_table() -> None:
    """Pipes of a regular expression are escaped."""
    assert r"| search_text, literal `a\|b` | 0.0010 | 0.0100 | 0.10 | 12 | 12 |" in page()


def test_every_table_row_has_as_many_cells_as_its_head() -> None:
    """Each table is well-formed Markdown."""
    width = 0
    for line in page():
        cells = line.replace(r"\|", "").count("|")
        if line.startswith("|"):
            width = width or cells
            assert cells == width, line
        else:
            width = 0


def test_load_and_machine_are_on_the_page() -> None:
    """Nobody has to guess under which load the numbers were taken."""
    text = "\n".join(page())
    assert "load average 0.5 before, 1.2 after" in text
    assert "2 cores, 8 GiB, Linux x86_64, Python 3.11.7" in text
