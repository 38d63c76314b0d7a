"""Small positions for movement, Operations and Equipment: an empty map, Units put there by hand, secrets sealed."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from angola.boards_frame import under_marker

from pbem.kit.numbers import copy_of
from pbem.play.requests import Listed, Sealed, SealMany, Written
from pbem.play.secrets import Secrets
from pbem.play.table import Table
from pbem_games.angola.forces import make_loose, withdraw_unit
from pbem_games.angola.numbers import DATA
from pbem_games.angola.state import Marker, Piece, State, new_state
from pbem_games.angola.words.manifest import ManifestForm


@cache
def _start() -> State:
    return new_state("july_1975", {"false_claim": "flag"}, DATA.files())


def empty_map(**options: Any) -> State:
    """Nobody on the map, no marker held; FAPLA is first player; false claims are flagged."""
    state = copy_of(_start())
    for faction in state.factions.values():
        for unit in list(faction.loose):
            withdraw_unit(state, unit)
    for region in state.markers:
        state.markers[region] = Marker()
    state.phase, state.first_player = "operations", "fapla"
    for name, value in options.items():
        setattr(state.options, name, value)
    return state


def put(state: State, faction: str, region: str, *units: str) -> list[str]:
    """These counters (`inf1`, or a Major Unit's id without its code) stand loose in a region; gives their ids."""
    own = state.factions[faction]
    ids = [f"{state.numbers.factions[faction].code}.{u}" for u in units]
    for unit in ids:
        (own.reserve if unit in own.reserve else own.major_pool).remove(unit)
    make_loose(state, faction, ids, region)
    return ids


def column(state: State, faction: str, letter: str, region: str, *units: str) -> list[str]:
    """A Column that everybody knows."""
    ids = put(state, faction, region, *units)
    return under_marker(state, faction, letter, region, ids)


def seal_column(state: State, faction: str, letter: str, secrets: Secrets | None = None) -> Secrets:
    """What is in a Column becomes its owner's secret; gives the secrets of a table that can see all."""
    made = state.factions[faction].columns[letter]
    form = ManifestForm(state.numbers, faction)

    async def seal() -> Sealed[Any]:
        items = {faction: [Written(form, lambda _: None, lambda: ())]}
        return (await SealMany(rule="8.1", about=f"{faction}/{letter}", bucket=512, items=items))[faction][0]

    table = Table(seal(), secrets=secrets)
    table.answer({faction: [tuple(made.known)]})
    assert table.result is not None
    made.sealed, made.known = table.result, []
    return table.secrets


def seal_pieces(state: State, faction: str, entries: Mapping[str, str], secrets: Secrets | None = None) -> Secrets:
    """Pieces of Equipment out of the pool, each with a sealed entry."""
    own = state.factions[faction]
    if not entries:
        return secrets or Secrets()

    async def seal() -> tuple[Sealed[str], ...]:
        items: dict[str, Sequence[Listed[str]]] = {faction: [Listed(["nothing", e]) for e in entries.values()]}
        return (await SealMany(rule="12.4.2", about=faction, bucket=128, items=items))[faction]

    table = Table(seal(), secrets=secrets)
    table.answer({faction: list(entries.values())})
    assert table.result is not None
    for (piece, entry), handle in zip(entries.items(), table.result, strict=True):
        state.equipment_pool.remove(piece)
        own.equipment[piece] = Piece(kind=piece.rstrip("0123456789"), entry=handle)
        if entry.startswith("field."):
            own.field_regions.append(entry.removeprefix("field."))
    return table.secrets


def give(state: State, faction: str, piece: str, public: str) -> None:
    """A piece of Equipment whose place everybody knows."""
    state.equipment_pool.remove(piece)
    state.factions[faction].equipment[piece] = Piece(kind=piece.rstrip("0123456789"), public=public)


def run(procedure: Coroutine[Any, Any, Any], *answers: Any, secrets: Secrets | None = None) -> Table[Any]:
    """A table after these answers, with the secrets of earlier ones; what only the truth answers is answered so."""
    table: Table[Any] = Table(procedure, secrets=secrets, first_round=50)
    for answer in answers:
        tell_truths(table)
        table.answer(answer)
    tell_truths(table)
    return table


def tell_truths(table: Table[Any]) -> None:
    """Answers what the owner's tool answers by itself, and opens what is to be opened."""
    while table.pending is not None:
        request = table.pending
        truth = getattr(request, "truth", None)
        value = truth(table.peek) if truth is not None and hasattr(request, "seat") else None
        if value is not None:
            table.answer(value)
        elif type(request).__name__ == "Open":
            table.answer()
        else:
            return


def frozen(state: State) -> bytes:
    """The position as bytes, for comparing."""
    return msgspec.json.encode(state, order="sorted")


def stories(table: Table[Any]) -> str:
    """All that was told, as one text."""
    return "\n".join(told.text for told in table.story)
