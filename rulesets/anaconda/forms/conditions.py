"""What an order filed ahead may depend on, and for which moments one can be filed.

Belongs here: questions about the board as the owner of the order sees it. Must not be here: rules, choices.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.kit.conditions import Case, Condition, Moment, is_so, moments, read_bound, read_name, read_pair
from pbem.kit.lexicon import Lexicon
from rulesets.anaconda.forces import is_held, other_seat, stack_at
from rulesets.anaconda.forms import FORMS
from rulesets.anaconda.numbers import AL_QAEDA, COALITION, Numbers
from rulesets.anaconda.state import DEAD, State
from rulesets.anaconda.words.vocabulary import coalition_names, place_names

MOST = 99
ONLY = {
    COALITION: ("3.5", "31.2", "15.2", "19.1", "19.1-p", "22.3", "24.2"),
    AL_QAEDA: ("3.4", "7.4", "14.9", "17.1", "17.1-s", "20.4", "24.3"),  # only the Coalition flies, and is fired at
}

_place = read_name(lambda state: place_names(state.numbers), "name a hex or a box")
_unit = read_name(lambda state: coalition_names(state.numbers), "name a counter of the Coalition")


def _near(case: Case[State], seat: str, hex: str) -> bool:
    """Whether a seat has a counter in a hex or next to it."""
    ground = case.state.numbers.ground.hexes
    if hex not in ground.hexes:
        return False
    return any(stack_at(case.state, place, seat) for place in (hex, *ground.neighbours(hex)))


CONDITIONS: dict[str, Condition[State]] = {
    "no enemy": Condition("no enemy HEX: no counter of the other side is there", _place,
                          lambda case, hex: not stack_at(case.state, hex, other_seat(case.seat))),
    "enemy": Condition("enemy HEX: a counter of the other side is there", _place,
                       lambda case, hex: bool(stack_at(case.state, hex, other_seat(case.seat)))),
    "enemy near": Condition("enemy near HEX: one is there or next to it", _place,
                            lambda case, hex: _near(case, other_seat(case.seat), hex)),
    "held": Condition("held HEX: you occupy it", _place, lambda case, hex: is_held(case.state, hex, case.seat)),
    "at": Condition("at COUNTER PLACE: a counter of the Coalition is there", read_pair(_unit, _place),
                    lambda case, wanted: case.state.units[wanted[0]].place == wanted[1]),
    "alive": Condition("alive COUNTER: a counter of the Coalition is not eliminated", _unit,
                       lambda case, unit: case.state.units[unit].place != DEAD),
    "pinned": Condition("pinned COUNTER: a counter of the Coalition is pinned", _unit,
                        lambda case, unit: case.state.units[unit].pinned),
    "turn": Condition("turn N, turn >= N, turn <= N", read_bound(1, MOST),
                      lambda case, bound: is_so(case.state.turn, bound)),
    "drawn": Condition("drawn >= N: markers drawn in this turn", read_bound(0, MOST),
                       lambda case, bound: is_so(case.state.drawn, bound)),
}


def moments_of(state: State, seat: str) -> dict[str, Moment]:
    """The rules that ask a seat."""
    begun = {"": "the set-up is over"} if state.phase not in ("setup", "start") else {}
    return moments(FORMS.rules(), without=ONLY.get(other_seat(seat), ()),
                   gone=dict.fromkeys(("3.4", "3.5", "31.2"), begun), words=_words(state.numbers))


OTHER = (
    "attack", "advance", "move", "fly", "stay", "recon", "fire", "flip", "roll", "rally", "pass", "draw", "done",
    "last", "extend", "end", "to", "buy", "all", "none", "more", "others", "stack", "held", "contact", "loss",
    "emptied", "never", "always", "medevac", "transport", "compound", "fortification", "hvt", "al_qaeda", "coalition",
)  # what may be typed besides names and keywords


@lru_cache(maxsize=4)
def _words(numbers: Numbers) -> Lexicon:
    """All that can be named in this game, and the keywords of its orders."""
    return Lexicon(coalition_names(numbers), place_names(numbers), FORMS.keywords(), OTHER)
