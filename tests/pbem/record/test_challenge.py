"""The file of a challenge: what is read back, what is refused, and the nonce of an entry."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from pbem.crypto.hashing import b64, th, unb64
from pbem.crypto.keys import WEAK_KEYS, identity_seed, sign
from pbem.errors import BadRecord, WrongUse
from pbem.limits import MAX_CHALLENGE
from pbem.record.challenge import Challenge, read_challenge, write_challenge
from pbem.record.wire import canonical
from people import identity, master

SEED = identity_seed(master(5))
CHALLENGE = Challenge(
    engine="patrol/1", engine_hash=b64(bytes(32)), host=identity(5), nonce=b64(bytes(16)),
    options={"scenario": "short", "players": 2, "fog": True}, title="The bridge",
)
FILE = write_challenge(CHALLENGE, SEED)


def forged(**fields: Any) -> bytes:
    """A file well signed by its host all the same, as another program might write it."""
    inner = json.loads(FILE)["challenge"] | fields
    sig = b64(sign(SEED, "sign/challenge", canonical(inner)))
    return canonical({"challenge": inner, "sig": sig, "v": "pbem challenge 1"}) + b"\n"


def test_what_is_written_is_read_back():
    assert read_challenge(FILE) == CHALLENGE
    assert read_challenge(FILE.rstrip() + b"\r\n\r\n") == CHALLENGE
    assert forged() == FILE
    assert CHALLENGE.id == b64(th("challenge", canonical(CHALLENGE)))


def test_every_byte_counts():
    for at in range(len(FILE) - 1):
        spoilt = FILE[:at] + bytes([FILE[at] ^ 1]) + FILE[at + 1 :]
        with pytest.raises(BadRecord, match=r"\Achallenge: "):
            read_challenge(spoilt)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not what this program writes"),
        (b"[" * 9_000, "not what this program writes"),
        (b"\xff\xfe", "not what this program writes"),
        (b" " * (MAX_CHALLENGE + 1), f"{MAX_CHALLENGE + 1:,} bytes, a challenge has at most {MAX_CHALLENGE:,}"),
        (FILE.replace(b'{"challenge"', b'{ "challenge"'), "not spelled as this program spells it"),
        (FILE.replace(b'"v":', b'"v":"pbem challenge 1","v":'), "not spelled as this program spells it"),
        (FILE.replace(b"challenge 1", b"challenge 2"), "not what this program writes"),
        (FILE.replace(b"bridge", b"Bridge"), "not signed by the host that it names"),
        (FILE.replace(b'"players":2', b'"players":3'), "not signed by the host that it names"),
        (forged(host=identity(6)), "not signed by the host that it names"),
        (forged(host=b64(min(WEAK_KEYS))), "a key of small order"),
        (forged(title="two\nlines"), "a title has 1 to 80 printable characters"),
        (forged(title=" "), "a title has 1 to 80 printable characters"),
        (forged(title="x" * 81), "not what this program writes"),
        (forged(more=1), "not what this program writes"),
        (forged(nonce="A"), "not what this program writes"),
        (forged(options={"speed": 1.5}), "not what this program writes"),
        (forged(options={"Speed": 1}), "not what this program writes"),
        (forged(options={f"o{i}": 1 for i in range(65)}), "not what this program writes"),
    ],
)
def test_what_is_odd_is_refused_in_one_line(content, why):
    with pytest.raises(BadRecord) as refused:
        read_challenge(content)
    assert str(refused.value).startswith("challenge: ")
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_only_the_host_writes_it_and_only_what_can_be_read():
    with pytest.raises(ValueError, match="signed by its host"):
        write_challenge(CHALLENGE, identity_seed(master(6)))
    with pytest.raises(WrongUse, match="a title has 1 to 80"):
        write_challenge(msgspec.structs.replace(CHALLENGE, title=""), SEED)


def test_an_entry_is_bound_to_challenge_and_entrant():
    nonces = {
        one.entry_nonce(identity(person))
        for one in (CHALLENGE, msgspec.structs.replace(CHALLENGE, nonce=b64(b"x" * 16)))
        for person in (1, 2)
    }
    assert len(nonces) == 4
    whole = th("challenge/entry", unb64(CHALLENGE.id), unb64(identity(1)))
    assert CHALLENGE.entry_nonce(identity(1)) == b64(whole[:16])
