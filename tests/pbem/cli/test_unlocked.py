"""`pbem id unlock`, `pbem id lock`: the passphrase in the system's keyring, for some hours and never in a file."""

from __future__ import annotations

import sys

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as Headless
from keyring.errors import KeyringLocked

from desks import CHEAP, PASSPHRASE, Desks
from pbem.errors import Unsupported, WrongUse
from pbem.home import Home
from pbem.home.unlocked import SERVICE, Unlocked, seconds_in

ID, NOW = "A" * 43, 1_800_000_000
ASKED = "pbem: error: the identity is locked and there is no terminal to ask for the passphrase"


class Ring(KeyringBackend):
    """A keyring in memory; `fault` is what it raises."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.fault: Exception | None = None

    def _look(self) -> dict[tuple[str, str], str]:
        if self.fault is not None:
            raise self.fault
        return self.kept

    def get_password(self, service: str, username: str) -> str | None:
        return self._look().get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._look()[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self._look()[service, username]


@pytest.fixture
def ring():
    before, made = keyring.get_keyring(), Ring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


class Asked(Desks):
    """Somebody whose passphrase stands nowhere."""

    def environment(self, who: str) -> dict[str, str]:
        return {name: value for name, value in super().environment(who).items() if name != "PBEM_PASSPHRASE"}


@pytest.fixture
def dee(tmp_path, ring, monkeypatch):
    monkeypatch.delenv("PBEM_PASSPHRASE", raising=False)
    Home(tmp_path / "dee" / "home").create("dee", "", PASSPHRASE, cost=CHEAP)
    (tmp_path / "secret").write_text(PASSPHRASE + "\n")
    return Asked(tmp_path)


def unlock(dee, *more):
    return dee.run("dee", "id", "unlock", "--passphrase-file", dee.root / "secret", *more)


def begin(dee, folder="game"):
    """A command that signs: the identity must be open for it."""
    return dee.run("dee", "new", "fallujah", "-C", dee.root / folder)


def test_no_command_asks_while_it_is_unlocked_and_each_does_again_once_it_is_locked(dee, ring):
    assert begin(dee).complaint == ASKED
    done = unlock(dee)
    assert (done.status, done.err.partition(" 20")[0]) == (0, "unlocked until")
    assert begin(dee).status == 0
    assert "locked: unlock it" not in dee.must("dee", "next", "-C", dee.root / "game").err
    assert dee.must("dee", "id", "lock").err == "locked: the keyring keeps your passphrase no more\n"
    assert ring.kept == {}
    assert begin(dee, "another").complaint == ASKED
    assert dee.must("dee", "id", "lock").err == "it was locked: the keyring keeps nothing\n"


def test_the_passphrase_is_in_the_keyring_alone(dee, ring):
    unlock(dee)
    ((service, user),) = ring.kept
    assert (service, user) == (SERVICE, str(dee.home("dee")))
    assert PASSPHRASE in ring.kept[service, user]
    files = [path for path in (dee.root / "dee").rglob("*") if path.is_file()]
    assert len(files) > 2
    assert not any(PASSPHRASE.encode() in path.read_bytes() for path in files)


def test_a_wrong_passphrase_is_not_kept(dee, ring):
    (dee.root / "secret").write_text("another\n")
    done = unlock(dee)
    assert (done.status, done.complaint) == (2, "pbem: error: the passphrase does not open this identity")
    assert ring.kept == {}


def test_it_ends_when_its_time_is_over_whatever_the_file_says(tmp_path, ring):
    kept = Unlocked(tmp_path)
    assert kept.keep(ID, PASSPHRASE, 3_600, NOW) == NOW + 3_600
    assert kept.passphrase(ID, NOW + 3_599) == PASSPHRASE
    kept.path.write_text(kept.path.read_text().replace(str(NOW + 3_600), str(NOW + 999_999)))
    assert kept.passphrase(ID, NOW + 3_600) is None
    assert (ring.kept, kept.path.exists()) == ({}, False)


def test_a_clock_that_was_put_back_and_another_identity_get_nothing(tmp_path, ring):
    kept = Unlocked(tmp_path)
    kept.keep(ID, PASSPHRASE, 3_600, NOW)
    assert kept.passphrase("B" * 43, NOW + 1) is None
    assert kept.passphrase(ID, NOW + 1) == PASSPHRASE
    assert kept.passphrase(ID, NOW - 1) is None
    assert ring.kept == {}


def test_without_having_unlocked_no_keyring_is_looked_for(tmp_path, ring):
    ring.fault = AssertionError("nobody asked for it")
    assert Unlocked(tmp_path).passphrase(ID, NOW) is None
    assert Unlocked(tmp_path).forget() is False


@pytest.mark.parametrize("spoiled", ["{}", "no json", '{"until":1,"v":"pbem unlocked 2"}'])
def test_a_spoiled_file_ends_it(tmp_path, ring, spoiled):
    kept = Unlocked(tmp_path)
    kept.keep(ID, PASSPHRASE, 3_600, NOW)
    kept.path.write_text(spoiled)
    assert kept.passphrase(ID, NOW + 1) is None
    assert ring.kept == {}


def test_a_keyring_that_is_locked_meanwhile_means_that_one_is_asked(dee, ring):
    unlock(dee)
    ring.fault = KeyringLocked("no")
    assert begin(dee).complaint == ASKED
    done = dee.run("dee", "id", "lock")
    assert (done.status, done.complaint) == (
        8, "pbem: error: the keyring does not answer (KeyringLocked), and may keep the passphrase")
    ring.fault = None
    assert begin(dee).status == 0


def test_without_the_package_or_with_a_keyring_that_keeps_nothing_it_is_refused_in_a_line(dee, ring, monkeypatch):
    keyring.set_keyring(Headless())
    done = unlock(dee)
    assert (done.status, done.complaint) == (8, "pbem: error: this system has no keyring that keeps a secret")
    assert "pbem: hint: set PBEM_PASSPHRASE, or name a file with --passphrase-file" in done.err
    monkeypatch.setitem(sys.modules, "keyring", None)
    done = unlock(dee)
    assert (done.status, done.complaint) == (8, "pbem: error: the package keyring is not installed")
    assert "pbem: hint: pip install 'pbem[mail]'" in done.err
    assert not (dee.home("dee") / "unlocked.json").exists()


def test_a_keyring_of_open_files_is_never_used(tmp_path, ring):
    class Plain(Ring):
        __module__ = "keyrings.alt.file"

    class Chain(Ring):
        backends = ()

    keyring.set_keyring(Plain())
    with pytest.raises(Unsupported, match="no keyring that keeps a secret"):
        Unlocked(tmp_path).keep(ID, PASSPHRASE, 60, NOW)
    chain, plain = Chain(), Plain()
    chain.backends = (plain, ring)
    keyring.set_keyring(chain)
    Unlocked(tmp_path).keep(ID, PASSPHRASE, 60, NOW)
    assert (len(ring.kept), plain.kept, chain.kept) == (1, {}, {})


def test_another_passphrase_ends_it_and_another_name_does_not(dee, ring):
    unlock(dee)
    assert dee.run("dee", "id", "change", "--name", "deirdre").status == 0
    assert len(ring.kept) == 1
    home = Home(dee.home("dee"))
    home.change(home.load(PASSPHRASE), name="dee", address="", passphrase="quite another", cost=CHEAP)
    assert ring.kept == {}


def test_what_gives_the_identity_away_is_asked_for_again(dee, ring):
    unlock(dee)
    assert dee.run("dee", "id", "backup").complaint == ASKED
    assert dee.run("dee", "id", "change", "--no-passphrase").complaint == ASKED


def test_an_identity_without_a_passphrase_is_not_unlocked(tmp_path, ring):
    Home(tmp_path / "dee" / "home").create("dee", "", "", no_passphrase=True, cost=CHEAP)
    done = Asked(tmp_path).run("dee", "id", "unlock")
    assert (done.status, done.complaint) == (
        2, "pbem: error: your identity has no passphrase: no command asks for one")


@pytest.mark.parametrize(("text", "seconds"), [("30m", 1_800), ("8h", 28_800), (" 7D ", 604_800)])
def test_a_time_is_written_with_its_unit(text, seconds):
    assert seconds_in(text) == seconds


@pytest.mark.parametrize("text", ["8", "0h", "8d", "1w", "-1h", "8.5h", "99999m" * 9, ""])
def test_any_other_time_is_refused(text):
    with pytest.raises(WrongUse, match="is no time to stay unlocked"):
        seconds_in(text)
