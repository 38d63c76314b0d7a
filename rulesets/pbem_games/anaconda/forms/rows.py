"""Ruling R110 The windows that are answered, side by side: each with those that can fire there as ready answers.

Belongs here: these rows. Must not be here: how answers are read (answers), what is told of the windows (prompts).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from pbem.kit.choices import Row
from pbem.kit.forms import Asked
from pbem_games.anaconda.forces import gunships
from pbem_games.anaconda.numbers import AL_QAEDA
from pbem_games.anaconda.orders import Order
from pbem_games.anaconda.plans.asking import slots_of
from pbem_games.anaconda.plans.windows import Numbered
from pbem_games.anaconda.prompts.firing import by_command
from pbem_games.anaconda.state import State
from pbem_games.anaconda.words.ground import hex_name
from pbem_games.anaconda.words.vocabulary import shown, typed_words

MOST_AT = 3  # targets that are offered to a gunship after the movement

Able = Callable[[Asked[State], Numbered], Iterator[str]]


def rows(asked: Asked[State], windows: Sequence[Numbered], closing: Mapping[str, str], able: Able) -> Iterator[Row]:
    """Each window in which somebody can fire; then the gunships after the movement."""
    state, ground = asked.state, asked.state.numbers.ground
    most = slots_of(state) if asked.seat == AL_QAEDA else 1
    for numbered in windows:
        window, can = numbered.window, list(able(asked, numbered))
        if can:
            label = f"{numbered.number}: {shown(state, window.target, asked.peek)} in {hex_name(ground, window.hex)}"
            yield Row(str(numbered.number), label, tuple(_answers(asked, can)), most, (window.hex,))
    if closing and (ready := gunships(state)):
        number = len(windows) + 1
        at = [
            (f"{typed_words(asked, Order('fire', (gunship,)))} at {target}",
             f"{shown(state, gunship, asked.peek)} at {shown(state, target, asked.peek)} in {hex_name(ground, hex)}")
            for gunship in ready for target, hex in islice(closing.items(), MOST_AT)]
        yield Row(str(number), f"{number}: once all have moved", tuple(at))  # 15.2(2)


def _answers(asked: Asked[State], can: Sequence[str]) -> Iterator[tuple[str, str]]:
    """12.8 All of a command together, if there are several; then each of it alone."""
    for ids in by_command(asked, can):
        for who in ([ids] if len(ids) > 1 else []) + [[id] for id in ids]:
            names = ", ".join(shown(asked.state, id, asked.peek) for id in who)
            yield typed_words(asked, Order("fire", tuple(who))), names
