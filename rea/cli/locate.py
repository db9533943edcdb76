"""`rea locate`: which files a text is about."""

from __future__ import annotations

import json
import sys

import click

from rea.cli.helping import Verb
from rea.cli.shell import json_option, opened_index, put, put_lines, quiet_option, repo_option


@click.command(cls=Verb, short_help="Rank the files a text is about.")
@click.argument("text", nargs=-1)
@click.option(
    "-k",
    "count",
    metavar="N",
    type=click.IntRange(1, 1000),
    default=20,
    help="Files to print (default 20).",
)
@repo_option
@json_option
@quiet_option
def locate(text: tuple[str, ...], count: int, repo: str | None, as_json: bool, quiet: bool) -> int:
    """Rank the files that TEXT (a question, an error, an issue) is most likely about, with the reasons.

    `-` reads the text from standard input.
    """
    from rea.errors import UsageError
    from rea.rank.locate import locate as rank

    words = _read() if text == ("-",) else " ".join(text)
    if not any(character.isalnum() for character in words):
        raise UsageError(
            "The text holds no words.", next_step='Give some: rea locate "where are sessions kept".'
        )
    with opened_index(repo, quiet=quiet) as index:
        ranked = rank(index, words.encode("utf-8", "replace").decode("utf-8"), count)
    if as_json:
        from rea.render.safe import json_text

        rows = [{"path": file.path, "score": round(file.score, 6), "why": list(file.why)} for file in ranked]
        put(json_text(json.dumps({"ranked": rows}, ensure_ascii=False, indent=2)) + "\n", None)
        return 0
    pairs = [
        (f"{number:>3}  {file.score:7.4f}  {file.path}", f"{'':14}{'; '.join(file.why)}")
        for number, file in enumerate(ranked, start=1)
    ]
    put_lines(line for pair in pairs for line in pair if line.strip())
    return 0


def _read() -> str:
    """Standard input, cut where nothing more can matter; it is None when it was closed."""
    return sys.stdin.read(100_000) if sys.stdin is not None else ""
