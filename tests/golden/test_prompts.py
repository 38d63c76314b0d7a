"""What is asked in recorded games, in three parts: a question, how to answer it, and no word said twice or lost."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pbem.kit.prompts import Prompt
from tiers import recorded
from walks import decisions, logs

TYPED = re.compile(r"\b[Tt]ype[sd]?\b|\b[a-z]\w*=|\b[a-z]+_[a-z]|`(?![a-z]+`)[^`]*`|\bpbem [a-z]")
"""How to type, an id, or more in ticks than one word that is offered."""
QUICK = ("angola/wrong_on_purpose", "enduring_freedom/strategic_defeat", "fallujah/april_lost")


@pytest.mark.parametrize("case", recorded(logs(), QUICK))
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
        of_typing = [line for line in prompt.facts if TYPED.search(re.sub(r"`[a-z]+`", "", line))]
        if decision.is_free and (of_typing or TYPED.search(prompt.question) or "`" in prompt.question):
            wrong.append((decision.key, "how to type it is no fact", prompt.question, of_typing))
    assert not wrong
