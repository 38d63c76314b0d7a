"""12.4 Covert foreign aid: the bid, and what is taken of what the cards bring.

Belongs here: what is asked, how it is typed, what is offered. Must not be here: legality, who carries Equipment
(equipment).
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from pbem.kit.arguments import Count
from pbem.kit.bots import is_legal
from pbem.kit.choose import Number
from pbem.kit.declaring import Standing, given
from pbem.kit.forms import Asked, Form, Offer
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import Names, plural
from pbem.kit.typed import Typed
from pbem.play.requests import Write
from pbem_games.angola.aid.arrival import bases
from pbem_games.angola.aid.covert import Offer as Aid
from pbem_games.angola.aid.covert import gains
from pbem_games.angola.aid.entries import UNLIMITED, piece_limits
from pbem_games.angola.forms.recruitment import columns_told, read_place, typed_place
from pbem_games.angola.state import State
from pbem_games.angola.words.aid_covert import Delivery, item_name
from pbem_games.angola.words.aid_recruitment import split_place
from pbem_games.angola.words.common import region_name

ALL = ("all", "everything")
UP_TO = 40


def _how_many_cards(asked: Asked[State]) -> Prompt:
    state, most = asked.state, asked.legal()[-1]
    penalty = state.factions[asked.seat].crisis.card_penalty
    enemy = next(a for a in state.numbers.alliances.values() if asked.seat not in a.members)
    return Prompt(
        f"Bid for Reinforcement Cards, 0 to {most}, in secret: you draw as many"
        f"{f', less {penalty} that your patron keeps' if penalty else ''}.", " A card brings Units or Equipment.",
        f"The price: if your alliance alone has the highest bid, {enemy.name} gains a space on its Victory Track, "
        f"now {state.track[enemy.id]} (its goal is {state.numbers.tables.victory_track.end}).")


def _bids(asked: Asked[State]) -> Iterable[tuple[int, str]]:
    """A middling bid first: it brings something and seldom is the highest."""
    good = min(2, asked.legal()[-1])
    for number in sorted(asked.legal(), key=lambda n: (abs(n - good), -n)):
        yield number, plural(number, "card") if number else "no card, and no risk"


BID: Number[State] = Number(
    rule="12.4.1", noun="cards", ask=_how_many_cards, likely=_bids, pick=lambda asked: None,
    standing=Standing("bid", "your bid for covert aid", {
        "always": given("N, or as much of it as you may bid",
                        lambda asked, setting: min(max(asked.legal()), setting.value), Count(0, 4))}, usual=""),
)


class Delivered(Form[State]):
    """12.4.2 `aa:2 tank:luanda.a:1`, `tank luanda`, `all`, `none`: what is taken, where Units land."""

    keywords = ALL

    def prompt(self, asked: Asked[State]) -> Prompt:
        state, aid = asked.state, _aid(asked)
        lines = ["Covert aid: take what your cards bring, and say where Units land."]
        lines += [f"  {_card_told(asked, card)}" for card in aid.cards]
        lines.append(f"To be had, as far as there are counters: {_items(state, {**aid.units, **aid.equipment})}.")
        if aid.units:
            lines.append(f"Units may land in {_landings(asked)}." if aid.unit_places() else "No Unit can land now.")
        if aid.equipment:
            lines.append(f"Equipment needs Units of yours to carry it, room now: {_room_told(asked)}. Who carries it "
                         "you say in secret afterwards.")
        if told := columns_told(asked, aid.unit_places()):
            lines.append(f"Units may join {told}.")
        return Prompt(*lines, How(f"Type `{_typed(state, aid, best_delivery(asked))}`, `all`, or `none`; without a "
                                  f"number all of it is taken. Items: {', '.join((*aid.units, *aid.equipment))}."))

    def read(self, asked: Asked[State], typed: Typed) -> Delivery:
        aid = _aid(asked)
        if typed.word("none", remark=lambda _: "nothing is taken"):
            return ()
        if typed.word("all", also=ALL, remark=lambda _: "all that has a place"):
            return best_delivery(asked)
        left = {**aid.units, **aid.equipment}
        taken: dict[tuple[str, str], int] = {}
        while typed.part():
            while typed.more():
                item, place, number = self._read_item(asked, typed, aid, left, taken)
                taken[item, place] = taken.get((item, place), 0) + number
                left[item] -= number
        if not taken:
            raise typed.refuse_word("say what is taken, or `none`")
        return _delivery_of(taken)

    def _read_item(
        self, asked: Asked[State], typed: Typed, aid: Aid, left: dict[str, int], taken: dict[tuple[str, str], int]
    ) -> tuple[str, str, int]:
        """One thing, the place where a Unit lands, how many."""
        state, written = asked.state, typed.peek()
        counted = typed.counted(
            _names(state), [item for item, n in left.items() if n and _may_take(asked, taken, item)], most=UP_TO,
            remark=lambda item: f"{left[item]} left", why=lambda item: _not_had(asked, left, item), of=left)
        if counted is None:
            raise typed.refuse_word("say what is taken")
        item, number = counted
        is_numbered = written[:1].isdecimal() or written[-1:].isdecimal()
        place = ""
        if item in aid.units:
            typed.skip("to", "in", "at")
            legal = [p for p in aid.unit_places() if _fits(asked, taken, item, p)]
            place = read_place(typed, state, asked.seat, legal, why=lambda r: _no_landing(asked, aid, r))
            if not place:
                raise typed.refuse_word(f"say where {item_name(state, item)} lands")
        most = _most(asked, taken, item, place, left[item])
        said = None if is_numbered else typed.number(1, UP_TO if typed.peek() else most)
        number = said or (number if is_numbered else most)
        if number > left[item]:
            raise typed.refuse(f"{left[item]} {item_name(state, item)} can be had, not {number}")
        return item, place, number

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        state, aid = asked.state, _aid(asked)
        best, draft = best_delivery(asked), asked.items()[0].default()
        offered = {_typed(state, aid, best): "all that has a place" if best else "nothing has a place"}
        offered.setdefault(_typed(state, aid, draft), "all in the base")
        offered.setdefault("none", "nothing is taken")
        return [Offer(words, remark) for words, remark in offered.items()]

    def propose(self, asked: Asked[State], rng: random.Random) -> Delivery:
        """One thing after the other, as long as it is legal."""
        aid = _aid(asked)
        spots = aid.unit_places()
        taken: dict[tuple[str, str], int] = {}
        for _ in range(rng.randint(0, UP_TO)):
            item = rng.choice(sorted({**aid.units, **aid.equipment}))
            if item in aid.units and not spots:
                continue
            place = rng.choice(spots) if item in aid.units else ""
            if _fits(asked, taken, item, place):
                taken[item, place] = taken.get((item, place), 0) + 1
        return _delivery_of(taken)


def best_delivery(asked: Asked[State]) -> Delivery:
    """As much as may be taken: Units in the base first, into a Column there, then Equipment as far as there is room."""
    aid = _aid(asked)
    taken: dict[tuple[str, str], int] = {}
    base = bases(asked.state, asked.seat)
    spots = sorted(aid.unit_places(), key=lambda p: (split_place(p)[0] not in base, not split_place(p)[1]))
    for items, places in ((aid.units, spots), (aid.equipment, [""])):
        for item, count in items.items():
            for place in places:
                while sum(n for (i, _), n in taken.items() if i == item) < count and _fits(asked, taken, item, place):
                    taken[item, place] = taken.get((item, place), 0) + 1
    return _delivery_of(taken)


def _fits(asked: Asked[State], taken: dict[tuple[str, str], int], item: str, place: str, number: int = 1) -> bool:
    assert isinstance(asked.request, Write)
    more = {**taken, (item, place): taken.get((item, place), 0) + number}
    return is_legal(asked.request, _delivery_of(more))


def _may_take(asked: Asked[State], taken: dict[tuple[str, str], int], item: str) -> bool:
    """Whether one more may be taken, for Equipment perhaps once Units have landed."""
    aid = _aid(asked)
    lands = any(_fits(asked, taken, unit, place) for unit in aid.units for place in aid.unit_places())
    if item in aid.equipment:
        return lands or _fits(asked, taken, item, "")
    return any(_fits(asked, taken, item, place) for place in aid.unit_places())


def _most(asked: Asked[State], taken: dict[tuple[str, str], int], item: str, place: str, left: int) -> int:
    """All of it, but no more than a port takes."""
    return max((n for n in range(1, left + 1) if not place or _fits(asked, taken, item, place, n)), default=1)


def _delivery_of(taken: dict[tuple[str, str], int]) -> Delivery:
    return tuple((item, place, count) for (item, place), count in sorted(taken.items()))


def _aid(asked: Asked[State]) -> Aid:
    return asked.case(Aid)


def _names(state: State) -> Names:
    numbers = state.numbers
    units = {u.id: (u.id, u.name, u.stem) for u in numbers.unit_types.values() if u.kind != "airgroup"}
    return Names({**{e.id: (e.id, item_name(state, e.id)) for e in numbers.equipment.values()}, **units},
                 labels={id: item_name(state, id) for id in (*numbers.equipment, *units)})


def _items(state: State, counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {item_name(state, item)}" for item, n in counts.items()) or "nothing"


def _card_told(asked: Asked[State], card: str) -> str:
    """`Tanks: 2 tank`"""
    state = asked.state
    brings = ", ".join(f"{n} {item_name(state, item)}" for item, n in gains(state, asked.seat, (card,)).items())
    return f"{state.numbers.reinforcement_cards[card].title}: {brings or 'nothing for you'}"


def _landings(asked: Asked[State]) -> str:
    """12.4.2 The base takes any number of Units, a port few."""
    spots = dict.fromkeys(split_place(p)[0] for p in _aid(asked).unit_places())
    limit, base = asked.state.numbers.limits.covert_units_per_port, bases(asked.state, asked.seat)
    return ", ".join(
        f"{region_name(asked.state, r)} ({'any number' if r in base else f'a port: {limit}'})" for r in spots)


def _room_told(asked: Asked[State]) -> str:
    limits = piece_limits(asked.state, asked.seat)
    return ", ".join(f"{region_name(asked.state, r)} {'any number' if n == UNLIMITED else n}"
                     for r, n in limits.items()) or "none"


def _not_had(asked: Asked[State], left: dict[str, int], item: str) -> str:
    name = item_name(asked.state, item)
    if left.get(item):
        return f"there is no place for a {name}"
    return f"no more {name} can be had" if item in left else f"your cards bring no {name}"


def _no_landing(asked: Asked[State], aid: Aid, region: str) -> str:
    name = region_name(asked.state, region)
    if region in {split_place(p)[0] for p in aid.unit_places()}:
        return f"{name} takes {asked.state.numbers.limits.covert_units_per_port} Unit"
    return f"no Unit of yours may land in {name}"


def _typed(state: State, aid: Aid, delivery: Delivery) -> str:
    words = [f"{item} {typed_place(state, place)} {n}" if place else f"{item} {n}" for item, place, n in delivery]
    return " ".join(words) or "none"
