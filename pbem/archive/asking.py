"""Questions to the table of an archive: nothing but the table is read.

Belongs here: which logs answer a description. Must not be here: figures over many (`figures`), how answers are shown.
"""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.archive.store import reading
from pbem.archive.tables import WORST, Values
from pbem.errors import WrongUse
from pbem.ruleset import spell

FOUND = ("path", "part", "gid", "engine", "verdict", "complete", "result", "rounds", "turns")
OF_GAME = "(engine = ? OR instr(engine, ? || '/') = 1)"
_HOLDS = re.compile(r"([a-z0-9_-]+):([a-z0-9/._-]+)(?:@([0-9]{1,6}))?")
_LENGTH = re.compile(r"([0-9]{0,9}):([0-9]{0,9})|([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class LogWish:
    """What logs are looked for; what is empty does not count."""

    game: str = ""
    seat: str = ""
    option: tuple[str, ...] = ()
    result: str = ""
    length: str = ""
    person: tuple[str, ...] = ()  # identities: one of them plays
    rule: str = ""
    holds: tuple[str, ...] = ()
    verdict: str = ""


def known_files(table: Path) -> dict[str, str]:
    """The verdict on each file in the table; of several logs in one, that on the worst. Empty if there is no table."""
    if not table.exists():
        return {}
    with reading(table) as base:
        order = " ".join(f"WHEN {status} THEN {place}" for place, status in enumerate(WORST))
        rows = base.execute(f"SELECT path, verdict, min(CASE status {order} END) FROM log GROUP BY path").fetchall()
    return {path: verdict for path, verdict, _ in rows}


def find_logs(table: Path, wish: LogWish) -> list[Values]:
    """The logs that answer it, in the order of their paths."""
    where, values = _conditions(wish)
    with reading(table) as base:
        base.create_function("option_is", 3, _option_is, deterministic=True)
        listed = ", ".join(f"log.{name}" for name in FOUND)
        rows = base.execute(
            f"SELECT {listed} FROM log WHERE {' AND '.join(where) or '1'} ORDER BY path, part", values).fetchall()
    return [dict(zip(FOUND, row, strict=True)) for row in rows]


def _conditions(wish: LogWish) -> tuple[list[str], list[Any]]:
    where: list[str] = []
    values: list[Any] = []

    def add(condition: str, *given: Any) -> None:
        where.append(condition)
        values.extend(given)

    if wish.game:
        add(OF_GAME, wish.game, wish.game)
    if wish.verdict:
        add("verdict = ?", wish.verdict)
    if wish.result:
        add("instr(lower(result || ' ' || by), lower(?))", wish.result)
    if wish.length:
        least, most = _length(wish.length)
        add("rounds BETWEEN ? AND ?", least, most)
    for one in wish.option:
        name, sign, value = one.partition("=")
        if not sign:
            raise WrongUse(f"{one!r} is no option with its value", "give it as --option scenario=july_1975")
        add("option_is(options, ?, ?)", name, value)
    if wish.seat or wish.person:
        asked = (["seat.seat = ?"] if wish.seat else []) + (
            [f"seat.person IN ({', '.join('?' * len(wish.person))})"] if wish.person else [])
        add(f"EXISTS (SELECT 1 FROM seat WHERE seat.sha256 = log.sha256 AND {' AND '.join(asked)})",
            *([wish.seat] if wish.seat else []), *wish.person)
    if wish.rule:
        add("EXISTS (SELECT 1 FROM rule WHERE rule.sha256 = log.sha256 "
            "AND (rule.rule = ? OR instr(rule.rule, ? || '.') = 1))", *[wish.rule.lower()] * 2)
    for one in wish.holds:
        found = _HOLDS.fullmatch(one)
        if found is None:
            raise WrongUse(f"{one!r} names no side with a place", "give it as --holds fapla:luanda@3")
        side, place, turn = found.groups()
        held = "SELECT 1 FROM place WHERE place.sha256 = log.sha256 AND place.side = ? AND place.place = ?"
        if turn:
            add(f"EXISTS ({held} AND place.turn = ?)", side, place, int(turn))
        else:
            add(f"EXISTS ({held})", side, place)
    return where, values


def _length(text: str) -> tuple[int, int]:
    found = _LENGTH.fullmatch(text)
    if found is None or text == ":":
        raise WrongUse(f"{text!r} is no number of rounds", "give it as --length 100:500, 100: or :500")
    if found[3]:
        return int(found[3]), int(found[3])
    least, most = int(found[1] or 0), int(found[2] or 10**9)
    if least > most:
        raise WrongUse(f"{text!r} asks for no length at all", f"give it as --length {most}:{least}")
    return least, most


def _option_is(options: str | None, name: str, value: str) -> bool:
    settled = json.loads(options or "{}")
    return name in settled and spell(settled[name]) == value.lower()


def people_of(table: Path, text: str) -> tuple[str, ...]:
    """The identities in the table that begin so."""
    with reading(table) as base:
        rows = base.execute(
            "SELECT DISTINCT person FROM seat WHERE substr(person, 1, ?) = ? ORDER BY 1", (len(text), text)).fetchall()
    return tuple(person for (person,) in rows)


def one_log_a_match(base: sqlite3.Connection) -> None:
    """Makes a table `game`: of each match the longest log in which nothing is wrong."""
    base.execute(
        "CREATE TEMP TABLE game AS SELECT * FROM (SELECT *, row_number() OVER "
        "(PARTITION BY gid ORDER BY rounds DESC, events DESC, sha256, path, part) AS place_of FROM log "
        "WHERE status IN (0, 9) AND gid != '') WHERE place_of = 1")
    base.execute("CREATE INDEX temp.game_sha ON game (sha256)")
