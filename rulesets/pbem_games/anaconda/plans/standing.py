"""Standing orders: what a seat files before a marker is drawn, and the answers that they give to any plan.

    a within=2 what=foot any least=3 ; t7+t8 at=1710,1711 ; gunship what=up ; friendly_fire 1808 ; show t3

Everything here is a question that has one answer: no request, no change.
Belongs here: their shape and words, the groups they name. Must not be here: asking for them (filing), windows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.wording import Wording, each, like, number, one_of
from pbem.play.requests import Form
from pbem_games.anaconda.firing import fits_together
from pbem_games.anaconda.forces import command_of, gunships, known
from pbem_games.anaconda.numbers import ANY
from pbem_games.anaconda.orders import PASS
from pbem_games.anaconda.plans.windows import Numbered, kinds_of
from pbem_games.anaconda.plans.written import Group
from pbem_games.anaconda.state import State

WHAT = ("any", "foot", "vehicular", "leader", "down", "up", "loaded", "gunship", "recon")
GUNSHIPS = "gunship"  # stands for all of them, as a marker for a command
MOST = 40
MOST_WHO = 16  # in a group that standing orders name: it has to fit its seal
MOST_SAID = 7_500  # characters of an open reaction
_WHO, _HEX = re.compile(r"[a-z0-9_]{1,24}"), re.compile(r"[0-9]{4}")
_BETWEEN = " ; "
FRIENDLY, SHOW = "friendly_fire", "show"


class Standing(msgspec.Struct, frozen=True):
    """One order: who fires (units, or a command), where, at what, on which conditions (as those of a Group).

    Where: into the hexes `at`, or `within` so many hexes of the hex `of`, of each unit itself if `of` is ""; -1 and no
    hexes: anywhere.
    """

    words: ClassVar = (
        "{who} [at={at}] [within={within:number}[:{of:hex}]] [what={what}] {any?any} [least={least:number}] "
        "[lead={lead}]")
    who: tuple[str, ...]
    what: str = "any"
    at: tuple[str, ...] = ()
    within: int = -1
    of: str = ""
    any: bool = False
    least: int = 0
    lead: str = ""


class Filed(msgspec.Struct, frozen=True):
    """All that a seat has filed; nothing at all is nothing filed."""

    orders: tuple[Standing, ...] = ()
    friendly_fire: tuple[str, ...] = ()
    show: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.orders or self.friendly_fire or self.show)


_STANDING: Form[Standing] = Wording(
    (Standing,), {
        "who": each(like(_WHO.pattern, "who"), "+"), "at": each(like(_HEX.pattern, "hex")),
        "hex": like(_HEX.pattern, "hex"), "number": number(0, 99), "what": one_of(WHAT, "kind of target"),
        "lead": like(_WHO.pattern, "who"),
    }, tried="a standing order", rule="r110")
"""`a within=2 what=foot any least=3`, `t7+t8 at=1710,1711`, `gunship what=up`"""


class FiledForm:
    """`a within=2:1710 what=foot any least=3 lead=t4 ; friendly_fire 1808 1809 ; show t3+t4`, or `pass`"""

    def parse(self, say: str) -> Filed:
        """IllegalMove for words that are no standing orders."""
        if say == PASS:
            return Filed()
        parts = [part.split(" ") for part in say.split(_BETWEEN)]
        if len(parts) > MOST:
            raise IllegalMove(say[:60], "r110", f"{MOST} standing orders at most")
        fire = tuple(hex for kind, *rest in parts if kind == FRIENDLY for hex in rest)
        shown = tuple(id for kind, *rest in parts if kind == SHOW for word in rest for id in word.split("+"))
        orders = tuple(_STANDING.parse(" ".join(words)) for words in parts if words[0] not in (FRIENDLY, SHOW))
        if not all(_HEX.fullmatch(hex) for hex in fire) or not all(_WHO.fullmatch(id) for id in shown):
            raise IllegalMove(say[:60], "r110", "after friendly_fire come hexes, after show tokens")
        return Filed(orders, fire, shown)

    def spell(self, filed: Filed) -> str:
        """The canonical words."""
        parts = [_STANDING.spell(order) for order in filed.orders]
        parts += [f"{FRIENDLY} {' '.join(filed.friendly_fire)}"] if filed.friendly_fire else []
        parts += [f"{SHOW} {'+'.join(filed.show)}"] if filed.show else []
        return _BETWEEN.join(parts) or PASS


# ---------------------------------------------------------------- the groups that they name


Face = Callable[[str], str]
"""What a token is, as its owner knows it."""


def groups_of(state: State, filed: Filed, window: Numbered, face: Face) -> tuple[Group, ...]:
    """Ruling R110 For each command the first order that fits the window names its group, in the order filed."""
    return tuple(group for _, group in groups_by_order(state, filed.orders, window, face))


def groups_by_order(
    state: State, orders: Sequence[Standing], window: Numbered, face: Face
) -> tuple[tuple[int, Group], ...]:
    """The same, each group with the place of its order among all, from 0."""
    found: dict[str, tuple[int, Group]] = {}
    for at, order in enumerate(orders):
        if order.what != WHAT[0] and order.what not in window.what:
            continue
        by_command: dict[str, list[str]] = {}
        for id, places in window.able:
            command = _command(state, id, face)
            is_there = any(_is_there(state, order, place, window.window.hex) for place in places)
            if _is_meant(order, id, command) and is_there and _can(state, id, places, window, face):
                by_command.setdefault(command, []).append(id)
        free = by_command.pop(ANY, []) if len(by_command) > 1 else []  # Osama bin Laden goes with the first command
        for command, ids in by_command.items():
            who = (*ids, *free)[:MOST_WHO]
            if command not in found:
                found[command] = at, Group(who, order.any, order.least, 0, _leader(state, order, who))
                free = []
    return tuple(found.values())


def _command(state: State, id: str, face: Face) -> str:
    if id in state.units:
        return GUNSHIPS if state.numbers.is_helicopter(id) else command_of(state, id)
    return command_of(state, id) or state.numbers.units[face(id)].command


def _is_meant(order: Standing, id: str, command: str) -> bool:
    return id in order.who or command in order.who


def _is_there(state: State, order: Standing, at: str, hex: str) -> bool:
    """Whether a hex is where the order says, for one who fires from `at`."""
    if order.at or order.within < 0:
        return not order.at or hex in order.at
    ground = state.numbers.ground
    start = order.of or at
    return start in ground.hexes and ground.distance(start, hex) <= order.within


def _can(state: State, id: str, places: Sequence[str], numbered: Numbered, face: Face) -> bool:
    """Whether a counter can fire in a window for all that its owner knows."""
    if id in state.units:
        return True
    printed, window = known(state, id) or state.numbers.units[face(id)], numbered.window
    return any(fits_together(state.numbers, window.kind, window.hex, [(printed, at)], ()) for at in places)


def _leader(state: State, order: Standing, who: Sequence[str]) -> str:
    """24.3 Who is turned up to lead, if he lies face down with another of the group."""
    token = state.tokens.get(order.lead)
    if token is None or token.face or not state.options.leaders:
        return ""
    hexes = [state.tokens[id].place for id in who if id in state.tokens and id != order.lead]
    return order.lead if token.place in hexes else ""


def reaction_of(state: State, filed: Filed, windows: Sequence[Numbered], targets: Mapping[str, str],
                words: Callable[[int, Group], str], face: Face = str) -> tuple[tuple[int, Group], ...]:
    """All windows of a plan, and then gunships at those that have moved; as much as one answer can hold."""
    found: list[tuple[int, Group]] = []
    for numbered in windows:
        found += [(numbered.number, group) for group in groups_of(state, filed, numbered, face)]
    found += [(len(windows) + 1, group) for group in closing_of(state, filed, targets)]
    said, fitting = 0, []
    for window, group in found:
        said += len(words(window, group)) + len(_BETWEEN)
        if said <= MOST_SAID:
            fitting.append((window, group))
    return tuple(fitting)


def closing_of(state: State, filed: Filed, targets: Mapping[str, str]) -> list[Group]:
    """15.2(2) For each token that moves, the gunships of the first order that fits where it then stands."""
    return [group for _, group in closing_by_order(state, filed.orders, targets)]


def closing_by_order(
    state: State, orders: Sequence[Standing], targets: Mapping[str, str]
) -> list[tuple[int, Group]]:
    """The same, each group with the place of its order among all, from 0."""
    found = []
    for target, hex in targets.items():
        what = kinds_of(state, target)
        for at, order in enumerate(orders):
            if order.what not in (WHAT[0], *what) or not _is_there(state, order, "", hex):
                continue
            who = tuple(id for id in gunships(state) if _is_meant(order, id, GUNSHIPS))
            if who:
                found.append((at, Group(who, order.any, order.least, at=target)))
                break
    return found


def friendly_fire_hex(filed: Filed, hexes: Mapping[str, int]) -> str:
    """14.9 The first hex named with units of the Coalition; else that with most of them, of those the lowest number."""
    named = [hex for hex in filed.friendly_fire if hex in hexes]
    return named[0] if named else min(hexes, key=lambda hex: (-hexes[hex], hex))
