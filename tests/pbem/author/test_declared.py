"""docs/ruleset.md, "A decision, declared once": whoever does what the page says has the whole decision."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbem.author.check import check
from pbem.author.new import new_ruleset
from pbem.errors import IllegalMove
from pbem.kit.policies import named
from pbem.play.requests import Ask
from pbem.play.table import Table

DOC = (Path(__file__).resolve().parents[3] / "docs/ruleset.md").read_text(encoding="utf-8")
NAME = "watched_chests"


def shown() -> tuple[str, str]:
    """The procedure and the declaration, as the page shows them."""
    section = re.search(r"^## A decision, declared once\n(.*?)^## ", DOC, re.S | re.M)
    assert section is not None
    procedure, declaration = re.findall(r"^```python\n(.*?)^```$", section[1], re.S | re.M)
    return procedure, declaration


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("stranger")
    new_ruleset(NAME, folder)
    procedure, declaration = shown()
    rules, forms = folder / NAME / "rules.py", folder / NAME / "forms.py"
    called = "    await console(state, loser)\n"
    assert called in rules.read_text()
    called_too = rules.read_text().replace(called, f"{called}    await watch(state, winner)\n")
    rules.write_text(f"{called_too}\n\n{procedure}")
    text = forms.read_text().removesuffix("))\n") + declaration + "))\n"
    forms.write_text(text.replace(f"from {NAME}.state", f"from {NAME}.rules import WATCHERS\nfrom {NAME}.state"))
    sys.path.insert(0, str(folder))
    try:
        yield import_module(NAME).RULESET
    finally:
        sys.path.remove(str(folder))
        for module in [m for m in sys.modules if m.partition(".")[0] == NAME]:
            del sys.modules[module]


@pytest.fixture
def table(game: Any) -> tuple[Any, Table[Any]]:
    """Amber has taken a chest, and is asked."""
    state = import_module(f"{NAME}.state").State(3, {"amber": 4, "jade": 2}, {"amber": 1, "jade": 0})
    return state, Table(import_module(f"{NAME}.rules").watch(state, "amber"))


def asked(game: Any, table: tuple[Any, Table[Any]], what: str, *more: Any) -> Any:
    state, asking = table
    return getattr(game, what)(state, asking.pending, "amber", *more, lambda sealed: None)


def test_the_question_says_how_it_is_answered(game, table):
    assert asked(game, table, "prompt") == "Who watches this chest for a coin?\nType `goose` or `ox` or `none`."


def test_the_best_is_offered_first_each_with_its_remark(game, table):
    assert asked(game, table, "examples") == [
        "goose  # sees 3 thieves of 3", "ox  # sees 1 thieves of 3", "none  # it costs nothing"]


def test_an_answer_is_read_and_another_one_refused_by_what_is_near(game, table):
    assert asked(game, table, "read_orders", "Goo") == ["goose"]
    assert asked(game, table, "read_orders", "nobody") == ["none"]
    with pytest.raises(IllegalMove, match="did you mean goose"):
        asked(game, table, "read_orders", "goosse")


def test_what_may_follow_a_beginning_is_told(game, table):
    found = asked(game, table, "follow", "")
    assert [choice.words for choice in found.choices] == ["none", "goose", "ox"]
    assert [choice.words for choice in asked(game, table, "follow", "g").choices] == ["goose"]
    assert asked(game, table, "follow", "ox").is_answer


def test_a_standing_order_answers_as_it_says(game, table):
    state, asking = table
    order = named(game.policies, "watch")
    given = {how: order.given(state, asking.pending, "amber", order.read(how, state), lambda sealed: None)
             for how in ("best", "none", "ask")}
    assert given == {"best": "goose", "none": "none", "ask": None}


def test_the_bot_gives_what_is_best_and_the_other_one_anything(game, table):
    state, asking = table
    for name, answers in (("sensible", {"goose"}), ("random", {"none", "ox", "goose"})):
        bot = game.bots[name]("amber")
        assert {bot.choose(state, asking.pending, lambda sealed: None, random.Random(seed))
                for seed in range(20)} == answers


def test_the_game_with_it_passes_the_check_of_rulesets(game):
    found = check(f"{NAME}:RULESET", games=1, processes=False)
    assert found.faults == ()


def test_a_request_of_the_rules_needs_no_more_than_its_list(table):
    assert isinstance(table[1].pending, Ask)
    assert table[1].pending.case is None
