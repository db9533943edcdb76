"""Node coverage: stages of the plan for which anything was found."""

from __future__ import annotations

from evals.records import Case, Run, Score
from evals.scoring import Share, answerable_only


class NodeCoverage(Share):
    """By the answer's own plan. An answer without any stage covers nothing."""

    name = "node_coverage"
    title = "node coverage"

    def score(self, case: Case) -> Score:
        """Stages with at least one evidence / stages."""

        def of_run(run: Run) -> Score:
            found, missing = len(run.answer.flow), run.answer.missing
            total = found + len(missing)
            text = f"{found} of {total} stages have evidence"
            return Score(
                found / total if total else 0.0, text, tuple(f"missing {title}" for title in missing)
            )

        return answerable_only(case, of_run)
