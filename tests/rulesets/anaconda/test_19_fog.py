"""18, 19, 20 Fog of war, reconnaissance, special counters."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, answer, hide, opened, put, quiet, refused, run

from pbem.play.table import Table
from pbem_games.anaconda.advance import combat
from pbem_games.anaconda.ending import GameEnds
from pbem_games.anaconda.flipping import flip
from pbem_games.anaconda.isr import isr
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.state import DEAD, FIRE, IED, Loss, State
from pbem_games.anaconda.tokens import turn
from pbem_games.anaconda.victory import points, total


def looking(state: State, marker: str = "tfr") -> Table[Any]:
    act(state, marker, "isr")
    return run(isr(state, LIVE), state)


def scores(state: State, seat: str) -> int:
    return total(list(points(state)), seat)


def test_t116_19_2_each_unit_of_a_stack_looks_into_a_hex_of_its_own():
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    hide(state, "1810", "a_inf_1")
    hide(state, "1909", "a_inf_2")
    table = answer(looking(state), "recon r_1_87_c1 1810")
    refused(table, state, "recon r_1_87_c1 1909", rule="19.2")  # T117
    answer(table, "recon r_1_87_c2 1909")
    assert [t.face for t in state.tokens.values()] == ["a_inf_1", "a_inf_2"]
    assert table.pending is None


@pytest.mark.parametrize(("order", "because"), [
    ("recon r_1_87_c1 1909", "it has done so in this sub-phase"),
    ("recon d_oda_372 1909", "its command is not in action"),
    ("recon r_2_187_a1 1909", "it is not on the map"), ("recon h_ch47_1 1909", "it never does"),
    ("recon a_uav_1 1909", "it is not ready"), ("recon t2 1909", "the Coalition alone does"),
    ("recon r_nobody 1909", "the Coalition alone does"), ("recon r_nobody", "name one unit and one hex"),
    ("recon r_1_87_c2", "name one unit and one hex"), ("recon - 1909", "name one unit and one hex"),
])
def test_19_2_who_cannot_reconnoitre_is_told_why(order, because):
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2", "d_oda_372")
    hide(state, "1810", "a_inf_1")
    hide(state, "1909", "a_inf_2", up=True)
    hide(state, "1909", "a_inf_3")
    table = answer(looking(state), "recon r_1_87_c1 1810")
    refused(table, state, order, rule="19.1" if "name one" in because else "19.2", because=because)


def test_t114_18_3_a_counter_once_up_stays_up():
    state = quiet()
    hide(state, "1810", "a_inf_1")
    opened(run(flip(state, ["1810"], rule="19.2"), state))
    assert (state.tokens["t1"].face, state.tokens["t1"].sealed) == ("a_inf_1", None)
    assert opened(run(turn(state, ["t1"], rule="18.2"), state)).result == []


def test_t118_r79_19_3_special_recon_reaches_as_far_as_the_range():
    state = quiet()
    put(state, "0110", "d_oda_372")
    put(state, "0210", "d_zia_1")
    hide(state, "0107", "a_inf_1")
    assert state.numbers.ground.in_line("0110", "0107")
    table = looking(state, "tfd")
    refused(table, state, "recon d_zia_1 0107", rule="19.2")
    answer(table, "recon d_oda_372 0107")
    assert state.tokens["t1"].face == "a_inf_1"


def test_19_3_special_recon_needs_a_line_and_only_what_is_face_down_is_worth_it():
    state = quiet()
    put(state, "1309", "d_oda_372")
    hide(state, "1307", "a_inf_1")
    hide(state, "1310", "a_inf_2")
    table = looking(state, "tfd")
    refused(table, state, "recon d_oda_372 1307", rule="19.2")
    refused(table, state, "recon d_oda_372 1308", rule="19.2")
    answer(table, "recon d_oda_372 1310")


def test_r75_19_2_a_pinned_unit_still_looks():
    state = quiet()
    put(state, "1809", "r_1_87_c1", pinned=True)
    hide(state, "1810", "a_inf_1")
    answer(looking(state), "recon r_1_87_c1 1810")
    assert state.tokens["t1"].face == "a_inf_1"


def test_r80_19_2_nobody_looks_out_of_a_base():
    state = quiet()
    put(state, "0505", "d_oda_372")
    hide(state, "0106", "a_inf_1")
    state.units["a_uav_1"].place = "available"
    table = looking(state)
    refused(table, state, "recon r_1_87_c1 0106", rule="19.2")


def test_t119_19_5_a_satellite_shows_seven_hexes():
    state = quiet()
    state.units["a_sat_1"].place = "available"
    ground = state.numbers.ground
    for i, hex in enumerate(["2110", *ground.hexes.neighbours("2110")]):
        hide(state, hex, f"a_inf_{i + 1}")
    hide(state, "2112", "b_inf_1")
    answer(looking(state), "recon a_sat_1 2110")
    assert [t.face != "" for t in state.tokens.values()] == [True] * 7 + [False]
    assert state.units["a_sat_1"].place == "utilized"


def test_19_6_a_soar_meets_flak_before_it_looks():
    state = quiet()
    hide(state, "1810", "a_hmg_1")
    table = answer(looking(state), "recon h_soar_1 1810")
    assert (table.pending.rule, table.pending.about) == ("17.1", "h_soar_1/1810")
    answer(table, "fire t1", (6,))
    assert (state.tokens["t1"].face, state.units["h_soar_1"].flown) == ("a_hmg_1", True)


def test_t123_r77_20_2_civilians_seen_leave_play_and_nobody_scores():
    state = quiet()
    hide(state, "1810", "a_civ_1")
    opened(run(flip(state, ["1810"], rule="19.2"), state))
    assert (state.tokens["t1"].place, state.tokens["t1"].loss) == ("removed", None)
    assert (scores(state, "coalition"), scores(state, "al_qaeda")) == (0, 0)
    assert problems(state) == []


def test_t124_r78_20_2_civilians_killed_face_down_pay_al_qaeda():
    state = quiet()
    hide(state, "1810", "a_civ_1", up=True)
    state.tokens["t1"].place, state.tokens["t1"].loss = DEAD, Loss(FIRE)
    assert (scores(state, "coalition"), scores(state, "al_qaeda")) == (0, 2)


def test_t125_20_3_a_deception_seen_leaves_play_and_face_down_it_is_pinned_like_others():
    state = quiet()
    put(state, "1809", "r_1_87_c1")
    hide(state, "1810", "a_dec_1")
    act(state, "tfr", "combat")
    answer(run(combat(state, LIVE), state), "attack r_1_87_c1 1810", "pass", (4,))
    assert (state.tokens["t1"].pinned, state.tokens["t1"].face) == (True, "")
    opened(run(flip(state, ["1810"], rule="19.2"), state))
    assert (state.tokens["t1"].place, state.tokens["t1"].pinned) == ("removed", False)


def test_t128_r46_20_6_an_ied_fires_at_all_near_it_on_column_one():
    state = quiet(body_armor=True)
    put(state, "1809", "r_1_87_c1")
    put(state, "2011", "d_zia_1")
    put(state, "1811", "r_1_87_c2")
    hide(state, "1810", "a_ied_1")
    table = opened(run(flip(state, ["1810"], rule="19.2"), state))
    assert table.pending.reads((1,)) == "strength 1 on 1-87 C/1 in 1809: 1, is 1, P/E: pinned"  # T159: no armor
    answer(table, (1,), (4,))
    assert table.pending is None
    assert (state.units["r_1_87_c1"].pinned, state.units["r_1_87_c2"].pinned) == (True, False)
    assert state.tokens["t1"].place == "removed"


def test_t129_20_6_an_ied_with_nobody_near_just_leaves():
    state = quiet()
    hide(state, "1810", "a_ied_1")
    assert opened(run(flip(state, ["1810"], rule="19.2"), state)).pending is None
    assert state.tokens["t1"].place == "removed"


def test_t132_r76_20_9_an_engineer_near_disarms_pinned_or_not():
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_326_eng", pinned=True)
    hide(state, "1810", "a_ied_1")
    assert opened(run(flip(state, ["1810"], rule="19.2"), state)).pending is None
    assert state.tokens["t1"].place == "removed"


def test_23_2_1_losses_to_an_ied_score_for_al_qaeda():
    state = quiet()
    put(state, "1809", "r_1_87_c1", pinned=True)
    hide(state, "1810", "a_ied_1")
    answer(opened(run(flip(state, ["1810"], rule="19.2"), state)), (1,))
    assert state.units["r_1_87_c1"].loss == Loss(IED, hex="1809")
    assert scores(state, "al_qaeda") == 5


@pytest.mark.parametrize(("at", "value"), [("1811", 2), ("1812", 1)])
def test_t122_r83_20_1_psyop_doubles_what_a_close_assault_eliminates(at, value):
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    put(state, at, "r_psyop", pinned=True)
    hide(state, "1810", "a_inf_1", up=True)
    act(state, "tfr", "combat")
    answer(run(combat(state, LIVE), state), "attack r_1_87_c1+r_1_87_c2 1810", (1,), "stay")
    assert scores(state, "coalition") == value


def test_t130_20_7_a_fortification_and_a_compound_of_one_hex_lose_the_game_when_opened():
    state = quiet()
    hide(state, "1710", "a_frt_1")
    hide(state, "1710", "a_cmp_1")
    with pytest.raises(GameEnds) as end:
        opened(run(turn(state, ["t1", "t2"], rule="23.1"), state))
    assert "one hex with a" in end.value.result.text
