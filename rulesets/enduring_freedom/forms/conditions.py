"""What an order filed ahead may depend on, and for which moments one can be filed. All of it is public in this game.

Belongs here: questions about the board. Must not be here: rules, choices.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.kit.conditions import Case, Condition, Moment, is_so, moments, read_bound, read_name, read_pair
from pbem.kit.lexicon import Lexicon
from rulesets.enduring_freedom.forms import FORMS
from rulesets.enduring_freedom.numbers import Numbers
from rulesets.enduring_freedom.printed import asset_kinds, kinds, places, units, zones
from rulesets.enduring_freedom.state import BOXES, ELIMINATED, State

MOST = 999
BATTLES = ("21.1", "23.4", "25.2")  # asked about a zone

_zone = read_name(lambda state: zones(state.numbers), "name a zone")
_place = read_name(lambda state: places(state.numbers), "name a zone or a staging area")
_unit = read_name(lambda state: units(state.numbers), "name a unit")


def _place_of(state: State, unit: str) -> str:
    """Where a unit is, one of the Northern Alliance too; "" if it lies in no place that anybody sees."""
    if unit in state.units:
        return state.units[unit].place
    return next((zone for zone, there in state.north.items() if any(c.id == unit for c in there)), "")


def _is_alive(case: Case[State], unit: str) -> bool:
    if unit in case.state.units:
        return case.state.units[unit].place != ELIMINATED
    return unit not in case.state.eliminated_north


def _is_in_play(case: Case[State], unit: str) -> bool:
    return _place_of(case.state, unit) not in ("", *BOXES)


CONDITIONS: dict[str, Condition[State]] = {
    "no enemy": Condition("no enemy ZONE: no Islamist counter lies there", _zone,
                          lambda case, zone: not case.state.islamists.get(zone)),
    "enemy": Condition("enemy ZONE: an Islamist counter lies there", _zone,
                       lambda case, zone: bool(case.state.islamists.get(zone))),
    "np": Condition("np >= N, np <= N: National Points", read_bound(0, MOST),
                    lambda case, bound: is_so(case.state.np, bound)),
    "jihad": Condition("jihad <= N, jihad >= N: the Jihad level", read_bound(0, MOST),
                       lambda case, bound: is_so(case.state.jihad, bound)),
    "turn": Condition("turn N, turn >= N, turn <= N", read_bound(1, MOST),
                      lambda case, bound: is_so(case.state.turn, bound)),
    "at": Condition("at UNIT PLACE: it is there", read_pair(_unit, _place),
                    lambda case, wanted: _place_of(case.state, wanted[0]) == wanted[1]),
    "alive": Condition("alive UNIT: it is not eliminated", _unit, _is_alive),
    "in play": Condition("in play UNIT: it is in a zone or a staging area", _unit, _is_in_play),
}


def moments_of(state: State, seat: str) -> dict[str, Moment]:
    """The rules that ask, and about what as far as that can be told."""
    zones = list(state.numbers.zones)
    return moments(FORMS.rules(), abouts={**dict.fromkeys(BATTLES, zones), "23.3": ("attack", "counterattack")},
                   words=_words(state.numbers))


OTHER = (
    "assets", "muster", "levy", "refit", "isr", "assign", "drive", "assault", "cas", "strike", "pay", "none", "to",
    "from", "then", "transfer", "fly", "attack", "counterattack", "fight", "battle", "buy", "base", "mobilize",
    "mobilization", "underground", "face_down", "edge", "units", "command", "coalition", "islamist", "decline",
    "attempt", "rotation",
)  # what may be typed besides names and keywords


@lru_cache(maxsize=4)
def _words(numbers: Numbers) -> Lexicon:
    """All that can be named in this game, and the keywords of its orders."""
    named = (places(numbers), zones(numbers), units(numbers), kinds(numbers), asset_kinds(numbers))
    return Lexicon(*named, FORMS.keywords(), OTHER)
