"""The rules of a match at work while its log is read, with notes on what they did.

Belongs here: what a report says of play. Must not be here: what is wrong with lines. Source: protocol 2.10, 3.4, 3.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pbem.audit.findings.report import OwedEvent, Report, Witness
from pbem.crypto.hashing import b64, unb64
from pbem.match.binding import Binding
from pbem.match.played import Disagreement, titles_of
from pbem.match.policy import contributors, is_unwitnessed
from pbem.play.requests import DrawSecret
from pbem.record.events import Disclose, Reveal
from pbem.record.rounds import Closed, Rounds
from pbem.record.wire import SeatLine


class AskedAfter(msgspec.Struct, frozen=True):
    """What the rules ask for after a round; the same at every table, whatever it can peek at (design 2)."""

    round: int
    request: str
    rule: str
    about: str
    kinds: tuple[str, ...]
    seats: tuple[int, ...]
    checkpoint: str

    def words(self, names: Sequence[str]) -> str:
        """In a few words, with the names of the seats."""
        what = " ".join(w for w in (self.request, self.rule, self.about) if w)
        return f"{what or 'nothing'} of {' and '.join(names[s] for s in self.seats) or 'nobody'}"


class Follower:
    """Who follows a reading: is shown each round that closes, before the rules go on. Override what you want."""

    def __init__(self, binding: Binding) -> None:
        self.binding = binding

    def closes(self, closed: Closed) -> None:
        """A round closes."""


class Watch:
    """The engine of a reading. `rolls` counts dice rounds; `desyncs` are events with another state digest than ours.

    `follower` is shown what goes on, if there is one.
    """

    follower: Follower | None = None

    def __init__(self, binding: Binding) -> None:
        self.binding = binding
        self.expected, self.legal, self.legal_agreed = binding.expected, binding.legal, binding.legal_agreed
        self.rolls = 0
        self._shown: set[tuple[int, str | None, str]] = set()  # what was opened again after a takeback counts once
        self.undos: dict[str, int] = {}  # how often a seat took back
        self.desyncs: list[tuple[Disagreement, str]] = []

    def close(self, closed: Closed) -> None:
        """Hands a closed round on, and takes notes."""
        binding = self.binding
        if self.follower is not None:
            self.follower.closes(closed)
        known, resigned = len(binding.disagreements), binding.resigned
        undone = len(binding.undone) - len(binding.takebacks)
        binding.close(closed)
        if closed.events[0].msg.kind == "entropy" and binding.resigned == resigned:
            self.rolls += 1
        self._shown.update(_openings(closed.events))
        if len(binding.undone) - len(binding.takebacks) > undone:
            name = binding.names[closed.seats[0]]
            self.undos[name] = self.undos.get(name, 0) + 1
        if len(binding.disagreements) > known:
            ids = {binding.names[e.seat]: e.id for e in closed.events}
            self.desyncs += [(d, ids[d.seat]) for d in binding.disagreements[known:]]

    # ------------------------------------------------------------------ questions

    def fill_in(self, report: Report, rounds: Rounds) -> Report:
        """A report with what only play can tell."""
        result = self.binding.result if self.binding.has_ended else None
        return msgspec.structs.replace(
            report,
            rounds=rounds.r - 1,
            digest=b64(rounds.digest),
            result=result.text if result is not None else "",
            by=result.by if result is not None else "",
            winners=result.winners if result is not None else (),
            score=result.score if result is not None else None,
            awaited=self.awaited(rounds),
            disclosed=tuple(self.binding.names[s] for s in sorted(self.disclosed(rounds))),
            openings=len(self._shown.union(_openings(rounds.effective.values()))),
            rolls=self.rolls,
            unwitnessed=len(self.binding.unwitnessed),
            witness=self.witness(),
            host=self.host(),
            titles=self.titles(),
            undos=dict(sorted(self.undos.items())),
            takebacks=len(self.binding.takebacks),
        )

    def witness(self) -> Witness:
        """2.10 Whether one person alone could know dice beforehand, or a lone player's needed the host's numbers."""
        binding = self.binding
        if not binding.ruleset.chain_n:
            return "no dice"
        everyone = tuple(range(len(binding.seats)))
        could = is_unwitnessed(binding.seats, contributors(binding.by, binding.seats, everyone[:1]))
        if binding.unwitnessed or (could and not self.rolls):
            return "self-rolled"
        return "host-rolled" if self.host() else "witnessed"

    def host(self) -> str:
        """The identity of the judge whose dice go with those of the one player; empty if there are more players."""
        players = {s.id for s in self.binding.seats if s.role != "judge"}
        judges = [s.id for s in self.binding.seats if s.role == "judge" and "judge" in self.binding.by]
        return judges[0] if judges and len(players) == 1 and judges[0] not in players else ""

    def titles(self) -> dict[str, str]:
        """The names of the seats that are a side of the game, as its board has them; none if it cannot be drawn."""
        return titles_of(self.binding)

    def awaited(self, rounds: Rounds) -> tuple[OwedEvent, ...]:
        """What every seat owes to the open round."""
        expected = self.binding.expected()
        if expected is None:
            return ()
        kind = expected.kinds[0]
        if kind == "act":
            kind = "private draw" if isinstance(self.binding.table.pending, DrawSecret) else "answer"
        return tuple(OwedEvent(self.binding.names[seat], kind) for seat in rounds.owing())

    def rule(self) -> str:
        """The rule of the pending request; empty if none is pending."""
        request = None if self.binding.r == 1 or self.binding.has_ended else self.binding.table.pending
        return request.rule if request is not None else ""

    def disclosed(self, rounds: Rounds) -> dict[int, bytes]:
        """The secrets in the record, by seat; those of an unfinished round of disclosing too."""
        if self.binding.is_over:
            return dict(self.binding.disclosed)
        shown = [e.msg for e in rounds.effective.values() if isinstance(e.msg, Disclose)]
        return {msg.seat: unb64(msg.body.gs, 32) for msg in shown}


def _openings(events: Iterable[SeatLine]) -> set[tuple[int, str | None, str]]:
    """What these open: seat, the event that sealed it (None: a private draw), slot."""
    shown = [event.msg for event in events if isinstance(event.msg, Reveal)]
    return {(msg.seat, opening.of, opening.slot) for msg in shown for opening in msg.body.openings}


class TrailWatch(Watch):
    """Keeps `trail`, what the rules asked for after each round."""

    def __init__(self, binding: Binding) -> None:
        super().__init__(binding)
        self.trail: list[AskedAfter] = []

    def close(self, closed: Closed) -> None:
        """Hands a closed round on, and notes what is asked next."""
        super().close(closed)
        self.trail.append(self._asked())

    def _asked(self) -> AskedAfter:
        binding, expected = self.binding, self.binding.expected()
        request = None if binding.has_ended else binding.table.pending
        return AskedAfter(
            binding.r,
            type(request).__name__ if request is not None else "",
            request.rule if request is not None else "",
            request.about if request is not None else "",
            expected.kinds if expected is not None else (),
            expected.seats if expected is not None else (),
            binding.checkpoint,
        )
