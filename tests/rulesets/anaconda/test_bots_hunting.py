"""20.5 The Coalition's player looks for leaders by the way out, lies in wait for them, and fires at who stops there."""

from __future__ import annotations

import random

import pytest
from anaconda.boards import act, hide, put, quiet, run
from anaconda.test_bots import thought

from pbem_games.anaconda.bots import coalition, hunting
from pbem_games.anaconda.bots.estimates import UNKNOWN, worth
from pbem_games.anaconda.bots.outlook import Outlook
from pbem_games.anaconda.isr import isr
from pbem_games.anaconda.movement import movement
from pbem_games.anaconda.numbers import COALITION, SANCTUARY
from pbem_games.anaconda.orders import DONE
from pbem_games.anaconda.reactions import LIVE
from pbem_games.anaconda.setup import place_start_map
from pbem_games.anaconda.state import IN_HAND, State

BY_THE_WAY_OUT, IN_THE_FIGHT = "3114", "1808"


def with_leader(**options: str) -> State:
    state = quiet(**options)
    hide(state, BY_THE_WAY_OUT, "a_hvt_1")
    hide(state, IN_THE_FIGHT, "a_inf_1")
    return state


def test_who_was_laid_far_from_the_fight_by_the_way_out_may_be_a_leader_until_he_is_seen() -> None:
    state = with_leader()
    seen = hide(state, BY_THE_WAY_OUT, "a_inf_2", up=True)
    assert hunting.suspects(state) == ["t1"]
    assert worth(state, "t1", lambda _: None) == hunting.LEADER > worth(state, "t2", lambda _: None) == UNKNOWN
    assert not hunting.is_suspect(state, seen)
    state.tokens["t1"].place = "3214"
    assert hunting.suspects(state) == ["t1"]  # on his way
    state.tokens["t1"].place = SANCTUARY
    assert hunting.suspects(state) == []


def test_his_way_out_is_the_cheapest_one_to_the_east_edge() -> None:
    ground = quiet().numbers.ground
    way = list(hunting.way_out(ground, "2820"))
    assert all(a in ground.hexes.neighbours(b) for a, b in zip(["2820", *way], way, strict=False))
    assert way[-1] in ground.edge_hexes("east")


def test_3_5_teams_wait_beside_his_way_out_and_on_observation_points_if_nobody_has_one() -> None:
    for state, waits in ((with_leader(), True), (quiet(), False)):
        hide(state, IN_THE_FIGHT, "a_inf_2")
        for unit in state.units.values():
            unit.place = IN_HAND if unit.place == "gardez" else unit.place
        hex = thought(run(place_start_map(state), state), state, COALITION)
        assert (hunting.ambush(state, hex) >= coalition.AMBUSH) is waits
        assert (hex in state.numbers.ground.observation_points) is not waits


@pytest.mark.parametrize(("turn", "waits"), [(coalition.WAITS, True), (coalition.WAITS + 1, False)])
def test_8_who_waits_for_him_stays_where_he_is_in_the_first_turns(turn: int, waits: bool) -> None:
    state = with_leader()
    state.turn = turn
    for unit in state.units.values():
        unit.place = "pool"
    look = Outlook(state, COALITION, lambda _: None, random.Random(0))
    hexes = state.numbers.ground.hexes
    free = [h for h in hexes.hexes if hexes.distance(h, BY_THE_WAY_OUT) >= 2]
    put(state, max(free, key=lambda h: coalition.worth_for_team(look, h)), "t64_nz")
    act(state, "tf64", "movement")
    order = thought(run(movement(state, LIVE), state), state, COALITION)
    assert (order.kind == DONE) is waits


def test_19_a_look_is_for_him_rather_than_for_two_others() -> None:
    state = with_leader()
    hide(state, IN_THE_FIGHT, "a_inf_2")
    state.units["a_uav_1"].place = "available"
    act(state, "tfr", "isr")
    assert thought(run(isr(state, LIVE), state), state, COALITION).to == (BY_THE_WAY_OUT,)
