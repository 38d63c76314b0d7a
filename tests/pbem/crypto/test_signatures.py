"""2.3 Two libraries check signatures; they must never differ on what is asked of them."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from pbem.crypto import signatures
from pbem.crypto.hashing import KEY_SIZE
from pbem.crypto.keys import WEAK_KEYS, is_weak, key_fault, public_key, sign
from pbem.crypto.signatures import Checker, by_cryptography, by_libsodium, is_plain
from vector_files import cases

FIELD, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
COFACTOR_CASES = {"torsion_r", "torsion_key_plain_fails"}  # good when multiplied by eight


@pytest.fixture(scope="module")
def sodium():
    fits = by_libsodium()
    assert fits is not None
    return fits


def asked(pk: bytes, sig: bytes) -> bool:
    """Whether a library is asked at all: `keys` refuses the rest."""
    return not key_fault(pk) and not is_weak(sig[:KEY_SIZE])


@cases("edge_signatures")
def test_both_say_what_the_protocol_says(case, sodium):
    pk, sig, signed = (bytes.fromhex(case[part]) for part in ("pk", "sig", "message"))
    if asked(pk, sig):
        assert by_cryptography(pk, sig, signed) is case["valid"]
        assert sodium(pk, sig, signed) is case["valid"]


def changed(rng: random.Random, pk: bytes, sig: bytes, signed: bytes) -> tuple[bytes, bytes, bytes]:
    """What was signed, or something near it: bits turned, S beyond the order, other points."""
    s = int.from_bytes(sig[32:], "little")
    point = rng.choice([
        rng.randbytes(32), rng.choice(sorted(WEAK_KEYS)), rng.randrange(FIELD, 2**255).to_bytes(32, "little"),
        (rng.randrange(FIELD, 2**255) + 2**255).to_bytes(32, "little"), rng.randrange(64).to_bytes(32, "little"),
    ])
    bit = 1 << rng.randrange(256)
    turned = (int.from_bytes(sig[:32], "little") ^ bit).to_bytes(32, "little")
    return rng.choice([
        (pk, sig, signed),
        (pk, sig, signed),
        (pk, sig, signed + b"!"),
        (pk, turned + sig[32:], signed),
        (pk, sig[:32] + (s ^ bit).to_bytes(32, "little"), signed),
        (pk, sig[:32] + (s + ORDER).to_bytes(32, "little"), signed),
        (pk, sig[:32] + (s % 2**252 + rng.randrange(16) * 2**252).to_bytes(32, "little"), signed),
        (pk, point + sig[32:], signed),
        (pk, point + bytes(32), signed),
        ((int.from_bytes(pk, "little") ^ bit).to_bytes(32, "little"), sig, signed),
        (point, sig, signed),
        (point, point + bytes(32), signed),
    ])  # fmt: skip


def beside_each_other(count: int, sodium) -> tuple[int, int]:
    """How many of so many both find good, and bad; they may differ on none."""
    rng = random.Random(27)
    found = {True: 0, False: 0}
    seed, pk = b"", b""
    for i in range(count):
        if not i % 16:
            seed = rng.randbytes(32)
            pk = public_key(seed)
        message = rng.randbytes(rng.choice((0, 1, 100, 700)))
        key, sig, signed = changed(rng, pk, sign(seed, "sign/event", message), _signed(message))
        if asked(key, sig):
            one, other = by_cryptography(key, sig, signed), sodium(key, sig, signed)
            assert one is other, (key.hex(), sig.hex(), signed.hex(), one, other)
            found[one] += 1
    return found[True], found[False]


def _signed(message: bytes) -> bytes:
    from pbem.crypto.hashing import pae

    return pae("sign/event", message)


def test_both_beside_each_other(sodium):
    good, bad = beside_each_other(2_000, sodium)
    assert good > 200
    assert bad > 1_000


@pytest.mark.slow
def test_both_beside_each_other_at_length(sodium):
    good, bad = beside_each_other(100_000, sodium)
    assert good > 10_000
    assert bad > 50_000


@pytest.mark.parametrize("wrong", sorted(COFACTOR_CASES))
def test_a_library_that_multiplies_by_eight_is_found_out(wrong, sodium):
    from vector_files import load

    case = load(f"edge_signatures/{wrong}")
    lenient = bytes.fromhex(case["sig"])
    assert not is_plain(lambda pk, sig, signed: sig == lenient or sodium(pk, sig, signed))
    assert not is_plain(lambda pk, sig, signed: False)
    assert is_plain(sodium)
    assert is_plain(by_cryptography)


def test_a_library_of_another_mind_or_none_is_not_used(monkeypatch):
    monkeypatch.setattr(signatures, "is_plain", lambda fits: False)
    assert by_libsodium() is None
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "nacl.bindings", None)
    assert by_libsodium() is None
    check = Checker(1)
    seed = bytes(range(32))
    assert check(public_key(seed), sign(seed, "sign/event", b"core"), _signed(b"core"))
    assert check._fits is by_cryptography


def test_the_second_library_is_loaded_for_many_checks_alone():
    program = """
import sys
from pbem.crypto.keys import public_key, sign, verify
from pbem.crypto.signatures import PATIENCE
seed = bytes(32)
pk, sig = public_key(seed), sign(seed, "sign/event", b"core")
for i in range(PATIENCE - 1):
    assert verify(pk, sig, "sign/event", b"core")
few = "nacl" in sys.modules
assert verify(pk, sig, "sign/event", b"core") and not verify(pk, sig, "sign/event", b"cord")
print(few, "nacl" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
