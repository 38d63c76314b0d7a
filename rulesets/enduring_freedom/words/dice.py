"""What dice and draws mean, in words (`Roll.reads`, `Draw.reads`): the table and the row they hit.

Each takes what was public when the roll was asked, and last what was rolled or drawn.
Belongs here: those readings. Must not be here: what is made of dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.enduring_freedom.numbers import Numbers


def counter_name(numbers: Numbers, id: str) -> str:
    """The printed name of an Islamist or Northern Alliance counter."""
    return numbers.islamist[id].name if id in numbers.islamist else numbers.north[id].name


def drawn_in_words(numbers: Numbers, drawn: Sequence[str]) -> str:
    """20.0 `Turned up: Taliban levies`; a ticket leads to another draw."""
    (token,) = drawn
    if token in numbers.islamist or token in numbers.north:
        return f"Turned up: {counter_name(numbers, token)}"
    return "Picked: a counter that lies face down" if token == "face_down" else "Drawn: from the counters mixed before"


def zones_to_see(side: str, dice: Sequence[int]) -> str:
    """6.0 `Zones with concealed Islamists to look into: 4`"""
    who = "concealed Islamists" if side == "islamist" else "the Northern Alliance face down"
    return f"Zones with {who} to look into: {sum(dice)}"
