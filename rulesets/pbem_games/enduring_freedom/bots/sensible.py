"""Plays the Coalition sensibly: special forces and aircraft strike together, bases carry the battalions behind them.

Belongs here: an answer to each request. Must not be here: what things are worth (worth), who attacks what (attacks),
what is bought (purchases).
"""

from __future__ import annotations

import random
from typing import Any

from pbem.kit.bots import is_legal
from pbem.kit.forms import case_of
from pbem.play.requests import Ask, Peek, Request, Write
from pbem_games.enduring_freedom.combat.plan import BattlePlan, Battles
from pbem_games.enduring_freedom.forms import FORMS
from pbem_games.enduring_freedom.judgement import moves, purchases
from pbem_games.enduring_freedom.judgement.battles import battles
from pbem_games.enduring_freedom.judgement.style import SENSIBLE, Style
from pbem_games.enduring_freedom.state import State


class SensibleBot:
    """One seat. `style` says what it uses."""

    def __init__(self, seat: str, style: Style = SENSIBLE) -> None:
        self.seat, self.style = seat, style

    def choose(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """A legal answer: as it is declared to be good, or as a chapter thinks."""
        if (declared := FORMS.pick(state, request, self.seat, peek)) is not None:
            return declared
        if isinstance(request, Ask):
            return self._pick(state, request)
        assert isinstance(request, Write), f"nobody chooses at {request}"
        answer = self._write(state, request)
        return answer if answer is not None and is_legal(request, answer) else request.draft()

    # ---------------------------------------------------------------- out of a list

    def _pick(self, state: State, request: Ask[Any]) -> Any:
        return next(iter(request.legal()))

    # ---------------------------------------------------------------- written

    def _write(self, state: State, request: Write[Any]) -> Any:
        style = self.style
        match request.rule:
            case "11.3":
                return purchases.first_forces(state, style)
            case "11.1":
                return purchases.reinforcements(state, style)
            case "13.1":
                return moves.look(state)
            case "15.0":
                return moves.missions(state, style)
            case "16.0":
                return moves.drives(state, style)
            case "17.0":
                return moves.flights(state, style)
            case "17.1":
                return moves.support(state)
            case "23.3":
                return self._battle(state, request)
        return None

    def _battle(self, state: State, request: Write[Any]) -> BattlePlan:
        """Counterattacks as they come; attacks where they bring something. One at a time: the next looks again."""
        case = case_of(request, Battles)
        found = battles(state, case.zones, must=case.must, boldness=self.style.boldness)
        return next(iter(found), BattlePlan())
