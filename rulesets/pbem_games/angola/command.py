"""8.1-2 The Command Card: a Column marker goes to other Units, or two Columns trade theirs.

Belongs here: the order, its legality, what becomes of contents and +1 markers. Must not be here: movement.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import IllegalMove
from pbem.play.requests import Tell, Write
from pbem_games.angola import equipment
from pbem_games.angola.belongings import check_words, note_watch, reseal, uncover_fields
from pbem_games.angola.columns import open_columns
from pbem_games.angola.exchange import has_exchange
from pbem_games.angola.forces import make_loose
from pbem_games.angola.state import Column, JungleSet, State, Token
from pbem_games.angola.words import operations as words
from pbem_games.angola.words.operations import CommandOrder, command_form


def receivers(state: State, faction: str) -> list[Token]:
    """8.1-2, rulings R21, R25 Loose Units that a marker can go to: unmoved, no stragglers; in the order of lists."""
    own = state.factions[faction].loose
    return state.numbers.ordered([u for u, loose in own.items() if not loose.moved and not loose.straggler])


def unmoved_columns(state: State, faction: str) -> list[str]:
    """8.1-2, ruling R20 Columns whose Units have crossed no border this turn in an own Operation."""
    return sorted(x for x, column in state.factions[faction].columns.items() if not column.moved)


def transferable(state: State, faction: str) -> list[str]:
    """8.1-2, ruling R24 Markers that can go to loose Units; by an option also those off the map."""
    own = state.factions[faction].columns
    off_map = [x for x in state.numbers.factions[faction].columns if x not in own]
    return sorted([*unmoved_columns(state, faction), *(off_map if state.options.command_off_map_marker else [])])


async def command_card(state: State, faction: str) -> None:
    """5.2, 8.1-2 One marker is transferred, two are swapped, or nothing (D6)."""
    may_transfer = bool(transferable(state, faction) and receivers(state, faction))
    if not may_transfer and len(unmoved_columns(state, faction)) < 2 and not has_exchange(state, faction):
        await Tell(rule="5.2", text=words.nothing_to_do(state, faction))
        return
    order = await ask_command(state, faction)
    note_watch(state, faction, order.watch)
    if len(order.letters) == 2:
        await swap(state, faction, *order.letters)
    elif order.letters:
        await transfer(state, faction, order.letters[0], order.units)
    else:
        await Tell(rule="8.1-2", text=words.no_marker_moved(state, faction))
    if order.equip:
        await reseal(state, faction, (), rule="2.4.2")


async def ask_command(state: State, faction: str) -> CommandOrder:
    """8.1-2 What is done with the card."""
    candidates = receivers(state, faction)

    def check(order: CommandOrder) -> None:
        check_words(state, faction, order.equip, order.watch, "Command Card")
        if len(order.letters) == 2:
            _check_swap(state, faction, order.letters)
        elif order.letters:
            _check_transfer(state, faction, order.letters[0], order.units)

    form = command_form(candidates)
    return await Write(
        rule="8.1-2", seat=faction, about=f"{faction}/command", form=form, check=check, draft=CommandOrder
    )


def _check_swap(state: State, faction: str, letters: Sequence[str]) -> None:
    legal = unmoved_columns(state, faction)
    for letter in letters:
        if letter not in legal:
            raise IllegalMove(f"Columns {' and '.join(letters).upper()} trade their markers", "8.1-2",
                              f"{letter.upper()} is not on the map, or has moved this turn", legal=legal)


def _check_transfer(state: State, faction: str, letter: str, units: Sequence[Token]) -> None:
    own = state.factions[faction]
    tried = f"the marker of Column {letter.upper()} goes to {' '.join(units)}"
    legal = transferable(state, faction)
    if letter not in legal and letter not in own.columns:
        raise IllegalMove(tried, "r24", "a Command Card takes a marker from a Column on the map", legal=legal)
    if letter not in legal:
        raise IllegalMove(tried, "8.1-2", "that Column has moved this turn", legal=legal)
    regions = sorted({own.loose[u].region for u in units})
    if len(regions) > 1:
        raise IllegalMove(tried, "r25", f"the Units stand in different regions: {', '.join(regions)}")


async def transfer(state: State, faction: str, letter: str, units: Sequence[Token]) -> None:
    """8.1-2 a The marker comes off its Units, who stand loose before all eyes, and goes to others."""
    own = state.factions[faction]
    released: list[Token] = []
    old = own.columns[letter].region if letter in own.columns else ""
    if old:
        await open_columns(state, faction, [letter], rule="8.1-2")  # ruling R26
    if letter in own.columns:
        released = release(state, faction, letter)
    region = own.loose[units[0]].region
    own.columns[letter] = Column(region, known=list(units), plus=take_plus(state, faction, units))
    for unit in units:
        del own.loose[unit]
    text = words.marker_moved(state, faction, letter, released, old, units, region)
    await Tell(rule="8.1-2", text=text, places=(old, region) if old else (region,))
    if old:
        await uncover_fields(state, faction, old)  # ruling R69


def release(state: State, faction: str, letter: str) -> list[Token]:
    """8.1-2, rulings R26, R35 The Units of a Column that is open stand loose; their +1 markers and Equipment stay."""
    own = state.factions[faction]
    column = own.columns.pop(letter)
    make_loose(state, faction, column.known, column.region)
    if column.plus:
        own.jungle.append(JungleSet(column.region, list(column.known), column.plus))
    equipment.relocate(own, letter, column.region)
    return column.known


def take_plus(state: State, faction: str, units: Sequence[Token]) -> int:
    """Ruling R35: a loose set taken whole brings its +1 markers; a part of one brings none and leaves them."""
    own = state.factions[faction]
    plus = next((s.plus for s in own.jungle if set(s.units) == set(units)), 0)
    left = [JungleSet(s.region, [u for u in s.units if u not in units], s.plus) for s in own.jungle]
    own.jungle = [s for s in left if s.units]
    return plus


async def swap(state: State, faction: str, one: str, two: str) -> None:
    """8.1-2 b, ruling R27 Two Columns change letters and nothing else; what is in them stays as secret as it was."""
    own = state.factions[faction]
    own.columns[one], own.columns[two] = own.columns[two], own.columns[one]
    equipment.swap(own, one, two)
    places = tuple(dict.fromkeys((own.columns[one].region, own.columns[two].region)))
    await Tell(rule="8.1-2", text=words.swapped(state, faction, one, two), places=places)
