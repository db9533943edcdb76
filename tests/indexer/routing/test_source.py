"""The light scan over a file."""

from __future__ import annotations

from indexer.records import Symbol
from indexer.routing.source import ARGUMENT_REACH, Source


def source(text: str, language: str = "javascript") -> Source:
    """A source without symbols."""
    return Source("a", language, text, ())


def test_arguments_skip_strings_and_comments() -> None:
    """Commas and brackets inside strings, comments and nested brackets split nothing."""
    text = 'f(\'a, (b\', [1, 2], /* , */ x => { y(1, 2); }, "\\")") // )'
    found = source(text).arguments(1)
    assert found is not None
    assert found.positional == ("'a, (b'", "[1, 2]", "/* , */ x => { y(1, 2); }", '"\\")"')
    assert text[found.end] == ")"


def test_named_arguments() -> None:
    """`name=` and `name:` are arguments by name; `=>`, `==` and `::` are not."""
    found = source('f("/a", methods=["GET"], to: "x#y", a => b, c == d, A::B)', "python").arguments(1)
    assert found is not None
    assert found.named == {"methods": '["GET"]', "to": '"x#y"'}
    assert source('f("room:*", b)').arguments(1).positional == ('"room:*"', "b")  # type: ignore[union-attr]
    assert found.positional == ('"/a"', "a => b", "c == d", "A::B")


def test_a_call_that_is_too_long_is_cut() -> None:
    """An inline handler longer than the reach still leaves the arguments before it."""
    found = source('on("login", () => {' + " work();" * ARGUMENT_REACH).arguments(2)
    assert found is not None
    assert found.positional[0] == '"login"'


def test_a_quote_without_end_is_a_character() -> None:
    """An apostrophe in a comment-like text or a regular expression does not swallow the rest."""
    found = source("f(/it's/, g)\nh('x')").arguments(1)
    assert found is not None
    assert found.positional[-1] == "g"


def test_comments_by_language() -> None:
    """A hash opens a comment in Python, not in C#; an attribute of Rust or PHP is none."""
    assert source("# x", "python").commented(2)
    assert source("a(); // x").commented(8)
    assert not source("#[get]", "rust").commented(2)
    assert not source("#region x", "csharp").commented(8)


def test_the_definition_below() -> None:
    """A decorator belongs to the next definition whose name stands below it, class or function."""
    text = "@a\nclass C:\n    @b\n    @c\n    def f(self): ...\n"
    symbols = (
        Symbol("a.py", "C", "C", "class", 1, 5, "class C:"),
        Symbol("a.py", "f", "C.f", "method", 3, 5, "def f(self): ..."),
    )
    code = Source("a.py", "python", text, symbols)
    above, inside = code.below(1), code.below(3)
    assert above is not None and above.symbol.name == "C" and above.is_type
    assert inside is not None and inside.symbol.name == "f" and inside.row == 5
    assert code.below(6) is None
