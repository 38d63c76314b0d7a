"""A passphrase that the system's keyring keeps for some hours, so that it is not asked for at every command.

The keyring alone has the passphrase; a small file of the home says until when one may be there, so that nobody else's
command waits for a keyring. After that time it is not given any more, and forgotten when it is next looked for.
Belongs here: keeping it, its end, which keyrings are trusted. Must not be here: asking for it, what it opens.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.disk.small import read_strict, write_strict
from pbem.errors import PbemError, Unsupported, WrongUse
from pbem.limits import LAST_TIME, MAX_PASSPHRASE, MAX_UNLOCKED
from pbem.record.events import B32

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "pbem passphrase"
FILE = "unlocked.json"
OTHERWISE = "set PBEM_PASSPHRASE, or name a file with --passphrase-file"
_SPANS = {"m": 60, "h": 3_600, "d": 86_400}
_SPAN = re.compile(r"([1-9][0-9]{0,4})([mhd])")
_NEVER = ("keyrings.alt", "keyring.backends.null", "keyring.backends.fail")  # open files, or nothing at all

Time = Annotated[int, Meta(ge=0, le=LAST_TIME)]


class _Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the home knows: that something may be kept, and until when."""

    until: Time
    v: Literal["pbem unlocked 1"] = "pbem unlocked 1"


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the keyring has: the passphrase of an identity, and from when until when it may be used."""

    id: B32
    passphrase: Annotated[str, Meta(max_length=MAX_PASSPHRASE)]
    since: Time
    until: Time
    v: Literal["pbem passphrase 1"] = "pbem passphrase 1"


class Unlocked:
    """The passphrase that is kept for the home in a folder."""

    def __init__(self, root: Path) -> None:
        self.path = root / FILE
        self._user = os.fsencode(root.absolute()).decode("utf-8", "backslashreplace")

    def keep(self, id: str, passphrase: str, seconds: int, now: int | None = None) -> int:
        """Keeps the passphrase of an identity for so long; until when. Unsupported if no keyring keeps secrets here."""
        now = int(time.time()) if now is None else now
        kept = _Kept(id, passphrase, now, now + seconds)
        ring = _ring()
        try:
            ring.set_password(SERVICE, self._user, msgspec.json.encode(kept).decode())
        except Exception as error:  # each system's keyring fails in ways of its own
            raise Unsupported(f"the keyring of this system keeps nothing ({type(error).__name__})", OTHERWISE) from None
        write_strict(self.path, _Mark(kept.until))
        return kept.until

    def passphrase(self, id: str, now: int | None = None) -> str | None:
        """The passphrase of an identity if it is kept and its time is not over; None for whatever else.

        A clock that was put back gives it no longer.
        """
        mark, now = self._mark(), int(time.time()) if now is None else now
        if mark is None:
            return None
        kept = self._kept()
        if kept is not None and kept.id == id and kept.since <= now < min(kept.until, mark.until):
            return kept.passphrase
        if now >= mark.until or (kept is not None and not kept.since <= now < kept.until):
            self.forget()
        return None

    def forget(self) -> bool:
        """Forgets it; whether there was one. Unsupported if the keyring does not let it go."""
        if self._mark() is None:
            return False
        try:
            ring = _ring()
            if ring.get_password(SERVICE, self._user) is not None:
                ring.delete_password(SERVICE, self._user)
        except PbemError:
            pass  # no keyring: then there is nothing in it
        except Exception as error:  # each system's keyring fails in ways of its own
            raise Unsupported(f"the keyring does not answer ({type(error).__name__}), and may keep the passphrase",
                              f"take out by hand what it has for {SERVICE}") from None
        self.path.unlink(missing_ok=True)
        return True

    def _mark(self) -> _Mark | None:
        try:
            return read_strict(self.path, _Mark, private=True)
        except PbemError:
            return _Mark(0)  # spoiled: whatever is kept is over

    def _kept(self) -> _Kept | None:
        with contextlib.suppress(Exception):  # whatever a keyring does or gives: the passphrase is asked for
            text = _ring().get_password(SERVICE, self._user)
            return None if text is None else msgspec.json.decode(text, type=_Kept)
        return None


def seconds_in(text: str) -> int:
    """`30m`, `8h`, `2d`; WrongUse for anything else, or more than a week."""
    found = _SPAN.fullmatch(text.strip().lower())
    seconds = int(found[1]) * _SPANS[found[2]] if found is not None else 0
    if not 0 < seconds <= MAX_UNLOCKED:
        raise WrongUse(f"{text[:20]!r} is no time to stay unlocked", "write it like 30m, 8h or 2d; a week at most")
    return seconds


def _ring() -> KeyringBackend:
    """The keyring of this system; Unsupported if there is none, or one that writes secrets into open files."""
    try:
        import keyring
    except ImportError:
        raise Unsupported("the package keyring is not installed", "pip install 'pbem[mail]'") from None
    try:
        ring = keyring.get_keyring()
        parts: list[KeyringBackend] = list(getattr(ring, "backends", ())) or [ring]  # several, the best one first
    except Exception as error:  # each system's keyring fails in ways of its own
        raise Unsupported(f"the keyring of this system does not answer ({type(error).__name__})", OTHERWISE) from None
    found = next((part for part in parts if not type(part).__module__.startswith(_NEVER)), None)
    if found is None:
        raise Unsupported("this system has no keyring that keeps a secret", OTHERWISE)
    return found
