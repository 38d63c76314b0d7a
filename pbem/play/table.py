"""A table runs one procedure: it holds the one pending request and hands the answers in.

Belongs here: what is legal now, what goes back into the procedure, the story.
Must not be here: files, keys, rounds of the record, mail. Source: protocol 3.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, Generic, TypeVar

import msgspec

from pbem.errors import BadRules, IllegalMove
from pbem.play import contract
from pbem.play.listener import Listener
from pbem.play.requests import (
    AnySeal,
    Ask,
    Checkpoint,
    Draw,
    DrawSecret,
    Handle,
    Listed,
    Open,
    Options,
    Request,
    Resigned,
    Roll,
    Roller,
    Seal,
    Sealed,
    SealMany,
    Tell,
    Write,
)
from pbem.play.restart import Restart, encode, kept
from pbem.play.restart import ToldSentence as ToldSentence  # the story is a table's
from pbem.play.secrets import Incident, Secrets, slot_order
from pbem.play.words import check_fits, check_say, tried_in

R = TypeVar("R")
T = TypeVar("T")


class Table(Generic[R]):
    """One run of one procedure.

    `pending` is the request it rests at, None when the procedure has returned; then `result` is its value.
    `round` is the number of the round that would answer `pending`; who drives the table keeps it true.
    `seats` gives the order of seats if several answer at once; without it, they go by name.
    `listeners` are told what happens; who joins the sequence later hears what follows.
    `secrets` are those of another table: for a run that begins when the state already holds handles.
    `since` is a Checkpoint of another table: then the procedure runs on the state that was kept there, and all goes on
    as it did. `restart` is the last Checkpoint that this table came to, None if it came to none.
    `gone` are the seats that have left: the rules ask nobody for them.
    """

    def __init__(
        self,
        procedure: Coroutine[Request[Any], Any, R],
        *,
        seats: Sequence[str] = (),
        listeners: Sequence[Listener] = (),
        first_round: int = 2,
        secrets: Secrets | None = None,
        since: Restart | None = None,
    ) -> None:
        self._procedure = procedure
        self._seats = tuple(seats)
        self._listeners = listeners
        self._roller: Roller | None = None
        self._labels: dict[str, int] = {}
        self._options: Options[Any] | None = None
        self._expected: tuple[str, ...] = ()
        self._read: tuple[str | None, Any] = None, None  # words that fit what is pending, and what they were read as
        self._items: dict[str, tuple[Options[Any], ...]] = {}
        self._handles: dict[tuple[str, int], tuple[Handle, ...]] = {}  # by seat and round, of what is pending
        self.secrets = Secrets() if secrets is None else secrets.copy()
        self.round = first_round
        self.pending: Request[Any] | None = None
        self.result: R | None = None
        self.story: list[ToldSentence] = []
        self.restart: Restart | None = None
        self.gone: frozenset[str] = frozenset()
        contract.check_is_procedure(procedure)
        if since is not None:
            self._go_on_from(since)
        self._advance(None)

    # ------------------------------------------------------------------ questions

    @property
    def incidents(self) -> list[Incident]:
        return self.secrets.incidents

    @property
    def options(self) -> Options[Any]:
        """What may be answered to a pending Ask or Write."""
        assert self._options is not None, f"nobody is asked at {self.pending!r}"
        return self._options

    def legal(self) -> list[Any]:
        """The legal answers to a pending Ask; the draft alone of a Write."""
        options = self.options
        return list(options.legal) if isinstance(options, Listed) else [options.default()]

    def expected(self) -> tuple[str, ...]:
        """The seats that owe something to the pending request, in seat order; empty for dice and at the end."""
        return self._expected

    def handles(self, seat: str) -> tuple[Handle, ...]:
        """The handles that a pending seal or secret draw will give for this seat."""
        known = self._handles.get((seat, self.round))
        if known is None:
            request = self.pending
            assert isinstance(request, DrawSecret | Seal | SealMany)
            many = 1 if isinstance(request, DrawSecret) else len(self._items[seat])
            known = self._handles[seat, self.round] = self.secrets.handles(seat, self._stem(request), many)
        return known

    def to_open(self, seat: str) -> tuple[Handle, ...]:
        """The handles of this seat that the pending Open shows, in slot order, each once."""
        assert isinstance(self.pending, Open)
        mine = {h for h in self.pending.sealed.values() if h.seat == seat and not self.secrets.is_public(h)}
        return tuple(sorted(mine, key=slot_order))

    def peek(self, sealed: Sealed[T]) -> T | None:
        """What is in it as far as this table can see; None if it cannot."""
        return self.secrets.peek(sealed)

    def where(self) -> list[str]:
        """The rule path: the procedures under way, outermost first, by name."""
        path: list[str] = []
        running: Any = self._procedure
        while running is not None and hasattr(running, "cr_code"):
            path.append(running.cr_code.co_qualname)
            running = running.cr_await
        return path

    # ------------------------------------------------------------------ before signing

    def check(self, say: str) -> Any:
        """The answer that `say` gives to the pending Ask or Write; raises IllegalMove and changes nothing."""
        request = self.pending
        assert isinstance(request, Ask | Write)
        return self.options.read(say, tried_in(request, request.seat), request.rule)

    def fits(self, say: str) -> None:
        """Raises as `check` does. What was read here, the rules take for the same words: each answer is read once."""
        self._read = say, self.check(say)

    def check_claims(self, say: str) -> None:
        """Whether an answer may be signed: its words fit the record, and late checks hold as far as this table sees.

        Raises IllegalMove; Unsayable if the ruleset finds words legal that no event can say.
        """
        request = self.pending
        assert isinstance(request, Ask | Write)
        answer = self.check(say)
        check_say(say, tried_in(request, request.seat), request.rule)
        self.secrets.refuse_false(request.late(answer), request.seat, {})

    def check_seal(self, seat: str, says: Sequence[str]) -> None:
        """Whether these texts may be sealed by `seat` for the pending seal, late checks included.

        Raises IllegalMove; Unsayable if the ruleset finds words legal that no event can say, or that are too long for
        the slot: at the opening the default would count, and the audit would take their owner for a cheat.
        """
        request = self.pending
        assert isinstance(request, Seal | SealMany)
        items, tried = request.per_seat()[seat], tried_in(request, seat)
        if len(says) != len(items):
            raise IllegalMove(tried, request.rule, f"{len(items)} texts are asked for, {len(says)} given")
        values = [item.read(say, tried, request.rule) for item, say in zip(items, says, strict=True)]
        for i, say in enumerate(says):
            check_say(say, tried, request.rule)
            check_fits(say, request.bucket_of(seat, i), tried, request.rule)
        handles = {s: self.handles(s) for s in request.per_seat()}
        mine = dict(zip(handles[seat], values, strict=True))
        lates = [late for late in request.late(request.give(handles)) if any(h in mine for h in late.needs)]
        self.secrets.refuse_false(lates, seat, mine)

    # ------------------------------------------------------------------ answers

    def answered(self, say: str) -> None:
        """The pending Ask or Write is answered; raises IllegalMove and changes nothing."""
        answer = self._read[1] if self._read[0] == say else self.check(say)
        request = self.pending
        assert isinstance(request, Ask | Write)
        self.secrets.claim(request.late(answer), self.round, request.seat)
        self._advance(answer)

    def sealed(self, seen: Mapping[Handle, str | None] | None = None) -> None:
        """Every expected seat has sealed; `seen` are the texts that this table can read."""
        request = self.pending
        assert isinstance(request, Seal | SealMany)
        given = request.give(self._make_handles(request))
        for handle, text in (seen or {}).items():
            self.secrets.see(handle, text, self.round)
        self._claim_sealed(request, given)
        self._advance(given)

    def drawn(self, roller: Roller | None, seen: Roller | None = None) -> Handle:
        """The secret draw and the entropy round behind it are closed; the entropy serves public dice too.

        `seen` is the private stream if this table knows it; it tells nothing while an earlier draw is not seen.
        """
        request = self.pending
        assert isinstance(request, DrawSecret)
        (handle,) = self.handles(request.seat)
        self.secrets.take([handle], [request], public=False)
        if seen is not None and all(self.secrets.is_seen(h) for h in request.less):
            self.secrets.see(handle, seen, self.round)
        self._roller, self._labels = roller, {}
        self._advance(handle)
        return handle

    def rolled(self, roller: Roller, *, once: bool = False) -> None:
        """Entropy for the pending Roll or Draw and, unless `once`, for all that follow before the next round."""
        request = self.pending
        assert isinstance(request, Roll | Draw)
        self._roller, self._labels = roller, {}
        value = self._from_roller(request)
        self._roller = None if once else roller
        self._advance(value)

    def opened(self, contents: Mapping[Handle, str | Roller | None]) -> None:
        """The pending Open is complete: for each handle not yet public its text, or the stream of a secret draw."""
        request = self.pending
        assert isinstance(request, Open)
        for handle in sorted(contents, key=slot_order):
            self.secrets.publish(handle, contents[handle], self.round)
        self._advance(self._public_values(request))

    def leave(self, seats: Iterable[str]) -> None:
        """3.5 These seats have left for good, and play goes on: from now on nobody is asked for them.

        What they are asked has its quietest answer: the first legal one, the draft. What they sealed and did not open
        counts as the default of its slot. It follows from what is public, so that every table finds the same.
        """
        self.gone |= frozenset(seats)
        request = self.pending
        if request is not None and not isinstance(request, Roll | Draw):
            done, value = self._at_once(request)
            if done:
                self._advance(value)

    def answer(self, answer: Any = None) -> None:
        """One answer of any kind to whatever is pending, all secrets seen: for tests and playouts.

        Ask and Write take the value or its words; a seal a mapping seat -> value, or values; an Open nothing;
        Roll and Draw the tuple itself or a Roller; a DrawSecret the tuple drawn or a Roller.
        """
        from pbem.play.giving import give  # no play of a match needs it
        give(self, answer)
        self.round += 1

    # ------------------------------------------------------------------ running

    def _advance(self, value: Any) -> None:
        """Runs the procedure to its next request that needs a round."""
        self.pending, self._options, self._expected, self._handles, self._read = None, None, (), {}, (None, None)
        try:
            for asked in count():
                request = contract.next_request(self._procedure, value)
                try:
                    contract.check_goes_on(asked)
                    done, value = self._at_once(request)
                except BadRules as fault:
                    self._procedure.throw(fault)  # passes the line of the rules that asks
                    raise
                if not done:
                    self.pending, self._roller = request, None
                    return
        except StopIteration as stop:
            self.result = stop.value

    def _go_on_from(self, since: Restart) -> None:
        """To the Checkpoint that was kept, which a procedure that can restart asks for first."""
        self.round, self.secrets = since.round, since.secrets.copy()
        self._roller, self._labels, self.gone = since.roller, dict(since.labels), since.gone
        self.story = list(since.story[: since.told])
        first = contract.next_request(self._procedure, None)
        if not since.fits(first):
            raise BadRules(f"rules cannot restart from the state of a Checkpoint: they ask {first!r} first")
        self._at_once(first)

    def _at_once(self, request: Request[Any]) -> tuple[bool, Any]:
        """Whether a request needs no round, and then its answer."""
        contract.check_request(request)
        match request:
            case Tell():
                self.story.append(kept(self.round, request))
                for listener in self._listeners:
                    listener.told(request)
                return True, None
            case Resigned():
                return True, self._in_order(set(self.gone))
            case Ask() | Write():
                return self._ask(request)
            case Roll(dice=0) | Draw(count=0):
                return True, ()
            case Roll() | Draw() if self._roller is not None:
                return True, self._from_roller(request)
            case Open(sealed=sealed):
                handles = set(sealed.values())
                contract.check_order([h.slot for h in handles if not self.secrets.can_open(h, handles)])
                for handle in sorted(handles, key=slot_order) if self.gone else ():
                    if handle.seat in self.gone and not self.secrets.is_public(handle):
                        self.secrets.forfeit(handle, self.round)  # 3.5
                self._expected = self._in_order({h.seat for h in handles if not self.secrets.is_public(h)})
                return not self._expected, self._public_values(request) if not self._expected else None
            case Seal() | SealMany():
                return self._seal(request)
            case Checkpoint(state=state):
                sorted_json = msgspec.json.encode(state, order="sorted") if self._listeners else b""
                for listener in self._listeners:
                    listener.reached(request, sorted_json)
                known, labels = self.secrets.copy(), dict(self._labels)
                story, told = self.story, len(self.story)
                self.restart = Restart(encode(state), self.round, known, self._roller, labels, story, told, self.gone)
                return True, None
            case DrawSecret(seat=seat, less=less):
                contract.check_seen(seat, [h.slot for h in less if h.seat != seat and not self.secrets.is_public(h)])
                if seat in self.gone:
                    return True, self._left_undrawn(request)
                self._expected = (seat,)
                return False, None
            case Roll() | Draw():
                return False, None
        raise AssertionError(f"no request is like {request!r}")

    def _ask(self, request: Ask[Any] | Write[Any]) -> tuple[bool, Any]:
        """An Ask with one legal answer is answered here (protocol 3.2), and what asks a seat that has left (3.5)."""
        options: Options[Any] = contract.run(lambda: request.options())
        if isinstance(options, Listed):
            contract.check_legal(request, options)
            if len(options.legal) == 1 and request.seat not in self.gone:
                self.secrets.claim(request.late(options.legal[0]), self.round, request.seat)
                return True, options.legal[0]
        if request.seat in self.gone:
            return True, options.default()  # it claims nothing
        self._options, self._expected = options, (request.seat,)
        return False, None

    def _seal(self, request: AnySeal) -> tuple[bool, Any]:
        """A seat with one legal answer for each item is not asked (protocol 3.2), nor is one that has left (3.5)."""
        self._items, self._handles = request.per_seat(), {}
        for seat, items in self._items.items():
            contract.check_items(request, seat, items)
        asked = {s for s, items in self._items.items() if any(i.only is None for i in items)}
        self._expected = self._in_order(asked - self.gone)
        if self._expected:
            return False, None
        given = request.give(self._make_handles(request))
        self._claim_sealed(request, given)
        return True, given

    def _claim_sealed(self, request: AnySeal, given: Any) -> None:
        """Takes note of what the seats claim of what they sealed; one that has left claims nothing."""
        lates = [late for late in request.late(given) if not late.needs or late.needs[0].seat not in self.gone]
        self.secrets.claim(lates, self.round, "")

    def _left_undrawn(self, request: DrawSecret) -> Sealed[Any]:
        """3.5 A secret draw of a seat that has left: nothing is drawn, its handle counts as its first candidates."""
        (handle,) = self.secrets.handles(request.seat, self._stem(request), 1)
        self.secrets.take([handle], [request], public=False)
        return handle

    def _from_roller(self, request: Roll | Draw) -> tuple[Any, ...]:
        """Dice or a draw under a label of its own (protocol 3.3)."""
        assert self._roller is not None
        stem = f"{request.rule}/{request.about}" if request.about else request.rule
        k = self._labels.get(stem, 0)
        self._labels[stem] = k + 1
        if isinstance(request, Roll):
            given: tuple[Any, ...] = self._roller.roll(f"{stem}/{k}", request.dice, request.sides)
        else:
            given = self._roller.sample(f"{stem}/{k}", sorted(request.pool), request.count)
        for listener in self._listeners:
            listener.rolled(request, given)
        return given

    def _stem(self, request: Request[Any]) -> str:
        return f"r{self.round}/{request.rule}/{request.about}" if request.about else f"r{self.round}/{request.rule}"

    def _make_handles(self, request: AnySeal) -> dict[str, tuple[Handle, ...]]:
        stem, given = self._stem(request), {}
        for seat, items in self._items.items():
            given[seat] = self._handles.get((seat, self.round)) or self.secrets.handles(seat, stem, len(items))
            self.secrets.take(given[seat], items, public=seat not in self._expected, face_down=request.face_down)
        return given

    def _public_values(self, request: Open[Any, Any]) -> dict[Any, Any]:
        return {key: self.secrets.peek(handle) for key, handle in request.sealed.items()}

    def _in_order(self, seats: set[str]) -> tuple[str, ...]:
        return tuple([s for s in self._seats or sorted(seats) if s in seats])
