"""Whatever a person types at anything that Enduring Freedom asks: canonical words or a clear error, never a crash."""

from __future__ import annotations

import pytest

from orders_fuzz import fuzz_orders
from pbem_games.enduring_freedom import RULESET

ASKING = {"11.1", "11.3", "15.0", "16.0", "17.0", "23.3"}


def test_typed_lines_are_read_or_refused():
    read = fuzz_orders(RULESET, lines=600, seed=1, bot="random")
    assert set(read) >= ASKING
    assert min(read.values()) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_hundred_thousand_typed_lines_are_read_or_refused(seed):
    fuzz_orders(RULESET, lines=5_000, seed=seed, bot=("random", "sensible")[seed % 2])
