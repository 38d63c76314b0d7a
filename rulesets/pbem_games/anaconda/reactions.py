"""12.2, 17.1, 15.2, 20.4 What the other seat answers to a move or a fire, asked when it comes up.

Belongs here: the windows, what may be answered in them, asking. Must not be here: what a fire does (fire), when a
window opens (defensive, aa, attack).
A window is asked if any face-down counter could answer it, whatever its owner knows; his tool passes where nothing is
left to choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.lists import Some
from pbem.play.requests import Late, Peek, Write
from pbem_games.anaconda.drms import place_of
from pbem_games.anaconda.firing import FireKind, al_qaeda_firers, coalition_firers, fits_together
from pbem_games.anaconda.forces import command_of, face_down_at, gunships, same_command
from pbem_games.anaconda.hvt import hvt_lates
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import FIRE, FLIP, ORDERS, PASS, Order
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import KEPT_DOWN, all_seen, in_truth, seen

WORKS = ("fortification", "compound")
RULES = {"defensive": "12.2", "aa": "17.1"}


class Window(msgspec.Struct, frozen=True):
    """One chance to fire: at `target`, which has come to `hex`. It is the case of whoever is asked for one group.

    `used` are the commands that have fired in it; `hurt`: the mover is pinned by now, the helicopter damaged.
    """

    kind: Literal["defensive", "aa"]
    seat: str
    target: str
    hex: str
    used: tuple[str, ...] = ()
    hurt: bool = False

    @property
    def about(self) -> str:
        """How the record names it."""
        return f"{self.target}/{self.hex}"

    @staticmethod
    def named(about: str) -> tuple[str, str]:
        """Target and hex, out of the record alone."""
        target, _, hex = about.partition("/")
        return target, hex


class Reactions(Protocol):
    """Where answers come from: from asking when they are due, or from what was sealed before."""

    def asks(self, window: Window) -> bool:
        """Whether anybody is asked in a window in which somebody may fire."""

    async def group(self, state: State, window: Window) -> Order:
        """One group that fires, or a pass, which ends the window."""

    async def prove(self, state: State, window: Window, order: Order) -> None:
        """Those of Al Qaeda that fire have been turned up, before the dice: what that proves of what was sealed."""

    async def cover(self, state: State, hex: str, mover: str) -> Order:
        """The works that are turned up, or a pass; `mover` is not asked about."""


class Live:
    """Every window is asked when it comes up (ruling R110, mode `step`)."""

    def asks(self, window: Window) -> bool:
        """Its owner, or his tool."""
        return True

    async def group(self, state: State, window: Window) -> Order:
        """C20, C21, C22"""
        ids = firers(state, window)
        if not ids:
            return Order(PASS)
        return await Write(
            case=window, rule=RULES[window.kind], seat=window.seat, about=window.about, form=ORDERS,
            draft=lambda: Order(PASS),
            check=lambda order: check_group(state, window, order),
            late=lambda order: group_lates(state, window, order),
            truth=lambda peek: _nobody(state, window, ids, peek))

    async def prove(self, state: State, window: Window, order: Order) -> None:
        """Nothing was sealed."""

    async def cover(self, state: State, hex: str, mover: str) -> Order:
        """C25"""
        down = [id for id in face_down_at(state, hex) if id != mover]
        if not down:
            return Order(PASS)
        return await Write(
            rule="20.4", seat=AL_QAEDA, about=hex, form=ORDERS, draft=lambda: Order(PASS),
            check=lambda order: check_cover(down, order), late=lambda order: cover_lates(state, hex, down, order),
            truth=lambda peek: forced_cover(state, down, peek), case=Some(tuple(down)))


LIVE = Live()


# ---------------------------------------------------------------- groups


def firers(state: State, window: Window) -> list[str]:
    """12.1, 15.2, 17.1 All that may fire in a window, gunships last."""
    if window.seat == AL_QAEDA:
        return [id for id in al_qaeda_firers(state, window.kind, window.hex)
                if command_of(state, id) not in window.used]
    ground = [id for id in coalition_firers(state, window.hex) if command_of(state, id) not in window.used]
    return [*ground, *(gunships(state) if "gunship" not in window.used else [])]


def commands_used(state: State, order: Order) -> tuple[str, ...]:
    """12.8 What a group uses up in its window: its command, and the one fire of gunships (ruling R51)."""
    found = [
        "gunship" if id in state.units and state.numbers.is_helicopter(id) else command_of(state, id)
        for id in order.who
    ]
    return tuple(dict.fromkeys(found))


def check_group(state: State, window: Window, order: Order) -> None:
    """12.1, 12.5, 12.8 Raises IllegalMove unless the group may fire, as far as everybody can tell."""
    rule = RULES[window.kind]
    if order == Order(PASS):
        return
    tried, able = ORDERS.spell(order), firers(state, window)
    if order.kind != FIRE or not order.who or order.to or len(set(order.who)) < len(order.who):
        raise IllegalMove(tried, rule, "name the units that fire, each once, or pass", able)
    for id in order.who:
        if id not in able:
            raise IllegalMove(tried, rule, f"{id} cannot fire at {window.target} in {window.hex}", able)
    theirs = [command_of(state, id) for id in order.who if known_ground(state, id)]
    if not same_command(theirs):
        raise IllegalMove(tried, "12.8", "units of different commands do not fire together")
    check_lead(state, order, window.seat)


def known_ground(state: State, id: str) -> bool:
    """Whether a counter is a token, or a ground unit of the Coalition."""
    return id in state.tokens or state.numbers.is_ground(id)


def check_lead(state: State, order: Order, seat: str) -> None:
    """24.3, ruling R109 Who is turned up to lead lies face down with one of those that fire."""
    if not order.lead:
        return
    hexes = [place_of(state, id) for id in order.who if id != order.lead]
    ok = seat == AL_QAEDA and state.options.leaders and order.lead in state.tokens
    if not ok or state.tokens[order.lead].face or state.tokens[order.lead].place not in hexes:
        raise IllegalMove(ORDERS.spell(order), "24.3", f"{order.lead} is not face down with another unit that fires")


def group_lates(state: State, window: Window, order: Order) -> list[Late]:
    """10.14, 12.8, 24.3 What a group of face-down counters claims: that it may fire so."""
    if window.seat == COALITION or order.kind != FIRE:
        return []
    return fire_lates(state, window.kind, window.hex, order, (), window.used)


def fire_lates(
    state: State, kind: FireKind, hex: str, order: Order, commands: Sequence[str], used: Sequence[str] = ()
) -> list[Late]:
    """10.14, 5.12, 12.8 That these tokens can fire into the hex, and together."""
    numbers = state.numbers
    tokens = [(state.tokens[id].face, state.tokens[id].place, state.tokens[id].sealed) for id in order.who]
    needs = tuple(sealed for _, _, sealed in tokens if sealed is not None)
    closed = [id for id in order.who if state.tokens[id].sealed is not None]
    if not needs and not order.lead:
        return []

    def holds(*values: str) -> bool:
        hidden = iter(values)
        units = [(numbers.units[face or next(hidden)], place) for face, place, _ in tokens]
        return fits_together(numbers, kind, hex, units, commands, used)

    group = Late(RULES.get(kind, "10.2"), f"{ORDERS.spell(order)} can fire into {hex}", needs, holds,
                 shows=in_truth(state, closed))
    leads = hvt_lates(state, (order.lead,)) if order.lead else []
    return [*([group] if needs else []), *leads]


def _nobody(state: State, window: Window, ids: Sequence[str], peek: Peek) -> Order | None:
    """A pass if, for all that its owner knows, none of these counters can fire."""
    if window.seat == COALITION:
        return None
    faces = all_seen(state, ids, peek)
    if faces is None:
        return None
    able = [id for id, unit in faces.items() if fits_together(
        state.numbers, window.kind, window.hex, [(unit, state.tokens[id].place)], (), window.used)]
    return None if able else Order(PASS)


# ---------------------------------------------------------------- cover


def check_cover(down: Sequence[str], order: Order) -> None:
    """20.4, 20.7 Raises IllegalMove unless face-down counters of the hex are named, or nobody."""
    if order == Order(PASS):
        return
    if order.kind != FLIP or not order.who or order.to or order.lead or len(set(order.who)) < len(order.who):
        raise IllegalMove(ORDERS.spell(order), "20.4", "name the works that are turned up, each once, or pass", down)
    if any(id not in down for id in order.who):
        raise IllegalMove(ORDERS.spell(order), "20.4", "that lies not face down in the hex fired on", down)


def cover_lates(state: State, hex: str, down: Sequence[str], order: Order) -> list[Late]:
    """20.4, ruling R72 Every fortification is turned up, and nothing that gives no cover."""
    units, found = state.numbers.units, []
    for id in down:
        sealed, is_up = state.tokens[id].sealed, id in order.who
        if sealed is not None and is_up:
            claim = f"token {id.removeprefix('t')} in {hex} is a fortification or compound"
            found.append(Late("20.4", claim, (sealed,), lambda face: units[face].type in WORKS, in_truth(state, [id])))
        elif sealed is not None:
            claim = f"token {id.removeprefix('t')} in {hex} is no fortification ({KEPT_DOWN.replace('_', ' ')})"
            found.append(Late("20.4", claim, (sealed,), lambda face: units[face].type != WORKS[0],
                              in_truth(state, [id])))
    return found


def forced_cover(state: State, down: Sequence[str], peek: Peek) -> Order | None:
    """20.4, 20.7 The one answer where no compound lies there; None if there is a choice, or it cannot be seen."""
    faces = {id: seen(state, id, peek) for id in down}
    if any(unit is None or unit.type == "compound" for unit in faces.values()):
        return None
    forts = tuple(id for id, unit in faces.items() if unit is not None and unit.type == "fortification")
    return Order(FLIP, forts) if forts else Order(PASS)

