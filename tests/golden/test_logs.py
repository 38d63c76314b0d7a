"""Every recorded game replays to its digest, under several hash seeds, from the installed package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.audit.audit import audit
from pbem.audit.verify import verify
from tiers import tiers

LOGS = Path(__file__).resolve().parent.parent.parent / "logs"
CASES = sorted(p.parent for p in LOGS.glob("*/*/game.pbem"))
WRONG = {"angola/wrong_on_purpose", "anaconda/wrong_command", "anaconda/fortification_kept_down"}
REPLAY = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from record import expected
print(json.dumps([expected(Path(p)) for p in sys.argv[2:]]))
"""


def name(case: Path) -> str:
    return case.relative_to(LOGS).as_posix()


def replay_all(seed: str) -> list[dict[str, object]]:
    """What all logs give in a fresh interpreter with this hash seed, away from the source tree."""
    paths = [str(case / "game.pbem") for case in CASES]
    command = [sys.executable, "-c", REPLAY, str(Path(__file__).parent), *paths]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True, cwd="/"
    )
    found: list[dict[str, object]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("seed", tiers(["0", "1", "4242"], quick=1))
def test_recorded_games_replay_to_their_digest(seed):
    wanted = [json.loads((case / "expected.json").read_text(encoding="utf-8")) for case in CASES]
    assert replay_all(seed) == wanted


@pytest.mark.parametrize("case", CASES, ids=name)
def test_the_story_of_a_recorded_game_is_told_alike(case):
    from golden.record import story

    assert story(case / "game.pbem") == (case / "story.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=name)
def test_recorded_games_are_sound_and_the_honest_ones_honest(case):
    assert verify(case / "game.pbem", "full").status == 0
    report = audit(case / "game.pbem")
    assert (report.status == 0) == (name(case) not in WRONG), report.talk()
