"""What people call units, places and counters: labels, codes, names, unique beginnings; and a text read word by word.

Belongs here: words to ids, and the refusal that names what is near. Must not be here: what an order needs (orders).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from pbem.errors import IllegalMove
from rulesets.fallujah.drawn import code_of
from rulesets.fallujah.numbers import MARKERS, Numbers
from rulesets.fallujah.orders import Counts
from rulesets.fallujah.spelling import MOST
from rulesets.fallujah.state import State

LONGEST = 4  # words of a name
SHORTEST = 2  # signs of a beginning
COMMENT = "#"  # what follows it is for the reader of an example
KEYWORDS = frozenset((
    "to", "via", "by", "path", "then", "carry", "carrying", "with", "aboard", "on", "in", "riding", "from", "at", "and",
    "all", "infiltrate", "sneak", "land", "aloft", "hover", "fly", "evacuate", "stop", "stay", "leader", "buy", "lead",
    "hits", "lose", "none",
))  # fmt: skip
_COUNTED = re.compile(r"([a-z_]+[0-9]?)[*x]([0-9]{1,2})")
_NOT_NAMES = re.compile(r"[^a-z0-9]")


def plain(word: str) -> str:
    """A word without what people leave out: `usmc_1_5` as `usmc15`, `2 LAR` as `2lar`; `/` and `-` tell much."""
    return re.sub(r"[ _.']", "", word.lower())


def bare(word: str) -> str:
    """Letters and digits only."""
    return _NOT_NAMES.sub("", word.lower())


Known = Mapping[str, str]
"""Every way to name a thing -> its id."""


class Vocabulary(NamedTuple):
    """All that can be named in one set of data; `inner` are names of spaces from a later word on."""

    units: Known
    places: Known
    inner: Known
    kinds: Known
    near: Known  # one way for each thing, to look for what is like a wrong word


@lru_cache(maxsize=4)
def vocabulary_of(numbers: Numbers) -> Vocabulary:
    """Made once for a set of data, which never changes."""
    kinds = _kind_words(numbers)
    near = {plain(unit.label): id for id, unit in numbers.units.items()} | kinds
    near |= {bare(space.name): id for id, space in numbers.spaces.items()} | {base: base for base in numbers.bases}
    return Vocabulary(_unit_words(numbers), _place_words(numbers), _inner_words(numbers), kinds, near)


def _unit_words(numbers: Numbers) -> Known:
    found: dict[str, str] = {}
    for id, unit in numbers.units.items():
        short = bare(unit.label)
        for word in (plain(id), plain(unit.label), *([short] if not short.isdecimal() else [])):
            found.setdefault(word, id)
    return found


def _place_words(numbers: Numbers) -> Known:
    """Spaces and bases."""
    found: dict[str, str] = {}
    for id, space in numbers.spaces.items():
        for word in (id, f"r{space.route}p{space.phase_line}", code_of(numbers, id), bare(space.name)):
            found.setdefault(word, id)
    for id, base in numbers.bases.items():
        found.setdefault(id, id)
        found.setdefault(bare(base.name), id)
    return found


def _inner_words(numbers: Numbers) -> Known:
    """Names from their second or a later word on: `hospital`; what two places share is left out."""
    found: dict[str, str] = {}
    shared: set[str] = set()
    for id, space in numbers.spaces.items():
        words = space.name.split()
        for i in range(1, len(words)):
            word = bare("".join(words[i:]))
            shared.update([word] if word in found else [])
            found.setdefault(word, id)
    return {word: id for word, id in found.items() if word not in shared}


def _kind_words(numbers: Numbers) -> dict[str, str]:
    """Kinds of strikes and markers."""
    names = {s.id: s.name for s in numbers.strikes.values()} | {numbers.netwar.id: numbers.netwar.name}
    names |= {marker: marker for marker in MARKERS}
    return {word: id for id, name in names.items() for word in (plain(id), bare(name))} | {"nw": numbers.netwar.id}


class Typed:
    """A text as a row of words that is read from the left; commas, colons and equals signs part words too."""

    def __init__(self, state: State, text: str, rule: str) -> None:
        self.state, self.rule = state, rule
        self.text = " ".join(text.split(COMMENT)[0].lower().split())
        self.words = re.sub(r"[,:=]", " ", self.text).split()
        self.at = 0
        self._known = vocabulary_of(state.numbers)
        self._near: dict[int, list[str]] = {}  # word -> what it may begin
        self._begins: dict[tuple[int, str], list[str]] = {}  # the same, by vocabulary and words: looked up once
        self._last = {word: i for i, word in enumerate(self.words)}

    @property
    def rest(self) -> list[str]:
        """The words not read yet: for the end of a text, where they are taken together."""
        return self.words[self.at:]

    @property
    def next(self) -> str:
        """The word that comes next, "" at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def comes(self, word: str) -> bool:
        """Whether this word is among those not read yet."""
        return self._last.get(word, -1) >= self.at

    def take(self, *keywords: str) -> str:
        """The next word if it is one of these, read; else nothing."""
        if self.next and self.next in keywords:
            self.at += 1
            return self.words[self.at - 1]
        return ""

    def unit(self, among: Collection[str] = (), *, whole: bool = False) -> str:
        """The unit that comes next, "" where none does; a beginning must be unique, at least among these."""
        known = self._known.units
        return self._exact(known) or ("" if whole else self._begun((known,), among))

    def place(self, among: Collection[str] = (), *, whole: bool = False) -> str:
        """The space or base that comes next, "" where none does; words inside of names begin them too."""
        known = self._known.places
        return self._exact(known) or ("" if whole else self._begun((known, self._known.inner), among))

    def kind(self) -> str:
        """The kind of strike or marker that comes next, "" where none does."""
        known = self._known.kinds
        return self._exact(known) or self._begun((known,), ())

    def _exact(self, known: Known) -> str:
        """A whole name, the longest that fits."""
        left = self.words[self.at:self.at + LONGEST]
        for count in range(len(left), 0, -1):
            words = "".join(left[:count])
            found = known.get(plain(words)) or known.get(bare(words), "")
            if found:
                self.at += count
                return found
        return ""

    def _begun(self, vocabularies: Iterable[Known], among: Collection[str]) -> str:
        """The beginning of one name and no other."""
        left = self.words[self.at:self.at + LONGEST]
        if not left or left[0] in KEYWORDS:
            return ""
        for known in vocabularies:
            for count in range(len(left), 0, -1):
                words = "".join(left[:count])
                ids = self._beginning(known, words) if len(words) >= SHORTEST else []
                close = [id for id in ids if id in among] or ids
                if len(close) == 1:
                    self.at += count
                    return close[0]
                if close:
                    self._near[self.at] = close
        return ""

    def _beginning(self, known: Known, words: str) -> list[str]:
        """The ids whose names begin like this."""
        key = id(known), words
        if key not in self._begins:
            self._begins[key] = _beginning(known, words)
        return self._begins[key]

    def counts(self) -> Counts:
        """`air4*2`, `2 air4`, `air4 2`, `netwar`: kinds with their numbers, as far as they go."""
        found: dict[str, int] = {}
        number_first = self.next.rstrip("x").isdecimal()
        while self.next:
            count = self._number() if number_first else 0
            whole = _COUNTED.fullmatch(self.next)
            if whole is not None and (kind := self._known.kinds.get(plain(whole[1]), "")):
                self.at += 1
                count = int(whole[2])
            elif kind := self.kind():
                count = count or self._number() or 1
            else:
                self.at -= bool(count)
                break
            if not 1 <= count <= MOST:
                raise self.refuse(f"{count} {kind} is no number from 1 to {MOST}")
            found[kind] = found.get(kind, 0) + count
        return tuple(found.items())

    def _number(self) -> int:
        """A number that stands by itself, `2` or `2x`; 0 where none does."""
        word = self.next.removesuffix("x")
        if not (word.isdecimal() and word.isascii() and len(word) <= 2):
            return 0
        self.at += 1
        return int(word)

    def end(self, legal: Iterable[str] = ()) -> None:
        """Raises where a word is left that nothing was made of."""
        if self.next:
            raise self.refuse_word(legal)

    def refuse_word(self, legal: Iterable[str] = ()) -> IllegalMove:
        """The next word means nothing here; what is like it, else what would be legal."""
        if not self.next:
            return self.refuse("something is missing at the end", legal)
        word = self.next
        if near := self._near.get(self.at):
            return self.refuse(f"{word} may be more than one", [self.name(id) for id in near])
        known = self._known.near
        like = dict.fromkeys(known[w] for w in get_close_matches(plain(word), known, n=5, cutoff=0.6))
        return self.refuse(f"{word} is not understood here", [self.name(id) for id in like] or legal)

    def refuse(self, because: str, legal: Iterable[str] = ()) -> IllegalMove:
        return IllegalMove(self.text or "nothing", self.rule, because, legal=legal)

    def name(self, id: str) -> str:
        return name_to_type(self.state, id)


def _beginning(known: Known, words: str) -> list[str]:
    short = {plain(words), bare(words)} - {""}
    return list(dict.fromkeys(id for word, id in known.items() if any(word.startswith(s) for s in short)))


def name_to_type(state: State, id: str) -> str:
    """How a thing is best typed: a unit by its label, a space by its code with its name for the eye."""
    numbers = state.numbers
    if id in numbers.units:
        return numbers.units[id].label
    if id in numbers.spaces:
        return f"{code_of(numbers, id)} {numbers.spaces[id].name}"
    return id
