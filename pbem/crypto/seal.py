"""Commit to a text, open it, check the opening (protocol 2.12).

Belongs here: context, salt, key, ciphertext and commitment of one sealed text.
Must not be here: what the text means, which slots a seat owes, events.
Keys are a function of the secret and the text, so sealing again gives the same bytes: nothing need be stored.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pbem.crypto.hashing import kdf, pae, th, tm, u8
from pbem.errors import BrokenSeal
from pbem.limits import BUCKETS

_SALT_SIZE = 16
_NONCE = bytes(12)  # sound: every key encrypts one text


@dataclass(frozen=True, slots=True)
class Item:
    """2.12 What a seal publishes of one text."""

    salt: bytes
    ct: bytes
    com: bytes


def seal_context(gid: bytes, seat: int, slot: str, base: bytes) -> bytes:
    """2.12 Where a seal belongs: match, seat, slot, and the digest it was built on."""
    return pae("seal/ctx", gid, u8(seat), slot.encode("ascii"), base)


def make_seal(gs: bytes, ctx: bytes, text: bytes, bucket: int) -> tuple[Item, bytes]:
    """2.12 Seals a text in a bucket of that size; returns the item and the key that opens it."""
    padded = _pad(text, bucket)
    salt = _salt(gs, ctx, padded)
    key = seal_key(gs, ctx, salt)
    return Item(salt, _cipher(key).encrypt(_NONCE, padded, ctx), _commitment(ctx, key, padded)), key


def seal_key(gs: bytes, ctx: bytes, salt: bytes) -> bytes:
    """2.12 The key that opens a seal, from its salt."""
    return kdf(gs, "seal/key", ctx, salt)


def open_seal(ctx: bytes, item: Item, key: bytes) -> bytes | None:
    """2.12 The text; BrokenSeal if the key does not fit the commitment: then nothing was revealed.

    None if key and commitment fit but the padding is not sound: the seal is open and its slot takes the default.
    """
    return _unpad(_open(ctx, item, key))


def check_seal(gs: bytes, ctx: bytes, item: Item, bucket: int) -> bytes | None:
    """2.12, 2.14 The text, with salt, key, ciphertext and commitment all made again from the game secret.

    BrokenSeal if any of them differs from what an honest seat would have published; None as in `open_seal`.
    """
    padded = _open(ctx, item, seal_key(gs, ctx, item.salt))  # the tag makes the ciphertext the only one possible
    if not hmac.compare_digest(_salt(gs, ctx, padded), item.salt):
        raise BrokenSeal("the salt does not come from the game secret")
    if len(padded) != bucket:
        raise BrokenSeal(f"the sealed text fills {len(padded)} bytes, its bucket has {bucket}")
    return _unpad(padded)


def _open(ctx: bytes, item: Item, key: bytes) -> bytes:
    try:
        padded = _cipher(key).decrypt(_NONCE, item.ct, ctx)
    except InvalidTag:
        raise BrokenSeal("the key does not open the seal") from None
    if not hmac.compare_digest(_commitment(ctx, key, padded), item.com):
        raise BrokenSeal("the key does not fit the seal's commitment")
    return padded


def _cipher(key: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(kdf(key, "seal/enc"))


def _salt(gs: bytes, ctx: bytes, padded: bytes) -> bytes:
    return tm(kdf(gs, "seal/siv"), "seal/salt", ctx, padded)[:_SALT_SIZE]


def _commitment(ctx: bytes, key: bytes, padded: bytes) -> bytes:
    return th("seal/com", ctx, key, padded)


def _pad(text: bytes, bucket: int) -> bytes:
    if bucket not in BUCKETS:
        raise ValueError(f"no bucket has {bucket} bytes")
    if len(text) >= bucket:
        raise ValueError(f"{len(text)} bytes do not fit a bucket of {bucket}")
    return text + b"\x80" + bytes(bucket - len(text) - 1)


def _unpad(padded: bytes) -> bytes | None:
    text = padded.rstrip(b"\0")
    return text[:-1] if text.endswith(b"\x80") else None
