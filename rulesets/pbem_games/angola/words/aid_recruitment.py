"""12.3 How recruits are written and told; the places of new Units, which foreign aid shares.

A place is a region (`carmona`: loose there) or a region with the letter of an own Column there (`carmona.a`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import IllegalMove
from pbem_games.angola.state import State
from pbem_games.angola.words.common import NONE, faction_name, region_name

Place = str
Recruits = tuple[tuple[Place, int], ...]


def split_place(place: Place) -> tuple[str, str]:
    """Region and Column letter; the letter is "" for loose Units."""
    region, _, letter = place.partition(".")
    return region, letter


class RecruitForm:
    """`carmona.a:1 luanda:2`: how many infantry go where, by place; `none` for none."""

    def parse(self, say: str) -> Recruits:
        return tuple(_place_and_count(word) for word in (() if say == NONE else say.split(" ")))

    def spell(self, answer: Recruits) -> str:
        return " ".join(f"{place}:{count}" for place, count in sorted(answer)) or NONE


def _place_and_count(word: str) -> tuple[Place, int]:
    place, colon, count = word.partition(":")
    if not colon or not count.isascii() or not count.isdigit() or len(count) > 2:
        raise IllegalMove(f"recruits {word!r}", "12.3", "a place and a number are written like carmona:1 or luanda.a:2")
    return place, int(count)


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
