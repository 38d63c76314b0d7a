"""2.4.2, 9.9.1 Who may hand Equipment to whom, and where a mine may become a minefield.

Belongs here: pure questions, copied so that they can be judged when entries are opened. Must not be here: asking
(belongings), what Equipment does (combat).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pbem.kit.hidden import all_different
from pbem.play.requests import Late, Listed, Peek, Sealed
from pbem_games.angola.equipment import FIELD, LOST, carrier_now
from pbem_games.angola.map import columns_in, loose_in, regions_of
from pbem_games.angola.movement import Path
from pbem_games.angola.state import FactionState, State
from pbem_games.angola.words.common import faction_name, piece_name

MINE = "mine"


class Carried(msgspec.Struct, frozen=True):
    """Who carried what at one moment: what had become of sealed entries, and the carriers that everybody knew."""

    carriers: dict[str, str]
    publics: dict[str, str]


def carried_by(own: FactionState) -> Carried:
    """Who carries what now; to be taken before a move."""
    return Carried(dict(own.carriers), {p: piece.public for p, piece in own.equipment.items()})


class Exchange(msgspec.Struct, frozen=True):
    """Where one faction's Forces can hand over Equipment now, after a Force of it has gone along `path` (or none has).

    `before` says who carried what before that, `places` in which region each carrier is; `mover` is the letter
    of the Column that moved, "" for loose Units; `fields` are regions where a mine may be converted.
    """

    before: Carried
    places: dict[str, str]
    path: Path
    mover: str
    fields: tuple[str, ...]

    def now(self, entry: str) -> str:
        """What carries now what an older entry named."""
        return entry if entry.startswith(FIELD) else self.before.carriers.get(entry, entry)

    def allows(self, old: str, new: str) -> bool:
        """D30, D31 Whether a piece can have come from the older entry to the new one."""
        return self.allows_from(self.now(old), new)

    def allows_from(self, at: str, new: str) -> bool:
        """D30, D31 The same for a piece whose carrier of today everybody knows."""
        if at.startswith(FIELD):
            return new == at  # 9.9.1: a minefield stays what and where it is
        if self._place(at) is None:
            return new == LOST
        if new.startswith(FIELD):
            region = new.removeprefix(FIELD)
            return region in self.fields and self._meets(at, region)
        return new in self.places and (new == at or self._meets(at, self.places[new]))

    def _place(self, carrier: str) -> str | None:
        """The region of a carrier; Forces that have all left the start of the path were there."""
        return self.places.get(carrier, carrier if carrier in self.path[:1] else None)

    def _meets(self, carrier: str, region: str) -> bool:
        """2.4.2 Whether what a carrier has can get into a region: it is there, or the moving Force brings it along."""
        start = self._place(carrier)
        if start == region:
            return True
        if region not in self.path:
            return False
        if self.mover and carrier == self.mover:
            return True
        return start is not None and start in self.path and self.path.index(start) <= self.path.index(region)


def exchange_of(
    state: State, faction: str, path: Path = (), mover: str = "", before: Carried | None = None
) -> Exchange:
    """2.4.2 The hand-overs that are possible now; `before` is how it was before the move, where there was one."""
    own = state.factions[faction]
    places = {x: c.region for x, c in sorted(own.columns.items())} | {r: r for r in regions_of(state, faction)}
    fields = legal_fields(state, faction, path) if unlaid(state, faction, MINE) else []
    return Exchange(before or carried_by(own), places, path, mover, tuple(fields))


def legal_fields(state: State, faction: str, path: Path = ()) -> list[str]:
    """9.9.1, ruling R70 Regions where a mine may be converted, as far as everybody can tell.

    An own Force stands there or has just passed through, one of the alliance stays, and no friendly minefield is seen.
    """
    ally = state.numbers.ally(faction)
    own = regions_of(state, faction)
    staying = {*own, *regions_of(state, ally)}
    hostile = {r for f in state.numbers.enemies(faction) for r in regions_of(state, f)}
    pieces = [p for f in (faction, ally) for p in state.factions[f].equipment.values()]
    laid = {p.public.removeprefix(FIELD) for p in pieces if p.public.startswith(FIELD)}
    return [r for r in sorted({*own, *path}) if r in staying and r not in hostile and r not in laid]


def unlaid(state: State, faction: str, kind: str = "") -> list[str]:
    """The faction's pieces, of one kind or of all, that are not minefields for all to see; in the order kept."""
    own = state.factions[faction].equipment
    return [p for p, e in own.items() if not e.public.startswith(FIELD) and kind in ("", e.kind)]


def has_exchange(state: State, faction: str) -> bool:
    """D30, D31 Whether the faction may have anything to hand over or to convert where it stands."""
    if not unlaid(state, faction):
        return False
    if exchange_of(state, faction).fields:
        return True
    regions = regions_of(state, faction)
    return any(len(columns_in(state, faction, r)) + bool(loose_in(state, faction, r)) > 1 for r in regions)


def options(state: State, faction: str, exchange: Exchange) -> list[Listed[str]]:
    """The entries that could be sealed for each piece of `unlaid`, as far as everybody can tell.

    The first, which counts for a text that makes no sense, is `lost`: no better than honesty (protocol 3.2).
    """
    own = state.factions[faction]
    fields = [FIELD + r for r in sorted({*exchange.fields, *own.field_regions})]
    carried = [LOST, *exchange.places]
    return [
        Listed([*carried, *fields] if own.equipment[p].kind == MINE else carried) for p in unlaid(state, faction)
    ]


def lates(state: State, faction: str, exchange: Exchange, handles: tuple[Sealed[str], ...]) -> list[Late]:
    """2.4.2, 9.9.1 What must be true of new entries: each hand-over was possible, no two minefields are in a region."""
    own = state.factions[faction]
    pieces = unlaid(state, faction)
    found = []
    for piece, handle in zip(pieces, handles, strict=True):
        entry = own.equipment[piece].entry
        claim = f"{piece_name(state, piece)} of {faction_name(state, faction)} went only where own Forces took it"
        needs = (handle,) if entry is None else (entry, handle)
        found.append(Late("2.4.2", claim, needs, _handed(exchange, exchange.before.publics[piece])))
    mines = tuple(h for p, h in zip(pieces, handles, strict=True) if own.equipment[p].kind == MINE)
    if len(mines) > 1:
        what = f"{faction_name(state, faction)} has no two minefields in a region"
        found.append(all_different("9.9.1", what, mines, among=lambda entry: entry.startswith(FIELD)))
    return found


def _handed(exchange: Exchange, public: str) -> Callable[..., bool]:
    """The predicate over the old entry, where it was sealed, and the new one."""

    def holds(*entries: str) -> bool:
        return exchange.allows(*entries) if len(entries) > 1 else exchange.allows_from(public, entries[-1])

    return holds


def as_they_are(state: State, faction: str, peek: Peek) -> list[str]:
    """The entries that change nothing, for the owner's tools and bots: one for each piece of `unlaid`."""
    own = state.factions[faction]
    places = exchange_of(state, faction).places
    found = []
    for piece in unlaid(state, faction):
        about = own.equipment[piece]
        now = about.public if about.entry is None else carrier_now(own, str(peek(about.entry)))
        found.append(now if now in places or now.startswith(FIELD) else LOST)
    return found
