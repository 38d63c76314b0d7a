"""35 Team play: how many players, and what each controls.

Belongs here: seats, owners of units and bases. Must not be here: the order of play (sequence).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import WrongUse
from rulesets.fallujah.numbers import COMMANDS, Numbers, data_files, numbers_of
from rulesets.fallujah.state import GameOptions, State

COALITION = "coalition"
MOST_PLAYERS = 4
BY_COMMANDS, BY_SECTORS = "by_commands", "by_sectors"


def seats_for(options: Mapping[str, Any]) -> tuple[str, ...]:
    """35 One seat alone, or a seat a player; WrongUse where the shares name no players from 1 on without a gap."""
    team = options.get("team", "none")
    if team == "none":
        return (COALITION,)
    arrangement = numbers_of(data_files()).arrangements.get(team)
    if arrangement is not None:
        shares = arrangement.commands + arrangement.routes + arrangement.bases
    elif team == BY_COMMANDS:
        shares = options.get("commands", "")
    else:
        shares = options.get("routes", "") + options.get("bases", "")
    players = {int(digit) for digit in shares}
    if len(players) < 2 or players != set(range(1, max(players) + 1)):
        raise WrongUse(
            f"option team={team}: the shares {shares} do not name two to four players from 1 on",
            "each digit is a player: commands=" + "/".join(COMMANDS) + ", routes=1 to 6, bases=north/south/east/west",
        )
    return tuple(f"player_{n}" for n in sorted(players))


def settle_team(options: GameOptions, numbers: Numbers) -> GameOptions:
    """35, ruling R126 The options with the shares of a ready arrangement written out."""
    arrangement = numbers.arrangements.get(options.team)
    if arrangement is not None:
        options.commands = arrangement.commands or options.commands
        options.routes = arrangement.routes or options.routes
        options.bases = arrangement.bases or options.bases
    return options


def is_by_sectors(state: State) -> bool:
    """Whether the map is divided, not the commands (rulings R126, R129)."""
    arrangement = state.numbers.arrangements.get(state.options.team)
    return bool(arrangement.routes) if arrangement is not None else state.options.team == BY_SECTORS


def owner_of(state: State, unit: str) -> str:
    """35, rulings R126, R127, R129 Whose unit it is now: by its command, or by the sector where it stands."""
    if len(state.seats) == 1:
        return state.seats[0]
    if is_by_sectors(state):
        return owner_of_place(state, state.units[unit].place)
    command = state.numbers.units[unit].command
    return _player(state, state.options.commands, COMMANDS.index(command))


def owner_of_place(state: State, place: str) -> str:
    """Ruling R126 Whose sector a space or base lies in."""
    numbers = state.numbers
    if place in numbers.bases:
        return _player(state, state.options.bases, list(numbers.bases).index(place))
    return _player(state, state.options.routes, numbers.spaces[place].route - 1)


def _player(state: State, shares: str, index: int) -> str:
    return state.seats[int(shares[index]) - 1]
