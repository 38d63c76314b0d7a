"""Whatever a person types at anything that Angola! asks: canonical words or a clear error, never a crash."""

from __future__ import annotations

import pytest

from orders_fuzz import fuzz_one_of_many, fuzz_orders
from tiers import thorough

ASKING = {"3", "5.2", "5.4", "8.1-3", "9.4", "9.9.1", "9.11.7", "12.3", "12.4.1", "12.4.2"}
OPTIONS = (
    {},
    {"column_size_public": True, "columns_until_clean_up": True},
    {"command_off_map_marker": True, "flec_retreat": True},
)


@pytest.mark.parametrize("bot", [thorough("random"), thorough("sensible")])
def test_typed_lines_are_read_or_refused(bot):
    read = fuzz_orders("angola", lines=1_000, seed=1, bot=bot)
    assert set(read) >= ASKING
    assert min(read.values()) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_hundred_thousand_typed_lines_are_read_or_refused(seed):
    fuzz_one_of_many("angola", seed, OPTIONS)
