"""9.1, 9.2 Who fights, and with what: questions and verbs that all steps of a combat share.

Belongs here: the Units of both sides, suppression. Must not be here: any step (one module each), dice.
Until Step 3 the Units of Columns may be unknown; the questions about Units are for Step 3 and later.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem_games.angola.columns import free_engineers
from pbem_games.angola.map import columns_in
from pbem_games.angola.numbers import Counter
from pbem_games.angola.state import Battle, State, Token


def is_attacker(battle: Battle, faction: str) -> bool:
    return faction == battle.attacker


def side_of(battle: Battle, faction: str) -> list[str]:
    """The factions on the side of this one."""
    return [battle.attacker] if is_attacker(battle, faction) else list(battle.defenders)


def has_defending_column(state: State, battle: Battle) -> bool:
    """9.4, 9.6.2 Whether any defending Unit is in a Column."""
    return any(columns_in(state, f, battle.region) for f in battle.defenders)


def attacking_units(state: State, battle: Battle) -> list[Token]:
    """The Units of the attacking Column, in the order of lists; none once it is gone."""
    column = state.factions[battle.attacker].columns.get(battle.letter)
    return [] if column is None else state.numbers.ordered(column.known)


def units_of_faction(state: State, battle: Battle, faction: str) -> list[Token]:
    """The Units with which one faction takes part, in the order of lists."""
    if is_attacker(battle, faction):
        return attacking_units(state, battle)
    return _units_in(state, faction, battle.region)


def _units_in(state: State, faction: str, region: str) -> list[Token]:
    own = state.factions[faction]
    loose = [u for u, unit in own.loose.items() if unit.region == region]
    inside = [t for column in own.columns.values() if column.region == region for t in column.known]
    return state.numbers.ordered([*loose, *inside])


def defending_units(state: State, battle: Battle) -> list[Token]:
    """All defending Units, faction by faction, clockwise."""
    return [u for f in battle.defenders for u in _units_in(state, f, battle.region)]


def units_against(state: State, battle: Battle, faction: str) -> list[Token]:
    """The Units of the other side."""
    return defending_units(state, battle) if is_attacker(battle, faction) else attacking_units(state, battle)


def units_with(state: State, battle: Battle, faction: str) -> list[Token]:
    """The Units of this faction's side."""
    return attacking_units(state, battle) if is_attacker(battle, faction) else defending_units(state, battle)


def counters(state: State, units: Iterable[Token]) -> list[Counter]:
    return [state.numbers.counters[u] for u in units]


def unsuppressed(battle: Battle, units: Iterable[Token]) -> list[Token]:
    return [u for u in units if u not in battle.suppressed]


def other_side(battle: Battle, faction: str) -> str:
    """A faction of the side against this one: whoever speaks for a side is named by one of its factions."""
    return battle.defenders[0] if is_attacker(battle, faction) else battle.attacker


def engineers_to_spare(state: State, battle: Battle) -> int:
    """17.3, rulings R64, R65, R140 Unsuppressed attacking engineers that need not fight as infantry."""
    units = attacking_units(state, battle)
    down = [u for u in units if u in battle.suppressed]
    return free_engineers(counters(state, unsuppressed(battle, units)), counters(state, down))


def is_fully_suppressed(battle: Battle, units: Iterable[Token]) -> bool:
    """9.3.3, ruling R62 Whether there are Units and all of them are suppressed."""
    chosen = list(units)
    return bool(chosen) and not unsuppressed(battle, chosen)


def sort_of(state: State, unit: Token) -> tuple[str, ...]:
    """What tells a Unit from others: two of one sort are the same to everybody, and nobody is asked which."""
    counter = state.numbers.counters[unit]
    own = state.factions[counter.faction]
    if unit in own.loose:
        loose = own.loose[unit]
        place = f"{loose.moved} {loose.straggler}"
    else:
        place = next((x for x, column in own.columns.items() if unit in column.known), "")
    return counter.faction, counter.id if counter.is_major else counter.type, place


def decider(state: State, battle: Battle, faction: str) -> str:
    """9.2, ruling R51 Who decides on losses of this faction's side: the attacker, or the conductor of the defence."""
    return battle.attacker if is_attacker(battle, faction) else battle.conductor


def forget(battle: Battle, unit: Token) -> None:
    """A Unit is gone: it is suppressed no more, and has fired no more."""
    battle.suppressed = [u for u in battle.suppressed if u != unit]
    battle.fired = [u for u in battle.fired if u != unit]


def has_conductor_units(state: State, battle: Battle) -> bool:
    """Ruling R50: the conductor stays one while it has Units in the combat."""
    return bool(units_of_faction(state, battle, battle.conductor))
