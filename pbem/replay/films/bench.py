"""What a film of one turn takes: each picture by itself, what stays painted once, and with a second process.

Belongs here: what is measured. Must not be here: printing. docs/performance.md says what each figure means.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from pbem.desk.reading import read
from pbem.disk.meter import seconds_of_others
from pbem.disk.second import Second, cores
from pbem.errors import WrongUse
from pbem.replay.films.reel import Reel
from pbem.replay.films.turns import frames_of_turn
from pbem.show.gif import film

PASSES = 3
LEAST = 2  # pictures without which nothing stays


class PictureFigures(msgspec.Struct, frozen=True):
    """Ratios are medians of runs that take turns; by the processor's time, of all processes, and by the clock.

    `kept`: what stays is painted once, beside each picture by itself; `two`: with a second process, beside `kept`. None
    if no second process is made.
    """

    turn: int
    pictures: int
    bytes: int
    same: bool
    plain_s: float
    kept_s: float
    ratio_kept: float
    ratio_kept_wall: float
    ratio_two: float | None
    ratio_two_wall: float | None


def picture_bench(log: Path, turn: int, *, overlay: Path | None = None, passes: int = PASSES) -> PictureFigures:
    """The film of a turn as the public sees it, each way so many times in turn."""
    frames = [f for f in frames_of_turn(Reel(read(log, overlay=overlay)), turn) if f.sentences]
    if len(frames) < LEAST:
        raise WrongUse(f"turn {turn} has not enough to show", f"{LEAST} pictures at least")
    ways: list[Callable[[], bytes]] = [lambda: film(frames, keeps=False), lambda: film(frames)]
    if cores() > 1:
        ways.append(lambda: film(frames, begin=Second.begin))
    runs = [[_timed(way) for way in ways] for _ in range(passes)]
    contents = {content for run in runs for content, _, _ in run}

    def ratio(way: int, by_clock: bool) -> float | None:
        took = [[clock if by_clock else cpu for _, cpu, clock in run] for run in runs]
        return statistics.median(one[way] / one[way - 1] for one in took) if way < len(ways) else None

    return PictureFigures(
        turn=turn, pictures=len(frames), bytes=len(runs[0][0][0]), same=len(contents) == 1,
        plain_s=min(run[0][1] for run in runs), kept_s=min(run[1][1] for run in runs),
        ratio_kept=ratio(1, False) or 0.0, ratio_kept_wall=ratio(1, True) or 0.0,
        ratio_two=ratio(2, False), ratio_two_wall=ratio(2, True),
    )


def _timed(way: Callable[[], bytes]) -> tuple[bytes, float, float]:
    """What it made; seconds of the processor, here and in copies, and of the clock."""
    start, clock = time.process_time() + seconds_of_others(), time.perf_counter()
    content = way()
    return content, time.process_time() + seconds_of_others() - start, time.perf_counter() - clock
