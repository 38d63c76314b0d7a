"""10.1, 30.1 Drawing late is the same as shuffling at the start, and tells nothing before its time."""

from __future__ import annotations

import itertools
import random
from collections import Counter as Tally
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from enduring_freedom.boards import answer, fresh, hidden, is_sound, only_underground, quiet, run
from enduring_freedom.boards_view import watched

from pbem.kit.numbers import copy_of
from pbem.play.requests import Draw, Roll
from pbem.play.table import Table
from pbem_games.enduring_freedom.admin import conceal
from pbem_games.enduring_freedom.bags import draw_identity, enter, look_into, pick, take_face_down
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.sequence import play
from pbem_games.enduring_freedom.state import Counter, Display, State
from pbem_games.enduring_freedom.view import scene

SIX = ("tal_inf1_1", "tal_inf2_1", "aq_jihadi2_1", "tal_arty_1", "pak_isi", "aq_bin_laden")


class Chance:
    """Draws of all tables from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, sides) for _ in range(dice))

    def sample(self, label: str, pool: Sequence[str], count: int) -> tuple[str, ...]:
        return tuple(self._random.sample(pool, count))

    def shuffled(self, things: Sequence[str]) -> list[str]:
        return self._random.sample(things, len(things))


def finished(procedure: Any, chance: Chance) -> Any:
    """The value of a procedure that only draws."""
    try:
        request = procedure.send(None)
        while True:
            assert isinstance(request, Draw)
            request = procedure.send(chance.sample("", request.pool, request.count))
    except StopIteration as stop:
        return stop.value


def lazily(start: State, chance: Chance) -> tuple[str, ...]:
    """A small game: three places on the map, three underground; in it goes what may go wrong.

    The first place is seen, falls and goes underground; one comes back up to the second zone; one is looked at
    underground and turned down again; a place never seen goes underground; two more come up. Then all is seen.
    """
    state, seen = copy_of(start), []
    first = state.islamists["kabul"].pop(0)
    finished(draw_identity(state, first, rule="20.0", about="kabul"), chance)
    seen.append(first.id)
    enter(state, state.underground, [Counter(id=first.id)])
    second = finished(pick(state, state.underground, rule="30.1", about="herat"), chance)
    seen.append(finished(look_into(state, state.underground, rule="13.1", about="underground"), chance))
    third = finished(pick(state, state.underground, rule="30.1", about="herat"), chance)
    conceal(state)
    enter(state, state.underground, [state.islamists["kabul"].pop(0)])
    fourth = finished(pick(state, state.underground, rule="30.1", about="herat"), chance)
    for counter in (second, third, fourth, *state.islamists["kabul"]):
        finished(draw_identity(state, counter, rule="20.0", about="herat"), chance)
        seen.append(counter.id)
    return tuple(seen)


def shuffled(chance: Chance) -> tuple[str, ...]:
    """The same game with six counters that are shuffled first, and shuffled wherever they are mixed."""
    places = chance.shuffled(SIX)
    on_map, below = places[:3], places[3:]
    first = on_map.pop(0)
    below = chance.shuffled([*below, first])
    second = below.pop()
    below = chance.shuffled(below)
    looked = below.pop()
    below = chance.shuffled([*below, looked])  # it lies open, and may be picked like any other
    third = below.pop()
    below = chance.shuffled([*below, on_map.pop(0)])
    fourth = below.pop()
    return (first, looked, second, third, fourth, *on_map)


def six_counters() -> State:
    state = only_underground(quiet(), *SIX)
    return hidden(state, "kabul", 3)


def chi_square(a: Tally[Any], b: Tally[Any]) -> tuple[float, int]:
    """Of two samples of one size: the statistic, and the degrees of freedom."""
    cells = [key for key in a.keys() | b.keys() if a[key] + b[key] >= 10]
    return sum((a[key] - b[key]) ** 2 / (a[key] + b[key]) for key in cells), len(cells) - 1


Game = tuple[str, ...]
View = Callable[[Game], Any]


def who_came_back(game: Game) -> tuple[int, ...]:
    """For each counter seen where it was seen first."""
    return tuple(game.index(id) for id in game)


def seen_at(*places: int) -> View:
    """Who was seen at these places: few cells, so that small faults show."""
    return lambda game: tuple(game[place] for place in places)


PLACES = range(len(SIX))
VIEWS: dict[str, View] = {
    "who came back": who_came_back,
    **{f"place {i}": seen_at(i) for i in PLACES},
    **{f"places {i} and {j}": seen_at(i, j) for i, j in itertools.combinations(PLACES, 2)},
}


def both_ways(games: int) -> tuple[list[Game], list[Game]]:
    """So many games with late drawing, and with early shuffling."""
    start, chance = six_counters(), Chance(20011007)
    return [lazily(start, chance) for _ in range(games)], [shuffled(chance) for _ in range(games)]


def is_alike(late: Sequence[Game], early: Sequence[Game], view: View, least: int) -> bool:
    """Whether chi-square stays within five standard deviations of what equal chances give."""
    statistic, freedom = chi_square(Tally(map(view, late)), Tally(map(view, early)))
    return freedom >= least and abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def test_30_1_R27_drawing_late_is_shuffling_early_a_sample():
    late, early = both_ways(600)
    assert is_alike(late, early, who_came_back, 6)
    assert all(is_alike(late, early, seen_at(place), 5) for place in PLACES)


@pytest.mark.slow
def test_30_1_R27_drawing_late_is_shuffling_early():
    late, early = both_ways(100_000)
    assert is_alike(late, early, lambda game: game, 5_000)
    assert [name for name, view in VIEWS.items() if not is_alike(late, early, view, 5)] == []


def test_30_1_the_comparison_would_notice_a_fault():
    """If what enters were forgotten among all that was never drawn, the samples would differ."""
    start, chance = six_counters(), Chance(1)

    def faulty() -> tuple[str, ...]:
        state = copy_of(start)
        counter = state.islamists["kabul"].pop(0)
        finished(draw_identity(state, counter, rule="20.0", about="kabul"), chance)
        state.bags["bag_0"].append(counter.id)  # the fault: back to where the map draws from
        state.underground.down += 1
        back = Counter(bag="bag_0")
        finished(draw_identity(state, back, rule="20.0", about="kabul"), chance)
        return counter.id, back.id

    def right() -> tuple[str, ...]:
        state = copy_of(start)
        counter, other = state.islamists["kabul"][:2]
        finished(draw_identity(state, counter, rule="20.0", about="kabul"), chance)
        seen = counter.id
        state.islamists["kabul"].remove(counter)
        enter(state, state.underground, [counter])
        finished(draw_identity(state, other, rule="20.0", about="kabul"), chance)
        return seen, other.id

    statistic, freedom = chi_square(Tally(faulty() for _ in range(1000)), Tally(right() for _ in range(1000)))
    assert statistic > freedom + 5 * (2 * freedom) ** 0.5


def test_30_1_a_ticket_leads_to_an_older_bag():
    state = hidden(quiet(), "kabul", 60)
    enter(state, state.underground, [state.islamists["kabul"].pop()])
    bag = state.bags[state.underground.bag]
    assert bag == ["bag_0"] * 11
    table = run(look_into(state, state.underground, rule="13.1", about="underground"))
    assert table.pending.pool[0] != "bag_0"  # all tickets are alike: only the counters are drawn from
    answer(table, ("tal_inf1_1",))
    assert (len(bag), len(state.bags["bag_0"]), state.underground.up) == (10, 69, ["tal_inf1_1"])
    assert is_sound(state)


def test_30_1_bags_that_only_one_leads_to_are_dissolved():
    state = quiet()
    for id in ("tal_inf1_1", "tal_inf1_2", "tal_inf1_3"):
        state.bags[state.underground.bag].remove(id)
        state.underground.down -= 1
        enter(state, state.underground, [Counter(id=id)])
        assert len(state.bags) == 2
    assert is_sound(state)


def test_9_3_R19_north_is_mixed_in_the_same_way():
    state = quiet()
    counter = take_face_down(state.available)
    assert counter is not None
    state.north["kabul"].append(counter)
    table = run(draw_identity(state, counter, rule="9.3", about="kabul"))
    answer(table, ("na_fahim",))
    state.north["kabul"].remove(counter)
    enter(state, state.available, [counter])
    assert state.bags[state.available.bag].count("na_fahim") == 1
    assert is_sound(state)


# ---------------------------------------------------------------- nothing tells what lies face down


def shown_until_revealed(identity: str, drawn_at: tuple[str, str]) -> list[str]:
    """A turn with the same answers and dice; this identity lies behind the counter that is drawn by this rule there.

    All that is shown until then. It must be the moment when that counter is turned up: nothing is settled before.
    """
    state = fresh()
    table = Table(play(state), seats=("coalition",))
    shown: list[str] = []
    answers = itertools.chain(
        [(1,), "helmand", ("tal_inf2_1",), ("tal_inf2_2",), (1,), "khyber", ("na_arty",)],
        ["muster us_26meu,us_lar,air_cvw8 persian_gulf", "assets uav_1", "assign air_cvw8 strike",
         "drive us_lar farah"],
        ["strike air_cvw8,uav_1 farah ; assault us_26meu herat"],
    )
    for given in answers:
        shown += _screens(state, table)
        table.answer(given)
    while table.pending is not None and (table.pending.rule, table.pending.about) != drawn_at:
        shown += _screens(state, table)
        match table.pending:
            case Draw() as draw:
                table.answer(_other(draw))
            case Roll(dice=count):
                table.answer((4,) * count)
            case _:
                table.answer(table.options.default())
    shown += _screens(state, table)
    assert isinstance(table.pending, Draw)
    zone, before = drawn_at[1], len(table.story)
    table.answer((identity,))
    while table.pending is not None and (table.pending.rule, table.pending.about) == drawn_at:
        table.answer(_other(table.pending))
    name = {**state.numbers.islamist, **state.numbers.north}[identity].name
    assert any(name in t.text and zone in t.places for t in table.story[before:]), "turned up when it is drawn"
    assert not any(identity in bag for bag in state.bags.values()) or identity.startswith("mk_")
    return shown


def _other(request: Draw) -> tuple[str]:
    """A counter of the commonest kinds, which are not tried behind the one in question."""
    return (next(id for id in request.pool if id.startswith(("tal_inf2_", "na_inf2_"))),)


def _screens(state: State, table: Table[Any]) -> list[str]:
    """Prompt, offers, refusals of two hostile tries, scene, story, the request itself."""
    request = table.pending
    found = [repr(t.text) for t in table.story] + [repr(scene(state, "coalition", lambda _: None))]
    found.append(repr((request.rule, request.about, getattr(request, "pool", ()))))
    if not hasattr(request, "seat"):
        return found
    found.append(FORMS.prompt(state, request, "coalition", lambda _: None))
    found += FORMS.examples(state, request, "coalition", lambda _: None)
    for words in ("drive us_lar lashkargam,farah,herat", "farah"):
        try:
            found += FORMS.read_orders(state, request, "coalition", words, lambda _: None)
        except Exception as error:  # whatever it says counts
            found.append(str(error))
    return found


FARAH, BALKH = ("20.0", "farah"), ("9.3", "balkh")
KINDS = {entry.id: id for id, entry in fresh().numbers.islamist.items() if entry.id != "tal_inf2"}
NORTH = {entry.id: id for id, entry in fresh().numbers.north.items() if entry.id not in ("na_inf2", "na_arty")}


@cache
def shown_first(drawn_at: tuple[str, str]) -> list[str]:
    return shown_until_revealed(KINDS["tal_inf1"] if drawn_at == FARAH else NORTH["na_inf1"], drawn_at)


@pytest.mark.parametrize("kind", KINDS)
def test_20_1_nothing_that_is_shown_depends_on_who_lies_face_down(kind):
    assert len(shown_first(FARAH)) > 100
    assert shown_until_revealed(KINDS[kind], FARAH) == shown_first(FARAH)


@pytest.mark.slow
@pytest.mark.parametrize("kind", NORTH)
def test_9_3_nor_on_who_of_the_northern_alliance_does(kind):
    assert len(shown_first(BALKH)) > 200
    assert shown_until_revealed(NORTH[kind], BALKH) == shown_first(BALKH)


ORDERS: dict[str, Callable[[list[str]], list[str]]] = {
    "backwards": lambda tokens: tokens[::-1], "by name": sorted, "turned": lambda tokens: tokens[7:] + tokens[:7],
}


@pytest.mark.parametrize("order", ORDERS)
def test_20_1_nor_on_the_order_in_which_bags_hold_their_tokens(order):
    """What entered last stands last in a bag, and who is drawn is a place in it: no screen may tell the order."""
    compared = 0

    def watch(state: State, request: Any) -> None:
        nonlocal compared
        if request.rule not in ("11.1", "16.0", "17.0", "23.3") or compared == 5:
            return
        mixed = copy_of(state)
        mixed.bags = {bag: ORDERS[order](tokens) for bag, tokens in mixed.bags.items()}
        assert any(mixed.bags[bag] != tokens for bag, tokens in state.bags.items())
        assert _shown(mixed, request) == _shown(state, request)
        compared += 1

    watched("sensible", 3, 1, watch)
    assert compared == 5


def _shown(state: State, request: Any) -> list[str]:
    """Prompt, offers and scene."""
    offered = FORMS.examples(state, request, "coalition", lambda _: None)
    return [repr(scene(state, "coalition", lambda _: None)), FORMS.prompt(state, request, "coalition", lambda _: None),
            *offered]


def test_R100_concealed_again_a_known_counter_is_drawn_no_more():
    state = quiet()
    state.islamists["kabul"].append(Counter(id="tal_inf1_1"))
    assert run(draw_identity(state, state.islamists["kabul"][0], rule="20.0", about="kabul")).pending is None


def test_30_1_a_display_holds_its_bag():
    assert Display("bag_0", 3).up == []
