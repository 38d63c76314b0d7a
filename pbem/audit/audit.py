"""Auditing a log: was everything honest (protocol 2.14, level audit; design 2).

Belongs here: reading the log again with every disclosed secret, and comparing with what was signed without them.
Must not be here: what a record alone shows (`verify`). A seat that never disclosed is audited as far as others allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from pbem.audit.counting.tallies import DiceTallies, TimeTallies, claim_counts
from pbem.audit.findings.case import JudgedCase, short
from pbem.audit.findings.explain import incidents_of
from pbem.audit.findings.finding import BAD, SOUND, Evidence, EvidenceKind, Finding, Kind
from pbem.audit.findings.report import Report, in_order
from pbem.audit.findings.watch import AskedAfter, TrailWatch, Watch
from pbem.audit.verify import Examined, FindRuleset, Follow, Start, examine, read
from pbem.crypto.entropy import Chain, private_commit, private_fits, private_seed
from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import gs_commit
from pbem.crypto.seal import Item, check_seal, seal_context
from pbem.errors import BrokenSeal, WrongUse
from pbem.match.binding import Binding
from pbem.reading.reader import LogPass
from pbem.reading.source import Source
from pbem.record.events import Act, Entropy, Join, Priv, Seal
from pbem.record.rounds import Closed
from pbem.record.wire import SeatLine
from pbem.ruleset import find_engine


class SecretFinding(msgspec.Struct, frozen=True):
    """Something an event proves once its seat's secret is known."""

    event: SeatLine
    kind: Kind
    text: str
    claimed: str
    truth: str
    evidence: tuple[Evidence, ...]


class Auditor(TrailWatch):
    """The rules at work with secrets known, compared with `trail`, what they asked without any."""

    def __init__(self, binding: Binding, secrets: Mapping[int, bytes], trail: list[AskedAfter]) -> None:
        super().__init__(binding)
        self.found: list[SecretFinding] = []
        self.steered: tuple[AskedAfter, AskedAfter] | None = None  # what was asked without the secrets, and with them
        self.dice, self.times = DiceTallies(), TimeTallies(binding.names)
        binding.listen(self.dice)
        self._secrets, self._expected_trail = secrets, trail
        self._chains: dict[int, Chain] = {}

    def close(self, closed: Closed) -> None:
        """Hands a closed round on, and looks behind everything in it."""
        movers = [self.binding.names[seat] for seat in self.binding.movers]
        super().close(closed)
        self.dice.close(closed, movers)
        self.times.close(closed)
        for event in closed.events:
            gs = self._secrets.get(event.seat)
            if gs is not None:
                self._look_behind(event, gs, closed)
        self._compare(self.trail[-1])

    def _compare(self, asked: AskedAfter) -> None:
        """Design 2: more keys never make another game."""
        at = len(self.trail) - 1
        if self.steered is None and at < len(self._expected_trail) and self._expected_trail[at] != asked:
            self.steered = (self._expected_trail[at], asked)

    def _look_behind(self, event: SeatLine, gs: bytes, closed: Closed) -> None:
        match event.msg:
            case Join() as msg:
                self._check_chain(event, msg, gs)
            case Entropy() as msg:
                chain = self._chains.get(msg.seat)
                if chain is not None and chain.element(msg.body.i) != unb64(msg.body.e, 32):
                    text = "its number for the dice is not the one that its secret gives"
                    self._note(event, "chain", text, "element", msg.body.e, b64(chain.element(msg.body.i)))
            case Seal() as msg:
                self._check_seals(event, msg, gs, closed)
            case Act(body=Priv() as body):
                seed = private_seed(gs, body.slot, closed.base)
                if not private_fits(unb64(body.com, 32), self.binding.gid, event.seat, body.slot, seed):
                    text = f"the seed of {body.slot} does not come from the secret of its seat"
                    ours = b64(private_commit(self.binding.gid, event.seat, body.slot, seed))
                    self._note(event, "draw", text, "commitment", body.com, ours)

    def _check_chain(self, event: SeatLine, msg: Join, gs: bytes) -> None:
        """2.10 The whole chain from its top; the elements of another one are not checked one by one."""
        chain = Chain(gs, self.binding.gid, msg.seat, 0, msg.body.chain_n)
        if b64(chain.anchor) == msg.body.anchor:
            self._chains[msg.seat] = chain
        else:
            text = "what it fixed for its dice when it joined is not what its secret gives"
            self._note(event, "chain", text, "anchor", msg.body.anchor, b64(chain.anchor))

    def _check_seals(self, event: SeatLine, msg: Seal, gs: bytes, closed: Closed) -> None:
        """2.12 Every item, whether it was ever opened or not."""
        for item in msg.body.items:
            context = seal_context(self.binding.gid, msg.seat, item.slot, closed.base)
            held = Item(unb64(item.salt, 16), unb64(item.ct), unb64(item.com, 32))
            try:
                check_seal(gs, context, held, item.bucket)
            except BrokenSeal as fault:
                text = f"the seal of {item.slot} is not the one that the secret gives: {fault.why}"
                claimed = f"a seal in {item.slot} that the secret of its seat opens"
                evidence = (Evidence("commitment", item.com, slot=item.slot),)
                self.found.append(SecretFinding(event, "seal", text, claimed, fault.why, evidence))

    def _note(self, event: SeatLine, kind: Kind, text: str, what: EvidenceKind, theirs: str, ours: str) -> None:
        """The event published one value, and the secret gives another."""
        claimed, truth = f"the {what} is {theirs}", f"the secret of its seat gives {ours}"
        self.found.append(SecretFinding(event, kind, text, claimed, truth, (Evidence(what, theirs),)))


def audit(
    lines: Path | bytes | Iterable[bytes],
    *,
    secrets: Mapping[int, bytes] | None = None,
    find_ruleset: FindRuleset = find_engine,
    overlay: Path | None = None,
) -> Report:
    """Verifies every signature, then looks behind everything with the disclosed secrets, and with `secrets` by seat.

    WrongUse if a secret in `secrets` is not that of its seat.
    """
    return look_behind(Source(lines), secrets=secrets, find_ruleset=find_ruleset, overlay=overlay).report


def look_behind(
    source: Source,
    *,
    secrets: Mapping[int, bytes] | None = None,
    find_ruleset: FindRuleset = find_engine,
    overlay: Path | None = None,
    follow: Follow | None = None,
) -> Examined:
    """As `audit`, with what the report was made of; `follow` makes who follows the reading without secrets."""
    examined = examine(source, "audit", find_ruleset=find_ruleset, overlay=overlay, follow=follow)
    report, case, start = examined.report, examined.case, examined.start
    if case is None or start is None or case.watch is None or case.rounds is None:
        return examined
    known = case.watch.disclosed(case.rounds)
    known |= _checked(secrets or {}, case)
    trail = case.watch.trail if isinstance(case.watch, TrailWatch) else []
    auditors: list[Auditor] = []

    def make(binding: Binding) -> Watch:
        auditors.append(Auditor(binding, known, trail))
        return auditors[-1]

    hopeful = not case.reading.bad and not case.cuts  # a line that counted for nothing must do so again
    reading, _ = read(source, start, hopeful=hopeful, secrets=known, make_watch=make, cuts=case.cuts)
    findings = [f for f in report.findings if f.kind != "incident"]
    auditor = auditors[-1]
    findings += _findings(case, start, reading, auditor, known)
    findings += _undisclosed(report, known, case)
    audited = tuple(name for seat, name in enumerate(case.names) if seat in known)
    report = msgspec.structs.replace(report, findings=in_order(findings), audited=audited)
    if not case.is_told(case.rounds.r):
        return Examined(report, case, start)  # what happens here is not what happened: there is nothing to count
    report = msgspec.structs.replace(
        report,
        claims=claim_counts(auditor.binding.table.secrets.tallies(), case.names),
        dice=auditor.dice.counts(case.names),
        hits=auditor.dice.hits(),
        held=auditor.times.counts(),
    )
    return Examined(report, case, start)


def _checked(secrets: Mapping[int, bytes], case: JudgedCase) -> dict[int, bytes]:
    """Secrets given by hand; WrongUse if one is not what its seat committed to."""
    for seat, gs in secrets.items():
        join = case.feeds.feeds[seat].join if 0 <= seat < len(case.names) else None
        if join is None or b64(gs_commit(case.feeds.gid, seat, 0, gs)) != join.body.gsc:
            raise WrongUse(f"that is not the secret of seat {seat} in this match")
    return dict(secrets)


def _findings(
    case: JudgedCase, start: Start, reading: LogPass, auditor: Auditor, known: Mapping[int, bytes]
) -> Iterator[Finding]:
    """What the second reading brought to light; its lines are those of the first."""
    for found in auditor.found:
        line, gs = case.line(found.event), b64(known[found.event.seat])
        evidence = tuple(msgspec.structs.replace(e, line=line) for e in found.evidence)
        yield case.about(
            found.event, "fault", found.kind, found.text, BAD, claimed=found.claimed, truth=found.truth,
            evidence=(*evidence, Evidence("secret", gs)),
        )
    yield from incidents_of(case, auditor.binding, reading.line_of, "fault", BAD)
    yield from _steering(case, start, reading, auditor)


def _steering(case: JudgedCase, start: Start, reading: LogPass, auditor: Auditor) -> Iterator[Finding]:
    """Design 2: requests and digests with all secrets are those of the play without."""
    assert case.rounds is not None
    assert reading.rounds is not None
    without, known = auditor.steered or (None, None)
    if without is None and reading.rounds.digests != case.rounds.digests:
        without = known = auditor.trail[-1] if auditor.trail else None
    if without is None or known is None:
        return
    engine = start.ruleset.engine if start.ruleset is not None else ""
    one, other = without.words(case.names), known.words(case.names)
    text = f"{engine} looks into secrets: without them it asks {one}, with them {other}"
    digests = dict.fromkeys(d for d in (without.checkpoint, known.checkpoint) if d)
    yield Finding(
        "fault", "steering", short(text), BAD, None, without.round, "", without.rule,
        claimed=short(f"without the secrets: {one}"), truth=short(f"with them: {other}"),
        evidence=(
            Evidence("round digest", b64(case.rounds.digests[min(without.round, case.rounds.r) - 1])),
            *(Evidence("state digest", d) for d in digests),
        ),
    )


def _undisclosed(report: Report, known: Mapping[int, bytes], case: JudgedCase) -> Iterator[Finding]:
    """3.5 Seats that keep their secret though the match has ended."""
    for seat, name in enumerate(case.names):
        if seat not in known and report.is_complete:
            yield Finding("note", "secret", f"audited but for {name}, who has not disclosed", SOUND, None, None, name)
