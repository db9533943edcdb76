"""`rea serve`: the answers as pages on this machine."""

from __future__ import annotations

import os
import secrets

import click

from rea.cli.helping import Verb
from rea.cli.shell import find_repo, repo_option
from rea.errors import UsageError

DEFAULT_PORT = 8766


@click.command(cls=Verb, short_help="Serve pages to your browser.")
@repo_option
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=DEFAULT_PORT,
    metavar="N",
    help=f"Port on this machine (default {DEFAULT_PORT}; 0 takes a free one).",
)
@click.option("--open", "browse", is_flag=True, help="Open the page in your browser.")
def serve(repo: str | None, port: int, browse: bool) -> int:
    """Ask, read earlier answers and look around in your browser: pages for this machine only.

    Prints the address, which holds a random token, and serves until it is interrupted.
    """
    root = find_repo(repo)
    from rea.hosting.asking import Host
    from rea.hosting.repositories import Repositories
    from rea.settings import config_folder, load_settings

    folder = config_folder(os.environ)
    host = Host(load_settings({}, os.environ, folder), folder)
    try:
        from rea.hosting.workshop import Workshop
        from rea.serve.app import Site
        from rea.serve.server import serve as serve_pages
    except ImportError as error:
        raise UsageError(
            f"The pages need the extra `serve` ({error}).",
            next_step="Install REA with it: pip install 'rea-agent[serve]'.",
        ) from error
    repository = Repositories([root]).all()[0]
    return serve_pages(Site(repository, Workshop(), host), port, secrets.token_urlsafe(24), browse=browse)
