"""The test vectors of the protocol: tests/vectors/<topic>/<case>.json. Hex unless a name ends in _utf8."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "vectors"


def load(case: str) -> Any:
    """One case, by `<topic>/<case>`."""
    return json.loads((FOLDER / f"{case}.json").read_text(encoding="utf-8"))


def cases(topic: str) -> pytest.MarkDecorator:
    """Parametrizes a test with every case of a topic."""
    files = sorted((FOLDER / topic).glob("*.json"))
    assert files, f"no vectors of {topic}"
    return pytest.mark.parametrize("case", [pytest.param(load(f"{topic}/{f.stem}"), id=f.stem) for f in files])
