"""What must be alike under every Python: all recorded games replay to what they gave, and one is recorded anew.

    python .ci/everywhere.py

In an environment with pbem installed. Prints one line; fails with the first difference.
"""

from __future__ import annotations

import json
import platform
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "golden"))

from record import expected, main  # noqa: E402


def check() -> None:
    """AssertionError names the first game that gives something else."""
    cases = sorted(path.parent for path in (ROOT / "logs").glob("*/*/game.pbem"))
    for case in cases:
        wanted = json.loads((case / "expected.json").read_text(encoding="utf-8"))
        assert expected(case / "game.pbem") == wanted, f"{case}: otherwise under Python {platform.python_version()}"
    with tempfile.TemporaryDirectory() as folder:
        case = Path(folder) / "fallujah" / "anew"
        main([str(case), "seed=7"])
        wanted = json.loads((case / "expected.json").read_text(encoding="utf-8"))
        assert expected(case / "game.pbem") == wanted, case
    print(f"Python {platform.python_version()}: {len(cases)} recorded games replay alike, and one was recorded anew")


check()
