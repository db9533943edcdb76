"""Nodes proven: stages of the plan with two evidences, and for data with a write and a read or clear."""

from __future__ import annotations

from evals.records import Case, Run, Score
from evals.scoring import Share, answerable_only


class NodesProven(Share):
    """The strict form of node coverage: a stage that is to be confirmed does not count."""

    name = "nodes_proven"
    title = "nodes proven"

    def score(self, case: Case) -> Score:
        """Proven stages / stages."""

        def of_run(run: Run) -> Score:
            rows = run.answer.flow
            proven = sum(row.state == "proven" for row in rows)
            total = len(rows) + len(run.answer.missing)
            thin = tuple(f"to be confirmed {row.stage}" for row in rows if row.state != "proven")
            return Score(proven / total if total else 0.0, f"{proven} of {total} stages are proven", thin)

        return answerable_only(case, of_run)
