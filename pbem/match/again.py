"""Going on from a Checkpoint that was kept: a binding that begins there (protocol 3.5).

What the rules made of the rounds up to the Checkpoint is taken as kept. The options of a slot and the functions of a
claim from before are made again when they are asked for: the stretch of play in which they were made is played again,
from the last waypoint before it.
Belongs here: that binding and these stretches. Must not be here: files, when what is kept may count (`saving`).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pbem.crypto.entropy import Dice
from pbem.crypto.hashing import unb64
from pbem.crypto.seal import seal_context
from pbem.limits import MOST_PACKED, MOST_STOPS
from pbem.match.binding import Binding
from pbem.match.steps import Position, SealedItem, Step, hand
from pbem.match.stretch import Stretch
from pbem.play.plain import PlainSecrets, is_whole, secrets_of, slots_of
from pbem.play.requests import Late, Roller, Sealed
from pbem.play.restart import Restart, ToldSentence, restored
from pbem.play.secrets import Secrets, Slot, slot_order
from pbem.play.table import Table
from pbem.record.events import Act, Answer, Join, Priv, Reveal
from pbem.record.events import Seal as SealEvent
from pbem.record.past import Past
from pbem.record.rounds import Closed
from pbem.record.wire import GenesisLine
from pbem.ruleset import Ruleset


class StartOver(Exception):
    """What was kept does not reach: all is played from the first round."""


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
    """What the rules made of the rounds up to `r`, at the last Checkpoint in them, apart from what only grows.

    `round` is that of the Checkpoint, as its table counted. `stretch` says how far its seat may go back, `undone` what
    was taken back.
    """

    r: int
    round: int
    state: bytes
    roller: bytes | None
    labels: dict[str, int]
    secrets: PlainSecrets
    trail: tuple[Waypoint, ...]
    agreed: dict[int, int]
    movers: tuple[int, ...]
    stretch: tuple[int, int | None, int, str, str]
    undone: tuple[tuple[int, int], ...]


class PlayedBefore(NamedTuple):
    """What a binding begins with: what was `saved`, and what of the log it needs for that.

    `slots` gives by slot the number of the line in which it was sealed or drawn, `digests` are D_0, D_1, …; `alone` are
    the rounds whose dice one person knew beforehand.
    """

    saved: SavedPlay
    story: tuple[ToldSentence, ...]
    past: Past
    closed: Sequence[Closed]
    digests: Sequence[bytes]
    slots: Mapping[tuple[str, str], int]
    alone: tuple[int, ...]


class PlayStop(NamedTuple):
    """A binding as it stood after round `r`, in which the rules came to a Checkpoint: play may go on from there."""

    r: int
    round: int
    restart: Restart
    agreed: dict[int, int]
    movers: tuple[int, ...]
    stretch: tuple[int, int | None, int, str, str]
    undone: int
    alone: int


class PastItems(MutableMapping[Sealed[Any], SealedItem]):
    """What is sealed by slot: those of past lines, made when they are asked for, and later ones."""

    def __init__(self, gid: bytes, before: PlayedBefore) -> None:
        self._gid, self._before = gid, before
        self._where: dict[Sealed[Any], int] = {
            Sealed(seat, slot): number for (seat, slot), number in before.slots.items()}
        self._made: dict[Sealed[Any], SealedItem] = {}

    def __getitem__(self, handle: Sealed[Any]) -> SealedItem:
        if handle not in self._made:
            self._made[handle] = self._item(handle, self._where[handle])
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

    def __setitem__(self, handle: Sealed[Any], item: SealedItem) -> None:
        self._made[handle] = item
        self._where.setdefault(handle, 0)

    def __delitem__(self, handle: Sealed[Any]) -> None:
        raise AssertionError("what was sealed stays")

    def __iter__(self) -> Iterator[Sealed[Any]]:
        return iter(list(self._where))

    def __len__(self) -> int:
        return len(self._where)


class ResumedBinding(Binding):
    """A binding that begins with what was played `before`, if anything was, and notes stops and waypoints as it goes.
    """

    def __init__(
        self, genesis: GenesisLine, ruleset: Ruleset, files: dict[str, Any], secrets: Mapping[int, bytes],
        before: PlayedBefore | None,
    ) -> None:  # fmt: skip
        self._waits = before is not None
        self._before = before
        self.trail: list[Waypoint] = []
        self.stops: list[PlayStop] = []
        super().__init__(genesis, ruleset, files, secrets)
        if before is not None:
            self._waits = False
            self._go_on(before)

    def _begin(self, since: Restart | None) -> None:
        if not self._waits:
            super()._begin(since)

    def _go_on(self, before: PlayedBefore) -> None:
        """The rules go on from the Checkpoint."""
        saved = before.saved
        self.joins = {e.msg.seat: e.msg for e in before.closed[0].events if isinstance(e.msg, Join)}
        self.items = PastItems(self.gid, before)
        self.movers, self.unwitnessed, self.undone = saved.movers, list(before.alone), list(saved.undone)
        self.agreed, self.r, self._stretch = dict(saved.agreed), saved.r + 1, Stretch.of(saved.stretch)
        secrets = secrets_of(saved.secrets, Again(self, before))
        story = before.story
        restart = Restart(
            saved.state, saved.round, secrets, _dice(saved.roller), saved.labels, story, len(story))
        self._begin(restart)
        self._last = Step(None, saved.round, "draw" if saved.r > saved.round else "kept", restart=restart)
        self.trail = list(saved.trail)
        self.table.round = self.r
        self._positions = {saved.r: Position(self._last, None, self.movers, self._redrawn)}
        self._mark(restart)
        self._stop(restart)

    def close(self, closed: Closed) -> None:
        """Hands a closed round to the table; a stop is noted if it came to a Checkpoint."""
        known = self._last
        super().close(closed)
        last = self._last
        if last is None or last is known or last.restart is None or self._priv is not None:
            return
        if last.round + (last.kind == "draw") == closed.r and last.kind != "leave":
            self._stop(last.restart)

    def _stop(self, restart: Restart) -> None:
        self.stops = [*self.stops[1 - MOST_STOPS :], PlayStop(
            self.r - 1, restart.round, restart, dict(self.agreed), self.movers, self._stretch.facts(),
            len(self.undone), len(self.unwitnessed),
        )]  # fmt: skip

    def last_stop(self) -> PlayStop | None:
        """Where to go on from next time: the last stop over which nobody goes back alone, if there is one."""
        floor = self._stretch.floor
        return next((stop for stop in reversed(self.stops) if stop.r <= floor), self.stops[-1] if self.stops else None)

    def _apply(self, step: Step) -> None:
        super()._apply(step)
        if step.restart is not None:
            self._mark(step.restart)

    # ------------------------------------------------------------------ waypoints

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
        if self._before is not None and to not in self._positions:
            raise StartOver
        super()._go_back(to, r)
        self._cut(0 if self.table.restart is None else self.table.restart.round)
        self.stops = [stop for stop in self.stops if stop.r <= to]

    def stretch(self, way: Waypoint | None, secrets: Secrets) -> Table[Any]:
        """A table of its own at a waypoint, or at the start."""
        fresh = self.ruleset.new_state(str(self._options["scenario"]), self._options, self._files)
        if way is None:
            return Table(self.ruleset.play(fresh), seats=self.players, secrets=secrets)
        state = way.json()
        since = Restart(state, way.round, secrets, _dice(way.roller), way.labels, (), 0)
        return Table(self.ruleset.play(restored(fresh, state)), seats=self.players, since=since)

    def step_of(self, r: int, closed: Sequence[Closed]) -> Step | None:
        """What a round handed to the table when it was played; None if it was half of a draw, or an undo."""
        here = closed[r - 1]
        first = here.events[0].msg
        if isinstance(first, Act):
            return Step(None, r, "answer", first.body.say) if isinstance(first.body, Answer) else None
        if isinstance(first, SealEvent):
            return Step(None, r, "seal", self._own_texts(here))
        if isinstance(first, Reveal):
            return Step(None, r, "open", self._opened(here))
        if isinstance(first, Join):
            return None
        entropy = self.combined(self.gid, here)
        before = closed[r - 2].events[0].msg
        if isinstance(before, Act) and isinstance(before.body, Priv):
            return Step(None, r - 1, "draw", (entropy, self._stream(closed[r - 2], entropy)))
        return Step(None, r, "roll", entropy)


class Again:
    """Plays stretches again, for slots and claims from before the Checkpoint; what it found it keeps."""

    def __init__(self, binding: ResumedBinding, before: PlayedBefore) -> None:
        self._binding, self._closed, saved = binding, before.closed, before.saved
        self._saved = saved
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
        for r in self._live(first, until):
            step = self._binding.step_of(r, self._closed)
            if step is not None and first < step.round <= until:
                hand(table, step)
        self._slots.update(list(table.secrets.slots.items())[slots:])


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


def needed(secrets: PlainSecrets) -> set[int]:
    """The rounds in which something was made that is no plain fact."""
    made = {int(one.slot[1 : one.slot.index("/")]) for one in secrets.slots if not is_whole(one)}
    return made.union(claim.round for claim in secrets.claims)


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
