"""What is taken out of mails, and the bounds that stop a hostile one."""

from __future__ import annotations

import pytest

from pbem.errors import BadRecord
from pbem.post import mime
from pbem.post.mime import decode, is_mail, is_mailbox, mails, parts, strip_html

MIXED = b"Content-Type: multipart/mixed; boundary=b\n\n"


def test_the_leaves_come_in_order():
    inner = b"Content-Type: message/rfc822\n\nSubject: in\nContent-Type: text/html\n\n<p>two &amp; <b>t</b>wo</p>\n"
    other = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBO\n"
    found = list(parts(MIXED + b"--b\n\none\n--b\n" + inner + b"--b\n" + other + b"--b--\n"))
    assert [(p.name, p.text) for p in found] == [("part 1", "one"), ("part 2", "two & two"), ("part 3", None)]
    assert found[2].content == b"\x89PN"


def test_a_mailbox_is_cut_only_where_a_mail_begins():
    box = b"From a@b Tue Nov  3 12:00:00 2026\nSubject: 1\n\nFrom here on it rains\n\nFrom b\nSubject: 2\n\nx\n"
    assert [len(list(parts(mail))) for mail in mails(box)] == [1, 1]
    assert b"rains" in next(mails(box))


def test_mails_and_mailboxes_are_told_by_content():
    assert is_mail(b"\r\nReceived: from x\r\n")
    assert is_mail(b"X-Mailer: x\nFoo: y\n")
    assert not is_mail(b"Dear Bob,\nFrom: x\n")
    assert not is_mail(b"Note: this is no mail\n")
    assert is_mailbox(b"From \nX-A: b\n")
    assert not is_mailbox(b"From Luanda we march\nto Huambo\n")


@pytest.mark.parametrize(("mail", "why"), [
    (b"Content-Type: text/plain;" + b" a=b;" * 2000 + b"\n\n", "too many or too long header fields"),
    (MIXED + b"--b\nContent-Type: text/plain\n\n" * 2001, "too many or too long header fields"),
    (MIXED + b"--b\n\n" * 501, "the mail has more than 500 parts"),
    (MIXED + b"--b\n\n" * 20_001, "the mail has too many lines or parts"),
    (b"Subject: x\n" + b":\n" * 20_001, "the mail has too many lines or parts"),
    (b"Content-Type: message/delivery-status\n\n" + b"\n" * 40_001, "the mail has too many lines or parts"),
    (b"Content-Type: x/y;" + b"a;" * 101 + b"\n\n", "the mail has a header field with too many parameters"),
    (b"Subject: x\n\n" + b"\n" * 2_500_001, "the mail has too many lines or parts"),
    (b"Content-Type: message/rfc822\n\n" * 26, "the mail is nested more than 24 deep"),
    (b"Subject: x\n\n" + bytes(mime.MAX_MAIL), "the mail is larger than 32 MiB"),
])
def test_a_mail_past_a_bound_is_refused(mail, why):
    with pytest.raises(BadRecord, match=why) as caught:
        list(parts(mail))
    assert caught.value.hint == "ask the sender for the packet alone"


def test_a_mail_within_the_bounds_is_read():
    assert len(list(parts(MIXED + b"--b\n\nx\n" * 500))) == 500
    assert len(list(parts(b"Content-Type: message/rfc822\n\n" * 24 + b"Subject: x\n\nhello\n"))) == 1


def test_a_failing_parser_is_the_fault_of_the_mail(monkeypatch):
    monkeypatch.setattr("pbem.post.mime._parsed", lambda content: 1 // 0)
    with pytest.raises(BadRecord, match=r"^the mail cannot be read \(ZeroDivisionError\)$"):
        list(parts(b"Subject: x\n\n"))


def test_too_many_mails_are_told(monkeypatch):
    monkeypatch.setattr(mime, "MAX_MAILS", 2)
    with pytest.raises(BadRecord, match="more than 2 mails"):
        list(mails(b"From x\nA: b\n" * 3))


@pytest.mark.parametrize(("page", "text"), [
    ("<p class='x'>a<br/>b</p>", "ab"),
    ("a<!-- [x] <p> -->b<!-- open", "ab<!-- open"),
    ("&#65;&#x42;&amp;&nbsp;&unknown;&", "AB&\xa0&unknown;&"),
    ("&#99999999999999999999;", "&#99999999999999999999;"),
    ("a < b", "a < b"),
])
def test_html_to_text(page, text):
    assert strip_html(page) == text


@pytest.mark.parametrize(("content", "charset", "text"), [
    (b"\xfc", "iso-8859-1", "\xfc"),
    (b"\xfc", "no-such-set", "\xfc"),
    (b"\xfc", "utf-8", "\ufffd"),
    (b"\xc3\xbc", "", "\xfc"),
    (b"\xff\xfea\0", "us-ascii", "a"),
    (b"a+AOk-b", "UTF-7", "a\xe9b"),
    (b"abc", "punycode", "abc"),
    (b"abc", "cp9999", "abc"),
])
def test_character_sets(content, charset, text):
    assert decode(content, charset) == text
