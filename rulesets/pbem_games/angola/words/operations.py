"""5.2, 7, 8.1 Words for Operations: orders for cards, both ways, and a sentence for each thing that happens.

Belongs here: forms and sentences. Must not be here: legality.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from pbem.kit.wording import Unreadable, Wording, each, one_of, several
from pbem.play.requests import Form
from pbem_games.angola.numbers import LETTERS
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import faction_name, region_name, unit_names

STAY = "stay"
EQUIP = "equip"
WATCH, UNWATCH = "watch", "unwatch"


class Card(msgspec.Struct, frozen=True):
    """5.2 The card that is played: the letter of its Column, or `fifth`."""

    what: str


_ENDINGS = "{equip?equip} [{watch=watch|unwatch}]"


class Order(msgspec.Struct, frozen=True):
    """What is done with a card: Units named, the regions that a Force goes through, and Equipment.

    `equip`: Equipment changes hands in this Operation. `watch`: `watch` or `unwatch` the ally's cards, or "".
    """

    words: ClassVar = ("[VERB {units*}] [go {path*}] " + _ENDINGS, STAY)
    units: tuple[Token, ...] = ()
    path: tuple[str, ...] = ()
    equip: bool = False
    watch: str = ""


class CommandOrder(msgspec.Struct, frozen=True):
    """8.1-2 `letters`: one, whose marker goes to `units`; or two that are swapped; or none."""

    words: ClassVar = (
        "transfer {letters:one} {units*} " + _ENDINGS, "swap {letters:two*} " + _ENDINGS, _ENDINGS, STAY)
    letters: tuple[str, ...] = ()
    units: tuple[Token, ...] = ()
    equip: bool = False
    watch: str = ""


def order_form(state: State, rule: str, verb: str, units: Sequence[Token]) -> Form[Order]:
    """`detach f.inf1 f.inf2 go catete cazengo equip watch`: any parts of it in this order; `stay` for none.

    `verb` says what becomes of the Units named, `units` which there may be, in the order of lists.
    """
    path = each(one_of(state.numbers.regions, "region"), " ", once=str)
    words = {Order: tuple(line.replace("VERB", verb) for line in Order.words)}
    values = {"units": several(units, "Unit to be named here"), "path": path}
    return Wording((Order,), values, tried="orders", rule=rule, words=words)


def command_form(units: Sequence[Token]) -> Form[CommandOrder]:
    """`transfer a f.inf1 f.inf2 equip`, `swap a b`, `equip`; `stay` for nothing."""
    letters = each(one_of(LETTERS, "Column"), " ", once=str, order=str)
    values = {"units": several(units, "Unit to be named here"), "one": letters, "two": letters.into(_two, tuple)}
    return Wording((CommandOrder,), values, tried="orders", rule="8.1-2")


def _two(letters: tuple[str, ...]) -> tuple[str, ...]:
    if len(letters) != 2:
        raise Unreadable("two Columns are swapped")
    return letters


# ---------------------------------------------------------------- sentences

CARDS = {"blank": "a Blank card", "command": "the Command Card", "fifth_column": "the 5th Column card"}


def way(state: State, path: Sequence[str]) -> str:
    return " - ".join(region_name(state, r) for r in path)


def card_shown(state: State, faction: str, card: str) -> str:
    name = CARDS.get(card) or f"the card of Column {card.removeprefix('column_').upper()}"
    return f"{faction_name(state, faction)} turns up {name}"


def not_on_map(state: State, faction: str, letter: str) -> str:
    return f"{faction_name(state, faction)} Column {letter.upper()} is not on the map"


def nothing_to_do(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} has nothing to do with this card"


def stays(state: State, faction: str, letter: str, region: str) -> str:
    return f"{faction_name(state, faction)} Column {letter.upper()} stays in {region_name(state, region)}"


def detached(state: State, faction: str, letter: str, units: Sequence[Token], region: str) -> str:
    who = f"{faction_name(state, faction)} Column {letter.upper()}"
    return f"{who} leaves {unit_names(state, units)} in {region_name(state, region)}"


def column_marches(state: State, faction: str, letter: str, path: Sequence[str], attacks: bool) -> str:
    end = " and attacks" if attacks else ""
    return f"{faction_name(state, faction)} Column {letter.upper()} marches {way(state, path)}{end}"


def loose_march(state: State, faction: str, units: Sequence[Token], path: Sequence[str]) -> str:
    return f"{faction_name(state, faction)} moves {unit_names(state, units)} {way(state, path)}"


def read_jungle(rating: int, plus: int, dice: Sequence[int]) -> str:
    """7.2 `Jungle rating 4: 3 +1 is 4, it gets out`"""
    (die,) = dice
    score = f"{die} {plus:+d} is {die + plus}" if plus else str(die)
    return f"Jungle rating {rating}: {score}, {'it gets out' if die + plus >= rating else 'no way out'}"


def jungle_tried(state: State, faction: str, what: str, path: Sequence[str]) -> str:
    start, end = region_name(state, path[0]), region_name(state, path[-1])
    return f"{faction_name(state, faction)} {what} sets out for {end} and seeks a way out of the jungle of {start}"


def jungle_holds(state: State, faction: str, what: str, region: str, rolled: int, plus: int, rating: int) -> str:
    added = f" + {plus}" if plus else ""
    who = f"{faction_name(state, faction)} {what}"
    return f"{who} finds no way out of the jungle of {region_name(state, region)} ({rolled}{added}, {rating} needed)"


def jungle_opens(state: State, faction: str, what: str, region: str, rolled: int, plus: int, rating: int) -> str:
    added = f" + {plus}" if plus else ""
    score = f"{rolled}{added}, {rating} needed" if rolled else f"{plus} markers against {rating}, no die needed"
    return f"{faction_name(state, faction)} {what} gets out of the jungle of {region_name(state, region)} ({score})"


def no_marker_moved(state: State, faction: str) -> str:
    return f"{faction_name(state, faction)} leaves the markers of its Columns where they are"


def marker_moved(
    state: State, faction: str, letter: str, released: Sequence[Token], old: str, units: Sequence[Token], new: str
) -> str:
    who = f"{faction_name(state, faction)} Column {letter.upper()}"
    left = f" in {region_name(state, old)}, leaving {unit_names(state, released)} loose," if old else ""
    return f"{who} is{left} formed anew of {unit_names(state, units)} in {region_name(state, new)}"


def swapped(state: State, faction: str, one: str, two: str) -> str:
    return f"{faction_name(state, faction)} Columns {one.upper()} and {two.upper()} trade their markers"
