"""The end of a replay: the whole board, the result beside it, no tab that jumps; and what a step tells first."""

from __future__ import annotations

import re

import pytest

from browsing import RECORDED, WHOLE, Opened

PHONE = {"width": 420, "height": 844}
SIZES = {420: 844, 1400: 900, 2400: 1300}


@pytest.mark.parametrize("width", sorted(SIZES))
@pytest.mark.parametrize("name", sorted(RECORDED))
def test_the_end_shows_the_whole_board_and_who_has_won_beside_it(name, width, browser, written):
    opened = Opened(browser, written(name, "public"), viewport={"width": width, "height": SIZES[width]})
    before = opened.page.evaluate("document.body.dataset.tab")
    opened.press("End")
    assert opened.page.evaluate(WHOLE)
    assert opened.page.evaluate("document.body.dataset.tab") == before
    result, why = (opened.page.locator(f"#standing .{kind}") for kind in ("leads", "why"))
    for line in (result, why):
        box = line.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= SIZES[width]
    assert opened.page.locator("#standing").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    assert opened.page.locator("#now .ending").is_visible()
    if before == "summary":
        assert opened.page.locator("#summary .ending").is_visible()
        assert not opened.page.locator("#reveal").is_visible()
    opened.press("t")
    assert result.is_visible()  # the card of a game that was seen to its end says how it ended
    opened.close()


@pytest.mark.parametrize(("width", "height"), [(1000, 700), (1275, 720), (1400, 900)])
@pytest.mark.parametrize("name", sorted(RECORDED))
def test_the_result_and_its_winners_stand_whole_in_their_box(name, width, height, browser, written):
    opened = Opened(browser, written(name, "public"), viewport={"width": width, "height": height})
    endings = [i for i, step in enumerate(opened.steps) if "ending" in step]
    for i in endings[0], len(opened.steps) - 1:
        opened.page.locator("#slider").fill(str(i))
        line = opened.page.locator("#now .ending")
        assert re.search("Winners: [A-Z]|No player has won", line.inner_text())
        box, cut = line.bounding_box(), opened.page.locator("#now").bounding_box()
        assert cut["y"] <= box["y"]
        assert box["y"] + box["height"] <= cut["y"] + cut["height"]
    opened.close()


def test_who_goes_back_from_the_end_reads_again_and_is_told_nothing(browser, written):
    opened = Opened(browser, written("angola", "public"), "#r200")
    size = "document.querySelector('#view > svg').getBoundingClientRect().width"
    read = opened.page.evaluate(size)
    opened.press("End")
    assert opened.page.evaluate(size) < read
    opened.press("ArrowLeft")
    opened.press("PageUp")
    assert opened.page.evaluate(size) == pytest.approx(read, abs=1)
    opened.click("tab-summary")
    assert not opened.page.locator("#summary .ending").is_visible()
    opened.press("+")  # who moves the board himself keeps what he sees
    nearer = opened.page.evaluate(size)
    opened.press("End")
    assert opened.page.evaluate(size) == pytest.approx(nearer, abs=1)
    opened.close()


@pytest.mark.parametrize("width", sorted(SIZES))
def test_a_tab_that_was_chosen_stays(width, browser, written):
    opened = Opened(browser, written("fallujah"), viewport={"width": width, "height": SIZES[width]})
    for name in ("legend", "summary", "beside"):
        opened.click(f"tab-{name}")
        for key in ("Home", "ArrowRight", "PageDown", ".", "End", "Home"):
            opened.press(key)
            assert opened.page.evaluate("document.body.dataset.tab") == name
    opened.close()


def test_who_steps_without_having_chosen_a_tab_reads_the_story(browser, written):
    opened = Opened(browser, written("fallujah"))
    assert opened.page.evaluate("document.body.dataset.tab") == "summary"
    opened.press("ArrowRight")
    assert opened.page.evaluate("document.body.dataset.tab") == "story"
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_a_step_begins_with_when_it_is_and_what_happens_and_ends_with_its_round(name, browser, written):
    opened = Opened(browser, written(name, "public"), "#r40", viewport=PHONE)
    lines = opened.page.locator("#step").inner_text().splitlines()
    assert lines[0] == opened.page.locator("#when").inner_text()
    assert [i for i, line in enumerate(lines) if re.match("round 40 of the log", line)] == [len(lines) - 1]
    small, large = (opened.page.locator(f"#step {at}").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
                    for at in (".foot", "> :nth-child(2)"))
    assert small < large
    opened.close()


def test_a_link_beyond_the_end_says_so(browser, written):
    opened = Opened(browser, written("fallujah"), "#r99999")
    last = opened.steps[-1]["round"]
    said = opened.page.locator("#missed")
    assert said.inner_text() == f"There is no round 99999: this page ends with round {last}, which is shown."
    opened.press("ArrowLeft")
    assert not said.is_visible()
    opened.page.evaluate(f"location.hash = '#r{last}'")
    opened.until("document.querySelector('#last').disabled")
    assert not said.is_visible()
    opened.page.evaluate(f"location.hash = '#r{last + 1}'")
    opened.until("document.querySelector('#missed').textContent")
    assert said.is_visible()
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_on_a_phone_the_button_of_the_title_card_is_in_sight(name, browser, written):
    opened = Opened(browser, written(name), title=True, viewport=PHONE)
    begin, controls = (opened.page.locator(at).bounding_box() for at in ("#begin", "#controls"))
    assert controls is None or begin["y"] + begin["height"] <= controls["y"]
    assert begin["y"] + begin["height"] <= PHONE["height"]
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_at_the_end_of_a_game_the_story_keeps_its_room_on_a_small_screen(name, browser, written):
    opened = Opened(browser, written(name, "public"), viewport={"width": 1000, "height": 700})
    opened.press("End")
    opened.page.click("#tab-story")
    story = opened.page.locator("#story").bounding_box()
    assert story["height"] >= 96
    assert story["y"] + story["height"] <= 700
    opened.close()
