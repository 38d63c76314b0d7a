"""Many logs in little time: games played by bots, each kept as it stood at many moments.

Belongs here: which games, and where they are cut. Must not be here: what is measured with them (`archiving`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from pbem.disk.second import cores
from pbem.lab.demo import play
from pbem.record.log import LOG_NAME
from pbem.ruleset import find

SHARE = (  # of twenty games; those that one person plays alone are played more often
    "fallujah", "enduring_freedom", "anaconda", "fallujah", "angola", "enduring_freedom", "fallujah",
    "enduring_freedom", "fallujah", "anaconda", "fallujah", "enduring_freedom", "fallujah", "enduring_freedom",
    "angola", "fallujah", "anaconda", "enduring_freedom", "fallujah", "enduring_freedom",
)  # fmt: skip
MOMENTS = 50  # logs of one game at most, but for archives of few


def write_logs(folder: Path, count: int) -> list[Path]:
    """So many logs, no two alike, each in a folder of its own: half a game at least, the last of each game whole."""
    games = min(count, max(len(SHARE), -(-count // MOMENTS)))
    shares = [count // games + (number < count % games) for number in range(games)]
    found: list[Path] = []
    with ProcessPoolExecutor(cores(), get_context("spawn")) as others:
        for number, log in enumerate(others.map(played, (SHARE[n % len(SHARE)] for n in range(games)), range(games))):
            for moment, part in enumerate(as_it_stood(log, shares[number])):
                path = folder / f"{number:04}" / f"{moment:03}" / LOG_NAME
                path.parent.mkdir(parents=True)
                path.write_bytes(part)
                found.append(path)
    return found


def played(game: str, seed: int) -> bytes:
    """The log of a game between bots, all seats held by one person: no packets are carried."""
    ruleset = find(game)
    holders = dict.fromkeys(ruleset.seats_of({}), "one")
    with tempfile.TemporaryDirectory() as root:
        report = play(Path(root), ruleset, holders=holders, seed=seed)
        return (report.folders[0] / LOG_NAME).read_bytes()


def as_it_stood(log: bytes, moments: int) -> Iterator[bytes]:
    """The log after half of its lines and more, in equal steps; the last one is the whole."""
    lines = log.splitlines(keepends=True)
    for moment in range(1, moments + 1):
        yield b"".join(lines[: -(-len(lines) * (moments + moment) // (2 * moments))])
