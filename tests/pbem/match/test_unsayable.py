"""Words that the rules find legal and that no event can say are refused before anything is signed (protocol 3.1)."""

from __future__ import annotations

from typing import Any

import pytest

from little import Said, decides, little
from pbem.errors import IllegalMove
from pbem.play.requests import Ask, Listed, Open, Seal, SealMany, Write, Written
from people import Person, agree, exchange, invite, settle


class Shouted:
    """A form whose words are taken as they stand: what is in them is its author's business, and he forgot."""

    def parse(self, say: str) -> str:
        return say

    def spell(self, answer: str) -> str:
        return answer


def anything(_: str) -> None:
    return


WRITTEN: Written[str] = Written(Shouted(), anything, lambda: "hold")
OUTSIDE = [
    ("Go", "no event can say 'G' (but a-z, 0-9 and _ . , : ; * + / = -)"),
    ("go [north]", "no event can say '['"),
    ("go  north", "no event can say a blank at an end, or two in a row"),
    (" go", "no event can say a blank at an end, or two in a row"),
    ("go ", "no event can say a blank at an end, or two in a row"),
    ("go\n", "no event can say '\\n'"),
    ("gö", "no event can say 'ö'"),
    ("", "no event can say nothing at all"),
    ("a" * 8001, "8,001 characters are too long, the record takes 8,000"),
]


def refuses(play: Any, sign: Any, why: str, good: Any) -> None:
    """Red's tool signs nothing and says whose fault it is; then red plays on as if nothing had been."""
    people = invite(ruleset=little(play))
    settle(people)
    red = people[0]
    before = len(red.log), red.match.rounds.digest, red.match.owing()
    with pytest.raises(IllegalMove) as refused:
        sign(red)
    assert why in str(refused.value)
    assert "tell the author of the ruleset: this is its fault, nothing was signed" in str(refused.value)
    assert (len(red.log), red.match.rounds.digest, red.match.owing()) == before
    good(red)
    exchange(people)
    settle(people)
    agree(people)
    assert [p.match.binding.table.incidents for p in people] == [[], []]


@pytest.mark.parametrize(("say", "why"), OUTSIDE)
def test_3_1_no_seal_is_signed_whose_words_would_count_as_the_default(say, why):
    async def play(state: Said) -> None:
        sealed = await Seal(rule="9", bucket=8192, items={"red": WRITTEN})
        state.note(await decides("green"))
        state.note(await Open(rule="9", sealed=sealed))

    def good(red: Person) -> None:
        red.match.seal(0, ["go north"])

    refuses(play, lambda red: red.match.seal(0, [say]), why, good)


@pytest.mark.parametrize(("say", "why"), OUTSIDE)
def test_3_1_no_answer_is_signed_that_nobody_could_read(say, why):
    async def play(state: Said) -> None:
        state.note(await Write(rule="9", seat="red", form=Shouted(), check=anything, draft=lambda: "hold"))
        state.note(await decides("green"))

    refuses(play, lambda red: red.match.answer(0, say), why, lambda red: red.match.answer(0, "go north"))


def test_3_1_a_list_that_spells_outside_the_alphabet_leaves_its_other_answers():
    async def play(state: Said) -> None:
        state.note(await Ask(rule="9", seat="red", legal=lambda: ("Stay", "go")))
        await SealMany(rule="8", bucket=128, items={"red": [Listed((1, 2)), Listed(("A", "b"))]})
        state.note(await decides("green"))

    def good(red: Person) -> None:
        red.match.answer(0, "go")
        with pytest.raises(IllegalMove, match="no event can say 'A'"):
            red.match.seal(0, ["1", "A"])
        red.match.seal(0, ["1", "b"])

    refuses(play, lambda red: red.match.answer(0, "Stay"), "spells this answer 'Stay'", good)


@pytest.mark.parametrize(("bucket", "room"), [(128, 117), (512, 501), (2048, 2037), (8192, 8000)])
def test_2_12_no_seal_is_signed_that_its_bucket_does_not_hold(bucket, room):
    async def play(state: Said) -> None:
        sealed = await SealMany(rule="9", bucket={"red": (128, bucket)}, items={"red": [Listed((1, 2)), WRITTEN]})
        state.note(await decides("green"))
        await Open(rule="9", sealed={0: sealed["red"][1]})

    def sign(red: Person) -> None:
        red.match.seal(0, ["1", "a" * (room + 1)])

    def good(red: Person) -> None:
        red.match.seal(0, ["1", "a" * room])

    refuses(play, sign, f"{room + 1:,} characters are too long", good)
