"""2.4.2, 9.9.1 Equipment in hand: handing it over, converting mines, showing it, losing it with its Force.

Belongs here: when and how owners say where pieces are. Must not be here: what is possible (exchange), what pieces do.

All of a faction's pieces are sealed anew at once, changed or not, so that changes do not show (R122). This happens
(a) in its own Operation, where its order says `equip`; (b) once a turn, in the same seal as the packs: for the Planning
Phase, and for the End Phase that has just gone by; (c) after an ally's card, if it has said `watch` in an order. Ruling
R133 asks nobody at those cards: so who has not said `watch` is not asked, and who has is asked by its own wish. During
an enemy's card nothing can be converted (ruling R70): what is asked then is what became of pieces, to which there is
one honest answer, and the owner's tool gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from pbem.errors import IllegalMove
from pbem.kit.hidden import closed, reveal, seen
from pbem.kit.lists import Some
from pbem.play.requests import Ask, Late, Listed, Peek, Sealed, SealMany, Tell, Write
from pbem_games.angola.ending import false_claim
from pbem_games.angola.equipment import FIELD, LOST, carrier_now, give_back, minefield_of, place_of, relocate
from pbem_games.angola.exchange import (
    MINE,
    Carried,
    Exchange,
    exchange_of,
    has_exchange,
    lates,
    options,
    unlaid,
)
from pbem_games.angola.map import FLEC_BASE, columns_in, factions_in, stands_in
from pbem_games.angola.movement import Path
from pbem_games.angola.numbers import FACTIONS
from pbem_games.angola.state import State
from pbem_games.angola.words import belongings as words
from pbem_games.angola.words.common import faction_name, piece_name, region_name
from pbem_games.angola.words.operations import EQUIP, UNWATCH, WATCH

NOTHING = "nothing"

# ---------------------------------------------------------------- D30, D31 windows


async def reseal(
    state: State,
    faction: str,
    regions: Path,
    *,
    rule: str,
    mover: str = "",
    before: Carried | None = None,
) -> None:
    """2.4.2, 9.9.1 The faction hands Equipment over and converts mines, in secret: within regions, and along a path.

    `regions` is the path that a Force of it has gone, () where none has; `mover` the letter of a Column that went;
    `before` who carried what before that move.
    """
    if unlaid(state, faction):
        await _reseal_all(state, {faction: exchange_of(state, faction, regions, mover, before)}, rule=rule)


def planning_exchanges(state: State) -> dict[str, Exchange]:
    """2.4.2, ruling R70 Who may hand over and convert once a turn, in the seal that also holds the packs."""
    return {f: exchange_of(state, f) for f in state.turn_order() if has_exchange(state, f)}


class IdleCard(msgspec.Struct, frozen=True):
    """2.4.2, ruling R141 The card moves nothing."""


@dataclass(frozen=True, slots=True)
class GoneWith(Some):
    """2.4.2 Equipment that may be lost with a Force."""

    region: str = ""


async def ask_watchers(state: State, faction: str) -> None:
    """Ruling R133: after a card of this faction its ally may convert and hand over, if it has said that it watches."""
    ally = state.numbers.ally(faction)
    own = state.factions[ally]
    if not own.watches or not has_exchange(state, ally):
        return
    await _offer(state, ally, "watch")


async def offer_with_idle_card(state: State, faction: str) -> None:
    """Ruling R141: with a Blank, or the card of a Column off the map, Equipment may change hands as ever."""
    if has_exchange(state, faction):
        await _offer(state, faction, "idle")


async def _offer(state: State, faction: str, when: str) -> None:
    """2.4.2, 9.9.1 Nothing, Equipment changes hands, or the faction begins or ends to watch its ally's cards."""
    own = state.factions[faction]
    legal = (NOTHING, EQUIP, UNWATCH if own.watches else WATCH)
    answer = await Ask(rule="2.4.2", seat=faction, about=f"{faction}/{when}", legal=lambda: legal,
                       case=IdleCard() if when == "idle" else None)
    if answer in (WATCH, UNWATCH):
        note_watch(state, faction, answer)
    if answer == EQUIP:
        await reseal(state, faction, (), rule="2.4.2")


def check_words(state: State, faction: str, equip: bool, watch: str, what: str) -> None:
    """2.4.2, ruling R133 Raises IllegalMove if `equip`, `watch` or `unwatch` in an order make no sense."""
    own = state.factions[faction]
    if equip and not unlaid(state, faction):
        raise IllegalMove(f"{what}: {EQUIP}", "2.4.2", f"{faction} has no Equipment that could change hands")
    if watch == WATCH and (own.watches or not own.equipment):
        raise IllegalMove(f"{what}: {WATCH}", "r133", f"{faction} watches already, or has no Equipment")
    if watch == UNWATCH and not own.watches:
        raise IllegalMove(f"{what}: {UNWATCH}", "r133", f"{faction} does not watch its ally's cards")


def note_watch(state: State, faction: str, watch: str) -> None:
    """Ruling R133: from now on the faction wants to be asked after its ally's cards, or no more."""
    if watch:
        state.factions[faction].watches = watch == WATCH


async def _reseal_all(state: State, exchanges: dict[str, Exchange], *, rule: str) -> None:
    """D30, D31 One new entry for every piece of these factions."""
    sealed = await SealMany(
        rule=rule,
        about=f"equipment/{'/'.join(exchanges)}",
        bucket=128,
        items={f: entry_items(state, f, exchange) for f, exchange in exchanges.items()},
        late=lambda given: [claim for f, e in exchanges.items() for claim in entry_claims(state, f, e, given[f])],
    )
    await take_entries(state, exchanges, sealed, rule=rule)


def entry_items(state: State, faction: str, exchange: Exchange | None) -> list[Listed[str]]:
    """One item for each piece of the faction that is not laid in the open; none without an exchange."""
    return [] if exchange is None else options(state, faction, exchange)


def entry_claims(
    state: State, faction: str, exchange: Exchange | None, handles: tuple[Sealed[str], ...]
) -> list[Late]:
    """What must be true of new entries."""
    return [] if exchange is None else lates(state, faction, exchange, handles)


async def take_entries(
    state: State, exchanges: Mapping[str, Exchange], sealed: Mapping[str, tuple[Sealed[str], ...]], *, rule: str
) -> None:
    """D30, D31 New entries count from now on; a minefield that no own Column hides is seen at once (9.9.1)."""
    for faction, exchange in exchanges.items():
        own = state.factions[faction]
        for piece, handle in zip(unlaid(state, faction), sealed[faction], strict=True):
            own.equipment[piece].entry, own.equipment[piece].public = handle, ""
        own.carriers = {}
        own.field_regions = sorted({*own.field_regions, *exchange.fields})
    await Tell(rule=rule, text=words.rearranged(state, exchanges))
    for faction in exchanges:
        bare = [r for r in state.factions[faction].field_regions if not columns_in(state, faction, r)]
        await uncover(state, faction, bare)


# ---------------------------------------------------------------- minefields come to light, and go


async def uncover_fields(state: State, faction: str, region: str) -> None:
    """9.9.1, ruling R69 A secret minefield is seen as soon as no own Column stands over it any more."""
    if not columns_in(state, faction, region):
        await uncover(state, faction, [region])


async def uncover(state: State, faction: str, regions: Iterable[str]) -> None:
    """9.9.1 The owner says which of its mines are minefields in these regions; those entries are opened.

    Ruling R139: where the ally's field has been seen before, this one does not exist, and goes back to the pool.
    """
    own = state.factions[faction]
    chosen = [r for r in regions if r in own.field_regions]
    if not chosen:
        return
    own.field_regions = [r for r in own.field_regions if r not in chosen]
    mines = [p for p in unlaid(state, faction, MINE) if own.equipment[p].entry is not None]
    if not mines:
        return
    answer = await _ask_fields(state, faction, mines, chosen)
    if not answer:
        await Tell(rule="9.9.1", text=words.no_field_seen(state, faction, chosen), places=tuple(chosen))
    named = dict(word.split(".") for word in answer)
    for mine, region in named.items():
        await Tell(rule="9.9.1", text=words.field_named(state, faction, mine, region), places=(region,))
    await _open(state, faction, list(named))
    for mine, region in named.items():
        if own.equipment[mine].public != FIELD + region:
            what = f"{piece_name(state, mine)} is a minefield in {region_name(state, region)}"
            await false_claim(state, faction, what, rule="9.9.1")
        elif minefield_of(state, state.numbers.ally(faction), region):
            await Tell(rule="9.9.1", text=words.field_too_many(state, faction, region), places=(region,))
            await _return_field(state, faction, mine, region)  # 9.9.1: there is one already
        else:
            await Tell(rule="9.9.1", text=words.field_seen(state, faction, mine, region), places=(region,))


async def _ask_fields(state: State, faction: str, mines: Sequence[str], regions: Sequence[str]) -> tuple[str, ...]:
    """The one honest answer is given by the owner's tool: which mine is a minefield in which of these regions."""
    handles = closed({m: state.factions[faction].equipment[m].entry for m in mines})
    form = words.fields_form(mines, regions)

    def fields(entries: Iterable[str]) -> tuple[str, ...]:
        pairs = zip(mines, entries, strict=True)
        return tuple(f"{m}.{e.removeprefix(FIELD)}" for m, e in pairs if e in [FIELD + r for r in regions])

    def check(answer: tuple[str, ...]) -> None:
        for part in (0, 1):
            parts = [word.split(".")[part] for word in answer]
            if len(set(parts)) != len(parts):
                raise IllegalMove(form.spell(answer), "9.9.1", "one minefield a region, and one region a minefield")

    def truth(peek: Peek) -> tuple[str, ...] | None:
        entries = seen(handles.values(), peek)
        return None if entries is None else fields(entries)

    def late(answer: tuple[str, ...]) -> list[Late]:
        there = ", ".join(region_name(state, region) for region in regions)
        claim = f"{faction_name(state, faction)} has these minefields, and no others, in {there}: {form.spell(answer)}"
        named = sorted(answer)
        return [Late("9.9.1", claim, tuple(handles.values()), lambda *entries: sorted(fields(entries)) == named)]

    about = f"{faction}/{regions[0]}"
    return await Write(
        rule="9.9.1", seat=faction, about=about, form=form, check=check, draft=lambda: (), late=late, truth=truth,
        case=Some(form.names),
    )


async def return_fields(state: State, region: str, *, alliance: str = "") -> None:
    """9.9.1, ruling R68 An alliance has no Unit here any more: its minefield goes back to the pool, seen or not.

    `alliance` says of which; without it, every alliance that stands here no more.
    """
    standing = {state.numbers.alliance(f) for f in factions_in(state, region)}
    for faction in state.turn_order():
        side = state.numbers.alliance(faction)
        if side in standing or (alliance and side != alliance) or (region == FLEC_BASE and faction != "fnla"):
            continue
        await uncover(state, faction, [region])
        mine = minefield_of(state, faction, region)
        if mine is not None:
            await _return_field(state, faction, mine, region)


async def _return_field(state: State, faction: str, mine: str, region: str) -> None:
    text = words.field_returned(state, faction, mine, region)
    give_back(state, faction, mine)
    await Tell(rule="9.9.1", text=text, places=(region,))


# ---------------------------------------------------------------- showing and losing


async def show(
    state: State, faction: str, pieces: Sequence[str], region: str, *, rule: str, field: bool = False
) -> list[str]:
    """2.4.2, e2 Pieces that are said to be here are shown; those that really are, in order. Others were false claims.

    `field`: they are said to be minefields. What is shown stays known to all until it is sealed anew.
    """
    await _open(state, faction, pieces, rule=rule)
    found = []
    own = state.factions[faction]
    for piece in pieces:
        about = own.equipment[piece]
        is_field = about.public.startswith(FIELD) and about.kind == MINE
        if is_field == field and place_of(own, about.public) == region:
            found.append(piece)
        else:
            await false_claim(state, faction, words.was_there(state, piece, region), rule=rule)
    return found


async def _open(state: State, faction: str, pieces: Iterable[str], *, rule: str = "2.4.2") -> None:
    """The entries of these pieces are opened: from now on everybody knows who carries them."""
    own = state.factions[faction]
    entries = await reveal({p: own.equipment[p].entry for p in pieces}, rule=rule, about=f"{faction}/equipment")
    for piece, shown in entries.items():
        own.equipment[piece].entry, own.equipment[piece].public = None, carrier_now(own, shown)


async def give_up_lost(state: State, region: str, *, factions: Iterable[str] = FACTIONS) -> None:
    """2.4.2, ruling R124 Who has no ground Unit left here gives back what its Force carried; minefields are R68's.

    Of `factions` only those that may have lost something are asked: in a combat, both sides.
    """
    for faction in factions:
        own = state.factions[faction]
        if stands_in(state, faction, region) or not _may_have_lost(state, faction, region):
            continue
        pieces = [p for p in unlaid(state, faction) if own.equipment[p].public in ("", region)]
        lost = await _ask_lost(state, faction, pieces, region)
        if any(own.equipment[p].entry is not None for p in pieces):  # it was asked
            sentence = words.named_lost(state, faction, lost, region) if lost else (
                words.nothing_given_back(state, faction, region)
            )
            await Tell(rule="2.4.2", text=sentence, places=(region,))
        await _open(state, faction, lost)
        untrue = [p for p in lost if place_of(own, own.equipment[p].public) != region]
        if lost:
            await Tell(rule="2.4.2", text=words.given_back(state, faction, lost, region), places=(region,))
        for piece in lost:
            give_back(state, faction, piece)
        relocate(own, region, LOST)  # what was kept quiet about can never be used
        for piece in untrue:
            await false_claim(state, faction, words.was_there(state, piece, region), rule="2.4.2")


def _may_have_lost(state: State, faction: str, region: str) -> bool:
    """Whether everybody can see that a Force of the faction may have carried something here."""
    battle, own = state.battle, state.factions[faction]
    if battle is None or (faction in battle.defenders and region == battle.region):
        return bool(unlaid(state, faction))
    return region in own.carriers.values() and bool(unlaid(state, faction))


async def _ask_lost(state: State, faction: str, pieces: Sequence[str], region: str) -> tuple[str, ...]:
    """R124 Which of these were here: what everybody knows, and of the sealed ones what the owner's tool says."""
    own = state.factions[faction]
    public = tuple(p for p in pieces if own.equipment[p].public == region)
    sealed = closed({p: own.equipment[p].entry for p in pieces})
    if not sealed:
        return public
    here = tuple(n for n in (*own.carriers, region) if carrier_now(own, n) == region)
    form = words.pieces_form(list(sealed))

    def lost(entries: Iterable[str]) -> list[str]:
        return [p for p, e in zip(sealed, entries, strict=True) if e in here]

    def truth(peek: Peek) -> tuple[str, ...] | None:
        entries = seen(sealed.values(), peek)
        return None if entries is None else tuple(lost(entries))

    def late(answer: tuple[str, ...]) -> list[Late]:
        who, there = faction_name(state, faction), region_name(state, region)

        def claim(piece: str, entry: Sealed[str]) -> Late:
            is_lost = piece in answer
            what = f"{who} has {'' if is_lost else 'not '}lost {piece_name(state, piece)} in {there}"
            return Late("2.4.2", what, (entry,), lambda now: (now in here) == is_lost)

        return [claim(piece, entry) for piece, entry in sealed.items()]

    answer = await Write(
        rule="2.4.2", seat=faction, about=f"{faction}/{region}", form=form, check=lambda _: None, draft=lambda: (),
        late=late, truth=truth, case=GoneWith(form.names, region=region),
    )
    return (*public, *answer)


