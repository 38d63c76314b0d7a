"""10.2, 12.2, 15.2, 17.1, 27.3 Who may be named next in a fire, and at what: what is legal, and true for its owner.

Belongs here: what is offered at the end of an order to fire that is only begun. Must not be here: reading it (reading,
plans, fires), moves (nearby), what is legal (firing, attack).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pbem.kit.forms import Asked
from pbem_games.anaconda.advance import impetus_targets
from pbem_games.anaconda.attack import targets
from pbem_games.anaconda.defensive import late_targets
from pbem_games.anaconda.firing import attackers, fits_together, may_attack
from pbem_games.anaconda.forces import command_of, gunships, piece, pieces_of, same_command
from pbem_games.anaconda.forms.nearby import MOST, Next
from pbem_games.anaconda.hvt import HVT
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import ATTACK, Order
from pbem_games.anaconda.prompts.offers import remark
from pbem_games.anaconda.reactions import Window, firers, known_ground
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen

WORDS = 4  # that are offered beside hexes and counters


def attack_next(asked: Asked[State], order: Order, attacked: Collection[str] = (), fired: Collection[str] = ()) -> Next:
    """10.2, 10.4, 10.13 Hexes, then who fires there; `attacked` and `fired` are named in the plan before it."""
    state = asked.state
    hexes = [] if order.to else [hex for hex in targets(state) if hex not in attacked
                                 and all(_may_attack(asked, id, hex) for id in order.who)]
    able = _attackers(asked, order.to or hexes)
    if order.who and not order.to:
        able = [id for id in able if any(_may_attack(asked, id, hex) for hex in hexes)]
    free = [id for id in able if id not in fired and id not in order.who]
    room = MOST - WORDS
    places = {hex: remark(asked, Order(ATTACK, order.who, (hex,))) if order.who else "" for hex in hexes[:room]}
    return Next(free[: room - len(places)], places, leads(asked, order.who))


def _attackers(asked: Asked[State], hexes: Iterable[str]) -> list[str]:
    """Those that may fire into one of these hexes, as far as their owner knows."""
    able = dict[str, None]()
    for hex in hexes:
        able |= dict.fromkeys(id for id in attackers(asked.state, hex) if id not in able and _is_true(asked, id, hex))
    return list(able)


def _may_attack(asked: Asked[State], id: str, hex: str) -> bool:
    return may_attack(asked.state, id, hex) and _is_true(asked, id, hex)


def _is_true(asked: Asked[State], id: str, hex: str) -> bool:
    """5.12, 10.14 Whether it can be claimed of a counter that lies face down."""
    state = asked.state
    if id not in state.tokens or state.operations is None:
        return True
    printed, commands = seen(state, id, asked.peek), tuple(state.operations.commands)
    return printed is not None and fits_together(
        state.numbers, "offensive", hex, [(printed, state.tokens[id].place)], commands)


def group_next(asked: Asked[State], order: Order, window: Window) -> Next:
    """12.1, 12.8, 17.1 Who fires in a window, all of one command."""
    state, named = asked.state, [id for id in order.who if known_ground(asked.state, id)]
    able = [id for id in firers(state, window) if id not in order.who]
    if asked.seat == AL_QAEDA:
        faces = {id: seen(state, id, asked.peek) for id in (*able, *named)}
        fire = [(face, state.tokens[id].place) for id in named if (face := faces[id]) is not None]
        able = [id for id in able if (face := faces[id]) is not None and fits_together(
            state.numbers, window.kind, window.hex, [*fire, (face, state.tokens[id].place)], (), window.used)]
    else:
        commands = [command_of(state, id) for id in named]
        able = [id for id in able if not known_ground(state, id) or same_command([*commands, command_of(state, id)])]
    return Next(able[:MOST], leads=leads(asked, order.who))


def gunships_next(asked: Asked[State], order: Order) -> Next:
    """15.2 Gunships, then the counter that has moved."""
    named = [id for id in order.who if id in asked.state.units]
    at = [] if not named or len(named) < len(order.who) else list(late_targets(asked.state))
    return Next([*(id for id in gunships(asked.state) if id not in named), *at])


def impetus_next(asked: Asked[State], order: Order, able: Sequence[str]) -> Next:
    """27.3, 27.5 One more hex next to the one just taken, and those that took it."""
    near = [] if order.to else impetus_targets(asked.state, asked.about)
    return Next([id for id in able if id not in order.who], dict.fromkeys(near, ""))


def standing_in(state: State, hex: str, seat: str) -> list[str]:
    """One's own in a hex that are not pinned."""
    return [id for id, one in pieces_of(state, seat).items() if one.place == hex and not one.pinned]


def leads(asked: Asked[State], who: Sequence[str]) -> list[str]:
    """24.3 The High Value Targets face down with one of these, that may be turned up to lead."""
    state = asked.state
    if asked.seat != AL_QAEDA or not state.options.leaders:
        return []
    hexes = {piece(state, id).place for id in who}
    return [id for id, token in state.tokens.items() if not token.face and token.place in hexes and id not in who
            and (printed := seen(state, id, asked.peek)) is not None and printed.type == HVT]
