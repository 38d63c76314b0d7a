"""What is asked in recorded games, in three parts: a question, and no word of the prompt lost or said twice."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.kit.parted import parted
from tiers import tiers
from walks import decisions, logs

QUICK = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost")


@pytest.mark.parametrize("case", tiers(logs(), QUICK))
def test_each_prompt_has_a_question_and_all_its_words_stand_in_one_part(case):
    seen, wrong = Counter[str](), []
    for decision in decisions(case):
        seen[decision.key] += 1
        if seen[decision.key] > 2:
            continue
        text = decision.ruleset.prompt(decision.state, decision.request, decision.seat, decision.peek)
        parts = parted(text)
        told = " ".join((parts.question, *parts.facts, *parts.typing))
        if sorted(told.split()) != sorted(text.split()) or not parts.question:
            wrong.append((decision.key, parts.question))
        if any(line.startswith("Type") for line in parts.facts) or parts.question.startswith("Type"):
            wrong.append((decision.key, "how to type it is no fact"))
    assert not wrong
