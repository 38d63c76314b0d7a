"""23.4 A battle in one zone: edge, fire, fire back, who has won.

Belongs here: the course of a battle. Must not be here: where battles are fought and in which order (phases).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.kit.battles import TellBattle
from pbem.play.requests import Ask, Roll, Tell
from pbem_games.enduring_freedom import losses, zones
from pbem_games.enduring_freedom.combat.account import Account
from pbem_games.enduring_freedom.combat.edge import edges_to_buy, price_of_edge, spell_edge, tactical_edge
from pbem_games.enduring_freedom.combat.fire import Shot, against, collateral_of, fire_in_words, hits_of, volley
from pbem_games.enduring_freedom.combat.plan import BattlePlan
from pbem_games.enduring_freedom.points import GameEnds, can_pay, gain, lose, pay
from pbem_games.enduring_freedom.reveal import reveal_north
from pbem_games.enduring_freedom.state import COALITION, State
from pbem_games.enduring_freedom.words.dice import terror_in_words


async def battle(state: State, attacker: str, plan: BattlePlan) -> None:
    """23.4 One exchange of fire (ruling R60: all who are there take part)."""
    zone = plan.zone
    bought = await _bought(state, plan)
    pay(state, price_of_edge(state, bought), "edge", tried=f"edge in {zone}", rule="23.4")
    where, ours, theirs = state.numbers.zones[zone].name, fighters(state, zone), zones.revealed(state, zone)
    text = f"Battle in {where}: {zones.names(state, ours)} against {zones.names(state, theirs)}"
    await TellBattle(rule="23.4", text=text, places=(zone,), begins=True)
    account = Account(state, zone, attacker)
    first = await tactical_edge(state, zone, bought)
    try:
        await _exchange(state, plan, attacker, first)
    except GameEnds as end:
        end.fought = account.broken_off(state, end.text)
        raise
    await _outcome(state, zone, account)


async def _exchange(state: State, plan: BattlePlan, attacker: str, first: str) -> None:
    """23.4, 10.2 Both sides fire, who has the edge first; Terrorists are gone then."""
    zone = plan.zone
    for side in (first, "islamist" if first == "coalition" else "coalition"):
        if side == "coalition":
            await coalition_fire(state, zone, attacker, plan.first)
        else:
            await islamist_fire(state, zone, attacker)
    await _terrorists(state, zone)


async def _bought(state: State, plan: BattlePlan) -> tuple[str, ...]:
    """9.3, 23.4, rulings R16, R108 Who lies face down turns up; who said nothing of the edge is asked then.

    What was planned for a later battle and cannot be paid any more is left out (ruling R7).
    """
    hides = not all(counter.up for counter in state.north[plan.zone])
    await reveal_north(state, plan.zone, rule="9.3")
    if plan.edge and not can_pay(state, price_of_edge(state, plan.edge)):
        text = f"The edge in {state.numbers.zones[plan.zone].name} cannot be paid any more"
        await Tell(rule="23.4", text=text, places=(plan.zone,))
        return ()
    if plan.edge or plan.settled or not hides:
        return plan.edge
    return await Ask(rule="23.4", seat=COALITION, about=plan.zone, legal=lambda: edges_to_buy(state, plan.zone),
                     spell=spell_edge)


def fighters(state: State, zone: str) -> list[str]:
    """23.4, ruling R60 All Coalition ground units of the zone; none is face down in a battle."""
    return [*zones.units_at(state, zone), *zones.north_up(state, zone)]


# ---------------------------------------------------------------- 24 fire


def coalition_shots(state: State, zone: str, attacker: str) -> list[Shot]:
    """24.1, 24.5, 24.7, rulings R63, R67 Ground units with a factor, heavy ones less if they attack; then CAS."""
    terrain = state.numbers.terrain_of(zone)
    shots = [_ground_shot(state, id, zone, attacker == "coalition")
             for id in fighters(state, zone) if zones.factor(state, id) > 0]
    return shots + [Shot(id, zones.name(state, id), against(zones.factor(state, id), terrain.air), harms=True)
                    for id in zones.air_at(state, zone)]


def islamist_shots(state: State, zone: str, attacker: str) -> list[Shot]:
    """24.1, 24.7, 31.4, rulings R33, R67 All that lies face up and is no marker."""
    return [_ground_shot(state, id, zone, attacker == "islamist") for id in zones.revealed(state, zone)]


def _ground_shot(state: State, id: str, zone: str, attacks: bool) -> Shot:
    return Shot(id, zones.name(state, id), _ground_factor(state, id, zone, attacks), zones.is_heavy(state, id))


def _ground_factor(state: State, id: str, zone: str, attacks: bool) -> int:
    change = state.numbers.terrain_of(zone).heavy if attacks and zones.is_heavy(state, id) else 0
    return against(zones.factor(state, id), change)


async def coalition_fire(state: State, zone: str, attacker: str, first: Sequence[str]) -> None:
    """24.1, 24.3, 24.4 Fire, collateral damage (a CAS unit loses a step too, ruling R47), then hits, weakest first.

    CAS fires even if all ground units are gone (ruling R107).
    """
    if not zones.revealed(state, zone):
        return
    shots = coalition_shots(state, zone, attacker)
    dice = await volley(state, zone, "coalition", shots, "Coalition fire", rule="24.1")
    await _tell_fire(state, zone, "The Coalition fires", shots, dice)
    where = state.numbers.zones[zone].name
    for shot in collateral_of(state, zone, shots, dice):
        np = state.numbers.tables.netwar.loss.coalition_collateral
        why = f"Collateral damage by {shot.name} in {where}"
        await lose(state, np, why, "collateral", rule="24.4", places=(zone,))
        if shot.id in state.numbers.air:
            await losses.lose_step(state, zone, shot.id, "losses", rule="24.4")
    await losses.hit_islamists(state, zone, hits_of(shots, dice), first, rule="25.1")


async def islamist_fire(state: State, zone: str, attacker: str) -> None:
    """24.1, 24.3, 24.4 Fire, collateral damage for NP, then hits that the player spreads, never on CAS (R64)."""
    targets = fighters(state, zone)
    if not targets:
        return
    shots = islamist_shots(state, zone, attacker)
    dice = await volley(state, zone, "islamist", shots, "Islamist fire", rule="24.1")
    await _tell_fire(state, zone, "The Islamists fire", shots, dice)
    for shot in collateral_of(state, zone, shots, dice):
        why = f"Collateral damage by {shot.name} in {state.numbers.zones[zone].name}"
        np = state.numbers.tables.netwar.gain.islamist_collateral
        await gain(state, np, why, "collateral", rule="24.4", places=(zone,))
    await losses.take_hits(state, zone, hits_of(shots, dice), targets, "losses", rule="25.2")


async def _tell_fire(state: State, zone: str, who: str, shots: Sequence[Shot], dice: Sequence[int]) -> None:
    if shots:
        text = f"{who} in {state.numbers.zones[zone].name}: {fire_in_words(shots, dice)}"
        await Tell(rule="24.1", text=text, places=(zone,))


# ---------------------------------------------------------------- how it ends


async def _terrorists(state: State, zone: str) -> None:
    """10.2, ruling R34 Terrorists who fought and survived are eliminated, and score."""
    for id in zones.revealed(state, zone):
        if zones.islamist(state, id).kind == "terrorist":
            await losses.eliminate_islamist(state, zone, id, rule="10.2")


def outcome(state: State, zone: str) -> str:
    """26.0, ruling R66 `islamist`, `coalition` or `draw`."""
    if not zones.is_coalition_there(state, zone):
        return "islamist"
    return "draw" if zones.revealed(state, zone) else "coalition"


async def _outcome(state: State, zone: str, account: Account) -> None:
    """26.0, 10.2, ruling R32 Who has won; each terror spectacular is a die for or against, and goes underground."""
    winner, where = outcome(state, zone), state.numbers.zones[zone].name
    told = {"islamist": "the Islamists win", "coalition": "the Coalition wins", "draw": "a draw"}[winner]
    text = f"Battle in {where}: {told}"
    await TellBattle(rule="26.0", text=text, places=(zone,), headline=winner != "draw", is_battle=True,
                     battle=account.ended(state, winner))
    for marker in zones.markers_up(state, zone, "terror_spectacular"):
        losses.go_underground(state, zone, marker)
        if winner == "draw":
            continue
        dice = state.numbers.tables.netwar.gain.terror_dice
        rolled = await Roll(rule="10.2", about=zone, dice=dice, reads=partial(terror_in_words, winner))
        move = gain if winner == "coalition" else lose
        await move(state, sum(rolled), f"Terror spectacular in {where}", "terror", rule="10.2", places=(zone,))
