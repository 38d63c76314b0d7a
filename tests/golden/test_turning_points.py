"""The turning points of each recorded game: chosen anew by plain counting, numbers from the positions."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.replay.exports.story import report_text
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.show.frame import Fight, Frame
from tiers import recorded

ROOT = Path(__file__).resolve().parents[2]
QUICK = ("fallujah/april_lost", "enduring_freedom/strategic_defeat")
CASES = sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in (ROOT / "logs").glob("*/*/game.pbem"))
GAMES = recorded(CASES, QUICK)
WINS_FROM = {"fallujah": 51, "enduring_freedom": 61}
HOLDS_BELOW = {"fallujah": 26, "enduring_freedom": 41}
NUMBERS = re.compile(
    r"([^.:]+): ([0-9]+) [A-Za-z ]+ (nearer to|farther from) (victory|defeat) \(([0-9]+) before, ([0-9]+) after"
)


class Read(NamedTuple):
    """A game and the turning points as its report tells them: heading and the text under it."""

    reel: Reel
    frames: list[Frame]
    points: list[tuple[str, str]]


@cache
def read(case: str) -> Read:
    reel = open_reel(ROOT / "logs" / case / "game.pbem")
    frames = list(reel)
    text = report_text(reel, frames, {})
    told = text.partition("## Turning points\n")[2].partition("\n## ")[0].partition("\nMore than in one")[0]
    heads = re.split(r"\n### [0-9]\. ", told)[1:]
    return Read(reel, frames, [(head.partition("\n")[0].replace("\\", ""), head.partition("\n")[2]) for head in heads])


def distances(frame: Frame) -> dict[str, int]:
    return {score.name: score.value for score in frame.scene.scores if score.sides}


def counted(frames: list[Frame]) -> list[tuple[int, int, int, int, str, int]]:
    """Weight, nearest, losses, number, title and first position of each battle, by walking once over the positions."""
    found, cut = [], 0
    rounds = [frame.round for frame in frames]
    for i, frame in enumerate(frames):
        if frame.fights and i:
            start = max(cut, max((j for j in range(i) if rounds[j] < min(f.begun for f in frame.fights)), default=0))
            was, now = distances(frames[start]), distances(frame)
            moved = [(was[name], now[name]) for name in was if was[name] != now[name]]
            lost, title = max(
                ((sum((p.count or 0) for s in f.battle.sides for p in s.lost), f.battle.title) for f in frame.fights),
                key=lambda one: one[0],
            )
            if moved:
                weight = sum(max(pair) - min(pair) for pair in moved)
                found.append((weight, min(min(pair) for pair in moved), lost, i, title, start))
            cut = i
        if frame.ending is not None:
            break
    return found


def changed_in(game: Read) -> set[int]:
    """The steps before the end that changed a distance, and that no turning point tells."""
    starts = {one[3]: one[5] for one in counted(game.frames)}
    rounds = {int(re.search(r"\(round ([0-9]+) of", text)[1]) for _, text in game.points}
    ends = [frame.number for frame in game.frames if frame.round in rounds]
    told = {number for end in ends for number in range(starts.get(end, end - 1) + 1, end + 1)}
    steps = [frame for frame in game.frames if frame.ending is None]
    return {b.number for a, b in pairwise(steps) if distances(a) and distances(a) != distances(b)} - told


def losses(frames: list[Frame]) -> dict[int, int]:
    """How many counters the battle of each round cost, the dearest if there are several."""
    def lost(fight: Fight) -> int:
        return sum(piece.count or 0 for side in fight.battle.sides for piece in side.lost)

    return {frame.round: max(map(lost, frame.fights)) for frame in frames if frame.fights}


def numbers_are_those_of_the_positions(game: Read) -> None:
    numbers = {frame.round: frame.number for frame in reversed(game.frames)}
    starts = {one[3]: one[5] for one in counted(game.frames)}
    for head, text in game.points:
        after = numbers[int(re.search(r"\(round ([0-9]+) of", text)[1])]
        was, now = (distances(game.frames[n]) for n in (starts.get(after, after - 1), after))
        (line,) = [line for line in text.splitlines() if line.startswith("**What changed.**")]
        found = NUMBERS.findall(line.removeprefix("**What changed.**").replace("\\", ""))
        unplayed = next((one.name for one in game.frames[after].scene.scores if one.goal.startswith("the defeat")), "")
        told = {unplayed if goal == "defeat" else name.strip(): (int(before), int(later))
                for name, _, _, goal, before, later in found}
        assert all(name.strip() == "The Coalition" for name, _, _, goal, *_ in found if goal == "defeat")
        assert told == {name: (was[name], now[name]) for name in was if was[name] != now[name]}, head
        for _, by, way, _, before, later in found:
            assert int(by) == abs(int(later) - int(before))
            assert (way == "nearer to") == (int(later) < int(before))


@pytest.mark.parametrize("case", GAMES)
def test_the_points_are_the_battles_that_changed_most(case):
    game = read(case)
    left, best = counted(game.frames), []
    while left and len(best) < 3:
        most = left[0]
        for one in left[1:]:
            if (one[0], -one[1], one[2], -one[3]) > (most[0], -most[1], most[2], -most[3]):
                most = one
        best.append(most)
        left.remove(most)
    wanted = [(one[4], game.frames[one[3]].round) for one in sorted(best, key=lambda one: one[3])]
    told = [(head.partition(": ")[0], int(re.search(r"\(round ([0-9]+) of", text)[1])) for head, text in game.points]
    assert len(told) == 3
    assert [one for one in told if one in wanted] == wanted
    fought = {round for one, round in told if (one, round) not in wanted} & set(lost := losses(game.frames))
    if fought:  # too few steps changed anything: of the other battles those in which most was lost
        assert changed_in(game) == set()
        others = {round: count for round, count in lost.items() if round not in {round for _, round in wanted}}
        assert sorted(others[round] for round in fought) == sorted(others.values())[-len(fought) :]
    numbers_are_those_of_the_positions(game)


@pytest.mark.parametrize("case", [case for case in GAMES if "angola" not in str(case) and "anaconda" not in str(case)])
def test_distances_are_those_of_the_count_of_points(case):
    name = case.split("/")[0]
    seen = 0
    for frame in read(case).frames:
        count = [score.value for score in frame.scene.scores if not score.sides]
        if count and frame.ending is None:
            ours, theirs = distances(frame).values()
            assert ours == max(0, WINS_FROM[name] - count[0])
            assert theirs == max(0, count[0] - HOLDS_BELOW[name] + 1)
            seen += 1
    assert seen
