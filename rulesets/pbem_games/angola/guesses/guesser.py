"""What each faction may have sealed, as far as somebody can tell who sees the position and some of the secrets.

Belongs here: which Units may be under which marker, which Major Units, cards and entries there can be. Must not be
here: finding some that agree with all claims (`puzzle`), rules.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pbem.play.requests import DrawSecret, Late, Listed, Options, Peek, Sealed, Written
from pbem_games.angola.columns import CLAIMS
from pbem_games.angola.equipment import FIELD, LOST, region_of
from pbem_games.angola.exchange import MINE
from pbem_games.angola.guesses.puzzle import Condition, Handle, Puzzle, all_different, conditions
from pbem_games.angola.planning import BLANK
from pbem_games.angola.reorganization import units_under
from pbem_games.angola.reorganization_plans import before_of
from pbem_games.angola.state import Claim, Column, FactionState, Manifest, State, Token
from pbem_games.angola.words.manifest import ManifestForm
from pbem_games.angola.words.reorganization import ReorganizationForm
from pbem_games.angola.words.setup import PlanForm

Hidden = Mapping[Handle, Options[Any] | DrawSecret]
AT_ONCE = ("9.6.2", "12.4.1")  # sections of seals that are opened next: airgroups and bids


class AngolaGuesser:
    """One follows one match, so that a Unit that was seen to join a Column in Luanda is not guessed in Huambo."""

    def __init__(self) -> None:
        self._inside: dict[Handle, set[Token]] = {}  # by manifest: who may be in it
        self._there: dict[str, dict[str, set[Token]]] = {}  # by faction and region: who may be there
        self._reserve: dict[str, set[Token]] = {}
        self._sealed: dict[str, set[Handle]] = {}  # by faction: the manifests under its markers
        self._gone: dict[Handle, tuple[Token, ...]] = {}  # by manifest: who was in it and has left in public
        self._used_up: dict[Handle, Manifest] = {}  # manifests of Columns that lost their last Unit unopened

    def watch(self, state: State) -> None:
        """8.1-3 Who may be in new manifests: whoever may have been in the region before, or came out of the reserve.

        Who has been seen elsewhere since is in none of them.
        """
        for faction, own in state.factions.items():
            hidden = _unseen(state, faction)
            sealed = {column.sealed: column for column in own.columns.values() if column.sealed is not None}
            if sealed.keys() <= self._inside.keys():
                self._use_up(faction, sealed, hidden)
            for handle, column in sealed.items():
                if handle not in self._inside:
                    there = self._there[faction].get(column.region, set())
                    self._inside[handle] = there | self._reserve[faction]
                self._inside[handle] &= hidden.difference(column.gone)
                self._gone[handle] = tuple(column.gone)
            self._sealed[faction] = set(sealed)
            self._there[faction] = self._who_may_be_where(own)
            self._reserve[faction] = set(own.reserve)

    def _use_up(self, faction: str, sealed: Collection[Handle], hidden: set[Token]) -> None:
        """Ruling R127 Nothing was sealed anew, so a marker that is off the map lost its last Units in public."""
        for handle in self._sealed.get(faction, set()).difference(sealed):
            last = sorted(self._inside[handle] - hidden)
            self._used_up[handle] = (*self._gone[handle], *last)

    def _who_may_be_where(self, own: FactionState) -> dict[str, set[Token]]:
        there: dict[str, set[Token]] = {}
        for unit, loose in own.loose.items():
            there.setdefault(loose.region, set()).add(unit)
        for column in own.columns.values():
            inside = there.setdefault(column.region, set())
            inside.update(column.known)
            if column.sealed is not None:
                inside |= self._inside[column.sealed]
        return there

    def guess(
        self, state: State, hidden: Hidden, claims: Sequence[Late], peek: Peek, rng: random.Random
    ) -> dict[Handle, Any]:
        """Everything that can still matter; what was sealed anew since, or used up, stays closed."""
        values: dict[Handle, Any] = {}
        for faction in state.factions:
            values |= self._places_and_names(state, faction, hidden, claims, peek, rng)
            values |= _cards(state, faction, hidden, peek, rng)

        def guessed(handle: Handle) -> Any:
            return values[handle] if handle in values else peek(handle)

        values |= _to_be_opened(state, hidden, guessed, rng)
        values |= _draws(hidden, claims, guessed, rng)
        return values

    # ------------------------------------------------------------------ Units, Major Units, Equipment

    def _places_and_names(
        self, state: State, faction: str, hidden: Hidden, claims: Sequence[Late], peek: Peek, rng: random.Random
    ) -> dict[Handle, Any]:
        own = state.factions[faction]
        gone = {c.sealed: list(c.gone) for c in own.columns.values() if c.sealed is not None and c.sealed in hidden}
        names = {h: _names(state, faction, h, hidden, peek) for h in own.hidden.values() if h in hidden}
        sealed = [p.entry for p in own.equipment.values() if p.entry is not None]
        entries = {h: _entries(own, hidden[h]) for h in sealed if h in hidden}
        single = names | entries
        settled = {h: value for h, value in self._settled(faction, hidden).items() if h not in gone}

        def known(handle: Handle) -> Any:
            return settled[handle] if handle in settled else peek(handle)

        wanted = conditions(claims, (*gone, *single), known)
        for column in own.columns.values():
            if column.sealed in gone:
                wanted += _told_of(state, faction, column, known)
        wanted += [all_different(names)] if len(names) > 1 else []
        wanted += _one_field_each(own, entries, known)
        wanted += [_has_unit(h, units) for h, units in gone.items() if not _is_held(own, h)]
        return settled | Puzzle(gone, self._units(state, faction, gone, peek), single, wanted, rng).solve()

    def _settled(self, faction: str, hidden: Hidden) -> dict[Handle, Manifest]:
        """8, ruling R30 Manifests that hold no secret: of letters that came under no marker, and those used up.

        Without them nobody could judge what was claimed of all letters together, such as the told sizes.
        """
        settled = {h: units for h, units in self._used_up.items() if h.seat == faction and h in hidden}
        for handle, options in hidden.items():
            is_manifest = isinstance(options, Written) and isinstance(options.form, ManifestForm)
            if is_manifest and handle.seat == faction and handle not in self._inside and _plan_of(handle) not in hidden:
                settled[handle] = ()
        return settled

    def _units(
        self, state: State, faction: str, gone: Mapping[Handle, Sequence[Token]], peek: Peek
    ) -> dict[Token, list[Handle]]:
        """8 The Units that nobody sees, each with the manifests in which it may be."""
        if not gone:
            return {}
        own = state.factions[faction]
        others = [c.sealed for c in own.columns.values() if c.sealed is not None and c.sealed not in gone]
        known = {token for handle in others for token in peek(handle) or ()}
        tokens = [t for t in (*state.numbers.counters_of[faction], *own.hidden) if t not in known]
        may = {t: [h for h in gone if t in self._inside[h]] for t in tokens}
        return {token: handles for token, handles in may.items() if handles}


def _unseen(state: State, faction: str) -> set[Token]:
    """8 The Units that may be in sealed Columns: they are neither off the map nor where everybody sees them."""
    own = state.factions[faction]
    seen = {*own.loose, *own.reserve, *own.dead, *own.major_pool, *(t for c in own.columns.values() for t in c.known)}
    return {*state.numbers.counters_of[faction], *own.hidden} - seen


def _has_unit(handle: Handle, gone: Sequence[Token]) -> Condition:
    """8.1 Somebody is left in a Column."""
    return Condition(frozenset([handle]), lambda values: len(values[handle]) > len(gone))


def _told_of(state: State, faction: str, column: Column, peek: Peek) -> Iterator[Condition]:
    """Rulings R28, R126 What the rules will judge when a sealed Column is opened: its size, its strength and so on."""
    own, manifest = state.factions[faction], column.sealed
    assert manifest is not None
    labels = own.hidden

    for claim in column.claims:
        def holds(values: Mapping[Handle, Any], claim: Claim = claim) -> bool:
            named = {**own.named, **{t: values[h] if h in values else peek(h) for t, h in labels.items()}}
            inside = (*claim.known, *(t for t in values[manifest] if t not in claim.gone))
            names = (named.get(t, t) for t in inside)
            units = tuple(state.numbers.counters[u] for u in names if u in state.numbers.counters)
            return CLAIMS.holds(units, claim)

        yield Condition(frozenset([manifest, *labels.values()]), holds)


def _is_held(own: FactionState, handle: Handle) -> bool:
    """Whether everybody sees a Unit under the marker of this manifest."""
    return any(c.sealed == handle and c.known for c in own.columns.values())


def _names(state: State, faction: str, handle: Handle, hidden: Hidden, peek: Peek) -> list[Token]:
    """12.1.1 Which Major Units a label may stand for: none that has been seen out of the pool, or that another is."""
    own = state.factions[faction]
    taken = {peek(h) for h in own.hidden.values()}
    options = hidden[handle]
    assert isinstance(options, Listed)
    return [u for u in options.legal if u in own.major_pool and u not in taken]


def _entries(own: FactionState, options: Options[Any] | DrawSecret) -> list[str]:
    """2.4.2, 9.9.1 Who may carry a piece, or where it may be a minefield; lost where no carrier of then is left."""
    assert isinstance(options, Listed)
    return [e for e in options.legal if e != LOST and region_of(own, e) is not None] or [LOST]


def _one_field_each(own: FactionState, entries: Collection[Handle], peek: Peek) -> Iterator[Condition]:
    """9.9.1 No two minefields of a faction are in a region: it has claimed so of mines sealed at other times, too."""
    mines = [p for p in own.equipment.values() if p.kind == MINE]
    sealed = [p.entry for p in mines if p.entry is not None and not p.public]
    public = [p.public for p in mines if p.public.startswith(FIELD)]

    def holds(values: Mapping[Handle, Any]) -> bool:
        inside = [values[h] if h in values else peek(h) for h in sealed]
        fields = [*public, *(entry for entry in inside if entry is not None and entry.startswith(FIELD))]
        return len(set(fields)) == len(fields)

    if not set(sealed).isdisjoint(entries):
        yield Condition(frozenset(sealed), holds)


# ---------------------------------------------------------------- cards


def _cards(state: State, faction: str, hidden: Hidden, peek: Peek, rng: random.Random) -> dict[Handle, Any]:
    """5.2, 5.4 The cards of a pack that lie closed: all Blanks that are missing, others of the deck at random."""
    own = state.factions[faction]
    closed = [handle for handle in own.pack if handle in hidden]
    deck = [kind for kind, count in state.numbers.deck(faction, state.turn).items() for _ in range(count)]
    for card in own.pack:
        kind = peek(card)
        if card not in hidden and kind is not None and kind in deck:
            deck.remove(kind)
    blanks = [card for card in deck if card == BLANK]
    others = [card for card in deck if card != BLANK]
    cards = [*blanks, *rng.sample(others, max(0, min(len(others), len(closed) - len(blanks))))][: len(closed)]
    rng.shuffle(cards)
    return dict(zip(closed, cards, strict=False))


# ---------------------------------------------------------------- what is sealed and not yet carried out


def _to_be_opened(state: State, hidden: Hidden, peek: Peek, rng: random.Random) -> dict[Handle, Any]:
    """Plans, bids and airgroups that were sealed just now: quiet plans, any number of the rest."""
    values: dict[Handle, Any] = {}
    for handle, options in hidden.items():
        if isinstance(options, Written) and isinstance(options.form, PlanForm | ReorganizationForm):
            manifests = list(_sealed_with(handle, hidden))
            values |= dict(zip(manifests, _quiet(state, handle.seat, options, manifests, hidden, peek), strict=True))
            values[handle] = options.default()
        elif isinstance(options, Listed) and handle.slot.split("/")[1] in AT_ONCE:
            values[handle] = rng.choice(options.legal)
    return values


def _plan_of(manifest: Handle) -> Handle:
    """The plan that was sealed with a manifest, before it."""
    return Sealed(manifest.seat, f"{manifest.slot.rpartition('/')[0]}/0")


def _sealed_with(plan: Handle, hidden: Hidden) -> Iterator[Handle]:
    """The manifests of a plan, which were sealed after it at the same time."""
    stem = plan.slot.rpartition("/")[0]
    return (h for h in hidden if h.seat == plan.seat and h.slot.rpartition("/")[0] == stem and h != plan)


def _quiet(
    state: State, faction: str, plan: Written[Any], manifests: Sequence[Handle], hidden: Hidden, peek: Peek
) -> list[Any]:
    """3, 8.1-3 The manifests of a plan that changes nothing: at the start no Columns, later what is there."""
    if isinstance(plan.form, PlanForm):
        return [()] * len(manifests)
    before = before_of(state, faction, spare_only=state.step == "f")
    return [units_under(state, faction, x, peek) if x in before.known else () for x in before.sealing]


def _draws(hidden: Hidden, claims: Sequence[Late], peek: Peek, rng: random.Random) -> dict[Handle, Any]:
    """12.1.1 Major Units that were drawn just now: of the others it has been claimed already that they were named."""
    named = {handle for late in claims for handle in late.needs}
    values: dict[Handle, Any] = {}
    for handle, request in hidden.items():
        if isinstance(request, DrawSecret) and handle not in named:
            gone = {peek(earlier) for earlier in request.less}
            values[handle] = tuple(rng.sample(sorted(u for u in request.pool if u not in gone), request.count))
    return values
