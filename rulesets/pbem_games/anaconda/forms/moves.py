"""8, 9.7, 16, 19, 24.5, 26.2 Reconnaissance, moves and flights."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from functools import partial

from pbem.kit.forms import Asked
from pbem.kit.paths import Way
from pbem.kit.prompts import Prompt
from pbem.kit.typed import Typed
from pbem_games.anaconda import forces
from pbem_games.anaconda.airmobile import ALL, CARRIERS
from pbem_games.anaconda.forms.columns import ELSEWHERE, in_column
from pbem_games.anaconda.forms.nearby import Next, far_hexes, idle_kinds, next_in
from pbem_games.anaconda.forms.reading import Ordered
from pbem_games.anaconda.forms.ways import single_moves, whole_way
from pbem_games.anaconda.isr import eyes, recon_hexes
from pbem_games.anaconda.movement import may_rally
from pbem_games.anaconda.moves import exits_of, may_move, movers, touches
from pbem_games.anaconda.numbers import BASES, COALITION, HALVES
from pbem_games.anaconda.orders import DONE, FLY, MEDEVAC, MOVE, RALLY, RECON, STACK, STAY, Order, Walker
from pbem_games.anaconda.prompts import moving
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen
from pbem_games.anaconda.words.vocabulary import columns, place_names


class Recon(Ordered):
    """19.1 `recon ODA 372 1710` or `done`."""

    kinds = ((DONE, "none", "end"), (RECON, "scout"))
    implied = RECON

    def next_in(self, asked: Asked[State], order: Order, before: Sequence[Order]) -> Next:
        return next_in(asked, order, before)

    def prompt(self, asked: Asked[State]) -> Prompt:
        return moving.recon(asked)

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        able = [id for id in eyes(asked.state) if recon_hexes(asked.state, id)]
        if not able or rng.random() < 0.2:
            return Order(DONE)
        id = rng.choice(able)
        return Order(RECON, (id,), (rng.choice(recon_hexes(asked.state, id)),))


class Move(Ordered):
    """8.1 `move`, `fly`, `medevac`, `rally`, `stack`, `done`."""

    kinds = ((DONE, "none", "end"), (MOVE, "go", "walk"), (FLY, "lift"), (MEDEVAC,), (RALLY,), (STACK,))

    def barred(self, asked: Asked[State]) -> tuple[str, ...]:
        """15 Helicopters are the Coalition's."""
        return () if asked.seat == COALITION else (FLY, MEDEVAC)

    def idle(self, asked: Asked[State], before: Sequence[Order]) -> Collection[str]:
        return idle_kinds(asked, (kind for kind, *_ in self.kinds), before)

    def next_in(self, asked: Asked[State], order: Order, before: Sequence[Order]) -> Next:
        return next_in(asked, order, before)

    def farther(self, asked: Asked[State], typed: Typed, order: Order, before: Sequence[Order]) -> str:
        """16 `elsewhere 18 1805`: the column, then the hex of it; to be clicked, for the hex alone is enough."""
        if order.kind != FLY or not order.who or order.to or not typed.word(ELSEWHERE):
            return ""
        numbers, missing = asked.state.numbers, "where does it land? a column, then a hex"
        found = partial(far_hexes, asked, order, before)
        place = in_column(typed, numbers, columns(numbers).ids(), found, missing)
        hexes = numbers.ground.hexes.hexes
        return place or typed.name(place_names(numbers), (), also=hexes, whole=True) or typed.stop(missing)

    def prompt(self, asked: Asked[State]) -> Prompt:
        return moving.move(asked)

    def read(self, asked: Asked[State], typed: Typed) -> Order:
        order = super().read(asked, typed)
        moves = single_moves(asked.state, order)
        return moves[0] if len(moves) == 1 else order  # several at once only in a plan

    def propose(self, asked: Asked[State], rng: random.Random) -> Order | None:
        state = asked.state
        assert state.operations is not None
        roll = rng.random()
        if roll < 0.06:
            return Order(DONE)
        if roll < 0.12:
            return _rally_or_stack(asked, rng)
        if state.operations.seat == COALITION and roll < 0.35:
            return _flight(asked, rng)
        able = movers(state)
        if state.operations.seat != COALITION:
            able = [id for id in able if _may_truly_move(asked, id)]
        if not able:
            return Order(DONE)
        id = rng.choice(able)
        return Order(MOVE, (id,), random_way(asked, id, _halves(asked, id), rng))


class GoOn(Ordered):
    """8.7 The rest of a move: `move 1807 1808`, or `stay`."""

    kinds = ((STAY, "none", "stop"), (MOVE, "go"))
    implied = MOVE

    def next_in(self, asked: Asked[State], order: Order, before: Sequence[Order]) -> Next:
        id = asked.case(Walker).id
        return Next((), next_in(asked, Order(MOVE, (id,), order.to), before).places)

    def prompt(self, asked: Asked[State]) -> Prompt:
        return moving.go_on(asked)

    def read(self, asked: Asked[State], typed: Typed) -> Order:
        order = super().read(asked, typed)
        id = asked.case(Walker).id
        if order.kind != MOVE or order.lead or order.who not in ((), (id,)):
            return order  # of another counter: to be refused where moves are checked
        return Order(MOVE, (id,), whole_way(asked.state, id, order.to))

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        planned: Order = asked.legal()[0]
        return planned if rng.random() < 0.8 else Order(STAY)


# ---------------------------------------------------------------- proposals


def _may_truly_move(asked: Asked[State], id: str) -> bool:
    printed = seen(asked.state, id, asked.peek)
    operations = asked.state.operations
    assert operations is not None
    return printed is not None and printed.movement > 0 and printed.command in operations.commands


def _halves(asked: Asked[State], id: str) -> int:
    printed = seen(asked.state, id, asked.peek)
    return 0 if printed is None else printed.movement * HALVES


def random_way(asked: Asked[State], id: str, halves: int, rng: random.Random) -> Way:
    """A way at random, as long as its points go; maybe one step more than is legal."""
    state, seat = asked.state, forces.seat_of(asked.state, id)
    at, ground = forces.piece(state, id).place, state.numbers.ground
    way: list[str] = []
    left = halves
    for _ in range(rng.randint(1, 8)):
        near = [*ground.entries[at]] if at in ground.bases else [*ground.hexes.neighbours(at)]
        near += [base for base in sorted(exits_of(seat)) if at not in ground.bases and touches(state, at, base)]
        free = [p for p in near if not forces.stack_at(state, p, forces.other_seat(seat))]
        if not free or (way and way[-1] in ground.bases):
            break
        to = rng.choice(free)
        cost = ground.step_cost(at, False, exits=exits_of(seat))(at, to)
        if cost is None or (way and cost > left):
            break
        left -= cost
        at = to
        way.append(to)
    return tuple(way)


def _rally_or_stack(asked: Asked[State], rng: random.Random) -> Order | None:
    state = asked.state
    assert state.operations is not None
    pairs = [(leader, unit) for leader in (*state.units, *state.tokens) if forces.is_on_map(state, leader)
             and state.operations is not None and forces.seat_of(state, leader) == state.operations.seat
             for unit in may_rally(state, leader)]
    if state.options.leaders and pairs:
        return Order(RALLY, rng.choice(pairs))
    hexes = sorted({forces.piece(state, id).place for id in (*state.units, *state.tokens)
                    if forces.is_on_map(state, id) and forces.seat_of(state, id) == state.operations.seat})
    if not hexes:
        return None
    hex = rng.choice(hexes)
    there = forces.stack_at(state, hex, state.operations.seat)
    return Order(STACK, tuple(rng.sample(there, len(there))), (hex,))


def _flight(asked: Asked[State], rng: random.Random) -> Order | None:
    state = asked.state
    if state.casualties and rng.random() < 0.4 and (carriers := forces.helicopters(state, *CARRIERS)):
        return Order(MEDEVAC, (rng.choice(carriers),), (rng.choice(sorted(state.casualties)), rng.choice(BASES)))
    able = forces.helicopters(state, *ALL)
    if not able:
        return None
    helicopter = rng.choice(able)
    base = state.units[helicopter].place
    loads = [id for id, unit in state.units.items() if state.numbers.is_ground(id) and forces.is_in_action(state, id)
             and not may_move(state, id) and (unit.place == base or forces.is_on_map(state, id))]
    if not loads or rng.random() < 0.1:
        return Order(FLY, (helicopter,), (rng.choice(BASES),))
    load = rng.choice(loads)
    leaders = [id for id in loads if state.numbers.units[id].type == "leader" and id != load
               and state.units[id].place == state.units[load].place]
    at_base = state.units[load].place == base
    to = _landing(asked, rng) if at_base and rng.random() < 0.9 else rng.choice(BASES)
    return Order(FLY, (helicopter, load, *leaders), (to,))


def _landing(asked: Asked[State], rng: random.Random) -> str:
    """A hex, often near tokens: so that something happens."""
    state, ground = asked.state, asked.state.numbers.ground
    there = sorted({t.place for t in state.tokens.values() if t.place in ground.hexes})
    if there and rng.random() < 0.8:
        near = ground.hexes.within(rng.choice(there), 2)
        return rng.choice([hex for hex in near if not forces.face_down_at(state, hex)] or list(near))
    return rng.choice(ground.hexes.hexes)
