"""How answers are written: what each field of an order is, in the words that stand beside them (`orders`).

    j1 north=usmc_1_5,usmc_2_1 buy=air4*2,netwar*1      setup west=ig_36c
    j3 network netwar ; ground usmc_1_5 path=r3p02 ; air hel_g1 to=r3p02 land

Canonical order is that of the data. Belongs here: those values. Must not be here: legality.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.kit.wording import NOTHING, Unreadable, Value, Wording, each, one_of, pair
from pbem.play.requests import Form
from pbem_games.fallujah.numbers import MARKERS, Numbers
from pbem_games.fallujah.orders import KINDS, MOVES, AnyOrder, Counts, Flight, GoOn, Move, Recruit, Stay

MOST = 99  # of one kind


@lru_cache(maxsize=4)
def orders(numbers: Numbers) -> Form[AnyOrder]:
    """10.1 An operation of any kind."""
    return Wording(KINDS, _values(numbers), tried="order", rule="10.1")


@lru_cache(maxsize=8)
def purchase(numbers: Numbers, head: str = "j1") -> Form[Recruit]:
    """11, 7.1 `j1` or `setup`, then units by place, then `buy=`, then `leader=`."""
    words = {Recruit: Recruit.words.replace("j1", head, 1)}
    return Wording((Recruit,), _values(numbers), tried=head, rule="11", words=words)


@lru_cache(maxsize=4)
def ways_on(numbers: Numbers) -> Form[GoOn]:
    """13, 14.1, 27.1"""
    return Wording((GoOn,), _values(numbers), tried="moving on", rule="14.1")


@lru_cache(maxsize=4)
def stands(numbers: Numbers) -> Form[Stay]:
    """16.1(4)c, 16.7, 16.9"""
    return Wording((Stay,), _values(numbers), tried="answer to a stand", rule="16.7")


@lru_cache(maxsize=4)
def strikes(numbers: Numbers) -> Form[Counts]:
    """16.1(3)a `none`, or strikes by kind: `air4*2,soa*1`."""
    return _values(numbers)["strikes"].alone(tried="fire support", rule="16.1", empty=NOTHING)


def in_order(numbers: Numbers, counts: Mapping[str, int]) -> Counts:
    """Counts in canonical order, without kinds that count nothing."""
    return tuple((k, counts[k]) for k in (*numbers.strikes, *MARKERS) if counts.get(k, 0))


def _values(numbers: Numbers) -> dict[str, Value[Any]]:
    units, places = numbers.unit_order, {p: i for i, p in enumerate([*numbers.bases, *sorted(numbers.spaces)])}
    unit, place = one_of(units, "unit"), one_of(places, "space or base")
    space, base = one_of(numbers.spaces, "space"), one_of(numbers.bases, "base")
    marker, counts = one_of(MARKERS, "NetWar marker"), _counts(numbers)
    force = each(unit, once=str, order=units.__getitem__)
    riders = each(pair(unit, unit), once=lambda two: two[1], order=lambda two: (units[two[0]], units[two[1]]))
    flight = pair(unit, pair(unit, base)).into(
        lambda said: Flight(said[0], *said[1]), lambda f: (f.helicopter, (f.passenger, f.base)))
    values: dict[str, Value[Any]] = {
        "units": force, "riders": riders, "space": space, "place": place, "path": each(place)}
    moves: Form[Any] = Wording(MOVES, values, tried="order", rule="10.1")
    move: Value[Move] = Value(lambda words: moves.parse(f"j3 {words}"), lambda one: moves.spell(one)[len("j3 "):])
    return values | {
        "stock": each(pair(place, force, "="), " ", once=lambda two: two[0], order=lambda two: places[two[0]]),
        "markers": counts, "strikes": counts, "marker": marker, "bridge": one_of(numbers.bridges, "bridge"),
        "leaders": each(pair(one_of(numbers.leaders, "leader"), unit), order=tuple),
        "targets": each(pair(marker, space), " "), "moves": each(move, " ; "),
        "flights": each(flight, order=lambda f: units[f.helicopter]),
    }


def _counts(numbers: Numbers) -> Value[Counts]:
    """`air4*2,netwar*1`; a kind alone counts once when typed, the canonical wording has the number."""
    kind = one_of((*numbers.strikes, *MARKERS), "kind of strike or marker")

    def read(words: str) -> Counts:
        found: dict[str, int] = {}
        for part in words.split(","):
            name, star, count = part.partition("*")
            if star and not (count.isdecimal() and 1 <= int(count[:4]) <= MOST):
                raise Unreadable(f"{part} has no number from 1 to {MOST}")
            found[name] = found.get(kind.read(name), 0) + (int(count[:4]) if star else 1)
        return in_order(numbers, found)

    return Value(read, lambda counts: ",".join(f"{name}*{count}" for name, count in in_order(numbers, dict(counts))))
