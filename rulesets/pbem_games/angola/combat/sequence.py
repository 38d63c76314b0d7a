"""9.3 A combat from the attack to its end: Steps 1 to 11, round after round.

Belongs here: the order of the steps, when a combat is over, what ends with it. Must not be here: any step itself.
"""

from __future__ import annotations

from pbem.kit.battles import TellBattle
from pbem.play.requests import Tell
from pbem_games.angola import belongings
from pbem_games.angola.combat import battle as sides
from pbem_games.angola.combat.account import Forces, account, forces, held_now
from pbem_games.angola.combat.air import commit_airgroups, fight_in_the_air, send_home, strike
from pbem_games.angola.combat.automatic import announce, is_automatic, reveal_units, win_at_once
from pbem_games.angola.combat.fire import fire_anti_tank, fire_artillery
from pbem_games.angola.combat.mines import use_minefield
from pbem_games.angola.combat.resolution import resolve
from pbem_games.angola.combat.straggling import straggle
from pbem_games.angola.map import enemies_in, is_city, stands_in
from pbem_games.angola.markers import settle_control
from pbem_games.angola.state import Battle, State
from pbem_games.angola.words import combat as words


async def fight(state: State, faction: str, letter: str, origin: str, region: str) -> None:
    """9.2, 9.3 A Column has entered a region with enemy Units out of `origin`: combat, at once and to the end."""
    battle = Battle(faction, letter, origin, region, enemies_in(state, faction, region))
    state.battle = battle
    was = held_now(state, battle)
    await TellBattle(rule="9.2", text=words.attack(state, battle), places=(origin, region), begins=True)
    straggles, before = await fight_rounds(state, battle)
    await end_combat(state, battle, before, was, straggles=straggles)


async def fight_rounds(state: State, battle: Battle) -> tuple[bool, Forces]:
    """9.3, 9.11.8 Rounds of combat until one ends it; gives whether the attacker straggles, and who was in it."""
    before: Forces | None = None
    while True:
        await announce(state, battle)  # Step 1, 9.4
        if is_automatic(state, battle):
            before = before or forces(state, battle)
            await win_at_once(state, battle)
            await use_minefield(state, battle)  # Step 7
            return False, before  # 9.4, 9.12
        await commit_airgroups(state, battle)  # Step 2, 9.6.2
        await reveal_units(state, battle)  # Step 3, 9.5
        before = before or forces(state, battle)
        await fire_and_bombs(state, battle)
        if is_decided(state, battle):
            return True, before  # 9.11, ruling R71
        if await resolve(state, battle) != "continues":  # Step 9
            return True, before
        if is_decided(state, battle):
            return True, before
        battle.combat_round += 1  # 9.11.8, ruling R89
        await Tell(
            rule="9.11.8", text=words.combat_round(state, battle.combat_round, battle.region), places=(battle.region,)
        )


async def fire_and_bombs(state: State, battle: Battle) -> None:
    """9.3 Steps 4 to 8: what happens before the combat is resolved. Step 7 is played even if no defender is left."""
    if is_decided(state, battle):  # only if a Column turned out to be empty (ruling R126)
        send_home(state, battle)
    else:
        await strike(state, battle, await fight_in_the_air(state, battle))  # Steps 4 and 5, 9.6.3, 9.7
    if not is_decided(state, battle):
        await fire_artillery(state, battle)  # Step 6, 9.8
    await use_minefield(state, battle)  # Step 7, 9.9.2
    if not is_decided(state, battle):
        await fire_anti_tank(state, battle)  # Step 8, 9.10


def is_decided(state: State, battle: Battle) -> bool:
    """9.11, ruling R71 Whether a side has no ground Unit left."""
    return not sides.attacking_units(state, battle) or not sides.defending_units(state, battle)


async def end_combat(
    state: State, battle: Battle, before: Forces, was: tuple[str, int], *, straggles: bool
) -> None:
    """9.3 Steps 10 and 11, wherever the attacker stands; suppression ends with the combat (9.3.3).

    `before` and `was`: who was in it, and who held what, for the account.
    """
    column = state.factions[battle.attacker].columns.get(battle.letter)
    stands = "" if column is None else column.region
    if straggles and stands:
        await straggle(state, battle)  # Step 10, 9.12
    await belongings.return_fields(state, battle.region)  # 9.9.1, ruling R68
    if stands:
        await settle_control(state, battle.attacker, stands)  # Step 11, 9.13, ruling R132
    state.battle = None  # 9.3.3
    is_held = stands_in(state, battle.attacker, battle.region)
    left = [f for f in battle.defenders if stands_in(state, f, battle.region)]
    text = words.combat_over(state, battle, left, is_won=is_held and not left)
    is_failed = bool(left) and is_city(state, battle.region)  # a success shows in what it takes
    told = account(state, battle, before, words.outcome(state, battle, left, is_won=is_held and not left), was)
    await TellBattle(rule="9.3", text=text, places=(battle.region,), headline=is_failed, battle=told)
