"""False abstention: questions with an answer that are left without one."""

from __future__ import annotations

from evals.records import Better, Case, Run, Score
from evals.scoring import ABSTAINED, Share, answerable_only


class FalseAbstention(Share):
    """Both "not found" and "failed" leave the user with nothing."""

    name = "false_abstention"
    title = "false abstention"
    headline = True
    better: Better = "lower"

    def score(self, case: Case) -> Score:
        """1 when there is no answer."""

        def of_run(run: Run) -> Score:
            status = run.answer.status
            return Score(float(status in ABSTAINED), f"status {status}")

        return answerable_only(case, of_run)
