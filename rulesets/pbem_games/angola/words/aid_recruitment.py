"""12.3 How recruits are written and told; the places of new Units, which foreign aid shares.

A place is a region (`carmona`: loose there) or a region with the letter of an own Column there (`carmona.a`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.wording import each, like, number, pair
from pbem.play.requests import Form
from pbem_games.angola.state import State
from pbem_games.angola.words.common import NONE, faction_name, region_name

Place = str
Recruits = tuple[tuple[Place, int], ...]


def split_place(place: Place) -> tuple[str, str]:
    """Region and Column letter; the letter is "" for loose Units."""
    region, _, letter = place.partition(".")
    return region, letter


RECRUITS: Form[Recruits] = each(pair(like("[a-z_]+([.][a-e])?", "place"), number(0, 99)), " ", order=tuple).alone(
    tried="recruits", rule="12.3", empty=NONE)
"""`carmona.a:1 luanda:2`: how many infantry go where, by place; `none` for none."""


def place_name(state: State, place: Place) -> str:
    """`Carmona`, or `Carmona (Column A)`."""
    region, letter = split_place(place)
    return region_name(state, region) + (f" (Column {letter.upper()})" if letter else "")


def recruits_told(state: State, faction: str, recruits: Recruits) -> str:
    """The sentence of one faction's recruitment."""
    where = ", ".join(f"{count} in {place_name(state, place)}" for place, count in sorted(recruits))
    return f"{faction_name(state, faction)} recruits infantry: {where}" if where else (
        f"{faction_name(state, faction)} recruits nobody"
    )


def places_told(places: Iterable[Place]) -> tuple[str, ...]:
    """The regions of these places, each once."""
    return tuple(sorted({split_place(p)[0] for p in places}))
