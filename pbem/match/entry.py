"""Setting a challenge, answering it with a match of one's own, and telling whether a match is such an answer.

Belongs here: from a challenge to a first line and back. Must not be here: homes and folders.
Source: protocol 2.17.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed, public_key
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.match.policy import POLICIES
from pbem.match.start import JUDGE, engine_hash
from pbem.record import events as ev
from pbem.record.challenge import Challenge
from pbem.record.wire import CODEC, GenesisLine, canonical
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


def new_entry(master: bytes, challenge: Challenge, ruleset: Ruleset, overlay: Path | None = None) -> GenesisLine:
    """The first line of this person's match; always the same one."""
    me = b64(public_key(identity_seed(master)))
    if me == challenge.host:
        raise WrongUse("this challenge is your own: you would know its dice", "play the same options with: pbem new")
    if engine_hash(challenge.engine, ruleset.data_files(overlay)) != challenge.engine_hash:
        raise Unsupported(
            f"this challenge is played with other data of {challenge.engine} than is installed here",
            "ask the host for the data folder and name it with --data",
        )
    return CODEC.make(ev.Genesis(body=entry_body(challenge, me, ruleset)), identity_seed(master))


def entry_body(challenge: Challenge, entrant: str, ruleset: Ruleset) -> ev.GenesisBody:
    """2.17 The one first line that answers the challenge for this identity: every field follows from the two.

    BadRecord if the options of the challenge cannot stand in a first line of this ruleset.
    """
    title = f"the challenge {challenge.title!r}"
    try:
        settled, names = ruleset.settle_options(challenge.options), ruleset.seats_of(challenge.options)
    except WrongUse as fault:
        raise BadRecord(f"{title} sets what {ruleset.engine} does not know: {fault}") from None
    if _words(settled) != _words(challenge.options):
        options = _words(challenge.options)
        raise BadRecord(f"{title} has the options {options}, a first line would have {_words(settled)}")
    players = [ev.Seat(id=entrant, name=name) for name in names]
    return ev.GenesisBody(
        dice=ev.DicePolicy(by=POLICIES[POLICY]),  # type: ignore[arg-type]
        engine=challenge.engine,
        engine_hash=challenge.engine_hash,
        host=entrant,
        nonce=challenge.entry_nonce(entrant),
        options=settled,
        seats=(*players, ev.Seat(id=challenge.host, name=JUDGE, role="judge")),
    )


def is_bound(body: ev.GenesisBody, challenge: Challenge) -> bool:
    """Whether a first line claims to answer this challenge."""
    return body.nonce == challenge.entry_nonce(body.host)


def check_entry(body: ev.GenesisBody, challenge: Challenge, ruleset: Ruleset) -> None:
    """2.17 BadRecord if a first line bound to a challenge differs anywhere from the one that answers it."""
    if body.host == challenge.host:
        raise BadRecord(f"an entry to the challenge {challenge.title!r} by its own host")
    only = entry_body(challenge, body.host, ruleset)
    if canonical(body) == canonical(only):
        return
    differs = {
        "ruleset": (body.engine, only.engine),
        "options": (_words(body.options), _words(only.options)),
        "dice": ("+".join(body.dice.by), "+".join(only.dice.by)),
        "data": (body.engine_hash, only.engine_hash),
        "judge": (_seats(body, "judge"), _seats(only, "judge")),
        "players": (_seats(body, None), _seats(only, None)),
        "nonce": (body.nonce, only.nonce),
        "order of seats": (True, False),  # nothing else is left
    }
    what, (theirs, ours) = next((w, pair) for w, pair in differs.items() if pair[0] != pair[1])
    told = f": {theirs} where {ours} is set" if what in ("ruleset", "options", "dice") else ""
    raise BadRecord(f"an entry to the challenge {challenge.title!r} with other {what}{told}")


def _seats(body: ev.GenesisBody, role: str | None) -> str:
    return " ".join(f"{seat.name}={seat.id}" for seat in body.seats if seat.role == role)


def _words(options: Mapping[str, Any]) -> str:
    return canonical(options).decode("utf-8")  # not as they are typed: 2 is not "2"
