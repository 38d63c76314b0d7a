"""Going on from a Checkpoint that was kept: a binding that lets the rules rest up to there (protocol 3.5).

Lines, feeds and rounds are read in full; what the rules made of the rounds up to the Checkpoint is taken as kept.
The options of a slot and the functions of a claim from before are made again when they are asked for: the stretch of
play in which they were made is played again, from the last waypoint before it.
Belongs here: that binding and these stretches. Must not be here: files, when what is kept may count (`saving`).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import msgspec

from pbem.crypto.entropy import Dice
from pbem.errors import BadRecord, BrokenSeal
from pbem.limits import MOST_PACKED
from pbem.match.binding import Binding
from pbem.match.steps import Step, hand
from pbem.play.plain import PlainSecrets, is_whole, secrets_of, slots_of
from pbem.play.requests import Late, Roller, Sealed
from pbem.play.restart import Restart, ToldSentence, restored
from pbem.play.secrets import Secrets, Slot, slot_order
from pbem.play.table import Table
from pbem.record.events import Act, Answer, Entropy, Reveal
from pbem.record.events import Seal as SealEvent
from pbem.record.rounds import Closed, Expected
from pbem.record.wire import GenesisLine, SeatLine
from pbem.ruleset import Ruleset

KINDS = (("join",), ("entropy",), ("act",), ("seal", "act"), ("reveal",))
"""What a round before the end may wait for."""


class StartOver(Exception):
    """What was kept does not fit this log: all is played from the first round."""


class Waypoint(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A Checkpoint from which a stretch can be played again: so many slots and claims had been made."""

    round: int
    state: bytes
    is_packed: bool
    roller: bytes | None
    labels: dict[str, int]
    slots: int
    claims: int

    def packed(self) -> Waypoint:
        """The same in fewer bytes."""
        if self.is_packed:
            return self
        return msgspec.structs.replace(self, state=zlib.compress(self.state, 1), is_packed=True)

    def json(self) -> bytes:
        """The state."""
        return unpacked(self.state, MOST_PACKED) if self.is_packed else self.state


class SavedPlay(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """All that the rules made of the rounds up to `r`, at the last Checkpoint in them.

    `rounds` has three bytes a round: the place in KINDS of what it waited for, and the seats. `round` is that of the
    Checkpoint, as its table counted. `voids` says by id why an event was void, and whether a hash did not fit.
    """

    r: int
    digest: bytes
    rounds: bytes
    agreed: dict[int, int]
    round: int
    state: bytes
    roller: bytes | None
    labels: dict[str, int]
    story: tuple[ToldSentence, ...]
    secrets: PlainSecrets
    trail: tuple[Waypoint, ...]
    voids: dict[str, tuple[str, bool]]

    def expected(self, r: int) -> Expected:
        """What round `r` waited for; StartOver if it is not told."""
        if len(self.rounds) != 3 * self.r or self.rounds[3 * r - 3] >= len(KINDS):
            raise StartOver
        kind, seats = self.rounds[3 * r - 3], int.from_bytes(self.rounds[3 * r - 2 : 3 * r], "big")
        if not seats:
            raise StartOver
        return Expected(KINDS[kind], tuple([seat for seat in range(16) if seats >> seat & 1]))


class Later:
    """What a step hands to the table, made when it is played."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


class _Resting:
    """Stands where a table will be, while the rules rest."""

    pending: object = "resting"
    restart: Restart | None = None
    round = 0


class ResumedBinding(Binding):
    """A binding that begins at what was `saved` of the same match, if anything was, and notes waypoints as it goes."""

    def __init__(
        self, genesis: GenesisLine, ruleset: Ruleset, files: dict[str, Any], secrets: Mapping[int, bytes],
        saved: SavedPlay | None,
    ) -> None:  # fmt: skip
        self._saved = saved
        self.is_resting = saved is not None
        self.trail: list[Waypoint] = []
        self._agreed_at: tuple[int, dict[int, int]] = 0, {}
        super().__init__(genesis, ruleset, files, secrets)

    # ------------------------------------------------------------------ while the rules rest

    def _begin(self, since: Restart | None) -> None:
        if not self.is_resting:
            super()._begin(since)
            return
        self.checkpoint, self.before_checkpoint, self._reached = "", 0, 0
        self.table = cast("Table[Any]", _Resting())

    def _rebuild(self) -> None:
        if not self.is_resting:
            super()._rebuild()

    def expected(self) -> Expected | None:
        """What the open round waits for; while the rules rest, what it waited for then."""
        if self._saved is not None and self.is_resting:
            return self._saved.expected(self.r)
        return super().expected()

    def legal(self, event: SeatLine) -> None:
        """Raises if an event is void; while the rules rest, if it was."""
        if self.is_resting:
            self._refuse_again(event)
        else:
            super().legal(event)

    def legal_agreed(self, event: SeatLine, named: Mapping[str, SeatLine]) -> None:
        """The same; no round that did what all agreed on lies in what is kept."""
        if self.is_resting:
            self._refuse_again(event)
            raise StartOver
        super().legal_agreed(event, named)

    def _refuse_again(self, event: SeatLine) -> None:
        assert self._saved is not None
        found = self._saved.voids.get(event.id)
        if found is not None:
            why, is_broken = found
            raise BrokenSeal(why) if is_broken else BadRecord(why)

    def close(self, closed: Closed) -> None:
        """Hands a closed round to the table, if it does not rest; StartOver if the log is another than that kept."""
        if not self.is_resting:
            super().close(closed)
            if self._last is not None and self._last.restart is not None and self._last.round > self._agreed_at[0]:
                self._agreed_at = self._last.round, dict(self.agreed)
            return
        if closed.agreed is not None or any(e.msg.kind == "resign" for e in (*closed.events, *closed.side)):
            raise StartOver
        super().close(closed)
        assert self._saved is not None
        if closed.r == self._saved.r:
            self._wake(self._saved, closed)

    def _step(self, closed: Closed, before: Step | None) -> Step | None:
        first = closed.events[0].msg
        is_decision = isinstance(first, Act) and not isinstance(first.body, Answer)
        if not self.is_resting or is_decision or (isinstance(first, Entropy) and self._priv is not None):
            return super()._step(closed, before)
        if isinstance(first, SealEvent):
            self._file_items(closed)
            return Step(before, closed.r, "seal", Later(lambda: self._own_texts(closed)))
        if isinstance(first, Reveal):
            return Step(before, closed.r, "open", Later(lambda: self._opened(closed)))
        if isinstance(first, Entropy):
            self._note_witnesses(closed)
            return Step(before, closed.r, "roll", Later(lambda: self._combined(closed)))
        return super()._step(closed, before)

    def _apply(self, step: Step) -> None:
        if self.is_resting:
            return
        ready(step)
        super()._apply(step)
        if step.restart is not None:
            self._mark(step.restart)

    def _wake(self, saved: SavedPlay, closed: Closed) -> None:
        """The rules go on from the Checkpoint, if the chain of rounds is that under which it was kept."""
        last = self._last
        if closed.digest != saved.digest or last is None or last.round != saved.round or self._priv is not None:
            raise StartOver
        again = Again(self, saved, _chain(last))
        try:
            secrets = secrets_of(saved.secrets, again)
            restart = Restart(
                saved.state, saved.round, secrets, _dice(saved.roller), saved.labels, saved.story, len(saved.story))
            self.is_resting = False
            self._begin(restart)
        except Exception as fault:  # whatever it is, playing from the start will tell it, or there is none
            raise StartOver from fault
        last.restart, last.before = restart, None
        self.agreed, self.trail = dict(saved.agreed), list(saved.trail)
        self._agreed_at = saved.round, dict(saved.agreed)
        self.table.round = self.r
        self._mark(restart)

    # ------------------------------------------------------------------ waypoints

    def last_restart(self) -> tuple[Step, dict[int, int]] | None:
        """The step with the last Checkpoint of what is played, and whose digests agreed with ours then."""
        step = self._last
        while step is not None and step.restart is None:
            step = step.before
        return (step, self._agreed_at[1]) if step is not None and step.round == self._agreed_at[0] else None

    def _mark(self, restart: Restart) -> None:
        secrets = restart.secrets
        way = Waypoint(restart.round, restart.state, False, key_of(restart.roller), dict(restart.labels),
                       len(secrets.slots), secrets.count)
        self._cut(restart.round - 1)
        if self.trail and (self.trail[-1].slots, self.trail[-1].claims) == (way.slots, way.claims):
            self.trail.pop()  # nothing was made since: no stretch begins there
        self.trail.append(way)

    def _cut(self, round: int) -> None:
        while self.trail and self.trail[-1].round > round:
            self.trail.pop()

    def _go_back(self, to: int, r: int) -> None:
        super()._go_back(to, r)
        if not self.is_resting:
            self._cut(0 if self.table.restart is None else self.table.restart.round)

    def stretch(self, way: Waypoint | None, secrets: Secrets) -> Table[Any]:
        """A table of its own at a waypoint, or at the start."""
        fresh = self.ruleset.new_state(str(self._options["scenario"]), self._options, self._files)
        if way is None:
            return Table(self.ruleset.play(fresh), seats=self.players, secrets=secrets)
        state = way.json()
        since = Restart(state, way.round, secrets, _dice(way.roller), way.labels, (), 0)
        return Table(self.ruleset.play(restored(fresh, state)), seats=self.players, since=since)


class Again:
    """Plays stretches again, for slots and claims from before the Checkpoint; what it found it keeps."""

    def __init__(self, binding: ResumedBinding, saved: SavedPlay, steps: Sequence[Step]) -> None:
        self._binding, self._saved, self._steps = binding, saved, steps
        self._slots: dict[Sealed[Any], Slot] = {}
        self._lates: dict[int, Late] = {}
        self._needed = needed(saved.secrets)

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
        before = [way for way in self._saved.trail if way.round < made]
        return (before[-1], None) if before else (None,)

    def _play(self, way: Waypoint | None, until: int) -> None:
        """Plays up to a round, and on to the last in this stretch of which something may be asked for later."""
        following = min((w.round for w in self._saved.trail if w.round >= until), default=self._saved.round)
        until = max([until, *(r for r in self._needed if r <= following)])
        first, slots = (0, 0) if way is None else (way.round, way.slots)
        secrets = slots_of(self._saved.secrets.slots[:slots], self, until=first)
        secrets.heard = self._lates
        secrets.count = 0 if way is None else way.claims
        table = self._binding.stretch(way, secrets)
        for step in self._steps:
            if first < step.round <= until:
                ready(step)
                hand(table, step)
        self._slots.update(list(table.secrets.slots.items())[slots:])


def needed(secrets: PlainSecrets) -> set[int]:
    """The rounds in which something was made that is no plain fact."""
    made = {int(one.slot[1 : one.slot.index("/")]) for one in secrets.slots if not is_whole(one)}
    return made.union(claim.round for claim in secrets.claims)


def ready(step: Step) -> None:
    """What it hands over is made, if it was not yet."""
    if isinstance(step.content, Later):
        step.content = step.content.make()


def key_of(roller: Roller | None) -> bytes | None:
    """The bytes behind the dice at hand; ValueError if there are none behind them."""
    if roller is None or isinstance(roller, Dice):
        return None if roller is None else roller.key
    raise ValueError("dice of a test")


def unpacked(content: bytes, most: int) -> bytes:
    """What was packed; ValueError if it is more than `most` bytes, or nothing that was packed."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(content, most)
    except zlib.error:
        raise ValueError("not packed") from None
    if not unpacking.eof:
        raise ValueError("too much is packed")
    return found


def _dice(key: bytes | None) -> Dice | None:
    return None if key is None else Dice(key)


def _chain(step: Step | None) -> list[Step]:
    """All steps to a position, the first one first."""
    steps = []
    while step is not None:
        steps.append(step)
        step = step.before
    return steps[::-1]
