"""Every throw of the recorded games, and of the example ruleset, says in words what it means."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.match.binding import Binding
from pbem.play.requests import Draw, Roll
from pbem.play.table import Table
from pbem.replay.films.heard import Heard
from pbem.replay.films.opening import open_reel
from pbem.show.clean import clean
from tiers import thorough

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "logs"
KINDS = {
    "angola": {
        "Adjustment Table", "Control Markers", "Crisis Table", "First Player Chart", "Hit Table", "Jungle rating",
        "Minefield", "Reinforcement Cards",
    },
    "enduring_freedom": {
        "Air defence", "Airlift from", "Coalition fire", "ISR on", "InfoWar", "Islamist Uprising",
        "Islamist fire", "Jihad Situation", "Jihad check", "Jihad event", "Joint strike", "Loya Jirga", "NP gained",
        "NP lost", "Northern Alliance Rallies", "Offensive", "Picked", "Random location", "Rescue mission",
        "Tactical edge", "Terror spectacular", "Turned up", "War on Terror", "Zones with",
    },
    "fallujah": {
        "Blow Bridges", "Combat Results", "IED Factory", "Infiltration", "Interdiction", "Iraqis Balk", "Leader",
        "Media Wars", "Mob Attack", "Morale Check", "Negotiations", "NetWar Table", "Node", "Random location",
        "Reaction Bin", "Tactical Edge",
    },
}  # fmt: skip
SHORTEST = {"Adjustment Table", "Control Markers", "First Player Chart", "Hit Table", "Reinforcement Cards"}
"""Thrown for in the shortest game of Angola!, the one that the quick tests read."""
UNRECORDED = {"Crisis Table", "Infiltration", "Loya Jirga"}  # in no game yet; see the rulesets' own tests of dice words


def throws(log: Path) -> Iterator[tuple[Roll | Draw, tuple[Any, ...]]]:
    """Every roll and draw of a recorded game, with what came."""
    match = open_reel(log).match
    kept = Heard()
    binding = Binding(match.genesis, match.ruleset, match.files, {}, listeners=[kept])
    for closed in match.rounds.closed:
        binding.close(closed)
        yield from (heard for heard in kept.take() if isinstance(heard, tuple))


def kinds_of(game: str, logs: list[Path]) -> set[str]:
    """What is thrown for in these games of one ruleset: each throw has one reading, in words."""
    found: set[str] = set()
    for log in logs:
        for request, values in throws(log):
            reading = request.reads(values)
            kinds = [kind for kind in KINDS[game] if reading.startswith(kind)]
            assert len(kinds) == 1, f"{log}: {request.rule} {request.about} {values}: {reading!r}"
            assert clean(reading) == reading
            assert "_" not in reading, f"an id stands in the words: {reading}"
            if isinstance(request, Roll) and request.hits:
                assert len(request.hits) == request.dice
                assert request.side
            found.add(kinds[0])
    return found


@pytest.mark.parametrize("game", [thorough("angola"), "enduring_freedom", "fallujah"])
def test_no_throw_of_a_recorded_game_lacks_its_reading(game):
    assert KINDS[game] - UNRECORDED <= kinds_of(game, sorted(LOGS.glob(f"{game}/*/game.pbem")))


def test_no_throw_of_the_shortest_angola_lacks_its_reading():
    assert kinds_of("angola", [LOGS / "angola" / "wrong_on_purpose" / "game.pbem"]) >= SHORTEST


def test_the_example_reads_its_dice(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    try:
        from tiny_ruleset import State, play

        table = Table(play(State({"left": 5, "right": 5})))
        table.answer({"left": 2, "right": 3})
        table.answer("no")
        table.answer()
        assert isinstance(table.pending, Roll)
        assert table.pending.reads((4, 6)) == "left adds 4, right adds 6"
    finally:
        sys.modules.pop("tiny_ruleset", None)
