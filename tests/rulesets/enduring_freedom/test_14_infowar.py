"""14 InfoWar, 28 the Jihad index."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import (
    SOF,
    answer,
    done,
    foes,
    hidden,
    is_sound,
    only_underground,
    put,
    quiet,
    refused,
    run,
)

from pbem_games.enduring_freedom.infowar import infowar_phase
from pbem_games.enduring_freedom.jihad import adjust, lower_line, passes_jihad_check, shift_jihad
from pbem_games.enduring_freedom.locations import islamist_mobilization, random_location


@pytest.mark.parametrize(("level", "die", "after"), [(12, 2, 11), (11, 6, 12), (11, 5, 11), (1, 1, 1), (12, 6, 12)])
def test_14_2_A61_A62_what_a_die_does(level, die, after):
    state = put(quiet("2a", jihad=level), "ready", "iw_1")
    done(infowar_phase(state), "1", (die,))
    assert (state.jihad, state.units["iw_1"].place) == (after, "mobilization")


def test_14_3_R25_all_are_committed_first_and_each_counts_at_once():
    state = put(quiet("2a", jihad=12), "ready", "iw_1", "iw_2", "iw_3")
    table = run(infowar_phase(state))
    refused(table, "4", state, rule="14.1")
    answer(table, "2", (6, 1))
    assert (state.jihad, state.units["iw_3"].place) == (11, "ready")


def test_14_1_nobody_is_asked_without_an_asset():
    assert run(infowar_phase(quiet("2a"))).pending is None
    state = put(quiet("2a"), "ready", "iw_1")
    done(infowar_phase(state), "0")
    assert (state.jihad, state.units["iw_1"].place) == (6, "ready")


@pytest.mark.parametrize(("level", "line"), [(1, 0), (2, 1), (4, 1), (5, 2), (7, 2), (8, 2), (9, 3), (11, 3), (12, 4)])
def test_28_0_R91_the_lower_line(level, line):
    assert lower_line(quiet(jihad=level)) == line


def test_28_5_the_level_stays_between_its_ends():
    state = quiet(jihad=2)
    done(shift_jihad(state, -9, "test", rule="28.1"))
    assert state.jihad == 1
    done(shift_jihad(state, 20, "test", rule="28.1"))
    assert state.jihad == 12


@pytest.mark.parametrize(("dice", "passed"), [((2, 4), True), ((4, 5), True), ((4, 6), False)])
def test_28_2_A126_a_check(dice, passed):
    assert done(passes_jihad_check(quiet(jihad=9), rule="28.2"), dice) is passed


def test_28_3_A127_R69_the_adjustment():
    state = quiet("6e", jihad=3)
    cities = [z.id for z in state.numbers.zones.values() if z.kind == "city"]
    for zone in cities[:11]:
        hidden(state, zone)
    put(state, cities[9], SOF)
    put(state, cities[10], "uk_22sas")
    hidden(hidden(state, "tora_bora"), "shah_i_kot")
    done(adjust(state))
    assert state.jihad == 12  # 9 cities and 2 strongholds: 14, no more than 12
    assert is_sound(state)


def test_28_3_R69_a_disputed_stronghold_raises_it_and_a_disputed_city_does_not():
    state = quiet("6e", jihad=3)
    put(hidden(state, "tora_bora"), "tora_bora", SOF)
    put(hidden(state, "herat"), "herat", "uk_22sas")
    done(adjust(state))
    assert state.jihad == 4


def test_28_6_A129_each_reinforcement_has_a_location_of_its_own():
    state = quiet("6b", jihad=9)
    table = answer(run(islamist_mobilization(state)), (3, 1), (3, 1), (1, 1))
    assert table.pending is None
    assert [len(state.islamists[zone]) for zone in ("zaranj", "turkestan")] == [2, 1]
    assert is_sound(state)


def test_28_6_A156_R80_an_empty_underground_brings_nobody():
    state = only_underground(quiet("6b", jihad=12))
    assert run(islamist_mobilization(state)).pending is None
    assert not any(state.islamists.values())


def test_28_6_R79_who_comes_beside_the_coalition_is_revealed():
    state = put(quiet("6b", jihad=2), "zaranj", SOF)
    done(islamist_mobilization(state), (3, 1), ("tal_inf1_1",))
    assert state.islamists["zaranj"][0].up


def test_30_2_A136_row_first_then_column():
    assert done(random_location(quiet(), rule="30.2", about="test"), (3, 1)) == "zaranj"
    assert done(random_location(quiet(), rule="30.2", about="test"), (1, 3)) == "balkh"


def test_28_1_foes_do_not_count_for_nothing():
    state = foes(quiet("6e", jihad=3), "herat", "mk_rescue")
    done(adjust(state))
    assert state.jihad == 3
