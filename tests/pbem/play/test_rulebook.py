"""The index of a ruleset's sections, read from its docstrings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.play.rulebook import Entry, index, is_tested_by, names_of_tests, rows_about, rulings_in, sections_in


@pytest.mark.parametrize(
    ("docstring", "sections"),
    [
        ("9.6 The owner names the unit.", ("9.6",)),
        ("9.6, 11.2 The owner names the unit.", ("9.6", "11.2")),
        ("9.6 and 11.2 to 11.4 Losses.", ("9.6", "11.2", "11.3", "11.4")),
        ("12.1-12.3, rulings R47-R50 The other seat may fire.", ("12.1", "12.2", "12.3")),
        ("3.4(2), 20.7 Every pick goes face down.", ("3.4", "20.7")),
        ("9 to 12.2 Fire.", ("9", "12.2")),
        ("9.1, 9.3", ("9.1", "9.3")),
        ("3: Setting up.", ("3",)),
        ("12.34.5.67 As deep as sections go.", ("12.34.5.67",)),
        ("9.3-A A table.", ("9.3",)),
        ("The owner names the unit (9.6).", ()),
        ("", ()),
        ("7.1 First.\n\n8.2 is no section of it.", ("7.1",)),
        ("40 units at most.", ("40",)),
        ("1000 units.", ()),
    ],
)
def test_a_docstring_begins_with_its_sections(docstring, sections):
    assert sections_in(docstring) == sections


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "battle").mkdir()
    (tmp_path / "battle" / "fire.py").write_text(
        'class Battle:\n    """9 A battle."""\n\n'
        'async def fire():\n    """9.1 Fire \u00e0 la main, ruling R7."""\n    return 1  # ruling R12, again R7\n\n'
        "def bare():\n    return R3X\n",
        encoding="utf-8",
    )
    (tmp_path / "air.py").write_text('def sortie():\n    """10.2 Air."""\n\n# ruling R100\n')
    (tmp_path / "notes.txt").write_text("def no_code(): ruling R55\n")
    (tmp_path / "test_09_fire.py").write_text(
        "def test_9_1_fire():\n    pass\n\nasync def test_later():\n    pass\n\ndef helper():\n    pass\n\n"
        "class TestAir:\n    def test_10_2_air(self):\n        pass\n"
    )
    return tmp_path


def test_every_function_and_class_stands_in_the_index_with_its_sections_and_rulings(folder):
    found = {entry.name: entry for entry in index(folder) if not entry.module.startswith("test_")}
    assert found == {
        "sortie": Entry("air", "sortie", ("10.2",), (), "Air.", 1),
        "Battle": Entry("battle/fire", "Battle", ("9",), (), "A battle.", 1),
        "fire": Entry("battle/fire", "fire", ("9.1",), ("R7", "R12"), "Fire \u00e0 la main, ruling R7.", 4),
        "bare": Entry("battle/fire", "bare", (), (), "", 8),
    }
    assert [entry.module for entry in index(folder)][:1] == ["air"]


def test_rulings_are_found_in_any_line_of_code(folder):
    assert rulings_in(folder) == {"R7", "R12", "R100"}


def test_tests_are_found_by_name(folder):
    assert set(names_of_tests(folder)) == {("test_09_fire.py", "test_9_1_fire"), ("test_09_fire.py", "test_10_2_air")}


def test_an_entry_is_about_its_sections_their_parents_and_its_rulings(folder):
    fire = next(entry for entry in index(folder) if entry.name == "fire")
    assert [fire.is_about(number) for number in ("9.1", "9", "9.2", "9.11", "R12", "R1")] == [
        True, True, False, False, True, False]


@pytest.mark.parametrize(("number", "test", "is_about"), [
    ("8.5", "test_8_5_once", True), ("8.5", "test_t52_8_5_once", True), ("8.5", "test_t52_r40_8_5", True),
    ("8", "test_8_5_once", True), ("8.5", "test_8_51_once", False), ("5", "test_8_5_once", False),
    ("8.5", "test_A52_R40_8_5", True), ("R40", "test_A52_R40_a_gun", True), ("R40", "test_8_5_A52_R40_a_gun", True),
    ("R4", "test_A52_R40_a_gun", False), ("R40", "test_8_5_as_R40_says", False), ("5", "test_A52_8_5", False),
    ("52", "test_t52_8_5_once", False), ("R40", "test_t52_r40_8_5", True), ("R4", "test_t52_r40_8_5", False),
])
def test_a_test_is_named_after_sections_and_rulings(number, test, is_about):
    assert is_tested_by(number, test) is is_about


def test_rows_of_a_page_are_found_by_the_number_in_their_first_cell(tmp_path):
    page = tmp_path / "README.md"
    page.write_text("| section | module |\n| --- | --- |\n| 9.1, 9.2 fire | `fire.py` |\n| 9.12 flight | 9.1 |\n")
    assert rows_about(page, "9.1") == ["9.1, 9.2 fire | `fire.py`"]
    assert rows_about(page, "R7") == rows_about(tmp_path / "none.md", "9.1") == []


def test_a_row_names_what_lies_in_its_range_and_stands_for_the_parts_that_no_row_names(tmp_path):
    page = tmp_path / "README.md"
    page.write_text("| 9.2 to 9.11 air | `air.py` |\n| 9 combat | `combat.py` |\n| 12, 14 aid | `aid.py` |\n")
    assert rows_about(page, "9.10") == ["9.2 to 9.11 air | `air.py`"]
    assert rows_about(page, "9.12") == rows_about(page, "9") == ["9 combat | `combat.py`"]
    assert rows_about(page, "9.2.1") == ["9.2 to 9.11 air | `air.py`"]
    assert rows_about(page, "14.3") == ["12, 14 aid | `aid.py`"]
    assert rows_about(page, "13.1") == []


def test_a_table_of_something_else_has_no_rows_about_sections(tmp_path):
    page = tmp_path / "README.md"
    page.write_text("| section | module |\n| --- | --- |\n| 3 start | `setup.py` |\n\n"
                    "| units | games |\n|---|:---:|\n| 3 | 62 |\n")
    assert rows_about(page, "3.4") == ["3 start | `setup.py`"]
