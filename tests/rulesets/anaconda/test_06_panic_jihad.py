"""6, 7.4 Panic and Jihad."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import act, answer, draw_of, hide, put, quiet, refused, run

from pbem.play.playout import SeededDice
from pbem.play.requests import DrawSecret, Roll, SealMany, Write
from pbem.play.table import Table
from pbem_games.anaconda.commands import play_marker
from pbem_games.anaconda.jihad import jihad, jihad_number
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.panic import panic, panic_number, panicking
from pbem_games.anaconda.problems import problems
from pbem_games.anaconda.state import DEAD, FIRE, Loss, State
from pbem_games.anaconda.turns import return_phase
from pbem_games.anaconda.victory import misfits, points


def scared() -> State:
    """Two Afghan units pinned and one dead; Panic! has been drawn by the Coalition."""
    state = quiet()
    put(state, "0505", "d_zia_1", "d_zia_2", pinned=True)
    state.units["d_zia_3"].place, state.units["d_zia_3"].loss = DEAD, Loss(FIRE)
    state.command_pool.remove("panic")
    state.aside = ["panic"]
    return state


def test_t33_r12_6_2_panic_drawn_by_al_qaeda_does_nothing():
    state = scared()
    state.drawer = AL_QAEDA
    assert run(panic(state), state).pending is None
    run(return_phase(state), state)
    assert "panic" in state.command_pool


@pytest.mark.parametrize(("die", "happens"), [(3, True), (4, False)])
def test_t34_r16_6_2_panic_counts_pinned_and_dead(die, happens):
    state = scared()
    assert panic_number(state) == 3
    table = answer(run(panic(state), state), (die,))
    assert (state.gone == ["panic"]) == happens
    assert (table.pending is not None) == happens


def test_r16_6_2_pinned_units_off_the_map_and_others_do_not_count():
    state = scared()
    put(state, "0505", "r_1_87_c1", pinned=True)
    assert panic_number(state) == 3


def test_t35_r17_6_2_2_a_us_unit_in_the_hex_steadies():
    state = quiet()
    put(state, "0505", "d_zia_1", "d_oda_372")
    put(state, "0606", "d_zia_2", "t64_sas_3")
    assert panicking(state) == ["d_zia_2"]  # NATO does not


def test_t36_r17_6_2_2_gun_trucks_stay():
    state = quiet()
    put(state, "0505", "d_zia_gt1", "d_gh_t1", "d_zia_hw", "d_zia_eng")
    assert panicking(state) == ["d_zia_eng", "d_zia_hw", "d_gh_t1"]


def test_t37_t38_r18_6_2_3_a_die_each_says_who_comes_back_and_when():
    state = scared()
    state.turn = 2
    table = answer(run(panic(state), state), (1,))
    refused(table, state, "roll d_zia_1", rule="6.2.3")
    answer(table, "roll d_zia_2+d_zia_1", (5,), (3,))
    assert table.pending is None
    assert (state.units["d_zia_2"].place, state.units["d_zia_2"].returns) == ("delay", 7)
    assert not state.units["d_zia_2"].pinned
    assert (state.units["d_zia_1"].place, state.units["d_zia_1"].loss) == ("dead", Loss("panic"))
    assert [p.what for p in points(state) if p.seat == AL_QAEDA] == ["AMF Zia 3 eliminated"]
    assert problems(state) == []


def test_t39_6_2_5_a_panic_happens_once():
    state = scared()
    answer(run(panic(state), state), (1,), "roll d_zia_1+d_zia_2", (6,), (6,))
    run(return_phase(state), state)
    assert "panic" not in state.command_pool
    assert state.gone == ["panic"]


# ---------------------------------------------------------------- Jihad


def roused(**options: Any) -> State:
    """Seven counters of Al Qaeda pinned or dead; it has drawn Jihad!, and 20 wait in its pool."""
    state = quiet(**options)
    faces = [id for id in state.numbers.bag if state.numbers.units[id].movement][:4]
    for i, face in enumerate(faces):
        hide(state, f"20{10 + i}", face, pinned=True)
    for face in ("b_civ_1", "b_frt_1", "b_ied_1"):
        token = hide(state, "1710", face)
        state.tokens[token].place, state.tokens[token].loss = DEAD, Loss(FIRE)
    state.drawer, state.reserve = AL_QAEDA, 20
    state.command_pool.remove("jihad")
    state.aside = ["jihad"]
    return state


@pytest.mark.parametrize(("dice", "happens"), [((3, 4), True), ((4, 4), False)])
def test_t40_r20_6_3_a_jihad_counts_pinned_and_dead(dice, happens):
    state = roused()
    assert jihad_number(state) == 7
    table = answer(run(jihad(state), state), dice)
    assert (state.gone == ["jihad"]) == happens
    assert (table.pending is not None) == happens


def test_t41_6_3_a_jihad_drawn_by_the_coalition_rolls_nothing():
    state = roused()
    state.drawer = "coalition"
    table = run(jihad(state), state)
    assert (table.pending, table.result) == (None, False)
    assert state.aside == ["jihad"]


def called(state: State, *faces: str) -> Table[Any]:
    """As far as the placing of those that answer the call."""
    table = run(jihad(state), state)
    assert isinstance(table.pending, Roll)
    answer(table, (1, 1), (1, len(faces) - 1))
    assert isinstance(table.pending, DrawSecret)
    table.answer(faces)
    assert isinstance(table.pending, SealMany)
    table.answer({AL_QAEDA: table.pending.truth(AL_QAEDA, table.peek)})
    assert isinstance(table.pending, Write)
    return table


def with_picks(state: State) -> State:
    """The picks of a made-up position: the tokens that there are."""
    state.picks = draw_of(state)
    return state


def test_t43_r22_7_4_counters_come_to_the_eastern_edge_away_from_the_coalition():
    state = with_picks(roused())
    put(state, "3210", "r_1_87_c1")
    table = called(state, "b_inf_1", "b_inf_2")
    refused(table, state, "t8=3112 t9=3212", rule="7.4")
    refused(table, state, "t8=3210 t9=3212", rule="7.4")
    answer(table, "t8=3212 t9=3212")
    assert [state.tokens[t].place for t in ("t8", "t9")] == ["3212", "3212"]
    assert (state.reserve, table.result, problems(state)) == (18, True, [])


def test_t44_r21_7_4_the_pool_bounds_the_call_and_the_marker_is_gone():
    state = with_picks(roused())
    state.reserve = 1
    table = run(jihad(state), state)
    answer(table, (1, 1), (6, 6))
    assert isinstance(table.pending, DrawSecret)
    assert table.pending.count == 1
    run(return_phase(state), state)
    assert "jihad" not in state.command_pool
    assert state.gone == ["jihad"]


def test_r21_7_4_a_pool_declared_too_large_stops_no_table_and_proves_false():
    state = quiet()
    for id in state.numbers.mobile_of(False)[:50]:
        hide(state, "1710", id)
    for token in list(state.tokens.values())[:7]:
        token.place, token.loss = DEAD, Loss(FIRE)
    state.drawer, state.reserve, state.declared = AL_QAEDA, 20, 20  # one is left in truth
    state.aside, state.command_pool = ["jihad"], [m for m in state.command_pool if m != "jihad"]
    state = with_picks(state)
    table = answer(run(jihad(state), state), (1, 1), (1, 2))
    assert table.pending.count == 3
    table.drawn(None, SeededDice(1))
    assert table.peek(state.called) == (state.numbers.mobile_of(False)[50],)
    *_, last = misfits(state, table.peek(state.picks), ())
    assert last.text == "and the others leave 1 in the pool, not 20"


def test_r106_7_4_with_no_free_hex_they_stay_in_the_pool():
    state = with_picks(roused())
    for i, hex in enumerate(state.numbers.ground.edge_hexes("east")):
        state.units[list(state.units)[i]].place = hex
    table = answer(run(jihad(state), state), (1, 1), (3, 3))
    assert (table.result, state.reserve, len(state.tokens)) == (True, 20, 7)


def test_t45_r24_5_7_a_jihad_puts_all_in_action_once_more():
    state = roused()
    state.reserve = 0
    state.tokens["t1"].moved = True  # with A, earlier in this turn
    for token in state.tokens.values():
        token.pinned = False
    state.tokens["t1"].pinned = state.tokens["t2"].pinned = True
    table = run(play_marker(state, "jihad"), state)
    answer(table, (1, 1), (1, 1))
    assert (table.pending.rule, table.pending.seat) == ("8.1", AL_QAEDA)
    assert state.operations is not None
    assert state.operations.commands == ["a", "b", "c", "any"]
    assert not state.tokens["t1"].moved


def test_t121_19_7_al_qaeda_never_reconnoitres():
    state = quiet()
    put(state, "1810", "r_1_87_c1")
    hide(state, "1710", "a_inf_1")
    act(state, "a")
    table = run(play_marker(state, "a"), state)
    assert table.pending.rule == "8.1"
