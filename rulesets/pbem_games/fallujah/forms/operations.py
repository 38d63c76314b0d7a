"""10.1 An operation of a turn: `j3 1/5 2/1 to 3-2 3-3`, `fly hmla 3-5`, `j1 north 1/5 air4*2`.

Belongs here: what is asked, which operation the words mean, all of them but the forces of J-3 (party).
Must not be here: what is legal, which operations are worth a thought (plans).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from pbem.errors import IllegalMove
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.reserved import NOTHING
from pbem.kit.spelling import plural
from pbem.kit.typed import Remark, Typed
from pbem_games.fallujah import orders
from pbem_games.fallujah.forms import party, purchases, random_orders
from pbem_games.fallujah.forms.names import MARKERS_CALLED, all_places, places, read_counts
from pbem_games.fallujah.forms.party import can_go, read_move
from pbem_games.fallujah.forms.plans import operations
from pbem_games.fallujah.interdiction import spaces_to_strike
from pbem_games.fallujah.isr import spaces_to_see
from pbem_games.fallujah.logistics import bridges_to_repair, places_to_refit, spaces_to_build, unbuilt_fobs
from pbem_games.fallujah.map import kinds, labels, units_at
from pbem_games.fallujah.networked import end_of
from pbem_games.fallujah.numbers import MARKERS
from pbem_games.fallujah.recruiting import places_for
from pbem_games.fallujah.sequence import check_end
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words.brief import what_lies_in

MOST = 20  # offers
MODES = {
    "ground": ("", ("move", "march", "walk", "drive"), ""), "air": ("fly", ("air",), "helicopters, with riders or not"),
    "leap": ("leap", ("swim",), "Amtracs and SOF from water to water"),
    "transfer": ("transfer", (), "from base to base"),
}
"""How a force goes: the word that is offered, "" if none is, others for it, what it means."""
WORKS = {"refit": (), "repair": ("bridge",), "build": ("fob",)}
KINDS = (["fly"], ["leap"], ["refit"], ["repair"], ["build"], ["interdict"])  # what a J-3 or J-4 begins with
SKIPPED = ("at", "in", "on", "to", "and", "with")


class Operation(Form[State]):
    """10.1 What the Coalition does next."""

    keywords = (*party.KEYWORDS, *purchases.KEYWORDS, *SKIPPED)

    def prompt(self, asked: Asked[State]) -> Prompt:
        state = asked.state
        at_hand = [(kind, count) for kind, count in state.available.items() if count]
        left = f"{plural(state.ops, 'OP')} {'is' if state.ops == 1 else 'are'} left"
        return Prompt(
            f"Choose an operation: {left}, each costs 1, and what it buys or builds.",
            f" At hand: {kinds(state, at_hand) if at_hand else 'no strike, no marker'}.",
            How(f"Type {_one_of_each(state)} or another: `j1` buys, `j2` looks at nodes, `j3` moves a force by a way "
                "or to its goal (`fly`, `leap`, `transfer` too), `j4` refits, repairs, builds, `j5` makes OPs of "
                "markers."))

    def read(self, asked: Asked[State], typed: Typed) -> orders.AnyOrder:
        state = asked.state
        if not typed.more():
            raise typed.refuse("no operation is named", (*_HEADS, "end", "stand_down", "pass"))
        for word, head in _HEADS.items():
            is_offered = head.can_be(state) or typed.peek() in (word, *head.others)
            if is_offered and typed.word(word, also=head.others, labels={word: head.name},
                                         remark=lambda _, head=head: head.what):  # type: ignore[misc]
                return head.read(state, typed)
        if (_may_end(state) or typed.peek() == "end") and typed.word("end", remark=lambda _: "the battle ends"):
            return orders.DeclareEnd()
        if typed.word("stand_down", also=("stand",), labels={"stand_down": "stand down"},
                      remark=lambda _: f"gives up {plural(state.ops, 'OP')}"):
            typed.skip("down")
            return orders.StandDown()
        if (len(state.seats) > 1 or typed.peek() in NOTHING) and typed.word("pass", remark=lambda _: "free"):
            return orders.Pass()
        if typed.peek() in {word for work, others in WORKS.items() for word in (work, *others)}:
            return _logistics(state, typed)
        return _offensive(state, typed)  # a force is named at once

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        return [Offer(words, remark) for words, remark in operations(asked.state)[:MOST]]

    def propose(self, asked: Asked[State], rng: random.Random) -> Any:
        return random_orders.operation(asked.state, rng)


def _one_of_each(state: State) -> str:
    """Of each kind of operation the best that is possible now, moves first."""
    found: dict[str, str] = {}
    for words, _ in operations(state):
        head, *more = words.split()
        if head in _HEADS:
            found.setdefault(" ".join([head, *more[:1]]) if more[:1] in KINDS else head, words)
    return ", ".join(f"`{found[kind]}`" for kind in sorted(found, key=lambda kind: (not kind.startswith("j3"), kind)))


# ---------------------------------------------------------------- one reader for each kind


def _recruit(state: State, typed: Typed) -> orders.AnyOrder:
    return purchases.read_purchase(state, typed, places_for(state))


def _isr(state: State, typed: Typed) -> orders.AnyOrder:
    """12 `netwar 3-5 2-4 intel jolan`: a marker each; without one NetWar."""
    marker, targets = MARKERS[0], list[tuple[str, str]]()
    hidden = spaces_to_see(state)
    while typed.more():
        typed.skip(*SKIPPED)
        if named := typed.word(*MARKERS, labels=MARKERS_CALLED, remark=_at_hand(state)):
            marker = named
        elif place := _place(state, typed, hidden, lambda space: f"no concealed node lies in {_shown(state, space)}",
                             lambda _: f"seen on {state.numbers.tables.netwar.reveals_from} to 6"):
            targets.append((marker, place))
        elif typed.peek():
            raise typed.refuse_word()
        else:
            break
    if not targets:
        raise typed.refuse("no space is named", (_shown(state, space) for space in hidden))
    return orders.Isr(tuple(targets))


def _offensive(state: State, typed: Typed) -> orders.AnyOrder:
    """13, 24, 25, 32, 33 A force, several forces, or strikes alone."""
    may_interdict, may_join = state.options.interdiction, state.options.networked_operations
    if ((may_interdict and _can_strike(state)) or typed.peek() in ("interdict", "strike")) and typed.word(
            "interdict", also=("strike",), remark=lambda _: "strikes without a force"):
        return _interdict(state, typed)
    if ((may_join and _can_join(state)) or typed.peek() in ("network", "networked")) and typed.word(
            "network", also=("networked",), remark=lambda _: "several forces that end in one space, by a marker"):
        return _network(state, typed)
    return read_move(state, typed, _mode(state, typed))


def _mode(state: State, typed: Typed) -> str:
    """How a force goes, "" if that is not said."""
    for mode, (shown, others, what) in MODES.items():
        is_offered = bool(shown) and any(can_go(state, unit, mode) for unit in state.units)
        word = shown or mode
        is_offered = is_offered or typed.peek() in (word, *others)
        if is_offered and typed.word(word, also=others, remark=lambda _, what=what: what):  # type: ignore[misc]
            return mode
    return ""


def _interdict(state: State, typed: Typed) -> orders.AnyOrder:
    """33 `3-5 air4*2`, or the strikes first."""
    typed.skip(*SKIPPED)
    before = _counts(state, typed, _strikes(state))
    typed.skip(*SKIPPED)
    seen = spaces_to_strike(state)
    space = _place(state, typed, seen, lambda space: f"no revealed node lies in {_shown(state, space)}",
                   lambda space: what_lies_in(state, space))
    if not space:
        raise typed.refuse_word("no space is named" if seen else "no node is revealed")
    typed.skip(*SKIPPED)
    return orders.Interdict(space, _some(typed, before or _counts(state, typed, _strikes(state))))


def _network(state: State, typed: Typed) -> orders.AnyOrder:
    """32 `netwar ; 1/5 to 3-2 ; fly hmla to 3-2`: parts between semicolons."""
    marker = typed.word(*MARKERS, labels=MARKERS_CALLED, remark=_at_hand(state))
    marker = marker or next((m for m in MARKERS if state.available[m]), MARKERS[0])
    moves: list[orders.Move] = []
    while typed.part():
        typed.skip("j3")
        move = read_move(state, typed, _mode(state, typed), end_of(moves[0]) if moves else "")
        if isinstance(move, orders.Transfer):
            raise typed.refuse("nobody transfers between bases in a networked operation")
        moves.append(move)
    if len(moves) < 2:
        raise typed.refuse("two forces or more are named, with `;` between them: network ; 1/5 to 3-2 ; 2/1 to 3-2")
    return orders.Networked(marker, tuple(moves))


def _logistics(state: State, typed: Typed) -> orders.AnyOrder:
    """18 `refit north`, `repair main`, `build 3-5`."""
    costs, now = _costs(state), _works_now(state)
    for work, others in WORKS.items():
        is_offered = work in now or typed.peek() in (work, *others)
        if is_offered and typed.word(work, also=others, remark=lambda work: plural(costs[work], "OP")):
            return _WORKS[work](state, typed)
    idle = "" if now else ", and none of these can be done now"
    raise typed.refuse(f"J-4 refits, repairs or builds{idle}", ("refit PLACE", "repair BRIDGE", "build SPACE"))


def _costs(state: State) -> dict[str, int]:
    prices = state.numbers.tables.prices
    return {"refit": prices.refit, "repair": prices.bridge, "build": prices.fob}


def _works_now(state: State) -> list[str]:
    """18 What J-4 can do somewhere with the OPs that are left."""
    sites = {"refit": places_to_refit(state), "repair": bridges_to_repair(state),
             "build": spaces_to_build(state) if unbuilt_fobs(state) else []}
    costs = _costs(state)
    return [work for work, there in sites.items() if there and costs[work] <= state.ops]


def _refit(state: State, typed: Typed) -> orders.AnyOrder:
    typed.skip(*SKIPPED)
    place = typed.name(places(state.numbers), places_to_refit(state), also=all_places(state.numbers), remark=lambda at:
                       labels(state, [u for u in units_at(state, at) if state.units[u].reduced]))
    if not place:
        raise typed.refuse_word("no place is named")
    return orders.Refit(place)


def _repair(state: State, typed: Typed) -> orders.AnyOrder:
    numbers = state.numbers
    typed.skip("bridge")
    by_word = {word: b for b in numbers.bridges for word in (b, f"{b}_bridge")}
    if found := typed.word(*bridges_to_repair(state)) or next((w for w in by_word if w == typed.peek()), ""):
        typed.skip(found)
        typed.skip("bridge")
        return orders.Repair(by_word[found])
    space = typed.name(places(numbers), (), also=[bridge.space for bridge in numbers.bridges.values()])
    if not space:
        raise typed.refuse("no bridge is named", numbers.bridges)
    return orders.Repair(next(bridge.id for bridge in numbers.bridges.values() if bridge.space == space))


def _build(state: State, typed: Typed) -> orders.AnyOrder:
    typed.skip("fob", *SKIPPED)
    space = typed.name(places(state.numbers), spaces_to_build(state), also=all_places(state.numbers))
    if not space:
        raise typed.refuse_word("no space is named")
    return orders.Build(space)


def _infowar(state: State, typed: Typed) -> orders.AnyOrder:
    if not _has(state, MARKERS):
        raise typed.refuse("no NetWar or Intel marker is at hand")
    return orders.InfoWar(_some(typed, _counts(state, typed, MARKERS)))


# ---------------------------------------------------------------- parts


def _place(state: State, typed: Typed, among: Iterable[str], why: Remark, remark: Remark) -> str:
    return typed.name(places(state.numbers), list(among), why=why, remark=remark)


def _shown(state: State, place: str) -> str:
    return places(state.numbers).shown(place)


# ---------------------------------------------------------------- what can be done now, so far as one word tells


def _has(state: State, kinds: Iterable[str]) -> bool:
    return any(state.available[kind] for kind in kinds)


def _can_look(state: State) -> bool:
    return _has(state, MARKERS) and bool(spaces_to_see(state))


def _can_strike(state: State) -> bool:
    return _has(state, _strikes(state)) and bool(spaces_to_strike(state))


def _can_join(state: State) -> bool:
    return _has(state, MARKERS) and sum(can_go(state, unit, "") for unit in state.units) > 1


def _can_attack(state: State) -> bool:
    may_strike = state.options.interdiction and _can_strike(state)
    return may_strike or any(can_go(state, unit, mode) for unit in state.units for mode in MODES)


def _may_end(state: State) -> bool:
    try:
        check_end(state)
    except IllegalMove:
        return False
    return True


def _strikes(state: State) -> list[str]:
    return [strike.id for strike in state.numbers.strikes.values() if strike.kind != "artillery"]


def _counts(state: State, typed: Typed, kinds: Iterable[str]) -> orders.Counts:
    at_hand = {kind: state.available[kind] for kind in kinds if state.available[kind]}
    return read_counts(typed, state.numbers, at_hand, remark=_at_hand(state), why=lambda kind: f"no {kind} can be used")


def _at_hand(state: State) -> Remark:
    return lambda kind: f"{state.available[kind]} at hand"


def _some(typed: Typed, counts: orders.Counts) -> orders.Counts:
    if not counts:
        raise typed.refuse_word()
    return counts


_Read = Callable[[State, Typed], orders.AnyOrder]


class _Head(NamedTuple):
    """What people read for its word, others for it, what it does, its reader; whether it can be done, by that alone."""

    name: str
    others: tuple[str, ...]
    what: str
    read: _Read
    can_be: Callable[[State], bool]


_HEADS = {
    "j1": _Head("J-1 Recruiting", ("recruit", "buy"), "1 OP and what is bought: units, strikes, NetWar", _recruit,
                lambda state: True),
    "j2": _Head("J-2 ISR", ("isr",), "1 OP: a marker each may reveal a concealed node", _isr, _can_look),
    "j3": _Head("J-3 Offensive", (), "1 OP: a force moves and meets what is there", _offensive, _can_attack),
    "j4": _Head("J-4 Logistics", (), "refits, repairs or builds", _logistics,
                lambda state: bool(_works_now(state))),
    "j5": _Head("J-5 InfoWar", ("infowar",), "1 OP: markers bring OPs", _infowar,
                lambda state: _has(state, MARKERS)),
}
_WORKS: dict[str, _Read] = {"refit": _refit, "repair": _repair, "build": _build}
