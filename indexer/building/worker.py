"""Indexes single files: bytes in, rows and words out. Runs in workers, or here for small trees."""

from __future__ import annotations

import codecs
import hashlib
import os
import time
from collections.abc import Iterable
from pathlib import Path

from indexer.files.skip import SkipReason
from indexer.files.walk import content_skip
from indexer.parsing.chunks import chunk_spans
from indexer.parsing.extract import Extracted, extract
from indexer.parsing.fallback import regex_symbols
from indexer.parsing.languages import language_of
from indexer.paths import to_raw
from indexer.roles import role_of
from indexer.routing.routes import routes_of
from indexer.storage.outline import pack_symbols, pack_uses, plain_name
from indexer.storage.rows import (
    FLAG_CR,
    FLAG_NOT_UTF8,
    FLAG_ODD_LINES,
    FLAG_ODD_PATH,
    BatchResult,
    FileRow,
    Job,
    Outline,
    RouteRow,
    SkipRow,
    trusted_time,
)
from indexer.storage.segment import SegmentBuilder
from indexer.text.decode import Decoded, decode
from indexer.text.lines import count_lines

_READ_FLAGS = os.O_RDONLY
for _name in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"):
    _READ_FLAGS |= getattr(os, _name, 0)

PLAIN_NOTE = "not parsed: the parser crashed or hung on it"


class Indexer:
    """Indexes files below one root and collects their words in one builder. `squeeze`: compress outlines."""

    def __init__(self, root: Path) -> None:
        self._folder = os.path.join(root, "")  # noqa: PTH118 (a Path per file costs as much as reading it)
        self.squeeze = False
        self.builder = SegmentBuilder()

    def run(self, jobs: Iterable[Job]) -> BatchResult:
        """Indexes some files."""
        result = BatchResult()
        for job in jobs:
            self.run_one(job, result)
        return result

    def run_one(self, job: Job, result: BatchResult) -> None:
        """Indexes one file and adds what became of it to `result`."""
        started = time.time_ns()
        try:
            data = _read(self._folder + os.fsdecode(to_raw(job.path)), job.size)
        except OSError as error:
            detail = error.strerror or type(error).__name__
            result.skipped.append(
                SkipRow(job.path, SkipReason.UNREADABLE.value, detail, job.size, job.mtime_ns, 1)
            )
            return
        result.read_bytes += len(data)
        mtime_ns = trusted_time(job.mtime_ns, started)
        sha = hashlib.sha1(data, usedforsecurity=False).digest()
        if sha == job.known_sha:
            result.same.append((job.size, mtime_ns, job.path))
            return
        reason = content_skip(data, job.path, forced=job.forced)
        if reason is not None:
            result.skipped.append(SkipRow(job.path, reason.value, "", job.size, mtime_ns, 1))
            return
        try:
            self._index(job, data, (mtime_ns, sha), result)
        except Exception as error:  # noqa: BLE001 (one strange file must not end the run; it is reported)
            self._degraded(job, data, (mtime_ns, sha), result, error)

    def _degraded(
        self, job: Job, data: bytes, known: tuple[int, bytes], result: BatchResult, error: Exception
    ) -> None:
        """Indexes the text of a file whose parse failed; if that fails too, the file is skipped."""
        fault = f"{type(error).__name__}: {error}"[:160]
        if not job.plain:
            try:
                self._index(job._replace(plain=True), data, known, result)
                return
            except Exception as again:  # noqa: BLE001 (as above)
                fault = f"{type(again).__name__}: {again}"[:160]
        row = SkipRow(
            job.path, SkipReason.UNREADABLE.value, f"indexing it fails ({fault})", job.size, known[0], 1
        )
        result.skipped.append(row)

    def _index(self, job: Job, data: bytes, known: tuple[int, bytes], result: BatchResult) -> None:
        decoded = decode(data, job.path)
        text = decoded.text
        flags, source = _source(job.path, data, decoded)
        if flags & FLAG_ODD_LINES:
            text = source.decode("utf-8", "replace")
        language = language_of(job.path, source[:512])
        found = _extracted(job, language, source, text)
        routes = [
            RouteRow(job.file_id, r.line, r.method, r.pattern, r.handler, r.framework)
            for r in routes_of(job.path, language, text, found.symbols)
        ]
        squeeze = self.squeeze
        outline = Outline(
            job.file_id,
            pack_symbols(found.symbols, squeeze=squeeze),
            pack_uses(found.uses, squeeze=squeeze),
        )
        lines = count_lines(source)
        note = "; ".join(part for part in (decoded.note, found.note) if part)
        row = FileRow(
            job.file_id, job.path, language, role_of(job.path), job.size, *known, decoded.encoding,
            lines, flags, note, len(found.symbols),
        )  # fmt: skip
        # Nothing below fails for what a file holds: words once added cannot be taken back.
        spans = chunk_spans(lines, [(symbol.start, symbol.end) for symbol in found.symbols])
        self.builder.add_text(job.file_id, source, spans)
        self.builder.add_names(job.file_id, [(plain_name(s.name), s.kind) for s in found.symbols])
        result.files.append(row)
        result.outlines.append(outline)
        result.routes += routes


def _extracted(job: Job, language: str, source: bytes, text: str) -> Extracted:
    if job.plain:
        return Extracted(job.path, tuple(regex_symbols(job.path, language, text)), (), PLAIN_NOTE)
    return extract(job.path, language, source, text)


def _source(path: str, data: bytes, decoded: Decoded) -> tuple[int, bytes]:
    """The flags of a file and its text as UTF-8 in which every line ends in \\n, possibly after a \\r."""
    flags = 0
    if decoded.encoding == "utf-8-sig":
        data = data[len(codecs.BOM_UTF8) :]
    elif decoded.encoding != "utf-8" or decoded.note:
        flags |= FLAG_NOT_UTF8
        data = decoded.text.encode("utf-8", "replace")
    if b"\0" in data:
        flags |= FLAG_NOT_UTF8
    if b"\r" in data:
        flags |= FLAG_CR
        if data.count(b"\r") != data.count(b"\r\n"):
            flags |= FLAG_ODD_LINES
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if "\\" in path:
        flags |= FLAG_ODD_PATH
    return flags, data


def _read(path: str, size: int) -> bytes:
    """A file's bytes; few calls of the system if it still has the size seen when it was listed.

    A link or a pipe that took the file's place since then is an error, not a way out of the repository.
    """
    handle = os.open(path, _READ_FLAGS)
    try:
        parts = []
        while part := os.read(handle, size + 1):
            parts.append(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)
    finally:
        os.close(handle)


def load_tables() -> None:
    """Loads what every file needs, before there is one."""
    import indexer.arrays  # noqa: F401 (loads numpy)

    language_of("a.py")
    role_of("a.py")
