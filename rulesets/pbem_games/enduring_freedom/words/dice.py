"""What dice and draws mean, in words (`Roll.reads`, `Draw.reads`): the table and the row they hit.

Each takes what was public when the roll was asked, and last what was rolled or drawn.
Belongs here: those readings. Must not be here: what is made of dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit.tables import Drm, total
from pbem_games.enduring_freedom.numbers import Numbers


def drawn_in_words(numbers: Numbers, drawn: Sequence[str]) -> str:
    """20.0 `Turned up: Taliban levies`; a ticket leads to another draw."""
    (token,) = drawn
    if token in numbers.islamist or token in numbers.north:
        return f"Turned up: {numbers.name_of(token)}"
    which = "a counter that lies face down" if token == "face_down" else "one of the counters mixed before"
    return f"Picked: {which}"


def zones_to_see(side: str, dice: Sequence[int]) -> str:
    """6.0 `Zones with concealed Islamists to look into: 4`"""
    who = "concealed Islamists" if side == "islamist" else "the Northern Alliance face down"
    return f"Zones with {who} to look into: {sum(dice)}"


def np_won(dice: Sequence[int]) -> str:
    """4.2 `NP gained: 11`"""
    return f"NP gained: {sum(dice)}"


def np_lost(dice: Sequence[int]) -> str:
    """25.2 `NP lost: 3`"""
    return f"NP lost: {sum(dice)}"


def jihad_check(level: int, dice: Sequence[int]) -> str:
    """28.2 `Jihad check: 7 against level 9: passed`"""
    return f"Jihad check: {sum(dice)} against level {level}: {'passed' if sum(dice) <= level else 'failed'}"


def infowar_in_words(success: int, blowback: int, dice: Sequence[int]) -> str:
    """14.1 `InfoWar: 2 succeeds, 5 fails, 6 blows back`"""
    told = [f"{d} {'succeeds' if d <= success else 'blows back' if d == blowback else 'fails'}" for d in dice]
    return f"InfoWar: {', '.join(told)}"


def isr_in_words(where: str, most: int, dice: Sequence[int]) -> str:
    """13.1 `ISR on Kabul, 1 to 3: 2, seen`"""
    (die,) = dice
    return f"ISR on {where}, 1 to {most}: {die}, {'seen' if die <= most else 'nothing seen'}"


def shots_in_words(what: str, shots: Sequence[tuple[str, int]], dice: Sequence[int]) -> str:
    """24.1 `Air defence: Air defense rolls 2, hits (factor 2)`; a shot is a name and the highest die that hits."""
    told = [f"{name} rolls {die}, {'hits' if die <= high else 'misses'} (factor {high})"
            for (name, high), die in zip(shots, dice, strict=True)]
    return f"{what}: {'; '.join(told)}"


def edge_in_words(ours: Sequence[Drm], theirs: Sequence[Drm], tie: str, dice: Sequence[int]) -> str:
    """23.4 `Tactical edge: Coalition 4 +1 elite (23.4) = 5, Islamists 3: to the Coalition`"""
    sides, totals = [], []
    for who, die, drms in zip(("Coalition", "Islamists"), dice, (ours, theirs), strict=True):
        whole = die + total(drms)
        changes = "".join(f" {drm}" for drm in drms)
        sides.append(f"{who} {die}{changes} = {whole}" if drms else f"{who} {die}")
        totals.append(whole)
    side = tie if totals[0] == totals[1] else "coalition" if totals[0] > totals[1] else "islamist"
    return f"Tactical edge: {', '.join(sides)}: to the {'Coalition' if side == 'coalition' else 'Islamists'}"


def terror_in_words(winner: str, dice: Sequence[int]) -> str:
    """10.2 `Terror spectacular, the Islamists win: 4 NP lost`"""
    is_won = winner == "coalition"
    who = "Coalition wins" if is_won else "Islamists win"
    return f"Terror spectacular, the {who}: {sum(dice)} NP {'gained' if is_won else 'lost'}"


def location_in_words(numbers: Numbers, dice: Sequence[int]) -> str:
    """30.2 `Random location: row 3, column 1: Zaranj`"""
    row, column = dice
    return f"Random location: row {row}, column {column}: {numbers.zones[numbers.location(row, column)].name}"


def goal_in_words(numbers: Numbers, drawn: Sequence[str]) -> str:
    """31.3 `Offensive: one goes to Kabul`"""
    return f"Offensive: one goes to {numbers.zones[drawn[0]].name}"


def event_in_words(numbers: Numbers, dice: Sequence[int]) -> str:
    """29.1 `Jihad event 7: Islamist Offensive`"""
    return f"Jihad event {sum(dice)}: {numbers.events[sum(dice)].name}"


def situation_in_words(dice: Sequence[int]) -> str:
    """Event 4 `Jihad Situation, 1 or 2 down: 5, up`"""
    (die,) = dice
    return f"Jihad Situation, 1 or 2 down: {die}, {'down' if die <= 2 else 'up'}"


def count_in_words(what: str, dice: Sequence[int]) -> str:
    """Events 5 and 6 `Islamist Uprising: 4`"""
    return f"{what}: {sum(dice)}"


def war_in_words(dice: Sequence[int]) -> str:
    """Event 10 `War on Terror, odd gained, even lost: 3`"""
    (die,) = dice
    return f"War on Terror, odd gained, even lost: {die}"


def airlift_in_words(where: str, most: int, dice: Sequence[int]) -> str:
    """29.3 `Airlift from Kunduz, 1 to 3: 2, they fly`"""
    (die,) = dice
    return f"Airlift from {where}, 1 to {most}: {die}, {'they fly' if die <= most else 'they stay'}"


def loya_jirga_in_words(level: int, dice: Sequence[int]) -> str:
    """33.2 `Loya Jirga, more than level 6: 7, it is enacted`"""
    return f"Loya Jirga, more than level {level}: {sum(dice)}, {'it is enacted' if sum(dice) > level else 'it fails'}"


def rescue_in_words(is_there: bool, dice: Sequence[int]) -> str:
    """10.2 `Rescue mission, special forces are there: 4 NP gained`"""
    who = "special forces are there" if is_there else "no special forces are there"
    return f"Rescue mission, {who}: {sum(dice)} NP {'gained' if is_there else 'lost'}"
