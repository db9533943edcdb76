"""A frozen plan as text: how the question is read and what an answer would have to prove."""

from __future__ import annotations

from rea.plan import Plan
from rea.render import Format
from rea.render.parts import choosing_flag
from rea.render.safe import json_text, markdown_code, markdown_text, terminal_line
from rea.render.words import Words


def render_plan(plan: Plan, form: Format) -> str:
    """The plan in one of the formats, ending with a line feed."""
    if form == "json":
        from rea.runs.codec import to_json

        return json_text(to_json(plan, indent=2)) + "\n"
    words = Words(plan.lang)
    return _markdown(plan, words) if form == "markdown" else _terminal(plan, words)


def _terminal(plan: Plan, words: Words) -> str:
    lines = [
        plan.question,
        "",
        words("reading", reading=words.reading(plan.reading)) + f" ({plan.reading.reason})",
        words("terms", terms=", ".join(plan.subject) or "—"),
    ]
    if plan.alternatives:
        lines += ["", words("alternatives")]
        lines += [
            f"  {words.reading(r)}  ({words('choose_with')} {choosing_flag(r)})" for r in plan.alternatives
        ]
    lines += ["", words("to_prove")]
    for number, node in enumerate(plan.nodes, start=1):
        optional = f" ({words('optional')})" if node.optional else ""
        lines += [
            f"  {number}. {node.title}{optional}",
            f"     {node.question}",
            f"     {', '.join(node.needs)}",
        ]
    return "\n".join(terminal_line(line).rstrip() for line in lines) + "\n"


def _markdown(plan: Plan, words: Words) -> str:
    lines = [f"# {markdown_text(plan.question)}", ""]
    lines += [
        markdown_text(words("reading", reading=words.reading(plan.reading)) + f" ({plan.reading.reason})"),
        "",
    ]
    lines += [markdown_text(words("terms", terms=", ".join(plan.subject) or "—")), ""]
    if plan.alternatives:
        lines += [f"## {words('alternatives')}", ""]
        for reading in plan.alternatives:
            flag = markdown_code(choosing_flag(reading))
            lines.append(f"- {markdown_text(words.reading(reading))}: {words('choose_with')} {flag}")
        lines.append("")
    lines += [f"## {words('to_prove')}", ""]
    for number, node in enumerate(plan.nodes, start=1):
        optional = f" ({words('optional')})" if node.optional else ""
        lines.append(f"{number}. **{markdown_text(node.title)}**{optional}: {markdown_text(node.question)}")
    return "\n".join(lines) + "\n"
