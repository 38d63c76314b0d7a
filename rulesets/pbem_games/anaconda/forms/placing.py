"""3.4, 3.5, 6.2.3, 7.3, 7.4, 15.5, 22.4 Counters that are given places: `1-87 C/1, 1-87 C/2 gardez; rest khowst`."""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NoReturn

from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.typed import Typed
from pbem_games.anaconda.forms.choices import PANIC_ORDER
from pbem_games.anaconda.forms.columns import by_column
from pbem_games.anaconda.forms.reading import FILLERS, is_hex_number, no_such_hex
from pbem_games.anaconda.jihad import entry_hexes
from pbem_games.anaconda.numbers import BASES, Numbers
from pbem_games.anaconda.orders import Placed, Placing
from pbem_games.anaconda.prompts.offers import filled, placed
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.names import counters_named, place_name
from pbem_games.anaconda.words.vocabulary import counter_names, kinds_counted, with_numbers

REST = "rest"
EACH = "each"
FEW = 3  # counters that may all go to one base without much thought
FOLDED = 12  # counters that are told one by one in a prompt


class Places(Form[State]):
    """Counters, then their place, which is enough for one alone; `rest` alone for all others, as suggested.

    Behind `each`, if a game has many, a place alone is that of the next counter that has none.
    """

    keywords = (*FILLERS, REST, EACH)
    in_turn = False
    """Whether counters may take their places in turn."""

    def ids(self, asked: Asked[State]) -> tuple[str, ...]:
        """The counters that are placed."""
        return asked.case(Placed).ids

    def places(self, asked: Asked[State]) -> Collection[str]:
        """Where they may go, for menus."""
        return BASES

    def shared(self, asked: Asked[State], found: Mapping[str, str], waiting: Sequence[str]) -> Collection[str]:
        """Where others are that have a place, if these may lie there too."""
        most = asked.state.numbers.limits.setup_stack
        return [place for place, there in Tally(found.values()).items() if there + len(waiting) <= most]

    def with_room(self, asked: Asked[State], found: Mapping[str, str]) -> Collection[str]:
        """The places where one more may lie."""
        there, most = Tally(found.values()), asked.state.numbers.limits.setup_stack
        return [place for place in self.places(asked) if there[place] < most]

    def read(self, asked: Asked[State], typed: Typed) -> Placing:
        ids, names, places = self.ids(asked), counter_names(asked.state, asked.peek), self.places(asked)
        found, waiting = dict[str, str](), list[str]()
        in_turn, idle = False, ""  # a place at the beginning that no counter was named for
        while typed.more() or typed.part():
            typed.skip(*FILLERS)
            if self.in_turn and not in_turn and not waiting and (typed.peek() or not found):
                in_turn = bool(typed.word(EACH, remark=_in_turn))
                if in_turn and not typed.more():
                    break
            next_one = _next(asked, found) if in_turn and not waiting else []
            alone = next_one or (list(ids) if len(ids) == 1 and not found else [])
            open_to = places if waiting or alone or typed.peek() else ()
            open_to = self.with_room(asked, found) if next_one and not typed.peek() else open_to
            left = [id for id in ids if id not in found and id not in waiting]
            offered = [] if next_one and not typed.peek() else left  # behind `each` places alone
            if typed.word(REST, also=("all", "others")):
                waiting += left
                if waiting and not typed.more():  # to suggest places is much work, and is done once
                    found, waiting = _all_filled(asked, found, waiting), []
            elif place := by_column(typed, asked.state.numbers, open_to, beside=len(offered) + 1,
                                    first=() if typed.peek() or next_one else self.shared(asked, found, waiting)):
                if found and not waiting and not alone:
                    typed.stop(f"nobody is named who would go to {place_name(asked.state, place)}")
                idle = idle or ("" if waiting or alone else place)
                found |= dict.fromkeys(waiting or alone, place)
                waiting = []
            elif id := typed.name(names, offered, also=ids, row=True):
                _refuse_twice(asked, typed, id, found)
                waiting += [id] if id not in waiting else []
            elif is_hex_number(typed.peek()):
                raise no_such_hex(asked.state, typed)
            else:
                raise typed.refuse_word("counters and their places are wanted")
        if waiting or any(id not in found for id in ids):
            self._refuse_those_left(asked, typed, found, in_turn=in_turn and not waiting)
        if idle:
            typed.stop(f"nobody is named who would go to {place_name(asked.state, idle)}")
        return tuple((id, found[id]) for id in ids)

    def _refuse_those_left(
        self, asked: Asked[State], typed: Typed, found: Mapping[str, str], *, in_turn: bool
    ) -> NoReturn:
        """Who has no place yet; in turn, whose it is."""
        left, places = [id for id in self.ids(asked) if id not in found], self.places(asked)
        if in_turn:
            next_one = with_numbers(asked.state, in_order(asked, left)[:1], asked.peek)
            typed.stop(f"{next_one} is next: to which hex? {len(left)} have no place yet; `{REST}` places them all",
                       places)
        more = f" and {len(left) - 6} more" if left[6:] else ""
        told = with_numbers(asked.state, left[:6], asked.peek)
        typed.stop(f"no place is given for {told}{more}; `{REST}` as the last part places all others", places)

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield from placed(asked)
        yield Offer(REST, "as suggested")


class ToBases(Places):
    """C6, C33"""

    def prompt(self, asked: Asked[State]) -> Prompt:
        ids = self.ids(asked)
        verb = "goes" if len(ids) == 1 else "go"
        return Prompt(f"To which base {verb} {counters_named(asked.state, ids)}?", " Gardez borders on the north and "
                      "west edges of the map, Khowst on the east and south.", How(
                          "Type counters and a base, again and again; `rest` as the last part puts all others as "
                          "suggested."))

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        yield from super().offers(asked)
        if len(self.ids(asked)) <= FEW:
            yield from (Offer(f"rest {base}") for base in BASES)

    def propose(self, asked: Asked[State], rng: random.Random) -> Placing:
        return tuple((id, rng.choice(BASES)) for id in self.ids(asked))


def _all_filled(asked: Asked[State], found: Mapping[str, str], waiting: Sequence[str]) -> dict[str, str]:
    return {**found, **{id: place for id, place in filled(asked, found) if id in waiting}}


def _next(asked: Asked[State], found: Mapping[str, str]) -> list[str]:
    return [id for id in in_order(asked, asked.case(Placed).ids) if id not in found][:1]


def _in_turn(_: str) -> str:
    return "then a hex for each counter in turn"


def _refuse_twice(asked: Asked[State], typed: Typed, id: str, found: Mapping[str, str]) -> None:
    if id in found:
        told = with_numbers(asked.state, [id], asked.peek)
        typed.stop(f"two places are given for {told}: {place_name(asked.state, found[id])} and another")


def in_order(asked: Asked[State], ids: Iterable[str]) -> list[str]:
    """Counters in the order in which they take their places: like ones behind each other."""
    faces = {id: seen(asked.state, id, asked.peek) for id in ids}
    return sorted(faces, key=lambda id: ("" if (face := faces[id]) is None else f"{face.type} {face.name}", id))


class SetUp(Places):
    """3.4(2) C4"""

    in_turn = True

    def prompt(self, asked: Asked[State]) -> Prompt:
        most = asked.state.numbers.limits.setup_stack
        ids, state = self.ids(asked), asked.state
        told = (f", here in brackets: {with_numbers(state, ids, asked.peek)}" if len(ids) <= FOLDED else
                f". There are {len(ids)} counters: {kinds_counted(state, ids, asked.peek)}")
        numbers = "" if len(ids) <= FOLDED else " `pbem show` tells each number."
        return Prompt(f"Set up your counters, at most {most} in a hex, none in a hex at the edge of the map, no "
                      "fortification with a compound.", f" The Coalition sees of each only its number{told}.",
                      How(
                          f"Type counters and their hex, again and again; `{REST}` for the others. Or `{EACH}`, then "
                          f"hex after hex: each takes the next counter, like ones in a row.{numbers}"))

    def places(self, asked: Asked[State]) -> Collection[str]:
        return _inner(asked.state.numbers)

    def propose(self, asked: Asked[State], rng: random.Random) -> Placing | None:
        """Everywhere, often together."""
        state, inner = asked.state, list(self.places(asked))
        spots = [hex for hex in rng.sample(inner, 30) for _ in range(state.numbers.limits.setup_stack)]
        ids = self.ids(asked)
        placing = tuple(zip(ids, rng.sample(spots, len(ids)), strict=True))
        hexes = dict(placing)
        for a, b in combinations(ids, 2):
            if hexes[a] == hexes[b] and {_type(asked, a), _type(asked, b)} == {"fortification", "compound"}:
                free = [hex for hex in inner if hex not in hexes.values()]
                hexes[b] = rng.choice(free)
        return tuple((id, hexes[id]) for id in ids)


@lru_cache(maxsize=4)
def _inner(numbers: Numbers) -> tuple[str, ...]:
    """The hexes that are not at the edge of the map."""
    return tuple(hex for hex in numbers.ground.hexes.hexes if not numbers.ground.is_edge(hex))


def _type(asked: Asked[State], id: str) -> str:
    printed = seen(asked.state, id, asked.peek)
    return "" if printed is None else printed.type


class CallUp(Places):
    """7.4 C29"""

    def prompt(self, asked: Asked[State]) -> Prompt:
        counters = with_numbers(asked.state, self.ids(asked), asked.peek)
        return Prompt(f"Jihad! Place {counters} on the eastern edge (column 32), not with Coalition units.",
                      How("Type as at set-up."))

    def places(self, asked: Asked[State]) -> Collection[str]:
        return entry_hexes(asked.state)

    def propose(self, asked: Asked[State], rng: random.Random) -> Placing:
        hexes = entry_hexes(asked.state)
        return tuple((id, rng.choice(hexes)) for id in self.ids(asked))


class BackOrOrder(Form[State]):
    """6.2.3 Who panicked comes back to bases (C6), or rolls in some order (C32)."""

    def __init__(self) -> None:
        self._back, self._order = ToBases(), PANIC_ORDER

    def which(self, asked: Asked[State]) -> Form[State]:
        return self._back if asked.has_case(Placed) else self._order
