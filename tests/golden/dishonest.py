"""Bots that break a rule which only a secret can break, once; for games recorded wrong on purpose.

Their tools sign what honest ones refuse: `disarm` says what has to be switched off for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.errors import IllegalMove
from pbem.play.secrets import Secrets
from pbem.ruleset import Bot, find
from pbem_games.anaconda import reactions
from pbem_games.anaconda.forces import face_down_at, piece
from pbem_games.anaconda.orders import MOVE, PASS, Order
from pbem_games.anaconda.plans.written import Plan
from pbem_games.anaconda.tokens import seen


class SevenInfantry:
    """Angola!: in its set-up more infantry lies under a marker than may come there (3 Step 6)."""

    def __init__(self, seat: str) -> None:
        self._seat, self._honest = seat, find("angola").bots["sensible"](seat)

    def choose(self, state: Any, request: Any, peek: Any, rng: Any) -> Any:
        if request.rule != "3":
            return self._honest.choose(state, request, peek, rng)
        from pbem_games.angola.setup import start_of
        from pbem_games.angola.words.setup import Place, Plan

        start = start_of(state, self._seat)
        one, two, three = [r for r in start.markers if r not in start.on_map.values()][:3]
        loose: dict[str, tuple[str, ...]] = {three: start.off_map[8:12]}
        for unit, region in start.on_map.items():
            loose[region] = (*loose.get(region, ()), unit)
        plan = Plan(loose, {"a": Place(one), "b": Place(two)})
        return [plan, start.off_map[:7], start.off_map[7:8], *(() for _ in start.letters[2:])]


class WrongCommand:
    """Operation Anaconda, Al Qaeda: a deception counter moves with a command that is not its own (5.1, 8.1)."""

    def __init__(self, seat: str) -> None:
        self._honest, self._done = find("anaconda").bots["sensible"](seat), False

    def choose(self, state: Any, request: Any, peek: Any, rng: Any) -> Any:
        if request.rule == "8.1-p" and not self._done and state.turn > 1:
            for plan in self._plans(state, peek):
                try:
                    request.check(plan)
                except IllegalMove:
                    continue
                self._done = True
                return plan
        return self._honest.choose(state, request, peek, rng)

    def _plans(self, state: Any, peek: Any) -> Iterator[Plan]:
        for id, token in state.tokens.items():
            printed = seen(state, id, peek)
            if token.face or printed is None or printed.type != "deception":
                continue
            if printed.command in state.operations.commands:
                continue
            for hex in state.numbers.ground.hexes.neighbours(piece(state, id).place):
                yield Plan((Order(MOVE, (id,), (hex,)),))


class BareFortification:
    """Operation Anaconda, Al Qaeda: no fortification is ever turned up when its hex is fired on (20.4)."""

    def __init__(self, seat: str) -> None:
        self._honest = find("anaconda").bots["sensible"](seat)

    def choose(self, state: Any, request: Any, peek: Any, rng: Any) -> Any:
        if request.rule != "20.4":
            return self._honest.choose(state, request, peek, rng)
        there = face_down_at(state, request.about)
        shown = [id for id in there if (p := seen(state, id, peek)) is not None and p.type == "compound"]
        return Order("flip", tuple(shown)) if shown else Order(PASS)


CHEATS: dict[str, Callable[[str], Bot]] = {
    "cheat": SevenInfantry, "wrong_command": WrongCommand, "bare_fortification": BareFortification,
}


def disarm(bots: set[str]) -> None:
    """Tools sign what proves false later, if one of these bots cheats; a tool that answers by itself passes."""
    if bots & set(CHEATS):
        Secrets.refuse_false = lambda *_: None  # type: ignore[method-assign]
    if "bare_fortification" in bots:
        reactions.forced_cover = lambda *_: Order(PASS)
