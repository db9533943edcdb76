"""Plain text of tool results, for a terminal and for a model; repository text is made harmless here."""

from __future__ import annotations

from datetime import datetime, timezone


def iso_day(seconds: int) -> str:
    """The UTC day of a time in seconds since the epoch, as YYYY-MM-DD."""
    try:
        return datetime.fromtimestamp(seconds, tz=timezone.utc).strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):  # a commit may carry any date
        return "????-??-??"
