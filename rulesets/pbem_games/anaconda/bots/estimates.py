"""What counters are worth and what a fire is likely to bring, as one seat can see it; in hundredths of a point.

Belongs here: values and expectations. Must not be here: which answer is given (coalition, al_qaeda).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from pbem.kit.tables import Drm, total
from pbem.play.requests import Peek
from pbem_games.anaconda.bots.hunting import LEADER, is_suspect
from pbem_games.anaconda.drms import Kind, Shot, drms, is_next_to, place_of
from pbem_games.anaconda.forces import other_seat, piece, stack_at
from pbem_games.anaconda.numbers import AL_QAEDA, OSAMA
from pbem_games.anaconda.odds import Fate, fate
from pbem_games.anaconda.printed import Column, Printed
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen

POINT = 100
UNKNOWN = 105  # a face-down counter on average: 48 of them are worth about 50 points
PINNED = 30  # percent of its value that a pin is worth: it fires no more this turn, and P/E eliminates it
Loss = tuple[str, Fate]


def worth(state: State, id: str, peek: Peek) -> int:
    """23.2 What the other side scores for eliminating it; below 0 if that is its owner's gain (20.2)."""
    printed = seen(state, id, peek)
    if printed is None:
        return LEADER if is_suspect(state, id) else UNKNOWN
    if id in state.units:
        return _worth_of_unit(state, printed)
    points = state.numbers.coalition_points
    if printed.id == OSAMA:
        return points.osama * POINT
    if printed.type == "civilian":
        return -state.numbers.al_qaeda_points.civilian * POINT
    values = {"infantry": points.infantry, "heavy_weapons": points.heavy_weapons, "compound": points.compound,
              "hvt": points.hvt}
    return values.get(printed.type, 0) * POINT


def _worth_of_unit(state: State, printed: Printed) -> int:
    points = state.numbers.al_qaeda_points
    if state.numbers.is_helicopter(printed.id):
        return points.helicopter * POINT
    if not state.numbers.is_ground(printed.id):
        return 0
    return POINT * {"us": points.us_ground, "nato": points.nato_ground}.get(printed.nation, points.amf_ground)


class Fire:
    """One possible fire as its owner can judge it: who fires at which counters, and what comes of it on average."""

    def __init__(
        self, state: State, kind: Kind, seat: str, hex: str, firers: Sequence[str], targets: Sequence[str], peek: Peek
    ) -> None:
        self.firers, self.hex = tuple(firers), hex
        known = [(id, printed) for id in firers if (printed := seen(state, id, peek)) is not None]
        self.strength = sum(printed.firepower for _, printed in known)
        shot = Shot(kind, seat, hex, self.strength, self.firers)
        hidden_assault = kind == "offensive" and seat == AL_QAEDA and any(
            printed.assault and is_next_to(state, place_of(state, id), hex) for id, printed in known)
        pierces = any(state.numbers.is_anti_armor(printed.id) for _, printed in known)
        self.fates: list[Loss] = []
        self.lines: dict[str, list[Drm]] = {}  # by target, what modifies its die
        column = state.numbers.column(self.strength) if self.strength else None
        for target in targets if column is not None else ():
            assert column is not None
            lines = [line for line in drms(state, shot, target) if not (pierces and line.rule == "10.26")]
            if hidden_assault and all(line.rule != "11.3" for line in lines):  # whoever fires is turned up first
                lines.append(Drm("11.3", "close assault", state.numbers.drm.close_assault))
            self.lines[target] = lines
            self.fates.append((target, _fate(column, total(lines), piece(state, target).pinned)))
        self._values = {target: worth(state, target, peek) for target, _ in self.fates}
        self._pinned = {target: piece(state, target).pinned for target, _ in self.fates}

    @property
    def gain(self) -> Fraction:
        """Expected hundredths of a point, a fresh pin counted for something."""
        return _gain((self._values[target], self._pinned[target], chances) for target, chances in self.fates)

    def stops(self) -> Fraction:
        """The chance that one target, a mover or a helicopter, is pinned (damaged) or eliminated."""
        return max((chances.eliminated + chances.pinned for _, chances in self.fates), default=Fraction(0))


def _gain(fates: Iterable[tuple[int, bool, Fate]]) -> Fraction:
    """What is expected of targets of some value, pinned already or not."""
    found = Fraction(0)
    for value, pinned, chances in fates:
        found += chances.eliminated * value
        if not pinned:
            found += chances.pinned * abs(value) * PINNED / 100
    return found


def value_of_fates(state: State, fates: Iterable[Loss], peek: Peek) -> Fraction:
    """Expected hundredths of a point of what may come of these targets."""
    return _gain((worth(state, id, peek), piece(state, id).pinned, chances) for id, chances in fates)


def fate_at(state: State, strength: int, drm: int, pinned: bool) -> Fate:
    """10.22 What a fire of this strength does to one target."""
    return _fate(state.numbers.column(strength), drm, pinned)


@lru_cache(maxsize=4096)
def _fate(column: Column, drm: int, pinned: bool) -> Fate:
    return fate(column, drm, is_pinned=pinned)


def targets_in(state: State, hex: str, seat: str) -> list[str]:
    """11.2 The counters of an enemy's hex that are rolled for, as far as everybody knows."""
    spared = state.numbers.types.not_rolled_against
    enemy = other_seat(seat)
    return [id for id in stack_at(state, hex, enemy) if not (
        id in state.tokens and state.tokens[id].face and state.numbers.units[state.tokens[id].face].type in spared)]


def attack_on(state: State, hex: str, firers: Iterable[str], peek: Peek) -> Fire:
    """10 An offensive fire of the seat whose phase it is."""
    assert state.operations is not None
    seat = state.operations.seat
    return Fire(state, "offensive", seat, hex, tuple(firers), targets_in(state, hex, seat), peek)


Choice = tuple[Fraction, tuple[str, ...]]
"""What an attack is expected to bring, and who makes it."""


def in_turn(
    able: Mapping[str, Sequence[str]], best: Callable[[str, Sequence[str]], Choice]
) -> Iterator[tuple[str, ...]]:
    """10.4, 10.13 Attacks one after another, always the best that is left: (hex, *firers); who has fired fires no more.

    `able` names who can fire into which hex; `best` judges a hex for those of them that are left.
    """
    found = {hex: best(hex, ids) for hex, ids in able.items()}
    named: set[str] = set()
    while found:
        hex = max(found, key=lambda hex: (found[hex][0], hex))
        gain, firers = found.pop(hex)
        if gain <= 0:
            return
        yield hex, *firers
        named |= set(firers)
        for other, (_, planned) in found.items():
            if named & set(planned):
                found[other] = best(other, [id for id in able[other] if id not in named])
