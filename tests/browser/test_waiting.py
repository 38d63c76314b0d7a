"""What tests in a browser wait with: a part that is not there yet is waited for, and what never comes is named."""

from __future__ import annotations

import pytest

import browsing
from browsing import Tab, in_front, until


@pytest.fixture
def page(browser, monkeypatch):
    monkeypatch.setattr(browsing, "PATIENCE", 0.3)
    page = browser.new_page()
    page.set_content("<button id=a onclick='document.title += this.id'>a</button>")
    return page


def test_what_is_not_there_yet_is_waited_for(page, monkeypatch):
    monkeypatch.setattr(browsing, "PATIENCE", 30)
    page.evaluate("""setTimeout(() => {
      const later = document.body.appendChild(document.createElement('p'));
      later.id = 'later';
      later.innerText = 'said';
    }, 100); 0""")
    until(page, "document.querySelector('#later').innerText === 'said'")


def test_what_never_comes_is_named_with_what_stood_in_its_way(page):
    with pytest.raises(AssertionError, match=r"never: document.querySelector\('#never'\).id.*TypeError"):
        until(page, "document.querySelector('#never').id")
    with pytest.raises(AssertionError, match=r"never: false here$"):
        until(page, "false", lambda: "here")


def test_a_page_in_front_hears_its_keys_whatever_was_opened_since(page, browser):
    other = browser.new_page()
    in_front(page)
    page.locator("#a").press("Enter")
    assert page.title() == "a"
    other.close()


def test_a_tab_that_tests_share_holds_nothing_back_from_the_next(browser, tmp_path):
    (tmp_path / "asked.html").write_text("asked", encoding="utf-8")
    asked = (tmp_path / "asked.html").as_uri()
    first = Tab.of(browser, 400, 300)
    first.page.goto(asked)
    first.page.route("**/asked.html", lambda _: None)
    first.close()
    second = Tab.of(browser, 400, 300)
    second.page.goto(asked, timeout=5_000)
    assert (second.page, second.page.inner_text("body")) == (first.page, "asked")
    second.close()
