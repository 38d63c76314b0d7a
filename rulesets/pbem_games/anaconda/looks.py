"""`pbem show --fire`, `--reach`: who can fire where, what blocks a line, where a counter can go.

Belongs here: answers to those questions for one viewer. Must not be here: what a sub-phase allows, costs, lines.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import WrongUse
from pbem.kit.paths import Reach
from pbem.kit.spelling import plural, some
from pbem.play.requests import Peek
from pbem.ruleset import Look
from pbem.show.scene import Highlight, Looked
from pbem_games.anaconda.forces import held, is_on_map, known, on_map, other_seat, piece, seat_of
from pbem_games.anaconda.map import NOTHING
from pbem_games.anaconda.moves import allowance
from pbem_games.anaconda.numbers import AL_QAEDA, BASES, HALVES, SANCTUARY, SEATS
from pbem_games.anaconda.printed import Printed
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.view import codes_of
from pbem_games.anaconda.words.ground import hex_name, hex_words, line_words, points
from pbem_games.anaconda.words.names import counter_name
from pbem_games.anaconda.words.vocabulary import counter_names, shown

SHOWN = 5  # hexes around a place whose lines are marked: the longest direct range from above
MOST = 12  # firers in a list
ONE = "pbem show --fire NAME tells of one"


def fire(state: State, viewer: str, peek: Peek, words: str) -> Looked:
    """10.14-10.21, 13.2 `1710`: who can fire into it; `1710 2218`: the line; a counter: what it can fire at."""
    ground = state.numbers.ground
    named = words.replace("-", " ").replace(",", " ").split()
    if named and all(word in ground.hexes for word in named) and len(named) <= 2:
        return _line(state, named[0], named[1]) if len(named) == 2 else _into(state, peek, named[0])
    return _out_of(state, peek, _counter(state, peek, words))


def reach(state: State, viewer: str, peek: Peek, words: str) -> Looked:
    """8.0, 21.4, 21.5 Where a counter can go if nobody stops it, and what that costs in movement points."""
    id = _counter(state, peek, words)
    one, printed = piece(state, id), seen(state, id, peek)
    ground = state.numbers.ground
    if one.place not in ground.hexes and one.place not in BASES:
        raise WrongUse(f"{counter_name(state, id)} is neither on the map nor in a base")
    is_hidden = known(state, id) is None  # else it may have more than is printed (8.20)
    most = printed.movement * HALVES if is_hidden and printed is not None else allowance(state, id)
    found = ways_of(state, id, most, printed)
    marks = tuple(Highlight(kind="reach", place=hex, text=points(cost)) for hex, cost in found.costs.items()
                  if hex in ground.hexes and hex != one.place)
    start = (Highlight(kind="from", place=one.place),) if one.place in ground.hexes else ()
    goes = "can go" if printed is not None else "lies face down; nobody of Al Qaeda can go farther than"
    said = [f"{counter_name(state, id)} in {hex_name(ground, one.place)} {goes} {plural(len(marks), 'hex', 'hexes')}, "
            f"with {plural(most // HALVES, 'movement point')}"]
    said += [f"to {hex_name(ground, base)}: {points(found.costs[base])}" for base in ground.bases
             if base in found.costs and base != one.place]
    if one.pinned:
        said.append("it is pinned and moves no more this turn (10.29)")
    return Looked(highlights=(*start, *marks), lines=tuple(said))


def ways_of(state: State, id: str, halves: int, printed: Printed | None) -> Reach:
    """What a counter can reach with so much movement; one that lies face down walks, as all of Al Qaeda do."""
    seat = seat_of(state, id)
    exits = frozenset({SANCTUARY} if seat == AL_QAEDA else BASES)
    vehicular = printed is not None and state.numbers.is_vehicular(printed.id)
    closed = frozenset(held(state, other_seat(seat)))
    return state.numbers.ground.reach(
        piece(state, id).place, vehicular, halves, closed=closed, rubble=frozenset(state.rubble),
        exits=exits if is_on_map(state, id) else NOTHING)


# ------------------------------------------------------------------ fire


def _line(state: State, a: str, b: str) -> Looked:
    """10.15 The line between two hexes: its ends, what it meets, what blocks it."""
    ground = state.numbers.ground
    met = [Highlight(kind="reach", place=hex, text=str(ground.level(hex))) for hex in ground.sight.met(a, b)
           if hex not in (a, b)]
    marks = (Highlight(kind="from", place=a), Highlight(kind="target", place=b), *met)
    return Looked(highlights=marks, lines=(line_words(ground, a, b),))


def _into(state: State, peek: Peek, hex: str) -> Looked:
    """Who can fire into a hex, and from where its neighbourhood sees it."""
    ground = state.numbers.ground
    able, barred = list[str](), list[str]()
    firing: dict[str, None] = {}
    for id in (id for seat in SEATS for id in on_map(state, seat)):
        words, can = _bearing(state, peek, id, hex)
        if can:
            firing[piece(state, id).place] = None
        if words:
            (able if can else barred).append(words)
    near = [other for other in ground.hexes.within(hex, SHOWN) if other != hex and ground.in_line(hex, other)]
    marks = [Highlight(kind="target", place=hex), *(Highlight(kind="from", place=at) for at in firing)]
    marks += [Highlight(kind="reach", place=at, text=str(ground.distance(hex, at))) for at in near if at not in firing]
    drm = ground.defence(hex)
    lines = [f"{hex_words(ground, hex)}: {drm.id} gives its defenders {drm.drm:+}" if drm.drm else
             f"{hex_words(ground, hex)}: its terrain protects nobody",
             f"can fire into it: {'; '.join(able) or 'nobody'}"]
    if barred:
        lines.append(f"within range, but cannot: {'; '.join(some(barred, MOST, how=ONE))}")
    return Looked(highlights=tuple(marks), lines=tuple(lines))


def _bearing(state: State, peek: Peek, id: str, hex: str) -> tuple[str, bool]:
    """How a counter bears on a hex, "" if it is out of range; and whether it can fire there."""
    numbers, one, printed = state.numbers, piece(state, id), seen(state, id, peek)
    ground, far = numbers.ground, numbers.ground.distance(one.place, hex)
    if printed is None or not printed.firepower or not numbers.is_ground(printed.id):
        return "", False
    if not 0 < far <= ground.range_from(one.place, hex, printed.range, numbers.limits.range_extension):
        return "", False
    words = f"{counter_name(state, id)} from {one.place} ({plural(far, 'hex', 'hexes')}"
    if one.pinned:
        return f"{words}, pinned)", False
    if not (blocked := ground.sight.blocked_by(one.place, hex)):
        return f"{words})", True
    in_the_way = f"{' and '.join(blocked)} {'block' if len(blocked) > 1 else 'blocks'}"
    return (f"{words}, indirectly)", True) if printed.indirect else (f"{words}, {in_the_way})", False)


def _out_of(state: State, peek: Peek, id: str) -> Looked:
    """What a counter can fire at from where it is."""
    numbers, one, printed = state.numbers, piece(state, id), seen(state, id, peek)
    name, ground = counter_name(state, id), numbers.ground
    if one.place not in ground.hexes:
        raise WrongUse(f"{name} is not on the map")
    if printed is None:
        raise WrongUse(f"{name} lies face down: nobody but Al Qaeda knows its range")
    if not printed.firepower or one.pinned:
        because = "is pinned and fires no more this turn (10.29)" if one.pinned else "has no firepower"
        raise WrongUse(f"{name} {because}")
    farthest = printed.range + numbers.limits.range_extension
    hexes = [hex for hex in ground.hexes.within(one.place, farthest) if _bearing(state, peek, id, hex)[1]]
    enemies = held(state, other_seat(seat_of(state, id)))
    marks = [Highlight(kind="from", place=one.place)]
    marks += [Highlight(kind="target" if hex in enemies else "reach", place=hex,
                        text="" if hex in enemies else str(ground.distance(one.place, hex))) for hex in hexes]
    targets = ", ".join(hex_name(ground, hex) for hex in hexes if hex in enemies)
    said = f"{name} in {hex_words(ground, one.place)}, range {printed.range}: {plural(len(hexes), 'hex', 'hexes')}"
    return Looked(highlights=tuple(marks), lines=(said, f"enemies there: {targets or 'none'}"))


# ------------------------------------------------------------------ what is named


def _counter(state: State, peek: Peek, words: str) -> str:
    """The counter that the words name: by its number, or by what it is, or has written on it, if that can be seen."""
    names = counter_names(state, peek)
    if found := names.exact(words):
        return found
    codes = {id: codes_of(state.numbers)[one.id] for id in names.ids() if (one := seen(state, id, peek)) is not None}
    written = [id for id, code in codes.items() if code.casefold() == words.strip().casefold()]
    begun = written or names.begun(words)
    if len(begun) == 1:
        return begun[0]
    near = [shown(state, id, peek) for id in (begun or names.near(words))]
    hint = f"did you mean {', '.join(some(near, 6))}" if near else "name a counter, a hex, 1710, or two, 1710 2218"
    if (hex := words.strip()) in state.numbers.ground.hexes:
        there = [shown(state, id, peek) for id in (*state.units, *state.tokens) if piece(state, id).place == hex]
        raise WrongUse(f"{hex} is a hex: name a counter", hint=f"there: {', '.join(there) or 'none'}")
    problem = f"{words[:40]!r} names several counters" if begun else f"there is no hex or counter {words[:40]!r}"
    raise WrongUse(problem, hint=hint)


LOOKS: Mapping[str, Look] = {"fire": fire, "reach": reach}
