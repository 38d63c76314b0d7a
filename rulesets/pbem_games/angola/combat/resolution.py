"""9.11.1 to 9.11.5 Step 9: odds, bonus, dice, shift, result.

Belongs here: what both sides bring into the resolution, as questions, and the one roll. Must not be here: losses,
retreats, further rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from pbem.kit.battles import TellBattle
from pbem.kit.chances import SIDES, best_ways
from pbem.kit.tables import Drm, clamp, first_reached, odds_level, shifted, total
from pbem.play.requests import Roll, Tell
from pbem_games.angola.combat.account import row
from pbem_games.angola.combat.battle import counters, engineers_to_spare, is_attacker, units_with, unsuppressed
from pbem_games.angola.combat.going_on import go_on
from pbem_games.angola.combat.retreat import RoundEnd, eliminate_defenders, lose_and_retreat, retreat_defenders
from pbem_games.angola.map import neighbours, stands_in
from pbem_games.angola.numbers import Counter, Numbers
from pbem_games.angola.printed import CombatResult
from pbem_games.angola.state import Battle, State
from pbem_games.angola.words.common import region_name
from pbem_games.angola.words.resolution import dice_told, effect_told, odds_told, read_difference, result_told


async def resolve(state: State, battle: Battle) -> RoundEnd:
    """9.11, 9.11.4 Step 9: odds, dice, adjustment, result, and what the result means."""
    level = combat_odds(state, battle)  # 9.11.1
    attack, defence = strength(state, battle, battle.attacker), strength(state, battle, battle.defenders[0])
    bonus = net_bonus(state, battle)  # 9.11.2
    difference = await roll_combat_dice(state, battle, level, bonus)  # 9.11.3
    shift, result = adjusted(state.numbers, level, difference)
    entered = f"{attack} against {defence}, odds {level}; difference {difference:+d} shifts by {shift:+d}"
    better = better_throws(state, battle, level, total(bonus), result)
    told = row(state.numbers, entered, (level, result.odds), effect_told(result), better)
    await TellBattle(rule="9.11.5", text=f"The {result_told(shift, result)}", places=(battle.region,), row=told)
    return await apply_result(state, battle, result)


def adjusted(numbers: Numbers, level: str, difference: int) -> tuple[int, CombatResult]:
    """9.11.4, 9.11.5 The shift of the Adjustment Table, and what the odds that come of it mean."""
    shift = first_reached(numbers.tables.adjustment.rows, difference).shift  # 9.11.4
    levels = numbers.tables.odds.levels
    final = levels[shifted(levels, levels.index(level), shift)]  # ruling R78
    return shift, next(r for r in numbers.tables.result if r.odds == final)  # 9.11.5


async def apply_result(state: State, battle: Battle, result: CombatResult) -> RoundEnd:
    """9.11.5 What the final odds mean."""
    if result.loser == "none":
        return await go_on(state, battle)  # 9.11.8
    if result.loser == "attacker":
        return await lose_and_retreat(state, battle, result.loss)
    if not result.retreat:
        return await eliminate_defenders(state, battle, "eliminated in combat", rule="9.11.5")
    return await retreat_defenders(state, battle, result.loss)


# ---------------------------------------------------------------- strength


def fighters(state: State, battle: Battle, faction: str) -> list[Counter]:
    """9.3.3 The unsuppressed Units of this faction's side."""
    return counters(state, unsuppressed(battle, units_with(state, battle, faction)))


def are_lone_cars(units: Sequence[Counter]) -> bool:
    """17.2.2, ruling R47 Whether Minor armored cars fight without any other type of Unit."""
    return bool(units) and all(u.kind == "armored_car" and not u.is_major for u in units)


def has_assault_engineers(state: State, battle: Battle) -> bool:
    """17.3.2, ruling R64 Whether an attacking engineer assaults the town: a die less, and it has no strength."""
    return bool(state.numbers.regions[battle.region].settlement) and engineers_to_spare(state, battle) > 0


def strength(state: State, battle: Battle, faction: str) -> int | Fraction:
    """9.11.1, 17.3.3, rulings R47, R64, R72 The strength of this faction's side; 1/2 for a side that has none."""
    units = fighters(state, battle, faction)
    if are_lone_cars(units):
        return len(units)
    engineers = sum(u.kind == "engineer" for u in units)
    if is_attacker(battle, faction) and has_assault_engineers(state, battle):
        engineers -= 1  # 17.3.2
    points = sum(u.strength for u in units if u.kind != "engineer") + engineers
    return points or Fraction(1, 2)  # 9.3.3


def combat_odds(state: State, battle: Battle) -> str:
    """9.11.1 The odds before any shift, rounded in the defender's favour."""
    attack, defence = strength(state, battle, battle.attacker), strength(state, battle, battle.defenders[0])
    levels = state.numbers.tables.odds.levels
    return levels[odds_level(levels, int(2 * attack), int(2 * defence))]


# ---------------------------------------------------------------- dice


def supporting_regions(state: State, battle: Battle) -> list[str]:
    """9.1, rulings R74, R135 Regions next to the combat, but for the Attacker's Region, with Units of his faction."""
    near = neighbours(state, battle.region)
    return [r for r in near if r != battle.origin and stands_in(state, battle.attacker, r)]


def dice_points(state: State, battle: Battle, faction: str) -> list[Drm]:
    """9.11.2, rulings R47, R73 The Combat Dice Points of this faction's side, with their reasons."""
    units = fighters(state, battle, faction)
    points: dict[str, int] = {}
    if not are_lone_cars(units):
        for unit in units:
            points[unit.name] = points.get(unit.name, 0) + unit.dice
    found = [Drm("9.11.2", name, value) for name, value in points.items() if value]
    if units and is_attacker(battle, faction):
        found += [Drm("9.1", f"support from {region_name(state, r)}", 1) for r in supporting_regions(state, battle)]
    return found


def net_bonus(state: State, battle: Battle) -> list[Drm]:
    """9.11.2, ruling R75 The Net Combat Dice Bonus as the attacker sees it: below 0 it is the defender's."""
    drms = dice_points(state, battle, battle.attacker)
    drms += [Drm(d.rule, d.text, -d.value) for d in dice_points(state, battle, battle.defenders[0])]
    most = state.numbers.tables.terrain_dice.max_net_bonus
    if over := clamp(total(drms), -most, most) - total(drms):
        drms.append(Drm("9.11.2", f"{most} at most", over))
    return drms


def terrain_dice(state: State, battle: Battle) -> tuple[int, int]:
    """9.11.3 Dice of attacker and defender by terrain."""
    table = state.numbers.tables.terrain_dice
    terrain = state.numbers.regions[battle.region].terrain
    row = {"clear": table.clear, "savannah": table.savannah, "hills": table.hills, "jungle": table.jungle}[terrain]
    return row.attacker, row.defender


def extra_dice(state: State, battle: Battle) -> list[Drm]:
    """9.11.3, rulings R76, R77 Further dice of the defender, with their reasons."""
    extra = []
    settlement = state.numbers.regions[battle.region].settlement
    if settlement and not has_assault_engineers(state, battle):
        extra.append(Drm("9.11.3", f"die for the {settlement}", 1))
    border = state.numbers.graph.border(battle.origin, battle.region)
    if border is not None and border.up == battle.region:
        extra.append(Drm("9.11.3", "die for the escarpment", 1))
    if battle.minefield:
        extra.append(Drm("9.11.3", "die for the minefield", 1))
    return extra


async def roll_combat_dice(state: State, battle: Battle, level: str, bonus: Sequence[Drm]) -> int:
    """9.11.3 Both sides' dice in one roll, the attacker's first; gives the difference of the scores."""
    extra = extra_dice(state, battle)
    attack_dice, defence_dice = terrain_dice(state, battle)
    defence_dice += total(extra)
    attack, defence = strength(state, battle, battle.attacker), strength(state, battle, battle.defenders[0])
    odds = odds_told(state, battle, attack, defence, level)
    await Tell(rule="9.11.1", text=odds, places=(battle.region,))
    dice = await Roll(
        rule="9.11.3", about=battle.region, dice=attack_dice + defence_dice,
        reads=partial(read_combat_dice, state.numbers, level, attack_dice, total(bonus)),
    )
    ours, theirs = dice[:attack_dice], dice[attack_dice:]
    await Tell(rule="9.11.3", text=dice_told(state, battle, ours, theirs, bonus, extra), places=(battle.region,))
    return max(ours) - max(theirs) + total(bonus)


def better_throws(state: State, battle: Battle, level: str, bonus: int, result: CombatResult) -> tuple[int, int]:
    """9.11.3 to 9.11.5 In how many of all throws the attacker gets this result or a better one."""
    attack_dice, defence_dice = terrain_dice(state, battle)
    defence_dice += total(extra_dice(state, battle))
    order = state.numbers.tables.odds.levels.index
    ways = 0
    for ours, many in enumerate(best_ways(attack_dice), 1):
        for theirs, others in enumerate(best_ways(defence_dice), 1):
            _, found = adjusted(state.numbers, level, ours - theirs + bonus)
            ways += many * others * (order(found.odds) >= order(result.odds))
    return ways, SIDES ** (attack_dice + defence_dice)


def read_combat_dice(numbers: Numbers, level: str, attack_dice: int, bonus: int, dice: Sequence[int]) -> str:
    """9.11.3 to 9.11.5 What these dice come to at these odds."""
    ours, theirs = dice[:attack_dice], dice[attack_dice:]
    shift, result = adjusted(numbers, level, max(ours) - max(theirs) + bonus)
    return read_difference(ours, theirs, bonus, level, result_told(shift, result))
