"""Orders as people type them: a kind, then counters and places in any order.

    attack 1710 with 1-87 C/1, 1-87 C/2
    move t7 1806 1807
    fire A Mortar 1, lead C High Value Target

Belongs here: reading and the base of the forms that do so. Must not be here: what any one of them asks.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence

from pbem.errors import IllegalMove
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem_games.anaconda.forces import piece
from pbem_games.anaconda.forms.nearby import Next
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.orders import RECON, Order
from pbem_games.anaconda.prompts.offers import suggested
from pbem_games.anaconda.state import DEAD, DELAY, OUT, POOL, REMOVED, SPECIAL, State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.vocabulary import LEAD, counter_names, own_names, place_names

FILLERS = ("and", "with", "from", "to", "at", "in", "into", "by", "on", "using")


def shown_in(typed: Typed, names: Names, among: Sequence[str] | None = None) -> list[str]:
    """`show t3 t4`: the tokens; those of `among` are offered, if that is given."""
    found = list[str]()
    while typed.more():
        typed.skip(*FILLERS)
        left = None if among is None else [id for id in among if id not in found]
        if not (id := typed.name(names, left, also=() if left is None else names.ids())):
            raise typed.refuse_word("which compound is shown?")
        found.append(id)
    return found


def name_counter(asked: Asked[State], typed: Typed) -> str:
    """The counter that is named next, "" if none is.

    A part of a name means one of one's own that the phase under way activates, then one in play, before any other.
    """
    names, (active, idle) = counter_names(asked.state, asked.peek), _own(asked)
    return (_whole_name(asked, typed) or typed.name(own_names(asked.state, active, asked.peek))
            or typed.name(names, [*active, *idle], also=names.ids()))


def _whole_name(asked: Asked[State], typed: Typed) -> str:
    names, (active, idle) = counter_names(asked.state, asked.peek), _own(asked)
    return typed.name(names, [*active, *idle], also=names.ids(), whole=True)


def _own(asked: Asked[State]) -> tuple[list[str], list[str]]:
    """5.3 One's own in play: those that the phase under way activates, and the others."""
    state, operations = asked.state, asked.state.operations
    own, commands = in_play(state, asked.seat), operations.commands if operations is not None else ()
    printed = ((id, seen(state, id, asked.peek)) for id in own)
    active = {id for id, one in printed if one is not None and one.command in commands}
    return [id for id in own if id in active], [id for id in own if id not in active]


def is_hex_number(word: str) -> bool:
    """Whether a hex is meant by this: two digits for its column, two for its row."""
    return len(word) == 4 and word.isascii() and word.isdecimal()


def no_such_hex(state: State, typed: Typed) -> IllegalMove:
    """The error about the next word, the number of a hex that the map does not have."""
    hexes = sorted(state.numbers.ground.hexes.hexes)
    return typed.refuse(f"{typed.peek()} is no hex of the map, which goes from {hexes[0]} to {hexes[-1]}")


def unoffered(typed: Typed, word: str, also: Collection[str]) -> str:
    """The word if it stands next, or one that stands for it; "" if not."""
    before = typed.at
    typed.skip(word, *also)
    return word if typed.at > before else ""


def in_play(state: State, seat: str) -> list[str]:
    """Those of a side on the map, in bases and in the air boxes."""
    hidden_away = (POOL, SPECIAL, OUT, DEAD, DELAY, REMOVED)
    own = state.units if seat == COALITION else state.tokens
    return [id for id in own if piece(state, id).place not in hidden_away]


class Ordered(Form[State]):
    """The base of all orders. `kinds` has for each kind its word and others that stand for it."""

    kinds: tuple[tuple[str, ...], ...] = ()
    implied = ""
    """The kind that is meant if counters are named at once; "" if the kind must be said."""

    keywords: Collection[str] = (*FILLERS, LEAD)

    def read(self, asked: Asked[State], typed: Typed) -> Order:
        return self.one(asked, typed)

    def one(self, asked: Asked[State], typed: Typed, before: Sequence[Order] = ()) -> Order:
        """One order, behind others that come first."""
        kind = ""
        barred = {*self.barred(asked), *(() if typed.peek() else self.idle(asked, before))}
        for word, *also in self.kinds:
            if not kind:
                kind = unoffered(typed, word, also) if word in barred else typed.word(word, also=also)
        if not kind and not (self.implied and typed.more()):
            raise typed.refuse_word("an order is wanted")
        return self.rest(asked, typed, kind or self.implied, before)

    def barred(self, asked: Asked[State]) -> Collection[str]:
        """Kinds that whoever is asked never uses: they are not offered, and refused by their own rules."""
        return ()

    def idle(self, asked: Asked[State], before: Sequence[Order]) -> Collection[str]:
        """Kinds that nobody can be given now: they are not offered, and read as ever."""
        return ()

    def next_in(self, asked: Asked[State], order: Order, before: Sequence[Order]) -> Next | None:
        """What may follow the beginning of an order; None for whatever can be named at all."""
        return None

    def rest(self, asked: Asked[State], typed: Typed, kind: str, before: Sequence[Order] = ()) -> Order:
        """Counters, places and who leads."""
        counters, places = counter_names(asked.state, asked.peek), place_names(asked.state.numbers)
        who: list[str] = []
        to: list[str] = []
        lead = ""
        while typed.more():
            typed.skip(*FILLERS)
            order = Order(kind, tuple(who), tuple(to), lead)
            if not typed.peek() and (found := self.next_in(asked, order, before)) is not None:
                typed.name(counters, found.counters, row=kind != RECON)
                typed.name(places, found.places, remark=found.places.__getitem__)
                self.farther(asked, typed, order, before)
                if found.leads and not lead:
                    typed.word(LEAD)
                raise typed.refuse_word("a counter or a place is wanted")
            if typed.word(LEAD):
                lead = self.leader(asked, typed, order, before)
            elif place := self.farther(asked, typed, order, before):
                to.append(place)
            elif id := (_whole_name(asked, typed) or typed.name(places, whole=True) or name_counter(asked, typed)):
                (to if id in places and id not in counters else who).append(id)
            elif place := typed.name(places):
                to.append(place)
            elif is_hex_number(typed.peek()):
                raise no_such_hex(asked.state, typed)
            else:
                raise typed.refuse_word("a counter or a place is wanted")
        return Order(kind, tuple(who), tuple(to), lead)

    def farther(self, asked: Asked[State], typed: Typed, order: Order, before: Sequence[Order]) -> str:
        """A place that is too far to be offered at once; "" if none is named so."""
        return ""

    def leader(self, asked: Asked[State], typed: Typed, order: Order, before: Sequence[Order]) -> str:
        """Who leads the fire."""
        if not typed.peek() and (found := self.next_in(asked, order, before)) is not None:
            typed.name(counter_names(asked.state, asked.peek), found.leads)
            raise typed.refuse_word("who leads?")
        return name_counter(asked, typed) or typed.stop("who leads?")

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        """The best guess first, with its price and odds."""
        return suggested(asked)

    def propose(self, asked: Asked[State], rng: random.Random) -> Order | None:
        return None
