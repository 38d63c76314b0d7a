"""Following a game one did not play: chapters, the score, filters, a place through time, no spoilers, moves."""

from __future__ import annotations

import re

from browsing import LOGS, RECORDED, Opened
from pbem.replay.films.opening import open_reel
from pbem.show.html import Ends, Match, page
from pbem.show.moment import turn_title

STEP_ON = "what => (document.querySelector('#event-on').click(), document.querySelectorAll(what).length)"  # at once
RUN = "document.querySelector('.graph polyline').getAttribute('points').split(' ').length"
HERE = "Number(document.querySelector('.graph .here').getAttribute('x1'))"


def test_battles_are_chapters_between_the_turns(game):
    game.click("tab-summary")
    game.click("reveal")
    battles = game.page.locator("#turns option.battle")
    assert battles.count() > 3
    i = int(battles.nth(2).get_attribute("value"))
    name = battles.nth(2).inner_text().removeprefix("\u2013 ")
    assert name.startswith("battle of ")
    if "target" not in game.steps[i]:
        told = [game.texts[one[0]] for one in game.steps[i]["told"]]
        assert any(text.startswith(name.replace("battle of", "Battle in")) for text in told)
    game.page.select_option("#turns", str(i))
    assert game.at == i


def test_the_box_of_turns_names_the_battle_that_is_fought_and_none_behind_it(game):
    name, viewer = game.match["engine"].split("/")[0], game.match["viewer"]
    case = RECORDED[name][0]
    (log, *_) = sorted((LOGS / name).glob(f"{case or '*'}/game.pbem"), key=lambda path: path.stat().st_size)
    frames = list(open_reel(log, viewer))
    assert len(frames) == len(game.steps)
    places = {place.id: place.name for place in frames[0].scene.board.places}
    attacked, last = list[str](), ""
    named, shown = 0, game.page.locator("#turns option:checked")
    for i, frame in enumerate(frames):
        now = [one.place for one in frame.scene.highlights if one.kind == "target"]
        fresh = [place for place in now if place not in attacked]
        last = fresh[0] if fresh else last if now else ""
        attacked = now
        if not fresh and not frame.fights and i % 7:
            continue
        game.page.locator("#slider").fill(str(i))
        said = shown.inner_text()
        if frame.kind == "disclose":
            assert said == "After the end of play"
        elif "battle of" in said:
            decided = [one.places[-1] for one in frame.sentences if one.is_battle and one.places]
            assert said.partition("battle of ")[2] in [places[id] for id in ([last] if last else decided)], i
            named += 1
        else:
            assert said == turn_title(frame.turn)
    assert named > 3


def test_what_a_marker_on_a_track_means_is_said_where_it_lies(browser, written):
    for name, track, note in (("angola", "Victory", "how many Victory Tokens its alliance needs at the end of a month"),
                              ("anaconda", "Turn", "a box is a day; beyond 9 the Coalition may go on")):
        opened = Opened(browser, written(name))
        opened.page.locator("#slider").fill(str(len(opened.steps) // 2))
        opened.page.click("#tab-beside")
        box = opened.page.locator(f".track:has(h3:text-is('{track}'))")
        assert note in box.locator("p").first.inner_text()
        marks = box.locator(".mark")
        assert marks.count() > 0
        assert all(note in marks.nth(i).get_attribute("title") for i in range(marks.count()))
        opened.close()


def test_nothing_is_told_before_its_time_until_it_is_asked_for(game):
    game.page.locator("#slider").fill("20")
    game.click("tab-story")
    later = game.page.locator(f"#story a[href='#r{game.steps[-1]['round']}']").last
    assert later.is_hidden()
    assert game.page.locator(f"#story a[href='#r{game.steps[20]['round']}']").last.is_visible()
    game.click("tab-summary")
    assert game.page.locator("#summary .ending").is_hidden()
    heads = [i for i, step in enumerate(game.steps) if "heads" in step]
    shown = game.page.locator("#summary a:has(.head):visible").count()
    assert shown == sum(i <= 20 for i in heads)
    game.click("reveal")
    assert game.page.locator("#summary .ending").is_visible()
    assert game.page.locator("#reveal").is_hidden()
    assert game.page.locator("#summary a:has(.head):visible").count() >= len(heads)
    game.click("tab-story")
    assert later.is_visible()


def test_graphs_say_where_one_is_and_how_far_each_side_is_from_victory(game):
    game.page.locator("#slider").fill("30")
    game.click("tab-summary")
    scores = [step["scores"] for step in game.steps[:31] if step.get("scores")][-1]
    sides = [score for score in scores if len(score) > 5]
    assert len(sides) == 2
    assert game.page.locator(".graph").count() == 1 + len(scores) - len(sides)  # every score is drawn
    graph = game.page.locator('[data-graph="distance"]')
    assert "you are here" in graph.text_content()
    assert "would win now" in graph.text_content()
    assert graph.locator("polyline").count() == 2
    for score in sides:
        name, unit = game.texts[score[0]], re.escape(game.texts[score[5]])
        ways = rf"\d+ {unit} from victory|would win now|the Coalition is \d+ {unit} above|would defeat the Coalition"
        assert re.search(rf"{name}: ({ways})", graph.get_attribute("aria-label"))
    few, left = game.page.evaluate(RUN), game.page.evaluate(HERE)
    assert graph.locator(".ended").count() == 0  # not before one asks
    game.click("reveal")
    assert game.page.evaluate(RUN) > few
    assert "ended" in graph.locator("circle").first.get_attribute("class")
    game.page.locator("#slider").fill(str(len(game.steps) // 2))
    assert game.page.evaluate(HERE) > left


def test_the_last_point_of_a_graph_says_who_has_won_by_whatever_rule(game):
    game.press("End")
    game.click("tab-summary")
    said = game.page.locator('[data-graph="distance"]').get_attribute("aria-label").split("; ")
    ending = next(step["ending"] for step in game.steps if step.get("ending"))
    won = [words.removesuffix(": has won") for words in said if words.endswith("has won")]
    assert len(won) == 1 if ending[2] else "Coalition" not in won  # a system may have won, and is no seat
    others = [words for words in said if not words.endswith("has won")]
    assert all(words.endswith(": has not won") for words in others), others  # how far is nothing more to say
    assert game.page.locator("#summary .score p[class*=soft]").all_inner_texts()[: len(said)] == said
    marks = game.page.locator('[data-graph="distance"] circle')
    lows = marks.evaluate_all("all => all.map(one => Number(one.getAttribute('cy')))")
    assert len(lows) == 2
    assert (lows[0] != lows[1]) == bool(won)


def test_thresholds_are_named_in_the_graph_of_a_score(chromium, written):
    opened = Opened(chromium, written("fallujah"))
    opened.press("End")
    opened.click("tab-summary")
    named = opened.page.locator('[data-graph="score"] text').all_text_contents()
    assert any(re.search(r"(Tactical|Stalemate|Debacle)[A-Za-z ]* -?\d+", words) for words in named)
    opened.close()


def test_the_story_can_be_kept_to_a_faction_or_a_place(game):
    game.press("End")
    game.click("tab-story")
    everything = game.page.locator("#story a.entry:visible").count()
    place = next(game.texts[one[2][0]] for step in game.steps[30:] for one in step.get("told", []) if one[2])
    for choice in (place, game.page.locator("#filter option").nth(1).get_attribute("value")):
        game.page.select_option("#filter", choice)
        assert 0 < game.page.locator("#story a.entry:visible").count() < everything
    game.page.select_option("#filter", "")
    assert game.page.locator("#story a.entry:visible").count() == everything


def test_the_next_event_at_a_place(game):
    told = [i for i, step in enumerate(game.steps) for one in step.get("told", []) if i > 8 and one[2]]
    place = game.texts[next(one[2][0] for one in game.steps[told[3]]["told"] if one[2])]
    game.page.locator(f".places [data-place='{place}']").dispatch_event("click")
    at = game.at
    following = game.click("here-on")
    assert at < following <= told[3]
    assert game.page.locator("#here h3").is_visible()
    assert game.click("here-on") > following
    assert game.click("here-back") == following


def walks(opened: Opened) -> list[int]:
    """The steps in which something goes somewhere, as told or as seen."""
    return [i for i, step in enumerate(opened.steps) if i and step.get("arrows")]


def test_a_march_is_drawn_along_its_way_and_walked_unless_turned_off(game):
    i = walks(game)[0]
    game.page.locator("#slider").fill(str(i - 1))
    assert game.page.evaluate(STEP_ON, ".motion > .walker") >= 1
    assert game.page.locator(".arrows [data-arrow=route]").count() >= 1
    game.until("!document.querySelector('.motion > *')")
    game.click("motion")
    assert game.page.locator("#motion").get_attribute("aria-pressed") == "false"
    game.press("ArrowLeft")
    game.press("ArrowRight")
    assert game.page.locator(".motion > *").count() == 0


UNDER = """() => {
  const ways = [...document.querySelectorAll('.arrows [data-arrow] > path:nth-of-type(1)')];
  const along = path => Array.from({length: 200}, (_, i) => path.getPointAtLength(path.getTotalLength() * i / 199));
  const points = ways.flatMap(along), texts = all => all.map(one => one.textContent);
  const labels = [...document.querySelectorAll('.board text')].filter(one => one.closest('[paint-order]'));
  const holds = (box, p) => p.x > box.x && p.x < box.x + box.width && p.y > box.y && p.y < box.y + box.height;
  const again = [...document.querySelectorAll('.arrows > :not([data-arrow]) text')];
  return [texts(labels.filter(one => points.some(p => holds(one.getBBox(), p)))), texts(again)];
}"""


def test_no_way_hides_a_name_or_a_number(game):
    for i in walks(game)[:6]:
        game.page.locator("#slider").fill(str(i))
        hidden, again = game.page.evaluate(UNDER)
        assert set(hidden) <= set(again)
        assert len(again) <= len(hidden) + 12  # those at its rim, and none besides
    other = next(i for i, step in enumerate(game.steps) if i and not step.get("arrows") and "arrows" in step)
    game.page.locator("#slider").fill(str(other))
    assert game.page.locator(".arrows *").count() == 0


def test_a_capture_flashes_at_its_place(game):
    i = next(i for i, step in enumerate(game.steps) if i > 8 and ("holders" in step or "clusters" in step)
             and step.get("told") and not any(len(one) > 3 and one[3] & 1 for one in step["told"]))

    def flashes(j):
        game.page.locator("#slider").fill(str(j - 1))
        return game.page.evaluate(STEP_ON, ".motion .flash") >= 1

    assert any(flashes(j) for j in range(i, i + 40))


def test_nothing_moves_for_who_wants_less_motion(chromium, written):
    opened = Opened(chromium, written("angola"), reduced_motion="reduce")
    opened.page.locator("#slider").fill(str(walks(opened)[0] - 1))
    opened.press("ArrowRight")
    assert opened.page.locator(".motion > *").count() == 0
    assert opened.page.locator(".arrows [data-arrow=route]").count() >= 1
    opened.close()


def test_what_ends_a_phase_stands_under_it_and_not_under_the_next(game):
    game.press("End")
    game.click("tab-story")
    rows = game.page.locator("#story > a, #story > h3").evaluate_all(
        "all => all.map(one => one.tagName === 'H3' ? ['', one.textContent] : [one.getAttribute('href'), ''])"
    )
    turns, phase, checked = set(game.starts("turn")), None, 0
    below = {}
    for href, heading in rows:
        if heading:
            phase = heading
        else:
            below[href] = phase
    was = None
    for i, step in enumerate(game.steps):
        now = game.texts[step["phase"]] if "phase" in step else was
        if "phase" in step and i not in turns and was and f"#r{step['round']}" in below:
            assert below[f"#r{step['round']}"] == was
            checked += 1
        was = now
    assert checked > 3


def test_each_step_gives_the_command_that_lets_bots_play_on_from_it(game):
    game.page.locator("#slider").fill("7")
    game.page.locator("#onwards summary").click()
    told = game.page.locator("#onwards code").inner_text()
    assert game.match["log"] in {path.parent.name for path in LOGS.glob("*/*/game.pbem")}
    assert told == f"pbem replay {game.match['log']} --at {game.steps[7]['round']} --what-if 40 --seed 1"
    game.page.locator("#copy-command").click()
    game.until("document.querySelector('#copy-command').textContent !== 'Copy'")
    marked = game.page.evaluate("getSelection().toString()")
    assert game.page.locator("#copy-command").inner_text() == ("Marked: copy it" if marked else "Copied")
    assert marked in ("", told)
    game.press("End")
    assert game.page.locator("#onwards").count() == 0


def test_how_bots_ended_it_stands_under_the_graphs_and_not_before_its_time(browser, tmp_path):
    frames = list(open_reel(LOGS / "fallujah" / "april_won" / "game.pbem"))
    begun, late = frames[0].round, frames[-9].round
    ends = (Ends(round=begun, seed="s", games=4, won=((("coalition",), 3), ((), 1)), remark="A guess."),
            Ends(round=late, seed="s", games=4, won=((("coalition",), 4),)))
    match = Match(title="Fallujah", id="x", engine="fallujah/1", seats=("coalition",), ends=ends)
    target = tmp_path / "ends.html"
    target.write_text(page(frames, match), encoding="utf-8")
    opened = Opened(browser, target)
    graph, chart = opened.page.locator("[data-graph=ends]"), opened.page.locator(".chart:has([data-graph=ends])")
    assert graph.locator("rect").count() == 2
    assert f"From round {begun} bots ended 4 games (seed s): 3 Coalition; 1 nobody" in chart.inner_text()
    assert "A guess." in chart.inner_text()
    opened.press("End")
    opened.click("tab-summary")
    assert graph.locator("rect").count() == 3
    assert f"From round {late} bots ended 4 games (seed s): 4 Coalition" in chart.inner_text()
    opened.close()
