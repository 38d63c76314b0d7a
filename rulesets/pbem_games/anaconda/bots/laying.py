"""3.4 Where Al Qaeda lays its counters: guns over the landing zones, forts and towns full, leaders by the way out.

Belongs here: a hex for every counter picked. Must not be here: what happens to them afterwards.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from pbem_games.anaconda.bots.fields import to_sanctuary
from pbem_games.anaconda.map import Ground

STACK = 3  # 3.4(2): so many in a hex; the rules check it
NEAR = 4  # hexes from a landing zone that a direct weapon still reaches
BESIDE = 2  # hexes from which infantry fires on a landing zone, a pass or an objective
SPREAD = 1  # counters in a hex if there is room: a fire rolls for each of a stack (11.2)
ONE_MOVE = 10  # halves of a point in which an infantryman is gone


class Counter(Protocol):
    """What of a counter matters here."""

    @property
    def id(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def range(self) -> int: ...


class Sites:
    """The hexes worth holding, each kind the best first."""

    def __init__(self, ground: Ground) -> None:
        landing = _hexes_of(ground, "landing_zone")
        self.towns = tuple(hex for hex in ground.objectives if hex in ground.towns)
        self.summits = tuple(hex for hex in ground.objectives if hex not in ground.towns)
        far = {cave: min(ground.distance(cave, zone) for zone in landing) for cave in ground.caves}
        self.guns = tuple(sorted((c for c in ground.caves if far[c] <= NEAR), key=lambda c: (far[c], c)))
        self.rear = tuple(sorted((c for c in ground.caves if far[c] > NEAR), key=lambda c: (far[c], c)))
        self.passes = _hexes_of(ground, "blocking_position")
        self.landing = landing
        out = to_sanctuary(ground)
        beside = {hex for at in (*landing, *self.passes, *ground.objectives) for hex in ground.hexes.within(at, BESIDE)}
        ridge = (hex for hex in beside if ground.defence(hex).drm > 0 and hex not in ground.objectives)
        self.ridge = tuple(sorted(ridge, key=lambda hex: (-ground.defence(hex).drm, -ground.level(hex), hex)))
        safe = (hex for hex in ground.hexes.hexes if not ground.is_edge(hex) and out[hex] <= ONE_MOVE)
        goals = (*landing, *self.passes, *ground.objectives)
        holds = (hex for hex in ground.hexes.hexes if ground.defence(hex).drm > 1 and not ground.is_edge(hex))
        self.strong = tuple(h for h in holds if min(ground.distance(h, goal) for goal in goals) <= NEAR)
        self.way_out = tuple(sorted(safe, key=lambda hex: (-ground.defence(hex).drm, out[hex], hex)))[:8]


@lru_cache(maxsize=8)
def sites(ground: Ground) -> Sites:
    return Sites(ground)


def _hexes_of(ground: Ground, kind: str) -> tuple[str, ...]:
    return tuple(sorted(hex for place in ground.places.values() if place.kind == kind for hex in place.hexes))


def defence(ground: Ground, counters: Sequence[Counter], rng: random.Random) -> dict[str, str]:
    """A hex for each counter by its id."""
    at = sites(ground)
    hold, guns, passes = (*at.towns, *at.summits), _mixed(at.guns, rng), _mixed(at.passes, rng)
    wishes = {
        "hvt": at.way_out, "compound": at.towns, "fortification": (*hold[-1:], *guns, *passes), "civilian": hold,
        "ied": (*passes, *at.landing), "deception": (*at.landing, *passes), "infantry": (*at.strong,),
    }
    laid = _Laid()
    order = ("hvt", "compound", "fortification", "heavy_weapons", "civilian", "infantry")
    for counter in sorted(counters, key=lambda c: (order.index(c.type) if c.type in order else len(order), c.id)):
        if counter.type == "heavy_weapons":
            wished = _for_gun(counter, guns, at.rear)
        elif counter.type in ("hvt", "fortification"):  # the best first
            wished = wishes[counter.type]
        else:
            wished = _mixed(wishes[counter.type], rng)
        laid.lay(counter, (*wished, *at.ridge, *guns, *at.rear, *passes, *at.way_out), crowded=hold)
    return laid.hexes


def withdrawal(ground: Ground, counters: Sequence[Counter], rng: random.Random) -> dict[str, str]:
    """Everything as near to the Sanctuary as it can lie."""
    out = to_sanctuary(ground)
    nearest = sorted((h for h in ground.hexes.hexes if not ground.is_edge(h)), key=lambda h: (out[h], h))
    laid = _Laid()
    for counter in sorted(counters, key=lambda c: c.id):
        laid.lay(counter, nearest)
    return laid.hexes


def _for_gun(gun: Counter, guns: Sequence[str], rear: Sequence[str]) -> tuple[str, ...]:
    """Long ranges lie behind, short ones over the landing zones."""
    return (*rear, *guns) if gun.range > 2 * NEAR else (*guns, *rear)


def _mixed(hexes: Iterable[str], rng: random.Random) -> tuple[str, ...]:
    found = list(hexes)
    rng.shuffle(found)
    return tuple(found)


class _Laid:
    """What lies where so far; 20.7: no fort beside a compound."""

    def __init__(self) -> None:
        self.hexes: dict[str, str] = {}
        self._types: dict[str, list[str]] = {}

    def lay(self, counter: Counter, wished: Sequence[str], *, crowded: Collection[str] | None = None) -> None:
        """In the first hex that it may have; one to a hex if there is room, but in `crowded` hexes (None: all)."""
        alone = [hex for hex in wished if crowded is None or hex in crowded or len(self._types.get(hex, ())) < SPREAD]
        for hex in (*alone, *wished):
            if self._is_open(counter, hex):
                self.hexes[counter.id] = hex
                self._types.setdefault(hex, []).append(counter.type)
                return
        raise AssertionError(f"there is no room for {counter.id}")

    def _is_open(self, counter: Counter, hex: str) -> bool:
        works, there = ("fortification", "compound"), self._types.get(hex, [])
        return len(there) < STACK and not (counter.type in works and set(works) & set(there))
