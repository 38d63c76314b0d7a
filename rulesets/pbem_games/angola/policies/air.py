"""9.6.2, 9.6.3, 9.7 Standing orders for airgroups: how many fly, what for, whether they strike."""

from __future__ import annotations

from pbem.kit.arguments import Count
from pbem.kit.forms import Asked
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem_games.angola.bots import sensible_combat as combat
from pbem_games.angola.map import CABINDA
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State

MOST = 20  # airgroups of a faction, by far


def commit_air(asked: Asked[State], setting: Setting) -> str | None:
    """9.6.2 A number of those that are ready, sealed or not."""
    most = max(asked.legal())
    battle = asked.state.battle
    if battle is None:
        return None
    match setting.choice:
        case "none":
            count = 0
        case "all":
            count = most
        case "up_to":
            count = min(most, setting.value)
        case "towns" if battle.region not in asked.state.markers and battle.region != CABINDA:
            count = 0
        case _:
            count = combat.airgroups(Sight(asked.state, asked.seat, asked.peek), most)
    return spelled(asked, count)


def missions(asked: Asked[State], setting: Setting) -> str | None:
    """9.6.3 The fewest for superiority stand first among the legal splits, all of them last."""
    return spelled(asked, asked.legal()[-1 if setting.choice == "superiority" else 0])


COMMIT_AIR: Policy[State] = Policy(
    name="commit_air", title="how many airgroups fly to a combat", rules=("9.6.2",),
    choices={
        "none": Choice("none"),
        "all": Choice("all that are ready"),
        "up_to": Choice("all that are ready, but no more than N", Count(1, MOST)),
        "to_strike": Choice("as many as the enemy may send and one more, two more for a town or city"),
        "towns": Choice("the same for a town or city, none elsewhere"),
    },
    answer=commit_air, usual="to_strike",
)
MISSIONS: Policy[State] = Policy(
    name="missions", title="what airgroups fly that outnumber the enemy's", rules=("9.6.3",),
    choices={
        "strike": Choice("as few as may be fly superiority, the others strike"),
        "superiority": Choice("all fly superiority"),
    },
    answer=missions, usual="strike",
)
