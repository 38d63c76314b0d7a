"""Who holds which place, as the rules of each game say, over recorded games."""

from __future__ import annotations

from pathlib import Path

import pytest

from archives import LOGS, SHORT
from pbem.archive.following import GameFollower
from pbem.audit.verify import examine
from pbem.reading.source import Source
from pbem_games.enduring_freedom.zones import units_at

ALLIES = {"na": "coalition", "us": "coalition", "nato": "coalition"}
CHEAP = [SHORT]
OTHERS = [path for path in sorted(LOGS.glob("*/*/game.pbem")) if path not in CHEAP]


class BoardFollower(GameFollower):
    """Looks at every Checkpoint whether what the rules say fits what the public board shows."""

    places = 0

    def reached(self, checkpoint, state):
        super().reached(checkpoint, state)
        ruleset, board = self.binding.ruleset, self.binding.state
        scene = ruleset.seen(board, self.binding.table)
        sides = {}
        for stack in scene.stacks:
            sides.setdefault(stack.place, set()).update(ALLIES.get(p.faction, p.faction) for p in stack.pieces)
        held = ruleset.holds(board)
        BoardFollower.places += len(held)
        if ruleset.name == "angola":
            assert held == {m.place: m.faction for m in scene.markers if m.control and m.faction}
        else:
            LOOKS[ruleset.name](board, held, sides)


def fallujah(board, held, sides):
    """5.0, 13.4: units of the Coalition and none of OPFOR's, and the bases."""
    assert set(held.values()) == {"coalition"}
    assert set(board.numbers.bases) <= set(held)
    assert all(sides[place] == {"coalition"} for place in held if place not in board.numbers.bases)


def enduring_freedom(board, held, sides):
    """3.7: one side's ground units; where both are nobody."""
    for zone in board.numbers.zones:
        there = sides.get(zone, set()) - {""}
        side = held.get(zone)
        assert side is None or side in there
        assert side != "coalition" or "islamist" not in there
        assert side != "islamist" or not units_at(board, zone)
        if side is None and len(there) == 1:
            assert there == {"coalition"}
            assert not units_at(board, zone)  # air units control nothing


def anaconda(board, held, sides):
    """8.6, R40: who stands there alone, bare fortifications apart."""
    alone = {place: next(iter(there)) for place, there in sides.items() if len(there) == 1}
    hexes = {place: side for place, side in alone.items() if place in board.numbers.ground.hexes.every}
    bare = {place for place, side in hexes.items() if side == "al_qaeda" and all(
        token.face in board.numbers.forts for token in board.tokens.values() if token.place == place)}
    assert held == {place: side for place, side in hexes.items() if place not in bare}


LOOKS = {"fallujah": fallujah, "enduring_freedom": enduring_freedom, "anaconda": anaconda}


def follow(path: Path) -> None:
    BoardFollower.places = 0
    examine(Source(path.read_bytes()), "full", follow=BoardFollower)
    assert BoardFollower.places


@pytest.mark.parametrize("path", CHEAP, ids=lambda path: path.parent.name)
def test_the_rules_and_the_board_agree(path):
    follow(path)


@pytest.mark.thorough
@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parts[-3]}_{path.parts[-2]}")
def test_the_rules_and_the_board_agree_in_every_recorded_game(path):
    follow(path)
