"""What is in seals, in words for people: the game's own if it has some, else the canonical ones.

Belongs here: words for what is told already. Must not be here: who may know it, where it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pbem.play.requests import Sealed
from pbem.play.table import Table
from pbem.ruleset import Ruleset


def sealed_words(ruleset: Ruleset, state: Any, table: Table[Any], handle: Sealed[Any]) -> str:
    """What a seat sealed under one handle, whose value must be known here."""
    return sealed_told(ruleset, state, table, handle) or said_in(table, handle)


def sealed_told(ruleset: Ruleset, state: Any, table: Table[Any], handle: Sealed[Any]) -> str:
    """The same in the game's own words; "" if it has none."""
    if ruleset.decided is None:
        return ""
    rule, about = [*handle.slot.split("/"), "", ""][1:3]
    return ruleset.decided(state, rule, handle.seat, about, said_in(table, handle))


def said_in(table: Table[Any], handle: Sealed[Any]) -> str:
    """The canonical words under a handle; of a secret draw, what was dealt."""
    secrets = table.secrets
    return " ".join(secrets.dealt(handle)) if secrets.is_draw(handle) else secrets.spelled(handle)


def counted(says: Iterable[str]) -> list[str]:
    """Each once, in order, with how many there are: `nobody fires (13 times)`."""
    return [words if many == 1 else f"{words} ({many} times)" for words, many in Counter(says).items()]
