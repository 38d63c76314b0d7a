"""5.1, 5.2, 7.1, 8.1-1 Operations: packs are turned up card by card; Columns leave Units behind, march and fight.

Belongs here: the round of cards, the Column Card. Must not be here: the other cards (fifth_column, command), which
paths are legal (movement), combat.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.kit.hidden import take_out
from pbem.play.requests import Checkpoint, Late, Open, Tell, Write
from pbem_games.angola import equipment
from pbem_games.angola.belongings import ask_watchers, check_words, note_watch, offer_with_idle_card, reseal
from pbem_games.angola.columns import could_hold, is_known, late_claim, late_held, make_claim, name_labels
from pbem_games.angola.combat.sequence import fight
from pbem_games.angola.command import command_card
from pbem_games.angola.exchange import carried_by
from pbem_games.angola.fifth_column import fifth_column_card
from pbem_games.angola.forces import drop_marker_if_empty, make_loose
from pbem_games.angola.map import enemies_in, stands_in
from pbem_games.angola.marching import leave_fields, roll_out
from pbem_games.angola.markers import settle_control
from pbem_games.angola.movement import Path, check_path, leaves_road, walked
from pbem_games.angola.planning import BLANK
from pbem_games.angola.state import State, Token
from pbem_games.angola.words import operations as words
from pbem_games.angola.words.operations import Card, Order, order_form


async def operations_phase(state: State) -> None:
    """5.1 Each faction in turn order turns up a card, until all are played; `card` and `player` say where play is."""
    order = state.turn_order()
    size = len(state.factions[order[0]].pack)
    while state.card < size:
        await Checkpoint(state, rule="5.1")
        await turn_up_card(state, order[state.player])
        state.player += 1
        if state.player == len(order):
            state.card, state.player = state.card + 1, 0


async def turn_up_card(state: State, faction: str) -> None:
    """5.1 The next card of the pack is opened and played."""
    own = state.factions[faction]
    card = (await Open(rule="5.1", about=faction, sealed={"card": own.pack[state.card]}))["card"]
    own.opened.append(card)
    await Tell(rule="5.1", text=words.card_shown(state, faction, card))
    await play_card(state, faction, card)
    await ask_watchers(state, faction)  # ruling R133


async def play_card(state: State, faction: str, card: str) -> None:
    """5.2 The four kinds of Operations Cards; with a Blank no Operation is done."""
    if card == BLANK:
        await offer_with_idle_card(state, faction)
    elif card == "command":
        await command_card(state, faction)
    elif card == "fifth_column":
        await fifth_column_card(state, faction)
    elif card.startswith("column_"):
        await column_card(state, faction, card.removeprefix("column_"))


# ---------------------------------------------------------------- 5.2, 8.1-1 Column Card


async def column_card(state: State, faction: str, letter: str) -> None:
    """5.2, 7.1, 8.1-1 A Column may leave Units behind, then move, then fights whom it meets."""
    own = state.factions[faction]
    if letter not in own.columns:
        await Tell(rule="5.2", text=words.not_on_map(state, faction, letter))  # ruling R18
        await offer_with_idle_card(state, faction)
        return
    start = own.columns[letter].region
    order = await ask_column(state, faction, letter)
    note_watch(state, faction, order.watch)
    if order.units:
        await detach_units(state, faction, letter, order.units)  # 8.1-1
    if letter not in own.columns:
        return  # ruling R126: it was nothing but Units that could not be there
    path: Path = walked(state, faction, (start, *order.path))  # 7.1
    before = carried_by(own)
    is_on_its_way = len(path) > 1
    if not is_on_its_way and not order.units:
        text = words.stays(state, faction, letter, start)
        await Tell(rule="7.1", text=text, places=(start,))
    if is_on_its_way:
        for rule, kind in marching_claims(state, faction, path):
            make_claim(state, faction, letter, rule, kind)
        is_on_its_way = await leave_jungle(state, faction, letter, path)
    if is_on_its_way:
        await march_column(state, faction, letter, path)
    if order.equip:
        await reseal(state, faction, path if is_on_its_way else (), rule="2.4.2", mover=letter, before=before)
    if is_on_its_way:
        await arrive(state, faction, letter, path)


async def ask_column(state: State, faction: str, letter: str) -> Order:
    """8.1-1, 7.1 One order for the whole Operation: whom to leave behind, the path, whether Equipment changes hands."""
    column = state.factions[faction].columns[letter]
    start = column.region
    candidates = could_hold(state, faction, letter)
    form = order_form(state, "8.1-1", "detach", candidates)
    what = f"Column {letter.upper()}"

    def check(order: Order) -> None:
        check_words(state, faction, order.equip, order.watch, what)
        if not set(candidates) - set(order.units):
            raise IllegalMove(f"{what} detaches all its Units", "8.1-1", "a Column may not detach its last Unit")
        if order.path:
            path = (start, *order.path)
            check_path(state, faction, path, road_bound=False, what=what)
            check_public(state, faction, letter, order.units, walked(state, faction, path))

    def late(order: Order) -> list[Late]:
        if is_known(state, faction, letter):
            return []  # all is public, and checked
        claims = [late_held(state, faction, letter, "8.1-1", order.units)] if order.units else []
        claims.append(late_claim(state, faction, letter, "8.1-1", "has_unit", less=order.units))
        path = walked(state, faction, (start, *order.path))
        kinds = marching_claims(state, faction, path)
        return claims + [late_claim(state, faction, letter, rule, kind, less=order.units) for rule, kind in kinds]

    return await Write(
        rule="5.2", seat=faction, about=f"{faction}/{letter}", form=form, check=check, draft=Order, late=late,
        case=Card(letter),
    )


def marching_claims(state: State, faction: str, path: Path) -> list[tuple[str, str]]:
    """7.2, 12.2, e2 What must be true of a Column that goes this way: rule and kind of each claim."""
    crisis = state.factions[faction].crisis
    attacks = len(path) > 1 and bool(enemies_in(state, faction, path[-1]))
    claims = []
    if leaves_road(state, path):
        claims.append(("7.2", "not_road_bound"))  # ruling R37
    if attacks:
        claims.append(("7.2", "not_only_artillery"))  # ruling R38
    if len(path) > 1 and (crisis.majors_may_not_move or (attacks and crisis.majors_may_not_attack)):
        claims.append(("12.2", "no_major"))  # ruling R43
    return claims


def check_public(state: State, faction: str, letter: str, left: Sequence[Token], path: Path) -> None:
    """7.2, 12.2 Raises IllegalMove if what everybody knows of a Column proves that it cannot go this way."""
    own = state.factions[faction]
    column = own.columns[letter]
    tokens = [t for t in column.known if t not in left]
    counters = [state.numbers.counters[t] for t in tokens if t in state.numbers.counters]
    has_hidden = any(t in own.hidden for t in tokens)
    broken = {
        "not_road_bound": any(c.road_bound for c in counters),
        "not_only_artillery": column.sealed is None and not has_hidden and all(c.kind == "artillery" for c in counters),
        "no_major": has_hidden or any(c.is_major for c in counters),
    }
    because = {
        "not_road_bound": "a tank or Major artillery in it keeps to roads and clear regions",
        "not_only_artillery": "artillery alone may not go to the enemy",
        "no_major": "its patron forbids that to Major Units",
    }
    for rule, kind in marching_claims(state, faction, path):
        if broken[kind]:
            raise IllegalMove(f"Column {letter.upper()} goes {' - '.join(path)}", rule, because[kind])


async def detach_units(state: State, faction: str, letter: str, units: Sequence[Token]) -> None:
    """8.1-1 Units leave a Column and stand loose beside it, seen by all; to be left is no move (ruling R20)."""
    own = state.factions[faction]
    column = own.columns[letter]
    known = [t for t in units if t in column.known]
    pool = list(own.major_pool)
    names = await name_labels(state, [(faction, t) for t in units if t in own.hidden], rule="8.1-1", about=faction)
    take_out(column, [u for t in known if (u := names.get(t, t)) in column.known])
    take_out(column, [t for t in units if t not in known])
    loose = [names.get(t, t) for t in units if t not in names or names[t] in pool]  # ruling R126: else it is elsewhere
    make_loose(state, faction, loose, column.region, moved=column.moved)
    if loose:
        text = words.detached(state, faction, letter, loose, column.region)
        await Tell(rule="8.1-1", text=text, places=(column.region,))
    drop_marker_if_empty(state, faction, letter)
    if letter in own.columns:
        make_claim(state, faction, letter, "8.1-1", "has_unit")


async def march_column(state: State, faction: str, letter: str, path: Path) -> None:
    """7.1, 7.2 The Column goes its way; what it alone carried or hid at the start goes along or is seen."""
    own = state.factions[faction]
    column = own.columns[letter]
    column.region, column.moved, column.plus = path[-1], True, 0  # ruling R20, R35
    attacks = bool(enemies_in(state, faction, path[-1]))
    text = words.column_marches(state, faction, letter, path, attacks)
    await Tell(rule="7.1", text=text, places=path, is_way=True, faction=faction)
    if not stands_in(state, faction, path[0]):
        equipment.relocate(own, path[0], letter)  # ruling R130: nothing is left behind
    await leave_fields(state, faction, path[0])


async def arrive(state: State, faction: str, letter: str, path: Path) -> None:
    """7.1, 10.2 At the end of its way the Column fights whom it has met, or takes what it finds."""
    if enemies_in(state, faction, path[-1]):
        await fight(state, faction, letter, path[-2], path[-1])  # 9
    else:
        await settle_control(state, faction, path[-1])  # ruling R44


async def leave_jungle(state: State, faction: str, letter: str, path: Path) -> bool:
    """7.2 Whether the Column gets out of the jungle; a failure earns it a +1 marker."""
    column = state.factions[faction].columns[letter]
    is_out = await roll_out(state, faction, f"Column {letter.upper()}", path, column.plus)
    if not is_out:
        column.plus += 1
    return is_out
