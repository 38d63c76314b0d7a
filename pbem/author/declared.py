"""What a ruleset says of itself, before any game is played.

Belongs here: names, seats, scenarios, options, bots, data. Must not be here: playing.
Source: design 4, protocol 3.6.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.author.faults import Faults
from pbem.build import plays_alike
from pbem.crypto.hashing import th
from pbem.errors import PbemError
from pbem.kit.data import canonical
from pbem.limits import MAX_CHAIN, MAX_SEATS
from pbem.ruleset import SEAT, Result, Ruleset, Value
from pbem.show.clean import clean

_OPTION = re.compile(r"[a-z0-9_]{1,64}")
MOST_CHOICES = 4  # of one option that are played
RESERVED = ("judge", "public", "auditor", "all", "me")


def check_declared(ruleset: Ruleset, faults: Faults) -> None:
    """Everything that can be seen without playing."""
    if not SEAT.fullmatch(ruleset.name):
        faults.note("name", f"{ruleset.name!r} is not lower case letters, digits and _")
    if not isinstance(ruleset.version, int) or ruleset.version < 1:
        faults.note("version", f"{ruleset.version!r} is not a number from 1 up")
    for what, text in (("title", ruleset.title), ("about", ruleset.about)):
        if clean(text) != text or (what == "title" and not text.strip()):
            faults.note(what, "is empty" if not text.strip() else "has signs that cannot be printed")
    _check_seats(ruleset.seats, faults)
    if not ruleset.scenarios:
        faults.note("scenarios", "there is none")
    for id in ruleset.scenarios:
        if not _OPTION.fullmatch(id):
            faults.note("scenarios", f"{id!r} is not lower case letters, digits and _")
    if not 1 <= ruleset.chain_n <= MAX_CHAIN and ruleset.chain_n != 0:
        faults.note("chain_n", f"{ruleset.chain_n} is not from 0 to {MAX_CHAIN:,}")
    _check_options(ruleset, faults)
    _check_bots(ruleset, faults)
    files = faults.run("data_files", lambda: ruleset.data_files(None))
    if files is not None:
        faults.run("data_files", lambda: th("engine", canonical(files)))
    faults.run("builds.toml", lambda: plays_alike(ruleset, ""))
    for seats in faults.run("seats_for", ruleset.other_seats) or ():
        _check_seats(seats, faults)


def _check_seats(seats: tuple[str, ...], faults: Faults) -> None:
    if not 1 <= len(seats) <= MAX_SEATS:
        faults.note("seats", f"{len(seats)} seats; a match has 1 to {MAX_SEATS}")
    for seat in seats:
        if not SEAT.fullmatch(seat):
            faults.note("seats", f"{seat!r} is not lower case letters, digits and _")
        if seat in RESERVED:
            faults.note("seats", f"{seat!r} means something else")
    if len(set(seats)) != len(seats):
        faults.note("seats", "two of them have one name")


def _check_options(ruleset: Ruleset, faults: Faults) -> None:
    names = [option.name for option in ruleset.options]
    if len(set(names)) != len(names) or "scenario" in names:
        faults.note("options", "two of them have one name (`scenario` is taken)")
    for option in ruleset.options:
        if not _OPTION.fullmatch(option.name):
            faults.note("options", f"{option.name!r} is not lower case letters, digits and _")
        faults.run("options", lambda option=option: option.check(option.default), where=option.name)  # type: ignore[misc]
        if not option.rule or not option.text:
            faults.note("options", "says not which rule grants it, or what it does", where=option.name)
    faults.run("demo_options", lambda: ruleset.full_options(ruleset.demo_options))


def _check_bots(ruleset: Ruleset, faults: Faults) -> None:
    if not [*ruleset.bots]:  # one that is named for later is looked into here
        faults.note("bots", "there is none: at least one that ends a game is needed")
    for name in ruleset.bots:
        for seat in ruleset.seats[:1]:
            bot = faults.run("bots", lambda name=name, seat=seat: ruleset.bots[name](seat), where=name)  # type: ignore[misc]
            if bot is not None and not callable(getattr(bot, "choose", None)):
                faults.note("bots", "has no `choose`", where=name)


def check_result(result: Any, seats: tuple[str, ...], what: str, faults: Faults, where: str) -> None:
    """How a match ended: winners are seats, words and rule are there."""
    if not isinstance(result, Result):
        faults.note(what, f"gave {result!r:.60} and not a Result", where=where)
        return
    strangers = [w for w in result.winners if w not in seats]
    if strangers:
        faults.note(what, f"the winner {strangers[0]!r} is no seat", where=where)
    if not result.text.strip() or not result.by.strip():
        faults.note(what, "the result has no words, or no rule", where=where)


def choices(ruleset: Ruleset) -> list[dict[str, Value]]:
    """Options to play with: each scenario under defaults, then each other choice of each option alone."""
    found: list[dict[str, Value]] = [{"scenario": id} for id in ruleset.scenarios]
    for option in ruleset.options:
        for choice in dict.fromkeys([*option.choices[:MOST_CHOICES], *option.choices[-1:]]):
            if choice != option.default and choice not in option.refused:
                given: dict[str, Value] = {option.name: choice}
                try:
                    ruleset.seats_of(ruleset.settle_options(given))
                except PbemError:
                    continue
                found.append(given)
    return found
