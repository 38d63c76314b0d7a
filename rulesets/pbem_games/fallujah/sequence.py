"""8 The course of play: the first purchase, then a turn an operation until the battle is over; a campaign has two.

Belongs here: turns, which module carries out an order, the one place where `BattleEnds` is caught.
Must not be here: what an operation does.
"""

from __future__ import annotations

from pbem.errors import IllegalMove
from pbem.kit.battles import TellBattle
from pbem.kit.spelling import plural
from pbem.play.requests import Checkpoint, Tell, Write
from pbem.ruleset import Result
from pbem_games.fallujah import (
    air,
    infowar,
    interdiction,
    isr,
    logistics,
    movement,
    networked,
    offensive,
    orders,
    recruiting,
    wordings,
)
from pbem_games.fallujah.campaign import begin_second_battle, goes_on
from pbem_games.fallujah.ending import result
from pbem_games.fallujah.indexes import BattleEnds, spell_indexes
from pbem_games.fallujah.map import name_of
from pbem_games.fallujah.setup import first_purchase
from pbem_games.fallujah.state import CAPTURED, IN_BIN, State
from pbem_games.fallujah.team import hand_on, is_team, others_agree, seat_name, seat_title
from pbem_games.fallujah.victory import count_up


async def play(state: State) -> Result:
    """8, 30 The whole match, from its start or from the state of any checkpoint."""
    while True:
        end = await play_battle(state)
        text = f"The battle is over: {end.text}"
        await TellBattle(rule=end.rule, text=text, headline=True, battle=end.fought)
        await count_up(state)
        if not goes_on(state):
            return result(state, end)
        await begin_second_battle(state)


async def play_battle(state: State) -> BattleEnds:
    """8.1, 10.4 One battle, to what ends it: turns follow each other until then."""
    try:
        if state.phase == "setup":
            await first_purchase(state)
        while True:
            await take_turn(state)
    except BattleEnds as end:
        return end


async def take_turn(state: State) -> None:
    """8.1, 10.1 One operation; with no OPs left the battle is over, but not while the last one is used (ruling R7)."""
    if state.ops <= 0:
        raise BattleEnds("the OPs are gone", "8.1")
    await Checkpoint(state, rule="8.1")
    order = await Write(
        rule="10.1", seat=state.seat, form=wordings.orders(state.numbers),
        check=lambda chosen: check_order(state, chosen), draft=lambda: quietest_order(state),
    )  # fmt: skip
    if await others_agree(state, order):
        await Tell(rule="8.1", text=spell_indexes(state))
        await take_order(state, order)
        hand_on(state, order)
        state.turn += 1


def quietest_order(state: State) -> orders.AnyOrder:
    """Ruling R6 A J-1 that buys nothing; in a team to pass (ruling R133)."""
    return orders.Pass() if is_team(state) else orders.Recruit()


def check_order(state: State, order: orders.AnyOrder) -> None:
    """10.1 Whether this may be the operation of the turn; raises IllegalMove."""
    match order:
        case orders.Recruit():
            recruiting.check_recruit(state, order)
        case orders.Isr():
            isr.check_isr(state, order)
        case orders.Ground():
            movement.check_ground(state, order)
        case orders.Leap():
            movement.check_leap(state, order)
        case orders.Transfer():
            movement.check_transfer(state, order)
        case orders.Air():
            air.check_air(state, order)
        case orders.Networked():
            networked.check_networked(state, order)
        case orders.Interdict():
            interdiction.check_interdict(state, order)
        case orders.Refit():
            logistics.check_refit(state, order)
        case orders.Repair():
            logistics.check_repair(state, order)
        case orders.Build():
            logistics.check_build(state, order)
        case orders.InfoWar():
            infowar.check_infowar(state, order)
        case orders.DeclareEnd():
            check_end(state)
        case orders.Pass() if not is_team(state):
            raise IllegalMove("pass", "35", "only the players of a team may pass", legal=("stand_down",))


def check_end(state: State) -> None:
    """8.1(b), ruling R10 Only with no node left on the map, the Downed Helicopter included; raises IllegalMove."""
    left = sorted(state.nodes) + ([state.helicopter] if state.helicopter not in (IN_BIN, CAPTURED) else [])
    if left:
        many = f"{len(left)} nodes are on the map, one" if len(left) > 1 else "a node is on the map,"
        because = f"{many} in {name_of(state, left[0])}"
        raise IllegalMove("end", "8.1", because, legal=("stand_down",))


async def take_order(state: State, order: orders.AnyOrder) -> None:
    """10.1 The operation, to its end."""
    match order:
        case orders.Recruit():
            await recruiting.recruit(state, order)
        case orders.Isr():
            await isr.isr(state, order)
        case orders.Ground() | orders.Leap() | orders.Air() | orders.Transfer():
            await offensive.offensive(state, order)
        case orders.Networked():
            await networked.networked(state, order)
        case orders.Interdict():
            await interdiction.interdict(state, order)
        case orders.Refit():
            await logistics.refit(state, order)
        case orders.Repair():
            await logistics.repair(state, order)
        case orders.Build():
            await logistics.build(state, order)
        case orders.InfoWar():
            await infowar.infowar(state, order)
        case orders.DeclareEnd():
            raise BattleEnds(f"{seat_name(state.seat)} declares it, no node is left on the map", "8.1")
        case orders.StandDown():
            left, state.ops = state.ops, 0  # ruling R9
            raise BattleEnds(f"{seat_name(state.seat)} stands down with {plural(left, 'operation point')} left", "8.1")
        case orders.Pass():
            await Tell(rule="35", text=f"{seat_title(state.seat)} passes")  # ruling R133
