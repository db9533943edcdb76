"""The command line: verbs that parse, call and print. Every exit of the process is decided in `run`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from rea import __version__
from rea.cli.helping import MAX_WIDTH
from rea.cli.lazy import Interrupted, LazyGroup
from rea.cli.shell import PipeClosed
from rea.errors import BROKEN_PIPE, INTERRUPTED, ReaError


@click.group(
    cls=LazyGroup,
    subcommand_metavar="VERB [ARGUMENTS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": MAX_WIDTH},
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
