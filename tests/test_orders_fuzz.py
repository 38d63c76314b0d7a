"""The fuzzer of typed orders finds what it is for: an exception no PbemError, or a changed position."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from orders_fuzz import fuzz_orders
from pbem.ruleset import plain_orders
from tiny import TINY


def with_reader(read: Any) -> Any:
    return dataclasses.replace(TINY, read_orders=read)


def test_every_rule_that_asks_gets_its_share_of_the_lines():
    read = fuzz_orders(TINY, lines=300, seed=1)
    assert {"1.3", "2.1", "3.1"} <= set(read)
    assert sum(read.values()) >= 290
    assert max(read.values()) - min(read.values()) <= 1


def test_the_same_lines_are_typed_again_from_the_same_seed():
    typed: list[list[str]] = [[], []]
    for lines in typed:
        fuzz_orders(with_reader(lambda *a, lines=lines: lines.append(a[3]) or plain_orders(*a)), lines=100, seed=3)
    assert typed[0] == typed[1]
    assert len(set(typed[0])) > 60


def test_an_exception_in_reading_is_found_with_its_line_and_rule():
    def read(state: Any, request: Any, seat: str, text: str, peek: Any) -> list[str]:
        assert "march" not in text, "marching"
        return plain_orders(state, request, seat, text, peek)

    with pytest.raises(AssertionError, match=r"types .*march.* at [0-9.]+ .*marching"):
        fuzz_orders(with_reader(read), lines=300, seed=1)


def test_reading_that_changes_the_position_is_found():
    def read(state: Any, request: Any, seat: str, text: str, peek: Any) -> list[str]:
        state.raiders[seat].gold += 1
        return plain_orders(state, request, seat, text, peek)

    with pytest.raises(AssertionError, match="changed the position"):
        fuzz_orders(with_reader(read), lines=20, seed=1)
