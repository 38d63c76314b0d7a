"""Plays games between bots and prints a table of who wins how often: python examples/balance.py GAME N [--json]"""

import argparse
import json
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from pbem.play.playout import play_out
from pbem.play.table import Table
from pbem.ruleset import find


def game(name: str, bot: str, fields: list[str], data: Path | None, scenario: str, number: int) -> Any:
    """Who wins a game, which its number seeds; its score and these fields of the last position."""
    ruleset, seed = find(name), f"{scenario}/{number}"
    options = ruleset.full_options({"scenario": scenario})
    state = ruleset.new_state(scenario, options, ruleset.data_files(data))
    bots = {s: (ruleset.bots[bot](s), random.Random(f"{seed}/{s}")) for s in ruleset.seats_of(options)}
    choosers = {s: lambda request, peek, s=s: bots[s][0].choose(state, request, peek, bots[s][1]) for s in bots}
    result = play_out(Table(ruleset.play(state), seats=tuple(bots)), choosers, seed=seed)
    last = {"score": result.score} | {field: getattr(state, field, None) for field in fields}
    return result.winners, {k: v if isinstance(v, int) else len(v) for k, v in last.items() if v is not None}


def row(seats: tuple[str, ...], games: list[Any]) -> dict[str, dict[str, float]]:
    """Wins in percent, of each seat and of those who win together; medians."""
    together = Counter(" + ".join(winners) or "nobody" for winners, _ in games)
    counts = {"wins of, %": {s: sum(s in winners for winners, _ in games) for s in seats}, "wins together, %": together}
    wins = {key: {who: round(100 * n / len(games), 1) for who, n in sorted(of.items())} for key, of in counts.items()}
    return {**wins, "median": {k: median(last[k] for _, last in games) for k in games[0][1]}}


def main(words: list[str] | None = None) -> None:
    """A row for each scenario; the same words give the same table, with any number of jobs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("n", type=lambda word: range(*map(int, word.split(":"))) or range(1), help="200, or 1000:1200")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--bot", help="one of the game's bots; its first, if not named")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="data files with other numbers, as for `pbem new`")
    parser.add_argument("--of", nargs="*", default=["turn"], help="numbers and lists of the position to count")
    given, table = parser.parse_args(words), dict[str, Any]()
    ruleset = find(given.game)
    run = ProcessPoolExecutor(given.jobs).map if given.jobs > 1 else map
    for id in ruleset.scenarios:
        play = partial(game, given.game, given.bot or next(iter(ruleset.bots)), given.of, given.data, id)
        table[id] = row(ruleset.seats_of({"scenario": id}), list(run(play, given.n)))
    lines = [[f"{len(given.n)} games each", *table[id]], ["---"] * 4]
    lines += [[i, *(", ".join(f"{k} {v}" for k, v in of.items()) for of in table[i].values())] for i in table]
    print(json.dumps(table) if given.json else "\n".join(f"| {' | '.join(line)} |" for line in lines))


if __name__ == "__main__":
    main()
