"""Seals: made, opened, checked, and refused (protocol 2.12)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto.hashing import kdf, th, tm
from pbem.crypto.seal import Item, check_seal, make_seal, open_seal, seal_context, seal_key
from pbem.errors import BrokenSeal
from pbem.limits import BUCKETS
from vector_files import cases

GS, CTX = bytes(range(32)), b"context"


def stuffed(padded: bytes) -> tuple[Item, bytes]:
    """A seal whose maker chose the padded bytes freely; all else is as it should be."""
    salt = tm(kdf(GS, "seal/siv"), "seal/salt", CTX, padded)[:16]
    key = seal_key(GS, CTX, salt)
    ct = ChaCha20Poly1305(kdf(key, "seal/enc")).encrypt(bytes(12), padded, CTX)
    return Item(salt, ct, th("seal/com", CTX, key, padded)), key


@cases("seals")
def test_seal(case):
    gs, text = bytes.fromhex(case["gs"]), case["plaintext_utf8"].encode()
    ctx = seal_context(bytes.fromhex(case["gid"]), case["seat"], case["slot"], bytes.fromhex(case["prev_digest"]))
    assert ctx.hex() == case["ctx"]
    item, key = make_seal(gs, ctx, text, case["bucket"])
    assert {"salt": item.salt.hex(), "ct": item.ct.hex(), "com": item.com.hex(), "key": key.hex()} == {
        name: case[name] for name in ("salt", "ct", "com", "key")
    }
    assert kdf(key, "seal/enc").hex() == case["enc_key"]
    assert seal_key(gs, ctx, item.salt) == key
    assert open_seal(ctx, item, key) == text
    assert check_seal(gs, ctx, item, case["bucket"]) == text


@given(st.binary(max_size=127))
def test_what_is_sealed_comes_out(text):
    item, key = make_seal(GS, CTX, text, 128)
    assert open_seal(CTX, item, key) == text
    assert check_seal(GS, CTX, item, 128) == text


@pytest.mark.parametrize("bucket", BUCKETS)
def test_a_bucket_holds_one_byte_less_than_its_size(bucket):
    item, key = make_seal(GS, CTX, b"x" * (bucket - 1), bucket)
    assert len(item.ct) == bucket + 16
    assert open_seal(CTX, item, key) == b"x" * (bucket - 1)
    with pytest.raises(ValueError, match=f"{bucket} bytes do not fit a bucket of {bucket}"):
        make_seal(GS, CTX, b"x" * bucket, bucket)


def test_a_bucket_is_one_of_four():
    with pytest.raises(ValueError, match="no bucket has 256 bytes"):
        make_seal(GS, CTX, b"", 256)


@pytest.mark.parametrize("damage", ["ct", "short ct", "no ct", "com", "key", "ctx"])
def test_what_does_not_fit_stays_shut(damage):
    item, key = make_seal(GS, CTX, b"text", 128)
    ctx = CTX + b"!" if damage == "ctx" else CTX
    key = bytes(32) if damage == "key" else key
    other_ct = {"ct": item.ct[:-1] + bytes([item.ct[-1] ^ 1]), "short ct": item.ct[:-1], "no ct": b""}
    item = replace(item, ct=other_ct.get(damage, item.ct), com=bytes(32) if damage == "com" else item.com)
    with pytest.raises(BrokenSeal, match="the key does not"):
        open_seal(ctx, item, key)


def test_no_second_key_opens_a_seal():
    item, _ = make_seal(GS, CTX, b"text", 128)
    _, other = make_seal(GS, CTX, b"another text", 128)
    with pytest.raises(BrokenSeal, match="does not open"):
        open_seal(CTX, item, other)


@pytest.mark.parametrize(
    "padded",
    [bytes(128), b"x" * 128, b"text" + bytes(124), b"text\x80" + b"X" * 123],
    ids=["empty", "full", "unmarked", "not of zeros"],
)
def test_broken_padding_is_an_opening_without_a_text(padded):
    item, key = stuffed(padded)
    assert open_seal(CTX, item, key) is None
    assert check_seal(GS, CTX, item, 128) is None


def test_the_audit_finds_a_key_that_is_not_the_secrets():
    item, _ = make_seal(bytes(32), CTX, b"text", 128)
    with pytest.raises(BrokenSeal, match="does not open"):
        check_seal(GS, CTX, item, 128)


def test_the_audit_finds_a_chosen_salt():
    salt, padded = bytes(16), b"text\x80" + bytes(123)
    key = seal_key(GS, CTX, salt)
    ct = ChaCha20Poly1305(kdf(key, "seal/enc")).encrypt(bytes(12), padded, CTX)
    item = Item(salt, ct, th("seal/com", CTX, key, padded))
    assert open_seal(CTX, item, key) == b"text"
    with pytest.raises(BrokenSeal, match="the salt does not come from the game secret"):
        check_seal(GS, CTX, item, 128)


def test_the_audit_finds_another_bucket():
    item, _ = make_seal(GS, CTX, b"text", 128)
    with pytest.raises(BrokenSeal, match="fills 128 bytes, its bucket has 512"):
        check_seal(GS, CTX, item, 512)
