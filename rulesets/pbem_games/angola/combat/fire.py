"""9.7, 9.8, 9.10 Missiles and artillery: who may fire, what is shown for it, and what it does to ground Units.

Belongs here: anti-aircraft and anti-tank missiles leaving the hand (their targets in the air: air.py), Step 6, Step 8.
Must not be here: the Hit Table (hits). Rulings R57, R59, R61, R67, R126.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.errors import IllegalMove
from pbem.kit.lists import NameList, Some
from pbem.play.requests import Ask, Late, Peek, Sealed, Tell, Write
from pbem_games.angola import belongings
from pbem_games.angola.combat import battle as sides
from pbem_games.angola.combat.hits import Results, apply_results, results_of, volley
from pbem_games.angola.equipment import FIELD, carrier_now, give_back, pieces_of, place_of, region_of
from pbem_games.angola.map import stands_in
from pbem_games.angola.state import Battle, FactionState, State, Token
from pbem_games.angola.words import fire as words
from pbem_games.angola.words.claims import entry_there
from pbem_games.angola.words.common import region_name

ANTI_AIRCRAFT, ANTI_TANK = "aa", "at"
NO_FIRE = "none"


def firing_order(battle: Battle, faction: str) -> list[str]:
    """Ruling R61 The factions of this one's side, the conductor first."""
    return sorted(sides.side_of(battle, faction), key=lambda f: f != battle.conductor)


# ---------------------------------------------------------------- missiles


def could_be_here(state: State, faction: str, piece: str, region: str) -> bool:
    """2.4.2 Whether a piece may be with the faction's Forces in a region, as far as everybody knows."""
    own = state.factions[faction]
    held = own.equipment[piece]
    if not stands_in(state, faction, region):
        return False
    if held.public:
        return not held.public.startswith(FIELD) and place_of(own, held.public) == region
    return held.entry is not None


def is_here(own: FactionState, entry: str, region: str) -> bool:
    """2.4.2 Whether what a sealed entry says amounts to this region now, carried by a Force."""
    return not carrier_now(own, entry).startswith(FIELD) and region_of(own, entry) == region


def piece_claim(state: State, faction: str, piece: str, region: str, rule: str) -> list[Late]:
    """The claim that a piece is with own Forces in a region; what its carriers did is copied now."""
    own = state.factions[faction]
    entry = own.equipment[piece].entry
    if entry is None:
        return []
    then = FactionState(carriers=dict(own.carriers))
    places = {letter: column.region for letter, column in own.columns.items()}

    def holds(said: str) -> bool:
        now = carrier_now(then, said)
        return not now.startswith(FIELD) and places.get(now, now) == region

    what = words.piece_claim(state, faction, piece, region)
    return [Late(rule, what, (entry,), holds, shows=entry_there)]


async def fire_missiles(state: State, battle: Battle, faction: str, kind: str, *, rule: str) -> Results:
    """9.7, 9.10, 17.4 A faction fires any of its missiles here, or none: shown, rolled, spent, hit or miss."""
    own = state.factions[faction]
    region = battle.region
    could = [p for p in pieces_of(state, faction, kind) if could_be_here(state, faction, p, region)]
    if not could:
        return Results()

    def late(pieces: tuple[str, ...]) -> Sequence[Late]:
        return [claim for piece in pieces for claim in piece_claim(state, faction, piece, region, rule)]

    def truth(peek: Peek) -> tuple[str, ...] | None:
        return () if none_here(own, could, region, peek) else None

    def check(pieces: tuple[str, ...]) -> None:
        if foreign := [p for p in pieces if p not in could]:
            raise IllegalMove(f"{faction} fires {foreign[0]}", rule, "it cannot be there", legal=could)

    chosen = await Write(
        rule=rule, seat=faction, about=f"{region}/missiles", form=NameList(rule, "missiles", could), check=check,
        draft=lambda: (), late=late, truth=truth, case=Some(tuple(could)),
    )
    if not chosen:
        await Tell(rule=rule, text=words.no_missiles(state, faction, kind, region), places=(region,))
        return Results()
    if any(not own.equipment[p].public for p in chosen):
        await Tell(rule=rule, text=words.missiles_named(state, faction, chosen, region), places=(region,))
    there = await belongings.show(state, faction, list(chosen), region, rule=rule)
    await Tell(rule=rule, text=words.missiles_fired(state, faction, kind, len(there)), places=(region,))
    count = len(there) * state.numbers.equipment[kind].dice
    dice = await volley(state, rule, f"{region}/{faction}", faction, count, decides="missiles")
    for piece in there:
        give_back(state, faction, piece)
    results = results_of(state, dice)
    text = words.volley(f"Missiles in {region_name(state, region)}", dice, results.suppressions, results.hits)
    await Tell(rule=rule, text=text, places=(region,))
    return results


def none_here(own: FactionState, could: Sequence[str], region: str, peek: Peek) -> bool:
    """Whether somebody who can see all these entries finds none of them here: then there is nothing to decide."""
    if any(own.equipment[p].public for p in could):
        return False
    entries: list[Any] = [_said(own.equipment[p].entry, peek) for p in could]
    return all(e is not None and not is_here(own, e, region) for e in entries)


def _said(entry: Sealed[str] | None, peek: Peek) -> Any:
    return None if entry is None else peek(entry)


# ---------------------------------------------------------------- Step 6


async def fire_artillery(state: State, battle: Battle) -> None:
    """9.8 The attacker first, then the defenders: one battery of each faction, at the other side's Units."""
    for side in (battle.attacker, battle.defenders[0]):
        results = Results()
        for faction in firing_order(battle, side):  # ruling R61
            results += await _fire_battery(state, battle, faction)
        targets = sides.units_against(state, battle, side)
        await apply_results(state, battle, sides.other_side(battle, side), targets, results, rule="9.8")


async def _fire_battery(state: State, battle: Battle, faction: str) -> Results:
    """9.8 D12: one unsuppressed artillery Unit that has not fired; firing suppresses it."""
    batteries = batteries_of(state, battle, faction)
    if not batteries or not sides.units_against(state, battle, faction):
        return Results()
    unit = await Ask(rule="9.8", seat=faction, about=battle.region, legal=lambda: (NO_FIRE, *batteries))
    if unit == NO_FIRE:
        return Results()
    battle.suppressed.append(unit)
    battle.fired.append(unit)  # ruling R89
    await Tell(rule="9.8", text=words.artillery_fires(state, faction, unit), places=(battle.region,))
    pips = state.numbers.counters[unit].pips
    dice = await volley(state, "9.8", f"{battle.region}/{faction}", faction, pips, decides="artillery")
    results = results_of(state, dice)
    text = words.volley(f"Artillery in {region_name(state, battle.region)}", dice, results.suppressions, results.hits)
    await Tell(rule="9.8", text=text, places=(battle.region,))
    return results


def batteries_of(state: State, battle: Battle, faction: str) -> list[Token]:
    """9.8 The artillery Units with which a faction may fire."""
    ready = sides.unsuppressed(battle, sides.units_of_faction(state, battle, faction))
    return [u for u in ready if state.numbers.counters[u].kind == "artillery" and u not in battle.fired]


# ---------------------------------------------------------------- Step 8


async def fire_anti_tank(state: State, battle: Battle) -> None:
    """9.10 Anti-tank missiles, the attacker's first; results do harm to armored Units only (ruling R67)."""
    for side in (battle.attacker, battle.defenders[0]):
        results = Results()
        for faction in firing_order(battle, side):
            if may_fire_anti_tank(state, battle, faction):
                results += await fire_missiles(state, battle, faction, ANTI_TANK, rule="9.10")
        against = sides.other_side(battle, side)
        targets = armored(state, sides.units_against(state, battle, side))
        if results.suppressions and any(state.numbers.counters[u].kind == "tank" for u in targets):
            results = Results(results.suppressions - 1, results.hits)  # 17.2.1
            text = words.ignores_one(state, sides.side_of(battle, against))
            await Tell(rule="9.10", text=text, places=(battle.region,))
        await apply_results(state, battle, against, targets, results, rule="9.10")


def may_fire_anti_tank(state: State, battle: Battle, faction: str) -> bool:
    """9.3.3, 9.10 Only at armored Units, and not by a side that is suppressed as a whole."""
    if not armored(state, sides.units_against(state, battle, faction)):
        return False
    return bool(sides.unsuppressed(battle, sides.units_with(state, battle, faction)))


def armored(state: State, units: Sequence[Token]) -> list[Token]:
    """17.2 The armored ones of these Units."""
    return [u for u in units if state.numbers.counters[u].is_armored]
