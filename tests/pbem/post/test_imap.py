"""What an IMAP server answers, in every form that RFC 9051 allows for it."""

from __future__ import annotations

import contextlib
from types import SimpleNamespace

import pytest

from pbem.errors import Transport
from pbem.post.mail.imap import ImapBox, _heads_in
from pbem.post.mail.server import ImapServer

FIELDS = b"From: ana@example.org\r\nX-Pbem-Game: G\r\n\r\n"
ASKED = b"BODY[HEADER.FIELDS (FROM X-PBEM-GAME)] {%d}" % len(FIELDS)
STRUCTURE = b'BODYSTRUCTURE ("application" "octet-stream" ("name" '


@pytest.mark.parametrize("answer", [
    [(b"1 (UID 5 RFC822.SIZE 900 " + STRUCTURE + b'"x.pbem")) ' + ASKED, FIELDS), b")"],
    [(b"1 (" + ASKED, FIELDS), b" UID 5 RFC822.SIZE 900 " + STRUCTURE + b'"x.pbem")))'],
    [(b"1 (UID 5 RFC822.SIZE 900 " + STRUCTURE + b"{9}", b"\xe4\" x.pbem"), (b")) " + ASKED, FIELDS), b")"],
    [(b"1 (UID 5 " + ASKED, FIELDS), (b" RFC822.SIZE 900 " + STRUCTURE + b"{9}", b"\xe4\" x.pbem"), b")))"],
], ids=["fields last", "fields first", "a literal before", "a literal behind"])
def test_the_fields_are_known_from_other_literals(answer):
    one, two = _heads_in([*answer, *[(part[0].replace(b"UID 5", b"UID 6"), part[1]) if isinstance(part, tuple)
                                     else part.replace(b"UID 5", b"UID 6") for part in answer]])
    assert (one.place, one.size, one.game, one.sender, one.has_packet) == (5, 900, "G", "ana@example.org", True)
    assert (two.place, two.game) == (6, "G")


def test_who_is_gone_is_left_out():
    assert list(_heads_in([None])) == []
    assert list(_heads_in([b"1 (UID 5)"])) == []


class Client:
    """A server that can do so much, as imaplib speaks with it."""

    def __init__(self, can: str, *, has_folder: bool = True, refuses: str = "", validity: int = 7) -> None:
        self.can, self.has_folder, self.refuses, self.validity = can, has_folder, refuses, validity
        self.told: list[str] = []

    def capability(self):
        return "OK", [self.can.encode()]

    def status(self, folder, what):
        return ("OK", [b'"pbem" (UIDVALIDITY 7 UIDNEXT 5)']) if self.has_folder else ("NO", [b"no such mailbox"])

    def create(self, folder):
        return self._said("CREATE", folder)

    def select(self, folder, readonly=False):
        return self._said("EXAMINE" if readonly else "SELECT", folder)

    def response(self, name):
        return name, [str(self.validity).encode()]

    def uid(self, command, *words):
        return self._said(command, *words)

    def logout(self): ...

    def shutdown(self): ...

    def _said(self, *words):
        self.told.append(" ".join(w.decode() if isinstance(w, bytes) else w for w in words))
        return ("NO" if self.refuses and words[0] == self.refuses else "OK"), [b"done"]


def box_of(client):
    box = ImapBox(ImapServer(host="localhost", tls="none"), "ana", lambda: "")
    box._box = SimpleNamespace(
        client=client, folder=SimpleNamespace(set=lambda name, readonly: client.select(name, readonly)))
    box._validity = 7
    return box


MOVES = ["SELECT INBOX", "MOVE 3:4 pbem", "EXAMINE INBOX"]
COPIES = ["SELECT INBOX", "COPY 3:4 pbem", r"STORE 3:4 +FLAGS.SILENT (\Deleted)", "EXPUNGE 3:4", "EXAMINE INBOX"]


@pytest.mark.parametrize(("client", "moved", "told"), [
    (Client("IMAP4rev1 MOVE UIDPLUS"), True, MOVES),
    (Client("IMAP4rev1 move", has_folder=False), True, ["CREATE pbem", *MOVES]),
    (Client("IMAP4rev1 UIDPLUS"), True, COPIES),
    (Client("IMAP4rev1 IDLE"), False, []),
    (Client("MOVE", has_folder=False, refuses="CREATE"), False, ["CREATE pbem"]),
    (Client("MOVE", refuses="SELECT"), False, [MOVES[0], MOVES[2]]),
    (Client("MOVE", refuses="MOVE"), False, MOVES),
    (Client("UIDPLUS", refuses="COPY"), False, [*COPIES[:2], COPIES[4]]),
    (Client("MOVE", validity=8), False, [MOVES[0], MOVES[2]]),
], ids=["MOVE", "folder made", "COPY", "neither", "no folder", "reading only", "MOVE refused", "COPY refused", "anew"])
def test_mails_are_moved_by_what_the_server_can_and_no_other_is_touched(client, moved, told):
    box = box_of(client)
    assert box.move([4, 3], "pbem") == moved
    assert [one.replace('"', "") for one in client.told] == told


def test_a_copy_that_cannot_be_removed_is_a_fault():
    box = box_of(Client("UIDPLUS", refuses="EXPUNGE"))
    with pytest.raises(Transport, match="the mailbox of ana at localhost:143: "):
        box.move([3], "pbem")


@pytest.mark.parametrize(("has_folder", "place"), [(True, "7:4"), (False, "")])
def test_the_place_of_a_folder_is_known_without_opening_it(has_folder, place):
    assert box_of(Client("", has_folder=has_folder)).place_in("pbem") == place


@pytest.mark.parametrize(("seconds", "looks", "slept"), [
    (9, 2, [0.25, 0.25]), (0.625, 99, [0.25, 0.25, 0.125]), (9, 0, []),
], ids=["until it is ended", "until the time is over", "ended already"])
def test_who_waits_for_mail_looks_four_times_a_second_for_what_was_signed_here(seconds, looks, slept):
    box, found = box_of(SimpleNamespace(capabilities=("IMAP4REV1", "IDLE"))), []
    box._box.idle = contextlib.nullcontext(SimpleNamespace(poll=lambda timeout: found.append(timeout)))
    box.wait(seconds, lambda: len(found) == looks)
    assert found == slept
