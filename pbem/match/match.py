"""One match as one player's tool holds it: its log, its rounds, its table, and what its seats owe.

Belongs here: taking events in, making events, what is owed. Must not be here: files, mail, prompts, rules.
Order of writing (protocol 2.13): what is signed goes to `keep` first; only then is it used or sent.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from pbem.crypto.entropy import Chain
from pbem.crypto.hashing import b64
from pbem.crypto.keys import Held, identity_seed, keys_of, public_key
from pbem.errors import BadRecord, IllegalMove, MissingRecords, NotYourTurn, PbemError, Unsupported, WrongUse
from pbem.limits import MAX_NOTE, SIDE_LIMIT
from pbem.match.agreements import PositionGone, Wanted
from pbem.match.binding import Binding
from pbem.match.consent import Proposal, check_proposal, proposals
from pbem.match.desync import Otherwise, what_stops
from pbem.match.duty import Duty as Duty
from pbem.match.duty import DutyKind, honest, kind_owed, too_soon
from pbem.match.making import join_body, priv_body, reveal_body, seal_body
from pbem.match.played import title_of
from pbem.match.policy import clock_of, may_show
from pbem.match.stretch import not_asked
from pbem.play.listener import Listener
from pbem.play.requests import Ask, Request, Write, hangs_on_secret
from pbem.record import events as ev
from pbem.record.feeds import Feeds, Twins
from pbem.record.rounds import Rounds
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine
from pbem.ruleset import Result, Ruleset


class Match:
    """A match seen with the keys of some seats (none: a stranger with the log).

    `masters` gives for each seat held here its person's master secret, or the keys of this seat in this match: these
    can do all but join. `disclosed` gives game secrets known otherwise (the auditor's).
    `keep` stores a signed event for good before it is used; `clock` gives claimed Unix seconds. `may_pass` says whether
    the open round has been open for long enough to answer what a secret may decide (`is_held`); by default never.
    """

    def __init__(
        self,
        genesis: GenesisLine,
        ruleset: Ruleset,
        files: dict[str, Any],
        *,
        masters: Mapping[int, Held] | None = None,
        disclosed: Mapping[int, bytes] | None = None,
        keep: Callable[[SeatLine], None] = lambda _event: None,
        clock: Callable[[], int] = lambda: 0,
        despite_desync: bool = False,
        may_pass: Callable[[int], bool] = lambda _round: False,
    ) -> None:
        self.genesis, self.ruleset, self.files = genesis, ruleset, files
        self._keep, self._clock, self._despite_desync = keep, clock, despite_desync
        self.feeds = Feeds(genesis)
        self._masters = {s: held for s, held in (masters or {}).items() if isinstance(held, bytes)}
        self.keys = {s: keys_of(held, self.feeds.gid, s) for s, held in (masters or {}).items()}
        self._secrets = {s: k.gs for s, k in self.keys.items()} | dict(disclosed or {})
        self._chains: dict[int, Chain] = {}
        self.held_back: dict[int, PbemError] = {}  # seats that may not sign now, and why
        self.may_pass = may_pass
        self.left: object = None  # the desk's own: what it played on over this record, and left
        self.typed: Mapping[tuple[str, str], str] = {}  # by seat and rule what its person typed last, if it is kept
        self.otherwise: Otherwise | None = None  # set by who reads a log: how this build differs from the one recorded
        self.binding: Binding
        self.rounds: Rounds
        self._start()

    def _start(self) -> None:
        self.binding = Binding(self.genesis, self.ruleset, self.files, self._secrets)
        self.rounds = Rounds(self.feeds, self.binding)

    # ------------------------------------------------------------------ questions

    @property
    def state(self) -> msgspec.Struct:
        """The public position."""
        return self.binding.state

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        return self.binding.result

    @property
    def request(self) -> Request[Any] | None:
        """What the rules wait for; None before the start and after the end."""
        started = self.binding.r > 1 and self.result is None
        return self.binding.table.pending if started else None

    @property
    def clock(self) -> ev.Clock | None:
        """4.7 The clock of the first line, None if it names none."""
        return clock_of(self.genesis.msg.body)

    @property
    def twins(self) -> list[Twins]:
        """Proofs that a seat signed two events for one place."""
        return [self.feeds.twins[s] for s in sorted(self.feeds.twins)]

    def name(self, seat: int) -> str:
        """The ruleset's name of a seat."""
        return self.binding.names[seat]

    def owing(self) -> list[Duty]:
        """What every seat owes to the open round; nothing once play has stopped at twins (2.9): nobody is awaited."""
        kind = None if self.feeds.twins else kind_owed(self.binding.expected(), self.binding.table.pending)
        return [Duty(s, self.name(s), kind) for s in self.rounds.owing()] if kind else []

    def mine(self) -> list[Duty]:
        """What the seats held here owe."""
        return [d for d in self.owing() if d.seat in self.keys]

    # ------------------------------------------------------------------ taking in

    def take(self, events: Iterable[Event], *, checked: bool = False) -> list[BadRecord]:
        """Takes events in, in any order, and closes what can be closed; gives the faults of those refused."""
        faults = []
        for event in sorted(events, key=lambda e: 0 if e.kind in ("genesis", "join") else 1):
            try:
                self.feeds.add(event, checked=checked)
            except BadRecord as fault:
                fault.refused = event
                faults.append(fault)
        self._settle()
        return faults

    def _settle(self) -> None:
        if any(f.cut is not None and f.n > f.cut for f in self.feeds.feeds):
            self.feeds = self.feeds.without_twins()
            self._start()
        self._advance()

    def _advance(self) -> None:
        """Closes what can be closed; for a position that is gone the match is played again up to it (4.2)."""
        while True:
            try:
                return self.rounds.advance()
            except PositionGone as gone:
                self._play_again(gone.round)

    def _play_again(self, to: int) -> None:
        """4.2 All go back further than positions are kept: a second binding plays the closed rounds up to there."""
        again = self.rebound(remember=[to])
        for closed in self.rounds.closed[:to]:
            again.close(closed)
        self.binding.remember(to, again.position(to))

    def rebound(self, *, remember: Iterable[int] = (), listeners: Iterable[Listener] = (),
                secrets: Mapping[int, bytes] | None = None) -> Binding:
        """A binding of this match that has played nothing: the closed rounds can be shown to it."""
        return Binding(
            self.genesis, self.ruleset, self.files, self._secrets if secrets is None else secrets,
            listeners=listeners, remember=self.binding.targets.union(remember),
        )

    # ------------------------------------------------------------------ making events

    def join(self, seat: int) -> SeatLine:
        """Takes a seat: its keys and commitments, signed by the identity (protocol 2.5)."""
        self._may_sign(seat, "join")
        if self.genesis.msg.body.nonce is None:
            raise WrongUse("the first line has no nonce: an earlier match of the same people would tell its dice",
                           "ask the host for a new match")
        if seat not in self._masters:
            raise NotYourTurn("a seat is taken with the identity of its person", "take it with: pbem join")
        keys, identity = self.keys[seat], identity_seed(self._masters[seat])
        if b64(public_key(identity)) != self.binding.seats[seat].id:
            raise WrongUse(f"the seat {self.name(seat)} is not yours: the first line names another identity")
        body = join_body(keys, identity, self._chain(seat), self.ruleset)
        return self._sign(ev.Join(**self._core(seat), body=body), identity)

    def answer(self, seat: int, say: str) -> SeatLine:
        """Answers the pending Ask or Write; IllegalMove if the rules or a secret of this seat forbid it."""
        request = self.request
        self._may_sign(seat, "answer")
        assert isinstance(request, Ask | Write)
        self.binding.table.check_claims(say)
        return self._act(seat, ev.Answer(rule=request.rule, about=request.about, say=say))

    def undo(self, seat: int, to: int) -> SeatLine:
        """3.5 Goes back to the position after round `to`."""
        self._may_write(seat)
        if seat not in [d.seat for d in self.owing()]:
            raise NotYourTurn(*not_asked(self.name(seat), self.rounds, seat, [d.name for d in self.owing()]))
        self.binding.check_undo(seat, to)
        return self._act(seat, ev.Undo(to=to))

    def seal(self, seat: int, says: list[str]) -> SeatLine:
        """Seals the texts asked for, in slot order; IllegalMove if they are not legal."""
        self._may_sign(seat, "seal")
        self.binding.table.check_seal(self.name(seat), says)
        body = seal_body(self.binding, seat, self._secrets[seat], says, self.rounds.digest)
        return self._sign_game(seat, ev.Seal(**self._core(seat), st=self.binding.checkpoint or None, body=body))

    def resign(self, seat: int) -> SeatLine:
        """The seat gives up (protocol 3.5)."""
        self._may_write(seat, aside=True)
        if self.result is not None:
            raise IllegalMove(f"{self.name(seat)} resigns", "resign", "the match has ended")
        if seat in self.binding.resigned:
            raise IllegalMove(f"{self.name(seat)} resigns", "resign", "it has resigned already")
        return self._sign_game(seat, ev.Resign(**self._core(seat), body=ev.ResignBody()))

    def proposals(self) -> list[Proposal]:
        """4.2 What is proposed on the open round, in the order in which it came here."""
        return proposals(self.binding, self.feeds, self.rounds)

    def agree(self, seat: int, wanted: Wanted) -> SeatLine:
        """4.2 Proposes, or consents to the same; IllegalMove if it cannot be done. No consent is ever automatic."""
        self._may_write(seat, aside=True)
        check_proposal(self.binding, self.feeds, self.rounds, seat, wanted)
        core = self._core(seat) | {"inc": ()}
        return self._sign_game(seat, ev.Agree(**core, body=wanted))

    def do_agreed(self, seat: int, proposal: Proposal) -> SeatLine:
        """4.2 The seat that is asked does what all others agreed to; IllegalMove if somebody has not."""
        self._may_write(seat)
        core = self._core(seat)
        core["inc"] = tuple(sorted({*core["inc"], *proposal.ids}))
        return self._sign_game(seat, ev.Act(**core, body=ev.Agreed(of=proposal.ids[0])))

    def claim(self, seat: int, body: ev.Seen | ev.Away | ev.Late) -> SeatLine:
        """4.7 A word about time, without effect on play."""
        self._may_write(seat, aside=True)
        core = self._core(seat) | {"inc": ()}
        return self._sign_game(seat, ev.Claim(**core, body=body))

    def note(self, seat: int, text: str) -> SeatLine:
        """A remark for all seats."""
        self._may_write(seat, aside=True)
        if not 0 < len(text) <= MAX_NOTE:
            raise WrongUse(f"a note has 1 to {MAX_NOTE:,} characters")
        core = self._core(seat) | {"inc": ()}
        return self._sign_game(seat, ev.Note(**core, body=ev.NoteBody(text=text)))

    def run_mechanical(self) -> list[SeatLine]:
        """Makes every event that needs no human, until none is owed here; gives them in order."""
        made: list[SeatLine] = []
        while self.can_sign():
            duty = next((d for d in self.mine() if self._may_act(d)), None)
            if duty is None:
                break
            made.append(self._mechanical(duty))
        return made

    def truth(self, duty: Duty) -> list[str] | None:
        """The words of the one honest answer, if a secret leaves this seat no choice; None if it has one."""
        return honest(self.request, self.binding.table, duty.name) if duty.kind in ("answer", "seal") else None

    def is_held(self) -> bool:
        """Whether what is asked may not be answered yet, in any way: a secret may decide it, and haste would tell."""
        request = self.request
        return request is not None and hangs_on_secret(request) and not self.may_pass(self.rounds.r)

    def can_sign(self) -> bool:
        """Whether play goes on here: nobody has signed twice, and no other build disagrees."""
        return not self.feeds.twins and self._desync() is None

    def _mechanical(self, duty: Duty) -> SeatLine:
        self._may_write(duty.seat)
        agreed = self._agreed(duty)
        if agreed is not None:
            return self.do_agreed(duty.seat, agreed)
        says = self.truth(duty)
        if says is not None:
            return self.answer(duty.seat, says[0]) if duty.kind == "answer" else self.seal(duty.seat, says)
        match duty.kind:
            case "entropy":
                return self._entropy(duty.seat)
            case "reveal":
                body = reveal_body(self.binding, duty.seat, self._secrets[duty.seat])
                return self._sign_game(duty.seat, ev.Reveal(**self._core(duty.seat), body=body))
            case "private draw":
                gs = self._secrets[duty.seat]
                return self._act(duty.seat, priv_body(self.binding, duty.seat, gs, self.rounds.digest))
            case "disclose" if self.binding.has_ended:
                shown = ev.DiscloseBody(epoch=0, gs=b64(self._secrets[duty.seat]))
                return self._sign_game(duty.seat, ev.Disclose(**self._core(duty.seat), body=shown))
        raise AssertionError(f"nothing is made without a human for {duty}")

    def _may_act(self, duty: Duty) -> bool:
        if self.refusal(duty.seat) is not None:
            return False
        if self._agreed(duty) is not None:
            return True
        if not duty.is_mechanical and (self.truth(duty) is None or self.is_held()):
            return False
        if duty.kind != "entropy":
            return True
        expected = self.binding.expected()
        assert expected is not None
        return may_show(
            duty.seat, self.binding.seats, self.binding.movers, list(self.rounds.effective), expected.seats
        )

    def _agreed(self, duty: Duty) -> Proposal | None:
        """4.2 What this seat's player signed for, and everybody else too: the tool does it by itself."""
        if duty.kind not in ("answer", "seal"):
            return None
        return next((p for p in self.proposals() if p.is_by(duty.seat) and p.is_complete(duty.seat)), None)

    def _entropy(self, seat: int) -> SeatLine:
        i = self.feeds.feeds[seat].chain_i + 1
        chain = self._chain(seat)
        if i > chain.n:
            raise Unsupported(f"{self.name(seat)} has no dice left: all {chain.n} elements of its chain are used")
        body = ev.EntropyBody(c=0, e=b64(chain.element(i)), i=i)
        return self._sign_game(seat, ev.Entropy(**self._core(seat), body=body))

    def _act(self, seat: int, body: ev.Answer | ev.Undo | ev.Priv) -> SeatLine:
        st = self.binding.checkpoint if isinstance(body, ev.Answer) else ""
        return self._sign_game(seat, ev.Act(**self._core(seat), st=st or None, body=body))

    # ------------------------------------------------------------------ signing

    def _may_write(self, seat: int, *, aside: bool = False) -> None:
        """Refuses while play has stopped, or for a seat that may not sign here; `aside` for side events."""
        refusal = self.refusal(seat)
        if refusal is not None:
            raise refusal
        if aside and self.feeds.feeds[seat].join is None:
            raise NotYourTurn(f"the seat {self.name(seat)} has not joined yet", "take it with `pbem join` first")
        if aside and self.feeds.side_count(seat, self.rounds.base) >= SIDE_LIMIT:
            raise WrongUse(f"{self.name(seat)} has written {SIDE_LIMIT} notes in this round, more do not count",
                           "wait for the next round")

    def refusal(self, seat: int) -> PbemError | None:
        """Why a seat may sign nothing now; None if it may."""
        if seat not in self.keys:
            return NotYourTurn(f"the seat {self.name(seat)} is not held here")
        if seat in self.held_back:
            return self.held_back[seat]
        if self.feeds.feeds[seat].pk not in (b"", self.keys[seat].pk):
            return WrongUse(f"the seat {self.name(seat)} has joined with other keys than are held here")
        for twins in self.twins:
            return twins.error(title_of(self.binding, twins.seat))
        if not self.feeds.is_whole(seat, self.keys[seat].pk):
            return MissingRecords(
                f"{self.name(seat)} has signed events that stand on records missing here",
                "read in the newest copy of the log, or a packet from a seat that has them",
            )
        desync = self._desync()
        return desync.error() if desync is not None else None

    def _desync(self) -> Otherwise | None:
        """3.4 Where another build plays otherwise; None too if the player goes on despite it."""
        return None if self._despite_desync else what_stops(self.binding, self.rounds)

    def _may_sign(self, seat: int, kind: DutyKind) -> None:
        self._may_write(seat)
        if (seat, kind) not in [(d.seat, d.kind) for d in self.owing()]:
            asked = ", ".join(f"{d.name} ({d.kind})" for d in self.owing()) or "nobody"
            raise NotYourTurn(f"{self.name(seat)} owes no {kind} now", f"awaited: {asked}")
        if kind in ("answer", "seal") and self.is_held():
            raise too_soon(self.name(seat), self.rounds.r)

    def _core(self, seat: int) -> dict[str, Any]:
        feed = self.feeds.feeds[seat]
        return {
            "feed": feed.head,
            "game": self.genesis.id,
            "n": feed.n,
            "prev": self.rounds.base,
            "r": self.rounds.r,
            "seat": seat,
            "t": self._clock(),
            "inc": tuple(self.rounds.to_include(seat)),
        }

    def _sign_game(self, seat: int, msg: ev.SeatMessage) -> SeatLine:
        return self._sign(msg, self.keys[seat].sign_seed)

    def _sign(self, msg: ev.SeatMessage, seed: bytes) -> SeatLine:
        event = CODEC.make(msg, seed)
        if isinstance(msg, ev.Act) and isinstance(msg.body, ev.Agreed):
            with contextlib.suppress(PositionGone):  # it is good, and the position is made when the round closes
                self.binding.legal_agreed(event, self.rounds.named_by(msg))
        elif msg.lane == "main":
            self.binding.legal(event)  # what would be void everywhere is not even kept
        self._keep(event)
        self.feeds.add(event, checked=True)
        self._settle()
        return event

    def _chain(self, seat: int) -> Chain:
        if seat not in self._chains:
            join = self.feeds.feeds[seat].join
            n = self.ruleset.chain_n if join is None else join.body.chain_n
            self._chains[seat] = Chain(self._secrets[seat], self.feeds.gid, seat, 0, n)
        return self._chains[seat]
