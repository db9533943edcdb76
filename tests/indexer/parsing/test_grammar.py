"""Tests of finding out which grammars are installed."""

from __future__ import annotations

from indexer.parsing.grammar import has_grammar, query_source
from indexer.parsing.languages import known_languages


def test_every_language_with_a_query_has_its_grammar() -> None:
    """The pack that is installed holds each of them; a language without one is told apart."""
    assert [name for name in known_languages() if query_source(name) and not has_grammar(name)] == []
    assert not has_grammar("text")
