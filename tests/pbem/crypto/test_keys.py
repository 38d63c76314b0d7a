"""The key tree, signatures, weak keys, proofs of possession (protocol 2.2, 2.3, 2.5)."""

from __future__ import annotations

import pytest

from pbem.crypto import keys as keys_module
from pbem.crypto.entropy import Chain
from pbem.crypto.hashing import pae
from pbem.crypto.keys import (
    WEAK_KEYS,
    SeatKeys,
    check_pop,
    game_root,
    identity_seed,
    is_weak,
    key_fault,
    make_pop,
    pop_parts,
    public_key,
    sign,
    verify,
    verify_bytes,
)
from vector_files import cases, load

WEAK = [bytes.fromhex(key) for key in load("weak_keys/small_order")]
ORDER = 2**252 + 27742317777372353535851937790883648493  # of Ed25519's main subgroup


def keys_of(case) -> SeatKeys:
    return SeatKeys.derive(bytes.fromhex(case["master"]), bytes.fromhex(case["gid"]), case["seat"])


@cases("keys")
def test_key_tree(case):
    master, keys = bytes.fromhex(case["master"]), keys_of(case)
    assert identity_seed(master).hex() == case["id_seed_gen0"]
    assert public_key(identity_seed(master)).hex() == case["id_pk"]
    assert game_root(master, keys.gid, keys.seat).hex() == case["game_root"]
    assert keys.sign_seed.hex() == case["sign_seed"]
    assert keys.pk.hex() == case["pk"]
    assert keys.box_seed.hex() == case["box_seed"]
    assert keys.box_pk.hex() == case["box_pk"]
    assert keys.gs.hex() == case["game_secret"]
    assert keys.gsc.hex() == case["gs_commit"]


@cases("keys")
def test_the_repr_of_keys_shows_no_secret(case):
    shown = repr(keys_of(case))
    for secret in ("sign_seed", "box_seed", "game_secret"):
        assert repr(bytes.fromhex(case[secret])) not in shown


def test_every_seat_game_epoch_and_generation_has_keys_of_its_own():
    master = bytes(range(32))
    places = [(bytes(32), 0, 0), (bytes(32), 1, 0), (bytes(32), 0, 1), (bytes([1] * 32), 0, 0)]
    assert len({SeatKeys.derive(master, *place).gs for place in places}) == len(places)
    assert identity_seed(master) != identity_seed(master, 1)


@cases("pops")
def test_proof_of_possession(case):
    keys_case = load(f"keys/seat_{case['seat']}")
    keys, id_pk = keys_of(keys_case), bytes.fromhex(keys_case["id_pk"])
    anchor = Chain(keys.gs, keys.gid, keys.seat, 0, 64).anchor
    pop = make_pop(keys, id_pk, anchor, 64)
    assert pop.hex() == case["pop"]
    parts = pop_parts(keys.gid, keys.seat, 0, id_pk, keys.pk, keys.box_pk, keys.gsc, anchor, 64)
    assert pae("sign/pop", *parts).hex() == case["pop_input"]
    fields = {
        "gid": keys.gid,
        "seat": keys.seat,
        "epoch": 0,
        "id_pk": id_pk,
        "pk": keys.pk,
        "box": keys.box_pk,
        "gsc": keys.gsc,
        "anchor": anchor,
        "chain_n": 64,
    }
    assert check_pop(pop, **fields)
    for name, value in fields.items():
        other = value + 1 if isinstance(value, int) else bytes(31) + b"\2"
        assert not check_pop(pop, **(fields | {name: other})), f"another {name} must not fit"


def test_there_are_14_weak_keys():
    assert frozenset(WEAK) == WEAK_KEYS
    assert len(WEAK_KEYS) == 14


@pytest.mark.parametrize("key", WEAK, ids=bytes.hex)
def test_nothing_is_signed_under_a_weak_key(key):
    assert is_weak(key)
    identity = bytes([1]) + bytes(31)
    for nonce in (identity, key):
        assert not verify(key, nonce + bytes(32), "sign/event", b"anything")


@cases("edge_signatures")
def test_signatures_that_libraries_judge_otherwise(case):
    key, sig, signed = (bytes.fromhex(case[part]) for part in ("pk", "sig", "message"))
    assert verify_bytes(key, sig, signed) is case["valid"], case["why"]


def test_the_y_of_a_key_is_below_the_prime_of_the_field():
    prime = 2**255 - 19
    for sign_bit in (0, 2**255):
        for y in range(prime, 2**255):
            assert key_fault((y + sign_bit).to_bytes(32, "little")), f"p + {y - prime}"
        assert not key_fault((prime - 2 + sign_bit).to_bytes(32, "little"))
    assert not key_fault(public_key(bytes(32)))


def test_no_signature_fits_a_key_that_is_written_in_two_ways():
    """The point with y = 3 is one of the curve: its other spelling, y + p, must not be another key."""
    other = (3 + 2**255 - 19).to_bytes(32, "little")
    assert key_fault(other) == "a key whose y is not below 2^255-19"
    assert keys_module._may_sign((3).to_bytes(32, "little"))
    assert not keys_module._may_sign(other)


def test_signature():
    seed = bytes(range(32))
    pk, sig = public_key(seed), sign(seed, "sign/event", b"core")
    assert verify(pk, sig, "sign/event", b"core")
    assert not verify(pk, sig, "sign/event", b"cord")
    assert not verify(pk, sig, "sign/pop", b"core")
    assert not verify(public_key(bytes(32)), sig, "sign/event", b"core")
    for odd_key, odd_sig in ((pk[:31], sig), (pk, sig[:63]), (pk, sig + b"\0"), (b"", b"")):
        assert not verify(odd_key, odd_sig, "sign/event", b"core")


def test_a_signature_has_one_form():
    seed = bytes(range(32))
    sig = sign(seed, "sign/event", b"core")
    twin = sig[:32] + (int.from_bytes(sig[32:], "little") + ORDER).to_bytes(32, "little")
    assert not verify(public_key(seed), twin, "sign/event", b"core")


def test_what_is_no_point_verifies_nothing():
    seed = bytes(range(32))
    sig = sign(seed, "sign/event", b"core")
    for byte in range(2, 40):
        assert not verify(bytes([byte]) + bytes(31), sig, "sign/event", b"core")
