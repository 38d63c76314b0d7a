"""How people name things: as printed, in any case, with or without blanks and accents, by any unique beginning.

    PLACES = Names({"nova_lisboa": ("Nova Lisboa", "nov"), "luanda": ("Luanda", "lua")})
    PLACES.exact("NOVA  lisboa"), PLACES.begun("nova"), PLACES.near("luande")

Belongs here: words to ids and back, and what is near a word. Must not be here: a text read word by word (`typed`),
which things a game has. Every look-up costs no more than the length of the word and what is found.
Source: README "Orders in words".
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Literal

from pbem.kit.reserved import ALONE, NOTHING, YES

SHORTEST = 2  # signs of a beginning
MOST_WORDS = 6  # of one name
LONGEST_NEAR = 40  # signs of a word that near names are looked for
MOST_NEAR = 5
SHARED = ""  # where the id of a way would stand that several have: what begins so means none of them
Sort = Literal["word", "place", "unit", "column", "card", "number", "other"]
"""What a name is the name of. What is a place, unit, column or card has the id that it has in the scene."""

_DROPPED = re.compile(r"[\s_.'’]+")
_NOT_BARE = re.compile(r"[^a-z0-9]+")


def fold(text: str) -> str:
    """Lower case without accents: `São Salvador` as `sao salvador`."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text.casefold()).casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def plain(text: str) -> str:
    """A name without what people leave out: blanks, `_`, `.` and apostrophes; `/` and `-` tell much and stay."""
    return _DROPPED.sub("", fold(text))


def bare(text: str) -> str:
    """Letters and digits only."""
    return _NOT_BARE.sub("", fold(text))


def plural(count: int, one: str, many: str = "") -> str:
    """`1 packet`, `2 packets`; `many` is the plural if it is not `one` with an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


class Names:
    """Things that can be named: for each id every way to type it, the best one first.

    `shown` says how refusals and offers write a thing, if that is not the first way. If `inner`, a name may be typed
    from its second or a later word on (`hospital` for `Jolan Hospital`), unless two names share that; `inner` may also
    give such ways and their ids.
    A way that two ids share names the first of them; say which is meant by another way.
    If one id alone is typed `none`, or another word that says nothing, all such words name it; likewise `yes`.
    `sort` says what they are, all or each, `labels` what people read where that is no way to type it, `things` which id
    a thing has in the scene, if it is another one here.
    """

    def __init__(
        self, ways: Mapping[str, Iterable[str]], *, shown: Mapping[str, str] | None = None,
        inner: bool | Mapping[str, str] = False, sort: Sort | Mapping[str, Sort] = "other",
        labels: Mapping[str, str] | None = None, things: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self._ways = {id: tuple(words) for id, words in ways.items()}
        self._shown = dict(shown or {})
        self._sorts: dict[str, Sort] = dict.fromkeys(self._ways, sort) if isinstance(sort, str) else dict(sort)
        self._labels, self._things = dict(labels or {}), dict(things or {})
        self._exact: dict[str, str] = {}
        for id, words in self._ways.items():
            for key in [k for word in (*words, id) for k in _keys(word)]:
                self._exact.setdefault(key, id)
        self._reserved = _reserved(self._exact)
        self._sorted = sorted(self._exact)
        self._inner = _inner(self._ways) if inner is True else dict(inner or {})
        self._inner_sorted = sorted(self._inner)
        self.most_words = min(MOST_WORDS, max((len(_parts(w)) for ws in self._ways.values() for w in ws), default=1))

    def __contains__(self, id: object) -> bool:
        return id in self._ways

    def ids(self) -> tuple[str, ...]:
        """Everything that can be named, in the order given."""
        return tuple(self._ways)

    def ways(self) -> tuple[str, ...]:
        """Every way to type any of them."""
        return tuple(dict.fromkeys(way for id, ways in self._ways.items() for way in (*ways, id)))

    def shown(self, id: str) -> str:
        """How a thing is written for people; an id that is not known stands for itself."""
        return self._shown.get(id) or next(iter(self._ways.get(id, ())), id)

    def sort(self, id: str) -> Sort:
        """What a thing is."""
        return self._sorts.get(id, "other")

    def label(self, id: str) -> str:
        """What people read for a thing; "" if that is how it is written."""
        label = self._labels.get(id, "")
        return label if label != self.shown(id) else ""

    def thing(self, id: str) -> str:
        """The id of a thing in the scene."""
        return self._things.get(id, id)

    def exact(self, words: str) -> str:
        """The id of a whole name; "" if there is none."""
        found = (self._exact.get(key) or self._reserved.get(key) for key in _keys(words))
        return next((id for id in found if id), "")

    def begun(self, words: str) -> list[str]:
        """The ids whose names begin so, in order of name; those with such a word inside, if none begins so."""
        keys = [key for key in _keys(words) if len(key) >= SHORTEST]
        found = [id for key in keys for id in _from(self._sorted, self._exact, key)]
        if not found:
            whole = [self._inner[key] for key in keys if self._inner.get(key)]
            inner = whole or [id for key in keys for id in _from(self._inner_sorted, self._inner, key)]
            found = inner if SHARED not in inner else []
        return list(dict.fromkeys(found))

    def shortened(self, words: Sequence[str]) -> list[str]:
        """The ids of a name of so many words, each begun by the word in its place: `a fort 1`, A Fortification 1."""
        typed = [bare(word) for word in words]
        if len(typed) < SHORTEST or not all(typed):
            return []
        named = self._by_initials.get("".join(word[0] for word in typed), ())
        fitting = (id for parts, id in named if all(map(str.startswith, parts, typed)))
        return list(dict.fromkeys(fitting))

    def rests(self, words: Sequence[str]) -> dict[str, str]:
        """By id what completes each name of several words that begins with just these; no name that is as it is shown.

        An id or a short way is completed too: `panjshir` goes on to be `Panjshir Valley`.
        """
        typed = [plain(word) for word in words]
        found: dict[str, str] = {}
        for parts, id in self._by_first_word.get(typed[0], ()) if typed else ():
            if len(parts) > len(typed) and [plain(part) for part in parts[: len(typed)]] == typed:
                found.setdefault(id, " ".join(parts[len(typed):]))
        return {id: rest for id, rest in found.items() if plain(self.shown(id)) != "".join(typed)}

    def near(self, word: str, among: Collection[str] | None = None) -> list[str]:
        """Ids whose names are spelled almost so, the nearest first; only those of `among` if it is given."""
        if len(word) > LONGEST_NEAR:
            return []
        known = self._near_keys if among is None else {k: id for k, id in self._near_keys.items() if id in among}
        return list(dict.fromkeys(known[key] for key in get_close_matches(plain(word), known, n=MOST_NEAR, cutoff=0.6)))

    @cached_property
    def _by_initials(self) -> dict[str, list[tuple[list[str], str]]]:
        """Names of several words, each as its words, by the first signs of these."""
        found: dict[str, list[tuple[list[str], str]]] = {}
        for id, ways in self._ways.items():
            for way in ways:
                parts = [part for part in map(bare, _parts(way)) if part]
                if len(parts) > 1:
                    found.setdefault("".join(part[0] for part in parts), []).append((parts, id))
        return found

    @cached_property
    def _by_first_word(self) -> dict[str, list[tuple[list[str], str]]]:
        """Names of several words, each as its words, by the first of these."""
        found: dict[str, list[tuple[list[str], str]]] = {}
        for id, ways in self._ways.items():
            for parts in map(_parts, ways):
                if len(parts) > 1:
                    found.setdefault(plain(parts[0]), []).append((parts, id))
        return found

    @cached_property
    def _near_keys(self) -> dict[str, str]:
        return {plain(way): id for id, ways in reversed(self._ways.items()) for way in reversed(ways)}


def joined(*vocabularies: Names) -> Names:
    """Several vocabularies as one; an earlier one wins if two share a way.

    Names typed from a later word on stay so, unless two of them share that.
    """
    ways: dict[str, tuple[str, ...]] = {}
    shown: dict[str, str] = {}
    sorts: dict[str, Sort] = {}
    labels: dict[str, str] = {}
    things: dict[str, str] = {}
    for names in vocabularies:
        for id in names._ways:
            if id not in ways:
                ways[id], shown[id] = names._ways[id], names.shown(id)
                sorts[id], labels[id], things[id] = names.sort(id), names.label(id), names.thing(id)
    return Names(ways, shown=shown, inner=_unshared(part for names in vocabularies for part in names._inner.items()),
                 sort=sorts, labels=labels, things=things)


def some(words: Sequence[str], most: int = 12, *, how: str = "") -> list[str]:
    """A list short enough to read: the first ones, how many more there are, and `how` all of them are seen."""
    if len(words) <= most + 1:
        return list(words)
    return [*words[:most], f"... ({len(words) - most} more{how and f': {how}'})"]


@lru_cache(maxsize=1024)
def _keys(words: str) -> tuple[str, ...]:
    """The two spellings that are looked up; a bare number would take `2/1` for 21. A word is looked up often."""
    short, shortest = plain(words), bare(words)
    return tuple(dict.fromkeys(k for k in (short, shortest if not shortest.isdecimal() else short) if k))


def _parts(way: str) -> list[str]:
    return way.replace("_", " ").split()


def _reserved(exact: Mapping[str, str]) -> dict[str, str]:
    """The reserved words of a kind, each with the one id that some of them name."""
    found: dict[str, str] = {}
    for kind in ((*NOTHING, *ALONE), YES):
        named = {exact[word] for word in kind if word in exact}
        found |= dict.fromkeys(kind, named.pop()) if len(named) == 1 else {}
    return found


def _inner(ways: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The ways that leave out the first words of a name, each with its id."""
    said = ((id, _parts(way)) for id, words in ways.items() for way in words)
    found = ((bare("".join(parts[i:])), id) for id, parts in said for i in range(1, len(parts)))
    return _unshared((key, id) for key, id in found if len(key) >= SHORTEST)


def _unshared(ways: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each way with the id that it leads to, SHARED if there are several."""
    found: dict[str, str] = {}
    for key, id in ways:
        found[key] = id if found.get(key, id) == id else SHARED
    return found


def _from(keys: Sequence[str], ids: Mapping[str, str], beginning: str) -> list[str]:
    found = []
    for key in keys[bisect_left(keys, beginning):]:
        if not key.startswith(beginning):
            break
        found.append(ids[key])
    return found
