"""What people call regions, Units, Columns, cards and Equipment; and Units picked by name or by number.

Belongs here: vocabularies and the readers that every chapter's forms share. Must not be here: what a decision needs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from pbem.kit.forms import Asked
from pbem.kit.spelling import Names, joined, plural
from pbem.kit.typed import Typed
from pbem.kit.view import grouped
from pbem_games.angola.drawn import region_drawings
from pbem_games.angola.numbers import FACTIONS, LETTERS, Numbers
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import counter_name, unit_names

_IDS = re.compile(r"\b[a-z]\.[a-z]+[0-9]+\b|\b[a-z]+(?:_[a-z]+)*\b")
MOST = 30  # Units of one type that a number may stand for


@lru_cache(maxsize=8)
def regions(numbers: Numbers) -> Names:
    """Regions by name, id and the code on the map."""
    drawn = region_drawings(numbers)
    return Names(
        {id: (region.name, *([drawn[id].code] if id in drawn else []), id) for id, region in numbers.regions.items()},
        inner=True, sort="place",
    )


@lru_cache(maxsize=8)
def kinds(numbers: Numbers) -> Names:
    """Types of Units by name and the stem of their ids: `infantry`, `inf`."""
    types = [u for u in numbers.unit_types.values() if u.kind != "airgroup"]
    return Names({u.stem: (u.stem, u.name, u.kind) for u in types}, sort="unit")


@lru_cache(maxsize=32)
def units(numbers: Numbers, faction: str) -> Names:
    """Units of a faction by id without its code (`inf3`), whole id and name; labels of hidden Major Units too."""
    about = numbers.factions[faction]
    called = {id: f"{counter_name(counter)} {_number(id)}".rstrip()
              for id, counter in numbers.counters_of[faction].items()}
    ways = {id: (id.partition(".")[2], id, name) for id, name in called.items()}
    labels = {f"{about.code}.h{i}": (f"h{i}", f"{about.code}.h{i}") for i in range(1, 20)}
    return Names({**ways, **{id: way for id, way in labels.items() if id not in ways}}, sort="unit", labels=called)


def _number(id: str) -> str:
    return id[len(id.rstrip("0123456789")):]


LETTER_NAMES = Names({letter: (letter, f"column {letter}") for letter in LETTERS},
                     shown={letter: letter for letter in LETTERS})


@lru_cache(maxsize=8)
def column_names(faction: str) -> Names:
    """The Columns of a faction by their letters."""
    return Names(
        {letter: (letter, f"column {letter}") for letter in LETTERS}, shown={letter: letter for letter in LETTERS},
        sort="column", labels={letter: f"Column {letter.upper()}" for letter in LETTERS},
        things={letter: f"{faction}/{letter}" for letter in LETTERS},
    )  # fmt: skip


CARDS = Names(
    {
        **{f"column_{letter}": (letter, f"column {letter}", f"column_{letter}") for letter in LETTERS},
        "fifth_column": ("5th", "5th Column", "fifth", "fifth column"),
        "command": ("command", "cmd", "com"),
        "blank": ("blank", "-"),
    },
    sort="card", labels={f"column_{letter}": f"Column {letter.upper()}" for letter in LETTERS} | {
        "fifth_column": "5th Column", "command": "Command", "blank": "Blank"},
)  # fmt: skip


def read_units(
    typed: Typed, state: State, faction: str, among: Sequence[Token], *, stop: Collection[str] = (),
    most: int = MOST,
) -> list[Token]:
    """`inf3 2car h1`: Units out of `among`, by name or so many of a type; as far as Units are named.

    `among` may hold Units of the faction's ally, by their whole ids (`u.inf1`). So many as `most` are offered; if more
    are typed, they are read, and the caller says what is wrong. IllegalMove if there are not so many
    of a type, or one is named twice.
    """
    numbers = state.numbers
    vocabulary = _of_both(numbers, faction) if any(_is_of(numbers, u) != faction for u in among) else units(
        numbers, faction)
    chosen: list[Token] = []

    def elsewhere(unit: Token) -> str:
        twice = unit in chosen
        return f"{short(unit)} is named twice" if twice else f"{short(unit)} is not among those to be named here"

    while typed.more() and typed.peek() not in stop:
        if len(chosen) >= most and not typed.peek():
            break
        typed.skip("and")
        left = [unit for unit in among if unit not in chosen]
        if unit := typed.name(vocabulary, left, why=elsewhere, row=len(chosen) + 1 < most):
            chosen.append(unit)
            continue
        alike = {stem: same for stem, same in grouped(left, stem_of).items() if stem in kinds(numbers)}  # no `cdo`
        counted = typed.counted(kinds(numbers), list(alike), most=MOST, of=alike, offered=max(1, most - len(chosen)))
        if counted is None:
            break
        stem, count = counted
        fitting = [unit for unit in left if stem_of(unit) == stem]
        if len(fitting) < count:
            raise typed.refuse(f"{count} {kinds(numbers).shown(stem)}: only {len(fitting)} can be named here",
                               [short(unit) for unit in fitting])
        chosen += fitting[:count]
    return chosen


@lru_cache(maxsize=32)
def _of_both(numbers: Numbers, faction: str) -> Names:
    """Units of a faction as ever, those of its ally by whole ids."""
    ally = numbers.counters_of[numbers.ally(faction)]
    return joined(units(numbers, faction), Names({id: (id,) for id in ally}, sort="unit", labels={
        id: f"{numbers.factions[numbers.ally(faction)].name} {counter.name}" for id, counter in ally.items()}))


def _is_of(numbers: Numbers, unit: Token) -> str:
    """The faction of a Unit or a label."""
    return numbers.faction_of_code[unit.partition(".")[0]]


def typed_unit(state: State, faction: str, unit: Token) -> str:
    """A Unit as this faction's player best types it: `inf3`, but `u.inf3` for his ally's."""
    return short(unit) if _is_of(state.numbers, unit) == faction else unit


def short(unit: Token) -> str:
    """A Unit as it is best typed: `inf3` for `f.inf3`."""
    return unit.partition(".")[2] or unit


def stem_of(unit: Token) -> str:
    """`inf` of `f.inf3`."""
    return short(unit).rstrip("0123456789")


def brief_units(state: State, tokens: Iterable[Token]) -> str:
    """Units as few words that can be typed back: `2inf car1`."""
    counts: dict[str, list[Token]] = {}
    for token in tokens:
        counts.setdefault(stem_of(token) if stem_of(token) in kinds(state.numbers) else token, []).append(token)
    return " ".join(f"{len(same)}{stem}" if len(same) > 1 else short(same[0]) for stem, same in counts.items())


def holding(state: State, tokens: Sequence[Token]) -> str:
    """What a Force is, for its owner: `4 infantry, tank`; labels of Major Units are counted."""
    known = [t for t in tokens if t in state.numbers.counters]
    hidden = len(tokens) - len(known)
    parts = [unit_names(state, known)] if known else []
    parts += [plural(hidden, "hidden Major Unit")] if hidden else []
    return ", ".join(parts) or "nothing"


def in_words(asked: Asked[State], text: str) -> str:
    """A text of the rules with regions and Units by the names that people read."""
    numbers = asked.state.numbers

    def named(found: re.Match[str]) -> str:
        word = found[0]
        if word in numbers.regions:
            return numbers.regions[word].name
        if word in FACTIONS:
            return numbers.factions[word].name
        return short(word) if "." in word else word

    return _IDS.sub(named, text)
