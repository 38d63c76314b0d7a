"""e Nobody's tool needs what is hidden: a table with the Coalition's keys alone plays and shows the same game.

Two tables play one game side by side. One sees every secret, the other what the Coalition's own tool sees; whatever the
Coalition and the public are shown and asked must be the same to the byte.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from anaconda.boards import fresh

from pbem.play.playout import SeededDice, answer_once
from pbem.play.requests import Ask, Draw, DrawSecret, Open, Roll, Seal, SealMany, Write
from pbem.play.sight import peek_of
from pbem.play.table import Table
from pbem_games.anaconda import RULESET
from pbem_games.anaconda.bots.players import BOTS
from pbem_games.anaconda.looks import fire, reach
from pbem_games.anaconda.numbers import AL_QAEDA, COALITION, SEATS
from pbem_games.anaconda.sequence import play
from pbem_games.anaconda.state import State


class Kept:
    """Dice that two tables share: what one rolls, the other reads."""

    def __init__(self, dice: SeededDice) -> None:
        self._dice, self._known = dice, dict[Any, Any]()

    def forget(self) -> None:
        self._known = {}

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        key = label, dice, sides
        if key not in self._known:
            self._known[key] = self._dice.roll(*key)
        return self._known[key]

    def sample(self, label: str, pool: Any, count: int) -> tuple[str, ...]:
        key = label, tuple(pool), count
        if key not in self._known:
            self._known[key] = self._dice.sample(*key)
        return self._known[key]


class Given:
    """The stream of a secret draw, known by what came of it."""

    def __init__(self, drawn: tuple[str, ...]) -> None:
        self._drawn = drawn

    def roll(self, label: str, dice: int, sides: int) -> tuple[int, ...]:
        raise AssertionError(f"{label}: nothing was rolled in secret")

    def sample(self, label: str, pool: Any, count: int) -> tuple[str, ...]:
        return self._drawn


class Twins:
    """A table that sees all, and one with the eyes of the Coalition."""

    def __init__(self, seed: int, bot: str, **options: Any) -> None:
        self.states: tuple[State, State] = fresh(**options), fresh(**options)
        self.all, self.ours = (Table(play(state), seats=SEATS) for state in self.states)
        self._bots = {seat: BOTS[bot](seat) for seat in SEATS}
        self._chances = {seat: random.Random(f"{seed}/{seat}") for seat in SEATS}
        self._dice = SeededDice(seed)

    def _choose(self, seat: str) -> Any:
        return lambda request, peek: self._bots[seat].choose(self.states[0], request, peek, self._chances[seat])

    def _content(self, handle: Any) -> Any:
        """What is shown when a slot is opened: a text, or for a secret draw what it gave."""
        secrets = self.all.secrets
        return Given(self.all.peek(handle)) if secrets.is_draw(handle) else secrets.spelled(handle)

    def step(self) -> None:
        """One answer at both tables."""
        request = self.all.pending
        match request:
            case Ask() | Write():
                said = list[str]()
                answered = self.all.answered
                self.all.answered = lambda say: (said.append(say), answered(say))[1]  # type: ignore[method-assign]
                answer_once(self.all, {seat: self._choose(seat) for seat in SEATS}, self._dice)
                del self.all.answered
                self.ours.answered(said[0])
            case Seal() | SealMany():
                answer_once(self.all, {seat: self._choose(seat) for seat in SEATS}, self._dice)
                self.ours.sealed()
            case DrawSecret():
                self.all.answer(self._dice)
                self.ours.drawn(None)
            case Roll() | Draw():
                shared = Kept(self._dice)
                self.all.answer(shared)
                self.ours.rolled(shared)
            case Open():
                closed = [h for h in request.sealed.values() if not self.all.secrets.is_public(h)]
                contents = {h: self._content(h) for h in closed}
                self.all.answer()
                self.ours.opened(contents)
        self.ours.round = self.all.round

    def shown(self, table: Table[Any], state: State, viewer: str) -> list[object]:
        """All that a viewer is shown of a position, and asked."""
        peek, request = peek_of(table, viewer), table.pending
        pages: list[object] = [msgspec.json.encode(RULESET.scene(state, viewer, peek))]
        hexes = sorted({t.place for t in state.tokens.values() if t.place in state.numbers.ground.hexes})
        pages += [msgspec.json.encode(fire(state, viewer, peek, hex)) for hex in hexes[:1]]
        pages += [msgspec.json.encode(reach(state, viewer, peek, id)) for id, token in state.tokens.items()
                  if token.place in hexes[:1]]
        if isinstance(request, Ask | Write) and request.seat == viewer:
            pages.append(RULESET.prompt(state, request, viewer, peek))
            pages.append(tuple(RULESET.examples(state, request, viewer, peek)))
        return pages

    def compare(self) -> None:
        """The same request, position and story; the same for the Coalition and for everybody, to the byte."""
        one, other = self.all.pending, self.ours.pending
        assert (type(one), getattr(one, "rule", ""), getattr(one, "about", "")) == (
            type(other), getattr(other, "rule", ""), getattr(other, "about", ""))
        a, b = self.states
        assert msgspec.json.encode(a) == msgspec.json.encode(b)
        for viewer in (COALITION, "public"):
            assert self.shown(self.all, a, viewer) == self.shown(self.ours, b, viewer), self.all.where()
        assert self.all.story == self.ours.story


def test_e_a_beginning_is_shown_to_the_coalition_alike_whoever_holds_the_keys() -> None:
    twins = Twins(5, "random")
    for number in range(24):
        twins.step()
        if number % 6 == 0:
            twins.compare()
    down = [id for id, token in twins.states[0].tokens.items() if not token.face]
    assert len(down) > 20
    assert all(peek_of(twins.ours, AL_QAEDA)(twins.states[1].tokens[id].sealed) is None for id in down)  # type: ignore[arg-type]
    assert all(peek_of(twins.all, AL_QAEDA)(twins.states[0].tokens[id].sealed) for id in down)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "bot"), [(1, "sensible"), (2, "random")])
def test_e_a_whole_game_is_shown_to_the_coalition_alike_whoever_holds_the_keys(seed: int, bot: str) -> None:
    twins = Twins(seed, bot, leaders=True, casualties=True)
    steps = 0
    while twins.all.pending is not None:
        twins.step()
        steps += 1
        if steps % 5 == 0:
            twins.compare()
    assert twins.all.result == twins.ours.result
