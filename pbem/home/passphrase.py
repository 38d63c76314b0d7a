"""Where a passphrase comes from (design 7).

Belongs here: the order of the sources, and what is accepted as a passphrase. Must not be here: what it opens.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

from pbem.errors import WrongUse
from pbem.limits import MAX_PASSPHRASE

VARIABLE = "PBEM_PASSPHRASE"


def find_passphrase(
    *,
    file: Path | None = None,
    kept: Callable[[], str | None] | None = None,
    ask: Callable[[], str] | None = None,
    environ: Mapping[str, str] | None = None,
) -> str | None:
    """The passphrase from the named file, else from PBEM_PASSPHRASE, else the one that is kept, else by asking.

    None if there is no source. `kept` looks into the keyring (`unlocked`); `ask` is None if there is no terminal to ask
    at.
    """
    environ = os.environ if environ is None else environ
    if file is not None:
        return _from_file(file)
    if VARIABLE in environ:
        return environ[VARIABLE]
    if kept is not None and (found := kept()) is not None:
        return found
    return ask() if ask is not None else None


def passphrase_bytes(passphrase: str) -> bytes:
    """The bytes that enter the key: the same for every keyboard that types the same letters."""
    try:
        encoded = unicodedata.normalize("NFC", passphrase).encode("utf-8")
    except UnicodeEncodeError:
        raise WrongUse("the passphrase is not text") from None
    if len(encoded) > MAX_PASSPHRASE:
        raise WrongUse(f"the passphrase has {len(encoded):,} bytes, the limit is {MAX_PASSPHRASE:,}")
    return encoded


def _from_file(file: Path) -> str:
    """The only line of the file, which may be a pipe."""
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_PASSPHRASE + 3)
    except OSError as error:
        raise WrongUse(f"cannot read the passphrase file {file}: {(error.strerror or str(error)).lower()}") from error
    try:
        line = content.decode("utf-8").removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError:
        raise WrongUse(f"the passphrase file {file} is not UTF-8, or is too long") from None
    if "\n" in line:
        raise WrongUse(f"the passphrase file {file} has more than one line")
    return line
