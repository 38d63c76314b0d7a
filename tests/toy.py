"""The toy game of the vectors: two seats, one attack, one roll, one sealed bid each."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from pbem.crypto.keys import SeatKeys, identity_seed, public_key
from pbem.record.events import Answer, Part
from pbem.record.wire import Codec, Event, canonical
from vector_files import load


class Attack(Part, frozen=True, kw_only=True, tag_field="type", tag="attack", rename={"source": "from"}):
    """The one act of the toy."""

    source: str
    roll: str
    to: str


class Bid(msgspec.Struct, frozen=True):
    """What the toy's seals hold."""

    bid: int


TOY = Codec((Attack, Answer))
GAME = load("game/lines")
LINES = [line.encode() for line in GAME["lines_utf8"]]
EVENTS = [TOY.decode(line) for line in LINES]
MASTERS = [bytes.fromhex(master) for master in GAME["masters"]]
GID = bytes.fromhex(GAME["gid"])
KEYS = [SeatKeys.derive(master, GID, seat) for seat, master in enumerate(MASTERS)]
IDENTITIES = [identity_seed(master) for master in MASTERS]
ID_PKS = [public_key(seed) for seed in IDENTITIES]
DIGESTS = [bytes.fromhex(digest) for digest in GAME["digests"]]
ROUNDS = [(0,), (1, 2), (3,), (4, 5), (6, 7), (8, 9), (10, 11)]  # numbers of the lines that close rounds 0 to 6

# Numbers of lines by what they hold.
GENESIS, JOIN, ATTACK, ENTROPY, SEAL, REVEAL, DISCLOSE = 0, 1, 3, 4, 6, 8, 10
A32 = "A" * 43  # 32 zero bytes


def signer(event: Event) -> bytes:
    """The public key that must have signed an event of the game."""
    if event.kind == "genesis":
        return ID_PKS[0]
    return ID_PKS[event.seat] if event.kind == "join" else KEYS[event.seat].pk


def line_of(core: object, sig: str = "A" * 86) -> bytes:
    """A line that holds this object, canonically, under a signature that fits nothing."""
    return b'{"c":' + canonical(core) + b',"s":"' + sig.encode() + b'"}\n'


def changed(number: int, **fields: Any) -> dict[str, Any]:
    """The core of a line with fields replaced; `body__name` means a field of the body, None takes it out."""
    core: dict[str, Any] = json.loads(EVENTS[number].core)
    for name, value in fields.items():
        target, key = (core["body"], name[6:]) if name.startswith("body__") else (core, name)
        if value is None:
            target.pop(key, None)
        else:
            target[key] = value
    return core
