"""What a march comes to, for the player who orders it: whom it meets at what odds, what it takes, what die it needs.

Belongs here: that outlook, out of what the player knows. Must not be here: judgement (bots), legality.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from pbem.kit.spelling import plural
from pbem.kit.tables import odds_level
from pbem.play.requests import Peek
from pbem_games.angola.columns import public_size
from pbem_games.angola.map import CABINDA, columns_in, enemies_in, loose_in
from pbem_games.angola.movement import Path, jungle_rating_needed
from pbem_games.angola.numbers import SIDES, Counter
from pbem_games.angola.sight import Sight
from pbem_games.angola.state import State, Token
from pbem_games.angola.words.common import counted, faction_name


class Outlook(msgspec.Struct, frozen=True):
    """`weight` orders offers, the larger first; `text` tells what comes of it, "" if nothing does."""

    weight: int
    text: str


class EnemiesThere(msgspec.Struct, frozen=True):
    """Enemies in a region: Units that everybody knows, and hidden Columns with their sizes where these are public."""

    known: tuple[Counter, ...]
    hidden: tuple[int | None, ...]

    @property
    def words(self) -> str:
        parts = [counted(self.known)] if self.known else []
        sizes = [f" of {plural(size, 'Unit')}" if size is not None else "" for size in self.hidden]
        if sizes:
            parts.append(plural(len(sizes), "hidden Column") + (sizes[0] if len(sizes) == 1 else ""))
        return " and ".join(parts)


def outlook(state: State, faction: str, peek: Peek, units: Sequence[Token], way: Path) -> Outlook:
    """7, 9.1, 10.2 What these Units come to by this way."""
    end, parts, weight = way[-1], list[str](), 0
    rating = jungle_rating_needed(state, way)
    if rating is not None:
        chance = max(0, min(SIDES, SIDES + 1 - rating))
        parts.append(f"out of the jungle on {rating} to {SIDES} ({chance} in {SIDES})")
        weight -= 1
    enemies = enemies_in(state, faction, end)
    if enemies:
        met = who_is_met(state, enemies, end)
        ours = Sight(state, faction, peek).counters(units)
        parts.append(f"attacks {' and '.join(faction_name(state, e) for e in enemies)}: {odds_words(state, ours, met)}")
        weight += 2 * _odds_weight(state, ours, met)
    worth, prize = _prize(state, faction, end)
    if prize:
        parts.append(prize)
        weight += 2 + worth if not enemies else 1
    return Outlook(weight, ", ".join(parts))


def who_is_met(state: State, enemies: Sequence[str], region: str) -> EnemiesThere:
    """9.1 The enemies in a region as everybody sees them."""
    known: list[Counter] = []
    hidden: list[int | None] = []
    for enemy in enemies:
        columns = state.factions[enemy].columns
        tokens = loose_in(state, enemy, region)
        for letter in columns_in(state, enemy, region):
            tokens += columns[letter].known
            if columns[letter].sealed is not None:
                size = public_size(columns[letter])
                hidden.append(None if size is None else size - len(columns[letter].known))
        known += [state.numbers.counters[t] for t in tokens if t in state.numbers.counters]
    return EnemiesThere(tuple(known), tuple(hidden))


def odds_words(state: State, ours: Sequence[Counter], met: EnemiesThere) -> str:
    """`7 against 3 is 2-1`; with hidden Columns the odds are those at best."""
    attack, defence = strength_of(ours), strength_of(met.known)
    if not met.known:
        return f"strength {attack} against {met.words}"
    at_best = " at best" if met.hidden else ""
    more = f" and {met.words.rpartition(' and ')[2]}" if met.hidden else ""
    return f"{attack} against {defence}{more}, {_level(state, attack, defence)}{at_best}"


def strength_of(counters: Sequence[Counter]) -> int | Fraction:
    """9.11.1, 9.3.3 Printed strength; a half for a side that has none."""
    return sum(c.strength for c in counters) or Fraction(1, 2)


def _level(state: State, attack: int | Fraction, defence: int | Fraction) -> str:
    levels = state.numbers.tables.odds.levels
    return levels[odds_level(levels, int(2 * attack), int(2 * defence))]


def _odds_weight(state: State, ours: Sequence[Counter], met: EnemiesThere) -> int:
    """Above 0 if the attack has at least even odds as far as can be seen, hidden Columns taken for two each."""
    attack, defence = strength_of(ours), strength_of(met.known) + 2 * len(met.hidden)
    return 2 if attack >= 2 * defence else 1 if attack >= defence else -2


def _prize(state: State, faction: str, region: str) -> tuple[int, str]:
    """10.2 What falls to whoever ends a move there: tokens, and in words; 0 and "" for nothing."""
    friends = (faction, state.numbers.ally(faction))
    holder = state.cabinda_holder if region == CABINDA else ""
    worth = 0
    if region in state.markers:
        holder, worth = state.markers[region].holder, state.numbers.regions[region].tokens
    if not worth or holder in friends:
        return 0, ""
    of = f"{faction_name(state, holder)}'s " if holder else "nobody's "
    return worth, f"{of}{state.numbers.regions[region].settlement}, {plural(worth, 'token')}"
