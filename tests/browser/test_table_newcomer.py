"""What somebody at the table needs who knows nothing of this program: who is ahead, plain words, what is seen first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import Seated
from browsing import Opened

pytestmark = pytest.mark.browser
ANGOLA = "angola fapla=me fnla=me mpla=me unita=me"


@pytest.fixture
def sits(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """A function that seats Eva at a game in which she holds every seat."""
    sitting: list[Seated] = []

    def sit(game: str, **options: Any) -> Seated:
        sitting.append(Seated(chromium, tmp_path, game, **options))
        return sitting[0]

    yield sit
    for one in sitting:
        assert one.close() == (0, "")
        assert one.wrong == []


def test_how_it_stands_is_said_as_on_the_page_of_the_replay(sits, chromium, tmp_path):
    one = sits("fallujah")
    one.page.click("#ready button >> nth=0")
    one.page.click("#draft:not([disabled])")
    one.page.click("#send")
    one.says("signed: 1 draft")
    one.until("document.querySelectorAll('#score li').length === 3")
    said = one.page.locator("#score li").all_inner_texts()
    assert [word for word in ("ahead by", "from victory") if not any(word in line for line in said)] == []
    replay = tmp_path / "replay.html"
    one.desks.must("eva", "export", "html", "-o", str(replay), at=one.desks.game("eva"))
    opened = Opened(chromium, replay, "#r99999")
    assert opened.page.locator("#standing li").all_inner_texts() == said
    opened.close()
    one.page.set_viewport_size({"width": 360, "height": 640})
    assert "OPFOR ahead by" in one.text("#turn .narrow"), "on a telephone beside the turn"
    one.desks.must("eva", "resign", "--yes")
    one.until("!document.querySelector('#score ul')")  # then the result says it


def test_how_it_stands_is_seen_by_each_seat_and_says_level_once(sits):
    one = sits(ANGOLA)
    assert one.page.locator("#score li b.leads").all_inner_texts() == ["level", "level"]
    assert one.page.locator("#score .badge").all_inner_texts() == ["F", "M", "N", "U"]
    one.page.set_viewport_size({"width": 360, "height": 640})
    assert "level" not in one.text("#turn .narrow")
