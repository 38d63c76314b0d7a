"""Where a password or token comes from: a command, the system's keyring, a file.

Belongs here: asking these sources. Must not be here: keeping what they say: it is asked for anew at each connection.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from pbem.disk.plain import read_small
from pbem.errors import Transport, Unsupported, WrongUse
from pbem.limits import MAX_COMMAND
from pbem.post.names import one_line

PATIENCE = 60.0  # seconds that a command may take


def of_command(command: Sequence[str], what: str) -> str:
    """The first line that a command prints; the command is run without a shell."""
    try:
        done = subprocess.run(
            list(command), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise Transport(f"{what}: {command[0]} did not end within {PATIENCE:.0f} seconds") from None
    except (OSError, ValueError) as error:
        raise WrongUse(f"{what}: cannot run {one_line(command[0])}: {getattr(error, 'strerror', error)}") from None
    if done.returncode:
        said = one_line(done.stderr.decode("utf-8", "replace").strip().partition("\n")[0])
        raise Transport(f"{what}: {command[0]} ended with status {done.returncode}{f': {said}' if said else ''}",
                        "run it by hand and see what it wants")
    return _line(done.stdout, what)


def of_keyring(service: str, user: str, what: str) -> str:
    """What the system's keyring keeps for a service and a user; Unsupported without the package `keyring`."""
    try:
        import keyring
    except ImportError:
        raise Unsupported(f"{what}: the package keyring is not installed", "pip install 'pbem[mail]'") from None
    try:
        found = keyring.get_password(service, user)
    except Exception as error:  # each system's keyring fails in ways of its own
        raise Transport(f"{what}: the keyring does not answer ({type(error).__name__})") from None
    if not found:
        raise WrongUse(f"{what}: the keyring has nothing for {service}, {user}", f"keyring set {service!r} {user!r}")
    return str(found)


def of_file(path: Path, what: str) -> str:
    """The only line of a file that nobody else may read."""
    content = read_small(path, most=MAX_COMMAND, private=True)
    if content is None:
        raise WrongUse(f"{what}: there is no file {path}")
    return _line(content, what)


def _line(content: bytes, what: str) -> str:
    if len(content) > MAX_COMMAND:
        raise WrongUse(f"{what}: more than {MAX_COMMAND} bytes are no password")
    try:
        line = content.decode("utf-8").partition("\n")[0].removesuffix("\r")
    except UnicodeDecodeError:
        raise WrongUse(f"{what}: it is not UTF-8") from None
    if not line or not line.isprintable():
        raise WrongUse(f"{what}: there is no password in it")
    return line
