"""The tab Proof: a page checks its own record in Chromium and in Firefox, and says what it found."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from second import scope
from spoiling import lost

from browsing import LOGS, Opened, serious
from pbem.cli.main import status_of
from pbem.crypto.hashing import unb64
from tiers import thorough

LOG = LOGS / "fallujah" / "april_lost" / "game.pbem"
OTHER = LOGS / "fallujah" / "november_lost" / "game.pbem"
TWO = LOGS / "anaconda" / "fortification_kept_down" / "game.pbem"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Pages of a log, made once: with the log in it, and without."""
    folder = tmp_path_factory.mktemp("proof")
    made: dict[tuple[Path, bool], Path] = {}

    def give(log: Path, *, proof: bool = True) -> Path:
        if (log, proof) not in made:
            path = made[log, proof] = folder / f"{len(made)}.html"
            words = ["export", "html", str(log), "-o", str(path), "--public", *(["--proof"] if proof else [])]
            assert status_of(words) == 0
        return made[log, proof]

    return give


def checked(opened: Opened) -> dict[str, str]:
    """What stands on the tab when the check is over."""
    box = "document.getElementById('checked')"
    opened.until(f"document.getElementById('checking').hidden && {box}.innerText.length > 20")
    return dict(opened.page.evaluate("({...document.getElementById('checked').dataset})"))


def told(opened: Opened) -> str:
    return str(opened.page.inner_text("#checked"))


def test_every_vector_holds_in_both_browsers(browser, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><title>vectors</title>")
    tab = browser.new_page()
    tab.goto(page.as_uri())
    vectors = Path(__file__).parents[1] / "proof" / "vectors.json"
    code = f"async () => {{ {scope('vectors.js')} return vectors({vectors.read_text(encoding='utf-8')}); }}"
    found = tab.evaluate(code)
    tab.close()
    assert found["wrong"] == []
    assert sum(found["counts"].values()) > 150


@pytest.mark.parametrize("log", [LOG, thorough(TWO)], ids=["alone", "two"])
def test_a_page_checks_its_record_by_keyboard_alone(log, browser, pages, capsys):
    opened = Opened(browser, pages(log))
    opened.page.focus("#tab-legend")
    opened.press("ArrowRight")
    opened.page.focus("#check")
    opened.page.keyboard.press("Enter")
    data = checked(opened)
    capsys.readouterr()
    assert status_of(["verify", str(log), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    counts = {"records": "events", "signatures": "signatures", "dice": "rolls", "openings": "openings"}
    assert data == {"verdict": "sound"} | {name: str(report[field]) for name, field in counts.items()}
    assert told(opened).startswith(report["verdict"])
    assert report["sha256"] in told(opened)
    assert "This page lies" not in told(opened)
    rows = opened.page.locator("#checked tr").all_inner_texts()
    assert len(rows) == 8
    assert [row.split("\t")[0] for row in rows[1:]] == ["records", "signatures", "numbers for dice", "sealed",
                                                        "opened as sealed", "secret disclosed", "made again from it"]
    assert sum(map(int, rows[1].split("\t")[1:])) + 1 == report["events"]
    opened.close()


def test_each_die_says_how_it_came_about(browser, pages):
    opened = Opened(browser, pages(LOG))
    opened.click("tab-proof")
    opened.click("check")
    checked(opened)
    at = next(i for i, step in enumerate(opened.steps) if step.get("dice") and step["dice"][0][2] == 6)
    opened.page.locator("#slider").fill(str(at))
    opened.page.locator("#now details summary", has_text="how").first.click()
    opened.until("document.querySelectorAll('#now .how li').length > 3")
    steps = opened.page.locator("#now .how").first.locator("li").all_inner_texts()
    sentence = re.compile(r"(\d+) divided by 6 leaves (\d); one more is the die: (\d)\.")
    words = [found for step in steps if (found := sentence.match(step))]
    assert [int(found[3]) for found in words] == opened.steps[at]["dice"][0][3]
    assert all(int(found[1]) % 6 == int(found[2]) == int(found[3]) - 1 for found in words)
    element = re.search(r"gave its number \d+, ([A-Za-z0-9_-]{43})", steps[0])
    assert element is not None
    assert len(unb64(element[1], 32)) == 32
    opened.close()


def test_a_page_without_its_log_takes_the_one_that_it_is_given_and_no_other(browser, pages):
    opened = Opened(browser, pages(LOG, proof=False))
    opened.click("tab-proof")
    assert opened.page.is_disabled("#check")
    opened.page.set_input_files("#logfile", OTHER)
    assert checked(opened)["verdict"] == "other"
    assert "the log of another match" in told(opened)
    opened.page.set_input_files("#logfile", LOG)
    opened.until("document.getElementById('checked').dataset.verdict === 'sound'")
    opened.close()


@pytest.mark.parametrize(("spoil", "verdict", "words"), [
    (lambda lines: [*lines[:60], lines[60][:-60]], "damaged", "breaks off in the middle of an event"),
    (lambda lines: lost(lines, random.Random(3)), "missing", "Records are missing: ask Coalition for event "),
    (lambda lines: [*lines[:9], lines[9].replace(b'"t":', b'"t":1'), *lines[10:]], "damaged",
     "was damaged after it was signed (line 10)"),
])  # fmt: skip
def test_a_broken_record_is_told_in_the_words_of_verify(chromium, pages, tmp_path, spoil, verdict, words):
    log = tmp_path / "game.pbem"
    log.write_bytes(b"".join(spoil(LOG.read_bytes().splitlines(keepends=True))))
    opened = Opened(chromium, pages(LOG))
    opened.click("tab-proof")
    opened.page.set_input_files("#logfile", log)
    assert checked(opened)["verdict"] == verdict
    assert words in told(opened)
    assert "What to do: ask " in told(opened)
    assert "This page lies" not in told(opened)  # what the log has not cannot be compared
    assert "Not compared: " in told(opened)
    opened.close()


def test_an_older_copy_accuses_no_page_and_asks_for_the_newest(chromium, pages, tmp_path):
    log = tmp_path / "game.pbem"
    log.write_bytes(b"".join(LOG.read_bytes().splitlines(keepends=True)[:60]))
    opened = Opened(chromium, pages(LOG), viewport={"width": 420, "height": 900})
    opened.click("tab-proof")
    opened.page.set_input_files("#logfile", log)
    assert checked(opened)["verdict"] == "sound"
    assert "Ask for the newest log." in told(opened)
    assert "This page lies" not in told(opened)
    assert opened.page.locator("#checked p").first.bounding_box()["y"] < 900  # what was found is on the screen
    opened.close()


def test_a_page_whose_own_log_has_not_the_dice_lies(chromium, pages, tmp_path):
    text = pages(LOG).read_text(encoding="utf-8")
    lines = LOG.read_bytes().splitlines(keepends=True)[:60]
    held = re.search(r'(<script[^>]*id="log"[^>]*>)(.*?)</script>', text, re.S)
    assert held
    packed = base64.b64encode(zlib.compress(b"".join(lines))).decode()
    lying = tmp_path / "short.html"
    lying.write_text(text.replace(held[2], packed), encoding="utf-8")
    opened = Opened(chromium, lying)
    opened.click("tab-proof")
    opened.click("check")
    checked(opened)
    assert "This page lies: it shows" in told(opened)
    opened.close()


def test_a_page_that_shows_another_die_than_its_log_is_caught(chromium, pages, tmp_path):
    text = pages(LOG).read_text(encoding="utf-8")
    play = re.search(r'id="data-play">(.*?)</script>', text, re.S)
    assert play
    data = json.loads(play[1])
    step = next(step for step in data["frames"] if step.get("dice") and step["dice"][0][2] == 6)
    step["dice"][0][3][0] = step["dice"][0][3][0] % 6 + 1
    lying = tmp_path / "lying.html"
    lying.write_text(text.replace(play[1], json.dumps(data).replace("<", "\\u003c")), encoding="utf-8")
    opened = Opened(chromium, lying)
    opened.click("tab-proof")
    opened.click("check")
    checked(opened)
    assert "This page lies: it shows" in told(opened)
    opened.close()


def test_a_browser_without_ed25519_says_so_and_what_to_use(chromium, pages, tmp_path):
    text = pages(LOG).read_text(encoding="utf-8").replace('{name: "Ed25519"}', '{name: "Ed00000"}')
    old = tmp_path / "old.html"
    old.write_text(text, encoding="utf-8")
    opened = Opened(chromium, old)
    opened.click("tab-proof")
    opened.click("check")
    assert checked(opened) == {}
    assert "This browser cannot check signatures" in told(opened)
    opened.close()


@pytest.mark.parametrize(("log", "scheme", "width"), [
    (LOG, "light", 1400), thorough(TWO, "light", 1400), thorough(TWO, "dark", 420),
])  # fmt: skip
def test_nothing_serious_on_the_checked_tab_and_it_prints(log, scheme, width, chromium, pages, axe):
    opened = Opened(chromium, pages(log), viewport={"width": width, "height": 900}, color_scheme=scheme)
    opened.click("tab-proof")
    opened.click("check")
    checked(opened)
    assert serious(opened, axe) == []
    opened.click("tab-story")
    opened.page.emulate_media(media="print")
    assert opened.page.is_visible("#checked table")
    assert not opened.page.is_visible("#check")
    opened.close()
