"""What is shown as an example, in a list or in a prompt, is legal at once."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from questions import OPTIONS, Question, questions

QUICK = {"angola": 130, "enduring_freedom": 40, "fallujah": 60, "anaconda": 60}  # answers
PLACEHOLDERS = re.compile(r"\b(UNITS?|COLUMN|REGION|PLACE|AREA|ZONE|KIND|ASSET|NUMBER)\b")
PARTS_OF_ORDERS = ("8.1-p", "8.1-c", "10.2-p", "10.2-s", "12.2-p", "12.2-s", "17.1-s", "19.1-s", "r110")
"""Questions of Anaconda whose prompts show parts of orders."""


def examples_in(prompt: str) -> list[str]:
    """Whole answers in a prompt: several words between backquotes, no command, none of which stands for something."""
    found = [text for text in re.findall(r"`([^`]+)`", prompt) if " " in text and not text.startswith("pbem ")]
    return [text for text in found if not PLACEHOLDERS.search(text)]


def check(asked: Question) -> None:
    for words in asked.shown():
        assert asked.refusal(words) is None, (asked.kind, asked.seat, words)
    for words in examples_in(asked.prompt()) if asked.rule not in PARTS_OF_ORDERS else ():
        assert asked.refusal(words) is None, (asked.kind, asked.seat, words)


def go_through(game: str, often: int = 3, **how) -> int:  # type: ignore[no-untyped-def]
    met = Counter[str]()
    for asked in questions(game, **how):
        met[asked.kind] += 1
        if met[asked.kind] <= often:
            check(asked)
    return len(met)


def test_examples_are_told_from_what_stands_for_something():
    assert examples_in("`go luso`, `move UNITS go REGION`, `stay`, `pbem show`, `CVW-8 to Persian Gulf`") == [
        "go luso", "CVW-8 to Persian Gulf"]


@pytest.mark.parametrize("game", sorted(OPTIONS))
def test_what_is_shown_at_the_first_questions_of_a_game_is_legal(game):
    assert go_through(game, often=1, bot="sensible", most=QUICK[game]) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize(("game", "options"), [(game, one) for game, some in OPTIONS.items() for one in some])
def test_what_is_shown_at_every_question_of_a_game_is_legal(game, options, bot):
    assert go_through(game, bot=bot, options=options) >= 6
