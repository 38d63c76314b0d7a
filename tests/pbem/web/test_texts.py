"""Every text of the page stands in one catalogue, and nowhere else."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

from page_literals import Literal, literals
from pbem.web.app import OWN, page_in_words

PAGE = files("pbem.web") / "page"
TEXTS: dict[str, str] = json.loads((PAGE / "en.json").read_text(encoding="utf-8"))
HTML = (PAGE / "table.html").read_text(encoding="utf-8")
SCRIPTS = {name: (PAGE / f"{name}.js").read_text(encoding="utf-8") for name in OWN}
ASKED = re.compile(r'\ben\("(\w+)"(?:, \{([^}]*)\})?')
NOT_READ = re.compile(
    r"Enter|Backspace|Delete|Notification|no day|takeback |result |pbem:|/home/me/.*|\w+\.example\.org"
)  # fmt: skip


def in_english(script: str) -> list[str]:
    return ["{}".join(one.parts) for one in literals(script) if one.is_for_people and not _is_for_the_table(one)]


def _is_for_the_table(one: Literal) -> bool:
    """Names of keys and objects of the browser, orders that the table reads, examples of an address."""
    return bool(NOT_READ.fullmatch(one.parts[0]))


@pytest.mark.parametrize("name", OWN)
def test_no_script_has_words_of_its_own(name):
    assert in_english(SCRIPTS[name]) == []


@pytest.mark.parametrize(
    "line",
    ['make("p", {text: "Nothing."})', 'make("p", {}, "Send it: ", link)', "lines.push(`since ${one.since}`)",
     'box.title = "Smaller"',
     "make('p', {text: `${one.name}${one.is ? ` or ${one.more} more` : ''}`})", '{class: "soft", "aria-label": "say"}',
     'const HEADS = {move: "Your move"}', 'when ? ": nobody" : ""', 'make("b", {text: /[a"`]/.test(it) ? "Yes" : ""})'],
)  # fmt: skip
def test_words_in_a_script_are_found(line):
    assert len(in_english(line)) == 1


@pytest.mark.parametrize(
    "line",
    ['make("p", {class: "soft small row"})', 'node.querySelector("#here button")', '`/api/m/${game}/follow`',
     '// Say: "Hello there"',
     '`${one.address}: ${one.imap}`', 'import {en} from "./en.js"', 'en("who_are_you")', "text.split(/ (and|or) /)"],
)  # fmt: skip
def test_what_nobody_reads_is_let_be(line):
    assert in_english(line) == []


def test_the_page_itself_has_no_words_of_its_own():
    shown = re.findall(r'(?:title|aria-label|placeholder)="([^"]*)"', HTML) + re.findall(r">([^<>]+)<", HTML)
    assert [one for one in shown if re.search("[A-Za-z]{2}", re.sub(r"@\w+@", "", one)) and one != "pbem"] == []


def test_each_text_is_used_and_each_that_is_used_is_there():
    used = {name for script in SCRIPTS.values() for name, _ in ASKED.findall(script)}
    used |= set(re.findall(r"@(\w+)@", HTML)) - {"BASE", "WHO"}
    assert used == set(TEXTS)
    assert list(TEXTS) == sorted(TEXTS)
    assert len({*TEXTS.values()}) == len(TEXTS), "a text stands once"
    assert all(len(re.findall(r"\ben\(", it)) == len(ASKED.findall(it)) for it in SCRIPTS.values()), "by name"


def test_each_text_gets_the_values_that_it_names():
    for script in SCRIPTS.values():
        for name, given in ASKED.findall(script):
            values = set(re.findall(r"(?:^|, )(\w+)(?=[,:]|$)", given))
            assert set(re.findall(r"\{(\w+)\}", TEXTS[name])) <= values, name
    assert all("{" not in TEXTS[name] for name in re.findall(r"@(\w+)@", HTML) if name not in ("BASE", "WHO"))


def test_the_page_comes_in_words():
    page = page_in_words("/x")
    assert "@" not in page
    assert '<a id="home" href="/x/">Matches</a>' in page
