"""What awaits a force in a place: what lies there, how many OPFOR units a reaction brings, what a fire of its takes.

Belongs here: that remark. Must not be here: what a place is worth (judgement), where a force can come to (marching).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.kit.chances import expected_hits
from pbem.kit.figures import average
from pbem_games.fallujah.judgement import expected_enemies
from pbem_games.fallujah.map import firepower, ground_units_at, is_base, is_helicopter, labels
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words.brief import what_lies_in


def prospect(state: State, to: str, force: Sequence[str]) -> str:
    """`C2; about 1.4 OPFOR, your fire takes 1.8 a round` if the force goes there; a place held has no reaction."""
    if is_base(state, to):
        return "its movement ends there"
    held = [u for u in ground_units_at(state, to) if u not in force]
    if held:
        return f"held by {labels(state, held)}"
    terrain = state.numbers.terrain[state.numbers.spaces[to].terrain]
    shooters = [u for u in force if not is_helicopter(state, u)] or list(force)
    hits = expected_hits(firepower(state, u) for u in shooters) * terrain.opfor_losses_multiplier
    enemies = Fraction(expected_enemies(state, to), 100)
    fight = f"about {average(enemies)} OPFOR, your fire takes {average(hits)} a round"
    lies = what_lies_in(state, to)
    return f"{lies}; {fight}" if lies else fight
