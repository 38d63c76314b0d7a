"""The demo counts turns by what the ruleset says, not by a field that its state happens to have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from little import FirstBot, Said, decides, little
from pbem.lab.demo import play
from pbem.play.requests import Checkpoint
from pbem.show.scene import Board, Scene


async def _seasons(state: Said) -> str:
    for season in ("spring", "summer", "autumn"):
        state.note(season)
        await Checkpoint(state, rule="1")
        await decides("red")
        await decides("green")
    return "winter"


@pytest.mark.parametrize(("name", "turns"), [
    (lambda said: said, 3),  # names alone
    (lambda said: {"spring": "setting up"}.get(said, f"1975 {said}"), 2),  # those with a number are the turns
    (lambda said: "", 1),
])
def test_the_demo_counts_turns_by_what_the_ruleset_says(tmp_path, monkeypatch, name, turns):
    def scene(state: Said, viewer: str, peek: Any) -> Scene:
        board = Board(title="Little", low=(0, 0), high=(1, 1), places=())
        return Scene(title="Little", turn=name(state.said[-1]), phase="", board=board)

    ruleset = replace(little(_seasons, chain_n=0), bots={"first": FirstBot}, scene=scene)
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ruleset)
    assert not hasattr(msgspec.json.decode(b"{}", type=Said), "turn")
    assert play(tmp_path, ruleset, options={}, policy="mover+others", seed=1).turns == turns
