"""`rea mcp`: the tools, questions, locating and checking for other agents, by the Model Context Protocol."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rea.cli.completing import folders
from rea.cli.helping import Verb
from rea.errors import RepositoryError, UsageError

if TYPE_CHECKING:
    from rea.mcp.server import App

DEFAULT_PORT = 8765


@click.command(cls=Verb, short_help="Serve other agents over MCP.")
@click.option(
    "--repo",
    "repos",
    metavar="PATH",
    multiple=True,
    shell_complete=folders,
    help="Folder of a repository, once for each (default: the one around the current folder).",
)
@click.option("--http", is_flag=True, help="Serve HTTP on this machine instead of standard input and output.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=None,
    metavar="N",
    help=f"Port for --http (default {DEFAULT_PORT}; 0 takes a free one).",
)
@click.option("--no-token", is_flag=True, help="Let every program of this machine in over --http.")
@click.option(
    "--prefix",
    default="",
    metavar="TEXT",
    help="Put TEXT before the name of each tool, for clients that mix the tools of servers up.",
)
def mcp(repos: tuple[str, ...], http: bool, port: int | None, no_token: bool, prefix: str) -> int:
    """Serve the five tools, ask, locate and check to an MCP client, which starts this command by itself.

    Ends when the client hangs up. With --http it prints its address and a token on standard error and serves
    until it is interrupted; REA_MCP_TOKEN chooses the token.
    """
    if not http and (port is not None or no_token):
        raise UsageError(
            "--port and --no-token belong to --http.", next_step="Add --http, or leave them out."
        )
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,30}", prefix):
        raise UsageError("--prefix takes letters, digits, _ and -, 30 at most.", next_step="Such as rea_.")
    app = _app(_roots(repos), prefix)
    if http:
        from rea.mcp.http import serve as serve_http

        return serve_http(app, DEFAULT_PORT if port is None else port, _token(no_token))
    from rea.mcp.stdio import serve

    return serve(app)


def _app(roots: list[Path], prefix: str) -> App:
    """The server's parts. UsageError when the SDK is not installed."""
    from rea.hosting.asking import Host
    from rea.hosting.repositories import Repositories
    from rea.settings import config_folder, load_settings

    repositories = Repositories(roots)
    folder = config_folder(os.environ)
    settings = load_settings({}, os.environ, folder)
    try:
        from rea.mcp.server import App
    except ImportError as error:
        raise UsageError(
            f"The MCP server needs the extra `mcp` ({error}).",
            next_step="Install REA with it: pip install 'rea-agent[mcp]'.",
        ) from error
    from rea.hosting.workshop import Workshop
    from rea.mcp.catalogue import Catalogue

    return App(Catalogue(repositories, Host(settings, folder), prefix), Workshop())


def _roots(repos: tuple[str, ...]) -> list[Path]:
    """The folders given, else the repository around this folder: a client may start servers anywhere."""
    from rea.cli.shell import find_repo

    if repos:
        return [find_repo(repo) for repo in repos]
    here = find_repo(None)
    if not ((here / ".git").exists() or (here / ".rea").is_dir()):
        raise RepositoryError(
            f"There is no repository around {here}.", next_step="Name one with --repo PATH."
        )
    return [here]


def _token(none: bool) -> str:
    """What a client has to show; '' when nothing is asked for."""
    import secrets

    given = os.environ.get("REA_MCP_TOKEN", "")
    if none:
        return ""
    if given and not re.fullmatch(r"[!-~]{16,200}", given):
        raise UsageError("REA_MCP_TOKEN is no token.", next_step="It takes 16 to 200 printable characters.")
    return given or secrets.token_urlsafe(24)
