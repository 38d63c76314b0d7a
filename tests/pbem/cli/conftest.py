from __future__ import annotations

from pathlib import Path

import pytest
from desks import Desks, copied, set_up


@pytest.fixture(scope="session")
def asked_for_set_up(tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """Four people who are asked for their set-up; not to be touched."""
    return set_up(tmp_path_factory.mktemp("four"))


@pytest.fixture
def desks(asked_for_set_up: Desks, tmp_path: Path) -> Desks:
    """The same, to play with."""
    return copied(asked_for_set_up, tmp_path)
