"""`pbem ruleset check`: games are played and everything a ruleset provides is tried at every request.

Belongs here: which games, in which order. Must not be here: the tries (`trial`, `again`, `declared`), printing.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec

from pbem.author.again import Forgotten, check_again, check_children
from pbem.author.declared import check_declared, choices
from pbem.author.faults import Faults
from pbem.author.named import named
from pbem.author.trial import Trial
from pbem.ruleset import Ruleset

GAMES = 4


class Checked(msgspec.Struct, frozen=True):
    """What a check did and found: one line a fault, one line a piece of advice."""

    engine: str
    games: int
    answers: int
    faults: tuple[str, ...]
    advice: tuple[str, ...] = ()


def check(
    name: str, games: int = GAMES, *, processes: bool = True, progress: Callable[[str], None] = lambda text: None
) -> Checked:
    """Plays `games` games with each bot under default options and one with every other choice of an option.

    `processes`: some of them are played again in new processes, under other hash seeds.
    """
    ruleset = named(name)
    faults = Faults(_folder(ruleset))
    with Forgotten(faults):
        check_declared(ruleset, faults)
        looked: Counter[str] = Counter()
        trials = [Trial(ruleset, {}, bot, seed, faults, looked, tell=progress)
                  for seed in range(1, games + 1) for bot in ruleset.bots]
        last = [*ruleset.bots][-1:]
        others = [Trial(ruleset, given, bot, 1, faults, looked, tell=progress)
                  for given in choices(ruleset)[1:] for bot in last]
        ended = []
        for trial in [*trials, *others] if not _is_hopeless(faults) else []:
            progress(trial.name)
            trial.run()
            ended += [trial] if trial.has_ended else []
        if ended and not any(trial.checkpoints for trial in ended):
            faults.note("checkpoint", "no game comes to a Checkpoint: nothing shows two builds that differ, and "
                        "whoever reads or undoes plays from the start; await one at least once a turn")
        for trial in [t for t in ended if t in trials][:2]:
            check_again(trial, faults)
        for trial in ended[:1]:
            for seat in sorted(trial.dispensable):
                progress(f"{trial.name}, {seat} leaves")
                half = len(trial.steps) // 2
                Trial(ruleset, trial.options, trial.bot, trial.seed, faults, looked, leaves=(seat, half)).run()
        gc.collect()  # what was never awaited is told when it is collected
    if processes and (defaults := [t for t in ended if t in trials][:2]):
        check_children(name, defaults, faults)
    played = sum(len(t.steps) for t in (*trials, *others))
    return Checked(ruleset.engine, len(trials) + len(others), played, tuple(faults.lines()),
                   tuple(faults.advice))


def _is_hopeless(faults: Faults) -> bool:
    """Without data, seats or bots no game can be begun."""
    return any(f.what in ("data_files", "seats", "bots") for f in faults.found.values())


def _folder(ruleset: Ruleset) -> Path | None:
    module = sys.modules.get(getattr(ruleset.play, "__module__", ""))
    file = getattr(module, "__file__", None)
    return Path(file).parent if file else None
