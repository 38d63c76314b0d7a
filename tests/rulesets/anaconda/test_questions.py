"""Questions that look at one counter or one hex, and those that list all of them, say the same in whole games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from anaconda.boards import act, bytes_of, fresh, hide, put, quiet
from anaconda.test_playouts import options_of

from pbem.play.playout import SeededDice, answer_once
from pbem.play.requests import DrawSecret, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.anaconda.attack import has_targets, targets
from pbem_games.anaconda.bots.players import BOTS
from pbem_games.anaconda.firing import attackers, may_attack
from pbem_games.anaconda.forces import held, helicopters, is_bare_fort, is_held, is_type, stack_at, tokens_at
from pbem_games.anaconda.moves import anybody_moves, may_move, movers
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, SEATS
from pbem_games.anaconda.sequence import play
from pbem_games.anaconda.state import State, trial_of

TYPES = ("gunship", "transport", "soar")


def asked(seed: int, **options: object) -> Iterator[tuple[State, Table[object]]]:
    """The positions of a random game in which somebody writes something."""
    state = fresh(**{**options_of(seed), **options})
    table = Table(play(state), seats=SEATS)
    rng, dice = random.Random(seed), SeededDice(seed)
    bot = {seat: BOTS["random"](seat) for seat in SEATS}
    choosers = {seat: lambda request, peek, seat=seat: bot[seat].choose(state, request, peek, rng) for seat in SEATS}
    while table.pending is not None:
        if isinstance(table.pending, DrawSecret):
            table.answer(dice)
            continue
        if isinstance(table.pending, Write) and state.operations is not None:
            yield state, table
        answer_once(table, choosers, dice)


def check_places(state: State) -> None:
    hexes = state.numbers.ground.hexes
    for seat in SEATS:
        pieces = state.units if seat == COALITION else state.tokens
        places = {one.place for one in pieces.values() if one.place in hexes}
        stacks = {hex: stack_at(state, hex, seat) for hex in places}
        taken = {hex for hex, stack in stacks.items() if any(not is_type(state, id, "fortification") for id in stack)}
        assert held(state, seat) == taken
        assert {hex for hex in places if is_held(state, hex, seat)} == taken
        for stack in stacks.values():
            assert stack == sorted(stack, key=lambda id: (not is_bare_fort(state, id), pieces[id].rank))


def check_actions(state: State, rng: random.Random) -> None:
    everybody = [*state.units, *state.tokens]
    assert movers(state) == [id for id in everybody if not may_move(state, id)]
    assert anybody_moves(state) == bool(movers(state))
    assert has_targets(state) == bool(targets(state))
    for hex in rng.sample(sorted(held(state, COALITION) | held(state, AL_QAEDA)), 2):
        assert {id for id in everybody if may_attack(state, id, hex)} == set(attackers(state, hex))
    ready = [id for id, unit in state.units.items() if unit.place in ("gardez", "khowst") and not unit.flown]
    assert helicopters(state, *TYPES) == [id for id in ready if state.numbers.is_type(id, *TYPES)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_10_2_8_1_who_may_and_who_does_are_the_same(seed):
    rng = random.Random(seed)
    for state, _ in asked(seed):
        check_places(state)
        check_actions(state, rng)


@pytest.mark.parametrize("mode", ["plan", "step"])
def test_10_2_8_1_who_may_and_who_does_are_the_same_as_a_game_begins(mode):
    rng, seen = random.Random(1), 0
    for state, _ in asked(1, mode=mode):
        check_places(state)
        check_actions(state, rng)
        if (seen := seen + 1) == 6:
            return


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_r110_a_legal_answer_that_is_only_checked_changes_nothing(seed):
    rng = random.Random(seed)
    for state, table in asked(seed, mode="plan"):
        request = table.pending
        assert isinstance(request, Write)
        chosen = BOTS["random"](request.seat).choose(state, request, peek_of(table, request.seat), rng)
        before = bytes_of(state)
        table.check(request.form.spell(chosen))
        assert bytes_of(state) == before


def test_r110_what_is_tried_on_a_copy_stays_there():
    state = quiet()
    put(state, "1809", "r_1_87_c1")
    token = hide(state, "1812", "a_inf_1")
    act(state, "tfr", "movement")
    before, trial = bytes_of(state), trial_of(state)
    assert (bytes_of(trial), trial.numbers) == (before, state.numbers)
    assert trial.operations is not None
    trial.units["r_1_87_c1"].moved = trial.tokens[token].pinned = True
    trial.operations.walking, trial.casualties["1809"] = "r_1_87_c1", 1
    trial.ranks += 1
    assert bytes_of(state) == before


def test_20_4_a_face_up_fortification_alone_holds_no_hex_and_lies_on_top():
    state = quiet()
    unit = hide(state, "1812", "a_inf_1", up=True)
    fort = next(id for id, one in state.numbers.units.items() if one.type == "fortification")
    down, up = hide(state, "1812", fort), hide(state, "1813", fort, up=True)
    assert (is_bare_fort(state, down), is_bare_fort(state, up)) == (False, True)
    assert (is_held(state, "1812", AL_QAEDA), is_held(state, "1813", AL_QAEDA)) == (True, False)
    state.tokens[down].face = fort
    assert tokens_at(state, "1812") == [down, unit]
