"""Strengths and odds in words: `1/5 4(2)`, `58%`, `1.3 of 2`.

Belongs here: numbers as people read them. Must not be here: the odds themselves (odds).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.chances import at_least, average, mean, percent, spread
from pbem_games.fallujah import odds
from pbem_games.fallujah.combat.battle import enemy_name
from pbem_games.fallujah.combat.support import strikes_at_hand
from pbem_games.fallujah.map import contact, firepower, under_way
from pbem_games.fallujah.numbers import Numbers
from pbem_games.fallujah.orders import Counts
from pbem_games.fallujah.state import Enemy, State

KINDS = {"mp": "military police", "sof": "special forces", "sof_helicopter": "helicopters of special forces",
         "gunship": "gunships", "transport": "transport helicopters"}  # what is no word as it stands


def unit_in_words(numbers: Numbers, unit: str) -> str:
    """What a counter is: `infantry 4(2)2`, that is firepower, contact, movement; who has no movement flies."""
    kind, (firepower, contact, movement) = numbers.units[unit].type, numbers.values(unit, False)
    return f"{KINDS.get(kind, kind.replace('_', ' '))} {firepower}({contact}){'air' if movement < 0 else movement}"


def ours(state: State) -> str:
    """The force with firepower and contact: `1/5 4(2), A/2Tk 4(1)`."""
    numbers = state.numbers
    return ", ".join(f"{numbers.units[u].label} {firepower(state, u)}({contact(state, u)})"
                     for u in under_way(state).force)


def theirs(state: State, enemies: Iterable[Enemy]) -> str:
    """OPFOR with firepower and contact."""
    return ", ".join(f"{enemy_name(state, e.kind)} {e.firepower}({e.contact})" for e in enemies)


def of_our_fire(state: State, strikes: Counts = ()) -> str:
    """What the fire of the force takes: `1.2 of 2, all 22%`, and what it may cost."""
    chances, most = odds.of_coalition_fire(state, strikes), len(under_way(state).enemies)
    everything = at_least(chances, most)
    words = f"takes it {percent(everything)}" if most == 1 else f"takes {average(mean(chances))} of {most}"
    words += f", all of them {percent(everything)}" if most > 1 and everything else ""
    harm = at_least(odds.of_collateral(state, strikes), 1)
    return words + (f"; {percent(harm)} to lose OPs" if harm else "")


def of_their_fire(state: State) -> str:
    """What the fire of all OPFOR counters costs the force in steps."""
    chances = odds.of_opfor_fire(state)
    return f"{average(mean(chances))} steps ({spread(chances)})"


def everything_at_hand(state: State) -> Counts:
    """All strikes that may be committed."""
    return tuple(strikes_at_hand(state).items())


def ops_of(quarters: int) -> str:
    """A price in OPs: `1 OP`, `1/2 OP`, `1 1/4 OPs`."""
    whole, rest = divmod(quarters, 4)
    words = [str(whole)] if whole or not rest else []
    words += [("1/4", "1/2", "3/4")[rest - 1]] if rest else []
    return f"{' '.join(words)} {'OPs' if quarters > 4 else 'OP'}"
