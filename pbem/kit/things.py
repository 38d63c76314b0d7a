"""The things of a scene that answers may name: places, units, columns, cards by their ids, and where they stand.

Belongs here: what of a scene has which id, and choices with the places where they are found. Must not be here: which
choices there are (`typed`), what a viewer may know (the ruleset's view).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from pbem.kit.following import Follow
from pbem.kit.typed import Choice
from pbem.show.scene import Piece, Scene

_WORD = re.compile(r"[\w./-]+")
IN_SCENES = ("place", "unit", "column", "card")
"""What a scene has: choices of these sorts have its ids."""


class Things:
    """What stands in a scene, by id: the places where it is found; none for what lies beside the board."""

    def __init__(self, scene: Scene) -> None:
        self._on: dict[str, dict[str, None]] = {place.id: {place.id: None} for place in scene.board.places}
        self.places = frozenset(self._on)
        for stack in scene.stacks:
            for id in _ids(stack.pieces):
                self._on.setdefault(id, {})[stack.place] = None
        for id in _beside(scene):
            self._on.setdefault(id, {})

    def __contains__(self, id: object) -> bool:
        return id in self._on

    def lacking(self, choice: Choice) -> list[str]:
        """The ids that a choice of a place, unit, column or card has, and nothing in the scene."""
        if choice.kind != "name" or choice.sort not in IN_SCENES:
            return []
        return [id for id in choice.id.split() if id not in self._on]

    def on(self, ids: str) -> tuple[str, ...]:
        """Where one of these ids, parted by blanks, is found."""
        return tuple(dict.fromkeys(place for id in ids.split() for place in self._on.get(id, ())))

    def placed(self, choice: Choice) -> Choice:
        """The same choice with the places where it stands."""
        on = self.on(choice.id) if choice.kind == "name" else ()
        return replace(choice, on=on) if on else choice


def named(words: str, scene: Scene) -> str:
    """Canonical words with each id of a place, or of a piece that is alone of its kind, by its name."""
    names = {place.id: place.name for place in scene.board.places}
    for stack in scene.stacks:
        names |= _named(stack.pieces)
    for box in scene.boxes:
        names |= _named(box.pieces)
    return _WORD.sub(lambda word: names.get(word[0]) or word[0], words)


def _named(pieces: Iterable[Piece]) -> dict[str, str]:
    return {piece.id: piece.name for piece in pieces if piece.id and " " not in piece.id}


def placed(found: Follow, scene: Callable[[], Scene]) -> Follow:
    """What may follow, each choice with the places where it stands in the scene; none is made for mere words."""
    if not any(choice.kind == "name" for choice in (*found.choices, *found.then, *found.parts)):
        return found
    things = Things(scene())
    choices, then, parts = (tuple(map(things.placed, some)) for some in (found.choices, found.then, found.parts))
    return replace(found, choices=choices, then=then, parts=parts)


def _ids(pieces: Iterable[Piece]) -> Iterator[str]:
    """The ids of pieces and of what is under them."""
    for piece in pieces:
        yield from piece.id.split()
        yield from _ids(piece.holds)


def _beside(scene: Scene) -> Iterator[str]:
    """What lies beside the board."""
    for box in scene.boxes:
        yield from box.id.split()
        yield from _ids(box.pieces)
    for pool in scene.pools:
        yield from (id for count in pool.counts for id in count.id.split())
    yield from _ids(scene.aside)
