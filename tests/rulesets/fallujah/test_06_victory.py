"""6 Victory Points and what they are worth."""

from __future__ import annotations

import pytest
from fallujah.boards import arrived, fresh, node, put, quiet, told
from fallujah.boards_turns import MOSQUE, OBJECTIVE, URBAN, holding, playing

from pbem_games.fallujah.ending import result
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.state import CAPTURED, Enemy
from pbem_games.fallujah.victory import degree, in_words, is_msr_clear, points, score


def test_A9_ten_spaces_and_twenty_nodes_left_are_a_debacle():
    state = fresh()
    spaces = state.numbers.node_spaces
    objectives = [s for s in spaces if state.numbers.spaces[s].terrain == "objective"][:8]
    mosques = [s for s in spaces if state.numbers.spaces[s].terrain == "mosque"][:2]
    ground = [u for u in state.units if state.numbers.units[u].weight == "light"]
    for space, unit in zip([*objectives, *mosques], ground, strict=False):
        put(state, space, unit)
    assert [(s.text, s.vp) for s in score(state)] == [
        ("10 objective or mosque spaces controlled", 10), ("20 nodes left on the map", -20),
    ]  # fmt: skip
    assert in_words(state) == "Debacle with -10 VP"


def test_A10_a_negative_kia_index_costs_its_number():
    state = quiet()
    state.kia = -4
    assert points(state) == -4


@pytest.mark.parametrize(("hvt", "vp"), [("hvt_a", 5), ("hvt_b", 4), ("hvt_d", 3)])
def test_A11_an_eliminated_hvt_counts_its_contact_besides_kia(hvt, vp):
    state = quiet()
    state.eliminated_hvt = [hvt]
    assert points(state) == vp
    state.kia = 1
    assert points(state) == vp + 1


@pytest.mark.parametrize(("helicopter", "vp"), [("bin", 0), ("r3p04", -2), (CAPTURED, 2)])
def test_A12_R52_the_downed_helicopter(helicopter, vp):
    state = quiet()
    state.helicopter = helicopter
    assert points(state) == vp


def test_A14_the_main_supply_route_is_clear_with_all_its_spaces():
    msr = quiet().numbers.msr_spaces
    assert len(msr) == 6
    held = sum(quiet().numbers.spaces[s].terrain in ("objective", "mosque") for s in msr)
    assert points(holding(*msr)) == held + 5
    for missing in msr:
        state = holding(*(s for s in msr if s != missing))
        assert points(state) < held + 1
        put(state, missing, "hel_g1")
        assert "the Main Supply Route is clear" not in [s.text for s in score(state)]


def test_6_2_a_battle_on_the_main_supply_route_keeps_it_from_being_clear():
    state = holding(*quiet().numbers.msr_spaces)
    assert is_msr_clear(state)
    last = quiet().numbers.msr_spaces[-1]
    operation = arrived(state, last, "usmc_3_5")
    operation.enemies = [Enemy("mil_b", 1, 1)]
    assert not is_msr_clear(state)


@pytest.mark.parametrize(
    ("vp", "called"),
    [(-99, "Debacle"), (0, "Debacle"), (1, "Tactical Defeat"), (25, "Tactical Defeat"), (26, "Stalemate"),
     (50, "Stalemate"), (51, "Tactical Victory"), (75, "Tactical Victory"), (76, "Operational Victory"),
     (100, "Operational Victory"), (101, "Decisive Victory"), (400, "Decisive Victory")],
)  # fmt: skip
def test_A16_degrees(vp, called):
    assert degree(quiet().numbers, vp) == called


def test_6_1_captured_nodes_count_by_type_and_destroyed_ones_nothing():
    state = quiet()
    state.captured_nodes = ["al_qaeda", "c2", "arms_cache", "arms_cache", "hostage_house", "ied_factory", "abandoned"]
    state.destroyed_nodes = ["al_qaeda"]
    assert points(state) == 6 + 4 + 2 * 2 + 2 + 1
    assert ("2 Arms Cache captured", 4) in [(s.text, s.vp) for s in score(state)]


def test_6_1_an_urban_space_counts_nothing():
    assert points(holding(URBAN)) == 0
    assert points(holding(MOSQUE, OBJECTIVE)) == 2


def test_6_1_a_space_where_a_fight_was_not_ended_is_not_held():
    state = quiet()
    operation = arrived(state, MOSQUE, "usmc_1_5")
    assert points(state) == 1
    operation.enemies = [Enemy("mil_b", 1, 1)]
    assert points(state) == 0


def test_R60_a_node_in_a_held_space_costs_its_vp_and_leaves_the_space():
    state = holding(MOSQUE)
    node(state, MOSQUE, "c2")
    assert [s.vp for s in score(state)] == [1, -1]


@pytest.mark.parametrize(("kia", "winners"), [(50, ()), (51, ("coalition",))])
def test_6_3_who_wins(kia, winners):
    state = quiet()
    state.kia = kia
    end = result(state, BattleEnds("the OPs are gone", "8.1"))
    assert (end.winners, end.by) == (winners, "8.1")
    assert end.text == ("Tactical Victory with 51 VP" if winners else "Stalemate with 50 VP")


def test_6_the_count_is_told_source_by_source():
    state = holding(MOSQUE)
    state.kia = 3
    table = playing(state)
    table.answer("stand_down")
    assert told(table) == [
        "The battle is over: the Coalition stands down with 65 operation points left",
        "+1 VP: 1 objective or mosque space controlled",
        "+3 VP: the KIA index", "Vigilant Resolve (April 2004): Tactical Defeat with 4 VP",
    ]  # fmt: skip
    assert table.result == result(state, BattleEnds("the Coalition stands down with 65 operation points left", "8.1"))
    assert table.result.why.startswith("The battle is over: the Coalition stands down with 65 operation points left. ")


def test_6_3_the_result_carries_its_vp_so_that_matches_can_be_ranked():
    state = quiet()
    state.kia = 7
    assert result(state, BattleEnds("the OPs are gone", "8.1")).score == points(state) == 7
