"""What a bot looks at: one seat's position with everything it may know, and how good hexes are to stand in.

Belongs here: facts drawn from the position, scores of places. Must not be here: which order is given.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pbem.play.requests import Peek
from pbem_games.anaconda.bots import fields
from pbem_games.anaconda.bots.estimates import worth
from pbem_games.anaconda.forces import on_map, other_seat, piece
from pbem_games.anaconda.map import Ground
from pbem_games.anaconda.orders import FLY, MOVE, Order
from pbem_games.anaconda.printed import Printed
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen

UNKNOWN_FIRE = 12  # tenths of a strength point that a face-down counter has on average
COVER, THREAT, TOGETHER, CROWD, NEXT_TO = 25, 9, 15, 25, 30  # what these count for in the score of a hex
ROOM = 2  # counters that may stand in a hex before it is a target: a fire rolls for each of them (11.2)
PINNED_PRIZE = 3, 2  # who is pinned is easily finished
NEAR = 4  # hexes to which a team on an observation point looks
FAR = 400  # halves of a point: no way leads there


@dataclass
class Memory:
    """What was thought in one sub-phase: who has nothing to do any more, which moves are decided on."""

    of: str = ""
    idle: set[str] = field(default_factory=set)
    decided: list[Order] | None = None  # None: nothing was thought of yet


@dataclass
class Outlook:
    """A position as one seat sees it. Scores are whole numbers, hundredths of a point by size."""

    state: State
    seat: str
    peek: Peek
    rng: random.Random
    memory: Memory = field(default_factory=Memory)
    busy: set[str] = field(default_factory=set)  # who has a move or a flight in the plan that is being written
    _threats: dict[str, int] = field(default_factory=dict)
    _preys: dict[tuple[str, int, bool], int] = field(default_factory=dict)
    _guns_on: dict[str, int] = field(default_factory=dict)
    _seen_from: dict[str, int] = field(default_factory=dict)

    @property
    def ground(self) -> Ground:
        return self.state.numbers.ground

    def printed(self, id: str) -> Printed | None:
        """What this seat knows to be printed on a counter."""
        return seen(self.state, id, self.peek)

    @cached_property
    def enemies(self) -> dict[str, list[str]]:
        """Hex -> the counters of the other side that stand there."""
        return self._by_hex(other_seat(self.seat))

    @cached_property
    def friends(self) -> dict[str, list[str]]:
        """Hex -> the counters of this side that stand there."""
        return self._by_hex(self.seat)

    def _by_hex(self, seat: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for id in on_map(self.state, seat):
            found.setdefault(piece(self.state, id).place, []).append(id)
        return found

    def foresee(self, order: Order) -> None:
        """A move or flight that is planned: from now on whoever it brings there counts as a friend there."""
        if order.kind not in (MOVE, FLY):
            return
        self.busy.update(order.who)
        for id in order.who[1:] if order.kind == FLY else order.who:
            at, to = piece(self.state, id).place, order.to[-1]
            if id in self.friends.get(at, ()):
                self.friends[at] = [other for other in self.friends[at] if other != id]
            if to in self.ground.hexes:
                self.friends.setdefault(to, []).append(id)

    # ------------------------------------------------------------------ fire

    def strength(self, ids: Iterable[str]) -> int:
        """Tenths of the strength with which counters could fire now."""
        found = 0
        for id in ids:
            if not piece(self.state, id).pinned:
                printed = self.printed(id)
                found += UNKNOWN_FIRE if printed is None else 10 * printed.firepower
        return found

    @cached_property
    def fire_of_enemies(self) -> Mapping[str, int]:
        """Tenths of strength, by the enemy's hex."""
        return {hex: self.strength(ids) for hex, ids in self.enemies.items()}

    @cached_property
    def prize(self) -> Mapping[str, int]:
        """What all that stands in an enemy's hex is worth."""
        return {hex: sum(self._prize(id) for id in ids) for hex, ids in self.enemies.items()}

    def _prize(self, id: str) -> int:
        times, parts = PINNED_PRIZE if piece(self.state, id).pinned else (1, 1)
        return worth(self.state, id, self.peek) * times // parts

    def threat(self, hex: str) -> int:
        """12.1 Tenths of strength that can fire at whoever comes into a hex."""
        if hex not in self._threats:
            radius = self.state.numbers.limits.defensive_radius
            self._threats[hex] = sum(
                self.fire_of_enemies.get(at, 0) for at in self.ground.hexes.within(hex, radius)
                if at in self.fire_of_enemies and self.ground.in_line(at, hex))
        return self._threats[hex]

    def prey(self, hex: str, printed: Printed) -> int:
        """The best prize that a unit could fire at from a hex."""
        key = hex, printed.range, printed.indirect
        if key not in self._preys:
            extension = self.state.numbers.limits.range_extension
            reached = (
                prize for at, prize in self.prize.items()
                if self.ground.distance(hex, at) <= self.ground.range_from(hex, at, printed.range, extension)
                and (printed.indirect or self.ground.in_line(hex, at)))
            self._preys[key] = max(reached, default=0)
        return self._preys[key]

    def guns_on(self, hex: str) -> int:
        """17.1 How many heavy weapons that are known, and not pinned, have a hex in range."""
        if hex not in self._guns_on:
            self._guns_on[hex] = sum(self.ground.distance(at, hex) <= range for at, range in self._guns)
        return self._guns_on[hex]

    @cached_property
    def _guns(self) -> list[tuple[str, int]]:
        """Where they stand, and how far they reach."""
        found = []
        for at, ids in self.enemies.items():
            for id in ids:
                printed = self.printed(id)
                if printed is not None and printed.type == "heavy_weapons" and not piece(self.state, id).pinned:
                    found.append((at, printed.range))
        return found

    def seen_from(self, hex: str) -> int:
        """How many hexes with enemies lie near a hex in its line of fire."""
        if hex not in self._seen_from:
            near = self.ground.hexes.within(hex, NEAR)
            self._seen_from[hex] = sum(at in self.enemies and self.ground.in_line(hex, at) for at in near)
        return self._seen_from[hex]

    # ------------------------------------------------------------------ places

    def cover(self, hex: str) -> int:
        return COVER * self.ground.defence(hex).drm

    def company(self, hex: str) -> int:
        """How many of one's own stand in a hex or next to it."""
        return sum(len(self.friends.get(near, ())) for near in self.ground.hexes.within(hex, 1))

    def next_to_enemies(self, hex: str) -> int:
        """How many counters of the enemy stand next to a hex."""
        return sum(len(self.enemies.get(near, ())) for near in self.ground.hexes.neighbours(hex))

    def stand(self, hex: str, printed: Printed) -> int:
        """How good a hex is to fire from and to be fired on in."""
        crowd = max(0, len(self.friends.get(hex, ())) - ROOM)
        score = self.cover(hex) + TOGETHER * min(3, self.company(hex)) - CROWD * crowd
        score -= THREAT * self.threat(hex) // 10
        if printed.firepower:
            score += min(300, self.prey(hex, printed)) // 2
        return score

    def way_left(self, goals: Iterable[str], *, vehicular: bool = False) -> fields.Field:
        """Halves of a point to the nearest of some goals; closed where enemies stand, but for the goals."""
        wanted = dict.fromkeys(sorted(goals), 0)
        closed = frozenset(hex for hex in self.enemies if hex not in wanted)
        return fields.field(self.ground, wanted, vehicular=vehicular, closed=closed)

    # ------------------------------------------------------------------ what was thought before

    def thoughts(self) -> Memory:
        """Those of the sub-phase under way."""
        now, state = self.state.operations, self.state
        assert now is not None
        key = f"{state.turn}/{state.drawn}/{now.marker}/{now.sub_phase}"
        if self.memory.of != key:
            self.memory.of, self.memory.idle, self.memory.decided = key, set(), None
        return self.memory

    def idle(self) -> set[str]:
        """The counters that have nothing to do in the sub-phase under way."""
        return self.thoughts().idle


def steady(state: State, seat: str, peek: Peek) -> Outlook:
    """An outlook for suggestions: whoever asks twice gets the same."""
    return Outlook(state, seat, peek, random.Random(0))
