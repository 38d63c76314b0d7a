"""Plays at random among what is legal and true: it tries every corner of the rules, and its games end.

Belongs here: which kind of answer a request wants. Must not be here: how it is made (random_plans, random_orders).
"""

from __future__ import annotations

import random
from typing import Any

from pbem.play.requests import Ask, Peek, Request, Seal, SealMany, Write
from rulesets.angola.bots import random_orders as orders
from rulesets.angola.bots import random_plans as plans
from rulesets.angola.bots.honest import decided, listed, may_answer, may_seal
from rulesets.angola.bots.sight import Sight
from rulesets.angola.planning import pack_size
from rulesets.angola.state import State
from rulesets.angola.words.aid_covert import DeliveryForm
from rulesets.angola.words.aid_direct import DeploymentForm, WithdrawalForm
from rulesets.angola.words.aid_recruitment import RecruitForm
from rulesets.angola.words.common import ListForm
from rulesets.angola.words.fire import OutcomeForm
from rulesets.angola.words.operations import CommandForm
from rulesets.angola.words.resolution import RetreatForm

TRIES = 30
MISSILES = ("9.7", "9.10")


class RandomBot:
    """One seat that draws its answers."""

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def choose(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """A legal and true answer; for a Seal the seat's own value, for a SealMany its values in order."""
        if (answer := decided(request, self.seat, peek)) is not None:
            return answer
        sight = Sight(state, self.seat, peek)
        match request:
            case Ask():
                return self._pick(request, peek, rng)
            case Write():
                return self._write(sight, request, rng)
            case SealMany():
                return self._seal(sight, request, rng)
            case Seal():
                return self._seal_one(request, peek, rng)
        raise AssertionError(f"nobody chooses at {request}")

    def _pick(self, request: Ask[Any], peek: Peek, rng: random.Random) -> Any:
        legal = list(request.legal())
        rng.shuffle(legal)
        return next(answer for answer in legal if may_answer(request, answer, peek))

    def _write(self, sight: Sight, request: Write[Any], rng: random.Random) -> Any:
        for _ in range(TRIES):
            answer = self._proposal(sight, request, rng)
            if may_answer(request, answer, sight.peek):
                return answer
        return self.quiet(sight, request)

    def quiet(self, sight: Sight, request: Write[Any]) -> Any:
        """What is answered where no proposal was legal and true."""
        if isinstance(request.form, WithdrawalForm):
            return orders.honest_withdrawal(sight, request)
        draft = request.draft()
        assert may_answer(request, draft, sight.peek), f"{self.seat} cannot answer {request.rule} {request.about}"
        return draft

    def _proposal(self, sight: Sight, request: Write[Any], rng: random.Random) -> Any:
        """An answer of the kind that the request wants; it may prove illegal."""
        what = request.about.rpartition("/")[2]
        match request.form:
            case OutcomeForm():
                return orders.outcome(request, rng)
            case RetreatForm():
                return orders.retreat(sight, request, rng)
            case CommandForm():
                return orders.command_order(sight, rng)
            case RecruitForm():
                return orders.recruits(sight, request, rng)
            case DeliveryForm():
                return orders.delivery(sight, request, rng)
            case DeploymentForm():
                return orders.deployment(request, rng)
            case WithdrawalForm():
                return orders.withdrawal(sight, request, rng)
            case ListForm() if request.rule in MISSILES:
                return orders.some_of(request, rng)
            case ListForm():
                return orders.losses(request, rng)
        if request.rule == "5.2":
            return orders.fifth_column_order(sight, rng) if what == "fifth" else orders.column_order(sight, what, rng)
        return request.draft()

    def _seal_one(self, request: Seal[Any], peek: Peek, rng: random.Random) -> Any:
        legal = list(listed(request.items[self.seat]))
        rng.shuffle(legal)
        return next(value for value in legal if may_seal(request, self.seat, [value], peek))

    def _seal(self, sight: Sight, request: SealMany[Any], rng: random.Random) -> list[Any]:
        for _ in range(TRIES):
            values = self._values(sight, request, rng)
            if may_seal(request, self.seat, values, sight.peek):
                return values
        quiet = self._quiet_values(sight, request)
        assert may_seal(request, self.seat, quiet, sight.peek), f"{self.seat} cannot seal {request.rule} {quiet}"
        return quiet

    def _values(self, sight: Sight, request: SealMany[Any], rng: random.Random) -> list[Any]:
        match request.rule:
            case "3":
                return plans.setup_plan(sight, rng)
            case "5.4":
                return [*plans.pack(sight, rng), *plans.hand_over(sight, request, rng, first=pack_size(sight.state))]
            case "8.1-3":
                return plans.reorganization(sight, rng, spare_only=sight.state.step == "f")
            case "12.4.2":
                return plans.new_entries(sight, request, rng)
            case "2.4.2":
                return plans.hand_over(sight, request, rng)
        return [rng.choice(listed(item)) for item in request.per_seat()[self.seat]]

    def _quiet_values(self, sight: Sight, request: SealMany[Any]) -> list[Any]:
        if request.rule == "8.1-3":
            return plans.quiet_reorganization(sight, spare_only=sight.state.step == "f")
        if request.rule == "5.4":
            return plans.quiet_pack_and_pieces(sight, request)
        return [item.default() for item in request.per_seat()[self.seat]]
