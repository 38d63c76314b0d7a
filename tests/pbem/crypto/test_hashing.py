"""Encoding, hashing, key derivation, base64url (protocol 2.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto.hashing import b64, kdf, pae, th, tm, u8, u16, u32, u64, unb64
from pbem.errors import BadRecord
from vector_files import cases


@cases("pae")
def test_encoding_and_hash(case):
    parts = [bytes.fromhex(part) for part in case["parts"]]
    assert pae(case["label"], *parts).hex() == case["pae"]
    assert th(case["label"], *parts).hex() == case["th"]


@cases("tm_kdf")
def test_mac_and_derived_key(case):
    key, parts = bytes.fromhex(case["key"]), [bytes.fromhex(part) for part in case["parts"]]
    assert tm(key, case["label"], *parts).hex() == case["tm"]
    assert kdf(key, case["label"], *parts).hex() == case["kdf"]


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_key_has_exactly_32_bytes(size):
    with pytest.raises(ValueError, match="a key has 32 bytes"):
        tm(bytes(size), "t")
    with pytest.raises(ValueError, match="a key has 32 bytes"):
        kdf(bytes(size), "t")


@given(st.lists(st.binary(max_size=5), max_size=4), st.lists(st.binary(max_size=5), max_size=4))
def test_other_parts_are_other_bytes(some, others):
    assert (pae("x", *some) == pae("x", *others)) == (some == others)


def test_integers_have_a_fixed_width():
    assert (u8(255), u16(258), u32(258), u64(258)) == (b"\xff", b"\1\2", b"\0\0\1\2", b"\0\0\0\0\0\0\1\2")
    for width, number in ((u8, 256), (u16, 2**16), (u32, 2**32), (u64, 2**64), (u32, -1)):
        with pytest.raises(OverflowError):
            width(number)


@cases("base64url")
def test_strict_base64url(case):
    if case["good"]:
        assert b64(unb64(case["text"])) == case["text"]
    else:
        with pytest.raises(BadRecord, match="base64url"):
            unb64(case["text"])


@given(st.binary(max_size=200))
def test_base64url_there_and_back(data):
    assert unb64(b64(data), len(data)) == data


@given(st.text(alphabet="AQgwBz-_+/= \n\u00e9", max_size=9))
def test_only_what_is_written_is_read(text):
    try:
        data = unb64(text)
    except BadRecord:
        return
    assert b64(data) == text


def test_length_of_base64url():
    assert (len(b64(bytes(16))), len(b64(bytes(32))), len(b64(bytes(64)))) == (22, 43, 86)
    with pytest.raises(BadRecord, match="32 bytes in base64url where 64 belong"):
        unb64("A" * 43, 64)
