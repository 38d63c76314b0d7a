"""14.1 Whole J-3 operations, from the order to the end: moving, meeting, fighting, moving on."""

from __future__ import annotations

import pytest
from fallujah.boards import hold, node, put, quiet, run, told
from fallujah.boards_moves import check, fight_through, order_of, start

from pbem.errors import IllegalMove
from pbem.play.requests import Draw, Roll
from pbem_games.fallujah.networked import check_networked, networked
from pbem_games.fallujah.state import problems


def calm(place: str, *units: str, **options):
    """Low morale, one pick; the units stand there."""
    state = quiet(**options)
    state.morale = "low"
    put(state, place, *units)
    return state


def test_A62_a_force_that_joins_ground_units_meets_nothing():
    state = calm("r3p03", "usmc_1_5")
    put(state, "r3p04", "usmc_2_1")
    table = start(state, "j3 ground usmc_1_5 path=r3p04")
    assert (table.pending, state.ops, state.operation) == (None, 64, None)
    assert problems(state) == []


def test_R35_helicopters_there_do_not_stop_the_reaction():
    state = calm("r3p03", "usmc_1_5")
    put(state, "r3p04", "hel_g1")
    assert isinstance(start(state, "j3 ground usmc_1_5 path=r3p04").pending, Draw)


def test_R36_at_a_node_beside_ground_units_nothing_happens():
    state = calm("r3p03", "usmc_1_5")
    put(state, "r3p04", "usmc_2_1")
    node(state, "r3p04", "c2")
    table = start(state, "j3 ground usmc_1_5 path=r3p04")
    assert (table.pending, state.operation, state.captured_nodes) == (None, None, [])


def test_A66_a_force_that_won_with_a_point_left_meets_a_new_reaction():
    state = calm("r3p02", "usmc_3_4")
    table = start(state, "j3 ground usmc_3_4 path=r4p02,r5p02")
    fight_through(table, "mil_b")
    assert (table.pending.rule, table.pending.about) == ("14.1", "r5p02")
    assert state.reaction_bin == state.numbers.reaction_bin  # R43: all is back before the force goes on
    table.answer("path=r6p02")
    assert isinstance(table.pending, Draw)
    fight_through(table, "deception")
    assert (state.units["usmc_3_4"].place, state.ops, state.operation) == ("r6p02", 64, None)
    assert problems(state) == []


def test_A67_where_nothing_fights_the_operation_is_over():
    state = calm("r3p02", "usmc_3_4")
    table = start(state, "j3 ground usmc_3_4 path=r4p02")
    fight_through(table, "deception")
    assert (table.pending, state.operation) == (None, None)


def test_A128_who_stays_aloft_over_a_node_reveals_and_picks_nothing():
    state = calm("north", "hel_g1")
    node(state, "r3p04")
    table = start(state, "j3 air hel_g1 to=r3p04 aloft")
    assert (table.pending, state.nodes["r3p04"].type, state.operation) == (None, "", None)
    assert state.units["hel_g1"].aloft


def test_24_7_landing_at_a_node_turns_it_up():
    state = calm("north", "hel_g1")
    put(state, "r3p04", "hel_g1", aloft=True)
    node(state, "r3p04")
    table = start(state, "j3 air hel_g1 to=r3p04 land")
    assert table.pending.rule == "20.2"


def test_A60_a_reaction_follows_the_step_out_of_a_base():
    state = calm("east", "usa_1_5s")
    table = start(state, "j3 ground usa_1_5s path=r6p06")
    fight_through(table, "mil_b")
    assert (table.pending, state.units["usa_1_5s"].place) == (None, "r6p06")


def test_A137_an_engineer_on_arrival_cancels_the_ieds():
    state = calm("r3p03", "usmc_1_5", "usmc_1ceb")
    node(state, "r3p04")
    table = start(state, "j3 ground usmc_1_5,usmc_1ceb path=r3p04")
    table.answer(("ied_factory",))
    assert isinstance(table.pending, Draw)


def test_26_0_without_an_engineer_the_ieds_go_off():
    state = calm("r3p03", "usmc_1_5", "usmc_2_1")
    node(state, "r3p04")
    table = start(state, "j3 ground usmc_1_5,usmc_2_1 path=r3p04")
    table.answer(("ied_factory",))
    assert isinstance(table.pending, Roll)
    assert table.pending.dice == 2


def test_R87_a_capture_ends_the_movement():
    state = calm("r3p03", "usmc_3_4")
    node(state, "r3p04", "arms_cache")
    table = start(state, "j3 ground usmc_3_4 path=r3p04")
    fight_through(table, "mil_b", "mil_b")
    assert (table.pending, state.captured_nodes, state.ops) == (None, ["arms_cache"], 65)


def test_A138_R107_a_failed_infiltration_is_an_ordinary_stop():
    state = calm("r3p03", "usmc_fr")
    node(state, "r3p04")
    table = start(state, "j3 ground usmc_fr path=r3p04 infiltrate")
    table.answer(("al_qaeda",))
    table.answer((5,))
    assert (table.pending.rule, table.pending.dice) == ("27.1", 3)  # the morale check of Al Qaeda
    table.answer((6, 6, 6))
    assert state.nodes["r3p04"].checked
    assert isinstance(table.pending, Draw)
    assert state.morale == "medium"


def test_A140_al_qaeda_that_was_passed_checks_morale_when_a_force_stops_there():
    state = calm("r3p03", "usmc_fr")
    node(state, "r3p04")
    table = start(state, "j3 ground usmc_fr path=r3p04 infiltrate")
    table.answer(("al_qaeda",))
    table.answer((4,))
    table.answer("path=r3p05")
    fight_through(table, "deception")
    put(state, "r3p03", "usmc_1_5")
    table = start(state, "j3 ground usmc_1_5 path=r3p04")
    assert isinstance(table.pending, Roll)
    assert table.pending.dice == 3


def test_A176_two_gunships_win_fly_on_and_meet_a_new_reaction_for_the_same_op():
    state = calm("north", "hel_g1", "hel_g2")
    table = start(state, "j3 air hel_g1,hel_g2 to=r4p02 land")
    fight_through(table, "mil_b")
    assert (table.pending.rule, table.pending.about) == ("14.1", "r4p02")
    table.answer("to=r6p12 land")
    assert isinstance(table.pending, Draw)
    fight_through(table, "mil_b")
    table.answer("stop")
    assert (state.ops, state.operation) == (64, None)


def test_A177_a_transport_with_a_rider_stays_where_it_won():
    state = calm("north", "hel_t1", "usmc_1_5")
    table = start(state, "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=r4p02 land")
    fight_through(table, "mil_b")
    assert (table.pending, state.operation, state.units["usmc_1_5"].place) == (None, None, "r4p02")


def test_A171_negotiations_cost_their_die_when_the_j3_ends():
    state = calm("r3p02", "usmc_3_4")
    state.morale, state.ops = "medium", 21
    table = start(state, "j3 ground usmc_3_4 path=r4p02")
    table.answer(("negotiations",))
    table.answer(("mil_b",))
    table.answer((4,))
    assert state.ops == 20
    fight_through(table)
    assert state.ops == 20  # still under way: it may go on
    table.answer("stop")
    assert (state.ops, state.operation) == (16, None)
    assert problems(state) == []


def test_A156_one_networked_operation_is_one_battle_of_all():
    state = calm("r3p03", "usmc_1_5", networked_operations=True)
    put(state, "r3p05", "usmc_2_1")
    node(state, "r3p04", "arms_cache")
    hold(state, netwar=1)
    order = order_of(state, "j3 network netwar ; ground usmc_1_5 path=r3p04 ; ground usmc_2_1 path=r3p04")
    check_networked(state, order)
    table = run(networked(state, order))
    fight_through(table, "mil_b", "mil_b")
    assert (table.pending, state.captured_nodes, state.ops) == (None, ["arms_cache"], 65)
    assert (state.recruits["netwar"], state.kia) == (6, 2)
    assert problems(state) == []


def test_14_1_words_that_are_no_way_on_are_refused():
    state = calm("r3p02", "usmc_3_4")
    table = start(state, "j3 ground usmc_3_4 path=r4p02")
    fight_through(table, "mil_b")
    for wrong in ("", "go", "path=", "path=moon", "to=r5p02", "stop now", "path=r5p02 land"):
        with pytest.raises(IllegalMove):
            table.answer(wrong) if wrong else table.check(wrong)
    check(state, "j3 ground usmc_3_4 path=r5p02")  # nothing has changed
    assert told(table)
