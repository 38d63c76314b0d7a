"""Each word that is offered is read and leads on to an answer; each answer that is offered is legal."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.kit.following import Follow
from pbem.kit.typed import Choice
from questions import OPTIONS, Question, questions
from tiers import tiers

QUICK = {"angola": 130, "enduring_freedom": 40, "fallujah": 60, "anaconda": 60}  # answers
NOT_READ = ("may be more than one", "is not understood here", "is no answer here")
MOST = 40  # choices that are tried at one place: some forms offer hundreds of a kind
SOME = 12  # in the quick tests
FEW = 6  # that are tried behind one of them
DEEP = 2  # words: what goes on for so many is taken to come to an answer


def tried(choices: tuple[Choice, ...], most: int) -> tuple[Choice, ...]:
    """Some of each kind of choice, from the beginning, the middle and the end."""
    step = max(1, -(-len(choices) // most))
    return choices[::step]


def after(asked: Question, text: str) -> Follow:
    follow = asked.ruleset.follow
    assert follow is not None
    return follow(asked.state, asked.request, asked.seat, text, asked.peek)


def leads_on(asked: Question, text: str, deep: int = DEEP) -> bool:
    """Whether these words are the beginning of an answer, as far as what is offered behind them tells."""
    found = after(asked, text)
    if found.is_answer or (not deep and (found.choices or found.more)):
        return True
    if not found.choices:
        return found.more and leads_on(asked, f"{text.rstrip()}; ", deep)
    begun = text.removesuffix(found.begun)
    return any(leads_on(asked, f"{begun}{one.words} ", deep - 1) for one in tried(found.choices, FEW))


def refused(asked: Question, most: int) -> list[str]:
    """The words offered that are not read, lead nowhere, or are no legal answer though they are offered as one."""
    found = [f"{words}: {why.because}" for words in asked.shown() if (why := asked.refusal(words)) is not None]
    for choice in tried(after(asked, "").choices, most):
        words = f"{choice.words} "
        told = after(asked, words)
        is_read = told.choices or not any(why in told.why for why in NOT_READ)
        if not is_read or not leads_on(asked, words):
            found.append(f"{choice.words}: {told.why}")
    return found


def go_through(game: str, often: int, each: int, **how) -> int:  # type: ignore[no-untyped-def]
    met = Counter[str]()
    for asked in questions(game, **how):
        met[asked.kind] += 1
        if met[asked.kind] <= often:
            assert refused(asked, each) == [], (asked.kind, asked.seat)
    return len(met)


@pytest.mark.parametrize("game", tiers(sorted(OPTIONS), [one for one in OPTIONS if one != "anaconda"]))
def test_what_is_offered_at_the_first_questions_of_a_game_leads_to_an_answer(game):
    assert go_through(game, often=1, each=SOME, bot="sensible", most=QUICK[game]) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize(("game", "options"), [(game, one) for game, some in OPTIONS.items() for one in some])
def test_what_is_offered_at_every_question_of_a_game_leads_to_an_answer(game, options, bot):
    assert go_through(game, often=3, each=MOST, bot=bot, options=options) >= 6
