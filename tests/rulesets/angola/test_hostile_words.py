"""One hostile answer must not stop a table: whatever the words, a form gives an answer or IllegalMove."""

from __future__ import annotations

import random

import pytest

from pbem.errors import IllegalMove
from pbem.play.playout import play_out
from pbem.play.requests import Ask, Seal, SealMany, Write
from pbem.play.table import Table
from rulesets.angola import RULESET

ODD = (
    "none", "stay", "-", "*", ":", "=", "a", "a=", "=a", "f.inf1", "f.h1", "f.h99", "luanda", "luanda:1",
    "luanda.a:99", "aa1", "mine1.luanda", "field.", "field.x", "go", "detach", "equip", "to", "less", "lose",
    "suppress", "air:1", "0", "99999999999999999999", "empty/a", "+inf1", "brig1=inf1", "a,a", "luanda:a*:9", "..",
    "//", "a.b.c",
)  # fmt: skip
LETTERS = "abf.,:;*+/=-_09"


def spoilt(say: str, rng: random.Random) -> str:
    """Words like these, but wrong: some dropped, doubled, changed in a letter, strange ones put in."""
    words = say.split(" ")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(words) + 1)
        match rng.randrange(5):
            case 0:
                words.insert(at, rng.choice(ODD))
            case 1 if words:
                del words[at % len(words)]
            case 2 if words:
                words.insert(at, rng.choice(words))
            case 3 if words:
                word = words[at % len(words)]
                cut = rng.randrange(len(word) + 1)
                words[at % len(words)] = word[:cut] + rng.choice(LETTERS) + word[cut + rng.randint(0, 1) :]
            case _:
                rng.shuffle(words)
    return " ".join(words) or rng.choice(ODD)


def try_hostile(table: Table[object], rng: random.Random) -> None:
    """Reads spoilt words for all that is asked now."""
    request = table.pending
    if isinstance(request, Ask | Write):
        options = [table.options]
    elif isinstance(request, Seal | SealMany):
        options = [item for items in request.per_seat().values() for item in items]
    else:
        return
    for option in options:
        for _ in range(4):
            try:
                option.read(spoilt(rng.choice(option.says()), rng), "tried", request.rule)
            except IllegalMove:
                continue


@pytest.mark.parametrize("seed", [1, 2])
def test_no_words_stop_a_table(seed):
    state = RULESET.new_state("july_1975", RULESET.full_options({}), RULESET.data_files(None))
    table = Table(RULESET.play(state), seats=RULESET.seats)
    rng, words = random.Random(seed), random.Random(seed)
    bots = {seat: RULESET.bots["random"](seat) for seat in RULESET.seats}
    choosers = {s: (lambda request, peek, b=b: b.choose(state, request, peek, rng)) for s, b in bots.items()}
    play_out(table, choosers, seed=seed, check=lambda t: try_hostile(t, words))
