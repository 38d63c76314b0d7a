"""10.22, 10.28 What a fire came to, for its card: who fired at whom, the table, what is otherwise because of it.

Belongs here: the account. Must not be here: dice, results (fire, aa), drawing.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.battles import Battle, Contender, TableRow
from pbem.kit.tables import Drm, total
from pbem.show.scene import Piece
from pbem_games.anaconda.drms import Shot
from pbem_games.anaconda.ending import NAMES
from pbem_games.anaconda.forces import other_seat, piece, seat_of
from pbem_games.anaconda.numbers import SIDES
from pbem_games.anaconda.printed import Column
from pbem_games.anaconda.state import DEAD, State
from pbem_games.anaconda.victory import points_in_sight
from pbem_games.anaconda.view import public_piece
from pbem_games.anaconda.words.names import counters_named, place_name

KINDS = {"offensive": "Attack", "defensive": "Defensive fire", "aa": "Anti-aircraft fire",
         "friendly_fire": "Friendly fire", "ied": "A mine goes off"}  # fmt: skip


class Account:
    """A fire under way, as it stood before its dice."""

    def __init__(self, state: State, shot: Shot, targets: Sequence[str]) -> None:
        """Who fires at whom, and the points that everybody sees."""
        self.shot, self.targets = shot, tuple(targets)
        self.firers = _pieces(state, shot.firers)
        self.before = _pieces(state, targets)
        self.points = points_in_sight(state)
        self.were_pinned = {id for id in targets if piece(state, id).pinned}

    def ended(self, state: State, rule: str, results: Sequence[str]) -> Battle:
        """10.28, 23.2 The whole fire; `results` say what became of each target."""
        shot, place = self.shot, self.shot.hex
        enemy = other_seat(shot.seat)
        after = _pieces(state, [id for id in self.targets if piece(state, id).place != DEAD])
        sides = (
            Contender(faction=shot.seat, name=_side(shot.seat), does="fires", before=self.firers, after=self.firers,
                      strength=f"strength {shot.strength}"),
            Contender(faction=enemy, name=_side(enemy), does="is fired on", before=self.before, after=after),
        )
        return Battle(title=f"{KINDS[shot.kind]} on {place_name(state, place)}", place=place, rule=rule, sides=sides,
                      result="; ".join(results), meaning=self._meaning(state))

    def _meaning(self, state: State) -> str:
        """23.2 Who is gone, or pinned that was not, and what the points in sight are now."""
        gone = [id for id in self.targets if piece(state, id).place == DEAD]
        ours, theirs = points_in_sight(state)
        if not gone:
            pinned = [id for id in self.targets if piece(state, id).pinned and id not in self.were_pinned]
            return f"Nobody is lost; pinned: {counters_named(state, pinned)}" if pinned else "Nobody is lost"
        counted = f"the points in sight go from {self.points[0]} : {self.points[1]} to {ours} : {theirs}"
        if (ours, theirs) == self.points:
            counted = f"the points in sight stay {ours} : {theirs}"
        return f"{_side(seat_of(state, gone[0]))} loses {counters_named(state, gone)}; {counted}"


def _pieces(state: State, ids: Sequence[str]) -> tuple[Piece, ...]:
    return tuple(public_piece(state, id) for id in ids)


def _side(seat: str) -> str:
    return NAMES[seat].removeprefix("the ")


def row(lines: Sequence[Drm], column: Column, die: int, result: str, better: int) -> TableRow:
    """10.22, 10.28 The column of the table, from the die as it fell to the die with all modifiers.

    On `better` faces the fire does as much or more.
    """
    cells = (f"to {column.e}: E", f"to {column.pe}: P/E", f"to {column.p}: P", "more: no effect")
    return TableRow(rule="10.28", cells=cells, first=_hit(column, die), last=_hit(column, die + total(lines)),
                    result=result, better=(better, SIDES))


def _hit(column: Column, die: int) -> int:
    limits = (column.e, column.pe, column.p)
    return next((i for i, limit in enumerate(limits) if die <= limit), len(limits))
