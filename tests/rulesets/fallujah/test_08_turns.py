"""8 The course of play: turns, what ends a battle, where play can restart."""

from __future__ import annotations

import msgspec
import pytest
from fallujah.boards import fresh, hold, node, put, quiet, run, told
from fallujah.boards_turns import MOSQUE, URBAN, answer, illegal, is_sound, playing, refused

from listening import Stops
from pbem.kit.numbers import bind
from pbem.play.playout import SeededDice
from pbem.play.table import Table
from pbem_games.fallujah.orders import DeclareEnd, Pass, Recruit
from pbem_games.fallujah.sequence import check_order, play, quietest_order
from pbem_games.fallujah.state import CAPTURED, State


def test_8_1_a_turn_is_one_operation():
    state = quiet()
    put(state, "north", "usmc_1_5", reduced=True)
    table = playing(state)
    for turn, say in enumerate(["j1 south=usmc_2_1", "j4 refit north", "j1"], start=1):
        assert (state.turn, table.pending.rule, table.pending.seat) == (turn, "10.1", "coalition")
        table.answer(say)
    assert state.ops == 65 - 2 - 1 - 1
    assert is_sound(state)


@pytest.mark.parametrize("say", ["j1", "j4 refit north", "j3 transfer usmc_1_5 to=south"])
def test_A22_the_last_op_is_used_in_full_then_the_scenario_is_over(say):
    state = quiet()
    state.ops = 1
    put(state, "north", "usmc_1_5", reduced=True)
    table = answer(playing(state), say)
    assert (state.ops, table.result.by) == (0, "8.1")
    if "refit" in say:
        assert not state.units["usmc_1_5"].reduced
    if "transfer" in say:
        assert state.units["usmc_1_5"].place == "south"


def test_R7_what_the_last_op_gains_keeps_the_scenario_going():
    state = quiet()
    state.ops = 1
    hold(state, netwar=1)
    table = answer(playing(state), "j5 netwar*1", (5,))
    assert (state.ops, table.pending.rule) == (3, "10.1")


def test_8_1_the_end_may_be_declared_when_no_node_is_left():
    state = quiet()
    table = answer(playing(state), "end")
    assert (table.result.by, state.ops) == ("8.1", 65)
    assert told(table)[0] == "The battle is over: the Coalition declares it, no node is left on the map"


def test_A25_with_no_node_left_play_may_go_on():
    state = quiet()
    table = answer(playing(state), "j1", "j1")
    assert (state.turn, table.result) == (3, None)
    answer(table, "end")
    assert table.result is not None


@pytest.mark.parametrize("type", ["", "c2"])
def test_8_1_a_node_on_the_map_blocks_the_declaration(type):
    state = quiet()
    node(state, MOSQUE, type)
    error = illegal(check_order, state, DeclareEnd(), rule="8.1", because="a node is on the map")
    assert error.legal == ("stand_down",)


@pytest.mark.parametrize(("helicopter", "ends"), [("bin", True), (URBAN, False), (CAPTURED, True)])
def test_R10_so_does_the_downed_helicopter(helicopter, ends):
    state = quiet()
    state.helicopter = helicopter
    if ends:
        check_order(state, DeclareEnd())
    else:
        illegal(check_order, state, DeclareEnd(), rule="8.1")


def test_R9_standing_down_gives_all_ops_up():
    state = fresh()
    table = answer(playing(state), "setup", "stand_down")
    assert (state.ops, table.result.by) == (0, "8.1")
    assert table.result.text == "Debacle with -20 VP"


def test_8_1_a_lone_player_does_not_pass():
    state = quiet()
    illegal(check_order, state, Pass(), rule="35", because="only the players of a team")
    refused(playing(state), "pass", state, rule="35")


def test_R6_the_quietest_order_buys_nothing():
    state = quiet()
    assert quietest_order(state) == Recruit()
    table = playing(state)
    assert table.options.spell(table.options.default()) == "j1"


def test_R11_the_indexes_have_no_end():
    state = quiet()
    state.ops, state.kia = 640, 300
    hold(state, netwar=6)
    answer(playing(state), "j5 netwar*6", (6,) * 6)
    assert state.ops == 640 - 1 + 24


def test_8_1_a_quiet_match_ends_when_its_ops_are_gone():
    state = fresh()
    table = answer(playing(state), "setup", *["j1"] * 65)
    assert (state.turn, table.result.by) == (66, "8.1")
    assert is_sound(state)


def test_8_1_play_restarts_from_any_checkpoint():
    seen: list[bytes] = []
    state = fresh()
    table = Table(play(state), listeners=[Stops(seen.append)])
    answer(table, "setup north=usmc_1_5,usmc_2_1 buy=netwar*2", "j5 netwar*2", (3, 4), "j1 south=usmc_3_4")
    assert len(seen) == 3
    later = ["j5 netwar*2", (3, 4), "j1 south=usmc_3_4"]
    for taken, left in zip(seen, (later, later[2:], []), strict=True):
        again = bind(msgspec.json.decode(taken, type=State), state.numbers)
        answer(run(play(again)), *left)
        assert again == state


@pytest.mark.parametrize("say", ["j4 repair main", "j4 build r3p05", "j5 netwar*1", "j2 netwar:r3p05",
                                 "j3 ground usmc_1_5 path=r3p02", "j3 interdict r3p05 air4*1", "j4 refit north",
                                 "j3 leap usmc_fr to=r2p12", "j3 air hel_t1 to=r3p05 land", "end now", "",
                                 "j3 network netwar ; ground usmc_1_5 path=r3p02 ; ground usmc_2_1 path=r3p02",
                                 "j3 transfer usmc_1_5 to=west", "setup north=usmc_1_5"])  # fmt: skip
def test_10_1_every_kind_of_order_is_checked(say):
    state = fresh()
    table = answer(playing(state), "setup")
    if say:
        refused(table, say, state)
    table.answer("j1")


def test_8_4_nothing_looks_at_a_concealed_node():
    state = fresh()
    answer(playing(state), "setup", "j1")
    assert {node.type for node in state.nodes.values()} == {""}
    assert state.unseen_nodes == state.numbers.node_bin


def test_8_3_a_force_may_be_part_of_a_stack():
    state = quiet()
    put(state, "north", "usmc_1_5", "usmc_2_1")
    table = answer(playing(state), "j3 ground usmc_1_5 path=r3p02")
    assert state.units["usmc_2_1"].place == "north"
    assert state.units["usmc_1_5"].place == "r3p02"
    table.answer(SeededDice(1))  # the reaction
    assert is_sound(state)


def test_8_2_engagement_stops_nobody_in_a_base():
    state = quiet()
    put(state, "north", "usmc_1_5")
    table = answer(playing(state), "j3 transfer usmc_1_5 to=west")
    assert table.pending.rule == "10.1"
