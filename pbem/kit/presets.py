"""Sets of standing orders that a player takes at once: each game has its own, `careful` and `quick` in ours.

    QUICK = Preset(name="quick", words="what rules of thumb decide well", orders={"stragglers": "cheapest"})
    RULESET = Ruleset(..., policies=(STRAGGLERS, RETREAT), presets=(QUICK,))

A preset says something of every standing order of its game: of one that it does not name, that the player is asked.
Belongs here: that declaration, finding one by name. Must not be here: any game; where settings are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.errors import WrongUse
from pbem.kit.policies import ASK, Policy
from pbem.kit.spelling import Names

QUICK = "quick"
"""What somebody takes who wants to be asked as little as may be; figures of games by mail use the preset so called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """One set: `orders` are choices as they are typed, by the name of the standing order.

    `name` is typed, lower_snake; `words` say for whom it is. `for_seat` has what is otherwise for a seat.
    """

    name: str
    words: str
    orders: Mapping[str, str]
    for_seat: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def choices(self, policies: Iterable[Policy[Any]], seat: str) -> dict[str, str]:
        """What a seat sets, for every standing order of the game in its order."""
        given = {**self.orders, **self.for_seat.get(seat, {})}
        return {policy.name: given.get(policy.name, ASK) for policy in policies}


def preset_named(presets: Iterable[Preset], name: str) -> Preset:
    """The preset that is meant by a name or its unique beginning; WrongUse names what there is."""
    known = {preset.name: preset for preset in presets}
    if not known:
        raise WrongUse("this game has no presets of standing orders", "see what may be set with: pbem standing --all")
    names = Names({id: (id.replace("_", " "),) for id in known})
    begun = names.begun(name)
    id = names.exact(name) or (begun[0] if len(begun) == 1 else "")
    if not id:
        raise WrongUse(f"there is no preset {name[:40]!r}", f"there are: {', '.join(known)}")
    return known[id]
