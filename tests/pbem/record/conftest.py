"""Two who write the feeds of a match."""

from __future__ import annotations

import pytest

from writers import Writer, genesis


@pytest.fixture
def red() -> Writer:
    return Writer(genesis(), 0)


@pytest.fixture
def green() -> Writer:
    return Writer(genesis(), 1)
