"""What awaits a force in a place: what lies there, how many OPFOR units a reaction brings, what a fire of either takes.

Belongs here: that remark. Must not be here: what a place is worth (judgement), where a force can come to (marching).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from pbem.kit.chances import SIDES, Chances, at_least, average, hit_chance, hits, mean, percent, spread
from pbem.kit.pools import size
from pbem_games.fallujah.combat.battle import terrain_of
from pbem_games.fallujah.map import ENGINEERS, firepower, ground_units_at, has_type, is_base, is_helicopter, labels
from pbem_games.fallujah.nodes import is_revealed
from pbem_games.fallujah.numbers import MOB
from pbem_games.fallujah.odds import loss_chances
from pbem_games.fallujah.state import State
from pbem_games.fallujah.words.brief import what_lies_in


def prospect(state: State, to: str, force: Sequence[str]) -> str:
    """`C2; OPFOR 0 29%, 1 71%; ...` if the force goes there; a place held has no reaction."""
    if is_base(state, to):
        return "its movement ends there"
    held = [u for u in ground_units_at(state, to) if u not in force]
    if held:
        return f"held by {labels(state, held)}"
    lies = what_lies_in(state, to)
    return f"{lies}; {fight_at(state, to, force)}" if lies else fight_at(state, to, force)


def fight_at(state: State, to: str, force: Sequence[str]) -> str:
    """14.1, 16.2 How many OPFOR units a reaction there brings, what a round of fire is likely to take; events left out.

    That all of them fall in one fire is told of the cases in which some appear.
    """
    met = opfor_met(state, to)
    if set(met) == {0}:
        return "no OPFOR is likely"
    walkers = [u for u in force if not is_helicopter(state, u)]
    node = state.numbers.nodes[state.nodes[to].type] if is_revealed(state, to) else None
    ignored = 0 if node is None or has_type(state, force, *ENGINEERS) else node.ignores_hits
    multiplier = terrain_of(state, to).opfor_losses_multiplier
    scored = hits(firepower(state, u) for u in walkers or force)
    takes = mean(loss_chances(scored, ignored=ignored, multiplier=multiplier, most=multiplier * max(scored)))
    beats = sum((chance * at_least(loss_chances(scored, ignored=ignored, multiplier=multiplier, most=n), n)
                 for n, chance in met.items() if n), Fraction(0)) / at_least(met, 1)
    costs = mean(met) * fire_of_one(state)
    return (f"OPFOR {spread(met)}; your fire takes {average(takes)} a round, all of them {percent(beats)}; "
            f"theirs costs {average(costs)} steps")


def opfor_met(state: State, space: str) -> Chances:
    """14.1, 9.3 How many of the counters that are picked fight."""
    picks = state.numbers.picks(state.morale)
    if is_revealed(state, space):
        picks += state.numbers.nodes[state.nodes[space].type].picks
    all_of, fighting = size(state.reaction_bin), sum(_fighters(state).values())
    picks = min(picks, all_of)
    return {n: Fraction(comb(fighting, n) * comb(all_of - fighting, picks - n), comb(all_of, picks))
            for n in range(picks + 1) if n <= fighting and picks - n <= all_of - fighting}


def fire_of_one(state: State) -> Fraction:
    """16.2 Steps that the die of an OPFOR unit out of the Reaction Bin costs on average; a mob has what it rolls."""
    fighters, numbers = _fighters(state), state.numbers
    by_die = [die if die < numbers.tables.events.mob_misses_from else 0 for die in range(1, SIDES + 1)]
    mob = sum(map(hit_chance, by_die), Fraction(0)) / SIDES
    each = {kind: mob if kind == MOB else hit_chance(numbers.opfor[kind].firepower) for kind in fighters}
    return sum((each[kind] * count for kind, count in fighters.items()), Fraction(0)) / max(1, sum(fighters.values()))


def _fighters(state: State) -> dict[str, int]:
    """4.6 Counters of the Reaction Bin that fight."""
    return {kind: state.reaction_bin[kind] for kind in (*state.numbers.opfor, MOB) if state.reaction_bin[kind]}
