"""courier.toml: what is not known or not safe is refused, with what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pbem.courier.settings import FolderSettings, Keys, MailSettings, Reminders, Settings, read_settings
from pbem.courier.writing import toml_of
from pbem.errors import WrongUse
from pbem.post.mail.server import ImapServer, SmtpServer

DOCS = Path(__file__).resolve().parents[3] / "docs" / "courier.md"
MAIL = """
[[mail]]
address = "ana@example.org"
password_command = ["pass", "mail"]
imap = { host = "imap.example.org" }
smtp = { host = "smtp.example.org", tls = "starttls" }
"""
FOLDER = '[[folder]]\npath = "/srv/shared"\n'


def read(tmp_path, text):
    path = tmp_path / "courier.toml"
    path.write_text(text)
    return read_settings(path)


def test_what_is_left_out_has_the_usual_value(tmp_path):
    settings = read(tmp_path, MAIL + FOLDER)
    (mail,) = settings.mail
    assert (mail.imap.at, mail.imap.tls, mail.imap.mailbox, mail.imap.idle) == (993, "tls", "INBOX", True)
    assert (mail.smtp.at, mail.smtp.login) == (587, True)
    assert (settings.poll_seconds, settings.picture, settings.reminders.after_hours) == (60, True, 24)
    assert settings.folder[0].path == "/srv/shared"


@pytest.mark.parametrize(("text", "why", "hint"), [
    ("", "names no way", r"\[\[folder\]\]"),
    (FOLDER + "poll_secs = 5", "unknown field", "pbem docs courier"),
    ("poll_seconds = 1\n" + FOLDER, ">= 5", "pbem docs courier"),
    ("poll_seconds = \n", "no TOML", "pbem docs courier"),
    (MAIL.replace("smtp", "smpt"), "unknown field smpt", "pbem docs courier"),
    (MAIL.replace('["pass", "mail"]', "[]"), "no source of the password", "password_command, password_file"),
    (MAIL + "keyring = true\n", "password_command and keyring are named", "one of"),
    (MAIL.replace('"starttls"', '"none"'), "in the clear", "starttls"),
    (MAIL.replace('"starttls"', '"ssl"'), "ssl", "pbem docs courier"),
    (MAIL.replace("ana@example.org", "ana at home"), "not a mail address", "name@example.org"),
    (MAIL + MAIL, "names ana@example.org twice", "once"),
    ('[[folder]]\npath = "shared"\n', "shared is not a whole path", "begin it with"),
    ('[[folder]]\npath = "/a\\u0000b"\n', "is not a whole path", "begin it with"),
    (MAIL.replace("ana@example.org", "Ana <ana@example.org>"), "more than an address", "name = "),
    ("x = " + "[" * 20_000, "no TOML", "pbem docs courier"),
    ("poll_seconds = " + "9" * 5_000, "no TOML", "pbem docs courier"),
    (FOLDER + '[keys]\nkeyring = true\npassphrase_file = "/x"\n', "a passphrase_file and the keyring", "one of"),
])
def test_a_bad_setting_is_refused_with_a_hint(tmp_path, text, why, hint):
    with pytest.raises(WrongUse, match=why) as caught:
        read(tmp_path, text)
    assert "\n" not in str(caught.value)
    assert re.search(hint, caught.value.hint)


def test_without_the_file_it_is_said_what_belongs_there(tmp_path):
    with pytest.raises(WrongUse, match=r"there is no .*courier\.toml") as caught:
        read_settings(tmp_path / "courier.toml")
    assert "pbem docs courier" in caught.value.hint


def test_this_machine_may_be_talked_to_in_the_clear(tmp_path):
    text = MAIL.replace('"smtp.example.org", tls = "starttls"', '"127.0.0.1", tls = "none", login = false')
    assert read(tmp_path, text).mail[0].smtp.login is False


def test_the_settings_of_the_guide_are_read(tmp_path):
    page = (Path(__file__).parents[3] / "docs" / "courier.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```toml\n(.*?)^```$", page, re.S | re.M)
    settings = read(tmp_path, text)
    plain = msgspec.structs.replace(settings, keys=Keys(), reminders=Reminders(), folder=(), mail=())
    assert plain == Settings()  # what stands at the top is what holds without it
    assert settings.reminders.spare == ("bo",)
    every = set(re.findall(r"^#? ?(\w+) =", text, re.M)) | set(re.findall(r"[{,] (\w+) =", text))
    known = {f.name for kind in (Settings, Keys, Reminders, FolderSettings, MailSettings, ImapServer, SmtpServer)
             for f in msgspec.structs.fields(kind)}
    assert every <= known
    assert known - every <= {"port", "user", "ca_file", "login", "keys", "reminders", "folder", "mail"}


def test_settings_are_written_as_they_are_read(tmp_path):
    shown = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    whole = [one for one in shown if "[[mail]]" in one]
    assert whole
    for text in whole:
        (tmp_path / "one.toml").write_text(text, encoding="utf-8")
        read = read_settings(tmp_path / "one.toml")
        (tmp_path / "two.toml").write_text(toml_of(read), encoding="utf-8")
        assert read_settings(tmp_path / "two.toml") == read
    assert toml_of(Settings()) == "\n"


def test_what_is_not_as_ever_is_written_and_read_as_the_same(tmp_path):
    mail = MailSettings(
        address="ana@example.org", name='Ana "A." \x7f Ö', password_command=("pass", "mail"), matches=("/a b", "/c"),
        imap=ImapServer(host="imap.example.org", idle=False), smtp=SmtpServer(host="smtp.example.org", tls="starttls"))
    for settings in (
        Settings(mail=(mail, msgspec.structs.replace(mail, address="bo@example.org", matches=()))),
        Settings(folder=(FolderSettings(path="/srv/shared"), FolderSettings(path="/srv/x", matches=("/a",))),
                 notify=("ring", "a bell"), picture=False, reminders=Reminders(after_hours=0, spare=("bo", "cy")),
                 keys=Keys(keyring=True)),
    ):
        (tmp_path / "courier.toml").write_text(toml_of(settings), encoding="utf-8")
        assert read_settings(tmp_path / "courier.toml") == settings
