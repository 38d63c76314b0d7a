"""What the page is told beside the match itself.

Belongs here: these structs. Must not be here: what is asked and told of a match (`shapes`), making them.
"""

from __future__ import annotations

import msgspec

from pbem.web.shapes import Ready


class TriedOut(msgspec.Struct, frozen=True):
    """A what-if of a seat: how many games are played of how many, answers of the one under way, what came of them.

    `lines` is each game, then who won how often, `notes` what must be known of them; `why` it came to no end.
    """

    runs: bool = False
    seed: str = ""
    count: int = 0
    played: int = 0
    answers: int = 0
    heading: str = ""
    lines: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


class PlaceLooked(msgspec.Struct, frozen=True):
    """What a seat may know of a place: who stands there, what may be ordered there, what the game itself says."""

    at: str
    place: str
    name: str
    stands: tuple[str, ...]
    orders: tuple[Ready, ...]
    lines: tuple[str, ...]


class PresetLine(msgspec.Struct, frozen=True):
    """What a preset would set: the order, its choice, what that means, what it was before, what it would answer now."""

    name: str
    choice: str
    words: str
    before: str
    now: str = ""


class InvitationShown(msgspec.Struct, frozen=True):
    """Somebody asks us into a match: `host` is the name of who made it, "" for whom we do not know; our seats there.

    `played`: they were taken before, by another copy of this home.
    """

    game: str
    host: str
    id: str
    title: str
    seats: tuple[str, ...]
    played: bool = False
