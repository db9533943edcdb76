"""A seal on stored answers: a repository may bring a `.rea/` folder, but only what this user wrote counts."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

KEY_FILE = "seal.key"
KEY_BYTES = 32


def seal(text: str, folder: Path) -> str:
    """The seal of a text under this user's key, '' when no key can be kept in `folder`."""
    key = _key(folder)
    return hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest() if key else ""


def is_sealed(text: str, mark: str, folder: Path) -> bool:
    """Whether `mark` is the seal of the text; never true without a key."""
    expected = seal(text, folder)
    return bool(expected) and hmac.compare_digest(expected.encode(), mark.encode("utf-8", "replace"))


def _key(folder: Path) -> bytes:
    """The key, made on first use, readable by its owner only; empty when it can be neither read nor made."""
    path = folder / KEY_FILE
    with suppress(OSError):
        return _read(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
        return _read(path)
    except OSError:
        return b""


def _read(path: Path) -> bytes:
    key = path.read_bytes()
    return key if len(key) == KEY_BYTES else b""
