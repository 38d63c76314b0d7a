"""What seats signed and should not have: twins, void events, other digests, false claims; and lines that repeat.

Belongs here: findings about events that their seats did sign. Source: protocol 2.7, 2.9, 3.2, 3.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from pbem.audit.findings.case import JudgedCase, place_of, short
from pbem.audit.findings.finding import BAD, FORK, SOUND, Evidence, Finding, Severity
from pbem.audit.findings.grounds import said_by, what_incident
from pbem.audit.findings.proof import SUFFIX, write_proof
from pbem.audit.findings.report import TwinLines
from pbem.crypto.hashing import b64
from pbem.match.binding import Binding
from pbem.record.wire import SeatLine


def twin_lines(case: JudgedCase) -> tuple[TwinLines, ...]:
    """2.9 The proof against every seat that signed twice."""
    found = []
    for seat, twins in case.reading.twins().items():
        proof = write_proof(case.reading.genesis, case.reading.joins[seat], twins)
        lines = (case.line(twins.first), case.line(twins.second))
        r = place_of(twins.second)[2]
        found.append(TwinLines(case.names[seat], twins.n, r, lines, (twins.first.id, twins.second.id), proof))
    return tuple(found)


def explain(case: JudgedCase, twins: tuple[TwinLines, ...]) -> Iterator[Finding]:
    """All findings about what was signed."""
    yield from _otherwise(case)
    yield from _forks(twins)
    yield from _broken_links(case)
    yield from _voids(case)
    yield from _desyncs(case)
    yield from _incidents(case)
    yield from _repeats(case)
    yield from _early(case)


def _otherwise(case: JudgedCase) -> Iterator[Finding]:
    """3.4 One finding for all that follows from builds that differ; nobody is accused of any of it."""
    found = case.otherwise
    if found is None or case.watch is None:
        return
    text, rule = found.sentence, ""
    events = tuple(Evidence("event", e.id, case.line(e)) for e in found.events)
    if found.by is not None:
        at = " > ".join(found.by.path)
        theirs, ours = found.by.theirs or "none", found.by.ours or "none"
        claimed = f"at {at}, {found.seat}'s build {found.theirs or 'unknown'} says {theirs}"
        truth = f"ours {found.ours or 'unknown'} says {ours}"
        events = tuple(Evidence("event", i, case.reading.line_of[i]) for d, i in case.watch.desyncs if d is found.by)
    else:
        rule = case.rule_asked(found.round)
        lines = " and ".join(str(e.line) for e in events)
        claimed = f"{found.seat}'s build closed round {found.round} with line {lines}"
        if found.how == "event":
            claimed = f"{found.seat}'s build has an event for round {found.round} in line {lines}"
        truth = "; ".join(why for why in map(case.why_void, found.events) if why) or "ours asks for something else"
    yield Finding(
        "fault", "build", short(text), BAD, events[0].line if events else None, found.round, "", rule,
        short(claimed), short(truth), events,
    )


def _forks(twins: tuple[TwinLines, ...]) -> Iterator[Finding]:
    for pair in twins:
        one, two = sorted(pair.lines)
        text = f"{pair.seat} signed two events as its event {pair.n}: lines {one} and {two} prove it"
        ids = zip(pair.ids, pair.lines, strict=True)
        events = [Evidence("event", id, line) for id, line in sorted(ids, key=lambda found: found[1])]
        yield Finding(
            "fault", "fork", text, FORK, two, pair.round, pair.seat,
            claimed=f"line {one} and line {two} each claim to be the one event {pair.n} of {pair.seat}",
            truth="both signatures are good, so the seat signed both",
            evidence=(*events, Evidence("proof file", f"{pair.seat}-{pair.n}{SUFFIX}")),
        )


def _broken_links(case: JudgedCase) -> Iterator[Finding]:
    for event in case.reading.broken_links():
        seat, n, _ = place_of(event)
        name, here = case.names[seat], case.feeds.feeds[seat].tip
        which = f"the one in line {case.line(here)}" if here is not None else "the one here"
        text = f"{name} signed event {n} as the next of another event {n - 1} than {which}"
        text += f": ask {name} for that other one"
        before = (Evidence("event", here.id, case.line(here)),) if here is not None else ()
        claimed, truth = f"the event before it is {event.msg.feed}", f"the one here is {here.id if here else 'none'}"
        yield case.about(event, "fault", "link", text, FORK, claimed=claimed, truth=truth, evidence=before)


def _voids(case: JudgedCase) -> Iterator[Finding]:
    """3.2 Signed, and without effect. A fault only if a hash does not fit and nothing better came since."""
    rounds = case.rounds
    if rounds is None:
        return
    for void in rounds.voids:
        seat, _, r = place_of(void.event)
        if case.is_excused(seat, r) and not void.is_broken:
            continue
        text = f"this {void.event.kind} has no effect: {void.why}"
        claimed = said_by(void.event)
        is_broken = void.is_broken and case.is_on_open_base(void.event)
        if false := void.why if is_broken else case.why_false(void.event):
            yield case.about(void.event, "fault", "void", text, BAD, claimed=claimed, truth=false)
        else:
            yield case.about(void.event, "incident", "void", text, claimed=claimed, truth=void.why)
    yield from _unused(case, rounds.r, is_over=rounds.engine.expected() is None)


def _unused(case: JudgedCase, open_round: int, *, is_over: bool) -> Iterator[Finding]:
    """Events that no round looked at. Those on rounds that are not here yet are no fault of their own."""
    for event in case.unused:
        seat, _, r = place_of(event)
        on = case.round_on(event.msg.prev)
        if case.is_excused(seat, r):
            continue
        if on is not None:
            why = "the match is over" if is_over and on == open_round else f"round {on} did not need it"
            text = f"this {event.kind} has no effect: {why}"
            false = case.why_false(event) if on == open_round and not is_over else ""
            severity: Severity = "fault" if false else "incident"
            status = BAD if false else SOUND
            yield case.about(event, severity, "void", text, status, claimed=said_by(event), truth=false or why)
        elif r <= open_round or is_over:
            text = f"it builds on a round {r - 1} that this record does not give: two records or two builds differ"
            text += f"; {case.builds(seat)}: nobody is accused" if case.is_foreign(seat) else ""
            claimed, truth = f"the digest of round {r - 1} is {event.msg.prev}", "no round here has that digest"
            known = [b64(case.rounds.digests[r - 1])] if case.rounds and r - 1 < len(case.rounds.digests) else []
            if known:
                truth = f"the digest of round {r - 1} is {known[0]}"
            digests = tuple(Evidence("round digest", d) for d in (event.msg.prev, *known))
            fault = case.about(event, "fault", "base", text, BAD, claimed=claimed, truth=truth, evidence=digests)
            yield msgspec.structs.replace(fault, seat="") if case.is_foreign(seat) else fault


def _desyncs(case: JudgedCase) -> Iterator[Finding]:
    """3.4 Another state digest than ours, by a seat that has our build: it lied, or its machine is broken."""
    for d, event_id in case.watch.desyncs if case.watch is not None else ():
        if case.is_foreign(case.names.index(d.seat)):
            continue  # told once, as a difference between builds
        text = f"DESYNC at {' > '.join(d.path)}: {d.seat} has state {d.theirs or 'none'}, we have {d.ours or 'none'}"
        line = case.reading.line_of[event_id]
        yield Finding(
            "fault", "desync", short(text), BAD, line, d.round, d.seat,
            claimed=f"the state digest is {d.theirs or 'none'}", truth=f"the rules give {d.ours or 'none'}",
            evidence=(
                Evidence("event", event_id, line), Evidence("state digest", d.ours),
                Evidence("state digest", d.theirs, line),
            ),
        )


def _incidents(case: JudgedCase) -> Iterator[Finding]:
    """3.2 What opened seals brought to light."""
    if case.watch is not None:
        yield from incidents_of(case, case.watch.binding, case.reading.line_of, "incident", SOUND)


def incidents_of(
    case: JudgedCase, binding: Binding, line_of: Mapping[str, int], severity: Severity, status: int
) -> Iterator[Finding]:
    """3.2 The incidents that this table saw, each with what it rests on."""
    incidents = binding.table.incidents
    lines = effective_lines(case, {(i.round, i.seat) for i in incidents})
    for i in incidents:
        if not case.is_told(i.round):
            continue
        line = lines.get((i.round, i.seat))
        claimed, truth, evidence = what_incident(i, binding, line_of)
        yield Finding(
            severity, "incident", short(i.text), status, line, i.round, i.seat, i.rule,
            short(claimed), short(truth), evidence,
        )


def effective_lines(case: JudgedCase, wanted: set[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """The lines of what these seats contributed to these rounds, by one more look at the log."""
    if not wanted:
        return {}
    numbers = {name: seat for seat, name in enumerate(case.names)}
    seats = {(r, numbers[name]): (r, name) for r, name in wanted if name in numbers}
    none = {v.event.id for v in case.rounds.voids} | {e.id for e in case.unused} if case.rounds is not None else set()
    found: dict[tuple[int, str], int] = {}
    for number, event in case.reading.source.events_of(set(seats)):
        if event.kind != "note" and event.id not in none and case.reading.line_of.get(event.id) == number:
            seat, _, r = place_of(event)
            found.setdefault(seats[r, seat], number)
    return found


def _repeats(case: JudgedCase) -> Iterator[Finding]:
    again = case.reading.again
    events = case.reading.source.fetch(number for number, _ in again)
    for number, first in again:
        event = events[number]
        seat, _, r = place_of(event) if isinstance(event, SeatLine) else (-1, 0, 0)
        name = case.names[seat] if seat >= 0 else "host"
        text, evidence = f"the event of line {first} once more", (Evidence("event", event.id, first),)
        yield Finding("note", "again", text, SOUND, number, r, evidence=evidence, concerns=name)
    if case.reading.repeats > len(again):
        yield Finding("note", "again", f"{case.reading.repeats - len(again):,} more lines repeat earlier ones")


def _early(case: JudgedCase) -> Iterator[Finding]:
    """2.6 Lines that were moved in the file; all of them link up, so it changes nothing."""
    for seat, (count, first) in sorted(case.reading.early.items()):
        if not case.feeds.feeds[seat].parked:
            lines = "this event stands" if count == 1 else f"this and {count - 1:,} more events of its seat stand"
            text = f"{lines} before one that it follows: the lines are in another order, which changes nothing"
            yield Finding("note", "order", text, SOUND, first, concerns=case.names[seat])
