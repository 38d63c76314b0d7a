"""The same game again: in this process, from every checkpoint, and in a new process under another hash seed.

Belongs here: comparing courses of one game. Must not be here: what is tried at a request (`trial`).
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.author.faults import Faults, described
from pbem.author.named import named
from pbem.author.trial import Point, Trial, copied, request_key
from pbem.play.table import Table

HASH_SEEDS = ("0", "1", "4711")
MOST_POINTS = 12  # checkpoints from which a game is played again
_CHILD = "import sys; from pbem.author.again import print_course; print_course(*sys.argv[1:])"


def course(trial: Trial) -> str:
    """A digest of a game's requests and answers and of the position at its end."""
    digest = hashlib.sha256()
    for step in trial.steps:
        digest.update(f"{step.request}\n{step.answer!r}\n".encode())
    digest.update(msgspec.json.encode(trial.state, order="sorted"))
    return digest.hexdigest()[:16]


def check_again(trial: Trial, faults: Faults) -> None:
    """Whether the same bots and dice give the same game in one process, and from every checkpoint of it."""
    again = Trial(trial.ruleset, trial.options, trial.bot, trial.seed, Faults())
    again.run(looks=False)
    if len(again.steps) != len(trial.steps) or course(again) != course(trial):
        both = enumerate(zip(trial.steps, again.steps, strict=False))
        at = next((i for i, (a, b) in both if a != b), len(again.steps))
        faults.note("again", f"the same bots and dice give another game from answer {at + 1} on", where=trial.name)
        return
    every = max(1, len(trial.points) // MOST_POINTS)
    for point in trial.points[::every]:
        _check_from(trial, point, faults)


def _check_from(trial: Trial, point: Point, faults: Faults) -> None:
    """3.7 The rest of a game from a checkpoint on, by the position alone."""
    state = copied(point.state)
    where = f"checkpoint before answer {point.steps + 1}, {trial.name}"
    try:
        table = Table(trial.ruleset.play(state), seats=trial.seats, first_round=point.round, secrets=point.secrets)
        for step in trial.steps[point.steps:]:
            request = table.pending
            asked = request_key(request) if request is not None else "nothing"
            if asked != step.request:
                faults.note("restart", f"asks {asked!r} where the game asked {step.request!r}", where=where)
                return
            table.answer(step.answer)
    except Exception as error:  # whatever the author's code raises is what is looked for
        faults.note("restart", described(error), where=where)
        return
    if table.pending is not None:
        faults.note("restart", f"goes on with {request_key(table.pending)!r} where the game had ended", where=where)
    elif msgspec.json.encode(state, order="sorted") != msgspec.json.encode(trial.state, order="sorted"):
        faults.note("restart", "ends in another position than the game did", where=where)


def check_children(name: str, trials: Sequence[Trial], faults: Faults) -> None:
    """Whether new processes under other hash seeds play the same games. `name` as `pbem ruleset check` takes it."""
    expected = [course(trial) for trial in trials]
    games = [f"{trial.bot}/{trial.seed}" for trial in trials]
    path = os.pathsep.join(p for p in sys.path if p)
    for hash_seed in HASH_SEEDS:
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        done = subprocess.run([sys.executable, "-c", _CHILD, name, *games], capture_output=True, text=True,
                              env=environment, check=False)
        if done.returncode:
            faults.note("process", f"a new process fails: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
            return
        for trial, here, there in zip(trials, expected, done.stdout.split(), strict=True):
            if here != there:
                faults.note("process", f"another game under hash seed {hash_seed}: sets, hash() or the environment "
                            "decide something", where=trial.name)
                return


def print_course(name: str, *games: str) -> None:
    """In a child process: the digest of each game `BOT/SEED` under default options."""
    ruleset = named(name)
    for game in games:
        bot, _, seed = game.rpartition("/")
        trial = Trial(ruleset, {}, bot, int(seed), Faults())
        trial.run(looks=False)
        print(course(trial))


class Forgotten:
    """Notes coroutines that nobody awaited: a procedure that was called without `await`."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._caught = warnings.catch_warnings(record=True)

    def __enter__(self) -> None:
        self._list: Any = self._caught.__enter__()
        warnings.simplefilter("always", RuntimeWarning)

    def __exit__(self, *why: object) -> None:
        for warning in self._list or ():
            if "was never awaited" in str(warning.message):
                self._faults.note("await", f"{warning.message}: a procedure is called without `await`")
        self._caught.__exit__(None, None, None)
