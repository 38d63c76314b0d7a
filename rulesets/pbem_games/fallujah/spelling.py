"""How ids, lists and counts are written inside an answer, both ways; canonical order is that of the data.

Belongs here: the words of one token. Must not be here: which answers there are (order_forms).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pbem.errors import IllegalMove
from pbem.kit.pools import repeated
from pbem_games.fallujah.numbers import MARKERS, Numbers
from pbem_games.fallujah.orders import Counts, Riders, Units

MOST = 99  # of one kind


class Spelling:
    """Reads and writes the parts of answers; IllegalMove names the word that is none."""

    def __init__(self, numbers: Numbers, tried: str, rule: str) -> None:
        self.numbers, self._tried, self._rule = numbers, tried, rule
        self._places = {p: i for i, p in enumerate([*numbers.bases, *sorted(numbers.spaces)])}
        self._kinds = {k: i for i, k in enumerate([*numbers.strikes, *MARKERS])}

    def refuse(self, because: str, legal: Iterable[str] = ()) -> IllegalMove:
        return IllegalMove(self._tried, self._rule, because, legal=legal)

    # ---------------------------------------------------------------- reading

    def one(self, word: str, known: Mapping[str, object], what: str) -> str:
        """A word that is one of the known ids."""
        if word not in known:
            raise self.refuse(f"{word or 'nothing'} is no {what}", legal=known)
        return word

    def unit(self, word: str) -> str:
        return self.one(word, self.numbers.unit_order, "unit")

    def place(self, word: str) -> str:
        """A space or a base."""
        return self.one(word, self._places, "space or base")

    def space(self, word: str) -> str:
        return self.one(word, self.numbers.spaces, "space")

    def kind(self, word: str) -> str:
        """A kind of strike or marker."""
        return self.one(word, self._kinds, "kind of strike or marker")

    def units(self, word: str) -> Units:
        """`usmc_1_5,usmc_2_1`: each once."""
        found = [self.unit(w) for w in word.split(",")]
        self._once(found)
        return tuple(self.numbers.ordered(found))

    def path(self, word: str) -> tuple[str, ...]:
        """`r3p02,r3p03`: in the order entered."""
        return tuple(self.place(w) for w in word.split(","))

    def riders(self, word: str) -> Riders:
        """`usmc_a_2aa:usmc_1_5`: carrier and rider."""
        pairs = [self.pair(w, self.unit, self.unit) for w in word.split(",")]
        self._once([rider for _, rider in pairs])
        return tuple(sorted(pairs, key=self._rider_order))

    def pair(self, word: str, first: Callable[[str], str], second: Callable[[str], str]) -> tuple[str, str]:
        """`a:b`, each read by its own reader."""
        a, colon, b = word.partition(":")
        if not colon:
            raise self.refuse(f"{word} is no pair like a:b")
        return first(a), second(b)

    def counts(self, word: str) -> Counts:
        """`air4*2,netwar*1`; a kind alone counts once when typed, the canonical wording has the number."""
        found: dict[str, int] = {}
        for part in word.split(","):
            kind, star, count = part.partition("*")
            self.kind(kind)
            if star and not (count.isdecimal() and 1 <= int(count[:4]) <= MOST):
                raise self.refuse(f"{part} has no number from 1 to {MOST}")
            found[kind] = found.get(kind, 0) + (int(count[:4]) if star else 1)
        return self.counted(found)

    def _once(self, words: list[str]) -> None:
        doubled = repeated(words)
        if doubled is not None:
            raise self.refuse(f"{doubled} is named twice")

    # ---------------------------------------------------------------- writing

    def counted(self, counts: Mapping[str, int]) -> Counts:
        """Counts in canonical order, without kinds that count nothing."""
        return tuple((k, counts[k]) for k in self._kinds if counts.get(k, 0))

    def spell_units(self, units: Iterable[str]) -> str:
        return ",".join(self.numbers.ordered(list(units)))

    def spell_riders(self, riders: Riders) -> str:
        return ",".join(f"{carrier}:{rider}" for carrier, rider in sorted(riders, key=self._rider_order))

    def spell_counts(self, counts: Counts) -> str:
        return ",".join(f"{kind}*{count}" for kind, count in sorted(counts, key=lambda c: self._kinds[c[0]]))

    def in_order(self, places: Iterable[str]) -> list[str]:
        """Places in canonical order: bases, then spaces."""
        return sorted(places, key=self._places.__getitem__)

    def _rider_order(self, pair: tuple[str, str]) -> tuple[int, int]:
        order = self.numbers.unit_order
        return order[pair[0]], order[pair[1]]
