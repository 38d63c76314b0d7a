"""Every answer of a recorded game by clicks alone: choices from the empty text to the words of its record.

The games of Anaconda have long plans: the thorough tests walk a share of each kind of their decisions, not the same one
in each game, and the slow ones all.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import msgspec
import pytest

from clicks import Way, way_to
from pbem.kit.following import Follow
from tiers import recorded
from walks import Decision, decisions, logs

QUICK = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost")
SHORT = [case for case in logs() if not case.startswith("anaconda/")]
LONG = [case for case in logs() if case not in SHORT]
SHARE = 4  # one of so many of each kind of decision
AT_ONCE = 60  # choices
LIES = {"anaconda/wrong_command": [401]}  # rounds where somebody moves what he may not: no choice leads there


def missed(asked: Iterable[Decision], at_once: int = 0) -> list[tuple[str, int, tuple[str, ...], int]]:
    """The answers to which no way leads, or one with more choices at once, if that is bounded."""
    found = list[tuple[str, int, tuple[str, ...], int]]()
    for one in asked:
        way = way_to(one) if one.is_free else Way("", 0, 0, 0)
        if way is None or way.most > at_once > 0:
            found.append((one.key, one.round, one.says, 0 if way is None else way.most))
    return found


def shared(case: str, first: int, share: int = SHARE) -> Iterator[Decision]:
    """Of each kind of decision one of so many; `first` says which."""
    seen = Counter[str]()
    for decision in decisions(case):
        if decision.is_free:
            if seen[decision.key] % share == first % share:
                yield decision
            seen[decision.key] += 1


@pytest.mark.parametrize("case", recorded(SHORT, QUICK))
def test_every_answer_of_a_person_is_found_by_choices_alone(case):
    assert missed(decisions(case)) == []


def test_the_first_answer_of_each_kind_in_a_game_of_anaconda_is_found_by_few_choices():
    assert missed(shared("anaconda/wrong_command", 0, sys.maxsize), AT_ONCE) == []


@pytest.mark.thorough
@pytest.mark.parametrize("case", LONG)
def test_a_share_of_the_answers_of_anaconda_is_found_by_few_choices(case):
    assert missed(shared(case, LONG.index(case)), AT_ONCE) == []


@pytest.mark.slow
@pytest.mark.parametrize("case", LONG)
def test_every_answer_of_anaconda_is_found_by_few_choices(case):
    assert [round for _, round, *_ in missed(decisions(case), AT_ONCE)] == LIES.get(case, [])


@dataclass(frozen=True)
class Without(Decision):
    """The same, but for one word that is not offered."""

    word: str = ""

    def follow(self, text: str) -> Follow:
        found = super().follow(text)
        return msgspec.structs.replace(found, choices=tuple(c for c in found.choices if c.words != self.word))


def test_a_word_that_is_not_offered_is_missed():
    (decision,) = islice((one for one in decisions("fallujah/april_lost") if one.request.rule == "16.1"), 1)
    word = next(choice.words for choice in decision.follow("").choices if choice.id == decision.says[0])
    fields = {name: getattr(decision, name) for name in decision.__dataclass_fields__}
    assert way_to(decision).clicks == 1
    assert way_to(Without(**fields, word=word)) is None
