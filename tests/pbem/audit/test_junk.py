"""2.18 Reading takes time linear in the file, whatever is in it: a megabyte of each kind of junk, and every reader."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

import pytest

from costs import takes
from pbem.audit.bundle.evidence import make_evidence
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed
from pbem.errors import BadRecord
from pbem.limits import KEYLESS_LIMIT, MAX_LINE
from pbem.match.match import Match
from pbem.post.contents import items
from pbem.reading import reader
from pbem.reading.source import Source
from pbem.record import events as ev
from pbem.record.log import LogFile
from pbem.record.wire import CODEC
from people import invite, master, settle
from records import TINY_ONLY, decoded, finished, lines_of
from tiny import TINY

MB = 10**6
BAR = 2.0  # seconds of the processor
SIGNATURE = b',"s":"' + b"A" * 86 + b'"}\n'
Made = tuple[list[bytes], list[bytes]]


def fill(make: Callable[[int], bytes], size: int) -> list[bytes]:
    """Pieces until they are so many bytes."""
    pieces: list[bytes] = []
    while size > 0:
        pieces.append(make(len(pieces)))
        size -= len(pieces[-1])
    return pieces


@lru_cache
def begun():
    """A match whose three seats have joined: its lines, and the tool of green."""
    people = invite(turns=1)
    settle(people)
    return lines_of(people), people[1].match


def odd(i: int) -> str:
    """Looks like an id."""
    return b64(i.to_bytes(32, "big"))


def note(i: int, *, seed: bytes | None = None, **fields: object) -> bytes:
    """A remark of green, signed, wherever it is to stand."""
    match = begun()[1]
    core = match._core(1) | {"inc": ()} | fields
    return CODEC.make(ev.Note(**core, body=ev.NoteBody(text=str(i))), seed or match.keys[1].sign_seed).line


def join(i: int) -> bytes:
    """Another join of green."""
    msg = next(e for e in decoded(begun()[0]) if e.kind == "join" and e.seat == 1).msg
    fields = {f: getattr(msg, f) for f in msg.__struct_fields__} | {"t": i}
    return CODEC.make(ev.Join(**fields), identity_seed(master(1))).line


def behind_what_is_missing(size: int) -> list[bytes]:
    """Green includes a thousand events that are not here, and goes on as if they were."""
    match = begun()[1]
    core = match._core(1) | {"inc": tuple(sorted(map(odd, range(1_024))))}
    event = CODEC.make(ev.Resign(**core, body=ev.ResignBody()), match.keys[1].sign_seed)
    lines = [event.line]
    for i in range(size // 300):
        event = CODEC.decode(note(i, n=event.msg.n + 1, feed=event.id))
        lines.append(event.line)
    return lines


def another_signature(i: int) -> bytes:
    line = begun()[0][5]
    return line[:-89] + b64(random.Random(i).randbytes(64)).encode() + line[-3:]


def nested(opening: bytes, size: int) -> list[bytes]:
    return fill(lambda _: b'{"c":' + opening * (60_000 // len(opening)) + SIGNATURE, size)


def halves(size: int) -> list[bytes]:
    return fill(lambda i: finished()[1 + i % 50][:200] + b"\n" + finished()[1 + i % 50][200:], size)


SHAPES: dict[str, Callable[[int], list[bytes]]] = {
    "newlines behind junk": lambda size: [b"x" * 65_000 + b"\n"] * 2 + [b"\n"] * (size - 130_000),
    "newlines among broken lines": lambda size: fill(lambda _: b"x" * 5_000 + b"\n" * 200, size),
    "one giant line": lambda size: [b"x" * size + b"\n"],
    "one giant beginning": lambda size: [b'{"c":' + b'"n":1,' * (size // 6) + b"\n"],
    "lines of one byte": lambda size: [b"x\n"] * (size // 2),
    "events broken in two": halves,
    "events broken in two, both with a frame": lambda size: fill(lambda i: b'{"c":' + halves(1)[0], size),
    "repeats of one line": lambda size: fill(lambda _: begun()[0][5], size),
    "one event with other signatures": lambda size: fill(another_signature, size),
    "events of another match": lambda size: fill(lambda i: finished(nonce=1)[i % 50], size),
    "bad base64": lambda size: fill(lambda _: begun()[0][5][:-80] + b"!" + begun()[0][5][-79:], size),
    "lists in lists": lambda size: nested(b"[", size),
    "objects in objects": lambda size: nested(b'{"a":', size),
    "huge numbers": lambda size: fill(lambda _: b'{"c":{"n":' + b"9" * 60_000 + b"}" + SIGNATURE, size),
    "places": lambda size: fill(lambda _: b'{"c":' + b'"n":5,"prev":"","r":3,"seat":1}' * 1_900 + b"\n", size),
    "places, each on its line": lambda size: fill(lambda i: b'{"c":"n":%d,"prev":"","r":3,"seat":1}\n' % i, size),
    "not UTF-8": lambda size: fill(lambda _: b'{"c":{"kind":"note' + b"\xff" * 60_000 + b'"}' + SIGNATURE, size),
}
SIGNED: dict[str, Callable[[int], list[bytes]]] = {  # they take their time to make
    "huge n": lambda size: fill(lambda i: note(i, n=2**53 - 2 - i, feed=odd(i)), size),
    "every second n": lambda size: fill(lambda i: note(i, n=20 + 2 * i, feed=odd(i)), size),
    "many events for one place": lambda size: fill(note, size),
    "many joins of one seat": lambda size: fill(join, size),
    "events on bases of their own": lambda size: fill(lambda i: note(i, n=9 + i, prev=odd(i), feed=odd(i)), size),
    "signed by somebody else": lambda size: fill(lambda i: note(i, n=9 + i, feed=odd(i), seed=bytes(32)), size),
    "behind what is missing": behind_what_is_missing,
}
NO_JOIN = "events of a seat that has not joined"
KEYLESS = {NO_JOIN: lambda size: fill(lambda i: note(i, n=1 + i, feed=odd(i)), size)}


def sample(shape: str, size: int) -> bytes:
    """A match under way with so much junk behind its lines."""
    lines = begun()[0]
    if shape == NO_JOIN:
        lines = [line for line in lines if b'"kind":"join"' not in line or b'"seat":1' not in line]
    return b"".join([*lines, *(SHAPES | SIGNED | KEYLESS)[shape](size)])


def look(path: Path) -> None:
    """As `pbem show` does: all that can be taken in."""
    found = LogFile(path, CODEC.decode).read()
    match = Match(found.events[0], TINY, TINY.data_files(None))
    match.take(found.events)
    match.feeds.heads_are_signed()


def mend(path: Path) -> None:
    """Twice: what was set aside by the first is known to the second."""
    for _ in range(2):
        with LogFile(path, CODEC.decode).writing():
            pass


def fetch(path: Path) -> None:
    source = Source(path)
    source.first_line()
    list(source.events_of({(1, 1), (2, 2)}))
    source.fetch([1, 10**9])


READERS: dict[str, Callable[[Path], object]] = {
    "quick": lambda path: verify(path, "quick", find_ruleset=TINY_ONLY),
    "full": lambda path: verify(path, "full", find_ruleset=TINY_ONLY),
    "evidence": lambda path: make_evidence(path.read_bytes(), find_ruleset=TINY_ONLY),
    "fetch": fetch,
    "look": look,
    "mend": mend,
    "post": lambda path: list(items(path.read_bytes(), "mail")),
}


def reading(read: Callable[[Path], object], path: Path, content: bytes) -> None:
    """A file with more bad lines than any log may be refused."""
    path.write_bytes(content)
    with contextlib.suppress(BadRecord):
        read(path)


@pytest.mark.parametrize("shape", [*SHAPES, *(pytest.param(s, marks=pytest.mark.slow) for s in (*SIGNED, *KEYLESS))])
def test_a_megabyte_of_anything_is_read_in_two_seconds(shape, tmp_path):
    path = tmp_path / "game.pbem"
    content = sample(shape, MB)
    assert len(content) >= MB
    for name, read in READERS.items():
        assert takes(partial(reading, read, path, content), BAR), name


@pytest.mark.parametrize("shape", SHAPES)
def test_no_byte_of_junk_is_looked_at_again_and_again(shape, monkeypatch, tmp_path):
    """What a bad line may have been is read once; beyond the bound on bad lines nothing is read."""
    scanned: list[int] = []
    claims = reader.read_claims
    monkeypatch.setattr(reader, "read_claims", lambda content: scanned.append(len(content)) or claims(content))
    content = sample(shape, 200_000)
    path = tmp_path / "game.pbem"
    path.write_bytes(content)
    report = verify(path, "full", find_ruleset=TINY_ONLY)
    assert sum(scanned) <= len(content)
    assert max(scanned, default=0) <= reader.MOST_JOINED + MAX_LINE
    assert len(report.findings) <= reader.MOST_BAD + reader.STRIDE + 1
    assert report.events == len(begun()[0])
    if len(content.splitlines()) > 2 * reader.MOST_BAD and not shape.startswith("repeats"):
        assert any("lines count for nothing: the rest was not read" in f.text for f in report.findings)


def test_each_bad_line_counts_not_each_run_of_them():
    base = begun()[0]
    for count in (reader.MOST_BAD - 10, reader.MOST_BAD):
        lines = [*base, b"x" * 500 + b"\n", *[b"\n"] * (count - 1), *finished(nonce=1)[:9]]
        report = verify(lines, find_ruleset=TINY_ONLY)
        assert (len(report.of("line")) == 2) == (count == reader.MOST_BAD)
        assert len(report.of("place")) == (0 if count == reader.MOST_BAD else 9)
        assert report.of("line")[0].text.endswith(f"(lines {len(base) + 1} to {len(base) + count} were one)")


def test_events_of_a_seat_without_a_key_are_bounded(monkeypatch):
    """Nobody's key vouches for them; each past the bound counts as a bad line."""
    assert KEYLESS_LIMIT == 4096
    monkeypatch.setattr(reader, "KEYLESS_LIMIT", 5)
    base = [line for line in begun()[0] if b'"kind":"join"' not in line or b'"seat":1' not in line]
    known = sum(b'"seat":1' in line for line in base)
    report = verify([*base, *(note(i, n=50 + i) for i in range(9 - known))], find_ruleset=TINY_ONLY)
    assert len(report.of("line")) == 4
    assert report.of("line")[0].truth == "more than 5 events of its seat stand before its join"
    assert report.of("missing")[0].concerns == "green"
