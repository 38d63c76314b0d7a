"""What Angola! provides to all that runs it."""

from __future__ import annotations

import inspect

import pytest
from angola.boards_frame import fresh

from pbem.errors import Unsupported, WrongUse
from pbem.ruleset import find_engine
from pbem_games.angola import OPTIONS, RULESET
from pbem_games.angola.numbers import DATA, FACTIONS
from pbem_games.angola.state import new_state, problems


def test_it_is_found_by_its_name():
    assert find_engine("angola/1") is RULESET
    assert RULESET.seats == FACTIONS == ("fapla", "fnla", "mpla", "unita")


def test_scenarios_are_those_of_the_data():
    assert {id: s.title for id, s in fresh().numbers.scenarios.items()} == dict(RULESET.scenarios)


def test_r15_a_sealed_deal_is_refused_by_name():
    with pytest.raises(Unsupported, match="deal=sealed cannot be played: the deal from one cup"):
        RULESET.settle_options({"deal": "sealed"})
    with pytest.raises(WrongUse, match="option deal: 'hidden' is not a choice"):
        RULESET.settle_options({"deal": "hidden"})


@pytest.mark.parametrize("option", [o.name for o in OPTIONS if o.default is False])
def test_a_switch_reaches_the_state(option):
    state = new_state("july_1975", RULESET.full_options({option: True}), DATA.files())
    assert getattr(state.options, option) is True
    assert problems(state) == []


def test_the_whole_game_is_one_procedure():
    assert inspect.iscoroutinefunction(RULESET.play)
    assert list(RULESET.bots)
    assert RULESET.bots["random"]("fapla")
    assert len(RULESET.bots) >= 1
