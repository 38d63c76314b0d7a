"""Al Qaeda's thoughts: lie still until somebody is near, guns are for helicopters, finish the pinned, leaders get out.

Belongs here: what Al Qaeda answers, the best first. Must not be here: values (estimates), places (outlook).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from pbem_games.anaconda.attack import targets
from pbem_games.anaconda.bots import laying, massing
from pbem_games.anaconda.bots.estimates import POINT, Choice, Fire, attack_on, in_turn, worth
from pbem_games.anaconda.bots.fields import to_sanctuary
from pbem_games.anaconda.bots.outlook import Outlook
from pbem_games.anaconda.firing import FireKind, al_qaeda_firers, attackers, can_fire
from pbem_games.anaconda.forces import face_down_at, piece
from pbem_games.anaconda.moves import movers
from pbem_games.anaconda.numbers import AL_QAEDA, HALVES, SANCTUARY
from pbem_games.anaconda.orders import ADVANCE, ATTACK, DONE, FIRE, FLIP, MOVE, PASS, STAY, Order, Placing
from pbem_games.anaconda.printed import Printed
from pbem_games.anaconda.reactions import WORKS
from pbem_games.anaconda.state import DEAD

LEADERS, LEAST = ("hvt",), 25  # hundredths of a point for which a hidden counter shows itself
STOPS = Fraction(1, 2)  # the chance to stop a mover or damage a helicopter that is worth showing oneself
HOME, BETTER = 60, 30  # what an objective adds to a hex, and by how much another must be better to go there
ENOUGH = 200  # points of the Coalition at which those who can walk begin to leave
NEAR = 6  # hexes from which the enemy is worth going for
Lay = Callable[..., dict[str, str]]


def placing(look: Outlook, ids: Sequence[str], lay: Lay = laying.defence) -> Placing | None:
    """3.4 A hex for every token, by what it is; None if that cannot be seen."""
    faces = {id: printed for id in ids if (printed := look.printed(id)) is not None}
    if len(faces) < len(ids):
        return None
    hexes = lay(look.ground, list(faces.values()), look.rng)
    return tuple((id, hexes[faces[id].id]) for id in ids)


def comers(look: Outlook, ids: Sequence[str]) -> Placing:
    """7.4 Who comes with the Jihad enters in the east edge hexes that are nearest to the enemy."""
    goals = sorted(look.enemies) or list(look.ground.objectives)
    left = look.way_left(goals)
    free = [hex for hex in look.ground.edge_hexes("east") if hex not in look.enemies]
    best = sorted(free, key=lambda hex: (left.get(hex, 0), hex))
    return tuple((id, best[i // 3 % len(best)]) for i, id in enumerate(ids))


# ---------------------------------------------------------------- 8 moving


def moves(look: Outlook, *, all_leave: bool = False) -> Iterator[Order]:
    """8 Leaders leave by the east; infantry goes for pinned enemies; everybody else lies still.

    Once enough is lost all who can walk leave: those who are gone give the Coalition no points.
    """
    assert look.state.operations is not None
    is_over = all_leave or lost(look) >= ENOUGH
    thoughts = look.thoughts()
    if thoughts.decided is None:
        planned = None if is_over else massing.assault(look)
        thoughts.decided = [] if planned is None else list(massing.orders(look, planned))
        thoughts.idle |= {spot.id for spot in planned.spots} if planned is not None else set()
    while thoughts.decided:
        yield thoughts.decided.pop(0)
    for id in movers(look.state):
        printed = look.printed(id)
        if id in look.idle() or printed is None or not printed.movement:
            continue
        if printed.command not in look.state.operations.commands:
            continue
        look.idle().add(id)
        order = _leave(look, id, printed) if is_over or printed.type in LEADERS else _close_in(look, id, printed)
        if order is not None:
            yield order
    yield Order(DONE)


def lost(look: Outlook) -> int:
    """23.2 The Coalition's points so far, as Al Qaeda knows them."""
    dead = sum(worth(look.state, id, look.peek) for id, token in look.state.tokens.items() if token.place == DEAD)
    return dead // POINT + sum(hex in look.enemies for hex in look.ground.objectives)


def _leave(look: Outlook, id: str, printed: Printed) -> Order | None:
    """8.17 Off the map if it can, else as near to the way out as it can come."""
    reach = look.ground.reach(
        piece(look.state, id).place, vehicular=False, halves=printed.movement * HALVES, closed=frozenset(look.enemies),
        rubble=frozenset(look.state.rubble), exits=frozenset({SANCTUARY}))
    out = to_sanctuary(look.ground)
    if SANCTUARY in reach.costs:
        return Order(MOVE, (id,), reach.way(SANCTUARY)[1:])
    best = min(reach.costs, key=lambda hex: (out[hex], hex))
    return Order(MOVE, (id,), reach.way(best)[1:]) if best != reach.start else None


def _close_in(look: Outlook, id: str, printed: Printed) -> Order | None:
    """To a better hex from which it can fire, if enemies are near; guns stay where they lie."""
    at = piece(look.state, id).place
    if printed.type != "infantry" or not any(look.ground.distance(at, hex) <= NEAR for hex in look.enemies):
        return None
    reach = look.ground.reach(
        at, vehicular=False, halves=printed.movement * HALVES, closed=frozenset(look.enemies),
        rubble=frozenset(look.state.rubble))

    def value(hex: str) -> int:
        exposed = sum(look.threat(step) for step in reach.way(hex)[1:-1]) // 10
        home = HOME if hex in look.ground.objectives else 0
        return look.stand(hex, printed) + home - 12 * exposed

    best = max(reach.costs, key=lambda hex: (value(hex), hex))
    return Order(MOVE, (id,), reach.way(best)[1:]) if value(best) >= value(at) + BETTER else None


# ---------------------------------------------------------------- 10, 12, 17 firing


def _armed(look: Outlook, kind: FireKind, hex: str, ids: Sequence[str]) -> dict[str, list[str]]:
    """Those of the counters that can fire so, by command; Osama bin Laden goes with any."""
    found: dict[str, list[str]] = {}
    for id in ids:
        printed = look.printed(id)
        if printed is not None and can_fire(look.state.numbers, kind, printed, piece(look.state, id).place, hex):
            found.setdefault(printed.command, []).append(id)
    return found


def _is_shown(look: Outlook, ids: Sequence[str]) -> bool:
    return all(look.state.tokens[id].face for id in ids)


def attacks(look: Outlook) -> Iterator[Order]:
    """10 What brings most; who lies hidden does not show himself for little."""
    assert look.state.operations is not None
    able = {}
    for hex in targets(look.state):
        armed = _armed(look, "offensive", hex, attackers(look.state, hex))
        able[hex] = [id for command, ids in armed.items() if command in look.state.operations.commands for id in ids]
    for hex, *firers in in_turn(able, partial(_best_fire, look)):
        yield Order(ATTACK, tuple(firers), (hex,))
    yield Order(DONE)


def _best_fire(look: Outlook, hex: str, able: Sequence[str]) -> Choice:
    """All that can fire, or those that are known already; each that shows itself has to be worth it."""
    best: Choice = (Fraction(0), ())
    for group in (able, [id for id in able if look.state.tokens[id].face]):
        if group:
            fire = attack_on(look.state, hex, group, look.peek)
            gain = fire.gain - (0 if _is_shown(look, group) else LEAST)
            best = max(best, (gain, fire.firers))
    return best


def defence(look: Outlook, target: str, hex: str) -> Iterator[Order]:
    """12 An ambush if it is likely to stop whoever comes; who is known already always fires."""
    yield from _groups(look, "defensive", target, hex)


def flak(look: Outlook, target: str, hex: str) -> Iterator[Order]:
    """17 Guns fire if they are likely to damage the helicopter: whoever is aboard lands pinned."""
    yield from _groups(look, "aa", target, hex)


def _groups(look: Outlook, kind: FireKind, target: str, hex: str) -> Iterator[Order]:
    armed = _armed(look, kind, hex, al_qaeda_firers(look.state, kind, hex))
    fires = []
    for ids in armed.values():
        for group in (ids, [id for id in ids if look.state.tokens[id].face]):
            if group:
                fire = Fire(look.state, kind, AL_QAEDA, hex, group, [target], look.peek)
                if _is_shown(look, group) or fire.stops() >= STOPS:
                    fires.append(fire)
    for fire in sorted(fires, key=lambda fire: -fire.stops()):
        if fire.stops() > 0:
            yield Order(FIRE, fire.firers)
    yield Order(PASS)


def cover(look: Outlook, hex: str) -> Iterator[Order]:
    """20.4, 20.7 Every fortification, and a compound too: the fire that comes finds it anyway."""
    down = face_down_at(look.state, hex)
    works = tuple(id for id in down if (printed := look.printed(id)) is not None and printed.type in WORKS)
    forts = tuple(id for id in works if (printed := look.printed(id)) is not None and printed.type == WORKS[0])
    for chosen in (works, forts):
        if chosen:
            yield Order(FLIP, chosen)
    yield Order(PASS)


def advances(look: Outlook, hex: str, able: Sequence[str]) -> Iterator[Order]:
    """11.3 Only into an objective: elsewhere they lie better where they are."""
    is_worth = hex in look.ground.objectives
    if able and is_worth:
        yield Order(ADVANCE, tuple(able))
    yield Order(STAY)
    if able and not is_worth:
        yield Order(ADVANCE, tuple(able))


def worth_under_fire(look: Outlook, hex: str) -> tuple[int, str]:
    """14.9 What is to be had there by Friendly Fire."""
    return look.prize.get(hex, 0), hex
