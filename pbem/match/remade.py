"""What a binding that goes on from a Checkpoint makes again of what came before it, when it is asked for (3.5).

Belongs here: what is sealed in past lines, stretches of play that are played again. Must not be here: going on from
there (`again`), what is kept of waypoints (`trail`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.crypto.hashing import unb64
from pbem.crypto.seal import seal_context
from pbem.match.again import ResumedBinding, SavedPlay
from pbem.match.binding import Binding
from pbem.match.steps import SealedItem, Waypoint, hand
from pbem.match.trail import KeptTrail
from pbem.play.layers import Layered
from pbem.play.plain import PlainSecrets, is_whole, secrets_of, slots_of
from pbem.play.requests import Late, Sealed
from pbem.play.restart import ToldSentence
from pbem.play.secrets import Secrets, Slot, slot_order
from pbem.record.events import Act, Priv
from pbem.record.events import Seal as SealEvent
from pbem.record.past import Past
from pbem.record.rounds import Closed


@dataclass(slots=True)
class PlayedBefore:
    """What a binding begins with, as `PlayBefore` says.

    `plain` are the secrets of the table, `trail` the waypoints. `slots` gives by slot the number of the line in which
    it was sealed or drawn.
    """

    saved: SavedPlay
    plain: PlainSecrets
    trail: KeptTrail
    story: Sequence[ToldSentence]
    past: Past
    closed: Sequence[Closed]
    digests: Sequence[bytes]
    slots: Mapping[tuple[str, str], int]
    alone: Sequence[int]

    def items(self, gid: bytes) -> MutableMapping[Sealed[Any], SealedItem]:
        """What is sealed, by slot."""
        return Layered(PastItems(gid, self))

    def secrets(self, binding: ResumedBinding) -> Secrets:
        """Those of the table."""
        return secrets_of(self.plain, Again(binding, self))


class PastItems(Mapping[Sealed[Any], SealedItem]):
    """What is sealed in past lines by slot, made when it is asked for."""

    def __init__(self, gid: bytes, before: PlayedBefore) -> None:
        self._gid, self._before = gid, before
        self._made: dict[Sealed[Any], SealedItem] = {}

    def __getitem__(self, handle: Sealed[Any]) -> SealedItem:
        if handle not in self._made:
            self._made[handle] = self._item(handle, self._before.slots[handle.seat, handle.slot])
        return self._made[handle]

    def _item(self, handle: Sealed[Any], number: int) -> SealedItem:
        event = self._before.past.event(number)
        msg = event.msg
        base = self._before.digests[msg.r - 1]
        if isinstance(msg, SealEvent):
            item = next(one for one in msg.body.items if one.slot == handle.slot)
            return SealedItem(event.id, seal_context(self._gid, msg.seat, item.slot, base), item)
        assert isinstance(msg, Act)
        assert isinstance(msg.body, Priv)
        entropy = Binding.combined(self._gid, self._before.closed[msg.r])
        return SealedItem(event.id, base, commitment=unb64(msg.body.com, 32), entropy=entropy)

    def __contains__(self, handle: object) -> bool:
        return isinstance(handle, Sealed) and (handle.seat, handle.slot) in self._before.slots

    def __iter__(self) -> Iterator[Sealed[Any]]:
        return (Sealed(seat, slot) for seat, slot in self._before.slots)

    def __len__(self) -> int:
        return len(self._before.slots)


class Again:
    """Plays stretches again, for slots and claims from before the Checkpoint; what it found it keeps."""

    def __init__(self, binding: ResumedBinding, before: PlayedBefore) -> None:
        self._binding, self._closed, self._saved = binding, before.closed, before.saved
        self._secrets, self._trail = before.plain, before.trail
        self._slots: dict[Sealed[Any], Slot] = {}
        self._lates: dict[int, Late] = {}

    def slot(self, handle: Sealed[Any]) -> Slot:
        """A slot as it was made."""
        made = slot_order(handle)[0]
        for way in self._ways(made):
            if handle not in self._slots:
                self._play(way, made)
        return self._slots[handle]

    def late(self, number: int, round: int) -> Late:
        """A claim as it was made in a round."""
        for way in self._ways(round):
            if number not in self._lates:
                self._play(way, round)
        return self._lates[number]

    def _ways(self, made: int) -> Iterable[Waypoint | None]:
        """Where to begin for what was made in a round: at the last waypoint before it; if it is not there, at first."""
        way = self._trail.before(made)
        return (None,) if way is None else (way, None)

    @cached_property
    def _needed(self) -> set[int]:
        """The rounds in which something was made that is no plain fact."""
        made = {int(one.slot[1 : one.slot.index("/")]) for one in self._secrets.slots if not is_whole(one)}
        return made.union(claim.round for waiting in self._secrets.waiting.values() for claim in waiting)

    def _play(self, way: Waypoint | None, until: int) -> None:
        """Plays up to a round, and on to the last in this stretch of which something may be asked for later."""
        following = self._trail.next(until) or self._saved.round
        until = max([until, *(r for r in self._needed if r <= following)])
        first, slots = (0, 0) if way is None else (way.round, way.slots)
        secrets = slots_of(self._secrets, self, slots, first)
        secrets.heard = self._lates
        secrets.count = 0 if way is None else way.claims
        table = self._binding.stretch(way, secrets)
        for r in self._live(first, until):
            step = self._binding.step_of(r, self._closed)
            if step is not None and first < step.round <= until:
                hand(table, step)
        made = table.secrets.slots
        assert isinstance(made, Layered)
        self._slots.update((handle, slot) for handle, slot in made.over.items() if handle not in made.under)

    def _live(self, first: int, until: int) -> list[int]:
        """The rounds after `first` up to `until`, and one more for a draw, that led to the Checkpoint."""
        back, live, r = dict(self._saved.undone), list[int](), self._saved.r
        while r > first:
            if r in back:
                r = back[r]
                continue
            if r <= until + 1:
                live.append(r)
            r -= 1
        return live[::-1]
