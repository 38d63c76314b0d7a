"""3, 4.2, 6.2.3, 11.3, 14.9, 20.4, 22.3, 24, 31 Decisions declared once: draws, hexes, whom to turn up, who advances.

Belongs here: what is asked, how it is typed, what is offered, standing orders. Must not be here: which fires there are
(fires), what a hex is worth (bots).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from pbem.kit.arguments import Listing
from pbem.kit.bots import may_answer
from pbem.kit.choose import Choose, ChooseSome, Number
from pbem.kit.declaring import Standing, given
from pbem.kit.forms import Asked
from pbem.kit.lists import Some
from pbem.kit.policies import Setting
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import plural
from pbem.kit.typed import Typed
from pbem.play.requests import Write
from pbem_games.anaconda.bots.al_qaeda import worth_under_fire
from pbem_games.anaconda.bots.coalition import worth_for_leader, worth_for_team
from pbem_games.anaconda.bots.outlook import Outlook, steady
from pbem_games.anaconda.bots.sensible import SensibleBot, is_worth_a_draw
from pbem_games.anaconda.forces import on_map, other_seat, stack_at
from pbem_games.anaconda.forms.columns import by_column
from pbem_games.anaconda.forms.reading import FILLERS
from pbem_games.anaconda.hvt import HVT
from pbem_games.anaconda.numbers import COALITION, SIDES
from pbem_games.anaconda.orders import ADVANCE, FLIP, PASS, STAY, Order
from pbem_games.anaconda.panic import ROLL
from pbem_games.anaconda.plans.standing import Filed, friendly_fire_hex
from pbem_games.anaconda.prompts import firing
from pbem_games.anaconda.prompts.chances import friendly_fire_columns, odds_of_friendly_fire
from pbem_games.anaconda.reactions import WORKS
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.turns import END
from pbem_games.anaconda.variant import BUY, for_sale
from pbem_games.anaconda.words.names import counter_name, counters_named, date
from pbem_games.anaconda.words.vocabulary import counter_names, hex_names, place_names, shown, typed_words

SHOWN = 12

# ---------------------------------------------------------------- words


def _whether_to_draw(asked: Asked[State]) -> Prompt:
    pool = ", ".join(asked.state.numbers.markers[m].name for m in asked.state.command_pool)
    filing = " `file` first if you want to answer plans by standing orders." if "file" in asked.legal() else ""
    return Prompt(
        f"Draw a marker out of the Command Pool ({pool}), or pass; after two passes in a row the turn ends.", filing)


def _of_draw(asked: Asked[State], say: str) -> str:
    state = asked.state
    own = [m for m in state.command_pool if state.numbers.markers[m].side == asked.seat]
    return {"draw": f"one of {plural(len(state.command_pool), 'marker')}, {len(own)} of them yours",
            "pass": "the other side may still draw",
            "file": "standing orders for this turn, then draw or pass"}[say]


def _good_draw(asked: Asked[State], say: str) -> int:
    is_worth = is_worth_a_draw(asked.state, asked.seat)
    return (("file", "pass", "draw") if is_worth else ("file", "draw", "pass")).index(say)


DRAW: Choose[State] = Choose(
    rule="4.2", noun="answer", ask=_whether_to_draw, worth=_good_draw, remark=_of_draw,
    at_random=lambda asked, rng: rng.choice((*["draw"] * 5, "pass", "file")),
    standing=Standing("draw", "whether you draw a marker", {
        "always": given("you draw, and never pass or file",
                        lambda asked, _: "draw" if "draw" in asked.says() else None)}),
)
RESERVE: Number[State] = Number(
    rule=("3.4", "ask"), noun="counters",  # its tool knows it
    ask=lambda asked: "Say how many mobile counters you did not pick: they wait in your Reinforcement Pool.",
)


def _whether_to_extend(asked: Asked[State]) -> Prompt:
    points, turn = asked.state.numbers.al_qaeda_points.extension, asked.state.turn
    return Prompt(f" Extend by a day, for {points} VP to Al Qaeda, or end the operation?",
                  above=f"{date(asked.state, turn)} is over.")


EXTENSION: Choose[State] = Choose(
    rule="22.3", noun="answer", ask=_whether_to_extend,
    remark=lambda asked, say: "the points are counted" if say == END else "one more turn",
)


# ---------------------------------------------------------------- a hex


class OneHex(Choose[State]):
    """One hex of many: the best are offered, the others by their column."""

    def read(self, asked: Asked[State], typed: Typed) -> Any:
        things = self.things(asked)
        hex = by_column(typed, asked.state.numbers, things, first=things[:SHOWN], remark=partial(_lies_there, asked))
        if hex in things:
            return self._value(asked, hex)
        if hex:
            typed.stop(f"{place_names(asked.state.numbers).shown(hex)} is not possible here", things)
        if not typed.peek():
            raise typed.refuse_word(f"name the {self.noun}")
        return super().read(asked, typed)


def _hex(
    rule: str, ask: Callable[[Asked[State]], str], worth: Callable[[Outlook, str], Any],
    standing: Standing[State] | None = None,
) -> Choose[State]:
    """One hex out of a list, the best first."""
    def best_first(asked: Asked[State]) -> Sequence[str]:
        return sorted(asked.says(), key=partial(worth, steady(asked.state, asked.seat, asked.peek)), reverse=True)

    return OneHex(rule=rule, noun="hex", ask=ask, names=lambda asked: place_names(asked.state.numbers), here=best_first,
                  remark=_lies_there, most=SHOWN, standing=standing)


def _lies_there(asked: Asked[State], hex: str) -> str:
    """Its name, who stands there, the odds of what falls on it."""
    state = asked.state
    there = stack_at(state, hex, asked.seat) or stack_at(state, hex, other_seat(asked.seat))
    place = ", ".join(p.name for p in state.numbers.ground.places_at(hex)[:1])
    odds = odds_of_friendly_fire(state, hex) if asked.rule == "14.9" else ""
    return "; ".join(word for word in (place, ", ".join(shown(state, id, asked.peek) for id in there), odds) if word)


def _as_filed(asked: Asked[State], setting: Setting) -> str:
    """14.9 The first hex that is named and has units of the Coalition, else that with most of them."""
    state, by_hex = asked.state, dict[str, int]()
    for id in on_map(state, COALITION):
        by_hex[state.units[id].place] = by_hex.get(state.units[id].place, 0) + 1
    return friendly_fire_hex(Filed(friendly_fire=setting.value or ()), by_hex)


START_MAP = _hex(
    "3.5", lambda asked: Prompt(f"Where on the map does {counter_name(asked.state, asked.about)} start?",
                                " At least two hexes away from every token."), worth_for_team)
LEADER = _hex(
    "24.2", lambda asked: Prompt(f"Where does {counter_name(asked.state, asked.about)} come?",
                                 " Into a hex with a unit of his."), worth_for_leader)
FRIENDLY_FIRE = _hex(
    "14.9", lambda asked: Prompt(
        "Friendly Fire: on which hex of the Coalition does it fall?", " A die gives its strength, 1 to "
        f"{SIDES} ({friendly_fire_columns(asked.state.numbers)}); the odds are those before it."), worth_under_fire,
    Standing("friendly_fire", "which hex Friendly Fire hits", {
        "most": given("that with most units of the Coalition, of those the lowest number", _as_filed),
        "first": given("the first of these where the Coalition is, else as `most`", _as_filed,
                       Listing(hex_names, "HEX ..."))}))


# ---------------------------------------------------------------- some counters


def _some(
    kind: str, ask: Callable[[Asked[State]], str], *, rule: str, noun: str, quiet: str = PASS,
    also: Sequence[str] = (), remarks: tuple[str, str] = ("", ""), nouns: str = "",
    here: Callable[[Asked[State]], Sequence[str]] | None = None,
    at_random: Callable[[Asked[State], random.Random], Sequence[str]] | None = None,
) -> ChooseSome[State]:
    """Some counters of those that the rules name, as an order of this kind; `quiet` if none is named."""
    return ChooseSome(
        rule=rule, noun=noun, nouns=nouns, ask=ask, names=lambda asked: counter_names(asked.state, asked.peek),
        skip=(kind, *also, *FILLERS), brief=lambda asked, ids: typed_words(asked, Order(kind, tuple(ids))),
        why=lambda asked, id: f"{shown(asked.state, id, asked.peek)} cannot be named here",
        made=lambda ids: Order(kind, ids) if ids else Order(quiet), pick=_thought_of, remarks=remarks, here=here,
        at_random=at_random)


def _thought_of(asked: Asked[State]) -> tuple[str, ...]:
    """Those that the sensible player names."""
    request = asked.request
    assert isinstance(request, Write)
    look = steady(asked.state, asked.seat, asked.peek)
    thoughts = (order for order in SensibleBot(asked.seat).answers(look, request)
                if may_answer(request, order, asked.peek))
    return next((order.who for order in islice(thoughts, 1)), request.draft().who)


def _of_types(asked: Asked[State], *types: str) -> list[str]:
    """Those among what is named that are of these types, as far as the seat can see."""
    printed = ((id, seen(asked.state, id, asked.peek)) for id in asked.case(Some).names)
    return [id for id, one in printed if one is not None and one.type in types]


def _some_of(ids: Sequence[str], most: int, rng: random.Random) -> list[str]:
    return rng.sample(ids, min(len(ids), rng.randint(0, most)))


def _prices(asked: Asked[State]) -> Prompt:
    by_price: dict[int, list[str]] = {}
    for id, price in for_sale(asked.state.numbers).items():
        by_price.setdefault(price, []).append(id)
    told = "; ".join(f"{price} VP each: {counters_named(asked.state, ids)}" for price, ids in by_price.items())
    return Prompt("Buy units before play?", f" {told}.")


TURNED_UP = _some(
    FLIP, lambda asked: Prompt("Turn High Value Targets up, so that they lead?", " They stay face up."), rule="24.3",
    also=("turn",), noun="High Value Target", here=lambda asked: _of_types(asked, HVT),
    remarks=("", "nobody is turned up"),
    at_random=lambda asked, rng: [id for id in _of_types(asked, HVT) if rng.random() < 0.2])
COVER = _some(
    FLIP, firing.cover, rule="20.4", noun="work", also=("turn",), here=lambda asked: _of_types(asked, *WORKS),
    remarks=("", "nothing is turned up"),
    at_random=lambda asked, rng: [
        id for id in _of_types(asked, *WORKS) if id in _of_types(asked, WORKS[0]) or rng.random() < 0.5])
ADVANCED = _some(
    ADVANCE, firing.advance, rule="11.3", noun="unit", quiet=STAY, also=("enter",), remarks=("", "nobody enters"),
    at_random=lambda asked, rng: _some_of(asked.case(Some).names, 2, rng))
BOUGHT = _some(
    BUY, _prices, rule="31.2", noun="unit", remarks=("", "nothing is bought"),
    at_random=lambda asked, rng: _some_of(asked.case(Some).names, 4, rng))
PANIC_ORDER = _some(
    ROLL, lambda asked: "In which order do those that panic roll their dice: "
    f"{counters_named(asked.state, asked.case(Some).names)}?", rule="6.2.3", noun="unit", nouns="units in order")

DECLARED = (DRAW, RESERVE, EXTENSION, START_MAP, LEADER, FRIENDLY_FIRE, TURNED_UP, COVER, ADVANCED, BOUGHT)
