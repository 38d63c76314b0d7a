"""The sensible bot in combat: fire what there is, lose what is cheap, fight on where it pays.

Belongs here: answers during a combat. Must not be here: whether to attack (sensible_cards).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.kit.forms import case_of
from pbem.play.requests import Request, Write
from pbem_games.angola.bots.judgement import Judgement
from pbem_games.angola.combat.battle import (
    attacking_units,
    counters,
    defending_units,
    is_attacker,
    unsuppressed,
)
from pbem_games.angola.combat.hits import Batch, outcomes
from pbem_games.angola.combat.retreat import followers, legal_retreats, retreat_costs
from pbem_games.angola.forms.battle import cheapest
from pbem_games.angola.map import CABINDA
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words.fire import Outcome
from pbem_games.angola.words.resolution import RetreatPlan

MPLA = "mpla"


def battle_of(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


# ---------------------------------------------------------------- 9.3.3, 9.11.6 losses


def outcome(state: State, request: Request[Any]) -> Outcome:
    """9.3.3 As few as may be, and those who matter least: the suppressed are lost before the others."""
    batch = case_of(request, Batch)
    quiet = next(outcomes(batch.target, batch.results))
    down = state.battle.suppressed if state.battle is not None else []
    names = [n for n in batch.target.names if n in state.numbers.counters]
    if len(names) != len(batch.target.names):
        return quiet  # airgroups: all alike but for what they fly
    by_worth = cheapest(state, names)
    lost = sorted(by_worth[: len(quiet.lost)])
    out = sum(u not in down for u in quiet.lost) + len(quiet.suppressed)  # Units that are no more ready
    turned = out - sum(u not in down for u in lost)
    ready = [u for u in by_worth if u not in lost and u not in down]
    return Outcome(tuple(lost), tuple(sorted(ready[: max(0, turned)])))


def retreat(sight: Sight, request: Write[RetreatPlan]) -> RetreatPlan:
    """9.11.7 Where it costs least, best to own towns."""
    state = sight.state
    battle = battle_of(state)
    judgement = Judgement(sight)
    units = defending_units(state, battle)
    lost = tuple(cheapest(state, units)[: len(request.draft().losses)])
    plans = []
    for region in legal_retreats(state, battle):
        left = followers(state, battle, units, RetreatPlan(lost, region))
        after = tuple(cheapest(state, left)[: sum(retreat_costs(state, battle, region, len(left)))])
        price = (len(units) - len(left) + len(after)) * 200 - judgement.prize(region) - 50 * judgement.tokens(region)
        plans.append((price + 20 * judgement.threat(region), region, RetreatPlan(lost, region, after)))
    return min(plans, key=lambda p: p[:2])[2]


# ---------------------------------------------------------------- 9.11.8 going on


def go_on(sight: Sight, legal: Sequence[str]) -> str:
    """9.11.8 Fight on with the better odds, or for a city; the price is the cheapest Unit."""
    state = sight.state
    battle = battle_of(state)
    ours, theirs = attacking_units(state, battle), defending_units(state, battle)
    attacks = is_attacker(battle, sight.faction)
    if not attacks:
        ours, theirs = theirs, ours
    mine, other = _ready_strength(state, battle, ours), _ready_strength(state, battle, theirs)
    prices = cheapest(state, [u for u in legal if u in state.numbers.counters])
    if not prices:
        return legal[0]
    if sight.faction == MPLA and battle.region == CABINDA:  # 14.3.1: to retreat costs half of them, to stay one
        return prices[0] if len(ours) > 2 else legal[0]
    prize = Judgement(sight).tokens(battle.region)
    enough = mine >= 2 * other if attacks else mine * (2 + prize) >= 3 * other
    return prices[0] if enough and len(ours) > 2 else legal[0]


def _ready_strength(state: State, battle: Battle, units: Sequence[Token]) -> int:
    return sum(c.strength for c in counters(state, unsuppressed(battle, units)))
