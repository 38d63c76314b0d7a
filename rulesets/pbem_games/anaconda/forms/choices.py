"""3, 4.2, 14.9, 22.3, 24, 31 Choices out of short lists: draws, hexes, whom to turn up, what to buy."""

from __future__ import annotations

import random
from collections.abc import Iterable

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.spelling import plural
from pbem.kit.typed import Typed
from pbem_games.anaconda.forms.reading import Ordered
from pbem_games.anaconda.hvt import HVT
from pbem_games.anaconda.numbers import SIDES
from pbem_games.anaconda.orders import FLIP, PASS, Order
from pbem_games.anaconda.prompts.chances import friendly_fire_columns, odds_of_friendly_fire
from pbem_games.anaconda.prompts.offers import hexes
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.turns import END, EXTEND
from pbem_games.anaconda.variant import BUY, for_sale
from pbem_games.anaconda.words.names import counter_name, counters_named, date
from pbem_games.anaconda.words.vocabulary import place_names

SHOWN = 12


class DrawOrPass(Form[State]):
    """4.2 `draw` or `pass`; by plans `file` too."""

    def prompt(self, asked: Asked[State]) -> str:
        pool = ", ".join(asked.state.numbers.markers[m].name for m in asked.state.command_pool)
        filing = " `file` first if you want to answer plans by standing orders." if "file" in asked.legal() else ""
        return (f"Draw a marker out of the Command Pool ({pool}), or pass; after two passes in a row the turn ends."
                f"{filing}")

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        state = asked.state
        own = [m for m in state.command_pool if state.numbers.markers[m].side == asked.seat]
        filing = Offer("file", "standing orders for this turn, then draw or pass")
        draw = Offer("draw", f"one of {plural(len(state.command_pool), 'marker')}, {len(own)} of them yours")
        rest = Offer("pass", "the other side may still draw")
        legal = {"draw": draw, "pass": rest, "file": filing}
        first = ("draw", "pass", "file") if own else ("pass", "draw", "file")
        yield from (legal[word] for word in first if word in asked.legal())

    def propose(self, asked: Asked[State], rng: random.Random) -> str:
        return rng.choice(("draw", "draw", "draw", "draw", "draw", "pass", "file"))


class Reserve(Form[State]):
    """3.4 The size of the Al Qaeda Reinforcement Pool; its tool knows it."""

    def prompt(self, asked: Asked[State]) -> str:
        return "Say how many mobile counters you did not pick: they wait in your Reinforcement Pool. Type the number."


class Hex(Form[State]):
    """One hex out of a list."""

    def read(self, asked: Asked[State], typed: Typed) -> str:
        legal = asked.legal()
        hex = typed.name(place_names(asked.state.numbers), legal, remark=lambda id: self.remark(asked, id))
        if not hex:
            raise typed.refuse_word("a hex is wanted")
        return hex

    def remark(self, asked: Asked[State], id: str) -> str:
        """What stands beside a hex in a list of what may follow."""
        return ""

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        return hexes(asked, SHOWN)


class StartMap(Hex):
    """3.5(1)"""

    def prompt(self, asked: Asked[State]) -> str:
        team = counter_name(asked.state, asked.about)
        return f"Where on the map does {team} start? At least two hexes away from every token. Type a hex."


class Leader(Hex):
    """24.2"""

    def prompt(self, asked: Asked[State]) -> str:
        return f"Where does {counter_name(asked.state, asked.about)} come? Into a hex with a unit of his. Type a hex."


class FriendlyFire(Hex):
    """14.9"""

    def prompt(self, asked: Asked[State]) -> str:
        return (f"Friendly Fire: on which hex of the Coalition does it fall? A die gives its strength, 1 to {SIDES} "
                f"({friendly_fire_columns(asked.state.numbers)}); the odds are those before it. Type a hex.")

    def remark(self, asked: Asked[State], id: str) -> str:
        return odds_of_friendly_fire(asked.state, id)


class Extend(Form[State]):
    """22.3 `extend` or `end`."""

    def prompt(self, asked: Asked[State]) -> str:
        points, turn = asked.state.numbers.al_qaeda_points.extension, asked.state.turn
        return f"{date(asked.state, turn)} is over. Extend by a day, for {points} VP to Al Qaeda, or end the operation?"

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        return [Offer(END, "the points are counted"), Offer(EXTEND, "one more turn")]


class TurnUp(Ordered):
    """24.3 `flip t3 t4` or `pass`."""

    kinds = ((PASS,), (FLIP, "turn"))

    def prompt(self, asked: Asked[State]) -> str:
        return "Turn High Value Targets up, so that they lead? They stay face up. Type `flip` and who, or `pass`."

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        state = asked.state
        able = [id for id, token in state.tokens.items() if not token.face and token.place in state.numbers.ground.hexes
                and (printed := seen(state, id, asked.peek)) is not None and printed.type == HVT]
        chosen = tuple(id for id in able if rng.random() < 0.2)
        return Order(FLIP, chosen) if chosen else Order(PASS)


class Buy(Ordered):
    """31.2 `buy 3-120 FA A, AH-64 3` or `pass`."""

    kinds = ((PASS,), (BUY,))

    def prompt(self, asked: Asked[State]) -> str:
        prices = for_sale(asked.state.numbers)
        by_price: dict[int, list[str]] = {}
        for id, price in prices.items():
            by_price.setdefault(price, []).append(id)
        told = "; ".join(f"{price} VP each: {counters_named(asked.state, ids)}" for price, ids in by_price.items())
        return f"Buy units before play? {told}. Type `buy` and their names, or `pass`."

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        prices = list(for_sale(asked.state.numbers))
        chosen = tuple(rng.sample(prices, rng.randint(0, 4)))
        return Order(BUY, chosen) if chosen else Order(PASS)
