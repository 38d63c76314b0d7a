"""Each word that is offered is read: what the rules say to it is another matter, but nobody asks what it means."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.kit.typed import Choice
from questions import OPTIONS, Question, questions

QUICK = {"angola": 130, "enduring_freedom": 40, "fallujah": 60, "anaconda": 60}  # answers
NOT_READ = ("may be more than one", "is not understood here", "is no answer here")
MOST = 40  # choices that are tried at one place: some forms offer hundreds of a kind


def tried(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Some of each kind of choice, from the beginning, the middle and the end."""
    step = max(1, -(-len(choices) // MOST))
    return choices[::step]


def refused(asked: Question) -> list[str]:
    """The words offered for the beginning of an answer that its own reader does not know."""
    follow = asked.ruleset.follow
    assert follow is not None
    found = []
    for choice in tried(follow(asked.state, asked.request, asked.seat, "", asked.peek).choices):
        told = follow(asked.state, asked.request, asked.seat, f"{choice.words} ", asked.peek)
        if any(why in told.why for why in NOT_READ) and not told.choices:
            found.append(f"{choice.words}: {told.why}")
    return found


def go_through(game: str, often: int, **how) -> int:  # type: ignore[no-untyped-def]
    met = Counter[str]()
    for asked in questions(game, **how):
        met[asked.kind] += 1
        if met[asked.kind] <= often:
            assert refused(asked) == [], (asked.kind, asked.seat)
    return len(met)


@pytest.mark.parametrize("game", sorted(OPTIONS))
def test_what_is_offered_at_the_first_questions_of_a_game_is_read(game):
    assert go_through(game, often=1, bot="sensible", most=QUICK[game]) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize(("game", "options"), [(game, one) for game, some in OPTIONS.items() for one in some])
def test_what_is_offered_at_every_question_of_a_game_is_read(game, options, bot):
    assert go_through(game, often=3, bot=bot, options=options) >= 6
