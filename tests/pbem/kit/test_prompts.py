"""A prompt in three parts: question, facts, typing; and as text."""

from __future__ import annotations

import pytest

from pbem.kit.prompts import How, Prompt


@pytest.mark.parametrize(
    ("prompt", "text", "question", "facts", "typing"),
    [
        (Prompt("Which battery fires?", " Firing suppresses it.", How("Type the battery.")),
         "Which battery fires? Firing suppresses it.\nType the battery.",
         "Which battery fires?", ("Firing suppresses it.",), ("Type the battery.",)),
        (Prompt("Retreat?", "Or not.", "  Bie: 2 points", How("Type it."), How(" Or `stay`."), above="Combat in Luso."),
         "Combat in Luso.\nRetreat?\nOr not.\n  Bie: 2 points\nType it. Or `stay`.",
         "Retreat?", ("Combat in Luso.", "Or not.", "  Bie: 2 points"), ("Type it.", "Or `stay`.")),
        (Prompt(" How many?", above="Two fly.\nEach rolls."), "Two fly.\nEach rolls. How many?",
         "How many?", ("Two fly.", "Each rolls."), ()),
        (Prompt("What is bought?", How("Type lines."), "1 NP each: a\n2 NP each: b", "", " "),
         "What is bought?\nType lines.\n1 NP each: a\n2 NP each: b",
         "What is bought?", ("1 NP each: a", "2 NP each: b"), ("Type lines.",)),
        (Prompt.of("Rule 9.8 asks.\nOne gun.\n  Two."), "Rule 9.8 asks.\nOne gun.\n  Two.",
         "Rule 9.8 asks.", ("One gun.", "  Two."), ()),
        (Prompt(""), "", "", (), ()),
    ],
)
def test_the_parts_of_a_prompt_make_its_text(prompt, text, question, facts, typing):
    assert str(prompt) == prompt == text
    assert (prompt.question, prompt.facts, prompt.typing) == (question, facts, typing)


def test_parts_come_behind_a_prompt_and_lines_above_it():
    prompt = Prompt("Retreat?", above="Round 2.").with_parts(" At once.", How("Type `stay`.")).below("Combat in Luso.")
    assert prompt == "Combat in Luso.\nRound 2.\nRetreat? At once.\nType `stay`."
    assert (prompt.question, prompt.typing) == ("Retreat?", ("Type `stay`.",))
    assert prompt.facts == ("Combat in Luso.", "Round 2.", "At once.")
    assert prompt.below("") == Prompt.of(prompt) == prompt
