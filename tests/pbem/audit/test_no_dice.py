"""Games without dice: no chain is needed, and no report speaks of dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from little import FirstBot, Said, bids, decides, little
from pbem.audit.verify import verify
from pbem.lab.demo import play
from pbem.play.requests import Open
from pbem.record.log import LOG_NAME


async def _quiet(state: Said) -> str:
    sealed = await bids("red", "green")
    await Open(rule="9.2", sealed=sealed)
    await decides("red")
    return "over"


@pytest.fixture
def log(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    ruleset = replace(little(_quiet, chain_n=0), bots={"first": FirstBot})
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ruleset)
    report = play(tmp_path, ruleset, options={}, policy="mover+others", seed=1)
    return ruleset, report.folders[0] / LOG_NAME


def test_a_game_without_dice_is_played_verified_and_told_without_them(log):
    ruleset, path = log
    report = verify(path, "full", find_ruleset=lambda engine: ruleset)
    assert (report.faults, report.witness, report.rolls) == ((), "no dice", 0)
    assert "sound (full); a game without dice" in report.talk()[0]
