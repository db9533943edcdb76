"""File patterns mean what people expect who know shells and ignore files."""

from __future__ import annotations

import pytest

from indexer.search.globs import path_filter


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("*.py", "a.py", True),
        ("*.py", "src/deep/a.py", True),
        ("*.py", "a.pyc", False),
        ("src/*.py", "src/a.py", True),
        ("src/*.py", "src/deep/a.py", False),
        ("src/**/*.py", "src/a.py", True),
        ("src/**/*.py", "src/deep/er/a.py", True),
        ("src/**", "src/deep/a.py", True),
        ("**/auth*", "web/auth/login.ts", True),
        ("src", "src/a.py", True),
        ("src/", "src/a.py", True),
        ("tests", "web/tests/x.js", True),
        ("web/tests", "other/web/tests/x.js", False),
        ("/src", "src/a.py", True),
        ("./src/a.py", "src/a.py", True),
        ("src\\a.py", "src/a.py", True),
        ("*.{js,ts}", "x.ts", True),
        ("*.{js,ts}", "x.tsx", False),
        ("*.py,*.js", "x.js", True),
        ("!tests", "tests/a.py", False),
        ("!tests", "src/a.py", True),
        ("*.py,!tests", "tests/a.py", False),
        ("[ab].txt", "b.txt", True),
        ("[!ab].txt", "b.txt", False),
        ("a?.txt", "ab.txt", True),
        ("a+b(c).txt", "a+b(c).txt", True),
        ("[", "[", True),
        ("{a", "{a", True),
        ("", "anything", True),
    ],
)
def test_patterns(glob: str, path: str, fits: bool) -> None:
    """Each row: the pattern takes the path or does not."""
    assert path_filter(glob)(path) is fits
