"""8 A manifest: what stands under one Column marker, as it is sealed. Set-up and Reorganization write them.

Belongs here: the form. Must not be here: which Units may be there (setup, reorganization).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbem.errors import IllegalMove
from pbem_games.angola.numbers import Numbers
from pbem_games.angola.state import Manifest, Token
from pbem_games.angola.words.common import NONE

MANIFEST_BUCKET = 512  # every counter of a faction in one Column still fits (a test counts)
SMALL_BUCKET = 128
AROUND = len('{"say":""}') + 1  # what a sealed text needs beside the words


class ManifestForm:
    """`f.inf1 f.inf2 f.car1 f.h1`: counters in the order of lists, then labels of hidden Major Units; or `none`."""

    def __init__(self, numbers: Numbers, faction: str) -> None:
        self._faction = faction
        self._order = {u: i for i, u in enumerate(numbers.counters_of[faction])}
        self._label = re.compile(re.escape(numbers.factions[faction].code) + r"\.h([1-9][0-9]?)")

    def parse(self, say: str) -> Manifest:
        """The tokens in the order written; IllegalMove for a name that no Unit of the faction has, or one twice."""
        tokens = () if say == NONE else tuple(say.split(" "))
        unknown = [t for t in tokens if t not in self._order and not self._label.fullmatch(t)]
        if unknown:
            raise IllegalMove(f"manifest: {' '.join(unknown)}", "8.1", f"{self._faction} has no Unit of this name")
        if len(set(tokens)) != len(tokens):
            raise IllegalMove(f"manifest: {say}", "8.1", "a Unit is named twice")
        return tokens

    def spell(self, answer: Manifest) -> str:
        return " ".join(sorted(answer, key=self._place)) or NONE

    def _place(self, token: Token) -> tuple[int, int, str]:
        if token in self._order:
            return 0, self._order[token], token
        label = self._label.fullmatch(token)
        return (1, int(label[1]), token) if label else (0, 0, token)

    def bucket(self, groups: Iterable[Iterable[Token]]) -> int:
        """The bucket that the longest manifest out of one of these groups of Units fits (protocol 3.1)."""
        longest = max((len(" ".join(group)) for group in groups), default=0)
        return SMALL_BUCKET if longest + AROUND <= SMALL_BUCKET else MANIFEST_BUCKET
