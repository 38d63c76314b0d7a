"""Hexes and lines of fire in words."""

from __future__ import annotations

import pytest
from anaconda.boards_map import ground

from pbem_games.anaconda.words.ground import hex_name, hex_words, line_words, points


@pytest.mark.parametrize(("hex", "name"), [
    ("1808", "1808 (Zerki Kale)"), ("2003", "2003 (BP Amy)"), ("0808", "0808"), ("2218", "2218 (Takur Ghar)"),
    ("gardez", "Gardez"), ("1407", "1407 (OP Whale north)"),
])
def test_a_hex_bears_its_smallest_name(hex: str, name: str) -> None:
    assert hex_name(ground(), hex) == name


def test_a_hex_in_words() -> None:
    assert hex_words(ground(), "1808") == "1808 (Zerki Kale, clear, town, level 1)"
    assert hex_words(ground(), "2218") == "2218 (Takur Ghar, peak, observation point)"


@pytest.mark.parametrize(("halves", "said"), [(0, "0"), (1, "0.5"), (4, "2"), (5, "2.5")])
def test_halves_are_points(halves: int, said: str) -> None:
    assert points(halves) == said


def test_10_15_a_line_says_what_blocks_it_first() -> None:
    assert line_words(ground(), "2218", "1915") == (
        "2218 (Takur Ghar, observation point) to 1915 (Marzak, level 1), 5 hexes: clear")
    assert line_words(ground(), "1101", "1104") == (
        "1101 (level 0) to 1104 (The Guppy, level 1), 3 hexes: blocked by 1102 (Gawyani Ghar, mountain, level 2)")
    assert line_words(ground(), "1710", "1711").endswith("1 hex: clear")
    assert "and" in line_words(ground(), "1423", "1525").partition("blocked by")[2]
