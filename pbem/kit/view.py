"""What every game's scene is made of: like counters together, stacks by place, boxes that are not empty, tracks,
and the shaded ground that a game keeps beside its numbers, as `examples/relief.py` made it.

Belongs here: gathering. Must not be here: what a viewer may know (the ruleset asks `peek`), drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from pbem.errors import WrongUse
from pbem.show.scene import Box, Count, Mark, Piece, Relief, Stack, Track

RELIEF = "relief.json"
T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


def grouped(things: Iterable[T], kind: Callable[[T], H]) -> dict[H, list[T]]:
    """Like things together: kinds in the order in which the first of each comes, the things of each in theirs."""
    groups: dict[H, list[T]] = {}
    for thing in things:
        groups.setdefault(kind(thing), []).append(thing)
    return groups


def like(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces that differ only in their ids as one, with how many and all their ids; unknown numbers stay apart."""
    found = []
    for same, group in grouped(pieces, lambda p: replace(p, id="", count=None if p.count is None else 1)).items():
        if same.count is None:
            found += group
        else:
            ids = " ".join(dict.fromkeys([p.id for p in group if p.id]))
            found.append(replace(same, id=ids, count=sum([p.count or 0 for p in group])))
    return tuple(found)


def stacks(pieces: Iterable[tuple[str, Piece]]) -> tuple[Stack, ...]:
    """What lies at each place, from pairs of place and piece."""
    by_place = grouped(pieces, lambda pair: pair[0])
    return tuple([Stack(place=place, pieces=tuple([p for _, p in pairs])) for place, pairs in by_place.items()])


def box(name: str, pieces: Iterable[Piece], faction: str = "", note: str = "") -> tuple[Box, ...]:
    """A box beside the map; none if nothing lies in it."""
    there = tuple(pieces)
    return (Box(name=name, pieces=there, faction=faction, note=note),) if there else ()


def track(name: str, first: int, last: int, value: int, called: str = "now", note: str = "") -> Track:
    """A track with one mark."""
    return Track(name=name, first=first, last=last, marks=(Mark(name=called, value=value),), note=note)


def counts(pool: Mapping[str, int], name: Callable[[str], str]) -> tuple[Count, ...]:
    """What a pool holds, by the names of its kinds, in its order."""
    return tuple([Count(name=name(kind), count=count) for kind, count in pool.items()])


class ReliefFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file: where it is from, and the paths from the lowest to the uppermost."""

    source: str
    relief: tuple[Relief, ...]


def relief_in(folder: Traversable) -> tuple[Relief, ...]:
    """What the folder of a game's data keeps; WrongUse if that is nothing of the kind."""
    try:
        return msgspec.json.decode((folder / RELIEF).read_bytes(), type=ReliefFile).relief
    except (OSError, msgspec.DecodeError) as error:
        raise WrongUse(f"{RELIEF}: {error}") from None
