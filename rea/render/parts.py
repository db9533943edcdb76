"""What all formats have in common: the sentences and lists an answer comes down to, before any layout."""

from __future__ import annotations

from collections.abc import Sequence

from rea.answer import Answer, Citation, SearchFact
from rea.plan import Reading
from rea.render.words import Words

# A commit is recognised by its first characters.
HASH_CHARACTERS = 10
# Searches beyond these say little more; the JSON holds them all.
SEARCHES_SHOWN = 12


def place(citation: Citation) -> str:
    """`path:12` or `path:12-40`, as the citation parser reads it back."""
    lines = f"{citation.start}" if citation.start == citation.end else f"{citation.start}-{citation.end}"
    return f"{citation.path}:{lines}"


def places(citations: Sequence[Citation]) -> tuple[str, ...]:
    """One entry per file, its spans as a list: `path:12-40,55`."""
    spans: dict[str, list[Citation]] = {}
    for citation in citations:
        spans.setdefault(citation.path, []).append(citation)
    return tuple(
        f"{path}:" + ",".join(place(item)[len(path) + 1 :] for item in sorted(group, key=lambda c: c.start))
        for path, group in spans.items()
    )


def verdict_line(answer: Answer, words: Words) -> str:
    """The status, and why it is not better."""
    status = words("status", answer.status)
    if not answer.reason:
        return status
    return words("with_reason", status=status, reason=words("reason", answer.reason))


def reading_line(answer: Answer, words: Words) -> str:
    """How the question was read."""
    return words("reading", reading=words.reading(answer.interpretation))


def lead_sentence(answer: Answer, words: Words) -> str:
    """The sentence that stands in for a conclusion when there is none, '' when there is one."""
    if answer.conclusion:
        return ""
    if answer.status == "not_found":
        subject = ", ".join(answer.subject)
        return words("not_found_about", subject=subject) if subject else words("not_found_text")
    return words("absence_text") if answer.reason == "absence_unproven" else words("failed_text")


def choosing_flag(reading: Reading) -> str:
    """The flag that chooses a reading."""
    if reading.kind:
        return f"--kind {reading.kind}"
    if reading.layer and reading.layer not in ("any", "mixed"):
        return f"--flow {reading.flow} --layer {reading.layer}"
    return f"--flow {reading.flow}"


def other_readings(answer: Answer) -> tuple[Reading, ...]:
    """The readings to offer: only where the question was really open."""
    return answer.alternatives if answer.status == "ambiguous" else ()


def search_line(search: SearchFact, words: Words) -> tuple[str, str]:
    """A search and what came of it."""
    counts = {0: words("no_hits"), 1: words("one_hit")}
    hits = counts.get(search.hits, words("hits", hits=f"{search.hits:,}"))
    bare = search.pattern.removeprefix("(?i)")
    pattern = f"{bare} [{search.glob}]" if search.glob else bare
    return pattern, f"{hits} {words('in_files', files=f'{search.files_searched:,}')}"


def stamp_items(answer: Answer, words: Words) -> tuple[str, ...]:
    """What the answer was made from, in short pieces."""
    stamp = answer.stamp
    commit = f"{words('stamp', 'commit')} {stamp.commit[:HASH_CHARACTERS]}" if stamp.commit else ""
    items = [
        f"REA {stamp.rea_version}",
        f"{words('stamp', 'model')} {stamp.model}",
        commit or words("stamp", "no_commit"),
        words("stamp", "dirty") if stamp.dirty else "",
        words("stamp", "index_age", age=words.age(stamp.index_age)),
        f"{stamp.turns} {words('stamp', 'turns')}",
        f"{stamp.tool_calls} {words('stamp', 'calls')}",
        f"{stamp.files_read} {words('stamp', 'files')}",
        f"{stamp.tokens:,} {words('stamp', 'tokens')}" if stamp.tokens else "",
        f"${stamp.cost:.4f}" if stamp.cost is not None else "",
        words("ago", "seconds", n=f"{stamp.seconds:.1f}"),
        f"{words('stamp', 'run')} {stamp.run_id}" if stamp.run_id and not stamp.reused else "",
        f"{words('stamp', 'reused')} {stamp.run_id} ({words('stamp', 'rechecked')})" if stamp.reused else "",
    ]
    return tuple(item for item in items if item)
