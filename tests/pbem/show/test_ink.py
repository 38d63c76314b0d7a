"""Ink: colours that can be left away, and the grid they are laid on."""

from __future__ import annotations

from pbem.show.ink import InkGrid, ansi, to_ascii


def test_without_colour_only_the_text_is_left() -> None:
    spans = [("FAPLA", "#d03030"), (" holds ", ""), ("Luanda", "bold"), ("   ", "dim")]
    assert ansi(spans, colour=False) == "FAPLA holds Luanda"
    assert ansi(spans, colour=True) == "\x1b[38;5;167mFAPLA\x1b[0m holds \x1b[1mLuanda\x1b[0m"


def test_ascii_keeps_what_can_be_read() -> None:
    assert to_ascii("São Salvador · Moçâmedes – “×”") == "Sao Salvador . Mocamedes - \"x\""
    assert to_ascii("Київ") == "????"


def test_a_lower_layer_does_not_write_over_a_higher_one() -> None:
    grid = InkGrid(6, 1)
    grid.write(0, 1, [("AB", "")], 2)
    grid.write(0, 0, [("......", "")], 1)
    assert grid.lines(colour=False) == [".AB..."]
    assert grid.free(0, 3, 3, 2)
    assert not grid.free(0, 2, 2, 2)
    assert not grid.free(0, 5, 2, 9)


def test_what_is_off_the_grid_is_left_out() -> None:
    grid = InkGrid(3, 1)
    grid.write(0, -1, [("abcde", "")], 1)
    grid.write(1, 0, [("x", "")], 1)
    grid.claim(5, 0, 3, 9)
    assert grid.lines(colour=False) == ["bcd"]


def test_runs_of_one_style_share_their_codes() -> None:
    grid = InkGrid(5, 1)
    grid.write(0, 0, [("ab", "bold"), (" ", ""), ("cd", "bold")], 1)
    assert grid.lines(colour=True) == ["\x1b[1mab cd\x1b[0m"]
