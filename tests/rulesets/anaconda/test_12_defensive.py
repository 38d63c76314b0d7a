"""12 Defensive fire; 15.2 gunships against what moves."""

from __future__ import annotations

from typing import Any

from anaconda.boards import act, answer, ground_gunships, hide, put, quiet, refused, run

from pbem.play.requests import Roll
from pbem.play.table import Table
from pbem_games.anaconda.advance import combat
from pbem_games.anaconda.firing import coalition_firers
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.orders import Order
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.reactions import LIVE, Window, firers
from pbem_games.anaconda.state import State


def moving(state: State, marker: str, *, blind: bool = False) -> Table[Any]:
    """The Movement sub-phase of a command."""
    act(state, marker, "movement")
    return run(movement(state, LIVE), state, blind=blind)


def test_t89_r49_12_1_three_hexes_away_nobody_fires():
    state = quiet()
    put(state, "0510", "r_1_87_c1")
    hide(state, "0505", "a_hmg_1", up=True)
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0509 0508")  # ends three hexes away
    assert state.units["r_1_87_c1"].place == "0508"
    assert (table.pending.rule, table.pending.seat) == ("8.1", "coalition")


def test_e_a_window_is_asked_whatever_lies_face_down_there_and_the_tool_passes():
    state = quiet()
    put(state, "0510", "r_1_87_c1")
    hide(state, "0506", "a_dec_1")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0509 0508 0507")
    assert (table.pending.rule, table.pending.seat, table.pending.about) == ("12.2", "al_qaeda", "r_1_87_c1/0508")
    assert table.pending.truth(table.peek) == Order("pass")
    refused(table, state, "fire t1", because="can fire into 0508")
    answer(table, "pass")
    assert (table.pending.rule, table.options.default()) == ("8.7", Order("move", ("r_1_87_c1",), ("0507",)))
    answer(table, "stay")
    assert state.units["r_1_87_c1"].place == "0508"


def test_12_9_airstrikes_fire_at_no_mover():
    state = quiet()
    put(state, "1809", "r_1_87_c1")
    for id in ("a_b52", "a_ac130_1", "a_uav_1"):
        state.units[id].place = "available"
    hide(state, "1907", "a_inf_1", up=True)
    act(state, "a", "movement")
    ready = firers(state, Window("defensive", "coalition", "t1", "1908"))
    assert ready == ["r_1_87_c1", "h_ah64_1", "h_ah64_2"]


def test_t90_12_3_only_the_mover_is_rolled_for():
    state = quiet()
    put(state, "0508", "r_1_87_c2")
    put(state, "0509", "r_1_87_c1")
    hide(state, "0507", "a_hmg_1")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0508", "fire t1")
    assert isinstance(table.pending, Roll)
    assert table.pending.about == "r_1_87_c1/0508"
    assert "close assault" not in table.pending.reads((6,))  # T96: never in defensive fire
    answer(table, (2,))
    assert (state.units["r_1_87_c1"].pinned, state.units["r_1_87_c2"].pinned) == (True, False)
    assert state.tokens["t1"].face == "a_hmg_1"


def test_t91_r47_12_4_who_fired_defensively_is_done_for_the_sub_phase():
    state = quiet()
    put(state, "0510", "r_1_87_c1", "r_1_87_c2")
    hide(state, "0507", "a_hmg_1")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0509", "fire t1", (6,))
    assert state.tokens["t1"].fired
    answer(table, "move r_1_87_c2 0509")
    assert (table.pending.rule, table.pending.seat) == ("8.1", "coalition")  # no window is left


def test_t92_r48_12_8_two_commands_make_two_fires():
    state = quiet()
    put(state, "0509", "r_1_87_c1")
    hide(state, "0507", "a_inf_1")
    hide(state, "0607", "b_inf_3")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0508")
    refused(table, state, "fire t1+t2", rule="12.2", because="can fire into 0508")
    answer(table, "fire t1")
    assert "strength 3" in table.pending.reads((6,))
    answer(table, (6,))
    assert (table.pending.rule, table.pending.about) == ("12.2", "r_1_87_c1/0508")
    answer(table, "fire t2")
    assert "strength 2" in table.pending.reads((6,))
    answer(table, (6,))
    assert table.pending.rule == "8.1"


def test_12_8_a_command_fires_once_in_a_window():
    state = quiet()
    put(state, "0509", "r_1_87_c1")
    hide(state, "0507", "a_inf_1", up=True)
    hide(state, "0607", "a_inf_3")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0508", "fire t1", (6,))
    assert table.pending.truth(table.peek) == Order("pass")
    refused(table, state, "fire t2", because="can fire into 0508")


def test_r50_10_29_who_is_pinned_stops():
    state = quiet()
    put(state, "0510", "r_1_87_c1")
    hide(state, "0506", "a_hmg_1")
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0509 0508 0507", "fire t1", (2,))
    assert (state.units["r_1_87_c1"].place, state.units["r_1_87_c1"].pinned) == ("0508", True)
    assert table.pending.rule == "8.1"
    assert problems(state) == []


def test_10_28_who_is_eliminated_moves_no_more():
    state = quiet()
    put(state, "0509", "r_1_87_c1")
    for face in ("a_hmg_1", "a_inf_1", "a_inf_2"):
        hide(state, "0507", face)
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0508 0408", "fire t1+t2+t3", (1,))
    assert state.units["r_1_87_c1"].place == "dead"  # 9 strong, E at 1
    assert table.pending.rule == "8.1"


def test_t95_12_10_mortars_of_al_qaeda_are_not_directed():
    state = quiet()
    put(state, "0509", "r_1_87_c1")
    hide(state, "0503", "a_mtr_1", up=True)
    table = answer(moving(state, "tfr"), "move r_1_87_c1 0508")
    assert table.pending.rule == "8.1"


def test_t169_r111_12_10_directed_fire_is_for_indirect_weapons_without_a_line():
    state = quiet()
    ground_gunships(state)
    for id in ("r_1_187_d", "r_1_87_mtr"):
        put(state, "1512", id)
    put(state, "1710", "r_1_87_c1")
    assert not state.numbers.ground.in_line("1512", "1810")
    assert coalition_firers(state, "1810") == ["r_1_87_c1", "r_1_87_mtr"]
    state.units["r_1_87_c1"].pinned = True  # R75: no spotter
    assert coalition_firers(state, "1810") == []


def test_12_10_only_us_units_of_the_same_command_direct():
    state = quiet()
    ground_gunships(state)
    put(state, "1512", "r_1_87_mtr", "d_zia_hw")
    put(state, "1710", "d_oda_372")
    assert coalition_firers(state, "1810") == ["d_oda_372"]


def test_t29_12_8_the_coalition_too_fires_by_commands():
    state = quiet()
    ground_gunships(state)
    put(state, "1805", "r_1_87_c1", "d_oda_372")
    hide(state, "1904", "a_inf_1")
    table = answer(moving(state, "a"), "move t1 1905")
    assert table.pending.seat == "coalition"
    refused(table, state, "fire r_1_87_c1+d_oda_372", rule="12.8")
    answer(table, "fire r_1_87_c1", (6,))
    assert state.units["r_1_87_c1"].fired
    answer(table, "fire d_oda_372", (6,))
    assert table.pending is None  # nobody is left to move, and no gunship to wait for


def test_t176_r72_20_4_a_hidden_fortification_is_turned_up_for_who_enters_it():
    state = quiet()
    ground_gunships(state)
    put(state, "1805", "r_1_87_c1")
    hide(state, "1904", "a_inf_1")
    hide(state, "1905", "a_frt_1")
    table = answer(moving(state, "a"), "move t1 1905", "fire r_1_87_c1")
    assert (table.pending.rule, table.pending.seat) == ("20.4", "al_qaeda")
    refused(table, state, "flip t1", rule="20.4")  # the mover is not asked about
    answer(table, "flip t2")
    assert "+1 fortified (20.4)" in table.pending.reads((6,))
    assert "+1 face down (18.4)" in table.pending.reads((6,))


def test_r54_12_12_an_advance_draws_no_fire():
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    hide(state, "1810", "a_inf_1", up=True)
    hide(state, "1812", "a_hmg_1")
    act(state, "tfr", "combat")
    table = answer(run(combat(state, LIVE), state), "attack r_1_87_c1+r_1_87_c2 1810", (1,), "advance r_1_87_c1")
    assert (state.units["r_1_87_c1"].place, table.pending.rule) == ("1810", "10.2")


# ---------------------------------------------------------------- 15.2 gunships


def test_t102_15_2_a_gunship_fires_at_what_enters_a_hex_after_flak():
    state = quiet()
    hide(state, "1807", "a_inf_1")
    hide(state, "2006", "b_hmg_1")
    table = answer(moving(state, "a"), "move t1 1808", "fire h_ah64_1")
    assert (table.pending.rule, table.pending.seat, table.pending.about) == ("17.1", "al_qaeda", "h_ah64_1/1808")
    answer(table, "fire t2", (6,), "pass")  # the mover itself could have fired too
    assert (table.pending.rule, table.pending.about) == ("12.2", "t1/1808")
    answer(table, (6,))
    assert (state.units["h_ah64_1"].place, state.units["h_ah64_1"].flown) == ("utilized", True)


def test_15_2_a_mover_may_fire_at_the_gunship_and_walk_on():
    state = quiet()
    hide(state, "1807", "a_inf_1")
    table = answer(moving(state, "a"), "move t1 1808 1809", "fire h_ah64_1", "fire t1", (6,))
    assert (state.tokens["t1"].face, state.tokens["t1"].acts) == ("a_inf_1", [])
    answer(table, (6,))
    assert table.pending.rule == "8.7"
    answer(table, "move t1 1809")


def test_r51_15_2_gunships_of_one_target_make_one_fire():
    state = quiet()
    hide(state, "1807", "a_inf_1")
    window = Window("defensive", "coalition", "t1", "1808", ("gunship",))
    assert firers(state, window) == []
    table = answer(moving(state, "a"), "move t1 1808", "fire h_ah64_1+h_ah64_2", "pass", "pass")
    assert "strength 10" in table.pending.reads((6,))


def test_r51_15_2_after_the_movement_too_one_target_meets_one_fire_of_gunships():
    state = quiet()
    hide(state, "1807", "a_inf_1")
    hide(state, "1906", "a_inf_2")
    table = answer(moving(state, "a"), "move t1 1808", "pass", "move t2 1907", "pass",
                   "fire h_ah64_1 t1", "pass", (6,))
    refused(table, state, "fire h_ah64_2 t1", rule="15.2")
    answer(table, "fire h_ah64_2 t2")


def test_t171_r51_15_2_a_gunship_waits_for_the_end_of_the_movement():
    state = quiet()
    hide(state, "1806", "a_inf_1")
    hide(state, "1611", "a_inf_2")
    table = answer(moving(state, "a"), "move t1 1807 1808", "pass", "move t1 1808", "pass", "done")
    assert (table.pending.rule, table.pending.seat) == ("15.2", "coalition")
    refused(table, state, "fire h_ah64_1 t2", rule="15.2", because="did not move into")
    refused(table, state, "fire h_ah64_1 1807", rule="15.2")
    refused(table, state, "fire r_1_87_c1 t1", rule="15.2")
    answer(table, "fire h_ah64_1 t1", "pass")
    assert isinstance(table.pending, Roll)
    assert table.pending.about == "t1/1808"
    answer(table, (6,))
    assert table.pending is None  # nobody else has moved
