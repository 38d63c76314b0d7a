"""What is longer than a terminal is shown in parts, each of which fits."""

from __future__ import annotations

import pytest

from pbem.cli import screens
from pbem.cli.screens import BESIDE, Screens


@pytest.fixture(autouse=True)
def low(monkeypatch):
    monkeypatch.setattr(screens, "height", lambda: 24)
    monkeypatch.setattr(screens, "width", lambda: 80)


def shown_in_turn(lines: list[str]) -> list[list[str]]:
    """All parts, as one sees them who asks for more until the first is back."""
    cut = Screens()
    parts = [cut.ask(lines)]
    while (part := cut.next()) != parts[0]:
        parts.append(part)
    return parts


def rows(line: str) -> int:
    return max(1, -(-len(line) // 80))


@pytest.mark.parametrize("long", [20, 79, 81, 200])
@pytest.mark.parametrize("many", [1, 20, 21, 22, 40, 99])
def test_every_line_is_shown_once_and_no_part_is_higher_than_the_terminal(many, long):
    lines = [f"  {number:3}  ".ljust(long, "x") for number in range(many)]
    parts = shown_in_turn(lines)
    told = [line for part in parts for line in part if not line.startswith("-- part ")]
    assert told == lines
    for number, part in enumerate(parts, 1):
        assert sum(map(rows, part)) <= 24 - BESIDE + 1
        then = "Enter shows the next" if number < len(parts) else "more begins again"
        assert len(parts) == 1 or part[-1] == f"-- part {number} of {len(parts)}; {then} --"


def test_a_remark_stays_with_its_choice():
    lines = [line for number in range(30) for line in (f"  {number:3}  go", "          why", "            so")]
    for part in shown_in_turn(lines):
        assert part[0].endswith("go")
        assert part[-2].endswith("so")


def test_one_line_higher_than_the_terminal_is_shown_all_the_same():
    lines = ["x" * 80 * 30, "y"]
    assert [part[0] for part in shown_in_turn(lines)] == lines


def test_nothing_has_no_parts():
    assert Screens().next() == []
    assert Screens().ask([]) == []


def test_colours_take_no_room():
    lines = ["\x1b[31m" + "x" * 78 + "\x1b[0m"] * 20
    assert shown_in_turn(lines) == [lines]


@pytest.mark.parametrize(("drawn", "asked", "parts"), [(5, 10, 1), (15, 10, 2), (50, 10, 4), (50, 30, 5)])
def test_after_a_map_comes_the_question_again_unless_both_fit(drawn, asked, parts):
    cut, question = Screens(), [f"  {number:3}  go" for number in range(asked)]
    first = cut.ask(question)
    shown = [cut.show(["map"] * drawn), *(cut.next() for _ in range(parts))]
    assert shown[-1] == shown[0]
    told = [line for part in shown[:-1] for line in part if not line.startswith("-- part ")]
    assert told == ["map"] * drawn + question * (parts > 1)
    assert cut.ask(question) == first


def test_a_board_comes_before_its_question_and_a_short_end_of_it_with_the_question():
    cut = Screens()
    board, question = [f"{n}" for n in range(22)], ["which?", "  1  this"]
    assert cut.ask(question, board)[:-1] == board[:20]
    assert (cut.has_more, cut.is_asked) == (True, False)
    assert cut.next()[:-1] == [*board[20:], *question]
    assert (cut.has_more, cut.is_asked) == (False, True)
    assert cut.ask(question, board[:10]) == [*board[:10], *question]
    assert (cut.has_more, cut.is_asked) == (False, True)


def test_a_drawn_line_that_begins_with_blanks_is_no_remark():
    cut = Screens()
    board = ["x", *["           +---"] * 40]
    assert len(cut.ask(["which?"], board)) == 21
