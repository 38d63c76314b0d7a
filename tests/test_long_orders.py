"""Reading what a person types is work in proportion to its length, whatever it says, for every game.

Work is counted in calls, of Python and of built-ins, so that a busy machine cannot fail it.
"""

from __future__ import annotations

import contextlib
import random
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from costs import takes
from pbem.desk.orders import read_words
from pbem.errors import PbemError
from pbem.limits import MAX_SAY
from pbem.play.playout import play_out
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem.ruleset import Ruleset, find, without_remark

FIRST = ("3", ("3.4", "place"), "6.0", "7.1")  # set-ups, a first purchase
GAMES = (
    ("anaconda", {}), ("angola", {}), ("enduring_freedom", {}),
    ("fallujah", {"scenario": "phantom_fury", "networked_operations": True}),
)  # fmt: skip
JOINTS = (" ", ",", ";", "=", ":", "", " ; ")
QUOTED = re.compile(r"`([^`]+)`")
LINES = 4  # of the prompt and the examples
SHORT, OF_SHORT, CONSTANT = MAX_SAY // 4, 5, 20_000  # calls of a long line: five times those of a quarter, and a few
A_CHARACTER = 350  # calls; reading takes a third of that, orders of one letter each, as Anaconda has them, nearly all


def shapes(lines: list[str]) -> Iterator[Callable[[int], str]]:
    """Makers of texts of any length: each word of these lines over and over after those before it, joined anyhow."""
    for line in lines:
        words = line.split(" ")
        for i, word in enumerate(words):
            head = " ".join(words[:i])
            for joint in JOINTS:
                yield lambda n, h=head, w=word, j=joint: f"{h} {j.join([w] * n)}"[:n]
        yield lambda n, x=line: "; ".join([x] * n)[:n]
    known = sorted({word for line in lines for word in re.split(r"[ ,;:=]+", line) if word})
    for sign in ("x", "9", ",", "; ", "a ", "*", "-", "#x", "é "):
        yield lambda n, s=sign: (s * n)[:n]
    yield lambda n: " ".join(random.Random(7).choices(known, k=n))[:n]


def calls(read: Callable[[str], None], text: str) -> int:
    """How many calls a reading makes."""
    made = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return made


def too_slow(ruleset: Ruleset, table: Table[Any], state: Any, *, every: int) -> list[str]:
    """Texts that are read slowly where the table rests, made out of its prompt and examples: each so many shapes."""
    request, seat = table.pending, table.expected()[0]
    peek, found = peek_of(table, seat), list[str]()
    shown = [without_remark(line)[0] for line in ruleset.examples(state, request, seat, peek)]
    lines = [*QUOTED.findall(ruleset.prompt(state, request, seat, peek)), *shown]

    def read(text: str) -> None:
        with contextlib.suppress(PbemError):
            read_words(ruleset, state, request, seat, text, peek)

    for shape in list(shapes(lines[:LINES]))[::every]:
        short, long = calls(read, shape(SHORT)), calls(read, shape(MAX_SAY))
        if long > OF_SHORT * short + CONSTANT or long > A_CHARACTER * MAX_SAY:
            found.append(f"{request.rule} {shape(60)!r}: {short:,} calls, {long:,} for four times that")
    return found


def sit_down(game: str, options: dict[str, Any]) -> tuple[Ruleset, Table[Any], Any]:
    """A game at its first question."""
    ruleset = find(game)
    full = ruleset.full_options(options)
    state = ruleset.new_state(str(full["scenario"]), full, ruleset.data_files(None))
    return ruleset, Table(ruleset.play(state), seats=ruleset.seats_of(full)), state


def play_on(ruleset: Ruleset, table: Table[Any], state: Any, options: dict[str, Any], look: Callable[[], None]) -> None:
    """Random players play to the end; `look` is called where the table rests at something that is typed."""
    bots = {seat: ruleset.bots["random"](seat) for seat in ruleset.seats_of(ruleset.full_options(options))}
    rng = random.Random(3)
    choosers = {s: lambda request, peek, s=s: bots[s].choose(state, request, peek, rng) for s in bots}

    def rests(_: object) -> None:
        if isinstance(table.pending, Ask | Write | Seal | SealMany):
            look()

    rests(table)
    play_out(table, choosers, seed=3, check=rests)


class Reached(Exception):
    """What was looked for is asked."""


def at_first_order(game: str, options: dict[str, Any]) -> tuple[Ruleset, Table[Any], Any]:
    """A game at its set-up or first purchase."""
    ruleset, table, state = sit_down(game, options)

    def look() -> None:
        if (table.pending.rule, table.pending.about) in FIRST or table.pending.rule in FIRST:
            raise Reached

    with contextlib.suppress(Reached):
        play_on(ruleset, table, state, options, look)
    return ruleset, table, state


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_work_of_reading_grows_with_the_length_and_no_faster(game, options):
    ruleset, table, state = at_first_order(game, options)
    assert too_slow(ruleset, table, state, every=170) == []


@pytest.mark.parametrize("part", ["rest; ", "rest ", "{}", "{}; rest; "])
def test_what_is_said_again_and_again_of_a_set_up_is_done_once(part):
    """To suggest places for all counters is much work; a name that was said before is no other counter."""
    ruleset, table, state = at_first_order("anaconda", {})
    seat = table.expected()[0]
    name = ruleset.examples(state, table.pending, seat, peek_of(table, seat))[0].split()[0]

    def read(text: str) -> None:
        with contextlib.suppress(PbemError):
            read_words(ruleset, state, table.pending, seat, text, peek_of(table, seat))

    one = part.format(f"{name} ")
    once, short, long = (calls(read, (one * MAX_SAY)[:size]) for size in (len(one), SHORT, MAX_SAY))
    assert long - once <= OF_SHORT * max(short - once, 0) + CONSTANT
    assert takes(lambda: read((one * MAX_SAY)[:MAX_SAY]), 0.4)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_work_of_reading_does_so_at_every_question(game, options):
    ruleset, table, state = sit_down(game, options)
    asked, found = set[str](), list[str]()

    def look() -> None:
        if table.pending.rule not in asked:
            asked.add(table.pending.rule)
            found.extend(too_slow(ruleset, table, state, every=3))

    play_on(ruleset, table, state, options, look)
    assert len(asked) > 5
    assert found == []
