"""What must not leave the machine: files that look like secrets stay unread, key-like values are blanked out.

Redaction works on lines as they are shown. It must be near-free of false alarms on ordinary code, because a
blanked line is a line the reader cannot judge: a value is only blanked when its own form is that of a known
key, or when a name such as `password` is given a literal that looks random.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

MARK = "[redacted]"
# Redaction costs about 1 microsecond a character on hostile lines; no reader needs more of one line.
MAX_QUOTED = 10_000

_TEMPLATE_ENDINGS = (
    "example",
    "sample",
    "template",
    "tmpl",
    "tpl",
    "dist",
    "default",
    "defaults",
    "schema",
    "md",
)
_SECRET_NAMES = re.compile(
    r"""(?ix)
    \.env(\..+)? | .+\.env | id_(rsa|dsa|ecdsa|ed25519)(_sk)? | \.?netrc | _netrc | \.pgpass | \.?htpasswd |
    \.htdigest | \.npmrc | \.pypirc | \.dockercfg | \.s3cfg | \.boto | \.git-credentials |
    \.vault[_-]pass(word)? | \.my\.cnf | \.(ba|z)?sh_history | \.dockerconfigjson |
    credentials?(\.(json|ya?ml|xml|ini|toml|csv|txt|cfg|conf|properties|yml\.enc))? |
    secrets?\.(json|ya?ml|ini|toml|csv|txt|cfg|conf|properties|plist|yml\.enc) |
    (client[_-]secret|service[_-]?account|.+-service-account)[^/]*\.json |
    .+\.(pem|key|p12|pfx|pkcs12|jks|keystore|kdbx?|ppk|tfstate|tfvars|ovpn|agekey)
    """
)
_SECRET_FOLDERS = frozenset({".ssh", ".gnupg", ".aws", ".azure", ".kube", ".secrets"})


def is_secret_path(path: str) -> bool:
    """True when a file's name says that it holds secrets; `.env.example` and other templates are allowed."""
    *folders, name = path.split("/")
    if any(folder.lower() in _SECRET_FOLDERS for folder in folders):
        return True
    lowered = name.lower()
    parts = lowered.split(".")
    if parts[-1] in _TEMPLATE_ENDINGS or lowered.endswith(("-example", "_example", "-sample", "_sample")):
        return False
    if ".env." in f".{lowered}" and any(part in _TEMPLATE_ENDINGS for part in parts):
        return False
    return _SECRET_NAMES.fullmatch(lowered) is not None


# Values whose own form gives them away. Every quantifier is bounded, so that a long line costs linear time.
_KNOWN_KEYS = re.compile(
    r"""(?x)
    \b(?:AKIA|ASIA)[0-9A-Z]{16}\b
    | \bgh[pousr]_[A-Za-z0-9]{36,255}\b
    | \bgithub_pat_[A-Za-z0-9_]{40,255}\b
    | \bglpat-[A-Za-z0-9_-]{20,100}
    | \bxox[abeoprs]-[0-9A-Za-z-]{20,255}
    | \bsk-(?:proj-|ant-|svcacct-)[A-Za-z0-9_-]{20,255}
    | \bsk-[A-Za-z0-9]{40,100}\b
    | \b[rs]k_(?:live|test)_[0-9A-Za-z]{16,255}\b
    | \bwhsec_[0-9A-Za-z+/=]{24,255}
    | \bAIza[0-9A-Za-z_-]{35}
    | \bya29\.[0-9A-Za-z_-]{20,500}
    | \bGOCSPX-[0-9A-Za-z_-]{20,60}
    | \bnpm_[A-Za-z0-9]{36}\b
    | \bpypi-AgE[A-Za-z0-9_-]{50,500}
    | \bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}
    | \bhf_[A-Za-z0-9]{30,100}\b
    | \bdop_v1_[a-f0-9]{64}\b
    | \bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b
    | \bAGE-SECRET-KEY-1[0-9A-Z]{58}\b
    | \beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}
    | \bhttps://hooks\.slack\.com/services/T[A-Z0-9]{6,20}/B[A-Z0-9]{6,20}/[A-Za-z0-9]{16,40}
    | \bhttps://discord(?:app)?\.com/api/webhooks/[0-9]{10,25}/[A-Za-z0-9_-]{40,100}
    | \b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b
    """
)
_KEY_TRIGGERS = (
    "AKIA", "ASIA", "gh", "glpat-", "xox", "sk-", "k_live_", "k_test_", "whsec_", "AIza", "ya29.", "GOCSPX-",
    "npm_", "pypi-AgE", "SG.", "hf_", "dop_v1_", "shp", "AGE-SECRET", "eyJ", "hooks.slack", "webhooks/",
    ":AA",
)  # fmt: skip

_KEY_NAME = (
    r"(?:passw(?:or)?d|passwd|pwd|passphrase|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|"
    r"auth[_-]?key|signing[_-]?key|encryption[_-]?key|master[_-]?key|app[_-]?key|client[_-]?key|credential|bearer)"
)
_NAME_TRIGGERS = ("passw", "pwd", "passphrase", "secret", "token", "key", "credential", "bearer")
_ASSIGNED_LITERAL = re.compile(
    _KEY_NAME + r"""(?P<rest>[\w.-]{0,40})["'\]]{0,2}\s{0,8}(?::=|=>|=|:|,)\s{0,8}"""
    r"""(?:[\w.]{1,30}\()?(?P<quote>["'`])(?P<value>[^"'`\s]{8,512})(?P=quote)""",
    re.IGNORECASE,
)
_ASSIGNED_BARE = re.compile(
    r"^\s{0,40}(?:-\s{1,4})?(?:export\s|ENV\s|ARG\s|set\s)?\s{0,4}[\w.-]{0,60}?"
    + _KEY_NAME
    + r"[\w.-]{0,40}\s{0,8}[=:]\s{0,8}(?P<value>[^\s\"'`]{16,512})\s{0,8}(?:[#;].{0,200})?$",
    re.IGNORECASE,
)
_BARE_ENDINGS = (
    "env",
    "ini",
    "cfg",
    "conf",
    "properties",
    "yml",
    "yaml",
    "toml",
    "txt",
    "dist",
    "example",
    "sample",
)
_URL_PASSWORD = re.compile(
    r"(?P<head>[a-z][a-z0-9+.-]{1,20}://[^\s:@/'\"]{1,64}:)(?P<value>[^\s@/'\"]{6,128})@"
)
_BEARER = re.compile(r"(?P<head>\b(?:Bearer|Basic)\s)(?P<value>[A-Za-z0-9._~+/=-]{20,2000})")

_PLACEHOLDER = re.compile(
    r"(?i)example|sample|changeme|change[_-]me|your|placeholder|dummy|foobar|redacted|xxxx|\*\*\*|\.\.\.|1234567|"
    r"abcdef|test|fake|mock|insecure|<|>|\$\{|\{\{|%\(|\{[a-z_]*\}|^\$[A-Z_a-z]|https?:|://|process\.env|^[/.@#]"
)


def redact_window(lines: Sequence[str], first: int, last: int, path: str = "") -> tuple[str, ...]:
    """Lines `first` to `last` (1-based, inclusive) of a file's lines with key-like values replaced by a mark.

    Give all lines of the file. The number of lines never changes. Lines before the window are looked at for
    the beginning of a private key; `path` tells whether values may stand without quotes. Lines come out cut
    at 10,000 characters.
    """
    begin = first
    for number in range(max(1, first - _KEY_LINES), first):
        if "-----BEGIN" in lines[number - 1]:
            begin = number
            break
    shown = lines[begin - 1 : last]
    hidden = _key_body(shown)
    bare = _allows_bare(path)
    return tuple(
        "[redacted: private key]" if number in hidden else redact_line(shown[number][:MAX_QUOTED], bare=bare)
        for number in range(first - begin, len(shown))
    )


def redact_line(line: str, *, bare: bool = False) -> str:
    """One line with key-like values replaced. `bare`: unquoted values of secret names count too."""
    if any(trigger in line for trigger in _KEY_TRIGGERS):
        line = _KNOWN_KEYS.sub(MARK, line)
    if "://" in line:
        line = _URL_PASSWORD.sub(_redact_url, line)
    if "earer " in line or "asic " in line:
        line = _BEARER.sub(_redact_group, line)
    if "-----BEGIN" in line:
        line = _INLINE_KEY.sub("-----BEGIN PRIVATE KEY----- [redacted: private key]", line)
    lowered = line.lower()
    if any(trigger in lowered for trigger in _NAME_TRIGGERS):
        line = _ASSIGNED_LITERAL.sub(_redact_group, line)
        if bare:
            line = _ASSIGNED_BARE.sub(_redact_group, line)
    return line


def _allows_bare(path: str) -> bool:
    name = path.rsplit("/", 1)[-1].lower()
    return "." not in name.lstrip(".") or name.rsplit(".", 1)[-1] in _BARE_ENDINGS


# The PEM text of the longest key in use (RSA, 16,384 bits) has 200 lines.
_KEY_LINES = 220
_KEY_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END = re.compile(r"-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_KEY_TEXT = re.compile(r"[\s\"'+,>|#*/;.\\nr-]*[A-Za-z0-9+/=:_ -]{16,}[\s\"'+,;\\nr)]*")
_INLINE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\\r|\\n|[A-Za-z0-9+/=\s]){40,8000}"
    r"(?:-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----)?"
)


def _key_body(lines: Sequence[str]) -> frozenset[int]:
    """Positions of lines between the BEGIN and END of a private key that hold its encoded body."""
    hidden: set[int] = set()
    inside = False
    for number, line in enumerate(lines):
        if inside:
            if _KEY_END.search(line) or not _is_key_text(line):
                inside = False
            elif line.strip():
                hidden.add(number)
        elif "-----BEGIN" in line and _KEY_BEGIN.search(line) and not _KEY_END.search(line):
            inside = True
    return frozenset(hidden)


def _is_key_text(line: str) -> bool:
    return not line.strip() or (len(line) <= 4_000 and _KEY_TEXT.fullmatch(line) is not None)


def _redact_group(match: re.Match[str]) -> str:
    value = match.group("value")
    if not looks_random(value):
        return match.group()
    whole = match.group()
    at = match.start("value") - match.start()
    return whole[:at] + MARK + whole[at + len(value) :]


def _redact_url(match: re.Match[str]) -> str:
    value = match.group("value")
    if _PLACEHOLDER.search(value) or len(value) < 8 or not looks_random(value):
        return match.group()
    return f"{match.group('head')}{MARK}@"


# `S3_SECRET_KEY`, `memos_pat_abc123`, `token-2023`: constants, and words with a number behind them.
_NAME_LIKE = re.compile(r"[A-Z0-9]+(?:_[A-Z0-9]+)+|[A-Za-z]+(?:[_.-][A-Za-z]+)*[_.-]?[0-9]{0,4}")


def looks_random(value: str) -> bool:
    """True when a literal looks like a generated key or a strong password rather than a word, path or name.

    Placeholders, dotted or dashed words, constants and identifiers are ordinary; what is left must mix
    letters and digits and carry at least 3 bits a character (English words and identifiers mostly stay below
    or have no digits).
    """
    if len(value) < 10 or _PLACEHOLDER.search(value):
        return False
    digits = sum(ch.isdigit() for ch in value)
    letters = sum(ch.isalpha() for ch in value)
    if not digits or not letters or not value.isascii():
        return False
    if _is_wordlike(value):
        return False
    if len(value) < 32 and _NAME_LIKE.fullmatch(value):
        return False
    floor = 3.0 if len(value) < 20 else 3.3
    return _entropy(value) >= floor


def _is_wordlike(value: str) -> bool:
    """Identifiers and paths such as `user_token_v2`, `oauth2.client`, `sha256/base64`, `Bootstrap5Theme`."""
    pieces = [piece for piece in re.split(r"[^A-Za-z0-9]+", value) if piece]
    words = [word for piece in pieces for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+", piece)]
    if not words or (
        len(pieces) > 2 and all(re.fullmatch(r"[A-Za-z]+|[0-9]{1,4}", piece) for piece in pieces)
    ):
        return True
    long_words = sum(len(word) for word in words if len(word) >= 4 and word.isalpha())
    return long_words / sum(len(word) for word in words) >= 0.6


def _entropy(value: str) -> float:
    """Shannon entropy in bits per character."""
    total = len(value)
    return -sum(n / total * math.log2(n / total) for n in Counter(value).values())
