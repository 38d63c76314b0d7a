"""How games by bots end from the beginning of each turn on, for the page of a game.

Belongs here: from which rounds, what is counted. Must not be here: how a continuation is played (`ways`), the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pbem.errors import WrongUse
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.branch import Outcome
from pbem.replay.whatif.ways import WaysOn
from pbem.show.frame import Frame, valid
from pbem.show.html import Ends


def rounds_of_turns(frames: Sequence[Frame]) -> list[int]:
    """The round in which each turn begins, as far as play went, by what was not taken back."""
    found: list[int] = []
    turn = None
    for frame in valid(frames):
        if frame.kind == "disclose" or frame.ending is not None:
            break
        if frame.scene.turn != turn:
            found.append(frame.round)
        turn = frame.scene.turn
    return found


def ends_by_turn(reel: Reel, rounds: Sequence[int], seed: str, games: int) -> Iterator[Ends | str]:
    """For each of these rounds how its games end; in words why there are none if a secret is in the way."""
    for round in rounds:
        ways = WaysOn(reel, round, seed, games)
        try:
            while not ways.is_done:
                for _ in ways.play_next():
                    pass
        except WrongUse as error:
            yield f"no games from round {round}: {error}"
            continue
        won = Counter(map(_winners, ways.outcomes)).most_common()
        yield Ends(round=round, seed=seed, games=games, won=tuple(won), remark=" ".join(ways.warnings()))


def _winners(outcome: Outcome) -> tuple[str, ...]:
    return ("no end",) if outcome.result is None else outcome.result.winners
