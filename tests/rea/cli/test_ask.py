"""Tests of `rea ask`, end to end over the example application."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from rea.answer import Answer
from rea.checking.citations import find_citations
from rea.errors import STATUS_EXIT
from rea.loop.recorder import citations_of
from rea.runs.codec import from_json
from rea.schema import answer_schema
from tests.indexer.trees import APP, repository, write
from tests.rea.cli.conftest import Rea, is_one_line
from tools.spans import hash_lines

LOGIN = "how does login work"


def asked(rea: Rea, demo: Path, *arguments: str) -> Answer:
    """The answer record of a question."""
    done = rea("ask", *arguments, "--repo", str(demo), "--json")
    answer = from_json(Answer, done.out)
    assert done.code == STATUS_EXIT[answer.status]
    assert done.err == ""
    return answer


@pytest.mark.parametrize(
    "question", [LOGIN, "登录流程是怎样的？", "where is data stored and when is it cleared"]
)
def test_every_printed_citation_is_true(rea: Rea, demo: Path, question: str) -> None:
    """What is cited stands in the files, line for line, and was read or hit in the run."""
    answer = asked(rea, demo, question)
    assert answer.status in ("answered", "partial")
    assert len(citations_of(answer)) >= 6
    for citation in citations_of(answer):
        lines = (demo / citation.path).read_text(encoding="utf-8").split("\n")
        assert citation.text_hash == hash_lines(lines[citation.start - 1 : citation.end])
        assert citation.verdict == "verified"
    assert len(answer.files_read) <= 20


def test_the_json_is_the_published_one(rea: Rea, demo: Path) -> None:
    """The output validates against the schema and carries the stamp."""
    value = json.loads(rea("ask", LOGIN, "--repo", str(demo), "--format", "json").out)
    jsonschema.validate(value, answer_schema())
    assert value["stamp"]["model"] == "offline"
    assert value["stamp"]["commit"]
    assert value["stamp"]["dirty"] is False


def test_words_need_no_quotes(rea: Rea, demo: Path) -> None:
    """The question may be several arguments."""
    assert asked(rea, demo, "how", "does", "login", "work").question == LOGIN


def test_the_language_follows_the_question_unless_told(rea: Rea, demo: Path) -> None:
    """Chinese questions get Chinese words; --lang decides otherwise."""
    assert "## 流程" in rea("ask", "登录流程是怎样的？", "--repo", str(demo), "--format", "markdown").out
    assert (
        "## Flow"
        in rea("ask", "登录流程是怎样的？", "--repo", str(demo), "--format", "markdown", "--lang", "en").out
    )


def test_the_second_time_it_is_taken_from_the_runs(rea: Rea, demo: Path) -> None:
    """The same question over the same text comes from the blackboard and says so; --fresh asks anew."""
    first = asked(rea, demo, "where is the cache cleared")
    again = asked(rea, demo, "where  is the cache cleared")
    fresh = asked(rea, demo, "where is the cache cleared", "--fresh")
    assert not first.stamp.reused
    assert again.stamp.reused
    assert again.stamp.run_id == first.stamp.run_id
    assert not fresh.stamp.reused
    assert fresh.flow == first.flow


@pytest.mark.parametrize("whose", ["repository", "user"])
def test_another_playbook_is_another_question(rea: Rea, tmp_path: Path, whose: str) -> None:
    """A stored answer counts only for the playbooks it was made with, the repository's and the user's."""
    root = repository(tmp_path / "r", APP)
    folder = root / ".rea" / "playbooks" if whose == "repository" else tmp_path / "config" / "playbooks"
    words = "{en: F, zh: F}"
    node = f"{{id: n, titles: {words}, prove: {words}, needs: [write], evidence: {{write: ['save_token']}}}}"
    text = f"flow: f\ntitles: {words}\nmatch: {{en: [token], zh: []}}\nnodes: [{node}]\n"
    assert not asked(rea, root, "where is the token saved").stamp.reused
    write(folder, {"f.yaml": text})
    assert not asked(rea, root, "where is the token saved").stamp.reused
    assert asked(rea, root, "where is the token saved").stamp.reused
    write(folder, {"f.yaml": text.replace("save_token", "clear_tokens")})
    assert not asked(rea, root, "where is the token saved").stamp.reused


def test_the_plan_alone(rea: Rea, demo: Path) -> None:
    """--plan-only shows what would be proven, searches nothing and records no run."""
    done = rea("ask", LOGIN, "--repo", str(demo), "--plan-only")
    assert done.code == 0
    assert "To be proven" in done.out
    assert find_citations(done.out) == ()
    plan = json.loads(rea("ask", LOGIN, "--repo", str(demo), "--plan-only", "--json").out)
    assert plan["reading"]["flow"] == "login"
    assert len(plan["nodes"]) == 7


def test_flags_choose_the_reading(rea: Rea, demo: Path) -> None:
    """--kind and --flow decide how the question is read."""
    question = ("how do updates work", "--repo", str(demo), "--plan-only", "--json")
    assert (
        json.loads(rea("ask", *question, "--kind", "data_migration").out)["reading"]["kind"]
        == "data_migration"
    )
    assert json.loads(rea("ask", *question, "--flow", "storage").out)["reading"]["flow"] == "storage"


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.md", "# how does"), ("a.json", "{"), ("a.txt", "╭"), ("a b 登录.md", "# how does")],
)
def test_output_to_a_file(rea: Rea, demo: Path, tmp_path: Path, name: str, begins: str) -> None:
    """-o writes the whole answer, in the format the name suggests, and nothing to standard output."""
    target = tmp_path / name
    done = rea("ask", LOGIN, "--repo", str(demo), "-o", str(target))
    assert done.out == ""
    assert target.read_text(encoding="utf-8").startswith(begins)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [name]
    assert target.stat().st_mode & 0o444 == 0o444


def test_a_file_that_cannot_be_written_is_an_error_of_its_own(rea: Rea, demo: Path, tmp_path: Path) -> None:
    """The old file stays as it was, no half of a new one is left."""
    done = rea("ask", LOGIN, "--repo", str(demo), "-o", str(tmp_path / "no" / "such" / "a.md"))
    assert (done.code, is_one_line(done)) == (6, True)
    (tmp_path / "folder.md").mkdir()
    done = rea("ask", LOGIN, "--repo", str(demo), "-o", str(tmp_path / "folder.md"))
    assert (done.code, is_one_line(done)) == (6, True)
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".tmp")] == []


def test_limits_are_kept(rea: Rea, demo: Path) -> None:
    """--max-files and --max-turns hold, and the stamp tells."""
    answer = asked(rea, demo, LOGIN, "--max-files", "3", "--max-turns", "2")
    assert len(answer.files_read) <= 3
    assert answer.stamp.turns <= 3


def test_the_users_settings_hold(rea: Rea, demo: Path, tmp_path: Path) -> None:
    """config.yaml of the user is obeyed."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.yaml").write_text("format: json\nlang: zh\n", encoding="utf-8")
    assert json.loads(rea("ask", LOGIN, "--repo", str(demo)).out)["lang"] == "zh"


def test_a_feature_that_is_not_there(rea: Rea, demo: Path) -> None:
    """Asked for what the application does not have, nothing is claimed, and the exit code says so."""
    answer = asked(rea, demo, "How is SAML single sign-on configured?")
    assert answer.status in ("not_found", "partial", "failed")
    assert "saml" in " ".join(search.pattern for search in answer.searched).lower()


def test_the_run_can_be_shown_afterwards(rea: Rea, demo: Path) -> None:
    """The stamp's run id leads to everything the run did."""
    run_id = asked(rea, demo, LOGIN, "--fresh").stamp.run_id
    assert run_id in rea("runs", "--repo", str(demo)).out
    done = rea("runs", "show", run_id, "--repo", str(demo))
    assert done.code == 0
    for piece in ("To be proven", "read_slice", "evidences", "facts", LOGIN):
        assert piece in done.out


def test_a_page_holds_the_cited_lines(rea: Rea, demo: Path, tmp_path: Path) -> None:
    """The ending .html makes a page of the answer with the lines of its citations in it."""
    page = tmp_path / "answer.html"
    done = rea("ask", LOGIN, "--repo", str(demo), "-o", str(page))
    assert (done.code, done.out) == (STATUS_EXIT["answered"], "")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    answer = asked(rea, demo, LOGIN)
    for citation in citations_of(answer):
        line = (demo / citation.path).read_text(encoding="utf-8").split("\n")[citation.start - 1]
        assert f"{citation.start}-{citation.end}" in text
        assert all(word in text for word in re.findall(r"\w+", line))


def test_a_plan_has_no_page(rea: Rea, demo: Path) -> None:
    """The page shows an answer; for a plan alone it is refused, and the user told what to leave out."""
    done = rea("ask", LOGIN, "--repo", str(demo), "--plan-only", "--format", "html")
    assert done.code == 2
    assert done.out == ""
    assert "--plan-only" in done.err
