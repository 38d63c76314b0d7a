"""R110 The conditions of a plan as people type them."""

from __future__ import annotations

import pytest
from anaconda.boards import bytes_of
from anaconda.test_plans import THREE, answer, planning, walkers

from pbem.errors import IllegalMove
from pbem.play.sight import peek_of
from pbem_games.anaconda.forms import FORMS
from pbem_games.anaconda.numbers import COALITION


def typed(text: str) -> str:
    """The record's words for conditions of a plan of three entries; nothing else changes."""
    state = walkers("a_inf_1")
    table = answer(planning(state), THREE)
    before = bytes_of(state)
    try:
        return FORMS.read_orders(state, table.pending, COALITION, text, peek_of(table, COALITION))[0]
    finally:
        assert bytes_of(state) == before


@pytest.mark.parametrize(("text", "said"), [
    ("none", "pause=never"), ("pause loss", "pause=loss"), ("contact", "pause=contact"),
    ("stop 3, 1", "pause=never stop=1,3"), ("stop 1 1 2", "pause=never stop=1,2"),
    ("never; stop 2; stop 3", "pause=never stop=2,3"),
    ("pause contact; stop 1; 2 needs 1; 3 needs 1", "pause=contact stop=1 needs=2:1,3:1"),
])
def test_r110_conditions_are_typed_in_any_order(text: str, said: str) -> None:
    assert typed(text) == said


@pytest.mark.parametrize(("text", "because"), [
    ("pause", "pause when"), ("pause always", "pause when"), ("pause loss contact", "a pause is said once"),
    ("loss; contact", "a pause is said once"), ("stop", "which entries stop"), ("stop 4", "4 is no number from 1 to 3"),
    ("3", "what does entry 3 need"), ("3 pause", "pause is not understood here"),
    ("4 needs 1", "4 is no number from 1 to 3"), ("2 needs", "which entry does it need"),
    ("2 needs 3", "one needs only earlier ones"), ("flip t1", "flip is not understood"),
])
def test_r110_conditions_that_say_nothing_are_refused(text: str, because: str) -> None:
    with pytest.raises(IllegalMove, match=because):
        typed(text)
