"""Records of a log in texts of other forms: what they were wrapped in comes off, within bounds."""

from __future__ import annotations

import gzip

import pytest

from mangled import FORMS, GREETING
from pbem.errors import BadRecord
from pbem.limits import UNPACKED_TIMES
from pbem.post.contents import FoundLines, FoundText, Trouble, items
from pbem.post.texts import as_text, gunzip, records_in
from records import finished

LOG = b"".join(finished())
NAMES = {
    "UTF-16": "UTF-16", "UTF-16 without a mark": "UTF-16", "UTF-16, the other way round": "UTF-16",
    "a byte order mark": "a byte order mark", "quoted-printable": "quoted-printable",
    "base64": "base64", "a page": "HTML",
}  # fmt: skip


@pytest.mark.parametrize("form", NAMES)
def test_what_a_log_was_wrapped_in_is_named_and_comes_off(form):
    (found,) = items(FORMS[form](LOG), "game.txt")
    assert found == FoundText("game.txt", LOG.decode(), (NAMES[form],))


def test_records_in_a_mail_are_given_once_though_it_has_a_page_too():
    page = b"<html><body><pre>" + FORMS["a page"](LOG)[17:]
    mail = (b"From: a@pbem.test\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=x\n\n--x\n"
            b"Content-Type: text/plain\n\n" + LOG + b"\n--x\nContent-Type: text/html\n\n" + page + b"\n--x--\n")
    (found,) = items(mail, "mail")
    assert found == FoundLines("mail, part 1", list(finished()))


def test_a_packet_in_a_mail_is_all_that_counts_of_it():
    from pbem.post.armor import armor
    from pbem.post.packet import pack

    text = GREETING + LOG.decode() + armor(pack(finished()[:3]), "x")
    (found,) = items(text.encode(), "text")
    assert found == FoundLines("text", list(finished()[:3]))


def test_text_of_several_lands_keeps_every_byte():
    odd = b'{"c":{"t":"\xff\xfe\xc3\xa9"}\n'
    assert as_text(odd).text.encode("utf-8", "surrogateescape") == odd
    assert as_text(b"gr\xfc\xdfe\n").text == "gr\u00fc\u00dfe\n"  # no record in it: what people wrote


@pytest.mark.parametrize("text", [GREETING, "eyJjIjp7", "a = b\n=\n", "{&quot;d&quot;:{", '{"d":{'])
def test_a_text_without_records_holds_none(text):
    assert records_in(text) is None


def test_an_archive_has_bounds():
    assert gunzip(gzip.compress(LOG)) == LOG
    bomb = gzip.compress(b"\0" * 4_000_000)
    assert len(bomb) * UNPACKED_TIMES < 4_000_000
    cut, damaged = gzip.compress(LOG)[:-9], b"\x1f\x8b\x08" + b"x" * 99
    for content, why in ((bomb, "too much"), (cut, "cut off"), (damaged, "damaged")):
        with pytest.raises(BadRecord, match=why):
            gunzip(content)
        (told,) = items(content, "log.gz")
        assert isinstance(told, Trouble)
        assert why in str(told.error)
    nested = gzip.compress(LOG)
    for _ in range(9):
        nested = gzip.compress(nested)
    (told,) = items(nested, "log.gz")
    assert isinstance(told, Trouble)
