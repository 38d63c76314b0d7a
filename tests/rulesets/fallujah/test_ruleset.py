"""What Fallujah provides to all that runs it."""

from __future__ import annotations

import inspect

import pytest
from fallujah.boards import fresh

from pbem.errors import WrongUse
from pbem.ruleset import find_engine
from pbem_games.fallujah import RULESET
from pbem_games.fallujah.numbers import COMMANDS, DATA
from pbem_games.fallujah.options import OPTIONS, GameOptions
from pbem_games.fallujah.state import new_state, problems

PLAYERS = ("player_1", "player_2", "player_3", "player_4")


def test_it_is_found_by_its_name():
    assert find_engine("fallujah/1") is RULESET
    assert (RULESET.seats, RULESET.title) == (("coalition",), "Fallujah, 2004")


def test_scenarios_are_those_of_the_data_and_the_campaign():
    titles = {id: s.name for id, s in fresh().numbers.scenarios.items()}
    assert {id: title for id, title in RULESET.scenarios.items() if id != "campaign"} == titles
    assert next(iter(RULESET.scenarios)) == "vigilant_resolve"


def test_35_the_ready_arrangements_are_choices_of_team():
    assert set(fresh().numbers.arrangements) < set(RULESET.option("team").choices)


@pytest.mark.parametrize("option", [o.name for o in OPTIONS if o.default is False])
def test_a_switch_reaches_the_state(option):
    state = new_state("vigilant_resolve", RULESET.full_options({option: True}), DATA.files())
    assert getattr(state.options, option) is True
    assert problems(state) == []


@pytest.mark.parametrize(
    ("given", "seats"),
    [({}, 0), ({"team": "two_by_sector"}, 2), ({"team": "four_by_service"}, 4),
     ({"team": "by_commands", "commands": "112233"}, 3), ({"team": "by_sectors", "routes": "121212"}, 2)],
)  # fmt: skip
def test_R126_seats_follow_from_the_options(given, seats):
    assert RULESET.seats_of(given) == (PLAYERS[:seats] or ("coalition",))
    assert new_state("campaign", RULESET.full_options(given), DATA.files()).seats == list(RULESET.seats_of(given))


def test_R126_shares_that_are_none_are_refused_by_name():
    assert len(COMMANDS) == len(GameOptions().commands) == 6
    with pytest.raises(WrongUse, match="option commands: '11111' is not a choice"):
        RULESET.seats_of({"commands": "11111"})
    with pytest.raises(WrongUse, match="all is player 1's now, and a team is of two to four"):
        RULESET.seats_of({"team": "by_commands"})


def test_the_ways_to_other_seats_are_told_without_listing_all_shares():
    others = RULESET.other_seats()
    assert others[PLAYERS[:2]] == {"team": "two_by_service"}
    assert others[PLAYERS[:3]] == {"team": "three_by_service"}
    assert RULESET.option("commands").listed() == ["111111", "111112", "...", "444444"]


def test_the_whole_game_is_one_procedure_with_bots_to_play_it():
    assert inspect.iscoroutinefunction(RULESET.play)
    assert next(iter(RULESET.bots))
    assert all(RULESET.bots[name]("coalition") for name in RULESET.bots)
