"""What an order filed ahead may depend on, and for which moments one can be filed.

Belongs here: questions about the board as the owner of the order sees it. Must not be here: rules, choices.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.kit.conditions import Case, Condition, Moment, counted, is_so, moments, read_bound, read_name, read_pair
from pbem.kit.lexicon import Lexicon
from pbem.kit.spelling import Names, joined
from pbem_games.anaconda.forces import gunships, is_held, other_seat, piece, stack_at
from pbem_games.anaconda.forms import FORMS
from pbem_games.anaconda.forms.coming import COMING
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, Numbers
from pbem_games.anaconda.state import DEAD, READY, State
from pbem_games.anaconda.victory import lead_in_sight
from pbem_games.anaconda.words.vocabulary import coalition_names, place_names

MOST = 99
ONLY = {
    COALITION: ("3.5", "31.2", "7.3", "15.2", "15.5", "19.1", "19.1-p", "22.3", "22.4", "24.2"),
    AL_QAEDA: ("3.4", "7.4", "14.9", "17.1", "17.1-s", "20.4", "24.3"),  # only the Coalition flies, and is fired at
}
FLOWN = ("fly", "medevac", "transport", "extend")  # 15, 22.3 what the Coalition alone orders


@lru_cache(maxsize=4)
def _markers(numbers: Numbers) -> Names:
    return Names({id: (marker.name, id) for id, marker in numbers.markers.items()})


_place = read_name(lambda state: place_names(state.numbers), "name a hex or a box")
_marker = read_name(lambda state: _markers(state.numbers), "name a marker")


def _counters(state: State) -> Names:
    """Counters of the Coalition, and those of Al Qaeda by number: what they are is not asked."""
    return joined(coalition_names(state.numbers), Names({id: (id, f"token {id[1:]}") for id in state.tokens}))


_counter = read_name(_counters, "name a counter of the Coalition, or one of Al Qaeda by its number, like t7")


def _is_in_action(state: State, marker: str) -> bool:
    return state.operations is not None and state.operations.marker == marker


def _stands_near(case: Case[State], wanted: tuple[str, str]) -> bool:
    """Whether a counter is in a hex or next to it."""
    place, hex = piece(case.state, wanted[0]).place, wanted[1]
    hexes = case.state.numbers.ground.hexes
    return place == hex or (hex in hexes.hexes and place in hexes.neighbours(hex))


def _lost(state: State, *, helicopters: bool = False) -> int:
    """10.28 Counters of the Coalition in its deadpile; of those the helicopters alone, if wanted."""
    dead = [id for id, unit in state.units.items() if unit.place == DEAD]
    return sum(not helicopters or state.numbers.is_helicopter(id) for id in dead)


def _killed(state: State) -> int:
    return sum(token.place == DEAD for token in state.tokens.values())


def _aircraft(state: State) -> int:
    """7.3 What lies in Air Available."""
    return sum(unit.place == READY for unit in state.units.values())


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
    "enemies": Condition("enemies HEX <= N: counters of the other side there", read_pair(_place, read_bound(0, MOST)),
                         lambda case, wanted: is_so(
                             len(stack_at(case.state, wanted[0], other_seat(case.seat))), wanted[1])),
    "at": Condition("at COUNTER PLACE: it is there; a counter of Al Qaeda is named by its number",
                    read_pair(_counter, _place),
                    lambda case, wanted: piece(case.state, wanted[0]).place == wanted[1]),
    "near": Condition("near COUNTER HEX: it is there or next to it", read_pair(_counter, _place), _stands_near),
    "alive": Condition("alive COUNTER: it is not eliminated", _counter,
                       lambda case, id: piece(case.state, id).place != DEAD),
    "pinned": Condition("pinned COUNTER: it is pinned", _counter, lambda case, id: piece(case.state, id).pinned),
    "left": Condition("left MARKER: it can still be drawn in this turn", _marker,
                      lambda case, marker: marker in case.state.command_pool),
    "acting": Condition("acting MARKER: its command is in action", _marker,
                        lambda case, marker: _is_in_action(case.state, marker)),
    "gunships": counted("gunships >= N: so many of the Coalition are ready",
                        lambda case: len(gunships(case.state)), MOST),
    "air": counted("air >= N: airstrikes and UAVs available", lambda case: _aircraft(case.state), MOST),
    "lost": counted("lost <= N: counters of the Coalition eliminated", lambda case: _lost(case.state), MOST),
    "helicopters lost": counted("helicopters lost <= N: of those the helicopters",
                                lambda case: _lost(case.state, helicopters=True), MOST),
    "killed": counted("killed >= N: counters of Al Qaeda eliminated", lambda case: _killed(case.state), MOST),
    "lead": counted("lead >= N: by how much the Coalition leads in points that everybody can see, below 0 too",
                    lambda case: lead_in_sight(case.state), MOST, least=-MOST),
    "turn": counted("turn N, turn >= N, turn <= N", lambda case: case.state.turn, MOST, least=1),
    "drawn": counted("drawn >= N: markers drawn in this turn", lambda case: case.state.drawn, MOST),
}


def moments_of(state: State, seat: str) -> dict[str, Moment]:
    """The rules that ask a seat, and about what as far as that can be told."""
    numbers, options = state.numbers, state.options
    by_step, by_plan = ("8.1", "10.2", "19.1"), ("8.1-p", "8.1-c", "10.2-p", "19.1-p", "r110")
    never = [*ONLY[other_seat(seat)], *(by_step if options.mode == "plan" else by_plan)]
    never += [] if options.leaders else ["24.2", "24.3"]  # 24
    never += [] if options.attacker_impetus else ["27.3"]
    never += [] if options.more_coalition_forces else ["31.2"]
    own = {m.id: f"the marker {m.name} is out of the game" if m.id in state.gone else ""  # 6.2.5, 6.3
           for m in numbers.markers.values() if m.side == seat and m.activates}
    turns = {turn: f"it is turn {state.turn}" if turn < state.turn else "" for turn in range(1, numbers.turns.last + 1)}
    parts = {f"{marker}/{count}": why for marker, why in own.items() for count in range(MOST)}
    filed = range(len(numbers.markers))
    why_not = {  # what a rule may ask about, each with why it cannot come any more
        **dict.fromkeys(by_step, own), **dict.fromkeys(by_plan, parts),
        "r110": {f"turn{turn}/{count}": why for turn, why in turns.items() for count in filed},
        "4.2": {about: why for turn, why in turns.items() for about in (f"turn{turn}", f"turn{turn}/filed")},
        "22.3": {f"turn{turn}": why for turn, why in turns.items()},
        "24.3": dict.fromkeys(("setup", "isr", "movement", "combat"), ""),
    }
    abouts = {rule: list(ways) for rule, ways in why_not.items()}
    gone = {rule: {about: why for about, why in ways.items() if why} for rule, ways in why_not.items()}
    if state.phase not in ("setup", "start"):
        over = "the set-up is over"
        gone |= {rule: {"": over} for rule in ("3.4", "3.5", "31.2")} | {"24.3": {"setup": over}}
    return moments(FORMS.rules(), without=never, abouts=abouts, gone=gone, words=_words(numbers, seat),
                   coming=COMING, phases=(state.phase,))


OTHER = (
    "attack", "advance", "move", "fly", "stay", "recon", "fire", "flip", "roll", "rally", "draw", "done",
    "last", "extend", "end", "to", "buy", "all", "more", "others", "stack", "held", "contact", "loss",
    "emptied", "never", "always", "medevac", "transport", "compound", "fortification", "hvt", "al_qaeda", "coalition",
)  # what may be typed besides names and keywords


@lru_cache(maxsize=4)
def _words(numbers: Numbers, seat: str) -> Lexicon:
    """All that a seat can name in this game, and the keywords of its orders."""
    other = OTHER if seat == COALITION else tuple(word for word in OTHER if word not in FLOWN)
    return Lexicon(coalition_names(numbers), place_names(numbers), FORMS.keywords(), other)
