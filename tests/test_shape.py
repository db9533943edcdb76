"""The shape of the code, read from its syntax trees: small files and functions, documented, no mocks."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rea", "indexer", "tools", "evals")
# Code that is read by tests, not run by them.
EXAMPLES = {ROOT / "tests" / "fixtures", ROOT / "tests" / "extract"}

MAX_FILE_LINES = 400
MAX_MEDIAN_LINES = 160
LONG_FUNCTION = 50
MAX_FUNCTION = 80
MAX_SHARE_LONG = 0.03
MAX_PARAMETERS = 6
# Names that say nothing about what lives in the module, so that anything ends up there.
DRAWERS = {"utils", "util", "types", "helpers", "common", "misc", "shared"}
MOCK_LIBRARIES = {"mock", "unittest.mock", "pytest_mock", "asynctest"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Module:
    """A parsed Python file: `name` is its path from the root, for messages."""

    name: str
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """How many lines the file has."""
        return self.text.count("\n")


def _modules(*folders: str) -> list[Module]:
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if EXAMPLES & set(path.parents):
                continue
            text = path.read_text(encoding="utf-8")
            found.append(Module(path.relative_to(ROOT).as_posix(), text, ast.parse(text)))
    return found


SOURCE = _modules(*PACKAGES)
TESTS = _modules("tests")


def _functions(module: Module) -> Iterator[Function]:
    for node in ast.walk(module.tree):
        if isinstance(node, Function):
            yield node


def _length(function: Function) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def _parameters(function: Function) -> int:
    arguments = function.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return len([name for name in names if name not in ("self", "cls")])


def _public(body: list[ast.stmt], owner: str) -> Iterator[tuple[str, ast.AST]]:
    """Public classes and functions of a module, and the public methods of public classes."""
    for node in body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield f"{owner}:{node.name}", node
            if isinstance(node, ast.ClassDef):
                yield from _public(node.body, f"{owner}:{node.name}")


def test_no_file_is_longer_than_400_lines() -> None:
    """Every Python file, tests included, can be read in one sitting."""
    assert [f"{m.name} {m.lines}" for m in SOURCE + TESTS if m.lines > MAX_FILE_LINES] == []


def test_the_median_file_is_short() -> None:
    """The typical module does one thing: the median of files with content stays low."""
    lengths = [m.lines for m in SOURCE if m.lines > 5]
    assert statistics.median(lengths) <= MAX_MEDIAN_LINES


def test_few_functions_are_long_and_none_is_very_long() -> None:
    """At most 3 % of the functions pass 50 lines, and none passes 80."""
    measured = [(f"{m.name}:{f.name} {_length(f)}", _length(f)) for m in SOURCE for f in _functions(m)]
    assert [name for name, length in measured if length > MAX_FUNCTION] == []
    long = [name for name, length in measured if length > LONG_FUNCTION]
    assert len(long) <= MAX_SHARE_LONG * len(measured), long


def test_no_test_function_is_very_long() -> None:
    """A test that cannot be read at a glance promises too much at once."""
    assert [f"{m.name}:{f.name}" for m in TESTS for f in _functions(m) if _length(f) > MAX_FUNCTION] == []


def test_functions_take_at_most_six_parameters() -> None:
    """More than six parameters are a record that has no name yet."""
    wide = [f"{m.name}:{f.name}" for m in SOURCE for f in _functions(m) if _parameters(f) > MAX_PARAMETERS]
    assert wide == []


def test_there_is_no_drawer_module() -> None:
    """No module is named for being left over."""
    assert [m.name for m in SOURCE + TESTS if Path(m.name).stem in DRAWERS] == []


def test_every_module_says_its_place() -> None:
    """Each source and test module opens with a docstring."""
    assert [m.name for m in SOURCE + TESTS if not ast.get_docstring(m.tree)] == []


def test_public_names_are_documented() -> None:
    """Public classes, functions and methods carry a docstring."""
    bare = []
    for module in SOURCE:
        for name, node in _public(module.tree.body, module.name):
            assert isinstance(node, Function | ast.ClassDef)
            if not ast.get_docstring(node):
                bare.append(name)
    assert bare == []


def test_every_test_states_its_promise() -> None:
    """Each test has a docstring, the sentence that is broken when it fails."""
    tests = [(m, f) for m in TESTS for f in _functions(m) if f.name.startswith("test_")]
    assert [f"{m.name}:{f.name}" for m, f in tests if not ast.get_docstring(f)] == []


def test_no_mock_library_is_used() -> None:
    """Tests drive real things: no mock library is imported and no attribute is patched."""
    found = []
    for module in SOURCE + TESTS:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Attribute) and node.attr == "setattr":
                owner = node.value
                names = ["unittest.mock"] if isinstance(owner, ast.Name) and owner.id == "monkeypatch" else []
            else:
                continue
            found += [f"{module.name}:{node.lineno}" for name in names if name in MOCK_LIBRARIES]
    assert found == []
