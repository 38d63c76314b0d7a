"""3 The set-up as it is typed: `a luanda 5inf car1; caxito 4inf; loose`.

Belongs here: what is asked, how a plan and its manifests are typed, what is offered. Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import plural
from pbem.kit.typed import Choice, Typed
from pbem_games.angola.forms import random_plans
from pbem_games.angola.forms.grouping import part, wholes
from pbem_games.angola.forms.names import brief_units, column_names, read_units, regions, stem_of
from pbem_games.angola.setup import Start, draft, start_of
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import region_name, unit_names
from pbem_games.angola.words.setup import Place, Plan

LOOSE = ("loose", "rest")


class Drafted(msgspec.Struct):
    """A plan as it is typed: loose Units by region, Columns by letter with what is under them, who is placed."""

    loose: dict[str, list[Token]] = {}
    columns: dict[str, str] = {}
    inside: dict[str, list[Token]] = {}
    used: list[Token] = []


class SetUp(Form[State]):
    """3 Columns with their Units, loose Units by region; infantry off the map must all be placed."""

    keywords = LOOSE

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, start = asked.state, start_of(asked.state, asked.seat)
        markers = ", ".join(region_name(state, r) for r in start.markers)
        there: dict[str, list[Token]] = {}
        for unit, region in start.on_map.items():
            there.setdefault(region, []).append(unit)
        placed = ", ".join(f"{region_name(state, r)} ({unit_names(state, u)})" for r, u in there.items()) or "none"
        return Prompt(
            f"Set up: place {plural(len(start.off_map), 'infantry', 'infantry')} from off the map, {start.per_marker} "
            "at most on each of your Control Markers, and form Columns of what stands together.",
            f"Your Control Markers: {markers}. On the map already: {placed}. "
            f"Columns: {', '.join(x.upper() for x in start.letters)}.",
            How("Type parts between semicolons: `COLUMN REGION UNITS`, or `REGION UNITS` for loose ones (`5inf` are "
                "five infantry); `loose` as the last part places the rest by itself."))

    def read(self, asked: Asked[State], typed: Typed) -> list[Any]:
        start = start_of(asked.state, asked.seat)
        if (not typed.words and not typed.is_begun) or typed.text in LOOSE:
            typed.word(LOOSE[0], also=LOOSE)
            return [draft(start), *(() for _ in start.letters)]
        drafted, spreads = Drafted(), False
        while typed.part():
            typed.offer(lambda: _parts(asked.state, asked.seat, start, drafted))
            if typed.word(LOOSE[0], also=LOOSE, remark=lambda _: "the rest is placed by itself"):
                spreads = True
            else:
                _read_part(asked, typed, start, drafted)
        return _plan(typed, start, drafted, spreads=spreads)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """Columns where most stand, then everything loose."""
        state, start = asked.state, start_of(asked.state, asked.seat)
        there = {r: [u for u, at in start.on_map.items() if at == r] for r in start.markers}
        left, parts = list(start.off_map), list[str]()
        best = sorted(start.markers, key=lambda r: -len(there[r]))
        for letter, region in zip(start.letters, best, strict=False):
            joining, left = left[: start.per_marker], left[start.per_marker :]
            if units := [*there[region], *joining]:
                parts.append(f"{letter} {region_name(state, region).lower()} {brief_units(state, units)}")
        yield Offer("; ".join([*parts, "loose"]), "Columns where most stand: nobody sees what is in them")
        yield Offer("loose", "no Columns, everybody in sight")

    def propose(self, asked: Asked[State], rng: random.Random) -> Any:
        return random_plans.setup_plan(Sight(asked.state, asked.seat, asked.peek), rng)


def _parts(state: State, seat: str, start: Start, drafted: Drafted) -> Iterator[Choice]:
    """What can stand in sight in a region, and under the next Column there."""
    next_letter = next((x for x in start.letters if x not in drafted.columns), "")
    for region in dict.fromkeys([*start.markers, *start.on_map.values()]):
        stands = [u for u, at in start.on_map.items() if at == region and u not in drafted.used]
        letters = [x for x, at in drafted.columns.items() if at == region]
        there = [*drafted.loose.get(region, ()), *(u for x in letters for u in drafted.inside[x])]
        room = start.per_marker - sum(u in start.off_map for u in there) if region in start.markers else 0
        come = [u for u in start.off_map if u not in drafted.used][:max(0, room)]
        if come:
            yield part(state, seat, "", region, [], [u for u in (*stands, *come) if stem_of(u) == stem_of(come[0])])
        for letter in [*letters, *([next_letter] if next_letter else [])]:
            yield from wholes(state, seat, letter, region, [], [*stands, *come])


def _read_part(asked: Asked[State], typed: Typed, start: Start, drafted: Drafted) -> None:
    """One part: a letter and a region, or a region; then Units that can be there."""
    names = regions(asked.state.numbers)
    letter = typed.name(column_names(asked.seat), start.letters, whole=True)
    legal = list(dict.fromkeys([*start.markers, *start.on_map.values()]))
    typed.skip("in", "at")
    region = typed.name(names, legal, why=lambda r: f"no Unit of yours can be in {region_name(asked.state, r)}")
    if not region:
        raise typed.refuse_word("name the region of the Column, then its Units" if letter else (
            "name a region and its Units, or type `loose`: everybody stands in sight where there is room"))
    free = [u for u, at in start.on_map.items() if at == region and u not in drafted.used]
    if region in start.markers:
        free += [u for u in start.off_map if u not in drafted.used]
    units = read_units(typed, asked.state, asked.seat, free)
    if not units:
        raise typed.refuse_word(f"name Units for {region_name(asked.state, region)}")
    drafted.used += units
    if letter:
        if drafted.columns.get(letter, region) != region:
            raise typed.refuse(f"Column {letter.upper()} would stand in two regions")
        drafted.columns[letter] = region
        drafted.inside.setdefault(letter, []).extend(units)
    else:
        drafted.loose.setdefault(region, []).extend(units)


def _plan(typed: Typed, start: Start, drafted: Drafted, *, spreads: bool) -> list[Any]:
    """The plan and the manifests; what stands on the map and is not named stays loose."""
    for unit, region in start.on_map.items():
        if unit not in drafted.used:
            drafted.loose.setdefault(region, []).append(unit)
    left = [u for u in start.off_map if u not in drafted.used]
    left = _spread(start, left, drafted) if spreads else left
    if left:
        raise typed.refuse(f"{plural(len(left), 'infantry is', 'infantry are')} not placed; `loose` as the last part "
                           "places the rest", [regions(start.numbers).shown(r) for r in start.markers])
    sizes = {x: len(units) if start.sizes_public else 0 for x, units in drafted.inside.items()}
    plan = Plan(
        {r: tuple(units) for r, units in drafted.loose.items() if units},
        {x: Place(region, sizes[x]) for x, region in drafted.columns.items()},
    )
    return [plan, *(tuple(drafted.inside.get(x, ())) for x in start.letters)]


def _spread(start: Start, left: list[Token], drafted: Drafted) -> list[Token]:
    """Places infantry on own markers in their order, as many as may come to each; gives what finds no place."""
    for region in start.markers:
        inside = [u for x, at in drafted.columns.items() if at == region for u in drafted.inside[x]]
        there = [*drafted.loose.get(region, ()), *inside]
        room = max(0, start.per_marker - sum(u in start.off_map for u in there))
        chosen, left = left[:room], left[room:]
        if chosen:
            drafted.loose.setdefault(region, []).extend(chosen)
    return left
