"""How many clicks a person needs who means a position: a third of what set-ups, reorganization and strikes took.

Counted are clicks on what the page offers, from the empty text to an order of the same position, like counters being
one as good as another, units of one order in any row; no answer that is ready is taken, and *Draft* is not counted.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clicks import fewest, together
from pbem.kit.forms import Asked
from pbem_games.anaconda.forms.placing import EACH, REST, in_order
from tiers import thorough, tiers
from walks import Decision, decisions

ANGOLA = ("angola/turn_ten", "angola/soviet_decisive", "angola/western_decisive")
SET_UP, REORGANIZATION, STRIKES = 11, 5, 18
"""A third of 31, 15 and 54, which decisions of recorded games took when the page was designed."""


def first(case: str, rule: str, until: int, most: int = 4) -> Iterator[Decision]:
    """The first decisions by a rule."""
    found = (one for one in decisions(case, until) if one.request.rule == rule and one.is_free)
    yield from (one for one, _ in zip(found, range(most), strict=False))


@pytest.mark.parametrize(("case", "many"), [("angola/turn_ten", 1), *(thorough(case, 4) for case in ANGOLA)])
def test_a_set_up_of_angola_takes_a_third_of_the_clicks(case, many):
    ways = [together(one) for one in first(case, "3", 10, many)]
    assert len(ways) == many
    assert max(way.clicks for way in ways) <= SET_UP


@pytest.mark.parametrize("case", tiers(ANGOLA, ("angola/turn_ten",)))
def test_the_first_reorganization_of_angola_takes_a_third_of_the_clicks(case):
    ways = [together(one) for one in first(case, "8.1-3", 60)]
    assert len(ways) == 4
    assert max(way.clicks for way in ways) <= REORGANIZATION


@pytest.mark.parametrize("many", [1, thorough(4)])
def test_strikes_and_flights_of_enduring_freedom_take_a_third_of_the_clicks(many):
    ways = [together(one, 2) for one in first("enduring_freedom/operational_victory", "17.0", 110, many)]
    assert len(ways) >= min(many, 3)
    assert max(way.clicks for way in ways) <= STRIKES


def test_what_is_ready_is_one_click():
    one = next(one for one in decisions("angola/western_decisive", 60) if one.request.rule == "8.1-3"
               and one.says[0] == "none")  # fmt: skip
    assert fewest(one).clicks == 1


@pytest.mark.parametrize("rule", ["3", "8.1-3"])
def test_whatever_is_offered_as_a_whole_part_is_read(rule):
    for one in first("angola/turn_ten", rule, 60):
        parts = one.follow("").parts
        assert parts
        for part in parts:
            for many in {1, part.most}:
                *words, last = part.words.split()
                found = one.follow(f"{' '.join([*words, *([str(many)] if many > 1 else []), last])} ")
                assert found.is_answer or found.choices or found.then, (part.words, many, found.why)
                assert "understood" not in found.why


SEVERAL = 20
IN_TURN = 49
"""Of 48 counters in any order of hexes; a click tells at most which of some 800 things, so less than 45 cannot do."""


@pytest.mark.parametrize("case", tiers(("anaconda/coalition_wins", "anaconda/neither"), ("anaconda/neither",)))
def test_a_whole_set_up_of_anaconda_takes_a_click_for_each_counter(case):
    one = next(one for one in first(case, "3.4", 20, SEVERAL) if "=" in one.says[0])
    wanted = dict(word.split("=") for word in one.says[0].split())
    text, clicks = f"{EACH} ", 1
    assert any(choice.words == EACH for choice in one.offered("").choices)
    for id in in_order(Asked(one.state, one.request, one.seat, one.peek), wanted):
        assert any(choice.leads and wanted[id] in choice.on for choice in one.offered(text).choices)
        text, clicks = f"{text}{wanted[id]} ", clicks + 1
    assert tuple(one.read(text)) == one.says
    assert clicks <= IN_TURN


def test_a_swap_in_the_set_up_of_anaconda_that_is_ready_takes_two_clicks_more():
    one = next(one for one in first("anaconda/neither", "3.4", 20, SEVERAL) if "=" in one.says[0])
    ready = dict(word.split("=") for word in one.read(REST)[0].split())
    mover, other = next((a, b) for a in ready for b in ready if ready[a] != ready[b] and is_swap(one, ready, a, b))
    begun = one.offered(f"{mover} ")
    assert any(choice.words == mover for choice in one.offered("").choices)
    assert any(choice.leads and ready[other] in choice.on for choice in begun.choices)
    assert any(choice.words == REST for choice in one.offered(f"{mover} {ready[other]} ").choices)


def is_swap(one: Decision, ready: dict[str, str], mover: str, other: str) -> bool:
    """Whether a counter that is put where another lay sends that one where it lay itself."""
    changed = dict(word.split("=") for word in one.read(f"{mover} {ready[other]} {REST}")[0].split())
    return changed == ready | {mover: ready[other], other: ready[mover]}
