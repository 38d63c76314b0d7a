"""11 J-1 Mobilization: units, assets, Forward Operating Bases and Northern Alliance units are bought.

Belongs here: prices, what each line of the plan does. Must not be here: the first forces' own limits (setup asks for
`muster` lines alone; ruling R13).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.spelling import plural
from pbem.play.requests import Write
from pbem_games.enduring_freedom.bags import take_face_down
from pbem_games.enduring_freedom.planning import check_plan, follow_plan
from pbem_games.enduring_freedom.plans import MOBILIZE_VERBS, Line, PlanForm
from pbem_games.enduring_freedom.points import pay
from pbem_games.enduring_freedom.state import COALITION, MOBILIZATION, READY, SETUP_PHASE, State
from pbem_games.enduring_freedom.zones import is_sof, name, names, room, stacking_room, units_at


async def mobilize(state: State) -> None:
    """11.1 Whatever is bought, built or removed, in the order written."""
    plan = await Write(
        rule="11.1", seat=COALITION, form=PlanForm(state.numbers, MOBILIZE_VERBS, "11.1"),
        check=lambda plan: check_plan(state, plan, carry_out), draft=tuple,
    )  # fmt: skip
    await follow_plan(state, plan, carry_out, rule="11.1")


def price_of(state: State, id: str) -> int:
    """11.1, the NP Table What a unit costs; an asset has no price of its own (`price_of_assets`)."""
    numbers, cost = state.numbers, state.numbers.tables.netwar.cost
    if id in numbers.air:
        return cost.air
    printed = numbers.ground[id]
    if printed.contingent == "IR":
        return cost.irgc  # ruling R37
    if printed.fob:
        return cost.fob
    return cost.sof if printed.sof else printed.cf


def price_of_assets(state: State, count: int) -> int:
    """11.1, ruling R8 Two for one NP; what is left of a half is lost."""
    each = state.numbers.tables.netwar.cost.assets_for_one
    return -(-count // each)


def carry_out(state: State, line: Line) -> str:
    """11, 6.0 (7) Checks and carries out one line; IllegalMove."""
    match line.verb:
        case "muster":
            return _muster(state, line)
        case "assets":
            return _buy_assets(state, line)
        case "levy":
            return _levy(state, line)
        case "build":
            return _build(state, line)
    return _remove(state, line)


def for_sale(state: State) -> list[str]:
    """11.1 Units that may be mustered now, in the order of the data; none from Iran in set-up (ruling R13)."""
    numbers = state.numbers
    units = [id for id, unit in numbers.ground.items() if not unit.fob]
    if state.phase == SETUP_PHASE:
        units = [id for id in units if numbers.ground[id].contingent != "IR"]
    return [id for id in (*units, *numbers.air) if state.units[id].place == MOBILIZATION]


def _muster(state: State, line: Line) -> str:
    """11.2 (1), 8.5 Units into a staging area with room, at full strength."""
    (area,), tried = line.to, str(line)
    open_to = for_sale(state)
    for id in line.things:
        if id not in open_to:
            raise IllegalMove(tried, "11.1", f"{id} cannot be mobilized now", legal=open_to)
        if room(state, area, air=id in state.numbers.air) < 1:
            raise IllegalMove(tried, "8.5", f"no room is left in {area}")
        pay(state, price_of(state, id), "mobilization", tried=tried, rule="11.1")
        state.units[id].place = area
    cost = sum(price_of(state, id) for id in line.things)
    rooms = f"room for {room(state, area, air=False)} ground and {room(state, area, air=True)} air units more"
    where = f"{state.numbers.staging[area].name} ({rooms})"
    return f"{names(state, line.things)} mobilized in {where} for {cost} NP, {state.np} left"


def _buy_assets(state: State, line: Line) -> str:
    """11.2 (3), 8.6, ruling R8 Assets of one line are bought together."""
    tried = str(line)
    for id in line.things:
        if state.units[id].place != MOBILIZATION:
            raise IllegalMove(tried, "11.1", f"{id} is not in the mobilization display")
    cost = price_of_assets(state, len(line.things))
    pay(state, cost, "mobilization", tried=tried, rule="11.1")
    for id in line.things:
        state.units[id].place = READY
    return f"{names(state, line.things)} made ready for {cost} NP, {state.np} left"


def zones_to_levy(state: State) -> list[str]:
    """11.2 (4), ruling R15 Zones with special forces of any contingent, and with room."""
    return [
        zone for zone in state.numbers.zones
        if any(is_sof(state, id) for id in units_at(state, zone)) and stacking_room(state, zone) not in (0, -1)
    ]  # fmt: skip


def _levy(state: State, line: Line) -> str:
    """11.2(4), 11.5 Northern Alliance units picked blindly, face down; zone and number are fixed before (R15)."""
    (zone,), count, tried = line.to, int(line.things[0]), str(line)
    if not any(is_sof(state, id) for id in units_at(state, zone)):
        raise IllegalMove(tried, "11.2", f"no special forces are in {zone}", legal=zones_to_levy(state))
    if count > state.available.down:
        raise IllegalMove(tried, "11.5", f"{state.available.down} Northern Alliance units are available")
    limit = stacking_room(state, zone)
    if limit is not None and count > limit:
        raise IllegalMove(tried, "8.9", f"{zone} takes {max(0, limit)} more Coalition ground units")
    cost = count * state.numbers.tables.netwar.cost.north
    pay(state, cost, "mobilization", tried=tried, rule="11.2")
    for _ in range(count):
        counter = take_face_down(state.available)
        assert counter is not None, "there are as many"
        state.north[zone].append(counter)
    units = plural(count, "Northern Alliance unit")
    return f"{units} mobilized face down in {state.numbers.zones[zone].name} for {cost} NP, {state.np} left"


def has_engineer(state: State, zone: str, contingent: str) -> bool:
    """32.2 An engineer of this contingent is there."""
    return any(state.numbers.ground[id].engineer and state.numbers.ground[id].contingent == contingent
               for id in units_at(state, zone))


def _build(state: State, line: Line) -> str:
    """11.2 (2), 32.2, ruling R87 A FOB beside an engineer of its contingent, any number in a phase."""
    (zone,), tried = line.to, str(line)
    for fob in line.things:
        contingent = state.numbers.ground[fob].contingent
        if state.units[fob].place != MOBILIZATION:
            raise IllegalMove(tried, "11.2", f"{fob} is not in the mobilization display")
        if fob in state.removed_fobs:
            raise IllegalMove(tried, "11.4", f"{fob} was removed in this turn")
        if not has_engineer(state, zone, contingent):
            raise IllegalMove(tried, "32.2", f"no {contingent} engineer is in {zone}")
        pay(state, price_of(state, fob), "mobilization", tried=tried, rule="11.2")
        state.units[fob].place = zone
    return f"{names(state, line.things)} built in {state.numbers.zones[zone].name}, {state.np} NP left"


def _remove(state: State, line: Line) -> str:
    """11.4 FOBs leave the map; no NP come back, and they are not rebuilt in this turn."""
    tried, told = str(line), []
    for fob in line.things:
        unit = state.units[fob]
        if unit.place not in state.numbers.zones:
            raise IllegalMove(tried, "11.4", f"{fob} is not on the map")
        told.append(f"{name(state, fob)} removed from {state.numbers.zones[unit.place].name}")
        unit.place, unit.reduced = MOBILIZATION, False  # ruling R14
        state.removed_fobs.append(fob)
    return ", ".join(told)
