"""8.1-3, 13, rulings R29, R31 What a faction's reorganization may be: its public plan, and what it claims in secret.

Belongs here: the position a plan is judged by, its check, its late checks. Must not be here: who is asked, changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Late, Sealed
from pbem_games.angola.columns import Contents, contents, could_hold, public_size
from pbem_games.angola.map import columns_in, loose_in, regions_of
from pbem_games.angola.numbers import Numbers
from pbem_games.angola.state import Manifest, State, Token
from pbem_games.angola.words.claims import columns_there
from pbem_games.angola.words.reorganization import Change, Plan, ReorganizationForm, Standing


class Spot(msgspec.Struct, frozen=True):
    """One region with Units of the faction. `possible` are Units that may be under a marker here as everybody can work
    out; `sizes` their number by letter, None if that is secret; `plus` are the letters with +1 jungle markers.
    """

    letters: tuple[str, ...]
    loose: tuple[Token, ...]
    inside: Contents
    possible: tuple[Token, ...]
    sizes: dict[str, int | None]
    plus: dict[str, Contents]

    @property
    def size(self) -> int | None:
        """How many Units the Columns here have together; None if that is secret."""
        sizes = [n for n in self.sizes.values() if n is not None]
        return sum(sizes) if len(sizes) == len(self.sizes) else None


class Before(msgspec.Struct, frozen=True):
    """What a plan is judged by: public values, copied when the plans are asked for.

    `sealing` are the letters that get a manifest; `known` is what everybody knows under each marker; with `spare_only`
    markers only come onto the map (ruling R30).
    """

    numbers: Numbers
    faction: str
    regions: dict[str, Spot]
    known: dict[str, tuple[Token, ...]]
    brigades: tuple[Token, ...]  # counters in the reserve
    named: dict[Token, Token]
    sealing: tuple[str, ...]
    sizes_public: bool
    spare_only: bool

    @property
    def name(self) -> str:
        return self.numbers.factions[self.faction].name


def before_of(state: State, faction: str, *, spare_only: bool = False) -> Before:
    """8.1-3 The faction's Columns and loose Units, as everybody sees them."""
    own = state.factions[faction]
    letters = state.numbers.factions[faction].columns
    reserve = [u for u in own.reserve if state.numbers.counters[u].type == "brigade"]
    return Before(
        numbers=state.numbers,
        faction=faction,
        regions={r: _spot(state, faction, r) for r in regions_of(state, faction)},
        known={x: tuple(c.known) for x, c in own.columns.items()},
        brigades=tuple(state.numbers.ordered(reserve)),
        named=dict(own.named),
        sealing=tuple(x for x in letters if not spare_only or x not in own.columns),
        sizes_public=state.options.column_size_public,
        spare_only=spare_only,
    )


def _spot(state: State, faction: str, region: str) -> Spot:
    own = state.factions[faction]
    letters = columns_in(state, faction, region)
    return Spot(
        letters=tuple(letters),
        loose=tuple(loose_in(state, faction, region)),
        inside=contents(state, faction, letters).without_labels(),
        possible=tuple(t for x in letters for t in could_hold(state, faction, x)),
        sizes={x: public_size(own.columns[x]) for x in letters},
        plus={x: contents(state, faction, [x]).without_labels() for x in letters if own.columns[x].plus},
    )


# ---------------------------------------------------------------- questions about a plan


def change_in(before: Before, plan: Plan, region: str) -> Change:
    """What a plan does in a region; what stands there now, where it says nothing."""
    standing = tuple(Standing(x, alone=True) for x in before.regions[region].letters)
    return next((c for c in plan if c.region == region), Change(region, standing))


def letters_after(before: Before, plan: Plan) -> dict[str, str]:
    """Where each marker on the map stands after the plan."""
    return {x: region for region in before.regions for x in change_in(before, plan, region).letters}


def keeps_plus(plan: Plan, letter: str, region: str) -> bool:
    """Ruling R35 Whether the plan says that nobody joins a Column, so that it keeps its +1 markers."""
    change = next((c for c in plan if c.region == region), None)
    return change is None or any(c.letter == letter and c.alone for c in change.columns)


def draft(before: Before) -> Plan:
    """Ruling R136: no change."""
    if not before.sizes_public or before.spare_only:
        return ()
    return tuple(
        Change(region, tuple(Standing(x, x in spot.plus, spot.sizes[x] or 1) for x in spot.letters))
        for region, spot in before.regions.items()
        if spot.letters
    )


# ---------------------------------------------------------------- the check


def check_plan(before: Before, plan: Plan) -> None:
    """8.1-3, 13 Whether the public part is legal; raises IllegalMove."""
    regions = [c.region for c in plan]
    if len(set(regions)) != len(regions):
        raise _refused(before, plan, "8.1-3", "a region is named twice")
    for change in plan:
        if change.region not in before.regions:
            raise _refused(before, plan, "8.1-3", f"you have no Units in {change.region}", before.regions)
    _check_letters(before, plan)
    _check_named_once(before, plan)
    for change in plan:
        _check_markers(before, plan, change)
        _check_joining(before, plan, change)
        for brigade, made_of in change.brigades:
            _check_brigade(before, plan, change, brigade, made_of)
        _check_number(before, plan, change)
        if before.spare_only:
            _check_spare(before, plan, change)
    _check_sizes(before, plan)


def _check_letters(before: Before, plan: Plan) -> None:
    """16 Each marker stands in one region, and there are no others."""
    standing = [x for region in before.regions for x in change_in(before, plan, region).letters]
    letters = before.numbers.factions[before.faction].columns
    for letter in standing:
        if letter not in letters:
            raise _refused(before, plan, "16", f"there is no Column {letter.upper()}", letters)
        if standing.count(letter) > 1:
            raise _refused(before, plan, "16", f"Column {letter.upper()} would stand twice")


def _check_named_once(before: Before, plan: Plan) -> None:
    units = [u for c in plan for u in (*c.joining, *c.used)]
    brigades = [b for c in plan for b, _ in c.brigades]
    for unit in (*units, *brigades):
        if units.count(unit) > 1 or brigades.count(unit) > 1:
            raise _refused(before, plan, "8.1-3", f"{unit} is named twice")


def _check_markers(before: Before, plan: Plan, change: Change) -> None:
    """Ruling R29 A Column can be combined, not dissolved: of the markers in a region one stays."""
    spot = before.regions[change.region]
    if spot.letters and not set(change.letters) & set(spot.letters):
        raise _refused(before, plan, "8.1-3", f"one of the markers stays in {change.region}", spot.letters)
    for column in change.columns:
        if column.alone and column.letter not in spot.plus:
            raise _refused(before, plan, "7.2", f"Column {column.letter.upper()} has no +1 markers to keep", spot.plus)
    loses_plus = len(change.letters) > 1 and any(not c.alone and c.letter in spot.plus for c in change.columns)
    unchanged = set(change.letters) == set(spot.letters) and not change.joining and not change.brigades
    if unchanged and not loses_plus and not before.sizes_public:
        raise _refused(before, plan, "8.1-3", f"nothing changes in {change.region}: leave it out")


def _check_joining(before: Before, plan: Plan, change: Change) -> None:
    """8.1-3 Loose Units of the region, stragglers too (ruling R21), and new brigades."""
    spot = before.regions[change.region]
    new = [b for b, _ in change.brigades]
    strange = [u for u in change.joining if u not in spot.loose and u not in new]
    if strange:
        because = f"{', '.join(strange)} does not stand loose in {change.region}"
        raise _refused(before, plan, "8.1-3", because, [*spot.loose, *new])
    if change.joining and not change.letters:
        raise _refused(before, plan, "8.1-3", f"there is no Column in {change.region} to join")


def _check_brigade(before: Before, plan: Plan, change: Change, brigade: Token, made_of: tuple[Token, ...]) -> None:
    """13, ruling R31 Three plain infantry of the region become a brigade in one of the places they came from."""
    spot = before.regions[change.region]
    if brigade not in before.brigades:
        raise _refused(before, plan, "16", f"{brigade} is no brigade counter in reserve", before.brigades)
    cost = before.numbers.limits.brigade_cost
    if len(made_of) != cost:
        raise _refused(before, plan, "13", f"a brigade takes {cost} infantry")
    for unit in made_of:
        if not before.numbers.counters[unit].is_plain:
            raise _refused(before, plan, "13", f"{unit} is not plain infantry")
        if unit not in spot.loose and unit not in spot.possible:
            raise _refused(before, plan, "13", f"{unit} is not in {change.region}")
    if brigade not in change.joining and not any(u in spot.loose for u in made_of):
        because = f"{brigade} comes out of Columns, so it goes under a marker (name it among those who join)"
        raise _refused(before, plan, "13", because)


def _check_number(before: Before, plan: Plan, change: Change) -> None:
    """8.1 Every Column has a Unit, as far as everybody can count."""
    size = _size_after(before, change)
    if size is not None and size < len(change.letters):
        raise _refused(before, plan, "8.1", f"{size} Units are too few for these Columns in {change.region}")


def _size_after(before: Before, change: Change) -> int | None:
    """How many Units the Columns of a region have after the plan; None if that is secret."""
    spot = before.regions[change.region]
    taken = sum(u not in spot.loose for u in change.used)
    return None if spot.size is None else spot.size + len(change.joining) - taken


def _check_spare(before: Before, plan: Plan, change: Change) -> None:
    """Ruling R30 After Step B only markers off the map are put on loose Units."""
    spot = before.regions[change.region]
    new = [x for x in change.letters if x not in spot.letters]
    if change.brigades or not set(spot.letters) <= set(change.letters) or not set(new) <= set(before.sealing):
        raise _refused(before, plan, "r30", "only markers off the map may be put on loose Units now", before.sealing)
    if not new or len(change.joining) < len(new) or any(c.alone for c in change.columns):
        raise _refused(before, plan, "r30", "name loose Units for each new Column, and nothing else")


def _check_sizes(before: Before, plan: Plan) -> None:
    """Ruling R28 With the option, the number of Units under every marker is told."""
    told = [c for change in plan for c in change.columns]
    if any(bool(c.size) != before.sizes_public for c in told):
        because = "tell how many Units each Column has" if before.sizes_public else "sizes of Columns are not told"
        raise _refused(before, plan, "r28", because)
    if not before.sizes_public:
        return
    for region in before.regions:
        if change_in(before, plan, region).letters and not before.spare_only and all(c.region != region for c in plan):
            raise _refused(before, plan, "r28", f"tell the sizes of the Columns in {region}")
    for change in plan:
        size = _size_after(before, change)
        if size is not None and sum(c.size for c in change.columns) != size:
            raise _refused(before, plan, "r28", f"the Columns in {change.region} have {size} Units together")


def _refused(before: Before, plan: Plan, rule: str, because: str, legal: Iterable[object] = ()) -> IllegalMove:
    said = ReorganizationForm(before.numbers, before.faction).spell(plan)
    return IllegalMove(f"{before.name} reorganizes: {said}", rule, because, legal=legal)


def can_be_together(before: Before) -> list[list[Token]]:
    """What may be under one marker afterwards: the Units of one region, as everybody can work out, and new brigades."""
    return [[*spot.loose, *spot.possible, *before.brigades] for spot in before.regions.values()]


def check_manifest(before: Before, manifest: Manifest) -> None:
    """8.1-3 Only Units that can be under one marker; raises IllegalMove."""
    if not manifest or any(set(manifest) <= set(group) for group in can_be_together(before)):
        return
    possible = {t for group in can_be_together(before) for t in group}
    strange = [t for t in manifest if t not in possible]
    if strange:
        tried = f"{before.name} puts {', '.join(strange)} into a Column"
        raise IllegalMove(tried, "8.1-3", "that cannot be under a marker of yours")
    tried = f"{before.name} puts {', '.join(manifest)} into a Column"
    raise IllegalMove(tried, "8.1-3", "they are not of one region")


# ---------------------------------------------------------------- what only the owner knows now


def late_claims(before: Before, given: tuple[Sealed[Any], ...]) -> list[Late]:
    """e2 No Unit appeared, vanished or changed region; every Column has one; brigades were made of three infantry."""
    name, named = before.name, before.numbers.regions

    def shows(*values: Any) -> str:
        plan, new, _ = _manifests(before, values)
        return columns_there(before.numbers, letters_after(before, plan), new)

    lates = [
        Late("8.1", f"{name}: each Column of the plan has a Unit, and no other letter", given,
             lambda *values: _has_units(before, values), shows=shows),
        *(Late("8.1-3", f"{name}: the Units in Columns in {named[region].name} stay there, all of them",
               (*given, *spot.inside.needs), lambda *values, region=region: _kept(before, region, values), shows=shows)
          for region, spot in before.regions.items()),
        *(Late("7.2", f"{name}: nobody joins Column {letter.upper()}, which keeps its +1 markers",
               (*given, *inside.needs),
               lambda *values, region=region, letter=letter: _alone(before, region, letter, values), shows=shows)
          for region, spot in before.regions.items()
          for letter, inside in spot.plus.items()
          if letter in before.sealing),
    ]
    if before.sizes_public:
        lates.append(Late("r28", f"{name}: the Columns are as large as was told", given,
                          lambda *values: _sizes_are_true(before, values), shows=shows))
    return lates


def _manifests(before: Before, values: tuple[Any, ...]) -> tuple[Plan, dict[str, Manifest], tuple[Manifest, ...]]:
    """The plan, the new manifests by letter, the old ones."""
    count = 1 + len(before.sealing)
    return values[0], dict(zip(before.sealing, values[1:count], strict=True)), values[count:]


def _has_units(before: Before, values: tuple[Any, ...]) -> bool:
    plan, new, _ = _manifests(before, values)
    after = letters_after(before, plan)
    return all(bool(manifest) == (letter in after) for letter, manifest in new.items())


def _kept(before: Before, region: str, values: tuple[Any, ...]) -> bool:
    """8.1-3, 13 In one region: what was in Columns and what joins, less infantry used, is in its Columns afterwards."""
    plan, new, old = _manifests(before, values)
    change = change_in(before, plan, region)
    spot = before.regions[region]
    inside = () if before.spare_only else _named(before, spot.inside.tokens(*old))
    used = [u for u in change.used if u not in spot.loose]
    after = sorted(t for x in change.letters if x in new for t in new[x])
    return after == sorted([*(t for t in inside if t not in used), *change.joining]) and set(used) <= set(inside)


def _alone(before: Before, region: str, letter: str, values: tuple[Any, ...]) -> bool:
    """Ruling R35 A Column that keeps its +1 markers took in nobody."""
    plan, new, old = _manifests(before, values)
    if letters_after(before, plan).get(letter) != region or not keeps_plus(plan, letter, region):
        return True
    was = set(_named(before, before.regions[region].plus[letter].tokens(*old)))
    made = {b for b, made_of in change_in(before, plan, region).brigades if set(made_of) <= was}
    return set(new[letter]) <= was | made


def _sizes_are_true(before: Before, values: tuple[Any, ...]) -> bool:
    plan, new, _ = _manifests(before, values)
    sizes = {c.letter: c.size for change in plan for c in change.columns}
    return all(len(new[x]) == size for x, size in sizes.items() if x in new)


def _named(before: Before, tokens: Iterable[Token]) -> tuple[Token, ...]:
    """Labels of Major Units that were shown since are names now."""
    return tuple(before.named.get(t, t) for t in tokens)
