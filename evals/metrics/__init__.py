"""The measures, one per file. ALL lists them in the order of the reports."""

from __future__ import annotations

from evals.metrics.abstention import Abstention
from evals.metrics.citation_accuracy import CitationAccuracy
from evals.metrics.citations_exist import CitationsExist
from evals.metrics.citations_in_range import CitationsInRange
from evals.metrics.citations_supported import CitationsSupported
from evals.metrics.citations_unchanged import CitationsUnchanged
from evals.metrics.cited_precision import CitedPrecision
from evals.metrics.cited_precision_gold import CitedPrecisionGold
from evals.metrics.cited_recall import CitedRecall
from evals.metrics.cost import Cost
from evals.metrics.false_abstention import FalseAbstention
from evals.metrics.file_recall import FileRecall
from evals.metrics.node_coverage import NodeCoverage
from evals.metrics.nodes_proven import NodesProven
from evals.metrics.seconds import Seconds
from evals.metrics.span_recall import SpanRecall
from evals.metrics.stability import Stability
from evals.metrics.tokens import Tokens
from evals.metrics.tool_calls import ToolCalls
from evals.metrics.turns import Turns
from evals.records import Metric

ALL: tuple[Metric, ...] = (
    FileRecall(),
    CitedRecall(),
    CitedPrecision(),
    CitedPrecisionGold(),
    SpanRecall(),
    NodeCoverage(),
    NodesProven(),
    CitationAccuracy(),
    CitationsExist(),
    CitationsInRange(),
    CitationsUnchanged(),
    CitationsSupported(),
    Abstention(),
    FalseAbstention(),
    Stability(),
    Turns(),
    ToolCalls(),
    Tokens(),
    Cost(),
    Seconds(),
)
