"""A match played on over answers that nobody has signed: its table alone goes on, its record stays as it is.

    ahead = Ahead(match)
    ahead.give(ahead.asked()[0], ["go lucala"])     # IllegalMove if the rules forbid it there
    ahead.leave()                                   # the table stands where the record stands

It goes on as long as it needs no die, no draw, no opening and no other person, and nobody has resigned in the open
round. While a match is ahead it signs nothing and takes nothing in. Rules run as coroutines, which cannot be copied:
the table itself goes on, and is put back by playing again from its last Checkpoint (`Binding.rewind`).
Belongs here: driving the table. Must not be here: files, typed words, what is kept of drafts (`drafts`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pbem.crypto.seal import seal_context, seal_key
from pbem.errors import IllegalMove
from pbem.match.duty import AWAITED
from pbem.match.match import Duty, Match
from pbem.match.steps import SealedItem, Stand
from pbem.play.requests import Ask, Open, Roll, Seal, Sealed, SealMany, Write
from pbem.record.events import Act, Answer
from pbem.record.events import Seal as SealEvent
from pbem.record.wire import SeatLine


class _Left(NamedTuple):
    """Where it was left: the table that was played on, None if the record's was not; and over which record."""

    stand: Stand | None
    depth: int
    sealed: dict[int, list[str]]
    record: tuple[int, int]


class Ahead:
    """The position of a match after answers that are not signed; `depth` is how many rounds it is ahead."""

    def __init__(self, match: Match) -> None:
        self.match, self.depth = match, 0
        self._sealed: dict[int, list[str]] = {}  # by seat: what was given for the pending seal
        self._left: _Left | None = None
        match.binding.rewind()
        self._settle()

    @property
    def round(self) -> int:
        """The round that an answer given now would be signed for."""
        return self.match.binding.r + self.depth

    def asked(self) -> list[Duty]:
        """What people at this desk are asked here."""
        return [duty for duty in self._owed() if self.match.truth(duty) is None]

    def awaited(self) -> list[Duty]:
        """What the pending decision still waits for, of every seat; none if dice, a draw or an opening come first."""
        kind = _kind(self.match.request)
        return [Duty(seat, self.match.name(seat), kind) for seat in self._owing()]

    def waits_for(self) -> str:
        """For what play waits if nobody here is asked: dice, an opening, another seat; "" if somebody is asked."""
        match, request = self.match, self.match.request
        if match.result is not None:
            return "the end of the match"
        if seats := self.leaving():
            return f"what follows the resignation of {', '.join(seats)}"
        if request is None or self.asked():
            return ""
        if isinstance(request, Ask | Write | Seal | SealMany):
            return f"{', '.join(match.name(s) for s in self._owing())}: {AWAITED[_kind(request)]}"
        return "an opening" if isinstance(request, Open) else "dice" if isinstance(request, Roll) else "a draw"

    def leaving(self) -> list[str]:
        """Who resigned in the open round, if this is ahead of it: the game then ends, or goes on without them."""
        match = self.match
        if not self.depth:
            return []
        side = [match.feeds.by_id[id] for id in match.rounds.to_include(min(match.keys, default=0))]
        seats = {one.seat for one in (*match.rounds.effective.values(), *side) if one.kind == "resign"}
        return [match.name(seat) for seat in sorted(seats.difference(match.binding.resigned))]

    def give(self, duty: Duty, says: list[str]) -> None:
        """Plays on over one answer; IllegalMove, and nothing has changed, if our tool would not sign it here."""
        self._take(duty, says)
        self._settle()

    def leave(self) -> None:
        """The match stands where its record stands, and may sign again."""
        self._left = _Left(self.match.binding.rewind(), self.depth, self._sealed, self._record())
        self.depth, self._sealed = 0, {}

    def resume(self) -> bool:
        """Goes on where this was left, without playing anything again; False if the record has grown since."""
        left, self._left = self._left, None
        if left is None or left.record != self._record():
            return False
        self.match.binding.rewind()
        if left.stand is not None:
            self.match.binding.resume(left.stand)
        self.depth, self._sealed = left.depth, left.sealed
        return True

    # ------------------------------------------------------------------ parts

    def _record(self) -> tuple[int, int]:
        """Other for another record: the open round, and how many events there are."""
        return self.match.binding.r, len(self.match.feeds.by_id)

    def _owing(self) -> list[int]:
        """The seats that the pending decision still waits for, those of others too."""
        match, request = self.match, self.match.request
        if not isinstance(request, Ask | Write | Seal | SealMany) or self.leaving():
            return []
        signed = match.rounds.effective if self.depth == 0 else {}
        seats = [match.binding.number(name) for name in match.binding.table.expected()]
        return [seat for seat in seats if seat not in signed and seat not in self._sealed]

    def _owed(self) -> list[Duty]:
        """What is owed by seats that may sign here; they do, or will once this match is not ahead any more."""
        match = self.match
        return [duty for duty in self.awaited() if duty.seat in match.keys and match.refusal(duty.seat) is None]

    def _settle(self) -> None:
        """Answers what leaves its seat no choice, as the tool does when it signs."""
        while (found := self._truth()) is not None:
            self._take(*found)

    def _truth(self) -> tuple[Duty, list[str]] | None:
        for duty in self._owed():
            says = self.match.truth(duty)
            if says is not None:
                return duty, says
        return None

    def _take(self, duty: Duty, says: list[str]) -> None:
        binding = self.match.binding
        table = binding.table
        if duty.kind == "answer":
            say = self._only(says)
            table.check_claims(say)
            binding.is_ahead = True
            table.answered(say)
        else:
            table.check_seal(duty.name, says)
            self._sealed[duty.seat] = says
            if self._owing():
                return
            binding.is_ahead = True
            table.sealed(self._seen())
        self.depth += 1
        table.round = self.round
        self._sealed = {}

    def _only(self, says: list[str]) -> str:
        if len(says) == 1:
            return says[0]
        request = self.match.request
        raise IllegalMove("; ".join(says), request.rule if request else "", f"one answer is asked for, not {len(says)}")

    def _seen(self) -> dict[Sealed[Any], str | None]:
        """The texts of a seal that is complete, as far as this table can read them."""
        match = self.match
        table = match.binding.table
        given: dict[int, list[str]] = dict(self._sealed)
        if self.depth == 0:
            given |= {s: signed_words(match, e) for s, e in match.rounds.effective.items() if s in match.keys}
        return {
            handle: say
            for seat, says in given.items()
            for handle, say in zip(table.handles(match.name(seat)), says, strict=True)
        }


def signed_words(match: Match, event: SeatLine) -> list[str]:
    """What a seat held here has said in an answer or a seal of its own; empty for every other event."""
    msg, gid = event.msg, match.feeds.gid
    if isinstance(msg, Act) and isinstance(msg.body, Answer):
        return [msg.body.say]
    if not isinstance(msg, SealEvent):
        return []
    says = []
    for item in msg.body.items:
        context = seal_context(gid, msg.seat, item.slot, match.rounds.digests[msg.r - 1])
        held = SealedItem(event.id, context, item)
        says.append(held.open(seal_key(match.keys[msg.seat].gs, context, held.salt)) or "")
    return says


def signed_for(match: Match, seat: int, round: int) -> SeatLine | None:
    """The event of a seat that counts in a round, closed or open; None if there is none."""
    if round == match.rounds.r:
        return match.rounds.effective.get(seat)
    closed = match.rounds.closed[round - 1 : round] if round > 0 else []
    return next((event for one in closed for event in one.events if event.seat == seat), None)


def _kind(request: object) -> Any:
    return "seal" if isinstance(request, Seal | SealMany) else "answer"
