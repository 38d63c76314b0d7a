"""Ruling R110, C41 Standing orders as people type them.

    a within 2 foot hurt least 3; t7, t8 hexes 1710 1711; friendly fire 1808; show t3
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem_games.anaconda.forms.hexes import HexOffer, around, targets
from pbem_games.anaconda.forms.reading import FILLERS, in_play, shown_in, unoffered
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION
from pbem_games.anaconda.plans.standing import FRIENDLY, GUNSHIPS, SHOW, WHAT, Filed, Standing
from pbem_games.anaconda.prompts import planning
from pbem_games.anaconda.reactions import WORKS
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.vocabulary import LEAD, counter_names, place_names

MOST = 45  # of one's own that are offered
FARTHEST = 40  # hexes: from any of the map to any other


class StandingOrders(Form[State]):
    """Who, where, at what, on which conditions; or `none`."""

    keywords = (
        *FILLERS, "what", "within", "of", "hexes", "hurt", "any", "sound", "least", LEAD, "friendly", SHOW, *WHAT)

    def prompt(self, asked: Asked[State]) -> Prompt:
        return planning.standing(asked)

    def read(self, asked: Asked[State], typed: Typed) -> Filed:
        known = commands_of(asked), counter_names(asked.state, asked.peek)
        state, own, names = asked.state, in_play(asked.state, asked.seat), place_names(asked.state.numbers)

        def offer(who: Sequence[str]) -> None:
            typed.name(known[0], () if who else known[0].ids())
            alone = any(id in known[0] for id in who)  # a command is all of its counters
            typed.name(known[1], () if alone else [id for id in own if id not in who][:MOST])
            if who:
                typed.word("hurt", "sound", "hexes", "within", "least", "what")

        return read_filed(typed, lambda _typed: known, known[1], HexOffer(names, around(state, own)), offer,
                          HexOffer(names, targets(state)), works(asked), is_hidden=asked.seat == AL_QAEDA)

    def again(self, asked: Asked[State], last: Sequence[Any], typed: Typed) -> Filed:
        """Word for word: orders fit windows or do not, and name nothing that can be lost."""
        (filed,) = last
        assert isinstance(filed, Filed)
        return filed

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield Offer("none", "nobody fires before you can say so")
        first, *_ = commands_of(asked).ids()
        yield Offer(f"{first} within 2 hurt", "whoever comes close, hurt or not")

    def propose(self, asked: Asked[State], rng: random.Random) -> Filed:
        commands, hexes = commands_of(asked).ids(), asked.state.numbers.ground.hexes.hexes
        orders = []
        for _ in range(rng.randint(0, 4)):
            own = asked.state.units if asked.seat == COALITION else asked.state.tokens
            who = (rng.choice(commands),) if rng.random() < 0.7 or not own else tuple(rng.sample(sorted(own), 2))
            what = rng.choice((*WHAT, "any", "any"))
            at = tuple(rng.sample(hexes, 3)) if rng.random() < 0.1 else ()
            within, of = rng.choice(((-1, ""), (2, ""), (8, ""), (4, rng.choice(hexes))))
            orders.append(Standing(who, what, at, within, of, rng.random() < 0.5, rng.choice((0, 0, 3))))
        if asked.seat == COALITION:
            return Filed(tuple(orders))
        shown = tuple(rng.sample(sorted(asked.state.tokens), min(3, len(asked.state.tokens))))
        return Filed(tuple(orders), tuple(rng.sample(hexes, 2)), shown)


def read_filed(
    typed: Typed, whose: Callable[[Typed], tuple[Names, Names]], tokens: Names, places: HexOffer,
    offer: Callable[[Sequence[str]], None] | None = None, burnt: HexOffer | None = None,
    works: Sequence[str] | None = None, *, is_hidden: bool = True,
) -> Filed:
    """Orders one after another; `whose` gives the commands and the counters that the one which begins now may name.

    `burnt` are the hexes of Friendly Fire, if not as all others; `works` those that may be shown, if not any. Both are
    offered to Al Qaeda alone, the side that `is_hidden`.
    """
    orders, fire, shows = list[Standing](), list[str](), list[str]()
    while typed.more() or typed.part():
        if typed.word("none"):
            continue
        if _word(typed, is_hidden, "friendly", FRIENDLY):
            typed.word("fire")
            while typed.more():
                fire.append((burnt or places).name(typed) or typed.stop("on which hex does it fall?"))
        elif _word(typed, is_hidden, SHOW):
            shows += shown_in(typed, tokens, works)
        else:
            orders.append(read_order(typed, *whose(typed), places, offer=offer))
    return Filed(tuple(orders), tuple(fire), tuple(shows))


def _word(typed: Typed, is_offered: bool, word: str, *also: str) -> str:
    return typed.word(word, also=also) if is_offered else unoffered(typed, word, also)


def read_order(
    typed: Typed, commands: Names, names: Names, places: HexOffer, counts: dict[str, int] | None = None,
    here: Collection[str] | None = None, near: Names | None = None, offer: Callable[[Sequence[str]], None] | None = None
) -> Standing:
    """One order; `counts` are words that a number follows besides those of standing orders, to be filled in.

    A part of a name means one of `near`, then one that is `here`, before any other, if these are given. At the end
    of a text `offer` asks for what may follow those that are named.
    """
    who, at, what, within, of, lead, least, is_any = list[str](), list[str](), WHAT[0], -1, "", "", 0, False
    while typed.more():
        if typed.word("hexes", also=("hex", "at", "in", "into")):
            at += _hexes(typed, places)
            continue
        typed.skip(*FILLERS, "fire")
        _end(typed, who, offer)
        if typed.word("within"):
            within, of = _distance(typed, places)
        elif word := typed.word("hurt", "sound", also=("any",)):
            is_any = word == "hurt"
        elif typed.word("least"):
            least = typed.number(1, 99) or typed.stop("least what?")
        elif counts and (word := typed.word(*counts)):
            counts[word] = typed.number(1, 99) or typed.stop(f"{word} what?")
        elif typed.word(LEAD):
            lead = typed.name(names) or typed.stop("who leads?")
        elif typed.word("what"):
            what = _wanted(typed, typed.word(*WHAT[1:]), "at what?")
        elif id := name_whole(typed, commands, names, here):
            who.append(id)
        elif who and (word := typed.word(*WHAT[1:])):
            what = word
        else:
            id = typed.name(near) if near is not None else ""
            who.append(_wanted(typed, id or typed.name(names, here, also=names.ids()), "who fires?"))
    if not who:
        typed.stop("who fires?", commands.ids())
    return Standing(tuple(who), what, tuple(at), within, of, is_any, least, lead)


def _end(typed: Typed, who: Sequence[str], offer: Callable[[Sequence[str]], None] | None) -> None:
    """At the end of a text that goes on: what may follow, and nothing else."""
    if offer is not None and not typed.peek():
        offer(who)
        raise typed.refuse_word("who fires?")


def name_whole(typed: Typed, commands: Names, names: Names, here: Collection[str] | None) -> str:
    """A command, or a counter by its whole name; "" for neither.

    A counter whose name goes on from that of a command comes first, as `A Infantry 1` and `a inf 1` do.
    """
    first = typed.at
    command = typed.name(commands, whole=True)
    behind, typed.at = typed.at, first
    id = typed.name(names, here, also=names.ids(), whole=True)
    if command and not id:
        id = typed.name(names, here, also=names.ids())
        id = id if typed.at > behind else ""
    if not id:
        typed.at = behind
    return id or command


def _hexes(typed: Typed, places: HexOffer) -> list[str]:
    found = [_wanted(typed, places.name(typed), "into which hexes?")]
    while typed.more() and (hex := places.name(typed)):
        found.append(hex)
    return found


def _distance(typed: Typed, places: HexOffer) -> tuple[int, str]:
    """So many hexes, and of which one; "" for each unit itself."""
    within = typed.number(0, FARTHEST)
    if within is None:
        raise typed.refuse_word("within how many hexes?")
    is_named = typed.word("of")
    of = places.name(typed) if is_named else places.unasked(typed)
    return within, _wanted(typed, of, "of which hex?") if is_named else of


def _wanted(typed: Typed, found: str, missing: str) -> str:
    if not found:
        raise typed.refuse_word(missing)
    return found


def works(asked: Asked[State]) -> list[str]:
    """20.4 Face-down tokens of one's own that are compounds or fortifications."""
    own = (id for id in in_play(asked.state, asked.seat) if id in asked.state.tokens)
    known = ((id, seen(asked.state, id, asked.peek)) for id in own)
    return [id for id, printed in known if printed is not None and printed.type in WORKS][:MOST]


def commands_of(asked: Asked[State]) -> Names:
    """One's own commands, by letter or name; gunships too."""
    return command_names(asked.state, asked.seat)


def command_names(state: State, seat: str) -> Names:
    """The commands of a seat in the same way."""
    markers = state.numbers.markers.values()
    ways = {m.id: (m.id, m.name) for m in markers if m.side == seat and m.activates and m.id != "jihad"}
    lying = [id for id in (*state.command_pool, *state.aside, *state.gone) if id in ways]  # others come in a later turn
    return Names({**ways, **({GUNSHIPS: ("gunships", GUNSHIPS)} if seat != AL_QAEDA else {})},
                 sort=dict.fromkeys(lying, "card"), labels={id: name for id, (_, name) in ways.items()})
