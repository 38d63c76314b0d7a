"""Which cases of a parametrized test are quick; the others have the marker `thorough` (CONTRIBUTING, "Set up")."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def thorough(*values: Any, id: str | None = None) -> Any:
    """A case that only the thorough tests have."""
    return pytest.param(*values, marks=pytest.mark.thorough, id=id)


def tiers(values: Iterable[Any], quick: int | Collection[Any]) -> list[Any]:
    """All values; quick are the first so many of them, or those that are named."""
    of_all = list(values)
    few = of_all[:quick] if isinstance(quick, int) else quick
    return [value if value in few else thorough(*(value if isinstance(value, tuple) else (value,))) for value in of_all]
