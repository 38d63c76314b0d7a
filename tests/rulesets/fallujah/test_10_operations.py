"""10 J-3: one OP, one force, moving on after a battle, the end of the operation."""

from __future__ import annotations

import pytest
from fallujah.boards import bytes_of, node, put, quiet, run, told
from fallujah.boards_moves import check, refused, start, stub_reaction

from pbem.errors import IllegalMove
from pbem_games.fallujah.indexes import BattleEnds
from pbem_games.fallujah.movement import check_ground
from pbem_games.fallujah.offensive import end_operation, offensive
from pbem_games.fallujah.orders import Ground
from pbem_games.fallujah.state import Operation, problems


def marching(*units: str, place: str = "r3p03"):
    state = quiet()
    put(state, place, *units)
    return state


# ---------------------------------------------------------------- 10.1, 10.2, 10.3


def test_A39_one_op_pays_for_all_of_a_j3(monkeypatch):
    state = marching("usmc_3_4")
    fought = stub_reaction(monkeypatch, True, True)
    table = start(state, "j3 ground usmc_3_4 path=r3p04")
    table.answer("path=r3p05")
    table.answer("path=r3p06")
    assert table.pending is None
    assert fought == ["r3p04", "r3p05", "r3p06"]
    assert state.ops == 64
    assert state.operation is None


def test_10_1_a_j3_tells_where_the_force_went(monkeypatch):
    state = marching("usmc_3_4")
    stub_reaction(monkeypatch)
    table = start(state, "j3 ground usmc_3_4 path=r3p04,r3p05")
    assert told(table) == ["3/4 moves from Jughayfi West by Jolan Park to Maadhidi Mosque"]
    assert table.story[0].places == ("r3p03", "r3p04", "r3p05")


def test_10_2_A40_a_j3_is_of_one_force():
    state = marching("usmc_1_5")
    put(state, "r3p04", "usmc_2_1")
    refused(state, "j3 ground usmc_1_5,usmc_2_1 path=r3p05", "10.2")


def test_10_3_A41_a_unit_that_has_moved_moves_again(monkeypatch):
    state = marching("usmc_1_5")
    stub_reaction(monkeypatch)
    for to in ("r3p04", "r3p05", "r3p04"):
        start(state, f"j3 ground usmc_1_5 path={to}")
    assert state.units["usmc_1_5"].place == "r3p04"
    assert state.ops == 62


def test_10_a_j3_needs_an_op():
    state = marching("usmc_1_5", "usmc_a_2aa")
    state.ops = 0
    refused(state, "j3 ground usmc_1_5 path=r3p04", "10")
    put(state, "north", "hel_g1", "usmc_2_1")
    refused(state, "j3 air hel_g1 to=south land", "10")
    refused(state, "j3 transfer usmc_2_1 to=south", "10")
    put(state, "r1p02", "usmc_fr")
    refused(state, "j3 leap usmc_fr to=r1p03", "10")


def test_14_2_A68_a_force_that_does_not_move_makes_no_j3():
    state = marching("usmc_1_5")
    with pytest.raises(IllegalMove) as caught:
        check_ground(state, Ground(("usmc_1_5",), ()))
    assert caught.value.rule == "14.2"
    assert "r3p04" in caught.value.legal


# ---------------------------------------------------------------- where nothing is met


@pytest.mark.parametrize(
    "say",
    ["j3 transfer usmc_1_5,hel_t1 to=west", "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=west land",
     "j3 air hel_t1 to=r3p05 aloft"],
)  # fmt: skip
def test_14_1_no_reaction_in_a_base_or_aloft(monkeypatch, say):
    state = marching("usmc_1_5", "hel_t1", place="north")
    met = stub_reaction(monkeypatch)
    table = start(state, say)
    assert (table.pending, met, state.operation, state.ops) == (None, [], None, 64)
    assert problems(state) == []


def test_R22_a_force_that_walks_into_a_base_meets_nothing(monkeypatch):
    state = marching("usmc_1_5", place="r3p03")
    met = stub_reaction(monkeypatch)
    start(state, "j3 ground usmc_1_5 path=r3p02,north")
    assert (met, state.units["usmc_1_5"].place, state.operation) == ([], "north", None)


# ---------------------------------------------------------------- 14.1 moving on


def test_A66_a_force_that_has_won_goes_on_with_the_points_left(monkeypatch):
    state = marching("usmc_3_4")
    met = stub_reaction(monkeypatch, True)
    table = start(state, "j3 ground usmc_3_4 path=r3p04,r3p05")
    assert (table.pending.rule, table.pending.about, table.pending.seat) == ("14.1", "r3p05", "coalition")
    before = bytes_of(state)
    for wrong in ("path=r3p06,r3p07", "path=r4p06", "to=r3p06 land", "path=north"):
        with pytest.raises(IllegalMove):
            table.answer(wrong)
    assert bytes_of(state) == before
    table.answer("path=r3p06")
    assert met == ["r3p05", "r3p06"]
    assert state.operation is None


def test_14_1_a_force_may_stop_though_it_could_go_on(monkeypatch):
    state = marching("usmc_3_4")
    met = stub_reaction(monkeypatch, True)
    table = start(state, "j3 ground usmc_3_4 path=r3p04")
    assert table.options.says() == ("stop",)
    table.answer("stop")
    assert (met, state.operation, state.units["usmc_3_4"].place) == (["r3p04"], None, "r3p04")


def test_A67_a_force_that_did_not_win_is_not_asked(monkeypatch):
    state = marching("usmc_3_4")
    stub_reaction(monkeypatch, False)
    assert start(state, "j3 ground usmc_3_4 path=r3p04").pending is None


def test_R88_no_point_left_no_question(monkeypatch):
    state = marching("usmc_3_4")
    stub_reaction(monkeypatch, True)
    assert start(state, "j3 ground usmc_3_4 path=r3p04,r3p05,r3p06").pending is None


def test_R88_the_bonus_of_the_msr_counts_for_moving_on_along_it_alone(monkeypatch):
    state = marching("usmc_1_5", place="r1p09")
    stub_reaction(monkeypatch, True, True)
    table = start(state, "j3 ground usmc_1_5 path=r2p08,r3p07")
    for wrong in ("path=r3p06", "path=r4p07,r5p07"):
        with pytest.raises(IllegalMove, match=r"13\.0"):
            table.answer(wrong)
    table.answer("path=r4p07")
    assert table.pending is None


NO_FURTHER = [
    ("north", ("usmc_3_4",), "j3 ground usmc_3_4 path=r3p02"),
    ("r1p02", ("usmc_a_2aa",), "j3 leap usmc_a_2aa to=r1p04"),
    ("r3p03", ("hel_t1", "usmc_1_5"), "j3 air hel_t1 carry=hel_t1:usmc_1_5 to=r3p05 land"),
]


@pytest.mark.parametrize(("place", "units", "say"), NO_FURTHER, ids=["R21 out of a base", "R88 leap", "A177 airmobile"])
def test_R88_who_never_goes_on(monkeypatch, place, units, say):
    state = marching(*units, place=place)
    met = stub_reaction(monkeypatch, True)
    assert start(state, say).pending is None
    assert len(met) == 1


def test_A176_gunships_fly_on_after_a_victory_and_meet_a_new_reaction(monkeypatch):
    state = marching("hel_g1", "hel_g2", place="north")
    met = stub_reaction(monkeypatch, True, True, True)
    table = start(state, "j3 air hel_g1,hel_g2 to=r3p04 land")
    for wrong in ("path=r3p05", "to=r3p04 land", "to=north aloft"):
        with pytest.raises(IllegalMove):
            table.answer(wrong)
    table.answer("to=r6p12 land")
    table.answer("to=r3p04 aloft")
    assert met == ["r3p04", "r6p12"]
    assert (state.ops, state.operation, state.units["hel_g1"].aloft) == (64, None, True)


def test_8_2_R13_gunships_do_not_fly_on_to_where_two_helicopters_are(monkeypatch):
    state = marching("hel_g1", place="north")
    put(state, "r3p05", "hel_t1", "hel_t2", aloft=True)
    stub_reaction(monkeypatch, True)
    table = start(state, "j3 air hel_g1 to=r3p04 land")
    for way in ("to=r3p05 land", "to=r3p05 aloft"):
        with pytest.raises(IllegalMove, match="too many helicopters"):
            table.answer(way)
    table.answer("to=r3p06 aloft")
    assert problems(state) == []


def test_R37_gunships_may_rise_from_the_field_they_won_and_fly_home(monkeypatch):
    for way in ("to=r3p04 aloft", "to=south land"):
        state = marching("hel_g1", place="north")
        met = stub_reaction(monkeypatch, True)
        table = start(state, "j3 air hel_g1 to=r3p04 land")
        table.answer(way)
        assert (met, table.pending, state.operation) == (["r3p04"], None, None)


def test_25_2_R26_riders_move_on_with_their_amtrac_and_walk_when_it_is_lost(monkeypatch):
    state = marching("usmc_a_2aa", "usmc_1_5")
    say = "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r3p04,r3p05"
    stub_reaction(monkeypatch, True)
    table = start(state, say)
    table.answer("path=r3p06")
    assert state.units["usmc_1_5"].place == "r3p06"
    state = marching("usmc_a_2aa", "usmc_1_5")
    stub_reaction(monkeypatch, True, lost=["usmc_a_2aa"])
    assert start(state, say).pending is None  # its own two points are spent
    state = marching("usmc_a_2aa", "usmc_1_5")
    stub_reaction(monkeypatch, True, lost=["usmc_a_2aa"])
    table = start(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r3p04")
    with pytest.raises(IllegalMove, match=r"13\.0"):
        table.answer("path=r3p05,r3p06")
    table.answer("path=r3p05")


def test_25_2_an_amtrac_that_lost_its_rider_goes_on_alone(monkeypatch):
    state = marching("usmc_a_2aa", "usmc_1_5", place="r1p10")
    stub_reaction(monkeypatch, True, lost=["usmc_1_5"])
    table = start(state, "j3 ground usmc_a_2aa carry=usmc_a_2aa:usmc_1_5 path=r1p11")
    table.answer("path=r2p11")
    assert state.units["usmc_a_2aa"].place == "r2p11"


# ---------------------------------------------------------------- the end


def test_A171_what_negotiations_cost_is_lost_when_the_j3_ends(monkeypatch):
    state = marching("usmc_3_4")
    state.ops = 21
    stub_reaction(monkeypatch, True, due=4)
    table = start(state, "j3 ground usmc_3_4 path=r3p04")
    assert state.ops == 20  # not yet
    table.answer("path=r3p05")
    assert state.ops == 16
    assert state.operation is None


def test_14_5_the_loss_may_end_the_battle():
    state = quiet()
    state.ops = 4
    state.operation = Operation("ground", [], "r3p04", due=4)
    with pytest.raises(BattleEnds):
        run(end_operation(state))
    assert state.operation is None


def test_R7_the_last_op_pays_for_a_whole_j3(monkeypatch):
    state = marching("usmc_3_4")
    state.ops = 1
    met = stub_reaction(monkeypatch)
    table = run(offensive(state, check(state, "j3 ground usmc_3_4 path=r3p04")))
    assert (table.pending, met, state.ops) == (None, ["r3p04"], 0)


def test_13_1_moving_on_ends_at_a_node_too(monkeypatch):
    state = marching("usmc_3_4")
    node(state, "r3p05")
    met = stub_reaction(monkeypatch, True)
    table = start(state, "j3 ground usmc_3_4 path=r3p04")
    with pytest.raises(IllegalMove, match=r"13\.1"):
        table.answer("path=r3p05,r3p06")
    table.answer("path=r3p05")
    assert met == ["r3p04", "r3p05"]
