"""9.4, 9.9.2 What the attacker shows of a hidden Column after an automatic victory over a minefield (ruling R134).

Belongs here: D33 and the claims that go with it. Must not be here: dice, who loses what (mines).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.hidden import take_out
from pbem.kit.lists import NameList, Some
from pbem.play.requests import Ask, Late, Peek, Tell, Write
from pbem_games.angola import columns
from pbem_games.angola.combat.battle import counters
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words import fire as words

RULE = "9.9.2"
STANDS, EMPTY = "stands", "empty"


class Remains(msgspec.Struct, frozen=True):
    """9.9.2 Whether mines have left anything of a hidden Column."""


class Shown(Some):
    """9.9.2 What a hidden Column may have to show before a minefield."""


async def show_column(state: State, battle: Battle) -> tuple[Token, list[Token]]:
    """9.9.2, ruling R134 D33: one engineer that must clear the field; else every armored Unit, be it none.

    Gives the engineer ("" for none) and the armored Units; they are known to all from now on, the rest stays hidden.
    """
    faction, letter = battle.attacker, battle.letter
    could = [t for t in columns.could_hold(state, faction, letter) if _may_matter(state, faction, t)]

    def check(shown: tuple[Token, ...]) -> None:
        if len(shown) > 1 and any(_is_engineer(state, t) for t in shown):
            raise IllegalMove(f"{faction} shows {' '.join(shown)}", RULE, "one engineer, or all armored Units")

    shown = await Write(
        rule=RULE, seat=faction, about=f"{battle.region}/show", form=NameList(RULE, "Units shown", could), check=check,
        draft=lambda: (), late=lambda shown: _claims(state, battle, shown), truth=_truth(state, battle, could),
        case=Shown(tuple(could)),
    )
    for kind, number in _claimed(state, shown):
        columns.make_claim(state, faction, letter, RULE, kind, number)
    units = await _make_known(state, battle, shown)
    await Tell(rule=RULE, text=words.shown(state, faction, units), places=(battle.region,))
    engineer = next((u for u in units if _is_engineer(state, u)), "")
    return engineer, [u for u in units if u != engineer]


def _may_matter(state: State, faction: str, token: Token) -> bool:
    """Engineers, armored Units, and Major Units that may be armored ones."""
    if token in state.factions[faction].hidden:
        return True
    counter = state.numbers.counters[token]
    return counter.kind == "engineer" or counter.is_armored


def _is_engineer(state: State, token: Token) -> bool:
    return token in state.numbers.counters and state.numbers.counters[token].kind == "engineer"


def _claimed(state: State, shown: Sequence[Token]) -> list[tuple[str, int]]:
    """What the answer says about the rest of the Column: kinds of claims with their numbers."""
    if any(_is_engineer(state, t) for t in shown):
        return [("clears_mines", 0)]
    return [("cannot_clear", 0), ("armored", len(shown))]


def _claims(state: State, battle: Battle, shown: Sequence[Token]) -> list[Late]:
    """The same as late checks, and that the Units shown are there."""
    faction, letter = battle.attacker, battle.letter
    made = [columns.late_claim(state, faction, letter, RULE, kind, number) for kind, number in _claimed(state, shown)]
    return [*made, columns.late_held(state, faction, letter, RULE, shown)] if shown else made


def _truth(state: State, battle: Battle, could: Sequence[Token]) -> Callable[[Peek], tuple[Token, ...] | None]:
    """Ruling R134 leaves one honest answer, and which of several engineers it is makes no difference.

    None if it is not among what could be there: no honest seat seals that.
    """
    inside = columns.contents(state, battle.attacker, [battle.letter])

    def truth(peek: Peek) -> tuple[Token, ...] | None:
        values = inside.seen(peek)
        if values is None:
            return None
        held = inside.by_token(*values)
        shown = [t for t, unit in held.items() if unit.is_armored]
        if columns.free_engineers(held.values()) > 0:
            shown = [t for t, unit in held.items() if unit.kind == "engineer"][:1]
        return tuple(shown) if set(shown) <= set(could) else None

    return truth


async def _make_known(state: State, battle: Battle, shown: Sequence[Token]) -> list[Token]:
    """The Units shown, by name; from now on they are the known ones of the Column, no more of what is sealed."""
    own = state.factions[battle.attacker]
    column = own.columns[battle.letter]
    pool = list(own.major_pool)
    labels = [(battle.attacker, t) for t in shown if t in own.hidden]
    names = await columns.name_labels(state, labels, rule=RULE, about=battle.region) if labels else {}
    units = []
    for token in shown:
        if token in names and names[token] not in pool:
            continue  # ruling R126: it cannot be there
        unit = names.get(token, token)
        if unit in units:
            continue  # ruling R126: two labels cannot be one Unit
        if unit not in column.known:
            take_out(column, [token])
            column.known.append(unit)
        units.append(unit)
    return units


# ---------------------------------------------------------------- is anything left?


async def say_if_empty(state: State, battle: Battle, shown: Sequence[Token]) -> None:
    """9.9.2, ruling R134 Where mines may have destroyed a whole hidden Column, its owner says so or not.

    `shown` are the Units it had shown. If what was announced is more than theirs, something must be left.
    """
    faction, letter = battle.attacker, battle.letter
    column = state.factions[faction].columns.get(letter)
    if column is None or column.sealed is None or column.known or not shown:
        return
    size = columns.public_size(column)
    if size is None and battle.announced[faction] != columns.announced_strength(counters(state, shown)):
        return
    words_left = (STANDS, EMPTY) if size is None else (STANDS,) if size else (EMPTY,)
    inside = columns.contents(state, faction, [letter])

    def late(answer: str) -> list[Late]:
        kind = "has_unit" if answer == STANDS else "size"
        return [columns.late_claim(state, faction, letter, RULE, kind, 0)]

    def truth(peek: Peek) -> str | None:
        values = inside.seen(peek)
        if values is None:
            return None
        return STANDS if inside.tokens(*values) else EMPTY

    answer = await Ask(
        rule=RULE, seat=faction, about=f"{battle.region}/left", legal=lambda: words_left, late=late, truth=truth,
        case=Remains(),
    )
    columns.make_claim(state, faction, letter, RULE, "has_unit" if answer == STANDS else "size", 0)
    if answer == EMPTY:
        await columns.open_columns(state, faction, [letter], rule=RULE)
