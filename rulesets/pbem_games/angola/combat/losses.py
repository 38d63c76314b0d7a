"""9.11.6 Losses: how many of a Force, and which Units.

Belongs here: the loss table, naming Units that are lost, what that means for Equipment. Must not be here: the Hit
Table, retreats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.errors import IllegalMove
from pbem.kit.lists import NameList, Some
from pbem.play.requests import Tell, Write
from pbem_games.angola import belongings
from pbem_games.angola.combat.battle import decider, forget, sort_of
from pbem_games.angola.combat.hits import eliminate
from pbem_games.angola.forces import holder_of, lose_unit
from pbem_games.angola.map import stands_in
from pbem_games.angola.state import Battle, State, Token
from pbem_games.angola.words.resolution import lost_told

HEAVY = 5  # so many Units lost at once are a headline


def loss_count(state: State, loss: str, size: int) -> int:
    """9.11.6, rulings R79, R80 How many of `size` Units a fraction costs; `loss` is "0", "all" or a fraction."""
    table = state.numbers.tables.loss
    rows = {"1/3": table.third, "1/2": table.half, "2/3": table.two_thirds}
    if loss not in rows or not size:
        return size if loss == "all" else 0
    if size <= len(rows[loss]):
        return rows[loss][size - 1]
    part, _, whole = loss.partition("/")
    return -(-size * int(part) // int(whole))  # ruling R79


def one_of_each(state: State, units: Sequence[Token]) -> list[Token]:
    """The first Unit of each sort, in the order given."""
    firsts: dict[tuple[str, ...], Token] = {}
    for unit in units:
        firsts.setdefault(sort_of(state, unit), unit)
    return list(firsts.values())


def is_choice(state: State, units: Sequence[Token], count: int) -> bool:
    """Whether it makes a difference which `count` of these Units are taken."""
    return 0 < count < len(units) and len(one_of_each(state, units)) > 1


def check_units(chosen: Sequence[Token], units: Sequence[Token], count: int, *, tried: str, rule: str) -> None:
    """Exactly `count` of these Units, each once."""
    if foreign := [u for u in chosen if u not in units]:
        raise IllegalMove(tried, rule, f"{foreign[0]} is not among them", legal=units)
    if len(chosen) != count or len(set(chosen)) != count:
        raise IllegalMove(tried, rule, f"exactly {count} are to be named, not {len(chosen)}", legal=units)


async def choose_units(
    state: State,
    seat: str,
    units: Sequence[Token],
    count: int,
    *,
    rule: str,
    about: str,
    what: str,
    apart: Sequence[Token] = (),
) -> list[Token]:
    """A seat names exactly `count` Units; it is not asked where all choices come to the same.

    Units of one sort are alike, but for those `apart`: the suppressed ones, where the combat goes on.
    """
    draft: tuple[Token, ...] = tuple(units[:count])  # ruling R136
    is_mixed = len({u in apart for u in units}) > 1 and 0 < count < len(units)
    if not is_mixed and not is_choice(state, units, count):
        return list(draft)
    form, check = NameList(rule, what, units), _check_of(units, count, what, rule)
    chosen = await Write(rule=rule, seat=seat, about=about, form=form, check=check, draft=lambda: draft,
                         case=Some(tuple(units), count, count))
    return list(chosen)


def _check_of(units: Sequence[Token], count: int, what: str, rule: str) -> Callable[[tuple[Token, ...]], None]:
    return lambda chosen: check_units(chosen, units, count, tried=f"{what}: {' '.join(chosen) or 'none'}", rule=rule)


async def suffer_losses(
    state: State, battle: Battle, faction: str, units: Sequence[Token], count: int, *, rule: str, why: str
) -> None:
    """9.11.6 The side of this faction loses `count` of these Units where it stands (D16)."""
    seat = decider(state, battle, faction)
    lost = await choose_units(state, seat, units, count, rule=rule, about=battle.region, what=f"{seat} loses")
    await lose_here(state, battle, lost, rule=rule, why=why)


async def lose_here(state: State, battle: Battle, units: Sequence[Token], *, rule: str, why: str) -> None:
    """9.11.6, ruling R137 Units of a side that stays are eliminated."""
    if units:
        await _tell_losses(state, units, battle.region, rule=rule, why=why)
        await eliminate(state, battle, units)


async def lose_leaving(
    state: State, battle: Battle, units: Sequence[Token], region: str, *, rule: str, why: str
) -> None:
    """9.11.6, ruling R124 Units of a side that leaves the Combat Region are eliminated, there or where it went."""
    if units:
        await _tell_losses(state, units, region, rule=rule, why=why)
        for unit in units:
            lose_unit(state, unit)
            forget(battle, unit)
        owners = dict.fromkeys(holder_of(state, u) for u in units)
        wiped_out = [f for f in owners if not stands_in(state, f, region)]
        await belongings.give_up_lost(state, region, factions=wiped_out)


async def _tell_losses(state: State, units: Sequence[Token], region: str, *, rule: str, why: str) -> None:
    text = lost_told(state, units, region, why)
    await Tell(rule=rule, text=text, places=(region,), headline=len(units) >= HEAVY)
