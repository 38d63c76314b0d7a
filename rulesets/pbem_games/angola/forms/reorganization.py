"""8.1-3, 13 A reorganization as it is typed: `a luanda inf1 2inf car1; brigade luanda 3inf`.

Belongs here: what is asked, how a plan and its manifests are typed, what is offered, what a claim that fails says.
Must not be here: legality.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.typed import Choice, Typed
from pbem_games.angola.columns import contents
from pbem_games.angola.forms import random_plans
from pbem_games.angola.forms.grouping import brigade, wholes
from pbem_games.angola.forms.names import brief_units, column_names, holding, read_units, regions, short, stem_of
from pbem_games.angola.reorganization_plans import Before, Spot, before_of
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import region_name
from pbem_games.angola.words.reorganization import Change, Standing


class Wanted(msgspec.Struct):
    """What was typed: Columns with their region and Units, brigades by region, who is named."""

    columns: dict[str, tuple[str, list[Token]]] = {}
    brigades: dict[str, list[tuple[Token, tuple[Token, ...]]]] = {}
    used: list[Token] = []
    counters: list[Token] = []


class Reorganize(Form[State]):
    """8.1-3 What each Column holds from now on; three infantry of a region may become a brigade."""

    keywords = ("brigade",)

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, before = asked.state, _before(asked)
        held = held_by(state, asked.seat, asked.peek)
        lines = ["Reorganize: Units of a region may go under a marker there, or from one to another; a marker from off "
                 "the map may be used.", " A Column is never dissolved, but may join another."]
        if before.spare_only:
            lines = ["Markers from off the map may once more be put on loose Units."]
        for region, spot in before.regions.items():
            columns = [f"Column {x.upper()} ({holding(state, held[x])})" for x in spot.letters]
            loose = [f"loose {brief_units(state, spot.loose)}"] if spot.loose else []
            lines.append(f"{region_name(state, region)}: {', '.join([*columns, *loose])}")
        spare = [x.upper() for x in state.numbers.factions[asked.seat].columns if x not in held]
        left = f"Brigade counters left: {len(before.brigades)}."
        lines.append(f"Markers off the map: {', '.join(spare) or 'none'}. {left}")
        return Prompt(*lines, How(
            "Type parts between semicolons: `COLUMN REGION UNITS` names all that is in it, "
            "`brigade REGION UNITS` three infantry; Columns that are not named stay as they are; or `none`."))

    def read(self, asked: Asked[State], typed: Typed) -> list[Any]:
        before, held = _before(asked), held_by(asked.state, asked.seat, asked.peek)
        wanted = Wanted(counters=list(before.brigades))
        while typed.part():
            typed.offer(lambda: _parts(asked.state, asked.seat, before, held, wanted))
            if typed.word("none", remark=lambda _: "nothing changes"):
                continue
            _read_part(asked, typed, before, held, wanted)
        _refuse_left_out(asked.state, held, wanted, typed)
        return _spelled(before, held, wanted)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """Loose Units under a marker that is at hand: hidden, and able to march."""
        state, before = asked.state, _before(asked)
        held = held_by(state, asked.seat, asked.peek)
        spare = [x for x in before.sealing if x not in held]
        groups = sorted(before.regions.items(), key=lambda item: -len(item[1].loose))
        for region, spot in groups[:3]:
            letter = spot.letters[0] if spot.letters and not before.spare_only else next(iter(spare), "")
            if spot.loose and letter:
                units = [*(held.get(letter, []) if letter in spot.letters else []), *spot.loose]
                yield Offer(f"{letter} {region_name(state, region).lower()} {' '.join(map(short, units))}",
                            f"{holding(state, spot.loose)} under Column {letter.upper()}")
        yield Offer("none", "nothing changes")

    def propose(self, asked: Asked[State], rng: random.Random) -> Any:
        sight = Sight(asked.state, asked.seat, asked.peek)
        return random_plans.reorganization(sight, rng, spare_only=asked.state.step == "f")

    def quiet(self, asked: Asked[State]) -> Any:
        sight = Sight(asked.state, asked.seat, asked.peek)
        return random_plans.quiet_reorganization(sight, spare_only=asked.state.step == "f")


def _before(asked: Asked[State]) -> Before:
    spare = len(asked.items()) - 1 < len(asked.state.numbers.factions[asked.seat].columns)
    return before_of(asked.state, asked.seat, spare_only=spare)


def held_by(state: State, faction: str, peek: Any) -> dict[str, list[Token]]:
    """What is under each marker, as its owner knows."""
    held: dict[str, list[Token]] = {}
    for letter in state.factions[faction].columns:
        inside = contents(state, faction, [letter]).without_labels()
        values = inside.seen(peek)
        held[letter] = list(inside.known if values is None else inside.tokens(*values))
    return held


def _parts(
    state: State, seat: str, before: Before, held: dict[str, list[Token]], wanted: Wanted
) -> Iterator[Choice]:
    """A brigade of three infantry; what a Column holds and more; what goes under the next marker from off the map."""
    spare = next((x for x in state.numbers.factions[seat].columns if x not in held and x not in wanted.columns), "")
    for region, spot in before.regions.items():
        old = [] if before.spare_only else [x for x in spot.letters if x not in wanted.columns]
        own = {x: [t for t in held[x] if t not in wanted.used] for x in old}
        loose = [t for t in spot.loose if t not in wanted.used]
        made = [b for b, _ in wanted.brigades.get(region, ()) if b not in wanted.used]
        few = [t for t in loose if stem_of(t) == "inf"][:2]
        mixed = [(x, [*few[:n], *those]) for x, those in own.items() for n in range(1, len(few) + 1)]
        for letter, units in [("", loose), *own.items(), *mixed]:
            infantry = [t for t in units if stem_of(t) == "inf"][:3]
            if len(infantry) == 3 and wanted.counters:
                yield brigade(state, letter, region, infantry, loose)
        for letter, units in [*own.items(), *([(spare, [])] if spare else [])]:
            yield from wholes(state, seat, letter, region, units, loose, made)


def _read_part(
    asked: Asked[State], typed: Typed, before: Before, held: dict[str, list[Token]], wanted: Wanted
) -> None:
    """`a luanda UNITS`, `brigade luanda UNITS`."""
    state = asked.state
    is_brigade = typed.word("brigade", also=("brig",), remark=lambda _: "three infantry become one") != ""
    columns = state.numbers.factions[asked.seat].columns
    letter = "" if is_brigade else typed.name(column_names(asked.seat), columns, whole=True)
    if not is_brigade and not letter:
        raise typed.refuse_word("name a Column, or `brigade`")
    typed.skip("in", "at")
    legal = [r for r, spot in before.regions.items() if not letter or letter not in held or letter in spot.letters]
    region = typed.name(regions(state.numbers), legal, why=lambda r: _not_there(state, before, letter, r))
    if not region and letter in held:
        region = state.factions[asked.seat].columns[letter].region
    if not region:
        raise typed.refuse_word("name a region with Units of yours")
    spot = before.regions[region]
    here = [*spot.loose, *(t for x in spot.letters for t in held[x]), *(b for b, _ in wanted.brigades.get(region, []))]
    free = [t for t in here if t not in wanted.used]
    if is_brigade and not wanted.counters:
        raise typed.refuse("no brigade counter is left (16)")
    units = read_units(typed, state, asked.seat, free)
    if not units:
        raise typed.refuse_word("name its Units")
    wanted.used += units
    if is_brigade:
        wanted.brigades.setdefault(region, []).append((wanted.counters.pop(0), tuple(units)))
    else:
        if letter in wanted.columns:
            raise typed.refuse(f"Column {letter.upper()} is named twice")
        wanted.columns[letter] = (region, units)


def _not_there(state: State, before: Before, letter: str, region: str) -> str:
    if region in before.regions:
        return f"Column {letter.upper()} does not stand in {region_name(state, region)}"
    return f"you have no Units in {region_name(state, region)}"


def _refuse_left_out(state: State, held: dict[str, list[Token]], wanted: Wanted, typed: Typed) -> None:
    """8.1-3 A Column that is named has the Units that are named, and no others; who was in it must be somewhere."""
    for letter, (region, units) in wanted.columns.items():
        left = [t for t in held.get(letter, ()) if t not in wanted.used]
        if left:
            words = f"{letter} {region_name(state, region).lower()} {' '.join(map(short, [*left, *units]))}"
            typed.stop(f"name all of Column {letter.upper()}'s Units: {', '.join(map(short, left))} would be in no "
                       "Column", [words])


def _spelled(before: Before, held: dict[str, list[Token]], wanted: Wanted) -> list[Any]:
    """The public plan and the manifest of each letter that is sealed anew."""
    places = {x: r for r, spot in before.regions.items() for x in spot.letters}
    kept = {x: [t for t in tokens if t not in wanted.used] for x, tokens in held.items() if x not in wanted.columns}
    final = {x: (places[x], tokens) for x, tokens in kept.items() if tokens} | wanted.columns
    changes = [_change(before, held, wanted, final, region, spot) for region, spot in before.regions.items()]
    return [tuple(c for c in changes if c is not None), *(tuple(final.get(x, ("", []))[1]) for x in before.sealing)]


def _change(
    before: Before, held: dict[str, list[Token]], wanted: Wanted, final: dict[str, tuple[str, list[Token]]],
    region: str, spot: Spot,
) -> Change | None:
    """What others see of one region; None if they see nothing."""
    letters = sorted(x for x, (r, _) in final.items() if r == region)
    tokens = dict.fromkeys(t for x in letters for t in final[x][1])
    joining = tuple(t for t in tokens if t in spot.loose or t in before.brigades)
    standing = tuple(
        Standing(x, x in spot.plus and final[x][1] == held.get(x), len(final[x][1]) if before.sizes_public else 0)
        for x in letters
    )
    made = tuple(wanted.brigades.get(region, ()))
    loses_plus = any(final[x][1] != held.get(x) for x in letters if x in spot.plus)
    if joining or made or letters != list(spot.letters) or loses_plus or (before.sizes_public and letters):
        return Change(region, standing, joining, made)
    return None
