"""24 Fire: a die for each that fires, what hits, what does collateral damage.

Belongs here: dice to hits. Must not be here: who takes them (losses), who fires in a battle (battle).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pbem.kit.spelling import plural
from pbem.play.requests import Roll
from pbem_games.enduring_freedom.numbers import SIDES
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.words.dice import shots_in_words

_SHOT = re.compile(r"\(([0-9]+)\) ([1-6])(?=[,)])")


@dataclass(frozen=True, slots=True)
class Shot:
    """Who rolls a die, the highest die that hits, and whether a high one does collateral damage (24.4)."""

    id: str
    name: str
    factor: int
    harms: bool = False


async def volley(
    state: State, zone: str, side: str, shots: Sequence[Shot], what: str, *, rule: str, decides: str = "fire"
) -> Sequence[int]:
    """24.1, 24.2 One die each; none is rolled if nobody fires."""
    if not shots:
        return ()
    return await Roll(
        rule=rule, about=f"{zone}/{side}", dice=len(shots), side=side, hits=tuple(faces_of(shot) for shot in shots),
        decides=decides, reads=partial(shots_in_words, what, [(shot.name, shot.factor) for shot in shots]),
    )  # fmt: skip


def faces_of(shot: Shot) -> range:
    """24.1 The faces that hit."""
    return range(1, min(shot.factor, SIDES) + 1)


def hits_of(shots: Sequence[Shot], dice: Sequence[int]) -> int:
    """24.1 A die up to the factor is a hit."""
    return sum(die <= shot.factor for shot, die in zip(shots, dice, strict=True))


def fire_in_words(shots: Sequence[Shot], dice: Sequence[int]) -> str:
    """`2 hits (15 MEU (3) 2, Militia (1) 4, 28 AEW (5) 1)`: who fires, the factor, the die."""
    hits = hits_of(shots, dice)
    shown = ", ".join(f"{shot.name} ({shot.factor}) {die}" for shot, die in zip(shots, dice, strict=True))
    return f"{plural(hits, 'hit') if hits else 'no hit'} ({shown})"


def shots_in(text: str) -> list[tuple[int, int]]:
    """(factor, die) of each in such words; empty for any other sentence."""
    return [(int(factor), int(die)) for factor, die in _SHOT.findall(text)]


def collateral_of(state: State, zone: str, shots: Sequence[Shot], dice: Sequence[int]) -> list[Shot]:
    """24.4 Those whose die does collateral damage, whether or not it hits (rulings R46, R47)."""
    least = state.numbers.terrain_of(zone).collateral
    return [shot for shot, die in zip(shots, dice, strict=True) if shot.harms and die >= least]


def against(printed: int, change: int) -> int:
    """24.7, ruling R48 A factor as terrain changes it; 1 or more never falls below 1."""
    return max(1, printed + change) if printed >= 1 else printed
