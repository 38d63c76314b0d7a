from __future__ import annotations

from pathlib import Path

import pytest

from desks import Desks, copied, people_of, set_up
from patrol import install


@pytest.fixture(scope="session")
def asked_for_set_up(tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """Four people who are asked for their set-up; not to be touched."""
    return set_up(tmp_path_factory.mktemp("four"))


@pytest.fixture
def desks(asked_for_set_up: Desks, tmp_path: Path) -> Desks:
    """The same, to play with."""
    return copied(asked_for_set_up, tmp_path)


@pytest.fixture
def patrol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desks:
    """A machine with the solitaire game of the tests on it, and three people."""
    install(tmp_path / "site", monkeypatch)
    return people_of(tmp_path, "ana", "bo", "carl")
