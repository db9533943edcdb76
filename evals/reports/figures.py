"""How figures are written, in every form of a report."""

from __future__ import annotations

from evals.measures import Mean
from evals.records import Metric


def figure(value: float, metric: Metric) -> str:
    """A value: shares with three digits, amounts with as many as they need."""
    if metric.share:
        return f"{value:.3f}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"


def with_error(mean: Mean | None, metric: Metric) -> str:
    """`0.812 ±0.031`; `-` when nothing could be scored."""
    if mean is None:
        return "-"
    error = f" ±{figure(mean.error, metric)}" if mean.error is not None else ""
    return figure(mean.value, metric) + error


def label(metric: Metric) -> str:
    """The name of a measure with its unit where the name alone does not tell."""
    return f"{metric.title} ({metric.unit})" if metric.unit and metric.unit != metric.title else metric.title
