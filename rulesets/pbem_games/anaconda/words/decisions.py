"""What an answer means, in words that follow the name of its seat: `holds its fire at token 14 in 1715`.

Belongs here: words for answers that everybody may read. Must not be here: what happened (the rules tell that).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.spelling import plural
from pbem_games.anaconda.orders import ATTACK, DONE, FIRE, FLIP, FLY, MOVE, ORDERS, PASS, STAY, Order
from pbem_games.anaconda.reactions import Window
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.names import counter_name, counters_named, place_name
from pbem_games.anaconda.words.vocabulary import in_words

IDLE = {
    "8.1": "moves nobody else", "10.2": "attacks no more", "19.1": "reconnoitres no more",
    "15.2": "sends no gunships", "11.3": "does not advance", "27.3": "does not press on", "20.4": "turns up no works",
    "20.7": "turns up no compound", "12.2-p": "lets everybody pass", "24.3": "turns up no leader",
}
PLANS = {"8.1-p": "plans its movement", "10.2-p": "plans its attacks", "19.1-p": "plans its reconnaissance",
         "12.2-p": "says who fires at what moves"}
SEALED = {"12.2-s": "nobody fires", "17.1-s": "nobody fires", "19.1-s": "nobody fires", "10.2-s": "nobody fires",
          "8.1-c": "no conditions"}
"""What a sealed answer means that orders nothing; others are told by the names of their counters."""
WINDOWS = ("12.2", "12.2-d", "17.1")


def decided(state: State, rule: str, seat: str, about: str, say: str) -> str:
    """A phrase for an answer to a request of some rule about something; empty if there is none for it.

    `say` are its canonical words, which were checked; `seat` is who gave it.
    """
    if rule == "4.2":
        return "draws a command marker" if say == "draw" else "draws no marker"
    if rule in ("3.4", "7.4") and say in state.numbers.units:
        return state.numbers.units[say].name
    if rule == "6.2.3":
        return "says in which order those that panicked roll" if about == "order" else ""
    if rule in SEALED:
        return SEALED[rule] if say in ("", "pass") else in_words(state, say).replace("+", ", ")
    if rule in PLANS:
        return _planned(rule, say)
    if rule not in (*IDLE, *WINDOWS, "8.7"):
        return ""
    order = ORDERS.parse(say)
    if rule in WINDOWS:
        return _answered(state, order, about)
    if rule == "8.7":
        return _went_on(state, order, about)
    if order.kind in (PASS, DONE, STAY):
        return IDLE[rule]
    if order.kind == FLIP:
        return f"turns up {counters_named(state, order.who)} in {place_name(state, about)}"
    if order.kind == FIRE:
        return f"fires at {counter_name(state, order.to[0])} with {counters_named(state, order.who)}"  # 15.2
    targets = ", ".join(place_name(state, hex) for hex in order.to)
    return f"orders an attack on {targets}" if order.kind == ATTACK else ""


def _planned(rule: str, say: str) -> str:
    """`plans its movement: 3 orders`"""
    orders = [part for part in say.split(" ; ") if part.split(" ")[0] not in ("last", "more", "pass")]
    if not orders:
        return {"8.1-p": "moves nobody", "10.2-p": "attacks nobody"}.get(rule, IDLE.get(rule, "reconnoitres nothing"))
    return f"{PLANS[rule]}: {plural(len(orders), 'order')}"


def _answered(state: State, order: Order, about: str) -> str:
    """`holds its fire at token 14 in 1715`"""
    target, hex = Window.named(about)
    at = f"at {counter_name(state, target)} in {place_name(state, hex)}"
    return f"holds its fire {at}" if order.kind == PASS else f"fires {at} with {counters_named(state, order.who)}"


def _went_on(state: State, order: Order, about: str) -> str:
    """`stops token 14 in 1715`, `moves token 14 on to 1717`"""
    id, hex = Window.named(about)
    if order.kind == STAY:
        return f"stops {counter_name(state, id)} in {place_name(state, hex)}"
    return f"moves {counter_name(state, id)} on to {place_name(state, order.to[-1])}"


def plan_told(state: State, orders: Sequence[Order]) -> str:
    """`The plan: token 26, token 45 to 2516; CH-47 1 with SAS 3 to 2616`: where who is to go, for who answers it."""
    going: dict[tuple[str, str], list[str]] = {}
    for order in orders:
        who, *load = (counter_name(state, id) for id in order.who)
        to = f" to {place_name(state, order.to[-1])}" if order.to else ""
        how = "" if order.kind in (MOVE, FLY) else f"{order.kind} "
        going.setdefault((how, to), []).append(f"{who} with {', '.join(load)}" if load else who)
    parts = [f"{how}{', '.join(names)}{to}" for (how, to), names in going.items()]
    return f"The plan: {'; '.join(parts)}"
