"""Going on from a Checkpoint that was kept: a binding that begins there (protocol 3.5).

What the rules made of the rounds up to the Checkpoint is taken as kept. The options of a slot and the functions of a
claim from before are made again when they are asked for (`remade`): the stretch of play in which they were made
is played again, from the last waypoint before it.
Belongs here: that binding. Must not be here: files, when what is kept may count (`saving`).
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from pbem.crypto.entropy import Dice
from pbem.limits import MOST_STOPS
from pbem.match.binding import Binding
from pbem.match.played import Gone
from pbem.match.steps import Position, SealedItem, Step, Waypoint
from pbem.match.stretch import Stretch
from pbem.play.requests import Roller, Sealed
from pbem.play.restart import Restart, ToldSentence, restored
from pbem.play.secrets import Secrets
from pbem.play.table import Table
from pbem.record.events import Act, Answer, Join, Priv, Reveal
from pbem.record.events import Seal as SealEvent
from pbem.record.rounds import Closed
from pbem.record.wire import GenesisLine
from pbem.ruleset import Ruleset

STRIDE = 8  # rounds that are played again rather than kept anew


class StartOver(Exception):
    """What was kept does not reach: all is played from the first round."""


class SavedPlay(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What the rules made of the rounds up to `r`, at the last Checkpoint in them, apart from what only grows.

    `round` is that of the Checkpoint, as its table counted; `made` counts claims by seat and rule, `claimed` all of
    them. `stretch` says how far its seat may go back, `undone` what was taken back, of which all agreed to `takebacks`.
    Nobody goes back over the round `floor`, where the last seat left; `left` are those that did, by round.
    """

    r: int
    round: int
    state: bytes
    roller: bytes | None
    labels: dict[str, int]
    made: tuple[tuple[str, str, int], ...]
    claimed: int
    agreed: dict[int, int]
    movers: tuple[int, ...]
    stretch: tuple[int, int | None, int, str, str]
    undone: tuple[tuple[int, int], ...]
    takebacks: tuple[tuple[int, int], ...]
    left: tuple[tuple[int, tuple[int, ...]], ...]
    floor: int


class PlayBefore(Protocol):
    """What a binding begins with: what was `saved`, and what of the log it needs for that.

    `digests` are D_0, D_1, …; `alone` are the rounds whose dice one person knew beforehand.
    """

    saved: SavedPlay
    story: Sequence[ToldSentence]
    closed: Sequence[Closed]
    digests: Sequence[bytes]
    alone: Sequence[int]

    def items(self, gid: bytes) -> MutableMapping[Sealed[Any], SealedItem]:
        """What is sealed, by slot."""

    def secrets(self, binding: ResumedBinding) -> Secrets:
        """Those of the table; what is made again is played again by this binding."""


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
    takebacks: int
    left: int
    floor: int


class ResumedBinding(Binding):
    """A binding that begins with what was played `before`, if anything was, and notes stops and waypoints as it goes.
    """

    def __init__(
        self, genesis: GenesisLine, ruleset: Ruleset, files: dict[str, Any], secrets: Mapping[int, bytes],
        before: PlayBefore | None,
    ) -> None:  # fmt: skip
        self._waits = before is not None
        self._before = before
        self.trail: list[Waypoint] = []  # those since
        self.left: list[tuple[int, tuple[int, ...]]] = []  # by round the seats that gave up
        self.is_split = False  # whether all went back to between the halves of a secret draw
        self.stops: list[PlayStop] = []
        super().__init__(genesis, ruleset, files, secrets)
        if before is not None:
            self._waits = False
            self._go_on(before)

    def _begin(self, since: Restart | None) -> None:
        if not self._waits:
            super()._begin(since)

    def _go_on(self, before: PlayBefore) -> None:
        """The rules go on from the Checkpoint."""
        saved = before.saved
        self.joins = {e.msg.seat: e.msg for e in before.closed[0].events if isinstance(e.msg, Join)}
        self.items = before.items(self.gid)
        self.movers, self.unwitnessed, self.undone = saved.movers, list(before.alone), list(saved.undone)
        self.takebacks, self.left = list(saved.takebacks), list(saved.left)
        self._remember |= self.targets
        self.gone = Gone(tuple(sorted({seat for _, seats in self.left for seat in seats})), saved.floor)
        self.agreed, self.r, self._stretch = dict(saved.agreed), saved.r + 1, Stretch.of(saved.stretch)
        secrets, story = before.secrets(self), before.story
        restart = Restart(
            saved.state, saved.round, secrets, _dice(saved.roller), saved.labels, story, len(story),
            frozenset(self.names[seat] for seat in self.gone.seats))
        self._begin(restart)
        self._last = Step(None, saved.round, "draw" if saved.r > saved.round else "kept", restart=restart)
        self.table.round = self.r
        self._positions = {saved.r: Position(self._last, None, self.movers, self._redrawn)}
        self._mark(restart)
        self._stop(restart)

    def close(self, closed: Closed) -> None:
        """Hands a closed round to the table; a stop is noted if it came to a Checkpoint."""
        known, gone = self._last, self.resigned
        super().close(closed)
        if self.resigned != gone:
            self.left.append((closed.r, tuple([seat for seat in self.resigned if seat not in gone])))
        last = self._last
        if last is None or last is known or last.restart is None or self._priv is not None:
            return
        if last.round + (last.kind == "draw") == closed.r and last.kind != "leave":
            self._stop(last.restart)

    def _stop(self, restart: Restart) -> None:
        self.stops = [*self.stops[1 - MOST_STOPS :], PlayStop(
            self.r - 1, restart.round, restart, dict(self.agreed), self.movers, self._stretch.facts(),
            len(self.undone), len(self.unwitnessed), len(self.takebacks), len(self.left), self.gone.floor,
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
        way = Waypoint(restart.round, restart.state, key_of(restart.roller), dict(restart.labels), len(secrets.slots),
                       secrets.count, tuple(sorted(restart.gone)))
        self._cut(restart.round - 1)
        if self.trail and (self.trail[-1].slots, self.trail[-1].claims) == (way.slots, way.claims):
            self.trail.pop()  # nothing was made since: no stretch begins there
        self.trail.append(way)

    def _cut(self, round: int) -> None:
        while self.trail and self.trail[-1].round > round:
            self.trail.pop()

    def _go_back(self, to: int, r: int) -> None:
        if self._before is not None and (to not in self._positions or to < self._before.saved.r):
            raise StartOver
        self.is_split = self.is_split or self._positions[to].priv is not None
        super()._go_back(to, r)
        self._cut(0 if self.table.restart is None else self.table.restart.round)
        self.stops = [stop for stop in self.stops if stop.r <= to]

    def stretch(self, way: Waypoint | None, secrets: Secrets) -> Table[Any]:
        """A table of its own at a waypoint, or at the start."""
        fresh = self.ruleset.new_state(str(self._options["scenario"]), self._options, self._files)
        if way is None:
            return Table(self.ruleset.play(fresh), seats=self.players, secrets=secrets)
        since = Restart(way.state, way.round, secrets, _dice(way.roller), way.labels, (), 0, frozenset(way.gone))
        return Table(self.ruleset.play(restored(fresh, way.state)), seats=self.players, since=since)

    def step_of(self, r: int, closed: Sequence[Closed]) -> Step | None:
        """What a round handed to the table when it was played; None if it was half of a draw, or an undo."""
        here = closed[r - 1]
        left = dict(self.left).get(r)
        if left is not None:
            return Step(None, r, "leave", [self.names[seat] for seat in left])
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


def key_of(roller: Roller | None) -> bytes | None:
    """The bytes behind the dice at hand; ValueError if there are none behind them."""
    if roller is None or isinstance(roller, Dice):
        return None if roller is None else roller.key
    raise ValueError("dice of a test")


def _dice(key: bytes | None) -> Dice | None:
    return None if key is None else Dice(key)
