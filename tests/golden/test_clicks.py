"""Every answer of a recorded game by clicks alone: choices from the empty text to the words of its record."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import msgspec
import pytest

from clicks import way_to
from pbem.kit.following import Follow
from tiers import tiers
from walks import Decision, decisions, logs

QUICK = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost")
READY = [case for case in logs() if not case.startswith("anaconda/")]


@pytest.mark.parametrize("case", tiers(READY, QUICK))
def test_every_answer_of_a_person_is_found_by_choices_alone(case):
    asked = [decision for decision in decisions(case) if decision.is_free and way_to(decision) is None]
    assert [(decision.key, decision.round, decision.says) for decision in asked] == []


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
