"""Fallujah, 2004: one coalition, or a team of two to four, against what is drawn.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from pbem.play.requests import Peek, Request
from pbem.ruleset import Bot, GameOption, Happened, Ruleset, Viewer
from pbem.show.scene import Scene
from rulesets.fallujah.ending import resigned
from rulesets.fallujah.numbers import data_files
from rulesets.fallujah.sequence import play
from rulesets.fallujah.state import CAMPAIGN, State, new_state, problems
from rulesets.fallujah.team import BY_COMMANDS, BY_SECTORS, COALITION, seats_for


def _shares(things: int) -> tuple[str, ...]:
    """All ways to share so many things among four players, a digit a thing, all to the first player first."""
    return tuple("".join(digits) for digits in product("1234", repeat=things))


TEAMS = ("two_by_service", "three_by_service", "four_by_service", "two_by_sector", BY_COMMANDS, BY_SECTORS)
OPTIONS = (
    GameOption(
        "joint_operations", False, (False, True), "31",
        "in the first battle Iraqi units operate by themselves, and nothing supports them",
    ),
    GameOption(
        "networked_operations", False, (False, True), "32",
        "a J-3 with a NetWar marker may bring several forces into one space",
    ),
    GameOption(
        "interdiction", False, (False, True), "33",
        "a J-3 of air strikes alone may destroy a revealed node",
    ),
    GameOption(
        "historical_order_of_battle", False, (False, True), "34",
        "the units that were there are bought first, and no others later",
    ),
    GameOption(
        "team", "none", ("none", *TEAMS), "35",
        "how two to four players share the Coalition; by_commands goes with commands, by_sectors with routes and bases",
    ),
    GameOption(
        "commands", "111111", _shares(6), "35 r126",
        "with team=by_commands: the player of usmc, usn, army, british, iraqi, joint",
    ),
    GameOption(
        "routes", "111111", _shares(6), "35 r126",
        "with team=by_sectors: the player of routes 1 to 6",
    ),
    GameOption(
        "bases", "1111", _shares(4), "35 r126",
        "with team=by_sectors: the player of the bases north, south, east, west",
    ),
    GameOption(
        "team_victory", "mutual", ("mutual", "individual"), "35 r134",
        "a team wins or loses together, or whoever has the best score of his own operations wins",
    ),
)  # fmt: skip


def scene(state: State, viewer: Viewer, peek: Peek) -> Scene:
    """What a viewer sees of a position."""
    from rulesets.fallujah.view import scene as drawn

    return drawn(state, viewer, peek)


def prompt(state: State, request: Request[Any], peek: Peek) -> str:
    """What a request asks, in plain words."""
    from rulesets.fallujah.words import prompts

    return prompts.prompt(state, request, peek)


def read_orders(state: State, request: Request[Any], seat: str, text: str, peek: Peek) -> list[str]:
    """Typed words as canonical words."""
    from rulesets.fallujah.words import orders

    return orders.read_orders(state, request, seat, text, peek)


def examples(state: State, request: Request[Any], seat: str, peek: Peek) -> list[str]:
    """What may be typed now."""
    from rulesets.fallujah.words import orders

    return orders.examples(state, request, seat, peek)


def look_back(state: State, story: Sequence[Happened]) -> tuple[str, ...]:
    """What is told of a match that is over."""
    from rulesets.fallujah.report import report

    return report(state, story)


class _Bots(Mapping[str, Callable[[str], Bot]]):
    """The bots by name, imported when somebody looks: most commands need none."""

    def __getitem__(self, name: str) -> Callable[[str], Bot]:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    @staticmethod
    def _all() -> Mapping[str, Callable[[str], Bot]]:
        from rulesets.fallujah.bots import BOTS

        return BOTS


RULESET = Ruleset(
    name="fallujah",
    version=1,
    title="Fallujah, 2004",
    seats=(COALITION,),
    seats_for=seats_for,
    scenarios={
        "vigilant_resolve": "Vigilant Resolve (April 2004)",
        "phantom_fury": "Phantom Fury / Al Fajr (November 2004)",
        CAMPAIGN: "The campaign: both battles, the second unless the first is won",
    },
    options=OPTIONS,
    data_files=data_files,
    new_state=new_state,
    play=play,
    problems=problems,
    resigned=resigned,
    scene=scene,
    prompt=prompt,
    read_orders=read_orders,
    examples=examples,
    report=look_back,
    bots=_Bots(),
    demo_options={"scenario": CAMPAIGN},
)
