"""What is told of moves and fires, and how refusals and names read."""

from __future__ import annotations

from collections import Counter

from anaconda.boards import fresh

from pbem.errors import IllegalMove
from pbem.kit.spelling import Names, joined
from rulesets.anaconda.plans.recon import _tell_lapsed
from rulesets.anaconda.words.names import they_do
from rulesets.anaconda.words.vocabulary import coalition_names


def test_the_name_that_the_screen_shows_may_be_typed_from_its_second_word_on():
    names = joined(coalition_names(fresh().numbers), Names({"t1": ("t1", "token 1")}))
    assert names.begun("zia 1") == names.begun("Zia 1") == [names.exact("AMF Zia 1")]


def test_a_part_that_two_vocabularies_share_names_nobody():
    names = joined(Names({"a": ("Red One",)}, inner=True), Names({"b": ("Blue One",)}, inner=True))
    assert names.begun("one") == []


def test_r110_recons_of_one_hex_that_lapse_in_a_row_are_counted():
    lapsed = Counter({"1710": 8, "1808": 1})
    told, work = list[str](), _tell_lapsed(lapsed)
    try:
        tell = work.send(None)
        while True:
            told.append(tell.text)
            tell = work.send(None)
    except StopIteration:
        pass
    assert told == ["8 recons of 1710 lapse", "The recon of 1808 lapses"]
    assert not lapsed


def test_r110_is_a_ruling_in_sentences_and_the_legal_are_the_first_dozen():
    refused = IllegalMove("x", "r110", "no", range(30))
    assert "rule R110: no" in str(refused)
    assert str(refused).endswith("10, 11 and 18 more")
    assert refused.rule == "r110"


def test_one_fires_and_several_fire(monkeypatch):
    monkeypatch.setattr("rulesets.anaconda.words.names.counters_named", lambda _state, ids: ", ".join(ids))
    assert they_do(None, ["AH-64 1"], "fire") == "AH-64 1 fires"
    assert they_do(None, ["AH-64 1", "AH-64 2"], "fire") == "AH-64 1, AH-64 2 fire"
