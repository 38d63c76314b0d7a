"""What is the same to a person: like counters, units of one order in any row, orders for one goal behind each other.

    kind("angola", "f.inf7"), position(decision, says)

Belongs here: which counters are alike and when two answers bring about the same position. Must not be here: clicks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from pbem.kit.spelling import fold
from walks import Decision

_INFANTRY = re.compile(r"\b([a-z]\.)?(inf|brig|car|merc|art|tank|eng)[0-9]+\b")


def game_of(decision: Decision) -> str:
    """The package of its game."""
    return type(decision.state).__module__.split(".")[1]


def kind(game: str, id: str) -> str:
    """What a counter is: in Angola! one infantry is as good as another."""
    return _INFANTRY.sub(r"\2", id) if game == "angola" else id


def position(decision: Decision, says: Sequence[str]) -> object:
    """What an answer brings about; two that differ in like counters alone give the same."""
    game = game_of(decision)
    if game == "angola":
        return tuple(" ".join(sorted(_spot(fold(word)) for word in say.split())) for say in says)
    if game == "enduring_freedom" and len(says) == 1:
        return _lines(says[0])
    return tuple(says)


def _spot(word: str) -> str:
    """`luanda:c +inf2,inf3`, `f.inf2`: counters by what they are."""
    head, is_pair, units = word.partition("=")
    if is_pair:
        return f"{kind('angola', head)}={','.join(sorted(kind('angola', unit) for unit in units.split(',')))}"
    return ",".join(sorted(kind("angola", unit.lstrip("+")) for unit in word.split(",")))


def _lines(plan: str) -> object:
    """Orders by kind and goal, units of those that follow each other together."""
    lines = [line.split() for line in plan.split(" ; ")]
    return tuple(
        (kind, goal, tuple(sorted(unit for line in those for unit in line[1].split(",")))) if goal else kind
        for (kind, goal), those in ((key, list(those)) for key, those in groupby(
            lines, key=lambda line: (line[0], " ".join(line[2:]))))
    )
