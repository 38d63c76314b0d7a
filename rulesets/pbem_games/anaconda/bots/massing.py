"""Al Qaeda's attacks: a whole command closes in on a stack, since a fire rolls for each of it at full strength (11.2).

Belongs here: which stack is worth it, and who goes where to fire at it. Must not be here: the other moves (al_qaeda).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pbem.kit.tables import total
from pbem_games.anaconda.bots.estimates import POINT, fate_at, targets_in, value_of_fates, worth
from pbem_games.anaconda.bots.outlook import CROWD, Outlook
from pbem_games.anaconda.drms import Shot, drms
from pbem_games.anaconda.firing import can_fire
from pbem_games.anaconda.forces import piece
from pbem_games.anaconda.moves import movers
from pbem_games.anaconda.numbers import AL_QAEDA, HALVES
from pbem_games.anaconda.orders import MOVE, Order
from pbem_games.anaconda.printed import Printed

LEAST = 60  # hundredths of a point that an assault must bring for a command to come out
STAYING = 20  # what a hex from which nobody has to move is better by
NEXT_TO = 15  # what a hex next to the enemy is better by for who may close assault
RISK = 5  # percent of a counter's worth that each point of strength that can fire on it costs


@dataclass
class Spot:
    """Where one counter would fire from, and what that costs in hundredths of a point."""

    id: str
    printed: Printed
    hex: str
    way: tuple[str, ...]
    price: int


@dataclass
class Assault:
    """An attack on one hex by all that can come to fire into it."""

    hex: str
    spots: list[Spot] = field(default_factory=list)
    gain: Fraction = Fraction(0)


def assault(look: Outlook) -> Assault | None:
    """The best attack that the commands in action could make with all their moves; None if none is worth it."""
    able = list(_able(look))
    found = [one for hex in sorted(look.enemies) if (one := _on(look, hex, able)) is not None]
    best = max(found, key=lambda one: (one.gain, one.hex), default=None)
    return best if best is not None and best.gain >= LEAST else None


def orders(look: Outlook, planned: Assault) -> Iterable[Order]:
    """The moves to it: the least first, to draw the fire."""
    for spot in sorted(planned.spots, key=lambda spot: (spot.printed.firepower, spot.id)):
        if spot.way:
            yield Order(MOVE, (spot.id,), spot.way)


def _able(look: Outlook) -> Iterable[tuple[str, Printed, Mapping[str, Sequence[str]]]]:
    """Those in action that can fire, each with the hexes it could be in and the way there."""
    state = look.state
    assert state.operations is not None
    mobile = set(movers(state))
    for id in (id for ids in look.friends.values() for id in ids):
        printed = look.printed(id)
        if printed is None or not printed.firepower or piece(state, id).pinned or piece(state, id).fired:
            continue
        if printed.command not in state.operations.commands or printed.type == "hvt":
            continue
        at = piece(state, id).place
        ways: dict[str, Sequence[str]] = {at: ()}
        if id in mobile and printed.movement:
            reach = look.ground.reach(
                at, vehicular=False, halves=printed.movement * HALVES, closed=frozenset(look.enemies),
                rubble=frozenset(state.rubble))
            ways |= {hex: reach.way(hex)[1:] for hex in reach.costs if hex != at and hex in look.ground.hexes}
        yield id, printed, ways


def _on(
    look: Outlook, target: str, able: Sequence[tuple[str, Printed, Mapping[str, Sequence[str]]]]
) -> Assault | None:
    spots: list[Spot] = []
    taken: Counter[str] = Counter()
    for id, printed, ways in able:
        spot = _spot(look, target, id, printed, ways, taken)
        if spot is not None:
            spots.append(spot)
            taken[spot.hex] += 1
    if not spots:
        return None
    state = look.state
    strength = sum(spot.printed.firepower for spot in spots)
    shot = Shot("offensive", AL_QAEDA, target, strength, tuple(spot.id for spot in spots))
    next_to = any(spot.printed.assault and look.ground.distance(spot.hex, target) == 1 for spot in spots)
    fates = []
    for id in targets_in(state, target, AL_QAEDA):
        lines = [line for line in drms(state, shot, id) if line.rule != "11.3"]
        drm = total(lines) + (state.numbers.drm.close_assault if next_to else 0)
        fates.append((id, fate_at(state, strength, drm, piece(state, id).pinned)))
    gain = value_of_fates(state, fates, look.peek) - sum(spot.price for spot in spots)
    return Assault(target, spots, gain)


def _spot(
    look: Outlook, target: str, id: str, printed: Printed, ways: Mapping[str, Sequence[str]], taken: Mapping[str, int]
) -> Spot | None:
    """The best hex from which a counter could fire at the target; `taken`: how many others will stand where."""
    fits = [hex for hex in ways if can_fire(look.state.numbers, "offensive", printed, hex, target)]
    if not fits:
        return None
    value = worth(look.state, id, look.peek)

    def price(hex: str) -> int:
        danger = max(0, look.threat(hex) - 10 * look.ground.defence(hex).drm * 2) // 10
        shown = 0 if look.state.tokens[id].face else POINT // 10
        return min(value, value * RISK * danger // 100) + shown

    def score(hex: str) -> int:
        near = NEXT_TO if printed.assault and look.ground.distance(hex, target) == 1 else 0
        return near - price(hex) + look.cover(hex) // 5 + (STAYING if not ways[hex] else 0) - CROWD * taken[hex]

    best = max(fits, key=lambda hex: (score(hex), hex))
    return Spot(id, printed, best, tuple(ways[best]), price(best))
