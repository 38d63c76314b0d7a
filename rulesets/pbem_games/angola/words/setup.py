"""3 The set-up plan in words: what everybody sees after step 8.

Belongs here: the plan, its form, its sentences. Must not be here: what a plan may say (setup).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from pbem.errors import IllegalMove
from pbem_games.angola.numbers import FACTIONS, Numbers
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import NONE, faction_name, region_name

RULE = "3"
_SIZE = re.compile(r"[1-9][0-9]?")


class Place(msgspec.Struct, frozen=True):
    """Where a Column stands; `size` is told where its number of Units is public (ruling R28), else 0."""

    region: str
    size: int = 0


class Plan(msgspec.Struct, frozen=True):
    """3 Steps 6 to 8: which Units stand loose in which region, and where Columns stand. All other Units are in them."""

    loose: dict[str, tuple[Token, ...]] = {}
    columns: dict[str, Place] = {}


class PlanForm:
    """`a=luanda b=caxito:3 luanda=f.inf1,f.inf2`: Columns by letter, then the loose Units of each region."""

    def __init__(self, numbers: Numbers, faction: str) -> None:
        self._numbers = numbers
        self._letters = numbers.factions[faction].columns
        self._units = {u: i for u, i in numbers.unit_order.items() if numbers.counters[u].faction == faction}

    def parse(self, say: str) -> Plan:
        """The plan; IllegalMove for words that name no Column, region or Unit of the faction, or one twice."""
        plan = Plan({}, {})
        for word in [] if say == NONE else say.split(" "):
            name, equals, rest = word.partition("=")
            if not equals or not rest or name in plan.loose or name in plan.columns:
                raise IllegalMove(f"set-up: {word}", RULE, "a word is like a=luanda or luanda=f.inf1,f.inf2, each once")
            if name in self._letters:
                plan.columns[name] = self._place(rest)
            else:
                plan.loose[self._region(name)] = self._named(rest.split(","))
        return plan

    def spell(self, answer: Plan) -> str:
        columns = [f"{x}={p.region}{f':{p.size}' if p.size else ''}" for x, p in sorted(answer.columns.items())]
        loose = [f"{r}={','.join(self._in_order(units))}" for r, units in sorted(answer.loose.items())]
        return " ".join([*columns, *loose]) or NONE

    def _place(self, text: str) -> Place:
        region, colon, size = text.partition(":")
        if colon and not _SIZE.fullmatch(size):
            raise IllegalMove(f"set-up: {text}", RULE, "the number of Units of a Column is from 1 to 99")
        return Place(self._region(region), int(size or 0))

    def _region(self, name: str) -> str:
        if name not in self._numbers.regions:
            raise IllegalMove(f"set-up: {name}", RULE, "there is no such region or Column")
        return name

    def _named(self, units: list[str]) -> tuple[Token, ...]:
        unknown = [u for u in units if u not in self._units]
        if unknown or len(set(units)) != len(units):
            raise IllegalMove(f"set-up: {','.join(units)}", RULE, "these are not Units of yours, each named once")
        return tuple(units)

    def _in_order(self, units: Iterable[Token]) -> list[Token]:
        return sorted(units, key=lambda u: self._units.get(u, 0))


def drawn_markers(state: State, faction: str, regions: Iterable[str]) -> str:
    return f"{faction_name(state, faction)} draws {', '.join(region_name(state, r) for r in regions)}"


def read_markers(numbers: Numbers, wanted: Sequence[int], drawn: Sequence[str]) -> str:
    """3 Step 5: which faction drew which, in the order of factions."""
    left, hands = list(drawn), []
    for faction, count in zip(FACTIONS, wanted, strict=True):
        hand, left = left[:count], left[count:]
        hands.append(f"{numbers.factions[faction].name} {', '.join(numbers.regions[r].name for r in hand)}")
    return f"Control Markers: {'; '.join(hands)}"


def free_markers(state: State, regions: Iterable[str]) -> str:
    return f"Nobody holds {', '.join(region_name(state, r) for r in regions)}"


def set_up(state: State, faction: str) -> str:
    """`FAPLA sets up: Column A in Luanda; 9 loose Units`."""
    own = state.factions[faction]
    columns = [f"Column {x.upper()} in {region_name(state, c.region)}" for x, c in sorted(own.columns.items())]
    return f"{faction_name(state, faction)} sets up: {'; '.join([*columns, f'{len(own.loose)} loose Units'])}"
