"""A game's own words and what they mean, for whoever does not know the game: pages show them with the legend.

    terms = Glossary("pbem_games.angola")

`glossary.toml` beside the `__init__.py` of the package has `[[term]]`: word, its meaning in one sentence of your own,
and a `source`: `rule 9.11`, or `public` for what everybody calls it.
Belongs here: reading that file. Must not be here: any word.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import msgspec

from pbem.errors import WrongUse
from pbem.kit.data import Entry

MOST_TERMS = 60
LONGEST_TERM = 300  # letters of a meaning


class Term(Entry, frozen=True):
    """A word of the game, what it means, and where that stands: `rule 9.11`, or `public`."""

    word: str
    meaning: str
    source: str

    @property
    def rule(self) -> str:
        """The section, `9.11`; empty if no rule says it."""
        return self.source.removeprefix("rule ") if self.source.startswith("rule ") else ""


class _TermFile(Entry, frozen=True):
    term: tuple[Term, ...]


class Glossary(Sequence[Term]):
    """The words of a package, read when somebody looks into it; WrongUse if its file is written wrongly."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._terms: tuple[Term, ...] | None = None

    def __getitem__(self, index: Any) -> Any:
        return self._read()[index]

    def __len__(self) -> int:
        return len(self._read())

    def _read(self) -> tuple[Term, ...]:
        if self._terms is None:
            text = (files(self._package) / "glossary.toml").read_text("utf-8")
            self._terms = read_terms(text, f"{self._package}/glossary.toml")
        return self._terms


def read_terms(text: str, source: str) -> tuple[Term, ...]:
    """The words in such a file, in its order; WrongUse names the file `source` and the fault."""
    try:
        terms = msgspec.convert(tomllib.loads(text), _TermFile).term
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise WrongUse(f"{source}: {error}") from error
    if len(terms) > MOST_TERMS:
        raise WrongUse(f"{source}: {len(terms)} words, {MOST_TERMS} at most")
    for term in terms:
        if not term.word or not 0 < len(term.meaning) <= LONGEST_TERM:
            raise WrongUse(f"{source}: {term.word!r} needs a meaning of 1 to {LONGEST_TERM} letters")
    if len({term.word for term in terms}) < len(terms):
        raise WrongUse(f"{source}: a word stands twice")
    return terms
