"""Operation Anaconda at the table: an activation of the Coalition and one of Al Qaeda, planned and answered by clicks.

What lies between is played by commands, and the page follows. The plans are put together from what is offered: who
moves, then hex by hex; else the first of the ready answers is taken. With PBEM_PICTURES=FOLDER pictures are kept there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import Seated
from desks import Desks

MOST = 60  # decisions between two activations
WIDTHS = (390, 1280, 2560)
FRESH = "document.body.dataset.at && document.querySelector('#question .soft').innerText.endsWith({rule!r}) && {order}"
EMPTY = "document.getElementById('order').value === ''"
OFFERED = "document.getElementById('choices').dataset.text === document.getElementById('order').value"


def asked(desks: Desks) -> Any:
    """What is asked first; None if drafts are to be sent before anything is."""
    return next(iter(json.loads(desks.must("eva", "next", "--json").out)["asked"]), None)


def play_to_plan(desks: Desks, seat: str) -> None:
    """By commands until a seat plans a movement."""
    for _ in range(MOST):
        one = asked(desks)
        if one is None:
            desks.must("eva", "send")
        elif (one["rule"], one["seat"]) == ("8.1-p", seat):
            return
        else:
            desks.must("eva", "do", "draw" if one["rule"] == "4.2" else one["legal"][0], "--seat", one["seat"])
    raise AssertionError(f"{seat} is never activated")


@pytest.fixture
def seated(browser: Any, tmp_path: Path) -> Iterator[Seated]:
    opened = Seated(browser, tmp_path, "anaconda", "coalition=me", "al_qaeda=me",
                    before=lambda desks: play_to_plan(desks, "coalition"))
    yield opened
    assert (opened.close(), opened.wrong) == ((0, ""), [])


def pick(seated: Seated, selector: str) -> None:
    """Clicks what is offered, and waits until what may follow is."""
    before = seated.page.input_value("#order")
    seated.pick(selector)
    seated.until(f"document.getElementById('order').value !== {before!r} && {OFFERED}")


def move_somebody(seated: Seated) -> None:
    """Who moves, then hexes until that is an order."""
    pick(seated, "button:has(span:text-is('move'))")
    pick(seated, ".choice.unit button >> nth=0")
    while seated.page.is_disabled("#draft"):
        pick(seated, ".choice.place button >> nth=0")
    seated.says("→ ")


def decide(seated: Seated) -> str:
    """One decision by clicks; gives the rule that asked, "" if drafts were sent."""
    one = asked(seated.desks)
    stood = seated.page.evaluate("document.body.dataset.at")
    if one is None:
        seated.page.click("#send")
    else:
        seated.until(FRESH.format(rule=f"rule {one['rule']}", order=EMPTY))
        stood = seated.page.evaluate("document.body.dataset.at")
        if one["rule"] == "8.1-p":
            move_somebody(seated)
        else:
            seated.page.click("#ready button >> nth=0")
            seated.until(f"!({EMPTY}) && {OFFERED}")
        seated.page.click("#draft:not([disabled])")
    seated.until(f"document.body.dataset.at !== {stood!r} && {EMPTY}")
    return one["rule"] if one is not None else ""


def activation(seated: Seated) -> list[str]:
    """All decisions by clicks until the next marker may be drawn."""
    rules = list[str]()
    while (one := asked(seated.desks)) is None or one["rule"] != "4.2":
        rules.append(decide(seated))
        assert len(rules) < MOST
    return rules


def pictured(seated: Seated, name: str) -> None:
    """The page at three widths, light and dark."""
    if kept := os.environ.get("PBEM_PICTURES"):
        where = seated.context.browser.browser_type.name
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                seated.page.set_viewport_size({"width": width, "height": 800})
                seated.page.emulate_media(color_scheme=scheme)
                seated.page.screenshot(path=Path(kept) / f"{name}-{where}-{width}-{scheme}.png", caret="initial")
        seated.page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.browser
def test_an_activation_of_each_side_is_planned_and_answered_by_clicks(seated):
    for seat in ("coalition", "al_qaeda"):
        play_to_plan(seated.desks, seat)
        pictured(seated, f"anaconda-{seat}")
        assert activation(seated)[0] == "8.1-p"
        pictured(seated, f"anaconda-{seat}-after")
    assert seated.desks.must("eva", "verify").out.startswith("sound (full)")
