"""12.4.2, ruling R122 New Equipment: how much has a place where, and who carries it, sealed.

All secret pieces of the faction are sealed anew together (D30), so that nobody sees which of them went where.
Belongs here: limits of covert aid by region, the sealing. Must not be here: other exchanges (belongings).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbem.play.requests import Late, Listed, Sealed, SealMany
from pbem_games.angola.aid.arrival import bases, holds_up
from pbem_games.angola.exchange import Exchange, exchange_of, options, unlaid
from pbem_games.angola.map import CABINDA, regions_of
from pbem_games.angola.state import State
from pbem_games.angola.words.common import faction_name, piece_name

UNLIMITED = 99


def piece_limits(state: State, faction: str, landed: Iterable[str] = ()) -> dict[str, int]:
    """12.4.2, rulings R119, R138 How many new pieces a region may take; own Units stand or have just landed there."""
    limits = state.numbers.limits
    base = bases(state, faction)
    found: dict[str, int] = {}
    for region in sorted({*regions_of(state, faction), *landed}):
        if region in base:
            found[region] = UNLIMITED
        elif region == CABINDA and state.cabinda_fallen and faction == "mpla":  # ruling R99
            continue
        elif holds_up(state, faction, region):
            found[region] = limits.covert_equipment_per_settlement
        else:
            found[region] = limits.covert_equipment_per_region
    return found


def carriers_in(state: State, faction: str, regions: Iterable[str]) -> list[str]:
    """The entries that name a carrier in these regions: letters of own Columns, then regions."""
    chosen = list(regions)
    columns = state.factions[faction].columns
    return [*(x for x in sorted(columns) if columns[x].region in chosen), *chosen]


async def seal_entries(state: State, faction: str, new: Sequence[str]) -> None:
    """12.4.2, D29, D30 Every piece of the faction that may be secret gets a new entry, those just received included."""
    own = state.factions[faction]
    limits = piece_limits(state, faction)
    exchange = replace(exchange_of(state, faction), fields=())  # mines are converted in other windows (D31)
    pieces = unlaid(state, faction)
    everywhere = options(state, faction, exchange)
    allowed = Listed(carriers_in(state, faction, limits))
    items = [allowed if p in new else choice for p, choice in zip(pieces, everywhere, strict=True)]

    def late(given: dict[str, tuple[Sealed[str], ...]]) -> list[Late]:
        handles = dict(zip(pieces, given[faction], strict=True))
        claims = [_stays(state, faction, p, handles[p], exchange) for p in pieces if p not in new]
        return [*claims, _within(faction_name(state, faction), [handles[p] for p in new], limits, exchange.places)]

    sealed = await SealMany(rule="12.4.2", about=f"{faction}/equipment", bucket=128, items={faction: items}, late=late)
    for piece, handle in zip(pieces, sealed[faction], strict=True):
        own.equipment[piece].entry, own.equipment[piece].public = handle, ""
    own.carriers = {}


def _stays(state: State, faction: str, piece: str, new: Sealed[str], exchange: Exchange) -> Late:
    """2.4.2 A piece may change hands within a region, no more; a minefield stays what it is."""
    held = state.factions[faction].equipment[piece]
    public = held.public

    def holds(*entries: str) -> bool:
        return exchange.allows(*entries) if len(entries) > 1 else exchange.allows_from(public, entries[-1])

    needs = (new,) if held.entry is None else (held.entry, new)
    return Late("2.4.2", f"{faction_name(state, faction)} keeps {piece_name(state, piece)} in its region", needs, holds)


def _within(name: str, new: Sequence[Sealed[str]], limits: Mapping[str, int], places: Mapping[str, str]) -> Late:
    """Ruling R119 The limits of this step by region."""

    def holds(*entries: Any) -> bool:
        regions = [places.get(e, "") for e in entries]
        return all(regions.count(r) <= limits.get(r, 0) for r in regions)

    return Late("12.4.2", f"{name} puts no more new Equipment into a region than it may", tuple(new), holds)
