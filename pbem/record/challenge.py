"""A challenge: a position that a host sets for all comers, and the binding of an entrant's match to it.

Belongs here: what the file holds, its bounds and signature, its id, the nonce of an entry.
Must not be here: homes and folders, which seats a game has, what its options mean.

The file is one line of canonical JSON (protocol 2.3) of at most 16 KiB:

    {"challenge":{"engine":..,"engine_hash":..,"host":..,"nonce":..,"options":{..},"title":..},"sig":..,
     "v":"pbem challenge 1"}

* `engine`, `engine_hash`, `options`: those of the first line of every entry (3.6). A data folder travels by hand.
* `host`: the identity key of who publishes it, and judges every entry. `title`: 1 to 80 printable characters.
* `nonce`: 16 random bytes; the same position set twice is two challenges.
* `sig` = Ed25519(host, PAE("sign/challenge", C)) and id = TH("challenge", C), C = the canonical JSON of `challenge`.

An entry is a match whose first line is signed by the entrant, who holds every player's seat in the ruleset's order,
with the host as judge under the name `judge` and the dice policy mover+judge. Its nonce is
TH("challenge/entry", id, the entrant's identity key)[:16]. So every field of its first line follows from the challenge
and the entrant (2.17): who begins again begins the same match, with the same keys and the same chain of dice (2.2,
2.10), and any other first line is no entry. The host's tool knows the match, and another event for a place in it is a
twin (2.9).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.crypto.hashing import b64, th, unb64
from pbem.crypto.keys import key_fault, public_key, sign, verify
from pbem.disk.small import decode_strict, encode_strict
from pbem.errors import BadRecord, WrongUse
from pbem.limits import MAX_CHALLENGE, MAX_OPTIONS, MAX_TITLE
from pbem.record.events import B16, B32, B64, Count, EngineName, OptionName, OptionText
from pbem.record.wire import canonical

NONCE_SIZE = 16


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played, and who set it."""

    engine: EngineName
    engine_hash: B32
    host: B32
    nonce: B16
    options: Annotated[dict[OptionName, OptionText | Count | bool], Meta(max_length=MAX_OPTIONS)]
    title: Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]

    @property
    def id(self) -> str:
        """Its id, in 43 characters."""
        return b64(th("challenge", canonical(self)))

    def entry_nonce(self, entrant: str) -> str:
        """The nonce of the one match of this identity that answers the challenge."""
        return b64(th("challenge/entry", unb64(self.id, 32), unb64(entrant, 32))[:NONCE_SIZE])


class ChallengeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge as it is published."""

    challenge: Challenge
    sig: B64
    v: Literal["pbem challenge 1"]


def check_title(title: str) -> None:
    """WrongUse for a title that would be refused."""
    if not (0 < len(title) <= MAX_TITLE and title.isprintable() and title == title.strip()):
        raise WrongUse(f"a title has 1 to {MAX_TITLE} printable characters, no space at its ends")


def write_challenge(challenge: Challenge, seed: bytes) -> bytes:
    """The file, signed by the host whose identity seed this is."""
    check_title(challenge.title)
    if challenge.host != b64(public_key(seed)):
        raise ValueError("a challenge is signed by its host")
    sig = b64(sign(seed, "sign/challenge", canonical(challenge)))
    content = encode_strict(ChallengeFile(challenge, sig, "pbem challenge 1"))
    read_challenge(content)  # what others would refuse is not published
    return content


def read_challenge(content: bytes) -> Challenge:
    """The challenge in the bytes of a file; BadRecord for anything odd, and for another signature than its host's."""
    if len(content) > MAX_CHALLENGE:
        raise BadRecord(f"{len(content):,} bytes, a challenge has at most {MAX_CHALLENGE:,}", source="challenge")
    file = decode_strict(content.strip() + b"\n", ChallengeFile, source="challenge")
    challenge = file.challenge
    try:
        check_title(challenge.title)
    except WrongUse as fault:
        raise BadRecord(str(fault), source="challenge") from None
    host = unb64(challenge.host, 32)
    if unfit := key_fault(host):
        raise BadRecord(unfit, source="challenge")
    if not verify(host, unb64(file.sig, 64), "sign/challenge", canonical(challenge)):
        raise BadRecord("not signed by the host that it names: it was changed on the way", source="challenge")
    return challenge
