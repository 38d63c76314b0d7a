"""How a mail server is reached: host, port, TLS, user.

Belongs here: these settings, and what of them is refused. Must not be here: connections; passwords.
"""

from __future__ import annotations

import ipaddress
import ssl
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.errors import WrongUse
from pbem.limits import MAX_ADDRESS, MAX_PATH

Tls = Literal["tls", "starttls", "none"]
Host = Annotated[str, Meta(min_length=1, max_length=253, pattern=r"\A[A-Za-z0-9.:_-]+\Z")]
PATIENCE = 30.0  # seconds that a server may take to answer


class Server(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One server; `port` 0 is the usual one for its kind of TLS, `user` empty the address of the account.

    `ca_file` names a file of certificates to trust instead of the system's.
    """

    host: Host
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    tls: Tls = "tls"
    user: Annotated[str, Meta(max_length=MAX_ADDRESS)] = ""
    ca_file: Annotated[str, Meta(max_length=MAX_PATH)] = ""

    def check(self) -> None:
        """WrongUse if passwords and mails would cross a network in the clear."""
        if self.tls == "none" and not is_loopback(self.host):
            raise WrongUse(f'tls = "none" with {self.host}: the password would travel in the clear',
                           'write tls = "tls" or "starttls"')

    def context(self) -> ssl.SSLContext:
        """What this server's certificate is checked by; WrongUse if the file with certificates cannot be read."""
        try:
            return ssl.create_default_context(cafile=self.ca_file or None)
        except (OSError, ssl.SSLError) as error:
            raise WrongUse(f"cannot read the certificates in {self.ca_file}: {error}") from None


class ImapServer(Server, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where mail is fetched: the mailbox, and whether to wait there for news (IDLE) or only to ask now and then.

    `records` is the folder for letters that bring only records; empty: they stay in the mailbox.
    """

    mailbox: Annotated[str, Meta(min_length=1, max_length=200)] = "INBOX"
    idle: bool = True
    records: Annotated[str, Meta(max_length=200)] = "pbem"

    def of_records(self) -> ImapServer:
        """The same, opened at the folder for records."""
        return msgspec.structs.replace(self, mailbox=self.records, idle=False)

    def check(self) -> None:
        """As for every server; and the folder is another one, on one line."""
        super().check()
        if self.records == self.mailbox or not (self.records.isprintable() and self.records == self.records.strip()):
            raise WrongUse(f"records = {self.records!a} is no folder for letters that bring only records",
                           'name another folder than the mailbox, like "pbem"; "" leaves them where they are')

    @property
    def at(self) -> int:
        """The port."""
        return self.port or (993 if self.tls == "tls" else 143)


class SmtpServer(Server, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where mail is handed in; `login` is false for a server that asks for no password."""

    login: bool = True

    @property
    def at(self) -> int:
        """The port."""
        return self.port or (465 if self.tls == "tls" else 587)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
