"""How long a step takes until it is painted, all four games in one run: none much longer than the others."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import pytest

from browsing import Opened
from pbem.cli.main import status_of

pytestmark = pytest.mark.slow
LOGS = Path(__file__).parents[2] / "logs"
GAMES = {"angola": "western_decisive", "fallujah": "april_won", "enduring_freedom": "operational_victory",
         "anaconda": "neither"}  # fmt: skip
STEPS = 24
STEP = """() => new Promise(done => {
  const start = performance.now(), end = () => done(performance.now() - start), channel = new MessageChannel();
  channel.port1.onmessage = end;
  document.querySelector('#event-on').click();
  requestAnimationFrame(() => channel.port2.postMessage(0));  // comes when the frame was painted
})"""


def measured(browser: Any, pages: dict[str, Path]) -> dict[str, float]:
    """The median of 24 steps in the middle of each game, in ms; games take turns, so that all share a busy minute."""
    opened = {}
    for game, path in pages.items():
        opened[game] = Opened(browser, path, viewport={"width": 1400, "height": 900}, locale="en")
        opened[game].page.evaluate("document.querySelector('#motion[aria-pressed=true]')?.click()")
        opened[game].page.locator("#slider").fill(str(len(opened[game].steps) // 2))
    took: dict[str, list[float]] = {game: [] for game in pages}
    for _ in range(STEPS):
        for game, one in opened.items():
            one.page.bring_to_front()
            took[game].append(one.page.evaluate(STEP))
    for one in opened.values():
        one.close()
    return {game: median(times) for game, times in took.items()}


def test_a_step_of_anaconda_takes_no_more_than_two_and_a_half_of_the_others(browser, tmp_path):
    pages = {}
    for game, case in GAMES.items():
        pages[game] = tmp_path / f"{game}.html"
        log = str(LOGS / game / case)
        assert status_of(["export", "html", log, "-o", str(pages[game]), "--public", "--proof"]) == 0
    took = measured(browser, pages)
    print({game: round(ms, 1) for game, ms in took.items()})
    for game, ms in took.items():
        others = median(one for name, one in took.items() if name != game)
        assert ms <= 2.5 * others, took
