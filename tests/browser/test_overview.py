"""The small map: a light picture of its own that follows each step, covers no counter, and can be folded away."""

from __future__ import annotations

import pytest

from browsing import RECORDED, Opened

pytestmark = pytest.mark.browser
COVERED = """() => {
  const small = document.querySelector('#overview').getBoundingClientRect();
  const meets = box => box.left < small.right && box.right > small.left && box.top < small.bottom && box.bottom > small.top;
  return [...document.querySelectorAll('.clusters > [data-place] > g, #zoom')].filter(one => one.id || one.querySelector('title'))
    .filter(one => meets(one.getBoundingClientRect())).map(one => one.id || one.querySelector('title').textContent);
}"""  # noqa: E501
DOTS = """() => [...document.querySelectorAll('#overview .dots path')].map(one => one.getAttribute('d')).filter(Boolean)
  .join(' ')"""
PLACES = "() => document.querySelectorAll('.clusters > [data-place]').length"


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_it_covers_no_counter_at_any_step(name, browser, written):
    opened = Opened(browser, written(name, "public"))
    last, seen = len(opened.steps) - 1, 0
    for i in range(20):
        opened.page.locator("#slider").fill(str(last * i // 19))
        if opened.page.locator("#overview").is_visible():
            assert opened.page.evaluate(COVERED) == [], i
            seen += 1
    assert seen
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_it_is_a_light_picture_of_its_own_that_follows(name, browser, written):
    opened = Opened(browser, written(name, "public"))
    last = len(opened.steps) - 1
    drawn = set()
    for i in (0, last // 2, last):
        opened.page.locator("#slider").fill(str(i))
        assert opened.page.locator("#overview svg *").count() <= 40
        assert opened.page.locator("#overview use").count() == 0
        dots = opened.page.evaluate(DOTS)
        many = opened.page.evaluate(PLACES)
        assert dots.count("M") // 2 >= many / 2  # a rim and a dot; markers of nobody have none
        drawn.add(dots)
    assert len(drawn) == 3
    opened.page.locator("#slider").fill("0")  # and back: what is gone is gone
    assert opened.page.evaluate(DOTS) in drawn
    opened.close()


def test_a_button_folds_it_away_and_that_is_remembered(browser, written):
    opened = Opened(browser, written("angola", "public"), "#r100")
    small = opened.page.locator("#overview")
    assert small.is_visible()
    opened.click("small-map")
    assert small.is_hidden()
    opened.press("ArrowRight")
    assert small.is_hidden()
    opened.page.reload()
    opened.page.wait_for_selector("body[data-ready=yes]")
    assert small.is_hidden()
    opened.press("m")
    assert small.is_visible()
    opened.press("0")
    assert small.is_hidden()  # the whole board is in sight
    assert opened.page.locator("#small-map").is_disabled()
    opened.close()
