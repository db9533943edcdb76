"""The commented file `rea eval --new` writes: a suite that can be run at once and edited from there."""

from __future__ import annotations

import json
from pathlib import Path

from evals import git
from evals.suite import slug
from indexer.reader import Index

LANGUAGES = 4
_NO_CODE = {"text", "markdown", "json", "yaml", "toml", "ini", "xml", "csv", "dotenv", "gitignore"}

_TEXT = """\
# Golden questions about {name}, for `rea eval {file} --repo PATH`.
# Write down what you know, before you see what REA answers. Five questions already tell something.

name: {name_value}          # with --checkouts DIR, the folder DIR/{name} is asked
repo: {repo}       # where it can be cloned from (--fetch); may be empty
commit: {commit}     # what the paths and lines below refer to; may be empty
languages: [{languages}]
questions:
  - id: {name}-1                # unique in this file
    flow: other                 # login, storage, update, other or your own word; measures are grouped by it
    question: "{question}"
    gold_files:                 # an answer has to read these: three to eight are usual
      - {gold}
    # lang: en                  # or zh
    # tier: detailed            # or broad: "how does login work"
    # hard: true                # groups the measures by difficulty
    # layer: server             # client, server, build or mixed
    # accept_files:             # citing these is no mistake
    #   - path/to/another/file
    # gold_spans:               # the lines that prove each stage, for span recall
    #   - {{stage: "reads the settings", path: {gold}, lines: "10-24", symbol: load}}
    # answer: "For people: what a right answer says."

  # A question the repository has no answer to: the honest answer is "not found". A few of these belong in
  # every suite. Search first, so that it really is not there.
  # - id: {name}-none-1
  #   flow: login
  #   answerable: false
  #   question: "How does signing in with a hardware key work?"
  #   reason: "Searched for webauthn, passkey, fido: nothing."
"""


def starter(index: Index, file: Path) -> str:
    """The text of a new suite about an indexed repository."""
    root = index.root.resolve()
    in_git = git.git_dir(root) is not None
    name = slug(root.name)
    return _TEXT.format(
        name=name,
        name_value=json.dumps(name),
        file=file.name,
        repo=json.dumps(_public(git.origin(root)) if in_git else ""),
        commit=json.dumps(git.head(root) if in_git else ""),
        languages=", ".join(_languages(index)),
        question="What happens first when this program is started?",
        gold=json.dumps(_first_file(index), ensure_ascii=False),
    )


def _public(url: str) -> str:
    """A URL without the credentials it may hold; a path of this machine is left out."""
    scheme, found, rest = url.partition("://")
    if not found:
        return url if "@" in url and ":" in url else ""
    return f"{scheme}://{rest.rpartition('@')[2]}" if scheme != "file" else ""


def _languages(index: Index) -> list[str]:
    counts: dict[str, int] = {}
    for file in index.files():
        if file.role == "code" and file.language not in _NO_CODE:
            counts[file.language] = counts.get(file.language, 0) + file.lines
    return sorted(counts, key=lambda language: (-counts[language], language))[:LANGUAGES]


def _first_file(index: Index) -> str:
    """A file that is likely to be the entry, to be replaced by whoever knows better."""
    files = index.files()
    code = [file.path for file in files if file.role == "code" and file.language not in _NO_CODE]
    entries = [
        path for path in code if Path(path).stem.lower() in ("main", "app", "index", "cli", "__main__")
    ]
    candidates = sorted(
        entries or code or [file.path for file in files], key=lambda path: (path.count("/"), path)
    )
    return candidates[0] if candidates else "README.md"
