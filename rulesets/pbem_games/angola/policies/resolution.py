"""9.11.7, 9.11.8 Standing orders for going on with a combat and for retreats."""

from __future__ import annotations

from typing import Any

from pbem.kit.arguments import Listing, Odds
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem_games.angola.bots import sensible_combat as combat
from pbem_games.angola.combat.battle import defending_units, is_attacker, other_side, units_with
from pbem_games.angola.combat.going_on import RETREAT as GO_BACK
from pbem_games.angola.combat.resolution import strength
from pbem_games.angola.combat.retreat import followers, legal_retreats, retreat_costs
from pbem_games.angola.forms.battle import cheapest
from pbem_games.angola.forms.names import regions
from pbem_games.angola.map import CABINDA
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.resolution import RetreatPlan

ENOUGH = 2  # Units of the side: with no more it does not pay one of them to go on


def go_on(asked: Asked[State], setting: Setting, *, attacking: bool) -> str | None:
    """9.11.8 The cheapest Unit is paid while the odds are good enough; 14.3.1 in Cabinda MPLA is asked."""
    state, battle = asked.state, asked.state.battle
    if battle is None or is_attacker(battle, asked.seat) != attacking or (battle.region == CABINDA and not attacking):
        return None
    prices = cheapest(state, [unit for unit in asked.legal() if unit != GO_BACK])
    if setting.choice == "never" or not prices or len(units_with(state, battle, asked.seat)) <= ENOUGH:
        return GO_BACK
    ours = strength(state, battle, asked.seat)
    theirs = strength(state, battle, other_side(battle, asked.seat))
    return prices[0] if setting.value.is_reached(ours, theirs) else GO_BACK


def fight_on(asked: Asked[State], setting: Setting) -> str | None:
    """9.11.8 The attacker's choice."""
    return go_on(asked, setting, attacking=True)


def stand_fast(asked: Asked[State], setting: Setting) -> str | None:
    """9.11.8 The defender's choice."""
    return go_on(asked, setting, attacking=False)


def retreat(asked: Asked[State], setting: Setting) -> str | None:
    """9.11.7 Where it costs least, or to the first region of a list that is open."""
    request: Any = asked.request
    state, battle = asked.state, asked.state.battle
    if battle is None:
        return None
    if setting.choice == "cheapest":
        return spelled(asked, combat.retreat(Sight(state, asked.seat, asked.peek), request))
    open_now = legal_retreats(state, battle)
    region = next((r for r in setting.value if r in open_now), None)
    if region is None:
        return None
    units = defending_units(state, battle)
    lost = tuple(cheapest(state, units)[: len(request.draft().losses)])
    left = followers(state, battle, units, RetreatPlan(lost, region))
    after = tuple(cheapest(state, left)[: sum(retreat_costs(state, battle, region, len(left)))])
    return spelled(asked, RetreatPlan(lost, region, after))


NEVER = Choice("you retreat")
WHILE = Choice(
    "while your strength to theirs is at least so good and you have more than two Units; the cheapest is paid", Odds())

FIGHT_ON: Policy[State] = Policy(
    name="fight_on", title="whether you go on with an attack", rules=("9.11.8",),
    choices={"never": NEVER, "while": WHILE}, answer=fight_on, usual="while odds 2:1",
)
STAND_FAST: Policy[State] = Policy(
    name="stand_fast", title="whether you go on with a defence", rules=("9.11.8",),
    choices={"never": NEVER, "while": WHILE}, answer=stand_fast, usual="while odds 1:1",
)
RETREAT: Policy[State] = Policy(
    name="retreat", title="where defenders retreat, and whom they lose", rules=("9.11.7",),
    choices={
        "cheapest": Choice("where the fewest Units are lost, rather to an own town, rather away from enemies"),
        "to": Choice("to the first of these regions that is open; you are asked if none is",
                     Listing(lambda state: regions(state.numbers), "REGION ...")),
    },
    answer=retreat, usual="cheapest",
)
