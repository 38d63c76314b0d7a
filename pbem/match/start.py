"""The first line of a log (protocol 3.6).

Belongs here: which ruleset, options, people and data a match is pinned to, and whether a first line can be played here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.crypto.hashing import b64, th, unb64
from pbem.crypto.keys import identity_seed, public_key
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.kit.data import canonical
from pbem.match.policy import POLICIES
from pbem.record import events as ev
from pbem.record.wire import CODEC, GenesisLine, verify_event
from pbem.ruleset import Ruleset, Value, find_engine

JUDGE = "judge"  # the name of the judge's seat
_HASHED: dict[str, list[tuple[dict[str, Any], str]]] = {}


def engine_hash(engine: str, files: dict[str, Any]) -> str:
    """3.6 The digest of the data that a match is played with, after overlays."""
    for known, hashed in _HASHED.get(engine, ()):
        if known is files:  # what is installed is read once in a process and never changed
            return hashed
    made = b64(th("engine", engine.encode("ascii"), canonical(files)))
    _HASHED[engine] = [*_HASHED.get(engine, [])[-3:], (files, made)]
    return made


def new_genesis(
    master: bytes,
    ruleset: Ruleset,
    people: Sequence[str],
    options: Mapping[str, Value],
    *,
    nonce: bytes,
    policy: str = "mover+others",
    judge: str | None = None,
    overlay: Path | None = None,
    clock: ev.Clock | None = None,
) -> GenesisLine:
    """The first line, signed by the host; `people` are identities in the order of the seats that the options give."""
    settled = ruleset.settle_options(options)
    names = ruleset.seats_of(settled)
    if len(people) != len(names):
        raise WrongUse(f"{ruleset.name} has {len(names)} seats, {len(people)} people are named")
    if policy not in POLICIES:
        raise WrongUse(f"there is no dice policy {policy!r}", f"legal: {', '.join(POLICIES)}")
    if ("judge" in policy) != (judge is not None):
        raise WrongUse("a judge and a dice policy with a judge go together")
    seats = [ev.Seat(id=person, name=name) for person, name in zip(people, names, strict=True)]
    if judge is not None:
        seats.append(ev.Seat(id=judge, name=JUDGE, role="judge"))
    seed = identity_seed(master)
    body = ev.GenesisBody(
        dice=ev.DicePolicy(by=POLICIES[policy]),  # type: ignore[arg-type]
        engine=ruleset.engine,
        engine_hash=engine_hash(ruleset.engine, ruleset.data_files(overlay)),
        host=b64(public_key(seed)),
        nonce=b64(nonce),
        options=settled,
        policy=None if clock is None else ev.Policy(clock=clock),
        seats=tuple(seats),
    )
    return CODEC.make(ev.Genesis(body=body), seed)


def is_of_host(genesis: GenesisLine) -> bool:
    """Whether a first line is signed by the host that it names."""
    return verify_event(genesis, unb64(genesis.msg.body.host, 32))


def ruleset_of(
    genesis: GenesisLine, overlay: Path | None = None, find: Callable[[str], Ruleset] = find_engine
) -> tuple[Ruleset, dict[str, Any]]:
    """The ruleset and data that a first line names; Unsupported if they are not here."""
    body = genesis.msg.body
    if not is_of_host(genesis):
        raise BadRecord("the first line is not signed by the host that it names")
    ruleset = find(body.engine)
    check_seats(body, ruleset)
    files = ruleset.data_files(overlay)
    if engine_hash(body.engine, files) != body.engine_hash:
        raise Unsupported(
            f"this match is played with other data of {body.engine} than is installed here",
            "ask the host for the data folder and name it with --data",
        )
    return ruleset, files


def check_seats(body: ev.GenesisBody, ruleset: Ruleset) -> None:
    """3.6 Seats stand in the ruleset's order under its names, a judge last."""
    players = [s.name for s in body.seats if s.role != "judge"]
    try:
        names = ruleset.seats_of(body.options)
    except WrongUse as fault:
        raise BadRecord(f"the options of the first line are none of {body.engine}: {fault}", hint=fault.hint) from None
    if players != list(names):
        raise BadRecord(f"{body.engine} has the seats {', '.join(names)}, the first line {', '.join(players)}")
