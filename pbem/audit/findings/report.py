"""What reading a log brings to light, in plain words, and how it maps to an exit status.

Belongs here: the report, its sentences. Must not be here: how anything is found.
Source: design 6, protocol 2.14.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from pbem.audit.counting.counts import ClaimCount, DiceCount, Held, HitCount
from pbem.audit.findings.finding import BAD, FORK, MISSING, SOUND, UNCHECKED, UNKNOWN, Finding, Kind, Severity
from pbem.audit.findings.verdict import plain
from pbem.errors import cited
from pbem.show.people import named

Level = Literal["quick", "full", "audit"]
Witness = Literal["self-rolled", "host-rolled", "witnessed", "no dice"]
_WORST = (FORK, BAD, UNKNOWN, MISSING, SOUND)
_ENDINGS = {"resign": "by resignation", "forfeit": "by forfeit", "agreed": "by agreement of all"}
_RANK: dict[Severity, int] = {"fault": 0, "incident": 1, "note": 2}


def ended(by: str, winners: str, score: int | None) -> str:
    """How a match ended, in a few words; `winners` are called by name already, empty for none."""
    how = _ENDINGS.get(by) or (f"by rule {cited(by)}" if by else "")
    won = f"won by {winners}" if winners else "no seat has won"
    return f"ended{f' {how}' if how else ''}: {won}{f', score {score:,}' if score is not None else ''}"


def unfinished(round: int, awaited: str) -> str:
    """That it goes on, and who is waited for."""
    return f"unfinished: round {round} waits for {awaited}"


class OwedEvent(msgspec.Struct, frozen=True):
    """A seat that owes an event to the open round, and of what kind."""

    seat: str
    kind: str


class Gap(msgspec.Struct, frozen=True):
    """An event that others show to exist; `known` are the neighbours in its feed that are here."""

    seat: str
    n: int
    known: tuple[int, ...] = ()

    @property
    def sentence(self) -> str:
        """What to ask for."""
        if self.n == 0:
            return f"ask {self.seat} for its join"
        sent = " and ".join(str(n) for n in self.known)
        return f"{self.seat} sent {sent}, ask for {self.n}" if sent else f"ask {self.seat} for {self.n}"


class TwinLines(msgspec.Struct, frozen=True):
    """Two lines that one seat signed for one place in its feed; `proof` is the text of the proof file (2.9)."""

    seat: str
    n: int
    round: int
    lines: tuple[int, int]
    ids: tuple[str, str]
    proof: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What one reading of a log says.

    `titles` are the names of seats as people know them, by id, as far as the rules know any. `build` is the build that
    judges here, `builds` are those that the seats joined with; empty if unknown. `alike` is the last round up to which
    these are known to play as it does, None if there is no doubt. `result` tells how the match ended, `by` by which
    rule (`resign` if somebody gave up), both empty while it goes on; then `awaited` says who owes what. `disclosed` are
    the seats whose secret is in the record, `openings` counts what was opened in play, `rolls` the dice rounds,
    `unwitnessed` those that one person alone could know beforehand. `witness` says whether there are such
    (self-rolled), whether all dice of a lone player needed a judge's
    numbers too, whose identity is `host` (host-rolled), or those of several players. `undos` counts how often seats
    took back, `takebacks` how often all agreed to. `audited` are the seats whose secrets were used to look behind
    everything. `claims`, `dice`, `hits` and `held` are counted by an audit only.
    """

    level: Level
    game: str = ""
    engine: str = ""
    policy: str = ""
    seats: tuple[str, ...] = ()
    titles: dict[str, str] = {}
    build: str = ""
    builds: dict[str, str] = {}
    alike: int | None = None
    events: int = 0
    bytes: int = 0
    sha256: str = ""
    signatures: int = 0
    rounds: int = 0
    digest: str = ""
    result: str = ""
    by: str = ""
    winners: tuple[str, ...] = ()
    score: int | None = None
    awaited: tuple[OwedEvent, ...] = ()
    disclosed: tuple[str, ...] = ()
    audited: tuple[str, ...] = ()
    openings: int = 0
    rolls: int = 0
    unwitnessed: int = 0
    witness: Witness = "witnessed"
    host: str = ""
    undos: dict[str, int] = {}
    takebacks: int = 0
    claims: tuple[ClaimCount, ...] = ()
    dice: tuple[DiceCount, ...] = ()
    hits: tuple[HitCount, ...] = ()
    held: tuple[Held, ...] = ()
    findings: tuple[Finding, ...] = ()
    gaps: tuple[Gap, ...] = ()
    twins: tuple[TwinLines, ...] = ()

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What makes the record unsound."""
        return tuple(f for f in self.findings if f.severity == "fault")

    @property
    def first(self) -> Finding | None:
        """The first fault; None if there is none."""
        return next(iter(self.faults), None)

    @property
    def status(self) -> int:
        """Design 6: 0 sound, 4 bad evidence, 5 records missing, 6 fork, 8 unknown version: the worst of all.

        9 if nothing is wrong and an audit could not check the secrets of all seats.
        """
        found = {f.status for f in self.findings}
        worst = next((s for s in _WORST if s in found), SOUND)
        return UNCHECKED if worst == SOUND and self.level == "audit" and self._unchecked else worst

    @property
    def _unchecked(self) -> list[str]:
        """The seats that an audit could not look behind."""
        return [seat for seat in self.seats if seat not in self.audited]

    @property
    def is_complete(self) -> bool:
        """Whether the match has ended."""
        return bool(self.result)

    def of(self, kind: Kind) -> tuple[Finding, ...]:
        """All findings of one kind."""
        return tuple(f for f in self.findings if f.kind == kind)

    def talk(self, names: Mapping[str, str] | None = None) -> list[str]:
        """The report in plain sentences; the first says what is wrong and about whom, if anything is.

        The next, or the first, says whether the record is sound and who could know the dice. `names` are those of
        people by identity, as far as the reader knows them: a record holds keys only.
        """
        facts = [*self._facts(), *(f"{f.severity}: {f.sentence}" for f in self.findings)]
        first = [plain(self.faults, self.titles)] if self.faults else []
        return [*first, self._verdict(names or {}), *facts]

    def _verdict(self, names: Mapping[str, str]) -> str:
        word = {
            SOUND: "sound",
            BAD: "bad evidence",
            MISSING: "records missing",
            FORK: "fork: two records claim one place",
            UNKNOWN: "not judged: this build lacks what the match is played with",
            UNCHECKED: "nothing dishonest found",
        }[self.status]
        if self.status == BAD and {f.kind for f in self.faults} == {"build"} and self.alike is not None:
            word = f"this build plays otherwise than the one recorded, from round {self.alike + 1} on"
        if self.level == "audit" and self.status == SOUND:
            word = "honest"
        return f"{word} ({self.level}); {self._dice(names)}{self._state()}{self._but_for()}"

    def _state(self) -> str:
        """Whether the match goes on and who is waited for, or how it ended and who won; nothing if that is unknown."""
        if self.result:
            return f"; {ended(self.by, self._called(self.winners), self.score)}"
        if not self.awaited:
            return ""
        r, who = self.rounds + 1, self._called(a.seat for a in self.awaited)
        if self.status in (SOUND, UNCHECKED):
            return f"; {unfinished(r, who)}"
        return f"; what is here ends in round {r}, which waits for {who}"

    def _called(self, seats: Iterable[str]) -> str:
        return ", ".join(self.titles.get(seat, seat) for seat in seats)

    def _dice(self, names: Mapping[str, str]) -> str:
        """Who could know the dice beforehand."""
        if self.witness == "no dice":
            return "a game without dice"
        if self.witness == "self-rolled":
            alone = f"{self.unwitnessed} of {self.rolls} dice rounds unwitnessed" if self.rolls else "no dice yet"
            return f"dice self-rolled, unwitnessed ({self.policy}: {alone})"
        if self.witness == "host-rolled":
            policy = self.policy if self.rolls else f"{self.policy}: no dice yet"
            return f"dice host-rolled by {named(self.host, names)} ({policy})"
        policy = f" ({self.policy})" if self.policy else ""  # a file that is no log names none
        return f"dice witnessed{policy}" if self.rolls else f"no dice yet{policy}"

    def _but_for(self) -> str:
        if self.level != "audit" or not self.seats:
            return ""
        if not self._unchecked:
            return "; audited with all secrets"
        who = self._called(self._unchecked)
        but_for = f"audited but for {who}" if self.audited else "audited without any seat's secret"
        if not self.is_complete:
            return f"; {but_for}: secrets are disclosed when a match has ended"
        secrets = "its secret" if len(self._unchecked) == 1 else "their secrets"
        return f"; {but_for}: ask {who} for the packet with {secrets}"

    def _facts(self) -> list[str]:
        size = f"{self.events:,} events, {self.bytes:,} bytes, {self.rounds:,} rounds closed"
        facts = [f"{self.engine}: {size}, {self.signatures:,} signatures checked"] if self.engine else []
        facts += [f"SHA-256 of the log: {self.sha256}"] if self.sha256 else []
        if {*self.builds.values()} - {self.build}:
            who = {build: [s for s, b in self.builds.items() if b == build] for build in self.builds.values()}
            told = "; ".join(f"{self._called(seats)} with {build or 'unknown'}" for build, seats in who.items())
            alike = f", whose digests agree up to round {self.alike}" if self.alike is not None else ""
            facts.append(f"builds: {told}; judged with {self.build or 'unknown'}{alike}")
        if self.result:
            facts.append(f"ended{', as this build plays it' if self.alike is not None else ''}: {self.result}")
        if self.undos:
            counts = (f"{self._called([seat])} {count}" for seat, count in self.undos.items())
            facts.append(f"taken back: {', '.join(counts)}")
        if self.takebacks:
            facts.append(f"taken back by agreement of all: {self.takebacks}")
        if self.awaited:
            for kind in sorted({a.kind for a in self.awaited}):
                facts.append(f"awaited: {self._called(a.seat for a in self.awaited if a.kind == kind)} ({kind})")
        return facts + [g.sentence for g in self.gaps]


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """Faults first, then incidents, then notes; each by round and line."""
    last = 2**53

    def place(f: Finding) -> tuple[int, int, int]:
        return (
            _RANK[f.severity],
            f.round if f.round is not None else last,
            f.line if f.line is not None else last,
        )

    return tuple(sorted(findings, key=place))
