"""Bytes at the sizes where their encoding changes its course (protocol 2.1, 2.12)."""

from __future__ import annotations

import base64
import hashlib

import pytest

from pbem.crypto.hashing import b64, pae, th, unb64
from pbem.crypto.seal import make_seal, open_seal
from pbem.limits import BUCKETS


@pytest.mark.parametrize("size", [0, 1, 255, 256, 1023, 1024, 1025, 65_536])
def test_2_1_a_part_of_any_size_is_led_by_its_length_in_four_bytes(size):
    part = b"p" * size
    expected = b"\0\x09pbem1/any" + b"\0\0\0\1" + bytes.fromhex(f"{size:08x}") + part
    assert pae("any", part) == expected
    assert th("any", part) == hashlib.sha256(expected).digest()


@pytest.mark.parametrize("size", range(1, 7))
def test_2_1_base64url_agrees_with_the_standard_whatever_the_last_byte(size):
    for last in range(256):
        data = b"\xfb" * (size - 1) + bytes([last])
        text = base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
        assert (b64(data), unb64(text, size)) == (text, data)


def test_2_12_there_are_four_buckets():
    assert BUCKETS == (128, 512, 2048, 8192)


@pytest.mark.parametrize("ends", [b"", b"\0", b"\x80", b"\x80\0\0"])
def test_2_12_a_text_that_ends_like_its_padding_comes_out_whole(ends):
    item, key = make_seal(bytes(32), b"ctx", b"text" + ends, 128)
    assert open_seal(b"ctx", item, key) == b"text" + ends
