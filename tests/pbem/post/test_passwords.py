"""Where passwords come from: a keyring, a command, a file; each fault in one line, and no password in it."""

from __future__ import annotations

import sys

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from pbem.courier.service import passphrase_of
from pbem.courier.settings import Keys, MailSettings, Settings
from pbem.courier.ways import mail_way
from pbem.errors import PbemError, Transport, Unsupported, WrongUse
from pbem.home import Home
from pbem.post.mail import passwords
from pbem.post.mail.passwords import of_command, of_file, of_keyring
from pbem.post.mail.server import ImapServer, SmtpServer

SECRET = "a long way home"


class Ring(KeyringBackend):
    """A keyring in memory; `fault` is what it raises."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.fault: Exception | None = None

    def get_password(self, service: str, username: str) -> str | None:
        if self.fault is not None:
            raise self.fault
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password


@pytest.fixture
def ring():
    before = keyring.get_keyring()
    made = Ring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def account(**source) -> MailSettings:
    return MailSettings(address="ana@example.org", imap=ImapServer(host="localhost", tls="none"),
                        smtp=SmtpServer(host="localhost", tls="none"), **source)


def test_the_keyring_keeps_the_password_of_an_account_and_the_courier_s_passphrase(ring, tmp_path):
    """docs/courier.md: service `pbem`, user the address; service `pbem courier`, user the home."""
    ring.set_password("pbem", "ana@example.org", SECRET)
    way = mail_way(account(keyring=True))
    assert (way.box._secret(), way.sender._secret()) == (SECRET, SECRET)
    assert not way.box._oauth
    home = Home(tmp_path)
    ring.set_password("pbem courier", str(tmp_path), "another")
    assert passphrase_of(Settings(keys=Keys(keyring=True)), home) == "another"
    ring.kept["pbem", "ana@example.org"] = "changed"  # asked anew at each connection
    assert way.box._secret() == "changed"


def test_a_keyring_without_it_says_how_to_put_it_there(ring):
    with pytest.raises(WrongUse, match=r"the keyring has nothing for pbem, ana@example\.org") as caught:
        mail_way(account(keyring=True)).box._secret()
    assert caught.value.hint == "keyring set 'pbem' 'ana@example.org'"


def test_a_keyring_that_does_not_answer_is_tried_again(ring):
    ring.fault = KeyringLocked(f"locked: {SECRET}")
    with pytest.raises(Transport, match=r"the keyring does not answer \(KeyringLocked\)") as caught:
        of_keyring("pbem", "ana", "the password")
    assert SECRET not in str(caught.value)


def test_without_the_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(Unsupported, match="the package keyring is not installed") as caught:
        of_keyring("pbem", "ana", "the password")
    assert "pbem[mail]" in caught.value.hint


def test_a_command_gives_its_first_line_without_a_shell(tmp_path):
    assert of_command([sys.executable, "-c", f"print('{SECRET}'); print('more')"], "it") == SECRET
    assert of_command(["printf", "%s", "$HOME;ls"], "it") == "$HOME;ls"


@pytest.mark.parametrize(("command", "kind", "why"), [
    (["false"], Transport, "the token: false ended with status 1"),
    ([sys.executable, "-c", "import sys; sys.exit('no\\nentry')"], Transport, "ended with status 1: no"),
    (["/no/such/program"], WrongUse, "cannot run /no/such/program"),
    (["true"], WrongUse, "there is no password in it"),
    (["printf", r"\377"], WrongUse, "it is not UTF-8"),
    (["printf", r"a\tb"], WrongUse, "there is no password in it"),
    (["printf", "%70000s", "x"], WrongUse, "bytes are no password"),
])
def test_a_command_that_fails_is_told_in_one_line(command, kind, why):
    with pytest.raises(kind) as caught:
        of_command(command, "the token")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_command_that_hangs_is_ended(monkeypatch):
    monkeypatch.setattr(passwords, "PATIENCE", 0.05)
    with pytest.raises(Transport, match="sleep did not end within"):
        of_command(["sleep", "30"], "the token")


def test_a_password_file_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "password"
    path.write_text(f"{SECRET}\n")
    path.chmod(0o600)
    assert of_file(path, "it") == SECRET
    path.chmod(0o644)
    with pytest.raises(WrongUse, match="others may read or write"):
        of_file(path, "it")
    with pytest.raises(PbemError, match="there is no file"):
        of_file(tmp_path / "missing", "it")
