"""The story of a page: phases and battles as headings, arrows of each kind, as the report in Markdown tells it."""

from __future__ import annotations

import re

import msgspec
import pytest

from browsing import LOGS, RECORDED, Opened
from pbem.replay.exports.report import chapters
from pbem.replay.films.opening import open_reel
from pbem.show.frame import Frame
from pbem.show.html import Match, page
from pbem.show.scene import Arrow, Sentence
from valley_scenes import skirmish

KINDS = ("order", "route", "support", "fire")
STORY = """() => { const rows = []; let turn = '', phase = '';
  for (const one of document.querySelectorAll('#story h2, #story h3, #story .told')) {
    if (one.tagName === 'H2') [turn, phase] = [one.textContent, ''];
    else if (one.tagName === 'H3') phase = one.textContent;
    else rows.push([turn, phase, [...one.childNodes].find(node => node.nodeType === 3).data]);
  }
  return rows; }"""


def opened_with(browser, folder, frames, seats=("red", "blue")):
    target = folder / "made.html"
    target.write_text(page(frames, Match(title="Skirmish", id="x", engine="x/1", seats=seats)), encoding="utf-8")
    return Opened(browser, target)


def test_every_sentence_stands_under_the_turn_and_phase_under_which_the_report_has_it(game):
    name, viewer = game.match["engine"].split("/")[0], game.match["viewer"]
    case = RECORDED[name][0]
    (log, *_) = sorted((LOGS / name).glob(f"{case or '*'}/game.pbem"), key=lambda path: path.stat().st_size)
    shown = game.page.evaluate(STORY)
    frames = [frame for frame in open_reel(log, viewer) if frame.kind != "disclose"]
    told = [[one.title, phase, sentence.text] for one in chapters(frames) for phase, sentence in one.told]
    assert [text for *_, text in shown[: len(told)]] == [text for *_, text in told]
    titled = [row for row in told if row[0] != "The game"]
    assert titled
    assert [row for row in shown if row[0] != "The game"][: len(titled)] == titled


@pytest.mark.parametrize("text", ["Riot: the town burns", "The town: a rumour"])
def test_a_headline_with_a_colon_is_no_chapter_and_a_battle_is_one(chromium, tmp_path, text):
    scene = msgspec.structs.replace(skirmish(), highlights=(), turn="1")
    first, second = scene.board.places[:2]
    rumour = Sentence(text=text.replace("town", first.name), places=(first.id,), headline=True)
    battle = Sentence(text="It was hard fought", places=(second.id,), is_battle=True)
    frames = [Frame(number=i, round=i + 1, kind="answer", scene=scene, sentences=told)
              for i, told in enumerate(((), (rumour,), (battle,)))]
    opened = opened_with(chromium, tmp_path, frames)
    assert opened.page.locator("#turns option").all_inner_texts() == ["Turn 1", f"\u2013 battle of {second.name}"]
    opened.close()


def test_arrows_of_each_kind_look_different_without_colour_and_say_their_text(chromium, tmp_path):
    scene = skirmish()
    first, second = [place.id for place in scene.board.places[:2]]
    ways = tuple(Arrow(kind=kind, places=(first, second), text=f"this is {kind}") for kind in KINDS)
    opened = opened_with(chromium, tmp_path, [Frame(number=0, round=1, kind="start",
                                                    scene=msgspec.structs.replace(scene, arrows=ways))])
    looks = opened.page.locator(".arrows [data-arrow]").evaluate_all(
        """all => all.map(one => [one.dataset.arrow, [...one.querySelectorAll('path')].map(path => path.outerHTML)
           .join('').replace(/var\\([^)]*\\)/g, ''), one.querySelector('text').textContent])"""
    )
    assert [(kind, said) for kind, _, said in looks] == [(kind, f"this is {kind}") for kind in KINDS]
    assert len({look for _, look, _ in looks}) == len(KINDS)
    opened.close()


def test_a_sentence_lights_its_places_and_a_place_its_sentences(game):
    i = next(i for i, step in enumerate(game.steps) if i > 5 and any(one[2] for one in step.get("told", [])))
    game.page.locator("#slider").fill(str(i))
    told = game.page.locator("#step .told[data-told]").first
    ids = told.get_attribute("data-told").split()
    told.hover()
    game.until("document.querySelector('.lit path')")
    shown = game.page.locator(".lit path").evaluate_all("all => all.map(one => one.dataset.lit)")
    board = game.page.locator(".places path").evaluate_all("all => all.map(one => one.dataset.place)")
    assert shown == [id for id in dict.fromkeys(ids) if id in board for _ in range(3)]
    game.page.locator("#when").hover()
    game.until("!document.querySelector('.lit path')")
    game.page.locator("#story a.current").focus()
    game.until(f"document.querySelectorAll('.lit path').length >= {len(shown)}")
    place = next(id for id in ids if id in board)
    game.page.locator(f'.places [data-place="{place}"]').focus()
    game.until("document.querySelector('#step .told.lit') && document.querySelector('#story a.current .told.lit')")
    assert told.evaluate("one => one.classList.contains('lit')")
    game.page.locator("#slider").focus()
    game.until("!document.querySelector('.told.lit')")


LIT = "() => [...document.querySelectorAll('.lit rect')].map(one => one.dataset.counter)"
TITLES = "() => [...document.querySelectorAll('.clusters > [data-place] > g > title')].map(one => one.textContent)"
NAMED = {  # the counters that a sentence names, from all that lie on the board
    "anaconda": (r"^(\S.*?) (?:moves|waits|reconnoitres|is pinned|fires?) ", ": {} ("),
    "fallujah": (r"^(\S.*?) moves? from ", ": {} ("),
}


@pytest.mark.browser
@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_sentence_lights_the_counters_it_names_and_a_counter_its_sentences(name, browser, written):
    opened = Opened(browser, written(name))
    pattern, title = NAMED[name]
    seen = 0
    for i, step in enumerate(opened.steps):
        lines = [opened.texts[one[0]] for one in step.get("told", [])]
        found = re.match(pattern, lines[0]) if len(lines) == 1 else None
        if not found or (name == "anaconda" and i % 3):
            continue
        opened.page.locator("#slider").fill(str(i))
        opened.page.locator("#when").hover()
        opened.until("!document.querySelector('.lit rect')")
        opened.page.locator("#step .told").hover()
        titles = opened.page.evaluate(TITLES)
        wanted = {one for one in titles for part in found[1].split(", ") if title.format(part) in f"{one} ("}
        opened.until(f"document.querySelectorAll('.lit rect').length >= {3 * bool(wanted)}")
        assert set(opened.page.evaluate(LIT)) == wanted, lines[0]
        if not wanted:
            continue
        at = opened.page.evaluate(
            """(words) => {  // the pointer comes upon the counter
              const one = [...document.querySelectorAll('.clusters title')].find(title => title.textContent === words);
              one.nextElementSibling.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
              return [...document.querySelectorAll('.told.lit')].map(told => told.textContent);
            }""",
            sorted(wanted)[0],
        )
        assert any(lines[0] in said for said in at)
        assert all(sorted(wanted)[0].split(": ")[1].split(" (")[0] in said for said in at)
        seen += 1
        if seen == 4:
            break
    assert seen > (name == "anaconda") * 3
    opened.close()
