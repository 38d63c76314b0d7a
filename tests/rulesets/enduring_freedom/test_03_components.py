"""3 Counters and definitions, and what the data say."""

from __future__ import annotations

from collections import Counter

import pytest
from enduring_freedom.boards import (
    BATTALION,
    SOF,
    foes,
    fresh,
    hidden,
    is_sound,
    north_hidden,
    playing,
    put,
    quiet,
    run,
)

from pbem.errors import IllegalMove
from pbem.play.playout import SeededDice
from pbem.play.requests import Draw
from pbem_games.enduring_freedom.combat.edge import coalition_drms
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.mobilization import price_of
from pbem_games.enduring_freedom.offensive import _goal
from pbem_games.enduring_freedom.zones import control, factor, holds, is_elite, islamist_units, steps


def test_3_4_the_counters_of_the_box():
    numbers = fresh().numbers
    assert (len(numbers.ground), len(numbers.north), len(numbers.air), len(numbers.assets)) == (48, 27, 8, 13)
    assert len(numbers.islamist) == 70
    assert Counter(z.kind for z in numbers.zones.values()) == {"region": 13, "city": 12, "stronghold": 3}


def test_3_3_every_zone_is_on_the_location_table_and_joined_both_ways():
    numbers = fresh().numbers
    cells = {zone for row in numbers.tables.random_location.rows for zone in row}
    assert cells == set(numbers.zones)
    for zone in numbers.zones:
        assert all(zone in numbers.graph.neighbours(near) for near in numbers.graph.neighbours(zone))


def test_3_5_only_drones_among_the_assets_have_a_factor():
    numbers = fresh().numbers
    assert Counter(asset.kind for asset in numbers.assets.values()) == {"infowar": 4, "isr": 4, "drone": 5}
    assert all((asset.kind == "drone") == (asset.cf > 0) for asset in numbers.assets.values())


def test_3_7_A2_a_unit_that_lands_makes_kabul_disputed():
    state = hidden(quiet(), "kabul", 2)
    assert control(state, "kabul") == "islamist"
    put(state, "kabul", SOF)
    assert control(state, "kabul") == "disputed"
    assert is_sound(state)


def test_3_7_A3_air_units_control_nothing():
    state = put(quiet("3c"), "kabul", "air_cvw8", "air_vma")
    assert control(state, "kabul") == "uncontrolled"


def test_3_7_R5_face_down_counters_are_units_and_face_up_markers_are_none():
    state = north_hidden(foes(quiet(), "kabul", "mk_rescue"), "kabul")
    assert control(state, "kabul") == "coalition"
    state = foes(quiet(), "kabul", "mk_rescue", up=False)
    assert control(state, "kabul") == "islamist"
    assert len(islamist_units(state, "kabul")) == 1


def test_3_7_who_holds_which_zone_and_nobody_a_disputed_one():
    state = put(hidden(quiet(), "kabul", 2), "bagram", SOF)
    before = holds(quiet())
    assert before.keys() & {"kabul", "bagram"} == set()
    assert holds(state) == before | {"kabul": "islamist", "bagram": "coalition"}
    put(state, "kabul", SOF)
    assert holds(state) == before
    assert before.keys() <= state.numbers.zones.keys()


def test_3_9_A4_each_of_three_alternatives_comes_as_often():
    state, dice, found = quiet(), SeededDice(1), Counter()
    for _ in range(3000):
        table = run(_goal(state, "gardez", ("ghazni", "kabul", "khyber")))
        table.answer(dice)
        found[table.result] += 1
    assert all(900 < count < 1100 for count in found.values())
    assert len(found) == 3


def test_3_4_A5_R94_a_reduced_unit_without_the_elite_mark_gives_no_bonus():
    state = put(quiet(), "kabul", BATTALION)
    assert is_elite(state, BATTALION)
    assert [drm.value for drm in coalition_drms(state, "kabul", ())] == [1]
    put(state, "kabul", BATTALION, reduced=True)
    assert coalition_drms(state, "kabul", ()) == []
    put(state, "kabul", SOF, reduced=True)
    assert is_elite(state, SOF)


def test_9_2_A31_a_reduced_unit_uses_its_reduced_factor():
    state = put(quiet(), "kabul", BATTALION)
    assert (factor(state, BATTALION), steps(state, BATTALION)) == (3, 2)
    put(state, "kabul", BATTALION, reduced=True)
    assert (factor(state, BATTALION), steps(state, BATTALION)) == (2, 1)


@pytest.mark.parametrize(("unit", "price"), [
    ("us_26meu", 3), ("us_1_5sfg", 1), ("uk_22sas", 1), ("us_fob_1", 1), ("ir_irgc", 2), ("air_28aew", 2),
    ("us_1cav", 4), ("us_cjtf", 1),
])  # fmt: skip
def test_11_1_A47_prices_follow_the_np_table(unit, price):
    assert price_of(fresh(), unit) == price


@pytest.mark.parametrize(("typed", "zone"), [
    ("Konduz", "kunduz"), ("Jallalabad", "jalalabad"), ("Balch", "balkh"), ("Balgh", "balkh"),
    ("Panjshiir Valley", "panjshir"), ("Panjshir", "panjshir"), ("Lashkar Gah", "lashkargam"),
    ("Lashkargah", "lashkargam"), ("Torah Bora", "tora_bora"),
])  # fmt: skip
def test_3_3_R2_other_spellings_name_the_same_zone(typed, zone):
    state = put(quiet("2b"), "ready", "isr_1")
    table = playing(state)
    (say,) = FORMS.read_orders(state, table.pending, "coalition", typed, lambda _: None)
    assert say == f"isr isr_1 {zone}"
    with pytest.raises(IllegalMove):
        FORMS.read_orders(state, table.pending, "coalition", f"x{typed}", lambda _: None)


def test_3_3_R3_the_zones_are_those_that_set_up_names():
    numbers = fresh().numbers
    kinds = {kind: {id for id, zone in numbers.zones.items() if zone.kind == kind} for kind in ("city", "stronghold")}
    assert kinds == {
        "city": {"kabul", "bagram", "jalalabad", "ghazni", "kandahar", "zaranj", "herat", "chaghcharan", "shebergan",
                 "mazar_i_sharif", "kunduz", "fayzabad"},
        "stronghold": {"tora_bora", "shah_i_kot", "panjshir"},
    }
    placed = {zone for counts in (numbers.setup.islamist, numbers.setup.north) for zone, n in counts.items() if n}
    assert placed == set(numbers.zones)
    assert len(placed) == 28


def test_3_9_R4_a_random_choice_is_one_draw_among_all():
    table = run(_goal(quiet(), "gardez", ("ghazni", "kabul", "khyber")))
    assert isinstance(table.pending, Draw)
    assert (table.pending.pool, table.pending.count) == (("ghazni", "kabul", "khyber"), 1)
    assert run(_goal(quiet(), "gardez", ("kabul",))).result == "kabul"  # no choice, nothing drawn
