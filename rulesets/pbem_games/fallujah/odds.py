"""16.2, 16.1(2) What to expect of a fire or a roll for the edge: exact, in fractions.

Belongs here: distributions of hits and losses, the chance of the edge, also for the battle under way. Must not be here:
anything that changes the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pbem.kit.chances import Chances, hits
from pbem.kit.tables import total
from pbem_games.fallujah.combat import battle, edge, fire
from pbem_games.fallujah.forces import steps
from pbem_games.fallujah.map import under_way
from pbem_games.fallujah.numbers import SIDES
from pbem_games.fallujah.orders import Counts
from pbem_games.fallujah.state import State

# ---------------------------------------------------------------- fire


def loss_chances(scored: Mapping[int, Fraction], *, ignored: int = 0, multiplier: int = 1, most: int) -> Chances:
    """16.5, 16.6, 16.8 How many are lost of `most`: Strongpoint, open terrain, and no more than there are."""
    chances: Chances = {}
    for n, chance in scored.items():
        losses = min(most, fire.losses_from(n, ignored, multiplier))
        chances[losses] = chances.get(losses, Fraction(0)) + chance
    return dict(sorted(chances.items()))


# ---------------------------------------------------------------- the edge


def edge_chance(coalition: int, opfor: int, *, wins_ties: bool) -> Fraction:
    """16.1 The chance that the Coalition wins the edge, both totals without their dice."""
    faces = range(1, SIDES + 1)
    ahead = [coalition + ours - opfor - theirs for ours in faces for theirs in faces]
    return Fraction(sum(edge.has_edge(x, wins_ties=wins_ties) for x in ahead), len(ahead))


# ---------------------------------------------------------------- the battle under way


def of_edge(state: State, lead: str, marker: str = "") -> Fraction:
    """16.1 The chance of the Coalition to win the edge with this lead unit and marker."""
    ours, theirs = total(edge.coalition_edge(state, lead, marker)), total(edge.opfor_edge(state))
    return edge_chance(ours, theirs, wins_ties=edge.wins_ties(state))


def of_coalition_fire(state: State, strikes: Counts = ()) -> Chances:
    """16.2, 16.5, 16.8 How many OPFOR counters fall if the force fires now with these strikes."""
    scored = hits(s.firepower for s in fire.coalition_shooters(state, strikes))
    most = len(under_way(state).enemies)
    return loss_chances(scored, ignored=fire.ignored_hits(state), multiplier=fire.multiplier_of(state), most=most)


def of_opfor_fire(state: State) -> Chances:
    """16.2, 16.6 How many steps the force loses if OPFOR fires now; a mob by its strength of this round."""
    scored = hits(s.firepower for s in fire.opfor_shooters(state))
    return loss_chances(scored, most=sum(steps(state, unit) for unit in under_way(state).force))


def of_collateral(state: State, strikes: Counts = ()) -> Chances:
    """23.5 How many OPs the force's fire with these strikes costs; none if the terrain forgives it."""
    terrain = battle.terrain_of(state, under_way(state).space)
    harmful = [s for s in fire.coalition_shooters(state, strikes) if s.harms]
    return hits([1] * len(harmful)) if terrain.collateral[state.scenario] else {0: Fraction(1)}
