"""Postfix and Dovecot on this machine for tests: private, on loopback, nothing of the system is touched.

Skipped without root or without the two packages; with PBEM_REQUIRE_MAIL=1 that is a failure.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("mail_lab.sh")
DOMAIN = "pbem.test"


@dataclass(frozen=True)
class Lab:
    """Servers that run: host, ports, certificates."""

    folder: Path
    environment: dict[str, str]

    def port(self, name: str) -> int:
        return int(self.environment[name])

    @property
    def ca(self) -> str:
        return str(self.folder / "tls" / "cert.pem")

    def run(self, command: str) -> None:
        subprocess.run([SCRIPT, command, self.folder], env=os.environ | self.environment, check=True, timeout=120,
                       stdout=subprocess.DEVNULL)

    def log(self) -> str:
        return "".join(p.read_text("utf-8", "replace") for p in sorted((self.folder / "log").glob("*.log")))

    def waiting(self) -> int:
        """How many mails Postfix holds and has not delivered."""
        queue = self.folder / "queue"
        return sum(1 for name in ("incoming", "active", "deferred", "maildrop")
                   for path in (queue / name).rglob("*") if path.is_file())


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def running(*users: str, domain: str = DOMAIN) -> Iterator[Lab]:
    """The servers with a mailbox for each user; their passwords are their names and `-secret`."""
    missing = [x for x in ("postfix", "dovecot") if not shutil.which(x)]
    if missing or os.geteuid() != 0:
        why = f"real mail servers need root, postfix and dovecot; missing: {', '.join(missing) or 'root'}"
        if os.environ.get("PBEM_REQUIRE_MAIL"):
            pytest.fail(why)
        pytest.skip(why)
    folder = Path(tempfile.mkdtemp(prefix="lab"))  # the script says if it is too long for sockets
    ports = {name: str(_free_port()) for name in ("SMTP_PORT", "SUBMIT_PORT", "IMAP_PORT", "IMAPS_PORT")}
    lab = Lab(folder, ports | {"MAIL_LAB_USERS": " ".join(users), "MAIL_LAB_DOMAIN": domain})
    try:
        lab.run("start")
        yield lab
    finally:
        lab.run("stop")
        shutil.rmtree(folder, ignore_errors=True)
