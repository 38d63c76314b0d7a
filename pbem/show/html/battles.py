"""Battle cards as rows of texts and counters, for the step in which the battle ended.

Belongs here: what a card holds. Must not be here: how it looks (`script/battle.js`, `replay.css`).
"""

from __future__ import annotations

from typing import Any

from pbem.show.battle import Contender, TableRow
from pbem.show.frame import Fight, Throw
from pbem.show.grounds import ground_of
from pbem.show.html.tables import Tables
from pbem.show.luck import luck, this_or_better
from pbem.show.scene import Board, Piece
from pbem.show.svg.counters import of_piece


def card(tables: Tables, board: Board, fight: Fight) -> list[Any]:
    """Title, ground, round in which it began, rule, both sides, dice and tables, result, what it means, luck."""
    text, battle = tables.text, fight.battle
    place = next((one for one in board.places if one.id == battle.place), None)
    ground = ground_of(board, place).strip(" ()") if place else ""
    steps = [_row(tables, fight, one) if isinstance(one, TableRow) else throw(tables, one) for one in fight.steps]
    return [
        text(battle.title), text(ground), fight.begun, text(battle.rule),
        [_side(tables, board, side) for side in battle.sides], steps, text(battle.result), text(battle.meaning),
        text(luck(board, fight.throws)),
    ]


def throw(tables: Tables, thrown: Throw) -> list[Any]:
    """Rule, about, sides, values, whose they are, whether each hit (empty if dice do not hit), what they mean.

    Behind them the whole about, if it is longer than the one that is shown.
    """
    values = [v if isinstance(v, int) else [tables.text(v)] for v in thrown.values]
    owners = [tables.text(owner) for owner in thrown.owners]
    hits = [int(hit) for hit in thrown.did_hit]
    about = "/".join(id for id in thrown.about.split("/") if id != thrown.side)
    whole = [tables.text(thrown.about)] if about != thrown.about else []
    return [
        tables.text(thrown.rule), tables.text(about), thrown.sides, values, owners, hits, tables.text(thrown.reading),
        *whole,
    ]


def _row(tables: Tables, fight: Fight, row: TableRow) -> dict[str, Any]:
    """A table: rule, how it was entered, cells, the first that was entered, the one that was hit, result, chance."""
    text = tables.text
    cells = tables.row([text(cell) for cell in row.cells])
    told = [text(row.rule), text(row.text), cells, row.first, row.last, text(row.result)]
    return {"row": [*told, text(this_or_better(fight, row))]}


def _side(tables: Tables, board: Board, side: Contender) -> list[Any]:
    """Faction, name, what it does, strength; counters with what became of them and how many alike."""
    text = tables.text
    counters = [[_counter(tables, board, piece), fate, many] for piece, fate, many in side.fates]
    return [text(side.faction), text(side.name), text(side.does), text(side.strength), counters]


def _counter(tables: Tables, board: Board, piece: Piece) -> int:
    counter = of_piece(board, piece)
    return tables.counter(counter.title, counter.drawn)

