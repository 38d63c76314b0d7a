"""9.7 to 9.10 Standing orders for missiles, artillery and minefields."""

from __future__ import annotations

from typing import Any

from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem_games.angola.bots import sensible_combat as combat
from pbem_games.angola.combat.fire import ANTI_AIRCRAFT, ANTI_TANK, NO_FIRE
from pbem_games.angola.combat.mines import KEEP_QUIET, MINE
from pbem_games.angola.equipment import FIELD
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State

KINDS = {"9.7": ANTI_AIRCRAFT, "9.10": ANTI_TANK}


def missiles(asked: Asked[State], setting: Setting) -> str | None:
    """9.7, 9.10 What is really here; not more than there are targets, two at aircraft."""
    request: Any = asked.request
    kind = KINDS[asked.rule]
    sight = Sight(asked.state, asked.seat, asked.peek)
    if setting.choice == "none" or asked.state.battle is None:
        return spelled(asked, ())
    if setting.choice == "all":
        here = sight.pieces_in(asked.state.battle.region, kind)
        return spelled(asked, tuple(p for p in request.form.names if p in here))
    return spelled(asked, combat.missiles(sight, request, kind))


def artillery(asked: Asked[State], setting: Setting) -> str | None:
    """9.8 The battery with the most dice, or silence."""
    batteries = [unit for unit in asked.legal() if unit != NO_FIRE]
    if setting.choice == "none" or not batteries:
        return NO_FIRE
    return str(max(batteries, key=lambda u: asked.state.numbers.counters[u].pips))


def mines(asked: Asked[State], setting: Setting) -> str | None:
    """9.9.2 The field that is here, if there is one; what else is asked under this rule is no choice."""
    region, _, what = asked.about.partition("/")
    if what != "declare":
        return None
    if setting.choice == "quiet":
        return KEEP_QUIET
    carried = Sight(asked.state, asked.seat, asked.peek).pieces(MINE)
    found = [piece for piece in asked.legal() if carried.get(piece) == FIELD + region]
    return found[0] if found else None  # an ally's field: its owner's secret


MISSILES: Policy[State] = Policy(
    name="missiles", title="which missiles are fired", rules=(("9.7", "write"), ("9.10", "write")),
    choices={
        "useful": Choice("one for each armored target, two at aircraft, of those that are here"),
        "all": Choice("all that are here"),
        "none": Choice("none"),
    },
    answer=missiles, usual="useful",
)
ARTILLERY: Policy[State] = Policy(
    name="artillery", title="whether a battery fires, which suppresses it", rules=("9.8",),
    choices={"strongest": Choice("the one with the most dice fires"), "none": Choice("none fires")},
    answer=artillery, usual="strongest",
)
MINES: Policy[State] = Policy(
    name="mines", title="whether a minefield is declared", rules=(("9.9.2", "ask"),),
    choices={"declare": Choice("it is, if you have one there"), "quiet": Choice("nothing is said")},
    answer=mines, usual="declare",
)
