"""What the page is told of games that can be played here.

Belongs here: these structs. Must not be here: matches (`shapes`), making them (`beginning`).
"""

from __future__ import annotations

import msgspec


class OptionOffered(msgspec.Struct, frozen=True):
    """A switch of a game: its choices as they are typed, and what it does; `called` are they for people.

    `only_with`: other options with those of their choices with which alone it matters. Of too many choices none is
    told: `signs` are those that each of its `things` may have, one sign a thing; without things it is typed.
    """

    name: str
    default: str
    choices: tuple[str, ...]
    text: str
    called: tuple[str, ...] = ()
    only_with: dict[str, tuple[str, ...]] = {}
    things: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


class Chair(msgspec.Struct, frozen=True):
    """A seat of a match that is not made yet: its id, and what people call it."""

    id: str
    name: str


class PlayableGame(msgspec.Struct, frozen=True):
    """A game that can be played here; `seats` under default options."""

    name: str
    title: str
    about: str
    seats: tuple[Chair, ...]
    scenarios: tuple[OptionOffered, ...]
    options: tuple[OptionOffered, ...]
