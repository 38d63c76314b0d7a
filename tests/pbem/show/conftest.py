"""Scenes that tests of drawing share."""

from __future__ import annotations

import pytest

from pbem.show.scene import Scene


@pytest.fixture
def scene(request: pytest.FixtureRequest) -> Scene:
    """What the parameter makes: a recorded game is read for the test that draws it, not whenever tests are listed."""
    made: Scene = request.param()
    return made
