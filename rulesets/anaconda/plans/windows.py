"""The windows of a plan, listed before it is run, and what is answered in them at once.

Belongs here: listing, asking the reaction. Must not be here: what is due when a window is reached (planned).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Sealed, SealMany, Write, Written
from rulesets.anaconda.forces import command_of, same_command
from rulesets.anaconda.numbers import AL_QAEDA, COALITION
from rulesets.anaconda.orders import FLY, MEDEVAC, MOVE, Order
from rulesets.anaconda.plans.written import MOST_GROUP, Group, GroupForm, Reaction, ReactionForm
from rulesets.anaconda.reactions import Window, firers, known_ground
from rulesets.anaconda.state import State

MOST_SLOTS = 120  # in one seal: a line of the record holds no more
BUCKET = 128


class Numbered(msgspec.Struct, frozen=True):
    """A window of a plan: its number, and where the run meets it: the entry, and its step from 0."""

    number: int
    entry: int
    step: int
    window: Window


def windows_of(state: State, entries: Sequence[tuple[int, Order]]) -> list[Numbered]:
    """12.1, 17.1, ruling R110 In the order of the run, from public facts only: where the other seat might fire."""
    assert state.operations is not None
    seat = COALITION if state.operations.seat == AL_QAEDA else AL_QAEDA
    found: list[Numbered] = []
    for entry, order in entries:
        for step, window in _of_order(state, order, seat):
            if firers(state, window):
                found.append(Numbered(len(found) + 1, entry, step, window))
    return found


def _of_order(state: State, order: Order, seat: str) -> list[tuple[int, Window]]:
    hexes = state.numbers.ground.hexes
    if order.kind == MOVE:
        (mover,) = order.who
        return [(i, Window("defensive", seat, mover, place)) for i, place in enumerate(order.to) if place in hexes]
    if order.kind == MEDEVAC:
        return [(0, Window("aa", AL_QAEDA, order.who[0], order.to[0]))]
    if order.kind == FLY:
        helicopter, *load = order.who
        place = order.to[0] if order.to[0] in hexes else state.units[load[0]].place if load else ""
        return [(0, Window("aa", AL_QAEDA, helicopter, place))] if place in hexes else []
    return []


def slots_of(state: State) -> int:
    """12.8, ruling R85 So many groups Al Qaeda may have in a window: one a command, and Osama for himself."""
    return 4 if state.options.osama else 3


# ---------------------------------------------------------------- asking


class AnswerOpenly(Write[Reaction], frozen=True):
    """The Write of a reaction, with the windows that it answers, for prompts."""

    windows: tuple[Numbered, ...] = ()


class AnswerSealed(SealMany[Group], frozen=True):
    """The SealMany of a reaction, with the windows that it answers, for prompts."""

    windows: tuple[Numbered, ...] = ()


async def ask_openly(state: State, windows: Sequence[Numbered]) -> dict[int, tuple[Group, ...]]:
    """C40 The Coalition answers all windows at once, for all to see."""
    by_number = {numbered.number: numbered.window for numbered in windows}

    def check(reaction: Reaction) -> None:
        used: set[tuple[int, str]] = set()
        for number, group in reaction:
            tried = f"window {number}: {GroupForm().spell(group)}"
            if number not in by_number or not group.who:
                raise IllegalMove(tried, "r110", f"there are windows 1 to {len(windows)}; name who fires")
            check_openly(state, by_number[number], group, tried)
            for command in _commands(state, group):
                if (number, command) in used:
                    raise IllegalMove(tried, "12.8", "a command, and gunships, fire once in a window")
                used.add((number, command))

    reaction = await AnswerOpenly(
        rule="12.2-p", seat=COALITION, about="reaction", form=ReactionForm(), check=check, draft=lambda: (),
        windows=tuple(windows))
    return {number: tuple(group for n, group in reaction if n == number) for number in by_number}


def _commands(state: State, group: Group) -> list[str]:
    found = ["gunship" if not known_ground(state, id) else command_of(state, id) for id in group.who]
    return list(dict.fromkeys(found))


def check_openly(state: State, window: Window, group: Group, tried: str) -> None:
    """12.1, 12.8 Raises IllegalMove unless a group of the Coalition may fire in a window."""
    able = firers(state, window)
    if len(set(group.who)) < len(group.who) or any(id not in able for id in group.who) or group.lead:
        raise IllegalMove(tried, "12.2", "name those that can fire there, each once", able)
    if not same_command(command_of(state, id) for id in group.who if known_ground(state, id)):
        raise IllegalMove(tried, "12.8", "units of different commands do not fire together")


async def ask_sealed(state: State, windows: Sequence[Numbered]) -> dict[int, tuple[Sealed[Group], ...]]:
    """C40 Al Qaeda answers all windows at once: the same number of sealed groups each, all of one size."""
    slots, found = slots_of(state), dict[int, tuple[Sealed[Group], ...]]()
    size = MOST_SLOTS // slots
    for first in range(0, len(windows), size):
        some = windows[first:first + size]
        items = [Written(GroupForm(), _checker(state, numbered.window), Group) for numbered in some
                 for _ in range(slots)]
        sealed = await AnswerSealed(
            rule="12.2-s", about=f"w{some[0].number}", bucket=BUCKET, items={AL_QAEDA: tuple(items)},
            windows=tuple(some))
        for i, numbered in enumerate(some):
            found[numbered.number] = sealed[AL_QAEDA][i * slots:(i + 1) * slots]
    return found


def _checker(state: State, window: Window) -> Callable[[Group], None]:
    """Whether a sealed group can be: it looks at what was copied when it was asked."""
    able, hexes = tuple(firers(state, window)), {id: t.place for id, t in state.tokens.items() if not t.face}
    leads = state.options.leaders

    def check(group: Group) -> None:
        tried = GroupForm().spell(group)
        if len(set(group.who)) < len(group.who) or any(id not in able for id in group.who):
            raise IllegalMove(tried, "12.2", f"name counters that may fire into {window.hex}, each once", able)
        if group.lead and (not leads or group.lead not in hexes):
            raise IllegalMove(tried, "24.3", f"{group.lead} does not lie face down")
        if len(tried) > MOST_GROUP:
            raise IllegalMove(tried, "r110", f"a group is written with {MOST_GROUP} characters at most")

    return check
