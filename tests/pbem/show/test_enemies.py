"""Enemies at one place never share a row, a box or a fan: counted over all recorded games."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from pbem.replay.films.opening import open_reel
from pbem.show.scene import Board, Faction, Piece, Place, Scene, Stack
from pbem.show.svg.bands import band_of
from pbem.show.svg.cluster import Cluster, shapes
from pbem.show.svg.counters import CELL, faction_of
from pbem.show.svg.layout import layout
from pbem.show.svg.pieces import pieces_of_cluster
from pbem.show.svg.stacks import arrange
from tiers import tiers

LOGS = Path(__file__).resolve().parents[3] / "logs"
GAMES = sorted(str(log.parent.relative_to(LOGS)) for log in LOGS.glob("*/*/game.pbem"))
ALWAYS = "fallujah/april_won"
RED, BLUE = Faction(id="r", name="Red", code="R"), Faction(id="b", name="Blue", code="B")


def sides(board: Board, cluster: Cluster) -> list[bool]:
    """Of each counter that is somebody's, whether it is of the first alliance."""
    return [band_of(board, faction_of(board, one.faction)).is_first for one in cluster.counters
            if faction_of(board, one.faction).id]


def mixed(scene: Scene) -> list[str]:
    """Places where counters of both sides are in one group."""
    found = []
    for cluster in arrange(scene):
        groups = (cluster.counters[:cluster.split], cluster.counters[cluster.split:])
        for group in groups:
            firsts = {band_of(scene.board, faction_of(scene.board, one.faction)).is_first for one in group
                      if faction_of(scene.board, one.faction).id}
            if len(firsts) > 1:
                found.append(cluster.place)
    return found


def field(left: int, right: int) -> Scene:
    board = Board(title="Field", low=(0, 0), high=(20, 9), factions=(RED, BLUE), places=(
        Place(id="p", name="", code="P", at=(10, 4), outline=((0, 0), (20, 0), (20, 9), (0, 9))),))
    units = [Piece(name=f"{who}{i}", code=f"{i}", faction=who) for who, many in (("b", right), ("r", left))
             for i in range(many)]
    return Scene(title="", turn="", phase="", board=board, stacks=(Stack(place="p", pieces=tuple(units)),))


@pytest.mark.parametrize(("left", "right"), [(1, 1), (4, 1), (1, 5), (6, 7), (0, 3), (20, 20)])
def test_enemies_lie_left_and_right_of_a_line_and_no_two_counters_on_each_other(left, right):
    (cluster,) = arrange(field(left, right))
    assert cluster.split == (left if right else 0)
    boxes = {counter.title: box for counter, box in cluster.positions()}
    assert len(boxes) == len(cluster.counters)
    for box in boxes.values():
        assert box.inside(cluster.box.grown(0.01))
        assert cluster.fan or sum(box.meets(other) for other in boxes.values()) == 1
    if cluster.between:
        (x, _), _ = cluster.between
        assert all(box.right <= x for title, box in boxes.items() if title.startswith("Red"))
        assert all(box.left >= x for title, box in boxes.items() if title.startswith("Blue"))
    assert ("stroke-dasharray" in pieces_of_cluster(field(left, right), cluster)) == bool(left and right)


def test_shapes_have_room_for_all():
    for parts in ((1,), (7,), (30,), (1, 1), (9, 1), (3, 8)):
        for first, across, down in shapes(parts):
            assert first * down >= parts[0]
            assert (across - first) * down >= sum(parts[1:])
            assert first * (down - 1) < max(parts[0], 1) or len(parts) > 1


@pytest.mark.parametrize("game", tiers(GAMES, [ALWAYS]))
def test_no_counter_of_an_enemy_is_in_the_same_group_in_any_recorded_game(game):
    seen = both = 0
    kept: dict[str, Cluster] = {}
    reel = list(open_reel(LOGS / game / "game.pbem", "auditor"))
    for frame in [*islice(reel, 0, None, 10 if game == ALWAYS else 25), reel[-1]]:
        clusters = arrange(frame.scene, kept)
        kept = {cluster.place: cluster for cluster in clusters}
        assert mixed(frame.scene) == [], frame.round
        for cluster in clusters:
            seen += 1
            both += len({*sides(frame.scene.board, cluster)}) > 1
    assert seen
    assert both or not game.startswith("fallujah/april")


def test_a_counter_alone_is_about_twice_as_large_in_a_city():
    scene = list(open_reel(LOGS / ALWAYS / "game.pbem", "public"))[-1].scene
    alone = [cluster.scale for cluster in arrange(scene) if len(cluster.counters) == 1
             and layout(scene.board).spots[cluster.place].place.terrain]
    assert alone
    assert min(alone) >= 1.8
    assert CELL * max(alone) == pytest.approx(66)
