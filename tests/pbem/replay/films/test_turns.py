"""The frames of one turn are those of the whole game, made without the scenes of the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.errors import WrongUse
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.replay.films.turns import frames_of_turn
from pbem.ruleset import Ruleset

LOGS = Path(__file__).parents[4] / "logs"
THOROUGH = ("angola/western_decisive", "enduring_freedom/operational_victory", "anaconda/neither",
            "fallujah/campaign_of_two_battles")


def reel_of(case: str) -> Reel:
    return open_reel(LOGS / case / "game.pbem")


def check(reel: Reel) -> None:
    whole: dict[int, list[object]] = {}
    for frame in reel:
        if digits := re.search("[0-9]+", frame.turn):
            whole.setdefault(int(digits[0]), []).append(frame)
    assert whole
    for number, frames in whole.items():
        assert frames_of_turn(reel, number) == frames


@pytest.mark.thorough
@pytest.mark.parametrize("case", THOROUGH)
def test_every_turn_of_a_recorded_game(case):
    check(reel_of(case))


def test_every_turn_of_a_battle():
    check(reel_of("fallujah/april_won"))


def test_scenes_are_made_of_the_turn_and_of_the_step_before_alone(monkeypatch):
    reel, seen, made = reel_of("fallujah/april_won"), Ruleset.seen, []
    monkeypatch.setattr(Ruleset, "seen", lambda *args: (made.append(1), seen(*args))[1])
    frames = frames_of_turn(reel, 2)
    assert len(frames) > 1
    assert len(made) == len(frames) + 1


def test_a_game_that_does_not_tell_its_turn_apart(raid):
    reel = Reel(raid)
    assert raid.ruleset.turn is None
    check(reel)


def test_a_turn_that_there_is_not():
    with pytest.raises(WrongUse, match="there is no turn 99") as refused:
        frames_of_turn(reel_of("fallujah/april_won"), 99)
    assert refused.value.hint.startswith("the turns: 1, 2")
