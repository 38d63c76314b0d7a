"""What is under markers and in packs in truth, in words, where a claim about it is false (`Late.shows`).

Belongs here: those words, for reports. Must not be here: claims and their judging.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence

from pbem_games.angola.numbers import Counter, Numbers
from pbem_games.angola.state import Manifest, Token
from pbem_games.angola.words.common import counted
from pbem_games.angola.words.planning import card_name


def units_there(units: Iterable[Counter], strength: int) -> str:
    """`2 infantry, tank are there, strength 4`"""
    there = list(units)
    return f"{counted(there)} {'is' if len(there) < 2 else 'are'} there, strength {strength}"


def columns_there(numbers: Numbers, regions: Mapping[str, str], manifests: Mapping[str, Manifest]) -> str:
    """`Column A in Gabela: 7 infantry; Column B in no region: nothing`; a letter with neither is left out."""
    told = [
        f"Column {letter.upper()} in {_region(numbers, regions.get(letter, ''))}: {tokens_there(numbers, manifest)}"
        for letter, manifest in manifests.items()
        if manifest or letter in regions
    ]
    return "; ".join(told) or "no Column has a Unit"


def tokens_there(numbers: Numbers, tokens: Sequence[Token]) -> str:
    """`2 infantry, tank`; a hidden Major Unit by the label it has."""
    known = [numbers.counters[t] for t in numbers.ordered([t for t in tokens if t in numbers.counters])]
    hidden = [t for t in tokens if t not in numbers.counters]
    return ", ".join([*([counted(known)] if known else []), *hidden]) or "nothing"


def cards_there(cards: Iterable[str]) -> str:
    """`3 Column A, Blank`"""
    return ", ".join(f"{n} {card_name(kind)}" if n > 1 else card_name(kind) for kind, n in Tally(cards).items())


def entry_there(entry: str) -> str:
    """What is sealed of a piece of Equipment, as it is typed."""
    return f"sealed of it is: {entry}"


def _region(numbers: Numbers, region: str) -> str:
    return numbers.regions[region].name if region in numbers.regions else "no region"
