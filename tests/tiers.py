"""Which cases of a parametrized test are quick; the others have the marker `thorough` (CONTRIBUTING, "Set up")."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

COVER = {  # recorded games that together tell and roll by every rule by which any of them does
    "angola/wrong_on_purpose", "angola/resignation", "angola/western_decisive", "angola/soviet_decisive",
    "anaconda/neither", "anaconda/step", "anaconda/osama", "anaconda/extended", "anaconda/wrong_command",
    "enduring_freedom/draw", "enduring_freedom/catastrophe", "enduring_freedom/challenge_entry",
    "fallujah/april_lost", "fallujah/all_options", "fallujah/team_of_three", "fallujah/campaign_of_two_battles",
}


def thorough(*values: Any, id: str | None = None) -> Any:
    """A case that only the thorough tests have."""
    return pytest.param(*values, marks=pytest.mark.thorough, id=id)


def tiers(values: Iterable[Any], quick: int | Collection[Any]) -> list[Any]:
    """All values; quick are the first so many of them, or those that are named."""
    of_all = list(values)
    few = of_all[:quick] if isinstance(quick, int) else quick
    return [value if value in few else thorough(*(value if isinstance(value, tuple) else (value,))) for value in of_all]


def recorded(cases: Iterable[str], quick: Collection[str]) -> list[Any]:
    """Recorded games by their names: quick those that are named, thorough the others of `COVER`, slow the rest."""
    marks = {case: pytest.mark.thorough if case in COVER else pytest.mark.slow for case in cases}
    return [case if case in quick else pytest.param(case, marks=mark) for case, mark in marks.items()]
