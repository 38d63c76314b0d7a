"""4 The sequence of play, its End Phase, and where it can restart."""

from __future__ import annotations

import pytest
from angola.boards_frame import column, empty, fresh, hold, put, run, snapshot
from angola.quiet_games import Game

from listening import Stops
from pbem.play.table import Table
from pbem_games.angola import endphase
from pbem_games.angola.ending import GameEnds, won_by
from pbem_games.angola.endphase import clean_up, end_phase, losing_alliance
from pbem_games.angola.sequence import play
from pbem_games.angola.state import JungleSet, Piece, State


def worn_out() -> State:
    """The last moment of turn 4."""
    state = empty()
    state.turn, state.phase, state.step, state.turn_winner = 4, "end", "f", "western"
    column(state, "fnla", "a", "carmona", "n.inf1", "n.inf2").moved = True
    state.factions["fnla"].columns["a"].plus = 2
    put(state, "fapla", "gabela", "f.inf1", "f.inf2")
    state.factions["fapla"].loose["f.inf1"].moved = True
    state.factions["fapla"].loose["f.inf1"].straggler = True
    state.factions["fapla"].jungle = [JungleSet("gabela", ["f.inf2"], 1)]
    state.factions["fapla"].air_ready, state.factions["fapla"].air_done = 1, 2
    state.equipment_pool.remove("aa1")
    state.factions["fapla"].equipment["aa1"] = Piece("aa", public="gabela")
    hold(state, "fnla", "carmona", up=False)
    state.factions["fapla"].tokens["fapla"], state.factions["fnla"].tokens["fapla"] = 3, 2
    return state


# ---------------------------------------------------------------- 4.2-3F Clean Up


def test_A139_clean_up_makes_all_ready_for_the_next_turn():
    state = worn_out()
    run(clean_up(state))
    assert all(marker.up for marker in state.markers.values())
    assert all(state.factions[f].tokens == {g: 5 * (f == g) for g in state.factions} for f in state.factions)
    fapla = state.factions["fapla"]
    assert (fapla.air_ready, fapla.air_done) == (3, 0)
    assert not fapla.loose["f.inf1"].straggler
    assert not fapla.loose["f.inf1"].moved
    assert not state.factions["fnla"].columns["a"].moved
    assert (state.turn, state.phase, state.step, state.turn_winner) == (5, "planning", "", "")
    assert state.markers["carmona"].holder == "fnla"


def test_R125_clean_up_leaves_jungle_markers_columns_and_equipment():
    state = worn_out()
    run(clean_up(state))
    assert state.factions["fnla"].columns["a"].plus == 2
    assert state.factions["fapla"].jungle == [JungleSet("gabela", ["f.inf2"], 1)]
    assert list(state.factions["fapla"].equipment) == ["aa1"]


# ---------------------------------------------------------------- 4.2-3 the End Phase


@pytest.fixture
def steps(monkeypatch):
    """Steps B to E only leave their letter."""
    seen = []

    async def carry_out(state, step):
        seen.append((step, losing_alliance(state)))
        if step == "f":
            await clean_up(state)

    monkeypatch.setattr(endphase, "carry_out", carry_out)
    return seen


def test_4_2_3_steps_a_to_f_in_order_with_a_checkpoint_each(steps):
    state = empty()
    state.phase, state.step = "end", "a"
    state.factions["fapla"].tokens["fapla"], state.factions["fnla"].tokens["fapla"] = 3, 2
    stops = []
    table = Table(end_phase(state), listeners=[Stops(stops.append)])
    assert table.pending is None
    assert table.result is None
    assert steps == [(step, "soviet") for step in "bcdef"]
    assert len(stops) == 6
    assert (state.turn, state.phase, state.track["western"]) == (2, "planning", 19)


@pytest.mark.parametrize("step", list("bcdef"))
def test_4_2_3_the_phase_restarts_at_any_step(steps, step):
    state = empty()
    state.phase, state.step, state.turn_winner = "end", step, "soviet"
    run(end_phase(state))
    assert [s for s, _ in steps] == [x for x in "bcdef" if x >= step]
    assert state.track == {"soviet": 20, "western": 20}  # Step A is not played twice


def test_R10_the_game_ends_in_step_a_of_the_last_turn(steps):
    state = empty()
    state.turn, state.phase, state.step = 10, "end", "a"
    assert run(end_phase(state)).result.winners == ()
    assert steps == []


def test_4_2_3_spare_columns_only_with_their_option(monkeypatch):
    asked = []

    async def spare_columns(state):
        asked.append(state.turn)

    monkeypatch.setattr(endphase, "spare_columns", spare_columns)
    for granted in (False, True):
        state = empty(columns_until_clean_up=granted)
        run(endphase.carry_out(state, "f"))
        assert asked == ([1] if granted else [])  # ruling R30


# ---------------------------------------------------------------- 4 the whole


def test_R126_a_false_claim_that_forfeits_ends_the_game_at_once(monkeypatch):
    async def operations_phase(state):
        raise GameEnds(won_by(state, "soviet", "a test", "r126"))

    monkeypatch.setattr("pbem_games.angola.sequence.operations_phase", operations_phase)
    state = empty()
    result = run(play(state)).result
    assert result.winners == ("fapla", "mpla")
    assert result.text == "FAPLA/MPLA wins: a test"


def test_4_a_quiet_game_lasts_ten_turns_and_is_drawn():
    game = Game(fresh())
    result = game.finish()
    assert (result.winners, result.by, game.state.turn) == ((), "11.6", 10)
    assert game.table.incidents == []


@pytest.fixture(scope="module")
def two_turns() -> Game:
    """Turns 9 and 10."""
    state = fresh()
    state.turn = 9
    game = Game(state)
    game.finish()
    return game


CARDS = 7 * 4
LAST = 2 * (1 + CARDS) + 6  # two turns, but of the last End Phase only Step A
RESTARTS = {
    "planning": 0, "first card": 1, "a card": 15, "step a": 1 + CARDS, "step b": 2 + CARDS, "step c": 3 + CARDS,
    "step d": 4 + CARDS, "step e": 5 + CARDS, "step f": 6 + CARDS, "next turn": 7 + CARDS, "last step": LAST,
}


@pytest.mark.parametrize("at", RESTARTS.values(), ids=RESTARTS)
def test_4_play_restarts_from_the_state_of_any_checkpoint(two_turns, at):
    assert len(two_turns.stops) == LAST + 1
    again = two_turns.again(two_turns.stops[at])
    again.finish()
    assert snapshot(again.state) == snapshot(two_turns.state)
