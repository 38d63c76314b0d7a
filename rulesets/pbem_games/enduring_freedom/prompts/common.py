"""What several prompts say: the head with NP and Jihad, forces in a line, sustainment due, odds of a battle.

Belongs here: those parts. Must not be here: whole prompts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from pbem.kit.chances import average, percent, signed
from pbem.kit.prompts import Prompt
from pbem.kit.spelling import plural
from pbem_games.enduring_freedom import printed, prospects
from pbem_games.enduring_freedom.counters import strength
from pbem_games.enduring_freedom.jihad import lower_line
from pbem_games.enduring_freedom.odds_battle import Outcome
from pbem_games.enduring_freedom.state import State
from pbem_games.enduring_freedom.sustainment import price_of_sustaining, unsustained
from pbem_games.enduring_freedom.victory import award_of
from pbem_games.enduring_freedom.zones import concealed, islamist, name, north_up, revealed, units_at

MOST = 6  # zones listed in a prompt
TERRAIN = {"city": "city", "stronghold": "stronghold", "mountain": "mountain", "desert": "desert", "clear": "clear"}


def asking(state: State, title: str, *parts: str) -> Prompt:
    """`What is bought? (turn 2, 42 NP, Jihad 9: 3 events and 3 reinforcements a turn)`, and what stands below."""
    lower = lower_line(state)
    return Prompt(title, f" (turn {state.turn}, {state.np} NP, Jihad {state.jihad}: {plural(lower, 'event')} and "
                  f"{plural(lower, 'reinforcement')} a turn)", *parts)


def zone_name(state: State, zone: str) -> str:
    """`Kabul (city, 10 NP at the end)`"""
    worth = award_of(state, zone)
    ground = TERRAIN[state.numbers.zones[zone].terrain]
    return f"{state.numbers.zones[zone].name} ({ground}{f', {worth} NP at the end' if worth else ''})"


def with_factors(state: State, ids: Iterable[str]) -> str:
    """`1/5 SFG 1E, 15 MEU 3E`; like ones counted."""
    counts: dict[str, int] = {}
    for id in ids:
        said = f"{name(state, id)} {strength(state, id)}"
        counts[said] = counts.get(said, 0) + 1
    return ", ".join(f"{n} x {said}" if n > 1 else said for said, n in counts.items())


def typed_name(state: State, id: str) -> str:
    """`15 MEU 3E`, `Militia 5 (1)`: those printed alike by the number that is typed, lest a factor is read for it."""
    shown, value = printed.units(state.numbers).shown(id), strength(state, id)
    return f"{shown} {value}" if shown == name(state, id) else f"{shown} ({value})"


def ours(state: State, zone: str) -> str:
    """Coalition ground units of a zone, those face down as a number."""
    loose = sum(not c.up for c in state.north[zone])
    known = with_factors(state, [*units_at(state, zone), *north_up(state, zone)])
    return ", ".join(part for part in (known, f"{loose} Northern Alliance face down" if loose else "") if part)


def theirs(state: State, zone: str) -> str:
    """Islamists of a zone: face up, seen before, concealed."""
    seen = [c.id for c in state.islamists[zone] if c.id and not c.up]
    unseen = concealed(state, zone) - len(seen)
    parts = [with_factors(state, revealed(state, zone)), with_factors(state, seen) + " (seen before)" if seen else "",
             f"{unseen} concealed" if unseen else ""]
    return ", ".join(part for part in parts if part) or "nobody"


def concealed_in_words(state: State) -> str:
    """What one concealed counter is on average: public, and the same for all."""
    mix = prospects.islamist_mix(state)
    if not mix.factors:
        return ""
    factor = Fraction(sum(mix.factors), len(mix.factors))
    return (f"A concealed counter is a unit with {percent(mix.share)}, of factor {average(factor)} and worth "
            f"{average(Fraction(mix.worth, 100))} NP on average.")


def battle_odds(found: Outcome) -> str:
    """`you win 40%, lose 5%; take 1.2, lose 0.8 steps; NP +0.7 on average`"""
    taken = average(sum((n * c for n, c in found.kills.items()), Fraction(0)))
    lost = average(sum((n * c for n, c in found.hits.items()), Fraction(0)))
    return (f"you win {percent(found.won)}, lose {percent(found.lost)}; you take {taken}, lose {lost} steps; "
            f"NP {signed(found.np)} on average")


def strike_odds(state: State, zone: str, flown: Sequence[str]) -> str:
    """`takes 1.9 of 3, all 12%; NP +2.3`"""
    found, most = prospects.strike_on(state, zone, flown), len(revealed(state, zone))
    taken = sum((n * c for n, c in found.kills.items()), Fraction(0))
    everything = found.kills.get(most, Fraction(0))
    return f"takes {average(taken)} of {most}, all {percent(everything)}; NP {signed(found.gained - found.lost)}"


def sustainment_due(state: State) -> str:
    """27 What the plan would cost at J-4 if it ended now."""
    due = unsustained(state)
    if not due:
        return "Sustainment: nothing is due."
    price = sum(price_of_sustaining(state, id) for id in due)
    return f"Sustainment as it stands: {price} NP for {', '.join(name(state, id) for id in due)}."


def with_islamists(state: State) -> Iterator[str]:
    """Zones with Islamists: those where Coalition units could attack, then those worth most."""
    zones = [z for z in state.numbers.zones if state.islamists[z]]
    yield from sorted(zones, key=lambda z: (not _can_attack(state, z), -award_of(state, z), -_worth(state, z)))


def _can_attack(state: State, zone: str) -> bool:
    """Ruling R16 A Coalition ground unit lies face up there."""
    return bool(units_at(state, zone) or north_up(state, zone))


def _worth(state: State, zone: str) -> int:
    return sum(prospects.worth(islamist(state, id)) for id in revealed(state, zone)) + 100 * concealed(state, zone)
