"""What is told of moves and fires, and how refusals and names read."""

from __future__ import annotations

from anaconda.boards import fresh

from pbem.errors import IllegalMove
from pbem.kit.spelling import Names, joined
from pbem_games.anaconda.words.vocabulary import coalition_names


def test_the_name_that_the_screen_shows_may_be_typed_from_its_second_word_on():
    names = joined(coalition_names(fresh().numbers), Names({"t1": ("t1", "token 1")}))
    assert names.begun("zia 1") == names.begun("Zia 1") == [names.exact("AMF Zia 1")]


def test_a_part_that_two_vocabularies_share_names_nobody():
    names = joined(Names({"a": ("Red One",)}, inner=True), Names({"b": ("Blue One",)}, inner=True))
    assert names.begun("one") == []


def test_r110_is_a_ruling_in_sentences_and_the_legal_are_the_first_dozen():
    refused = IllegalMove("x", "r110", "no", range(30))
    assert "rule R110: no" in str(refused)
    assert str(refused).endswith("10, 11 and 18 more: pbem next --all")
    assert refused.rule == "r110"
