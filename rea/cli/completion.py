"""`rea completion`: a script that lets a shell complete verbs, flags and values."""

from __future__ import annotations

import click

from rea.cli.helping import PROGRAM, Verb
from rea.cli.shell import put
from rea.errors import UsageError

SHELLS = ("bash", "zsh", "fish", "powershell")
# Click's own name for it; the scripts set it to ask `rea` for completions.
VARIABLE = "_REA_COMPLETE"


@click.command(cls=Verb, short_help="Print the script that completes in a shell.")
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
def completion(shell: str) -> int:
    """Print the script that lets SHELL complete verbs, flags and values: bash, zsh, fish or powershell.

    The script asks `rea` whenever Tab is pressed, so it need not be made again after an update. Bash has to
    be 4.4 or newer; the one that comes with macOS is older.
    """
    from click.shell_completion import ShellComplete, get_completion_class

    from rea.cli import main

    known = get_completion_class(shell)
    if known is None:
        raise UsageError(f"The installed click cannot complete in {shell}.", next_step="Update click.")
    # Not `known.source`: for bash it runs whichever bash comes first, only to learn its version.
    put(ShellComplete.source(known(main, {}, PROGRAM, VARIABLE)), None)
    return 0
