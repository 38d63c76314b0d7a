"""What stands between quotes in a script of a page, and which of it is meant for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

PART = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`|\$\{|[{}]|"""
    r"""(?<=[(,=:&|?!])[ ]?/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*""", re.DOTALL)  # fmt: skip
SHOWN = re.compile(r"(?:\b(?:text|title|placeholder)|\"aria-label\"|textContent|append|Notification) ?[:=(] ?$")
CODE = re.compile(r"(?:class(?:Name)?:? ?|querySelector(?:All)?\(|closest\(|from |getElementById\(|matchMedia\()$")
PROSE = re.compile(r"[A-Za-z]+[,;:]? [A-Za-z]|^[A-Z][a-z]+\b|[a-z][.:]$|[A-Za-z]{2,} $|^[:;]? [A-Za-z]{2,}")


@dataclass(frozen=True)
class Literal:
    """A text in a script: where it stands, what stands before it, its parts; between these something is put in."""

    start: int
    end: int
    before: str
    parts: tuple[str, ...]
    inside: tuple[str, ...] = ()

    @property
    def is_for_people(self) -> bool:
        """Whether it looks like words that somebody reads on the page."""
        if CODE.search(self.before):
            return False
        if SHOWN.search(self.before):
            return any(re.search(r"[A-Za-z]{2}", part) for part in self.parts)
        return any(PROSE.search(part) for part in self.parts)


def literals(script: str) -> Iterator[Literal]:
    """Those of a script, also those within others."""
    found: list[Literal] = []
    _scan(script, 0, found, is_inside=False)
    return iter(sorted(found, key=lambda one: one.start))


def _scan(script: str, at: int, found: list[Literal], *, is_inside: bool) -> int:
    """Reads code up to the brace that ends it, or to the end; gives where."""
    depth = 0
    while part := PART.search(script, at):
        at, token = part.end(), part.group()
        if token in ("{", "${"):
            depth += 1
        elif token == "}":
            if is_inside and not depth:
                return part.start()
            depth -= 1
        elif token == "`":
            at = _template(script, part.start(), found)
        elif token[0] in "\"'":
            found.append(Literal(part.start(), at, script[max(0, part.start() - 40) : part.start()], (token[1:-1],)))
    return len(script)


def _template(script: str, start: int, found: list[Literal]) -> int:
    at, parts, inside = start + 1, [""], []
    while script[at] != "`":
        if script.startswith("${", at):
            end = _scan(script, at + 2, found, is_inside=True)
            inside.append(script[at + 2 : end])
            parts.append("")
            at = end + 1
        else:
            size = 2 if script[at] == "\\" else 1
            parts[-1] += script[at : at + size]
            at += size
    found.append(Literal(start, at + 1, script[max(0, start - 40) : start], tuple(parts), tuple(inside)))
    return at + 1
