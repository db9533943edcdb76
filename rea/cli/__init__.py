"""The command line: verbs that parse, call and print. Every exit of the process is decided in `run`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from rea import __version__
from rea.cli.lazy import Interrupted, LazyGroup
from rea.cli.shell import PipeClosed
from rea.errors import BROKEN_PIPE, INTERRUPTED, ReaError

EPILOG = """\b
Exit codes:
  0   answered, or the command did what it should
  2   usage: a flag, an argument or the question cannot be used
  3   the repository path is not a folder that can be studied
  4   the index cannot be built, opened or written
  5   a playbook, lexicon or settings file has an error
  6   the output file cannot be written
  7   a stored run cannot be found or read
  8   a tool could not carry out the call
  9   an evaluation measured less than was asked for, or not everything
  10  partial answer
  11  ambiguous: the best reading was answered, others are listed
  12  not found: the repository has no such thing
  13  failed: no statement could be verified
  14  the model gave no usable reply (network, limits, a server's fault)
  15  the server refuses the key, the model's name or the request
  16  a recording does not fit what is asked
  17  a checked document cites what is not there or has changed
  18  rea doctor found something that keeps REA from working
  70  a defect of REA (REA_DEBUG=1 shows where)
  130 interrupted
  141 the reader of the output went away
"""


@click.group(
    cls=LazyGroup,
    subcommand_metavar="VERB [ARGUMENTS]...",
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="rea %(version)s")
def main() -> None:
    """Answers questions about a code repository. Every statement is tied to lines and checked."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; what goes wrong is one line on standard error."""
    _tolerant_output()
    try:
        code = main.main(
            args=None if arguments is None else list(arguments), prog_name="rea", standalone_mode=False
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.UsageError as error:
        return _complain(_usage_text(error), "", error.exit_code)
    except click.ClickException as error:
        return _complain(error.format_message(), "", error.exit_code)
    except (Interrupted, KeyboardInterrupt, click.Abort):
        if sys.stderr.isatty():
            sys.stderr.write("\n")  # the terminal has just shown ^C
        return _complain("Interrupted.", "What was done so far is kept.", INTERRUPTED)
    except (PipeClosed, BrokenPipeError):
        # Nobody reads any more; a message would go nowhere and a flush at exit would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except ReaError as error:
        _debug()
        return _complain(str(error), error.next_step, error.exit_code)
    except Exception as error:  # noqa: BLE001 - the one place where a defect becomes a line
        _debug()
        text = f"Internal error: {type(error).__name__}: {error}"
        return _complain(text, "REA_DEBUG=1 shows where; please report it.", ReaError.exit_code)


def _tolerant_output() -> None:
    """A terminal that cannot show a character gets a replacement, not a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _usage_text(error: click.UsageError) -> str:
    where = f" See `{error.ctx.command_path} --help`." if error.ctx is not None else ""
    text = error.format_message()
    return text + ("" if text.endswith((".", "?")) else ".") + where


def _complain(text: str, next_step: str, code: int) -> int:
    from tools.text import safe_text

    line = " ".join(f"{text} {next_step}".split())
    sys.stderr.write(f"rea: {safe_text(line)}\n")
    return code


def _debug() -> None:
    if os.environ.get("REA_DEBUG"):
        import traceback

        traceback.print_exc()
