"""One check of an Ed25519 signature, by the faster of two libraries once there are many (protocol 2.3).

libsodium needs half the time. Both judge by the plain equation what is left of keys and signatures after `keys` has
refused those on which libraries differ; a libsodium of another mind is found out when it is loaded, and not used.
Belongs here: choosing the library. Must not be here: which keys and signatures are refused before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Fits = Callable[[bytes, bytes, bytes], bool]
"""Key, signature, what was signed: whether they fit."""

PATIENCE = 64  # checks before the second library is worth loading
_MESSAGE = b"pbem edge signature"
_KEY, _MIXED_KEY = (
    bytes.fromhex(key)
    for key in (
        "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8",
        "b154bd62188ae283dd187fefe8c31f5e276edf083b4cff11c9d5cff856c74440",
    )
)
_TOUCHSTONES = tuple(  # vectors `edge_signatures`: what the plain equation says of points with a part of small order
    (key, bytes.fromhex(signature), is_good)
    for key, signature, is_good in (
        (
            _KEY,
            "96f7a0631dee361b214c6e0be7d11d5a015f03230b0fcea3d4c8a3292bb794a1"
            "e0620c6349c30ccabf2d7e6a71b3cd88f6430fc038e2cd13b4e4ebcc595d8b01",
            True,
        ),
        (
            _KEY,
            "cdbc161be64c4302f56443ff29ccf36a2075be1a1fa67ff126b56315f5681c38"
            "851b30a14a200019a3851a427c62013f126263444749bb3b494b87af5390ee0d",
            False,
        ),
        (
            _MIXED_KEY,
            "158b77c20d98c3f9a03d17f8d1be949e8ebd12198ad5c8e26581d1fc5c13572c"
            "9a065d2bca25535194b6db6cbc150de54758d7cd123742ae3964bab56c47cc07",
            True,
        ),
        (
            _MIXED_KEY,
            "41c0997aff5906ca60c6eb90084820d2bc4c6acaf21ec8c0cf8b5406ab60ecf4"
            "c71838ec27fcbc7a9e26c3481af3ea1e5c3cbe6541ac9cd9f740e6e608dbc203",
            False,
        ),
    )
)


def by_cryptography(pk: bytes, sig: bytes, signed: bytes) -> bool:
    """The check by OpenSSL, always at hand."""
    try:
        _loaded(pk).verify(sig, signed)
    except (InvalidSignature, ValueError):  # ValueError: no point of the curve
        return False
    return True


@lru_cache(maxsize=256)
def _loaded(pk: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(pk)


def by_libsodium() -> Fits | None:
    """The check by libsodium; None if it is not here, or judges otherwise than the protocol."""
    try:
        from nacl.bindings import crypto_sign_open
        from nacl.exceptions import BadSignatureError
    except (ImportError, OSError):
        return None

    def fits(pk: bytes, sig: bytes, signed: bytes) -> bool:
        try:
            crypto_sign_open(sig + signed, pk)
        except BadSignatureError:
            return False
        return True

    return fits if is_plain(fits) else None


def is_plain(fits: Fits) -> bool:
    """Whether this check holds by the plain equation, not by that multiplied by eight."""
    return all(fits(key, signature, _MESSAGE) is is_good for key, signature, is_good in _TOUCHSTONES)


class Checker:
    """Checks by the library at hand, and by the faster one, if it is here, when it has checked many."""

    def __init__(self, patience: int = PATIENCE) -> None:
        self._left = patience
        self._fits: Fits = by_cryptography

    def __call__(self, pk: bytes, sig: bytes, signed: bytes) -> bool:
        """Whether the signature fits."""
        self._left -= 1
        if self._left == 0:
            self._fits = by_libsodium() or by_cryptography
        return self._fits(pk, sig, signed)
