"""Where a branch begins: a position of the match with what its viewer knows, and guesses for what it does not know.

Belongs here: whose secrets count, asking the ruleset for guesses. Must not be here: going on (`branch`), any game.
A guess never looks at a real secret: the match is gone through once more with the viewer's secrets only.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.errors import WrongUse
from pbem.match.binding import Binding
from pbem.play.requests import Late, Sealed
from pbem.play.sight import AUDITOR
from pbem.replay.films.reel import Reel
from pbem.ruleset import Guesser

TRIES = 3


class WrongGuess(WrongUse):
    """A guess at what is sealed has contradicted what was told; another seed guesses otherwise."""


class Beginning(msgspec.Struct, frozen=True):
    """A position to go on from; `guessed` are the seats whose secrets were made up, in seat order.

    `misfits` are claims made until then with which no guess was found to agree: claims of a cheat may contradict each
    other in public.
    """

    binding: Binding
    guessed: tuple[str, ...]
    misfits: tuple[str, ...] = ()


def begin(reel: Reel, round: int, seed: str) -> Beginning:
    """The position after a round, for the reel's viewer; another seed guesses otherwise."""
    match = reel.match
    binding = match.rebound(secrets=_secrets_of_viewer(reel))
    guesser = match.ruleset.guesser() if match.ruleset.guesser is not None else None
    taken_back = {r for at, to in match.binding.undone if at <= round for r in range(to + 1, at + 1)}
    for closed in match.rounds.closed:
        if closed.r > round:
            break
        binding.close(closed)
        if guesser is not None and closed.r not in taken_back:
            guesser.watch(binding.state)
    secrets = binding.table.secrets
    if guesser is None or not secrets.hidden() or binding.has_ended:
        return Beginning(binding, ())
    rng = random.Random(f"{seed}/secrets")
    values, misfits = _best_guess(guesser, binding, rng)
    secrets.imagine(values)
    guessed = tuple(name for name in binding.names if any(h.seat == name for h in values))
    return Beginning(binding, guessed, tuple(late.claim for late in misfits))


def _best_guess(guesser: Guesser, binding: Binding, rng: random.Random) -> tuple[Mapping[Sealed[Any], Any], list[Late]]:
    """The first guess that agrees with all claims, or of a few the one that agrees with most; and what it breaks."""
    secrets = binding.table.secrets
    best: tuple[Mapping[Sealed[Any], Any], list[Late]] | None = None
    for _ in range(TRIES):
        values = guesser.guess(binding.state, secrets.hidden(), secrets.open_claims(), secrets.peek, rng)
        misfits = secrets.misfits(values)
        if best is None or len(misfits) < len(best[1]):
            best = values, misfits
        if not misfits:
            break
    assert best is not None
    return best


def did_not_fit(claim: str, shown: str = "") -> WrongGuess:
    """A guess has contradicted what was told; `shown` is what was guessed, if that can be said.

    No seat did anything wrong, so none is named as having claimed what is false.
    """
    guessed = f" (guessed was: {shown})" if shown else ""
    return WrongGuess(
        f"the guess at what is sealed did not fit what was told, which is no fault of any seat: {claim}{guessed}",
        "another --seed guesses otherwise; once every seat has disclosed its secret: pbem replay --auditor",
    )


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
