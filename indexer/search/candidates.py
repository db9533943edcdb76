"""Which files can hold a match: the plan of a search, answered from the segments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from indexer.arrays import np
from indexer.search.lookup import Field, Numbers, Segment, WordAt
from indexer.search.regexplan import Alternative, Edge, Piece, Plan
from indexer.text.words import LONG_WORD, MAX_WORD_BYTES

# A piece that occurs in more words than this narrows nothing, and its postings would take long to read.
_MAX_WORDS = 20_000
# With so few candidate chunks left in a segment, reading their files is cheaper than another look-up.
_FEW_CHUNKS = 40


def candidate_files(segments: Sequence[Segment], plan: Plan) -> list[int] | None:
    """The ids of the live files that can match, or None if all can."""
    if not plan.groups:
        return None
    found: set[int] = set()
    for segment in segments:
        chunks = _chunks(segment, plan)
        files = segment.live_files() if chunks is None else segment.files_of(chunks)
        found.update(files.tolist())
    return sorted(found)


def _chunks(segment: Segment, plan: Plan) -> Numbers | None:
    """The chunks of a segment that hold what the plan asks; None: no constraint could be used."""
    held: Numbers | None = None
    for group in sorted(plan.groups, key=_cost):
        if held is not None and len(held) <= _FEW_CHUNKS:
            break
        parts = [_alternative(segment, alternative, plan.folded) for alternative in group]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            continue
        union = known[0] if len(known) == 1 else np.unique(np.concatenate(known))
        held = union if held is None else np.intersect1d(held, union, assume_unique=True)
    return held


def _cost(group: tuple[Alternative, ...]) -> tuple[int, int]:
    """Groups that need no scan first, then those with the longest pieces."""
    pieces = [piece for alternative in group for piece in alternative]
    return (sum(not _is_exact(piece) for piece in pieces), -min(len(piece.text) for piece in pieces))


def _alternative(segment: Segment, alternative: Alternative, folded: bool) -> Numbers | None:
    """The chunks that hold every piece; None if no piece narrows."""
    held: Numbers | None = None
    for piece in sorted(alternative, key=lambda piece: (not _is_exact(piece), -len(piece.text))):
        if held is not None and len(held) <= _FEW_CHUNKS:
            break
        chunks = _piece(segment, piece, folded)
        if chunks is not None:
            held = chunks if held is None else np.intersect1d(held, chunks, assume_unique=True)
    return held


def _is_exact(piece: Piece) -> bool:
    return piece.left is Edge.CLOSED and piece.right is Edge.CLOSED


def _piece(segment: Segment, piece: Piece, folded: bool) -> Numbers | None:
    """The chunks that hold a piece, or a word too long for the vocabulary."""
    field = segment.words
    long = field.exact(LONG_WORD)
    postings = [] if long is None else [long]
    needle = piece.text.encode("utf-8", "replace")
    if len(needle) > MAX_WORD_BYTES:
        pass  # only a long word can hold it
    elif _is_exact(piece) and not folded:
        exact = field.exact(needle)
        if exact is not None:
            postings.append(exact)
    else:
        words = _scan(field, piece, needle, folded)
        if words is None:
            return None
        postings += field.postings(words)
    return segment.chunks_of(postings)[0]


def _scan(field: Field, piece: Piece, needle: bytes, folded: bool) -> list[WordAt] | None:
    """The words that hold a piece; None if there are too many."""
    left = b"\n" if piece.left is Edge.CLOSED else b""
    right = b"\n" if piece.right is Edge.CLOSED else b""
    accept = _boundary_test(piece, len(needle)) if Edge.BOUNDARY in (piece.left, piece.right) else None
    words: list[WordAt] = []
    for at in field.matching(left + needle + right, lower=folded, accept=accept):
        words.append(at)
        if len(words) > _MAX_WORDS:
            return None
    return words


def _boundary_test(piece: Piece, length: int) -> Callable[[bytes, int], int]:
    """A test for `Field.matching`: the piece's neighbours are the word's edge or not ASCII."""
    skip = 1 if piece.left is Edge.CLOSED else 0

    def accept(page: bytes, at: int) -> int:
        start = at + skip
        before, after = page[start - 1], page[start + length]
        left_fits = piece.left is not Edge.BOUNDARY or before == 10 or before >= 0x80
        right_fits = piece.right is not Edge.BOUNDARY or after == 10 or after >= 0x80
        return -1 if left_fits and right_fits else at + 1

    return accept
