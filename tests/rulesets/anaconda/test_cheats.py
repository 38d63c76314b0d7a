"""R97, (e) What a cheating seat signs all the same: found at the opening or by the audit, and it alone is named."""

from __future__ import annotations

from typing import Any

import pytest
from anaconda.boards import hide
from anaconda.test_plans import THREE, answer, planning, walkers

from pbem.play.requests import Open, Write
from pbem.play.table import Table
from pbem_games.anaconda.ending import GameEnds
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.plans.asking import AnswerSealed
from pbem_games.anaconda.plans.conditions import SealConditions
from pbem_games.anaconda.state import State


def at_the_window(state: State, *groups: str, hurt: bool = False) -> Table[Any]:
    """Al Qaeda is to name which of these groups is due; `hurt`: at a mover that its first group has pinned."""
    table = answer(planning(state), THREE)
    assert isinstance(table.pending, SealConditions)
    table.answer({table.expected()[0]: ["pause=never"]})
    assert isinstance(table.pending, AnswerSealed)
    count = len(table.pending.per_seat()[AL_QAEDA])
    table.answer({AL_QAEDA: [*groups, *["pass"] * (count - len(groups))]})
    table.answer()  # the conditions are opened
    if hurt:
        table.answer("fire t1 1")
        opened(table)
        table.answer((2,))
    assert isinstance(table.pending, Write)
    assert table.pending.rule == "12.2-d"
    return table


def opened(table: Table[Any]) -> None:
    while isinstance(table.pending, Open):
        table.answer()


@pytest.mark.parametrize(("groups", "named", "why"), [
    (["fire t1 least=9"], "fire t1 1", "t1 fired into 0509 with 3, and was to with 9 at least"),
    (["fire t2", "fire t1"], "fire t1 1", "t1 fired into 0509 and is not named so in the group that was opened"),
    (["pass", "fire t1"], "fire t1 1", "t1 fired into 0509 and is not named so in the group that was opened"),
    (["fire t1+t2"], "fire t2+t1 1", "t2 fired into 0509 and is not named so in the group that was opened"),
    (["fire t1+t2 most=1"], "fire t1+t2 1", "t1 fired into 0509 with 2, and was to with 1 at most"),
    (["fire t1 lead=t3"], "fire t1 1", "t1 fired into 0509 led by token 3, which is not with it"),
], ids=["least", "another's", "a pass", "another order", "most", "lead"])
def test_r97_a_group_that_its_own_words_held_back_loses_the_match_when_it_is_opened_and_fires_nothing(
    groups, named, why,
):
    state = walkers("a_hmg_1", "a_inf_1")
    state.options.leaders = True
    hide(state, "1203", "a_hvt_1")
    table = at_the_window(state, *groups)
    table.answer(named)
    with pytest.raises(GameEnds) as ends:
        opened(table)
    assert ends.value.result.winners == ("coalition",)
    assert why.replace("t1 ", "token 1 ").replace("t2 ", "token 2 ") in ends.value.result.text
    assert ends.value.result.by == "r97"
    assert not state.units["r_1_87_c1"].pinned


def test_r97_so_does_one_that_was_to_spare_who_is_hurt():
    state = walkers("a_hmg_1", "b_hmg_1")
    table = at_the_window(state, "fire t1", "fire t2", hurt=True)
    table.answer("fire t2 2")
    with pytest.raises(GameEnds) as ends:
        opened(table)
    assert "token 2 fired into 0509 at what was hurt, and was to spare it, against 12.2" in ends.value.result.text


def test_r97_what_its_words_allow_is_no_offence():
    state = walkers("a_hmg_1", "a_inf_1")
    table = at_the_window(state, "fire t2+t1 least=3 most=1")
    table.answer("fire t2 1")
    opened(table)
    assert table.result is None
    assert state.tokens["t2"].face == "a_inf_1"
    assert state.tokens["t1"].face == ""
