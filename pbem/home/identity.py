"""A person's identity: the master key, locked away under a passphrase (protocol 2.2, design 7).

Belongs here: what the identity file holds, locking and unlocking it. Must not be here: where it lies.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

import msgspec
from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from msgspec import Meta

from pbem.crypto.hashing import KEY_SIZE, b64, unb64
from pbem.crypto.keys import identity_seed, public_key
from pbem.disk.small import encode_strict
from pbem.errors import BadRecord, Unsupported, WrongUse
from pbem.home.passphrase import passphrase_bytes
from pbem.home.people import Address, Name, PersonCard, check_person
from pbem.record.events import B16, B32, Word32

NONCE_SIZE, SALT_SIZE, TAG_SIZE = 12, 16, 16
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{16}\Z")]
LockedMaster: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{64}\Z")]


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one guess of the passphrase costs (Argon2id); the bounds keep a foreign file from eating the machine."""

    iterations: Annotated[int, Meta(ge=1, le=16)]
    lanes: Annotated[int, Meta(ge=1, le=4)]
    memory_kib: Annotated[int, Meta(ge=32, le=256 * 1_024)]


PRODUCTION = Cost(iterations=3, lanes=1, memory_kib=64 * 1_024)
FREE = Cost(iterations=1, lanes=1, memory_kib=32)  # for the empty passphrase, which anybody can guess


class IdentityFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: who it is in the clear, the master locked. `passphrase` is false if the empty one opens it."""

    address: Address
    cost: Cost
    generation: Word32
    id: B32
    locked: LockedMaster
    name: Name
    nonce: Nonce
    passphrase: bool
    salt: B16
    v: Literal["pbem identity 1"]

    @property
    def card(self) -> PersonCard:
        """What others may know."""
        return PersonCard(id=self.id, name=self.name, address=self.address)

    @property
    def context(self) -> bytes:
        """What is locked in with the master: all that may not change without the passphrase."""
        return encode_strict([self.v, self.id, self.generation, self.passphrase, self.cost, self.salt, self.nonce])


@dataclass(frozen=True, slots=True)
class Identity:
    """An unlocked identity; the secret stays out of its repr."""

    id: str
    generation: int
    name: str
    address: str
    master: bytes = field(repr=False)

    @property
    def seed(self) -> bytes:
        """2.2 The Ed25519 seed of the person: signs genesis and joins."""
        return identity_seed(self.master, self.generation)


def lock(
    master: bytes, *, name: str, address: str, passphrase: str, cost: Cost = PRODUCTION, generation: int = 0
) -> IdentityFile:
    """The file that holds `master` under a passphrase, which may be empty."""
    check_person(name, address)
    open_file = IdentityFile(
        address=address,
        cost=cost,
        generation=generation,
        id=_id_of(master, generation),
        locked="",
        name=name,
        nonce=b64(secrets.token_bytes(NONCE_SIZE)),
        passphrase=passphrase != "",
        salt=b64(secrets.token_bytes(SALT_SIZE)),
        v="pbem identity 1",
    )
    sealed = _cipher(open_file, passphrase).encrypt(*_sealing(open_file, master))
    return msgspec.structs.replace(open_file, locked=b64(sealed))


def unlock(file: IdentityFile, passphrase: str) -> Identity:
    """The identity in the file; WrongUse if the passphrase does not open it."""
    try:
        master = _cipher(file, passphrase).decrypt(*_sealing(file, unb64(file.locked, KEY_SIZE + TAG_SIZE)))
    except InvalidTag:
        raise WrongUse("the passphrase does not open this identity", "or its file is damaged: put it back") from None
    if _id_of(master, file.generation) != file.id:
        raise BadRecord("the identity file holds another person's key")
    return Identity(file.id, file.generation, file.name, file.address, master)


def _sealing(file: IdentityFile, content: bytes) -> tuple[bytes, bytes, bytes]:
    return unb64(file.nonce, NONCE_SIZE), content, file.context


def passphrase_key(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    """The key that a passphrase gives, at this cost (Argon2id)."""
    try:
        return Argon2id(
            salt=salt, length=KEY_SIZE, iterations=cost.iterations, lanes=cost.lanes, memory_cost=cost.memory_kib,
        ).derive(passphrase_bytes(passphrase))
    except UnsupportedAlgorithm:
        raise Unsupported("this build of the cryptography package lacks Argon2id", "install it from PyPI") from None


def _cipher(file: IdentityFile, passphrase: str) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(passphrase_key(passphrase, unb64(file.salt, SALT_SIZE), file.cost))


def _id_of(master: bytes, generation: int) -> str:
    return b64(public_key(identity_seed(master, generation)))
