"""Bytes that are hashed, and the three ways of hashing them (protocol 2.1).

Belongs here: the injective encoding of parts, tagged hash, tagged MAC, key derivation, fixed-width integers, base64url.
Must not be here: any meaning of a label, keys of seats, JSON.
"""

from __future__ import annotations

import binascii
import hashlib
import hmac
from functools import lru_cache

from pbem.errors import BadRecord

KEY_SIZE = 32
_TO_URL = bytes.maketrans(b"+/", b"-_")
_FROM_URL = bytes.maketrans(b"-_+/=", b"+/!!!")  # what does not belong becomes `!`, which the decoder drops
_ENDS: tuple[tuple[bytes, str | None], ...] = (  # padding and last characters, whose spare bits are 0, by length
    (b"", None),
    (b"", ""),
    (b"==", "AQgw"),
    (b"=", "AEIMQUYcgkosw048"),
)
_LENGTHS = tuple(n.to_bytes(4, "big") for n in range(1024))


@lru_cache(maxsize=256)
def pae_head(label: str, count: int) -> bytes:
    """2.1 The start of PAE: the label and the number of parts."""
    name = b"pbem1/" + label.encode("ascii")
    return u16(len(name)) + name + u32(count)


def pae(label: str, *parts: bytes) -> bytes:
    """2.1 One byte string for a label and its parts; different inputs never give the same bytes."""
    pieces = [pae_head(label, len(parts))]
    for part in parts:
        size = len(part)
        pieces.append(_LENGTHS[size] if size < 1024 else u32(size))
        pieces.append(part)
    return b"".join(pieces)


def th(label: str, *parts: bytes) -> bytes:
    """2.1 Tagged hash, 32 bytes."""
    return hashlib.sha256(pae(label, *parts)).digest()


def tm(key: bytes, label: str, *parts: bytes) -> bytes:
    """2.1 Tagged MAC, 32 bytes; the key has exactly 32 bytes."""
    _need_key(key)
    return hmac.digest(key, pae(label, *parts), "sha256")


def kdf(key: bytes, label: str, *parts: bytes) -> bytes:
    """2.1 A derived key, 32 bytes (HKDF-Expand, of which that is the first block); the key has exactly 32 bytes."""
    _need_key(key)
    return hmac.digest(key, pae(label, *parts) + b"\x01", "sha256")


def _need_key(key: bytes) -> None:
    if len(key) != KEY_SIZE:  # a shorter HMAC key would have zero-padded twins
        raise ValueError(f"a key has {KEY_SIZE} bytes, not {len(key)}")


def u8(number: int) -> bytes:
    """2.1 One byte; OverflowError outside 0..255."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """2.1 Two bytes, big-endian."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """2.1 Four bytes, big-endian."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """2.1 Eight bytes, big-endian."""
    return number.to_bytes(8, "big")


def b64(data: bytes) -> str:
    """2.1 Unpadded base64url: 32 bytes give 43 characters, 64 give 86, 16 give 22."""
    return binascii.b2a_base64(data, newline=False).translate(_TO_URL).rstrip(b"=").decode("ascii")


def unb64(text: str, length: int | None = None) -> bytes:
    """2.1 Strict unpadded base64url: only what `b64` writes is read. BadRecord for all else.

    `length` is the number of bytes expected, None if any number will do.
    """
    try:
        pad, last = _ENDS[len(text) % 4]
        data = binascii.a2b_base64(text.encode("ascii").translate(_FROM_URL) + pad)
    except ValueError:  # binascii.Error and UnicodeEncodeError are ValueErrors
        raise BadRecord("not base64url") from None
    if len(data) != len(text) * 3 // 4 or (last is not None and text[-1] not in last):
        raise BadRecord("not canonical base64url")
    if length is not None and len(data) != length:
        raise BadRecord(f"{len(data)} bytes in base64url where {length} belong")
    return data
