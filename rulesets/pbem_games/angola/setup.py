"""3 Setting up: the draw of Control Markers, and one sealed plan a faction for where its Units begin.

A plan (ruling R14) has a public part, opened for all: who stands loose where, where Column markers stand. What is under
each Column marker is a manifest that stays sealed; every letter has one, so that their number tells nothing.
Belongs here: step 5 to step 9. Must not be here: steps 1 to 4 (state.new_state).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from pbem.errors import IllegalMove
from pbem.play.requests import Draw, Late, Open, Options, Sealed, SealMany, Tell, Written
from pbem_games.angola import columns
from pbem_games.angola.numbers import FACTIONS, Numbers
from pbem_games.angola.state import Column, Loose, Manifest, State, Token
from pbem_games.angola.words import setup as words
from pbem_games.angola.words.claims import columns_there, tokens_there
from pbem_games.angola.words.manifest import MANIFEST_BUCKET, ManifestForm
from pbem_games.angola.words.setup import Place, Plan, PlanForm


class Start(msgspec.Struct, frozen=True):
    """What a faction's plan is judged by: public values, copied when the plans are asked for."""

    numbers: Numbers
    faction: str
    markers: tuple[str, ...]  # regions of its Control Markers
    on_map: dict[Token, str]  # step 4
    off_map: tuple[Token, ...]  # step 6
    sizes_public: bool

    @property
    def letters(self) -> tuple[str, ...]:
        return self.numbers.factions[self.faction].columns

    @property
    def per_marker(self) -> int:
        return self.numbers.limits.setup_units_per_marker


async def set_up(state: State) -> None:
    """3 Steps 5 to 10."""
    await draw_markers(state)
    starts = {f: start_of(state, f) for f in FACTIONS}
    sealed = await SealMany(
        rule="3",
        bucket={f: buckets(starts[f]) for f in FACTIONS},
        items={f: _items(starts[f]) for f in FACTIONS},
        late=lambda given: [late for f in FACTIONS for late in _claims(starts[f], given[f])],
    )
    plans = await Open(rule="3", about="plans", sealed={f: sealed[f][0] for f in FACTIONS})  # step 8
    for faction in FACTIONS:
        place(state, starts[faction], plans[faction], sealed[faction][1:])
        await Tell(rule="3", text=words.set_up(state, faction), places=tuple(sorted(starts[faction].markers)))
    state.phase = "planning"  # step 10


async def draw_markers(state: State) -> None:
    """3, 10.1 Step 5, ruling R15: drawn in the open, for all factions at once."""
    container = [r for r in state.numbers.marked if state.numbers.regions[r].marker == "pool"]
    wanted = state.numbers.scenarios[state.scenario].pool_draw
    reads = partial(words.read_markers, state.numbers, [wanted[f] for f in FACTIONS])
    drawn = list(await Draw(rule="3", about="markers", pool=container, count=sum(wanted.values()), reads=reads))
    for faction in FACTIONS:
        hand, drawn = drawn[: wanted[faction]], drawn[wanted[faction] :]
        for region in hand:
            state.markers[region].holder = faction
        await Tell(rule="3", text=words.drawn_markers(state, faction, hand), places=tuple(hand))
    free = [r for r in container if not state.markers[r].holder]  # step 9, 10.2
    await Tell(rule="3", text=words.free_markers(state, free), places=tuple(free))


def start_of(state: State, faction: str) -> Start:
    """3 Steps 3 to 5: the faction's markers, its Units on the map, and its infantry still off the map."""
    own = state.factions[faction]
    count = state.numbers.scenarios[state.scenario].off_map_infantry[faction]
    plain = [u for u in own.reserve if state.numbers.counters[u].is_plain]
    return Start(
        numbers=state.numbers,
        faction=faction,
        markers=tuple(r for r in state.numbers.marked if state.markers[r].holder == faction),  # ruling R13
        on_map={u: loose.region for u, loose in own.loose.items()},
        off_map=tuple(plain[:count]),
        sizes_public=state.options.column_size_public,
    )


def _items(start: Start) -> list[Options[Any]]:
    plan = Written(PlanForm(start.numbers, start.faction), lambda p: check_plan(start, p), lambda: draft(start))
    manifest = Written(ManifestForm(start.numbers, start.faction), lambda m: check_manifest(start, m), lambda: ())
    return [plan, *(manifest for _ in start.letters)]


def buckets(start: Start) -> list[int]:
    """For the plan, then for each letter: the Units of one region and all that come to it must fit."""
    form = ManifestForm(start.numbers, start.faction)
    groups = [
        [*(u for u, at in start.on_map.items() if at == region), *start.off_map]
        for region in sorted({*start.markers, *start.on_map.values()})
    ]
    return [MANIFEST_BUCKET, *([form.bucket(groups)] * len(start.letters))]


def draft(start: Start) -> Plan:
    """Ruling R136: own markers in order, as many infantry each as may be until none is left, no Columns."""
    loose: dict[str, tuple[Token, ...]] = {}
    for region in sorted({*start.markers, *start.on_map.values()}):
        loose[region] = tuple(u for u, at in start.on_map.items() if at == region)
    left = start.off_map
    for region in start.markers:
        loose[region] = (*loose[region], *left[: start.per_marker])
        left = left[start.per_marker :]
    return Plan({r: units for r, units in loose.items() if units}, {})


# ---------------------------------------------------------------- what a plan may say


def check_plan(start: Start, plan: Plan) -> None:
    """3 Steps 6 and 7, as far as the open part tells; raises IllegalMove."""
    for region, units in plan.loose.items():
        _check_loose(start, region, units)
    named = [u for units in plan.loose.values() for u in units]
    if len(set(named)) != len(named):
        raise _refused(start, "stands a Unit in two regions", "a Unit stands in one place")
    for letter, where in plan.columns.items():
        _check_place(start, letter, where)
    _check_hidden(start, plan)


def _check_loose(start: Start, region: str, units: tuple[Token, ...]) -> None:
    """3 Step 6: off-map infantry goes to own markers only, four at most; Units on the map stay where they are."""
    names = ", ".join(units)
    for unit in units:
        if unit not in start.on_map and unit not in start.off_map:
            raise _refused(start, f"stands {unit} in {region}", "it has no part in the set-up")
        if unit in start.on_map and start.on_map[unit] != region:
            raise _refused(start, f"stands {unit} in {region}", f"it begins in {start.on_map[unit]}")
    arriving = sum(u in start.off_map for u in units)
    if arriving and region not in start.markers:
        raise _refused(start, f"stands {names} in {region}", "it has no Control Marker there", start.markers)
    if arriving > start.per_marker:
        raise _refused(start, f"stands {names} in {region}", f"at most {start.per_marker} go to one Control Marker")


def _check_place(start: Start, letter: str, where: Place) -> None:
    legal = sorted({*start.markers, *start.on_map.values()})
    if where.region not in legal:
        raise _refused(start, f"stands Column {letter} in {where.region}", "no Unit of yours can be there", legal)
    if bool(where.size) != start.sizes_public:
        because = "its number of Units is to be told" if start.sizes_public else "its number of Units is not told"
        raise _refused(start, f"stands Column {letter} in {where.region}", because)


def _check_hidden(start: Start, plan: Plan) -> None:
    """3 Steps 6 and 7: whoever is not loose is in some Column, and there can be a Unit for each Column."""
    named = {u for units in plan.loose.values() for u in units}
    column_regions = [p.region for p in plan.columns.values()]
    for unit, region in start.on_map.items():
        if unit not in named and region not in column_regions:
            raise _refused(start, f"leaves out {unit}", f"it is neither loose nor can it be in a Column in {region}")
    arriving = sum(u not in named for u in start.off_map)
    room = {r: _room(start, plan, r) for r in sorted(set(column_regions))}
    if arriving > sum(room.values()):
        raise _refused(start, f"leaves out {arriving} infantry", "no Column at a Control Marker has room for them")
    missing = 0
    for region, places in room.items():
        there = sum(u not in named and at == region for u, at in start.on_map.items())
        wanted = max(0, column_regions.count(region) - there)
        missing += wanted
        if wanted > places:
            raise _refused(start, f"forms Columns in {region}", "each Column has a Unit, and here are too few")
    if missing > arriving:
        raise _refused(start, f"forms {len(column_regions)} Columns", "each Column has a Unit, and there are too few")


def _room(start: Start, plan: Plan, region: str) -> int:
    """How many infantry from off the map may be in Columns of a region."""
    if region not in start.markers:
        return 0
    return start.per_marker - sum(u in start.off_map for u in plan.loose.get(region, ()))


def check_manifest(start: Start, manifest: Manifest) -> None:
    """3 Step 7: only Units of the set-up that can be in one region; raises IllegalMove."""
    strange = [u for u in manifest if u not in start.on_map and u not in start.off_map]
    if strange:
        raise _refused(start, f"puts {', '.join(strange)} into a Column", "that has no part in the set-up")
    if len({start.on_map[u] for u in manifest if u in start.on_map}) > 1:
        raise _refused(start, f"puts {', '.join(manifest)} into a Column", "they are not of one region")


def _refused(start: Start, tried: str, because: str, legal: Any = ()) -> IllegalMove:
    name = start.numbers.factions[start.faction].name
    return IllegalMove(f"{name} set-up {tried}", "3", because, legal=legal)


# ---------------------------------------------------------------- what only the owner knows now


def _claims(start: Start, given: tuple[Sealed[Any], ...]) -> list[Late]:
    """e2: plan and manifests agree; each claim is judged when all of them can be seen."""
    texts = {
        "each Column of the plan has a Unit, and no other letter": _has_units,
        "every Unit of the set-up is placed once": _placed_once,
        f"at most {start.per_marker} infantry came to a Control Marker": _few_at_markers,
        "each Column is made of Units of its region": _of_one_region,
        "the Columns are as large as was told": _sizes_are_true,
    }
    name = start.numbers.factions[start.faction].name
    return [
        Late("3", f"{name}: {text}", given, lambda plan, *inside, holds=holds: holds(start, plan, inside),
             shows=lambda plan, *inside, holds=holds: SHOWN_BY.get(holds, _shows)(start, plan, inside))
        for text, holds in texts.items()
    ]


def _shows(start: Start, plan: Plan, inside: tuple[Manifest, ...]) -> str:
    regions = {letter: where.region for letter, where in plan.columns.items()}
    loose = [f"loose in {start.numbers.regions[r].name}: {tokens_there(start.numbers, units)}"
             for r, units in plan.loose.items() if units]
    manifests = dict(zip(start.letters, inside, strict=True))
    return "; ".join([columns_there(start.numbers, regions, manifests), *loose])


def _placed_once(start: Start, plan: Plan, inside: tuple[Manifest, ...]) -> bool:
    placed = [u for units in (*plan.loose.values(), *inside) for u in units]
    return sorted(placed) == sorted((*start.on_map, *start.off_map))


def _few_at_markers(start: Start, plan: Plan, inside: tuple[Manifest, ...]) -> bool:
    return not _too_many(start, plan, inside)


def _too_many(start: Start, plan: Plan, inside: tuple[Manifest, ...]) -> dict[str, int]:
    """Where more infantry came from off the map than may, and how many, loose and in Columns; "" is no region."""
    came: dict[str, int] = {}
    for region, units in plan.loose.items():
        came[region] = sum(u in start.off_map for u in units)
    for letter, manifest in zip(start.letters, inside, strict=True):
        region = plan.columns[letter].region if letter in plan.columns else ""
        came[region] = came.get(region, 0) + sum(u in start.off_map for u in manifest)
    return {r: count for r, count in came.items() if count > (start.per_marker if r in start.markers else 0)}


def _shows_too_many(start: Start, plan: Plan, inside: tuple[Manifest, ...]) -> str:
    """Those regions alone, and what is allowed there; the whole set-up if there are none."""
    regions = start.numbers.regions
    too_many = "; ".join(
        f"{count} infantry at {regions[r].name if r else 'no region'}, {start.per_marker if r in start.markers else 0} "
        "are allowed" for r, count in _too_many(start, plan, inside).items()
    )
    return too_many or _shows(start, plan, inside)


def _of_one_region(start: Start, plan: Plan, inside: tuple[Manifest, ...]) -> bool:
    return all(
        u in start.off_map or (letter in plan.columns and start.on_map.get(u) == plan.columns[letter].region)
        for letter, manifest in zip(start.letters, inside, strict=True)
        for u in manifest
    )


def _has_units(start: Start, plan: Plan, inside: tuple[Manifest, ...]) -> bool:
    return all(bool(m) == (x in plan.columns) for x, m in zip(start.letters, inside, strict=True))


def _sizes_are_true(start: Start, plan: Plan, inside: tuple[Manifest, ...]) -> bool:
    sizes = {x: p.size for x, p in plan.columns.items() if p.size}
    return all(sizes.get(x, len(m)) == len(m) for x, m in zip(start.letters, inside, strict=True))


SHOWN_BY: dict[Any, Callable[[Start, Plan, tuple[Manifest, ...]], str]] = {_few_at_markers: _shows_too_many}
"""Claims that are told wrong by less than the whole set-up."""


# ---------------------------------------------------------------- onto the map


def place(state: State, start: Start, plan: Plan, manifests: tuple[Sealed[Any], ...]) -> None:
    """3 Step 8, rulings R16, R17: loose Units and Column markers stand on the map; who else came is under these."""
    own = state.factions[start.faction]
    own.reserve = [u for u in own.reserve if u not in start.off_map]
    own.loose = {u: Loose(region) for region, units in sorted(plan.loose.items()) for u in units}
    for letter, manifest in zip(start.letters, manifests, strict=True):
        if letter in plan.columns:
            where = plan.columns[letter]
            own.columns[letter] = Column(where.region, sealed=manifest)
            if where.size:
                columns.make_claim(state, start.faction, letter, "8.1", "size", where.size)  # ruling R28
