"""9.11.7 Retreats: where to, what they cost, and who stays on the way.

Belongs here: retreats of both sides, Cabinda's defence instead of one (14.3.1). Must not be here: odds, straggling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pbem.errors import IllegalMove
from pbem.play.requests import Tell, Write
from pbem_games.angola import belongings, equipment, markers
from pbem_games.angola.combat.battle import attacking_units, decider, defending_units
from pbem_games.angola.combat.losses import check_units, is_choice, lose_leaving, loss_count, suffer_losses
from pbem_games.angola.forces import holder_of, move_loose
from pbem_games.angola.map import (
    CABINDA,
    FLEC_BASE,
    MAIOMBE,
    columns_in,
    enemies_in,
    factions_in,
    has_road,
    is_clear,
    loose_in,
    may_cross,
    neighbours,
    stands_in,
)
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words.resolution import RetreatPlan, retreat_form, retreat_told

RoundEnd = Literal["continues", "attacker_back", "defenders_gone", "attacker_gone"]
"""How Step 9 ended: a further round; the Column is back in the Attacker's Region; no defender, no attacker is left."""

HALF = "1/2"

# ---------------------------------------------------------------- where to


def legal_retreats(state: State, battle: Battle) -> list[str]:
    """9.11.7 (a) to (d), rulings R81, R86 Regions to which the defenders may retreat, in order of id."""
    units = defending_units(state, battle)
    factions = list(dict.fromkeys(holder_of(state, u) for u in units))
    reach = [r for r in state.numbers.graph.neighbours(battle.region) if _is_open(state, battle, factions, r)]
    near = neighbours(state, battle.origin)
    return [r for r in reach if r not in near] or reach  # (d)


def _is_open(state: State, battle: Battle, factions: Sequence[str], to: str) -> bool:
    """9.11.7 (a) to (c) Whether every retreating faction may go there."""
    if to == battle.origin or enemies_in(state, factions[0], to):  # (b)
        return False
    holder = state.cabinda_holder if to == CABINDA else ""  # ruling R94
    if to in state.markers:
        holder = state.markers[to].holder
    if holder in state.numbers.enemies(factions[0]):  # (b)
        return False
    if to == FLEC_BASE:
        return _flec_base_is_open(state, battle, factions)
    return all(may_cross(state, f, battle.region, to) for f in factions)


def _flec_base_is_open(state: State, battle: Battle, factions: Sequence[str]) -> bool:
    """14.1.2, rulings R85, R98 Never, but for the option: FNLA out of Maiombe, before Cabinda falls."""
    about = state.numbers.factions
    return (
        state.options.flec_retreat
        and battle.region == MAIOMBE
        and not state.cabinda_fallen
        and all(about[f].may_enter_flec_base for f in factions)
    )


def is_destroyed(state: State, unit: Token, start: str, to: str) -> bool:
    """9.11.7 (g) Whether this Unit cannot follow: road-bound, off the road, and not into clear terrain."""
    return state.numbers.counters[unit].road_bound and not has_road(state, start, to) and not is_clear(state, to)


def retreat_costs(state: State, battle: Battle, to: str, size: int) -> tuple[int, int]:
    """9.11.7 (e), (f), rulings R82, R83 Units of a Force of `size` lost for each reason, if it retreats there now."""
    near = loss_count(state, HALF, size) if to in neighbours(state, battle.origin) else 0  # (e)
    zone = loss_count(state, HALF, size - near) if is_retreat_zone(state, battle, to) else 0  # (f)
    return near, zone


def is_retreat_zone(state: State, battle: Battle, region: str) -> bool:
    """9.11.7 (f), rulings R83, R135 Whether a region is empty and next to Units of the attacker's faction elsewhere."""
    if factions_in(state, region):
        return False
    return any(stands_in(state, battle.attacker, r) for r in neighbours(state, region) if r != battle.region)


# ---------------------------------------------------------------- the defenders


async def retreat_defenders(state: State, battle: Battle, loss: str) -> RoundEnd:
    """9.11.6, 9.11.7 The defenders lose a fraction in combat, then the rest retreat."""
    units = defending_units(state, battle)
    count = loss_count(state, loss, len(units))
    if battle.region == CABINDA and "mpla" in battle.defenders:
        return await defend_cabinda(state, battle, count)  # 14.3.1
    if count == len(units):
        return await eliminate_defenders(state, battle, "combat losses", rule="9.11.6")
    if not legal_retreats(state, battle):
        return await eliminate_defenders(state, battle, "they cannot retreat", rule="9.11.7")  # (h)
    plan = await plan_retreat(state, battle, units, count)
    await carry_out(state, battle, plan)
    return "defenders_gone"


async def plan_retreat(state: State, battle: Battle, units: Sequence[Token], count: int) -> RetreatPlan:
    """9.11.6, 9.11.7 D16, D17 and D18 in one answer; nobody is asked where there is one way only."""
    seat = decider(state, battle, battle.defenders[0])
    regions = legal_retreats(state, battle)
    draft = _draft(state, battle, units, count, regions[0])
    left = followers(state, battle, units, draft)
    if len(regions) == 1 and not is_choice(state, units, count) and not is_choice(state, left, len(draft.after)):
        return draft
    return await Write(
        rule="9.11.7", seat=seat, about=battle.region, form=retreat_form(units), draft=lambda: draft,
        check=_check_of(state, battle, units, count, regions),
    )


def followers(state: State, battle: Battle, units: Sequence[Token], plan: RetreatPlan) -> list[Token]:
    """9.11.7 (g) The Units that reach the region of the plan, before the losses there."""
    left = [u for u in units if u not in plan.losses]
    return [u for u in left if not is_destroyed(state, u, battle.region, plan.region)]


def _draft(state: State, battle: Battle, units: Sequence[Token], count: int, region: str) -> RetreatPlan:
    """Ruling R136: Units in the order of lists, the first region."""
    plan = RetreatPlan(tuple(units[:count]), region)
    left = followers(state, battle, units, plan)
    return RetreatPlan(plan.losses, region, tuple(left[: sum(retreat_costs(state, battle, region, len(left)))]))


def _check_of(
    state: State, battle: Battle, units: Sequence[Token], count: int, regions: Sequence[str]
) -> Callable[[RetreatPlan], None]:
    def check(plan: RetreatPlan) -> None:
        tried = f"retreat from {battle.region} to {plan.region}"
        if plan.region not in regions:
            raise IllegalMove(tried, "9.11.7", "they may not retreat there", legal=regions)
        check_units(plan.losses, units, count, tried=f"{tried}: lost in combat", rule="9.11.6")
        left = followers(state, battle, units, plan)
        cost = sum(retreat_costs(state, battle, plan.region, len(left)))
        check_units(plan.after, left, cost, tried=f"{tried}: lost by the retreat", rule="9.11.7")

    return check


async def carry_out(state: State, battle: Battle, plan: RetreatPlan) -> None:
    """9.11.6, 9.11.7 Combat losses, the way, Units that cannot follow, retreat losses, control."""
    start, to = battle.region, plan.region
    left = [u for u in defending_units(state, battle) if u not in plan.losses]
    stuck = [u for u in left if is_destroyed(state, u, start, to)]  # (g)
    why = _why_after(*retreat_costs(state, battle, to, len(left) - len(stuck)))
    await lose_leaving(state, battle, plan.losses, start, rule="9.11.6", why="combat losses")
    factions = [f for f in battle.defenders if stands_in(state, f, start)]
    for faction in factions:
        move_force(state, faction, start, to)
    await Tell(rule="9.11.7", text=retreat_told(state, factions, start, to), places=(start, to), is_way=True)
    await belongings.return_fields(state, start)  # ruling R68
    await lose_leaving(state, battle, stuck, to, rule="9.11.7", why="they cannot leave the road")
    await lose_leaving(state, battle, plan.after, to, rule="9.11.7", why=why)
    if len(stuck) + len(plan.after) < len(left):
        leader = battle.conductor if battle.conductor in factions else factions[0]
        await markers.settle_control(state, leader, to)  # 10.2, ruling R87


def _why_after(near: int, zone: int) -> str:
    """9.11.7 (e), (f) in words."""
    reasons = [*(["next to the Attacker's Region"] if near else []), *(["in a retreat zone"] if zone else [])]
    return " and ".join(reasons)


def move_force(state: State, faction: str, start: str, to: str) -> None:
    """9.11.7, ruling R84 All Units of a faction go to another region; Columns stay Columns, Equipment goes along."""
    own = state.factions[faction]
    for letter in columns_in(state, faction, start):
        own.columns[letter].region = to
        own.columns[letter].plus = 0  # 7.2: jungle markers go
    if loose := loose_in(state, faction, start):
        move_loose(state, faction, loose, to)
    else:
        equipment.relocate(own, start, to)  # ruling R130


async def eliminate_defenders(state: State, battle: Battle, why: str, *, rule: str) -> RoundEnd:
    """9.11.5, 9.11.7 (h) No defender is left."""
    await lose_leaving(state, battle, defending_units(state, battle), battle.region, rule=rule, why=why)
    await belongings.return_fields(state, battle.region)  # ruling R68
    return "defenders_gone"


async def defend_cabinda(state: State, battle: Battle, count: int) -> RoundEnd:
    """14.3.1, rulings R95, R96 Half of the rest instead of a retreat; if anybody is left the attacker goes back."""
    units = defending_units(state, battle)
    count += loss_count(state, HALF, len(units) - count)
    why = "combat losses, and half of the rest for holding Cabinda"
    if count == len(units):
        return await eliminate_defenders(state, battle, why, rule="14.3.1")
    await suffer_losses(state, battle, battle.defenders[0], units, count, rule="14.3.1", why=why)
    return await retreat_attacker(state, battle)


# ---------------------------------------------------------------- the attacker


async def lose_and_retreat(state: State, battle: Battle, loss: str) -> RoundEnd:
    """9.11.6, 9.11.7 The attacker loses a fraction, the rest goes back."""
    units = attacking_units(state, battle)
    count = loss_count(state, loss, len(units))
    await suffer_losses(state, battle, battle.attacker, units, count, rule="9.11.6", why="combat losses")
    return await retreat_attacker(state, battle) if attacking_units(state, battle) else "attacker_gone"


async def retreat_attacker(state: State, battle: Battle) -> RoundEnd:
    """9.11.7, ruling R85 The Column goes back to the Attacker's Region, always and at no cost, with all it carries."""
    column = state.factions[battle.attacker].columns[battle.letter]
    column.region = battle.origin
    # ruling R130: what was sealed anew on the march may be named by the Combat Region
    equipment.relocate(state.factions[battle.attacker], battle.region, battle.letter)
    places = (battle.region, battle.origin)
    await Tell(rule="9.11.7", text=retreat_told(state, [battle.attacker], *places), places=places, is_way=True,
               faction=battle.attacker)
    return "attacker_back"
