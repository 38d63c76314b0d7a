"""17, 18, 19 J-3 Air movement: strikes and drones to their zones, air transfer, air assault.

Belongs here: what may fly where. Must not be here: what happens there (air_defense, joint_strike).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.spelling import plural
from pbem.play.requests import Write
from pbem_games.enduring_freedom import zones
from pbem_games.enduring_freedom.infowar import ready_assets
from pbem_games.enduring_freedom.planning import check_plan, follow_plan
from pbem_games.enduring_freedom.plans import AIR_VERBS, Line, PlanForm
from pbem_games.enduring_freedom.state import CAS, COALITION, READY, STRIKE, State


async def air_phase(state: State) -> None:
    """17, 19 All air movement, in any order; asked if anything can fly."""
    if not zones.air_at(state, STRIKE) and not ready_assets(state, "drone") and not flyers(state):
        return
    plan = await Write(
        rule="17.0", seat=COALITION, form=PlanForm(state.numbers, AIR_VERBS, "17.0"),
        check=lambda plan: check_plan(state, plan, carry_out), draft=tuple,
    )  # fmt: skip
    await follow_plan(state, plan, carry_out, rule="17.0")


def flyers(state: State) -> list[str]:
    """19.1, 19.4, rulings R54, R55 US and NATO ground units that may still be flown: no FOB, each once."""
    return [id for id in state.numbers.ground if _can_fly(state, id)]


def _can_fly(state: State, id: str) -> bool:
    unit, place = state.numbers.ground[id], state.units[id].place
    is_there = place in state.numbers.zones or place in state.numbers.staging
    return is_there and unit.contingent != "IR" and not unit.static and id not in state.landed


def carry_out(state: State, line: Line) -> str:
    """17.4, 18, 19 One line; IllegalMove."""
    (to,) = line.to
    if line.verb == "strike":
        _send(state, line)
        return f"{zones.names(state, line.things)} over {state.numbers.zones[to].name}"
    for id in line.things:
        if line.verb == "transfer":
            check_transfer(state, id, to, str(line))
            _use_capacity(state, id, to)
        else:
            check_assault(state, id, to, str(line))
        state.units[id].place = to
        state.landed.append(id)
    where = state.numbers.place_name(to)
    if line.verb == "assault":
        return f"{zones.names(state, line.things)} by air assault to {where}"
    left = plural(capacity_left(state, to), "more point")
    return f"{zones.names(state, line.things)} flown to {where}, which handles {left} in this phase"


def _send(state: State, line: Line) -> None:
    """17.3, 17.4, 18, 22.1, ruling R44 Air units of the Joint Strike box and ready drones, to any zone."""
    for id in line.things:
        box = READY if id in state.numbers.assets else STRIKE
        if state.units[id].place != box:
            because = f"{id} is not ready" if box == READY else f"{id} is not in the Joint Strike box"
            raise IllegalMove(str(line), "17.1", because)
        state.units[id].place = line.to[0]


# ---------------------------------------------------------------- ground units by air


def check_transfer(state: State, id: str, to: str, tried: str) -> None:
    """19.1 to 19.4, rulings R55, R101 From a Coalition airbase to another, with capacity at both; IllegalMove."""
    start = _check_flyer(state, id, to, tried, "19.4")
    for place in (start, to):
        if not zones.is_coalition_airbase(state, place):
            raise IllegalMove(tried, "19.1", f"{place} is no Coalition airbase", legal=open_airbases(state))
        if points_of(state, id) > capacity_left(state, place):
            because = f"{place} handles {max(0, capacity_left(state, place))} more points in this phase"
            raise IllegalMove(tried, "19.3", f"{because}, {id} takes {points_of(state, id)}")
    _check_landing(state, to, tried)


def check_assault(state: State, id: str, to: str, tried: str) -> None:
    """19.5, 19.7, rulings R53, R56, R103 An airmobile unit, one end a Coalition airbase; mountains for SOF only."""
    start = _check_flyer(state, id, to, tried, "19.5")
    if not state.numbers.ground[id].airmobile:
        raise IllegalMove(tried, "19.5", f"{id} is not airmobile")
    if not zones.is_coalition_airbase(state, start) and not zones.is_coalition_airbase(state, to):
        raise IllegalMove(tried, "19.5", f"neither {start} nor {to} is a Coalition airbase")
    for place in (start, to):
        if place in state.numbers.zones and not zones.is_sof(state, id):
            terrain = state.numbers.terrain_of(place)
            if terrain.air_assault == "sof":
                raise IllegalMove(tried, "19.7", f"{place} is {terrain.name}: special forces only")
    _check_landing(state, to, tried)


def _check_flyer(state: State, id: str, to: str, tried: str, rule: str) -> str:
    """19.4, 19.9, rulings R54, R55 Who flies at all, and once; gives where it is."""
    if zones.contingent(state, id) not in ("US", "NATO"):
        raise IllegalMove(tried, rule, f"{id} cannot be flown: US and NATO units only")
    if state.numbers.ground[id].static:
        raise IllegalMove(tried, "16.1", f"{id} cannot move once it is placed")
    if id in state.landed:
        raise IllegalMove(tried, "19.9", f"{id} has flown in this phase")
    if not _can_fly(state, id):
        raise IllegalMove(tried, rule, f"{id} is not there to fly")
    start = state.units[id].place
    if start == to:
        raise IllegalMove(tried, rule, f"{id} is in {to} already")
    return start


def _check_landing(state: State, to: str, tried: str) -> None:
    """8.5, 8.9, ruling R38 Room where it lands."""
    if to in state.numbers.staging:
        if zones.room(state, to, air=False) < 1:
            raise IllegalMove(tried, "8.5", f"no room is left in {to}")
    elif zones.stacking_room(state, to) is not None and (zones.stacking_room(state, to) or 0) < 1:
        raise IllegalMove(tried, "8.9", f"{to} takes no more Coalition ground units")


def open_airbases(state: State) -> list[str]:
    """19.1 Staging areas and the airbase zones with Coalition ground units, in the order of the data."""
    return [p for p in (*state.numbers.staging, *state.numbers.airbases) if zones.is_coalition_airbase(state, p)]


def points_of(state: State, id: str) -> int:
    """19.3 What a unit takes of an airbase's capacity."""
    transport = state.numbers.tables.transport
    return transport.heavy if zones.is_heavy(state, id) else transport.light


def capacity(state: State, place: str) -> int:
    """19.3, ruling R51 Points that an airbase handles in a phase."""
    if place in state.numbers.staging:
        return state.numbers.staging[place].capacity
    transport = state.numbers.tables.transport
    has_fob = any(state.numbers.ground[id].fob for id in zones.units_at(state, place))
    return transport.airbase_with_fob if has_fob else transport.airbase


def capacity_left(state: State, place: str) -> int:
    """19.3 What is left of it, take-offs and landings together."""
    return capacity(state, place) - state.transported.get(place, 0)


def _use_capacity(state: State, id: str, to: str) -> None:
    for place in (state.units[id].place, to):
        state.transported[place] = state.transported.get(place, 0) + points_of(state, id)


# ---------------------------------------------------------------- home


def fly_home(state: State, unit: str, box: str) -> None:
    """17.5 To a staging area with room, the first in the order of the data; without any it waits in its box (R89).

    Where it sleeps changes nothing: it flies anywhere from anywhere, and staging is free (15.0; ruling R106).
    """
    assert box in (STRIKE, CAS)
    open_to = [area for area in state.numbers.staging if zones.room(state, area, air=True) > 0]
    state.units[unit].place = open_to[0] if open_to else box
