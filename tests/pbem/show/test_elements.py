"""Drawings in a page, element by element: nothing is lost, nothing of others gets a meaning, and a page stays light."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages import embedded, hostile_frames, spelled_out
from pbem.replay.films.opening import open_reel
from pbem.show.html import Match, page
from pbem.show.html.elements import elements, shortened
from pbem.show.html.tables import Tables
from pbem.show.svg import board_svg
from pictures import EVIL

ROOT = Path(__file__).resolve().parents[3]
MOST = {"anaconda_neither": 1_650_465, "angola_western_decisive": 2_535_718,
        "enduring_freedom_operational_victory": 860_083, "fallujah_april_won": 706_580}  # fmt: skip
"""Bytes: 1.2 times the pages before boards had houses, hills and battle cards; Anaconda's no more than it was."""


@pytest.mark.parametrize("name", MOST)
def test_a_page_is_no_heavier_than_its_budget(name):
    assert (ROOT / "examples" / "replays" / f"{name}.html").stat().st_size <= MOST[name]


def test_elements_together_are_the_drawing():
    group = '<g a="1"><g><path d="M1 1"/></g><text>a &lt; b</text></g>'
    assert list(elements(f"{group}<rect/><title>x</title>")) == [group, "<rect/>", "<title>x</title>"]
    assert list(elements("")) == []


@pytest.mark.parametrize("case", ["angola/wrong_on_purpose", "fallujah/april_won"])
def test_a_board_comes_out_as_it_went_in(case):
    drawn = board_svg(next(iter(open_reel(ROOT / "logs" / case / "game.pbem"))).scene.board)
    parts = list(elements(drawn))
    assert "".join(parts) == drawn
    assert [spelled_out(shortened(one)) for one in parts] == parts
    assert not {"<", ">", '"'} & set("".join(map(shortened, parts)))


def test_signs_that_stand_for_others_keep_their_own_meaning_in_words():
    drawn = "<title>{b} it's</title>"
    assert shortened(drawn) == "{title}&#123;b&#125; it&#39;s{/title}"
    assert spelled_out(shortened(drawn)) == "<title>&#123;b&#125; it&#39;s</title>"


def test_what_counters_share_is_written_once():
    tables = Tables()
    one, other = (tables.drawing(f'<rect width="26"/><text>{words}</text>') for words in ("A", "B"))
    assert tables.drawing('<rect width="26"/><text>A</text>') == one != other
    assert tables.take()["drawings"] == [[0, 1], [0, 2]]


def test_no_word_of_others_becomes_an_element():
    data = embedded(page(hostile_frames(), Match(title=EVIL, id="x", engine="toy/1", seats=("a",))), "data-play")
    whole = "".join(map(spelled_out, data["tables"]["elements"])).lower()
    assert data["tables"]["elements"]
    assert "<script" not in whole
    assert "<img" not in whole
