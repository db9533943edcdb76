"""What a server said instead of a reply, and what that means: vendors word the same fault differently."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rea.errors import (
    BadReply,
    ContextTooLong,
    ModelError,
    ModelUnreachable,
    RateLimited,
    RequestRefused,
    UnknownModel,
    WrongKey,
)

if TYPE_CHECKING:
    import openai

# A message is shown to a user in one line; an error page is not.
SHOWN = 300
# Statuses with which servers report that something about the request itself is wrong. Some local servers use
# 500 and 501 for that, an error within a stream or in a reply that claims success has none (0, 200).
ABOUT_THE_REQUEST = frozenset({0, 200, 400, 413, 415, 422, 429, 500, 501})


@dataclass(frozen=True, slots=True)
class Said:
    """An error as the server worded it. `status` 0: it came within a stream; `parameter`: one it names."""

    status: int
    text: str
    parameter: str = ""
    retry_after: float = 0.0

    @property
    def shown(self) -> str:
        """The message in one line, as far as it is worth showing."""
        line = " ".join(self.text.split())
        return line if len(line) <= SHOWN else line[:SHOWN] + "…"

    def means(self, fault: str) -> bool:
        """Whether the words of this fault occur in it."""
        low = self.text.lower()
        return any(word in low for word in _table()[fault].get("words", ()))

    def number(self, fault: str) -> int:
        """The number of tokens it names for this fault, 0 when it names none."""
        low = self.text.lower().replace(",", "")
        for pattern in _table()[fault].get("limits", ()):
            if found := re.search(pattern, low):
                return int(found.group(1))
        return 0

    @property
    def overflows(self) -> bool:
        """Whether the request was too long."""
        if self.status == 413:
            return True
        return self.status in ABOUT_THE_REQUEST and self.means("context") and not self.means("credit")


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    from indexer.datafiles import load_table

    return load_table(Path(__file__).with_name("faults.yaml"))


def said_by(error: openai.APIError, key: str) -> Said:
    """What an error of the SDK carries. The key is taken out, should the server have repeated it."""
    status = getattr(error, "status_code", 0)
    text, parameter = _message(error.body)
    text = text or ("" if error.body else str(error))
    headers = getattr(getattr(error, "response", None), "headers", {})
    return Said(status, without(text, key), parameter, _seconds(headers.get("retry-after")))


def said_in(body: object, key: str) -> Said | None:
    """The error in a body that came as a success; None when it is none."""
    if not isinstance(body, Mapping) or not body.get("error"):
        return None
    text, parameter = _message(body)
    return Said(200, without(text, key), parameter)


def without(text: str, key: str) -> str:
    """A text with the key blanked."""
    return text.replace(key, "[key]") if len(key) >= 4 else text


def rejected(said: Said, optional: Iterable[str]) -> str:
    """Which of the optional parameters sent the server does not take, '' when it speaks of none of them."""
    if said.status not in {400, 415, 422, 500, 501}:
        return ""
    names = sorted(optional, key=len, reverse=True)
    if said.parameter.split(".")[0] in names:
        return said.parameter.split(".")[0]
    found = [(said.text.find(name), name) for name in names if name in said.text]
    # "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." names the culprit first.
    return min(found, key=lambda pair: (pair[0], -len(pair[1])))[1] if found else ""


def judged(said: Said, model: str, host: str) -> ModelError:
    """The error a user sees."""
    if said.overflows:
        return ContextTooLong(
            f"The request is too long for {model}: {said.shown}", limit=said.number("context")
        )
    if said.status in (401, 407) or (said.status in (400, 403) and said.means("key")):
        return WrongKey(f"{host} does not accept the key ({said.status}): {said.shown}")
    if said.status == 402 or said.means("credit"):
        return RateLimited(
            f"The account at {host} has no credit left: {said.shown}",
            next_step="Add credit or use another key.",
        )
    if said.status == 429:
        wait = f" It asks to wait {said.retry_after:.0f} seconds." if said.retry_after else ""
        return RateLimited(f"{host} takes no more requests for now.{wait} {said.shown}")
    if said.status in (0, 200, 400, 403, 404, 422) and (
        said.means("model") or (said.status == 404 and model.lower() in said.text.lower())
    ):
        return UnknownModel(f"{host} has no model {model!r}: {said.shown}")
    return _by_status(said, host)


def _by_status(said: Said, host: str) -> ModelError:
    if said.status in (404, 405):
        text = f"{host} has no chat completions at this address ({said.status})."
        return BadReply(text)
    if 300 <= said.status < 400:
        return RequestRefused(
            f"{host} sends the request on to another address ({said.status}), which REA does not follow.",
            next_step="Give the final address with --base-url.",
        )
    if said.status == 408 or said.status >= 500:
        return ModelUnreachable(f"{host} fails ({said.status}): {said.shown}")
    if said.status in (0, 200):
        return BadReply(
            f"{host} replied with an error: {said.shown}",
            next_step="See docs/models.md for what each server needs.",
        )
    return RequestRefused(f"{host} does not accept the request ({said.status}): {said.shown}")


def _message(body: object) -> tuple[str, str]:
    """Message with code, and parameter, of an error body in one of its many forms."""
    if isinstance(body, Mapping):
        inner = body.get("error", body)
        if isinstance(inner, Mapping):
            words = [inner.get("message"), inner.get("detail"), inner.get("msg"), inner.get("metadata")]
            words += [inner.get("code"), inner.get("type")]
            extra = inner.get("n_ctx")
            text = " ".join(str(word) for word in words if word)
            text += f" n_ctx: {extra}" if isinstance(extra, int) else ""
            parameter = inner.get("param")
            return text, parameter if isinstance(parameter, str) else ""
        return str(inner), ""
    if isinstance(body, str):
        return re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", body, flags=re.DOTALL | re.IGNORECASE), ""
    return ("" if body is None else str(body)), ""


def _seconds(value: object) -> float:
    try:
        return max(0.0, min(float(str(value)), 86_400.0))
    except ValueError:
        return 0.0
