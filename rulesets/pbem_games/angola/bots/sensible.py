"""Plays to win, by rules of thumb: takes towns, holds its own, attacks at good odds, bids with an eye on propaganda.

Where it has no opinion it draws like the random bot. Belongs here: which thought answers which request.
Must not be here: the thoughts (judgement and the modules `sensible_...`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pbem.kit.bots import HonestBot, RandomBot
from pbem.kit.filing import Filed
from pbem.kit.forms import case_of
from pbem.play.requests import Ask, Listed, Peek, Request, Seal, SealMany, Write
from pbem_games.angola.bots import sensible_cards as cards
from pbem_games.angola.bots import sensible_combat as combat
from pbem_games.angola.bots import sensible_plans as plans
from pbem_games.angola.bots.filing import file_ahead
from pbem_games.angola.forms import FORMS
from pbem_games.angola.planning import pack_size
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State
from pbem_games.angola.words.operations import Card


class SensibleBot(HonestBot):
    """One seat that thinks a little."""

    def __init__(self, seat: str) -> None:
        super().__init__(FORMS, seat)
        self._chance = RandomBot(FORMS, seat)

    def think(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Iterator[Any]:
        """One thought, or none."""
        if (declared := FORMS.pick(state, request, self.seat, peek)) is not None:
            yield declared
            return
        sight = Sight(state, self.seat, peek)
        match request:
            case Ask():
                answer = self._list(sight, request)
            case Write():
                answer = self._words(sight, request, rng)
            case SealMany():
                answer = self._secrets(sight, request, rng)
            case Seal():
                answer = self._secret(sight, request, rng)
            case _:
                raise AssertionError(f"nobody answers {request}")
        if answer is not None:
            yield answer

    def draft(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """What is written stays quiet; anything else is left to chance."""
        if isinstance(request, Write):
            return super().draft(state, request, peek, rng)
        return self._chance.choose(state, request, peek, rng)

    def file_ahead(self, state: State, peek: Peek, rng: random.Random) -> Iterator[Filed]:
        """What it files when it leaves its desk."""
        return file_ahead(Sight(state, self.seat, peek), rng)

    def _list(self, sight: Sight, request: Ask[Any]) -> Any:
        """Quiet where it does not know better: the first of the list; None leaves it to chance."""
        if request.rule == "9.11.8":
            return combat.go_on(sight, tuple(request.legal()))
        return None if sight.state.battle is not None else next(iter(request.legal()))

    def _words(self, sight: Sight, request: Write[Any], rng: random.Random) -> Any:
        match request.rule:
            case "9.3.3":
                return combat.outcome(sight.state, request)
            case "9.11.7":
                return combat.retreat(sight, request)
            case "8.1-2":
                return cards.command_order(sight, rng)
            case "12.3":
                return plans.recruits(sight, request)
            case "12.4.2":
                return plans.delivery(sight, request)
            case "12.1.2":
                return plans.deployment(sight, request)
            case "12.2":
                return None
        if request.rule == "5.2":
            what = case_of(request, Card).what
            return cards.fifth_column_order(sight, rng) if what == "fifth" else cards.column_order(sight, what, rng)
        return request.draft()

    def _secrets(self, sight: Sight, request: SealMany[Any], rng: random.Random) -> list[Any] | None:
        """The values of a seal of several items; None leaves it to chance."""
        match request.rule:
            case "3":
                return plans.setup_plan(sight, rng)
            case "5.4":
                chosen: list[Any] = list(cards.pack(sight, rng))
                more = len(request.per_seat()[self.seat]) > pack_size(sight.state)
                return [*chosen, *plans.laid_mines(sight, request, chosen)] if more else chosen
            case "8.1-3":
                return plans.reorganization(sight, spare_only=sight.state.step == "f")
            case "12.4.2":
                return plans.new_entries(sight, request)
            case "2.4.2":
                return plans.laid_mines(sight, request, [])
        return None

    def _secret(self, sight: Sight, request: Seal[Any], rng: random.Random) -> Any:
        item = request.items[self.seat]
        legal = item.legal if isinstance(item, Listed) else (item.default(),)
        match request.rule:
            case "12.4.1":
                return plans.bid(sight, legal, rng)
        return rng.choice(legal)
