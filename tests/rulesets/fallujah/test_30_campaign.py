"""30 The campaign."""

from __future__ import annotations

import pytest
from fallujah.boards import fresh, hold, put, told
from fallujah.boards_turns import MOSQUE, URBAN, answer, illegal, is_sound, playing

from pbem_games.fallujah import wordings
from pbem_games.fallujah.setup import check_first_purchase
from pbem_games.fallujah.state import DESERTED, ELIMINATED, Node, Operation, State


def first_battle(kia: int = 0, **options: object) -> State:
    """In the middle of the first battle, no node on the map."""
    state = fresh("campaign", **options)
    state.phase, state.turn, state.kia = "operations", 7, kia
    state.node_bin, state.nodes = 28, {}
    return state


def second_battle(kia: int = 0) -> State:
    """At the first purchase of the second battle."""
    state = first_battle(kia)
    answer(playing(state), "end")
    return state


def test_30_1_a_campaign_begins_with_vigilant_resolve():
    state = fresh("campaign")
    assert (state.game, state.scenario, state.battle, state.ops) == ("campaign", "vigilant_resolve", 1, 65)


@pytest.mark.parametrize(("kia", "ops"), [(-6, 74), (0, 80), (5, 85)])
def test_A149_R109_the_kia_index_of_the_first_battle_moves_the_ops_of_the_second(kia, ops):
    state = first_battle(kia)
    table = answer(playing(state), "end")
    assert (state.ops, state.kia, state.first_kia) == (ops, 0, kia)
    assert (table.pending.rule, state.phase, state.turn) == ("7.1", "setup", 0)
    assert f"KIA {kia:+}, so {ops} OPs" in "".join(told(table))


@pytest.mark.parametrize(("kia", "is_over"), [(51, True), (50, False)])
def test_A150_R108_a_victory_in_the_first_battle_ends_the_campaign(kia, is_over):
    state = first_battle(kia)
    table = answer(playing(state), "end")
    if is_over:
        assert table.result.winners == ("coalition",)
        assert table.result.text == "The campaign is won, Vigilant Resolve (April 2004): Tactical Victory with 51 VP"
    else:
        assert (table.result, state.battle) == (None, 2)


@pytest.mark.parametrize("box", [ELIMINATED, DESERTED])
def test_A152_R17_who_was_out_may_be_bought_again(box):
    state = first_battle()
    state.units["ig_2iif"].place = box
    table = answer(playing(state), "end")
    table.answer("setup north=ig_2iif")
    assert state.units["ig_2iif"].place == "north"


def test_A112_R112_markers_set_aside_come_back():
    state = first_battle()
    hold(state, netwar=3, air4=2, intel=1)
    table = answer(playing(state), "j5 netwar*2", (2, 2), "end")
    assert (state.recruits["netwar"], state.recruits["air4"]) == (6, 4)
    assert state.available == dict.fromkeys(state.available, 0)
    assert state.set_aside == {"netwar": 0}
    assert state.reaction_bin["intel"] == 2
    table.answer("setup buy=netwar*6")
    assert state.available["netwar"] == 6


def test_R110_the_second_battle_begins_with_high_morale():
    state = first_battle()
    state.morale = "low"
    answer(playing(state), "end")
    assert (state.scenario, state.morale) == ("phantom_fury", "high")


def test_R111_leaders_in_play_are_kept_and_given_out():
    state = first_battle()
    put(state, MOSQUE, "usmc_1_5")
    put(state, "north", "hel_g1")
    state.leaders.update(ldr_1="usmc_1_5", ldr_2="hel_g1")
    table = answer(playing(state), "end")
    assert state.leaders == {"ldr_1": "kept", "ldr_2": "kept", "ldr_3": ""}
    assert is_sound(state)
    table.answer("setup north=usmc_3_1 leader=ldr_1:usmc_3_1")
    assert state.leaders == {"ldr_1": "usmc_3_1", "ldr_2": "kept", "ldr_3": ""}
    table.answer("j1 south=usmc_3_5 leader=ldr_2:usmc_3_5")  # later too
    assert state.leaders["ldr_2"] == "usmc_3_5"
    illegal(check_first_purchase, state, wordings.purchase(state.numbers, "setup").parse(
        "setup north=usmc_1_8 leader=ldr_3:usmc_1_8"), rule="30.2")  # fmt: skip


def test_R111_a_leader_whose_unit_died_is_not_kept():
    state = second_battle()
    assert set(state.leaders.values()) == {""}


def test_30_2_dead_hvt_stay_out_and_do_not_count_again():
    state = first_battle()
    state.reaction_bin["hvt_a"], state.eliminated_hvt = 0, ["hvt_a"]
    state.reaction_bin["mil_a"] -= 1
    state.operation = Operation("ground", [], URBAN, held=["mil_a"])
    table = answer(playing(state), "end")
    assert (state.reaction_bin["hvt_a"], state.reaction_bin["mil_a"]) == (0, 4)
    assert is_sound(state)
    table.answer("setup")
    table.answer("stand_down")
    assert table.result.text.endswith("Debacle with -20 VP")


def test_R112_R113_everything_else_goes_back():
    state = first_battle()
    state.blown, state.uprising, state.helicopter = ["main"], True, MOSQUE
    state.reaction_bin["uprising_elsewhere"] = state.reaction_bin["downed_helicopter"] = 0
    state.removed_events, state.reaction_bin["blow_bridges"] = ["blow_bridges"], 0
    state.captured_nodes, state.destroyed_nodes = ["c2"], ["al_qaeda"]
    state.unseen_nodes["c2"] -= 1
    state.unseen_nodes["al_qaeda"] -= 1
    state.node_bin -= 2
    put(state, URBAN, "fob_1", "usmc_1_5", reduced=True)
    put(state, URBAN, "hel_g1", aloft=True)
    assert is_sound(state)
    answer(playing(state), "stand_down")
    new = fresh("campaign")
    assert (state.blown, state.uprising, state.helicopter, state.removed_events) == ([], False, "bin", [])
    assert (state.units, state.reaction_bin, state.unseen_nodes) == (new.units, new.reaction_bin, new.unseen_nodes)
    assert state.nodes == {space: Node() for space in state.numbers.node_spaces}
    assert (state.captured_nodes, state.destroyed_nodes, state.node_bin) == ([], [], 8)
    assert is_sound(state)


@pytest.mark.parametrize(
    ("kia", "outcome", "winners"), [(51, "won", ("coalition",)), (50, "drawn", ()), (26, "drawn", ()), (25, "lost", ())]
)
def test_R108_how_the_second_battle_decides(kia, outcome, winners):
    state = second_battle()
    state.phase, state.kia, state.nodes, state.node_bin = "operations", kia, {}, 28
    table = answer(playing(state), "end")
    assert table.result.winners == winners
    assert table.result.text.startswith(f"The campaign is {outcome}, Phantom Fury")


def test_30_2_without_ops_the_second_battle_is_over_before_it_begins():
    state = first_battle(kia=-80)
    table = answer(playing(state), "end")
    assert table.result.text == "The campaign is lost, Phantom Fury / Al Fajr (November 2004): Debacle with -20 VP"
