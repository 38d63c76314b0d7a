"""31 to 35 The options of a match, and who plays with them: alone, or how a team shares the Coalition.

Belongs here: the options as players set them and as rules read them, the seats that follow. Must not be here: what an
option does (its own section), owners and consent in a team (team).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Annotated, Any, Literal, get_args

import msgspec

from pbem.errors import WrongUse
from pbem.kit.options import Says, declared
from pbem_games.fallujah.numbers import DATA, Numbers

COALITION = "coalition"
BY_COMMANDS, BY_SECTORS = "by_commands", "by_sectors"
ROUTES = tuple(f"route {number}" for number in range(1, 7))
BASES = ("North Base", "South Base", "East Base", "West Base")
SERVICES = ("US Marine Corps", "US Navy", "US Army", "British", "Iraqi", "joint")  # as numbers.COMMANDS


def _shares(things: int) -> tuple[str, ...]:
    """All ways to share so many things among four players, a digit a thing, all to the first player first."""
    return tuple("".join(digits) for digits in product("1234", repeat=things))


Team = Literal[
    "none", "two_by_service", "three_by_service", "four_by_service", "two_by_sector", "by_commands", "by_sectors"
]


class GameOptions(msgspec.Struct):
    """The options of the match; `commands`, `routes` and `bases` name a player by a digit each."""

    joint_operations: Annotated[bool, Says(
        "31", "in the first battle Iraqi units operate by themselves, and nothing supports them",
    )] = False
    networked_operations: Annotated[bool, Says(
        "32", "a J-3 with a NetWar marker may bring several forces into one space",
    )] = False
    interdiction: Annotated[bool, Says(
        "33", "a J-3 of air strikes alone may destroy a revealed node",
    )] = False
    historical_order_of_battle: Annotated[bool, Says(
        "34", "the units that were there are bought first, and no others later",
    )] = False
    team: Annotated[Team, Says(
        "35",
        "how two to four players share the Coalition; by_commands goes with commands, by_sectors with routes and bases",
    )] = "none"
    commands: Annotated[str, Says(
        "35 r126", "with team=by_commands: the player of usmc, usn, army, british, iraqi, joint", _shares(6),
        only_with={"team": (BY_COMMANDS,)}, things=SERVICES,
    )] = "111111"
    routes: Annotated[str, Says(
        "35 r126", "with team=by_sectors: the player of routes 1 to 6", _shares(6),
        only_with={"team": (BY_SECTORS,)}, things=ROUTES,
    )] = "111111"
    bases: Annotated[str, Says(
        "35 r126", "with team=by_sectors: the player of the bases north, south, east, west", _shares(4),
        only_with={"team": (BY_SECTORS,)}, things=BASES,
    )] = "1111"
    team_victory: Annotated[Literal["mutual", "individual"], Says(
        "35 r134",
        "a team wins or loses together, or whoever has the best score of his own operations wins",
        only_with={"team": get_args(Team)[1:]},
    )] = "mutual"


OPTIONS = declared(GameOptions)


def seats_for(options: Mapping[str, Any]) -> tuple[str, ...]:
    """35 One seat alone, or a seat a player; WrongUse if the shares name no players from 1 on without a gap."""
    team = options.get("team", "none")
    if team == "none":
        return (COALITION,)
    arrangement = DATA.numbers().arrangements.get(team)
    if arrangement is not None:
        shares = arrangement.commands + arrangement.routes + arrangement.bases
    elif team == BY_COMMANDS:
        shares = options.get("commands", "")
    else:
        shares = options.get("routes", "") + options.get("bases", "")
    players = {int(digit) for digit in shares}
    if len(players) < 2 or players != set(range(1, max(players) + 1)):
        raise WrongUse(f"option team={team}: {_wrong_with(players)}", _how_shared(team))
    return tuple(f"player_{n}" for n in sorted(players))


def _wrong_with(players: set[int]) -> str:
    """What keeps these from being a team, in words for whoever has set nothing yet."""
    if len(players) == 1:
        return f"all is player {min(players)}'s now, and a team is of two to four: give something to another player"
    missing = min(set(range(1, max(players) + 1)) - players)
    return f"player {missing} has nothing, and player {max(players)} has: leave out no number from 1 on"


def _how_shared(team: str) -> str:
    if team == BY_COMMANDS:
        return f"commands has a player's number for each of {', '.join(SERVICES)}: commands=112233"
    return (f"routes has a player's number for each of routes 1 to 6, bases for each of {', '.join(BASES)}: "
            "routes=111222")


def settle_team(options: GameOptions, numbers: Numbers) -> GameOptions:
    """35, ruling R126 The options with the shares of a ready arrangement written out."""
    arrangement = numbers.arrangements.get(options.team)
    if arrangement is not None:
        options.commands = arrangement.commands or options.commands
        options.routes = arrangement.routes or options.routes
        options.bases = arrangement.bases or options.bases
    return options
