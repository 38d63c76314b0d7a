"""The things of a scene that answers may name: places, units, columns, cards by their ids, and where they stand.

Belongs here: what of a scene has which id, and choices with the places where they are found. Must not be here: which
choices there are (`typed`), what a viewer may know (the ruleset's view).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from pbem.kit.following import Follow
from pbem.kit.typed import Choice
from pbem.show.scene import Piece, Scene

_WORD = re.compile(r"[\w./-]+")
_TYPED = re.compile(r"([\s,;=+]+)")
_COUNTED = re.compile(r"([0-9]+)([^\W\d_]+)")
_STARRED = re.compile(r"([^\s*:]+)\*([0-9]+)")
_CODE = re.compile(r"(?<![\w./`-])(?:[a-z]\.)?(?:[a-z_]+[0-9]+|[0-9]+[a-z]+)(?![\w/`*-])")
_FIGURES = "0123456789"
_LEGAL = "legal: "
MOST_WORDS = 5  # of a name
MOST_HEADS = 4  # of ready answers
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


class Labels(NamedTuple):
    """What people read, by what may be typed in small letters, if it is something else: of things, of mere words.

    Places are left out: a scene has their names.
    """

    things: Mapping[str, str] = {}
    words: Mapping[str, str] = {}

    def __or__(self, other: Labels) -> Labels:
        return Labels({**self.things, **other.things}, {**self.words, **other.words})


NO_LABELS = Labels()


def labels_of(found: Follow) -> Labels:
    """Those of what may follow."""
    labelled = [one for one in (*found.then, *found.choices) if one.label and one.sort != "place"]
    things, words = ({one.words.lower(): one.label for one in labelled if (one.kind == "word") is is_word}
                     for is_word in (False, True))
    return Labels(things, words)


def all_labels(follow: Callable[[str], Follow], ready: Iterable[str]) -> Labels:
    """Those of all that may be typed first, and behind the first words of ready answers."""
    first, labels = follow(""), Labels()
    heads = {one.words for one in first.choices if one.kind == "word"} & {answer.split(" ")[0] for answer in ready}
    for head in sorted(heads)[:MOST_HEADS]:
        labels |= labels_of(follow(f"{head} "))
    return labels | labels_of(first)


def in_plain_words(typed: str, scene: Scene, labels: Labels = NO_LABELS) -> str:
    """Typed words with the names of the places and units that they mean, counters alike by their number: a reading aid.

    `a luanda 9inf car1` has `a Luanda 9 infantry, armored car`: a name, an id, its end, a place's code with a figure in
    it, or a number before what like counters begin with. What is none of these, or several, stays as it was typed.
    `labels` (`labels_of`) say more, but not which of its like: with them `a air4*2` has `Column A 2 Airstrike (4)`.
    """
    places, units, alike = _meant(scene)
    places |= labels.words
    units |= {word: label for word, label in labels.things.items() if label.rstrip(f"{_FIGURES} ") != units.get(word)}
    parts = _TYPED.split(typed)  # words at 0, 2, 4 ..., what parts them between
    told, at, after = list[tuple[str, str, int]](), 0, ""  # what stands before it, its words, how often
    while at < len(parts):
        for end in range(min(at + 2 * MOST_WORDS - 1, len(parts)), at, -2):
            word = " ".join("".join(parts[at:end]).lower().split())
            counted = _COUNTED.fullmatch(word)
            name = f"{counted[1]} {alike[counted[2]]}" if counted and alike.get(counted[2]) else units.get(word, "")
            if (starred := _STARRED.fullmatch(word)) and units.get(starred[1]):
                counted, name = starred, f"{starred[2]} {units[starred[1]]}"
            if found := name or places.get(word, ""):
                break
        gap = parts[at - 1] if at else ""
        if name and name == after and not counted and gap.strip() in ("", ","):
            told[-1] = (*told[-1][:2], told[-1][2] + 1)
        else:
            told.append((", " if after and name and gap.isspace() else gap, found or parts[at], 1))
        at, after = end + 1, name
    return "".join(f"{gap}{words}" if times == 1 else f"{gap}{times} {words}" for gap, words, times in told)


def has_codes(told: str) -> bool:
    """Whether a sentence may name counters as they are typed."""
    return not told.startswith(_LEGAL) and _CODE.search(told) is not None


def in_sentence(told: str, scene: Scene, labels: Labels = NO_LABELS) -> str:
    """A sentence with the counters that it names as they are typed by name: `inf3 and 2car` has `infantry 3` in it.

    What may be typed instead (`legal: a, inf3`) stays.
    """
    if not has_codes(told):
        return told
    _, units, alike = _meant(scene)

    def named(found: re.Match[str]) -> str:
        code = found[0]
        if counted := _COUNTED.fullmatch(code):
            return f"{counted[1]} {alike[counted[2]]}" if alike.get(counted[2]) else code
        if code in labels.things or not units.get(code):
            return labels.things.get(code, code)
        stem = _stem(code)
        is_alone = sum("." not in word and word != stem and _stem(word) == stem for word in units) == 1
        return units[code] if is_alone or not alike.get(stem) else f"{units[code]} {code[len(code.rstrip(_FIGURES)):]}"

    return _CODE.sub(named, told)


def _stem(id: str) -> str:
    """`inf` of `f.inf3`."""
    return re.split("[./]", id)[-1].rstrip(_FIGURES)


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
            _learn(alike, _stem(id), piece.name)
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
