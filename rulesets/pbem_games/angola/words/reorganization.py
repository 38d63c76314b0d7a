"""8.1-3, 13 A reorganization in words: the public plan of one faction, and what is told of it.

`luanda:a,d +inf1,inf2,brig1 brig1=inf3,inf4,inf5`: in Luanda Columns A and D stand afterwards; two loose infantry and
the new brigade come under these markers; the brigade was made of three infantry. Only regions where something changes
are named; `-` stands for no Column. Units are named without the code of their faction, so that the longest plan fits
its bucket. `a*` is a Column with +1 jungle markers that nobody joins; `a:3` tells its size where sizes are public.
Belongs here: the plan, its form, its sentences. Must not be here: what a plan may say (reorganization).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from pbem.errors import IllegalMove
from pbem_games.angola.numbers import Numbers
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import NONE, faction_name, region_name, unit_names

RULE = "8.1"
NO_COLUMN = "-"
_LETTER = re.compile(r"([a-e])(\*?)(?::([1-9][0-9]?))?")


class Standing(msgspec.Struct, frozen=True):
    """A Column marker in a region afterwards; `alone` if it keeps its +1 markers, `size` 0 if it is not told."""

    letter: str
    alone: bool = False
    size: int = 0


class Change(msgspec.Struct, frozen=True):
    """What becomes of one region: its Column markers, who comes under them, brigades and what they are made of."""

    region: str
    columns: tuple[Standing, ...] = ()
    joining: tuple[Token, ...] = ()
    brigades: tuple[tuple[Token, tuple[Token, ...]], ...] = ()

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple([c.letter for c in self.columns])

    @property
    def used(self) -> tuple[Token, ...]:
        """13 Infantry that became brigades."""
        return tuple(u for _, made_of in self.brigades for u in made_of)


Plan = tuple[Change, ...]


class ReorganizationForm:
    """The plan of one faction; `none` where nothing changes that others can see."""

    def __init__(self, numbers: Numbers, faction: str) -> None:
        self._numbers = numbers
        self._code = numbers.factions[faction].code + "."
        self._units = {u: i for i, u in enumerate(numbers.counters_of[faction])}

    def parse(self, say: str) -> Plan:
        """The plan; IllegalMove for words that name no Column, region or Unit of the faction."""
        plan: list[Change] = []
        for word in [] if say == NONE else say.split(" "):
            if word.startswith("+"):
                last = self._last(plan, word)
                plan[-1] = msgspec.structs.replace(last, joining=(*last.joining, *self._named(word[1:], word)))
            elif "=" in word:
                last = self._last(plan, word)
                brigade, _, made_of = word.partition("=")
                made = (self._named(brigade, word)[0], self._named(made_of, word))
                plan[-1] = msgspec.structs.replace(last, brigades=(*last.brigades, made))
            else:
                plan.append(self._region(word))
        return tuple(plan)

    def spell(self, answer: Plan) -> str:
        return " ".join(self._spell_change(c) for c in sorted(answer, key=lambda c: c.region)) or NONE

    def _spell_change(self, change: Change) -> str:
        columns = sorted(change.columns, key=lambda c: c.letter)
        spelled = [f"{c.letter}{'*' if c.alone else ''}{f':{c.size}' if c.size else ''}" for c in columns]
        words = [f"{change.region}:{','.join(spelled) or NO_COLUMN}"]
        if change.joining:
            words.append("+" + self._short(change.joining))
        words += [f"{self._short([b])}={self._short(made_of)}" for b, made_of in sorted(change.brigades)]
        return " ".join(words)

    def _short(self, units: Iterable[Token]) -> str:
        ordered = sorted(units, key=lambda u: (self._units.get(u, len(self._units)), u))
        return ",".join(u.removeprefix(self._code) for u in ordered)

    def _region(self, word: str) -> Change:
        region, _, letters = word.partition(":")
        found = [_LETTER.fullmatch(x) for x in letters.split(",")] if letters != NO_COLUMN else []
        standing = [Standing(m[1], bool(m[2]), int(m[3] or 0)) for m in found if m]
        if region not in self._numbers.regions or len(standing) != len(found):
            raise IllegalMove(f"reorganization: {word}", RULE, "a region and its Columns are written like luanda:a,b")
        return Change(region, tuple(standing))

    def _named(self, text: str, word: str) -> tuple[Token, ...]:
        units = tuple(self._code + name for name in text.split(","))
        if any(u not in self._units for u in units):
            raise IllegalMove(f"reorganization: {word}", RULE, "these are not Units of yours, written like inf1,car2")
        return units

    @staticmethod
    def _last(plan: list[Change], word: str) -> Change:
        if not plan:
            raise IllegalMove(f"reorganization: {word}", RULE, "name the region first, like luanda:a")
        return plan[-1]


def columns_told(state: State, faction: str, change: Change) -> str:
    """`FAPLA reorganizes in Luanda: Columns A, D; under their markers: 2 infantry`."""
    letters, many = ", ".join(x.upper() for x in change.letters), len(change.letters) > 1
    columns = f"Column{'s' * many} {letters}" if letters else "no Column"
    text = f"{faction_name(state, faction)} reorganizes in {region_name(state, change.region)}: {columns}"
    markers = "their markers" if many else "its marker"
    return f"{text}; under {markers}: {unit_names(state, change.joining)}" if change.joining else text


def brigade_told(state: State, faction: str, region: str, made_of: Iterable[Token], loose: bool) -> str:
    where = region_name(state, region)
    place = "it stands loose" if loose else "it is in a Column"
    return f"{faction_name(state, faction)} forms a brigade in {where} out of {unit_names(state, made_of)}; {place}"


def sealed_anew(state: State, factions: Iterable[str]) -> str:
    names = ", ".join(faction_name(state, f) for f in factions)
    return f"What stands under the Columns of {names} is sealed anew"
