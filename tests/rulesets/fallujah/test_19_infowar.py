"""19 J-5."""

from __future__ import annotations

import pytest
from fallujah.boards import hold, quiet, run, told
from fallujah.boards_turns import answer, illegal, is_sound, playing

from pbem_games.fallujah.infowar import check_infowar, infowar
from pbem_games.fallujah.orders import InfoWar


def test_A111_three_markers_bring_five_ops_and_are_set_aside():
    state = quiet()
    hold(state, netwar=4)
    table = answer(playing(state), "j5 netwar*3")
    assert (table.pending.rule, table.pending.dice) == ("19", 3)
    table.answer((1, 4, 6))
    assert state.ops == 65 - 1 + 5
    assert (state.set_aside, state.available["netwar"], state.recruits["netwar"]) == ({"netwar": 3}, 1, 2)
    assert told(table) == ["InfoWar with 3 NetWar: the dice show 1, 4, 6: +5 OPs", "InfoWar: 5 OPs gained, 69 now"]
    assert is_sound(state)


@pytest.mark.parametrize(("die", "ops"), [(1, -1), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_19_what_a_die_brings(die, ops):
    state = quiet()
    hold(state, netwar=1)
    answer(run(infowar(state, InfoWar((("netwar", 1),)))), (die,))
    assert state.ops == 64 + ops


def test_R98_intel_goes_back_to_the_reaction_bin():
    state = quiet()
    hold(state, netwar=1, intel=2)
    assert state.reaction_bin["intel"] == 0
    answer(run(infowar(state, InfoWar((("netwar", 1), ("intel", 2))))), (2, 2, 2))
    assert (state.reaction_bin["intel"], state.available["intel"], state.set_aside) == (2, 0, {"netwar": 1})
    assert is_sound(state)


def test_R99_the_sum_may_end_the_scenario():
    state = quiet()
    state.ops = 2
    hold(state, netwar=2)
    table = answer(playing(state), "j5 netwar*2", (1, 2))
    assert (state.ops, table.result.by) == (0, "10.4")
    assert "The battle is over: the OPs are gone (InfoWar)" in told(table)


def test_R99_the_dice_are_added_before_they_count():
    state = quiet()
    state.ops = 1
    hold(state, netwar=2)
    table = answer(playing(state), "j5 netwar*2", (1, 4))  # one lost alone would have been the end
    assert (state.ops, table.result) == (1, None)


def test_R7_nothing_gained_with_the_last_op_ends_the_battle():
    state = quiet()
    state.ops = 1
    hold(state, netwar=1)
    table = answer(playing(state), "j5 netwar*1", (2,))
    assert table.result.by == "8.1"


@pytest.mark.parametrize(
    ("markers", "because"),
    [((), "no marker is committed"), ((("netwar", 3),), "3 NetWar wanted, 2 available"),
     ((("air4", 1),), "is no NetWar"), ((("intel", 1),), "1 Intel wanted, 0 available")],
)  # fmt: skip
def test_19_only_markers_at_hand(markers, because):
    state = quiet()
    hold(state, netwar=2, air4=1)
    illegal(check_infowar, state, InfoWar(markers), rule="19", because=because)
