"""33 The Loya Jirga."""

from __future__ import annotations

from enduring_freedom.boards import HQ, answer, asks, done, foes, north, north_hidden, put, quiet, refused, run, told

from pbem_games.enduring_freedom.loya_jirga import civil_military_phase, may_attempt


def kabul(jihad=6):
    """All that it takes: Kabul held, an HQ, two leaders."""
    return north(put(quiet("5", jihad=jihad), "kabul", HQ), "kabul", "na_fahim", "na_karzai")


def test_33_1_A147_R82_two_leaders_face_up():
    state = north(put(quiet("5"), "kabul", HQ), "kabul", "na_fahim")
    assert not may_attempt(state)
    assert not may_attempt(north_hidden(state, "kabul"))
    assert run(civil_military_phase(state)).pending is None
    assert may_attempt(north(state, "kabul", "na_karzai"))


def test_33_1_kabul_is_held_and_has_a_headquarters():
    assert not may_attempt(foes(kabul(), "kabul", "tal_inf1_1"))
    state = kabul()
    put(state, "bagram", HQ)
    assert not may_attempt(state)


def test_33_2_A148_more_than_the_level_enacts_it():
    state = kabul()
    table = run(civil_military_phase(state))
    assert asks(table)[0] == "33.1"
    refused(table, "maybe", state)
    answer(table, "attempt", (3, 4), (5,))
    assert (state.jihad, state.np, state.loya_jirga) == (4, 55, "enacted")
    assert "The Loya Jirga is enacted" in told(table)


def test_33_2_A149_else_it_fails():
    state = kabul()
    done(civil_military_phase(state), "attempt", (3, 3), (5, 6))
    assert (state.jihad, state.np, state.loya_jirga) == (7, 39, "failed")


def test_33_2_A150_once_in_a_game():
    state = kabul()
    done(civil_military_phase(state), "attempt", (3, 3), (5, 6))
    assert not may_attempt(state)
    assert run(civil_military_phase(state)).pending is None


def test_33_2_it_may_be_declined():
    state = kabul()
    done(civil_military_phase(state), "decline")
    assert (state.loya_jirga, may_attempt(state)) == ("", True)
