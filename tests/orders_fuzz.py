"""Lines that a person might type, made up out of a game's own words: each gives canonical words or a PbemError.

One function serves every ruleset: `fuzz_orders("angola", lines=2_000, seed=1)` plays a game by bots and reads made-up
lines at everything that is asked in it, every rule number as often as every other. What a line says is drawn from
prompts, examples, legal answers, ids of the position and of the data, numbers and marks.
"""

from __future__ import annotations

import random
import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from pbem.desk.orders import read_words
from pbem.errors import PbemError
from pbem.play.playout import play_out
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem.ruleset import Ruleset, Value, find, without_remark

NUMBERS = ("0", "1", "2", "3", "7", "12", "99", "-1", "+2", "07", "1.5", "1e3", "²", "٣", "９", "9" * 25, "9" * 5_000)
MARKS = (*" ,;:=+*./-_#`'\"()[]!?&|\\", "  ", ";;", "  # ", "\t", "\x00", "\u2028", "ß", "İ", "é")
JOINTS = (" ", " ", " ", " ", ",", "; ", ";", "=", ":", ".", "+", "/", "")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
SHORT = 40  # the longest text of data or position that is taken for a word
_QUOTED = re.compile(r"`([^`]+)`")


def fuzz_orders(
    game: str | Ruleset, *, lines: int, seed: int, bot: str = "random", options: dict[str, Value] | None = None
) -> Counter[str]:
    """Reads about so many lines in one game of these bots, and gives how many each rule number got.

    AssertionError names lines that raised anything but a PbemError (one for each place in the code), or that changed
    the position.
    """
    ruleset = find(game) if isinstance(game, str) else game
    heard = _Heard(ruleset)
    asked: Counter[str] = Counter()

    def listen(table: Table[Any], state: Any, seat: str) -> None:
        asked[table.pending.rule] += 1
        heard.listen(table, state, seat)

    _play(ruleset, bot, options or {}, seed, listen)
    rng, read, met = random.Random(f"lines {seed}"), Counter[str](), Counter[str]()
    faults: dict[str, str] = {}

    def type_lines(table: Table[Any], state: Any, seat: str) -> None:
        rule = table.pending.rule
        met[rule] += 1
        due = lines * met[rule] // (len(asked) * asked[rule]) - read[rule]
        if due > 0:
            read[rule] += due
            found = _type(ruleset, table, state, seat, [heard.line(rule, rng) for _ in range(due)])
            faults.update(found | faults)

    _play(ruleset, bot, options or {}, seed, type_lines)
    assert not faults, "\n".join(f"{place}: {fault}" for place, fault in faults.items())
    return read


def fuzz_one_of_many(game: str, seed: int, options: Sequence[dict[str, Value]]) -> None:
    """5,000 lines typed in one game of many: bots and options take turns by seed."""
    bot = ("random", "sensible")[seed % 2]
    read = fuzz_orders(game, lines=5_000, seed=seed, bot=bot, options=options[seed % len(options)])
    assert sum(read.values()) >= 4_900


def _play(ruleset: Ruleset, bot: str, options: dict[str, Value], seed: int, at: Callable[..., None]) -> None:
    """One game; `at(table, state, seat)` is called for everybody who is asked for words."""
    full = ruleset.full_options(options)
    seats = ruleset.seats_of(options)
    state = ruleset.new_state(str(full["scenario"]), full, ruleset.data_files(None))
    table: Table[Any] = Table(ruleset.play(state), seats=seats)

    def look(_: Table[Any]) -> None:
        if isinstance(table.pending, Ask | Write | Seal | SealMany):
            for seat in table.expected():
                at(table, state, seat)

    def chooser(seat: str) -> Callable[..., Any]:
        player, rng = ruleset.bots[bot](seat), random.Random(f"{seed}/{seat}")
        return lambda request, peek: player.choose(state, request, peek, rng)

    look(table)
    play_out(table, {seat: chooser(seat) for seat in seats}, seed=seed, check=look)


def _type(ruleset: Ruleset, table: Table[Any], state: Any, seat: str, lines: list[str]) -> dict[str, str]:
    """Reads these lines as the desk does, up to what would be signed; the faults found, by the place in the code."""
    request, before, faults = table.pending, msgspec.msgpack.encode(state), {}
    for line in lines:
        try:
            says = read_words(ruleset, state, request, seat, line, peek_of(table, seat))
            if isinstance(request, Seal | SealMany):
                table.check_seal(seat, says)
            else:
                for say in says:
                    table.check_claims(say)
        except PbemError:
            continue
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{seat} types {line!r} at {request.rule} {request.about}: {error!r}"
            faults.setdefault(f"{last.filename}:{last.lineno}", fault)
    if msgspec.msgpack.encode(state) != before:
        faults[f"{request.rule} {request.about}"] = f"one of these lines changed the position: {lines}"
    return faults


class _Heard:
    """What a game has said so far: whole lines that may be typed, and words, by rule number."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._lines: dict[str, list[str]] = {}
        self._words: dict[str, list[str]] = {}
        self._ids = list(dict.fromkeys(_texts(ruleset.data_files(None))))

    def listen(self, table: Table[Any], state: Any, seat: str) -> None:
        """Takes in what is said to a seat, and the ids of the position."""
        request, peek = table.pending, peek_of(table, seat)
        prompt = self._ruleset.prompt(state, request, seat, peek)
        examples = [without_remark(x)[0] for x in self._ruleset.examples(state, request, seat, peek)]
        items = [table.options] if isinstance(request, Ask | Write) else request.per_seat()[seat]
        legal = [item.says() for item in items]
        says = ["; ".join(some[i % len(some)] for some in legal) for i in range(max(map(len, legal)))]
        lines = [*examples, *says, *_QUOTED.findall(prompt)]
        _add(self._lines.setdefault(request.rule, []), lines)
        spoken = [word for line in [*lines, prompt] for word in re.split(r"[ ,;:=+`]+", line.lower()) if word]
        _add(self._words.setdefault(request.rule, []), spoken)
        _add(self._ids, _texts(msgspec.to_builtins(state)))

    def line(self, rule: str, rng: random.Random) -> str:
        """Something to type where this rule asks."""
        match rng.randrange(8):
            case 0:
                count = min(rng.randint(1, 9), rng.randint(1, 60))
                return "".join(self._word(rule, rng) + rng.choice(JOINTS) for _ in range(count))
            case 1:
                other = rng.choice(list(self._lines))
                return self._spoilt(rng.choice(self._lines[other]), rule, rng)
            case 2:
                return rng.choice(("; ", " ", ";")).join(rng.choices(self._lines[rule], k=rng.randint(1, 3)))
            case _:
                return self._spoilt(rng.choice(self._lines[rule]), rule, rng)

    def _word(self, rule: str, rng: random.Random) -> str:
        match rng.randrange(10):
            case 0:
                return rng.choice(NUMBERS)
            case 1:
                return rng.choice(MARKS)
            case 2 | 3:
                return rng.choice(self._ids)
            case 4:
                return rng.choice(self._words[rng.choice(list(self._words))])
            case 5:
                return "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 3)))
            case _:
                return rng.choice(self._words[rule])

    def _spoilt(self, line: str, rule: str, rng: random.Random) -> str:
        """A line like this one, but some words are dropped, doubled, replaced, glued, changed in a letter."""
        words = re.split(r"([ ,;:=+]+)", line)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(words))
            match rng.randrange(7):
                case 0:
                    words.insert(at, self._word(rule, rng) + " ")
                case 1:
                    words[at] = ""
                case 2:
                    words.insert(at, rng.choice(words))
                case 3:
                    cut = rng.randint(0, len(words[at]))
                    mark = rng.choice((*MARKS, *LETTERS))
                    words[at] = words[at][:cut] + mark + words[at][cut + rng.randint(0, 1) :]
                case 4:
                    other = rng.randrange(len(words))
                    words[at], words[other] = words[other], words[at]
                case 5:
                    words[at] = words[at].upper()
                case _:
                    words[at] = self._word(rule, rng)
        return "".join(words)


def _add(known: list[str], found: Iterable[str]) -> None:
    """Appends what is new."""
    seen = set(known)
    known += [text for text in dict.fromkeys(found) if text not in seen]


def _texts(nested: Any) -> Iterator[str]:
    """Every short text in nested lists and mappings, keys too, in order."""
    if isinstance(nested, str):
        if 0 < len(nested) <= SHORT:
            yield nested
    elif isinstance(nested, dict):
        for key, value in nested.items():
            yield from _texts(key)
            yield from _texts(value)
    elif isinstance(nested, list | tuple):
        for value in nested:
            yield from _texts(value)
