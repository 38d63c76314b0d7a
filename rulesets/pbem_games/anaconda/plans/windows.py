"""The windows of a plan, listed before it is run, from public facts only.

Belongs here: listing. Must not be here: asking for answers (asking), what is due when a window is reached (planned).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from pbem_games.anaconda.defensive import late_targets
from pbem_games.anaconda.firing import is_able, may_fire
from pbem_games.anaconda.forces import gunships, is_type, known
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import FLY, MEDEVAC, MOVE, RECON, Order
from pbem_games.anaconda.plans.written import Group
from pbem_games.anaconda.reactions import Window, firers
from pbem_games.anaconda.state import State

Key = tuple[int, int, str]
"""Where the run meets a window: the entry, its step from 0, and who is fired on."""

CLOSING = 10_000
"""The entry, as it were, of what gunships do when Al Qaeda has moved: after all others."""


class Numbered(msgspec.Struct, frozen=True):
    """A window of a plan: its number, and where the run meets it: the entry, and its step from 0.

    `what` says of what kinds the target is, as standing orders name them. `able` are those that may fire there for all
    that everybody knows, each with the places from which it might.
    """

    number: int
    entry: int
    step: int
    window: Window
    what: tuple[str, ...] = ()
    able: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def key(self) -> Key:
        """Where the run meets it."""
        return self.entry, self.step, self.window.target

    @property
    def ids(self) -> tuple[str, ...]:
        """Those that may fire there."""
        return tuple(id for id, _ in self.able)


Met = tuple[int, int, Window, tuple[str, ...]]


def windows_of(state: State, entries: Sequence[tuple[int, Order]]) -> list[Numbered]:
    """12.1, 17.1, ruling R110 In the order of the run: each hex and flight at which the other seat might fire."""
    assert state.operations is not None
    seat = COALITION if state.operations.seat == AL_QAEDA else AL_QAEDA
    met = [(entry, *one) for entry, order in entries for one in _of_order(state, order, seat)]
    return numbered(state, met)


def numbered(state: State, met: Iterable[Met]) -> list[Numbered]:
    """Those of these windows in which somebody may fire, with their numbers."""
    found: list[Numbered] = []
    for entry, step, window, what in met:
        if ids := firers(state, window):
            able = tuple((id, (_place(state, id),)) for id in ids)
            found.append(Numbered(len(found) + 1, entry, step, window, what, able))
    return found


def _place(state: State, id: str) -> str:
    return state.tokens[id].place if id in state.tokens else state.units[id].place


def _of_order(state: State, order: Order, seat: str) -> list[tuple[int, Window, tuple[str, ...]]]:
    hexes = state.numbers.ground.hexes
    if order.kind == MOVE:
        (mover,) = order.who
        what = kinds_of(state, mover)
        return [(i, Window("defensive", seat, mover, hex), what) for i, hex in enumerate(order.to) if hex in hexes]
    if order.kind in (MEDEVAC, RECON):
        return [(0, Window("aa", AL_QAEDA, order.who[0], order.to[0]), ("recon",) if order.kind == RECON else ())]
    if order.kind == FLY:
        helicopter, *load = order.who
        place = order.to[0] if order.to[0] in hexes else state.units[load[0]].place if load else ""
        return [(0, Window("aa", AL_QAEDA, helicopter, place), ("loaded",))] if place in hexes else []
    return []


def kinds_of(state: State, id: str) -> tuple[str, ...]:
    """What a counter on the ground is in the words of standing orders, as everybody knows it."""
    if id in state.tokens:
        return ("foot", "up" if state.tokens[id].face else "down", *(("leader",) if is_type(state, id, "hvt") else ()))
    return ("vehicular" if state.numbers.is_vehicular(id) else "foot",
            *(("leader",) if is_type(state, id, "leader") else ()))


def recon_windows(state: State, recons: Sequence[Order]) -> list[Numbered]:
    """15.4, 17.1 Each SOAR helicopter that is sent to look."""
    flown = [(i, order) for i, order in enumerate(recons, 1) if state.numbers.is_helicopter(order.who[0])]
    return windows_of(state, flown)


def attack_windows(state: State, attacks: Sequence[Order]) -> list[Numbered]:
    """15.2, 17.1 Each gunship that is sent to attack."""
    return numbered(state, [
        (i, 0, Window("aa", AL_QAEDA, id, order.to[0]), ("gunship",))
        for i, order in enumerate(attacks, 1) for id in order.who
        if id in state.units and state.numbers.is_helicopter(id)])


# ---------------------------------------------------------------- gunships against those of Al Qaeda that move


def closing_targets(state: State, orders: Sequence[Order]) -> dict[str, str]:
    """15.2(2), ruling R51 The tokens that have moved or will move, with the hex in which each then stands."""
    hexes = state.numbers.ground.hexes
    found = dict(late_targets(state))
    for order in orders:
        if order.kind == MOVE:
            found.pop(order.who[0], None)
            if order.to[-1] in hexes:
                found[order.who[0]] = order.to[-1]
    return found if gunships(state) else {}


def placements(
    state: State, orders: Sequence[Order], answers: Sequence[tuple[Numbered | None, int, Group]],
    targets: Mapping[str, str],
) -> list[Numbered]:
    """15.2, 17.1 Each gunship that answers a plan of Al Qaeda may meet fire, also of counters that the plan moves.

    `answers` are the groups, each with its window, None for after the movement, and its place among those.
    """
    found: list[Numbered] = []
    for at, i, group in answers:
        hex, entry, step = (targets[group.at], CLOSING, i) if at is None else (at.window.hex, at.entry, at.step)
        for id in group.who:
            if id in state.units and state.numbers.is_helicopter(id):
                window = Window("aa", AL_QAEDA, id, hex)
                if able := _near(state, orders, hex):
                    found.append(Numbered(len(found) + 1, entry, step, window, ("gunship",), able))
    return found


def _near(state: State, orders: Sequence[Order], hex: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every token that might fire at a helicopter there from where it is, or from a hex of its way."""
    hexes, found = state.numbers.ground.hexes, []
    ways = {order.who[0]: order.to for order in orders if order.kind == MOVE}
    for id, token in state.tokens.items():
        if not is_able(state, id):
            continue
        printed = known(state, id)
        places = tuple(dict.fromkeys(p for p in (token.place, *ways.get(id, ())) if p in hexes))
        fits = [p for p in places if may_fire(state.numbers, "aa", printed, p, hex)]
        if fits:
            found.append((id, tuple(fits)))
    return tuple(found)

