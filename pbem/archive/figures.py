"""Figures over all matches of an archive, from the table alone; each match counts once, by its longest sound log.

Belongs here: wins, lengths, times, luck. Must not be here: how they are shown. A small chance proves nothing: among
many games some must look odd, and how odd the oddest of so many must be is told beside it.
"""

from __future__ import annotations

import json
from math import erfc, expm1, log1p, sqrt
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from pbem.archive.asking import OF_GAME, one_log_a_match
from pbem.archive.store import reading
from pbem.audit.counting.luck import two_sided
from pbem.limits import MOST_EXACT_DICE


class Wins(msgspec.Struct, frozen=True):
    """Matches of one game with the same scenario and options, of these only what not all matches of the game share.

    `won` counts by seat, `nobody` those that no seat won; `rounds` and `turns` are least, median and most of those
    that ended.
    """

    engine: str
    scenario: str
    options: dict[str, Any]
    matches: int
    ended: int
    won: dict[str, int]
    nobody: int
    rounds: tuple[float, float, float] | None
    turns: tuple[float, float, float] | None


class Pace(msgspec.Struct, frozen=True):
    """How long the seats of one name took to decide, by the times that their events claim."""

    engine: str
    seat: str
    decisions: int
    seconds: int
    a_decision: float
    longest: int


class Luck(msgspec.Struct, frozen=True):
    """All dice of one kind in all games: `p` is the chance of a sum at least as far from the mean.

    It is exact up to some thousand dice (`way`), else that of a normal distribution. `least_p` is the least of any one
    game, which has `least_path`; `chance_of_least` is the chance that the least of so many fair games is so small.
    """

    sides: int
    games: int
    dice: int
    mean: float
    expected_mean: float
    p: float
    way: str
    least_p: float
    least_path: str
    chance_of_least: float


class ArchiveFigures(msgspec.Struct, frozen=True):
    """What `pbem archive stats` tells."""

    logs: int
    matches: int
    wins: list[Wins]
    paces: list[Pace]
    luck: list[Luck]


def figures_of(table: Path, game: str = "") -> ArchiveFigures:
    """All figures, of one game alone if it is named."""
    with reading(table) as base:
        one_log_a_match(base)
        if game:
            base.execute(f"DELETE FROM game WHERE NOT {OF_GAME}", (game, game))
        of = (f" WHERE {OF_GAME}", (game, game)) if game else ("", ())
        logs = base.execute(f"SELECT count(*) FROM log{of[0]}", of[1]).fetchone()[0]
        games = base.execute(
            "SELECT sha256, engine, options, complete, rounds, turns FROM game ORDER BY engine, sha256").fetchall()
        seats: dict[str, list[tuple[str, int | None]]] = {}
        paces: dict[tuple[str, str], list[int]] = {}
        for sha, engine, name, role, won, decisions, seconds, longest in base.execute(
                "SELECT sha256, engine, seat, role, won, decisions, s.seconds, longest "
                "FROM game JOIN seat s USING (sha256)"):
            if role == "judge":
                continue
            seats.setdefault(sha, []).append((name, won))
            pace = paces.setdefault((engine, name), [0, 0, 0])
            paces[engine, name] = [pace[0] + (decisions or 0), pace[1] + (seconds or 0), max(pace[2], longest or 0)]
        dice = base.execute(
            "SELECT sides, dice, sum, path || iif(part = '', '', '#' || part) FROM game JOIN dice USING (sha256) "
            "WHERE seat = '' ORDER BY 1, 4").fetchall()
    return ArchiveFigures(logs, len(games), _wins(games, seats), [
        Pace(*key, count, seconds, round(seconds / count, 1), longest)
        for key, (count, seconds, longest) in sorted(paces.items()) if count
    ], _luck(dice))


def _wins(games: list[Any], seats: dict[str, list[tuple[str, int | None]]]) -> list[Wins]:
    groups: dict[tuple[str, str, str], list[Any]] = {}
    shared: dict[str, dict[str, Any]] = {}
    for game in games:
        options = json.loads(game[2] or "{}")
        common = shared.setdefault(game[1], dict(options))
        shared[game[1]] = {name: value for name, value in common.items() if name in options and options[name] == value}
        scenario = str(options.pop("scenario", ""))
        groups.setdefault((game[1], scenario, json.dumps(options, sort_keys=True)), []).append(game)
    found = []
    for (engine, scenario, text), members in sorted(groups.items()):
        ended = [game for game in members if game[3]]
        won: dict[str, int] = {name: 0 for game in members for name, _ in seats.get(game[0], ())}
        nobody = 0
        for game in ended:
            winners = [name for name, is_won in seats.get(game[0], ()) if is_won]
            nobody += not winners
            for name in winners:
                won[name] += 1
        own = {name: value for name, value in json.loads(text).items() if name not in shared[engine]}
        found.append(Wins(engine, scenario, own, len(members), len(ended), dict(sorted(won.items())), nobody,
                          _spread([g[4] for g in ended]), _spread([g[5] for g in ended])))
    return found


def _spread(values: list[int | None]) -> tuple[float, float, float] | None:
    known = [value for value in values if value is not None]
    return (min(known), median(known), max(known)) if known else None


def _luck(dice: list[tuple[int, int, int, str]]) -> list[Luck]:
    found = []
    for sides in sorted({row[0] for row in dice}):
        games = [(count, total, path) for of, count, total, path in dice if of == sides]
        count, total = sum(g[0] for g in games), sum(g[1] for g in games)
        least, path = min((two_sided(g_total, g_count, sides), path) for g_count, g_total, path in games)
        is_exact = count <= MOST_EXACT_DICE
        p = float(two_sided(total, count, sides)) if is_exact else _normal(total, count, sides)
        found.append(Luck(
            sides, len(games), count, round(total / count, 4), (sides + 1) / 2, _short(p),
            "exact" if is_exact else "normal", _short(float(least)), path,
            _short(_some_below(float(least), len(games)))))
    return found


def _short(value: float) -> float:
    """With three digits that count: small chances stay apart."""
    return float(f"{value:.3g}")


def _some_below(limit: float, looks: int) -> float:
    """The chance that of so many fair looks at least one gives `limit` or less, however small it is."""
    return -expm1(looks * log1p(-limit)) if limit < 1 else 1.0


def _normal(total: int, count: int, sides: int) -> float:
    """The chance of a sum at least as far from the mean, by the normal distribution that so many dice come close to."""
    distance = max(0.0, abs(total - count * (sides + 1) / 2) - 0.5)
    return erfc(distance / sqrt(count * (sides * sides - 1) / 12) / sqrt(2))
