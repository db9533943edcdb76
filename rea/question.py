"""What counts as a question."""

from __future__ import annotations

from rea.errors import UsageError

# Longer texts are issue reports or logs; `rea locate` takes those.
MOST_CHARACTERS = 4_000


def clean_question(text: str) -> str:
    """The question in one line. UsageError if it is empty, far too long, or holds no word in any script."""
    # Bytes of the command line that are not UTF-8 arrive as lone surrogates.
    whole = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    question = " ".join("".join(c if c.isprintable() else " " for c in whole).split())
    if not question:
        raise UsageError("The question is empty.", next_step='Ask one: rea ask "how does login work".')
    if len(question) > MOST_CHARACTERS:
        raise UsageError(
            f"The question has {len(question):,} characters; {MOST_CHARACTERS:,} are read.",
            next_step="Ask in a sentence or two, or use `rea locate` to find files for a long text.",
        )
    if not any(character.isalnum() for character in question):
        raise UsageError("The question holds no words.", next_step="Ask it in words, in English or Chinese.")
    return question
