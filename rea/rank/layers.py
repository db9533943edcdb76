"""Guesses the layer of a file (client, server, build) from its language, its path and its config marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from indexer.records import ConfigMark, FileRecord
from indexer.text.words import sub_words
from rea.rank.wordlists import word_list

CLIENT_LANGUAGES = frozenset(("vue", "svelte", "tsx", "jsx", "html", "css", "scss", "less", "swift", "dart"))
SERVER_LANGUAGES = frozenset(
    ("python", "go", "java", "kotlin", "csharp", "php", "ruby", "rust", "sql", "scala", "elixir", "c", "cpp")
)
BUILD_MARKS = frozenset(("build", "ci", "container", "release", "deploy"))

# A file of the wrong layer may still be right: the guess is coarse.
UNKNOWN, OPPOSITE = 0.85, 0.5


def layer_table(files: Iterable[FileRecord], marks: Iterable[ConfigMark]) -> Mapping[str, str]:
    """Path to client, server, build or '' (unknown)."""
    built = {mark.path for mark in marks if mark.kind in BUILD_MARKS}
    return {record.path: "build" if record.path in built else _layer(record) for record in files}


def _layer(record: FileRecord) -> str:
    folder = record.path.rpartition("/")[0]
    parts = [part.lower() for segment in folder.split("/") for part in (segment, *sub_words(segment))]
    if record.language in CLIENT_LANGUAGES:
        return "client"
    if parts and (parts[0] in word_list("build_folders") or ".github" in parts):
        return "build"
    if record.language in SERVER_LANGUAGES:
        return "server"
    client = sum(part in word_list("client_folders") for part in parts)
    server = sum(part in word_list("server_folders") for part in parts)
    if client != server:
        return "client" if client > server else "server"
    return ""


def layer_factor(layer: str, wanted: str) -> float:
    """What a file of `layer` is worth to a node that wants another."""
    if wanted in ("", "any", "mixed") or layer == wanted:
        return 1.0
    return UNKNOWN if not layer or layer == "build" or wanted == "build" else OPPOSITE
