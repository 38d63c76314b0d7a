"""What is asked in recorded games, in three parts: a question, how to answer it, and no word said twice or lost."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.kit.prompts import Prompt
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
        prompt = decision.ruleset.prompt(decision.state, decision.request, decision.seat, decision.peek)
        assert isinstance(prompt, Prompt), decision.key
        told = " ".join((prompt.question, *prompt.facts, *prompt.typing))
        if sorted(told.split()) != sorted(prompt.split()) or not prompt.question:
            wrong.append((decision.key, prompt.question))
        if not prompt.typing and decision.is_free:
            wrong.append((decision.key, "how to type it is not said"))
        if any(line.startswith("Type") for line in (prompt.question, *prompt.facts)):
            wrong.append((decision.key, "how to type it is no fact"))
    assert not wrong
