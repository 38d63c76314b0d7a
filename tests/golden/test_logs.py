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
SOUND = {"angola/wrong_on_purpose", "fallujah/april_won"}
LONG = 600_000  # bytes: of longer games an audit is thorough
JUDGED = [case for case in CASES if (case / "game.pbem").stat().st_size < LONG]
REPLAY = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from record import replayed
print(json.dumps([replayed(Path(p)) for p in sys.argv[2:]]))
"""


def name(case: Path) -> str:
    return case.relative_to(LOGS).as_posix()


def replay_all(seed: str) -> list[tuple[dict[str, object], str]]:
    """What all logs give and tell in a fresh interpreter with this hash seed, away from the source tree."""
    paths = [str(case / "game.pbem") for case in CASES]
    command = [sys.executable, "-c", REPLAY, str(Path(__file__).parent), *paths]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True, cwd="/"
    )
    return [(gives, told) for gives, told in json.loads(done.stdout)]


@pytest.mark.parametrize("seed", tiers(["0", "1", "4242"], quick=1))
def test_recorded_games_replay_to_their_digest_and_tell_their_story(seed):
    for case, (gives, told) in zip(CASES, replay_all(seed), strict=True):
        assert gives == json.loads((case / "expected.json").read_text(encoding="utf-8")), name(case)
        assert told == (case / "story.txt").read_text(encoding="utf-8"), name(case)


@pytest.mark.parametrize("case", tiers(CASES, quick=[LOGS / case for case in SOUND]), ids=name)
def test_recorded_games_are_sound(case):
    """An audit verifies each of them too, and says more."""
    assert verify(case / "game.pbem", "full").status == 0


@pytest.mark.parametrize("case", tiers(CASES, quick=JUDGED), ids=name)
def test_the_honest_recorded_games_are_honest(case):
    report = audit(case / "game.pbem")
    assert (report.status == 0) == (name(case) not in WRONG), report.talk()
