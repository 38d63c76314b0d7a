"""8.1-3, 13 Step B of the End Phase: Columns are formed anew, infantry becomes brigades.

All factions seal at once, then the public parts are opened together (ruling R30). The public part is a plan: which
markers stand where, which loose Units go under them, which infantry became which brigade. What is under each marker
afterwards stays sealed; every letter has a manifest, changed or not, so that changes do not show. A claim about a
Column that was not opened before it is sealed anew is judged by the late checks alone, at the end of the match.
Belongs here: who is asked, what the plans do. Must not be here: what a plan may say (reorganization_plans).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.play.requests import Open, Options, Peek, Sealed, SealMany, Tell, Written
from pbem_games.angola import equipment
from pbem_games.angola.columns import contents, make_claim
from pbem_games.angola.forces import send_away, withdraw_unit
from pbem_games.angola.map import loose_in, regions_of
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.reorganization_plans import (
    Before,
    before_of,
    can_be_together,
    check_manifest,
    check_plan,
    draft,
    keeps_plus,
    late_claims,
    letters_after,
)
from pbem_games.angola.state import Column, Loose, Manifest, State, Token
from pbem_games.angola.words import reorganization as words
from pbem_games.angola.words.manifest import MANIFEST_BUCKET, ManifestForm
from pbem_games.angola.words.reorganization import Change, Plan, ReorganizationForm


async def reorganize(state: State) -> None:
    """8.1-3, 13, ruling R30 Step B: every faction with Units on the map, all at once."""
    await _form_columns(state, [before_of(state, f) for f in FACTIONS if regions_of(state, f)])


async def spare_columns(state: State) -> None:
    """Ruling R30 With the option, markers off the map may once more be put on own loose Units (start of Step F)."""
    if not state.options.columns_until_clean_up:
        return
    able = [f for f in FACTIONS if state.factions[f].loose and _spare_letters(state, f)]
    await _form_columns(state, [before_of(state, f, spare_only=True) for f in able])


def _spare_letters(state: State, faction: str) -> tuple[str, ...]:
    own = state.factions[faction]
    return tuple(x for x in state.numbers.factions[faction].columns if x not in own.columns)


async def _form_columns(state: State, befores: Sequence[Before]) -> None:
    """8.1-3 One seal for all, one opening of the plans; the manifests stay sealed."""
    if not befores:
        return
    sealed = await SealMany(
        rule="8.1-3",
        bucket={b.faction: _buckets(b) for b in befores},
        items={b.faction: _items(b) for b in befores},
        late=lambda given: [late for b in befores for late in late_claims(b, given[b.faction])],
    )
    plans = await Open(rule="8.1-3", about="plans", sealed={b.faction: sealed[b.faction][0] for b in befores})
    for before in befores:
        plan: Plan = plans[before.faction]
        await _tell(state, before, plan)
        carry_out(state, before, plan, sealed[before.faction][1:])
    text = words.sealed_anew(state, (b.faction for b in befores))
    await Tell(rule="8.1-3", text=text)


def _items(before: Before) -> list[Options[Any]]:
    plan = Written(
        ReorganizationForm(before.numbers, before.faction), lambda p: check_plan(before, p), lambda: draft(before)
    )
    form = ManifestForm(before.numbers, before.faction)
    manifests = [_manifest(before, form, x) for x in before.sealing]
    return [plan, *manifests]


def _buckets(before: Before) -> list[int]:
    """For the plan, then for each letter: all that can be under one marker must fit."""
    form = ManifestForm(before.numbers, before.faction)
    return [MANIFEST_BUCKET, *([form.bucket(can_be_together(before))] * len(before.sealing))]


def _manifest(before: Before, form: ManifestForm, letter: str) -> Written[Manifest]:
    return Written(form, lambda m: check_manifest(before, m), lambda: before.known.get(letter, ()))


async def _tell(state: State, before: Before, plan: Plan) -> None:
    """8, ruling R32 What everybody sees of a reorganization."""
    for change in plan:
        spot = before.regions[change.region]
        for brigade, made_of in change.brigades:
            text = words.brigade_told(state, before.faction, change.region, made_of, brigade not in change.joining)
            await Tell(rule="13", text=text, places=(change.region,))
        if change.joining or set(change.letters) != set(spot.letters):
            text = words.columns_told(state, before.faction, change)
            await Tell(rule="8.1-3", text=text, places=(change.region,))


# ---------------------------------------------------------------- onto the map


def carry_out(state: State, before: Before, plan: Plan, manifests: Sequence[Sealed[Any]]) -> None:
    """8.1-3, 13 The public part of a plan, and the new manifests under its markers."""
    own = state.factions[before.faction]
    for change in plan:
        for brigade, made_of in change.brigades:
            form_brigade(state, before.faction, change, brigade, made_of)
        for unit in change.joining:
            if unit in own.loose:
                send_away(state, unit)
    _pass_equipment_on(state, before, plan)
    sealed = dict(zip(before.sealing, manifests, strict=True))
    after = letters_after(before, plan)
    sizes = {c.letter: c.size for change in plan for c in change.columns}
    own.columns = {x: _standing(state, before, plan, x, after[x], sealed) for x in sorted(after)}
    for letter in sealed:
        if sizes.get(letter):
            make_claim(state, before.faction, letter, "8.1", "size", sizes[letter])  # ruling R28


def _standing(
    state: State, before: Before, plan: Plan, letter: str, region: str, sealed: dict[str, Sealed[Any]]
) -> Column:
    """A Column after the plan; one that stays keeps its +1 markers if nobody joined it (ruling R35)."""
    old = state.factions[before.faction].columns.get(letter)
    if letter not in sealed:
        assert old is not None
        return old
    stays = old is not None and old.region == region
    plus = old.plus if old is not None and stays and keeps_plus(plan, letter, region) else 0
    return Column(region, sealed=sealed[letter], plus=plus, moved=old.moved if old is not None and stays else False)


def form_brigade(state: State, faction: str, change: Change, brigade: Token, made_of: tuple[Token, ...]) -> None:
    """13, ruling R31 Three infantry go to the reserve; the brigade stands loose, or is under a marker from now on."""
    own = state.factions[faction]
    own.reserve.remove(brigade)
    loose = [own.loose[u] for u in made_of if u in own.loose]
    if brigade not in change.joining:
        own.loose[brigade] = Loose(
            change.region, moved=any(u.moved for u in loose), straggler=any(u.straggler for u in loose)
        )
        for jungle in own.jungle:
            if set(made_of) <= set(jungle.units):  # ruling R35: they are the same troops
                jungle.units.append(brigade)
    for unit in made_of:
        if unit in own.loose:
            withdraw_unit(state, unit)
        else:  # out of a Column, whose manifest is new
            own.reserve = state.numbers.ordered([*own.reserve, unit])


def _pass_equipment_on(state: State, before: Before, plan: Plan) -> None:
    """2.4.2 Equipment goes along where a marker was taken off, or where no loose Unit is left to carry it."""
    own = state.factions[before.faction]
    for change in plan:
        for letter in before.regions[change.region].letters:
            if letter not in change.letters:
                equipment.relocate(own, letter, _heir(before, change))
    for change in plan:  # only now: a marker that was taken off may stand here
        was_loose = before.regions[change.region].loose and change.letters
        if was_loose and not loose_in(state, before.faction, change.region):
            equipment.relocate(own, change.region, _heir(before, change))


def _heir(before: Before, change: Change) -> str:
    """The marker that carries on in a region: one that stood there before, if any did."""
    staying = [x for x in change.letters if x in before.regions[change.region].letters]
    return min(staying or change.letters)


# ---------------------------------------------------------------- for those who may look


def units_under(state: State, faction: str, letter: str, peek: Peek) -> tuple[Token, ...] | None:
    """8 The Units of a Column as its owner knows them, hidden Major Units by label; None for who may not look."""
    inside = contents(state, faction, [letter]).without_labels()
    values = inside.seen(peek)
    named = state.factions[faction].named
    return None if values is None else tuple(named.get(t, t) for t in inside.tokens(*values))


def unchanged(state: State, faction: str, peek: Peek) -> list[Any] | None:
    """What a faction seals to change nothing: the plan, then a manifest for each letter; None without its secrets."""
    before = before_of(state, faction)
    found = [units_under(state, faction, x, peek) if x in before.known else () for x in before.sealing]
    return None if any(units is None for units in found) else [draft(before), *found]
