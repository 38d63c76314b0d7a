"""An operation of a turn as people type it: `j3 1/5 2/1 to 3-2 3-3`, `fly hmla 3-5`, `j1 north 1/5 air4*2`.

Belongs here: words to orders. Must not be here: forces and their ways (party), what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulesets.fallujah.drawn import code_of
from rulesets.fallujah.map import labels
from rulesets.fallujah.numbers import MARKERS
from rulesets.fallujah.orders import (
    AnyOrder,
    Build,
    DeclareEnd,
    InfoWar,
    Interdict,
    Isr,
    Move,
    Networked,
    Pass,
    Recruit,
    Refit,
    Repair,
    StandDown,
    Transfer,
)
from rulesets.fallujah.recruiting import places_for
from rulesets.fallujah.state import KEPT, RECRUIT
from rulesets.fallujah.words.party import MODES, read_move
from rulesets.fallujah.words.vocabulary import Typed

HEADS = ("j1", "j2", "j3", "j4", "j5", "end", "stand_down", "pass")


def read_operation(typed: Typed) -> AnyOrder:
    """10.1 The operation that the words mean; IllegalMove where they mean none."""
    head = typed.take(*_HEADS)
    if not head and typed.next:
        head = "j3"  # a force is named at once
    if not head:
        raise typed.refuse("no operation is named", HEADS)
    order = _HEADS[head](typed)
    typed.end()
    return order


def read_purchase(typed: Typed, places: Sequence[str]) -> Recruit:
    """11, 7.1 `north 1/5 2/1 west a/2aa air4*2`, or each place after its units: `1/5 2/1 to north`."""
    state = typed.state
    free = [u for u, unit in state.units.items() if unit.place == RECRUIT]
    units: dict[str, list[str]] = {}
    markers: dict[str, int] = {}
    leaders: dict[str, str] = {}
    at, waiting, names_places_first = "", list[str](), True
    while typed.next:
        typed.take("and", "buy", "units", "strikes", "at", "in", "to")
        if typed.take("leader"):
            leader, unit = _kept_leader(typed, leaders)
            leaders[leader] = unit
        elif counted := typed.counts():
            for kind, count in counted:
                markers[kind] = markers.get(kind, 0) + count
        elif unit := typed.unit(free, whole=True):
            waiting.append(unit)
        elif _is_place(typed, places):
            at = typed.place(places)
            names_places_first = names_places_first and not waiting
            units.setdefault(at, [])
        elif unit := typed.unit(free):
            waiting.append(unit)
        elif typed.next:
            raise typed.refuse_word([*map(typed.name, places), "air4*2", "netwar*1"])
        if waiting and at and (names_places_first or units.get(at) == []):
            units[at] += waiting
            waiting = []
            at = at if names_places_first else ""
    if waiting:
        raise typed.refuse(f"no place is named for {labels(state, waiting)}", map(typed.name, places))
    ordered = [(place, tuple(state.numbers.ordered(named))) for place, named in units.items() if named]
    return Recruit(tuple(sorted(ordered, key=lambda lot: places.index(lot[0]))), tuple(markers.items()),
                   tuple(sorted(leaders.items())))


def _is_place(typed: Typed, places: Sequence[str]) -> bool:
    """Whether the next words name one of these places; they are not read."""
    at = typed.at
    found = typed.place(places)
    typed.at = at
    return found in places


def _kept_leader(typed: Typed, given: dict[str, str]) -> tuple[str, str]:
    """30.2 `leader 1/5`: a kept leader, the next one where none is named, and his unit."""
    waiting = [leader for leader, carrier in typed.state.leaders.items() if carrier == KEPT and leader not in given]
    named = typed.take(*typed.state.leaders)
    unit = typed.unit()
    if not unit or not (named or waiting):
        raise typed.refuse("a leader is kept between the battles and goes with a unit bought now", waiting)
    return named or waiting[0], unit


# ---------------------------------------------------------------- one reader for each kind


def _recruit(typed: Typed) -> AnyOrder:
    return read_purchase(typed, places_for(typed.state))


def _isr(typed: Typed) -> AnyOrder:
    """12 `netwar 3-5 2-4 intel jolan`: a marker each; without one NetWar."""
    marker, targets = MARKERS[0], []
    while typed.next:
        typed.take("to", "at", "on", "and")
        if place := typed.place(typed.state.nodes):
            targets.append((marker, place))
        elif named := typed.take(*MARKERS):
            marker = named
        else:
            raise typed.refuse_word(MARKERS)
    if not targets:
        raise typed.refuse("no space is named", [code_of(typed.state.numbers, s) for s in typed.state.nodes])
    return Isr(tuple(targets))


def _offensive(typed: Typed) -> AnyOrder:
    if typed.take("interdict", "strike"):
        return _interdict(typed)
    if typed.take("network", "networked"):
        return _network(typed)
    mode = typed.take(*MODES)
    return read_move(typed, MODES.get(mode, ""))


def _interdict(typed: Typed) -> AnyOrder:
    """33 `3-5 air4*2`, or the strikes first."""
    typed.take("with")
    before = typed.counts()
    typed.take("at", "on", "to", "with")
    space = typed.place(typed.state.nodes)
    typed.take("with")
    if not space:
        raise typed.refuse_word([code_of(typed.state.numbers, s) for s, n in typed.state.nodes.items() if n.type])
    return Interdict(space, _counted(typed, before or typed.counts()))


def _network(typed: Typed) -> AnyOrder:
    """32 `netwar ; 1/5 to 3-2 ; fly hmla to 3-2`: parts between semicolons."""
    state = typed.state
    marker = typed.take(*MARKERS) or next((m for m in MARKERS if state.available[m]), MARKERS[0])
    parts = " ".join(typed.rest).split(";")
    typed.at = len(typed.words)
    moves: list[Move] = []
    for part in [p for p in parts if p.strip()]:
        inner = Typed(state, part, typed.rule)
        inner.take("j3")
        move = read_move(inner, MODES.get(inner.take(*MODES), ""))
        inner.end()
        if isinstance(move, Transfer):
            raise typed.refuse("nobody transfers between bases in a networked operation")
        moves.append(move)
    return Networked(marker, tuple(moves))


def _refit(typed: Typed) -> AnyOrder:
    typed.take("at", "in")
    reduced = [unit.place for unit in typed.state.units.values() if unit.reduced]
    if place := typed.place(reduced):
        return Refit(place)
    raise typed.refuse_word([code_of(typed.state.numbers, p).lower() for p in dict.fromkeys(reduced)])


def _repair(typed: Typed) -> AnyOrder:
    numbers = typed.state.numbers
    typed.take("bridge")
    words = {word: b for b in numbers.bridges for word in (b, f"{b}_bridge")}
    if found := typed.take(*words):
        typed.take("bridge")
        return Repair(words[found])
    space = typed.place()
    bridge = next((b.id for b in numbers.bridges.values() if b.space == space), "")
    if not bridge:
        raise typed.refuse_word(numbers.bridges)
    return Repair(bridge)


def _build(typed: Typed) -> AnyOrder:
    typed.take("fob")
    typed.take("at", "in")
    if space := typed.place():
        return Build(space)
    raise typed.refuse_word()


def _logistics(typed: Typed) -> AnyOrder:
    what = typed.take("refit", "repair", "build", "fob", "bridge")
    if not what:
        raise typed.refuse("J-4 refits, repairs or builds", ("refit PLACE", "repair BRIDGE", "build SPACE"))
    return _HEADS[{"fob": "build", "bridge": "repair"}.get(what, what)](typed)


def _infowar(typed: Typed) -> AnyOrder:
    return InfoWar(_counted(typed, typed.counts()))


def _counted(typed: Typed, counts: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    if not counts:
        raise typed.refuse_word([kind for kind, n in typed.state.available.items() if n])
    return counts


def _stand_down(typed: Typed) -> AnyOrder:
    typed.take("down")
    return StandDown()


def _simple(order: AnyOrder) -> Callable[[Typed], AnyOrder]:
    return lambda typed: order


_HEADS: dict[str, Callable[[Typed], AnyOrder]] = {
    "j1": _recruit, "recruit": _recruit, "buy": _recruit, "j2": _isr, "isr": _isr, "j3": _offensive,
    **{word: partial(read_move, mode=mode) for word, mode in MODES.items()},
    "interdict": _interdict, "network": _network, "networked": _network, "j4": _logistics, "refit": _refit,
    "repair": _repair, "build": _build, "j5": _infowar, "infowar": _infowar, "end": _simple(DeclareEnd()),
    "stand_down": _stand_down, "stand": _stand_down, "pass": _simple(Pass()),
}  # fmt: skip
