"""4, 5 The sequence of play: draws, passes, whose Operations Phase it is, what comes back."""

from __future__ import annotations

import pytest
from anaconda.boards import act, answer, fresh, hide, put, quiet, refused, run, told

from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Draw
from pbem_games.anaconda.attack import check_attack
from pbem_games.anaconda.commands import draw_or_pass, operations, operations_phases
from pbem_games.anaconda.orders import ORDERS
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.state import DEAD
from pbem_games.anaconda.turns import inter_phase, return_phase, start_turn
from pbem_games.anaconda.turns import over as why_over


def test_t19_4_2_the_first_draw_of_a_turn_may_not_be_passed():
    state = quiet()
    state.drawn = 0
    table = run(draw_or_pass(state), state)
    assert isinstance(table.pending, Draw)


def test_t20_r10_4_2_as_many_phases_as_markers_without_passes():
    state = quiet()
    state.command_pool, state.gone = ["a", "b", "c", "tf64", "panic"], ["tfr", "tfd", "tf11", "jihad"]
    state.drawn = 0
    table = run(operations_phases(state), state)
    for _ in range(200):
        if table.pending is None:
            break
        if isinstance(table.pending, Draw):
            table.answer(tuple(sorted(table.pending.pool)[: table.pending.count]))
        elif isinstance(table.pending, Ask) and table.pending.rule == "4.2":
            table.answer("draw")
        else:
            table.answer(table.options.default() if hasattr(table.pending, "seat") else (6,))
    assert table.pending is None
    assert state.drawn == 5
    assert sorted(m for m in state.aside if m != "friendly_fire") == ["a", "b", "c", "panic", "tf64"]


def test_t21_10_31_no_unit_is_pinned_after_the_return_phase():
    state = quiet()
    put(state, "1710", "r_1_87_c1", pinned=True)
    token = hide(state, "1810", "a_inf_1", pinned=True)
    table = run(return_phase(state), state)
    assert table.pending is None
    assert not state.units["r_1_87_c1"].pinned
    assert not state.tokens[token].pinned


def test_t22_r28_4_2_air_units_go_back_used_or_not():
    state = quiet()
    state.units["a_b52"].place, state.units["a_uav_1"].place = "utilized", "available"
    run(return_phase(state), state)
    assert (state.units["a_b52"].place, state.units["a_uav_1"].place) == ("pool", "pool")


def test_t23_r11_5_2_the_owner_acts_whoever_drew():
    state = quiet()
    put(state, "1710", "r_1_87_c1")
    state.drawer = "al_qaeda"
    table = run(draw_or_pass(state), state)
    answer(table, "draw", ("tfr",))
    assert isinstance(table.pending, Draw)
    answer(table, ("r_psyop", "a_b52", "t11_gf", "h_ah64_3"))
    assert (table.pending.rule, table.pending.seat) == ("7.3", "coalition")
    assert state.operations is not None
    assert state.operations.seat == "coalition"


def test_t24_5_4_a_command_with_nobody_on_the_map_still_draws():
    state = quiet()
    table = run(operations(state, "tf11"), state)
    assert isinstance(table.pending, Draw)
    assert table.pending.count == 3


def test_t25_r30_5_5_an_airstrike_attacks_alone_for_any_command():
    state = quiet()
    hide(state, "1710", "a_inf_1")
    state.units["a_b52"].place = "available"
    act(state, "tfd", "combat")
    check_attack(state, ORDERS.parse("attack a_b52 1710"))


def test_t26_r13_5_9_a_drawn_marker_is_out_of_the_pool_until_the_turn_ends():
    state = quiet()
    table = run(draw_or_pass(state), state)
    answer(table, "draw", ("c",))
    assert "c" not in state.command_pool
    assert state.aside == ["c"]
    run(return_phase(state), state)
    assert "c" in state.command_pool


def test_t27_5_10_two_passes_in_a_row_end_the_draws():
    state = quiet()
    table = run(operations_phases(state), state)
    assert (table.pending.seat, table.legal()) == ("coalition", ["draw", "pass"])
    answer(table, "pass")
    assert table.pending.seat == "al_qaeda"
    answer(table, "pass")
    assert table.pending is None
    assert (state.phase, len(state.command_pool)) == ("return", 9)


def test_r10_5_10_a_draw_between_two_passes_keeps_the_turn_going():
    state = quiet()
    table = run(operations_phases(state), state)
    answer(table, "pass", "draw", ("a",))
    assert (table.pending.rule, table.pending.seat, state.passes) == ("4.2", "coalition", 0)


def test_t29_5_12_units_of_a_command_not_in_action_do_not_join():
    state = quiet()
    put(state, "1810", "r_1_87_c1", "d_oda_372")
    hide(state, "1710", "a_inf_1")
    act(state, "tfr", "combat")
    check_attack(state, ORDERS.parse("attack r_1_87_c1 1710"))
    with pytest.raises(IllegalMove, match="d_oda_372 cannot fire"):
        check_attack(state, ORDERS.parse("attack r_1_87_c1+d_oda_372 1710"))


def test_t30_5_13_who_is_not_in_action_is_fired_on_all_the_same():
    state = quiet()
    put(state, "1810", "d_oda_372")
    hide(state, "1710", "a_inf_1", up=True)
    act(state, "a", "combat")
    check_attack(state, ORDERS.parse("attack t1 1810"))


def test_t37_6_2_3_who_comes_back_is_placed_by_the_coalition():
    state = quiet()
    state.phase, state.turn = "start", 7
    state.units["d_zia_1"].place, state.units["d_zia_1"].returns = "delay", 7
    table = run(start_turn(state), state)
    refused(table, state, "d_zia_1=1710", rule="6.2.3")
    answer(table, "d_zia_1=khowst")
    assert (state.units["d_zia_1"].place, state.units["d_zia_1"].pinned) == ("khowst", False)
    assert problems(state) == []


def test_t139_22_4_tf_commando_comes_on_11_march():
    state = quiet()
    state.phase, state.turn, state.extensions = "start", 10, 1
    table = run(start_turn(state), state)
    ids = [id for id, _ in table.options.default()]
    assert len(ids) == 10
    answer(table, " ".join(f"{id}=khowst" for id in ids))
    assert "tfc" in state.command_pool
    assert {state.units[id].place for id in ids} == {"khowst"}
    assert problems(state) == []


def test_t170_15_5_a_helicopter_gets_its_base_and_its_mission_back():
    state = quiet()
    state.units["h_ch47_1"].place, state.units["h_ch47_1"].flown = "utilized", True
    state.units["h_ah64_1"].flown = True  # damaged, drawn again this turn: R103
    table = run(return_phase(state), state)
    answer(table, "h_ch47_1=khowst")
    assert (state.units["h_ch47_1"].place, state.units["h_ch47_1"].flown) == ("khowst", False)
    assert not state.units["h_ah64_1"].flown


def test_t136_r92_22_1_bare_fortifications_are_nobody():
    state = quiet()
    put(state, "0505", "r_1_87_c1")
    hide(state, "1710", "a_frt_1", up=True)
    table = run(inter_phase(state), state)
    assert table.result is True
    reason = "No unit of Al Qaeda is left on the map, only a fortification, which is no unit: that ends the game"
    assert reason in told(table)
    hide(state, "1711", "a_frt_2", up=True)
    two = "2 fortifications, which are no units"
    assert why_over(state) == reason.replace("a fortification, which is no unit", two)
    for token in state.tokens.values():
        token.place = DEAD
    assert why_over(state) == "No unit of Al Qaeda is left on the map: that ends the game"


def test_t175_r92_22_1_face_down_counters_hold_out_whatever_they_are():
    state = quiet()
    put(state, "0505", "r_1_87_c1")
    hide(state, "1710", "a_frt_1")
    table = run(inter_phase(state), state)
    assert table.result is False
    assert state.turn == 2


def test_22_1_the_coalition_must_be_on_the_map_at_the_end_of_a_turn():
    state = quiet()
    hide(state, "1710", "a_inf_1")
    table = run(inter_phase(state), state)
    assert table.result is True


def test_t137_r93_22_3_an_extension_is_paid_at_once():
    for choice, over, turn in (("end", True, 9), ("extend", False, 10)):
        state = quiet()
        state.turn = 9
        put(state, "0505", "r_1_87_c1")
        hide(state, "1710", "a_inf_1")
        table = run(inter_phase(state), state)
        assert (table.pending.seat, table.legal()) == ("coalition", ["end", "extend"])
        answer(table, choice)
        assert (table.result, state.turn, state.extensions) == (over, turn, int(not over))
        reason = "The Coalition ends the operation after turn 9: one turn more would give Al Qaeda 3 VP"
        assert (reason in told(table)) == over


def test_t138_22_3_turn_18_is_the_last():
    state = quiet()
    state.turn, state.extensions = 18, 9
    put(state, "0505", "r_1_87_c1")
    hide(state, "1710", "a_inf_1")
    assert run(inter_phase(state), state).result is True


def test_9_turns_no_extension_is_offered_before_the_ninth():
    state = quiet()
    state.turn = 8
    put(state, "0505", "r_1_87_c1")
    hide(state, "1710", "a_inf_1")
    table = run(inter_phase(state), state)
    assert (table.pending, state.turn) == (None, 9)


def test_3_5_a_new_game_is_sound():
    assert problems(fresh()) == []
