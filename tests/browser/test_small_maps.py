"""The page of a small map opens with all of it in the window, and with letters that can be read."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

import climbers
import patrol
from browsing import SMALLEST, Opened
from pbem.author.new import new_ruleset
from pbem.play.playout import SeededDice
from pbem.play.requests import DrawSecret
from pbem.play.sight import PUBLIC, peek_of
from pbem.play.table import Table
from pbem.ruleset import Ruleset
from pbem.show.frame import Frame
from pbem.show.html import Match, page
from pbem.show.scene import Scene
from pictures import city
from valley_scenes import skirmish

WHOLE = """() => {
  const map = document.querySelector('#view > svg').getBoundingClientRect();
  const view = document.querySelector('#view').getBoundingClientRect();
  return map.left >= Math.max(0, view.left) && map.right <= Math.min(innerWidth, view.right)
    && map.top >= Math.max(0, view.top) && map.bottom <= Math.min(innerHeight, view.bottom);
}"""
HIGH = {420: 844, 1280: 720, 1400: 900}


def begun(game: Ruleset, scenario: str) -> Scene:
    """What everybody sees when the first seat is asked."""
    state: Any = game.new_state(scenario, {}, game.data_files(None))
    table = Table(game.play(state), seats=game.seats)
    while isinstance(table.pending, DrawSecret):
        table.answer(SeededDice(1))
    return game.scene(state, PUBLIC, peek_of(table, PUBLIC))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Scene]:
    """Few places side by side, one above the other, none; few hexes; more places and more hexes."""
    folder = tmp_path_factory.mktemp("new")
    new_ruleset("small_chests", folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(str(folder))
        template = begun(import_module("small_chests").RULESET, "market")
    quarter, field = city(pieces=2), skirmish(columns=4, rows=3)
    board = msgspec.structs.replace(quarter.board, places=quarter.board.places[:16])
    stacks = tuple(stack for stack in quarter.stacks if stack.place != "base")
    return {"template": template, "cliff": begun(climbers.RULESET, "wall"),
            "nothing": patrol.scene(patrol.State(["a"], 1, {}), PUBLIC, lambda sealed: None),
            "hexes": msgspec.structs.replace(field, stacks=field.stacks[:2], highlights=()),
            "quarter": msgspec.structs.replace(quarter, board=board, stacks=stacks), "field": skirmish()}


ON_TELEPHONES = ["template", "cliff", "nothing", "hexes"]
ON_SCREENS = [*ON_TELEPHONES, "quarter", "field"]
SHOWN = [(map, width) for width in HIGH for map in (ON_TELEPHONES if width < 900 else ON_SCREENS)]


@pytest.mark.parametrize(("map", "width"), SHOWN)
def test_a_small_map_opens_whole(map, width, browser, small, tmp_path: Path):
    frames = [Frame(number=0, round=1, kind="answer", scene=small[map])]
    path = tmp_path / "small.html"
    path.write_text(page(frames, Match(title="Small", id="x", engine="toy/1", seats=("a", "b"))), encoding="utf-8")
    opened = Opened(browser, path, viewport={"width": width, "height": HIGH[width]})
    assert opened.page.evaluate(WHOLE)
    assert not opened.page.locator("#overview").is_visible()
    size, words = opened.page.evaluate(SMALLEST)
    assert size >= 8.99, words
    opened.close()
