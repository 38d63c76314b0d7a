"""Ways to spoil a log, by a seed: what happens to files by itself, and what a seat does that has its key."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import SeatKeys
from pbem.record.events import Act, Disclose, Entropy, Note, Reveal, Seal
from pbem.record.wire import CODEC, SeatLine
from people import master

Spoil = Callable[[list[bytes], random.Random], list[bytes]]


def bits(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """Some bits turned over, anywhere."""
    text = bytearray(b"".join(lines))
    for _ in range(rng.choice((1, 1, 1, 2, 9))):
        text[rng.randrange(len(text))] ^= 1 << rng.randrange(8)
    return [bytes(text)]


def lost(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """A run of lines is not there."""
    at, many = rng.randrange(1, len(lines)), rng.choice((1, 1, 2, 5))
    return lines[:at] + lines[at + many :]


def swapped(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """Two lines change places, or all stand in another order."""
    if rng.random() < 0.3:
        return rng.sample(lines, len(lines))
    i, j = rng.sample(range(len(lines)), 2)
    lines[i], lines[j] = lines[j], lines[i]
    return lines


def doubled(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """Some lines stand there twice."""
    for _ in range(rng.choice((1, 3))):
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return lines


def cut(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """The file ends too early, often in the middle of a line."""
    text = b"".join(lines)
    return [text[: rng.randrange(len(lines[0]), len(text))]]


def junk(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """What is no event stands between them."""
    noise = rng.randbytes(rng.randrange(1, 300)) + b"\n"
    pieces = (b"\n", b"\r\n", b"> quoted\n", noise, b"{}\n", b'{"c":{},"s":""}\n', b"x" * 70_000 + b"\n",
              lines[0].replace(b'"v":"pbem1"', b'"v":"pbem2"'))  # fmt: skip
    for _ in range(rng.choice((1, 2, 6))):
        lines.insert(rng.randrange(1, len(lines) + 1), rng.choice(pieces))
    return lines


def forged(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """A line with a signature that nobody made, instead of the good one or beside it."""
    at = rng.randrange(1, len(lines))
    core, other = lines[at][5:-95], rng.choice(lines)[-89:-3]
    false = b'{"c":' + core.replace(b'"t":', b'"t":1' if rng.random() < 0.5 else b'"t":') + b',"s":"' + other + b'"}\n'
    return [*lines[:at], false, *lines[at + rng.randrange(2) :]]


def renumbered(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """A line that names another seat, number or round than it was signed for."""
    at = rng.randrange(1, len(lines))
    field = rng.choice((b'"seat":', b'"n":', b'"r":'))
    before, _, rest = lines[at].rpartition(field)
    lines[at] = before + field + str(rng.randrange(9)).encode() + rest.lstrip(b"0123456789")
    return lines


HARM: tuple[Spoil, ...] = (bits, lost, swapped, doubled, cut, junk, forged, renumbered)


# ---------------------------------------------------------------- with the key of a seat


def _signed(genesis: bytes, event: SeatLine, **changes: Any) -> bytes:
    keys = SeatKeys.derive(master(event.seat), unb64(CODEC.decode(genesis).id, 32), event.seat)
    return CODEC.make(msgspec.structs.replace(event.msg, **changes), keys.sign_seed).line


def _some(lines: Sequence[bytes], rng: random.Random, *kinds: type) -> tuple[int, SeatLine]:
    """One of the events of these kinds, and where it stands."""
    events = enumerate(map(CODEC.decode, lines))
    return rng.choice([(i, e) for i, e in events if isinstance(e, SeatLine) and isinstance(e.msg, kinds)])


def _other(value: str) -> str:
    raw = bytearray(unb64(value, 32))
    raw[7] ^= 1
    return b64(bytes(raw))


def _ends(lines: list[bytes], at: int, line: bytes, rng: random.Random) -> list[bytes]:
    """The line instead of the one there; often the log ends with it."""
    return [*lines[:at], line] if rng.random() < 0.7 else [*lines[:at], line, *lines[at + 1 :]]


def twins(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """A seat signs two events for one place."""
    for _ in range(rng.choice((1, 1, 2))):
        _, event = _some(lines, rng, Act, Seal, Entropy, Note, Reveal)
        lines.insert(rng.randrange(1, len(lines) + 1), _signed(lines[0], event, t=event.msg.t + rng.randrange(1, 99)))
    return lines


def false_element(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """A number for the dice that is not the next of its chain."""
    at, event = _some(lines, rng, Entropy)
    body = event.msg.body
    change = {"e": _other(body.e)} if rng.random() < 0.7 else {"i": body.i + 1}
    return _ends(lines, at, _signed(lines[0], event, body=msgspec.structs.replace(body, **change)), rng)


def wrong_opening(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """A key that does not open what was sealed."""
    at, event = _some(lines, rng, Reveal)
    body = event.msg.body
    name = "key" if body.key is not None else "seed"
    changed = msgspec.structs.replace(body, **{name: _other(getattr(body, name))})
    return _ends(lines, at, _signed(lines[0], event, body=changed), rng)


def wrong_disclosure(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """A secret that was not promised."""
    at, event = _some(lines, rng, Disclose)
    body = event.msg.body
    changed = msgspec.structs.replace(body, gs=_other(body.gs))
    return _ends(lines, at, _signed(lines[0], event, body=changed), rng)


def another_answer(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """An answer that the others never saw: all that follows builds on another one."""
    at, event = _some(lines, rng, Act)
    return _ends(lines, at, _signed(lines[0], event, t=event.msg.t + 1), rng)


CRIMES: tuple[Spoil, ...] = (twins, false_element, wrong_opening, wrong_disclosure, another_answer)
