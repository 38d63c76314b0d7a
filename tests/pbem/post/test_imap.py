"""What an IMAP server answers, in every form that RFC 9051 allows for it."""

from __future__ import annotations

import pytest

from pbem.post.mail.imap import _heads_in

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
