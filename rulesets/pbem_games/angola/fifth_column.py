"""5.2, 7.1 The 5th Column Card: loose Units of one region move together, never to the enemy.

Belongs here: the order, its legality, +1 jungle markers of loose Units. Must not be here: Columns (operations).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.play.requests import Tell, Write
from pbem_games.angola.belongings import check_words, note_watch, reseal
from pbem_games.angola.exchange import carried_by, has_exchange
from pbem_games.angola.forces import move_loose
from pbem_games.angola.map import enemies_in
from pbem_games.angola.marching import leave_fields, roll_out
from pbem_games.angola.markers import settle_control
from pbem_games.angola.movement import Path, check_path
from pbem_games.angola.state import JungleSet, State, Token
from pbem_games.angola.words import operations as words
from pbem_games.angola.words.operations import Card, Order, order_form


def movable(state: State, faction: str) -> list[Token]:
    """7.1, ruling R21 Loose Units that a 5th Column Card can move, in the order of lists."""
    own = state.factions[faction].loose
    return state.numbers.ordered([u for u, loose in own.items() if not loose.straggler])


async def fifth_column_card(state: State, faction: str) -> None:
    """5.2, 7.1 Loose Units of one region move together, to where no enemy is."""
    own = state.factions[faction]
    if not movable(state, faction) and not has_exchange(state, faction):
        await Tell(rule="5.2", text=words.nothing_to_do(state, faction))
        return
    order = await ask_fifth_column(state, faction)
    note_watch(state, faction, order.watch)
    path: Path = (own.loose[order.units[0]].region, *order.path) if order.units else ()
    before = carried_by(own)
    is_on_its_way = bool(path) and await leave_jungle_loose(state, faction, order.units, path)
    if is_on_its_way:
        move_loose(state, faction, order.units, path[-1])
        for unit in order.units:
            own.loose[unit].moved = True  # ruling R20
        await Tell(rule="7.1", text=words.loose_march(state, faction, order.units, path), places=path, is_way=True,
                   faction=faction)
        await leave_fields(state, faction, path[0])
    if order.equip:
        await reseal(state, faction, path if is_on_its_way else (), rule="2.4.2", before=before)
    if is_on_its_way:
        await settle_control(state, faction, path[-1])  # 10.2, ruling R44


async def ask_fifth_column(state: State, faction: str) -> Order:
    """7.1, ruling R23 Any of the loose Units of one region, and their path."""
    candidates = movable(state, faction)
    form = order_form(state, "7.1", "move", candidates)

    def check(order: Order) -> None:
        check_words(state, faction, order.equip, order.watch, "5th Column")
        if bool(order.units) != bool(order.path):
            raise IllegalMove("5th Column", "7.1", "Units and their path are named together")
        if order.units:
            check_fifth_column(state, faction, order)

    return await Write(rule="5.2", seat=faction, about=f"{faction}/fifth", form=form, check=check, draft=Order,
                       case=Card("fifth"))


def check_fifth_column(state: State, faction: str, order: Order) -> None:
    """7.1, 7.2, 12.2 Raises IllegalMove if these loose Units cannot go this way together."""
    own = state.factions[faction]
    regions = sorted({own.loose[u].region for u in order.units})
    tried = f"5th Column: {' '.join(order.units)} goes {' - '.join(order.path)}"
    if len(regions) > 1:
        raise IllegalMove(tried, "7.1", f"the Units stand in different regions: {', '.join(regions)}")
    units = [state.numbers.counters[u] for u in order.units]
    if state.factions[faction].crisis.majors_may_not_move and any(u.is_major for u in units):
        raise IllegalMove(tried, "12.2", "Major Units may not move by card")  # ruling R43
    path = (regions[0], *order.path)
    check_path(state, faction, path, road_bound=any(u.road_bound for u in units), what="5th Column")
    enemies = [r for r in path if enemies_in(state, faction, r)]
    if enemies:
        raise IllegalMove(tried, "7.1", f"loose Units may not enter a region with enemies: {', '.join(enemies)}")


async def leave_jungle_loose(state: State, faction: str, units: Sequence[Token], path: Path) -> bool:
    """7.2, ruling R35 Whether loose Units get out; +1 markers count for the very set that earned them."""
    own = state.factions[faction]
    plus = next((s.plus for s in own.jungle if set(s.units) == set(units)), 0)
    is_out = await roll_out(state, faction, "5th Column", path, plus)
    if not is_out:
        left = [JungleSet(s.region, [u for u in s.units if u not in units], s.plus) for s in own.jungle]
        # A set that others joined in the try loses its markers; one that only lost Units keeps them.
        own.jungle = [s for s in left if s.units]
        own.jungle.append(JungleSet(path[0], list(units), plus + 1))
    return is_out
