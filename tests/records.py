"""Logs for tests of verifying and auditing: finished matches as lines, and ways to damage them."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from functools import lru_cache

from pbem.record.wire import CODEC, Event
from pbem.ruleset import Ruleset
from people import Person, exchange, finish, invite
from tiny import TINY

Find = Callable[[str], Ruleset]


def only(ruleset: Ruleset) -> Find:
    """Finds this one ruleset, whatever is asked for."""
    return lambda engine: ruleset


TINY_ONLY = only(TINY)


def lines_of(people: Sequence[Person]) -> list[bytes]:
    """Everything that anybody holds, as the lines of one file."""
    return list({e.id: e.line for p in people for e in p.log}.values())


@lru_cache
def finished(seed: int = 7, *, turns: int = 1, notes: bool = True, nonce: int = 0) -> tuple[bytes, ...]:
    """A match of the tiny game, played to the end and disclosed, with remarks in between."""
    people = invite(turns=turns, nonce=bytes([nonce]) * 16)
    rng = random.Random(seed)
    for remark in range(3 if notes else 0):
        finish(people, rng, until=lambda later=4 + 7 * remark: people[0].match.rounds.r >= later)
        people[remark].match.note(remark, f"remark {remark}")
        exchange(people)
    finish(people, rng)
    return tuple(lines_of(people))


def decoded(lines: Sequence[bytes]) -> list[Event]:
    """The events of lines that are all good."""
    return [CODEC.decode(line) for line in lines]


def place(event: Event) -> tuple[int, str]:
    """Round and seat of an event, as a finding names them."""
    return (0, "host") if event.msg.kind == "genesis" else (event.msg.r, TINY.seats[event.msg.seat])


def flip(lines: Sequence[bytes], number: int, at: int, bit: int) -> list[bytes]:
    """The same file with one bit of line `number` (from 1) turned over; a line may fall apart or run into the next."""
    line = lines[number - 1]
    broken = line[:at] + bytes([line[at] ^ (1 << bit)]) + line[at + 1 :]
    return io.BytesIO(b"".join((*lines[: number - 1], broken, *lines[number:]))).readlines()
