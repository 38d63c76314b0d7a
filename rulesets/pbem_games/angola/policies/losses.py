"""9.3.3, 9.9.2, 9.11.6, 9.12, 14.3.1 Standing orders: which Units are lost, suppressed, left behind.

Belongs here: taking Units in an order of preference. Must not be here: how many (the rules say that).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.arguments import Listing
from pbem.kit.forms import Asked
from pbem.kit.lists import Some
from pbem.kit.policies import Choice, Policy, Setting, spelled
from pbem_games.angola.bots import sensible_combat as combat
from pbem_games.angola.combat.display import Shown
from pbem_games.angola.combat.hits import Batch
from pbem_games.angola.forms.battle import cheapest
from pbem_games.angola.forms.names import kinds, stem_of
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.fire import Outcome

KINDS = Listing(lambda state: kinds(state.numbers), "TYPE ...")


def in_order(asked: Asked[State], setting: Setting, units: Sequence[Token], count: int) -> list[Token] | None:
    """So many of these Units as the setting prefers them; None if it does not say enough."""
    order = cheapest(asked.state, units)
    if setting.choice == "types":
        order = sorted((u for u in order if stem_of(u) in setting.value), key=lambda u: setting.value.index(stem_of(u)))
    return order[:count] if len(order) >= count else None


def stragglers(asked: Asked[State], setting: Setting) -> str | None:
    """9.12 Of the Column's Units as many as must stay behind."""
    some = asked.case(Some)
    chosen = in_order(asked, setting, some.names, some.count)
    return None if chosen is None else spelled(asked, tuple(chosen))


def losses(asked: Asked[State], setting: Setting) -> str | None:
    """9.3.3 to 14.3.1 Units lost as the rules demand, no more of them than must be."""
    if asked.has_case(Batch):
        outcome = _outcome(asked, setting)
        return None if outcome is None else spelled(asked, outcome)
    return None if asked.has_case(Shown) else stragglers(asked, setting)  # 9.9.2: what a Column has is no choice


def _outcome(asked: Asked[State], setting: Setting) -> Outcome | None:
    """9.3.3 As few as may be lost; the others that the results reach are suppressed, the cheapest first."""
    names = asked.case(Batch).target.names
    least = combat.outcome(asked.state, asked.request)
    if setting.choice != "types" or not all(name in asked.state.numbers.counters for name in names):
        return least  # airgroups have no type
    lost = in_order(asked, setting, names, len(least.lost))
    if lost is None:
        return None
    down = asked.state.battle.suppressed if asked.state.battle is not None else []
    turned = len(least.suppressed) + sum(u not in down for u in least.lost) - sum(u not in down for u in lost)
    ready = [u for u in cheapest(asked.state, names) if u not in lost and u not in down]
    return Outcome(tuple(sorted(lost)), tuple(sorted(ready[: max(0, turned)])))


PREFERENCES = {
    "cheapest": Choice("the Units that hurt least: little strength, few dice, no Major Units"),
    "types": Choice("Units of these types, in this order; you are asked if there are not enough of them", KINDS),
}

STRAGGLERS: Policy[State] = Policy(
    name="stragglers", title="who falls behind after a combat", rules=("9.12",), choices=PREFERENCES,
    answer=stragglers, usual="cheapest",
)
LOSSES: Policy[State] = Policy(
    name="losses", title="which Units are lost or suppressed in combat, as few as may be",
    rules=(("9.3.3", "write"), ("9.9.2", "write"), ("9.11.6", "write"), ("14.3.1", "write")), choices=PREFERENCES,
    answer=losses, usual="cheapest",
)
