"""The few sentences that decide a game: how many there are, which, and that they are never all of the story."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from little import Said, decides, little
from pbem.play.requests import Checkpoint, Tell
from pbem.replay.exports.report import Chapter, chapters
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.show.frame import valid
from pbem.show.scene import Board, Scene
from people import invite, settle

LOGS = Path(__file__).parents[4] / "logs"


@lru_cache
def turns(case: str) -> list[Chapter]:
    return chapters(open_reel(LOGS / case / "game.pbem"))


def headlines(chapter: Chapter) -> list[str]:
    return [one.text for one in chapter.headlines]


def all_headlines(case: str) -> Iterator[str]:
    return (text for chapter in turns(case) for text in headlines(chapter))


def test_a_month_of_war_in_angola_has_some_seven_headlines():
    counts = [len(headlines(chapter)) for chapter in turns("angola/turn_ten")]
    assert all(2 <= count <= 15 for count in counts)
    assert 4 <= sum(counts) / len(counts) <= 8


@pytest.mark.parametrize("case", ["november_won", "april_won", "campaign_of_two_battles"])
def test_an_operation_in_fallujah_has_one_or_two(case):
    counts = [len(headlines(chapter)) for chapter in turns(f"fallujah/{case}")]
    assert max(counts) <= 8
    assert 1 <= sum(counts) / len(counts) <= 3


@pytest.mark.parametrize("case", ["angola/turn_ten", "fallujah/november_won"])
def test_headlines_are_a_small_part_of_the_story(case):
    told = [one for chapter in turns(case) for _, one in chapter.told]
    assert sum(one.headline for one in told) <= len(told) / 8


@pytest.mark.parametrize(
    ("case", "text"),
    [
        ("angola/turn_ten", "UNITA captures Luso from MPLA, which hands over 2 Victory Tokens"),
        ("angola/turn_ten", "The combat in Sá da Bandeira is over: UNITA holds out against MPLA"),
        ("angola/turn_ten", "FAPLA captures Luso from UNITA, which hands over no Victory Token: it has none left of "
                            "its own"),
        ("angola/turn_ten", "Victory Tokens: FAPLA/MPLA 10 (took and holds Sá da Bandeira), FNLA/UNITA 10 (took and "
                            "holds Ambriz, Camabatela, Moçâmedes); level, nobody wins turn 10 and no marker moves for "
                            "it"),
        ("angola/turn_ten", "FAPLA/MPLA bid the most for covert aid, so FNLA/UNITA wins the propaganda war: its "
                            "marker goes down 1 space and stands on 19"),
        ("fallujah/november_won", "C2 is captured in Cloverleaf"),
        ("fallujah/november_won", "OPFOR loses Bomb maker; Militia, organized in East Desert"),
        ("fallujah/november_won", "The battle is over: the Coalition stands down with 4 operation points left"),
        ("fallujah/november_won", "Phantom Fury / Al Fajr (November 2004): Tactical Victory with 61 VP"),
    ],
)
def test_what_decides_is_among_them(case, text):
    assert text in all_headlines(case)


@pytest.mark.parametrize(
    ("case", "part"),
    [
        ("angola/turn_ten", "captures Porto Amboim from"),  # a town
        ("angola/turn_ten", "marches"),
        ("angola/turn_ten", "The combat in Ambrizete is over"),
        ("fallujah/november_won", "Picked"),
        ("fallujah/november_won", "OPFOR Morale stays"),
        ("fallujah/november_won", "is reduced"),
        ("fallujah/november_won", "OPFOR stands"),
    ],
)
def test_what_does_not_is_told_but_no_headline(case, part):
    assert any(part in one.text for chapter in turns(case) for _, one in chapter.told)
    assert not any(part in text for text in all_headlines(case))


async def thrice(state: Said) -> None:
    """Red decides three times; only the second is worth a headline."""
    for i in range(3):
        await Checkpoint(state)
        state.note(await decides("red"))
        await Tell(rule="1", text=f"red has decided {i}", headline=i == 1)


def plain(state: Said, viewer: str, peek: Any) -> Scene:
    board = Board(title="Nothing", low=(0, 0), high=(1, 1), places=())
    return Scene(title="Said", turn="1", phase="", board=board)


@pytest.mark.parametrize(("answers", "is_told"), [(1, False), (2, True)])
def test_that_a_headline_was_taken_back_is_one(answers, is_told):
    red = invite(ruleset=replace(little(thrice), scene=plain))
    settle(red)
    match = red[0].match
    for _ in range(answers):
        match.answer(0, "go")
    match.undo(0, 1)
    frames = list(Reel(match))
    assert [frame.back_to for frame in frames] == [*[None] * (len(frames) - 1), 1]
    assert [frame.round for frame in valid(frames)] == [1, frames[-1].round]
    last = frames[-1].sentences[-1]
    assert (last.text, last.headline) == ("red takes back what followed round 1", is_told)
