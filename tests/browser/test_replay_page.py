"""The page of a replay in a browser, from a file, without a network: keys, buttons, slider, links, play, comments."""

from __future__ import annotations

import re

import pytest

from browsing import LOGS, RECORDED, Opened
from pages import WORST, embedded, hostile_frames
from pbem.replay.films.opening import open_reel
from pbem.show.html import Match
from pbem.show.html import page as page_of
from pbem.show.moment import turn_title

HURRIED = """() => {  // waits are written down and not waited for
  const wait = setTimeout;
  window.waits = [];
  window.setTimeout = (then, ms) => { window.waits.push(ms); return wait(then, 1); };
}"""


def test_keys_and_buttons_step_by_event_phase_and_turn_both_ways(game):
    turns, phases, last = game.starts("turn"), game.starts("turn", "phase"), len(game.steps) - 1
    assert game.at == 0  # a game that has ended opens at its beginning
    assert game.press("ArrowRight") == 1
    assert game.press("ArrowLeft") == 0
    assert game.press("ArrowDown") == game.click("phase-back") + phases[1] == phases[1]
    assert game.press("PageDown") == turns[1]
    assert game.click("turn-on") == turns[2]
    assert game.press("ArrowRight") == turns[2] + 1
    assert game.press("PageUp") == turns[2]
    assert game.click("turn-back") == turns[1]
    assert game.click("event-on") == turns[1] + 1
    assert game.click("event-back") == turns[1]
    assert game.press("ArrowUp") == max(i for i in phases if i < turns[1])
    assert game.press("End") == last
    assert game.page.locator("#event-on").is_disabled()
    assert game.press("ArrowRight") == last
    assert game.press("Home") == 0
    assert game.click("last") == last
    assert game.click("first") == 0
    titles = game.page.locator("button:not([role])").evaluate_all("all => all.map(b => b.title || b.innerText.trim())")
    assert all(titles)


def test_what_a_step_shows_is_what_it_told(game):
    chosen = [i for i, step in enumerate(game.steps) if step.get("told") and step.get("dice")][:3]
    assert chosen
    for i in chosen:
        game.page.locator("#slider").fill(str(i))
        assert game.at == i
        said = game.page.locator("#step").inner_text()
        for words, rule, *_ in game.steps[i]["told"]:
            assert game.texts[words] in said
            assert f"({game.texts[rule]})" in said
        on_cards = [one for fight in game.steps[i].get("fights", []) for one in fight[5] if isinstance(one, list)]
        thrown = [one for one in game.steps[i]["dice"] if one not in on_cards]  # a card shows its dice itself
        shown = game.page.locator("#step > .dice")
        assert shown.count() == len(thrown)
        assert shown.locator(".die").count() == sum(len(t[3]) for t in thrown if t[2])
        assert shown.locator(".die.hit").count() == sum(sum(t[5]) for t in thrown)
        for k, (rule, _, _, _, owners, _, reading, *_) in enumerate(thrown):
            line = shown.nth(k).inner_text()
            assert game.texts[reading]
            assert game.texts[reading] in line
            assert f"rule {game.texts[rule]}" in line
            assert shown.nth(k).locator(".badge").count() == (len(owners) if len(owners) < 3 else 0)


def test_a_die_of_opfor_is_shown_as_its_own_and_ringed_where_it_hits(browser, written):
    game = Opened(browser, written("fallujah"))
    fire = [
        i for i, step in enumerate(game.steps)
        if any("opfor" in [game.texts[o] for o in t[4]] and sum(t[5]) for t in step.get("dice", []))
    ]  # fmt: skip
    game.page.locator("#slider").fill(str(fire[0]))
    line = game.page.locator("#step .dice", has=game.page.locator(".die.hit"), has_text="OPFOR").first
    assert line.locator(".badge").all_inner_texts() == ["OPFOR"]
    assert "hit" in line.inner_text()
    assert line.locator(".die.hit").first.get_attribute("aria-label").endswith(", a hit")
    game.close()


def test_counters_on_the_board_are_those_of_the_step_however_one_came_there(game):
    look = "() => document.querySelector('#view .clusters').innerHTML.replace(/ class=\"[^\"]*\"/g, '').length"
    names = "() => [...document.querySelectorAll('.clusters [data-place]')].map(g => g.dataset.place).sort()"
    middle = len(game.steps) // 2
    game.page.locator("#slider").fill(str(middle))
    jumped = game.page.evaluate(look), game.page.evaluate(names)
    game.page.locator("#slider").fill(str(middle - 12))
    for _ in range(12):
        game.page.keyboard.press("ArrowRight")
    assert game.at == middle
    assert (game.page.evaluate(look), game.page.evaluate(names)) == jumped
    assert jumped[1]


def test_a_link_leads_to_its_round_and_the_address_follows(game):
    step = game.steps[len(game.steps) // 3]
    game.page.goto(game.page.url.split("#")[0] + f"#r{step['round']}")
    game.until(f"document.querySelector('#step .foot a').hash === '#r{step['round']}'")
    game.page.reload()
    game.page.wait_for_selector("body[data-ready=yes]")
    assert game.at == len(game.steps) // 3
    game.press("ArrowRight")
    following = game.steps[len(game.steps) // 3 + 1]["round"]
    game.until(f"location.hash === '#r{following}'")
    game.page.evaluate("location.hash = '#r999999999'")
    game.until("document.querySelector('#last').disabled")


def test_the_story_leads_to_its_steps_and_marks_where_one_is(game):
    told = [i for i, step in enumerate(game.steps) if step.get("told")]
    i = told[len(told) // 2]
    game.click("reveal")
    game.click("tab-story")
    entry = game.page.locator(f"#story a[href='#r{game.steps[i]['round']}']").last
    entry.click()
    game.until(f"document.querySelector('#slider').value === '{i}'")
    assert entry.get_attribute("aria-current") == "step"
    assert game.page.locator("#story .current").count() == 1
    assert game.texts[game.steps[i]["told"][-1][0]] in entry.inner_text()


def test_it_plays_at_the_speed_one_chooses_and_stops(game):
    game.page.select_option("#speed", "25")
    game.press(" ")
    game.until("Number(document.querySelector('#slider').value) > 5")
    game.press(" ")
    stopped = game.at
    game.page.wait_for_timeout(200)
    assert game.at == stopped
    assert game.page.locator("#play").get_attribute("aria-pressed") == "false"
    game.page.locator("#slider").fill(str(len(game.steps) - 3))
    game.click("play")
    game.until("document.querySelector('#last').disabled")
    assert game.page.locator("#play").get_attribute("aria-pressed") == "false"


def test_a_step_stays_as_long_as_one_reads_it_and_a_speed_divides_that(game):
    def letters(i):
        step = game.steps[i]
        return sum(len(game.texts[one[0]]) for one in step.get("told", [])) + sum(
            len(game.texts[one[1]]) for one in step.get("remarks", [])
        )

    game.page.select_option("#speed", "2")
    game.page.locator("#slider").fill(str(len(game.steps) - 31))
    game.page.evaluate(HURRIED)
    game.click("play")
    game.until("document.querySelector('#last').disabled")
    wanted = [max(900, min(9000, 400 + 45 * letters(i))) / 2 for i in range(game.at - 30, game.at)]
    assert len(set(wanted)) > 3
    assert [ms for ms in game.page.evaluate("window.waits") if ms in wanted] == wanted


def test_since_my_last_move(game):
    seat = embedded(game.page.content(), "match")["viewer"]
    moves = [i for i, step in enumerate(game.steps)
             if step.get("moved") and any(game.texts[deed[0]] == seat for deed in step["deeds"])]
    assert game.page.locator("#since").inner_text() == "Since my last move"
    assert game.click("since") == moves[-1]
    assert game.page.locator("#story .since").count() > 0
    assert game.click("since") == moves[-2]
    assert game.page.locator("#seat").is_hidden()


def test_a_turn_can_be_chosen_from_a_list(game):
    turns = game.starts("turn")
    names = game.page.locator("#turns option:not(.battle)").all_inner_texts()
    assert game.steps[-1]["kind"] == "disclose"
    assert names.pop() == "After the end of play"
    assert names == [turn_title(game.texts[game.steps[i]["turn"]]) for i in turns]
    assert all(name.startswith(("Turn ", "Setting up")) for name in names)
    game.page.select_option("#turns", str(turns[-1]))
    assert game.at == turns[-1]
    game.press("Home")
    assert game.page.locator("#turns").input_value() == "0"


def test_what_stands_beside_the_board_follows(game):
    beside = game.page.locator("#beside")
    before = beside.inner_text()
    game.press("End")
    assert beside.inner_text() != before
    game.click("tab-legend")
    assert game.page.locator("#legend p").count() > 5
    assert not beside.is_visible()


def test_each_column_on_the_map_is_told_beside_it(browser, written):
    opened = Opened(browser, written("angola"))
    at = next(i for i in range(len(opened.steps) // 2, len(opened.steps)) if "columns" in opened.steps[i])
    opened.page.locator("#slider").fill(str(at))
    columns = [opened.rows[number] for number in opened.rows[opened.steps[at]["columns"]]]
    told = opened.page.locator("#part-columns p").all_inner_texts()
    assert len(columns) > 3
    for (_, words, _), line in zip(columns, told, strict=True):
        assert f"{opened.texts[words]} - " in line
    opened.close()


def links(opened: Opened) -> list[str]:
    """The rounds that the summary's headlines lead to, in order."""
    found = opened.page.locator("#summary a:has(.head)").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    return [link.removeprefix("#r") for link in found]


def test_a_game_that_has_ended_opens_with_its_summary(game):
    game.click("reveal")
    summary = game.page.locator("#summary")
    match = embedded(game.page.content(), "match")
    said = summary.inner_text()
    assert summary.is_visible()
    assert game.page.locator("#tab-summary").get_attribute("aria-selected") == "true"
    for words in (match["title"], match["scenario"], match["about"], "The match has ended: ", *match["players"]):
        assert words in said
    assert len(match["players"]) == len(match["seats"]) == summary.locator(".held tr").count()
    assert summary.locator(".chart polyline").count() >= 1
    headlines = [game.texts[step["told"][i][0]] for step in game.steps for i in step.get("heads", [])]
    assert summary.locator(".head").all_inner_texts() == headlines
    rounds = [str(step["round"]) for step in game.steps if "heads" in step]
    assert [r for r in rounds if r not in links(game)] == []


def test_a_headline_leads_to_its_step_and_is_marked_there_and_in_the_story(game):
    steps = [i for i, step in enumerate(game.steps) if "heads" in step]
    i = steps[len(steps) // 2]
    game.click("reveal")
    link = game.page.locator(f"#summary a:has(.head)[href='#r{game.steps[i]['round']}']").last
    link.click()
    game.until(f"document.querySelector('#slider').value === '{i}'")
    assert "current" in link.get_attribute("class")
    assert game.page.locator("#summary .current").count() == 1
    assert game.page.locator("#summary").is_visible()
    assert game.page.locator("#step .head").count() == len(game.steps[i]["heads"])
    assert game.page.locator("#story .head").count() == sum(len(step.get("heads", [])) for step in game.steps)


def test_keys_and_buttons_go_from_headline_to_headline(game):
    steps = [i for i, step in enumerate(game.steps) if "heads" in step and i]
    assert [game.press("."), game.press("."), game.click("headline-on")] == steps[:3]
    assert [game.press(","), game.click("headline-back")] == [steps[1], steps[0]]
    game.press("End")
    assert game.page.locator("#headline-on").is_disabled()


def test_a_link_to_a_step_opens_there_and_not_with_the_summary(browser, written):
    opened = Opened(browser, written("angola"), "#r20")
    assert opened.page.locator("#tab-story").get_attribute("aria-selected") == "true"
    assert not opened.page.locator("#summary").is_visible()
    assert opened.at == [step["round"] for step in opened.steps].index(20)
    opened.close()


def test_words_for_the_rules_are_folded_where_a_sentence_says_it_better(game):
    folded = next(i for i, step in enumerate(game.steps) if step["kind"] == "answer" and "told" in step)
    game.page.locator("#slider").fill(str(folded))
    assert not game.page.locator("#step code").first.is_visible()
    game.page.locator("#step details summary").first.click()
    assert game.page.locator("#step code").first.is_visible()


def test_words_for_the_rules_are_shown_where_nothing_else_says_what_was_sealed(browser, written):
    opened = Opened(browser, written("angola"))
    sealed = next(i for i, step in enumerate(opened.steps)
                  if step["kind"] == "seal" and "told" not in step
                  and any(deed[2] >= 0 and len(deed) == 3 for deed in step["deeds"]))  # nor does the game: a bid
    opened.page.locator("#slider").fill(str(sealed))
    assert opened.page.locator("#step details.deed code").first.is_visible()
    opened.close()


def test_no_order_of_the_record_stands_within_a_sentence(game):
    told = next((i for i, step in enumerate(game.steps) if any(len(deed) > 3 for deed in step.get("deeds", ()))), None)
    for i in range(0, len(game.steps), 1 + len(game.steps) // 60):
        game.page.locator("#slider").fill(str(i))
        assert game.page.locator("#step p.deed code").count() == 0, i
    if told is None:
        assert game.match["engine"].split("/")[0] in ("fallujah", "enduring_freedom")
        return
    game.page.locator("#slider").fill(str(told))
    assert game.page.locator("#step details.deed code").count() > 0
    assert not game.page.locator("#step details.deed code").first.is_visible()


def test_what_was_asked_about_is_named_without_raw_ids(browser, written):
    opened = Opened(browser, written("angola"))
    abouts = [(i, opened.texts[step["about"]]) for i, step in enumerate(opened.steps) if "about" in step]
    i, about = next((i, about) for i, about in abouts if re.fullmatch(r"[a-z]+/[a-e]", about))
    opened.page.locator("#slider").fill(str(i))
    seat, letter = about.upper().split("/")
    assert f"{seat} decides (rule 5.2, {letter})" in opened.page.locator("#step").inner_text()
    opened.close()


def test_a_comment_of_ones_own_is_kept_in_the_browser(game):
    game.press("ArrowRight")
    game.page.locator("#comment summary").click()
    game.page.fill("#own", "<b>why here?</b>")
    game.page.keyboard.press("ArrowRight")  # moves the cursor, not the game
    assert game.at == 1
    game.page.reload()
    game.page.wait_for_selector("body[data-ready=yes]")
    game.page.evaluate(f"location.hash = '#r{game.steps[1]['round']}'")
    game.until("document.querySelector('#own').value === '<b>why here?</b>'")
    assert game.page.locator("#story .noted").count() == 1


def brightness(game: Opened) -> float:
    """Of the paper behind the board, 0 to 255."""
    paper = game.page.evaluate("getComputedStyle(document.querySelector('#view svg rect')).fill")
    return sum(int(part) for part in re.findall(r"\d+", paper)[:3]) / 3


def test_light_dark_and_high_contrast_for_page_and_board_alike(game):
    ground = "getComputedStyle(document.body).backgroundColor"
    light = brightness(game)
    game.click("theme")
    dark, page = brightness(game), game.page.evaluate(ground)
    assert dark < 40 < 220 < light
    game.page.reload()
    assert game.page.evaluate(ground) == page
    assert brightness(game) == dark
    game.click("theme")
    assert brightness(game) == 255  # high contrast
    game.click("theme")
    assert brightness(game) == light


def test_it_is_dark_from_the_start_where_the_system_is(chromium, written):
    opened = Opened(chromium, written("fallujah"), color_scheme="dark")
    ground = opened.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(int(part) for part in re.findall(r"\d+", ground)[:3]) < 100
    assert brightness(opened) < 40
    opened.page.emulate_media(color_scheme="light")
    assert brightness(opened) > 220
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_on_a_phone_nothing_is_wider_than_the_screen(name, chromium, written):
    opened = Opened(chromium, written(name), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = opened.page
    opened.press("PageDown")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#event-on").bounding_box()["height"] >= 36
    page.tap("#event-on")
    page.tap("#tab-beside")
    assert page.locator("#beside").is_visible()
    assert not page.locator("#story").is_visible()
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_on_a_phone_the_board_comes_first_and_links_of_the_summary_lead_to_it(name, chromium, written):
    opened = Opened(chromium, written(name), viewport={"width": 420, "height": 844}, has_touch=True, is_mobile=True)
    page = opened.page
    assert page.locator("#summary").bounding_box()["y"] > page.locator("#map").bounding_box()["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    page.tap("#reveal")
    page.locator("#summary a:has(.head)").first.tap()
    opened.until("document.body.dataset.tab === 'story'")
    assert not page.locator("#summary").is_visible()
    assert page.locator("#map").bounding_box()["y"] >= 0
    page.tap("#tab-summary")
    assert page.locator("#summary").is_visible()
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_paper_shows_the_whole_summary_dark_on_light(name, chromium, written):
    opened = Opened(chromium, written(name), color_scheme="dark", viewport={"width": 800, "height": 1000})
    opened.click("theme")
    opened.click("theme")
    opened.click("tab-legend")
    opened.page.emulate_media(media="print")
    summary = opened.page.locator("#summary")
    assert summary.is_visible()
    assert summary.evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    assert opened.page.evaluate("getComputedStyle(document.body).color") == "rgb(28, 26, 23)"
    assert brightness(opened) > 220
    assert not opened.page.locator("#theme").is_visible()
    opened.close()


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_paper_has_the_whole_run_of_the_score_and_the_screen_only_what_was(name, chromium, written):
    opened = Opened(chromium, written(name))
    points = "document.querySelector('.graph polyline').getAttribute('points').split(' ').filter(Boolean).length"
    assert opened.page.evaluate(points) <= 1
    opened.page.emulate_media(media="print")
    opened.until(f"{points} > 1")
    run = opened.page.locator(".graph polyline").first.evaluate("e => [e.getBBox().width, e.getBBox().height]")
    assert run[0] > 200
    assert run[1] > 5
    opened.page.emulate_media(media="screen")
    opened.until(f"{points} <= 1")
    opened.close()


def test_on_paper_what_is_to_come_looks_like_what_has_been(chromium, written):
    opened = Opened(chromium, written("angola"), "#r40")
    headlines = opened.page.locator("#summary a.entry")
    hidden = "all => all.filter(one => getComputedStyle(one).display === 'none').length"
    assert 0 < headlines.evaluate_all(hidden) < headlines.count()
    opened.page.emulate_media(media="print")
    looks = headlines.evaluate_all(
        "all => all.map(getComputedStyle).map(s => [s.display, s.margin, s.padding, s.width].join())")
    assert len(set(looks)) == 1
    opened.close()


def test_others_look_since_the_last_move_of_a_seat_they_choose(browser, written):
    opened = Opened(browser, written("angola", "auditor"))
    for seat in ("mpla", "unita"):
        opened.press("Home")
        opened.page.select_option("#seat", seat)
        step = opened.steps[opened.click("since")]
        assert [opened.texts[deed[0]] for deed in step["deeds"]].count(seat) == 1
    assert opened.page.locator("#since").inner_text() == "Since the last move"
    opened.close()


def test_a_game_that_goes_on_opens_where_it_stands(browser, tmp_path):
    target = tmp_path / "running.html"
    frames = list(open_reel(LOGS / "angola" / "wrong_on_purpose" / "game.pbem"))[:40]
    target.write_text(page_of(frames, Match(title="Angola!", id="x", engine="angola/1", seats=("fapla", "mpla"))))
    opened = Opened(browser, target)
    assert opened.at == 39
    opened.click("tab-summary")
    said = opened.page.locator("#summary").inner_text()
    assert "The match goes on: it stands at Turn 1 of 10, July 1975, " in said
    assert "has ended" not in said
    opened.close()


def test_hostile_words_stay_words(browser, tmp_path):
    target = tmp_path / "hostile.html"
    target.write_text(page_of(hostile_frames(), WORST), encoding="utf-8")
    opened = Opened(browser, target)
    page = opened.page
    page.on("dialog", lambda _: opened.wrong.append("a dialog"))
    for _ in range(3):
        opened.press("ArrowRight")
    opened.press("Home")
    opened.press("ArrowRight")
    assert page.locator("script").count() == 5
    assert page.locator("#story b:not(.badge), #step b:not(.badge)").count() == 0
    assert "<script>alert('x')</script>" in page.locator("#step").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1400
    opened.close()


@pytest.mark.parametrize("width", [420, 1000, 1400])
def test_hostile_words_stay_words_in_the_summary(width, browser, tmp_path):
    target = tmp_path / "hostile.html"
    target.write_text(page_of(hostile_frames(), WORST), encoding="utf-8")
    opened = Opened(browser, target, viewport={"width": width, "height": 900})
    page = opened.page
    page.on("dialog", lambda _: opened.wrong.append("a dialog"))
    summary = page.locator("#summary")
    assert summary.is_visible()
    assert summary.locator(".chart").count() == 1
    assert summary.locator("b:not(.badge), script, img, iframe").count() == 0
    said = summary.inner_text()
    assert said.count("<script>alert('x')</script>") >= 5  # title, scenario, about, players, headlines, the end
    assert not set(said) & set("\u202e\u200b\x1b")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert summary.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert max(summary.locator("p, h2, h3, td").evaluate_all("all => all.map(one => one.clientHeight)")) < 500
    opened.close()
