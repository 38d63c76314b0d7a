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

from record import main, replayed  # noqa: E402


def check(cases: list[Path]) -> None:
    """Prints one line; AssertionError names the first of these games that gives something else."""
    with tempfile.TemporaryDirectory() as folder:
        anew = Path(folder) / "fallujah" / "anew"
        main([str(anew), "seed=7"])
        for case in (*cases, anew):
            wanted = json.loads((case / "expected.json").read_text(encoding="utf-8"))
            gives, _told = replayed(case / "game.pbem")
            assert gives == wanted, f"{case}: otherwise under Python {platform.python_version()}"
    print(f"Python {platform.python_version()}: {len(cases)} recorded games replay alike, and one was recorded anew")


if __name__ == "__main__":
    check(sorted(path.parent for path in (ROOT / "logs").glob("*/*/game.pbem")))
