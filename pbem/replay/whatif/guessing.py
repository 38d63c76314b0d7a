"""Where a branch begins: a position of the match with what its viewer knows, and guesses for what it does not know.

Belongs here: whose secrets count, asking the ruleset for guesses. Must not be here: going on (`branch`), any game.
A guess never looks at a real secret: the match is gone through once more with the viewer's secrets only.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from pbem.errors import WrongUse
from pbem.match.binding import Binding
from pbem.play.requests import Sealed
from pbem.play.sight import AUDITOR
from pbem.replay.films.reel import Reel


class Beginning(msgspec.Struct, frozen=True):
    """A position to go on from; `guessed` are the seats whose secrets were made up, in seat order."""

    binding: Binding
    guessed: tuple[str, ...]


def begin(reel: Reel, round: int, seed: str) -> Beginning:
    """The position after a round, for the reel's viewer; another seed guesses otherwise."""
    match = reel.match
    binding = Binding(match.genesis, match.ruleset, match.files, _secrets_of_viewer(reel))
    guesser = match.ruleset.guesser() if match.ruleset.guesser is not None else None
    taken_back = {r for at, to in match.binding.undone if at <= round for r in range(to + 1, at + 1)}
    for closed in match.rounds.closed:
        if closed.r > round:
            break
        binding.close(closed)
        if guesser is not None and closed.r not in taken_back:
            guesser.watch(binding.state)
    secrets = binding.table.secrets
    hidden = secrets.hidden()
    if guesser is None or not hidden or binding.has_ended:
        return Beginning(binding, ())
    rng = random.Random(f"{seed}/secrets")
    values = guesser.guess(binding.state, hidden, secrets.open_claims(), secrets.peek, rng)
    secrets.imagine(values)
    return Beginning(binding, tuple(name for name in binding.names if any(h.seat == name for h in values)))


def refuse(viewer: str, handle: Sealed[Any]) -> WrongUse:
    """A branch has come to a secret that nobody can guess."""
    return WrongUse(
        f"what if needs what {handle.seat} has sealed in {handle.slot}, which {viewer} does not know",
        "once every seat has disclosed its secret: pbem replay --auditor",
    )


def _secrets_of_viewer(reel: Reel) -> dict[int, bytes]:
    """The viewer's own and no others, whatever else is at hand."""
    names = [seat.name for seat in reel.match.binding.seats]
    return {n: gs for n, gs in reel.secrets.items() if reel.viewer in (AUDITOR, names[n])}
