"""23.4, 26.0 What a battle came to, for its card: who fought with what, and what is otherwise because of it.

Belongs here: the account. Must not be here: any step of a battle, drawing.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.battles import Battle, Contender
from pbem.kit.spelling import plural
from pbem.show.scene import Piece
from pbem_games.enduring_freedom.counters import air_piece, counter_piece, unit_piece
from pbem_games.enduring_freedom.drawn import COALITION, ISLAMIST
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import air_at, concealed, markers_up, north_up, revealed, units_at

NAMES = {"coalition": "Coalition", "islamist": "Islamists"}


class Account:
    """A battle under way, as it stood when it began."""

    def __init__(self, state: State, zone: str, attacker: str) -> None:
        """23.4 Who fights, CAS with them, and the NP before it."""
        self.zone, self.attacker, self.np = zone, attacker, state.np
        self.ours, self.theirs = _ours(state, zone), _theirs(state, zone)

    def ended(self, state: State, winner: str) -> Battle:
        """26.0 The whole battle; `winner` is `draw` too."""
        result = {"islamist": "The Islamists win", "coalition": "The Coalition wins", "draw": "A draw"}[winner]
        follows = winner != "draw" and markers_up(state, self.zone, "terror_spectacular")
        dice = ", and the dice of a terror spectacular follow" if follows else ""
        return self._told(state, result, f"{_holds(state, self.zone, winner)}; {self._points(state)}{dice}")

    def broken_off(self, state: State, why: str) -> Battle:
        """5.1 The game is over in the midst of it."""
        return self._told(state, "Broken off", f"The game is over, {why}; {self._points(state)}")

    def _told(self, state: State, result: str, meaning: str) -> Battle:
        us = self._side("coalition", COALITION, self.ours, _ours(state, self.zone))
        them = self._side("islamist", ISLAMIST, self.theirs, _theirs(state, self.zone))
        where = state.numbers.zones[self.zone].name
        return Battle(
            title=f"Battle in {where}", place=self.zone, rule="23.4",
            sides=(us, them) if self.attacker == "coalition" else (them, us),
            result=result, meaning=meaning,
        )  # fmt: skip

    def _side(self, side: str, faction: str, before: tuple[Piece, ...], after: tuple[Piece, ...]) -> Contender:
        verb = "attack" if side == self.attacker else "defend"
        does = f"{verb}s" if side == "coalition" else verb
        return Contender(faction=faction, name=NAMES[side], does=does, before=before, after=after)

    def _points(self, state: State) -> str:
        """4.2 `NP go from 41 to 43`."""
        return f"NP stay at {self.np}" if state.np == self.np else f"NP go from {self.np} to {state.np}"


def _ours(state: State, zone: str) -> tuple[Piece, ...]:
    """23.4, 24.5 Ground units, the Northern Alliance that lies face up, close air support."""
    return (*(unit_piece(state, id) for id in units_at(state, zone)), *_counters(state, north_up(state, zone)),
            *(air_piece(state, id) for id in air_at(state, zone)))


def _theirs(state: State, zone: str) -> tuple[Piece, ...]:
    return _counters(state, revealed(state, zone))


def _counters(state: State, ids: Sequence[str]) -> tuple[Piece, ...]:
    return tuple(counter_piece(state, id) for id in ids)


def _holds(state: State, zone: str, winner: str) -> str:
    """3.7 Who is left in the zone."""
    where, hidden = state.numbers.zones[zone].name, concealed(state, zone)
    if winner == "islamist":
        return f"No unit of the Coalition is left in {where}"
    if winner == "draw":
        return f"{where} stays disputed"
    unseen = f", but {plural(hidden, 'counter')} there nobody has seen" if hidden else ""
    return f"The Coalition alone stands in {where}{unseen}"
