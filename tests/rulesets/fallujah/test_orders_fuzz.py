"""Whatever a person types at anything that Fallujah asks: canonical words or a clear error, never a crash."""

from __future__ import annotations

import pytest

from orders_fuzz import fuzz_one_of_many, fuzz_orders
from tiers import thorough

ASKING = {"7.1", "10.1", "16.1", "16.3", "16.7", "23.2"}
OPTIONS = (
    {"scenario": "phantom_fury", "networked_operations": True, "interdiction": True},
    {"scenario": "campaign", "joint_operations": True, "interdiction": True},
    {"scenario": "phantom_fury", "team": "three_by_service", "networked_operations": True},
    {"scenario": "vigilant_resolve", "team": "two_by_sector", "historical_order_of_battle": True},
)


@pytest.mark.parametrize(("bot", "options"), [("random", OPTIONS[0]), thorough("sensible", OPTIONS[3])])
def test_typed_lines_are_read_or_refused(bot, options):
    read = fuzz_orders("fallujah", lines=1_000, seed=1, bot=bot, options=options)
    assert set(read) >= ASKING
    assert min(read.values()) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_hundred_thousand_typed_lines_are_read_or_refused(seed):
    fuzz_one_of_many("fallujah", seed, OPTIONS)
