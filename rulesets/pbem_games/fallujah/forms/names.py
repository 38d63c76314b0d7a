"""What people call units, places, strikes and markers: labels, codes, names, unique beginnings.

Belongs here: vocabularies and the readers that several forms share. Must not be here: what a decision needs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pbem.kit.forms import Asked
from pbem.kit.spelling import Names
from pbem.kit.typed import Remark, Typed
from pbem_games.fallujah.drawn import code_of
from pbem_games.fallujah.numbers import MARKERS, Numbers
from pbem_games.fallujah.orders import Counts
from pbem_games.fallujah.state import State
from pbem_games.fallujah.wordings import MOST

MARKERS_CALLED = {"netwar": "NetWar marker", "intel": "Intel marker"}
MOST_ROUNDS = 6  # of which a plan says something
THEN = "then"
_IDS = re.compile(r"\b(?:r[0-9]p[0-9]{2}|[a-z]+_[a-z0-9_]+)\b")


@lru_cache(maxsize=4)
def units(numbers: Numbers, *, is_brief: bool = False) -> Names:
    """Units by label and id; `is_brief`: shown without blanks and capitals."""
    shown = {id: unit.label.replace(" ", "").lower() for id, unit in numbers.units.items() if is_brief}
    labels = {id: unit.label for id, unit in numbers.units.items()}
    return Names({id: (unit.label, id) for id, unit in numbers.units.items()}, shown=shown, sort="unit", labels=labels)


@lru_cache(maxsize=4)
def places(numbers: Numbers) -> Names:
    """Spaces by code (`3-5`), id and name, or by a later word of it; bases by id and name."""
    spaces = {id: (f"{code_of(numbers, id)} {space.name}", code_of(numbers, id), id,
                   f"r{space.route}p{space.phase_line}", space.name) for id, space in numbers.spaces.items()}
    return Names({**spaces, **{id: (id, base.name) for id, base in numbers.bases.items()}}, inner=True, sort="place",
                 labels={id: base.name for id, base in numbers.bases.items()})


@lru_cache(maxsize=4)
def kinds(numbers: Numbers) -> Names:
    """Kinds of strikes and markers by id and name."""
    strikes = {strike.id: (strike.id, strike.name) for strike in numbers.strikes.values()}
    markers = {marker: (marker,) for marker in MARKERS}
    return Names({**strikes, **markers, numbers.netwar.id: (numbers.netwar.id, numbers.netwar.name, "nw")},
                 labels={strike.id: strike.name for strike in numbers.strikes.values()} | MARKERS_CALLED)


@lru_cache(maxsize=4)
def all_places(numbers: Numbers) -> tuple[str, ...]:
    """Spaces, then bases."""
    return (*numbers.spaces, *numbers.bases)


def read_counts(
    typed: Typed, numbers: Numbers, among: Collection[str] | Mapping[str, int], *, remark: Remark | None = None,
    why: Remark | None = None,
) -> Counts:  # fmt: skip
    """`air4*2`, `2 air4`, `air4 2`, `netwar`: kinds with their numbers, as far as they go.

    `among` may say of each how many there are: no more are offered.
    """
    of = among if isinstance(among, Mapping) else None
    found: dict[str, int] = {}
    number_comes_first = _is_number(typed.peek())
    while typed.more():
        is_starred = "*" in typed.peek()
        left = [kind for kind in among if kind not in found]
        counted = typed.counted(kinds(numbers), left, also=tuple(found), most=MOST, remark=remark, why=why, of=of)
        if counted is None:
            break
        kind, count = counted
        if not number_comes_first and not is_starred and _is_number(typed.peek()):
            count = typed.number(1, MOST) or count
        found[kind] = found.get(kind, 0) + count
    return tuple(found.items())


@dataclass(frozen=True, slots=True)
class ByRound:
    """`2 air4 then soa then none`: strikes for each round; the last of them holds for all later ones."""

    shape: str = "STRIKES then STRIKES ..."

    def read(self, typed: Typed, state: State) -> tuple[Counts, ...]:
        rounds = [self._one(typed, state)]
        while typed.more():
            if not typed.word(THEN):
                raise typed.refuse_word()
            rounds.append(self._one(typed, state))
            if len(rounds) > MOST_ROUNDS:
                raise typed.refuse(f"more than {MOST_ROUNDS} rounds are named")
        return tuple(rounds)

    def _one(self, typed: Typed, state: State) -> Counts:
        if typed.word("none"):
            return ()
        found = read_counts(typed, state.numbers, list(state.numbers.strikes), why=lambda kind: f"{kind} is no strike")
        if not found:
            raise typed.refuse_word("say which strikes, or none")
        return found

    def spell(self, value: tuple[Counts, ...], state: State) -> str:
        shown = kinds(state.numbers).shown
        words = [" ".join(f"{count} {shown(kind)}" for kind, count in counts) or "none" for counts in value]
        return f" {THEN} ".join(words)

    def samples(self, state: State) -> list[str]:
        some = list(state.numbers.strikes)[:2]
        return ["none", f"2 {some[0]} then {some[-1]} then none"]


def _is_number(word: str) -> bool:
    """`2` or `2x`."""
    short = word.removesuffix("x")
    return short.isascii() and short.isdecimal() and len(short) <= 2


def in_words(asked: Asked[State], text: str) -> str:
    """A text of the rules with ids as people type them."""
    numbers = asked.state.numbers

    def named(found: re.Match[str]) -> str:
        names = units(numbers) if found[0] in units(numbers) else places(numbers)
        return names.shown(found[0])

    return _IDS.sub(named, text)
