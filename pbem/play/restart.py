"""Where a run of rules can begin again: a Checkpoint, with what the table knew there (protocol 3.5).

Belongs here: what is kept of that moment. Must not be here: choosing one, the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from pbem.play.requests import Checkpoint, Request, Roller, Tell
from pbem.play.secrets import Secrets

S = TypeVar("S", bound=msgspec.Struct)


class ToldSentence(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A sentence of the story, with the round in which it happened; all from `places` on as in `Tell`."""

    round: int
    rule: str
    text: str
    places: tuple[str, ...] = ()
    headline: bool = False
    is_way: bool = False
    faction: str = ""
    fire_from: tuple[str, ...] = ()
    support_from: tuple[str, ...] = ()
    is_battle: bool = False


def kept(round: int, tell: Tell) -> ToldSentence:
    """What a request tells, as it is kept."""
    return ToldSentence(
        round, tell.rule, tell.text, tell.places, tell.headline, tell.is_way, tell.faction, tell.fire_from,
        tell.support_from, tell.is_battle,
    )  # fmt: skip


class Restart(msgspec.Struct, frozen=True):
    """A Checkpoint of a table: all that another run needs to go on from there as this one did.

    `state` is the JSON of the state, its keys in their own order. `roller` is the entropy at hand, None if there is
    none, and `labels` how often it was used (protocol 3.3). Of `story` the first `told` sentences came before.
    `gone` are the seats that had left.
    """

    state: bytes
    round: int
    secrets: Secrets
    roller: Roller | None
    labels: Mapping[str, int]
    story: Sequence[ToldSentence]
    told: int
    gone: frozenset[str] = frozenset()

    def fits(self, request: Request[Any]) -> bool:
        """Whether this is the Checkpoint itself, over the same state: the first request of a run that begins here."""
        return isinstance(request, Checkpoint) and encode(request.state) == self.state


def encode(state: msgspec.Struct) -> bytes:
    """A state as it is kept."""
    return msgspec.json.encode(state)


def restored(fresh: S, stored: bytes) -> S:
    """The state that was kept; `fresh` is a new one of the same match, for what a state carries along unrecorded."""
    kept = msgspec.json.decode(stored, type=type(fresh))
    for name in fresh.__struct_fields__:
        setattr(fresh, name, getattr(kept, name))
    return fresh
