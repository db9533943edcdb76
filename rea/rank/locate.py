"""`rea locate`: which files a text is about. The first of two questions; "how" is the second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rea.rank.concepts import question_query
from rea.rank.fuse import RankedFile
from rea.rank.ranker import Ranker
from rea.rank.report import REPORT_WEIGHTS, is_report, report_query

if TYPE_CHECKING:
    from indexer.reader import Index


def locate(index: Index, text: str, k: int = 20) -> tuple[RankedFile, ...]:
    """The `k` files a question or an issue text is most likely about, best first, with reasons."""
    if is_report(text):
        return Ranker(index, REPORT_WEIGHTS).rank(report_query(text)).files[:k]
    return Ranker(index).rank(question_query(text)).files[:k]
