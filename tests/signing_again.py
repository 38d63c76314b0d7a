"""Another good signature of an event that is signed already: only its owner can make one, and nothing asks him to."""

from __future__ import annotations

from hashlib import sha512

import msgspec
from nacl import bindings as sodium

from pbem.crypto.hashing import b64, pae
from pbem.crypto.keys import public_key
from pbem.record.wire import SeatLine, verify_event

ORDER = 2**252 + 27742317777372353535851937790883648493


def signed_again(event: SeatLine, seed: bytes, *, is_less: bool) -> SeatLine:
    """The same event under another signature by its key, one that comes before its own if `is_less`, else after."""
    digest = sha512(seed).digest()
    a = int.from_bytes(digest[:32], "little") & ~7 & (2**254 - 1) | 2**254
    pk, signed = public_key(seed), pae("sign/event", event.core)
    for nonce in range(2**16):
        r = int.from_bytes(sha512(digest[32:] + nonce.to_bytes(2, "big")).digest(), "little") % ORDER
        point = sodium.crypto_scalarmult_ed25519_base_noclamp(r.to_bytes(32, "little"))
        k = int.from_bytes(sha512(point + pk + signed).digest(), "little")
        sig = b64(point + ((r + k * a) % ORDER).to_bytes(32, "little"))
        if (sig < event.sig) == is_less and sig != event.sig:
            made = msgspec.structs.replace(event, sig=sig)
            assert verify_event(made, pk)
            return made
    raise AssertionError("its own signature is the first of all, or the last")
