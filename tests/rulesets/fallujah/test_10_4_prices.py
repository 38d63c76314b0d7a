"""10 Operations: what they cost, how many a unit may have, OPs that come and go."""

from __future__ import annotations

import pytest
from fallujah.boards import hold, node, put, quiet, run, told
from fallujah.boards_turns import MOSQUE, OBJECTIVE, URBAN, answer, is_sound, playing

from pbem_games.fallujah.indexes import BattleEnds, gain_ops, lose_ops, pay, shift_morale
from pbem_games.fallujah.orders import Build, InfoWar, Recruit, Refit, Repair
from pbem_games.fallujah.sequence import check_order, take_order


def test_10_1_the_price_of_each_operation():
    state = quiet()
    put(state, "north", "usmc_1_5", reduced=True)
    put(state, "r1p09", "usmc_1ceb")
    put(state, MOSQUE, "usmc_2ceb")
    state.blown = ["main"]
    hold(state, netwar=2)
    node(state, OBJECTIVE)
    prices = [(Recruit(), 1), (Refit("north"), 1), (Repair("main"), 1), (Build(MOSQUE), 3)]
    for order, price in prices:
        before = state.ops
        check_order(state, order)
        run(take_order(state, order))
        assert before - state.ops == price, order
    answer(run(take_order(state, InfoWar((("netwar", 1),)))), (2,))
    assert state.ops == 65 - 6 - 1
    answer(playing(state), f"j2 netwar:{OBJECTIVE}", (1,))
    assert state.ops == 65 - 6 - 1 - 1
    assert is_sound(state)


def test_10_3_units_may_be_used_turn_after_turn():
    state = quiet()
    put(state, "north", "usmc_1_5")
    table = playing(state)
    for base in ("south", "west", "north"):
        table.answer(f"j3 transfer usmc_1_5 to={base}")
        assert state.units["usmc_1_5"].place == base
    assert state.ops == 62


@pytest.mark.parametrize(("ops", "lost"), [(3, 4), (4, 4)])
def test_10_4_a_loss_that_leaves_none_ends_the_battle_at_once(ops, lost):
    state = quiet()
    state.ops = ops
    with pytest.raises(BattleEnds) as end:
        run(lose_ops(state, lost, "Media Wars", rule="14.5"))
    assert (end.value.rule, state.ops) == ("10.4", ops - lost)


def test_R8_a_loss_that_leaves_some_does_not():
    state = quiet()
    table = run(lose_ops(state, 64, "Media Wars", rule="14.5"))
    assert told(table) == ["Media Wars: 64 OPs lost, 1 left"]


def test_R56_media_wars_may_end_the_scenario_in_mid_operation():
    state = quiet()
    state.ops = 3
    put(state, "north", "usmc_1_5")
    table = answer(playing(state), "j3 ground usmc_1_5 path=r3p02", ("media_wars",), ("deception",), (6,))
    assert (state.ops, table.result.by) == (-4, "10.4")
    assert "The battle is over: the OPs are gone (Media Wars)" in told(table)
    assert table.result.text == "Tactical Defeat with 1 VP"  # the space is held (ruling R85)


def test_10_4_gains_of_nothing_are_not_told():
    state = quiet()
    assert told(run(gain_ops(state, 0, "Abandoned Position", rule="17"))) == []
    assert told(run(gain_ops(state, 1, "Arms Cache", rule="17"))) == ["Arms Cache: 1 OP gained, 66 now"]


def test_10_what_cannot_be_paid_is_no_operation():
    state = quiet()
    state.ops = 0
    with pytest.raises(AssertionError, match="cannot be paid"):
        pay(state, 1)
    assert state.ops == 0


@pytest.mark.parametrize(
    ("morale", "by", "becomes"),
    [("low", -1, "low"), ("low", 1, "medium"), ("high", 1, "fanatic"), ("fanatic", 1, "fanatic")],
)  # fmt: skip
def test_9_1_morale_stays_between_its_ends(morale, by, becomes):
    state = quiet()
    state.morale = morale
    run(shift_morale(state, by, "Morale check", rule="9.2"))
    assert state.morale == becomes


def test_R136_opfor_does_nothing_while_no_force_moves():
    state = quiet()
    put(state, URBAN, "usmc_1_5")
    before = dict(state.reaction_bin)
    answer(playing(state), "j1", "j1 north=usmc_2_1", "j3 transfer usmc_2_1 to=west")
    assert state.reaction_bin == before
    assert state.kia == 0
