"""13, 24, 25 A force and its way: `1/5 2/1 to 3-2 3-3`, `hmma with mp to 3-5 land`, `all north to jolan`.

Belongs here: who goes, who rides, where they can come to, the path filled in if only the goal is named. Must not be
here: what is legal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import pairwise

from pbem.kit.spelling import plural
from pbem.kit.typed import Typed
from pbem_games.fallujah.air import landing_places
from pbem_games.fallujah.forms.names import all_places, places, units
from pbem_games.fallujah.forms.prospects import prospect
from pbem_games.fallujah.joint import may_join
from pbem_games.fallujah.map import (
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
    units_at,
)
from pbem_games.fallujah.marching import March, reachable, setting_out, walked
from pbem_games.fallujah.movement import leap_goals
from pbem_games.fallujah.orders import Air, Ground, Leap, Riders, Transfer
from pbem_games.fallujah.riders import candidates, may_carry
from pbem_games.fallujah.state import State

WAY = ("to", "via", "by", "path", "then")
INFILTRATE = ("infiltrate", "sneak")
LAND, ALOFT = ("land",), ("aloft", "hover")
CARRY, ABOARD = ("carry", "carrying"), ("aboard", "on", "in", "riding")
MOST_LEGS = 12  # after so many places nothing more is offered
KEYWORDS = (*WAY, *INFILTRATE, *LAND, *ALOFT, *CARRY, *ABOARD, "with", "all", "from", "at", "and")


class Party:
    """A force as it is read: who goes, who rides, the places named, how it ends.

    `goal` is where the forces of a networked operation meet, "" if that is open.
    """

    def __init__(self, state: State, typed: Typed, mode: str, goal: str = "") -> None:
        self.state, self.typed, self.mode, self.goal = state, typed, mode, goal
        self.force: list[str] = []
        self.riders: dict[str, str] = {}  # rider -> carrier
        self.legs: list[str] = []
        self.infiltrates = self.is_aloft = self.has_end = self._is_on_the_way = False
        self._last_to = typed.at + max((i for i, word in enumerate(typed.rest) if word == "to"), default=-1)
        while typed.more() and (self._reads_word() or self._reads_unit() or self._reads_place()):
            pass
        if typed.more() and typed.peek():
            raise typed.refuse_word()
        self._tidy()

    @cached_property
    def here(self) -> tuple[str, ...]:
        """Who is in play."""
        return tuple(u for u in self.state.units if is_in_play(self.state, u))

    @property
    def start(self) -> str:
        return self.state.units[self.force[0]].place

    @property
    def flies(self) -> bool:
        return self.mode == "air" or any(is_helicopter(self.state, u) for u in self.force)

    # ------------------------------------------------------------------ reading

    def _reads_word(self) -> bool:
        """A word of the order that names nothing."""
        typed = self.typed
        if self._reads_way() or self._reads_end():
            return True
        if typed.peek() in CARRY:
            typed.skip(*CARRY)
            while carrier := self._unit(self.force, whole=True):
                self._ride([self._unit(candidates(self.state, carrier))], carrier)
            return True
        if typed.peek() in ABOARD:
            typed.skip(*ABOARD)
            rider = self.force[-1:]
            self._ride(rider, self._unit([u for u in self._companions if rider and may_carry(self.state, u, rider[0])]))
            return True
        carrier = self.force[-1] if self.force and not self._is_on_the_way else ""
        aboard = [u for u in candidates(self.state, carrier) if u not in self.riders] if carrier else []
        may_load = bool(aboard) and carrier not in self.riders.values() and self.mode != "transfer"
        if (may_load or typed.peek() == "with") and typed.word("with", remark=lambda _: "a unit rides"):
            self._ride([self._unit(aboard)], carrier)
            return True
        if typed.peek() == "and":
            typed.skip("and")
            return True
        if typed.peek() == "from":
            typed.skip("from")
            self.legs.append(self._start())
            return True
        return False

    def _reads_way(self) -> bool:
        """`to`: from here on only places are named."""
        typed = self.typed
        is_offered = bool(self.force or self.legs) and not self._is_on_the_way
        if not (is_offered or typed.peek() in WAY) or not typed.word("to", also=WAY, remark=lambda _: "where it goes"):
            return False
        if not self._is_on_the_way and not self.force and self.legs:
            self.force = self._all_in(self.legs.pop(0))
        elif not self._is_on_the_way and self.force and self.legs == [self.start]:
            self.legs.pop()
        self._is_on_the_way = True
        return True

    def _reads_end(self) -> bool:
        """`infiltrate`, `land`, `aloft`."""
        typed, is_there = self.typed, bool(self.force and self.legs)
        may_infiltrate = is_there and has_node(self.state, self.legs[-1]) and not self.riders and all(
            type_of(self.state, u) == "sof" for u in self.force)
        if (may_infiltrate or typed.peek() in INFILTRATE) and typed.word(
                "infiltrate", also=INFILTRATE, remark=lambda _: "tries to go on past the node (27.1)"):
            self.infiltrates = True
            return True
        ends = is_there and self.flies and not self.has_end
        may_hover = ends and not self.riders and not is_base(self.state, self.legs[-1])
        if (ends or typed.peek() in LAND) and typed.word("land"):
            self.is_aloft, self.has_end = False, True
            return True
        if (may_hover or typed.peek() in ALOFT) and typed.word("aloft", also=ALOFT):
            self.is_aloft = self.has_end = True
            return True
        return False

    def _reads_unit(self) -> bool:
        """Who goes. With a `to` ahead `2-2` is the 2-2 Inf, not the space of that code."""
        if self._is_on_the_way:
            return False
        is_place_likely = bool(self.force or self.legs) and self.typed.at > self._last_to
        if unit := self._unit(self._companions, whole=is_place_likely, row=True):
            if unit in self.force:
                raise self.typed.refuse(f"{labels(self.state, [unit])} is named twice")
            self.force.append(unit)
            return True
        is_offered = not self.force and self.mode in ("", "ground") and any(
            can_go(self.state, u, "ground") for u in self.here)
        if (is_offered or self.typed.peek() == "all") and self.typed.word("all", remark=lambda _: "of one place"):
            self.typed.skip("from", "in", "at")
            self.force += [u for u in self._all_in(self._start()) if u not in self.force]
            return True
        return False

    def _reads_place(self) -> bool:
        """A place of the way; before `to` it may be where the force stands."""
        goals = self._goals() if self._is_on_the_way and len(self.legs) < MOST_LEGS else []
        place = self.typed.name(places(self.state.numbers), goals, also=all_places(self.state.numbers),
                                remark=lambda to: prospect(self.state, to, [*self.force, *self.riders]))
        self.legs += [place] if place else []
        return bool(place)

    def _unit(self, among: Collection[str], *, whole: bool = False, row: bool = False) -> str:
        return self.typed.name(
            units(self.state.numbers), among, also=self.here, whole=whole, row=row,
            why=lambda u: f"{labels(self.state, [u])} is not in play", remark=self._about)

    def _about(self, unit: str) -> str:
        """`North Base, 4(2)2`: where it is; firepower, contact and movement as printed, of the side that lies up."""
        at = self.state.units[unit]
        fire, meet, move = self.state.numbers.values(unit, at.reduced)
        values = f"{fire}({meet}){move if move >= 0 else ''}{', reduced' if at.reduced else ''}"
        return f"{name_of(self.state, at.place)}, {values}"

    def _start(self) -> str:
        """The place where the force stands."""
        able = [u for u in self.here if movement(self.state, u) > 0]
        there = dict.fromkeys(self.state.units[u].place for u in able)
        place = self.typed.name(
            places(self.state.numbers), there, also=all_places(self.state.numbers),
            remark=lambda at: labels(self.state, [u for u in able if self.state.units[u].place == at]))
        if not place:
            raise self.typed.refuse_word("say of which place")
        return place

    def _all_in(self, place: str) -> list[str]:
        """Who moves on the ground there; IllegalMove if nobody does."""
        able = [u for u in ground_units_at(self.state, place) if movement(self.state, u) > 0]
        if not able:
            raise self.typed.refuse(f"nobody in {name_of(self.state, place)} can move on the ground")
        return able

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
        if not self.force and self.legs:
            self.force = self._all_in(self.legs.pop(0))
        elif len(self.legs) > 1 and {self.legs[0]} == {self.state.units[u].place for u in self.force}:
            self.legs.pop(0)
        if not self.force:
            raise self.typed.refuse("no unit is named", [units(self.state.numbers).shown(u) for u in self._companions])

    # ------------------------------------------------------------------ what is offered

    @property
    def _companions(self) -> list[str]:
        """Who can go, and with those named already."""
        state = self.state
        if not self.force:
            return [u for u in self.here if can_go(state, u, self.mode)]
        named = [*self.force, *self.riders]
        return [u for u in units_at(state, self.start) if u not in named and can_go(state, u, self.mode)
                and (self.mode == "transfer" or is_helicopter(state, u) == is_helicopter(state, self.force[0]))
                and may_join(state, [*named, u])]

    def _goals(self) -> list[str]:
        """Where the force can come to from where its way has led so far."""
        if not self.force or (self.legs and not self._is_ground):
            return []
        state, start = self.state, self.start
        bases = [base for base in state.numbers.bases if base != start] if is_base(state, start) else []
        if self.mode == "transfer":
            found = bases
        elif self.mode == "leap":
            found = leap_goals(state, tuple(self.force), self.pairs())
        elif self.flies:
            helicopters = tuple(u for u in self.force if is_helicopter(state, u))
            found = landing_places(state, helicopters, self.pairs()) if helicopters else []
        else:
            march = self.march()
            for to in self.legs:
                ways = reachable(state, march)
                if to not in ways or has_node(state, to):
                    return []
                march = walked(state, march, ways[to])
            found = [*reachable(state, march), *(bases if not self.mode and not self.legs else [])]
        return [to for to in found if self.goal in ("", to)] or found

    @property
    def _is_ground(self) -> bool:
        return self.mode in ("", "ground") and not self.flies

    # ------------------------------------------------------------------ parts of the order

    def march(self) -> March:
        """13 The force on the ground before its first step."""
        walkers = tuple(self.state.numbers.ordered([u for u in self.force if u not in self.riders]))
        return setting_out(self.state, walkers or tuple(self.force), self.pairs(), self.start)

    def pairs(self) -> Riders:
        order = self.state.numbers.unit_order
        pairs = [(carrier, rider) for rider, carrier in self.riders.items()]
        return tuple(sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])))

    def seat_passengers(self, walkers: Sequence[str]) -> None:
        """Who cannot go by itself rides the first carrier that has room, if nothing was said."""
        free = [u for u in self.force if u not in walkers and u not in self.riders.values()]
        for rider in walkers:
            carrier = next((c for c in free if may_carry(self.state, c, rider)), "")
            if carrier:
                free.remove(carrier)
                self.riders[rider] = carrier
        self.force = [u for u in self.force if u not in self.riders]


def can_go(state: State, unit: str, mode: str) -> bool:
    """10.1 Whether a unit could begin a J-3 of this mode, "" for any, as far as it alone is asked."""
    if not is_in_play(state, unit):
        return False
    place, flies = state.units[unit].place, is_helicopter(state, unit)
    match mode:
        case "transfer":
            return is_base(state, place)
        case "leap":
            return place in state.numbers.water_spaces and type_of(state, unit) in AMPHIBIOUS
        case "air":
            return flies
        case "ground":
            return not flies and movement(state, unit) > 0
    return flies or movement(state, unit) > 0


def read_move(state: State, typed: Typed, mode: str, goal: str = "") -> Ground | Leap | Air | Transfer:
    """13, 24, 25 `1/5 2/1 to 3-2 3-3`, `hmm_a with mp to 3-5 land`: the mode follows from the force if not named."""
    party = Party(state, typed, mode, goal)
    ordered = state.numbers.ordered
    if not party.legs:
        if not (party.has_end and party.flies):
            raise typed.refuse("no place to go to is named", map(places(state.numbers).shown, party._goals()))
        party.legs = [party.start]  # it lands or rises where it is
    to = party.legs[-1]
    if mode == "transfer" or (not mode and is_base(state, party.start) and is_base(state, to)):
        return Transfer(tuple(ordered([*party.force, *party.riders])), to)
    if party.flies and mode in ("", "air"):
        party.seat_passengers([u for u in party.force if not is_helicopter(state, u)])
        return Air(tuple(ordered(party.force)), to, party.pairs(), aloft=party.is_aloft)
    if mode == "leap":
        party.seat_passengers([u for u in party.force if type_of(state, u) not in AMPHIBIOUS])
        return Leap(tuple(ordered(party.force)), to, party.pairs())
    path = fill_way(state, typed, party.march(), party.legs)
    return Ground(tuple(ordered(party.force)), path, party.pairs(), party.infiltrates)


def fill_way(state: State, typed: Typed, march: March, legs: Sequence[str]) -> tuple[str, ...]:
    """13 The whole path: as it was named if each place is a step from the one before, else by shortest ways."""
    path = list[str]()
    if all(_is_step(state, a, b) for a, b in pairwise([march.at, *legs])):
        return tuple(legs)
    for to in legs:
        if path and has_node(state, march.at):
            raise typed.refuse(f"{name_of(state, march.at)} holds a node: a path ends there (13.1)")
        ways = reachable(state, march)
        if to not in ways:
            points = plural(march.points, "movement point")
            because = f"{labels(state, march.walkers)} cannot come to {name_of(state, to)} with {points} from here"
            raise typed.refuse(because, map(places(state.numbers).shown, ways))
        path += ways[to]
        march = walked(state, march, ways[to])
    return tuple(path)


def _is_step(state: State, a: str, b: str) -> bool:
    if is_base(state, a) or is_base(state, b):
        base, space = (a, b) if is_base(state, a) else (b, a)
        return base in state.numbers.gates.get(space, ())
    return b in neighbours(state, a)
