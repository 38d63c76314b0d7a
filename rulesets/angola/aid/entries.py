"""12.4.2, ruling R122 New Equipment: how much has a place where, and who carries it, sealed.

All secret pieces of the faction are sealed anew together (D30), so that nobody sees which of them went where.
Belongs here: limits of covert aid by region, the sealing. Must not be here: other exchanges (belongings).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.play.requests import Late, Listed, Sealed, SealMany
from rulesets.angola.aid.arrival import bases, holds_up
from rulesets.angola.equipment import FIELD, region_of
from rulesets.angola.map import CABINDA, regions_of
from rulesets.angola.numbers import LETTERS
from rulesets.angola.state import FactionState, State

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
    """12.4.2, D29, D30 Every secret piece of the faction gets a new entry, those just received included."""
    own = state.factions[faction]
    limits = piece_limits(state, faction)
    pieces = [p for p, piece in own.equipment.items() if not piece.public]
    anywhere = carriers_in(state, faction, regions_of(state, faction))
    fields = [FIELD + r for r in regions_of(state, faction)]
    allowed = carriers_in(state, faction, limits)
    before = _whereabouts(state, own)
    items = [
        Listed(allowed if p in new else [*anywhere, *(fields if own.equipment[p].kind == "mine" else [])])
        for p in pieces
    ]
    old = {p: entry for p in pieces if p not in new and (entry := own.equipment[p].entry) is not None}
    after = _whereabouts(state, msgspec.structs.replace(own, carriers={}))

    def late(given: dict[str, tuple[Sealed[str], ...]]) -> list[Late]:
        handles = dict(zip(pieces, given[faction], strict=True))
        claims = [_stays(faction, p, old[p], handles[p], before, after) for p in old]
        return [*claims, _within(faction, [handles[p] for p in new], limits, after)]

    sealed = await SealMany(rule="12.4.2", about=f"{faction}/equipment", bucket=128, items={faction: items}, late=late)
    own.carriers = {}
    for piece, handle in zip(pieces, sealed[faction], strict=True):
        own.equipment[piece].entry = handle


def _whereabouts(state: State, own: FactionState) -> dict[str, str | None]:
    """Where each thing that an entry may name is now; copied, so that a claim can be judged later."""
    names = [*LETTERS, *state.numbers.regions, *(FIELD + r for r in state.numbers.regions)]
    return {name: region_of(own, name) for name in names}


def _stays(faction: str, piece: str, old: Sealed[str], new: Sealed[str], before: Mapping[str, str | None],
           after: Mapping[str, str | None]) -> Late:
    """2.4.2 A piece may change hands within a region, no more; a minefield stays what it is."""

    def holds(was: str, is_now: str) -> bool:
        if before.get(was) is None:
            return True  # its carrier is no more: that is another claim
        same_side = was.startswith(FIELD) == is_now.startswith(FIELD)
        return same_side and before[was] == after.get(is_now)

    return Late("2.4.2", f"{faction} keeps {piece} in its region", (old, new), holds)


def _within(faction: str, new: Sequence[Sealed[str]], limits: Mapping[str, int], after: Mapping[str, str | None]
            ) -> Late:
    """Ruling R119 The limits of this step by region."""

    def holds(*entries: Any) -> bool:
        regions = [after.get(e) for e in entries]
        return all(r is not None and regions.count(r) <= limits.get(r, 0) for r in regions)

    return Late("12.4.2", f"{faction} puts no more new Equipment into a region than it may", tuple(new), holds)
