"""What an answer means, in words that follow the name of its seat: `holds its fire at token 14 in 1715`.

Belongs here: words for answers that everybody may read. Must not be here: what happened (the rules tell that).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem_games.anaconda.orders import ATTACK, DONE, FIRE, FLIP, FLY, MOVE, ORDERS, PASS, RECON, STAY, Order
from pbem_games.anaconda.plans.fires import FIRE_PLANS
from pbem_games.anaconda.plans.written import CONDITIONS, GROUPS, PLANS, REACTIONS, Group
from pbem_games.anaconda.reactions import Window
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.filed import filed_told
from pbem_games.anaconda.words.names import counter_name, counters_named, place_name

IDLE = {
    "8.1": "moves nobody else", "10.2": "attacks no more", "19.1": "reconnoitres no more",
    "15.2": "sends no gunships", "11.3": "does not advance", "27.3": "does not press on", "20.4": "turns up no works",
    "20.7": "turns up no compound", "12.2-p": "lets everybody pass", "24.3": "turns up no leader",
}
PLANNED = {"8.1-p": "plans its movement", "10.2-p": "plans its attacks", "19.1-p": "plans its reconnaissance"}
NOTHING_PLANNED = {"8.1-p": "moves nobody", "10.2-p": "attacks nobody", "19.1-p": "reconnoitres nothing"}
SEALED = ("12.2-s", "17.1-s", "19.1-s", "10.2-s")
"""Rules that seal who fires, or which works are shown, once for each moment that may come."""
STOPS = {"never": "the movement runs on, whatever happens", "loss": "the movement stops if one of its own is hit",
         "contact": "the movement stops if anybody fires"}
WINDOWS = ("12.2", "12.2-d", "17.1")


def decided(state: State, rule: str, seat: str, about: str, say: str) -> str:
    """A phrase for an answer to a request of some rule about something; empty if there is none for it.

    `say` are its canonical words, which were checked; `seat` is who gave it.
    """
    if rule == "4.2":
        return "draws a command marker" if say == "draw" else "draws no marker"
    if rule in ("3.4", "7.4") and all(id in state.numbers.units for id in say.split(" ")):
        return ", ".join(state.numbers.units[id].name for id in say.split(" "))
    if rule == "6.2.3":
        return "says in which order those that panicked roll" if about == "order" else ""
    if rule in SEALED:
        return _sealed(state, say)
    if rule == "r110":
        return filed_told(state, say)
    if rule == "8.1-c":
        return _stops(state, say)
    if rule in PLANNED:
        return _planned(state, rule, say)
    if rule == "12.2-p":
        fires = [_fires(state, group) for _, group in REACTIONS.parse(say)]
        return f"says who fires at what moves: {'; '.join(dict.fromkeys(fires))}" if fires else IDLE[rule]
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


def _planned(state: State, rule: str, say: str) -> str:
    """`plans its attacks: ODA 372, ODA 594 on 2812; B1B on 1808 (Zerki Kale)`"""
    orders = ([attack.order for attack in FIRE_PLANS.parse(say).attacks] if rule == "10.2-p"
              else list(PLANS.parse(say).orders))
    told = _ordered(state, orders)
    return f"{PLANNED[rule]}: {told}" if told else NOTHING_PLANNED[rule]


def _ordered(state: State, orders: Sequence[Order]) -> str:
    """`token 26, token 45 to 2516; CH-47 1 with SAS 3 to 2616`: orders that lead to one place together."""
    going: dict[tuple[str, str], list[str]] = {}
    for order in orders:
        who, *load = (counter_name(state, id) for id in order.who)
        is_aimed = order.kind in (ATTACK, RECON)
        to = f" {'on' if is_aimed else 'to'} {place_name(state, order.to[-1])}" if order.to else ""
        how = "" if is_aimed or order.kind in (MOVE, FLY) else f"{order.kind} "
        beside = ", " if is_aimed else " with "
        going.setdefault((how, to), []).append(f"{who}{beside}{', '.join(load)}" if load else who)
    return "; ".join(f"{how}{', '.join(names)}{to}" for (how, to), names in going.items())


def _sealed(state: State, say: str) -> str:
    """`nobody fires`, `token 3, token 4 fire`, `shows token 7`: what is due at one moment."""
    if say in ("", "pass"):
        return "nobody fires"
    if say.split(" ")[0] == FIRE:
        return _fires(state, GROUPS.parse(say))
    return f"shows {counters_named(state, ORDERS.parse(say).who)}"  # 20.7


def _fires(state: State, group: Group) -> str:
    """Who fires of whom a plan speaks, at what, and with what strength at least."""
    if not group.who:
        return "nobody fires"
    told = f"{counters_named(state, group.who)} {'fires' if len(group.who) == 1 else 'fire'}"
    told += f" at {counter_name(state, group.at)}" if group.at else ""
    told += f", led by {counter_name(state, group.lead)}" if group.lead else ""
    told += f", at most {group.most} of them" if group.most else ""
    told += f", if strength {group.least} is left" if group.least else ""
    return f"{told}, at one already hit too" if group.any else told


def _stops(state: State, say: str) -> str:
    """C39 When a movement stops; in the same sealing, which compound is shown."""
    if not say.startswith("pause="):
        return _sealed(state, say) if say else "no conditions"
    given = CONDITIONS.parse(say)
    told = [STOPS[given.pause]]
    if given.stop:
        told.append(f"who is fired on stops there in its orders {', '.join(map(str, given.stop))}")
    told += [f"order {one} only after order {needed}" for one, needed in given.needs]
    return "; ".join(told)


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
    return f"The plan: {_ordered(state, orders)}"
