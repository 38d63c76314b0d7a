"""A seat's keys and signatures (protocol 2.2, 2.3, 2.5).

Belongs here: the key tree below a master, Ed25519, the commitment to a game secret, the proof of holding a key.
Must not be here: files, passphrases, events.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from pbem.crypto.hashing import KEY_SIZE, kdf, pae, th, u8, u32
from pbem.crypto.signatures import Checker

SIGNATURE_SIZE = 64

# 2.2 The encodings of Ed25519 points of small order, the non-canonical ones included.
WEAK_KEYS = frozenset(
    bytes.fromhex(key)
    for key in (
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    )
)


_FIELD = 2**255 - 19  # the prime of the curve
_FITS = Checker()


def is_weak(point: bytes) -> bool:
    """2.2 A point of small order. As a public key, some signatures fit it whatever was signed."""
    return point in WEAK_KEYS


def key_fault(pk: bytes) -> str:
    """2.2 Why no public key of anybody may be these bytes; empty if they may be one."""
    if is_weak(pk):
        return "a key of small order"
    y = int.from_bytes(pk, "little") & (2**255 - 1)
    return "a key whose y is not below 2^255-19" if y >= _FIELD else ""


def identity_seed(master: bytes, generation: int = 0) -> bytes:
    """2.2 The Ed25519 seed of a person."""
    return kdf(master, "id/sign", u32(generation))


def game_root(master: bytes, gid: bytes, seat: int, epoch: int = 0) -> bytes:
    """2.2 The root of one seat's keys in one match."""
    return kdf(master, "game", gid, u8(seat), u32(epoch))


def gs_commit(gid: bytes, seat: int, epoch: int, gs: bytes) -> bytes:
    """2.2 The commitment to a game secret, published when the seat joins."""
    return th("gs-commit", gid, u8(seat), u32(epoch), gs)


@dataclass(frozen=True, slots=True)
class SeatKeys:
    """2.2 The keys of one seat in one match and epoch. Secrets stay out of its repr."""

    gid: bytes
    seat: int
    epoch: int
    pk: bytes
    box_pk: bytes
    sign_seed: bytes = field(repr=False)
    box_seed: bytes = field(repr=False)
    gs: bytes = field(repr=False)

    @classmethod
    def derive(cls, master: bytes, gid: bytes, seat: int, epoch: int = 0) -> SeatKeys:
        """All keys of the seat from the person's master."""
        return cls.of_root(game_root(master, gid, seat, epoch), gid, seat, epoch)

    @classmethod
    def of_root(cls, root: bytes, gid: bytes, seat: int, epoch: int = 0) -> SeatKeys:
        """All keys of the seat from the root of this one seat in this one match: who has it has no other."""
        sign_seed, box_seed = kdf(root, "sign"), kdf(root, "box")
        box_pk = X25519PrivateKey.from_private_bytes(box_seed).public_key().public_bytes_raw()
        return cls(gid, seat, epoch, public_key(sign_seed), box_pk, sign_seed, box_seed, kdf(root, "secret"))

    @property
    def gsc(self) -> bytes:
        """The commitment to this seat's game secret."""
        return gs_commit(self.gid, self.seat, self.epoch, self.gs)


Held = bytes | SeatKeys  # what is held of a seat: its person's master, or the keys of this seat in one match alone


def keys_of(held: Held, gid: bytes, seat: int) -> SeatKeys:
    """The keys of a seat, of epoch 0, from what is held of it; ValueError for keys of another seat or match."""
    if isinstance(held, bytes):
        return SeatKeys.derive(held, gid, seat)
    if (held.gid, held.seat) != (gid, seat):
        raise ValueError("these are the keys of another seat or match")
    return held


def public_key(seed: bytes) -> bytes:
    """The Ed25519 public key of a seed."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed: bytes, label: str, *parts: bytes) -> bytes:
    """2.3 The Ed25519 signature of labelled parts."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(pae(label, *parts))


def verify(pk: bytes, sig: bytes, label: str, *parts: bytes) -> bool:
    """2.3 Whether `sig` is the signature of these labelled parts.

    Never true under a key that none may have, nor if its first half R is of small order: libraries differ there.
    """
    return verify_bytes(pk, sig, pae(label, *parts))


def verify_bytes(pk: bytes, sig: bytes, signed: bytes) -> bool:
    """The same of the bytes that were signed."""
    return _may_sign(pk) and len(sig) == SIGNATURE_SIZE and not is_weak(sig[:KEY_SIZE]) and _FITS(pk, sig, signed)


@lru_cache(maxsize=256)
def _may_sign(pk: bytes) -> bool:
    """Whether these bytes may be somebody's key; under others nothing is ever signed."""
    return len(pk) == KEY_SIZE and not key_fault(pk)


def pop_parts(
    gid: bytes, seat: int, epoch: int, id_pk: bytes, pk: bytes, box: bytes, gsc: bytes, anchor: bytes, chain_n: int
) -> tuple[bytes, ...]:
    """2.5 What the proof of possession signs."""
    return gid, u8(seat), u32(epoch), id_pk, pk, box, gsc, anchor, u32(chain_n)


def make_pop(keys: SeatKeys, id_pk: bytes, anchor: bytes, chain_n: int) -> bytes:
    """2.5 The signing key signs the join: nobody joins with a key that is not theirs."""
    parts = pop_parts(keys.gid, keys.seat, keys.epoch, id_pk, keys.pk, keys.box_pk, keys.gsc, anchor, chain_n)
    return sign(keys.sign_seed, "sign/pop", *parts)


def check_pop(
    pop: bytes,
    *,
    gid: bytes,
    seat: int,
    epoch: int,
    id_pk: bytes,
    pk: bytes,
    box: bytes,
    gsc: bytes,
    anchor: bytes,
    chain_n: int,
) -> bool:
    """2.5 Whether the proof of possession fits the join that holds it."""
    return verify(pk, pop, "sign/pop", *pop_parts(gid, seat, epoch, id_pk, pk, box, gsc, anchor, chain_n))
