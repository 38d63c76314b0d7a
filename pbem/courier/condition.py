"""How a courier of a home is: when it looked last, what fails, whom of each match it hears; a small file.

The courier keeps it, `next`, `status` and `send` read it: one file, whatever the length of the games.
Belongs here: that file. Must not be here: what is said of it (`wrong`), finding it out (`noting`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.courier.places import CONDITION, FOLDER
from pbem.disk.small import read_strict, write_strict
from pbem.errors import PbemError
from pbem.home import Home
from pbem.limits import LAST_TIME, MAX_ADDRESS, MAX_ROUND, MAX_TOLD_LINE

Time = Annotated[int, Meta(ge=0, le=LAST_TIME)]
Awaits = Literal["", "tools", "people"]


class Failing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that fails, and since when."""

    about: str
    since: Time
    text: Annotated[str, Meta(max_length=2 * MAX_TOLD_LINE)]


class PersonCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another person of a match: when something of theirs came last, and when something was sent to them last.

    `awaits` is what is awaited of them: what tools give, or what people decide. `bounced` is when a letter to `address`
    came back, 0 for never, `why` what the mail server said; `cut_off`: nobody we know of can write to them.
    """

    address: Annotated[str, Meta(max_length=MAX_ADDRESS)]
    awaits: Awaits
    bounced: Time
    cut_off: bool
    heard: Time
    id: str
    name: str
    seats: tuple[str, ...]
    sent: Time
    why: str


class MatchCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as the courier saw it last; `since` is when its open round was opened, as claimed."""

    people: tuple[PersonCondition, ...]
    round: Annotated[int, Meta(ge=0, le=MAX_ROUND + 1)]
    since: Time


class CourierCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it. `ended` is 0 while it goes on by itself, `goes_on` false if it was asked to look once."""

    ended: Time
    failing: tuple[Failing, ...]
    goes_on: bool
    looked: Time
    matches: dict[str, MatchCondition]
    poll: int
    v: Literal["pbem condition 1"] = "pbem condition 1"


def condition_of(home: Home) -> CourierCondition | None:
    """How the courier of a home is; None if none ever looked, or the file is spoiled."""
    return condition_at(home.root / FOLDER)


def condition_at(folder: Path) -> CourierCondition | None:
    """The same by the courier's folder."""
    try:
        return read_strict(folder / CONDITION, CourierCondition)
    except PbemError:
        return None


def keep_condition(folder: Path, condition: CourierCondition) -> None:
    """Keeps it in the courier's folder."""
    write_strict(folder / CONDITION, condition)
