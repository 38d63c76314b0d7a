"""Standing orders of Enduring Freedom: a battle plan (which battles, the edge, who is hit), InfoWar, air support.

Belongs here: what each choice answers. Must not be here: what is legal, what battles are worth (judgement).
"""

from __future__ import annotations

from pbem.kit.arguments import Odds
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem_games.enduring_freedom.combat.battle import fighters
from pbem_games.enduring_freedom.combat.plan import BattlePlan, Battles
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.judgement.battles import battles, best_edge
from pbem_games.enduring_freedom.judgement.moves import support
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import factor, islamist, revealed


def attacks(asked: Asked[State], setting: Setting) -> str | None:
    """23.3 The next attack of the Ground Combat Phase; what it brings is looked at again for the one after it."""
    zones = _zones(asked)
    if asked.case(Battles).must:
        return None
    if setting.choice == "none":
        return spelled(asked, BattlePlan())
    if setting.choice == "worthwhile":
        return spelled(asked, next(iter(battles(asked.state, zones, must=False)), BattlePlan()))
    ratios = [(zone, *_strengths(asked.state, zone)) for zone in zones]
    good = [zone for zone, ours, theirs in ratios if setting.value.is_reached(ours, theirs)]
    return spelled(asked, BattlePlan(good[0], best_edge(asked.state, good[0], "coalition")) if good else BattlePlan())


def counterattacks(asked: Asked[State], setting: Setting) -> str | None:
    """23.3, 31.1 The next counterattack, which must be fought."""
    zones = _zones(asked)
    if not asked.case(Battles).must:
        return None
    if setting.choice == "no_edge":
        return spelled(asked, BattlePlan(zones[0]))
    return spelled(asked, battles(asked.state, zones, must=True)[0])


def air_support(asked: Asked[State], setting: Setting) -> str | None:
    """17.1 Air units of the CAS box where counterattacks will come."""
    return spelled(asked, support(asked.state) if setting.choice == "helpful" else ())


def _zones(asked: Asked[State]) -> tuple[str, ...]:
    return asked.case(Battles).zones


def _strengths(state: State, zone: str) -> tuple[int, int]:
    """The factors of all who would fight there, as far as they are seen."""
    ours = sum(factor(state, id) for id in fighters(state, zone))
    return ours, sum(islamist(state, id).cf for id in revealed(state, zone))


ATTACKS: Policy[State] = Policy(
    name="attacks", title="which battles are fought in the Ground Combat Phase", rules=("23.3",),
    choices={
        "worthwhile": Choice("the one that should bring most NP, as long as one brings any, each with the best edge"),
        "while": Choice("in each zone where your factors to theirs are at least so good, with the best edge", Odds()),
        "none": Choice("none"),
    },
    answer=attacks, usual="worthwhile",
)
COUNTERATTACKS: Policy[State] = Policy(
    name="counterattacks", title="in which order counterattacks are met", rules=("23.3",),
    choices={
        "best": Choice("the best for you first, each with the edge that pays"),
        "no_edge": Choice("as the zones come, nothing is bought"),
    },
    answer=counterattacks, usual="best",
)
AIR_SUPPORT: Policy[State] = Policy(
    name="air_support", title="which air units fly defensive close air support", rules=("17.1",),
    choices={"helpful": Choice("each where it helps most, if it helps"), "none": Choice("none")},
    answer=air_support, usual="helpful",
)

POLICIES = (ATTACKS, COUNTERATTACKS, *FORMS.policies, AIR_SUPPORT)
