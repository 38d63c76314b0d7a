"""The few tests in a browser that are quick (`QUICK` in `tests/browsing.py`) are there, each once."""

from __future__ import annotations

import re
from pathlib import Path

from browsing import QUICK


def test_those_that_stay_quick_are_there():
    files = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    there = [name for text in files for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)]
    assert [name for name in sorted(QUICK) if there.count(name) != 1] == []
