"""How the bots play either seat: ambush, guns for helicopters, leaders out by the east; land, look, mass fire."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from anaconda.boards import act, hide, put, quiet, run, secrets_of
from anaconda.test_playouts import played

from pbem.play.requests import Request
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.anaconda.advance import combat
from pbem_games.anaconda.airmobile import CARRIERS
from pbem_games.anaconda.bots import coalition
from pbem_games.anaconda.bots.fields import to_sanctuary
from pbem_games.anaconda.bots.massing import assault
from pbem_games.anaconda.bots.outlook import Outlook
from pbem_games.anaconda.bots.players import BOTS
from pbem_games.anaconda.commands import draw_or_pass
from pbem_games.anaconda.defensive import defensive_fire
from pbem_games.anaconda.forces import helicopters
from pbem_games.anaconda.isr import isr
from pbem_games.anaconda.legs import Leg
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.orders import Order
from pbem_games.anaconda.plans.sub_phase import planned_movement
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.setup import place_picks
from pbem_games.anaconda.state import READY, State
from pbem_games.anaconda.turns import inter_phase


def thought(table: Table[Any], state: State, seat: str, bot: str = "sensible") -> Any:
    """What a bot answers to what is asked now."""
    request: Request[Any] | None = table.pending
    assert request is not None
    return BOTS[bot](seat).choose(state, request, peek_of(table, seat), random.Random(1))


# ------------------------------------------------------------------ Al Qaeda


def test_12_an_ambush_is_sprung_if_it_is_likely_to_stop_whoever_comes() -> None:
    state = quiet()
    hide(state, "1808", "a_inf_1")
    hide(state, "1808", "a_inf_2")
    put(state, "1807", "r_1_87_c1")
    act(state, "tfr", "movement")
    assert thought(run(defensive_fire(state, Leg(state, "r_1_87_c1"), "1807", LIVE), state), state, AL_QAEDA) == Order(
        "fire", ("t1", "t2"))


def test_12_a_weak_counter_keeps_hidden() -> None:
    state = quiet()
    hide(state, "1915", "a_snp_1")  # a sniper, strength 1, against infantry in rough
    put(state, "2014", "r_1_87_c1")
    act(state, "tfr", "movement")
    assert state.numbers.ground.defence("2014").drm == 1
    fire = defensive_fire(state, Leg(state, "r_1_87_c1"), "2014", LIVE)
    assert thought(run(fire, state), state, AL_QAEDA) == Order("pass")


def test_17_guns_fire_at_helicopters_that_land() -> None:
    state = quiet()
    hide(state, "2209", "a_hmg_1")
    hide(state, "2209", "a_mtr_1")
    act(state, "tfr", "movement")
    table = run(movement(state, LIVE), state)
    table.answer(Order("fly", ("h_ch47_1", "r_1_87_c1"), ("2109",)))
    assert (table.pending.rule, thought(table, state, AL_QAEDA)) == (  # type: ignore[union-attr]
        "17.1", Order("fire", ("t1", "t2")))


def test_20_5_leaders_leave_by_the_east() -> None:
    state = quiet()
    hide(state, "3108", "a_hvt_1")
    act(state, "a", "movement")
    order = thought(run(movement(state, LIVE), state), state, AL_QAEDA)
    assert (order.kind, order.who, order.to[-1]) == ("move", ("t1",), "sanctuary")


def test_8_infantry_lies_still_if_nobody_is_near() -> None:
    state = quiet()
    hide(state, "1808", "a_inf_1")
    put(state, "0105", "d_zia_1")
    act(state, "a", "movement")
    assert thought(run(movement(state, LIVE), state), state, AL_QAEDA) == Order("done")


def test_runners_leave_at_once() -> None:
    state = quiet()
    hide(state, "3108", "a_inf_1")
    act(state, "a", "movement")
    order = thought(run(movement(state, LIVE), state), state, AL_QAEDA, "runners")
    assert order.to[-1] == "sanctuary"


def test_silent_never_fires() -> None:
    state = quiet()
    hide(state, "1808", "a_inf_1")
    put(state, "1807", "r_1_87_c1", pinned=True)
    act(state, "a", "combat")
    table = run(combat(state, LIVE), state)
    assert thought(table, state, AL_QAEDA).kind == "attack"
    assert thought(table, state, AL_QAEDA, "silent") == Order("done")


@pytest.mark.parametrize(("bot", "is_leaving"), [("sensible", False), ("runners", True)])
def test_3_4_picks_are_laid_by_what_they_are(bot: str, is_leaving: bool) -> None:
    state = quiet()
    for face in ("a_hvt_1", "a_mtr_1", "a_inf_1", "b_inf_2"):
        hide(state, "in_hand", face)
    placing = dict(thought(run(place_picks(state), state), state, AL_QAEDA, bot))
    assert all(not state.numbers.ground.is_edge(hex) for hex in placing.values())
    left = to_sanctuary(state.numbers.ground)
    assert left[placing["t1"]] <= 10  # the leader is gone in one move, whatever the others do
    assert (left[placing["t3"]] <= 10) is is_leaving


# ------------------------------------------------------------------ the Coalition


def with_flights(**options: Any) -> State:
    """As `quiet`, in the first turn in which the Coalition flies."""
    state = quiet(**options)
    state.turn = coalition.FLIES_FROM
    return state


def landing(bot: str, *, guns_at: str = "") -> Order:
    state = with_flights()
    for unit in state.units.values():
        if unit.place == "gardez":
            unit.place = unit.base = "khowst"
    for face in ("a_inf_1", "a_inf_2"):
        hide(state, "1808", face)
    for gun in ("a_hmg_1", "b_hmg_1", "c_hmg_1") if guns_at else ():
        hide(state, guns_at, gun, up=True)
    act(state, "tfr", "movement")
    order: Order = thought(run(movement(state, LIVE), state), state, COALITION, bot)
    return order


def test_16_the_coalition_lands_near_the_enemy_and_not_beside_him() -> None:
    order = landing("sensible")
    ground = quiet().numbers.ground
    assert order.kind == "fly"
    assert 1 < ground.distance(order.to[0], "1808") <= 3


def test_walkers_never_fly_and_the_massed_go_to_one_town() -> None:
    assert landing("walkers").kind in ("move", "done")
    assert quiet().numbers.ground.distance(landing("massed").to[0], "1710") <= 3


def test_19_who_can_looks_where_most_lies_face_down() -> None:
    state = quiet()
    put(state, "1709", "t64_sas_3")
    hide(state, "1808", "a_inf_1")
    for face in ("a_inf_2", "a_inf_3"):
        hide(state, "1710", face)
    act(state, "tf64", "isr")
    assert thought(run(isr(state, LIVE), state), state, COALITION) == Order("recon", ("t64_sas_3",), ("1710",))


@pytest.mark.parametrize("mode", ["step", "plan"])
def test_19_nobody_looks_where_another_looks_already(mode: str) -> None:
    state = quiet(mode=mode)
    put(state, "1709", "t64_sas_3", "t64_nz", "t64_ksk")
    for hex, face in (("1808", "a_inf_1"), ("1710", "a_inf_2"), ("1710", "a_inf_3")):
        hide(state, hex, face)
    act(state, "tf64", "isr")
    look = Outlook(state, COALITION, lambda _: None, random.Random(0))
    assert [order.to for order in coalition.recons(look)] == [("1710",), ("1808",), ()]


def test_8_who_finds_no_helicopter_walks_in() -> None:
    state = with_flights()
    put(state, "khowst", "r_1_87_c1")
    hide(state, "2909", "a_inf_1")
    act(state, "tfr", "movement")
    assert thought(run(movement(state, LIVE), state), state, COALITION).kind == "fly"
    for id in helicopters(state, *CARRIERS):
        state.units[id].place = "utilized"
    order = thought(run(movement(state, LIVE), state), state, COALITION)
    assert (order.kind, state.units[order.who[0]].place) == ("move", "khowst")


@pytest.mark.parametrize(("turn", "kind"), [(coalition.FLIES_FROM - 1, "move"), (coalition.FLIES_FROM, "fly")])
def test_16_nobody_flies_before_some_have_walked_in(turn: int, kind: str) -> None:
    state = quiet()
    state.turn = turn
    put(state, "khowst", "r_1_87_c1")
    hide(state, "2909", "a_inf_1")
    act(state, "tfr", "movement")
    assert thought(run(movement(state, LIVE), state), state, COALITION).kind == kind


def test_j2_in_a_plan_infantry_for_which_no_helicopter_is_left_walks_in() -> None:
    state = with_flights(mode="plan")
    platoons = ("r_1_87_c1", "r_1_87_c2", "r_1_87_a1", "r_2_187_a1")
    for unit in state.units.values():
        unit.place = "pool"
    put(state, "khowst", *platoons, "r_1_87_mtr", "h_ch47_1")
    hide(state, "2909", "a_inf_1")
    act(state, "tfr", "movement")
    plan = thought(run(planned_movement(state), state), state, COALITION)
    walking = {order.who[0] for order in plan.orders if order.kind == "move"}
    flying = [order.who[1] for order in plan.orders if order.kind == "fly"]
    assert len(flying) == 1
    assert walking == {*platoons} - {*flying}  # the mortars wait


def test_16_who_lands_keeps_out_of_fire_until_friends_are_as_strong_as_the_enemy(
        monkeypatch: pytest.MonkeyPatch) -> None:
    state = quiet()
    for unit in state.units.values():
        if unit.place == "gardez":
            unit.place = unit.base = "khowst"
    for i in range(1, 10):
        hide(state, ("1808", "1807", "1907")[i % 3], f"b_inf_{i}")
    act(state, "tfr", "movement")
    look = Outlook(state, COALITION, lambda _: None, random.Random(0))

    def landed() -> list[str]:
        towns = look.ground.objectives
        return [order.to[0] for order in coalition.moves(look, goals=towns) if order.kind == "fly"]

    careful = landed()
    with monkeypatch.context() as bold:
        bold.setattr(coalition, "outnumbered", lambda *_: 0)
        many = landed()
    few = {hex for hex in {*careful, *many} if coalition.outnumbered(look, hex)}
    assert {look.threat(hex) for hex in careful} == {0}
    assert sum(hex in few for hex in careful) < sum(hex in few for hex in many) / 2
    put(state, "1806", "r_1_87_c1", "r_1_87_c2", "r_1_87_a1")
    helped = Outlook(state, COALITION, lambda _: None, random.Random(0))
    assert coalition.outnumbered(look, "1805") > coalition.outnumbered(helped, "1805") == 0


@pytest.mark.parametrize("at", ["2008", "2107", "1408"])
def test_17_who_lands_keeps_out_of_reach_of_guns_that_are_known(at: str) -> None:
    assert quiet().numbers.ground.distance(landing("sensible", guns_at=at).to[0], at) > 4  # DShKs reach four hexes


@pytest.mark.parametrize(("turn", "goes_to"), [(6, "1711"), (7, "1915")])
def test_23_2_the_towns_that_lie_together_come_first_and_others_in_the_last_turns(turn: int, goes_to: str) -> None:
    state = quiet()
    for unit in state.units.values():
        unit.place = "pool"
    put(state, "1914", "r_1_87_c1")
    state.turn = turn
    act(state, "tfr", "movement")
    assert thought(run(movement(state, LIVE), state), state, COALITION).to[-1] == goes_to


def test_10_fire_is_massed_on_what_is_worth_most_and_air_used_only_if_it_pays() -> None:
    state = quiet()
    put(state, "1809", "r_1_87_c1", "r_1_87_c2")
    hide(state, "1808", "a_inf_1", up=True, pinned=True)
    hide(state, "2911", "c_ied_1", up=True)
    state.units["a_b52"].place = READY
    act(state, "tfr", "combat")
    order = thought(run(combat(state, LIVE), state), state, COALITION)
    assert (order.kind, order.to) == ("attack", ("1808",))
    assert {"r_1_87_c1", "r_1_87_c2"} <= set(order.who)


def test_4_2_a_seat_draws_while_a_marker_of_its_own_is_left() -> None:
    state = quiet()
    table = run(draw_or_pass(state), state)
    assert thought(table, state, COALITION) == "draw"
    state.command_pool = ["a", "jihad", "panic"]
    assert thought(run(draw_or_pass(state), state), state, COALITION) == "pass"


# ------------------------------------------------------------------ outlook


def test_12_1_the_threat_to_a_hex_is_what_can_fire_into_it() -> None:
    state = quiet()
    hide(state, "1808", "a_inf_1")
    hide(state, "1808", "a_inf_3", up=True, pinned=True)
    ours = Outlook(state, COALITION, lambda _: None, random.Random(0))
    theirs = Outlook(state, AL_QAEDA, secrets_of(state).get, random.Random(0))
    assert ours.threat("1807") == 12  # face down, on average; who is pinned does not count
    assert ours.threat("1805") == 0
    assert theirs.strength(["t1"]) == 30


def test_j2_a_plan_holds_all_flights_each_by_a_helicopter_of_its_own() -> None:
    state = with_flights(mode="plan")
    hide(state, "1808", "a_inf_1")
    act(state, "tfr", "movement")
    plan = thought(run(planned_movement(state), state), state, COALITION)
    flown = [order.who[0] for order in plan.orders if order.kind == "fly"]
    assert len(flown) == len(set(flown)) == 6
    assert plan.last


ONE_SIDED = {"runners": AL_QAEDA, "silent": AL_QAEDA, "massed": COALITION, "walkers": COALITION, "lingering": COALITION,
             "bombers": COALITION}
GAMES, NOISE = 8, 3  # of two samples of so many games one has more wins by more than that in one case of twenty


@cache
def wins(bot: str) -> Counter[str]:
    """How many games each seat wins if `bot` plays both, a one-sided one its own seat so and the other sensibly."""
    results = [played(n, bot)[1].result for n in range(GAMES)]
    return Counter(winner for result in results if result is not None for winner in result.winners)


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "seat"), ONE_SIDED.items())
def test_no_one_sided_way_wins_always_or_surely_more_than_the_sensible_player(bot: str, seat: str) -> None:
    """A game takes some five seconds of the processor: 56 games in all, those of the sensible player once."""
    assert wins(bot)[seat] <= min(GAMES - 1, wins("sensible")[seat] + NOISE)


@pytest.mark.slow
def test_a_sensible_game_ends_with_all_true() -> None:
    _, table = played(1, "sensible")
    assert table.result is not None
    assert table.incidents == []
    assert table.secrets.open_claims() == []


def test_11_2_a_command_closes_in_on_a_stack_that_is_pinned() -> None:
    state = quiet(mode="step")
    for i, hex in enumerate(("1806", "1906", "1908", "2008", "1707"), 1):
        hide(state, hex, f"a_inf_{i}")
    put(state, "1810", "r_1_87_c1", "r_1_87_c2", "r_1_87_a1", pinned=True)
    put(state, "1705", "d_oda_372")
    act(state, "a", "movement")
    table = run(movement(state, LIVE), state)
    planned = assault(Outlook(state, AL_QAEDA, peek_of(table, AL_QAEDA), random.Random(1)))
    assert planned is not None
    assert (planned.hex, len(planned.spots)) == ("1810", 5)
    answer = thought(table, state, AL_QAEDA)
    assert (answer.kind, answer.to[-1] in {spot.hex for spot in planned.spots}) == ("move", True)


def test_22_3_who_lingers_extends_the_operation() -> None:
    state = quiet()
    state.turn, state.phase = state.numbers.turns.standard, "inter"
    put(state, "1810", "r_1_87_c1")
    hide(state, "1806", "a_inf_1")
    table = run(inter_phase(state), state)
    assert thought(table, state, COALITION) == "end"
    assert thought(table, state, COALITION, "lingering") == "extend"
