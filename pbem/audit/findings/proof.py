"""The proof that a seat signed two events for one place: a file that needs nothing else (protocol 2.9).

Belongs here: writing it, and judging one that a stranger wrote. Must not be here: logs, rounds, rules.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.crypto.hashing import unb64
from pbem.disk.plain import open_plain
from pbem.errors import BadRecord, PbemError, Unsupported, WrongUse
from pbem.limits import MAX_LINE
from pbem.match.binding import Binding
from pbem.match.played import titles_of
from pbem.match.start import ruleset_of
from pbem.record.events import Join
from pbem.record.feeds import Twins
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine, check_join_pop, verify_event

SUFFIX = ".proof.jsonl"
HEADER = b'{"proof":"equivocation","v":"pbem1"}\n'
_PARTS = ("first line of the match", "join of the seat", "first event", "second event")
MOST = len(HEADER) + len(_PARTS) * MAX_LINE


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a proof file proves: `text` in plain words, and, if it proves something, against whom.

    `person` is the identity key that holds the seat; `ids` are those of the two events.
    """

    is_proven: bool
    text: str
    game: str = ""
    seat: int | None = None
    name: str = ""
    person: str = ""
    n: int | None = None
    ids: tuple[str, ...] = ()


def write_proof(genesis: GenesisLine, join: SeatLine, twins: Twins) -> str:
    """2.9 The text of the proof file against the seat that signed these twins; its bytes are UTF-8."""
    lines = [HEADER, genesis.line, join.line, twins.first.line, twins.second.line]
    return b"".join(lines).decode("utf-8")  # as every core that was decoded is (2.3)


def read_proof(path: Path) -> Verdict:
    """Judges a proof file."""
    try:
        descriptor = open_plain(path, most=MOST)
    except FileNotFoundError:
        raise WrongUse(f"there is no file {path}") from None
    with open(descriptor, "rb") as stream:
        return check_proof(stream.read(MOST))


def check_proof(content: bytes) -> Verdict:
    """2.9 Who is proven to have signed twice; else why these bytes prove nothing."""
    try:
        return _check(content)
    except (BadRecord, Unsupported) as fault:
        return Verdict(False, f"this proves nothing: {fault}")


def _check(content: bytes) -> Verdict:
    lines = content.splitlines(keepends=True)
    if not lines or lines[0] != HEADER:
        raise BadRecord("it does not begin as a proof of equivocation")
    if len(lines) != 1 + len(_PARTS):
        raise BadRecord(f"it has {len(lines)} lines, a proof has {1 + len(_PARTS)}")
    events = []
    for number, (line, part) in enumerate(zip(lines[1:], _PARTS, strict=True), start=2):
        try:
            events.append(CODEC.decode(line))
        except BadRecord as fault:
            raise BadRecord(f"the {part} is damaged: {fault.why}", line=number) from None
    genesis = _check_genesis(events[0])
    join, pk = _check_join(genesis, events[1])
    one, two = (_check_twin(genesis, join, event, pk, number) for number, event in enumerate(events[2:], start=4))
    if one.msg.n != two.msg.n:
        raise BadRecord(f"the events have two places, n={one.msg.n} and n={two.msg.n}")
    if one.id == two.id:
        raise BadRecord("the two events are one")
    return _verdict(genesis, one, two)


def _verdict(genesis: GenesisLine, one: SeatLine, two: SeatLine) -> Verdict:
    seat, n = one.msg.seat, one.msg.n
    holder = genesis.msg.body.seats[seat]
    who = f"{_title(genesis, holder.name)} (seat {seat}) of the match {genesis.id}"
    text = f"{who} signed two events as its event {n}, {one.id} and {two.id}"
    return Verdict(True, text, genesis.id, seat, holder.name, holder.id, n, (one.id, two.id))


def _title(genesis: GenesisLine, name: str) -> str:
    """What people call a seat, if the rules of its match are here; else its name in the record."""
    try:
        ruleset, files = ruleset_of(genesis)
        return titles_of(Binding(genesis, ruleset, files, {})).get(name, name)
    except PbemError:
        return name


def _check_genesis(genesis: Event) -> GenesisLine:
    if not isinstance(genesis, GenesisLine):
        raise BadRecord(f"a {genesis.kind} stands where the first line of the match belongs", line=2)
    if not verify_event(genesis, unb64(genesis.msg.body.host, 32)):
        raise BadRecord("the first line of the match is not signed by its host", line=2)
    return genesis


def _check_join(genesis: GenesisLine, join: Event) -> tuple[SeatLine, bytes]:
    """The join, and the signing key of the seat."""
    msg = join.msg
    if not isinstance(join, SeatLine) or not isinstance(msg, Join):
        raise BadRecord(f"a {join.kind} stands where the join of the seat belongs", line=3)
    if msg.game != genesis.id or msg.seat >= len(genesis.msg.body.seats):
        raise BadRecord("the join is not one of this match", line=3)
    if msg.n != 0 or msg.body.epoch != 0:
        raise BadRecord("the join is not the first event of its seat", line=3)
    identity = unb64(genesis.msg.body.seats[msg.seat].id, 32)
    if not verify_event(join, identity) or not check_join_pop(unb64(genesis.id, 32), msg.seat, identity, msg.body):
        raise BadRecord("the join is not signed by the person invited to the seat", line=3)
    return join, unb64(msg.body.pk, 32)


def _check_twin(genesis: GenesisLine, join: SeatLine, event: Event, pk: bytes, number: int) -> SeatLine:
    if not isinstance(event, SeatLine) or event.msg.game != genesis.id:
        raise BadRecord("the event is not one of this match", line=number)
    if event.seat != join.seat:
        raise BadRecord("the event is of another seat than the join", line=number)
    if isinstance(event.msg, Join):
        _check_join(genesis, event)
    elif not verify_event(event, pk):
        raise BadRecord("the event is not signed by its seat", line=number)
    return event
