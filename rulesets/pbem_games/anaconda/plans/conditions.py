"""What is sealed with a plan of movement: when the run stops, and of Al Qaeda which compounds are shown under fire."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Open, Sealed, SealMany, Written
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import MOVE, Order
from pbem_games.anaconda.plans.asking import BUCKET, Shows, show_item, with_works
from pbem_games.anaconda.plans.windows import Numbered
from pbem_games.anaconda.plans.written import CONDITIONS, Conditions
from pbem_games.anaconda.state import State

ROOM = 512  # bytes for conditions


class SealedConditions(msgspec.Struct, frozen=True):
    """The conditions of a part, and by hex what is shown there."""

    conditions: Sealed[Conditions]
    shows: Shows


class SealConditions(SealMany[Any], frozen=True):
    """The SealMany of conditions, with the entries that they speak of and the hexes whose compounds follow.

    For prompts, the plan and what it opens: its orders by number, windows, and those that gunships may fire at.
    """

    entries: tuple[int, int] = (0, 0)
    hexes: tuple[str, ...] = ()
    orders: tuple[tuple[int, Order], ...] = ()
    windows: tuple[Numbered, ...] = ()
    closing: tuple[tuple[str, str], ...] = ()


async def ask_conditions(
    state: State, orders: Sequence[tuple[int, Order]], last: int, windows: Sequence[Numbered],
    targets: Mapping[str, str],
) -> SealedConditions:
    """C39 The seat in action seals the conditions for the entries up to `last`, and of each hex what is shown."""
    assert state.operations is not None
    seat, first = state.operations.seat, last - len(orders) + 1
    hexes = works_on_the_way(state, [order for _, order in orders]) if seat == AL_QAEDA else ()
    items: list[Written[Any]] = [Written(CONDITIONS, _checker(first, last), Conditions)]
    items += [show_item(state, hex) for hex in hexes]
    sealed = await SealConditions(
        rule="8.1-c", about=f"{state.operations.marker}/{first}", bucket={seat: (ROOM, *[BUCKET] * len(hexes))},
        items={seat: tuple(items)},
        entries=(first, last), hexes=hexes, orders=tuple(orders), windows=tuple(windows),
        closing=tuple(targets.items()))
    conditions, *shows = sealed[seat]
    return SealedConditions(conditions, dict(zip(hexes, shows, strict=True)))


async def open_conditions(about: str, sealed: Sealed[Conditions]) -> Conditions:
    """All answers are in: everybody sees the conditions."""
    shown = await Open(rule="8.1-c", about=about, sealed={"conditions": sealed})
    conditions: Conditions = shown["conditions"]
    return conditions


def works_on_the_way(state: State, orders: Sequence[Order]) -> tuple[str, ...]:
    """20.7 The hexes that were or will be entered in this sub-phase and in which a compound could lie."""
    assert state.operations is not None
    planned = [hex for order in orders if order.kind == MOVE for hex in order.to]
    return with_works(state, [*state.operations.entered.values(), *planned])


def _checker(first: int, last: int) -> Callable[[Conditions], None]:
    """Whether conditions speak of entries that there are."""

    def check(given: Conditions) -> None:
        numbers = range(first, last + 1)
        known = all(n in numbers for n in given.stop) and all(a in numbers and 0 < b < a for a, b in given.needs)
        if not known or len(set(given.stop)) < len(given.stop) or len(set(given.needs)) < len(given.needs):
            because = f"entries of this part have the numbers {first} to {last}; one needs only earlier ones"
            raise IllegalMove(CONDITIONS.spell(given), "r110", because)

    return check
