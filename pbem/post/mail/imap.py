"""A mailbox on an IMAP server, read and left as it is (RFC 9051), through imap-tools.

Belongs here: connecting, asking what is new, heads in batches, whole mails one by one, waiting for news, moving mails
that somebody names. Must not be here: what a mail means. The mailbox is opened for reading only but while mails are
moved, and every fetch is a PEEK.
Whatever a server or the way to it does wrong is a Transport, and the connection is given up: the next call connects.
"""

from __future__ import annotations

import contextlib
import imaplib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.errors import PbemError, Transport, Unsupported
from pbem.limits import MAX_FIELD
from pbem.post.mail.manners import FIELDS, Head, read_head
from pbem.post.mail.server import PATIENCE, ImapServer
from pbem.post.names import one_line

_HEADS = f"(UID RFC822.SIZE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS ({' '.join(FIELDS)})])"
_UID = re.compile(rb"\bUID (\d{1,10})\b")
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d{1,12})\b")
_FIELDS = re.compile(rb"HEADER\.FIELDS[^{]{0,1000}\{\d+\}\Z", re.I)
_VALIDITY, _NEXT = re.compile(rb"\bUIDVALIDITY (\d{1,10})\b"), re.compile(rb"\bUIDNEXT (\d{1,10})\b")
_PACKET = re.compile(rb"\.pbem[\"'\s)]", re.I)
_SLICE = 0.25  # seconds after which whoever waits looks whether to go on waiting: something may have been signed here
MAX_HEAD = len(FIELDS) * MAX_FIELD


class ImapBox:
    """One mailbox; `secret` gives the password, or with `oauth` the token, each time it connects."""

    def __init__(self, server: ImapServer, user: str, secret: Callable[[], str], *, oauth: bool = False) -> None:
        self.server, self.user = server, server.user or user
        self._secret, self._oauth = secret, oauth
        self._box: Any = None
        self._validity = 0

    def validity(self) -> int:
        """UIDVALIDITY: while it stays, a UID names the same mail. Connects if there is no connection."""
        with self._talking():
            if self._box is None:
                self._connect()
            else:
                self._box.client.noop()
        return self._validity

    def after(self, uid: int) -> list[int]:
        """The UIDs above this one, rising."""
        with self._talking():
            found = self._box.uids(f"UID {uid + 1}:*", charset=None)
            return sorted(u for u in map(int, found) if u > uid)

    def heads(self, uids: Sequence[int]) -> list[Head]:
        """The heads of these mails, in the order of their UIDs; who is gone meanwhile is left out."""
        with self._talking():
            status, answer = self._box.client.uid("fetch", _set_of(uids), _HEADS)
            _check(status, answer)
            return sorted(_heads_in(answer), key=lambda head: head.place)

    def whole(self, uid: int) -> bytes:
        """A whole mail; empty if it is gone."""
        with self._talking():
            status, answer = self._box.client.uid("fetch", str(uid), "(UID BODY.PEEK[])")
            _check(status, answer)
            return next((bytes(part[1]) for part in answer if isinstance(part, tuple)), b"")

    def wait(self, seconds: float, ended: Callable[[], bool]) -> None:
        """Until the mailbox has news, the time is over, or `ended`. Without IDLE it returns at once."""
        if self._box is None or not self.can_wait:
            return
        with self._talking(), self._box.idle as idle:
            while seconds > 0 and not ended() and not idle.poll(timeout=min(_SLICE, seconds)):
                seconds -= _SLICE

    def place_in(self, folder: str) -> str:
        """`VALIDITY:UID` of the last mail that a folder had so far, without opening it; empty if there is no such."""
        with self._talking():
            if self._box is None:
                self._connect()
            status, answer = self._box.client.status(_tools().utils.encode_folder(folder), "(UIDVALIDITY UIDNEXT)")
            text = b" ".join(part for part in answer if isinstance(part, bytes)) if status == "OK" else b""
            validity, following = _VALIDITY.search(text), _NEXT.search(text)
            return f"{int(validity[1])}:{int(following[1]) - 1}" if validity and following else ""

    def move(self, uids: Sequence[int], folder: str) -> bool:
        """Moves these mails to a folder, which is made if it is missing. False if the server cannot: nothing is lost.

        A server without MOVE (RFC 6851) copies them and removes those alone; one that can do neither is let be, since
        it would remove what else is marked as deleted.
        """
        with self._talking():
            client, name = self._box.client, _tools().utils.encode_folder(folder)
            status, answer = client.capability()
            _check(status, answer)
            can = {word.upper() for part in answer for word in bytes(part or b"").split()}
            if not {b"MOVE", b"UIDPLUS"} & can:
                return False
            if client.status(name, "(UIDNEXT)")[0] != "OK" and client.create(name)[0] != "OK":
                return False
            try:
                if client.select(_tools().utils.encode_folder(self.server.mailbox))[0] != "OK":
                    return False
                if self._named() != self._validity:  # these UIDs name other mails
                    return False
                return _move(client, _set_of(uids), name, at_once=b"MOVE" in can)
            finally:
                self._open()

    @property
    def can_wait(self) -> bool:
        """Whether this server tells of news."""
        return self._box is not None and self.server.idle and "IDLE" in self._box.client.capabilities

    def close(self) -> None:
        """Gives up the connection."""
        box, self._box = self._box, None
        if box is not None:
            _part(box)

    def _connect(self) -> None:
        tools, server = _tools(), self.server
        if server.tls == "tls":
            box = tools.MailBox(server.host, server.at, timeout=PATIENCE, ssl_context=server.context())
        else:
            box = tools.MailBoxUnencrypted(server.host, server.at, timeout=PATIENCE)
        try:
            if server.tls == "starttls":
                box.client.starttls(server.context())
            if self._oauth:
                box.xoauth2(self.user, self._secret(), initial_folder=None)
            else:
                box.login(self.user, self._secret(), initial_folder=None)
            self._box = box
            self._open()
            self._validity = self._named()
        except BaseException:
            self._box = None
            _part(box)
            raise

    def _open(self) -> None:
        self._box.folder.set(self.server.mailbox, readonly=True)

    def _named(self) -> int:
        """UIDVALIDITY of the mailbox that was opened just now."""
        return int((self._box.client.response("UIDVALIDITY")[1] or [b"0"])[0] or 0)

    @contextlib.contextmanager
    def _talking(self) -> Iterator[None]:
        try:
            yield
        except PbemError:
            self.close()
            raise
        except Exception as error:  # sockets, TLS, imaplib and imap-tools each have errors of their own
            self.close()
            why = one_line(getattr(error, "strerror", None) or str(error) or type(error).__name__)
            where = f"{self.server.host}:{self.server.at}"
            raise Transport(f"the mailbox of {self.user} at {where}: {why.lower()}") from None


def _tools() -> Any:
    try:
        import imap_tools
    except ImportError:
        raise Unsupported("the extra mail is not installed", "pip install 'pbem[mail]'") from None
    return imap_tools


def _part(box: Any) -> None:
    """Ends a connection, whatever its server still says."""
    for farewell in (box.client.logout, box.client.shutdown):
        with contextlib.suppress(Exception):  # the connection is given up, however it ends
            farewell()


def _move(client: Any, uids: str, folder: bytes, *, at_once: bool) -> bool:
    """Whether the mails are there now, and here no more."""
    if at_once:
        return bool(client.uid("MOVE", uids, folder)[0] == "OK")
    if client.uid("COPY", uids, folder)[0] != "OK":
        return False
    _check(*client.uid("STORE", uids, "+FLAGS.SILENT", r"(\Deleted)"))
    _check(*client.uid("EXPUNGE", uids))
    return True


def _check(status: str, answer: object) -> None:
    if status != "OK":
        raise imaplib.IMAP4.error(one_line(str(answer)))


def _set_of(uids: Sequence[int]) -> str:
    """`1:4,7`: runs of UIDs in few letters."""
    runs: list[list[int]] = []
    for uid in sorted(uids):
        if runs and uid == runs[-1][1] + 1:
            runs[-1][1] = uid
        else:
            runs.append([uid, uid])
    return ",".join(f"{a}:{b}" if a != b else str(a) for a, b in runs)


def _heads_in(answer: Sequence[object]) -> Iterator[Head]:
    """The heads in an answer: of each mail some pairs of a text and the literal behind it, then the last text.

    A server may write a name in BODYSTRUCTURE as a literal too: the fields are the one that is announced as such.
    """
    told, fields, names = b"", b"", b""
    for part in answer:
        if isinstance(part, tuple):
            before, content = bytes(part[0]), bytes(part[1])
            told += before + b" "
            if _FIELDS.search(before):
                fields = content
            else:
                names += content + b" "
            continue
        told += part if isinstance(part, bytes) else b""
        uid, size = _UID.search(told), _SIZE.search(told)
        if uid is not None and size is not None:
            has_packet = any(_PACKET.search(text) for text in (told, names))
            yield read_head(fields[:MAX_HEAD], place=int(uid[1]), size=int(size[1]), has_packet=has_packet)
        told, fields, names = b"", b"", b""
