"""search_text: matching lines from all indexed files, spread over files, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from indexer.records import LineHit
from indexer.roles import role_of
from indexer.search.globs import path_filter
from indexer.search.textsearch import SearchOutcome, SearchQuery
from tools.excerpt import cut_around, cut_line, find_match
from tools.fence import Resolved, resolve
from tools.filelines import FileLines
from tools.limits import MAX_HITS, MAX_LINE_CHARACTERS, Deadline, Limits, fit
from tools.lineclass import line_class
from tools.nearest import nearest_paths
from tools.results import SearchHit, SearchResult, hash_lines
from tools.secrets import MAX_QUOTED, is_secret_path, redact_line
from tools.text import count

if TYPE_CHECKING:
    from indexer.reader import Index

EXAMPLE = "search_text(pattern='session_token', glob='src/**')"
_ROLE_ORDER = {"code": 0, "config": 1, "data": 2, "example": 3, "test": 4, "doc": 5, "translation": 6}
# A feature may hide in such files, so they forbid to conclude from zero hits that it does not exist.
_UNSEEN = frozenset({"too_large", "unreadable", "not_checked_out", "submodule_absent"})
_UNINDEXED = frozenset({"vendored", "generated", "minified"})
_REDACTED_AROUND = 1_000  # characters on each side of a match that are looked at for keys
# Lines looked at to judge a file; more would only tell the same.
_JUDGED_LINES = 50


@dataclass(frozen=True, slots=True)
class _FileHits:
    """The hits of one file, telling ones first, and `order`, by which files are sorted."""

    path: str
    hits: tuple[LineHit, ...]
    order: tuple[int, ...]


def search_text(
    index: Index,
    pattern: str,
    glob: str = "",
    limit: int = MAX_HITS,
    ignore_case: bool = False,
    *,
    limits: Limits | None = None,
) -> SearchResult:
    """At most `limit` (30) lines that match a regular expression, with one line around each.

    `glob` narrows the search: a folder, a file, or globs with `**`, `{a,b}` and a leading `!` for exclusion,
    separated by commas. Files take turns, so that no file fills the answer; code comes before tests,
    documents and translations. A pattern that is no regular expression, or matches nothing as one, is
    searched as plain text.
    """
    limits = limits or Limits()
    deadline = Deadline(limits.seconds)
    scope = _scope(index, glob)
    query = SearchQuery(pattern, scope or None, ignore_case=ignore_case, timeout=deadline.left())
    outcome = index.search(query)
    if not outcome.hits and not outcome.truncated and _may_be_meant_literally(pattern):
        plain = index.search(replace(query, literal=True, timeout=deadline.left()))
        if plain.hits:
            note = "no line matches this as a regular expression; these match it as plain text"
            query, outcome = replace(query, literal=True), replace(plain, note=note)
    paths = {hit.path for hit in outcome.hits}
    secret = {path for path in paths if is_secret_path(path)}
    hits = tuple(hit for hit in outcome.hits if hit.path not in secret)
    if secret:
        left_out = f"hits in {count(len(secret), 'secret-like file')} are not shown"
        outcome = replace(outcome, note="; ".join(part for part in (outcome.note, left_out) if part))
    outcome = replace(outcome, hits=hits, files_matched=len(paths) - len(secret))
    files = _ranked(hits, pattern)
    chosen = _spread(files, max(1, min(limit, MAX_HITS)))
    shown = _shown(index, chosen, query, deadline)
    result = _result(index, (pattern, glob, scope), outcome, shown, sure=not secret)
    return fit(result, limits.characters)


def _scope(index: Index, glob: str) -> str:
    """The glob as the index understands it. A real file or a folder from the root is taken literally."""
    glob = glob.strip()
    if glob in ("", ".", "./", "/", "*", "**", "**/*"):
        return ""
    glob = _from_root(index, glob)
    place = resolve(index, glob) if not re.search(r"[*!,]", glob) else None
    if not isinstance(place, Resolved) or place.skipped:
        return glob
    if not place.path:
        return ""
    literal = re.sub(r"[\[{?*]", lambda match: f"[{match.group()}]", place.path).replace("\\", "?")
    return f"{literal}/**" if place.kind == "folder" else f"./{literal}" if "/" in literal else literal


def _from_root(index: Index, glob: str) -> str:
    """An absolute glob into the repository, such as `/home/me/repo/src/**`, from its root."""
    plain = glob.replace("\\", "/")
    parts = plain.split("/")
    wild = next((number for number, part in enumerate(parts) if re.search(r"[*?{\[]", part)), 0)
    if not wild or not re.match(r"/|[A-Za-z]:/", plain):
        return glob
    place = resolve(index, "/".join(parts[:wild]))
    if not isinstance(place, Resolved) or place.kind != "folder":
        return glob
    return "/".join([*([place.path] if place.path else []), *parts[wild:]])


def _may_be_meant_literally(pattern: str) -> bool:
    """The text itself is not among what the expression matches.

    It has groups, classes, repeats or anchors.
    """
    return re.search(r"[\[\](){}*+?|^$]", pattern) is not None


def _ranked(hits: Sequence[LineHit], pattern: str) -> list[_FileHits]:
    by_path: dict[str, list[LineHit]] = {}
    for hit in hits:
        by_path.setdefault(hit.path, []).append(hit)
    words = tuple(word.lower() for word in re.findall(r"[A-Za-z]{4,}", re.sub(r"\\.", " ", pattern)))
    files = [_file_hits(path, found, words) for path, found in by_path.items()]
    return sorted(files, key=lambda file: (file.order, file.path))


def _file_hits(path: str, hits: Sequence[LineHit], words: Sequence[str]) -> _FileHits:
    """The hits of a file, telling lines first; its order is role, best line, and whether its path says so."""
    judged = [(line_class(hit.text, words), hit.line, hit) for hit in hits[:_JUDGED_LINES]]
    judged.sort(key=lambda row: row[:2])
    telling = (*(hit for _, _, hit in judged), *hits[_JUDGED_LINES:])
    lowered = path.lower()
    named = sum(word in lowered for word in words)
    return _FileHits(path, telling, (_ROLE_ORDER[role_of(path)], judged[0][0], -named))


def _spread(files: Sequence[_FileHits], limit: int) -> list[LineHit]:
    """Files take turns until the limit is reached.

    Tests and documents share a fifth of the room, translations get two rows, unless the code leaves more.
    """
    main = [file for file in files if file.order[0] < _ROLE_ORDER["test"]]
    aside = [file for file in files if _ROLE_ORDER["test"] <= file.order[0] < _ROLE_ORDER["translation"]]
    last = [file for file in files if file.order[0] == _ROLE_ORDER["translation"]]
    kept_last = min(limit // 15, len(last))
    kept_aside = min(limit // 5, sum(len(file.hits) for file in aside))
    chosen = _turns(main, limit - kept_last - kept_aside)
    chosen += _turns(aside, limit - kept_last - len(chosen))
    chosen += _turns(last, limit - len(chosen))
    place = {file.path: position for position, file in enumerate(files)}
    return sorted(chosen, key=lambda hit: (place[hit.path], hit.line))


def _turns(files: Sequence[_FileHits], limit: int) -> list[LineHit]:
    """At most `limit` hits, one of each file in turn."""
    chosen: list[LineHit] = []
    turn = 0
    while len(chosen) < limit:
        given = [file.hits[turn] for file in files[:limit] if turn < len(file.hits)]
        if not given:
            break
        chosen += given[: limit - len(chosen)]
        turn += 1
    return chosen


def _shown(
    index: Index, hits: Sequence[LineHit], query: SearchQuery, deadline: Deadline
) -> tuple[SearchHit, ...]:
    """The hits with their neighbours, redacted and cut; stops when time is over."""
    shown: list[SearchHit] = []
    lines = FileLines(index)
    for hit in hits:
        if deadline.over() and shown:
            break
        shown.append(_shown_hit(lines, hit, query))
    return tuple(shown)


def _shown_hit(lines: FileLines, hit: LineHit, query: SearchQuery) -> SearchHit:
    text = _text(lines, hit, query)
    own_hash = hash_lines([hit.text])
    if lines.at(hit.path, hit.line) != hit.text:
        # The file changed while it was searched: its neighbours may be other lines now.
        return SearchHit(hit.path, hit.line, text, None, None, own_hash, own_hash)
    before = lines.redacted(hit.path, hit.line - 1)
    after = lines.redacted(hit.path, hit.line + 1)
    around = [lines.at(hit.path, number) for number in (hit.line - 1, hit.line, hit.line + 1)]
    return SearchHit(
        path=hit.path,
        line=hit.line,
        text=text,
        before=None if before is None else cut_line(before),
        after=None if after is None else cut_line(after),
        text_hash=own_hash,
        context_hash=hash_lines(line for line in around if line is not None),
    )


def _text(lines: FileLines, hit: LineHit, query: SearchQuery) -> str:
    """The matching line, redacted and cut around the match."""
    text = lines.redacted(hit.path, hit.line) if len(hit.text) <= MAX_QUOTED else None
    if text is None:
        start, end = find_match(query.pattern, hit.text, ignore_case=query.ignore_case, literal=query.literal)
        text = redact_line(hit.text[max(0, start - _REDACTED_AROUND) : end + _REDACTED_AROUND][:MAX_QUOTED])
    if len(text) <= MAX_LINE_CHARACTERS:
        return text
    span = find_match(query.pattern, text, ignore_case=query.ignore_case, literal=query.literal)
    return cut_around(text, *span)


def _result(
    index: Index,
    asked: tuple[str, str, str],
    outcome: SearchOutcome,
    shown: tuple[SearchHit, ...],
    *,
    sure: bool,
) -> SearchResult:
    """`sure`: nothing that was found has been held back."""
    pattern, glob, scope = asked
    notes = [outcome.note]
    total = len(outcome.hits)
    unseen, unindexed = _left_out(index, scope)
    if unseen:
        notes.append(f"{count(unseen, 'file')} could not be searched (too large or not readable)")
    if index.refreshed.stale:
        notes.append("the index is older than the files: another process is writing it")
    complete = (
        sure and not (outcome.truncated or unseen or index.refreshed.stale) and outcome.files_searched > 0
    )
    if total:
        cut = len(shown) < total or outcome.truncated
        hint = _hint_for_hits(len(shown), outcome) if cut else ""
    else:
        cut = outcome.truncated
        if unindexed:
            notes.append(f"{count(unindexed, 'vendored, generated or minified file')} not indexed")
        hint = _hint_for_none(index, glob, outcome, complete=complete)
    return SearchResult(
        pattern=pattern,
        glob=glob,
        hits=shown,
        files_searched=outcome.files_searched,
        files_matched=outcome.files_matched,
        total_hits=total,
        complete=complete,
        note="; ".join(note for note in notes if note),
        truncated=cut,
        hint=hint,
    )


def _left_out(index: Index, scope: str) -> tuple[int, int]:
    """How many files below a glob could not be searched, and how many are left out on purpose."""
    fits = path_filter(scope) if scope else lambda _: True
    reasons = [skipped.reason for skipped in index.skipped() if fits(skipped.path)]
    return sum(reason in _UNSEEN for reason in reasons), sum(reason in _UNINDEXED for reason in reasons)


def _hint_for_hits(shown: int, outcome: SearchOutcome) -> str:
    total = f"at least {len(outcome.hits):,}" if outcome.truncated else f"{len(outcome.hits):,}"
    return f"{shown} of {total} hits shown: tighten the pattern or name a directory."


def _hint_for_none(index: Index, glob: str, outcome: SearchOutcome, *, complete: bool) -> str:
    if not outcome.files_searched and glob:
        near = nearest_paths(index, glob) if not re.search(r"[*!,{]", glob) else ()
        return f"No indexed file is below {glob!r}." + (f" Nearest: {', '.join(near)}." if near else "")
    if complete:
        files = count(outcome.files_searched, "file")
        return f"0 hits in {files}: this is a fact. Repeating it gives the same; try another word."
    return "0 hits, but not everything was searched: this does not prove that it is not there."
