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
_TYPED = re.compile(r"([\s,;=+]+)")
_COUNTED = re.compile(r"([0-9]+)([^\W\d_]+)")
MOST_WORDS = 5  # of a name
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


def in_plain_words(typed: str, scene: Scene) -> str:
    """Typed words with the names of the places and units that they mean, counters alike by their number: a reading aid.

    `a luanda 9inf car1` has `a Luanda 9 infantry, armored car`: a name, an id, its end, a place's code with a figure in
    it, or a number before what like counters begin with. What is none of these, or several, stays as it was typed.
    """
    places, units, alike = _meant(scene)
    parts = _TYPED.split(typed)  # words at 0, 2, 4 ..., what parts them between
    told, at, after = list[tuple[str, str, int]](), 0, ""  # what stands before it, its words, how often
    while at < len(parts):
        for end in range(min(at + 2 * MOST_WORDS - 1, len(parts)), at, -2):
            word = " ".join("".join(parts[at:end]).lower().split())
            counted = _COUNTED.fullmatch(word)
            name = f"{counted[1]} {alike[counted[2]]}" if counted and alike.get(counted[2]) else units.get(word, "")
            if found := name or places.get(word, ""):
                break
        gap = parts[at - 1] if at else ""
        if name and name == after and not counted and gap.strip() in ("", ","):
            told[-1] = (*told[-1][:2], told[-1][2] + 1)
        else:
            told.append((", " if after and name and gap.isspace() else gap, found or parts[at], 1))
        at, after = end + 1, name
    return "".join(f"{gap}{words}" if times == 1 else f"{gap}{times} {words}" for gap, words, times in told)


def _meant(scene: Scene) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Names by what may be typed in small letters: of places, of units, of units alike; "" for what means several."""
    places, units, alike = dict[str, str](), dict[str, str](), dict[str, str]()
    for place in scene.board.places:
        code = place.code if any(map(str.isdigit, place.code)) else ""
        for word in {place.id, place.name.lower(), code.lower()}:
            _learn(places, word, place.name)
    pieces = [*scene.aside]
    for some in (*(one.pieces for one in scene.stacks), *(one.pieces for one in scene.boxes)):
        pieces += some
    for piece in pieces:
        pieces += piece.holds
        if piece.column:
            continue
        for id in piece.id.lower().split():
            end = re.split("[./]", id)[-1]
            for word in {id, end, piece.name.lower(), piece.name.lower().replace(" ", "")}:
                _learn(units, word, piece.name)
            _learn(alike, end.rstrip("0123456789"), piece.name)
    return places, units, alike


def _learn(names: dict[str, str], word: str, name: str) -> None:
    if word:
        names[word] = name if names.get(word, name) == name else ""


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
