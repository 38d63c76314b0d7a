"""Nothing that must be read is covered by a counter, and no call-out lies on ground that is fought over."""

from __future__ import annotations

from itertools import islice, pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from covering import counter_boxes, far_away, faults, heads_on_cards, heads_on_print
from pbem.desk.reading import read
from pbem.replay.films.opening import open_reel
from pbem.show.html.moving import Moving
from pbem.show.html.tables import Tables
from pbem.show.scene import Board, Faction, Highlight, Piece, Place, Scene, Stack
from pbem.show.svg.cluster import LEAST, SEEN, Cluster
from pbem.show.svg.geometry import around
from pbem.show.svg.layout import layout
from pbem.show.svg.pieces import grown_cards, highlights, pieces_of_cluster
from pbem.show.svg.stacks import arrange
from pbem.show.svg.xml import path
from pbem.viewing.scenes import scene_of
from pictures import POSITIONS, angola
from tiers import tiers

LOGS = Path(__file__).resolve().parents[3] / "logs"
GAMES = sorted(str(log.parent.relative_to(LOGS)) for log in LOGS.glob("*/*/game.pbem"))
QUICK = ["enduring_freedom/strategic_defeat", "fallujah/april_lost"]
FAR = 250  # of so many clusters at most one, and one of a game, has a call-out far away
RED, BLUE = Faction(id="r", name="Red", code="R"), Faction(id="b", name="Blue", code="B")


@pytest.mark.parametrize("game", tiers(GAMES, QUICK))
def test_no_counter_covers_what_must_be_read_in_any_recorded_game(game):
    seen = far = many = 0
    kept: dict[str, Cluster] = {}
    reel = list(open_reel(LOGS / game / "game.pbem", "auditor"))
    for frame in [*islice(reel, 0, None, 25), reel[-1]]:
        clusters = arrange(frame.scene, kept)
        kept = {cluster.place: cluster for cluster in clusters}
        assert {kind: found for kind, found in faults(frame.scene, clusters).items() if found} == {}, frame.number
        seen += len(list(counter_boxes(clusters)))
        far, many = far + len(far_away(clusters)), many + len(clusters)
    assert seen > 100
    assert far <= 1 + many / FAR


@pytest.mark.parametrize(("case", "at"), POSITIONS)
def test_no_line_leads_far_across_the_map_to_a_fan_that_has_room_at_home(case, at):
    clusters = arrange(angola(case, at))
    assert any(cluster.leads for cluster in clusters)
    assert far_away(clusters) == []


def valley(reds: int, blues: int, wide: float = 37) -> Scene:
    """A narrow place between two others, and no ground of nobody."""
    ends = (0, 62 - wide, 62, 100)
    rings = [((left, 0), (right, 0), (right, 60), (left, 60)) for left, right in pairwise(ends)]
    places = tuple(Place(id=id, name="", code=id, at=(ring[0][0] + 2, 30), outline=ring)
                   for id, ring in zip("abc", rings, strict=True))
    board = Board(title="Valley", low=(0, 0), high=(100, 60), factions=(RED, BLUE), places=places)
    units = [Piece(name=f"{who}{i}", code=f"{who}{i}", faction=who) for who, many in (("r", reds), ("b", blues))
             for i in range(many)]
    return Scene(title="", turn="", phase="", board=board, stacks=(Stack(place="b", pieces=tuple(units)),))


@pytest.mark.parametrize(("reds", "blues"), [(28, 0), (14, 14), (27, 1)])
def test_what_has_no_room_lies_in_a_fan_in_its_own_place(reds, blues):
    scene = valley(reds, blues)
    (cluster,) = arrange(scene)
    assert cluster.fan
    assert cluster.leads is None
    assert not any(faults(scene, (cluster,)).values())
    groups = (cluster.counters[:cluster.split], cluster.counters[cluster.split:])
    cells = {counter.title: box for counter, box in cluster.positions()}
    assert all(box.inside(cluster.box.grown(0.01)) for box in cells.values())
    for group in groups:
        lefts = [cells[counter.title].left for counter in group]
        assert lefts == sorted(lefts)
        assert len({round(left, 3) for left in lefts}) == min(len(lefts), SEEN + 1)
        if len(group) > 2:
            assert f">{len(group)}</text>" in pieces_of_cluster(scene, cluster)
    if cluster.between:
        (x, _), _ = cluster.between
        assert all((box.right <= x) == title.startswith("Red") for title, box in cells.items())


@pytest.mark.parametrize(("wide", "reds", "blues"), [(14, 9, 0), (28, 9, 9)])
def test_a_fan_is_tight_where_it_has_no_room_and_stays_at_home(wide, reds, blues):
    scene = valley(reds, blues, wide)
    (cluster,) = arrange(scene)
    assert cluster.fan
    assert cluster.leads is None
    assert (cluster.scale, cluster.lean) == (LEAST, 0)
    assert not any(faults(scene, (cluster,)).values())
    assert all(box.inside(cluster.box.grown(0.01)) for _, box in cluster.positions())


def test_a_fan_stays_where_it_is():
    before = {cluster.place: cluster for cluster in arrange(valley(28, 0))}
    scene = valley(28, 0)
    (now,) = arrange(scene, before)
    assert now == before["b"]
    assert pieces_of_cluster(scene, now).count(">28</text>") == 1


def test_a_card_grows_to_hold_its_counters_and_its_look_grows_with_it():
    scene = scene_of(read(LOGS / "enduring_freedom" / "strategic_victory" / "game.pbem", checked=True, at=18), "public")
    clusters = {cluster.place: cluster for cluster in arrange(scene)}
    printed = {id: around(spot.ring) for id, spot in layout(scene.board).spots.items() if spot.is_spot}
    for id, many in (("shah_i_kot", 9), ("kabul", 19)):
        cluster, card = clusters[id], clusters[id].card
        assert len(cluster.counters) == many
        assert not cluster.fan
        assert cluster.leads is None
        assert card
        assert printed[id].inside(card)
        assert all(box.inside(card) for _, box in cluster.positions())
        assert max(printed[id].left - card.left, card.right - printed[id].right, card.bottom - printed[id].bottom) <= 60
        looked_at = replace(scene, highlights=(Highlight(kind="to", place=id),))
        (look,) = highlights(looked_at, layout(scene.board), tuple(clusters.values()))
        assert path(card.grown(3.5).corners, True) in look
    assert clusters["herat"].card is None  # what has room stays as it is printed
    assert not any(faults(scene, tuple(clusters.values())).values())


def test_a_card_that_cannot_grow_fans_its_counters():
    scene = scene_of(read(LOGS / "fallujah" / "november_won" / "game.pbem", checked=True, at=191), "public")
    (cluster,) = [one for one in arrange(scene) if one.place == "r1p06"]  # between streets
    assert (cluster.split, len(cluster.counters)) == (4, 9)
    assert cluster.fan
    assert cluster.leads is None
    assert cluster.card is None


def test_a_page_has_grown_cards_under_its_looks():
    scene = scene_of(read(LOGS / "enduring_freedom" / "strategic_victory" / "game.pbem", checked=True, at=18), "public")
    tables = Tables()
    looks = Moving(tables).changes(scene)["looks"]
    cards = [svg for svg, _ in grown_cards(scene, layout(scene.board), arrange(scene))]
    assert len(cards) == 2
    assert looks[:2] == [tables.drawing(svg) for svg in cards]  # the same numbers: they are these drawings


@pytest.mark.parametrize("case", ["fallujah/team_of_three", "enduring_freedom/operational_victory"])
def test_the_head_of_an_arrow_stands_on_no_name_and_on_no_card_that_it_goes_by(case):
    scenes = [frame.scene for frame in open_reel(LOGS / case / "game.pbem", "public") if frame.scene.arrows]
    assert len(scenes) > 5
    assert [found for scene in scenes for find in (heads_on_print, heads_on_cards)
            for found in find(scene, arrange(scene))] == []
