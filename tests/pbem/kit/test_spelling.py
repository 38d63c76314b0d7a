"""Names as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.spelling import Names, bare, fold, joined, plain, plural, some

PLACES = Names(
    {
        "nova_lisboa": ("Nova Lisboa", "nov"),
        "novo_redondo": ("Novo Redondo",),
        "sao_salvador": ("São Salvador", "sap"),
        "teixeira_de_sousa": ("Teixeira de Sousa", "tei"),
        "jolan_hospital": ("Jolan Hospital",),
        "jolan_park": ("Jolan Park",),
    },
    inner=True,
)
UNITS = Names({"usa_2_1": ("2/1",), "usmc_21": ("21st MEU",)}, shown={"usa_2_1": "2/1 Inf"})


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("nova lisboa", "nova_lisboa"), ("NOVALISBOA", "nova_lisboa"), ("nova_lisboa", "nova_lisboa"),
        ("nov", "nova_lisboa"), ("são salvador", "sao_salvador"), ("Sao Salvador", "sao_salvador"), ("nova", ""),
        ("", ""), ("...", ""),
    ],
)
def test_a_whole_name_is_known_however_it_is_written(typed, id):
    assert PLACES.exact(typed) == id


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("teix", ["teixeira_de_sousa"]), ("nova l", ["nova_lisboa"]), ("n", []), ("zz", []),
        ("no", ["nova_lisboa", "novo_redondo"]), ("jol", ["jolan_hospital", "jolan_park"]),
    ],
)
def test_a_beginning_names_all_that_begin_so(typed, ids):
    assert sorted(PLACES.begun(typed)) == ids


def test_a_word_inside_that_begins_what_two_share_names_neither_that_nor_a_third():
    guns = Names({"a1": ("A Mortar 1",), "b1": ("B Mortar 1",), "c2": ("C Mortar 2",), "z": ("A ZPU 1",)}, inner=True)
    more = joined(guns, Names({"d3": ("D Mortar 3",)}, inner=True))
    for names in (guns, more):
        assert names.begun("mortar") == []
        assert names.begun("mortar 2") == ["c2"]
        assert names.begun("zpu") == ["z"]


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("nov lis", ["nova_lisboa"]), ("t d s", ["teixeira_de_sousa"]), ("jolan p", ["jolan_park"]),
        ("j h", ["jolan_hospital"]), ("nova", []), ("lis nov", []), ("nova lisboa x", []), ("", []), (". .", []),
    ],
)
def test_each_word_of_a_name_may_be_cut_short(typed, ids):
    assert PLACES.shortened(typed.split()) == ids


def test_a_word_inside_of_a_name_names_it_unless_two_share_it():
    assert PLACES.begun("hospital") == ["jolan_hospital"]
    assert Names({"a": ("North Park",), "b": ("South Park",)}, inner=True).begun("park") == []


def test_slashes_tell_a_number_from_a_name():
    assert UNITS.exact("2/1") == "usa_2_1"
    assert UNITS.exact("21") == ""
    assert UNITS.begun("21") == ["usmc_21"]
    assert UNITS.shown("usa_2_1") == "2/1 Inf"
    assert UNITS.shown("nobody") == "nobody"


def test_what_is_spelled_almost_so_is_near_and_long_words_are_near_nothing():
    assert PLACES.near("novo redonda") == ["novo_redondo"]
    assert PLACES.near("nova lisbon", among=["novo_redondo"]) == []
    assert PLACES.near("n" * 5_000) == []


def test_an_earlier_vocabulary_wins():
    both = joined(Names({"x": ("Luanda",)}), Names({"y": ("Luanda",), "z": ("Lobito",)}))
    assert (both.exact("luanda"), both.exact("lobito")) == ("x", "z")


@given(st.text(max_size=40))
def test_spellings_are_stable(text):
    assert fold(fold(text)) == fold(text)
    assert plain(plain(text)) == plain(text)
    assert bare(bare(text)) == bare(text)


def test_numbers_of_things_and_long_lists_read_well():
    assert (plural(1, "hit"), plural(2, "hit"), plural(0, "city", "cities")) == ("1 hit", "2 hits", "0 cities")
    assert some(["a", "b", "c"], 2) == ["a", "b", "c"]
    assert some(["a", "b", "c", "d"], 2) == ["a", "b", "... (2 more)"]
    assert some(["a", "b", "c", "d"], 2, how="ask") == ["a", "b", "... (2 more: ask)"]
