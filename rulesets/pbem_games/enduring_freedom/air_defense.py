"""21 Islamist air defence: what lies face up fires at aircraft and at those who have just landed.

Belongs here: who fires, who can be hit. Must not be here: what a hit does (losses).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pbem.kit.spelling import plural
from pbem.play.requests import Roll, Tell
from pbem_games.enduring_freedom.losses import take_hits
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.words.dice import shots_in_words
from pbem_games.enduring_freedom.zones import air_at, factor, islamist, name, revealed

Targets = Callable[[State, str], list[str]]


async def air_defense_phase(state: State) -> None:
    """21.1 The Islamist Air Defense Phase, zones in the order of the data (ruling R102)."""
    await fire_at(state, targets_in_flight)
    state.landed = []


async def fire_at(state: State, targets: Targets) -> None:
    """21.1, ruling R58 A die for each air defence unit, however many targets; up to its factor it hits."""
    for zone in state.numbers.zones:
        guns, there = air_defenses(state, zone), targets(state, zone)
        if not guns or not there:
            continue
        factors = [factor(state, gun) for gun in guns]
        shots = [(name(state, gun), high) for gun, high in zip(guns, factors, strict=True)]
        dice = await Roll(
            rule="21.1", about=zone, dice=len(guns), side="islamist", hits=tuple(range(1, f + 1) for f in factors),
            decides="air defence", reads=partial(shots_in_words, "Air defence", shots),
        )  # fmt: skip
        hits = sum(die <= high for die, high in zip(dice, factors, strict=True))
        where = state.numbers.zones[zone].name
        told = plural(hits, "hit") if hits else "no hit"
        await Tell(rule="21.1", text=f"Air defence fires in {where}: {told} of {len(guns)}", places=(zone,))
        await take_hits(state, zone, hits, there, "losses", rule="21.1")


def air_defenses(state: State, zone: str) -> list[str]:
    """21.0 Air defence units that lie face up there."""
    return [id for id in revealed(state, zone) if islamist(state, id).air_defense]


def targets_in_flight(state: State, zone: str) -> list[str]:
    """21.0, 21.5, 18.0, ruling R57 Air units on a strike there, and ground units that landed there; never drones."""
    return air_at(state, zone) + [id for id in state.landed if state.units[id].place == zone]
