"""7, 14.9, 24.2 Reinforcements, Friendly Fire, leaders."""

from __future__ import annotations

import pytest
from anaconda.boards import act, answer, hide, opened, put, quiet, refused, run

from pbem.errors import IllegalMove
from pbem.play.requests import Draw
from pbem_games.anaconda.attack import check_attack
from pbem_games.anaconda.commands import operations
from pbem_games.anaconda.moves import may_move
from pbem_games.anaconda.orders import ORDERS
from pbem_games.anaconda.reinforcements import friendly_fire, reinforce
from pbem_games.anaconda.state import reinforcement_pool
from pbem_games.anaconda.turns import return_phase


def test_t46_r25_7_2_no_more_are_drawn_than_lie_in_the_pool():
    state = quiet()
    for id in reinforcement_pool(state):
        if id in state.units and id != "a_b52":
            state.units[id].place = "out"
    state.friendly_fire = False
    table = run(reinforce(state, "tf64"), state)
    assert isinstance(table.pending, Draw)
    assert (table.pending.count, list(table.pending.pool)) == (1, ["a_b52"])


def test_t47_r29_7_3_a_used_airstrike_is_not_in_the_pool_before_the_turn_ends():
    state = quiet()
    state.units["a_b52"].place = "utilized"
    assert "a_b52" not in reinforcement_pool(state)
    run(return_phase(state), state)
    assert "a_b52" in reinforcement_pool(state)


def test_t48_7_3_a_helicopter_once_drawn_stays():
    state = quiet()
    table = answer(run(reinforce(state, "tf64"), state), ("h_ah64_3", "a_f16"))
    refused(table, state, "h_ah64_3=1710", rule="7.3")
    answer(table, "h_ah64_3=khowst")
    assert (state.units["h_ah64_3"].place, state.units["a_f16"].place) == ("khowst", "available")
    run(return_phase(state), state)
    assert (state.units["h_ah64_3"].place, state.units["a_f16"].place) == ("khowst", "pool")


def test_t32_r32_5_16_who_is_drawn_under_another_command_waits_in_base():
    state = quiet()
    act(state, "tfr")
    answer(run(reinforce(state, "tfr"), state), ("t11_qrf_1", "r_psyop", "a_b52", "a_f16"), "t11_qrf_1=gardez",
           "r_psyop=gardez")
    assert state.units["t11_qrf_1"].place == "gardez"
    assert may_move(state, "t11_qrf_1") == "its command is not in action"
    assert may_move(state, "r_psyop") == ""


def test_t31_5_14_a_unit_just_drawn_flies_in_and_fires():
    state = quiet()
    hide(state, "1710", "a_dec_1", up=True)
    table = run(operations(state, "tfr"), state)
    answer(table, ("r_1_87_a2", "r_psyop", "a_b52", "a_f16"), "r_1_87_a2=gardez", "r_psyop=gardez")
    assert table.pending.rule == "8.1"
    answer(table, "fly h_ch47_1+r_1_87_a2 1810", "done")
    assert (table.pending.rule, state.units["r_1_87_a2"].place) == ("10.2", "1810")
    answer(table, "attack r_1_87_a2 1710")
    assert table.pending.rule == "11.2"


def test_t50_14_9_friendly_fire_falls_where_the_coalition_is():
    state = quiet()
    put(state, "1810", "r_1_87_c1")
    put(state, "1812", "r_1_87_c2")
    table = run(friendly_fire(state), state)
    assert (table.pending.seat, table.legal()) == ("al_qaeda", ["1810", "1812"])
    refused(table, state, "1710", rule="14.9")


def test_t51_r27_14_9_every_unit_there_is_rolled_for_at_the_strength_of_the_die():
    state = quiet()
    put(state, "1807", "r_1_87_c1", "r_1_87_c2", "d_gh_t1")
    table = answer(run(friendly_fire(state), state), (4,))
    assert state.friendly_fire is False
    # column 4-6: 1-2 P/E, 3-4 P; the ground is clear, and a tank has its armor (R68)
    answer(table, (2,), (5,), (1,))
    assert table.pending is None
    pins = [state.units[id].pinned for id in ("r_1_87_c1", "r_1_87_c2", "d_gh_t1")]
    assert pins == [True, False, True]  # 1 + 2 is 3: still a pin
    assert state.aside == ["friendly_fire"]


def test_14_9_with_nobody_on_the_map_nothing_happens():
    state = quiet()
    table = run(friendly_fire(state), state)
    assert (table.pending, state.aside) == (None, ["friendly_fire"])
    run(return_phase(state), state)
    assert state.friendly_fire


def test_t143_24_2_a_leader_without_anybody_goes_back_to_the_pool():
    state = quiet(leaders=True)
    table = answer(run(reinforce(state, "tf64"), state), ("l_tf11", "a_b52"))
    assert table.pending is None
    assert state.units["l_tf11"].place == "pool"


def test_24_2_r84_a_leader_joins_his_command_wherever_it_stands():
    state = quiet(leaders=True)
    put(state, "1810", "r_1_87_c1")
    put(state, "1812", "d_oda_372")
    put(state, "1814", "r_1_87_c2")
    table = answer(run(reinforce(state, "tf64"), state), ("l_tfr", "a_b52"))
    assert table.legal() == ["1810", "1814"]
    refused(table, state, "1812", rule="24.2")
    answer(table, "1814")
    assert state.units["l_tfr"].place == "1814"


def test_r103_17_4_a_damaged_helicopter_drawn_again_has_flown():
    state = quiet()
    hide(state, "1710", "a_inf_1")
    state.units["h_ah64_1"].place, state.units["h_ah64_1"].flown = "pool", True
    act(state, "tf64", "combat")
    answer(run(reinforce(state, "tf64"), state), ("h_ah64_1", "a_b52"), "h_ah64_1=gardez")
    with pytest.raises(IllegalMove, match="cannot fire"):
        check_attack(state, ORDERS.parse("attack h_ah64_1 1710"))
    run(return_phase(state), state)
    act(state, "tf64", "combat")
    check_attack(state, ORDERS.parse("attack h_ah64_1 1710"))


def test_24_2_friendly_fire_comes_at_once_in_the_order_drawn():
    state = quiet(leaders=True)
    put(state, "1807", "r_1_87_c1")
    table = answer(run(reinforce(state, "tf64"), state), ("friendly_fire", "l_tfr"), (6,), (6,))
    assert opened(table).pending is None  # one hex only: nobody is asked
    assert state.units["l_tfr"].place == "1807"
