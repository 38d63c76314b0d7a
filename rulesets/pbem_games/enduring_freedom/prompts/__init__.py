"""What people are told when they are asked: what is decided and why now, prices and odds, how to type it.

Belongs here: which maker tells what. Must not be here: reading answers (forms), legality, odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.kit.forms import Asked
from pbem.kit.prompts import Prompt
from pbem_games.enduring_freedom.prompts import buying, fighting, moving, seeing
from pbem_games.enduring_freedom.state import State

_MAKERS: Mapping[str, Callable[[Asked[State]], Prompt]] = {
    "6.0": seeing.before_the_operation, "8.9": fighting.overstacked, "10.2": seeing.one_zone,
    "11.1": buying.mobilization, "11.3": buying.first_forces, "12.1": buying.refit, "13.1": seeing.intelligence,
    "14.1": seeing.infowar, "15.0": moving.staging, "16.0": moving.ground, "17.0": moving.air, "17.1": moving.support,
    "21.1": fighting.hits, "22.2": fighting.strikes, "23.3": fighting.battles, "23.4": fighting.edge,
    "25.2": fighting.hits, "27.2": buying.sustainment, "29.1": seeing.event,
    "33.1": seeing.loya_jirga,
}  # fmt: skip


def prompt(asked: Asked[State]) -> Prompt:
    """The prompt of any request of the game."""
    return _MAKERS[asked.rule](asked)
