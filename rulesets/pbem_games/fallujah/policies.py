"""Standing orders of Fallujah, 2004, for what is no single choice: going on in a battle, and after one.

Belongs here: what each choice answers. Must not be here: what is legal, orders that stand with their decision
(forms/fighting).
"""

from __future__ import annotations

from pbem.kit.arguments import Odds
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem_games.fallujah.forms import FORMS
from pbem_games.fallujah.map import firepower, under_way
from pbem_games.fallujah.orders import GoOn, Stay
from pbem_games.fallujah.state import State


def hold_on(asked: Asked[State], setting: Setting) -> str | None:
    """16.7 All fight on if that was said, or as long as the odds are good; else the player says who leaves."""
    operation = under_way(asked.state)
    if setting.choice == "always":
        return spelled(asked, Stay())
    ours = sum(firepower(asked.state, unit) for unit in operation.force)
    theirs = sum(enemy.firepower for enemy in operation.enemies)
    return spelled(asked, Stay()) if setting.value.is_reached(ours, theirs) or not theirs else None


def advance(asked: Asked[State], setting: Setting) -> str | None:
    """14.1 The force stops where it has won."""
    return spelled(asked, GoOn())


HOLD_ON: Policy[State] = Policy(
    name="hold_on", title="whether all fight on when OPFOR stands", rules=("16.7",),
    choices={
        "always": Choice("all fight on"),
        "while": Choice("all fight on while your firepower to theirs is at least so good; else you are asked", Odds()),
    },
    answer=hold_on, usual="while odds 1:2",
)
ADVANCE: Policy[State] = Policy(
    name="advance", title="whether a force goes on after a won battle", rules=(("14.1", "write"),),
    choices={"stop": Choice("it stops")}, answer=advance, usual="stop",
)

POLICIES = (*FORMS.policies, HOLD_ON, ADVANCE)
