"""What somebody at the table needs who knows nothing of this program: who is ahead, plain words, what is seen first."""

from __future__ import annotations

import re
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
    one.until("!document.querySelector('#drafted') && document.querySelectorAll('#score li').length === 3")
    said = one.page.locator("#score li").all_inner_texts()
    assert [word for word in ("ahead", "from victory") if not any(word in line for line in said)] == []
    replay = tmp_path / "replay.html"
    one.desks.must("eva", "export", "html", "-o", str(replay), at=one.desks.game("eva"))
    opened = Opened(chromium, replay, "#r99999")
    assert opened.page.locator("#standing li").all_inner_texts() == said
    opened.close()
    one.page.set_viewport_size({"width": 360, "height": 640})
    assert "OPFOR ahead" in one.text("#turn .narrow"), "on a telephone beside the turn"
    one.desks.must("eva", "resign", "--yes")
    one.until("!document.querySelector('#score ul')")  # then the result says it


def test_how_it_stands_is_seen_by_each_seat_and_says_level_once(sits):
    one = sits(ANGOLA)
    assert one.page.locator("#score li b.leads").all_inner_texts() == ["level", "level"]
    assert one.page.locator("#score .badge").all_inner_texts() == ["F", "M", "N", "U"]
    one.page.set_viewport_size({"width": 360, "height": 640})
    assert "level" not in one.text("#turn .narrow")


FIRST = """['#turn h2', '#since .since', '#send', '.asked', '#ready button.ready'].filter(one => {
  const box = node => node.getBoundingClientRect(), node = document.querySelector(one);
  if (!node) return false;
  const {top, bottom, height} = box(node), least = one.startsWith('#ready') ? top + Math.min(height, 60) / 2 : bottom;
  return top < box(document.getElementById('scroll')).top || least > box(document.getElementById('dock')).top;
})"""
"""What must be seen first and is not, above the order: the whole question, half of what is ready."""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 720)])
@pytest.mark.parametrize(("game", "most"), [(ANGOLA, 3), ("fallujah", 1), ("enduring_freedom", 0)])
def test_what_comes_first_is_above_the_fold_with_drafts_and_without(sits, game, most, width, height):
    one = sits(game, viewport={"width": width, "height": height})
    assert one.page.evaluate(FIRST) == []
    for count in range(1, most + 1):
        one.page.click("#ready button >> nth=0")
        one.page.click("#draft:not([disabled])")
        one.until(f"document.querySelectorAll('#drafts li').length === {count}")
        one.until("document.querySelector('#ready button')")
        one.settled()
        assert one.page.evaluate(FIRST) == []


def test_the_page_goes_up_with_what_was_drafted_whatever_is_still_on_its_way(sits):
    one = sits(ANGOLA, viewport={"width": 1280, "height": 500})
    looks: list[Any] = []

    def only_the_first(route: Any) -> None:  # the table tells of the draft: the page looks once more, and waits
        looks.append(route)
        if len(looks) == 1:
            route.continue_()

    one.page.click("#ready button >> nth=0")
    one.until("!document.getElementById('draft').disabled")
    one.page.evaluate("document.getElementById('scroll').scrollTop = 300")
    assert one.page.evaluate("document.getElementById('scroll').scrollTop") > 0
    one.page.route("**/api/m/*?*", only_the_first)
    one.page.click("#draft")
    one.until("document.querySelectorAll('#drafts li').length === 1")
    one.until("document.getElementById('scroll').scrollTop === 0")
    for route in looks[1:]:
        route.continue_()
    one.page.unroute("**/api/m/*?*")


def test_drafts_are_one_line_on_a_telephone_and_unfold(sits):
    one = sits(ANGOLA)
    for count in (1, 2):
        one.page.click("#ready button >> nth=0")
        one.page.click("#draft:not([disabled])")
        one.until(f"document.querySelectorAll('#drafts li').length === {count}")
        one.until("!document.getElementById('order').value")
        one.settled()
    draft = one.page.locator("#drafts li").first
    assert draft.is_visible()
    one.page.set_viewport_size({"width": 360, "height": 640})
    one.until("!document.getElementById('drafted').open")
    assert not draft.is_visible()
    assert one.page.locator("#send").is_visible()
    assert one.page.evaluate("document.getElementById('drafts').offsetHeight") < 60
    one.page.focus("#drafted summary")
    one.page.keyboard.press("Enter")
    assert draft.is_visible()
    one.page.click("#undo")
    one.until("document.querySelectorAll('#drafts li').length === 1")
    assert draft.is_visible(), "what was unfolded stays so"


def test_what_is_ready_is_said_by_the_names_of_units_and_places_and_sent_as_typed(sits):
    one = sits(ANGOLA)
    typed, named = (one.text(f"#ready button >> nth=0 >> {part}") for part in ("small", ".named"))
    assert re.fullmatch(r"a luanda 9inf car1; b .+ 4inf; c .+ inf14; loose", typed)
    each = r"Column A Luanda 9 infantry, armored car; Column B [A-Z].+ 4 infantry; Column C [A-Z].+ infantry; loose"
    assert re.fullmatch(each, named)
    one.page.click("#ready button >> nth=0")
    assert one.page.input_value("#order") == typed
