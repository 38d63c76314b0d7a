"""What lies side by side in an order at the table, in a browser: cards in slots, windows as rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import Beginner, Seated
from browsing import AXE, DRAGGED, until
from desks import Desks
from sat_down import Visitor

pytestmark = pytest.mark.browser

RULE = "(document.querySelector('#question .soft') || {innerText: ''}).innerText.replace(/.*rule /, '')"
OFFERED = "document.getElementById('choices').dataset.text !== undefined"
SLOTS = "[...document.querySelectorAll('#slots li span')].map(one => one.textContent)"
TOLD = """!document.getElementById('draft').disabled
  && document.getElementById('says').dataset.told === document.getElementById('order').value"""
MOST = 300  # decisions until what is looked for is asked; the dice are real
CHIP = "#choices .choice.card"
CARD = f"{CHIP} > button"


def draft(opened: Seated) -> None:
    """Drafts what stands there, or sends what is drafted, and waits for the next position."""
    page, at = opened.page, opened.page.evaluate("document.body.dataset.at")
    if page.evaluate("!document.getElementById('dock').hidden"):
        opened.settled()
        page.click("#ready button.ready >> nth=0")
        opened.until(TOLD)
        page.click("#draft")
    else:
        page.click("#send")
    opened.until(f"document.body.dataset.at !== {at!r}")


def until_asked(opened: Seated, rule: str) -> None:
    """Takes the first ready answer of everything before a rule asks."""
    for _ in range(MOST):
        opened.until(f"document.getElementById('dock').hidden || {OFFERED}")
        if opened.page.evaluate(RULE) == rule:
            opened.settled()
            return
        draft(opened)
    raise AssertionError(opened.page.evaluate(RULE))


@pytest.fixture
def angola(browser: Any, tmp_path: Any) -> Iterator[Seated]:
    opened = Seated(browser, tmp_path, "angola fapla=me mpla=me fnla=me unita=me")
    until_asked(opened, "5.4")
    yield opened
    assert opened.close() == (0, "")
    assert opened.wrong == []


def lies(opened: Seated, *cards: str) -> None:
    """Waits until just this lies in the slots, and what is offered goes on from it."""
    opened.until(f"JSON.stringify({SLOTS}) === {json.dumps(json.dumps(cards, separators=(',', ':')))}")
    opened.settled()


def put(opened: Seated, card: str) -> None:
    opened.settled()
    opened.page.click(f"{CARD}:has(span:text-is('{card}'))")


def test_cards_are_put_into_slots_taken_out_and_moved(angola):
    page = angola.page
    lies(angola, "free", "free", "free", "free")
    for card in ("Command", "Column B", "5th Column"):
        put(angola, card)
    lies(angola, "Command", "Column B", "5th Column", "free")
    page.click("#slots li >> nth=1 >> span")
    lies(angola, "Command", "free", "5th Column", "free")
    assert page.input_value("#order") == "command 5th "
    put(angola, "Column A")
    lies(angola, "Command", "Column A", "5th Column", "free")
    page.focus("#slots [data-slot='1']")
    page.keyboard.press("Alt+ArrowLeft")
    lies(angola, "Column A", "Command", "5th Column", "free")
    assert page.evaluate("document.activeElement.dataset.slot") == "0"
    page.keyboard.press("Delete")
    lies(angola, "free", "Command", "5th Column", "free")
    put(angola, "Blank")
    put(angola, "Column A")
    lies(angola, "Blank", "Command", "5th Column", "Column A")
    angola.until("!document.getElementById('draft').disabled")
    page.click("#back")
    lies(angola, "Blank", "Command", "5th Column", "free")
    page.evaluate(DRAGGED, [f"{CHIP}:first-of-type", "#slots li:nth-child(2)"])
    angola.until("!document.getElementById('slots').innerText.includes('free')")
    drag = page.evaluate("[...document.querySelectorAll('#slots li span')].map(one => one.textContent)")
    lies(angola, "Blank", drag[1], "Command", "5th Column")
    page.click("#slots li >> nth=1 >> span")
    lies(angola, "Blank", "free", "Command", "5th Column")
    page.evaluate(DRAGGED, ["#slots li:nth-child(4)", "#slots li:nth-child(1)"])
    lies(angola, "5th Column", "Blank", "free", "Command")
    page.evaluate(DRAGGED, ["#slots li:nth-child(1)", "#slots li:nth-child(3)"])
    lies(angola, "free", "Blank", "5th Column", "Command")
    assert page.input_value("#order") == "blank 5th command "


def test_slots_are_for_everybody_and_hold_what_is_typed(angola, axe):
    page = angola.page
    page.fill("#order", "a command")
    lies(angola, "Column A", "Command", "free", "free")
    page.evaluate(axe + ";0")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate(AXE) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.fill("#order", "")
    lies(angola, "free", "free", "free", "free")


# ---------------------------------------------------------------- windows


WINDOWS = ("12.2-p", "12.2-s")


def may_fire(visitor: Visitor, game: str, seat: str) -> int:
    """How many of the first two windows have fire as their first ready answer."""
    rows = visitor.post(game, "follow", seat=seat, text="").data["rows"]
    return sum(row["ready"][0][0].startswith("fire ") for row in rows["rows"][:2]) if rows else 0


def until_windows(root: Path) -> Desks:
    """Somebody alone at Anaconda who takes what is ready, until two windows of a plan are to be answered by fire."""
    desks = Desks(root)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=root)
    desks.must("eva", "new", "anaconda", "al_qaeda=me", "coalition=me", "-C", desks.game("eva"), at=root)
    visitor = Visitor(desks.home("eva"))
    game = visitor.ask("GET", "/api/matches").data[0]["game"]
    for _ in range(MOST):
        state = visitor.state(game)
        asked = next((one for one in state["questions"] if one["seat"] == state["seat"]), None)
        if asked is None:
            assert visitor.post(game, "send", text="").status == 200
        elif asked["rule"] in WINDOWS and may_fire(visitor, game, state["seat"]) > 1:
            return desks
        else:
            drafts = (visitor.post(game, "draft", seat=state["seat"], text=one["words"]) for one in asked["ready"])
            assert any(draft.status == 200 for draft in drafts), asked["rule"]
    raise AssertionError("no window was ever to be answered")


@pytest.fixture
def anaconda(chromium: Any, tmp_path: Path) -> Iterator[Beginner]:
    opened = Beginner(chromium, until_windows(tmp_path), "eva")
    opened.page.click(".matches a")
    yield opened
    opened.leave()


def says(opened: Beginner, order: str) -> None:
    """Waits until the order is this, and what is offered goes on from it."""
    choices, text = "document.getElementById('choices')", "document.getElementById('order').value"
    said = f"{text}.trim() === {order!r} && {choices}.dataset.text === {text}"
    until(opened.page, said, lambda: opened.page.input_value("#order"))


def test_windows_are_rows_with_ready_answers_of_their_own(anaconda, axe):
    page = anaconda.page
    page.wait_for_selector("#windows .row")
    says(anaconda, "")
    first, second = (f"#windows .row >> nth={at}" for at in (0, 1))
    answers = page.evaluate("""[...document.querySelectorAll('#windows .row')].slice(0, 2).map(row => {
      const button = row.querySelector('button');
      return button.dataset.answer.split(' ')[0] + ' ' + (button.title || button.textContent);
    })""")
    assert all(" fire " in answer for answer in answers)
    page.click(f"{second} >> button >> nth=0")
    says(anaconda, answers[1])
    page.click(f"{first} >> button >> nth=0")
    says(anaconda, "; ".join(answers))
    assert page.evaluate("document.querySelectorAll('#windows .said').length") == 2
    assert page.evaluate("document.querySelectorAll('#windows [aria-pressed=true]').length") == 2
    assert page.locator("#parts li").count() == 0, "the rows are the parts"
    page.evaluate(axe + ";0")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        assert page.evaluate(AXE) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.focus(f"{first} >> button >> nth=0")
    page.keyboard.press("Enter")
    says(anaconda, answers[1])
    assert page.evaluate("document.activeElement.closest('#windows .row') !== null")
    page.click(f"{first} >> button >> nth=-1")
    says(anaconda, f"{answers[1]}; {answers[0].split()[0]}")
    assert page.locator("#choices .choice").count() > 1, "in words"
    page.click("#back")
    says(anaconda, answers[1])
