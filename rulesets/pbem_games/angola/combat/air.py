"""9.6, 9.7 Airgroups over a combat: who commits how many, air-to-air combat, anti-aircraft fire, strikes.

Belongs here: Steps 2, 4 and 5. Must not be here: the Hit Table (hits), missiles leaving the hand (fire).
An airgroup has no name: all have equal pips, so numbers are enough (ruling R54). Rulings R51 to R55, R59, R60.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.play.requests import Ask, Listed, Open, Seal, Tell
from pbem_games.angola.combat import battle as sides
from pbem_games.angola.combat.fire import ANTI_AIRCRAFT, fire_missiles, firing_order
from pbem_games.angola.combat.hits import Results, Target, apply_results, choose_outcome, results_of, volley
from pbem_games.angola.map import stands_in
from pbem_games.angola.state import Battle, State
from pbem_games.angola.words import fire as words
from pbem_games.angola.words.common import region_name, side_name
from pbem_games.angola.words.fire import Outcome, spell_missions

# ---------------------------------------------------------------- Step 2


def available(state: State, battle: Battle, faction: str) -> int:
    """9.6.1, 9.6.2 Airgroups that a faction may commit to this combat."""
    own = state.factions[faction]
    if not stands_in(state, faction, battle.region):
        return 0  # it has lost its last Unit in an earlier round: it defends no more (9.1)
    if sides.is_attacker(battle, faction) and (own.crisis.majors_may_not_attack or own.crisis.majors_may_not_move):
        return 0  # 12.2 note 4, ruling R55
    return own.air_ready


async def commit_airgroups(state: State, battle: Battle) -> None:
    """9.6.2 Step 2: numbers of airgroups, in secret where a Column defends; otherwise the attacker answers the defence.

    Who is committed waits in `battle.air` until Step 5 sends the survivors home.
    """
    if sides.has_defending_column(state, battle):
        air = await _commit(state, battle, [battle.attacker, *battle.defenders])
    else:
        air = await _commit(state, battle, battle.defenders)  # ruling R53
        battle.air = dict(air)  # the attacker sees it
        air |= await _commit(state, battle, [battle.attacker])
    battle.air = {f: air[f] for f in (battle.attacker, *battle.defenders)}
    for faction, count in battle.air.items():
        state.factions[faction].air_ready -= count
    if any(battle.air.values()):
        text = words.committed(state, battle.air, battle.region)
        await Tell(rule="9.6.2", text=text, places=(battle.region,))


async def _commit(state: State, battle: Battle, factions: Sequence[str]) -> dict[str, int]:
    """9.6.2 D8: each a number up to what it has ready; secret only where two have a choice."""
    most = {f: available(state, battle, f) for f in factions}
    able = [f for f in factions if most[f]]
    if len(able) > 1:
        items = {f: Listed(range(most[f] + 1)) for f in able}
        sealed = await Seal(rule="9.6.2", about=battle.region, bucket=128, items=items)
        return dict.fromkeys(factions, 0) | await Open(rule="9.6.2", about=battle.region, sealed=sealed)
    air = dict.fromkeys(factions, 0)
    for faction in able:
        air[faction] = await Ask(
            rule="9.6.2", seat=faction, about=battle.region, legal=lambda: range(most[able[0]] + 1)
        )
    return air


# ---------------------------------------------------------------- Step 4


@dataclass(slots=True)
class Flights:
    """The airgroups of one faction over the region, by mission; `suppressed` ones were to strike and no more do."""

    superiority: int = 0
    strike: int = 0
    suppressed: int = 0


async def assign_missions(state: State, battle: Battle) -> dict[str, Flights]:
    """9.6.3 The smaller side flies superiority with all; the larger with as many at least, the rest may strike (D9)."""
    ours, theirs = battle.air[battle.attacker], sum(battle.air[f] for f in battle.defenders)
    flights = {f: Flights(superiority=n) for f, n in battle.air.items()}
    if ours != theirs:
        larger = battle.attacker if ours > theirs else battle.defenders[0]
        factions = [f for f in sides.side_of(battle, larger) if battle.air[f]]
        splits = mission_splits({f: battle.air[f] for f in factions}, min(ours, theirs))
        chosen = await Ask(
            rule="9.6.3", seat=sides.decider(state, battle, larger), about=f"{battle.region}/missions",
            legal=lambda: splits, spell=spell_missions,
        )
        for faction, count in chosen:
            flights[faction] = Flights(superiority=count, strike=battle.air[faction] - count)
    if ours + theirs:
        told = [(f, flights[f].superiority, flights[f].strike) for f in flights if battle.air[f]]
        await Tell(rule="9.6.3", text=words.missions(state, told), places=(battle.region,))
    return flights


def mission_splits(air: Mapping[str, int], least: int) -> list[tuple[tuple[str, int], ...]]:
    """9.6.3, ruling R52 How many of each faction may fly superiority, `least` in all; the fewest first."""
    splits: list[tuple[tuple[str, int], ...]] = [()]
    for faction, count in air.items():
        splits = [(*split, (faction, n)) for split in splits for n in range(count + 1)]
    enough = [s for s in splits if sum(n for _, n in s) >= least]
    return sorted(enough, key=lambda s: sum(n for _, n in s))


async def fight_in_the_air(state: State, battle: Battle) -> dict[str, Flights]:
    """9.6.3 Step 4: missions, both sides' fire at once, superiority flights go home; gives what is left to strike."""
    flights = await assign_missions(state, battle)
    pair = (battle.attacker, battle.defenders[0])
    fighters = {side: sum(flights[f].superiority for f in sides.side_of(battle, side)) for side in pair}
    if all(fighters.values()):
        results = {}
        for side in pair:  # simultaneous: both are rolled before any is applied
            flying = [f for f in sides.side_of(battle, side) if flights[f].superiority]
            whose = flying[0] if len(flying) == 1 else side_name(state, flying)
            pips = fighters[side] * state.numbers.airgroup_pips
            dice = await volley(state, "9.6.3", f"{battle.region}/{side}", whose, pips, decides="air superiority")
            results[sides.other_side(battle, side)] = results_of(state, dice)
            await _tell_volley(state, battle, f"{side_name(state, sides.side_of(battle, side))} in the air", dice,
                               rule="9.6.3")
        for side in pair:
            await _apply_in_the_air(state, battle, flights, side, results[side], rule="9.6.3")
    for faction, flight in flights.items():
        go_home(state, battle, faction, flight.superiority)
        flight.superiority = 0
    return flights


async def _apply_in_the_air(
    state: State, battle: Battle, flights: Mapping[str, Flights], side: str, results: Results, *, rule: str
) -> None:
    """9.3.3, 9.6.3 Results on all airgroups of a side, whatever they fly; its decider names them (ruling R51).

    Where none of them is to strike, suppression has no effect before they go home, so that only hits count.
    """
    factions = sides.side_of(battle, side)
    if not any(flights[f].strike for f in factions):
        results = Results(0, results.hits)
    target = _air_target(factions, flights)
    if results == Results() or not target.total:
        return
    seat = sides.decider(state, battle, side)
    outcome = await choose_outcome(seat, target, results, about=f"{battle.region}/{rule}/air")
    _note_outcome(battle, flights, outcome)
    text = words.air_suffered(state, [f for f in factions if battle.air[f] or outcome.lost], outcome)
    await Tell(rule=rule, text=text, places=(battle.region,))


def _air_target(factions: Sequence[str], flights: Mapping[str, Flights]) -> Target:
    """The airgroups of a side: `fnla.superiority`, `fnla.strike`, and `fnla.suppressed` for those turned already."""
    ready = {f"{f}.superiority": flights[f].superiority for f in factions}
    ready |= {f"{f}.strike": flights[f].strike for f in factions}
    down = {f"{f}.suppressed": flights[f].suppressed for f in factions}
    ready, down = ({name: n for name, n in group.items() if n} for group in (ready, down))
    return Target((*ready, *down), ready, down)


def _note_outcome(battle: Battle, flights: Mapping[str, Flights], outcome: Outcome) -> None:
    for name in outcome.lost:  # back to the reserve: neither ready nor done
        faction, _, mission = name.partition(".")
        setattr(flights[faction], mission, getattr(flights[faction], mission) - 1)
        battle.air[faction] -= 1
    for name in outcome.suppressed:
        faction, _, mission = name.partition(".")
        if mission == "strike":
            flights[faction].strike -= 1
            flights[faction].suppressed += 1


def go_home(state: State, battle: Battle, faction: str, count: int) -> None:
    """9.6.1, 9.6.3, 9.7 Survivors wait for Clean Up in the Air Mission Completed Box, unsuppressed."""
    state.factions[faction].air_done += count
    battle.air[faction] -= count


# ---------------------------------------------------------------- Step 5


async def strike(state: State, battle: Battle, flights: Mapping[str, Flights]) -> None:
    """9.7 Step 5: anti-aircraft fire at the strikers, then two of each striking faction at Units on the ground."""
    striking = [f for f in flights if flights[f].strike + flights[f].suppressed]
    if striking:
        side, against = striking[0], sides.other_side(battle, striking[0])
        await _fire_anti_aircraft(state, battle, flights, against)
        results = Results()
        for faction in firing_order(battle, side):
            results += await _strike_one(state, battle, faction, flights[faction].strike)
        targets = sides.units_against(state, battle, side)
        await apply_results(state, battle, against, targets, results, rule="9.7")
    for faction, flight in flights.items():
        go_home(state, battle, faction, flight.strike + flight.suppressed)
    battle.air = {}


async def _fire_anti_aircraft(state: State, battle: Battle, flights: Mapping[str, Flights], side: str) -> None:
    """9.7, ruling R59 Anti-aircraft missiles, unless the side is suppressed as a whole (9.3.3)."""
    if sides.is_fully_suppressed(battle, sides.units_with(state, battle, side)):
        return
    results = Results()
    for faction in firing_order(battle, side):
        if stands_in(state, faction, battle.region):
            results += await fire_missiles(state, battle, faction, ANTI_AIRCRAFT, rule="9.7")
    if results != Results():
        await _apply_in_the_air(state, battle, flights, sides.other_side(battle, side), results, rule="9.7")


async def _strike_one(state: State, battle: Battle, faction: str, ready: int) -> Results:
    """9.7 D11: at most two unsuppressed airgroups of a faction strike (ruling R60)."""
    most = min(ready, state.numbers.limits.air_strikes_per_faction)
    count = await Ask(
        rule="9.7", seat=faction, about=f"{battle.region}/strikes", legal=lambda: range(most + 1)
    )
    if not count:
        return Results()
    await Tell(rule="9.7", text=words.strikes(state, faction, count), places=(battle.region,))
    pips = count * state.numbers.airgroup_pips
    dice = await volley(state, "9.7", f"{battle.region}/{faction}", faction, pips, decides="air strike")
    await _tell_volley(state, battle, "Air strike", dice, rule="9.7")
    return results_of(state, dice)


async def _tell_volley(state: State, battle: Battle, what: str, dice: Sequence[int], *, rule: str) -> None:
    results = results_of(state, dice)
    text = words.volley(f"{what} over {region_name(state, battle.region)}", dice, results.suppressions, results.hits)
    await Tell(rule=rule, text=text, places=(battle.region,))


def send_home(state: State, battle: Battle) -> None:
    """9.6.1 All airgroups over the region are done for this turn."""
    for faction, count in battle.air.items():
        state.factions[faction].air_done += count
    battle.air = {}
