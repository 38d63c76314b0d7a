"""What the other seat answers to a plan, all of it at once, before any die exists; or its standing orders for it.

Belongs here: these requests. Must not be here: which windows there are (windows), what becomes due (planned).
Al Qaeda seals the same number of groups, all of one size, for every window, and one text for every hex in which a
compound could lie. Its tool passes by itself if nothing of that leaves a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.numbers import copy_of
from pbem.play.requests import Late, Peek, Sealed, SealMany, Write, Written
from pbem_games.anaconda.firing import fits_together
from pbem_games.anaconda.forces import command_of, face_down_at, gunships, same_command
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import FLIP, ORDERS, PASS, Order
from pbem_games.anaconda.plans.standing import Filed, groups_of, reaction_of
from pbem_games.anaconda.plans.windows import Key, Numbered
from pbem_games.anaconda.plans.written import GROUPS, MOST_GROUP, REACTIONS, Group, Reaction
from pbem_games.anaconda.reactions import firers, known_ground
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import MOVED, STEPPED

MOST_SLOTS = 120  # in one seal: a line of the record holds no more
BUCKET = 128
NOTHING = Order(PASS)
Shows = dict[str, Sealed[Order]]
"""Hex -> what is turned up there besides fortifications if the Coalition fires into it."""


class AnswerOpenly(Write[Reaction], frozen=True):
    """The Write of a reaction, with the windows that it answers, for prompts; the last number is of `closing`.

    `closing`: token -> the hex in which it will have moved, at which gunships may fire then.
    """

    windows: tuple[Numbered, ...] = ()
    closing: tuple[tuple[str, str], ...] = ()


class AnswerSealed(SealMany[Any], frozen=True):
    """The SealMany of a reaction: groups for each window, then what is turned up in each hex; for prompts."""

    windows: tuple[Numbered, ...] = ()
    hexes: tuple[str, ...] = ()


def slots_of(state: State) -> int:
    """12.8, ruling R85 So many groups Al Qaeda may have in a window: one a command, and Osama for himself."""
    return 4 if state.options.osama else 3


# ---------------------------------------------------------------- the Coalition, openly


async def ask_openly(
    state: State, windows: Sequence[Numbered], targets: Mapping[str, str]
) -> tuple[dict[Key, tuple[Group, ...]], tuple[Group, ...]]:
    """C40 The Coalition answers all windows at once, for all to see: groups by window, and after the movement."""
    closing = len(windows) + 1
    filed = state.standing.get(COALITION)
    copied = copy_of(state) if filed is not None else state  # for claims about what was filed, judged when it is opened
    is_bound, about = state.options.reaction == "standing", tuple(windows)

    def expected(orders: Filed) -> Reaction:
        return reaction_of(copied, orders, about, targets, lambda n, group: REACTIONS.spell(((n, group),)))

    def truth(peek: Peek) -> Reaction | None:
        orders = Filed() if filed is None else peek(filed)
        return expected(orders) if orders is not None and (orders or is_bound) else None

    def late(reaction: Reaction) -> list[Late]:
        if filed is None:
            return []
        return [Late("r110", "these answers are those of the standing orders", (filed,),
                     lambda orders: not (orders or is_bound) or expected(orders) == reaction,
                     shows=lambda orders: f"the standing orders give {REACTIONS.spell(expected(orders))}")]

    reaction = await AnswerOpenly(
        rule="12.2-p", seat=COALITION, about="reaction", form=REACTIONS,
        check=lambda reaction: _check_reaction(state, windows, targets, reaction), draft=lambda: (), late=late,
        truth=truth, windows=about, closing=tuple(targets.items()))
    found = {one.key: tuple(g for n, g in reaction if n == one.number) for one in windows}
    return found, tuple(group for n, group in reaction if n == closing)


def _check_reaction(
    state: State, windows: Sequence[Numbered], targets: Mapping[str, str], reaction: Reaction
) -> None:
    """12.1, 12.8, 15.2 Raises IllegalMove unless each group may fire in its window, and each command once."""
    closing = len(windows) + 1
    by_number = {numbered.number: numbered for numbered in windows}
    used: set[tuple[int, str]] = set()
    for number, group in reaction:
        tried = f"window {number}: {GROUPS.spell(group)}"
        if number == closing and targets:
            _check_closing(state, targets, group, tried)
            marks = [group.at]
        elif number in by_number and group.who and not group.at:
            _check_openly(state, by_number[number], group, tried)
            marks = _commands(state, group)
        else:
            count = closing if targets else len(windows)
            raise IllegalMove(tried, "r110", f"there are windows 1 to {count}; name who fires")
        for mark in marks:
            if (number, mark) in used:
                raise IllegalMove(tried, "12.8", "a command, and gunships, fire once in a window")
            used.add((number, mark))


def _commands(state: State, group: Group) -> list[str]:
    found = ["gunship" if not known_ground(state, id) else command_of(state, id) for id in group.who]
    return list(dict.fromkeys(found))


def _check_openly(state: State, numbered: Numbered, group: Group, tried: str) -> None:
    """12.1, 12.8 Raises IllegalMove unless a group of the Coalition may fire in a window."""
    able = firers(state, numbered.window)
    if len(set(group.who)) < len(group.who) or any(id not in able for id in group.who) or group.lead:
        raise IllegalMove(tried, "12.2", "name those that can fire there, each once", able)
    if not same_command(command_of(state, id) for id in group.who if known_ground(state, id)):
        raise IllegalMove(tried, "12.8", "units of different commands do not fire together")


def _check_closing(state: State, targets: Mapping[str, str], group: Group, tried: str) -> None:
    """15.2(2) Raises IllegalMove unless gunships fire at one token that moves."""
    ready = gunships(state)
    if not group.who or len(set(group.who)) < len(group.who) or any(id not in ready for id in group.who) or group.lead:
        raise IllegalMove(tried, "15.2", "name gunships that are ready, each once", ready)
    if group.at not in targets:
        raise IllegalMove(tried, "15.2", "name a token that moves, as their target", targets)


# ---------------------------------------------------------------- Al Qaeda, sealed


class SealedAnswers(msgspec.Struct, frozen=True):
    """What Al Qaeda sealed: its groups by window, what it shows by hex."""

    groups: Mapping[Key, tuple[Sealed[Group], ...]] = {}
    shows: Mapping[str, Sealed[Order]] = {}


async def ask_sealed(
    state: State, windows: Sequence[Numbered], hexes: Sequence[str] = (), *, rule: str
) -> SealedAnswers:
    """C40, C44 Al Qaeda answers all windows, and for all hexes whether compounds are shown, in one letter.

    It may take several lines of the record; nobody is asked if there is neither a window nor a hex.
    """
    slots, found, shown = slots_of(state), dict[Key, tuple[Sealed[Group], ...]](), Shows()
    for some, last in _lines(windows, hexes, MOST_SLOTS // slots):
        sealed = await _ask_line(state, some, last, rule)
        for i, numbered in enumerate(some):
            found[numbered.key] = sealed[i * slots:(i + 1) * slots]
        shown |= dict(zip(last, sealed[len(some) * slots:], strict=True))
    return SealedAnswers(found, shown)


def _lines(
    windows: Sequence[Numbered], hexes: Sequence[str], most: int
) -> Iterator[tuple[tuple[Numbered, ...], tuple[str, ...]]]:
    """So many windows in a line, the hexes in lines of their own but for the first few."""
    for first in range(0, len(windows), most):
        some = tuple(windows[first:first + most])
        is_last = first + most >= len(windows) and len(some) * 4 + len(hexes) <= MOST_SLOTS
        yield some, tuple(hexes) if is_last else ()
        if is_last:
            return
    for first in range(0, len(hexes), MOST_SLOTS):
        yield (), tuple(hexes[first:first + MOST_SLOTS])


async def _ask_line(
    state: State, windows: tuple[Numbered, ...], hexes: tuple[str, ...], rule: str
) -> tuple[Sealed[Any], ...]:
    slots, filed = slots_of(state), state.standing.get(AL_QAEDA)
    copied = copy_of(state) if filed is not None else state  # as in ask_openly
    down = {id: token.place for id, token in state.tokens.items() if not token.face}
    items: list[Written[Any]] = []
    for numbered in windows:
        items += [Written(GROUPS, _group_checker(state, numbered, down), Group)] * slots
    items += [show_item(state, hex) for hex in hexes]
    hidden = {id: token.sealed for id, token in copied.tokens.items() if token.sealed is not None}
    is_bound = state.options.reaction == "standing"

    def expected(orders: Filed, faces: Sequence[str]) -> list[Any]:
        named = dict(zip(hidden, faces, strict=True))
        return standing_answers(copied, orders, windows, hexes, slots, lambda id: copied.tokens[id].face or named[id])

    def truth(_seat: str, peek: Peek) -> Sequence[Any] | None:
        faces = [peek(sealed) for sealed in hidden.values()]
        orders = Filed() if filed is None else peek(filed)
        if orders is None or None in faces:
            return None
        known = [face for face in faces if face is not None]
        if orders or is_bound:
            return expected(orders, known)
        named = dict(zip(hidden, known, strict=True))
        quiet = _leaves_no_choice(copied, windows, hexes, lambda id: copied.tokens[id].face or named[id])
        return [item.default() for item in items] if quiet else None

    def late(given: dict[str, tuple[Sealed[Any], ...]]) -> list[Late]:
        return [] if filed is None else [_as_filed(filed, is_bound, given[AL_QAEDA], tuple(hidden.values()), expected)]

    about = f"w{windows[0].number}" if windows else f"h{hexes[0]}"
    sealed = await AnswerSealed(
        rule=rule, about=about, bucket=BUCKET, items={AL_QAEDA: tuple(items)}, late=late, truth=truth,
        windows=windows, hexes=hexes)
    return sealed[AL_QAEDA]


def _as_filed(
    filed: Sealed[Any], is_bound: bool, texts: Sequence[Sealed[Any]], hidden: Sequence[Sealed[Any]],
    expected: Callable[[Filed, Sequence[str]], list[Any]],
) -> Late:
    """That the sealed answers are what the standing orders give, once the counters are known."""

    def holds(orders: Filed, *values: Any) -> bool:
        answers, faces = list(values[:len(texts)]), values[len(texts):]
        return not (orders or is_bound) or expected(orders, faces) == answers

    def shows(orders: Filed, *values: Any) -> str:
        given = zip(texts, expected(orders, values[len(texts):]), values[:len(texts)], strict=True)
        other = [(sealed.slot, _spelled(right), _spelled(said)) for sealed, right, said in given if right != said]
        told = ", ".join(f"{right} in {slot}, where {said} is" for slot, right, said in other)
        return f"the standing orders give {told}"

    return Late(
        "r110", "these answers are those of the standing orders", (filed, *texts, *hidden), holds, shows=shows)


def _spelled(answer: Group | Order) -> str:
    return GROUPS.spell(answer) if isinstance(answer, Group) else ORDERS.spell(answer)


def standing_answers(
    state: State, filed: Filed, windows: Sequence[Numbered], hexes: Sequence[str], slots: int,
    face: Callable[[str], str],
) -> list[Any]:
    """What standing orders give for a line of windows and hexes, slot by slot."""
    found: list[Any] = []
    for numbered in windows:
        groups = groups_of(state, filed, numbered, face)[:slots]
        found += [*groups, *[Group()] * (slots - len(groups))]
    for hex in hexes:
        there = tuple(id for id in face_down_at(state, hex) if id in filed.show)
        found.append(Order(FLIP, there) if there else NOTHING)
    return found


def _leaves_no_choice(
    state: State, windows: Sequence[Numbered], hexes: Sequence[str], face: Callable[[str], str]
) -> bool:
    """18.2 Whether, for all that Al Qaeda knows, nobody can fire in any of the windows and no compound lies there."""
    units = state.numbers.units
    can = any(
        fits_together(state.numbers, w.window.kind, w.window.hex, [(units[face(id)], at)], ())
        for w in windows for id, places in w.able for at in places)
    return not can and not any(
        units[face(id)].type == "compound" for hex in hexes for id in face_down_at(state, hex))


def _group_checker(state: State, numbered: Numbered, down: Mapping[str, str]) -> Callable[[Group], None]:
    """Whether a sealed group can be; `down`: the counters that lay face down when it was asked, each with its hex."""
    able = numbered.ids
    leads, hex = state.options.leaders, numbered.window.hex

    def check(group: Group) -> None:
        tried = GROUPS.spell(group)
        if len(set(group.who)) < len(group.who) or any(id not in able for id in group.who) or group.at:
            raise IllegalMove(tried, "12.2", f"name counters that may fire into {hex}, each once", able)
        if group.lead and (not leads or group.lead not in down):
            raise IllegalMove(tried, "24.3", f"{group.lead} does not lie face down")
        if len(tried) > MOST_GROUP:
            raise IllegalMove(tried, "r110", f"a group is written with {MOST_GROUP} characters at most")

    return check


# ---------------------------------------------------------------- compounds


def show_item(state: State, hex: str) -> Written[Order]:
    """20.7 Which compounds of a hex are turned up when the Coalition fires into it: `flip t3`, or `pass`."""
    down = tuple(face_down_at(state, hex))

    def check(order: Order) -> None:
        tried = ORDERS.spell(order)
        if order == NOTHING:
            return
        if order.kind != FLIP or not order.who or order.to or order.lead or len(set(order.who)) < len(order.who):
            raise IllegalMove(tried, "20.7", "name the compounds that are turned up, each once, or pass", down)
        if any(id not in down for id in order.who) or len(tried) > MOST_GROUP:
            raise IllegalMove(tried, "20.7", f"that lies not face down in {hex}", down)

    return Written(ORDERS, check, lambda: NOTHING)


def with_works(state: State, hexes: Sequence[str]) -> tuple[str, ...]:
    """20.7 Those hexes in which a compound could lie, for all that everybody knows: a counter that never moved."""
    return tuple(
        hex for hex in dict.fromkeys(hexes)
        if any(state.tokens[id].origin == hex and not _has_moved(state, id) for id in face_down_at(state, hex)))


def _has_moved(state: State, id: str) -> bool:
    return any(act.kind in (MOVED, STEPPED) for act in state.tokens[id].acts)

