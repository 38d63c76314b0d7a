"""10, 11, 12, 15.2, 17, 20.4, 27 Fires: attacks, defensive and anti-aircraft fire, cover, advances."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pbem.kit.forms import Asked
from pbem.kit.prompts import Prompt
from pbem.kit.typed import Typed
from pbem_games.anaconda.attack import targets
from pbem_games.anaconda.defensive import late_targets
from pbem_games.anaconda.firing import attackers, fits_together
from pbem_games.anaconda.forces import command_of, gunships, is_held, other_seat
from pbem_games.anaconda.forms.aiming import attack_next, group_next, gunships_next, impetus_next, standing_in
from pbem_games.anaconda.forms.nearby import Next
from pbem_games.anaconda.forms.reading import Ordered
from pbem_games.anaconda.hvt import HVT
from pbem_games.anaconda.numbers import AL_QAEDA, ANY
from pbem_games.anaconda.orders import ATTACK, DONE, FIRE, PASS, STAY, Order
from pbem_games.anaconda.prompts import firing
from pbem_games.anaconda.reactions import Window, firers
from pbem_games.anaconda.state import State
from pbem_games.anaconda.tokens import seen


class Attack(Ordered):
    """10.2 `attack 1710 with 1-87 C/1, A10-1` or `done`."""

    kinds = ((DONE, "none", "end"), (ATTACK,))

    def prompt(self, asked: Asked[State]) -> Prompt:
        return firing.attack(asked)

    def next_in(self, asked: Asked[State], order: Order, before: Sequence[Order]) -> Next | None:
        return attack_next(asked, order)

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        state = asked.state
        assert state.operations is not None
        hexes = targets(state)
        if not hexes or rng.random() < 0.15:
            return Order(DONE)
        hex = rng.choice(hexes)
        able = attackers(state, hex)
        if state.operations.seat == AL_QAEDA:
            commands = tuple(state.operations.commands)
            able = [id for id in able if (printed := seen(state, id, asked.peek)) is not None and fits_together(
                state.numbers, "offensive", hex, [(printed, state.tokens[id].place)], commands)]
        if not able:
            return Order(DONE)
        who = tuple(rng.sample(able, rng.randint(1, min(5, len(able)))))
        return Order(ATTACK, who, (hex,), _lead(asked, who, rng))


def _lead(asked: Asked[State], who: tuple[str, ...], rng: random.Random) -> str:
    """24.3 A High Value Target with one of those that fire, now and then."""
    state = asked.state
    if not state.options.leaders or rng.random() < 0.5:
        return ""
    hexes = [state.tokens[id].place for id in who if id in state.tokens]
    able = [id for id, token in state.tokens.items()
            if not token.face and token.place in hexes and id not in who
            and (printed := seen(state, id, asked.peek)) is not None and printed.type == HVT]
    return rng.choice(able) if able else ""


class Group(Ordered):
    """A group that fires in a window: `fire t3, t4`, or `pass`."""

    kinds = ((PASS,), (FIRE,))
    implied = FIRE

    def window(self, asked: Asked[State]) -> Window:
        """The window that is asked about, after the groups that have fired in it."""
        return asked.case(Window)

    def next_in(self, asked: Asked[State], order: Order, before: Sequence[Order]) -> Next | None:
        return group_next(asked, order, self.window(asked))

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        state, window = asked.state, self.window(asked)
        able = firers(state, window)
        if rng.random() < 0.3 or not able:
            return Order(PASS)
        commands = {id: command_of(state, id) for id in able}
        if asked.seat == AL_QAEDA:
            known = {id: printed for id in able if (printed := seen(state, id, asked.peek)) is not None}
            able = [id for id, unit in known.items() if fits_together(
                state.numbers, window.kind, window.hex, [(unit, state.tokens[id].place)], (), window.used)]
            commands = {id: known[id].command for id in able}
        if not able:
            return Order(PASS)
        command = commands[rng.choice(able)]
        fitting = [id for id in able if commands[id] in (command, ANY) or id in gunships(state)]
        who = tuple(rng.sample(fitting, rng.randint(1, len(fitting))))
        return Order(FIRE, who, (), _lead(asked, who, rng))


class Defend(Group):
    """12.2"""

    def prompt(self, asked: Asked[State]) -> Prompt:
        return firing.window(asked, self.window(asked))


class Flak(Group):
    """17.1"""

    def prompt(self, asked: Asked[State]) -> Prompt:
        return firing.window(asked, self.window(asked))


class Gunships(Ordered):
    """15.2 `fire AH-64 1 t3`, or `pass`: the gunships, then the token."""

    kinds = ((PASS,), (FIRE,))
    implied = FIRE

    def next_in(self, asked: Asked[State], order: Order, before: Sequence[Order]) -> Next | None:
        return gunships_next(asked, order)

    def rest(self, asked: Asked[State], typed: Typed, kind: str, before: Sequence[Order] = ()) -> Order:
        order = super().rest(asked, typed, kind, before)
        who = tuple(id for id in order.who if id in asked.state.units)
        return Order(kind, who, tuple(id for id in order.who if id in asked.state.tokens))

    def prompt(self, asked: Asked[State]) -> Prompt:
        return firing.gunships_after(asked)

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        ready, moved = gunships(asked.state), list(late_targets(asked.state))
        if rng.random() < 0.4:
            return Order(PASS)
        return Order(FIRE, tuple(rng.sample(ready, rng.randint(1, len(ready)))), (rng.choice(moved),))


class Impetus(Ordered):
    """27.3 `attack 1711 with 1-87 C/1`, or `stay`."""

    kinds = ((STAY, "none"), (ATTACK, "go"))

    def next_in(self, asked: Asked[State], order: Order, before: Sequence[Order]) -> Next | None:
        return impetus_next(asked, order, standing_in(asked.state, asked.about, asked.seat))

    def prompt(self, asked: Asked[State]) -> Prompt:
        return firing.impetus(asked)

    def propose(self, asked: Asked[State], rng: random.Random) -> Order:
        state = asked.state
        near = [h for h in state.numbers.ground.hexes.neighbours(asked.about)
                if is_held(state, h, other_seat(asked.seat))]
        there = [id for id in (*state.units, *state.tokens)
                 if (state.units.get(id) or state.tokens[id]).place == asked.about]
        if not near or not there or rng.random() < 0.2:
            return Order(STAY)
        return Order(ATTACK, tuple(rng.sample(there, rng.randint(1, len(there)))), (rng.choice(near),))
