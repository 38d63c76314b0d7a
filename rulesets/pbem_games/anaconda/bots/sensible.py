"""Plays either seat by rules of thumb, and the one-sided ways of play that test the balance.

Belongs here: which thought answers which request. Must not be here: the thoughts (coalition, al_qaeda).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from pbem.kit.bots import decided, may_answer
from pbem.kit.forms import case_of
from pbem.play.requests import Ask, Peek, Request, Seal, SealMany, Write
from pbem_games.anaconda.airmobile import CARRIERS
from pbem_games.anaconda.bots import al_qaeda, coalition, laying, planning
from pbem_games.anaconda.bots.outlook import Memory, Outlook
from pbem_games.anaconda.drms import assaults
from pbem_games.anaconda.forces import helicopters, piece
from pbem_games.anaconda.numbers import COALITION
from pbem_games.anaconda.orders import DONE, FLY, Order, Placed
from pbem_games.anaconda.plans.asking import AnswerOpenly
from pbem_games.anaconda.plans.written import MOST_ORDERS, Plan
from pbem_games.anaconda.reactions import Window
from pbem_games.anaconda.state import DEAD, State
from pbem_games.anaconda.victory import STALEMATE, points_in_sight

DRAW, PASS, END, EXTEND = "draw", "pass", "end", "extend"
DEAR = 16  # hundredths of a point for each aircraft of `Bombers`: fewer fly, against what is worth more
ESCAPED, SURE = 2, 2  # points that nobody has seen: leaders that got out, and what `Bombers` want above the band


class SensibleBot:
    """One seat that thinks a little."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self._memory = Memory()

    def choose(self, state: State, request: Request[Any], peek: Peek, rng: random.Random) -> Any:
        """A legal and true answer; the draft if no thought of its own is legal."""
        if (answer := decided(request, self.seat, peek)) is not None:
            return answer
        look = Outlook(state, self.seat, peek, rng, self._memory)
        if isinstance(request, Ask):
            return self.pick(look, request, tuple(request.legal()))
        if isinstance(request, Seal | SealMany):
            return self.seals(look, request)
        assert isinstance(request, Write), f"nobody chooses at {request}"
        for answer in self.answers(look, request):
            if answer is not None and may_answer(request, answer, peek):
                return answer
        return request.draft()

    # ------------------------------------------------------------------ lists

    def pick(self, look: Outlook, request: Ask[Any], legal: Sequence[Any]) -> Any:
        """A choice from a list; the quietest where it does not know better."""
        match request.rule:
            case "4.2":
                return self.draws(look, legal)
            case "3.5":
                return max(legal, key=partial(coalition.worth_for_team, look))
            case "14.9":
                return max(legal, key=partial(al_qaeda.worth_under_fire, look))
            case "24.2":
                return max(legal, key=partial(coalition.worth_for_leader, look))
        return END if END in legal else legal[0]

    def draws(self, look: Outlook, legal: Sequence[str]) -> str:
        """5.10 As long as it is worth it."""
        return DRAW if is_worth_a_draw(look.state, self.seat) or PASS not in legal else PASS

    # ------------------------------------------------------------------ what is written

    def answers(self, look: Outlook, request: Write[Any]) -> Iterator[Any]:
        """Answers, the best first."""
        if isinstance(request, AnswerOpenly):
            yield from planning.openly(look, request, partial(self.fires, look, False))
        elif request.rule == "19.1-p":
            yield from planning.recon_plan(request, coalition.recons(look), look.peek)
        elif request.rule == "10.2-p":
            yield from planning.fire_plan(look, request, self.attacks(look))
        elif request.rule == "8.1-p":
            yield self.plan(look, request)
        elif isinstance(request.case, Placed):
            yield from self.placings(look, request, request.case.ids)
        else:
            yield from self.written(look, request)

    def seals(self, look: Outlook, request: Seal[Any] | SealMany[Any]) -> Any:
        """Ruling R110 What is sealed in mode `plan`: conditions, answers to all windows at once, standing orders."""
        return planning.sealed(look, request, partial(self.fires, look, False), partial(self.fires, look, True))

    def fires(self, look: Outlook, is_flak: bool, target: str, hex: str) -> Iterator[Order]:
        """12, 17 Groups that would fire at who comes to a hex, the best first, then a pass."""
        if self.seat == COALITION:
            return coalition.defence(look, target, hex)
        return (al_qaeda.flak if is_flak else al_qaeda.defence)(look, target, hex)

    def attacks(self, look: Outlook) -> Iterator[Order]:
        """10 Attacks, the best first."""
        return coalition.attacks(look) if self.seat == COALITION else al_qaeda.attacks(look)

    def plan(self, look: Outlook, request: Write[Any], most: int = MOST_ORDERS) -> Plan:
        """8.1 Moves thought of in one part, each by a helicopter of its own; what does not fit is left out."""
        orders: list[Order] = []
        for order in self.moves(look):
            if len(orders) >= most:
                break
            for spelled in _by_other_helicopters(look, order) if order.kind == FLY else (order,):
                if order.kind != DONE and may_answer(request, Plan((*orders, spelled)), look.peek):
                    orders.append(spelled)
                    look.foresee(spelled)
                    break
        return Plan(tuple(orders))

    def placings(self, look: Outlook, request: Write[Any], ids: Sequence[str]) -> Iterator[Any]:
        """3.4, 3.5, 7.3, 7.4 Counters that get a place each."""
        if self.seat == COALITION:
            yield coalition.bases(look, ids)
        elif request.rule == "7.4":
            yield al_qaeda.comers(look, ids)
        else:
            yield self.set_up(look, ids)

    def set_up(self, look: Outlook, ids: Sequence[str]) -> Any:
        return al_qaeda.placing(look, ids)

    def written(self, look: Outlook, request: Write[Any]) -> Iterator[Any]:
        """In mode `step`, one at a time."""
        hex, side = request.about, coalition if self.seat == COALITION else al_qaeda
        match request.rule:
            case "8.1":
                yield from self.moves(look)
            case "10.2":
                yield from self.attacks(look)
            case "12.2" | "17.1":
                window = case_of(request, Window)
                yield from self.fires(look, window.kind == "aa", window.target, window.hex)
            case "11.3":
                yield from side.advances(look, hex, _assaulters(look, hex))
            case "15.2":
                yield from coalition.gunships_after(look)
            case "19.1":
                yield from coalition.recons(look)
            case "20.4":
                yield from al_qaeda.cover(look, hex)

    def moves(self, look: Outlook) -> Iterator[Any]:
        yield from coalition.moves(look) if self.seat == COALITION else al_qaeda.moves(look)


def is_worth_a_draw(state: State, seat: str) -> bool:
    """5.10 Whether a marker of one's own is left; a Panic! or Jihad! serves the other side."""
    markers = (state.numbers.markers[marker] for marker in state.command_pool)
    return any(marker.side == seat and marker.activates for marker in markers)


def _by_other_helicopters(look: Outlook, order: Order) -> Iterator[Order]:
    """15.5 The same flight by each helicopter that flies nobody else."""
    for helicopter in helicopters(look.state, *CARRIERS):
        if helicopter not in look.busy:
            yield Order(FLY, (helicopter, *order.who[1:]), order.to)


def _assaulters(look: Outlook, hex: str) -> list[str]:
    """11.3 Those that have fired and may close assault a hex; the rules know which of them did."""
    near = [id for ids in look.friends.values() for id in ids if piece(look.state, id).fired]
    return [id for id in near if assaults(look.state, id, hex)]


# ---------------------------------------------------------------- one-sided ways of play


class Runners(SensibleBot):
    """As Al Qaeda: everything is laid by the east edge, and leaves the map at once. The Coalition plays sensibly."""

    def set_up(self, look: Outlook, ids: Sequence[str]) -> Any:
        return al_qaeda.placing(look, ids, laying.withdrawal)

    def moves(self, look: Outlook) -> Iterator[Any]:
        if self.seat == COALITION:
            yield from super().moves(look)
        else:
            yield from al_qaeda.moves(look, all_leave=True)


class Silent(SensibleBot):
    """As Al Qaeda: never fires. The Coalition plays sensibly."""

    def fires(self, look: Outlook, is_flak: bool, target: str, hex: str) -> Iterator[Order]:
        if self.seat == COALITION:
            yield from super().fires(look, is_flak, target, hex)

    def attacks(self, look: Outlook) -> Iterator[Order]:
        if self.seat == COALITION:
            yield from super().attacks(look)

    def seals(self, look: Outlook, request: Seal[Any] | SealMany[Any]) -> Any:
        if self.seat == COALITION or request.rule != "r110":
            return super().seals(look, request)
        return request.per_seat()[self.seat][0].default()


class Massed(SensibleBot):
    """As the Coalition: everybody goes to the one town of Serkhankhel. Al Qaeda plays sensibly."""

    def moves(self, look: Outlook) -> Iterator[Any]:
        if self.seat == COALITION:
            yield from coalition.moves(look, goals=("1710",))
        else:
            yield from super().moves(look)


class Walkers(SensibleBot):
    """As the Coalition: nobody is ever flown. Al Qaeda plays sensibly."""

    def moves(self, look: Outlook) -> Iterator[Any]:
        if self.seat == COALITION:
            yield from coalition.moves(look, may_fly=False)
        else:
            yield from super().moves(look)


class Bombers(SensibleBot):
    """As the Coalition: nobody is brought in; who is there looks, and aircraft bomb. Al Qaeda plays sensibly.

    It extends the operation as long as it has no Stalemate and Al Qaeda keeps a Defeat: before ruling R95 asked for
    objective hexes that won two games of three.
    """

    def moves(self, look: Outlook) -> Iterator[Any]:
        if self.seat == COALITION:
            yield Order(DONE)
        else:
            yield from super().moves(look)

    def attacks(self, look: Outlook) -> Iterator[Order]:
        if self.seat == COALITION:
            yield from coalition.attacks(look, DEAR)
        else:
            yield from super().attacks(look)

    def pick(self, look: Outlook, request: Ask[Any], legal: Sequence[Any]) -> Any:
        if self.seat == COALITION and request.rule == "3.5":
            return max(legal, key=partial(coalition.worth_for_team, look, may_hunt=False))
        if EXTEND not in legal:
            return super().pick(look, request, legal)
        numbers, (ours, theirs) = look.state.numbers, points_in_sight(look.state)
        stalemate = numbers.levels[STALEMATE]
        ours += sum(token.place == DEAD and not token.face for token in look.state.tokens.values())
        theirs += numbers.al_qaeda_points.extension + ESCAPED
        return EXTEND if ours < stalemate.coalition_from + SURE and theirs < stalemate.al_qaeda_from else END


class Lingering(SensibleBot):
    """As the Coalition: extends the operation as long as it may (22.3). Al Qaeda plays sensibly."""

    def pick(self, look: Outlook, request: Ask[Any], legal: Sequence[Any]) -> Any:
        return EXTEND if EXTEND in legal else super().pick(look, request, legal)
