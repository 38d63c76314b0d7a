"""12.3 Recruitment: each faction in turn order, set and variable recruitment in one answer.

Belongs here: who may recruit how many where. Must not be here: where new Units stand (arrival).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Tell, Write
from pbem_games.angola.aid.arrival import arrive, bases, counters_in_reserve, holds_up, places
from pbem_games.angola.map import CABINDA, FLEC_BASE, LUANDA
from pbem_games.angola.markers import held_by
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.state import State
from pbem_games.angola.words.aid_recruitment import (
    RECRUITS,
    Place,
    Recruits,
    place_name,
    places_told,
    recruits_told,
    split_place,
)

INFANTRY = "infantry"
MPLA = "mpla"


class Levy(msgspec.Struct, frozen=True):
    """What one faction may recruit now: limits by region, before the counters are looked at.

    `ways` are the alternatives of set recruitment, each with its limit by group of regions; `variable` is how many may
    be spread over `towns`, one each.
    """

    ways: tuple[dict[tuple[str, ...], int], ...]
    variable: int
    towns: tuple[str, ...]


async def recruit_all(state: State) -> None:
    """12.3 The first player recruits first, then the others clockwise."""
    for faction in state.turn_order():
        await recruit(state, faction)


async def recruit(state: State, faction: str) -> None:
    """12.3, ruling R111, R112 Set recruitment, then variable recruitment, of one faction."""
    most = most_recruits(state, faction)
    if not most:
        return  # 16: no counters, or nowhere to put them
    recruits = await Write(
        rule="12.3",
        seat=faction,
        about=faction,
        form=RECRUITS,
        check=lambda order: check_recruits(state, faction, order),
        draft=lambda: most,  # ruling R136
    )
    await Tell(
        rule="12.3", text=recruits_told(state, faction, recruits), places=places_told(place for place, _ in recruits)
    )
    for place, count in recruits:
        if faction != MPLA and place == CABINDA:
            await _recruit_for_mpla(state, count)
        else:
            arrive(state, faction, counters_in_reserve(state, faction, INFANTRY)[:count], place)


async def _recruit_for_mpla(state: State, count: int) -> None:
    """12.3.1, ruling R112 MPLA says whether its new Units in Cabinda join a Column of its own there."""
    legal = places(state, MPLA, [CABINDA])
    place = await Ask(rule="12.3.1", seat=MPLA, about=CABINDA, legal=lambda: legal)
    arrive(state, MPLA, counters_in_reserve(state, MPLA, INFANTRY)[:count], place)
    if len(legal) > 1:
        text = f"MPLA puts its recruits into {place_name(state, place)}"
        await Tell(rule="12.3.1", text=text, places=(CABINDA,))


# ---------------------------------------------------------------- questions


def levy(state: State, faction: str) -> Levy:
    """12.3.1, 12.3.2 What the faction may recruit where."""
    towns = tuple(r for r in held_by(state, faction, only_up=True) if r != LUANDA)  # 12.3.2: neither Luanda nor Cabinda
    settlements = [state.numbers.regions[r].settlement for r in towns]
    number = settlements.count("city") + settlements.count("town") // 2
    return Levy(tuple(_set_ways(state, faction)), number, towns)


def _set_ways(state: State, faction: str) -> Iterable[dict[tuple[str, ...], int]]:
    """12.3.1 The alternatives of set recruitment: how many in which regions."""
    table = state.numbers.tables.set_recruitment
    about = state.numbers.factions[faction]
    in_luanda = holds_up(state, faction, LUANDA)
    if about.may_enter_flec_base:
        yield {tuple(bases(state, faction)): table.fnla_zaire, (LUANDA,): table.fnla_luanda if in_luanda else 0}
    elif about.may_enter_south_west_africa:
        yield {
            tuple(bases(state, faction)): table.unita_south_west_africa,
            (LUANDA,): table.unita_luanda if in_luanda else 0,
        }
    elif in_luanda:
        for way in table.soviet_luanda:
            yield {(LUANDA,): way.luanda, (CABINDA,): way.cabinda if cabinda_recruits(state) else 0}
    elif faction == MPLA and cabinda_recruits(state) and not bases(state, MPLA):  # ruling R110
        yield {(CABINDA,): table.mpla_cabinda_without_luanda}
    else:
        yield {}


def cabinda_recruits(state: State) -> bool:
    """12.3.1, ruling R99 Whether MPLA infantry may be raised in Cabinda."""
    return state.cabinda_holder == MPLA and not state.cabinda_fallen


def counters_left(state: State, faction: str) -> dict[str, int]:
    """16 Infantry counters by the faction that they belong to."""
    return {f: len(counters_in_reserve(state, f, INFANTRY)) for f in FACTIONS if f in (faction, MPLA)}


def owner_of_recruits(faction: str, region: str) -> str:
    """Ruling R112: recruits in Cabinda are always MPLA's."""
    return MPLA if region == CABINDA else faction


def most_recruits(state: State, faction: str) -> Recruits:
    """Ruling R136: the most that is allowed, loose, in the first legal region by id, by the first way."""
    allowed = levy(state, faction)
    left = counters_left(state, faction)
    most: dict[Place, int] = {}
    wanted = [(regions[0], limit) for regions, limit in allowed.ways[0].items()]
    wanted += [(town, 1) for town in allowed.towns]
    variable = allowed.variable
    for region, limit in wanted:
        owner = owner_of_recruits(faction, region)
        count = min(limit, left[owner], variable if region in allowed.towns else limit)
        if count:
            most[region] = count
            left[owner] -= count
            variable -= count if region in allowed.towns else 0
    return tuple(sorted(most.items()))


def recruit_places(state: State, faction: str) -> list[Place]:
    """Every place where the faction may put a recruit, in order of id."""
    allowed = levy(state, faction)
    regions = {r for way in allowed.ways for group, limit in way.items() if limit for r in group}
    if allowed.variable:
        regions.update(allowed.towns)
    own = sorted(r for r in regions if owner_of_recruits(faction, r) == faction)
    foreign = [CABINDA] if CABINDA in regions and faction != MPLA else []  # ruling R112
    return sorted([*places(state, faction, own), *foreign])


def check_recruits(state: State, faction: str, recruits: Recruits) -> None:
    """12.3 Whether the faction may recruit so; raises IllegalMove."""
    tried = f"{state.numbers.factions[faction].name} recruits {RECRUITS.spell(recruits)}"
    legal = recruit_places(state, faction)
    if len({place for place, _ in recruits}) != len(recruits):
        raise IllegalMove(tried, "12.3", "a place is named twice")
    by_region: dict[str, int] = {}
    for place, count in recruits:
        if place not in legal:
            raise IllegalMove(tried, "12.3", f"no recruit may be put into {place}", legal=legal)
        if count < 1:
            raise IllegalMove(tried, "12.3", f"no recruit is named for {place}")
        region = split_place(place)[0]
        by_region[region] = by_region.get(region, 0) + count
    _check_set(state, faction, by_region, tried)
    _check_variable(state, faction, by_region, tried)
    for owner, left in counters_left(state, faction).items():
        wanted = sum(n for region, n in by_region.items() if owner_of_recruits(faction, region) == owner)
        if wanted > left:
            raise IllegalMove(tried, "16", f"{left} infantry counters of {owner} are left")


def _check_set(state: State, faction: str, by_region: dict[str, int], tried: str) -> None:
    """12.3.1 Some way of set recruitment must allow it."""
    allowed = levy(state, faction)
    grouped = [
        {group: sum(by_region.get(r, 0) for r in group) for group in way} for way in allowed.ways
    ]
    if not any(all(asked[g] <= way[g] for g in way) for asked, way in zip(grouped, allowed.ways, strict=True)):
        ways = [" and ".join(f"{n} in {'/'.join(g)}" for g, n in way.items() if n) for way in allowed.ways]
        raise IllegalMove(tried, "12.3.1", "that is more than set recruitment gives", legal=(w for w in ways if w))
    base = bases(state, faction)
    if FLEC_BASE in base:
        least = state.numbers.tables.set_recruitment.fnla_flec_base_minimum
        in_zaire = sum(by_region.get(r, 0) for r in base)
        if by_region.get(FLEC_BASE, 0) < min(least, in_zaire):  # ruling R111
            because = f"at least {min(least, in_zaire)} of the {in_zaire} in Zaire go to the FLEC Base"
            raise IllegalMove(tried, "12.3.1", because)


def _check_variable(state: State, faction: str, by_region: dict[str, int], tried: str) -> None:
    """12.3.2 One a town or city, and no more than the markers give."""
    allowed = levy(state, faction)
    in_towns = {r: n for r, n in by_region.items() if r in allowed.towns}
    full = [r for r, n in in_towns.items() if n > 1]
    if full:
        raise IllegalMove(tried, "12.3.2", f"{full[0]} takes one recruit")
    if sum(in_towns.values()) > allowed.variable:
        raise IllegalMove(tried, "12.3.2", f"cities and half the towns give {allowed.variable} recruits")
