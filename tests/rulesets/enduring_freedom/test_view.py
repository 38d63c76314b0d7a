"""What people see: the scene, its text and its picture; nothing that nobody knows."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from enduring_freedom.boards import foes, hidden, put, quiet
from enduring_freedom.boards_view import crowded, opened, seen

from pbem.show.borders import common_border
from pbem.show.scene import Place, outline
from pbem.show.svg.geometry import Bounds, around, contains
from pbem.show.svg.layout import layout
from pbem.show.svg.stacks import arrange
from pbem.show.text import draw, draw_brief
from pbem_games.enduring_freedom.drawn import board
from pbem_games.enduring_freedom.numbers import Numbers
from pbem_games.enduring_freedom.outlook import UNDRAWN, adjusted, notes, score_now

POSITIONS = {"fresh": opened, "crowded": crowded}
INSIDE = {
    "jalalabad": "khyber", "zaranj": "helmand", "herat": "farah", "chaghcharan": "hk_west", "shebergan": "turkestan",
    "mazar_i_sharif": "balkh", "kunduz": "baghlan", "fayzabad": "hk_east", "tora_bora": "khyber",
    "shah_i_kot": "gardez", "bagram": "hk_central",
}  # fmt: skip


def places(numbers: Numbers) -> dict[str, Place]:
    return {place.id: place for place in board(numbers).places}


def stack(state, place):
    return next((s.pieces for s in seen(state).stacks if s.place == place), ())


# ---------------------------------------------------------------- the map


def test_8_2_regions_that_touch_share_a_border_and_no_others():
    numbers = quiet().numbers
    drawn, on = places(numbers), board(numbers)
    regions = [id for id, zone in numbers.zones.items() if zone.kind == "region"]
    for a, b in combinations(regions, 2):
        shared = bool(common_border(on, drawn[a], drawn[b]))
        assert shared == (numbers.graph.border(a, b) is not None), (a, b)


@pytest.mark.parametrize("city", INSIDE)
def test_8_2_a_city_or_stronghold_lies_in_its_region(city):
    drawn = places(quiet().numbers)
    assert contains(outline(board(quiet().numbers), drawn[INSIDE[city]]), drawn[city].at)


def test_every_zone_and_staging_area_is_drawn_with_a_code_of_its_own():
    numbers = quiet().numbers
    drawn = places(numbers)
    assert set(drawn) == {*numbers.zones, *numbers.staging}
    assert len({place.code for place in drawn.values()}) == len(drawn)
    assert [id for id, place in drawn.items() if place.site] == [id for id, z in numbers.zones.items() if z.airbase]


def test_8_4_8_5_every_road_is_drawn():
    numbers = quiet().numbers
    roads = board(numbers).lines
    assert {frozenset(line.ends) for line in roads if line.ends} == {
        frozenset((b.a, b.b)) for b in numbers.graph.borders if b.road}
    assert sum(bool(line.points) for line in roads) == sum(len(area.links) for area in numbers.staging.values())


@pytest.mark.parametrize("name", POSITIONS)
def test_no_counter_covers_a_label_or_another_counter(name):
    scene = seen(POSITIONS[name]())
    spots = layout(scene.board).spots
    boxes = [(id, box) for id, spot in spots.items() for box in spot.boxes]
    clusters = arrange(scene)
    assert [c.place for c in clusters if c.fan] == [], "a card grows, so that each of its counters is seen"
    boxes += [(f"counters of {c.place}", box) for c in clusters for _, box in c.positions()]
    assert [(a, b) for (a, one), (b, two) in combinations(boxes, 2) if one.meets(two)] == []


@pytest.mark.parametrize("name", POSITIONS)
def test_counters_stand_where_they_belong(name):
    scene = seen(POSITIONS[name]())
    spots = layout(scene.board).spots
    away = [cluster for cluster in arrange(scene) if not contains(spots[cluster.place].ring, cluster.box.middle)]
    assert [cluster.place for cluster in away] == []


def test_no_city_stands_on_another():
    spots = layout(board(quiet().numbers)).spots
    cards: list[Bounds] = [around(spot.ring) for spot in spots.values() if spot.is_spot]
    assert len(cards) == 15
    assert not any(a.meets(b) for a, b in combinations(cards, 2))


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_text_fits_its_width_and_shows_every_place(name, width):
    scene = seen(POSITIONS[name]())
    page = draw(scene, width=width)
    assert max(map(len, page.splitlines())) <= width
    map_lines = "\n".join(draw_brief(scene, width=width).board)
    assert [place.code for place in scene.board.places if place.code not in map_lines] == []
    assert len(draw_brief(scene, width=width).board) <= 45


# ---------------------------------------------------------------- what lies on it


def test_9_2_units_show_their_factor_now_and_that_they_are_reduced():
    (unit,) = stack(put(quiet(), "kandahar", "us_26meu", reduced=True), "kandahar")
    assert (unit.code, unit.strength, unit.faction) == ("26MEU", "2", "us")
    assert "reduced" in unit.states
    (heavy,) = stack(put(quiet(), "kandahar", "us_1cav"), "kandahar")
    assert heavy.strength == "4H"
    (elite,) = stack(put(quiet(), "kandahar", "us_26meu"), "kandahar")
    assert elite.strength == "3E"


def test_20_1_concealed_counters_are_a_number_and_nothing_else():
    (counter,) = stack(hidden(quiet(), "herat", 3), "herat")
    assert (counter.name, counter.face, counter.count, counter.strength, counter.symbol) == ("", "down", 3, "", "")


def test_20_3_a_counter_that_was_seen_before_is_told_as_such():
    (counter,) = stack(foes(quiet(), "herat", "tal_armor", up=False), "herat")
    assert counter.name == "Taliban Armor (T-55)"
    assert counter.face == "down"


def test_20_1_what_a_bag_holds_is_told_only_as_a_whole():
    one, other = crowded(), crowded()
    for bag in other.bags.values():
        bag.reverse()
    assert msgspec.json.encode(seen(one)) == msgspec.json.encode(seen(other))


def test_10_2_special_markers_face_up_are_markers():
    scene = seen(foes(quiet(), "kabul", "mk_terror_1", "mk_rescue"))
    assert [(m.place, m.code) for m in scene.markers] == [("kabul", "TER"), ("kabul", "RES")]
    assert not any(s.place == "kabul" for s in scene.stacks)


def test_8_boxes_hold_what_is_in_them():
    boxes = {box.name: box.pieces for box in seen(crowded()).boxes}
    assert [p.name for p in boxes["Defensive CAS"]] == ["VMA"]
    assert [(p.name, p.count) for p in boxes["Assets ready"]] == [("InfoWar", 2), ("ISR", 1)]
    assert "Joint strike" not in boxes


# ---------------------------------------------------------------- what it comes to


def test_4_2_the_score_as_it_stands():
    state = put(quiet(np=40), "kabul", "us_1_5sfg")
    put(state, "tora_bora", "uk_22sas")
    assert score_now(state) == "If it ended now: 53 NP, Draw (+13: Kabul 10, Tora Bora 3)"
    assert score_now(quiet(np=40)) == (
        "If it ended now: 40 NP, Operational defeat (nothing is controlled that counts)")


def test_28_3_what_would_raise_the_jihad_level():
    state = hidden(hidden(quiet(jihad=6), "kabul"), "tora_bora")
    put(state, "tora_bora", "uk_22sas")
    assert adjusted(state) == "Jihad at the end of the turn: 8, raised by Kabul, Tora Bora"
    assert adjusted(quiet(jihad=6)) == "Jihad at the end of the turn: raised by no city and no stronghold"
    assert adjusted(hidden(quiet(jihad=12), "kabul")) == "Jihad at the end of the turn: 12, held up by Kabul"


def test_10_1_that_nobody_knows_what_was_never_seen_is_told():
    assert UNDRAWN in list(notes(hidden(quiet(), "kabul")))
    assert UNDRAWN not in list(notes(quiet()))


def test_29_2_the_events_of_the_turn_are_told():
    state = quiet()
    state.happened = ["offensive"]
    assert "Events of this turn: Islamist Offensive" in list(notes(state))
