"""Bytes to text: every rung of the ladder, and the promise that lines never move."""

from __future__ import annotations

import codecs
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from indexer.text.decode import decode, is_binary
from indexer.text.lines import count_lines, split_lines

CODE = "def login(user):\n    return user\n"


@given(st.binary(max_size=400))
@example(b"\xff\xfe")
@example(b"\xff\xfe\x00")
@example(b"\xff\xfe\x00\x00\x01")
@example(b"\xef\xbb\xbf")
@example(b"\x1b$B")
def test_no_bytes_make_it_raise(data: bytes) -> None:
    """Any bytes at all become text that can be encoded again."""
    decoded = decode(data)
    decoded.text.encode("utf-8")
    is_binary(data)


@given(st.lists(st.binary(max_size=12).map(lambda raw: raw.replace(b"\0", b"x")), max_size=8))
@example([b"\x81", b"\xc4\xe3"])
@example([b"# coding: gbk", b"\xc4", b"\xe3"])
@example([b"# coding: shift_jis", b"\x83", b"\x83\x5c"])
def test_the_line_count_never_changes(parts: list[bytes]) -> None:
    """Text read in an 8-bit charset has exactly the lines its bytes have, damaged characters or not."""
    data = b"\r\n".join(parts) if len(parts) % 2 else b"\n".join(parts)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return
    assert len(split_lines(decode(data).text)) == count_lines(data)


@pytest.mark.parametrize(
    "declared", ["gbk", "big5", "shift_jis", "euc-kr", "latin-1", "utf-16", "utf-7", "zip"]
)
@given(st.binary(max_size=80).map(lambda raw: raw.replace(b"\0", b"x")))
def test_a_declared_charset_moves_no_line(declared: str, tail: bytes) -> None:
    """A charset named by the file, true or not, text or not, cannot change the lines."""
    data = f"# coding: {declared}\n".encode() + tail
    assert count_lines(decode(data).text) == count_lines(data)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gbk", "// 用户登录\nint x;\n"),
        ("gbk", "/* 检查密码是否正确，如果错误则返回 */\r\n"),
        ("gbk", "// 你好"),
        ("gbk", "# 配置\nname = 1\n"),
        ("gb18030", "// 获取㐀用户列表\n"),
        ("big5", "// 使用者登入時檢查密碼是否正確\n"),
        ("big5", "/* 資料庫連線設定 */"),
        ("shift_jis", "// ユーザーのログイン処理\n"),
        ("shift_jis", "// テスト"),
        ("euc_jp", "/* データベースに接続する */\n"),
        ("euc_kr", "// 비밀번호를 확인한다\n"),
        ("iso2022_jp", "// ユーザーのログイン\n"),
        ("latin-1", "// Größe der Straße\n"),
        ("latin-1", "# José María Núñez\n"),
        ("latin-1", "Björn"),
        ("latin-1", "Copyright © 2020"),
        ("latin-1", "é"),
        ("cp1252", "“quoted” – it’s €5…\n"),
        ("cp1250", "// Zażółć gęślą jaźń\n"),
        ("cp1251", "// Проверка пароля пользователя\n"),
        ("koi8-r", "// Проверка пароля пользователя\n"),
        ("cp1253", "// Καλημέρα κόσμε\n"),
    ],
)
def test_legacy_text_is_recognised(encoding: str, text: str) -> None:
    """Comments in the languages and charsets people wrote before UTF-8 come out readable."""
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert decoded.note


@pytest.mark.parametrize("encoding", ["gbk", "latin-1", "shift_jis", "cp1251"])
def test_legacy_text_in_a_long_ascii_file_is_recognised(encoding: str) -> None:
    """One comment beyond ASCII in a thousand lines of code is enough."""
    comment = {"gbk": "用户登录", "latin-1": "Größe", "shift_jis": "ログイン処理", "cp1251": "Проверка"}[
        encoding
    ]
    text = CODE * 500 + f"# {comment}\n" + CODE * 500
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize(
    "text", [CODE, "// 用户\r\nint main() { return 0; }\r\n", "using System;\rclass A {}\r"]
)
def test_unicode_is_read_with_and_without_mark(encoding: str, text: str) -> None:
    """UTF-8, UTF-16 and UTF-32 are read with a byte order mark, UTF-16 also without; the mark is not text."""
    data = text.encode(encoding)
    assert not is_binary(data)
    assert decode(data).text == text


@pytest.mark.parametrize(
    "head",
    ["# -*- coding: koi8-r -*-\n", "#!/usr/bin/python\n# vim: fileencoding=koi8-r\n",
     "<?xml version='1.0' encoding='KOI8-R'?>\n", "<html><meta charset=koi8-r>\n", '@charset "koi8-r";\n'],
)  # fmt: skip
def test_a_declared_charset_is_obeyed(head: str) -> None:
    """Python, editor, XML, HTML and CSS declarations are read."""
    text = head + "да\n"
    decoded = decode(text.encode("koi8-r"))
    assert (decoded.text, decoded.encoding) == (text, "koi8-r")
    assert "declared" in decoded.note


def test_utf8_beats_a_wrong_declaration() -> None:
    """A file that is valid UTF-8 is UTF-8, whatever it says."""
    text = "# coding: latin-1\nnaïve = '登录'\n"
    assert decode(text.encode()).text == text


def test_a_declaration_cannot_start_a_codec_that_is_not_text() -> None:
    """Names such as `unicode_escape` or `utf-7` are not obeyed: text stays what the bytes are."""
    for name in ("unicode_escape", "utf-7", "rot13", "idna", "undefined", "nonsense", "zlib"):
        data = f"# coding: {name}\nx = '\\u000a\xe9'\n".encode("latin-1")
        assert "\\u000a" in decode(data).text


def test_a_few_bad_bytes_do_not_spoil_utf8() -> None:
    """UTF-8 with one damaged character stays UTF-8, says so, and keeps the rest readable."""
    decoded = decode("登录流程在这里说明\n".encode() + b"x\xff\n" + CODE.encode())
    assert decoded.text.startswith("登录流程在这里说明\nx\ufffd\n")
    assert decoded.encoding == "utf-8"
    assert "1 undecodable" in decoded.note


def test_a_damaged_legacy_file_is_still_read() -> None:
    """GBK with a cut character is read as GBK, with a replacement where the damage is."""
    decoded = decode(("// 用户登录\n" * 40).encode("gbk") + b"// \xc4\n// end\n")
    assert decoded.encoding == "gb18030"
    assert decoded.text.endswith("// \ufffd\n// end\n")


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"%PDF-1.7\nplain beginning\n",
        b"text and then\0a NUL",
        bytes(random.Random(3).randbytes(4000)),
        b"\x7fELF\x02\x01\x01" + b"\0" * 40,
        bytes(range(256)) * 8,
    ],
)
def test_binary_is_told_from_text(data: bytes) -> None:
    """Images, documents, programs and noise are binary."""
    assert is_binary(data)


@pytest.mark.parametrize(
    "data", [b"", b"x", b"\n", b"a\fb\x1b[31m", "é".encode("latin-1"), "登录".encode("gbk"), b"end\x1a"]
)
def test_text_is_not_binary(data: bytes) -> None:
    """Small files, legacy text, form feeds, colours and a DOS end-of-file are text."""
    assert not is_binary(data)


def test_a_nul_far_into_a_file_does_not_count() -> None:
    """As in git, only the first 8,000 bytes are searched for NUL."""
    assert not is_binary(b"a" * 8_000 + b"\0")
