"""Where things stand in whole games: measured at the end of each turn, so that a map stays one that can be read.

A place's ground is its outline; what lies outside of it must be a call-out with a line. A pixel is a unit of the
drawing at 1,200 pixels across.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from pbem.replay.films.opening import open_reel
from pbem.show.scene import Scene
from pbem.show.svg.counters import SIDE, tag_of
from pbem.show.svg.geometry import Bounds, contains, crosses
from pbem.show.svg.layout import layout
from pbem.show.svg.stacks import LEAST, Cluster, arrange
from tiers import tiers

LOGS = Path(__file__).resolve().parents[3] / "logs"
GAMES = (("angola", "turn_ten"), ("angola", "soviet_decisive"), ("fallujah", "november_won"),
         ("fallujah", "all_options"), ("fallujah", "team_of_three"))
LEAST_FIGURES, LEAST_WORDS = 7.5, 6.4  # pixels: a strength; one of several parts, as `2 pips`
STRENGTH = re.compile(r'y="2[2-4][.0-9]*" font-size="([0-9.]+)"[^>]*>([^<]*)</text>')


@lru_cache
def scenes(game: str, case: str) -> tuple[Scene, ...]:
    """A whole game; the auditor sees most pieces."""
    return tuple(frame.scene for frame in open_reel(LOGS / game / case / "game.pbem", "auditor"))


@lru_cache
def positions(game: str, case: str) -> tuple[tuple[Scene, tuple[Cluster, ...]], ...]:
    """The last position of each turn, with what lies on it."""
    last = {scene.turn: scene for scene in scenes(game, case)}
    return tuple((scene, arrange(scene)) for scene in last.values())


def boxes(scene: Scene) -> Iterator[tuple[str, Bounds]]:
    """Every label, town marker and port."""
    for id, spot in layout(scene.board).spots.items():
        for box in spot.boxes:
            yield id, box


@pytest.mark.parametrize(("game", "case"), tiers(GAMES, GAMES[1:]))
def test_no_cluster_covers_another_nor_a_label_nor_a_town(game, case):
    for scene, clusters in positions(game, case):
        fixed = list(boxes(scene))
        for cluster in clusters:
            assert not [id for id, box in fixed if cluster.box.meets(box)], (scene.turn, cluster.place)
        for one, two in combinations(clusters, 2):
            assert not one.box.meets(two.box), (scene.turn, one.place, two.place)


@pytest.mark.thorough
def test_clusters_that_stay_from_frame_to_frame_never_come_to_lie_on_others():
    kept: dict[str, Cluster] = {}
    for before, scene in pairwise(scenes("angola", "turn_ten")):
        if scene.stacks is before.stacks and scene.markers is before.markers:
            continue
        clusters = arrange(scene, kept if scene.turn == before.turn else {})
        kept = {cluster.place: cluster for cluster in clusters}
        fixed = [box for _, box in boxes(scene)]
        for cluster in clusters:
            assert not any(cluster.box.meets(box) for box in fixed), (scene.turn, cluster.place)
        for one, two in combinations(clusters, 2):
            assert not one.box.meets(two.box), (scene.turn, one.place, two.place)


@pytest.mark.parametrize(("game", "case"), tiers(GAMES, GAMES[1:]))
def test_counters_stay_in_their_place_or_a_line_leads_there(game, case):
    for scene, clusters in positions(game, case):
        spots = layout(scene.board).spots
        for cluster in clusters:
            ring = spots[cluster.place].ring
            if cluster.leads:
                assert contains(ring, cluster.leads), (scene.turn, cluster.place)
            else:
                assert all(contains(ring, corner) for corner in cluster.box.corners), (scene.turn, cluster.place)


@pytest.mark.parametrize(("game", "case"), tiers(GAMES, GAMES[1:]))
def test_the_line_of_a_call_out_runs_through_no_other_cluster_label_or_town(game, case):
    for scene, clusters in positions(game, case):
        spots = layout(scene.board).spots
        for cluster in clusters:
            if cluster.leads:
                others = [box for _, box in boxes(scene) if box != spots[cluster.place].town]
                others += [other.box for other in clusters if other is not cluster]
                assert not any(crosses(box, cluster.box.middle, cluster.leads) for box in others), (
                    scene.turn, cluster.place)


@pytest.mark.parametrize(("game", "case"), [("angola", "turn_ten"), ("fallujah", "november_won")])
def test_labels_towns_and_ports_keep_clear_of_each_other(game, case):
    scene, _ = positions(game, case)[0]
    assert [(a, b) for (a, one), (b, two) in combinations(boxes(scene), 2) if one.meets(two)] == []


def test_one_label_lies_on_a_road_where_three_roads_leave_its_region_no_other_room():
    scene, _ = positions("angola", "turn_ten")[0]
    spots = layout(scene.board).spots.values()
    roads = [box for spot in spots for _, bend in spot.roads for box in bend.boxes()]
    assert [spot.place.name for spot in spots if any(spot.label.meets(box) for box in roads)] == ["Maquela do Zombo"]


@pytest.mark.parametrize(("game", "case", "most"), [("angola", "turn_ten", 9), ("fallujah", "november_won", 0)])
def test_few_labels_stand_outside_of_their_places(game, case, most):
    scene, _ = positions(game, case)[0]
    spots = layout(scene.board).spots.values()
    assert sum(spot.is_outside for spot in spots) == most
    for spot in spots:
        if not spot.is_outside:
            assert all(contains(spot.ring, corner) for corner in spot.label.corners), spot.place.name
        assert max(line.size for line in spot.lines) >= 8


@pytest.mark.parametrize(("game", "case"), tiers(GAMES, GAMES[1:]))
def test_counters_and_the_figures_on_them_can_be_read(game, case):
    read = 0
    for _, clusters in positions(game, case):
        for cluster in clusters:
            assert cluster.scale >= LEAST
            assert cluster.scale * SIDE >= 20
            for counter in cluster.counters:
                for size, strength in STRENGTH.findall(counter.drawn):
                    read += 1
                    least = LEAST_FIGURES if strength.isdecimal() else LEAST_WORDS
                    assert float(size) * cluster.scale >= least, counter.title
    assert read


@pytest.mark.parametrize(("game", "least"), [("angola", 85), ("fallujah", 98)])
def test_most_stacks_stand_in_their_places(game, least):
    clusters = [cluster for one, case in GAMES if one == game for _, found in positions(one, case) for cluster in found]
    assert sum(cluster.leads is None for cluster in clusters) * 100 >= least * len(clusters)


@pytest.mark.parametrize(("game", "case"), [
    ("angola", "turn_ten"), ("fallujah", "all_options"), ("enduring_freedom", "draw"), ("anaconda", "wrong_command"),
])  # fmt: skip
def test_no_two_states_of_a_game_are_drawn_with_one_letter(game, case):
    """A state that begins with a figure, as `+1 jungle`, is drawn with that."""
    for board in {scene.board for scene in scenes(game, case)}:
        letters = [tag_of(state, board.states) for state in board.states]
        assert len(letters) == len({*letters}) > 1
    for scene in scenes(game, case):
        lying = [piece for stack in scene.stacks for piece in stack.pieces]
        boxed = [piece for box in scene.boxes for piece in box.pieces if piece.symbol or piece.code]
        for state in {state for piece in (*lying, *boxed) for state in piece.states}:
            assert state in scene.board.states or state[0] in "+-123456789", state
