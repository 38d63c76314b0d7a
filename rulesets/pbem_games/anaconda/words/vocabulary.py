"""How counters, hexes and boxes are typed.

Belongs here: vocabularies, ids in texts as people read them. Must not be here: any one order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from pbem.kit.forms import Asked
from pbem.kit.spelling import Names, Sort, joined
from pbem.play.requests import Peek
from pbem_games.anaconda.numbers import Numbers
from pbem_games.anaconda.orders import Order
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.ground import hex_name
from pbem_games.anaconda.words.names import BOXES, counter_name

LEAD = "lead"
_NUMBER = re.compile(r" [0-9]+$")
_NOBODY = re.compile(r"^([a-z]+) - ")
_JOINED = re.compile(r"(?<=[a-z0-9])\+(?=[a-z])")
_IDS = re.compile(r"(?<![\w])[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?![\w])")


@lru_cache(maxsize=4)
def coalition_names(numbers: Numbers) -> Names:
    """The Coalition's counters as printed, or by id."""
    return Names({id: (numbers.units[id].name, id) for id in numbers.coalition}, inner=True, sort="unit")


@lru_cache(maxsize=4)
def place_names(numbers: Numbers) -> Names:
    """Hexes by number or by a name that they have alone; boxes by name."""
    ground = numbers.ground
    ways = {hex: (hex, *(p.name for p in ground.places_at(hex) if p.hexes == (hex,))) for hex in ground.hexes.hexes}
    sorts: dict[str, Sort] = {**dict.fromkeys(ways, "place"), **dict.fromkeys(BOXES, "other")}
    return Names({**ways, **{box: (name, box) for box, name in BOXES.items()}}, sort=sorts,
                 labels={hex: name for hex in ways if (name := hex_name(ground, hex)) != hex})


@lru_cache(maxsize=4)
def columns(numbers: Numbers) -> Names:
    """The columns of the map: `18`."""
    found = dict.fromkeys(hex[:2] for hex in numbers.ground.hexes.hexes)
    return Names({column: (column,) for column in found}, labels={column: f"column {column}" for column in found})


def hex_names(state: State) -> Names:
    """Every hex, by its number."""
    return Names({hex: (hex,) for hex in state.numbers.ground.hexes.hexes})


def counter_names(state: State, peek: Peek) -> Names:
    """Everything that can be ordered about: the Coalition's counters, and tokens by number.

    Tokens also by what they are, as far as whoever types can see.
    """
    return _counter_names(state.numbers, _faces(state, state.tokens, peek))


def own_names(state: State, ids: Iterable[str], peek: Peek) -> Names:
    """Some counters alone: `Infantry 6` is one of them if no other of these is called so."""
    units = tuple(id for id in ids if id in state.units)
    return _own_names(state.numbers, units, _faces(state, (id for id in ids if id in state.tokens), peek))


def _faces(state: State, tokens: Iterable[str], peek: Peek) -> tuple[tuple[str, str], ...]:
    """Tokens, each with the counter that it is, "" if that cannot be seen."""
    faces = ((id, seen(state, id, peek)) for id in tokens)
    return tuple((id, printed.id if printed else "") for id, printed in faces)


@lru_cache(maxsize=8)
def _counter_names(numbers: Numbers, tokens: tuple[tuple[str, str], ...]) -> Names:
    return joined(coalition_names(numbers), Names(
        _token_ways(numbers, tokens), inner=True, sort="unit", labels=_token_labels(numbers, tokens)))


@lru_cache(maxsize=8)
def _own_names(numbers: Numbers, units: tuple[str, ...], tokens: tuple[tuple[str, str], ...]) -> Names:
    return Names(_token_ways(numbers, tokens) | {id: (numbers.units[id].name, id) for id in units}, inner=True,
                 sort="unit", labels=_token_labels(numbers, tokens))


def _token_ways(numbers: Numbers, tokens: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    return {id: (id, f"token {id.removeprefix('t')}", *((numbers.units[face].name, face) if face else ()))
            for id, face in tokens}


def _token_labels(numbers: Numbers, tokens: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Tokens by what they are and their numbers, as far as that can be seen."""
    called = {id: f"token {id.removeprefix('t')}" for id, _ in tokens}
    return {id: f"{numbers.units[face].name} ({called[id]})" if face else called[id] for id, face in tokens}


def in_words(state: State, text: str, peek: Peek | None = None) -> str:
    """A text of the rules as people read it: ids as names, with what may be seen through `peek`, else as all see it."""

    def named(found: re.Match[str]) -> str:
        id = found[0]
        if id not in state.tokens and id not in state.units:
            return id
        is_told = text[found.start() - 1 : found.start()] == "("  # `A Mortar 1 (t7)` says what it is
        return counter_name(state, id) if peek is None or is_told else shown(state, id, peek)

    return _IDS.sub(named, text)


def asked_in_words(asked: Asked[State], text: str) -> str:
    """The same as whoever is asked sees it; counters of one order have commas between, and none no dash."""
    return in_words(asked.state, _JOINED.sub(", ", _NOBODY.sub(r"\1 ", text)), asked.peek)


def shown(state: State, id: str, peek: Peek) -> str:
    """A counter with what is known of it: `A Mortar 1 (token 7)`, to its owner face down too."""
    printed = seen(state, id, peek)
    if id in state.units or printed is None or state.tokens[id].face:
        return counter_name(state, id)
    return f"{printed.name} (token {id.removeprefix('t')}, face down)"


def with_numbers(state: State, ids: Iterable[str], peek: Peek) -> str:
    """Face-down counters by what they are, each with its token in brackets, like ones together; else as `shown`."""
    faces = {id: seen(state, id, peek) if id in state.tokens else None for id in ids}
    known = sorted((unit.name, int(id.removeprefix("t"))) for id, unit in faces.items() if unit is not None)
    unknown = [shown(state, id, peek) for id, unit in faces.items() if unit is None]
    return ", ".join([*(f"{name} (t{number})" for name, number in known), *unknown])


def kinds_counted(state: State, ids: Iterable[str], peek: Peek) -> str:
    """The same when they are many: `5 A Infantry, A Sniper`, without their tokens."""
    faces = [seen(state, id, peek) if id in state.tokens else None for id in ids]
    counts = Counter(_NUMBER.sub("", unit.name) for unit in faces if unit is not None)
    return ", ".join(f"{many} {name}" if many > 1 else name for name, many in sorted(counts.items()))


def typed_words(asked: Asked[State], order: Order) -> str:
    """An order as it may be typed."""
    names = counter_names(asked.state, asked.peek)
    who = ", ".join(names.shown(id) for id in order.who)
    lead = f"{LEAD} {names.shown(order.lead)}" if order.lead else ""
    return " ".join(word for word in (order.kind, who, *order.to, lead) if word)
