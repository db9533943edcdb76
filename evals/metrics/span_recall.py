"""Span recall: golden lines that the evidence of the answer touches."""

from __future__ import annotations

from evals.answers import evidence_of
from evals.records import Case, Run, Score
from evals.scoring import Share, answerable_only, found_share, unscored
from evals.suite import GoldSpan
from rea.answer import Answer


class SpanRecall(Share):
    """A span counts when a citation of the same file overlaps it by at least one line."""

    name = "span_recall"
    title = "span recall"
    headline = True

    def score(self, case: Case) -> Score:
        """Golden spans overlapped / golden spans."""
        spans = case.question.gold_spans
        if case.question.answerable and not spans:
            return unscored("the question names no golden lines")

        def of_run(run: Run) -> Score:
            hit = [_name(span) for span in spans if _overlapped(span, run.answer)]
            return found_share([_name(span) for span in spans], hit, "golden spans")

        return answerable_only(case, of_run)


def _overlapped(span: GoldSpan, answer: Answer) -> bool:
    return any(
        cited.citation.path == span.path
        and cited.citation.start <= span.end
        and span.start <= cited.citation.end
        for cited in evidence_of(answer)
    )


def _name(span: GoldSpan) -> str:
    return f"{span.path}:{span.lines} ({span.stage})"
