"""The pages as text: templates, one style sheet, one script, and the policy that allows nothing else."""

from __future__ import annotations

import base64
import hashlib
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rea.render.page import TEMPLATES as PAGE_TEMPLATES
from rea.render.page import page_filters

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).with_name("templates")


def render(name: str, **values: object) -> str:
    """A page. `values` must hold `base`, the address all pages begin with, ending in a slash."""
    return _environment().get_template(name).render(style=style(), script=script(), **values)


@lru_cache(maxsize=1)
def style() -> str:
    """The style sheet of an answer's page and what these pages add to it."""
    return _text(PAGE_TEMPLATES / "page.css") + _text(TEMPLATES / "serve.css")


@lru_cache(maxsize=1)
def script() -> str:
    """The one script."""
    return _text(TEMPLATES / "serve.js")


@lru_cache(maxsize=1)
def policy() -> str:
    """Nothing from elsewhere; this style sheet, this script, requests and forms to this server."""
    return "; ".join(
        (
            "default-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
            "connect-src 'self'",
            "img-src data:",
            f"style-src {_digest(style())}",
            f"script-src {_digest(script())}",
        )
    )


def _moment(seconds: float) -> str:
    """A time in UTC, to the minute."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def _text(path: Path) -> str:
    """The hash is over what the browser reads, so line ends are made one kind."""
    return path.read_text(encoding="utf-8").replace("\r\n", "\n")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@lru_cache(maxsize=1)
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader([TEMPLATES, PAGE_TEMPLATES]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update({**page_filters(), "moment": _moment})
    return environment
