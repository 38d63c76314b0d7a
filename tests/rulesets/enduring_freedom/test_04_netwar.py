"""4, 5 NetWar points, victory."""

from __future__ import annotations

import pytest
from enduring_freedom.boards import (
    BATTALION,
    SOF,
    answer,
    done,
    foes,
    is_sound,
    line,
    north_hidden,
    playing,
    put,
    quiet,
    refused,
    run,
    told,
)

from pbem.errors import IllegalMove
from pbem_games.enduring_freedom.joint_strike import strike
from pbem_games.enduring_freedom.losses import eliminate_islamist
from pbem_games.enduring_freedom.mobilization import carry_out, mobilize
from pbem_games.enduring_freedom.points import GameEnds, can_pay, gain, lose
from pbem_games.enduring_freedom.refit import carry_out as refit
from pbem_games.enduring_freedom.victory import awards, np_now, score


def test_4_1_A6_R6_what_goes_beyond_99_is_lost():
    state = quiet(np=97)
    done(gain(state, 5, "test", "events", rule="4.1"))
    assert (state.np, state.booked) == (99, {"events": 2})


def test_4_2_A8_refit_gives_no_np_back():
    state = put(quiet(), "persian_gulf", BATTALION)
    done(lose(state, 2, "reduced", "losses", rule="25.2"))
    put(state, "persian_gulf", BATTALION, reduced=True)
    refit(state, line(state, f"refit {BATTALION}"))
    assert (state.np, state.units[BATTALION].reduced) == (47, False)


def test_4_2_A9_R10_a_base_brings_two():
    state = foes(quiet(), "kabul", "aq_base_1")
    done(eliminate_islamist(state, "kabul", "aq_base_1", rule="25.1"))
    assert state.np == 52


def test_4_2_A10_bin_laden_brings_four_dice():
    state = foes(quiet(), "tora_bora", "aq_bin_laden")
    done(eliminate_islamist(state, "tora_bora", "aq_bin_laden", rule="25.1"), (6, 5, 1, 2))
    assert (state.np, state.eliminated_islamists) == (64, ["aq_bin_laden"])
    assert is_sound(state)


def test_4_3_A11_R7_one_np_is_kept():
    state = quiet("1a", np=1)
    table = run(mobilize(state))
    refused(table, "muster air_vma pakistan", state, rule="11.1", because="1 of 1 must be left")
    assert (can_pay(state, 0), can_pay(state, 1)) == (True, False)
    state.np = 3
    with pytest.raises(IllegalMove):
        carry_out(state, line(state, f"muster {BATTALION} pakistan"))


def test_5_1_A12_the_last_np_ends_the_game_at_once():
    state = put(foes(quiet("3f", np=1), "herat", "tal_inf1_1"), "herat", "air_cvw8")
    table = run(strike(state, "herat", ()))
    with pytest.raises(GameEnds):
        table.answer((6,))
    state = put(foes(quiet("3f", np=1), "herat", "tal_inf1_1"), "herat", "air_cvw8")
    table = answer(playing(state), (6,))
    assert (table.result.by, table.result.winners, table.result.score) == ("5.1", (), 0)
    assert len(state.islamists["herat"]) == 1


def test_5_2_A13_there_is_no_early_victory():
    state = quiet("7", turn=3, np=99)
    table = playing(state)
    assert (state.turn, state.phase, table.result) == (4, "1a", None)


def test_5_0_A15_eighty_is_an_operational_victory():
    result = done(score(quiet("7", turn=7, np=80)))
    assert (result.text, result.winners, result.score) == ("Operational victory with 80 NP", ("coalition",), 80)


@pytest.mark.parametrize(("np", "degree", "won"), [
    (1, "Strategic defeat", False), (20, "Strategic defeat", False), (21, "Operational defeat", False),
    (40, "Operational defeat", False), (41, "Draw", False), (60, "Draw", False), (61, "Operational victory", True),
    (81, "Strategic victory", True), (99, "Strategic victory", True),
])  # fmt: skip
def test_5_0_R105_levels(np, degree, won):
    result = done(score(quiet("7", turn=7, np=np)))
    assert result.text == f"{degree} with {np} NP"
    assert bool(result.winners) is won


def test_4_2_A152_R84_awards():
    state = put(quiet("7", turn=7), "kabul", SOF)
    put(state, "bagram", BATTALION)
    north_hidden(state, "panjshir")
    put(state, "herat", "us_lar")
    foes(state, "herat", "tal_inf1_1")
    assert awards(state) == [("kabul", 10), ("bagram", 2), ("panjshir", 3)]
    done(score(state))
    assert state.np == 65


def test_4_1_R6_what_the_game_would_end_with_now_stops_at_the_end_of_the_index():
    state = put(quiet("7", turn=7, np=95), "kabul", SOF)
    assert (awards(state), np_now(state)) == ([("kabul", 10)], 99)
    done(score(state))
    assert state.np == np_now(state) == 99


def test_6_1_A19_turn_seven_ends_the_game():
    table = playing(quiet("7", turn=7))
    assert (table.result.by, table.result.text) == ("5.0", "Draw with 50 NP")
    assert "Draw with 50 NP" in told(table)
