"""`pbem in`: every form in which a packet may arrive, and everything that may be wrong with it."""

from __future__ import annotations

import base64
import io
import mailbox
import os
import zlib
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costs import takes
from pbem.errors import PbemError
from pbem.limits import MAX_PASTED
from pbem.post import intake
from pbem.post.armor import armor
from pbem.post.intake import FoundLines, FoundLog, FoundText, Trouble, take
from pbem.post.packet import MAGIC, pack

NAME = "angola-17-0042-mpla.pbem"
PARTS = ("text", "attachment")
CHARSETS = ["utf-8", "iso-8859-1", "windows-1252", "utf-16", "utf-7", "koi8-r", "x-unknown", "punycode"]
CLAIMS = [b"text/plain; charset=us-ascii", b"text/html; charset=\"\xff\xfe\"", b"image/png", b";;;=;",
          b"message/partial"]


def mail(payload: bytes, contains: tuple[str, ...] = PARTS, cte: str | None = None,
         subtype: str = "plain") -> EmailMessage:
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"], made["Subject"] = "Bob <bob@pbem.test>", "alice@pbem.test", "Zug 17 \u2013 f\u00fcr dich"
    text = "my turn\n\n" + (armor(payload, "angola-17", "unita", "mpla") if "text" in contains else "")
    made.set_content(text.replace("\n", "<br>\n") if subtype == "html" else text, subtype=subtype, cte=cte)
    if "attachment" in contains:
        made.add_attachment(payload, maintype="application", subtype="octet-stream", filename=NAME)
    return made


def found(*paths, stdin: bytes = b""):
    return list(take(paths, io.BytesIO(stdin)))


def found_lines(*paths, stdin: bytes = b""):
    """What was found, where nothing was wrong."""
    items = found(*paths, stdin=stdin)
    assert [str(item.error) for item in items if isinstance(item, Trouble)] == []
    return [item.lines for item in items]


def troubles(*paths, stdin: bytes = b""):
    items = found(*paths, stdin=stdin)
    assert all(isinstance(item, Trouble) for item in items)
    return [str(item.error) for item in items]


@pytest.fixture
def payload(lines):
    return pack(lines(3))


def test_a_packet_file_under_any_name(tmp_path, lines, payload):
    for name in ("a.pbem", "holiday.jpg", "no_ending"):
        (tmp_path / name).write_bytes(payload)
        assert found(tmp_path / name) == [FoundLines(str(tmp_path / name), lines(3))]


def test_a_log_is_given_by_its_path(tmp_path, lines):
    log = tmp_path / "game.pbem"
    log.write_bytes(b"".join(lines(9)))
    assert found(str(log)) == [FoundLog(log)]


def test_a_log_of_any_size_is_not_read(tmp_path, lines):
    log = tmp_path / "game.pbem"
    log.write_bytes(lines(1)[0])
    os.truncate(log, 10 * intake.MAX_FILE)
    assert found(log) == [FoundLog(log)]


@pytest.mark.parametrize("contains", [("text",), ("attachment",), PARTS])
@pytest.mark.parametrize("cte", [None, "quoted-printable", "base64"])
@pytest.mark.parametrize("subtype", ["plain", "html"])
def test_a_mail_gives_its_payload_once(tmp_path, lines, payload, contains, cte, subtype):
    (tmp_path / "a.eml").write_bytes(mail(payload, contains, cte, subtype).as_bytes())
    assert found_lines(tmp_path / "a.eml") == [lines(3)]
    assert found_lines("-", stdin=mail(payload, contains, cte, subtype).as_bytes()) == [lines(3)]


def test_the_place_of_a_find_is_named(tmp_path, payload):
    (tmp_path / "a.eml").write_bytes(mail(payload).as_bytes())
    assert [item.source for item in found(tmp_path / "a.eml")] == [f"{tmp_path}/a.eml, part 1"]


@pytest.mark.parametrize("charset", CHARSETS)
def test_a_body_in_any_character_set(lines, payload, charset):
    text = "Gr\u00fc\u00dfe\u200b\n" if charset in ("utf-8", "utf-16", "utf-7") else "Hello\n"
    known = charset if charset not in ("x-unknown", "punycode") else "ascii"
    body = base64.encodebytes((text + armor(payload, "g")).encode(known))
    head = f"From: b@x.test\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: BASE64 \n\n"
    assert found_lines("-", stdin=head.encode() + body) == [lines(3)]


def test_what_a_body_claims_is_no_truth(lines, payload):
    for claim in CLAIMS:
        head = b"Subject: x\nContent-Type: " + claim + b"\n\n"
        assert found_lines("-", stdin=head + "gr\u00fc\u00df\n".encode() + armor(payload, "g").encode()) == [lines(3)]


def test_html_beside_text_and_a_quoted_copy_come_once(lines, payload):
    made = mail(payload, ("text",))
    made.add_alternative("<blockquote>" + armor(payload, "g").replace("\n", "<br>") + "</blockquote>", subtype="html")
    made.add_attachment(payload, maintype="image", subtype="png", filename="x.png")
    assert found_lines("-", stdin=made.as_bytes()) == [lines(3)]


def test_mails_inside_mails(lines, payload):
    for inner_most in (("text",), ("attachment",)):
        outer: EmailMessage = mail(payload, inner_most)
        for _ in range(4):
            inner, outer = outer, mail(payload, ())
            outer.add_attachment(inner)
        assert found_lines("-", stdin=outer.as_bytes()) == [lines(3)]


def test_a_mail_attached_as_a_file(lines, payload):
    for kind in ("octet-stream", "pdf"):
        outer = mail(payload, ())
        outer.add_attachment(mail(payload).as_bytes(), maintype="application", subtype=kind, filename="turn.eml")
        assert found_lines("-", stdin=outer.as_bytes()) == [lines(3)]
    outer = mail(payload, ())
    outer.add_attachment(mail(payload, ("attachment",)).as_string(), subtype="plain", filename="turn.eml")
    assert found_lines("-", stdin=outer.as_bytes()) == [lines(3)]


def test_a_mail_wrapped_in_base64_against_the_rules(lines, payload):
    head = b"From: b@x.test\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
    assert found_lines("-", stdin=head + base64.encodebytes(mail(payload).as_bytes())) == [lines(3)]


def test_a_log_attached_to_a_mail(lines):
    log = b"".join(lines(5))
    for content in (log, log.replace(b"\n", b"\r\n"), log[:-1]):
        made = mail(b"x", ())
        made.add_attachment(content, maintype="application", subtype="octet-stream", filename="game.pbem")
        assert found_lines("-", stdin=made.as_bytes()) == [lines(5)]


def test_a_torn_log_is_given_as_a_text_of_which_the_good_lines_count(lines):
    items = found("-", stdin=b"".join(lines(3)) + b'garbage\n{"c":{"half')
    assert items == [FoundText("the pasted text", b"".join([*lines(3), b'garbage\n{"c":{"half']).decode())]


def test_an_mbox(tmp_path, lines):
    box = mailbox.mbox(tmp_path / "inbox", create=True)
    for n in range(1, 5):
        box.add(mail(pack(lines(n)), ("text",) if n % 2 else ("attachment",)))
    box.add(mail(pack(lines(2))))
    box.add(mail(b"x", ()))
    box.close()
    assert found_lines(tmp_path / "inbox") == [lines(n) for n in range(1, 5)]
    assert found(tmp_path / "inbox")[2].source == f"{tmp_path}/inbox, mail 3, part 1"


def test_a_mailbox_with_bare_from_lines(tmp_path, lines):
    content = b"".join(b"From \r\n" + mail(pack(lines(n))).as_bytes() + b"\r\n" for n in (1, 2))
    assert found_lines("-", stdin=content) == [lines(1), lines(2)]


def test_a_maildir(tmp_path, lines):
    box = mailbox.Maildir(tmp_path / "box", create=True)
    for n in range(1, 4):
        box.add(mail(pack(lines(n))).as_bytes())
    (tmp_path / "box" / "tmp" / "half").write_bytes(mail(pack(lines(9))).as_bytes()[:500])
    (tmp_path / "box" / "cur" / "1:2,S").write_bytes(mail(pack(lines(4))).as_bytes())
    assert sorted(map(len, found_lines(tmp_path / "box"))) == [1, 2, 3, 4]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_a_saved_text(tmp_path, lines, payload, encoding):
    text = "gr\u00fc\u00df dich\n" + armor(payload, "g")
    (tmp_path / "chat.txt").write_bytes(text.encode(encoding))
    assert found_lines(tmp_path / "chat.txt") == [lines(3)]


def test_a_saved_page(tmp_path, lines, payload):
    rows = "".join(f"<div class='x'>{row}<!-- [x] --></div>\n" for row in armor(payload, "g").splitlines())
    (tmp_path / "mail.html").write_text(f"<!doctype html><html><style>a[b]{{}}</style><body>{rows}")
    assert found_lines(tmp_path / "mail.html") == [lines(3)]


def test_a_text_that_begins_like_a_mail(lines, payload):
    for start in ("Note: here it is\n", "From: Bob\n", "Subject: \n\n\n"):
        assert found_lines("-", stdin=(start + armor(payload, "g")).encode()) == [lines(3)]


def test_a_folder_of_everything_in_any_order(tmp_path, lines):
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (deep / "z.eml").write_bytes(mail(pack(lines(1))).as_bytes())
    (tmp_path / "a" / "p").write_bytes(pack(lines(2)))
    (tmp_path / "t.txt").write_text(armor(pack(lines(3)), "g"))
    (tmp_path / "game.pbem").write_bytes(lines(1)[0])
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\0" + bytes(5000))
    (tmp_path / "readme.txt").write_text("nothing of ours")
    (tmp_path / ".pbem-0123.tmp").write_bytes(pack(lines(4))[:50])
    items = found(tmp_path, tmp_path / "a" / "p")
    assert [type(item) for item in items] == [FoundLog, FoundLines, FoundLines, FoundLines, FoundLines]
    assert [len(item.lines) for item in items[1:]] == [3, 2, 1, 2]


def test_an_empty_folder_is_no_trouble(tmp_path):
    assert found(tmp_path) == []


@pytest.mark.parametrize("content", [b"", b"\0\1\2", b"hello\n", b"From: a@b.test\n\nhello\n", b"\xff\xfe", b"<html>"])
def test_a_single_file_with_nothing_of_ours_is_told(tmp_path, content):
    (tmp_path / "x").write_bytes(content)
    assert troubles(tmp_path / "x") == [f"{tmp_path}/x: no packet, log or block in it"]
    assert troubles("-", stdin=content) == ["the pasted text: no packet, log or block in it"]


def test_a_missing_path_is_told():
    assert troubles("/nowhere/at/all") == ["/nowhere/at/all: there is no such file or folder"]
    (item,) = found("/nowhere/at/all")
    assert (item.error.status, item.error.hint) == (2, "check the path")
    assert troubles("a\0b") == ["a b: valueerror"] or len(troubles("a\0b")) == 1


def test_pipes_and_devices_are_told_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), Path("/dev/tty")):
        assert troubles(path) == [f"{path}: not a file"]
    assert troubles(tmp_path) == [f"{tmp_path}/pipe: not a file"]


def test_links_never_loop(tmp_path, lines):
    (tmp_path / "p").write_bytes(pack(lines(1)))
    (tmp_path / "self").symlink_to(tmp_path / "self")
    (tmp_path / "up").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "p")
    items = found(tmp_path)
    assert [item.source[len(str(tmp_path)) + 1:] for item in items if isinstance(item, FoundLines)] == ["link", "p"]
    told = [str(item.error) for item in items if isinstance(item, Trouble)]
    assert told[0].startswith(f"{tmp_path}/self: too many levels of symbolic links")
    assert told[1:] == [f"{tmp_path}/up: a link to a folder, not followed"]
    assert len(troubles(tmp_path / "self")) == 1


def test_unreadable_files_are_told(tmp_path, monkeypatch):
    (tmp_path / "x").write_bytes(b"x")
    monkeypatch.setattr(os, "open", lambda *a, **k: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    assert troubles(tmp_path / "x") == [f"{tmp_path}/x: permission denied"]


def test_a_huge_file_is_told(tmp_path):
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert troubles(tmp_path / "huge") == [f"{tmp_path}/huge: larger than 64 MiB"]


def test_a_long_text_is_told():
    assert troubles("-", stdin=b"a" * (MAX_PASTED + 1)) == ["the pasted text: the text is longer than 32 MiB"]


def test_endless_input_is_told():
    class Endless(io.RawIOBase):
        def read(self, size=-1):
            assert size >= 0
            return b"a" * size

    (item,) = take(["-"], Endless())
    assert str(item.error) == "the pasted text: larger than 64 MiB"


def test_too_many_files_are_told(tmp_path, monkeypatch, lines):
    monkeypatch.setattr(intake, "MAX_FILES", 5)
    for n in range(6):
        (tmp_path / f"{n}").write_bytes(pack(lines(1)))
    assert troubles(tmp_path) == [f"{tmp_path}: more than 5 files in it"]


def test_too_deep_folders_are_told(tmp_path):
    deep = tmp_path.joinpath(*["d"] * (intake.MAX_FOLDERS + 1))
    deep.mkdir(parents=True)
    assert troubles(tmp_path) == [f"{deep}: more than 16 folders inside each other"]


def test_a_damaged_block_is_told_with_its_place(tmp_path, lines, payload):
    text = armor(payload, "g")
    (tmp_path / "a.txt").write_text(text[:40] + text[43:])
    (item,) = found(tmp_path / "a.txt")
    assert str(item.error) == f"{tmp_path}/a.txt: a block is damaged: what it holds does not fit the digest at its end"
    assert item.error.hint == "ask the sender to send it again"


def test_a_damaged_block_beside_its_whole_attachment_is_no_trouble(lines, payload):
    made = mail(payload)
    broken = made.as_bytes().replace(b"[PBEM:angola-17:unita:mpla]\r\n", b"[PBEM:angola-17:unita:mpla]\r\nxx")
    cut = made.as_bytes().replace(b"[/PBEM:", b"")
    assert broken != made.as_bytes() != cut
    for content in (broken, cut):
        assert found_lines("-", stdin=content) == [lines(3)]


def test_a_damaged_attachment_is_told(payload, lines):
    made = mail(payload[:-3], ("attachment",))
    assert troubles("-", stdin=made.as_bytes()) == ["the pasted text, part 2: the packet is cut off"]
    items = found("-", stdin=mail(payload[:-3], ("attachment",)).as_bytes().replace(
        b"my turn", b"my turn\r\n" + armor(payload, "g").encode().replace(b"\n", b"\r\n")))
    assert [type(item) for item in items] == [FoundLines, Trouble]


def test_a_block_of_something_else_is_told():
    assert troubles("-", stdin=armor(b"something", "g").encode()) == ["the pasted text: this is no packet"]


def test_a_bomb_in_a_mail_is_told(lines):
    bomb = MAGIC + zlib.compress(bytes(64 * 1024 * 1024), 9)
    (told,) = troubles("-", stdin=mail(bomb).as_bytes())
    assert told == "the pasted text, part 1: the packet unpacks to more than 8 MiB"


def test_a_flood_of_damage_is_cut_short(lines):
    items = troubles("-", stdin=b"[PBEM:x]" * 500 + b"[/PBEM:0123456789abcdef]" * 3)
    assert len(items) <= intake.MAX_TROUBLES + 1
    flood = "".join(f"[PBEM:{n}][/PBEM:{n:016x}]" for n in range(500))
    assert troubles("-", stdin=flood.encode())[-1] == "the pasted text: 450 more such faults"


HOSTILE = {
    "nested multiparts": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(20_000)),
    "nested mails": b"Content-Type: message/rfc822\n\n" * 20_000,
    "a few nested mails": b"Content-Type: message/rfc822\n\n" * 40 + b"x",
    "boundaries": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 100_000,
    "some boundaries": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 10_000,
    "digest": b"Content-Type: multipart/digest; boundary=b\n\n" + b"--b\n\n\n" * 10_000,
    "parameters": b"Content-Type: multipart/mixed" + b";" * 3_000_000 + b"\n\nx\n",
    "folded parameters": b"Content-Type: text/plain;\n" + b" a=b;\n" * 500_000 + b"\nx\n",
    "quotes": b'Content-Type: text/plain; a="' + b'\\";' * 1_000_000 + b"\n\nx\n",
    "long header": b"Subject: " + b"x" * 1_000_000 + b"\n\nx\n",
    "many headers": b"X-A: b\n" * 50_000 + b"\nx\n",
    "encoded word": b"Content-Type: =?utf-8?q?" + b"=20" * 100_000 + b"?=\n\nx\n",
    "eight bit encoding": b"Content-Transfer-Encoding: " + b"\xff" * 1_000_000 + b"\n\nx\n",
    "line ends": b"From: x\n" + b"\n" * 3_000_000,
    "returns": b"From: x\n" + b"\r" * 3_000_000,
    "lines in containers": b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" * 60 + b"\n" * 2_000_000,
    "mailbox": b"From x\nA:\n" * 20_100,
    "uuencoded": b"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 x\n" + b"M" * 100_000 + b"\nend\n",
    "charset": b"Content-Type: text/plain; charset=" + b"idna" * 500 + b"\n\n" + b"x" * 100_000,
    "entities": b"Content-Type: text/html\n\n" + b"&#" + b"9" * 100_000 + b";",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_mail_costs_no_time(name):
    items = found("-", stdin=HOSTILE[name])
    assert all(isinstance(item, Trouble) and isinstance(item.error, PbemError) for item in items)
    assert 1 <= len(items) <= intake.MAX_TROUBLES + 1
    assert takes(lambda: found("-", stdin=HOSTILE[name]), 4)


@settings(max_examples=150)
@given(data=st.data())
def test_edited_mails_never_give_other_lines(lines, data):
    contains = data.draw(st.sampled_from([("text",), ("attachment",), PARTS]))
    content = bytearray(mail(pack(lines(3)), contains).as_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at:at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=12))
    for item in found("-", stdin=bytes(content)):
        assert isinstance(item, Trouble) or item.lines == lines(3)


TOKENS = [
    b"From x\n", b"From: a@b\n", b"Content-Type: ", b"multipart/mixed; boundary=b", b"message/rfc822", b"text/html",
    b"\n", b"\n\n", b"--b\n", b"--b--\n", b"Content-Transfer-Encoding: base64\n", b"\r", b"\xff", b"\0", b"[PBEM:a]",
    b"[/PBEM:0123456789abcdef]", b"QUJD", b'{"c":', b"\x89PBEM1\r\n\x1a\n", b"; charset=utf-16", b"<p>", b"begin 6 x\n",
    b"=",
]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(TOKENS) | st.binary(max_size=6), max_size=40))
def test_any_bytes_at_all_are_only_ever_told(tokens):
    for item in found("-", stdin=b"".join(tokens)):
        if isinstance(item, FoundText):
            assert '{"c":{' in item.text, "a text is read on for the records it seems to hold, and for nothing else"
            continue
        assert isinstance(item, Trouble)
        assert str(item.error).isprintable()


def test_two_beginnings_of_records_are_a_text_to_be_read_on():
    assert found("-", stdin=b'{"c":{"c":') == [FoundText("the pasted text", '{"c":{"c":')]
