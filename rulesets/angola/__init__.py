"""Angola!: four factions, two alliances, ten months of war.

Belongs here: what the game provides to all that runs and shows it. Must not be here: any rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.play.requests import Peek, Request
from pbem.ruleset import Bot, GameOption, Ruleset, Viewer
from pbem.show.scene import Scene
from rulesets.angola.ending import resigned
from rulesets.angola.numbers import FACTIONS, data_files
from rulesets.angola.sequence import play
from rulesets.angola.state import State, new_state, problems

OPTIONS = (
    GameOption(
        "deal", "open", ("open", "sealed"), "3 r15",
        "how Control Markers are dealt: drawn for all to see, or each hand known to its faction alone until step 8",
        refused={"sealed": "the deal from one cup without a dealer is not built yet"},
    ),
    GameOption(
        "column_size_public", False, (False, True), "8 r28",
        "the number of Units under each Column marker is told when the Column is formed",
    ),
    GameOption(
        "columns_until_clean_up", False, (False, True), "8.1 r30",
        "spare Column markers may go on loose Units once more, just before Clean Up",
    ),
    GameOption(
        "command_off_map_marker", False, (False, True), "8.1 r24",
        "a Command Card may also bring in a Column marker from off the map",
    ),
    GameOption(
        "flec_retreat", False, (False, True), "14.1.2 r98",
        "FNLA beaten in Maiombe may retreat into the FLEC Base while Cabinda has not fallen",
    ),
    GameOption(
        "false_claim", "forfeit", ("forfeit", "flag"), "r126",
        "what a claim proved false costs: the game is lost for that alliance, or it stands in the record only",
    ),
)


def scene(state: State, viewer: Viewer, peek: Peek) -> Scene:
    """What a viewer sees of a position."""
    from rulesets.angola.view import scene as drawn

    return drawn(state, viewer, peek)


def prompt(state: State, request: Request[Any], peek: Peek) -> str:
    """What a request asks, in plain words."""
    from rulesets.angola.words import prompts

    return prompts.prompt(state, request, peek)


def read_orders(state: State, request: Request[Any], seat: str, text: str, peek: Peek) -> list[str]:
    """Typed words as canonical words."""
    from rulesets.angola.words import orders

    return orders.read_orders(state, request, seat, text, peek)


def examples(state: State, request: Request[Any], seat: str, peek: Peek) -> list[str]:
    """What may be typed now."""
    from rulesets.angola.words import orders

    return orders.examples(state, request, seat, peek)


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
        from rulesets.angola.bots import BOTS

        return BOTS


RULESET = Ruleset(
    name="angola",
    version=1,
    title="Angola!",
    seats=FACTIONS,
    scenarios={"july_1975": "July 1975 to April 1976"},
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
    bots=_Bots(),
)
