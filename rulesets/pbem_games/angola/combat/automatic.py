"""9.4 Step 1: both sides announce their strength, and an overwhelming attacker has won at once.

Belongs here: announcements, the condition, its consequences. Must not be here: the minefield behind it (mines).
Rulings R45 to R49, R134.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pbem.play.requests import Ask, Late, Peek, Tell
from pbem_games.angola import columns
from pbem_games.angola.columns import announced_strength, contents, is_known, late_claim, make_claim
from pbem_games.angola.combat import battle as sides
from pbem_games.angola.combat.hits import eliminate
from pbem_games.angola.ending import false_claim
from pbem_games.angola.map import columns_in, loose_in
from pbem_games.angola.numbers import Counter
from pbem_games.angola.state import Battle, State
from pbem_games.angola.words import combat as words
from pbem_games.angola.words.claims import units_there
from pbem_games.angola.words.common import region_name


async def announce(state: State, battle: Battle) -> None:
    """9.4, ruling R45 In the first round the attacker says how strong he is, and so do defenders with a Column."""
    if battle.combat_round > 1:
        return
    factions = [battle.attacker, *(battle.defenders if sides.has_defending_column(state, battle) else ())]
    for faction in factions:
        is_asked = not all(is_known(state, faction, x) for x in letters_of(state, battle, faction))
        battle.announced[faction] = await _announce_one(state, battle, faction)
        if is_asked and faction != factions[-1]:  # what the last one says is told with all
            text = words.announces(state, faction, battle.announced[faction], battle.region)
            await Tell(rule="9.4", text=text, places=(battle.region,))
    defence = figure_of(state, battle, battle.defenders[0]) if len(factions) == 1 else None
    text = words.announced(state, battle.announced, defence, battle.region)
    await Tell(rule="9.4", text=text, places=(battle.region,))


async def _announce_one(state: State, battle: Battle, faction: str) -> int:
    """9.4 D7: the figure of one faction; it must be true (ruling R48), so its owner's tool can say it."""
    letters = letters_of(state, battle, faction)
    inside = contents(state, faction, letters)
    loose = _loose_counters(state, battle, faction)
    if all(is_known(state, faction, x) for x in letters):
        return announced_strength([*loose, *inside.units()])

    def strength(*values: Any) -> int:
        return announced_strength([*loose, *inside.units(*values)])

    def shows(*values: Any) -> str:
        return units_there([*loose, *inside.units(*values)], strength(*values))

    def late(figure: int) -> Sequence[Late]:
        if sides.is_attacker(battle, faction):
            return [late_claim(state, faction, battle.letter, "9.4", "strength", figure)]
        what = words.strength_claim(state, faction, figure, battle.region)
        return [Late("9.4", what, inside.needs, lambda *v: strength(*v) == figure, shows=shows)]

    def truth(peek: Peek) -> int | None:
        units = inside.seen_units(peek)
        figure = -1 if units is None else announced_strength([*loose, *units])
        return figure if 0 <= figure <= most else None  # more than can be there: no honest seat seals that

    most = highest_figure(state, faction, loose)
    figure = await Ask(
        rule="9.4", seat=faction, about=battle.region, legal=lambda: range(most + 1), late=late, truth=truth
    )
    if sides.is_attacker(battle, faction):
        make_claim(state, faction, battle.letter, "9.4", "strength", figure)
    return figure


def letters_of(state: State, battle: Battle, faction: str) -> list[str]:
    """The Columns with which a faction takes part."""
    if sides.is_attacker(battle, faction):
        return [battle.letter] if battle.letter in state.factions[faction].columns else []
    return columns_in(state, faction, battle.region)


def _loose_counters(state: State, battle: Battle, faction: str) -> list[Counter]:
    if sides.is_attacker(battle, faction):
        return []
    return sides.counters(state, loose_in(state, faction, battle.region))


def highest_figure(state: State, faction: str, loose: Sequence[Counter]) -> int:
    """What the faction could have at most beside these loose Units, by what is public: a bound for the figures."""
    own = state.factions[faction]
    elsewhere = {*own.loose, *own.reserve, *own.dead}
    if not own.hidden:
        elsewhere |= set(own.major_pool)
    hidden = [c for c in state.numbers.counters_of[faction].values() if c.id not in elsewhere]
    could = [*hidden, *loose]
    return sum(max(c.strength, int(c.kind in ("engineer", "armored_car"))) for c in could)


# ---------------------------------------------------------------- the condition


def figure_of(state: State, battle: Battle, faction: str) -> int | Fraction:
    """9.4, ruling R45 What this faction's side counts in Step 1: announced at first, later what is there to see."""
    if battle.combat_round == 1:
        if sides.is_attacker(battle, faction):
            return battle.announced[battle.attacker]
        return announced_strength(sides.counters(state, sides.defending_units(state, battle)))
    units = sides.units_with(state, battle, faction)
    if sides.is_fully_suppressed(battle, units):
        return Fraction(1, 2)  # 9.3.3
    return announced_strength(sides.counters(state, sides.unsuppressed(battle, units)))  # ruling R47


def is_automatic(state: State, battle: Battle) -> bool:
    """9.4, ruling R46 Whether the attacker has won without a fight: it is not his to decline."""
    if sides.has_defending_column(state, battle):
        return False
    attack, defence = figure_of(state, battle, battle.attacker), figure_of(state, battle, battle.defenders[0])
    return attack > 0 and attack >= state.numbers.tables.odds.automatic_victory_ratio * defence


async def win_at_once(state: State, battle: Battle) -> None:
    """9.4, ruling R49 All defenders are eliminated; missiles and mines go to the pool, a minefield stays for Step 7."""
    units = sides.defending_units(state, battle)
    text = words.automatic_victory(state, battle.attacker, units, battle.region)
    await Tell(rule="9.4", text=text, places=(battle.region,))
    await eliminate(state, battle, units)


# ---------------------------------------------------------------- Step 3


async def reveal_units(state: State, battle: Battle) -> None:
    """9.5 Step 3: every Unit in the combat is shown; what was announced is judged (ruling R126)."""
    hidden = [(f, x) for f in (battle.attacker, *battle.defenders) for x in letters_of(state, battle, f)
              if not is_known(state, f, x)]
    figures = {f for f, _ in hidden if f != battle.attacker}
    await columns.open_all(state, hidden, rule="9.5", about=battle.region)
    for faction, letter in hidden:
        column = state.factions[faction].columns.get(letter)
        if column is not None:
            text = words.column_shown(state, faction, letter, column.known)
            await Tell(rule="9.5", text=text, places=(battle.region,))
    for faction in battle.defenders:  # the attacker's figure is a claim of its Column
        if faction in figures and faction in battle.announced:
            await _judge_figure(state, battle, faction)
    fix_conductor(state, battle)


async def _judge_figure(state: State, battle: Battle, faction: str) -> None:
    figure = battle.announced[faction]
    true = announced_strength(sides.counters(state, sides.units_of_faction(state, battle, faction)))
    if figure != true:
        where = region_name(state, battle.region)
        await false_claim(state, faction, f"strength {figure} in {where}, it was {true}", rule="9.4")


def fix_conductor(state: State, battle: Battle) -> None:
    """9.2, ruling R50 The defending faction with more ground Units conducts; of equals, FNLA or FAPLA."""
    if battle.conductor:
        return

    def rank(faction: str) -> tuple[int, bool]:
        count = len(sides.units_of_faction(state, battle, faction))
        return count, state.numbers.factions[faction].conducts_on_tie

    battle.conductor = max(battle.defenders, key=rank)
