"""Nothing, no and yes are said alike at every question of every game, and never begin a name."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.kit.reserved import ALONE, NOTHING, RESERVED, YES
from pbem.kit.typed import Typed
from questions import OPTIONS, Question, questions
from tiers import tiers

QUICK = {"angola": 130, "enduring_freedom": 40, "fallujah": 60, "anaconda": 60}  # answers


def answers(asked: Question, words: tuple[str, ...]) -> dict[str, str]:
    """What each of these words is read as at a question; "" if it is refused."""
    return {word: "" if asked.refusal(word) is not None else "; ".join(asked.read(word)) for word in words}


def check_alike(asked: Question) -> None:
    """All words of a kind are one answer, or none of them is any."""
    nothing, yes = answers(asked, NOTHING), answers(asked, YES)
    assert len(set(nothing.values())) == 1, (asked.kind, asked.seat, nothing)
    assert len(set(yes.values())) == 1, (asked.kind, asked.seat, yes)
    if said := nothing["none"]:
        alone = answers(asked, ALONE)
        assert set(alone.values()) == {said}, (asked.kind, asked.seat, alone)


def check_no_name(asked: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a reserved word stands in what is offered, it is taken for no name."""
    taken = list[tuple[str, str]]()
    name = Typed.name

    def watched(self: Typed, names, *args, **kwargs) -> str:  # type: ignore[no-untyped-def]
        word = self.peek()
        found = name(self, names, *args, **kwargs)
        if found and word in RESERVED and not names.exact(word):
            taken.append((word, found))
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Typed, "name", watched)
        for shown in asked.shown()[:1]:
            words = shown.split()
            for at in sorted({0, len(words) // 2, len(words)}):
                for word in ("no", "none", "pass", "yes"):
                    asked.refusal(" ".join([*words[:at], word, *words[at + 1:]]))
    assert not taken, (asked.kind, asked.seat, taken)


def go_through(game: str, monkeypatch: pytest.MonkeyPatch, often: int = 2, **how) -> set[str]:  # type: ignore[no-untyped-def]
    """The rules that asked; so many questions of a kind are looked at."""
    met = Counter[str]()
    for asked in questions(game, **how):
        met[asked.kind] += 1
        if met[asked.kind] <= often:
            check_alike(asked)
            check_no_name(asked, monkeypatch)
    return {kind.split()[0] for kind in met}


@pytest.mark.parametrize("game", tiers(sorted(OPTIONS), [one for one in OPTIONS if one != "anaconda"]))
def test_words_for_nothing_and_yes_are_alike_at_the_first_questions_of_a_game(game, monkeypatch):
    assert len(go_through(game, monkeypatch, often=1, most=QUICK[game])) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize(("game", "options"), [(game, one) for game, some in OPTIONS.items() for one in some])
def test_words_for_nothing_and_yes_are_alike_at_every_question_of_a_game(game, options, bot, monkeypatch):
    assert len(go_through(game, monkeypatch, bot=bot, options=options)) >= 6
