"""9.1 to 9.5 Sentences of how a combat begins and ends.

Belongs here: sentences. Must not be here: legality, dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem_games.angola.state import Battle, State
from pbem_games.angola.words.common import faction_name, region_name, side_name, unit_names


def attack(state: State, battle: Battle) -> str:
    return (
        f"{faction_name(state, battle.attacker)} Column {battle.letter.upper()} attacks"
        f" {side_name(state, battle.defenders)}"
        f" in {region_name(state, battle.region)} out of {region_name(state, battle.origin)}"
    )


def announces(state: State, faction: str, figure: int, region: str) -> str:
    return f"{faction_name(state, faction)} announces strength {figure} in {region_name(state, region)}"


def announced(state: State, figures: Mapping[str, int], defence: int | Fraction | None, region: str) -> str:
    """`defence` where the defenders are all in the open."""
    parts = ", ".join(f"{faction_name(state, f)} {figure}" for f, figure in figures.items())
    against = "" if defence is None else f"; the defenders have {defence}"
    return f"Strength announced in {region_name(state, region)}: {parts}{against}"


def strength_claim(state: State, faction: str, figure: int, region: str) -> str:
    return f"{faction_name(state, faction)} has strength {figure} in {region_name(state, region)}"


def automatic_victory(state: State, attacker: str, units: Sequence[str], region: str) -> str:
    return (
        f"Automatic victory of {faction_name(state, attacker)} in {region_name(state, region)}:"
        f" {unit_names(state, units)} eliminated"
    )


def column_shown(state: State, faction: str, letter: str, units: Sequence[str]) -> str:
    return f"{faction_name(state, faction)} Column {letter.upper()} shows {unit_names(state, units)}"


def combat_round(state: State, number: int, region: str) -> str:
    return f"Round {number} of the combat in {region_name(state, region)}"


def combat_over(state: State, battle: Battle, left: Sequence[str], *, is_won: bool) -> str:
    """`left` are the defenders that still stand there; `is_won`: the attacker alone does."""
    return f"The combat in {region_name(state, battle.region)} is over: {outcome(state, battle, left, is_won=is_won)}"


def outcome(state: State, battle: Battle, left: Sequence[str], *, is_won: bool) -> str:
    """`FAPLA wins against UNITA`."""
    attacker, defenders = faction_name(state, battle.attacker), side_name(state, battle.defenders)
    if left:
        return f"{side_name(state, left)} {'holds' if len(left) == 1 else 'hold'} out against {attacker}"
    return f"{attacker} wins against {defenders}" if is_won else "nobody is left"
