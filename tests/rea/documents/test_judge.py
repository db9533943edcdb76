"""Tests of the verdicts on citations of documents."""

from __future__ import annotations

import pytest

from tests.indexer.trees import git
from tests.rea.documents.conftest import Written


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("`save_token` keeps it (app/store.py:4-5).", "verified"),
        ("`save_token` keeps it (app/store.py:1).", "unsupported"),
        ("`save_token` keeps it (app/store.py:4-50).", "out_of_range"),
        ("`save_token` keeps it (app/store.py:5-4).", "out_of_range"),
        ("`save_token` keeps it (app/store.py:0).", "out_of_range"),
        ("`save_token` keeps it (app/shop.py:4).", "missing"),
        ("It is kept (app/store.py:4-5).", "unverifiable"),
        ("`save_token` 存令牌（app/store.py：4-5）。", "verified"),
        ("`save_token` is in store.py:4", "verified"),
        ("[`save_token`](../app/store.py#L4-L5)", "verified"),
        ("[save_token](/app/store.py#L4-L5)", "verified"),
        ("[clear_all](/app/store.py#L2)", "unsupported"),
        ("`save_token` in app\\store.py:4-5", "verified"),
        ("### `save_token`\n\nSee app/store.py:4-5.", "verified"),
        ("`clear_tokens` is another. See app/store.py:8-9.", "verified"),
        ("| `save_token` | app/store.py:4-5 |", "verified"),
        ("`save_token`: app/store.py:4-5, 1", "verified"),
    ],
)
def test_verdict_without_history(written: Written, text: str, verdict: str) -> None:
    """What a sentence names has to stand in the lines it cites; what names nothing is not called right."""
    assert written.verdicts(text)[0] == verdict


def test_each_span_of_a_list_is_judged(written: Written) -> None:
    """One citation of several places is as many findings."""
    assert written.verdicts("`save_token`: app/store.py:4-5, 1") == ["verified", "unsupported"]


def test_lines_that_moved_are_found_again(written: Written) -> None:
    """Lines pushed down since the sentence was committed are `moved`, with the place they are at now."""
    written.commit("docs/a.md", "Tokens are cleared by app/store.py:8-9.\n")
    written.insert("app/store.py", 1, "import os\n")
    (finding,) = written.check("docs/a.md").findings
    assert (finding.verdict, finding.moved_to) == ("moved", (10, 11))


def test_lines_pushed_out_of_the_file_are_moved_too(written: Written) -> None:
    """A file that became shorter does not hide where the text went."""
    written.commit("docs/a.md", "Tokens are cleared by app/store.py:8-9.\n")
    written.commit("app/store.py", "def clear_tokens():\n    TOKENS.clear()\n")
    (finding,) = written.check("docs/a.md").findings
    assert (finding.verdict, finding.moved_to) == ("moved", (1, 2))


def test_lines_that_were_rewritten_have_changed(written: Written) -> None:
    """Text that is nowhere any more is `changed`, when nothing the sentence names is left at the place."""
    written.commit("docs/a.md", "`save_token` keeps it (app/store.py:4-5).\n")
    written.commit("app/store.py", "TOKENS = {}\n\n\ndef put(a, b):\n    TOKENS[a] = b\n    return a\n")
    (finding,) = written.check("docs/a.md").findings
    assert finding.verdict == "changed"


def test_an_edit_that_keeps_the_name_is_no_rot(written: Written) -> None:
    """Lines edited in place that still hold what the sentence names stay verified, and say so."""
    written.commit("docs/a.md", "`save_token` keeps it (app/store.py:4-5).\n")
    changed = (written.root / "app/store.py").read_text().replace("token):", "token, days=7):")
    written.commit("app/store.py", changed)
    (finding,) = written.check("docs/a.md").findings
    assert finding.verdict == "verified"
    assert "edited since" in finding.detail


def test_lines_that_never_changed_are_proof(written: Written) -> None:
    """A sentence that names nothing is verified when its lines are those it was written about."""
    (finding,) = written.findings("It is kept there: app/store.py:4-5.\n")
    assert finding.verdict == "verified"
    assert "unchanged since" in finding.detail


def test_an_edit_elsewhere_in_the_document_changes_nothing(written: Written) -> None:
    """A sentence counts from the commit that wrote it, not from the last one that touched the document."""
    written.commit("docs/a.md", "Cleared by app/store.py:8-9.\n")
    written.insert("app/store.py", 1, "import os\n")
    written.commit("docs/a.md", "A new first line.\n\nCleared by app/store.py:8-9.\n")
    assert [finding.verdict for finding in written.check("docs/a.md").findings] == ["moved"]


def test_a_sentence_written_anew_counts_from_then(written: Written) -> None:
    """Who rewrites a sentence has looked at the lines as they were then."""
    written.commit("docs/a.md", "Cleared by app/store.py:8-9.\n")
    written.insert("app/store.py", 1, "import os\n")
    written.commit("docs/a.md", "What is kept goes in app/store.py:8-9.\n")
    assert [finding.verdict for finding in written.check("docs/a.md").findings] == ["verified"]


def test_text_that_stands_twice_has_not_moved(written: Written) -> None:
    """A move is only told where the text is at one place; otherwise the places are listed."""
    block = "    x = 1\n    return x\n"
    written.commit("app/twice.py", f"def one():\n{block}")
    written.commit("docs/a.md", "Returned by app/twice.py:2-3.\n")
    written.commit("app/twice.py", f"import os\n\n\ndef one():\n{block}\n\ndef two():\n{block}")
    (finding,) = written.check("docs/a.md").findings
    assert finding.verdict == "changed"
    assert "5-6, 10-11" in finding.detail


def test_text_that_stood_twice_has_not_moved(written: Written) -> None:
    """When one of two equal passages was deleted, nobody knows which of them is left."""
    block = "    x = 1\n    return x\n"
    written.commit("app/twice.py", f"def one():\n{block}\n\ndef two():\n{block}")
    written.commit("docs/a.md", "Returned by app/twice.py:2-3.\n")
    written.commit("app/twice.py", f"import os\n\n\ndef two():\n{block}")
    assert [finding.verdict for finding in written.check("docs/a.md").findings] == ["changed"]


def test_a_document_written_before_its_code(written: Written) -> None:
    """Lines that hold the name now and did not when the sentence was committed are what was meant."""
    written.commit("docs/a.md", "`drop_token` comes next (app/store.py:1).\n")
    written.insert("app/store.py", 1, "def drop_token(): pass")
    assert [finding.verdict for finding in written.check("docs/a.md").findings] == ["verified"]


def test_a_cut_history_proves_no_rest(written: Written) -> None:
    """The first commit of a shallow clone did not write the sentence: nothing is unchanged since."""
    written.commit("docs/a.md", "Cleared by app/store.py:8-9.\n")
    written.commit("x.txt", "x\n")
    shallow = written.root.with_name("shallow")
    git(written.root, "clone", "-q", "--depth=1", written.root.as_uri(), str(shallow))
    written.root = shallow
    report = written.check("docs/a.md")
    assert [finding.verdict for finding in report.findings] == ["unverifiable"]
    assert any("shallow" in note for note in report.notes)


def test_a_rename_is_missing_with_the_new_name(written: Written) -> None:
    """A file that is gone is missing; files of the same name are offered."""
    written.commit("docs/a.md", "`save_token`: app/store.py:4.\n")
    git(written.root, "mv", "app/store.py", "web/store.py")
    git(written.root, "commit", "-q", "-m", "Move")
    (finding,) = written.check("docs/a.md").findings
    assert (finding.verdict, finding.candidates) == ("missing", ("web/store.py",))


def test_the_hint_names_the_definition(written: Written) -> None:
    """A citation that misses its name is told where the file defines it."""
    (finding,) = written.findings("`clear_tokens` empties it (app/store.py:1).", committed=False)
    assert finding.detail.endswith("clear_tokens is at 8-9")


def test_what_only_looks_like_a_citation_is_left_alone(written: Written) -> None:
    """Image tags and ratios are written like citations and name no file."""
    assert (
        written.findings("Use library/redis:7 and ghcr.io/some/thing:2, half/whole:3.", committed=False) == ()
    )


def test_far_too_wide_citations_prove_nothing(written: Written) -> None:
    """In thousands of lines every name occurs."""
    written.commit("app/long.py", "save_token = 1\n" * 3_000)
    assert written.verdicts("`save_token`: app/long.py:1-2900") == ["unverifiable"]
