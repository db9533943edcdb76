"""The data REA ranks and plans by belongs to no application: none it is measured on is named in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rea

PACKAGE = Path(rea.__file__).parent
# The applications of the golden questions, their owners and the names of their parts that are theirs alone.
APPLICATIONS = re.compile(
    r"(?<![a-z0-9])(?:apollo(?:config)?|ctrip|healthchecks(?:\.io)?|usememos|memos|monica(?:hq)?"
    r"|uptime[-_ ]?kuma|louislam|jellyfin)(?![a-z0-9])",
    re.IGNORECASE,
)
DATA = sorted(
    [
        *(PACKAGE / "lexicon").rglob("*.*"),
        *(PACKAGE / "playbooks").rglob("*.*"),
        *(PACKAGE / "rank").rglob("*.*"),
        *(PACKAGE / "offline").rglob("*.*"),
    ]
)
FILES = [path for path in DATA if path.suffix in {".yaml", ".py"}]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_measured_application_is_named(path: Path) -> None:
    """Words of a golden application in lexicon, playbooks or ranking would be an answer learnt by heart."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [
        f"{number}: {line[:80]}" for number, line in enumerate(lines, start=1) if APPLICATIONS.search(line)
    ] == []


def test_all_data_is_looked_at() -> None:
    """The search covers the word lists, every shipped playbook and the lexicon, and would find a name."""
    names = {path.relative_to(PACKAGE).as_posix() for path in FILES}
    assert {"rank/words.yaml", "playbooks/login.yaml", "lexicon/auth.yaml", "offline/phrases.yaml"} <= names
    for name in ("Apollo", "uptime-kuma", "Uptime Kuma", "memos", "healthchecks", "usememos/memos"):
        assert APPLICATIONS.search(f"see {name}, too")
    for word in ("health checks", "healthcheck", "memo", "memory", "harmonica", "uptime"):
        assert not APPLICATIONS.search(f"see {word}, too")
