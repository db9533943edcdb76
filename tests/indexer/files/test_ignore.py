"""Ignore patterns, measured against git itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexer.files.ignore import IgnoreRules
from tests.indexer.trees import git

PATHS = (
    *(
        "a.txt",
        "b.log",
        "src/a.txt",
        "src/b.log",
        "src/lib/a.txt",
        "docs/a.txt",
        "docs/x/y/a.txt",
        "a/b/c/d.py",
    ),
    *(
        "build/out.o",
        "src/build/out.o",
        "foo bar.txt",
        "[x].txt",
        "x.txt",
        "#hash",
        "!bang",
        "a?b",
        "é/登录.py",
    ),
    *(
        "node_modules/p/index.js",
        "web/node_modules/q.js",
        ".hidden/f",
        "vendor/ours/f.go",
        "vendor/f.go",
        "a-b/c",
    ),
)
PATTERNS = (
    *(
        "*.txt",
        "/a.txt",
        "src/",
        "src",
        "/src/*.txt",
        "build/",
        "**/build",
        "docs/**",
        "docs/**/a.txt",
        "a/**/d.py",
    ),
    *(
        "*",
        "?.txt",
        "[ab].txt",
        "[!a].txt",
        "[^a].txt",
        "[a-c].txt",
        "\\#hash",
        "\\!bang",
        "#comment",
        "",
        "  ",
    ),
    *("foo bar.txt", "trailing ", "trailing\\ ", "é/", "登录.py", "*/a.txt", "**", "/**", "**/", "/", "a**b"),
    *(
        "\\[x\\].txt",
        "[[]x].txt",
        "a\\?b",
        "node_modules",
        "/node_modules/",
        ".*",
        "x.txt/",
        "src/lib",
        "lib/a.txt",
    ),
    *("!a.txt", "!src/", "!*.py", "!/docs/x/", "a-b", "[a\\-b]-b", "[]x].txt", "[", "a.txt/**", "**/a.txt"),
)


def verdicts(patterns: list[str], paths: tuple[str, ...] = PATHS) -> set[str]:
    """The paths our rules leave out."""
    rules = IgnoreRules()
    rules.add("", "\n".join(patterns), ".reaignore")
    told = {path: rules.verdict(path) for path in paths}
    return {path for path, verdict in told.items() if verdict is not None and not verdict.include}


def git_verdicts(root: Path, patterns: list[str]) -> set[str]:
    """The paths git would leave out."""
    (root / ".gitignore").write_text("\n".join(patterns) + "\n")
    asked = "\0".join(PATHS)
    done = subprocess.run(
        ["git", "check-ignore", "--no-index", "-z", "--stdin"],
        cwd=root,
        input=asked.encode(),
        capture_output=True,
        check=False,
    )
    return {name.decode() for name in done.stdout.split(b"\0") if name}


@pytest.fixture(scope="module")
def empty_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository without files: git judges paths that need not exist."""
    root = tmp_path_factory.mktemp("ignore")
    git(root, "init", "-q")
    return root


@pytest.mark.parametrize("pattern", [pattern for pattern in PATTERNS if not pattern.startswith("!")])
def test_one_pattern_means_what_git_means(empty_repository: Path, pattern: str) -> None:
    """Every kind of pattern leaves out the same paths as in git."""
    assert verdicts([pattern]) == git_verdicts(empty_repository, [pattern])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from([pattern for pattern in PATTERNS if not pattern.startswith("!")]), max_size=5)
)
def test_several_patterns_add_up_as_in_git(empty_repository: Path, patterns: list[str]) -> None:
    """Files of several patterns without `!` leave out the same paths as in git."""
    assert verdicts(patterns) == git_verdicts(empty_repository, patterns)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PATTERNS), max_size=5))
def test_with_exceptions_at_most_more_comes_back(empty_repository: Path, patterns: list[str]) -> None:
    """`!` also works inside folders that are out: whatever we leave out, git leaves out too."""
    assert verdicts(patterns) <= git_verdicts(empty_repository, patterns)


def test_an_exception_works_inside_a_folder_that_is_out() -> None:
    """`vendor/` and then `!vendor/ours/` keeps the one folder; in the other order the folder stays out."""
    paths = ("vendor/f.go", "vendor/ours/f.go", "src/f.go")
    assert verdicts(["vendor/", "!vendor/ours/"], paths) == {"vendor/f.go"}
    assert verdicts(["!vendor/ours/", "vendor/"], paths) == {"vendor/f.go", "vendor/ours/f.go"}


def test_deeper_files_and_options_win() -> None:
    """An ignore file further down overrules one above, and patterns of the command line overrule both."""
    rules = IgnoreRules()
    rules.add("", "*.log\n", ".reaignore")
    rules.add("keep", "!*.log\n", "keep/.reaignore")
    kept = rules.verdict("keep/a.log")
    assert kept is not None and kept.include and kept.source == "keep/.reaignore:1"
    rules.add_last(["keep/a.log"], "option")
    dropped = rules.verdict("keep/a.log")
    assert dropped is not None and not dropped.include
    assert rules.verdict("keep/a.txt") is None


def test_patterns_of_a_file_hold_only_below_it() -> None:
    """Rules are relative to the folder their file lies in."""
    rules = IgnoreRules()
    rules.add("web", "/dist\n", "web/.ignore")
    assert rules.verdict("web/dist/a.js") is not None
    assert rules.verdict("dist/a.js") is None
    assert rules.verdict("web/x/dist/a.js") is None


def test_rules_above_the_root_see_the_whole_path() -> None:
    """With a root that is a folder of the tree, patterns still speak of paths from the top."""
    rules = IgnoreRules(prefix="apps/web/")
    rules.add("", "/apps/web/gen/\n", ".reaignore")
    assert rules.verdict("gen/a.ts") is not None
    assert rules.verdict("src/gen/a.ts") is None


def test_where_exceptions_may_apply_is_known() -> None:
    """Folders that are out are entered only if a `!` pattern could match below them."""
    rules = IgnoreRules()
    rules.add("", "!vendor/ours/\n", ".reaignore")
    assert rules.may_bring_back("vendor")
    assert rules.may_bring_back("vendor/ours/deep")
    assert not rules.may_bring_back("node_modules")
    rules.add("", "!*.go\n", ".reaignore")
    assert rules.may_bring_back("node_modules")


@pytest.mark.parametrize("odd", ["[", "[z-a]", "\\", "!", "/", "a[", "(", "+", "a{2}", "\x00", "$^"])
def test_odd_patterns_do_no_harm(odd: str) -> None:
    """Patterns that are no valid expression are literal or mean nothing; none of them fails."""
    assert "zzz/other.py" not in verdicts([odd], ("zzz/other.py",))
