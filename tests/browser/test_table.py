"""The table in a browser: coming in; orders by clicks, typing and keyboard; what changes meanwhile; its policy."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from at_table import Seated, started
from browsing import DRAGGED
from costs import TRIES
from desks import Desks
from pbem.web.means import here

LIT_IN_SIGHT = """(() => {
  const frame = document.querySelector('#view').getBoundingClientRect();
  return [...document.querySelectorAll('.places .goal, .places .stands')].some(place => {
    const box = place.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
  });
})()"""


@pytest.fixture
def seated(browser: Any, tmp_path: Path) -> Iterator[Seated]:
    opened = Seated(browser, tmp_path, "fallujah")
    yield opened
    status, told = opened.close()
    assert (status, told) == (0, "")
    assert opened.wrong == []


def test_an_order_by_clicks_is_drafted_taken_back_and_sent(seated):
    page = seated.page
    assert seated.text("#turn h2") == "Your move: Coalition"
    assert page.title() == "● Fallujah, 2004: Your move: Coalition"
    page.click("#ready button >> nth=0")
    seated.says("Legal: ")
    seated.says("→ Recruited for 14 OPs")
    page.click("#draft")
    seated.says("Drafts, not sent: 1")
    seated.says("Choose an operation")
    assert seated.text("#send") == "Send 1: sign", "there is nobody to hand it to"
    page.click("#undo")
    seated.says("taken back, and never sent")
    seated.says("buy your first forces")
    page.fill("#order", "")
    seated.pick("button >> text=setup")
    seated.until("document.querySelector('.places .goal')")
    seated.pick("button >> text=north")
    seated.pick("button.small")
    seated.pick("button >> text=2-7 Cav")
    seated.until("document.getElementById('order').value === 'setup north 2-7 Cav '")
    seated.says("→ Recruited for")
    page.click("#draft")
    seated.says("Drafts, not sent: 1")
    page.click("#send")
    seated.says("signed: 1 draft")
    seated.says("Choose an operation")
    assert seated.desks.must("eva", "verify").out.startswith("sound (full)")


def test_a_typed_order_is_refused_as_the_command_refuses_it(seated):
    page = seated.page
    page.fill("#order", "setup north nobody")
    seated.says("nobody is no answer here")
    assert page.is_disabled("#draft")
    refused = seated.desks.run("eva", "do", "setup north nobody").err.removeprefix("pbem: error: ")
    assert seated.text("#says").split() == here(" ".join(refused.partition("pbem: hint:")[0].split())).split()
    assert "begin with" in seated.text("#says")


def test_a_click_on_a_lit_place_says_it(seated):
    page = seated.page
    page.fill("#order", "setup ")
    seated.settled()
    place = page.locator(".places .goal").first.get_attribute("data-place")
    page.locator(f".places [data-place={place}]").dispatch_event("click")
    seated.until("document.getElementById('order').value.length > 7")
    seated.until("document.querySelectorAll('#choices .choice').length")


def test_a_place_in_focus_says_who_stands_there_and_the_odds(seated):
    page = seated.page
    seated.desks.must("eva", "do", "setup north 2/1 c/1tk")
    seated.says("Choose an operation")
    page.fill("#order", "j3 2/1 to ")
    seated.settled()
    page.locator(".places .goal").first.focus()
    seated.until("document.getElementById('hint').dataset.told")
    assert "OPFOR" in seated.text("#hint")
    assert "your fire takes" in seated.text("#hint")
    page.locator("#order").focus()
    seated.until("document.getElementById('hint').hidden")


def test_an_order_shows_by_itself_what_it_will_do_with_arrows_on_the_board(seated):
    page = seated.page
    seated.desks.must("eva", "do", "setup north 2/1 c/1tk")
    seated.says("Choose an operation")
    page.fill("#order", "j3 2/1 c/1tk to 3-2")
    seated.until("document.querySelector('.ordered .route[data-way=\"north r3p02\"]')")
    seated.says("→ 2/1, C/1Tk move from North Base to Train Station (13)")
    page.fill("#order", "j3 2/1 c/1tk ")
    seated.until("!document.querySelector('.ordered')")
    page.fill("#order", "j3 2/1 c/1tk to 3-2")
    seated.until("document.querySelector('.ordered')")
    page.press("#order", "Enter")
    seated.until("!document.querySelector('.ordered')")


def test_what_is_busy_is_tried_once_more(seated):
    page, asked = seated.page, []

    def busy(route):
        asked.append(route.request.post_data)
        if len(asked) == 1:
            route.fulfill(status=503, content_type="application/json", body='{"error": "busy", "status": 7}')
        else:
            route.continue_()

    page.route("**/draft", busy)
    page.fill("#order", "setup north 2-7cav")
    page.click("#draft:not([disabled])")
    seated.says("Drafts, not sent: 1")
    assert len(asked) == 2
    assert asked[0] == asked[1]
    page.unroute("**/draft")


def test_what_changes_before_the_page_hears_of_changes_is_shown_as_it_does(seated):
    page, held = seated.page, list[Any]()
    page.route("**/api/events", lambda route: held.append(route))
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    while not held:
        page.wait_for_timeout(10)
    seated.desks.must("eva", "do", "setup north 2-7cav")
    assert "Drafts, not sent: 1" not in page.inner_text("body")
    held.pop().continue_()
    seated.says("Drafts, not sent: 1")


def test_what_a_command_does_shows_and_wipes_no_order_in_progress(seated):
    page = seated.page
    seated.desks.must("eva", "do", "setup north 2-7cav")
    seated.says("Drafts, not sent: 1")
    page.fill("#order", "j3 2-7")
    page.focus("#order")
    seated.desks.must("eva", "note", "hello")
    page.wait_for_timeout(700)
    assert page.input_value("#order") == "j3 2-7"
    assert page.evaluate("document.activeElement.id") == "order"
    page.reload()
    seated.until("document.getElementById('order').value === 'j3 2-7'")
    seated.desks.must("eva", "undo")
    seated.says("You had begun: j3 2-7")


def test_what_a_command_does_shows_within_a_second(seated):
    def took() -> float:
        at = seated.page.evaluate("document.body.dataset.at")
        seated.desks.must("eva", "note", "hello")
        done = time.monotonic()
        seated.until(f"document.body.dataset.at !== {at!r}")
        return time.monotonic() - done

    assert any(took() < 1 for _ in range(TRIES))


def test_a_turn_begins_by_keyboard_alone(seated):
    page = seated.page
    page.focus("#order")
    page.keyboard.type("setup north 2-7cav 2-2inf jsotf")
    seated.says("→ Recruited for")
    page.keyboard.press("Enter")
    seated.says("Drafts, not sent: 1")
    page.focus("#send")
    page.keyboard.press("Enter")
    seated.says("signed: 1 draft")
    page.locator(".places [tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.place") is not None


def test_a_table_that_ended_is_said_and_what_was_typed_stays(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "fallujah")
    opened.page.fill("#order", "setup north 2-7cav")
    opened.says("→ Recruited for")
    opened.server.send_signal(signal.SIGTERM)
    opened.server.communicate(timeout=20)
    assert opened.server.returncode == 0
    opened.says("pbem table is not running")
    assert opened.page.input_value("#order") == "setup north 2-7cav"
    assert not (opened.desks.home("eva") / "table.json").exists()
    opened.tab.close()


def test_a_table_that_is_reached_again_is_found_and_shows_what_came_meanwhile(seated):
    page = seated.page
    page.fill("#order", "setup north 2-7cav")
    seated.settled()
    page.route("**/api/m/**", lambda route: route.abort("connectionrefused"))
    page.fill("#order", "setup north 2-7cav 2-2inf")
    seated.says("pbem table is not running")
    seated.desks.must("eva", "do", "setup north 2/1")
    page.unroute("**/api/m/**")
    seated.desks.must("eva", "note", "hello")
    seated.says("Drafts, not sent: 1")
    seated.says("You had begun: setup north 2-7cav 2-2inf")
    seated.until("!document.body.innerText.includes('pbem table is not running')")


def test_a_table_that_was_killed_is_found_by_its_pages_when_it_is_started_again(seated):
    page = seated.page
    page.fill("#order", "setup north 2-7cav")
    seated.settled()
    seated.is_leaving = True
    seated.server.kill()
    seated.server.communicate(timeout=20)
    seated.says("pbem table is not running")
    seated.desks.must("eva", "note", "hello")
    seated.server = seated.serve()
    new = seated.context.new_page()
    assert new.goto(seated.address).status == 200
    seated.until("!document.body.innerText.includes('pbem table is not running')")
    assert page.input_value("#order") == "setup north 2-7cav"
    seated.until("!document.getElementById('draft').disabled")
    page.click("#draft")
    seated.says("Drafts, not sent: 1")
    seated.desks.must("eva", "undo")
    seated.until("!document.body.innerText.includes('Drafts, not sent')")  # it hears of changes as before
    new.close()


def test_an_address_works_once_and_a_second_table_gives_another(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "fallujah")
    other = chromium.new_context().new_page()
    assert other.goto(opened.address).status == 401
    again = opened.desks.run("eva", "table", "--no-open")
    assert again.status == 0
    assert "runs already" in again.err
    assert other.goto(again.out.removeprefix("open ").strip()).status == 200
    other.context.close()
    opened.close()


def test_a_tab_is_named_after_whose_move_it_is(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "fallujah")
    page = opened.page
    page.click("#home")
    opened.until("document.title === '● Your move: Fallujah, 2004'")
    page.click(".matches a")
    opened.until("document.title === '● Fallujah, 2004: Your move: Coalition'")
    opened.desks.must("eva", "resign", "--yes")
    opened.until("document.title === 'Fallujah, 2004: The match has ended'")
    page.click("#home")
    opened.until("document.title === 'Matches'")
    assert (opened.wrong, opened.close()) == ([], (0, ""))


def test_from_nothing_to_the_first_order(chromium, tmp_path):
    desks = Desks(tmp_path)
    server, address = started(desks)
    page = chromium.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.goto(address)
    page.wait_for_selector("body[data-ready=yes]")
    assert page.locator("#bar a:visible, #matches:visible").count() == 0, "nothing but who one is"
    page.fill("#begin .field input >> nth=0", "Eva")
    page.click("text=This is me")
    page.wait_for_selector(".words li", timeout=20_000)
    assert page.locator(".words li").count() == 24
    page.click("text=I have written them down")
    page.click("text=Begin a match")
    page.select_option("#begin select >> nth=0", "fallujah")
    page.click("#begin button[type=submit]")
    page.wait_for_selector("#ready button", timeout=20_000)
    page.click("#ready button >> nth=0")
    page.click("#draft:not([disabled])")
    page.click("#send")
    page.wait_for_selector("text=signed: 1 draft")
    page.context.close()
    server.send_signal(signal.SIGTERM)
    assert server.communicate(timeout=20)[1] == ""
    assert server.returncode == 0


def test_places_that_are_lit_are_brought_into_sight(seated):
    page = seated.page
    page.click("#ready button >> nth=1")
    seated.says("Legal: ")
    page.click("#draft")
    seated.says("Choose an operation")
    seated.pick("button >> text=J-3")
    seated.until(LIT_IN_SIGHT)
    for words in ("2-7 Cav", "to"):
        seated.pick(f"button:has(span:text-is('{words}'))")
    seated.until("document.querySelector('.places .goal')")
    seated.until(LIT_IN_SIGHT)


def test_a_file_may_be_opened_where_nothing_can_be_dropped(seated):
    seated.page.set_input_files("#file", {"name": "x.txt", "mimeType": "text/plain", "buffer": b"no packet"})
    seated.until("document.querySelector('#status.alarm, #status span')")


def test_the_order_stays_in_sight_on_a_telephone_however_large_the_board(seated):
    page = seated.page
    page.set_viewport_size({"width": 390, "height": 800})
    for _ in range(3):
        page.click("#zoom-in")
    assert page.evaluate("document.querySelector('#dock').getBoundingClientRect().bottom <= innerHeight")
    assert page.evaluate("document.querySelector('#scroll').getBoundingClientRect().height > 150")


def test_parts_of_an_order_are_rows_that_move_by_drag_and_by_keyboard(seated):
    page = seated.page
    page.fill("#order", "north 2-7cav; south 1/5; east fr")
    seated.until("document.querySelectorAll('#parts li').length === 3")
    page.focus("#parts li:nth-child(3) [data-does=up]")
    page.keyboard.press("Enter")
    seated.until("document.getElementById('order').value === 'north 2-7cav; east fr; south 1/5'")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Earlier: east fr"
    page.evaluate(DRAGGED, ["#parts li:nth-child(1)", "#parts li:nth-child(3)"])
    seated.until("document.getElementById('order').value === 'east fr; south 1/5; north 2-7cav'")
    page.click("#parts li:nth-child(2) [data-does=out]")
    seated.until("document.getElementById('order').value === 'east fr; north 2-7cav'")
    page.click("#back")
    seated.until("document.querySelectorAll('#parts li').length === 3")
    page.focus("#parts li:nth-child(2) [data-does=out]")
    page.keyboard.press("Alt+ArrowUp")
    seated.until("document.getElementById('order').value === 'south 1/5; east fr; north 2-7cav'")
    page.keyboard.press("Alt+ArrowUp")  # it is the first
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowDown")
    seated.until("document.getElementById('order').value === 'east fr; north 2-7cav; south 1/5'")
    assert page.evaluate("document.activeElement.closest('#parts li:nth-child(3)') !== null")


def test_one_click_names_so_many_and_nothing_is_bought_by_no_word(seated):
    page = seated.page
    page.fill("#order", "setup ")
    seated.says("Not an order yet: nothing is named")
    assert page.is_disabled("#draft")
    seated.pick("button[aria-label='4 NetWar marker']")
    seated.until("document.getElementById('order').value === 'setup 4 netwar '")
    page.fill("#order", "north 2-7cav 2-2inf")
    page.click("#draft:not([disabled])")
    seated.says("Choose an operation")
    page.fill("#order", "j3 ")
    seated.pick(".lot button")
    seated.until("document.getElementById('order').value === 'j3 2-7 Cav 2-2 Inf '")


def test_who_is_named_with_others_is_left_out_by_one_click(seated):
    page = seated.page
    page.fill("#order", "setup north 2-7cav 2-2inf jsotf a/2aa")
    page.click("#draft:not([disabled])")
    seated.says("Choose an operation")
    page.fill("#order", "j3 ")
    seated.pick(".lot button")
    seated.until("document.querySelectorAll('#named button').length === 4")
    names = page.evaluate("[...document.querySelectorAll('#named button')].map(one => one.textContent)")
    page.click("#named button >> nth=1")
    seated.until("document.querySelectorAll('#named button').length === 3")
    assert names[1] not in page.evaluate("[...document.querySelectorAll('#named button')].map(one => one.textContent)")
    assert page.evaluate("document.activeElement.closest('#named') !== null")
    page.click("#back")
    seated.until("document.getElementById('order').value.split(' ').length > 5")
    page.fill("#order", "j3 typed otherwise")
    seated.until("document.querySelectorAll('#named button').length === 0")


def test_another_part_begins_with_a_click_on_what_it_may_begin_with(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "angola fapla=me mpla=me fnla=me unita=me")
    opened.page.fill("#order", "a luanda 5inf ")
    opened.settled()
    assert "or another part" in opened.text("#choices")
    opened.pick("button:has-text('Column B')")
    opened.until("document.getElementById('order').value === 'a luanda 5inf; b '")
    opened.until("document.querySelectorAll('#parts li').length === 2")
    opened.page.fill("#order", "")
    opened.pick("[aria-label='8 Column A, Luanda: infantry']")
    opened.until("document.getElementById('order').value === 'a Luanda 8 inf '")
    opened.pick("[aria-label='In sight, Luanda: infantry']")
    opened.until("/^a Luanda 8 inf; Luanda inf/.test(document.getElementById('order').value)")
    assert (opened.wrong, opened.close()) == ([], (0, ""))


def test_who_only_looks_at_a_place_adds_nothing_to_a_whole_order(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "angola fapla=me mpla=me fnla=me unita=me")
    at = ".places [data-place={}]"
    place, other = (opened.page.locator(at.format(id)) for id in ("luanda", "dondo"))  # FAPLA is in Luanda
    place.dispatch_event("keydown", {"key": "Enter"})
    opened.until("document.querySelector('#here h3')")
    opened.page.click("#ready button:has-text('Columns where most stand')")
    words = opened.text("#ready button:has-text('Columns where most stand') small")
    for _ in range(2):
        opened.until(f"document.getElementById('says').dataset.told === {words!r}")
        assert opened.page.input_value("#order") == words
        assert opened.page.is_enabled("#draft")
        other.dispatch_event("keydown", {"key": "Enter"})
        opened.until("!document.querySelector('#here h3')")
        place.dispatch_event("keydown", {"key": "Enter"})
        opened.until("document.querySelector('#here h3')")
    opened.page.click("#here button >> text=Luanda")  # who means it says so
    opened.until(f"document.getElementById('order').value === {words + '; Luanda '!r}")
    assert (opened.wrong, opened.close()) == ([], (0, ""))


def test_the_button_says_beforehand_when_it_signs_and_draft_never_does(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "angola fapla=me mpla=me fnla=me unita=me")
    page, held = opened.page, list[Any]()

    def early(ready: int) -> None:
        """Presses the button before the table has told what it would do."""
        page.route("**/preview", lambda route: held.append(route))
        page.click(f"#ready button >> nth={ready}")
        page.click("#draft:not([disabled])")
        while not held:
            page.wait_for_timeout(10)
        assert opened.text("#draft") == "Draft"
        page.unroute("**/preview")
        held.clear()  # and it goes on

    for count in (1, 2, 3):
        early(0)
        opened.says(f"Drafts, not sent: {count}")
    early(0)
    opened.until("document.getElementById('draft').textContent.startsWith('Send')")
    assert "this and the drafts before it are signed at once" in opened.text("#says")
    assert page.locator("#drafts ol > li").count() == 3, "nothing is signed yet"
    page.click("#draft")
    opened.until("!document.querySelector('#drafts ol > li')")
    assert (opened.wrong, opened.close()) == ([], (0, ""))


def test_an_order_being_drafted_is_never_offered_as_one_that_was_begun(chromium, tmp_path):
    opened = Seated(chromium, tmp_path, "angola fapla=me mpla=me fnla=me unita=me")
    page, held = opened.page, list[Any]()
    page.route("**/draft", lambda route: held.append((route, route.fetch())))
    page.click("#ready button >> nth=0")
    page.click("#draft:not([disabled])")
    while not held:
        page.wait_for_timeout(10)
    with page.expect_response(lambda one: "?page=" in one.url) as looked:  # what changed is told before it is answered
        page.evaluate(CHANGED)
    assert len(looked.value.json()["drafts"]) == 1
    page.evaluate("new Promise(done => setTimeout(done, 0))")
    assert "You had begun" not in opened.text("#ready")
    route, answer = held.pop()
    route.fulfill(response=answer)
    opened.says("Drafts, not sent: 1")
    assert page.input_value("#order") == ""
    assert "You had begun" not in opened.text("#ready")
    assert page.evaluate("Object.keys(sessionStorage).filter(key => key.startsWith('pbem:'))") == []
    assert (opened.wrong, opened.close()) == ([], (0, ""))


CHANGED = "document.dispatchEvent(new Event('visibilitychange'))"  # as if the table had told that something changed


def test_a_click_is_not_lost_while_the_page_asks_anew(seated):
    page = seated.page
    page.evaluate("window.pressed = document.querySelector('#choices button')")
    page.evaluate("window.ready = document.querySelector('#ready button')")
    with page.expect_response(lambda one: "?page=" in one.url) as looked:
        page.evaluate(CHANGED)
    looked.value.finished()
    page.evaluate("new Promise(done => setTimeout(done, 0))")  # by then the page has painted what it was told
    assert page.evaluate("[window.pressed.isConnected, window.ready.isConnected]") == [True, True]
    page.fill("#order", "setup north 2-7cav 2-2inf")
    page.click("#draft:not([disabled])")
    seated.says("Choose an operation")
    page.fill("#order", "j3 ")
    seated.until("document.getElementById('choices').dataset.text === 'j3 '")
    held: list[Any] = []
    page.route("**/follow", lambda route: held.append(route))
    seated.pick(".lot button")
    page.evaluate("document.getElementById('order').dispatchEvent(new Event('input'))")  # the same text again
    while len(held) < 2:
        page.wait_for_timeout(10)
    page.unroute("**/follow")
    seated.until("document.getElementById('order').value === 'j3 2-7 Cav 2-2 Inf '")


def test_no_place_stays_marked_for_what_can_be_named_no_more(seated):
    marked = "document.querySelectorAll('.places .hover').length"
    seated.page.fill("#order", "setup ")
    seated.until("document.getElementById('choices').dataset.text === 'setup '")
    seated.page.evaluate("""for (const node of document.querySelectorAll('#choices .choice, #choices .choice *'))
      if (node.textContent.includes('North')) node.dispatchEvent(new Event('mouseenter'))""")
    assert seated.page.evaluate(marked) == 1
    seated.page.fill("#order", "setup north ")
    seated.until("document.getElementById('choices').dataset.text === 'setup north '")
    assert seated.page.evaluate(marked) == 0


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 720)])
def test_the_bar_is_one_line_and_the_move_above_the_fold(chromium, tmp_path, width, height):
    opened = Seated(chromium, tmp_path, "enduring_freedom", viewport={"width": width, "height": height})
    top = "document.querySelector('{}').getBoundingClientRect().{}"
    fold = opened.page.evaluate(top.format("#dock", "top") if width < 900 else "innerHeight")
    assert opened.page.evaluate(top.format("#bar", "height")) < 40
    assert opened.page.evaluate(top.format("#turn", "bottom")) < fold
    assert opened.page.evaluate("document.getElementById('title').scrollWidth") <= opened.page.evaluate(
        "document.getElementById('title').clientWidth")  # the title is whole
    assert "setting up" in opened.page.inner_text("#turn" if width < 500 else "#when")
    assert opened.page.evaluate(top.format("#since", "bottom")) < fold
    opened.close()


def test_the_small_board_is_no_place_to_go_to_by_keyboard(seated):
    page = seated.page
    page.click("#zoom-in")
    page.click("#zoom-in")
    seated.until("!document.getElementById('overview').hidden")
    page.focus(".places [tabindex='0']")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "zoom-out"
