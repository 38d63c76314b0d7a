"""Plays the Coalition sensibly: special forces and aircraft strike together, bases carry the battalions behind them.

Belongs here: an answer to each request. Must not be here: what things are worth (worth), who attacks what (attacks),
what is bought (purchases).
"""

from __future__ import annotations

import random
from typing import Any

from pbem.kit.bots import is_legal
from pbem.play.requests import Ask, Peek, Request, Write
from pbem_games.enduring_freedom.combat.plan import BattleForm, BattlePlan
from pbem_games.enduring_freedom.judgement import moves, purchases
from pbem_games.enduring_freedom.judgement.battles import battles, best_edge
from pbem_games.enduring_freedom.judgement.style import SENSIBLE, Style
from pbem_games.enduring_freedom.judgement.worth import of_zone
from pbem_games.enduring_freedom.losses import np_of_loss
from pbem_games.enduring_freedom.mobilization import price_of
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.zones import concealed


class SensibleBot:
    """One seat. `style` says what it uses."""

    def __init__(self, seat: str, style: Style = SENSIBLE) -> None:
        self.seat, self.style = seat, style

    def choose(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """A legal answer."""
        if isinstance(request, Ask):
            return self._pick(state, request)
        assert isinstance(request, Write), f"nobody chooses at {request}"
        answer = self._write(state, request)
        return answer if answer is not None and is_legal(request, answer) else request.draft()

    # ---------------------------------------------------------------- out of a list

    def _pick(self, state: State, request: Ask[Any]) -> Any:
        legal = list(request.legal())
        match request.rule, request.about:
            case "14.1", _:
                return legal[-1]
            case "33.1", _:
                return legal[-1] if 2 * state.jihad <= 10 else legal[0]
            case "29.1", "rotation":
                return min(legal, key=lambda id: (not state.units[id].reduced, price_of(state, id)))
            case "23.4", zone:
                return best_edge(state, zone, "coalition")
            case "8.9", _:
                return min(legal, key=lambda id: _loss(state, id))
            case ("10.2" | "29.1"), _:
                return max(legal, key=lambda zone: (concealed(state, zone), of_zone(state, zone)))
        return legal[0]

    # ---------------------------------------------------------------- written

    def _write(self, state: State, request: Write[Any]) -> Any:
        style = self.style
        match request.rule:
            case "6.0":
                count = len(request.draft())
                return purchases.zones_to_see(state, request.about, count)
            case "11.3":
                return purchases.first_forces(state, style)
            case "11.1":
                return purchases.reinforcements(state, style)
            case "12.1":
                return purchases.refits(state)
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
        assert isinstance(request.form, BattleForm)
        must = request.about == "counterattack"
        return next(iter(battles(state, request.form.zones, must=must, boldness=self.style.boldness)), BattlePlan())


def _loss(state: State, id: str) -> int:
    if id not in state.numbers.ground:
        return 1
    return np_of_loss(state, id, "eliminated")
