"""Everything that is asked in a game between bots, question by question, for tests of what may be typed at it.

    for asked in questions("angola", seed=1, most=150):
        asked.reads("none")
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pbem.desk.orders import read_words, value_of
from pbem.errors import IllegalMove
from pbem.play.playout import SeededDice, answer_once
from pbem.play.requests import Ask, Peek, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem.ruleset import Ruleset, Value, find, without_remark

OPTIONS: dict[str, tuple[dict[str, Value], ...]] = {
    "angola": ({}, {"column_size_public": True, "command_off_map_marker": True, "flec_retreat": True}),
    "enduring_freedom": ({},),
    "fallujah": (
        {"scenario": "phantom_fury", "networked_operations": True, "interdiction": True},
        {"scenario": "campaign", "joint_operations": True, "interdiction": True, "team": "three_by_service"},
        {"scenario": "vigilant_resolve", "team": "two_by_sector", "historical_order_of_battle": True},
    ),
    "anaconda": (
        {"leaders": True, "casualties": True, "attacker_impetus": True},
        {"mode": "plan", "reaction": "standing", "osama": True, "more_coalition_forces": True},
        {"mode": "plan", "reaction": "written", "leaders": True},
    ),
}
"""Options that bring most questions of a game between them."""


@dataclass(frozen=True, slots=True)
class Question:
    """One seat is asked for words."""

    ruleset: Ruleset
    table: Table[Any]
    state: Any
    seat: str

    @property
    def request(self) -> Any:
        return self.table.pending

    @property
    def rule(self) -> str:
        return str(self.request.rule)

    @property
    def kind(self) -> str:
        """The rule, how it asks, and about what if that is no place."""
        return f"{self.rule} {type(self.request).__name__} {self.request.about.rpartition('/')[2]}"

    @property
    def peek(self) -> Peek:
        return peek_of(self.table, self.seat)

    def read(self, words: str) -> list[str]:
        """The canonical words of a legal answer; IllegalMove if it is none."""
        says = read_words(self.ruleset, self.state, self.request, self.seat, words, self.peek)
        value_of(self.request, self.seat, says)
        return says

    def refusal(self, words: str) -> IllegalMove | None:
        """Why words are no legal answer; None if they are one."""
        try:
            self.read(words)
        except IllegalMove as error:
            return error
        return None

    def shown(self) -> list[str]:
        """What is offered, without remarks."""
        return [without_remark(one)[0] for one in
                self.ruleset.examples(self.state, self.request, self.seat, self.peek)]

    def prompt(self) -> str:
        return self.ruleset.prompt(self.state, self.request, self.seat, self.peek)


def questions(
    game: str, *, seed: int = 1, bot: str = "random", options: dict[str, Value] | None = None, most: int = 50_000
) -> Iterator[Question]:
    """What is asked of anybody, in order; `most` answers are given at most."""
    ruleset = find(game)
    full = ruleset.full_options(options or {})
    seats = ruleset.seats_of(options or {})
    state = ruleset.new_state(str(full["scenario"]), full, ruleset.data_files(None))
    table: Table[Any] = Table(ruleset.play(state), seats=seats)

    def chooser(seat: str) -> Callable[..., Any]:
        player, rng = ruleset.bots[bot](seat), random.Random(f"{seed}/{seat}")
        return lambda request, peek: player.choose(state, request, peek, rng)

    choosers, dice = {seat: chooser(seat) for seat in seats}, SeededDice(seed)
    for _ in range(most):
        if table.pending is None:
            return
        if isinstance(table.pending, Ask | Write | Seal | SealMany):
            for seat in table.expected():
                yield Question(ruleset, table, state, seat)
        answer_once(table, choosers, dice)
