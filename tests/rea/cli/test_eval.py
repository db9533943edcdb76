"""Tests of `rea eval`, end to end over the example application."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.reports.model import read_report
from evals.suite import load_suite
from tests.indexer.trees import git, repository
from tests.rea.cli.conftest import Done, Rea, is_one_line

SUITE = Path(__file__).parents[3] / "evals" / "golden" / "demo.yaml"
ONE = "larder-storage-shelf"


@pytest.fixture
def evaluate(rea: Rea, demo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Rea:
    """Runs `rea eval` on one question of the bundled suite, with more flags, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*flags: str) -> Done:
        return rea("eval", str(SUITE), "--checkouts", str(demo.parent), "--only", ONE, "--jobs", "1", *flags)

    return call


def test_a_report_in_every_form(evaluate: Rea, demo: Path, tmp_path: Path) -> None:
    """The table on the terminal, files by their names; the figures are the same and no path gets out."""
    done = evaluate("-o", "r.json", "-o", "r.md", "--html", "r.html")
    assert done.code == 0
    assert done.err == ""
    assert ONE in done.out
    report = read_report(tmp_path / "r.json")
    assert [line.id for line in report.questions] == [ONE]
    assert report.overall.means["citation_accuracy"].value == 1.0
    assert report.settings["max_files"] == 20
    for text in (done.out, *(path.read_text() for path in tmp_path.glob("r.[jmh]*"))):
        assert str(demo.parent) not in text
        assert str(tmp_path) not in text
        assert str(Path.home()) not in text


def test_a_second_run_takes_what_is_there(evaluate: Rea, tmp_path: Path) -> None:
    """The journal lies beside the report; `--fresh` asks again."""
    evaluate("-o", "r.json")
    journal = tmp_path / "r.runs.jsonl"
    kept = journal.read_text()
    first = (tmp_path / "r.json").read_text()
    evaluate("-o", "r.json")
    assert journal.read_text() == kept
    assert (tmp_path / "r.json").read_text() == first
    evaluate("-o", "r.json", "--fresh")
    assert len(journal.read_text().splitlines()) == 1


def test_json_and_markdown_on_standard_output(evaluate: Rea) -> None:
    """For other programs and for pull requests."""
    value = json.loads(evaluate("--json").out)
    assert value["kind"] == "answers"
    assert value["questions"][0]["scores"]["file_recall"]["explanation"]
    assert evaluate("--markdown").out.startswith("# Evaluation\n")


def test_thresholds_set_the_exit_code(evaluate: Rea) -> None:
    """The report is printed all the same; the reason is one line."""
    assert evaluate("--min-recall", "0.1", "--min-citation", "1").code == 0
    done = evaluate("--min-recall", "1", "--max-files", "1", "--min-citation", "1")
    assert done.code == 9
    assert "All questions" in done.out
    assert is_one_line(done)
    assert "file recall is 0." in done.err


def test_a_baseline_is_compared(evaluate: Rea) -> None:
    """Fewer files read: the report says what moved, by which test, and that the settings differ."""
    evaluate("-o", "base.json")
    done = evaluate("--max-files", "1", "--compare", "base.json")
    assert "Against the baseline" in done.out
    assert "max_files: 20 before, 1 now" in done.out
    assert "worse" in done.out


def test_a_wrong_baseline_is_told_before_anything_is_asked(evaluate: Rea, tmp_path: Path) -> None:
    """An evaluation may take an hour."""
    done = evaluate("--compare", "absent.json", "-o", "r.json")
    assert (done.code, done.out) == (5, "")
    assert is_one_line(done)
    assert not (tmp_path / "r.json").exists()


def test_repeats_measure_stability(evaluate: Rea) -> None:
    """Offline the same question has the same answer."""
    value = json.loads(evaluate("--repeats", "2", "--json").out)
    (group,) = [group for group in value["groups"] if group["by"] == "all"]
    assert group["means"]["stability"]["value"] == 1.0


def test_a_new_suite_can_be_asked_at_once(
    rea: Rea, demo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`--new` writes it, the next command measures; an existing file is kept."""
    monkeypatch.chdir(tmp_path)
    done = rea("eval", "--new", "mine.yaml", "--repo", str(demo), "-q")
    assert (done.code, done.err) == (0, "")
    assert load_suite(tmp_path / "mine.yaml").name == "larder"
    asked = rea("eval", "mine.yaml", "--repo", str(demo), "--jobs", "1", "-q")
    assert asked.code == 0
    assert "larder/larder-1" in asked.out
    again = rea("eval", "--new", "mine.yaml", "--repo", str(demo))
    assert again.code == 6
    assert is_one_line(again)


def test_an_issue_set_is_scored(rea: Rea, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`rea locate` ranks at the base commit; the file that a later commit adds is not seen."""
    monkeypatch.chdir(tmp_path)
    root = repository(
        tmp_path / "mirrors/o+n/repo", {"tax.py": "def vat(net):\n    return net\n", "a.py": "x = 1\n"}
    )
    base = git(root, "rev-parse", "HEAD").strip()
    (root / "vat_fix.py").write_text("def vat(net):\n    return net * 1.2\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "vat")
    row = {
        "instance_id": "n-1",
        "repo": "o/n",
        "base_commit": base,
        "problem_statement": "vat(net) is wrong",
        "gold_files": ["tax.py"],
    }
    (tmp_path / "issues.jsonl").write_text(json.dumps(row) + "\n")
    done = rea("eval", "--localize", "issues.jsonl", "--mirrors", "mirrors", "--json", "-q")
    assert done.code == 0
    value = json.loads(done.out)
    assert value["kind"] == "localize"
    assert value["questions"][0]["status"] == "rank 1"
    assert str(tmp_path) not in done.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("absent.yaml",), 5),
        (("--new", "a.yaml", "b.yaml"), 2),
        (("--localize", "x.jsonl"), 2),
        (("--localize", "x.jsonl", "suite.yaml"), 2),
        (("{suite}", "--checkouts", "."), 3),
        (("{suite}", "--checkouts", ".", "--repo", "."), 2),
        (("{suite}", "--only", "nothing-like-this"), 2),
        (("{suite}", "--min-recall", "7"), 2),
        (("{suite}", "--model", "nobody"), 15),
        (("{suite}", "--journal", "/dev/null/x"), 6),
    ],
)
def test_misuse_is_told_in_one_line(
    rea: Rea,
    demo: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: tuple[str, ...],
    code: int,
) -> None:
    """What cannot work is said before anything is asked, with the exit code of its kind."""
    monkeypatch.chdir(tmp_path)
    if not {"--checkouts", "--repo", "--localize", "--new"} & set(arguments) and "{suite}" in arguments:
        arguments = (*arguments, "--checkouts", str(demo.parent))
    done = rea("eval", *(word.format(suite=SUITE) for word in arguments))
    assert done.code == code, done.err
    assert is_one_line(done)
