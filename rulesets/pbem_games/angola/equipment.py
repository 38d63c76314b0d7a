"""2.4.2, 9.9, 17.4 Equipment: which faction has which pieces is public, where each piece is its owner alone knows.

An entry is sealed for every piece: a Column letter (`a`: with that Column), a region (`luanda`: with own Forces there),
or `field.<region>` for a minefield under an own Column. Between two sealings a piece goes where its carrier goes, and
that is public: `carriers` says where what an entry names has gone since the entry was sealed.
Belongs here: where pieces are, when they go back to the pool. Must not be here: who decides, what they do in combat.
"""

from __future__ import annotations

from functools import cache

from pbem_games.angola.state import FactionState, State

FIELD = "field."
LOST = "lost"


def relocate(own: FactionState, old: str, new: str) -> None:
    """What was carried by `old` (a letter or a region) is carried by `new` from now on."""
    for name, now in own.carriers.items():
        if now == old:
            own.carriers[name] = new
    own.carriers.setdefault(old, new)
    for piece in own.equipment.values():
        if piece.public == old:
            piece.public = new


def swap(own: FactionState, one: str, two: str) -> None:
    """8.1-2 Two Columns change letters; what they carry stays with the Units (ruling R27)."""
    relocate(own, one, "swap")
    relocate(own, two, one)
    relocate(own, "swap", two)
    own.carriers.pop("swap", None)


def carrier_now(own: FactionState, entry: str) -> str:
    """Who carries now what an entry named when it was sealed: a letter, a region, `field.<region>`, or `lost`."""
    return entry if entry.startswith(FIELD) else own.carriers.get(entry, entry)


def region_of(own: FactionState, entry: str) -> str | None:
    """Where a piece of this sealed entry is now; None if its carrier is no more."""
    return place_of(own, carrier_now(own, entry))


def place_of(own: FactionState, now: str) -> str | None:
    """Where a carrier is, by its name of today (`public` names one of today); None for one that is no more."""
    if now.startswith(FIELD):
        return now.removeprefix(FIELD)
    if now in own.columns:
        return own.columns[now].region
    return None if now == LOST or len(now) == 1 else now


def pieces_of(state: State, faction: str, kind: str) -> list[str]:
    """The faction's pieces of one kind, in order."""
    own = state.factions[faction].equipment
    return sorted((p for p, piece in own.items() if piece.kind == kind), key=_number)


def minefield_of(state: State, faction: str, region: str) -> str | None:
    """A minefield of this faction that everybody can see there; None if there is none."""
    own = state.factions[faction].equipment
    laid = [p for p, piece in own.items() if piece.public == FIELD + region]
    return min(laid, key=_number, default=None)


def give_back(state: State, faction: str, piece: str) -> None:
    """2.4.2 A piece returns to the common pool."""
    del state.factions[faction].equipment[piece]
    state.equipment_pool = sorted([*state.equipment_pool, piece], key=_number)


@cache
def _number(piece: str) -> tuple[str, int]:
    kind = piece.rstrip("0123456789")
    return kind, int(piece[len(kind) :])
