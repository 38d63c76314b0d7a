"""Faults of a ruleset, one line each: what is wrong, at which rule, in which game.

Belongs here: noting them, each kind of fault once a rule. Must not be here: looking for them.
"""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pbem.errors import BadRules, PbemError

T = TypeVar("T")
_NUMBER = re.compile(r"-?[0-9](?:[0-9.,]*[0-9])?")
LONGEST = 300
ALIKE = 3  # faults of one kind at one rule that are told
MOST = 200  # kinds of faults that are noted; whoever has more has seen enough


class Fault(msgspec.Struct, frozen=True):
    """One fault.

    `what` was tried: prompt, examples, scene, ...; `rule` is the rule that asked, "" for the ruleset itself; `where`
    names what it is about, the seat and the game; `text` says what is wrong.
    """

    what: str
    rule: str
    where: str
    text: str

    @property
    def line(self) -> str:
        """`rule 9.8 (luanda, fapla; game 3): prompt: KeyError 'x' (words.py:12)`"""
        place = f"rule {self.rule}" if self.rule else "the ruleset"
        return f"{place}{f' ({self.where})' if self.where else ''}: {self.what}: {self.text}"


class Faults:
    """All that was found. The same fault at the same rule counts once; `seen` is how often any was met."""

    def __init__(self, package: Path | None = None) -> None:
        self.found: dict[tuple[str, str, str], Fault] = {}
        self.advice: dict[str, None] = {}
        self.seen = 0
        self._alike = Counter[tuple[str, str]]()
        self._package = package

    def note(self, what: str, text: str, *, rule: str = "", where: str = "") -> None:
        """Notes a fault. Numbers in `text` tell no two faults apart."""
        self.seen += 1
        key = (what, rule, _shape(text))
        if key not in self.found:
            self._alike[what, rule] += 1
            if self._alike[what, rule] <= ALIKE and len(self.found) < MOST:
                self.found[key] = Fault(what, rule, where, text[:LONGEST])

    def advise(self, lines: Iterable[str]) -> None:
        """What is no fault, and could be better; each line once."""
        for line in lines:
            if len(self.advice) < MOST:
                self.advice[line[:LONGEST]] = None

    def run(self, what: str, call: Callable[[], T], *, rule: str = "", where: str = "",
            allowed: tuple[type[Exception], ...] = ()) -> T | None:
        """What a call gives; None if it raised, which is a fault unless it is `allowed`."""
        try:
            return call()
        except allowed:
            return None
        except RecursionError:
            self.note(what, "calls itself without end", rule=rule, where=where)
        except Exception as error:  # whatever the author's code raises is what is looked for
            self.note(what, f"{described(error)}{self._line_of(error)}", rule=rule, where=where)
        return None

    def lines(self) -> list[str]:
        """One line a fault, those of the ruleset first, then by rule; of many alike the first ones."""
        lines = [fault.line for fault in sorted(self.found.values(), key=lambda f: (_section(f.rule), f.what, f.text))]
        more = sum(count - ALIKE for count in self._alike.values() if count > ALIKE)
        return [*lines, *([f"... and {more} more like these"] if more else [])]

    def _line_of(self, error: BaseException) -> str:
        """The last line of the author's own code that the error passed; none of ours for a refusal, which is no bug."""
        frames = traceback.extract_tb(error.__traceback__)
        own = [f for f in frames if self._package is not None and Path(f.filename).is_relative_to(self._package)]
        if not own and isinstance(error, PbemError):
            return ""
        last = own[-1] if own else frames[-1]
        return f" ({Path(last.filename).name}:{last.lineno})"


def described(error: BaseException) -> str:
    """An error in one line: its own text if it is ours, else its kind too."""
    text = " ".join(str(error).split())
    return text if isinstance(error, PbemError | BadRules) else f"{type(error).__name__} {text}".strip()


def _shape(text: str) -> str:
    return _NUMBER.sub("#", text)[:80]


def _section(rule: str) -> Sequence[Any]:
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in rule.split(".")] if rule else []
