"""Handing a mail to a server (RFC 5321), through the standard library.

Belongs here: one conversation from connecting to the server's last word. Must not be here: what is sent, and when.
"""

from __future__ import annotations

import contextlib
import smtplib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pbem.errors import PbemError, Transport
from pbem.post.mail.server import PATIENCE, SmtpServer
from pbem.post.names import one_line

LATER = {*range(400, 500), 530, 534, 535, 538}  # for now; or the account is not let in, which its owner can mend
CLIENT = "pbem.invalid"  # what we call ourselves: smtplib would ask the resolver for our name, which may take long


@dataclass(frozen=True, slots=True)
class SmtpAnswer:
    """What the server said: addresses that it refuses for good, and for now, each with its words; the rest it took."""

    never: dict[str, str] = field(default_factory=dict)
    later: dict[str, str] = field(default_factory=dict)


class SmtpSender:
    """One account; `secret` gives the password, or with `oauth` the token, each time it connects."""

    def __init__(
        self, server: SmtpServer, address: str, secret: Callable[[], str], *, oauth: bool = False
    ) -> None:
        self.server, self.address = server, address
        self._secret, self._oauth = secret, oauth

    def send(self, mail: bytes, to: Sequence[str]) -> SmtpAnswer:
        """Hands a mail in for these addresses. Transport if it is not known to be taken; then it may be sent again."""
        try:
            refused = self._talk(mail, list(to))
        except smtplib.SMTPRecipientsRefused as error:
            refused = error.recipients
        except smtplib.SMTPResponseException as error:
            said = f"{error.smtp_code} {_words(error.smtp_error)}"
            if error.smtp_code in LATER:
                raise self._fault(said) from None
            return SmtpAnswer(never=dict.fromkeys(to, said))
        except PbemError:
            raise
        except (smtplib.SMTPException, OSError, ValueError) as error:
            raise self._fault(getattr(error, "strerror", None) or str(error) or type(error).__name__) from None
        told = {address: (code, f"{code} {_words(text)}") for address, (code, text) in refused.items()}
        return SmtpAnswer(
            never={address: said for address, (code, said) in told.items() if code not in LATER},
            later={address: said for address, (code, said) in told.items() if code in LATER},
        )

    def check(self) -> None:
        """Connects and is let in, and hands nothing in; Transport if that fails."""
        try:
            client = self._connected()
        except PbemError:
            raise
        except smtplib.SMTPResponseException as error:
            raise self._fault(f"{error.smtp_code} {_words(error.smtp_error)}") from None
        except (smtplib.SMTPException, OSError, ValueError) as error:
            raise self._fault(getattr(error, "strerror", None) or str(error) or type(error).__name__) from None
        with contextlib.suppress(smtplib.SMTPException, OSError):
            client.quit()
        client.close()

    def _talk(self, mail: bytes, to: list[str]) -> dict[str, tuple[int, bytes]]:
        client = self._connected()
        try:
            return client.sendmail(self.address, to, mail)
        finally:
            with contextlib.suppress(smtplib.SMTPException, OSError):  # it has said what counts
                client.quit()
            client.close()

    def _connected(self) -> smtplib.SMTP:
        server = self.server
        if server.tls == "tls":
            client: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.at, CLIENT, timeout=PATIENCE, context=server.context()
            )
        else:
            client = smtplib.SMTP(server.host, server.at, CLIENT, timeout=PATIENCE)
        try:
            if server.tls == "starttls":
                client.starttls(context=server.context())
            if server.login:
                self._log_in(client)
        except BaseException:
            client.close()
            raise
        return client

    def _log_in(self, client: smtplib.SMTP) -> None:
        user = self.server.user or self.address
        client.ehlo_or_helo_if_needed()
        if self._oauth:
            token = f"user={user}\x01auth=Bearer {self._secret()}\x01\x01"
            client.auth("XOAUTH2", lambda challenge=None: token if not challenge else "")
        else:
            client.login(user, self._secret())

    def _fault(self, why: str) -> Transport:
        where = f"{self.server.host}:{self.server.at}"
        return Transport(f"the mail server {where}: {one_line(why).lower()}", "what waits is sent later")


def _words(text: bytes | str) -> str:
    said = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return one_line(said.replace("\n", " "))
