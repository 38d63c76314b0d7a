"""16.1 A battle from its first round to its end.

Belongs here: the order of the steps, when a battle is over, who has won. Must not be here: any step itself.
"""

from __future__ import annotations

from pbem.kit.battles import TellBattle
from pbem.play.requests import Tell
from pbem_games.fallujah.combat.account import Account
from pbem_games.fallujah.combat.battle import battlefield, enemy_names, return_enemies, stands
from pbem_games.fallujah.combat.collateral import collateral
from pbem_games.fallujah.combat.edge import gather_mobs, settle_edge
from pbem_games.fallujah.combat.fire import coalition_fire, opfor_fire
from pbem_games.fallujah.combat.support import commit_strikes
from pbem_games.fallujah.combat.withdrawal import answer_stand
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.map import labels, under_way
from pbem_games.fallujah.state import State


async def fight(state: State) -> bool:
    """15, 16.1 Rounds of battle between the force and OPFOR until one side has won: True for the Coalition (R75).

    Won: OPFOR is gone or has broken off. Lost: the force is gone or has withdrawn entirely; the OPFOR counters are then
    still there (`capture.lose_battle` takes them away).
    """
    operation = under_way(state)
    operation.combat_round = 0
    text = f"Battle of {battlefield(state)}: {labels(state, operation.force)} against "
    text += enemy_names(state, operation.enemies)
    await TellBattle(rule="16.1", text=text, places=(operation.space,), begins=True)
    account = Account(state)
    try:
        return await _rounds(state, account)
    except BattleEnds as end:
        account.note_enemies(state)
        end.fought = account.broken_off(state, end.text)
        raise


async def _rounds(state: State, account: Account) -> bool:
    """16.1 Round after round; True if the Coalition has won."""
    operation = under_way(state)
    while True:
        operation.combat_round += 1
        await fight_round(state)
        account.note_enemies(state)
        if not operation.force or not operation.enemies:
            return await _end(state, account)
        if not stands(state):
            await break_off(state)
            return await _end(state, account)
        await answer_stand(state)
        if not operation.force:
            return await _end(state, account)


async def fight_round(state: State) -> None:
    """16.1 The edge, fire support, then both sides fire in turn; losses are taken before the answer.

    What fires second has lost what the first fire took, reduced units fire with what they have left.
    """
    space = under_way(state).space
    await gather_mobs(state)
    is_ours = await settle_edge(state)
    strikes = await commit_strikes(state)
    if not is_ours:
        await opfor_fire(state)
    sixes = await coalition_fire(state, strikes)
    await collateral(state, sixes, space, rule="23.5")  # after the losses: it may end the battle (ruling R85)
    if is_ours:
        await opfor_fire(state)


async def break_off(state: State) -> None:
    """16.1 OPFOR units that are left go back to the Reaction Bin; they are no losses."""
    operation = under_way(state)
    text = f"OPFOR breaks off in {battlefield(state)} and saves {enemy_names(state, operation.enemies)}"
    return_enemies(state)
    await Tell(rule="16.1", text=text, places=(operation.space,))


async def _end(state: State, account: Account) -> bool:
    """16.1 Whoever is left has won (ruling R75)."""
    operation = under_way(state)
    is_won = bool(operation.force)
    text = f"The Coalition {'wins' if is_won else 'loses'} the battle of {battlefield(state)}"
    told = account.ended(state, is_won=is_won)
    await TellBattle(rule="16.1", text=text, places=(operation.space,), headline=True, battle=told)
    return is_won
