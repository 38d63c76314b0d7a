"""What never changes of a board is laid once: no step touches a node of it, whichever way one goes."""

from __future__ import annotations

import pytest

from browsing import RECORDED, Opened

WATCH = """() => {
  window.touched = [];
  window.laid = [...document.querySelectorAll('#whole .board')];
  window.watcher = new MutationObserver(records => window.touched.push(...records));
  for (const board of window.laid)
    window.watcher.observe(board, {subtree: true, childList: true, attributes: true, characterData: true});
  return document.querySelectorAll('#whole .board *').length;
}"""
TOUCHED = """() => {
  const said = one => [one.type, one.attributeName, one.addedNodes.length, one.removedNodes.length].join(' ');
  const gone = window.laid.filter(one => !one.isConnected).map(() => 'gone');
  return [...gone, ...[...window.touched, ...window.watcher.takeRecords()].map(said)];
}"""
STEPS = 60


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_no_step_touches_what_was_laid(name, browser, written):
    opened = Opened(browser, written(name))
    assert opened.page.evaluate(WATCH) > 20
    others = (i for i, step in enumerate(opened.steps) if i and ("board" in step or step.get("ending")))
    last = next(others, len(opened.steps)) - 1
    for _ in range(min(STEPS, last)):
        opened.press("ArrowRight")
    assert opened.at == min(STEPS, last)
    slider = opened.page.locator("#slider")
    for step in (last, last // 2, last // 3, 0):
        slider.fill(str(step))
        assert opened.at == step
    assert opened.page.evaluate(TOUCHED) == []
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_the_end_of_a_game_hides_small_letters_of_what_was_laid_and_touches_nothing_else(name, browser, written):
    opened = Opened(browser, written(name))
    end = next(i for i, step in enumerate(opened.steps) if step.get("ending"))
    opened.page.locator("#slider").fill(str(end - 1))
    opened.page.evaluate(WATCH)
    opened.page.locator("#slider").fill(str(end))
    assert {*opened.page.evaluate(TOUCHED)} <= {"attributes class 0 0"}
    opened.close()


def test_another_board_is_noticed(chromium, written):
    opened = Opened(chromium, written("angola"))
    opened.page.evaluate(WATCH)
    opened.page.evaluate("document.querySelector('#whole .board path').setAttribute('d', 'M0 0')")
    opened.page.evaluate("document.querySelector('#whole .board path').remove()")
    assert len(opened.page.evaluate(TOUCHED)) == 2
    opened.close()
