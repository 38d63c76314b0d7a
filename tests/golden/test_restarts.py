"""Every recorded game goes on alike from each of its checkpoints: the same requests, answers, digests and story."""

from __future__ import annotations

import pytest

from golden.test_logs import CASES, name
from pbem.desk.reading import read
from restless import compare
from tiers import tiers

FEW = {"anaconda/neither", "angola/resignation", "enduring_freedom/challenge_entry", "fallujah/campaign_of_two_battles"}


@pytest.mark.parametrize("case", tiers(CASES, [case for case in CASES if name(case) in FEW]), ids=name)
def test_3_5_a_recorded_game_restarts_right_from_each_checkpoint(case):
    match = read(case / "game.pbem", checked=True)
    known = compare(match, match.binding.disclosed)
    assert known > 5
    assert compare(match, {}) == known
