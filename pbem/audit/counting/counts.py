"""What an audit counts, seat by seat, as it stands in a report.

Belongs here: the counts alone. Must not be here: how they come about (`tallies`), what follows from them (`luck`).
"""

from __future__ import annotations

import msgspec

ALL = ""  # in place of a seat: the dice of all


class ClaimCount(msgspec.Struct, frozen=True):
    """The late checks on what a seat claimed under a rule: how many, how many were judged, how many proved false."""

    seat: str
    rule: str
    made: int
    judged: int
    false: int


class DiceCount(msgspec.Struct, frozen=True):
    """The dice of one kind that a seat moved; an empty `seat` stands for all. `faces` counts 1, 2, 3, ...

    A roll that several seats moved counts for each of them, and once for all.
    """

    seat: str
    sides: int
    rolls: int
    dice: int
    sum: int
    faces: tuple[int, ...]


class HitCount(msgspec.Struct, frozen=True):
    """Dice that hit or miss, of one side under a rule. `chances[n]` is how many of them hit on n of their faces.

    `decides` is what they decide, by the name that the ruleset gives it: dice of two names are two counts.
    """

    side: str
    rule: str
    sides: int
    rolls: int
    dice: int
    hits: int
    chances: tuple[int, ...]
    decides: str = ""


class Held(msgspec.Struct, frozen=True):
    """How long a seat held the game, by the times that events claim; all in whole seconds.

    `decisions` are what its player answered and sealed, `seconds` the time they took, `longest` the longest of them and
    `longest_round` its round (None if there is none). `tool_events` are what its tool made by itself, `tool_seconds`
    how long those took. `backwards` counts events that claim to be older than what they build on.
    """

    seat: str
    decisions: int = 0
    seconds: int = 0
    longest: int = 0
    longest_round: int | None = None
    tool_events: int = 0
    tool_seconds: int = 0
    backwards: int = 0
