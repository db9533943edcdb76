"""Tests of what a user sees of models that invent, shift, babble or loop: nothing unverified, unmarked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.rea.chat.conftest import does
from tests.rea.chat.fake_server import Action, never_ends, says, serving
from tests.rea.cli.conftest import Done, Rea

ASK = "how does login work"
SESSION, TOKENS = "server/larder/api/session.py", "server/larder/security/tokens.py"
PLAN = does(
    (
        "plan",
        {
            "flow": "login",
            "layer": "server",
            "reason": "named",
            "nodes": [{"id": "receive"}, {"id": "issue"}],
        },
    )
)
READ = does(
    *(("read_slice", {"path": path, "start": 1, "end": 80}) for path in (SESSION, TOKENS)),
    ("search_text", {"pattern": "guarded"}),
)
TRUE = [f"{SESSION}:17-27", f"{SESSION}:30-44", f"{TOKENS}:46-71"]
# What each of them says beside the truth; the last column is what may nowhere be said as if it held.
LIES: Mapping[str, tuple[str, str]] = {
    "invents a path": ("server/larder/auth/login.py:3-9", "server/larder/auth/login.py:3-9"),
    "cites what it has not read": ("server/larder/app.py:44-68", "server/larder/app.py:44-68"),
    "shifts its lines": (f"{TOKENS}:3-4", f"{TOKENS}:3-4"),
    "cites beyond the end": (f"{TOKENS}:9000-9001", f"{TOKENS}:9000-9001"),
    "cites no lines": ("tokens", "tokens:0-0"),
}
COMMONPLACES = "Industry best practice typically stores a JWT in an HttpOnly cookie at src/auth.ts:1-9."
ESCAPES = (
    "\x1b]8;;http://evil.example\x1b\\Credentials\x1b[2J <script>alert(1)</script> [x](http://evil.example)"
)


def finish(lie: str = "", text: str = "The request model is `Credentials`.") -> Action:
    """An answer that is true but for one place or one sentence."""
    places = [{"at": at, "names": names} for at, names in zip(
        TRUE, (["Credentials"], ["open_session"], ["issue_pair"]), strict=True)]  # fmt: skip
    cited = [*places, *([{"at": lie, "names": ["issue_pair"]}] if lie else [])]
    flow = [{"node": node, "trigger": "`Credentials`", "handler": "`issue_pair`", "evidence": cited}
            for node in ("receive", "issue")]  # fmt: skip
    return does(
        ("finish", {"status": "answered", "conclusion": [{"text": text, "evidence": cited}], "flow": flow})
    )


MODELS: Mapping[str, tuple[Sequence[Action], str]] = {
    **{name: ((READ, finish(lie)), shown) for name, (lie, shown) in LIES.items()},
    "answers at once": ((finish(),), TRUE[0]),
    "only reads": ((READ, READ, READ, READ, READ), ""),
    "loops": ((does(("list_tree", {"path": "."})),), ""),
    "tells commonplaces": ((READ, finish(text=COMMONPLACES)), "src/auth.ts"),
    "writes prose": ((says(COMMONPLACES),), "src/auth.ts"),
    "babbles without end": ((never_ends(lambda _: "see src/auth.ts:1-9 "),), "src/auth.ts"),
    "emits escapes": ((READ, finish(text=ESCAPES)), "\x1b"),
}
CITATION = re.compile(r"[\w./-]+\.\w{1,5}:\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*")
HELD_BACK = ("Taken out by the checker", "✗")


def answered(rea: Rea, script: Sequence[Action], demo: Path, form: str, output: Path | None = None) -> Done:
    """What a model with this script comes to."""
    more = ("-o", str(output)) if output else ("--format", form)
    with serving(PLAN, *script) as server:
        return rea("ask", ASK, "--repo", str(demo), "--model", "played", "--base-url", server.url, "--fresh",
                   "--tool-protocol", "native", *more)  # fmt: skip


@pytest.mark.parametrize("model", MODELS)
def test_no_unverified_citation_reaches_a_user(rea: Rea, demo: Path, model: str) -> None:
    """Every citation of the answer is verified; what is printed cites nothing else, but for what it marks."""
    script, never = MODELS[model]
    done = answered(rea, script, demo, "json")
    assert done.code in (0, 10, 13), done.err
    answer = json.loads(done.out)
    verdicts = re.findall(r'"verdict": "(\w+)"', done.out)
    assert set(verdicts) <= {"verified"}
    assert bool(verdicts) == (answer["status"] != "failed")
    verified = {f"{path}:{start}-{end}" for path, start, end in verified_spans(answer)}
    for form in ("terminal", "markdown"):
        said = answered(rea, script, demo, form).out
        shown = re.split("|".join(HELD_BACK), said)[0]
        assert "\x1b" not in said
        assert not never or never not in shown
        assert cited_in(shown) <= verified


def verified_spans(value: object) -> Iterator[tuple[str, int, int]]:
    """The spans of all citations within JSON."""
    if isinstance(value, dict):
        if value.get("verdict") == "verified":
            yield value["path"], value["start"], value["end"]
        value = list(value.values())
    for inner in value if isinstance(value, list) else ():
        yield from verified_spans(inner)


def cited_in(text: str) -> set[str]:
    """The spans a text cites, `path:start-end` each."""
    found = set()
    for citation in CITATION.findall(text):
        path, _, spans = citation.rpartition(":")
        for span in spans.split(","):
            start, _, end = span.partition("-")
            found.add(f"{path}:{start}-{end or start}")
    return found


@pytest.mark.parametrize("model", LIES)
def test_the_printed_answer_passes_the_document_check(
    rea: Rea, demo: Path, tmp_path: Path, model: str
) -> None:
    """The Markdown a user keeps holds no citation that REA's own checker of documents finds fault with."""
    file = tmp_path / "answer.md"
    answered(rea, MODELS[model][0], demo, "markdown", file)
    text = file.read_text(encoding="utf-8")
    kept = re.split("|".join(HELD_BACK), text)[0]
    assert "server/larder" in kept
    file.write_text(kept, encoding="utf-8")
    checked = rea("check", str(file), "--repo", str(demo), "--json")
    assert checked.code == 0, kept
    (document,) = json.loads(checked.out)["documents"]
    verdicts = {citation["verdict"] for citation in document["citations"]}
    assert "verified" in verdicts and verdicts <= {"verified", "unverifiable"}
