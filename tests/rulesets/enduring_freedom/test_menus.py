"""What menus offer word by word: every path through them ends in an answer that the rules take."""

from __future__ import annotations

import random
from typing import Any

import pytest
from enduring_freedom.boards import bytes_of, foes, north, playing, put, quiet
from enduring_freedom.boards_view import watched

from pbem.play.requests import Request
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.state import State

LONGEST = 60  # words


def walked(state: State, request: Request[Any], rng: random.Random) -> str:
    """An answer that is put together from menus, ended by chance where it may end."""
    text = ""
    for _ in range(LONGEST):
        follow = FORMS.follow(state, request, "coalition", text, lambda _: None)
        if follow.is_answer and (not follow.choices or rng.random() < 0.4):
            return text
        assert follow.choices, f"{request.rule}: no way on from {text!r}: {follow.why}"
        text += f"{rng.choice(follow.choices).words} "
    raise AssertionError(f"{request.rule}: no end to {text!r}")


def walk_all(seed: int, turns: int, walks: int) -> set[str]:
    """Walks through the menus of every request of a game; the rules that asked."""
    rng, rules = random.Random(seed), set[str]()

    def watch(state: State, request: Request[Any]) -> None:
        before = bytes_of(state)
        for _ in range(walks):
            text = walked(state, request, rng)
            (say,) = FORMS.read_orders(state, request, "coalition", text, lambda _: None)
            assert request.options().read(say, "", request.rule) is not None
        assert bytes_of(state) == before
        rules.add(request.rule)

    watched("sensible", seed, turns, watch)
    return rules


def test_7_2_every_path_through_the_menus_of_a_turn_leads_to_an_answer():
    assert {"6.0", "11.3", "11.1", "15.0", "16.0", "17.0", "23.3"} <= walk_all(3, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_7_2_and_of_whole_games(seed):
    assert len(walk_all(seed, 7, 2)) >= 10


def choices(state: State, words: str) -> set[str]:
    found = FORMS.follow(state, playing(state).pending, "coalition", words, lambda _: None)
    return {choice.words for choice in found.choices}


def test_19_5_only_those_are_offered_who_can_land_there():
    state = put(put(quiet("3c"), "pakistan", "us_lar", "uk_22sas"), "kandahar", "us_cjmp")
    assert choices(state, "assault ") == {"22 SAS"}
    assert choices(state, "transfer MEB LAR ") >= {"Kandahar", "Central Asia"}
    assert "Kabul" not in choices(state, "transfer MEB LAR ")


def test_16_3_only_ways_that_all_can_take_are_offered():
    state = north(put(quiet(), "kandahar", "us_lar"), "farah", "na_fahim")
    assert choices(state, "MEB LAR Fahim ") == {"Lashkargam", "Helmand", "Hindu Kush West"}
    assert choices(state, "MEB LAR Lashkargam ") >= {"Farah", "Helmand"}
    assert not choices(state, "Fahim Herat ") & {"Farah", "Kandahar"}  # one zone is all it moves


def test_32_1_only_edges_that_can_be_bought_are_offered():
    state = put(foes(quiet("3g"), "farah", "tal_inf1_1"), "farah", "us_cjmp")
    assert choices(state, "Farah ") & {"command", "base", "both"} == {"command"}
    assert choices(state, "Farah command ") & {"command", "base", "both"} == set()
    put(state, "farah", "us_fob_1")
    assert choices(state, "Farah ") & {"command", "base", "both"} == {"command", "base", "both"}
    assert choices(state, "Farah command ") & {"command", "base", "both"} == {"base"}
    state.np = 2
    assert choices(state, "Farah ") & {"command", "base", "both"} == {"command", "base"}
