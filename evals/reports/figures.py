"""How figures are written, in every form of a report."""

from __future__ import annotations

from evals.measures import Mean, MeasureInfo


def figure(value: float, measure: MeasureInfo) -> str:
    """A value: shares with three digits, amounts with as many as they need."""
    if measure.share:
        return f"{value:.3f}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}"


def with_error(mean: Mean | None, measure: MeasureInfo) -> str:
    """`0.812 ±0.031`; `-` when nothing could be scored."""
    if mean is None:
        return "-"
    error = f" ±{figure(mean.error, measure)}" if mean.error is not None else ""
    return figure(mean.value, measure) + error


def chance(p: float) -> str:
    """A p-value."""
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"


def label(measure: MeasureInfo) -> str:
    """The name of a measure with its unit where the name alone does not tell."""
    if not measure.unit or measure.unit in measure.title:
        return measure.title
    return f"{measure.title} ({measure.unit})"
