"""Labels of the graphs: no two of one picture meet, in any recorded game, on a phone and on a desk, at any step."""

from __future__ import annotations

import pytest

from browsing import LOGS, RECORDED, Opened
from pbem.cli.main import status_of

CASES = sorted(path.parent.relative_to(LOGS).as_posix() for path in LOGS.glob("*/*/game.pbem"))
MEET = """() => {
  const found = [];
  for (const picture of document.querySelectorAll('.chart svg')) {
    const all = [...picture.querySelectorAll('text')].filter(one => one.textContent).map(one => [one.textContent, one.getBoundingClientRect()]);
    all.forEach(([words, box], i) => all.slice(i + 1).forEach(([others, other]) => {
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      if (across > 0.5 && down > 0.5) found.push(`${words} | ${others}`);
    }));
  }
  return found;
}"""  # noqa: E501


def hold_apart(opened: Opened) -> None:
    opened.click("tab-summary")
    last = len(opened.steps) - 1
    for width in (420, 1400):
        opened.page.set_viewport_size({"width": width, "height": 900})
        for step in sorted({last * i // 5 for i in range(6)}):
            opened.page.locator("#slider").fill(str(step))
            assert opened.page.evaluate(MEET) == [], (width, step)
    assert opened.page.locator(".chart svg text").count() > 3 or last < 3
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_no_two_labels_of_a_graph_meet_in_either_browser(name, browser, written):
    hold_apart(Opened(browser, written(name, "public")))


@pytest.mark.parametrize("case", CASES)
def test_no_two_labels_of_a_graph_meet_in_any_recorded_game(case, chromium, tmp_path):
    page = tmp_path / "page.html"
    assert status_of(["export", "html", str(LOGS / case), "-o", str(page), "--public"]) == 0
    hold_apart(Opened(chromium, page))


@pytest.mark.parametrize("name", sorted(set(RECORDED) - {"angola"}))  # which counts nothing but distances
def test_what_is_counted_of_no_side_is_drawn_in_no_sides_colour(name, chromium, written):
    opened = Opened(chromium, written(name, "public"))
    opened.click("tab-summary")
    opened.page.locator("#slider").fill(str(len(opened.steps) - 1))
    drawn = opened.page.evaluate("""() => {
      const ink = getComputedStyle(document.body).color;
      const lines = [...document.querySelectorAll('[data-graph=score] polyline')];
      return lines.map(one => getComputedStyle(one).stroke === ink);
    }""")
    assert drawn
    assert all(drawn)
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_no_empty_picture_is_drawn_of_what_is_not_counted_yet(name, chromium, written):
    opened = Opened(chromium, written(name, "public"))
    opened.click("tab-summary")
    graphs, last, empty = opened.page.locator(".chart.score"), len(opened.steps) - 1, 0
    assert graphs.count()
    for step in (0, last // 2, last):
        opened.page.locator("#slider").fill(str(step))
        for i in range(graphs.count()):
            is_counted = "not counted yet" not in graphs.nth(i).inner_text()
            assert graphs.nth(i).locator("svg").is_visible() == is_counted, step
            empty += not is_counted
            assert is_counted or not step
    assert bool(empty) == (name != "angola")  # where each side begins with tokens
    opened.close()
