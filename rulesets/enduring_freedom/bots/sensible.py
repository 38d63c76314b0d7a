"""Plays the Coalition sensibly: special forces and aircraft strike together, bases carry the battalions behind them.

Belongs here: an answer to each request. Must not be here: what things are worth (worth), who attacks what (attacks),
what is bought (purchases).
"""

from __future__ import annotations

import random
from typing import Any

from pbem.kit.bots import is_legal
from pbem.play.requests import Ask, Peek, Request, Write
from rulesets.enduring_freedom.combat.edge import BASE, COMMAND, purchases_open
from rulesets.enduring_freedom.combat.plan import BattlePlan
from rulesets.enduring_freedom.judgement import moves, purchases
from rulesets.enduring_freedom.judgement.style import SENSIBLE, Style
from rulesets.enduring_freedom.judgement.worth import NP, of_zone
from rulesets.enduring_freedom.losses import np_of_loss
from rulesets.enduring_freedom.mobilization import price_of
from rulesets.enduring_freedom.prospects import Attacker, outlook
from rulesets.enduring_freedom.state import State
from rulesets.enduring_freedom.zones import concealed


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
                return max(legal, key=lambda edge: self._worth(state, zone, "coalition", edge))
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
        """Counterattacks as they come; attacks where they bring something."""
        must = request.about == "counterattack"
        plans = [BattlePlan(zone, edge) for zone in state.numbers.zones for edge in _edges(state, zone)]
        attacker: Attacker = "islamist" if must else "coalition"
        open_to = [plan for plan in plans if is_legal(request, plan)]
        best = max(open_to, key=lambda plan: self._worth(state, plan.zone, attacker, plan.edge))
        is_bad = not must and self._worth(state, best.zone, attacker, best.edge) < self.style.boldness
        return BattlePlan() if is_bad else best

    def _worth(self, state: State, zone: str, attacker: Attacker, edge: tuple[str, ...]) -> int:
        """What a battle brings, in hundredths of an NP."""
        found = outlook(state, zone, attacker, bought=len(edge))
        return int(NP * (found.np - len(edge)) + of_zone(state, zone) * (found.won - found.lost))


def _edges(state: State, zone: str) -> list[tuple[str, ...]]:
    open_to = purchases_open(state, zone)
    return [(), (COMMAND,), *([(COMMAND, BASE)] if BASE in open_to else [])]


def _loss(state: State, id: str) -> int:
    if id not in state.numbers.ground:
        return 1
    return np_of_loss(state, id, "eliminated")
