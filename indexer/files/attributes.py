"""The attributes linguist-vendored and linguist-generated of `.gitattributes`, as sets of ignore rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from indexer.files.ignore import IgnoreRules, Verdict
from indexer.files.skip import SkipReason

_LINE = re.compile(r'[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s#"]\S*))[ \t]+(.+)')
_ATTRIBUTE = re.compile(r"(-|!)?linguist-(vendored|generated)(?:=(\w+))?(?=\s|$)")
# `*.js linguist-vendored` (Laravel's skeleton ships it) only steers GitHub's language bar: the whole front
# end of such an application is its own.
_WHOLE_LANGUAGE = re.compile(r"(?:\*\*/)?\*\.\w+")


@dataclass(slots=True)
class LinguistAttributes:
    """`set` attributes leave files out, unset ones (`-linguist-vendored`, `=false`) bring them back."""

    prefix: str = ""
    _rules: dict[SkipReason, IgnoreRules] = field(default_factory=dict)

    def add(self, folder: str, text: str, source: str) -> None:
        """Adds the `.gitattributes` file of a folder."""
        if "linguist-" not in text:
            return
        lines: dict[str, list[str]] = {"vendored": [], "generated": []}
        for line in text.split("\n"):
            match = _LINE.match(line.rstrip("\r"))
            told = {name: "" for name in lines}
            for sign, name, value in _ATTRIBUTE.findall(match[3]) if match else ():
                pattern = match[1] or match[2] if match else ""
                unset = sign == "-" or value.lower() in ("false", "0", "no")
                if sign != "!" and (unset or name == "generated" or not _WHOLE_LANGUAGE.fullmatch(pattern)):
                    told[name] = f"!{pattern}" if unset else pattern
            for name, rule in told.items():
                lines[name].append(rule)
        for name, rules in lines.items():
            reason = SkipReason(name)
            self._rules.setdefault(reason, IgnoreRules(self.prefix)).add(folder, "\n".join(rules), source)

    def __bool__(self) -> bool:
        return any(self._rules.values())

    def verdict(self, path: str) -> tuple[SkipReason, Verdict] | None:
        """What the attributes say of a file: a set attribute wins over one that is unset."""
        said = [
            (reason, verdict) for reason, rules in self._rules.items() if (verdict := rules.verdict(path))
        ]
        return min(said, key=lambda pair: pair[1].include, default=None)

    def may_bring_back(self, folder: str) -> bool:
        """Whether an unset attribute could match something in `folder`."""
        return any(rules.may_bring_back(folder) for rules in self._rules.values())
