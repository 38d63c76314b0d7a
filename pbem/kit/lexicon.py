"""All words that may stand in an answer, so that a slip is told before anybody knows whether the answer is legal.

    words = Lexicon(PLACES, UNITS, ("go", "stay"))
    words.unknown("go luzo")       # "luzo"
    words.near("luzo")             # ["Luso"]

It knows no grammar: a word is known if it begins a name, or a word within one; numbers and labels of a letter and a
number (`t12`, `h3`) always are. What it refuses means nothing anywhere.
Belongs here: that. Must not be here: reading an answer (`typed`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from difflib import get_close_matches

from pbem.kit.reserved import RESERVED
from pbem.kit.spelling import LONGEST_NEAR, Names, fold, plain

_GAPS = re.compile(r"[\s,:;=+*]+")
_PARTS = re.compile(r"[./]")
# No two neighbours can match the same text: linear, whatever the word is.
_COUNTED = re.compile(r"[0-9]*(?:x?[a-z][0-9]*)?|[0-9]{1,3}x?(\D.*)|(.*\D)x[0-9]{1,3}")


class Lexicon:
    """The names of some vocabularies, single words, and those that are reserved in every game.

    `separators` are signs that part words in this game too, as in `Typed`.
    """

    def __init__(self, *known: Names | Iterable[str], separators: str = "") -> None:
        self._separators = str.maketrans(dict.fromkeys(separators, " "))
        self._shown: dict[str, str] = {}
        for one in (*known, sorted(RESERVED)):
            ways = one.ways() if isinstance(one, Names) else one
            for way in ways:
                for part in (way, *re.split(r"[\s_.]+", way)):
                    self._shown.setdefault(plain(part), way)
        self._keys = sorted(self._shown)

    def unknown(self, text: str) -> str:
        """The first word that nothing known begins with; "" if there is none."""
        words = (word for word in _GAPS.split(fold(text).translate(self._separators)) if word)
        return next((word for word in words if not self._is_known(word)), "")

    def near(self, word: str) -> list[str]:
        """What is spelled almost so, three at most."""
        found = get_close_matches(plain(word), self._keys, n=3, cutoff=0.6) if len(word) <= LONGEST_NEAR else []
        return list(dict.fromkeys(self._shown[key] for key in found))

    def begun(self, word: str, most: int = 40) -> list[str]:
        """What a word may be the beginning of, each once, so many at most."""
        first = plain(word)
        at = bisect_left(self._keys, first)
        found = dict[str, None]()
        while at < len(self._keys) and self._keys[at].startswith(first) and len(found) < most:
            found[self._shown[self._keys[at]]] = None
            at += 1
        return list(found)

    def _is_known(self, word: str) -> bool:
        return self._begins(word) or all(self._begins(part) for part in _PARTS.split(word) if part)

    def _begins(self, word: str) -> bool:
        counted = _COUNTED.fullmatch(word)
        if counted is not None and counted[1] is None and counted[2] is None:
            return True  # a number, a letter, a label
        ways = [word, word.rstrip("0123456789")] if counted is None else [word, counted[1] or counted[2]]
        return any(self._has(plain(way)) for way in ways)

    def _has(self, beginning: str) -> bool:
        at = bisect_left(self._keys, beginning)
        return at < len(self._keys) and self._keys[at].startswith(beginning)
