"""16.2 Fire: a die a shooter, hits, and what Strongpoint and open terrain make of them.

Belongs here: who shoots with what, dice to hits to losses, the sentence of a fire and how it is read back.
Must not be here: who takes the losses (hits), what a 6 costs (collateral).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pbem.kit.spelling import plural
from pbem.kit.tables import Drm
from pbem.play.requests import Roll, Tell
from pbem_games.fallujah.combat.battle import battlefield, enemy_name, has_engineer, node_here, terrain_of
from pbem_games.fallujah.combat.hits import eliminate_weakest, take_hits
from pbem_games.fallujah.map import firepower, under_way
from pbem_games.fallujah.orders import Counts
from pbem_games.fallujah.state import State


@dataclass(frozen=True, slots=True)
class Shooter:
    """Who rolls a die: its name, the highest die that hits, and whether a 6 may do Collateral Damage."""

    name: str
    firepower: int
    harms: bool = False


# ---------------------------------------------------------------- who shoots


def coalition_shooters(state: State, strikes: Counts) -> list[Shooter]:
    """16.2, 23.2, 23.4 The units of the force by the side that lies up, then the strikes, in the order of lists.

    Sixes of units do harm where Civilians are about, those of special operations aircraft never (23.4, ruling R53).
    """
    operation, numbers = under_way(state), state.numbers
    shooters = [Shooter(numbers.units[u].label, firepower(state, u), operation.civilians) for u in operation.force]
    for kind, count in strikes:
        strike = numbers.strikes[kind]
        shooters += [Shooter(strike.name, strike.firepower, strike.collateral)] * count
    return shooters


def opfor_shooters(state: State) -> list[Shooter]:
    """16.2, 16.4 The OPFOR counters, weakest first; a node never fires."""
    return [Shooter(enemy_name(state, e.kind), e.firepower) for e in under_way(state).enemies]


# ---------------------------------------------------------------- dice to losses


def hits_of(shooters: Sequence[Shooter], dice: Sequence[int]) -> int:
    """16.2 A die up to the firepower is a hit."""
    return sum(die <= shooter.firepower for shooter, die in zip(shooters, dice, strict=True))


def ignored_hits(state: State) -> int:
    """16.8, 26 Coalition hits that a Strongpoint takes off each round; none with an engineer in the force (R70)."""
    node = node_here(state)
    return 0 if node is None or has_engineer(state) else node.ignores_hits


def losses_from(hits: int, ignored: int, multiplier: int) -> int:
    """16.5, 16.8, ruling R69 What a Strongpoint ignores is taken off first, the rest is multiplied in the open."""
    return max(0, hits - ignored) * multiplier


def multiplier_of(state: State) -> int:
    """16.5 What the terrain makes of Coalition hits; of OPFOR hits it makes nothing."""
    return terrain_of(state, under_way(state).space).opfor_losses_multiplier


# ---------------------------------------------------------------- fire


def volley(space: str, side: str, shooters: Sequence[Shooter]) -> Roll:
    """16.2 A die a shooter, with what it takes to hit."""
    return Roll(
        rule="16.2", about=f"{space}/{side}", dice=len(shooters), side=side, hits=faces_of(shooters),
        decides="fire", reads=partial(read_volley, "Combat Results", shooters),
    )


def faces_of(shooters: Sequence[Shooter]) -> tuple[range, ...]:
    """16.2 The faces on which the die of each shooter hits."""
    return tuple(range(1, shooter.firepower + 1) for shooter in shooters)


async def coalition_fire(state: State, strikes: Counts) -> int:
    """16.1, 16.2 The force and its strikes fire, the weakest of OPFOR fall; gives the 6s that may do damage (23.5).

    Where the force is dead or OPFOR gone nobody fires: strikes attack with a force only (23, ruling R68).
    """
    operation = under_way(state)
    if not operation.force or not operation.enemies:
        return 0
    shooters = coalition_shooters(state, strikes)
    dice = await volley(operation.space, "coalition", shooters)
    hits, ignored, multiplier = hits_of(shooters, dice), ignored_hits(state), multiplier_of(state)
    losses = losses_from(hits, ignored, multiplier)
    notes = [str(Drm("16.8", "Strongpoint", -ignored))] if ignored > 0 and hits > 0 else []
    notes += [f"x{multiplier} in the open (16.5)"] if multiplier > 1 and hits > 0 else []
    text = spell_volley(f"The Coalition fires in {battlefield(state)}", shooters, dice)
    text += "".join(f", {note}" for note in notes) + (f": {losses} to lose" if notes else "")
    await Tell(rule="16.2", text=text, places=(operation.space,))
    await eliminate_weakest(state, losses)
    return sum(s.harms and d == state.numbers.tables.fire.collateral_on for s, d in zip(shooters, dice, strict=True))


async def opfor_fire(state: State) -> None:
    """16.1, 16.2 What is left of OPFOR fires, and the player spreads its hits over the force; no terrain helps."""
    operation = under_way(state)
    if not operation.force or not operation.enemies:
        return
    shooters = opfor_shooters(state)
    dice = await volley(operation.space, "opfor", shooters)
    text = spell_volley(f"OPFOR fires in {battlefield(state)}", shooters, dice)
    await Tell(rule="16.2", text=text, places=(operation.space,))
    await take_hits(state, hits_of(shooters, dice))


# ---------------------------------------------------------------- a fire in words

_SHOT = re.compile(r", firepower (\d), rolls (\d)")


def spell_volley(who: str, shooters: Sequence[Shooter], dice: Sequence[int]) -> str:
    """`OPFOR fires in Jolan: 1 hit (Militia, firepower 1, rolls 4; Fedayeen, firepower 3, rolls 2)`"""
    shots = [f"{s.name}, firepower {s.firepower}, rolls {die}" for s, die in zip(shooters, dice, strict=True)]
    hits = hits_of(shooters, dice)
    return f"{who}: {plural(hits, 'hit') if hits else 'no hit'} ({'; '.join(shots)})"


def read_volley(what: str, shooters: Sequence[Shooter], dice: Sequence[int]) -> str:
    """`Combat Results: Militia rolls 4, misses (firepower 1); Fedayeen rolls 2, hits (firepower 3)`."""
    shots = [
        f"{s.name} rolls {die}, {'hits' if die <= s.firepower else 'misses'} (firepower {s.firepower})"
        for s, die in zip(shooters, dice, strict=True)
    ]
    return f"{what}: {'; '.join(shots)}"


def shots_in(text: str) -> list[tuple[int, int]]:
    """(firepower, die) of each shooter in the sentence of a fire; empty for any other sentence."""
    return [(int(firepower), int(die)) for firepower, die in _SHOT.findall(text)]
