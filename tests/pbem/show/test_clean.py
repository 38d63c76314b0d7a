"""Text of strangers on our screen: every letter, and nothing that acts."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.show.clean import MOST_MARKS, clean, clean_cell

VISIBLE_FORMATS = {0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
                   *range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4)}  # signs that are drawn, whatever their class


def test_letters_of_all_languages_stay():
    others = ("\u6771\u4eac", "\u05e9\u05dc\u05d5\u05dd", "\U0001f3b2", "e\u0301", "a\xa0b", "<b>&amp;[x]")
    for text in ("Luanda", "J\u00f3z\u00e9", "\u0420\u043e\u0441\u0441\u0438\u044f", *others):
        assert clean(text) == text


@pytest.mark.parametrize(("text", "shown"), [
    ("\x1b[2J\x1b]0;title\x07done", "[2J]0;titledone"),
    ("\x9b31mred", "31mred"),
    ("over\bwrite\x7f", "overwrite"),
    ("a\nangola: MPLA resigned", "a angola: MPLA resigned"),
    ("a\r\nb\tc\u2028d\x85e", "a  b c d e"),
    ("abc\u202egnp.exe\u2069", "abcgnp.exe"),
    ("MP\u200bLA\ufeff\u00ad\u2060", "MPLA"),
    ("x\udc80y\ud83d", "xy"),
    ("a\U000e0041\U000e01efb\ufe0f", "ab"),
])
def test_what_acts_is_taken_out(text, shown):
    assert clean(text) == shown


@pytest.mark.parametrize("mark", ["\u0301", "\u0e33", "\u20dd", "\U0001e8d0"])
def test_no_heap_of_marks_covers_what_stands_beside(mark):
    assert clean(f"a{mark * 2000}b{mark * 3}") == f"a{mark * MOST_MARKS}b{mark * 3}"
    assert clean(f"{mark * MOST_MARKS} {mark * MOST_MARKS}") == f"{mark * MOST_MARKS} {mark * MOST_MARKS}"


def test_what_has_many_marks_by_its_script_stays():
    hebrew = "\u05d1\u05bc\u05b0\u05e8\u05b5\u05d0\u05e9\u05c1\u05b4\u0596\u05d9\u05ea"
    for text in (hebrew, "\u0f42\u0f66\u0fb3\u0f74\u0f56", "\u0e19\u0e49\u0e33" * 20, "\u4e00" * 100):
        assert clean(text) == text


def test_no_character_that_acts_is_left():
    left = [code for code in range(sys.maxunicode + 1)
            if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp")
            and code not in VISIBLE_FORMATS and clean(chr(code)) not in ("", " ")]
    assert [hex(code) for code in left] == []


@settings(max_examples=100)
@given(st.text(alphabet=st.characters()))
def test_clean_text_is_printable_and_stays_as_it_is(text):
    once = clean(text)
    once.encode()
    assert clean(once) == once
    assert len(once.splitlines()) <= 1


@pytest.mark.parametrize(("text", "cell"), [
    ("=1+1", "'=1+1"), (" =1", "' =1"),
    ("\t@x", "' @x"), ("\u202e-1", "'-1"), ("a\r=b", "a =b"), ("", ""), ("a+b", "a+b"),
])  # fmt: skip
def test_a_cell_is_one_harmless_line_and_no_formula(text, cell):
    assert clean_cell(text) == cell
