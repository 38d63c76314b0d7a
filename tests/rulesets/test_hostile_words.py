"""One hostile answer must not stop a table: whatever the words, a form gives an answer or IllegalMove."""

from __future__ import annotations

import contextlib
import importlib
import random
import re
from typing import Any

import pytest

from pbem.errors import IllegalMove
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
        self.reads = 0

    def learn(self, table: Table[Any], seat: str, answer: Any) -> None:
        request, items = table.pending, items_of(table, seat)
        assert request is not None
        values = answer if isinstance(request, SealMany) else [answer]
        for item, value in zip(items, values, strict=True):
            say = item.spell(value)
            self._words.learn(say)
            self._said.setdefault(request.rule, []).append(say)

    def attack(self, table: Table[Any]) -> None:
        """An answer that proves legal is asked for its claims too."""
        request = table.pending
        items = items_of(table)
        for item in self._rng.sample(items, min(len(items), self._tries)):
            for _ in range(self._tries):
                says = self._said.get(request.rule) or list(item.says())  # type: ignore[union-attr]
                self.reads += 1
                try:
                    answer = item.read(self._words.spoilt(self._rng.choice(says)), "tried", request.rule)  # type: ignore
                except IllegalMove:
                    continue
                if isinstance(request, Ask | Write):
                    request.late(answer)


class Enough(Exception):
    """The game has gone on long enough."""


GAMES = [
    ("angola", {}, 3), ("fallujah", {}, 3), ("enduring_freedom", {}, 3), ("anaconda", {"mode": "plan"}, 3),
    ("anaconda", {"mode": "step"}, 3),
]


def play_hostile(game: str, options: dict[str, Any], seed: int, tries: int, most: int) -> None:
    """A game of random players, as far as so many answers, with spoilt words tried at each."""
    ruleset = importlib.import_module(f"rulesets.{game}").RULESET
    full = ruleset.full_options(options)
    scenario = next(iter(ruleset.scenarios))
    state = ruleset.new_state(scenario, full, ruleset.data_files(None))
    seats = ruleset.seats_for(full) if ruleset.seats_for is not None else ruleset.seats
    table: Table[Any] = Table(ruleset.play(state), seats=seats)
    hostile, rng, left = Hostile(seed, tries), random.Random(seed), iter(range(most))

    def chooser(seat: str) -> Any:
        bot = ruleset.bots["random"](seat)

        def choose(request: Any, peek: Any) -> Any:
            answer = bot.choose(state, request, peek, rng)
            hostile.learn(table, seat, answer)
            return answer

        return choose

    def check(table: Table[Any]) -> None:
        hostile.attack(table)
        if next(left, None) is None:
            raise Enough

    with contextlib.suppress(Enough):
        play_out(table, {seat: chooser(seat) for seat in seats}, seed=seed, check=check)
    assert hostile.reads > 100


@pytest.mark.parametrize(("game", "options", "tries"), GAMES, ids=lambda value: str(value).replace(" ", ""))
def test_no_words_stop_a_table(game: str, options: dict[str, Any], tries: int) -> None:
    play_hostile(game, options, 1, tries, 400)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize(("game", "options", "tries"), GAMES, ids=lambda value: str(value).replace(" ", ""))
def test_no_words_stop_a_table_in_whole_games(game: str, options: dict[str, Any], tries: int, seed: int) -> None:
    play_hostile(game, options, seed, 3 * tries, 50_000)
