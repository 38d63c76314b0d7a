"""Battle cards in the page: in the step in which a battle ended, with its dice, losses and table."""

from __future__ import annotations

CARD = "#step details.fight"


def fights(game):
    """The steps in which battles ended."""
    return [i for i, step in enumerate(game.steps) if "fights" in step]


def go(game, i):
    game.page.locator("#slider").fill(str(i))
    game.page.wait_for_function(f"document.querySelector('#count').textContent.startsWith('step {i + 1} /')")


def test_a_card_tells_its_battle_with_all_dice_and_who_was_lost(game):
    at = fights(game)
    assert len(at) > 3
    go(game, at[1])
    told = game.steps[at[1]]["fights"][0]
    card = game.page.locator(CARD).first
    shown = card.inner_text()
    for text in (told[0], told[6], told[7]):
        assert game.texts[text] in shown
    throws = [one for one in told[5] if isinstance(one, list)]
    assert card.locator(".dice").count() == len(throws) > 0
    assert card.locator(".die.hit").count() == sum(sum(one[5]) for one in throws)
    assert card.locator(".looked").count() == len(told[5]) - len(throws)
    counters = [one for side in told[4] for one in side[4]]
    assert card.locator(".counter").count() == len(counters)
    assert card.locator(".counter.gone").count() == sum(fate == 1 for _, fate, _ in counters)


def test_cards_fold_by_b_and_stay_so(game):
    at = fights(game)
    go(game, at[0])
    card = game.page.locator(CARD).first
    assert card.evaluate("card => card.open")
    game.page.keyboard.press("b")
    assert not card.evaluate("card => card.open")
    go(game, at[1])
    assert not game.page.locator(CARD).first.evaluate("card => card.open")
    game.page.keyboard.press("b")
    assert game.page.locator(CARD).first.evaluate("card => card.open")


def test_a_card_leads_to_the_next_battle(game):
    at = fights(game)
    go(game, at[0])
    game.page.locator(f"{CARD} >> text=the next battle").first.click()
    assert game.at == at[1]
    assert game.page.locator(CARD).count() == len(game.steps[at[1]]["fights"])


def test_of_a_long_battle_the_first_ten_rows_are_shown_and_the_rest_opens(game):
    at = max(fights(game), key=lambda i: len(game.steps[i]["fights"][0][5]))
    many = len(game.steps[at]["fights"][0][5])
    go(game, at)
    card = game.page.locator(CARD).first
    rows, more = card.locator(".dice, .looked"), card.locator("details.more")
    assert rows.count() == many
    if many < 12:
        assert more.count() == 0
        return
    assert [rows.nth(i).is_visible() for i in range(many)] == [True] * 10 + [False] * (many - 10)
    assert f"{many - 10} more" in more.locator("summary").inner_text()
    more.locator("summary").click()
    assert all(rows.nth(i).is_visible() for i in range(many))
    assert card.locator(".outcome").is_visible()
