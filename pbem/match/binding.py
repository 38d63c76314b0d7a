"""How a ruleset's requests become rounds: the engine that the record asks (protocol 3).

Belongs here: what is expected, what is void, what a closed round hands to the table, undo.
Must not be here: signing keys, files, clocks.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from pbem.crypto.entropy import combine, private_fits, private_seed, private_stream
from pbem.crypto.hashing import b64, th, unb64
from pbem.crypto.seal import seal_context, seal_key
from pbem.errors import BrokenSeal, IllegalMove, Unsupported
from pbem.match.agreements import PositionGone, check_agreed, result_of
from pbem.match.desync import compare_digests
from pbem.match.fitting import check_fits
from pbem.match.played import Disagreement, Gone
from pbem.match.policy import contributors, is_unwitnessed
from pbem.match.steps import Position, SealedItem, Stand, Step, hand
from pbem.match.stretch import Stretch
from pbem.play.listener import Listener
from pbem.play.requests import Ask, Checkpoint, Draw, DrawSecret, Open, Roll, Seal, Sealed, SealMany, Write
from pbem.play.restart import Restart, restored
from pbem.play.table import Table
from pbem.record.events import Act, AgreedResult, Answer, Disclose, Entropy, Join, Priv, Reveal, Takeback, Undo
from pbem.record.events import Seal as SealEvent
from pbem.record.rounds import Closed, Expected
from pbem.record.wire import GenesisLine, SeatLine
from pbem.ruleset import Result, Ruleset


class Binding(Listener):
    """The engine of one match; `secrets` are the game secrets known here, by seat number.

    More secrets mean more seen and more checked, never another game. `listeners` are told what happens at its tables.
    `remember` are rounds whose positions are kept for good, because all go back to them later (4.2).
    """

    def __init__(
        self, genesis: GenesisLine, ruleset: Ruleset, files: dict[str, Any], secrets: Mapping[int, bytes],
        *, listeners: Iterable[Listener] = (), remember: Iterable[int] = (),
    ) -> None:  # fmt: skip
        body = genesis.msg.body
        self.gid = unb64(genesis.id, 32)
        self.ruleset, self.seats = ruleset, body.seats
        self.names = [s.name for s in body.seats]
        self.players = [s.name for s in body.seats if s.role != "judge"]
        self.by = tuple(body.dice.by)
        self._numbers = {name: i for i, name in enumerate(self.names)}
        self._options, self._files = ruleset.full_options(body.options), files
        self._gs = dict(secrets)
        self.joins: dict[int, Join] = {}
        self.items: MutableMapping[Sealed[Any], SealedItem] = {}
        self.movers: tuple[int, ...] = ()
        self.gone = Gone()  # the seats that gave up, and since when
        self._stopped: Result | None = None  # how a resignation or an agreement ended the match
        self.disclosed: dict[int, bytes] = {}
        self.is_over = False  # the disclose round has closed
        self.is_ahead = False  # the table was played on over answers that nobody has signed
        self._behind: Stand | None = None  # where the record stands, while it is kept beside that table
        self.unwitnessed: list[int] = []
        self.disagreements: list[Disagreement] = []
        self.agreed: dict[int, int] = {}  # by seat: the last round before a checkpoint whose digest it gave as we do
        self.undone: list[tuple[int, int]] = []  # (round of the undo or takeback, round gone back to)
        self.takebacks: list[tuple[int, int]] = []  # those of these that all agreed to
        self.r = 1
        self._stretch = Stretch()
        self._positions: dict[int, Position] = {}  # by round, as far as one seat alone may go back, and some more
        self._remember = set(remember)
        self._last: Step | None = None
        self.texts: dict[Sealed[Any], tuple[str, str | None]] = {}  # good keys and their texts, until the round closes
        self._first_draws: dict[Sealed[Any], SealedItem] = {}  # of slots whose dice fell again after a takeback (4.2)
        self._redrawn: Mapping[Sealed[Any], SealedItem] = {}  # what these hold on the branch that is played
        self._contributors: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._alone: dict[tuple[int, ...], bool] = {}  # by the seats of a dice round: whether they are one person
        self._priv: Closed | None = None  # the first half of a private draw
        self._listeners: list[Listener] = [self, *listeners]  # one list for all tables of this match
        self._begin(None)

    def _begin(self, since: Restart | None) -> None:
        """A table that runs on from a Checkpoint of this match; None: from the start."""
        self.checkpoint, self.before_checkpoint = "", 0  # st that the next answer or seal carries; empty for none
        self._reached = 0 if since is None else since.round  # the round of the step that is handed to the table
        fresh = self.ruleset.new_state(str(self._options["scenario"]), self._options, self._files)
        self.state = fresh if since is None else restored(fresh, since.state)
        self.table = Table(self.ruleset.play(self.state), seats=self.players, listeners=self._listeners, since=since)
        self._check_end()

    def _check_end(self) -> None:
        """Unsupported if the rules end with anything but a Result: who has won, nobody could say."""
        if self.table.pending is None and not isinstance(self.table.result, Result):
            raise Unsupported(f"the rules of {self.ruleset.engine} end with {self.table.result!r}, not with a Result",
                              f"tell their author; pbem ruleset check {self.ruleset.name} names more")

    def listen(self, listener: Listener) -> None:
        """Tells one more listener what happens from now on."""
        self._listeners.append(listener)

    def reached(self, checkpoint: Checkpoint, state: bytes) -> None:
        """3.4 The digest that the next answer or seal round carries."""
        self.checkpoint = b64(th("state", state)[:16])
        self.before_checkpoint = max(0, self._reached - 1)  # what follows it in the same round is in no digest

    # ------------------------------------------------------------------ questions

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        return self.table.result if self._stopped is None else self._stopped

    @property
    def resigned(self) -> tuple[int, ...]:
        """All seats that gave up."""
        return self.gone.seats

    @property
    def has_ended(self) -> bool:
        """Whether the result stands; what is still owed is the disclosing."""
        return self.r > 1 and (self._stopped is not None or self.table.pending is None)

    def ending_of(self, seat: int) -> Result | None:
        """How the match ends if this seat gives up now; None if it goes on."""
        if self.seats[seat].role == "judge":
            return Result((), "the judge resigned", "resign")
        return self.ruleset.resigned(self.state, self.names[seat])

    def number(self, name: str) -> int:
        """The number of a seat."""
        return self._numbers[name]

    def expected(self) -> Expected | None:
        """What the open round waits for (protocol 3, the table)."""
        everyone = tuple(range(len(self.seats)))
        if self.r == 1:
            return Expected(("join",), everyone)
        if self.is_over:
            return None
        request = self.table.pending
        if self._stopped is not None or request is None:
            return Expected(("disclose",), everyone)
        if isinstance(request, Roll | Draw) or self._priv is not None:
            if self.movers not in self._contributors:
                self._contributors[self.movers] = contributors(self.by, self.seats, self.movers, self.resigned)
            return Expected(("entropy",), self._contributors[self.movers])
        seats = tuple(sorted([self._numbers[name] for name in self.table.expected()]))
        match request:
            case Ask() | Write() | DrawSecret():
                return Expected(("act",), seats)
            case Seal() | SealMany():
                return Expected(("seal", "act"), seats)
            case Open():
                return Expected(("reveal",), seats)
        raise AssertionError(f"no round for {request}")

    # ------------------------------------------------------------------ what is void

    def legal(self, event: SeatLine) -> None:
        """Raises if an event of an expected kind and seat is void (protocol 3.2)."""
        assert not self.is_ahead, "a position that was only tried judges nothing"
        check_fits(self, event)

    def legal_agreed(self, event: SeatLine, named: Mapping[str, SeatLine]) -> None:
        """4.2 Raises if not all have agreed to what an `agreed` does, or if it cannot be done.

        PositionGone if it is good, and the position that it goes back to is not held any more.
        """
        assert not self.is_ahead, "a position that was only tried judges nothing"
        body = check_agreed(self, event, named)
        if isinstance(body, Takeback) and body.to not in self._positions:
            raise PositionGone(body.to)

    def check_undo(self, seat: int, to: int) -> None:
        """3.5 Back to the position after round `to`: only over this seat's own answers, undos and seals."""
        tried = f"{self.names[seat]} goes back to round {to}"
        expected = self.expected()
        if expected is None or "act" not in expected.kinds or expected.seats != (seat,):
            raise IllegalMove(tried, "undo", "only the one seat that is asked for a decision may go back")
        if fault := self._stretch.fault(seat, to, self.r):
            others = fault.startswith("in round") and len({s.id for s in self.seats}) > 1
            raise IllegalMove(tried, "undo", f"{fault}: ask the others for a takeback" if others else fault)

    def undo_floor(self, seat: int) -> int:
        """The earliest round this seat may go back to now; the last closed round if there is none."""
        return self._stretch.floor_of(seat, self.r)

    # ------------------------------------------------------------------ closing

    def close(self, closed: Closed) -> None:
        """Hands a closed round to the table."""
        assert not self.is_ahead, "a round closes over a position that was only tried"
        quitters = {e.seat for e in (*closed.events, *closed.side) if e.msg.kind == "resign"}.difference(self.resigned)
        before, had_ended = self._last, self.has_ended
        compare_digests(self, closed)
        first = closed.events[0].msg
        kind = type(first.body).__name__.lower() if first.kind == "act" else first.kind
        kind = "resign" if quitters else "agreed" if closed.agreed is not None else kind
        if isinstance(closed.agreed, Takeback) and not quitters:
            self._remember.add(closed.agreed.to)
        self._close_stretch(closed.r, kind, closed.seats)
        movers = closed.seats
        self.r = closed.r + 1
        if isinstance(first, Join):
            self.joins = {e.msg.seat: e.msg for e in closed.events if isinstance(e.msg, Join)}
        if had_ended:  # whoever resigns now changes nothing: the result stands
            shown = [e.msg for e in closed.events if isinstance(e.msg, Disclose)]
            self.disclosed = {msg.seat: unb64(msg.body.gs, 32) for msg in shown}
            self.is_over = True
        elif quitters:
            self._give_up(sorted(quitters), closed.r, before)
        elif isinstance(closed.agreed, AgreedResult):
            self._stopped = result_of(closed.agreed)
        elif isinstance(closed.agreed, Takeback):
            self._go_back(closed.agreed.to, closed.r)
            self.takebacks.append((closed.r, closed.agreed.to))
            self._priv, movers = self._positions[closed.agreed.to].priv, self._positions[closed.agreed.to].movers
        elif isinstance(first, Act) and isinstance(first.body, Undo):
            self._go_back(first.body.to, closed.r)
        elif not isinstance(first, Join) and (step := self._step(closed, before)) is not None:
            self._last = step
            self._apply(step)
        self.movers = tuple([s for s in movers if s not in self.resigned]) or movers
        self.table.round = self.r
        self._positions[closed.r] = Position(self._last, self._priv, self.movers, self._redrawn)

    def _give_up(self, quitters: list[int], r: int, before: Step | None) -> None:
        """3.5 The lowest seat whose resignation ends the match says how; if none does, play goes on without them."""
        self.gone = Gone(tuple(sorted({*self.resigned, *quitters})), r)
        self._contributors.clear()
        endings = (self.ending_of(seat) for seat in quitters)
        self._stopped = next((ending for ending in endings if ending is not None), None)
        if self._stopped is None and all(i in self.resigned for i, s in enumerate(self.seats) if s.role != "judge"):
            self._stopped = Result((), "every seat has resigned", "resign")
        if self._stopped is None:
            if self._priv is not None and self._priv.seats[0] in quitters:
                self._priv = None
            self._last = Step(before, r, "leave", [self.names[seat] for seat in quitters])
            self._apply(self._last)

    def _close_stretch(self, r: int, kind: str, seats: tuple[int, ...]) -> None:
        """3.5 Nobody goes back to a round before the floor: what is kept of positions is as long as the stretch."""
        floor = self._stretch.floor
        self._stretch.close(r, kind, seats)
        if self._stretch.floor != floor:
            floor = self._stretch.floor
            self._positions = {q: p for q, p in self._positions.items() if q >= floor or q in self._remember}

    def _step(self, closed: Closed, before: Step | None) -> Step | None:
        """What this round hands to the table; None for the first half of a private draw."""
        first = closed.events[0].msg
        if isinstance(first, Act) and isinstance(first.body, Answer):
            return Step(before, closed.r, "answer", first.body.say)
        if isinstance(first, Act):
            self._priv = closed
            return None
        if isinstance(first, SealEvent):
            return Step(before, closed.r, "seal", self._keep_items(closed))
        if isinstance(first, Reveal):
            return Step(before, closed.r, "open", self._opened(closed))
        entropy = self._combine(closed)
        if self._priv is None:
            return Step(before, closed.r, "roll", entropy)
        priv, self._priv = self._priv, None
        return Step(before, priv.r, "draw", (entropy, self._keep_draw(priv, entropy)))

    def _apply(self, step: Step) -> None:
        table, known, self._reached = self.table, self.table.restart, step.round
        if step.kind in ("answer", "seal"):
            self.checkpoint = ""
        hand(table, step)
        self._check_end()
        if table.restart is not known:
            step.restart, step.before = table.restart, None

    def _keep_items(self, closed: Closed) -> dict[Sealed[Any], str | None]:
        """Files the items of a seal round; gives the texts that this table can read."""
        for event in closed.events:
            msg = event.msg
            assert isinstance(msg, SealEvent)
            for item in msg.body.items:
                handle: Sealed[Any] = Sealed(self.names[msg.seat], item.slot)
                context = seal_context(self.gid, msg.seat, item.slot, closed.base)
                self.items[handle] = SealedItem(event.id, context, item)
        return self._own_texts(closed)

    def _own_texts(self, closed: Closed) -> dict[Sealed[Any], str | None]:
        seen: dict[Sealed[Any], str | None] = {}
        for msg in [e.msg for e in closed.events if isinstance(e.msg, SealEvent) and e.msg.seat in self._gs]:
            for item in msg.body.items:
                handle: Sealed[Any] = Sealed(self.names[msg.seat], item.slot)
                held = self.items[handle]
                with contextlib.suppress(BrokenSeal):  # sealed under another key: it stays closed here too
                    seen[handle] = held.open(seal_key(self._gs[msg.seat], held.context, held.salt))
        return seen

    def _opened(self, closed: Closed) -> dict[Sealed[Any], Any]:
        contents: dict[Sealed[Any], Any] = {}
        for event in closed.events:
            msg = event.msg
            assert isinstance(msg, Reveal)
            for opening in msg.body.openings:
                handle: Sealed[Any] = Sealed(self.names[msg.seat], opening.slot)
                held = self.items[handle]
                if opening.seed is not None:
                    contents[handle] = private_stream(unb64(opening.seed, 32), held.entropy)
                elif handle in self.texts:
                    contents[handle] = self.texts.pop(handle)[1]
                elif held.item is not None and opening.key is not None:  # a closed round shown to a fresh engine
                    contents[handle] = held.open(unb64(opening.key, 32))
        return contents

    def _combine(self, closed: Closed) -> bytes:
        if closed.seats not in self._alone:
            self._alone[closed.seats] = is_unwitnessed(self.seats, closed.seats)
        self.unwitnessed += [closed.r] * self._alone[closed.seats]
        return self.combined(self.gid, closed)

    @staticmethod
    def combined(gid: bytes, closed: Closed) -> bytes:
        """2.10 R of the round before, from the elements in seat order."""
        elements = [(e.msg.seat, unb64(e.msg.body.e, 32)) for e in closed.events if isinstance(e.msg, Entropy)]
        return combine(gid, closed.r - 1, closed.base, elements)

    def _keep_draw(self, priv: Closed, entropy: bytes) -> Any:
        """Files a private draw; gives its stream."""
        (event,) = priv.events
        msg = event.msg
        assert isinstance(msg, Act)
        assert isinstance(msg.body, Priv)
        handle: Sealed[Any] = Sealed(self.names[msg.seat], msg.body.slot)
        if handle in self.items:
            self._first_draws.setdefault(handle, self.items[handle])
        item = SealedItem(event.id, priv.base, commitment=unb64(msg.body.com, 32), entropy=entropy)
        if handle in self._first_draws:
            self._redrawn = {**self._redrawn, handle: item}
        self.items[handle] = item
        return self._stream(priv, entropy)

    def _stream(self, priv: Closed, entropy: bytes) -> Any:
        """The stream of a private draw, if this table knows the seat's secret."""
        msg = priv.events[0].msg
        assert isinstance(msg, Act)
        assert isinstance(msg.body, Priv)
        gs = self._gs.get(msg.seat)
        seed = None if gs is None else private_seed(gs, msg.body.slot, priv.base)
        if seed is None or not private_fits(unb64(msg.body.com, 32), self.gid, msg.seat, msg.body.slot, seed):
            return None  # a seed that does not come from the game secret stays closed here too
        return private_stream(seed, entropy)

    def _go_back(self, to: int, r: int) -> None:
        """3.5 The position after round `to`, rebuilt from the last checkpoint before it; nothing is deleted."""
        self.undone.append((r, to))
        self._last, self._redrawn = self._positions[to].step, self._positions[to].redrawn
        self.items.update({**self._first_draws, **self._redrawn})
        self._rebuild()

    @property
    def targets(self) -> set[int]:
        """4.2 The rounds that all went back to: who plays this match again must keep their positions."""
        return {to for _, to in self.takebacks}

    def position(self, r: int) -> Position:
        """The position after round `r`, if it is held."""
        return self._positions[r]

    def remember(self, r: int, position: Position) -> None:
        """Takes in the position after round `r`, of a binding of the same match that has played up to it."""
        self._remember.add(r)
        self._positions[r] = position

    def rewind(self) -> Stand | None:
        """Back to the position after the last closed round; gives the one that was played on ahead, if any was."""
        return self._go_to(self._behind) if self.is_ahead else None

    def resume(self, ahead: Stand) -> None:
        """Ahead once more, as far as was played before `rewind`; no round may have closed since."""
        self._behind = self._go_to(ahead)

    def _go_to(self, stand: Stand | None) -> Stand:
        """From ahead to where the record stands, made anew if it is None, or from there ahead; gives what is left."""
        left = Stand(self.table, self.state, self.checkpoint, self._reached, self.before_checkpoint)
        if stand is not None:
            self.table, self.state, self.checkpoint, self._reached, self.before_checkpoint = stand
        else:
            self._rebuild()
            self.table.round = self.r
        self.is_ahead, self._behind = not self.is_ahead, None
        return left

    def _rebuild(self) -> None:
        """A new table that goes through the steps since the last Checkpoint."""
        step, steps = self._last, []
        while step is not None and step.restart is None:
            steps.append(step)
            step = step.before
        self._begin(None if step is None else step.restart)
        for step in reversed(steps):
            self._apply(step)
