"""8, 16 Changes to Forces: the small verbs that every chapter uses.

Belongs here: moving Units between places, loss, markers off. Must not be here: who decides, dice, legality.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.hidden import is_empty, take_out
from pbem_games.angola import equipment
from pbem_games.angola.map import stands_in
from pbem_games.angola.state import JungleSet, Loose, State, Token


def holder_of(state: State, unit: Token) -> str:
    """The faction that a Unit token belongs to."""
    return state.numbers.faction_of_code[unit.partition(".")[0]]


def make_loose(state: State, faction: str, units: Iterable[Token], region: str, *, moved: bool = False,
               straggler: bool = False) -> None:
    """8 Units stand loose in a region, visible to all; what was loose there keeps its +1 markers (ruling R35)."""
    own = state.factions[faction]
    for unit in units:
        own.loose[unit] = Loose(region, moved, straggler)


def detach(state: State, faction: str, letter: str, units: Iterable[Token], *, straggler: bool = False) -> None:
    """8.1 Units leave a Column and stand loose in its region."""
    chosen = list(units)
    column = state.factions[faction].columns[letter]
    take_out(column, chosen)
    make_loose(state, faction, chosen, column.region, moved=straggler, straggler=straggler)
    drop_marker_if_empty(state, faction, letter)


def drop_marker_if_empty(state: State, faction: str, letter: str) -> None:
    """8.1, ruling R127 A Column without Units loses its marker at once; its Equipment is with loose Units now."""
    own = state.factions[faction]
    if is_empty(own.columns[letter]):
        region = own.columns[letter].region
        del own.columns[letter]
        equipment.relocate(own, letter, region)


def lose_unit(state: State, unit: Token) -> None:
    """9.3.3 A named Unit is eliminated: Minor Units can come back, Major Units cannot."""
    send_away(state, unit)
    own = state.factions[holder_of(state, unit)]
    counter = state.numbers.counters[unit]
    if counter.is_major:
        own.dead.append(unit)
    else:
        own.reserve = state.numbers.ordered([*own.reserve, unit])


def withdraw_unit(state: State, unit: Token) -> None:
    """12.2 A named Unit leaves the map: a Major Unit to its pool, another to the reserve."""
    send_away(state, unit)
    own = state.factions[holder_of(state, unit)]
    if state.numbers.counters[unit].is_major:
        own.major_pool = state.numbers.ordered([*own.major_pool, unit])
    else:
        own.reserve = state.numbers.ordered([*own.reserve, unit])


def send_away(state: State, unit: Token) -> None:
    """Takes a known Unit off the map, wherever it stands."""
    faction = holder_of(state, unit)
    own = state.factions[faction]
    if unit in own.loose:
        del own.loose[unit]
        _trim_jungle(state, faction)
        return
    for letter, column in list(own.columns.items()):
        if unit in column.known:
            take_out(column, [unit])
            drop_marker_if_empty(state, faction, letter)
            return
    raise AssertionError(f"{unit} is not known to be on the map")


def move_loose(state: State, faction: str, units: Iterable[Token], to: str) -> None:
    """Loose Units go to another region together; Equipment goes along where no own Force stays behind."""
    own = state.factions[faction]
    chosen = list(units)
    start = own.loose[chosen[0]].region
    for unit in chosen:
        own.loose[unit].region = to
    _trim_jungle(state, faction)
    own.jungle = [s for s in own.jungle if s.region != to]  # ruling R35: new partners
    if not stands_in(state, faction, start):
        equipment.relocate(own, start, to)


def _trim_jungle(state: State, faction: str) -> None:
    """Ruling R35: +1 markers stay with the Units that failed, as far as they are still there."""
    own = state.factions[faction]
    kept = []
    for jungle in own.jungle:
        left = [u for u in jungle.units if u in own.loose and own.loose[u].region == jungle.region]
        if left:
            kept.append(JungleSet(jungle.region, left, jungle.plus))
    own.jungle = kept
