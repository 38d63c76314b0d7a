"""Packets: what goes in comes out, and nothing else ever does."""

from __future__ import annotations

import contextlib
import random
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import BadRecord
from pbem.limits import MAX_LINE, MAX_RAW
from pbem.post.names import ascii_word, is_file_name, one_line, packet_name
from pbem.post.packet import MAGIC, MAX_PAYLOAD, is_log, is_packet, pack, pack_all, unpack


def long_line(size: int, seed: int = 0) -> bytes:
    """A line of that many bytes that does not compress well."""
    filler = random.Random(seed).randbytes(size).hex()[: size - 108].encode()
    return b'{"c":' + b'{"x":"' + filler + b'"}' + b',"s":"' + b"A" * 86 + b'"}\n'


def test_lines_come_back_in_order(lines):
    assert unpack(pack(lines(50))) == lines(50)
    assert unpack(pack(reversed(lines(3)))) == lines(3)[::-1]


def test_a_packet_is_its_magic_and_one_stream(lines):
    payload = pack(lines(2))
    assert payload.startswith(MAGIC)
    assert zlib.decompress(payload[len(MAGIC):]) == b"".join(lines(2))


def test_content_tells_a_packet_from_a_log(lines):
    assert (is_packet(pack(lines(1))), is_log(pack(lines(1)))) == (True, False)
    assert (is_packet(lines(1)[0]), is_log(lines(1)[0])) == (False, True)


def test_the_longest_line_fits_and_one_more_byte_does_not():
    line = long_line(MAX_LINE)
    assert len(line) == MAX_LINE
    assert unpack(pack([line])) == [line]
    with pytest.raises(BadRecord, match=r"^line 2: longer than 65536 bytes$"):
        pack([line, long_line(MAX_LINE + 1)])


def test_what_passes_one_packet_goes_in_several():
    every = [long_line(60_000, seed) for seed in range(150)]
    with pytest.raises(BadRecord, match="more than 8 MiB"):
        pack(every)
    packets = list(pack_all(every))
    assert len(packets) == 2
    assert [line for packet in packets for line in unpack(packet)] == every
    assert list(pack_all([])) == []


def stream(raw: bytes) -> bytes:
    return MAGIC + zlib.compress(raw, 9)


REFUSED = {
    "empty": (lambda p: b"", "this is no packet"),
    "another file": (lambda p: b"%PDF-1.7\n", "this is no packet"),
    "magic alone": (lambda p: MAGIC, "the packet is cut off"),
    "truncated": (lambda p: p[:-1], "the packet is cut off"),
    "trailing byte": (lambda p: p + b"\0", "something behind its end"),
    "trailing stream": (lambda p: p + p[len(MAGIC):], "something behind its end"),
    "bit flipped": (lambda p: p[:40] + bytes([p[40] ^ 1]) + p[41:], "damaged|cut off|no record"),
    "checksum wrong": (lambda p: p[:-1] + bytes([p[-1] ^ 1]), "the packet is damaged"),
    "line ends changed": (lambda p: p.replace(b"\r\n", b"\n"), "was changed on its way, as a text is"),
    "high byte lost": (lambda p: b"?" + p[1:], "was changed on its way, as a text is"),
    "saved as UTF-8": (lambda p: p.decode("latin-1").encode(), "was changed on its way, as a text is"),
    "no lines": (lambda p: stream(b""), "the packet is empty"),
    "half a line": (lambda p: stream(zlib.decompress(p[len(MAGIC):])[:-1]), "line 3: cut off before its end"),
    "only line ends": (lambda p: stream(b"\n" * 1_000_000), "too short for records"),
    "a line of another kind": (lambda p: stream(b"x" * 200 + b"\n"), "line 1: this is no record"),
    "a line too long": (lambda p: stream(long_line(MAX_LINE + 1)), "line 1: longer than 65536 bytes"),
    "too large for any packet": (lambda p: p + bytes(MAX_PAYLOAD), "larger than any packet can be"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_whole_is_refused(lines, name):
    damage, why = REFUSED[name]
    with pytest.raises(BadRecord, match=why) as caught:
        unpack(damage(pack(lines(3))))
    assert caught.value.hint


def test_a_bomb_stops_at_eight_mebibytes():
    bomb = stream(bytes(64 * 1024 * 1024))
    assert 64 * 1024 * 1024 / len(bomb) > 1000
    with pytest.raises(BadRecord, match="unpacks to more than 8 MiB"):
        unpack(bomb)


def test_a_bomb_just_at_the_bound_is_read_and_refused():
    with pytest.raises(BadRecord, match="line 1: longer"):
        unpack(stream(bytes(MAX_RAW - 1) + b"\n"))
    with pytest.raises(BadRecord, match="unpacks to more than 8 MiB"):
        unpack(stream(bytes(MAX_RAW) + b"\n"))


def test_what_is_no_line_is_not_packed():
    for wrong in ([b"hello\n"], [b""], [long_line(200)[:-1]], [long_line(200) + long_line(200)]):
        with pytest.raises(BadRecord, match="line 1: "):
            pack(wrong)
    with pytest.raises(BadRecord, match="at least one line"):
        pack([])


@settings(max_examples=300)
@given(st.data())
def test_edits_are_refused_or_change_nothing(lines, data):
    payload = bytearray(pack(lines(5)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(payload) - 1))
        payload[at:at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    with contextlib.suppress(BadRecord):
        assert unpack(bytes(payload)) == lines(5)


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_random_bytes_are_refused(junk):
    for payload in (junk, MAGIC + junk, stream(junk)):
        with pytest.raises(BadRecord):
            unpack(payload)


NOT_NAMES = ["", ".", "..", ".x", "-x", "a/b", "a\\b", "a b", "a\n", "x.", "C:x", "\u00e4", "a" * 121]


def test_a_packet_has_a_plain_name():
    assert packet_name("angola", 17, 42, "mpla") == "angola-17-0042-mpla.pbem"
    assert packet_name("../../etc", 1, 12345, "SA \u202e Cuba\n") == "etc-1-12345-SA-Cuba.pbem"


@given(st.text())
@settings(max_examples=100)
def test_names_out_of_any_text_are_safe(text):
    assert is_file_name(packet_name(text, 1, 1, text))
    assert "--" not in ascii_word(text)
    assert one_line(text).isprintable()


@pytest.mark.parametrize("name", NOT_NAMES)
def test_other_names_are_refused(name):
    assert not is_file_name(name)
