"""Whatever a mail or a pasted text of 1 MB holds, reading it takes less than 2 s of CPU time."""

from __future__ import annotations

import io
import zlib

import pytest

from costs import takes
from pbem.limits import MAX_RAW
from pbem.post import contents
from pbem.post.armor import armor
from pbem.post.intake import FoundText, Trouble, take
from pbem.post.packet import MAGIC, pack

SIZE = 1_000_000
SECONDS = 2.0
HEAD = b"From: a@pbem.test\nSubject: x\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n"
TYPE = b"--b\nContent-Type: text/plain; a="


def filled(head: bytes, unit: bytes, tail: bytes = b"") -> bytes:
    return head + unit * ((SIZE - len(head) - len(tail)) // len(unit)) + tail


def nested(depth: int) -> bytes:
    lines = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(depth))
    return filled(HEAD + b"".join(lines), b"x\n")


def bombs() -> bytes:
    """As many packets as fit, each of 8 MiB that nothing is in."""
    raws = (bytes([65 + i % 26]) * (MAX_RAW - 2) + bytes(divmod(i, 256)) for i in range(90))
    return "".join(armor(MAGIC + zlib.compress(raw, 9), "a") for raw in raws).encode()


ONCE_SLOW = {  # seconds before they were bounded: 5.4, 3.8, 5.1, 7.3, 1.8, 1.2, 2.0
    "unclosed quotes in fields of parts": lambda: filled(MIXED, TYPE + b'"' + b";" * 8000 + b"\n\nx\n"),
    "escaped separators": lambda: filled(MIXED, TYPE + b'"' + b"\\;" * 4000 + b"\n\nx\n"),
    "behind a From line": lambda: filled(MIXED, b"--b\nFrom x\n" + TYPE[4:] + b'"' + b";" * 8000 + b"\n\nx\n"),
    "a report of empty lines": lambda: filled(HEAD + b"Content-Type: message/delivery-status\n\n", b"\n"),
    "a report of short parts": lambda: filled(HEAD + b"Content-Type:\n message/delivery-status\n\n", b"A:b\n\n"),
    "fields without names": lambda: filled(HEAD, b":\n", b"\nbody\n"),
    "packets that unpack to 720 MB": bombs,
}
OTHERS = {
    "quotes in a field": lambda: filled(HEAD + b"To: ", b'"', b"\n\nbody\n"),
    "quotes in the type": lambda: filled(HEAD + b'Content-Type: text/plain; a="', b'"', b"\n\nbody\n"),
    "quotes in the disposition": lambda: filled(HEAD + b'Content-Disposition: x; filename="', b';"', b"\n\nbody\n"),
    "continued parameters": lambda: filled(MIXED, TYPE + b";charset*1*=a" * 90 + b"\n\nx\n"),
    "a folded field": lambda: filled(HEAD + b"To: x", b"\n x", b"\n\nbody\n"),
    "a folded type": lambda: filled(HEAD + b"Content-Type: text/plain", b";\n a=b", b"\n\nbody\n"),
    "many fields": lambda: filled(HEAD, b"X: y\n", b"\nbody\n"),
    "many parts": lambda: filled(MIXED, b"--b\n\nx\n"),
    "parts in parts": lambda: filled(MIXED, b"--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nx\n"),
    "2 deep": lambda: nested(2),
    "200 deep": lambda: nested(200),
    "mails in mails": lambda: filled(b"", HEAD + b"Content-Type: message/rfc822\n\n"),
    "almost boundaries": lambda: filled(MIXED.replace(b"=b\n", b"=" + b"b" * 70 + b"\n"), b"--" + b"b" * 69 + b"\n"),
    "a boundary before blanks": lambda: filled(MIXED, b"--b " + b" " * 60_000 + b"x\n"),
    "types in the body": lambda: filled(HEAD + b"\n", b"content-type:" + b"\n" * 1000),
    "junk as base64": lambda: filled(HEAD + b"Content-Transfer-Encoding: base64\n\n", b"!@#\n"),
    "padding as base64": lambda: filled(HEAD + b"Content-Transfer-Encoding: base64\n\n", b"="),
    "quoted-printable": lambda: filled(HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n", b"=\n"),
    "uuencode": lambda: filled(HEAD + b"Content-Transfer-Encoding: x-uuencode\n\n", b"begin\n"),
    "utf-7": lambda: filled(HEAD + b"Content-Type: text/plain; charset=utf-7\n\n", b"+AAA"),
    "short mails": lambda: filled(b"", b"From x\nA:b\n\nx\n"),
    "almost mails": lambda: filled(b"From x\nA:b\n\n", b"From " + b"x" * 500 + b"\n" + b"A" * 76),
    "blocks without ends": lambda: filled(HEAD + b"\n", b"[PBEM:a]\n"),
    "ends without blocks": lambda: filled(b"", b"[/PBEM:0123456789abcdef]\n"),
    "half marks": lambda: filled(b"", b"[PBEM:"),
    "brackets": lambda: filled(b"", b"["),
    "one long block": lambda: filled(b"[PBEM:a]\n", b"QUJD"),
    "half comments": lambda: filled(HEAD + b"Content-Type: text/html\n\n<html>", b"<!-- --"),
    "half tags": lambda: filled(b"<html>", b"<"),
    "half signs": lambda: filled(b"<html>", b"&"),
    "a bomb": lambda: MAGIC + zlib.compress(bytes(100_000_000)),
    "a bomb of lines": lambda: MAGIC + zlib.compress(b"\n" * 8_000_000),
    "a log of empty lines": lambda: filled(b'{"c":{}}\n', b"\n"),
    "a log of short lines": lambda: filled(b'{"c":{}}\n', b'{"c":x"}\n'),
}


def read(content: bytes) -> None:
    """What was pasted is read; nothing of ours is in it."""
    assert all(isinstance(item, Trouble | FoundText) for item in take(["-"], io.BytesIO(content)))


@pytest.mark.parametrize("shape", ONCE_SLOW)
def test_what_was_slow_once(shape):
    content = ONCE_SLOW[shape]()
    assert takes(lambda: read(content), SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("shape", OTHERS)
def test_other_shapes(shape):
    content = OTHERS[shape]()
    assert takes(lambda: read(content), SECONDS)


def test_only_so_much_is_unpacked_out_of_one_source(lines, monkeypatch):
    monkeypatch.setattr(contents, "MAX_UNPACKED", 4_000)
    monkeypatch.setattr(contents, "UNPACKED_TIMES", 0)
    good = armor(pack(lines(3)), "a").encode()
    bomb = armor(MAGIC + zlib.compress(b"\n" * 5_000), "a").encode()
    damaged = "the pasted text: the packet holds lines too short for records"
    for text, told in (
        (good + bomb, ["", damaged]),
        (bomb + good, [damaged, "the pasted text: the packets in it unpack to too much"]),
    ):
        assert [str(getattr(item, "error", "")) for item in take(["-"], io.BytesIO(text))] == told
