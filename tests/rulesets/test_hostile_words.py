"""One hostile answer must not stop a table: whatever the words, a form gives an answer or IllegalMove."""

from __future__ import annotations

import contextlib
import importlib
import random
import re
from typing import Any

import pytest

from pbem.errors import FalseClaim, IllegalMove
from pbem.play.playout import play_out
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.play.table import Table

ODD = (
    "none", "stay", "done", "pass", "last", "last ;", ";", "-", "*", ":", "=", "a", "a=", "=a", "nobody", "no_body",
    "t99", "0000", "9999", "f.inf1", "f.h1", "f.h99", "luanda:1", "luanda.a:99", "aa1", "mine1.luanda", "field.",
    "field.x", "go", "detach", "equip", "to", "less", "lose", "suppress", "air:1", "0", "99999999999999999999",
    "empty/a", "+inf1", "+", "brig1=inf1", "a,a", "luanda:a*:9", "..", "//", "a.b.c", "lead=", "lead=t1",
    "fire nobody", "attack nobody 1710", "move nobody 1710", "fly nobody+no_body 1710", "pause=", "needs=1:1", "stop=0",
)  # fmt: skip
LETTERS = "abftr.,:;*+/=-_019"
PARTS = re.compile(r"[+=,:;.]")
SWAPPED = 0.25  # of the answers
CROWD = 4_000  # words that are kept to be mixed in


class Words:
    """Words of a game so far, and others like them that are wrong."""

    def __init__(self, seed: int) -> None:
        self._rng, self._known = random.Random(seed), dict.fromkeys(ODD)

    def learn(self, say: str) -> None:
        if len(self._known) < CROWD:
            parts = (part for word in say.split(" ") for part in (word, *PARTS.split(word)))
            self._known |= dict.fromkeys(part for part in parts if part)

    def spoilt(self, say: str) -> str:
        """Words like these, but wrong: some dropped, doubled, changed in a letter, others put in their place."""
        rng, words, known = self._rng, say.split(" "), tuple(self._known)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(words) + 1)
            match rng.randrange(7):
                case 0:
                    words.insert(at, rng.choice(known))
                case 1 if words:
                    del words[at % len(words)]
                case 2 if words:
                    words.insert(at, rng.choice(words))
                case 3 if words:
                    word = words[at % len(words)]
                    cut = rng.randrange(len(word) + 1)
                    words[at % len(words)] = word[:cut] + rng.choice(LETTERS) + word[cut + rng.randint(0, 1):]
                case 4 | 5 if words:
                    parts = re.split(r"([+=,:;.])", words[at % len(words)])
                    parts[2 * rng.randrange((len(parts) + 1) // 2)] = rng.choice(known)
                    words[at % len(words)] = "".join(parts)
                case _:
                    rng.shuffle(words)
        return " ".join(words) or rng.choice(ODD)


def items_of(table: Table[Any], seat: str | None = None) -> list[Any]:
    """What reads an answer to whatever is asked now, of one seat or of all."""
    request = table.pending
    if isinstance(request, Ask | Write):
        return [table.options]
    if isinstance(request, Seal | SealMany):
        return [item for name, items in request.per_seat().items() if seat in (None, name) for item in items]
    return []


class Hostile:
    """Reads spoilt words for all that is asked, in a game of random players: as they have answered, but wrong."""

    def __init__(self, seed: int, tries: int) -> None:
        self._rng, self._tries, self._words = random.Random(seed), tries, Words(seed)
        self._said: dict[str, list[str]] = {}  # by rule
        self.reads = self.plays = 0

    def learn(self, table: Table[Any], seat: str, answer: Any) -> None:
        for item, value in self._answered(table, seat, answer):
            self._words.learn(say := item.spell(value))
            self._said.setdefault(self._rule(table), []).append(say)

    def swap(self, table: Table[Any], seat: str, answer: Any) -> Any:
        """Now and then another answer that can be read, honest or not; else the same."""
        swapped = []
        for item, value in self._answered(table, seat, answer):
            found = [value]
            if self._rng.random() < SWAPPED:
                found += [other for _ in range(20) for other in self._read(table, item) if other != value]
                self.plays += len(found) > 1
            swapped.append(found[-1])
        return swapped if isinstance(table.pending, SealMany) else swapped[0]

    def attack(self, table: Table[Any]) -> None:
        """An answer that proves legal is asked for its claims too."""
        items = items_of(table)
        for item in self._rng.sample(items, min(len(items), self._tries)):
            for _ in range(self._tries):
                for answer in self._read(table, item):
                    if isinstance(table.pending, Ask | Write):
                        table.pending.late(answer)

    def _read(self, table: Table[Any], item: Any) -> list[Any]:
        """The answer of spoilt words; none if they are refused."""
        says = self._said.get(self._rule(table)) or list(item.says())
        self.reads += 1
        try:
            return [item.read(self._words.spoilt(self._rng.choice(says)), "tried", self._rule(table))]
        except IllegalMove:
            return []

    def _answered(self, table: Table[Any], seat: str, answer: Any) -> list[tuple[Any, Any]]:
        values = answer if isinstance(table.pending, SealMany) else [answer]
        return list(zip(items_of(table, seat), values, strict=True))

    def _rule(self, table: Table[Any]) -> str:
        assert table.pending is not None
        return table.pending.rule


class Enough(Exception):
    """The game has gone on long enough."""


GAMES = [
    ("angola", {}), ("fallujah", {}), ("enduring_freedom", {}), ("anaconda", {"mode": "plan"}),
    ("anaconda", {"mode": "step"}),
    ("anaconda", {"leaders": True, "osama": True, "casualties": True, "attacker_impetus": True, "rubble": True}),
]


def play_hostile(game: str, options: dict[str, Any], hostile: Hostile, seed: int, most: int, *, plays: bool) -> None:
    """A game of random players, as far as so many answers, with spoilt words tried at each.

    If it `plays` them, the game may also end with a claim that is found false.
    """
    ruleset = importlib.import_module(f"pbem_games.{game}").RULESET
    full = ruleset.full_options(options)
    state = ruleset.new_state(next(iter(ruleset.scenarios)), full, ruleset.data_files(None))
    seats = ruleset.seats_for(full) if ruleset.seats_for is not None else ruleset.seats
    table: Table[Any] = Table(ruleset.play(state), seats=seats)
    rng, left = random.Random(seed), iter(range(most))

    def chooser(seat: str) -> Any:
        bot = ruleset.bots["random"](seat)

        def choose(request: Any, peek: Any) -> Any:
            answer = bot.choose(state, request, peek, rng)
            hostile.learn(table, seat, answer)
            return hostile.swap(table, seat, answer) if plays else answer

        return choose

    def check(table: Table[Any]) -> None:
        if not plays:
            hostile.attack(table)
        if next(left, None) is None:
            raise Enough

    with contextlib.suppress(Enough, *([FalseClaim] if plays else [])):
        play_out(table, {seat: chooser(seat) for seat in seats}, seed=seed, check=check)


GAME = pytest.mark.parametrize(
    ("game", "options"), GAMES, ids=["-".join([game, *map(str, options.values())][:2]) for game, options in GAMES])


@GAME
def test_no_words_stop_a_table(game: str, options: dict[str, Any]) -> None:
    hostile = Hostile(1, 3)
    play_hostile(game, options, hostile, 1, 400, plays=False)
    assert hostile.reads > 100


@GAME
def test_no_answer_stops_a_table(game: str, options: dict[str, Any]) -> None:
    """Whatever can be read is played on, or found false."""
    hostile = Hostile(2, 3)
    for seed in (2, 3):
        play_hostile(game, options, hostile, seed, 250, plays=True)
    assert hostile.plays


@pytest.mark.slow
@pytest.mark.parametrize("plays", [False, True])
@GAME
def test_neither_stops_a_table_in_whole_games(game: str, options: dict[str, Any], plays: bool) -> None:
    hostile = Hostile(5, 9)
    for seed in range(5, 12):
        play_hostile(game, options, hostile, seed, 50_000, plays=plays)
    assert hostile.plays if plays else hostile.reads > 1_000
