"""Canonical JSON against an independent implementation of RFC 8785 (protocol 2.3)."""

from __future__ import annotations

import json
import random

import rfc8785

from pbem.record.wire import canonical
from toy import EVENTS

POINTS = [*range(0x20), *b"az09\"\\/<>&'", 0x7F, 0x80, 0xE9, 0x2028, 0xD7FF, 0xE000, 0xFFFF, 0x1F600, 0x10FFFF]


def document(rng: random.Random, depth: int) -> object:
    """A random document of the subset the protocol allows."""
    kind = rng.randrange(6 if depth else 3)
    if kind == 0:
        return rng.choice([0, 1, -1, 2**53 - 1, 1 - 2**53, rng.randrange(2**53)])
    if kind == 1:
        return rng.choice([True, False])
    if kind == 2:
        return "".join(chr(rng.choice(POINTS)) for _ in range(rng.randrange(12)))
    if kind == 3:
        return [document(rng, depth - 1) for _ in range(rng.randrange(5))]
    alphabet = "abcdefghijklmnopqrstuvwxyz0123456789_"
    names = ["".join(rng.choices(alphabet, k=rng.randrange(1, 8))) for _ in range(rng.randrange(6))]
    return {name: document(rng, depth - 1) for name in names}


def test_canonical_json_is_rfc_8785():
    rng = random.Random(8785)
    for _ in range(4_000):
        value = document(rng, 4)
        assert canonical(value) == rfc8785.dumps(value)


def test_cores_are_rfc_8785():
    for event in EVENTS:
        assert rfc8785.dumps(json.loads(event.core)) == event.core
