"""Bytes to text. A ladder: UTF-8, byte order mark, declared charset, detected charset, replacement.

Whatever the step, the line ends of the bytes are the line ends of the text, so that a line number found in
the index is the line number an editor shows. Nothing here raises.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from indexer.text.lines import count_lines

# How much of a file is looked at for NUL bytes: the same 8,000 bytes as git.
BINARY_WINDOW = 8_000
# Control characters that turn up in text: bell, tab, line ends, form feed, DOS end of file, escape.
_TEXT_BYTES = bytes(sorted({7, 8, 9, 10, 12, 13, 26, 27, *range(0x20, 0x7F), *range(0x80, 0x100)}))
# Above this share of others a file is not text. Random bytes have 10 %.
_CONTROL_LIMIT = 0.05

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is its beginning
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = (
    # PEP 263, Emacs and Vim lines: the first two lines; XML, HTML and CSS: anywhere in the first 1,024 bytes.
    re.compile(rb"\A(?:[^\r\n]*\r?\n)?[^\r\n]*?(?:en)?coding[:=][ \t]*([-\w.]+)"),
    re.compile(rb"<\?xml[^>]*?encoding=[\"']([-\w.]+)", re.IGNORECASE),
    re.compile(rb"<meta[^>]*?charset=[\"']?([-\w.]+)", re.IGNORECASE),
    re.compile(rb"\A@charset \"([-\w.]+)\""),
)
# Only charsets of text that keep ASCII; names such as `unicode_escape` or `zip` must never be obeyed. Each is
# widened to the superset browsers use, because files declare `gb2312` or `latin1` and hold more.
_WIDER = {
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "big5": "cp950", "big5hkscs": "big5hkscs",
    "cp950": "cp950", "shift_jis": "cp932", "cp932": "cp932", "euc_jp": "euc_jp", "euc_kr": "cp949",
    "cp949": "cp949", "iso8859-1": "cp1252", "cp1252": "cp1252", "iso8859-15": "iso8859-15",
    "iso8859-2": "iso8859-2", "cp1250": "cp1250", "cp1251": "cp1251", "koi8-r": "koi8-r", "koi8-u": "koi8-u",
    "iso8859-5": "iso8859-5", "iso8859-7": "iso8859-7", "cp1253": "cp1253", "iso8859-9": "cp1254",
    "cp1254": "cp1254", "cp1255": "cp1255", "cp1256": "cp1256", "cp1257": "cp1257", "cp866": "cp866",
    "cp437": "cp437", "cp850": "cp850", "mac-roman": "mac-roman", "tis-620": "tis-620", "cp874": "cp874",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, the Python name of the charset it was read as, and a note for people if it was not
    plain."""

    text: str
    encoding: str
    note: str = ""


def is_binary(data: bytes) -> bool:
    """Whether the bytes are not text: a NUL near the start (unless UTF-16 or UTF-32), many control
    characters, or any at all in bytes that are not UTF-8."""
    head = data[:BINARY_WINDOW]
    if head.startswith(b"%PDF-"):
        return True
    if b"\0" in head:
        return not (_bom(head) or _utf16_order(head))
    if head.isascii() and b"\x01" not in head:
        return False
    controls = len(head.translate(None, _TEXT_BYTES))
    return controls > _CONTROL_LIMIT * len(head) or (controls > 0 and not _is_utf8(head) and not _bom(head))


def _is_utf8(head: bytes) -> bool:
    """Whether the start of a file is UTF-8; its last character may be cut."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def decode(data: bytes, name: str = "") -> Decoded:
    """The text of a file. `name` is not needed; it lets a suffix decide where the bytes cannot."""
    wide = b"\0" in data[:BINARY_WINDOW] or data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    if wide and (decoded := _decode_wide(data)):
        return decoded
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_legacy(data)
    if text.startswith("\ufeff"):
        return Decoded(text[1:], "utf-8-sig")
    if b"\x1b" in data and b"\x1b$" in data and (japanese := _strict(data, "iso2022_jp_ext")):
        return Decoded(japanese, "iso2022_jp_ext", "read as iso2022_jp_ext (escape sequences)")
    return Decoded(text, "utf-8")


def _bom(head: bytes) -> str:
    return next((encoding for mark, encoding in _BOMS if head.startswith(mark)), "")


def _utf16_order(head: bytes) -> str:
    """utf-16-le, utf-16-be or ''. Text has its NULs on one side only, and no control characters once
    decoded."""
    head = head[: len(head) & ~1]
    if len(head) < 4:
        return ""
    pairs = len(head) // 2
    nul_first, nul_second = head[0::2].count(0), head[1::2].count(0)
    if max(nul_first, nul_second) < 0.05 * pairs or min(nul_first, nul_second) > 0.005 * pairs:
        return ""
    order = "utf-16-le" if nul_second > nul_first else "utf-16-be"
    text = head.decode(order, "replace")
    strange = sum(1 for char in text if not (char.isprintable() or char in "\t\n\r\f"))
    return order if strange <= 0.01 * len(text) else ""


def _decode_wide(data: bytes) -> Decoded | None:
    encoding = _bom(data[:4])
    note = ""
    if not encoding or encoding == "utf-8-sig":
        encoding = _utf16_order(data[:BINARY_WINDOW])
        note = f"read as {encoding} (detected)"
    if not encoding:
        return None
    text = data.decode(encoding, "replace")
    return Decoded(text.removeprefix("\ufeff"), encoding, note)


def _decode_legacy(data: bytes) -> Decoded:
    """Bytes that are not UTF-8 as a whole."""
    if declared := _declared(data[:1024]):
        text = _strict(data, declared)
        if text is not None:
            return Decoded(text, declared, f"read as {declared} (declared)")
    damaged = _damaged_utf8(data)
    if damaged:
        return damaged
    from indexer.text.charsets import detect

    encoding = detect(data)
    text = _strict(data, encoding)
    if text is not None:
        return Decoded(text, encoding, f"read as {encoding} (detected)")
    text, replaced = _by_line(data, encoding)
    return Decoded(text, encoding, f"read as {encoding} (detected), {replaced} bytes replaced")


def _declared(head: bytes) -> str:
    """The charset the file names itself, widened; '' when none, or none that can be trusted."""
    for pattern in _DECLARED:
        if match := pattern.search(head):
            try:
                known = codecs.lookup(match.group(1).decode("ascii", "replace")).name
            except LookupError:
                continue
            return _WIDER.get(known, "")
    return ""


def _strict(data: bytes, encoding: str) -> str | None:
    """The text if every byte decodes and no line end is made or lost, else None."""
    try:
        text = data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None
    return text if count_lines(text) == count_lines(data) else None


def _damaged_utf8(data: bytes) -> Decoded | None:
    """UTF-8 with a few bad bytes: at least nine good characters beyond ASCII for each bad byte."""
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    if bad * 10 > beyond_ascii:
        return None
    return Decoded(text.removeprefix("\ufeff"), "utf-8", f"{bad} undecodable bytes replaced")


_LINE_END = re.compile(rb"(\r\n|\n|\r)")


def _by_line(data: bytes, encoding: str) -> tuple[str, int]:
    """Text with bad bytes replaced, line by line, so that no damaged character can swallow a line end."""
    parts = [
        part.decode("ascii") if index % 2 else part.decode(encoding, "replace").translate(_NO_LINE_ENDS)
        for index, part in enumerate(_LINE_END.split(data))
    ]
    text = "".join(parts)
    return text, text.count("\ufffd")


_NO_LINE_ENDS = {10: " ", 13: " "}
