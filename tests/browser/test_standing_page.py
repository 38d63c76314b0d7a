"""How it stands, under the turn: who opens a page in the middle or at the end sees the sides, who is ahead, by what."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browsing import RECORDED, Opened

WIDTHS = {420: 800, 1400: 900}
WINDOWS = {420: 844, 1400: 900}
FAR = r" from victory|would win now|\d+ \w+ above defeat|would defeat the Coalition now"
UNPLAYED = {"enduring_freedom": "Islamists", "fallujah": "OPFOR"}
LINE = 22  # pixels: the first line of what happened


def opened_at(browser: Any, page: Any, link: str, width: int) -> Opened:
    return Opened(browser, page, link, title=True, viewport={"width": width, "height": WIDTHS[width]})


@pytest.mark.parametrize("width", sorted(WIDTHS))
@pytest.mark.parametrize("name", sorted(RECORDED))
def test_in_the_middle_the_first_screen_tells_the_sides_and_who_is_ahead(name, width, browser, written):
    opened = opened_at(browser, written(name), "#r40", width)
    lines = opened.page.locator("#standing li:not(.lately)")
    said = lines.all_inner_texts()
    far = [line for line in said if re.search(FAR, line)]
    assert len(far) == 2
    ahead = [line for line in far if re.search("now, ahead|victory, the nearer side|defeat, nearer", line)]
    assert len(ahead) == 1 or all("level" in line for line in far)
    assert not any("ahead by" in line for line in said)  # a difference of two distances tells nobody anything
    assert all(lines.nth(i).locator(".badge").count() for i in range(2))
    assert all(re.search(r"\d", lines.nth(i).locator(".reason").inner_text()) for i in range(2))  # why, in numbers
    box = opened.page.locator("#standing").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] < WIDTHS[width] / 2
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
@pytest.mark.parametrize("width", sorted(WIDTHS))
def test_both_reasons_are_told_whole_and_the_story_is_in_sight(name, width, browser, written):
    opened = Opened(browser, written(name), "#r40", title=True, viewport={"width": width, "height": WINDOWS[width]})
    for part in (1, 2, 3):
        opened.page.locator("#slider").fill(str(len(opened.steps) * part // 4))
        assert opened.page.locator("#standing").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
        assert all(opened.page.locator("#standing li .reason").nth(i).is_visible() for i in range(2))
        assert opened.page.locator("#step > :not(.moment)").first.bounding_box()["y"] + LINE <= WINDOWS[width]
    opened.close()


@pytest.mark.parametrize("name", sorted(UNPLAYED))
def test_a_side_that_nobody_plays_has_no_victory_of_its_own(name, browser, written):
    opened = Opened(browser, written(name))
    for part in (1, 2, 3):
        opened.page.locator("#slider").fill(str(len(opened.steps) * part // 4))
        (said,) = [one for one in opened.page.locator("#standing li").all_inner_texts() if f"{UNPLAYED[name]}: " in one]
        assert "from victory" not in said
        assert re.search(r": the Coalition is \d+ [NV]P above defeat|: would defeat the Coalition now", said)
        assert f"nobody plays {'OPFOR' if name == 'fallujah' else 'the Islamists'}" in said
    opened.close()


@pytest.mark.parametrize("name", ["anaconda", "enduring_freedom", "fallujah"])
def test_before_play_begins_it_tells_how_it_stands_then(name, browser, written):
    opened = opened_at(browser, written(name), "", 1400)
    opened.press("Escape")
    first = next(i for i, step in enumerate(opened.steps) if step.get("scores"))
    opened.page.locator("#slider").fill(str(first))
    begun = opened.page.locator("#standing li").all_inner_texts()
    opened.page.locator("#slider").fill(str(first - 1))
    assert opened.page.locator("#standing li").all_inner_texts() == ["When play begins:", *begun]
    assert "When play begins" not in begun[0]
    opened.close()


def test_in_the_middle_of_anaconda_both_say_what_the_next_level_needs_and_the_leader_why(browser, written):
    opened = opened_at(browser, written("anaconda"), "#r40", 1400)
    for part in (1, 2, 3):
        opened.page.locator("#slider").fill(str(len(opened.steps) * part // 4))
        lines = opened.page.locator("#standing li")
        said = [line for line in lines.all_inner_texts() if "VP" in line]
        assert all(re.search(r"\d+ .*VP.*: level .* \(.* (needs|from) \d+", line) for line in said), said
        assert not any(re.search(r"\ban? (Defeat|Stalemate)\b", line) for line in said)  # not beside "would win now"
        assert [", would win)" in line for line in said] == ["would win now" not in line for line in said]
        ahead = [line for line in said if re.search(r"(;|yet ahead:) .*(wins|loses) with .* \d objective hexes", line)]
        assert len(said) == 2
        assert len(ahead) == 1
        assert "would win now" in ahead[0]
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_at_the_end_it_tells_who_has_won_and_by_what(name, browser, written):
    opened = opened_at(browser, written(name), "#r99999", 1400)
    said = opened.page.locator("#standing").inner_text()
    ending = next(step["ending"] for step in opened.steps if "ending" in step)
    words, why = (opened.texts[ending[i]] for i in (0, 3))
    assert opened.page.locator("#standing .leads").all_inner_texts() == [words]
    assert said.splitlines()[-1] == why == opened.page.locator("#standing .why").inner_text()
    assert len(why) > 60
    for place in ("#now", "#summary"):
        assert words in opened.page.locator(place).text_content()
        assert why in opened.page.locator(place).text_content()
    assert said.count("has won") == 1 or not ending[2]  # of a side that no seat plays it is told too
    assert "from victory" not in said
    opened.close()


def test_the_title_card_says_it_at_greater_length(browser, written):
    opened = Opened(browser, written("angola"), title=True)
    assert not opened.page.locator("#standing").is_visible()
    opened.press("Enter")
    assert opened.page.locator("#standing").is_visible()
    opened.close()


@pytest.mark.parametrize("width", [420, 1280, 1400])
def test_each_button_of_the_steps_has_a_word_that_fits(width, browser, written):
    opened = Opened(browser, written("fallujah"), viewport={"width": width, "height": 844})
    opened.press("ArrowRight")
    words = opened.page.locator(".keys button:visible span")
    assert [word for word in words.all_inner_texts() if not word] == []
    assert words.count() == opened.page.locator(".keys button:visible").count() >= 9
    assert opened.page.evaluate("""[...document.querySelectorAll('.keys span')].filter(one => one.offsetParent)
      .every(one => one.offsetWidth <= one.parentNode.clientWidth && parseFloat(getComputedStyle(one).fontSize) >= 9
        && one.getBoundingClientRect().bottom <= one.parentNode.getBoundingClientRect().bottom)""")
    opened.close()


AT_ONCE = """at => {
  document.querySelector('#slider').value = at;
  document.querySelector('#slider').dispatchEvent(new Event('input'));
  document.querySelector('#standing .lately a').click();
}"""
"""Goes to a step and follows a link before the address is that of the step."""


def moved(steps: list[dict[str, Any]]) -> dict[int, int]:
    """For each step, if a distance has moved since its turn began: the last step that told of it and moved one most."""
    found: dict[int, int] = {}
    before: list[int] | None = None
    most, where = 0, 0
    for i, step in enumerate(steps):
        now = [one[1] for one in step["scores"] if len(one) > 6] if "scores" in step else before
        if "turn" in step:
            most, where = 0, 0
        elif before and now and step.get("told"):
            by = max((abs(a - b) for a, b in zip(before, now, strict=True)), default=0)
            if by and by >= most:
                most, where = by, i
        if most:
            found[i] = where
        before = now
    return found


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_what_moved_a_distance_most_this_turn_stands_below_with_a_link_to_its_step(name, browser, written):
    opened = opened_at(browser, written(name), "", 1400)
    opened.press("Escape")
    ended = next(i for i, step in enumerate(opened.steps) if "ending" in step)
    there = {i: where for i, where in moved(opened.steps).items() if i < ended}
    for i in (list(there)[len(there) // 3], list(there)[-1]):
        opened.page.locator("#slider").fill(str(i))
        line = opened.page.locator("#standing .lately")
        assert re.search(r"\u2013 .* \d+ (nearer to|farther from) (victory|a draw|the defeat of)", line.inner_text())
        words = line.locator("a").inner_text()
        line.locator("a").click()
        opened.page.wait_for_function("at => document.querySelector('#slider').value === String(at)", arg=there[i])
        assert words in opened.page.locator("#step").inner_text()
    late = list(there)[-1]  # whose link is the address still
    opened.page.evaluate(AT_ONCE, late)
    opened.page.wait_for_function("at => document.querySelector('#slider').value === String(at)", arg=there[late])
    first = next(i for i, step in enumerate(opened.steps) if "turn" in step and i not in there)
    opened.page.locator("#slider").fill(str(first))
    assert not opened.page.locator("#standing .lately").count()
    opened.close()
