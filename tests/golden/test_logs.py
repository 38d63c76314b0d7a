"""Every recorded game replays to its digest, under several hash seeds, from the installed package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.audit.audit import audit
from pbem.audit.verify import verify
from pbem.build import plays_alike
from pbem.cli.main import status_of
from pbem.ruleset import find
from tiers import tiers

LOGS = Path(__file__).resolve().parent.parent.parent / "logs"
GAMES = LOGS.parent / "rulesets" / "pbem_games"
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


def builds(log: Path) -> Iterator[str]:
    """The builds that the seats of a recorded game joined with."""
    with log.open(encoding="utf-8") as lines:
        contents = (json.loads(line)["c"] for line in lines)
        yield from (content["body"]["build"] for content in contents if content["kind"] == "join")


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


@pytest.mark.parametrize("game", sorted({case.parent.name for case in CASES}))
def test_each_game_vouches_for_the_builds_that_recorded_its_games_and_for_no_other(game):
    """They replay to their digests here, so nobody is told that another build played them."""
    ruleset = find(game)
    recorded = {build for case in CASES if case.parent.name == game for build in builds(case / "game.pbem")}
    assert all(plays_alike(ruleset, build) for build in recorded)
    assert recorded == set(tomllib.loads((GAMES / game / "builds.toml").read_text("utf-8"))["alike"])


@pytest.mark.parametrize("case", tiers(CASES, quick=[LOGS / "fallujah" / "april_won"]), ids=name)
def test_no_reading_of_a_recorded_game_says_that_another_build_played_it(case, capfd):
    assert status_of(["show", str(case)]) == 0
    assert status_of(["log", str(case)]) == 0
    assert "build" not in capfd.readouterr().err


@pytest.mark.parametrize("case", tiers(CASES, quick=JUDGED), ids=name)
def test_the_honest_recorded_games_are_honest(case):
    report = audit(case / "game.pbem")
    assert (report.status == 0) == (name(case) not in WRONG), report.talk()
