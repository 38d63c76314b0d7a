"""Sensible players of both alliances win about as often, and going for Luanda alone is no way round that."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from angola.boards_frame import fresh
from angola.test_playouts import chooser

from pbem.play.playout import play_out
from pbem.play.table import Table
from pbem_games.angola import RULESET
from pbem_games.angola.bots.judgement import Judgement
from pbem_games.angola.map import LUANDA
from pbem_games.angola.numbers import FACTIONS

GAMES = range(1000, 1016)
WESTERN, SOVIET = "fnla", "fapla"


def wins() -> Counter[str]:
    """How many games each alliance wins, named by one of it."""
    found: Counter[str] = Counter()
    for seed in GAMES:
        state = fresh()
        choosers = {f: chooser(RULESET.bots["sensible"](f), state, random.Random(f"{seed}/{f}")) for f in FACTIONS}
        found.update(play_out(Table(RULESET.play(state), seats=FACTIONS), choosers, seed=seed).winners)
    return found


@pytest.mark.slow
def test_neither_alliance_wins_much_more_often():
    won = wins()
    assert min(won[WESTERN], won[SOVIET]) >= 4  # of 16; with equal chances fewer in one case of a hundred
    assert won[WESTERN] + won[SOVIET] >= 13  # few draws


@pytest.mark.slow
def test_who_cares_for_luanda_alone_wins_no_more(monkeypatch):
    prize = Judgement.prize

    def luanda_alone(self: Judgement, region: str) -> int:
        return prize(self, region) if self.faction in (SOVIET, "mpla") or region == LUANDA else 0

    monkeypatch.setattr(Judgement, "prize", luanda_alone)
    assert wins()[WESTERN] <= 12
