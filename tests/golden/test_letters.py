"""Letters of a recorded game of Anaconda by plans: few are typed in an activation."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.letters import by_activation, letters
from pbem.record.log import LOG_NAME

CASE = Path(__file__).resolve().parents[2] / "logs" / "anaconda" / "al_qaeda_wins"
COALITION = ("TF Rakkasan", "TF Dagger", "TF 11", "TF 64")
AL_QAEDA = ("Al Qaeda A", "Al Qaeda B", "Al Qaeda C")


@pytest.fixture(scope="module")
def counted():
    """Activation -> letters typed by the seat in action, and by the other one, on average."""
    found = {}
    for name, (times, posts) in by_activation(letters(CASE / LOG_NAME)).items():
        owner, other = ("coalition", "al_qaeda") if name in COALITION else ("al_qaeda", "coalition")
        found[name] = tuple(posts[seat].typed / times if seat in posts else 0.0 for seat in (owner, other))
    return found


@pytest.mark.parametrize("name", COALITION)
def test_j_9_an_activation_of_the_coalition_takes_three_letters_and_its_answers_at_most_three(counted, name):
    own, other = counted[name]
    assert (0 < own <= 3, other <= 2) == (True, True), (own, other)


@pytest.mark.parametrize("name", AL_QAEDA)
def test_j_9_an_activation_of_al_qaeda_takes_two_letters_and_one_answer(counted, name):
    own, other = counted[name]
    assert (0 < own <= 2, other <= 1) == (True, True), (own, other)
