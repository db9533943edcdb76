"""Which pages of a vocabulary can hold a piece of a word: a bitmap of pages for every three neighbouring
bytes.

The Linux kernel has some five million words. Without this a search for a piece of a word reads them all;
with it, some tens of pages. Bytes are folded to lower case and hashed, so a page may be named in vain but
never left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Vocabularies of fewer pages are read whole: that takes a millisecond.
MIN_PAGES = 64

_BUCKET_BITS = 14
_BUCKETS = 1 << _BUCKET_BITS
# Neighbouring buckets are stored together, in rows of some ten kilobytes.
_GROUP_BITS = 6
GROUPS = _BUCKETS >> _GROUP_BITS


def page_grams(pages: Sequence[bytes]) -> list[bytes]:
    """The bitmaps of a vocabulary's pages as GROUPS rows; empty for a small vocabulary."""
    from indexer.arrays import np

    if len(pages) < MIN_PAGES:
        return []
    seen = np.zeros((len(pages), _BUCKETS), bool)
    for number, page in enumerate(pages):
        seen[number, buckets(page)] = True
    bitmaps = np.ascontiguousarray(np.packbits(seen, axis=0).T)
    return [rows.tobytes() for rows in np.split(bitmaps, GROUPS)]


def buckets(data: bytes) -> NDArray[np.intp]:
    """The bucket of every three neighbouring bytes."""
    from indexer.arrays import np

    text = np.frombuffer(data.lower(), np.uint8).astype(np.intp)
    return (text[:-2] * 7919 + text[1:-1] * 131 + text[2:]) & (_BUCKETS - 1)


def group_of(bucket: int) -> int:
    """The row that holds a bucket's bitmap."""
    return bucket >> _GROUP_BITS


def pages_in(row: bytes, bucket: int) -> NDArray[np.uint8]:
    """The bitmap of a bucket, out of its row."""
    from indexer.arrays import np

    width = len(row) >> _GROUP_BITS
    return np.frombuffer(row, np.uint8, width, (bucket & ((1 << _GROUP_BITS) - 1)) * width)
