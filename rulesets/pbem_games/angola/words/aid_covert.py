"""12.4 How covert foreign aid is written and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.kit.wording import Unreadable, Value, each
from pbem.play.requests import Form
from pbem_games.angola.numbers import FACTIONS, Numbers
from pbem_games.angola.state import State
from pbem_games.angola.words.aid_recruitment import Place, place_name
from pbem_games.angola.words.common import NONE, faction_name
from pbem_games.angola.words.victory import marker_goes

Delivery = tuple[tuple[str, Place, int], ...]
"""What is received: a type of Unit, where, how many; Equipment has no place here, since its carrier is sealed."""


def _consignment(word: str) -> tuple[str, Place, int]:
    item, _, rest = word.partition(":")
    place, _, count = rest.rpartition(":")
    if not item or not count.isascii() or not count.isdigit() or len(count) > 2:
        raise Unreadable("aid is written like aa:2 or tank:luanda.a:1")
    return item, place, int(count)


DELIVERY: Form[Delivery] = each(
    Value(_consignment, lambda one: ":".join(str(part) for part in one if part != "")), " ", order=tuple,
).alone(tried="aid", rule="12.4.2", empty=NONE)
"""`aa:2 tank:luanda.a:1`: Equipment by kind, Units by type and place; `none` where nothing is received."""


def item_name(state: State, item: str) -> str:
    """The name of a type of Unit or of Equipment, in lower case."""
    numbers = state.numbers
    name = numbers.equipment[item].name if item in numbers.equipment else numbers.unit_types[item].name
    return name.lower()


def bids_told(state: State, bids: Mapping[str, int]) -> str:
    in_order = [f"{faction_name(state, f)} {bids[f]}" for f in FACTIONS if f in bids]
    return f"Bids for covert foreign aid: {', '.join(in_order)}"


def cards_told(state: State, faction: str, cards: tuple[str, ...]) -> str:
    return f"{faction_name(state, faction)} draws {_titles(state.numbers, cards) or 'no card'}"


def read_cards(numbers: Numbers, cards: Sequence[str]) -> str:
    """12.4.1"""
    return f"Reinforcement Cards: {_titles(numbers, cards)}"


def _titles(numbers: Numbers, cards: Sequence[str]) -> str:
    return ", ".join(numbers.reinforcement_cards[card].title for card in cards)


def airgroups_told(state: State, faction: str, count: int) -> str:
    return f"{faction_name(state, faction)} receives {count} airgroup{'s' if count > 1 else ''}"


def delivery_told(state: State, faction: str, delivery: Delivery) -> str:
    parts = [
        f"{count} {item_name(state, item)}" + (f" in {place_name(state, place)}" if place else "")
        for item, place, count in sorted(delivery)
    ]
    return f"{faction_name(state, faction)} receives {', '.join(parts) or 'nothing'}"


def propaganda_told(state: State, alliance: str, spaces: int) -> str:
    winner = state.numbers.alliances[alliance].name
    other = next(about.name for a, about in state.numbers.alliances.items() if a != alliance)
    moves = marker_goes(state, alliance, spaces)
    return f"{other} bid the most for covert aid, so {winner} wins the propaganda war: {moves}"


def no_propaganda_told() -> str:
    return "Both sides bid alike: nobody wins the propaganda war"
