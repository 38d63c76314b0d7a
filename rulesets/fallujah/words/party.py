"""A force and its way as people type them: `1/5 2/1 to 3-2 3-3`, `hmma with mp to 3-5 land`, `all north to jolan`.

Belongs here: who goes, who rides, the path filled in where only the goal was named. Must not be here: what is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulesets.fallujah.map import (
    AMPHIBIOUS,
    ground_units_at,
    has_node,
    is_base,
    is_helicopter,
    is_in_play,
    labels,
    movement,
    name_of,
    neighbours,
    type_of,
)
from rulesets.fallujah.marching import March, reachable, setting_out, walked
from rulesets.fallujah.orders import Air, Ground, Leap, Riders, Transfer
from rulesets.fallujah.riders import may_carry
from rulesets.fallujah.state import State
from rulesets.fallujah.words.vocabulary import Typed

MODES = {
    "ground": "ground", "move": "ground", "march": "ground", "walk": "ground", "drive": "ground", "leap": "leap",
    "swim": "leap", "air": "air", "fly": "air", "transfer": "transfer",
}


class Party:
    """A force as it is read: who goes, who rides, the places named, how it ends."""

    def __init__(self, typed: Typed) -> None:
        self.typed, self.state = typed, typed.state
        self.force: list[str] = []
        self.riders: dict[str, str] = {}  # rider -> carrier
        self.legs: list[str] = []
        self.ends = ""
        self.infiltrates = False
        self.here = [u for u in self.state.units if is_in_play(self.state, u)]
        self._read()

    def _read(self) -> None:
        typed, is_on_the_way = self.typed, False
        while typed.next:
            if typed.take("to", "via", "by", "path", "then"):
                is_on_the_way = True
            elif typed.take("infiltrate", "sneak"):
                self.infiltrates = True
            elif ends := typed.take("land", "aloft", "hover"):
                self.ends = ends
            elif typed.take("all"):
                self._take_all(typed)
            elif typed.take("carry", "carrying"):
                self._carry_pairs(typed)
            elif typed.take("aboard", "on", "in", "riding"):
                self._ride(self.force[-1:], typed.unit(self.here))
            elif typed.take("with"):
                self._ride([typed.unit(self.here)], self.force[-1] if self.force else "")
            elif typed.take("and", "from"):
                continue
            elif not is_on_the_way and (unit := self._next_unit()):
                self.force.append(unit)
            elif place := typed.place():
                self.legs.append(place)
            elif not is_on_the_way and (unit := typed.unit(self.here)):
                self.force.append(unit)
            else:
                raise typed.refuse_word()
        self._tidy()

    def _next_unit(self) -> str:
        """The unit that comes next, "" for none. Before a `to`, `2-2` is the 2-2 Inf, not the space of that code."""
        typed, at = self.typed, self.typed.at
        if unit := typed.unit(self.here, whole=bool(self.force)):
            return unit
        is_after_from = at > 0 and typed.words[at - 1] == "from"
        unit = typed.unit(self.here) if typed.comes("to") and not is_after_from else ""
        if unit not in self.here:
            typed.at = at
            return ""
        return unit

    def _take_all(self, typed: Typed) -> None:
        """`all north`, `all from 3-4`: every unit there that moves on the ground."""
        typed.take("from", "in", "at")
        place = typed.place()
        if not place:
            places = dict.fromkeys(self.state.units[u].place for u in self.here)
            raise typed.refuse_word([typed.name(p) for p in places])
        self.force += self._all_in(place)

    def _all_in(self, place: str) -> list[str]:
        """Who moves on the ground there; IllegalMove where nobody does."""
        able = [u for u in ground_units_at(self.state, place) if movement(self.state, u) > 0]
        if not able:
            raise self.typed.refuse(f"nobody in {name_of(self.state, place)} can move on the ground")
        return able

    def _carry_pairs(self, typed: Typed) -> None:
        while carrier := typed.unit(self.here, whole=True):
            self._ride([typed.unit(self.here)], carrier)

    def _ride(self, riders: Sequence[str], carrier: str) -> None:
        if not carrier or not any(riders):
            raise self.typed.refuse("say who carries whom: carry a/2aa 1/5, or 1/5 aboard a/2aa")
        for rider in riders:
            self.riders[rider] = carrier
        if carrier not in self.force:
            self.force.append(carrier)

    def _tidy(self) -> None:
        """Riders are no walkers; a place named before all others may be where the force stands."""
        self.force = [u for u in self.force if u not in self.riders]
        absent = [u for u in (*self.force, *self.riders) if not is_in_play(self.state, u)]
        if absent:
            raise self.typed.refuse(f"{labels(self.state, absent)} is not in play")
        starts = {self.state.units[u].place for u in self.force}
        if not self.force and self.legs:
            self.force = self._all_in(self.legs.pop(0))
        elif len(self.legs) > 1 and {self.legs[0]} == starts:
            self.legs.pop(0)
        if not self.force:
            raise self.typed.refuse("no unit is named", [self.typed.name(u) for u in self.here])

    @property
    def start(self) -> str:
        return self.state.units[self.force[0]].place

    def pairs(self) -> Riders:
        order = self.state.numbers.unit_order
        pairs = [(carrier, rider) for rider, carrier in self.riders.items()]
        return tuple(sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])))

    def seat_passengers(self, walkers: Sequence[str]) -> None:
        """Who cannot go by itself rides the first carrier that has room, where nothing was said."""
        free = [u for u in self.force if u not in walkers and u not in self.riders.values()]
        for rider in walkers:
            carrier = next((c for c in free if may_carry(self.state, c, rider)), "")
            if carrier:
                free.remove(carrier)
                self.riders[rider] = carrier
        self.force = [u for u in self.force if u not in self.riders]


def read_move(typed: Typed, mode: str) -> Ground | Leap | Air | Transfer:
    """13, 24, 25 `1/5 2/1 to 3-2 3-3`, `hmm_a with mp to 3-5 land`: the mode follows from the force if not named."""
    state, party = typed.state, Party(typed)
    flies = any(is_helicopter(state, u) for u in party.force)
    if not party.legs:
        if party.ends and flies:
            party.legs = [party.start]  # it lands or rises where it is
        else:
            raise typed.refuse("no place to go to is named")
    to = party.legs[-1]
    if mode == "transfer" or (not mode and is_base(state, party.start) and is_base(state, to)):
        return Transfer(tuple(state.numbers.ordered([*party.force, *party.riders])), to)
    if mode == "air" or (not mode and flies):
        party.seat_passengers([u for u in party.force if not is_helicopter(state, u)])
        return Air(tuple(state.numbers.ordered(party.force)), to, party.pairs(), aloft=party.ends in ("aloft", "hover"))
    if mode == "leap":
        party.seat_passengers([u for u in party.force if type_of(state, u) not in AMPHIBIOUS])
        return Leap(tuple(state.numbers.ordered(party.force)), to, party.pairs())
    force, riders = tuple(state.numbers.ordered(party.force)), party.pairs()
    march = setting_out(state, force, riders, party.start)
    return Ground(force, fill_way(typed, march, party.legs), riders, party.infiltrates)


def fill_way(typed: Typed, march: March, legs: Sequence[str]) -> tuple[str, ...]:
    """13 The whole path: as it was named where each place is a step from the one before, else by shortest ways."""
    state, path = typed.state, list[str]()
    if _is_chain(state, [march.at, *legs]):
        return tuple(legs)
    for to in legs:
        if path and has_node(state, march.at):
            raise typed.refuse(f"{name_of(state, march.at)} holds a node: a path ends there (13.1)")
        ways = reachable(state, march)
        if to not in ways:
            points = f"{march.points} movement point{'s' * (march.points != 1)}"
            because = f"{labels(state, march.walkers)} cannot come to {name_of(state, to)} with {points} from here"
            raise typed.refuse(because, [typed.name(place) for place in ways])
        path += ways[to]
        march = walked(state, march, ways[to])
    return tuple(path)


def _is_chain(state: State, places: Sequence[str]) -> bool:
    return all(_is_step(state, a, b) for a, b in pairwise(places))


def _is_step(state: State, a: str, b: str) -> bool:
    if is_base(state, a) or is_base(state, b):
        base, space = (a, b) if is_base(state, a) else (b, a)
        return base in state.numbers.gates.get(space, ())
    return b in neighbours(state, a)
