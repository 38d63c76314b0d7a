"""The story as people read it: ways that go on are told as one, rulings by their names."""

from __future__ import annotations

import pytest

from pbem.desk.story import joined, said, sentence
from pbem.play.restart import ToldSentence
from pbem.show.scene import Sentence


def way(round, *places, who="ODA 372", text=" moves "):
    return ToldSentence(round, "8.2", f"{who}{text}{' - '.join(places)}", places, is_way=True)


def test_a_way_in_pieces_is_told_once_in_the_round_of_the_first():
    pieces = [way(47, "Gardez", "1901", "1902"), way(48, "1902", "1903"), way(49, "1903", "1904", "1804")]
    (told,) = joined(pieces)
    assert (told.round, said(told)) == (47, "ODA 372 moves Gardez - 1901 - 1902 - 1903 - 1904 - 1804 (8.2)")
    assert told.places == ("Gardez", "1901", "1902", "1903", "1904", "1804")


@pytest.mark.parametrize("second", [
    way(48, "1902", "1903", who="ODA 594"),
    way(48, "1905", "1906"),
    ToldSentence(48, "8.2", "ODA 372 moves 1902 - 1903", ("1902", "1903")),
    ToldSentence(48, "11.3", "ODA 372 moves 1902 - 1903", ("1902", "1903"), is_way=True),
    ToldSentence(48, "8.2", "ODA 372 moves 1902 - 1903", ("1902", "1903"), headline=True, is_way=True),
    ToldSentence(48, "8.2", "ODA 372 advances into 1903", ("1902", "1903"), is_way=True),
], ids=["another counter", "another place", "no way", "another rule", "headline", "no way in words"])
def test_what_is_no_such_pair_stays_as_it_is(second):
    story = [way(47, "1901", "1902"), second]
    assert joined(story) == story


def test_what_is_told_between_parts_the_pieces():
    story = [way(47, "1901", "1902"), ToldSentence(48, "12.2", "C DShK 1 fires into 1902"), way(49, "1902", "1903")]
    assert joined(story) == story


def test_a_ruling_goes_by_its_name():
    found = [said(ToldSentence(1, rule, "So")) for rule in ("r110", "8.2", "rally")]
    assert found == ["So (R110)", "So (8.2)", "So (rally)"]


def test_a_page_is_told_all_that_a_sentence_is():
    told = ToldSentence(3, "8.2", "ODA 372 moves", ("1901", "1902"), headline=True, is_way=True, faction="coalition")
    assert sentence(told) == Sentence(
        text="ODA 372 moves", rule="8.2", places=("1901", "1902"), headline=True, is_way=True, faction="coalition")
