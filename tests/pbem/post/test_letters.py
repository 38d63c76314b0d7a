"""A letter of a courier, and the heads of mails: what they hold, and what a robot does not answer."""

from __future__ import annotations

import datetime
import email
import email.policy

import pytest

from costs import takes
from pbem.post.contents import FoundLines, items
from pbem.post.mail.letter import Letter, compose, new_message_id, thread_of
from pbem.post.mail.manners import read_head
from pbem.post.outgoing import draft
from pbem.post.packet import pack

LINE = b'{"c":' + b'{"a":1}' + b',"s":"' + b"A" * 86 + b'"}\n'
PACKET = pack([LINE])
GAME = "A" * 43


def letter(**changes):
    fields = {
        "message_id": "<1.pbem@example.org>", "sender": "Ana <ana@example.org>",
        "to": ("Bo <bo@example.org>", "Carl <carl@example.org>"), "subject": "[pbem] Angola!, match AAAAAAAA",
        "date": datetime.datetime(2026, 5, 4, tzinfo=datetime.UTC), "text": "mpla marches to Luanda\nawaited: unita",
        "game": GAME, "kind": "turn", "round": 12, "label": ("angola", "mpla", "all"),
        "packet": ("angola-12-0007-mpla.pbem", PACKET), "awaits": ("unita",), "follows": ("<0.pbem@example.org>",),
        "picture": b"\x89PNG...",
    }
    return compose(Letter(**fields | changes))


def test_a_letter_has_the_report_first_then_the_board_then_the_packet():
    mail = email.message_from_bytes(letter(), policy=email.policy.default)
    parts = list(mail.iter_parts())
    assert [p.get_content_type() for p in parts] == ["text/plain", "image/png", "application/octet-stream"]
    text = parts[0].get_content().replace("\r\n", "\n")
    assert text.startswith("mpla marches to Luanda\nawaited: unita\n\n[PBEM:angola:mpla:all]")
    assert parts[2].get_filename() == "angola-12-0007-mpla.pbem"
    assert parts[2].get_content() == PACKET
    assert str(mail["To"]) == "Bo <bo@example.org>, Carl <carl@example.org>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["In-Reply-To"] == "<0.pbem@example.org>"
    assert mail["References"].split() == [thread_of(GAME), "<0.pbem@example.org>"]


@pytest.mark.parametrize("part", [0, 2])
def test_the_packet_is_in_it_twice(part):
    content = list(email.message_from_bytes(letter(), policy=email.policy.default).iter_parts())[part].get_content()
    (found,) = items(content if part else content.encode(), "x")
    assert isinstance(found, FoundLines)
    assert found.lines == [LINE]


def test_the_head_of_a_letter_says_what_it_is():
    head = read_head(letter(), place=4, size=99)
    assert (head.place, head.size, head.sender, head.message_id) == (4, 99, "ana@example.org", "<1.pbem@example.org>")
    assert (head.game, head.kind, head.round, head.awaits) == (GAME, "turn", 12, ("unita",))
    assert head.is_robot
    assert not head.is_bounce
    assert head.may_be_ours(())


@pytest.mark.parametrize(("fields", "robot", "bounce"), [
    ("From: bo@x.test", False, False),
    ("From: bo@x.test\nAuto-Submitted: no", False, False),
    ("From: bo@x.test\nAuto-Submitted: auto-replied (rejected)", True, False),
    ("From: bo@x.test\nAuto-Submitted: auto-generated; x=y", True, False),
    ("From: bo@x.test\nList-Unsubscribe: <mailto:x@x.test>", True, False),
    ("From: bo@x.test\nPrecedence: bulk", True, False),
    ("From: bo@x.test\nX-Auto-Response-Suppress: All", True, False),
    ("From: noreply@x.test", True, False),
    ("From: games-request@x.test", True, False),
    ("From: Mail Delivery <MAILER-DAEMON@x.test>", True, True),
    ("From: bo@x.test\nReturn-Path: <>", True, True),
    ("From: bo@x.test\nContent-Type: multipart/report; report-type=delivery-status", True, True),
    ("Subject: nobody wrote this", True, False),
])
def test_rfc_3834_robots_and_bounces_are_known(fields, robot, bounce):
    head = read_head(fields.encode() + b"\n\n")
    assert (head.is_robot, head.is_bounce) == (robot, bounce)


@pytest.mark.parametrize("content", [
    b"", b"\0" * 1000, b"From: " + b"<" * 5000, b"X-Pbem-Round: 99999999999\n\n", b"X-Pbem-Round: \xd9\xa3\n\n",
    b"References: " + b"<a@b>" * 5000 + b"\n\n", b"From: =?utf-8?b?////?= <a@b>\n\n", "From: ä@ö.test\n\n".encode(),
    *(b"From: " + one * 8_000 + b"\n\n" for one in (b":", b"a:", b"<", b"@", b'"', b"[", b";:", b"\\", b",", b"=?")),
])
def test_any_bytes_are_a_head(content):
    head = read_head(content)
    assert head.round == -1
    assert "\n" not in head.sender + head.subject


@pytest.mark.parametrize(("subject", "extra", "ours"), [
    ("our holidays", "", False),
    ("Re: [pbem] Angola!", "", True),
    ("your turn", "References: <x@y> <1.pbem@example.org>\n", True),
    ("your turn", f"X-Pbem-Game: {GAME}\n", True),
])
def test_a_mail_of_a_stranger_is_ours_by_its_marks(subject, extra, ours):
    head = read_head(f"From: x@y.test\nSubject: {subject}\n{extra}\n".encode())
    assert head.may_be_ours({"bo@x.test"}) == ours
    assert head.may_be_ours({"x@y.test"})


def test_a_message_id_cannot_be_guessed():
    made = {new_message_id(GAME, "ana@example.org") for _ in range(50)}
    assert len(made) == 50
    assert all(one.endswith(".pbem@example.org>") for one in made)


def test_a_name_that_breaks_a_field_does_not():
    mail = letter(subject="x\nBcc: all@x.test", to=("Bo\r\nBcc: c@x.test <bo@example.org>",))
    assert email.message_from_bytes(mail)["Bcc"] is None


SMUGGLED = "=?utf-8?q?a=0D=0ABcc:_victim@example.org?="


@pytest.mark.parametrize("changes", [
    {"to": (f"{SMUGGLED} <bo@example.org>",)}, {"sender": f"x {SMUGGLED} <ana@example.org>"},
    {"subject": f"[pbem] {SMUGGLED}"}, {"follows": (f"<{SMUGGLED}>",)},
    {"to": ("\r\nBcc: victim@example.org <bo@example.org>",)},
], ids=["to", "sender", "subject", "follows", "line end"])
def test_nobody_adds_a_field_by_a_name_or_an_id(changes):
    mail = email.message_from_bytes(letter(**changes))
    assert set(mail.keys()) == set(email.message_from_bytes(letter()).keys())


def test_a_draft_takes_no_field_from_a_name():
    mail = draft(
        PACKET, "x.pbem", (), sender="", to=[f"{SMUGGLED} <bo@example.org>"], subject=SMUGGLED, text="",
        date=datetime.datetime(2026, 5, 4, tzinfo=datetime.UTC),
    )
    assert "Bcc" not in email.message_from_bytes(mail)


def test_a_long_id_of_another_program_is_answered_as_it_is():
    ids = tuple(f"<{number}{'x' * 200}@example.org>" for number in range(8))
    head = read_head(letter(follows=ids))
    assert head.follows == {thread_of(GAME), *ids}


@pytest.mark.parametrize("id", ["<\u00e4@example.org>", "<a b@example.org>", "<a@example.org"])
def test_an_id_that_no_mail_may_have_is_none(id):
    assert read_head(f"Message-ID: {id}\r\n\r\n".encode()).message_id == ""


def test_comments_inside_each_other_are_no_sender_and_stop_nothing():
    head = read_head(b"From: " + b"(" * 4_000 + b" ana@example.org\r\nX-Pbem-Game: A\r\n\r\n")
    assert (head.sender, head.game) == ("", "A")
    assert read_head(b"From: ana@example.org (Ana (of Luanda))\r\n\r\n").sender == "ana@example.org"


def test_a_head_is_read_in_a_time_that_grows_with_its_length():
    head = b'Content-Type: multipart/mixed; x="' + b";" * 120_000 + b"\r\n\r\n"
    assert takes(lambda: read_head(head), 1.0)  # it took ten
