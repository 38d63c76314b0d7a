"""The board of a page: it has the whole height, can be read as it opens, keeps what happens now in view."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from browsing import RECORDED, SMALLEST, Opened, is_firefox
from pbem.show.frame import Frame
from pbem.show.html import Match, page
from pbem.show.svg.xml import contrast
from valley_scenes import skirmish, valley_scene

WINDOWS = {420: 844, 900: 700, 1000: 700, 1400: 900, 2400: 1300}
LOOKS = """() => {
  const view = document.querySelector('#view').getBoundingClientRect(), looks = document.querySelector('.looks');
  return [looks, looks.lastElementChild].some(one => {  // all of it, or if that is too large where it goes
    const box = one.getBoundingClientRect(), [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return x > view.left && x < view.right && y > view.top && y < view.bottom;
  });
}"""
WIDTH = "document.querySelector('#view > svg').getBoundingClientRect().width"
AT = "(view => [view.scrollLeft, view.scrollTop])(document.querySelector('#view'))"


def looking(opened: Opened) -> list[int]:
    """The steps in which something is looked at."""
    return [i for i, step in enumerate(opened.steps) if step.get("looks")]


@pytest.fixture(scope="module")
def hexes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a small game on a map of hexes, and one of 832 hexes in the same."""
    target = tmp_path_factory.mktemp("hexes") / "hexes.html"
    scenes = skirmish(), valley_scene()
    frames = [Frame(number=i, round=i + 1, kind="answer", scene=scene) for i, scene in enumerate(scenes)]
    target.write_text(page(frames, Match(title="Hexes", id="x", engine="toy/1", seats=("a", "b"))), encoding="utf-8")
    return target


@pytest.mark.parametrize("width", WINDOWS)
@pytest.mark.parametrize("name", sorted(RECORDED))
def test_nothing_one_must_read_is_under_nine_pixels_as_it_opens(name, width, browser, written):
    opened = Opened(browser, written(name), viewport={"width": width, "height": WINDOWS[width]})
    for step in (0, *looking(opened)[:40:8]):
        opened.page.locator("#slider").fill(str(step))
        size, words = opened.page.evaluate(SMALLEST)
        assert size >= 8.99, words
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    opened.close()


@pytest.mark.parametrize("width", WINDOWS)
def test_nothing_one_must_read_is_under_nine_pixels_on_hexes(width, browser, hexes):
    opened = Opened(browser, hexes, viewport={"width": width, "height": WINDOWS[width]})
    for key in ("Home", "ArrowRight"):
        opened.press(key)
        size, words = opened.page.evaluate(SMALLEST)
        assert size >= 8.99, words
    opened.close()


@pytest.mark.parametrize("width", [900, 1000, 1400, 2400])
def test_the_map_has_the_whole_height_and_the_panel_folds(width, browser, written):
    opened = Opened(browser, written("angola"), viewport={"width": width, "height": WINDOWS[width]})
    board = opened.page.locator("#map")
    beside = board.bounding_box()["width"]
    assert board.bounding_box()["height"] >= WINDOWS[width] - 16
    opened.press("ArrowRight")
    opened.click("fold")
    assert board.bounding_box()["width"] >= width - 16 > beside
    assert opened.page.locator("#fold").get_attribute("aria-expanded") == "false"
    assert opened.page.locator("#step").is_visible()
    assert opened.page.locator("#event-on").is_visible()
    assert not opened.page.locator("#story").is_visible()
    opened.press("f")
    assert abs(board.bounding_box()["width"] - beside) < 2
    opened.close()


def test_zoom_keeps_what_happens_now_in_view(game):
    for step in looking(game)[:60:12]:
        game.press("0")
        if game.page.evaluate(WIDTH) > 1200:
            game.press("0")
        game.page.locator("#slider").fill(str(step))
        for _ in range(4):
            game.press("+")
            assert game.page.evaluate(LOOKS)
        game.press("-")
        assert game.page.evaluate(LOOKS)


def test_every_step_brings_what_happens_into_view(game):
    for step in looking(game)[:80:4]:
        game.page.locator("#slider").fill(str(step))
        assert game.page.evaluate(LOOKS)


def test_zoom_on_hexes_keeps_what_happens_now_in_view(browser, hexes):
    opened = Opened(browser, hexes)
    opened.press("End")
    assert opened.page.evaluate(LOOKS)
    opened.press("+")
    assert opened.page.evaluate(LOOKS)
    opened.close()


def test_the_whole_board_and_back_to_a_size_one_can_read(game):
    read = game.page.evaluate(WIDTH)
    game.press("0")
    whole = game.page.evaluate(WIDTH)
    assert whole < read
    fits = "(v => v.scrollWidth <= v.clientWidth + 1 && v.scrollHeight <= v.clientHeight + 1)"
    fits += "(document.querySelector('#view'))"
    assert game.page.evaluate(fits)
    assert game.page.locator("#overview").is_hidden()
    game.page.set_viewport_size({"width": 1000, "height": 700})
    game.until(f"{WIDTH} < {whole - 20} && {fits}")
    game.click("zoom-fit")
    assert abs(game.page.evaluate(WIDTH) - read) < 1


def test_a_drag_moves_the_board_and_chooses_nothing(game):
    box = game.page.locator("#view").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    game.page.locator("#view").evaluate("one => one.scrollTo(one.scrollWidth / 3, one.scrollHeight / 3)")
    before = game.page.evaluate(AT)
    game.page.mouse.move(x, y)
    game.page.mouse.down()
    game.page.mouse.move(x - 60, y - 40, steps=4)
    game.page.mouse.up()
    after = game.page.evaluate(AT)
    assert [round(after[i] - before[i]) for i in (0, 1)] == [60, 40]
    assert game.page.locator("#here").inner_text() == ""


PINCH = """(by) => {
  const view = document.querySelector('#view'), box = view.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const send = (kind, id, at) => view.dispatchEvent(new PointerEvent(kind, {
    pointerId: id, pointerType: 'touch', bubbles: true, clientX: at, clientY: y}));
  send('pointerdown', 11, x - 50);
  send('pointerdown', 12, x + 50);
  for (let i = 1; i <= 5; i++) {
    send('pointermove', 11, x - 50 - by * i / 5);
    send('pointermove', 12, x + 50 + by * i / 5);
  }
  send('pointerup', 11, x);
  send('pointerup', 12, x);
}"""


def test_two_fingers_make_the_board_larger_and_smaller(game):
    before = game.page.evaluate(WIDTH)
    game.page.evaluate(PINCH, 50)
    larger = game.page.evaluate(WIDTH)
    assert larger == pytest.approx(before * 2, rel=0.02)
    game.page.evaluate(PINCH, -25)
    assert game.page.evaluate(WIDTH) == pytest.approx(larger / 2, rel=0.02)


def test_a_double_click_brings_a_place_near(game):
    game.press("0")
    place = game.page.locator(".places [data-place]").nth(3)
    before = game.page.evaluate(WIDTH)
    place.dblclick(force=True)
    assert game.page.evaluate(WIDTH) > before * 1.5
    box, view = place.bounding_box(), game.page.locator("#view").bounding_box()
    assert view["x"] <= box["x"] + box["width"] / 2 <= view["x"] + view["width"]
    assert view["y"] <= box["y"] + box["height"] / 2 <= view["y"] + view["height"]


def test_the_small_board_shows_where_one_is_and_leads_elsewhere(game):
    seen = "document.querySelector('#overview .seen').getAttribute('x')"
    small = game.page.locator("#overview").bounding_box()
    game.page.mouse.click(small["x"] + 2, small["y"] + small["height"] / 2)
    game.until(f"Number({seen}) < 20")
    game.page.mouse.click(small["x"] + small["width"] - 4, small["y"] + small["height"] / 2)
    game.until(f"Number({seen}) > 100")


def test_a_place_says_what_lies_there(game):
    game.press("0")
    game.page.locator("#slider").fill(str(len(game.steps) // 2))
    game.page.locator(".clusters [data-place] > g").first.dispatch_event("click")
    assert len(game.page.locator("#here").inner_text().splitlines()) >= 2


@pytest.mark.parametrize("width", [420, 1000])
def test_the_story_is_in_sight_while_one_steps(width, browser, written):
    opened = Opened(browser, written("angola"), viewport={"width": width, "height": WINDOWS[width]})
    for _ in range(12):
        opened.press("ArrowRight")
    told = opened.page.locator("#step .told, #step .deed").first.bounding_box()
    assert told["y"] + told["height"] <= WINDOWS[width]
    if width == 1000:
        entry, story = (opened.page.locator(at).bounding_box() for at in ("#story .current", "#story"))
        assert story["y"] <= entry["y"] <= WINDOWS[width] - 100
    opened.close()


def test_on_a_phone_the_action_is_large_and_the_whole_map_small(browser, written):
    opened = Opened(browser, written("angola"), viewport={"width": 420, "height": 844})
    opened.page.locator("#slider").fill(str(looking(opened)[3]))
    assert opened.page.locator("#overview").is_hidden()  # in one column it is asked for
    opened.page.click("#small-map")
    small, view = (opened.page.locator(at).bounding_box() for at in ("#overview", "#view"))
    assert small["width"] < view["width"] / 3
    assert opened.page.evaluate(WIDTH) > 2 * view["width"]
    assert opened.page.evaluate(LOOKS)
    opened.close()


def test_a_finger_drags_on_a_phone(chromium, written):
    opened = Opened(chromium, written("angola"), viewport={"width": 420, "height": 844}, has_touch=True, is_mobile=True)
    assert not is_firefox(chromium)
    talk: Any = opened.context.new_cdp_session(opened.page)
    opened.press("ArrowRight")
    before = opened.page.evaluate(AT)
    touches: list[tuple[str, list[dict[str, int]]]] = [("touchStart", [{"x": 200, "y": 400}])]
    touches += [("touchMove", [{"x": 160, "y": 380}]), ("touchMove", [{"x": 120, "y": 350}]), ("touchEnd", [])]
    for kind, points in touches:
        talk.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    after = opened.page.evaluate(AT)
    assert after[0] - before[0] > 40
    assert after[1] - before[1] > 20
    opened.close()


def test_ways_and_names_lie_below_the_counters(game):
    layers = game.page.evaluate("[...document.querySelectorAll('#whole > g')].map(one => one.getAttribute('class'))")
    assert layers.index("arrows") < layers.index("names") < layers.index("clusters") < layers.index("motion")


def test_the_sheet_of_the_map_has_a_line_around_it_in_every_theme(chromium, written):
    opened = Opened(chromium, written("fallujah", "public"), title=True)
    seen = set()
    for _ in range(3):
        said = opened.page.evaluate("""() => {
          const [map, view] = ['#view > svg', '#view'].map(one => getComputedStyle(document.querySelector(one)));
          return [map.outlineStyle, map.outlineColor, view.backgroundColor];
        }""")
        line, ground = ("#" + "".join(f"{int(one):02x}" for one in re.findall(r"[0-9]+", rgb)[:3]) for rgb in said[1:])
        assert said[0] == "solid"
        assert contrast(line, ground) >= 3
        seen.add((line, ground))
        opened.click("theme")
    assert len(seen) == 3
    opened.close()
