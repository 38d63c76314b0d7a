"""Ruling R110 Standing orders are told by the names of counters and places; no typed word is left in them."""

from __future__ import annotations

import pytest
from anaconda.test_plans import hide, quiet

from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.words.decisions import decided

SAID = {
    "pass": "no standing orders",
    "t1 within=2 what=vehicular least=3":
        "standing orders that token 1 fires at vehicles within 2 hexes of where each stands, if strength 3 is left",
    "t1+t2 at=1808,0509 any lead=t2":
        "standing orders that token 1, A Infantry 2 (token 2) fire in 1808 (Zerki Kale), 0509, led by A Infantry 2 "
        "(token 2), at one already hit too",
    "a within=1:0509 what=foot ; t1 what=up ; friendly_fire 1808 0509 ; show t1+t2":
        "standing orders that all of Al Qaeda A fire at who goes on foot within 1 hex of 0509; that token 1 fires at "
        "counters face up; that Friendly Fire falls in 1808 (Zerki Kale), 0509; that token 1, A Infantry 2 (token 2) "
        "are shown",
}


@pytest.mark.parametrize("said", SAID)
def test_r110_standing_orders_are_told_in_names(said: str):
    state = quiet(mode="plan")
    hide(state, "1808", "a_inf_1")
    hide(state, "1810", "a_inf_2")
    state.tokens["t2"].face = "a_inf_2"
    assert decided(state, "r110", AL_QAEDA, "turn1/0", said) == SAID[said]


def test_r110_the_coalition_names_gunships_and_commands():
    told = decided(quiet(mode="plan"), "r110", COALITION, "turn1/0", "gunship what=down ; tfr within=1 what=loaded")
    assert told == ("standing orders that gunships fire at tokens face down; that all of TF Rakkasan fire at loaded "
                    "helicopters within 1 hex of where each stands")


def test_r110_whole_commands_with_one_order_are_told_together_units_by_themselves():
    state = quiet(mode="plan")
    hide(state, "1808", "a_inf_1")
    hide(state, "1810", "a_inf_2")
    told = decided(state, "r110", AL_QAEDA, "turn1/0", "a what=loaded ; b what=loaded ; t1 what=up ; t2 what=up")
    assert told == ("standing orders that all of Al Qaeda A, all of Al Qaeda B fire at loaded helicopters; that token "
                    "1 fires at counters face up; that token 2 fires at counters face up")
