"""What a courier is entrusted with: the keys of some seats in some matches, in a file of their own (protocol 2.2).

The file holds for each seat the root of its keys in that one match. From it follow the dice, seals and signatures of
the seat there, and nothing else: not the master, no other match, no identity. Belongs here: that file, locked under a
passphrase if there is one. Must not be here: what is done with the keys.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec import Meta

from pbem.crypto.hashing import KEY_SIZE, b64, unb64
from pbem.crypto.keys import SeatKeys
from pbem.disk.lock import locked
from pbem.disk.small import decode_strict, encode_strict, read_strict, write_strict
from pbem.disk.whole import make_private_folder
from pbem.errors import WrongUse
from pbem.home.games import spelled
from pbem.home.identity import FREE, NONCE_SIZE, PRODUCTION, SALT_SIZE, Cost, Nonce, passphrase_key
from pbem.limits import MAX_ENTRUSTED, MAX_PATH, MAX_SMALL
from pbem.record.events import B16, B32
from pbem.record.marks import SeatText

Locked = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]*\Z", max_length=MAX_SMALL)]


class Entrusted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match: where it lies, and the root of the keys of each seat, by number."""

    folder: Annotated[str, Meta(min_length=1, max_length=MAX_PATH)]
    roots: dict[SeatText, B32]

    def __repr__(self) -> str:
        return f"Entrusted({self.folder!r}, seats {', '.join(self.roots)})"


class _Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    local_key: B32  # under which what was verified of a log is kept
    matches: dict[B32, Entrusted]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cost: Cost
    locked: Locked
    nonce: Nonce
    passphrase: bool
    salt: B16
    v: Literal["pbem courier keys 1"] = "pbem courier keys 1"

    @property
    def context(self) -> bytes:
        return encode_strict([self.v, self.passphrase, self.cost, self.salt, self.nonce])


@dataclass(slots=True)
class Trust:
    """The unlocked content: by match, what was entrusted. Secrets stay out of its repr."""

    local_key: bytes = field(repr=False)
    matches: dict[str, Entrusted] = field(repr=False, default_factory=dict)

    @classmethod
    def nothing(cls) -> Trust:
        """What is entrusted to a courier that has no file yet."""
        return cls(secrets.token_bytes(KEY_SIZE))

    def keys(self, gid: str) -> dict[int, SeatKeys]:
        """The keys of every seat entrusted in a match."""
        known = self.matches.get(gid)
        roots = {} if known is None else known.roots
        return {int(s): SeatKeys.of_root(unb64(r, KEY_SIZE), unb64(gid, KEY_SIZE), int(s)) for s, r in roots.items()}


class TrustFile:
    """The file of one home; nothing of it is kept in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def exists(self) -> bool:
        """Whether anything was ever entrusted."""
        return self.path.exists()

    @property
    def needs_passphrase(self) -> bool:
        """Whether `load` must be given a passphrase; false if there is no file."""
        file = self._read()
        return file is not None and file.passphrase

    def load(self, passphrase: str | None = None) -> Trust:
        """What was entrusted; WrongUse for a wrong or missing passphrase, or a file open to others."""
        file = self._read()
        if file is None:
            hint = "hand a match over with: pbem courier add FOLDER; answer an invitation with: pbem accept FILE"
            raise WrongUse("nothing is entrusted to a courier yet", hint)
        if file.passphrase and passphrase is None:
            raise WrongUse("the courier's keys are locked", "name passphrase_file in the [keys] of courier.toml")
        return self._unlocked(file, passphrase if file.passphrase and passphrase else "")

    @contextlib.contextmanager
    def changing(self, passphrase: str, *, cost: Cost = PRODUCTION) -> Iterator[Trust]:
        """What was entrusted, to be changed in place and written on leaving; a new file where there is none."""
        make_private_folder(self.path.parent)
        with locked(self.path):
            file = self._read()
            if file is not None and file.passphrase != bool(passphrase):
                have = "have a passphrase" if file.passphrase else "have no passphrase"
                raise WrongUse(f"the courier's keys {have}", f"to begin anew remove {self.path}")
            trust = Trust.nothing() if file is None else self._unlocked(file, passphrase)
            yield trust
            if len(trust.matches) > MAX_ENTRUSTED:
                raise WrongUse(f"{MAX_ENTRUSTED} matches are entrusted to this courier, more are not taken")
            write_strict(self.path, _sealed(trust, passphrase, cost if passphrase else FREE))

    def _read(self) -> _File | None:
        return read_strict(self.path, _File, private=True)

    def _unlocked(self, file: _File, passphrase: str) -> Trust:
        cipher = _cipher(file, passphrase)
        try:
            content = cipher.decrypt(unb64(file.nonce, NONCE_SIZE), unb64(file.locked), file.context)
        except InvalidTag:
            raise WrongUse("the passphrase does not open the courier's keys", "or their file is damaged") from None
        read = decode_strict(content, _Content, source=self.path.name)
        return Trust(unb64(read.local_key, KEY_SIZE), dict(read.matches))


def entrusted(roots: Mapping[int, bytes], folder: Path) -> Entrusted:
    """A match in a folder with the root of the keys of each seat (`game_root`), as it is kept."""
    return Entrusted(spelled(folder), {str(seat): b64(root) for seat, root in sorted(roots.items())})


def _sealed(trust: Trust, passphrase: str, cost: Cost) -> _File:
    file = _File(
        cost=cost,
        locked="",
        nonce=b64(secrets.token_bytes(NONCE_SIZE)),
        passphrase=bool(passphrase),
        salt=b64(secrets.token_bytes(SALT_SIZE)),
    )
    content = encode_strict(_Content(b64(trust.local_key), trust.matches))
    sealed = _cipher(file, passphrase).encrypt(unb64(file.nonce, NONCE_SIZE), content, file.context)
    return msgspec.structs.replace(file, locked=b64(sealed))


def _cipher(file: _File, passphrase: str) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(passphrase_key(passphrase, unb64(file.salt, SALT_SIZE), file.cost))
