"""13, 15 to 19 Plans of looking and moving: `kabul underground`, `cvw-8 strike`, `26 meu to kandahar`.

Belongs here: reading those lines, what is offered. Must not be here: legality (staging, movement, flights).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.kit.forms import Offer
from pbem.kit.lists import named_in_turn
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem.kit.view import grouped
from pbem_games.enduring_freedom import close_air_support, flights, intelligence, movement, printed, staging
from pbem_games.enduring_freedom.close_air_support import zones_for_cas
from pbem_games.enduring_freedom.flights import flyers
from pbem_games.enduring_freedom.forms import random_plans
from pbem_games.enduring_freedom.forms.reading import SKIPPED, PlanOf, refused, wanted
from pbem_games.enduring_freedom.infowar import ready_assets
from pbem_games.enduring_freedom.movement import is_path, movers, path_to, place_of
from pbem_games.enduring_freedom.plans import MOST, Line
from pbem_games.enduring_freedom.prompts.moving import attack_remark
from pbem_games.enduring_freedom.state import CAS, STRIKE, UNDERGROUND, State, sketch_of
from pbem_games.enduring_freedom.zones import air_at, concealed, name, revealed, room

SOMEWHERE = Names({UNDERGROUND: ("Underground",)})


# ---------------------------------------------------------------- 13 intelligence


def read_look(state: State, typed: Typed) -> Sequence[Line]:
    """13.1 `kabul kabul underground`: a place for each asset."""
    ready, lines = ready_assets(state, "isr"), list[Line]()
    typed.skip("isr", *SKIPPED)
    while typed.more():
        place = typed.name(SOMEWHERE) or typed.name(
            printed.zones(state.numbers), state.numbers.zones, remark=lambda zone: _concealed(state, zone))
        if not place:
            break
        if len(lines) == len(ready):
            raise typed.refuse("no more ISR assets lie ready")
        lines.append(Line("isr", (ready[len(lines)],), (place,)))
        typed.skip(*SKIPPED)
    return lines


def _concealed(state: State, zone: str) -> str:
    return f"{concealed(state, zone)} concealed"


def offer_looks(state: State) -> Iterator[Offer]:
    ready = ready_assets(state, "isr")
    zones = sorted(state.numbers.zones, key=lambda zone: -concealed(state, zone))
    hidden = [state.numbers.zones[zone].name for zone in zones if concealed(state, zone)][: len(ready)]
    if hidden:
        yield Offer("; ".join(hidden))
    yield Offer("none", "they are kept")


# ---------------------------------------------------------------- 15 staging


def read_staged(state: State, typed: Typed) -> Sequence[Line]:
    """15 `cvw-8 16 sow strike`, `all cas`, `26 meu to pakistan`."""
    areas = state.numbers.staging
    units = [id for id, unit in state.units.items() if unit.place in areas]
    planes = [id for id in units if id in state.numbers.air]
    is_all = planes and typed.word("all", remark=lambda _: "all air units in staging areas")
    named = planes if is_all else named_in_turn(
        typed, printed.units(state.numbers), units, why=lambda id: f"{name(state, id)} is in no staging area",
        fits=lambda named: [id for id in units if _go_together(state, id, named)])
    if not named:
        return ()
    typed.skip(*SKIPPED)
    air = all(id in planes for id in named)
    if air and (box := typed.word(STRIKE, CAS, remark=lambda box: staging.MISSIONS[box])):
        return [Line("assign", tuple(named), (box,))]
    open_to = [at for at in areas if room(state, at, air=air) >= len(named)
               and not any(state.units[id].place == at for id in named)]
    area = wanted(typed, printed.staging(state.numbers), open_to, "strike, cas or a staging area?", also=areas,
                  remark=lambda at: f"room for {room(state, at, air=air)} {'air' if air else 'ground'} units")
    return [Line("stage", tuple(named), (area,))]


def _go_together(state: State, id: str, named: Sequence[str]) -> bool:
    """Of one kind, from one staging area, and no more than find room somewhere else."""
    air, at = id in state.numbers.air, state.units[id].place
    if any((other in state.numbers.air) != air or state.units[other].place != at for other in named):
        return False
    return air or any(room(state, area, air=False) > len(named) for area in state.numbers.staging if area != at)


def offer_staged(state: State) -> Iterator[Offer]:
    planes = [id for area in state.numbers.staging for id in air_at(state, area)]
    if planes:
        yield Offer("all strike", plural(len(planes), "air unit"))
    yield Offer("none", "all stay where they are")
    if planes:
        yield Offer("all cas", plural(len(planes), "air unit"))


# ---------------------------------------------------------------- 16 ground movement


def read_drive(state: State, typed: Typed) -> Sequence[Line]:
    """16 `26 meu fahim to kandahar`: the goal, and the shortest legal way is taken; or all zones of the way."""
    units = named_in_turn(
        typed, printed.units(state.numbers), movers(state), why=lambda id: f"{name(state, id)} cannot move now",
        remark=lambda _, id: state.numbers.place_name(place_of(state, id)),
        fits=lambda named: [id for id in movers(state) if _goals(state, [*named, id])])
    if not units:
        return ()
    typed.skip(*SKIPPED)
    way: list[str] = []
    while typed.more():
        near = _near(state, way)
        open_to = near if typed.peek() else _within(state, units, way)
        place = typed.name(printed.places(state.numbers), open_to, also=near,
                           remark=lambda place: attack_remark(state, place, units))
        if not place:
            break
        way.append(place)
        typed.skip(*SKIPPED)
    if not way:
        raise typed.refuse_word("no place is named")
    lines: list[Line] = []
    for id in units:
        path = tuple(way) if len(way) > 1 else path_to(state, id, way[0]) or tuple(way)
        if lines and lines[-1].to == path:
            lines[-1] = Line("drive", (*lines[-1].things, id), path)
        else:
            lines.append(Line("drive", (id,), path))
    return lines


def _within(state: State, units: Sequence[str], way: Sequence[str]) -> list[str]:
    """Where all of these units can go, or where their way can go on."""
    if not way:
        return _goals(state, units)
    return [place for place in _near(state, way) if all(is_path(state, id, (*way, place)) for id in units)]


def _near(state: State, way: Sequence[str]) -> list[str]:
    """What can be read there, to be refused by its rule: any place, or the neighbours of the last one."""
    if not way:
        return [*state.numbers.zones, *state.numbers.staging]
    near = state.numbers.graph.neighbours(way[-1]) if way[-1] in state.numbers.zones else ()
    return [place for place in near if place not in way]


def _goals(state: State, units: Sequence[str]) -> list[str]:
    """Places that each of them can reach; staging areas only if they take all."""
    found = [place for place in _near(state, ()) if all(path_to(state, id, place) for id in units)]
    return [at for at in found if at in state.numbers.zones or room(state, at, air=False) >= len(units)]


def offer_drives(state: State) -> Iterator[Offer]:
    """A way for each of the first units, to where Islamists are seen or to where nobody is."""
    yield Offer("none", "all stay where they are")
    shown, place_name = printed.units(state.numbers).shown, state.numbers.place_name
    for id in movers(state)[:6]:
        at = place_of(state, id)
        near = state.numbers.graph.neighbours(at) if at in state.numbers.zones else state.numbers.staging[at].links
        for goal in [zone for zone in near if path_to(state, id, zone)][:2]:
            yield Offer(f"{shown(id)} to {place_name(goal)}", f"from {place_name(at)}")


# ---------------------------------------------------------------- 17, 18, 19 air movement


def read_flight(state: State, typed: Typed) -> Sequence[Line]:
    """17, 19 `strike cvw-8 uav*2 kabul`, `transfer lar to bagram`, `assault 1/187 tora bora`; `fly` for either."""
    verb = typed.word("strike", "transfer", "assault", "fly", remark=lambda verb: WAYS[verb])
    planes = read_planes(state, typed) if verb in ("", "strike") else []
    if planes or verb == "strike":
        if not planes:
            raise typed.refuse_word("no air unit or drone is named")
        zone = wanted(typed, printed.zones(state.numbers), state.numbers.zones, "no zone is named",
                      remark=lambda zone: f"{len(revealed(state, zone))} revealed")
        return [Line("strike", tuple(planes), (zone,))]
    units = named_in_turn(
        typed, printed.units(state.numbers), flyers(state), why=lambda id: f"{name(state, id)} cannot fly now",
        remark=lambda _, id: state.numbers.place_name(state.units[id].place),
        fits=lambda named: [id for id in flyers(state) if _landings(state, verb, [*named, id])])
    if not units:
        return ()
    typed.skip(*SKIPPED)
    places = _near(state, ())
    open_to = places if typed.peek() else _landings(state, verb, units)
    to = wanted(typed, printed.places(state.numbers), open_to, "no place is named", also=places,
                remark=lambda place: attack_remark(state, place, units))
    if verb in ("transfer", "assault"):
        return [Line(verb, tuple(units), (to,))]
    return [_legal_flight(state, id, to) for id in units]


WAYS = {
    "strike": "air units and drones to a zone", "transfer": "between Coalition airbases", "assault": "airmobile units",
    "fly": "by air assault if it is legal, else by transfer",
}  # fmt: skip


def _landings(state: State, verb: str, units: Sequence[str]) -> list[str]:
    """Where all of these units can be flown in one line."""
    return [place for place in _near(state, ()) if _can_land(state, verb, units, place)]


def _can_land(state: State, verb: str, units: Sequence[str], place: str) -> bool:
    sketch = sketch_of(state)
    lines = [Line(verb, (id,), (place,)) if verb in ("transfer", "assault") else _legal_flight(sketch, id, place)
             for id in units]
    return not any(refused(flights.carry_out, sketch, line) for line in lines)


def _legal_flight(state: State, id: str, to: str) -> Line:
    assault = Line("assault", (id,), (to,))
    return Line("transfer", (id,), (to,)) if refused(flights.carry_out, sketch_of(state), assault) else assault


def read_planes(state: State, typed: Typed) -> list[str]:
    """17.1, 18 Air units of the Joint Strike box by name, drones by name or as `uav*2`."""
    ready, found = ready_assets(state, "drone"), list[str]()
    names = printed.asset_kinds(state.numbers)
    while typed.more():
        typed.skip("and")
        drones = grouped([id for id in ready if id not in found], lambda id: state.numbers.assets[id].id)
        kinds = list(drones) if not typed.peek() else list(dict.fromkeys(state.numbers.assets[id].id for id in ready))
        if typed.word("all", remark=lambda _: "all air units with this mission"):
            found += [id for id in air_at(state, STRIKE) if id not in found]
            continue
        open_to = [id for id in (*air_at(state, STRIKE), *ready) if id not in found]
        is_count = "*" in typed.peek() or typed.peek().isdecimal()  # `uav*2` is two, `uav 2` is the second
        if not is_count and (
                whole := typed.name(printed.units(state.numbers), open_to, whole=True, row=True)):
            found.append(whole)
        elif kinds and (counted := typed.counted(names, kinds, most=MOST, of=drones)) is not None:
            kind, count = counted
            there = [id for id in ready if state.numbers.assets[id].id == kind and id not in found]
            if len(there) < count:
                raise typed.refuse(f"{len(there)} {names.shown(kind)} lie ready, not {count}")
            found += there[:count]
        elif begun := typed.name(printed.units(state.numbers), open_to):
            found.append(begun)
        else:
            break
    return found


def offer_flights(state: State) -> Iterator[Offer]:
    planes = [*air_at(state, STRIKE), *ready_assets(state, "drone")]
    most = max(state.numbers.zones, key=lambda zone: len(revealed(state, zone)))
    if planes and revealed(state, most):
        what = "all" if air_at(state, STRIKE) else printed.units(state.numbers).shown(planes[0])
        yield Offer(f"strike {what} {state.numbers.zones[most].name}", f"{len(revealed(state, most))} revealed")
    yield Offer("none", "nothing flies")


# ---------------------------------------------------------------- 17.1 close air support


def read_support(state: State, typed: Typed) -> Sequence[Line]:
    """17.1 (2) `vma kandahar`, `all kandahar`."""
    ready = air_at(state, CAS)
    planes = ready if typed.word("all", remark=lambda _: "all air units with this mission") else named_in_turn(
        typed, printed.units(state.numbers), ready, why=lambda id: f"{name(state, id)} is not in the CAS box")
    if not planes:
        return ()
    zone = wanted(typed, printed.zones(state.numbers), zones_for_cas(state), "no zone is named",
                  why=lambda zone: f"no counterattack on US or NATO units in {state.numbers.zones[zone].name}")
    return [Line("cas", tuple(planes), (zone,))]


def offer_support(state: State) -> Iterator[Offer]:
    for zone in sorted(zones_for_cas(state), key=lambda zone: -len(revealed(state, zone))):
        attackers = plural(len(revealed(state, zone)), "Islamist unit")
        yield Offer(f"all {state.numbers.zones[zone].name}", f"against {attackers}")
    yield Offer("none", "nothing flies")


LOOKS = PlanOf(intelligence.place_isr, read_look, random_plans.look, offer_looks)
STAGED = PlanOf(staging.carry_out, read_staged, random_plans.staged, offer_staged)
DRIVES = PlanOf(movement.carry_out, read_drive, random_plans.drive, offer_drives)
FLIGHTS = PlanOf(flights.carry_out, read_flight, random_plans.fly, offer_flights)
SUPPORT = PlanOf(close_air_support.carry_out, read_support, random_plans.support, offer_support)
