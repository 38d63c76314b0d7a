"""9.3 to 9.10 Words of fire: what a volley did, who is lost, and the sentences of Steps 2 to 8.

Belongs here: forms and sentences. Must not be here: legality, dice.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec

from pbem.kit.wording import Value, Wording, number, one_of
from pbem.play.requests import Form
from pbem_games.angola.state import State
from pbem_games.angola.words.common import faction_name, piece_name, region_name, side_name, unit_names

LOSE, SUPPRESS = "lose", "suppress"


class Outcome(msgspec.Struct, frozen=True):
    """9.3.2 What a batch of results does: names of Units, or names of groups of airgroups, one for each of them."""

    words: ClassVar = ("lose {lost:names*} [suppress {suppressed:names*}]", "suppress {suppressed:names*}", "none")
    lost: tuple[str, ...] = ()
    suppressed: tuple[str, ...] = ()


def outcome_form(order: Sequence[str]) -> Form[Outcome]:
    """`lose f.inf1 suppress f.inf2 f.inf3`, `suppress fnla.strike*2`, `none`; names in a fixed order."""
    name, many = one_of(order, "name here"), number(2, 99)

    def read(words: str) -> tuple[str, ...]:
        found = [word.partition("*") for word in words.split(" ")]
        named = [name.read(one) for one, star, count in found for _ in range(many.read(count) if star else 1)]
        return tuple(sorted(named, key=order.index))

    def spell(names: tuple[str, ...]) -> str:
        tally = Tally(names)
        return " ".join(n if tally[n] == 1 else f"{n}*{tally[n]}" for n in order if tally[n])

    return Wording((Outcome,), {"names": Value(read, spell)}, tried="results", rule="9.3.3")


def spell_missions(answer: tuple[tuple[str, int], ...]) -> str:
    """`fnla=2 unita=1`: how many airgroups of each faction fly superiority."""
    return " ".join(f"{faction}={count}" for faction, count in answer)


# ---------------------------------------------------------------- sentences


def airgroups(count: int) -> str:
    return "no airgroup" if not count else f"{count} airgroup{'s' if count > 1 else ''}"


def committed(state: State, air: Mapping[str, int], region: str) -> str:
    parts = ", ".join(f"{faction_name(state, f)} {airgroups(n)}" for f, n in air.items())
    return f"Committed over {region_name(state, region)}: {parts}"


def missions(state: State, flights: Iterable[tuple[str, int, int]]) -> str:
    """`FAPLA: 2 for air superiority, 1 to strike`, faction by faction."""
    return "; ".join(f"{faction_name(state, f)}: {up} for air superiority, {down} to strike" for f, up, down in flights)


def volley(what: str, dice: Sequence[int], suppressions: int, hits: int) -> str:
    return f"{what}: {_pips(dice)}; {_counted(suppressions, 'suppression')}, {_counted(hits, 'hit')}"


def on_hit_table(faces: Sequence[str], dice: Sequence[int]) -> str:
    """9.3.1 `Hit Table: 1 hit (on 6), 2 suppressions (on 4-5), 1 miss (on 1-3)`"""
    results = {"hit": ("hit", "hits"), "suppression": ("suppression", "suppressions"), "miss": ("miss", "misses")}
    rolled = [faces[die - 1] for die in dice]
    told = [f"{rolled.count(result)} {names[rolled.count(result) > 1]} (on {_faces(faces, result)})"
            for result, names in results.items() if result in rolled]
    return f"Hit Table: {', '.join(told)}"


def _faces(faces: Sequence[str], result: str) -> str:
    """`4-5`: the faces of a die that give this result; they lie side by side."""
    found = [face for face, given in enumerate(faces, 1) if given == result]
    return str(found[0]) if len(found) == 1 else f"{found[0]}-{found[-1]}"


def ignores_one(state: State, factions: Iterable[str]) -> str:
    return f"{side_name(state, factions)} has a tank and ignores one suppression"


def suffered(state: State, factions: Sequence[str], outcome: Outcome) -> str:
    """What a side did with a batch of results against its ground Units."""
    lost, turned = unit_names(state, outcome.lost), unit_names(state, outcome.suppressed)
    return _suffered(state, factions, outcome, lost, turned)


def air_suffered(state: State, factions: Sequence[str], outcome: Outcome) -> str:
    return _suffered(state, factions, outcome, airgroups(len(outcome.lost)), airgroups(len(outcome.suppressed)))


def _suffered(state: State, factions: Sequence[str], outcome: Outcome, lost: str, turned: str) -> str:
    one = len(factions) == 1
    parts = [f"{'loses' if one else 'lose'} {lost}"] if outcome.lost else []
    parts += [f"{'has' if one else 'have'} {turned} suppressed"] if outcome.suppressed else []
    return f"{side_name(state, factions)} {' and '.join(parts) or 'without loss'}"


def missiles_fired(state: State, faction: str, kind: str, count: int) -> str:
    name = state.numbers.equipment[kind].name.lower()
    return f"{faction_name(state, faction)} fires {_counted(count, name)}"


def no_missiles(state: State, faction: str, kind: str, region: str) -> str:
    name = state.numbers.equipment[kind].name.lower()
    return f"{faction_name(state, faction)} fires no {name} in {region_name(state, region)}"


def missiles_named(state: State, faction: str, pieces: Sequence[str], region: str) -> str:
    names = ", ".join(piece_name(state, p) for p in pieces)
    return f"{faction_name(state, faction)} is to fire in {region_name(state, region)}: {names}"


def no_field_declared(state: State, faction: str, region: str) -> str:
    return f"{faction_name(state, faction)} declares no minefield in {region_name(state, region)}"


def strikes(state: State, faction: str, count: int) -> str:
    return f"{faction_name(state, faction)} strikes with {airgroups(count)}"


def artillery_fires(state: State, faction: str, unit: str) -> str:
    return f"{faction_name(state, faction)} fires: {unit_names(state, [unit])}"


def piece_claim(state: State, faction: str, piece: str, region: str) -> str:
    return f"{piece_name(state, piece)} of {faction_name(state, faction)} is in {region_name(state, region)}"


def field_claim(state: State, faction: str, piece: str, region: str) -> str:
    name, place = faction_name(state, faction), region_name(state, region)
    return f"{piece_name(state, piece)} of {name} is a minefield in {place}"


def field_declared(state: State, faction: str, region: str) -> str:
    return f"{faction_name(state, faction)} declares a minefield in {region_name(state, region)}"


def field_cleared(state: State, faction: str, region: str) -> str:
    return f"An engineer of {faction_name(state, faction)} clears the minefield in {region_name(state, region)}"


def field_entered(state: State, faction: str, dice: Sequence[int], lost: Sequence[str]) -> str:
    rolled = _pips(dice) or "no armored Unit"
    return f"{faction_name(state, faction)} drives into the minefield: {rolled}; it loses {unit_names(state, lost)}"


def in_minefield(kills: int, dice: Sequence[int]) -> str:
    """9.9.2"""
    return f"Minefield, each {kills} destroys a Unit: {dice.count(kills) or 'none'} of {len(dice)}"


def shown(state: State, faction: str, units: Sequence[str]) -> str:
    """9.9.2, ruling R134 What the attacker shows of a hidden Column."""
    if not units:
        return f"{faction_name(state, faction)} has neither an engineer to clear the minefield nor armored Units"
    return f"{faction_name(state, faction)} shows {unit_names(state, units)} of its Column"


def _pips(dice: Sequence[int]) -> str:
    return " ".join(str(d) for d in dice)


def _counted(count: int, what: str) -> str:
    return f"no {what}" if not count else f"{count} {what}{'s' if count > 1 else ''}"
