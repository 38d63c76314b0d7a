"""Setting a challenge, answering it with a match of one's own, and telling whether a match is such an answer.

Belongs here: from a challenge to a first line and back. Must not be here: homes and folders.
Source: `pbem.record.challenge`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import identity_seed, public_key
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.match.policy import POLICIES
from pbem.match.start import engine_hash, new_genesis
from pbem.record import events as ev
from pbem.record.challenge import Challenge
from pbem.record.wire import Event, canonical
from pbem.ruleset import Ruleset, Value

POLICY = "mover+judge"


def new_challenge(
    master: bytes,
    ruleset: Ruleset,
    options: Mapping[str, Value],
    *,
    title: str,
    nonce: bytes,
    overlay: Path | None = None,
) -> Challenge:
    """What the owner of this master sets for all comers; errors as for the options of a match."""
    settled = ruleset.settle_options(options)
    ruleset.seats_of(settled)
    return Challenge(
        engine=ruleset.engine,
        engine_hash=engine_hash(ruleset.engine, ruleset.data_files(overlay)),
        host=b64(public_key(identity_seed(master))),
        nonce=b64(nonce),
        options=settled,
        title=title,
    )


def new_entry(master: bytes, challenge: Challenge, ruleset: Ruleset, overlay: Path | None = None) -> Event:
    """The first line of this person's match; always the same one."""
    me = b64(public_key(identity_seed(master)))
    if me == challenge.host:
        raise WrongUse("this challenge is your own: you would know its dice", "play the same options with: pbem new")
    if engine_hash(challenge.engine, ruleset.data_files(overlay)) != challenge.engine_hash:
        raise Unsupported(
            f"this challenge is played with other data of {challenge.engine} than is installed here",
            "ask the host for the data folder and name it with --data",
        )
    seats = ruleset.seats_of(challenge.options)
    nonce = unb64(challenge.entry_nonce(me), 16)
    return new_genesis(
        master, ruleset, [me] * len(seats), challenge.options,
        nonce=nonce, policy=POLICY, judge=challenge.host, overlay=overlay,
    )


def is_bound(body: ev.GenesisBody, challenge: Challenge) -> bool:
    """Whether a first line claims to answer this challenge."""
    return body.nonce == challenge.entry_nonce(body.host)


def check_entry(body: ev.GenesisBody, challenge: Challenge) -> None:
    """BadRecord where a first line bound to a challenge plays something else, or in other company."""
    differs = [
        ("ruleset", body.engine, challenge.engine),
        ("data", body.engine_hash, challenge.engine_hash),
        ("options", _words(body.options), _words(challenge.options)),
        ("dice", "+".join(body.dice.by), "+".join(POLICIES[POLICY])),
        ("judge", [s.id for s in body.seats if s.role == "judge"], [challenge.host]),
        ("players", {s.id for s in body.seats if s.role != "judge"}, {body.host}),
    ]
    for what, theirs, ours in differs:
        if theirs != ours:
            told = f": {theirs} where {ours} is set" if isinstance(ours, str) and what != "data" else ""
            raise BadRecord(f"an entry to the challenge {challenge.title!r} with other {what}{told}")
    if body.host == challenge.host:
        raise BadRecord(f"an entry to the challenge {challenge.title!r} by its own host")


def _words(options: Mapping[str, Any]) -> str:
    return canonical(options).decode("utf-8")  # not as they are typed: 2 is not "2"
