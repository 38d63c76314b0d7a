"""Docstrings say `if` for a condition (style: plain English): `None if unknown`, not `None where nobody knows`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SWEPT = sorted(
    folder.relative_to(ROOT).as_posix()
    for folder in [*(ROOT / "pbem").iterdir(), *(ROOT / "rulesets").iterdir()]
    if (folder / "__init__.py").exists()
)
CONDITION = re.compile(r"\b(?:None|False|True|empty|[A-Z]\w+Error|WrongUse|Unsupported|IllegalMove|BadRecord) where ")


@pytest.mark.parametrize("folder", SWEPT)
def test_a_condition_is_an_if(folder):
    said = [
        f"{path.name}: {line.strip()}" for path in sorted((ROOT / folder).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines() if CONDITION.search(line)
    ]
    assert said == []
