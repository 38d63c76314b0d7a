"""`pbem out`: what leaves can be read by ours and opened by theirs, and carries no surprise."""

from __future__ import annotations

import email
import io
import os
from datetime import UTC, datetime
from email.policy import default

import pytest

from pbem.errors import PbemError, WrongUse
from pbem.post.armor import dearmor
from pbem.post.intake import take
from pbem.post.outgoing import draft, paste, write_draft, write_packet
from pbem.post.packet import pack

NAME = "angola-17-0042-mpla.pbem"
LABEL = ("angola-17", "mpla", "unita")
FIELDS = {"sender": "Alice <alice@pbem.test>", "to": ["bob@pbem.test", '"J\u00f3z\u00e9, C." <c@pbem.test>'],
          "subject": "[angola-17] turn 3", "date": datetime(2026, 11, 3, 12, 0, tzinfo=UTC),
          "text": "FAPLA marches.\nYour turn.\n"}


@pytest.fixture
def payload(lines):
    return pack(lines(3))


def test_a_packet_file_is_the_payload(tmp_path, lines, payload):
    path = write_packet(tmp_path / "out", NAME, payload)
    assert (path.name, path.read_bytes()) == (NAME, payload)
    assert write_packet(tmp_path / "out", NAME, pack(lines(1))).read_bytes() == pack(lines(1))
    assert os.listdir(tmp_path / "out") == [NAME]


def test_what_a_killed_program_left_behind_is_cleared_in_time(tmp_path, payload):
    old, live, other = f".pbem-{'0' * 16}.tmp", f".pbem-{'1' * 16}.tmp", ".pbem-notes.tmp"
    for name in (old, live, other):
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / live)  # somebody may be writing it now
    write_packet(tmp_path, NAME, payload)
    assert sorted(os.listdir(tmp_path)) == sorted([live, other, NAME])


@pytest.mark.parametrize("name", ["../x.pbem", "a/b.pbem", ".hidden", "-rf", "", "a b.pbem"])
def test_no_other_place_is_written(tmp_path, payload, name):
    for write in (write_packet, write_draft):
        with pytest.raises(WrongUse, match="not a plain file name"):
            write(tmp_path / "out", name, payload)
    assert os.listdir(tmp_path) == []


def test_a_failed_write_leaves_what_was(tmp_path, payload, monkeypatch):
    path = write_packet(tmp_path, NAME, payload)
    monkeypatch.setattr(os, "fsync", lambda fd: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(PbemError, match="no space left on device"):
        write_packet(tmp_path, NAME, b"other")
    assert path.read_bytes() == payload
    assert os.listdir(tmp_path) == [NAME]


def test_a_file_where_the_folder_should_be_is_told(tmp_path, payload):
    (tmp_path / "out").write_text("")
    with pytest.raises(PbemError, match=r"out.*: (file exists|not a directory)"):
        write_packet(tmp_path / "out", NAME, payload)


def test_a_draft_says_what_it_should(payload):
    read = email.message_from_bytes(draft(payload, NAME, LABEL, **FIELDS), policy=default)
    assert read["From"] == "Alice <alice@pbem.test>"
    assert [a.addr_spec for a in read["To"].addresses] == ["bob@pbem.test", "c@pbem.test"]
    assert read["To"].addresses[1].display_name == "J\u00f3z\u00e9, C."
    assert (read["Subject"], read["X-Unsent"]) == ("[angola-17] turn 3", "1")
    assert read["Date"].datetime == FIELDS["date"]
    body = read.get_body(("plain",)).get_content().replace("\r\n", "\n")
    assert body.startswith("FAPLA marches.\nYour turn.\n\n[PBEM:angola-17:mpla:unita]\n")
    (attachment,) = read.iter_attachments()
    assert (attachment.get_content_type(), attachment.get_filename()) == ("application/octet-stream", NAME)
    assert attachment.get_content() == payload


def test_a_draft_is_read_back_once(tmp_path, lines, payload):
    path = write_draft(tmp_path / "out", NAME, draft(payload, NAME, LABEL, **FIELDS))
    assert path.name == "angola-17-0042-mpla.eml"
    assert [item.lines for item in take([path])] == [lines(3)]


def test_nothing_given_can_add_a_field(payload):
    evil = "x\r\nBcc: eve@evil.test\r\n\r\nbody\u2028\x85\u202e\x00"
    sender, text = f"{evil} <alice@pbem.test>", "caf\u00e9\r\rBcc: eve@evil.test"
    fields = FIELDS | {"subject": evil, "sender": sender, "text": text}
    read = email.message_from_bytes(draft(payload, NAME, [evil, evil], **fields), policy=default)
    assert read.keys() == ["From", "To", "Subject", "Date", "X-Unsent", "MIME-Version", "Content-Type"]
    assert read["Subject"] == "x  Bcc: eve@evil.test    body"
    assert str(read["From"].addresses[0].addr_spec) == "alice@pbem.test"
    (body,) = (part for part in read.walk() if part.get_content_type() == "text/plain")
    assert len(dearmor(body.get_content()).blocks) == 1


@pytest.mark.parametrize("wrong", ["bob", "bob@", "@x", "a@b@c", "a b@x.test", "Bob <b@x.test", "b@x.test, c@x.test",
                                   "<>", "a..b@x.test", "b@x.test\r\nBcc: c@x.test", "b\u00f6b@x.test", "<b@x.test> c"])
def test_a_wrong_address_is_told(payload, wrong):
    if wrong == "Bob <b@x.test":  # a forgotten bracket is no danger
        assert b"b@x.test" in draft(payload, NAME, LABEL, **FIELDS | {"to": [wrong]})
        return
    with pytest.raises(WrongUse, match="not a mail address"):
        draft(payload, NAME, LABEL, **FIELDS | {"to": [wrong]})


def test_fields_may_be_left_to_the_mail_program(payload):
    read = email.message_from_bytes(draft(payload, NAME, LABEL, **FIELDS | {"to": [], "sender": ""}), policy=default)
    assert (read["From"], read["To"]) == (None, None)


def test_what_others_wrote_begins_no_block(lines, payload):
    text = paste("note: [PBEM:x] and [ /pbem:0123456789abcdef] \x1b[31m", payload, LABEL)
    assert text.startswith("note: (PBEM:x] and ( /pbem:0123456789abcdef] [31m\n\n[PBEM:")
    (item,) = take(["-"], io.BytesIO(text.encode()))
    assert item.lines == lines(3)


def test_a_paste_without_words_is_the_block(payload):
    assert paste("", payload, LABEL).startswith("[PBEM:angola-17:mpla:unita]\n")
