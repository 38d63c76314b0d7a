"""Following a game one did not play: chapters, the score, filters, a place through time, no spoilers, moves."""

from __future__ import annotations

from browsing import LOGS, Opened

STEP_ON = "what => (document.querySelector('#event-on').click(), document.querySelectorAll(what).length)"  # at once
RUN = "document.querySelector('#run').getAttribute('points').split(' ').length"


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


def test_the_score_says_where_one_is_and_which_way_is_good(game):
    game.page.locator("#slider").fill("30")
    game.click("tab-summary")
    said = game.page.locator(".score").inner_text()
    assert "you are here" in game.page.locator("#graph").text_content()
    assert "up is good for" in said
    few, left = game.page.evaluate(RUN), float(game.page.locator("#here-line").get_attribute("x1"))
    game.click("reveal")
    assert game.page.evaluate(RUN) > few
    game.page.locator("#slider").fill(str(len(game.steps) // 2))
    assert float(game.page.locator("#here-line").get_attribute("x1")) > left


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
