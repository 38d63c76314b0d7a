"""What of a match may be kept for the next program: the rules' work up to the last Checkpoint, if nothing is odd.

Belongs here: when it may be kept, and what of it. Must not be here: files, how play goes on from it (`again`).
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.build import build_of
from pbem.crypto.hashing import th, u8
from pbem.limits import MOST_VOIDS
from pbem.match.again import KINDS, ResumedBinding, SavedPlay, Waypoint, key_of, needed
from pbem.play.plain import PlainSecrets, plain_of
from pbem.record.rounds import Closed, Rounds
from pbem.record.wire import GenesisLine
from pbem.ruleset import Ruleset

STRIDE = 16  # rounds that are played again rather than kept anew


def saved_play(rounds: Rounds, *, since: int = 0) -> SavedPlay | None:
    """What may be kept of a match; None if there is nothing, little since a round, or anything odd in it."""
    binding = rounds.engine
    if not isinstance(binding, ResumedBinding) or _is_odd(binding, rounds):
        return None
    found = binding.last_restart()
    if found is None or found[0].restart is None:
        return None
    (step, agreed), restart = found, found[0].restart
    r = step.round + (step.kind == "draw")
    if r < since + STRIDE or restart.gone or step.kind == "leave":
        return None
    secrets = plain_of(restart.secrets)
    return SavedPlay(
        r, rounds.digests[r], b"".join(map(_plain_round, rounds.closed[:r])), agreed,
        restart.round, restart.state, key_of(restart.roller), dict(restart.labels),
        tuple(restart.story[: restart.told]), secrets, _needed(binding.trail, secrets, restart.round),
        {void.event.id: (void.why, void.is_broken) for void in rounds.voids},
    )


def _is_odd(binding: ResumedBinding, rounds: Rounds) -> bool:
    """Whether anything happened that is seldom, and is played again rather than kept."""
    odd = (rounds.feeds.twins, binding.takebacks, binding.gone.seats, binding.disagreements)
    return any(odd) or len(rounds.voids) > MOST_VOIDS or binding.is_ahead or binding.is_resting


def _plain_round(closed: Closed) -> bytes:
    kind = closed.events[0].kind
    number = next(i for i, kinds in enumerate(KINDS) if kinds[0] == kind)
    return u8(number) + sum(1 << seat for seat in closed.seats).to_bytes(2, "big")


def _needed(trail: list[Waypoint], secrets: PlainSecrets, until: int) -> tuple[Waypoint, ...]:
    """The waypoints from which something would be made again, and the last one."""
    ways = [way for way in trail if way.round <= until]
    used = {max((i for i, way in enumerate(ways) if way.round < r), default=-1) for r in needed(secrets)}
    return tuple([way.packed() for i, way in enumerate(ways) if i in used])


def bound_to(genesis: GenesisLine, ruleset: Ruleset, secrets: Mapping[int, bytes], code: bytes) -> bytes:
    """All that must be as it was for what is kept to count, in 32 bytes; the log itself is bound by its rounds.

    `code` says which code plays beside the ruleset. ValueError if nobody can tell that of the ruleset.
    """
    build = build_of(ruleset)
    if not build:
        raise ValueError("nobody can tell which code plays here")
    held = [u8(seat) + secrets[seat] for seat in sorted(secrets)]
    return th("saved play/bound", genesis.id.encode("ascii"), build.encode(), code, *held)
