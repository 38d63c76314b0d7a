"""Places and borders of any map: who is next to whom, what lies between, how far, by which ways.

A game brings its own frozen structs for regions, spaces or hexes and for borders (roads, escarpments, who may cross);
`Graph` only joins them. Every answer comes in order of id, so that all tables list alike.
Belongs here: questions that any map can answer. Must not be here: what a border costs or forbids.
Source: README "Layout".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Protocol, TypeVar

from pbem.errors import WrongUse


class Joins(Protocol):
    """A border: the ids of the two places it joins. Both directions are the same border."""

    @property
    def a(self) -> str: ...

    @property
    def b(self) -> str: ...


B = TypeVar("B", bound=Joins)
Path = tuple[str, ...]
"""Places in the order they are entered, the start included."""

Step = Callable[[str, str], bool]
"""Whether one may go from the first place to the second, which is next to it."""


class Graph(Generic[B]):
    """A map that does not change; build it once for a game."""

    __slots__ = ("_between", "_neighbours", "borders", "places")

    def __init__(self, places: Iterable[str], borders: Iterable[B]) -> None:
        """WrongUse if a border joins an unknown place, joins a place to itself, or comes twice."""
        self.places: Path = tuple(sorted(places))
        self.borders: tuple[B, ...] = tuple(sorted(borders, key=_key))
        self._between: dict[tuple[str, str], B] = {}
        near: dict[str, list[str]] = {place: [] for place in self.places}
        for border in self.borders:
            key = _key(border)
            for end in key:
                if end not in near:
                    raise WrongUse(f"border {border.a} - {border.b}: there is no place {end}")
            if border.a == border.b:
                raise WrongUse(f"border {border.a} - {border.b}: joins a place to itself")
            if key in self._between:
                raise WrongUse(f"border {border.a} - {border.b}: is given twice")
            self._between[key] = border
            near[border.a].append(border.b)
            near[border.b].append(border.a)
        self._neighbours: dict[str, Path] = {place: tuple(sorted(found)) for place, found in near.items()}

    def neighbours(self, place: str) -> Path:
        """The places next to this one, in order of id; KeyError if there is no such place."""
        return self._neighbours[place]

    def border(self, a: str, b: str) -> B | None:
        """What lies between two places, asked from either side; None if they do not touch."""
        return self._between.get((a, b) if a < b else (b, a))

    def paths(self, start: str, steps: int, may: Callable[[Path, str], bool]) -> Iterator[Path]:
        """All ways of 1 to `steps` steps that enter no place twice; shorter ones first, then in order of id.

        `may` gets the way so far and the place that would be entered next; no way goes on past a step it forbids.
        """
        ways: list[Path] = [(start,)]
        for _ in range(steps):
            ways = [(*way, to) for way in ways for to in self._neighbours[way[-1]] if to not in way and may(way, to)]
            yield from ways

    def reach(self, start: str, may: Step | None = None, *, steps: int | None = None) -> dict[str, int]:
        """Every place that can be reached, with the fewest steps to it, nearest first; the start is at 0.

        Without `may` every border may be crossed; without `steps` there is no limit.
        """
        found, edge, distance = {start: 0}, [start], 0
        while edge and (steps is None or distance < steps):
            distance += 1
            steps_out = ((at, to) for at in edge for to in self._neighbours[at] if to not in found)
            edge = sorted({to for at, to in steps_out if may is None or may(at, to)})
            found.update(dict.fromkeys(edge, distance))
        return found

    def distance(self, start: str, goal: str, may: Step | None = None) -> int | None:
        """The fewest steps between two places; None if there is no way."""
        return self.reach(start, may).get(goal)

    def connected(self, places: Iterable[str]) -> bool:
        """Whether these places hang together without leaving them; so do one place, and none."""
        wanted = dict.fromkeys(places)
        return not wanted or len(self.reach(next(iter(wanted)), lambda _, to: to in wanted)) == len(wanted)


def _key(border: Joins) -> tuple[str, str]:
    return (border.a, border.b) if border.a < border.b else (border.b, border.a)
