"""25 Losses of both sides, and what they are worth (the NP Table).

Belongs here: which Islamist counters fall, how the player spreads hits, what becomes of who is hit. Must not be here:
dice that hit.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.kit.lists import NameList, Some
from pbem.kit.spelling import plural
from pbem.play.requests import Roll, Write
from pbem_games.enduring_freedom.bags import enter
from pbem_games.enduring_freedom.points import Source, gain, lose
from pbem_games.enduring_freedom.state import COALITION, ELIMINATED, Counter, State
from pbem_games.enduring_freedom.words.dice import np_lost, np_won
from pbem_games.enduring_freedom.zones import factor, islamist, name, northern, revealed, steps, zone_of_north

# ---------------------------------------------------------------- Islamists


async def hit_islamists(state: State, zone: str, hits: int, first: Sequence[str], *, rule: str) -> None:
    """25.1, 25.3, rulings R49, R110 The weakest fall; of equals those named first; surplus hits vanish."""
    for _ in range(hits):
        if not (there := targets(state, zone, first)):
            return
        await eliminate_islamist(state, zone, there[0], rule=rule)


def targets(state: State, zone: str, first: Sequence[str] = ()) -> list[str]:
    """25.1, ruling R110 The Islamist units that lie face up, in the order they fall.

    Weakest factor first, then kinds in the order of `first`, then the most NP, then leaders, then their places.
    """
    there = revealed(state, zone)

    def weight(id: str) -> tuple[int, int, int, int]:
        entry = islamist(state, id)
        wanted = first.index(entry.id) if entry.id in first else len(first)
        return entry.cf, wanted, -entry.np_dice, -entry.np

    return sorted(there, key=weight)


def is_choice(state: State, zone: str) -> bool:
    """25.1 Counters of several kinds share a factor, so the player may say which fall first."""
    factor_of = {entry.id: entry.cf for entry in (islamist(state, id) for id in revealed(state, zone))}
    return len(factor_of) > len(set(factor_of.values()))


def kinds_of(state: State) -> list[str]:
    """Kinds of Islamist units, in the order of the data."""
    return list(dict.fromkeys(e.id for e in state.numbers.islamist.values() if e.kind != "marker"))


async def eliminate_islamist(state: State, zone: str, id: str, *, rule: str) -> None:
    """4.2, 8.8, 25.1 It scores; leaders and special forces never return, others go underground (rulings R10, R36)."""
    entry = islamist(state, id)
    remove(state, zone, id)
    if entry.permanent:
        state.eliminated_islamists.append(id)
    else:
        enter(state, state.underground, [Counter(id=id)])
    np = entry.np
    if entry.np_dice:
        np = sum(await Roll(rule="4.2", about=zone, dice=entry.np_dice, side="coalition", reads=np_won))
    why = f"{entry.name} eliminated in {state.numbers.zones[zone].name}"
    await gain(state, np, why, "eliminations", rule=rule, places=(zone,), headline=entry.permanent)


def remove(state: State, zone: str, id: str) -> None:
    """A counter whose identity is known leaves its zone."""
    state.islamists[zone].remove(next(c for c in state.islamists[zone] if c.id == id))


def go_underground(state: State, zone: str, id: str) -> None:
    """10.2 A counter goes underground and scores nothing (ruling R35)."""
    remove(state, zone, id)
    enter(state, state.underground, [Counter(id=id)])


# ---------------------------------------------------------------- the Coalition


async def take_hits(
    state: State, zone: str, hits: int, eligible: Sequence[str], source: Source, *, rule: str
) -> None:
    """25.2, 25.3, 21.3 The player names who is hit, one unit for each hit; a unit may take two (rulings R58, R65).

    Nobody is asked if all fall, or if there is one unit only.
    """
    wanted = min(hits, sum(steps(state, id) for id in eligible))
    if wanted == 0:
        return
    struck = tuple(id for id in eligible for _ in range(steps(state, id)))
    if len(eligible) == 1:
        struck = struck[:wanted]
    elif wanted < len(struck):
        struck = await Write(
            rule=rule, seat=COALITION, about=zone, case=Some(tuple(eligible), wanted, wanted),
            form=NameList(rule, "hits", eligible, between=",", as_given=True, many=True),
            check=lambda named: check_hits(state, eligible, wanted, named, rule),
            draft=lambda: cheapest(state, eligible, wanted),
        )  # fmt: skip
    for id in struck:
        await lose_step(state, zone, id, source, rule=rule)


def check_hits(state: State, eligible: Sequence[str], hits: int, named: Sequence[str], rule: str) -> None:
    """25.2 As many names as hits, nobody beyond the steps it has; IllegalMove."""
    tried = f"hits on {', '.join(named)}"
    if len(named) != hits:
        raise IllegalMove(tried, rule, f"{plural(hits, 'hit')} to take, {plural(len(named), 'unit')} named", eligible)
    for id in named:
        if named.count(id) > steps(state, id):
            raise IllegalMove(tried, rule, f"{id} has {plural(steps(state, id), 'step')}", eligible)


def cheapest(state: State, eligible: Sequence[str], hits: int) -> tuple[str, ...]:
    """So many hits where they cost the fewest NP, each in its turn; then where the weakest factor goes."""
    named: list[str] = []
    for _ in range(hits):
        open_to = [id for id in eligible if named.count(id) < steps(state, id)]
        named.append(min(open_to, key=lambda id: _price(state, id, named.count(id))))
    return tuple(named)


def _price(state: State, id: str, before: int) -> tuple[int, int]:
    is_reduced = steps(state, id) - before == 1
    return np_at_stake(state, id, is_last=is_reduced), factor(state, id)


def np_at_stake(state: State, id: str, *, is_last: bool) -> int:
    """4.2 What the loss of a step costs; of a Northern Alliance leader the most common half of a die, 4."""
    if id in state.numbers.north:
        return 4 if northern(state, id).leader else state.numbers.tables.netwar.loss.north
    return np_of_loss(state, id, "eliminated" if is_last else "reduced")


def np_of_loss(state: State, id: str, what: str) -> int:
    """The NP Table: what a US, NATO or Iranian unit costs that is `reduced` or `eliminated`."""
    loss, numbers = state.numbers.tables.netwar.loss, state.numbers
    if id in numbers.air:
        kind = "air"
    elif numbers.ground[id].contingent == "IR":
        kind = "irgc"  # ruling R37
    else:
        kind = "sof" if numbers.ground[id].sof else "ground"  # ruling R93 for FOBs
    found: int = getattr(loss, f"{kind}_{what}")
    return found


async def lose_step(state: State, zone: str, id: str, source: Source, *, rule: str) -> None:
    """25.2, 21.3 A unit at full strength is reduced; a reduced one, or one of one step, is eliminated."""
    if steps(state, id) == 1:
        await eliminate(state, zone, id, source, rule=rule)
        return
    state.units[id].reduced = True
    await lose(state, np_of_loss(state, id, "reduced"), f"{name(state, id)} reduced in {_where(state, zone)}", source,
               rule=rule, places=(zone,))


async def eliminate(state: State, zone: str, id: str, source: Source, *, rule: str) -> None:
    """25.2, ruling R9 A unit is removed for good; Northern Alliance units that are no leaders may come back."""
    why = f"{name(state, id)} eliminated in {_where(state, zone)}"
    if id in state.numbers.north:
        await _eliminate_north(state, id, why, source, rule=rule)
        return
    unit = state.units[id]
    unit.place, unit.reduced = ELIMINATED, False  # ruling R20
    if id in state.landed:
        state.landed.remove(id)
    np = np_of_loss(state, id, "eliminated")
    await lose(state, np, why, source, rule=rule, places=(zone,), headline=True)


async def _eliminate_north(state: State, id: str, why: str, source: Source, *, rule: str) -> None:
    """25.2 (3, 4) A leader costs a die; all others go back to the display, face down (ruling R19)."""
    zone = zone_of_north(state, id)
    state.north[zone].remove(next(c for c in state.north[zone] if c.id == id))
    np = state.numbers.tables.netwar.loss.north
    is_leader = northern(state, id).leader
    if is_leader:
        state.eliminated_north.append(id)
        dice = state.numbers.tables.netwar.loss.north_leader_dice
        np = sum(await Roll(rule="25.2", about=zone, dice=dice, side="islamist", reads=np_lost))
    else:
        enter(state, state.available, [Counter(id=id)])
    await lose(state, np, why, source, rule=rule, places=(zone,), headline=is_leader)


def _where(state: State, zone: str) -> str:
    return state.numbers.zones[zone].name
