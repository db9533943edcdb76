"""The one door of the `rea` command: check the siblings, then hand over to the command line."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; exit 2 with two lines when a foreign package would be imported."""
    from rea._siblings import foreign_sibling

    reason = foreign_sibling()
    if reason:
        sys.stderr.write(
            f"rea: {reason}.\n"
            "Install rea-agent in an environment of its own (pipx, uv tool install, or a fresh venv).\n"
        )
        raise SystemExit(2)
    if sys.argv[1:] == ["--version"]:
        # Asked in loops and by other programs: answered without loading the command line.
        from rea import __version__

        sys.stdout.write(f"rea {__version__}\n")
        return
    from rea.cli import run

    raise SystemExit(run())
