"""What is shown first may be typed unread: a sensible answer, never one that gives something away for nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from fallujah.boards import arrived, fresh, hold, node, put, quiet, run
from fallujah.boards_fight import battle, go
from fallujah.boards_words import asked, city, nobody, read

from pbem.play.playout import play_out
from pbem.play.requests import Ask, Write
from pbem.play.table import Table
from pbem_games.fallujah import judgement, odds, wordings
from pbem_games.fallujah.bots import BOTS
from pbem_games.fallujah.combat.edge import settle_edge
from pbem_games.fallujah.combat.hits import take_hits
from pbem_games.fallujah.combat.withdrawal import answer_stand
from pbem_games.fallujah.forces import steps
from pbem_games.fallujah.forms import FORMS
from pbem_games.fallujah.leaders import check_leader
from pbem_games.fallujah.map import ground_units_at, under_way
from pbem_games.fallujah.offensive import continue_move, infiltrate_next
from pbem_games.fallujah.orders import AnyOrder, Ground, Pass, Recruit, StandDown
from pbem_games.fallujah.sequence import play, take_turn
from pbem_games.fallujah.state import State


def shown(state: State, table: Table[Any]) -> list[str]:
    """The words of the suggestions, without remarks."""
    return [line.split("  #")[0] for line in FORMS.examples(state, asked(table), state.seat, nobody)]


def first_order(state: State, table: Table[Any]) -> AnyOrder:
    return wordings.orders(state.numbers).parse(read(state, table, shown(state, table)[0]))


# ---------------------------------------------------------------- 7.1 the first purchase


@pytest.mark.parametrize("scenario", ["vigilant_resolve", "phantom_fury"])
def test_7_1_the_order_of_battle_comes_first_and_nothing_last(scenario):
    state = fresh(scenario)
    table = run(play(state))
    first, *_, last = shown(state, table)
    assert last == "none"
    table.answer(read(state, table, first))
    assert ground_units_at(state, "north")
    assert state.ops > state.printed.ops // 2


@pytest.mark.parametrize("ops", [2, 5, 12, 25, 40])
def test_7_1_with_few_ops_left_something_is_bought_all_the_same(ops):
    state = fresh("phantom_fury")
    state.ops = ops
    table = run(play(state))
    first = shown(state, table)[0]
    assert first != "none"
    table.answer(read(state, table, first))
    assert 0 < state.ops < ops


def test_30_2_kept_leaders_go_along():
    state = fresh("phantom_fury")
    state.leaders["ldr_1"] = state.leaders["ldr_3"] = "kept"
    table = run(play(state))
    table.answer(read(state, table, shown(state, table)[0]))
    assert state.leaders["ldr_1"] in ground_units_at(state, "north")
    assert state.leaders["ldr_3"] not in ("kept", state.leaders["ldr_1"])


# ---------------------------------------------------------------- 10.1 an operation


def test_10_1_what_gives_up_comes_last_and_what_buys_nothing_is_not_offered():
    state = city()
    offers = shown(state, run(take_turn(state)))
    assert offers[-1] == "stand_down"
    assert "j1" not in offers


def test_19_several_markers_bring_more_than_the_op():
    state = quiet()
    node(state, "r3p05")
    hold(state, netwar=2)
    assert shown(state, run(take_turn(state)))[0] == "j5 netwar*2"


def test_18_several_reduced_units_are_refit_first():
    state = quiet()
    node(state, "r3p05")
    put(state, "north", "usmc_1_5", "usmc_2_1", reduced=True)
    assert shown(state, run(take_turn(state)))[0] == "j4 refit north"


def test_13_a_strong_force_goes_for_a_node_and_a_lone_company_does_not():
    state = quiet()
    node(state, "r3p02", "c2")
    put(state, "north", "usmc_mp")
    table = run(take_turn(state))
    assert not isinstance(first_order(state, table), Ground)
    put(state, "north", "usmc_1_5", "usmc_2_1", "usmc_c_1tk")
    assert first_order(state, table) == Ground(("usmc_1_5", "usmc_2_1", "usmc_c_1tk", "usmc_mp"), ("r3p02",))


def test_11_without_a_force_a_fresh_group_is_bought():
    state = quiet()
    node(state, "r3p05")
    order = first_order(state, run(take_turn(state)))
    assert isinstance(order, Recruit)
    assert order.units


def test_8_1_with_no_node_and_no_force_left_the_battle_is_ended():
    state = quiet()
    assert shown(state, run(take_turn(state)))[0] == "end"


def test_35_what_needs_no_consent_comes_first():
    state = quiet(team="two_by_service")
    node(state, "r3p02")
    node(state, "r6p06")
    put(state, "north", "usa_2_7", "usa_2_2", "usa_1_5c")
    put(state, "east", "usmc_1_5", "usmc_2_1", "usmc_c_1tk")
    lines = FORMS.examples(state, asked(run(take_turn(state))), state.seat, nobody)
    assert lines[0].startswith("j3 1/5 2/1 c/1tk to 6-6  # 1 OP: Cloverleaf, concealed node; OPFOR 0 19%, 1 50%, 2 31%")
    (other,) = (line for line in lines if line.startswith("j3 2-7cav 2-2inf to 3-2  # 1 OP: Train Station"))
    assert other.endswith("; player 2 must consent")
    assert lines.index("pass  # free") > 1


@pytest.mark.parametrize("ops", [1, 2])
def test_10_1_the_last_ops_are_given_up_only_if_nothing_else_is_left(ops):
    state = quiet()
    state.ops = ops
    node(state, "r3p02")
    assert shown(state, run(take_turn(state))) == ["stand_down"]
    put(state, "north", "usmc_1_5", "usmc_2_1")
    assert shown(state, run(take_turn(state)))[0] == "j3 1/5 2/1 to 3-2"


# ---------------------------------------------------------------- inside an operation


def test_16_1_the_lead_with_the_best_chance_and_no_marker_spent():
    state = battle("r3p05", "usmc_1_5 usmc_2lar usmc_c_1tk", "jih_a")
    hold(state, netwar=1)
    table = run(settle_edge(state))
    assert shown(state, table)[0] == "2lar"
    assert odds.of_edge(state, "usmc_2lar") == max(odds.of_edge(state, u) for u in under_way(state).force)


@pytest.mark.parametrize(("force", "hits", "first"), [
    ("usmc_1_5 usmc_c_1tk", 1, "1/5"), ("usmc_1_5 usmc_2lar usmc_mp", 2, "1/5 2lar"),
    ("usmc_c_1tk usmc_mp usmc_1_5", 2, "1/5 mp"),
])
def test_16_3_as_few_and_as_cheap_units_as_may_be_are_eliminated(force, hits, first):
    state = battle("r3p05", force, "jih_a")
    assert shown(state, run(take_hits(state, hits)))[0] == first


@pytest.mark.parametrize(("force", "enemies", "first"), [
    ("usmc_1_5 usmc_2_1 usmc_c_1tk", "mil_b", "continue"), ("usmc_mp", "jih_a jih_a hw_a", "withdraw all to 3-4"),
])
def test_16_7_the_stronger_fight_on_and_the_weaker_leave(force, enemies, first):
    state = battle("r3p05", force, enemies)
    put(state, "r3p04", "usa_759mp")
    lines = shown(state, run(answer_stand(state)))
    assert lines[0] == first
    assert {"continue", "withdraw all to 3-4"} <= set(lines)


def test_16_7_R140_a_concealed_node_is_the_last_refuge():
    state = battle("r3p05", "usmc_mp", "jih_a jih_a hw_a")
    put(state, "r2p05", "hel_t1", aloft=True)
    node(state, "r2p05")
    put(state, "r3p06", "usmc_3_4")
    assert shown(state, run(answer_stand(state)))[:2] == ["withdraw all to 3-6", "withdraw all to 2-5"]


def test_29_1_a_leader_joins_who_has_none_and_stands_most():
    state = quiet()
    arrived(state, "r3p05", "usmc_1_5", "usmc_2_1", "usmc_c_1tk")
    state.leaders["ldr_1"] = "usmc_1_5"
    table = go(run(check_leader(state)), (6, 6))
    assert shown(state, table) == ["2/1", "c/1tk", "1/5"]


def test_14_1_a_strong_force_goes_on_to_a_node_and_a_weak_one_stops():
    for force, first in (("usmc_2lar usmc_3lar", "to 3-5"), ("usmc_mp", "stop")):
        state = quiet()
        arrived(state, "r3p04", *force.split(), points=1).leaves_msr = True
        node(state, "r3p05", "al_qaeda")
        assert shown(state, run(continue_move(state)))[0] == first


def test_27_1_who_must_go_on_goes_where_friends_are():
    state = quiet()
    arrived(state, "r3p05", "usmc_fr", points=1).leaves_msr = True
    put(state, "r2p05", "usmc_1_5")
    node(state, "r4p05")
    first, *others = shown(state, run(infiltrate_next(state)))
    assert first == "to 2-5"
    assert "to 4-5" in others


def test_35_consent_is_not_given_unread():
    state = quiet(team="two_by_service")
    put(state, "north", "usa_2_7")
    table = run(take_turn(state))
    table.answer("j3 ground usa_2_7 path=r3p02")
    assert FORMS.examples(state, asked(table), "player_2", nobody) == [
        "no  # he gives another order", "yes  # this once", "always  # whenever he uses your units",
    ]  # fmt: skip


# ---------------------------------------------------------------- whole games

IDLE = {"j1", "pass", "stand_down"}


def is_gift(state: State, order: AnyOrder, lines: list[str]) -> bool:
    """Whether this first suggestion gives something away although something else is shown."""
    others = [line for line in lines if line not in IDLE and not line.startswith("j3")]
    if isinstance(order, StandDown | Pass) or order == Recruit():
        return not set(lines) <= IDLE
    if isinstance(order, Ground):
        return bool(others) and judgement.arrival_value(state, order.path[-1], order.force) <= 0
    return False


def first_lines_are_no_gifts(seed: int, bot: str, options: dict[str, Any], *, every: int = 1) -> None:
    """A whole game; what is shown first is looked at each so many requests."""
    state = fresh("vigilant_resolve", **options)
    table = Table(play(state), seats=tuple(state.seats))
    met: list[str] = []

    def look(_: Table[Any]) -> None:
        request = table.pending
        if not isinstance(request, Ask | Write):
            return
        met.append(request.rule)
        if request.rule == "10.1" and met.count("10.1") % every == 0:
            lines = shown(state, table)
            assert not is_gift(state, first_order(state, table), lines), lines
        elif request.rule == "16.3":
            lost = [sum(x.count(u) == steps(state, u) for u in set(x)) for x in table.legal()]
            assert lost[0] == min(lost)

    bots = {seat: BOTS[bot](seat) for seat in state.seats}
    rng = random.Random(seed)
    choosers = {s: lambda request, peek, s=s: bots[s].choose(state, request, peek, rng) for s in bots}
    play_out(table, choosers, seed=seed, check=look)
    assert met.count("10.1") > every


def test_what_stands_first_is_no_gift_all_through_a_game():
    first_lines_are_no_gifts(1, "random", {"interdiction": True}, every=5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_what_stands_first_is_no_gift_in_twelve_games(seed):
    options = ({}, {"interdiction": True, "networked_operations": True}, {"team": "three_by_service"})[seed % 3]
    first_lines_are_no_gifts(seed, ("sensible", "random")[seed % 2], options)
