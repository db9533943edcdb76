"""Tests of the lines the repository adds to a page: as cited, redacted, and never from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rea.answer import Answer, Citation, Claim
from rea.render import render
from rea.render.page_sources import gather, span_of
from tests.rea.conftest import Bench
from tests.rea.samples import absent
from tools.spans import hash_lines

KEY = "AKIA" + "IOSFODNN7QWERTYZ"


def citing(*citations: Citation) -> Answer:
    """An answer that cites just this."""
    return replace(absent(), nearest=(Claim("It is here.", citations),))


def cite(bench: Bench, path: str, start: int, end: int) -> Citation:
    """A citation with the hash of the lines as they are now."""
    lines = (bench.index.root / path).read_text(encoding="utf-8").split("\n")[start - 1 : end]
    return Citation(path, start, end, ("issue_token",), hash_lines(lines), "verified")


def test_a_citation_comes_with_the_lines_around_it(bench: Bench) -> None:
    """Three lines before and after, as far as the file goes."""
    citation = cite(bench, "server/tokens.py", 6, 7)
    passage = gather(bench.index, citing(citation)).passages[span_of(citation)]
    assert (passage.first, passage.last) == (3, 10)
    assert passage.lines[3].startswith("def issue_token")


def test_lines_that_changed_are_left_out(bench: Bench) -> None:
    """Text that is no longer what was cited is not shown as if it were."""
    citation = cite(bench, "server/tokens.py", 6, 7)
    bench.write("server/tokens.py", "# nothing\n" * 12)
    assert gather(bench.index, citing(citation)).passages == {}
    page = render(citing(citation), "html", None, gather(bench.index, citing(citation)))
    assert "These lines are not part of this page. They stand in server/tokens.py:6-7" in page


def test_paths_that_lead_out_give_nothing(bench: Bench) -> None:
    """The fence of the tools holds for the page too."""
    (bench.index.root.parent / "outside.txt").write_text("private\n", encoding="utf-8")
    paths = ("../outside.txt", "/etc/passwd", ".git/config", "server", "gone.py")
    citations = [Citation(path, 1, 1, (), "", "verified") for path in paths]
    assert gather(bench.index, citing(*citations)).passages == {}


def test_secrets_do_not_reach_the_page(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """Keys in cited lines or beside them are blanked; files of secrets stay unread."""
    bench = bench_of({"app.py": f'ID = 1\nKEY = "{KEY}"\nrun(KEY)\n', ".env": "TOKEN=abc\n"})
    citations = (cite(bench, "app.py", 3, 3), Citation(".env", 1, 1, (), "", "verified"))
    page = render(citing(*citations), "html", None, gather(bench.index, citing(*citations)))
    assert KEY not in page
    assert "[redacted]" in page
    assert "TOKEN=" not in page


def test_a_very_long_span_is_cut_and_says_so(bench_of: Callable[[Mapping[str, str]], Bench]) -> None:
    """The page stays readable: eighty cited lines, and a sentence that there are more."""
    bench = bench_of({"long.py": "".join(f"x{n} = {n}\n" for n in range(400))})
    citation = cite(bench, "long.py", 11, 150)
    sources = gather(bench.index, citing(citation))
    assert sources.passages[span_of(citation)].last == 90
    assert "Of the cited lines, 11 to 90 are shown." in render(citing(citation), "html", None, sources)


def test_cited_files_come_with_their_layer(bench: Bench) -> None:
    """So that a stage stands in the lane its evidence is in."""
    answer = citing(cite(bench, "server/tokens.py", 6, 7), cite(bench, "web/login.js", 3, 4))
    assert gather(bench.index, answer).layers == {"server/tokens.py": "server", "web/login.js": "client"}
