"""16 J-3 Ground movement: along paths of zones, and over the roads that lead to staging areas.

Belongs here: which paths are legal. Must not be here: air movement (flights).
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.play.requests import Write
from pbem_games.enduring_freedom.planning import check_plan, follow_plan
from pbem_games.enduring_freedom.plans import DRIVE_VERBS, Line, PlanForm
from pbem_games.enduring_freedom.state import COALITION, State
from pbem_games.enduring_freedom.zones import contingent, is_islamist_there, names, north_up, room, zone_of_north

Path = tuple[str, ...]
"""The zones entered, in order; or one staging area."""


async def movement_phase(state: State) -> None:
    """16 All moves of the phase, one unit after another; asked if any unit can move."""
    if not movers(state):
        return
    plan = await Write(
        rule="16.0", seat=COALITION, form=PlanForm(state.numbers, DRIVE_VERBS, "16.0"),
        check=lambda plan: check_plan(state, plan, carry_out), draft=tuple,
    )  # fmt: skip
    await follow_plan(state, plan, carry_out, rule="16.0")


def movers(state: State) -> list[str]:
    """16.1, ruling R16 Units that may move: no FOB, nobody face down, each once."""
    ground = [id for id, unit in state.numbers.ground.items() if not unit.static and place_of(state, id)]
    north = [id for zone in state.north for id in north_up(state, zone)]
    return [id for id in (*ground, *north) if id not in state.moved]


def place_of(state: State, id: str) -> str:
    """The zone or staging area where a ground unit is; "" if it is in neither."""
    if id in state.numbers.north:
        return zone_of_north(state, id)
    place = state.units[id].place
    return place if place in state.numbers.zones or place in state.numbers.staging else ""


def allowance(state: State, id: str) -> int:
    """16.1 Zones in a phase, without the bonus of a road."""
    points: int = getattr(state.numbers.tables.movement, contingent(state, id))
    return points


def has_road_bonus(state: State, id: str, start: str) -> bool:
    """16.5, 32.2, ruling R39 A FOB, or an engineer of the unit's contingent, began the phase in this zone."""
    own = contingent(state, id)
    helpers = [other for other, unit in state.numbers.ground.items()
               if unit.fob or (unit.engineer and unit.contingent == own)]
    return any(state.moved.get(other, state.units[other].place) == start for other in helpers)


def check_path(state: State, id: str, path: Path) -> None:
    """16 Whether this unit may take this path; raises IllegalMove."""
    tried, start = f"{id} to {', '.join(path)}", place_of(state, id)
    if id in state.numbers.ground and state.numbers.ground[id].static:
        raise IllegalMove(tried, "16.1", f"{id} cannot move once it is placed")
    if not start:
        raise IllegalMove(tried, "16.3", f"{id} is not there to move")
    if id in state.moved:
        raise IllegalMove(tried, "16.3", f"{id} has moved")
    if start in state.numbers.staging or any(place in state.numbers.staging for place in path):
        _check_link(state, id, start, path, tried)
        return
    _check_steps(state, start, path, tried)
    _check_length(state, id, start, path, tried)


def _check_link(state: State, id: str, start: str, path: Path, tried: str) -> None:
    """16.2, 8.5, ruling R42 One step between a staging area and a zone it is linked to, and no further."""
    to = path[0]
    areas = state.numbers.staging
    if len(path) > 1 or (start in areas and to in areas):
        raise IllegalMove(tried, "16.2", "a road to or from a staging area is the whole move, one step")
    if id in state.numbers.north:
        raise IllegalMove(tried, "16.2", "Northern Alliance units stay in Afghanistan")  # ruling R42
    area, zone = (start, to) if start in areas else (to, start)
    if zone not in areas[area].links:
        raise IllegalMove(tried, "16.2", f"no road joins {area} and {zone}", legal=areas[area].links)
    if to == area and room(state, area, air=False) < 1:
        raise IllegalMove(tried, "8.5", f"no room is left in {area}")


def _check_steps(state: State, start: str, path: Path, tried: str) -> None:
    """16.3, 16.4, rulings R40, R41 From zone to neighbour; mountain, desert and Islamists end the move."""
    numbers = state.numbers
    for before, zone in zip((start, *path), path, strict=False):
        if numbers.graph.border(before, zone) is None:
            legal = numbers.graph.neighbours(before)
            raise IllegalMove(tried, "16.3", f"{zone} is not next to {before}", legal=legal)
    for zone in path[:-1]:
        if numbers.terrain_of(zone).stop:
            raise IllegalMove(tried, "16.4", f"{zone} is {numbers.terrain_of(zone).name}: the move ends there")
        if is_islamist_there(state, zone):
            raise IllegalMove(tried, "16.4", f"Islamists are in {zone}: the move ends there")


def _check_length(state: State, id: str, start: str, path: Path, tried: str) -> None:
    """16.1, 16.5, ruling R39 The allowance, and one zone more along roads, never into mountain or desert."""
    numbers, points = state.numbers, allowance(state, id)
    bonus = numbers.tables.movement.road_bonus
    if len(path) <= points:
        return
    if len(path) > points + bonus:
        raise IllegalMove(tried, "16.1", f"{id} moves {points} zones, {points + bonus} at most along a road")
    if not all(numbers.is_road(a, b) for a, b in zip((start, *path), path, strict=False)):
        raise IllegalMove(tried, "16.5", f"the way leaves the road, so {id} moves {points} zones")
    if not has_road_bonus(state, id, start):
        because = f"neither a FOB nor an engineer of its own began in {start}, so {id} moves {points} zones"
        raise IllegalMove(tried, "16.5", because)
    if not numbers.terrain_of(path[-1]).road_bonus:
        because = f"{path[-1]} is {numbers.terrain_of(path[-1]).name}: no road bonus leads there"
        raise IllegalMove(tried, "16.5", because)


def path_to(state: State, id: str, goal: str) -> Path:
    """16 The shortest legal path of a unit to a place, empty if there is none; of equal ones the first by id."""
    start = place_of(state, id)
    if not start or goal == start:
        return ()
    ways: list[Path] = [(goal,)]
    if start in state.numbers.zones and goal in state.numbers.zones:
        most = allowance(state, id) + state.numbers.tables.movement.road_bonus
        found = state.numbers.graph.paths(start, most, lambda way, to: _may_go_on(state, way, to))
        ways = [way[1:] for way in found if way[-1] == goal]
    return next((way for way in ways if is_path(state, id, way)), ())


def _may_go_on(state: State, way: Path, to: str) -> bool:
    """16.4 Whether a move that came so far may take another step."""
    at = way[-1]
    return len(way) == 1 or not (state.numbers.terrain_of(at).stop or is_islamist_there(state, at))


def is_path(state: State, id: str, path: Path) -> bool:
    """16 Whether this unit may take this path."""
    try:
        check_path(state, id, path)
    except IllegalMove:
        return False
    return True


def carry_out(state: State, line: Line) -> str:
    """16.3 The units of a line go their way, one after another; IllegalMove."""
    for id in line.things:
        check_path(state, id, line.to)
        move(state, id, line.to[-1])
    by_way = [state.numbers.place_name(place) for place in line.to]
    via = f" by {', '.join(by_way[:-1])}" if len(by_way) > 1 else ""
    return f"{names(state, line.things)} to {by_way[-1]}{via}"


def move(state: State, id: str, to: str) -> None:
    """The unit is there now, and has moved."""
    start = place_of(state, id)
    state.moved[id] = start
    if id in state.numbers.ground:
        state.units[id].place = to
        return
    counter = next(c for c in state.north[start] if c.id == id)
    state.north[start].remove(counter)
    state.north[to].append(counter)
