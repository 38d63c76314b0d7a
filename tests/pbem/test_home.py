"""Design 7: the identity, its recovery words, cards, the address book, the list of matches."""

from __future__ import annotations

import json
import os
import stat
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import WEAK_KEYS, identity_seed, public_key
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.home import PRODUCTION, Cost, Home, PersonCard, find_passphrase, read_card, write_card
from pbem.home.recovery import master_of, word, words_of
from pbem.record.marks import FeedMark

CHEAP = Cost(iterations=1, lanes=1, memory_kib=32)
GID = "A" * 43


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


# The identity


def test_an_identity_is_made_and_opened_again(home: Home) -> None:
    assert not home.exists
    made = home.create("Ana", "ana@example.org", "Zürich 1", cost=CHEAP)
    again = Home(home.root).load("Zürich 1")
    assert again == made
    assert again.id == b64(public_key(identity_seed(made.master))) == b64(public_key(made.seed))
    assert (again.name, again.address, again.generation) == ("Ana", "ana@example.org", 0)
    assert made.master.hex() not in repr(made)
    assert repr(made.master)[2:-1] not in repr(made)
    assert home.card() == PersonCard(address="ana@example.org", id=made.id, name="Ana")
    assert stat.S_IMODE(home.identity_path.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.root.stat().st_mode) == 0o700
    assert made.master not in home.identity_path.read_bytes()


def test_one_passphrase_however_a_keyboard_composes_it(home: Home) -> None:
    made = home.create("Ana", "", unicodedata.normalize("NFD", "Zürich"), cost=CHEAP)
    assert home.load(unicodedata.normalize("NFC", "Zürich")) == made


def test_a_wrong_passphrase_changes_nothing(home: Home) -> None:
    home.create("Ana", "", "right", cost=CHEAP)
    content = home.identity_path.read_bytes()
    for wrong in ("wrong", "", "right "):
        with pytest.raises(WrongUse, match="the passphrase does not open this identity") as caught:
            home.load(wrong)
        assert caught.value.status == 2
    with pytest.raises(WrongUse, match="no terminal to ask") as caught:
        home.load()
    assert caught.value.hint.startswith("set PBEM_PASSPHRASE, use --passphrase-file, or unlock it")
    for odd in ("\ud800", "x" * 1_025):
        with pytest.raises(WrongUse, match="the passphrase"):
            home.load(odd)
    assert home.identity_path.read_bytes() == content


def test_an_empty_passphrase_must_be_meant(home: Home) -> None:
    with pytest.raises(WrongUse, match="the passphrase is empty"):
        home.create("Ana", "", "", cost=CHEAP)
    with pytest.raises(WrongUse, match="together with --no-passphrase"):
        home.create("Ana", "", "x", no_passphrase=True, cost=CHEAP)
    assert not home.root.exists()
    made = home.create("Ana", "", "", no_passphrase=True, cost=CHEAP)
    assert not home.needs_passphrase
    assert home.load() == made


def test_a_second_identity_is_refused(home: Home) -> None:
    home.create("Ana", "", "x", cost=CHEAP)
    content = home.identity_path.read_bytes()
    with pytest.raises(WrongUse, match="there is another identity"):
        home.create("Ben", "", "y", cost=CHEAP)
    assert home.identity_path.read_bytes() == content


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o644])
def test_a_file_open_to_others_is_refused_with_the_cure(home: Home, mode: int) -> None:
    home.create("Ana", "", "x", cost=CHEAP)
    home.identity_path.chmod(mode)
    with pytest.raises(WrongUse, match=f"others may read or write .* \\(mode {mode:o}\\)") as caught:
        home.load("x")
    assert caught.value.hint == f"chmod 600 {home.identity_path}"


def test_without_an_identity_the_way_to_one_is_named(home: Home) -> None:
    with pytest.raises(WrongUse, match="there is no identity in") as caught:
        home.load("x")
    assert caught.value.hint == "if yours is elsewhere, set PBEM_HOME to it; else make one with: pbem id new NAME"
    assert not home.root.exists()


def test_production_takes_an_attackers_time_and_memory() -> None:
    assert Cost(iterations=3, lanes=1, memory_kib=65_536) == PRODUCTION


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cost", {"iterations": 1, "lanes": 1, "memory_kib": 2**30}),
        ("cost", {"iterations": 10**6, "lanes": 1, "memory_kib": 32}),
        ("cost", {"iterations": 1, "lanes": 64, "memory_kib": 1024}),
        ("cost", {"iterations": 1, "lanes": 1}),
        ("salt", "AAAA"),
        ("nonce", "A" * 15),
        ("locked", "A" * 63 + "="),
        ("v", "pbem identity 2"),
        ("name", ""),
        ("extra", 1),
    ],
)
def test_an_identity_file_out_of_bounds_is_refused_before_any_work(home: Home, field: str, value: object) -> None:
    home.create("Ana", "", "x", cost=CHEAP)
    content = json.loads(home.identity_path.read_bytes())
    content[field] = value
    home.identity_path.write_text(json.dumps(content, sort_keys=True, separators=(",", ":")) + "\n")
    with pytest.raises(BadRecord, match=r"^identity\.json: not what this program writes"):
        home.load("x")


@pytest.mark.parametrize("field", ["generation", "id", "passphrase", "salt", "nonce", "locked", "cost"])
def test_what_is_locked_in_cannot_be_changed(home: Home, field: str) -> None:
    made = home.create("Ana", "", "x", cost=CHEAP)
    content = json.loads(home.identity_path.read_bytes())
    changed = {"generation": 1, "passphrase": False, "cost": {"iterations": 2, "lanes": 1, "memory_kib": 32}}
    text = content[field]
    content[field] = changed.get(field) if field in changed else ("B" if text[0] != "B" else "C") + text[1:]
    home.identity_path.write_text(json.dumps(content, sort_keys=True, separators=(",", ":")) + "\n")
    with pytest.raises(WrongUse, match="does not open this identity"):
        home.load("x")
    assert made.id


def test_a_full_disk_leaves_the_old_identity(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    words = " ".join(words_of(home.create("Ana", "", "x", cost=CHEAP).master))
    content = home.identity_path.read_bytes()

    def broken(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(PbemError, match=r"the disk is full: identity\.json stays as it was"):
        home.restore(words, "Ana", "", "y", cost=CHEAP)
    assert home.identity_path.read_bytes() == content
    assert {found.name for found in home.root.iterdir()} == {
        "card.json", "identity.json", "identity.json.lock", "machine.json"}


def test_the_home_is_named_or_where_the_platform_says(tmp_path: Path) -> None:
    assert Home.find({"PBEM_HOME": str(tmp_path)}).root == tmp_path
    assert Home.find({"PBEM_HOME": "here"}).root == Path.cwd() / "here"
    assert Home.find({"PBEM_HOME": ""}).root == Home.find({}).root
    assert Home.find({}).root.name == "pbem"


# Passphrases


def test_a_named_file_comes_before_the_variable_and_that_before_asking(tmp_path: Path) -> None:
    file = tmp_path / "passphrase"
    file.write_text("from the file\r\n")
    environ = {"PBEM_PASSPHRASE": "from the variable"}
    assert find_passphrase(file=file, ask=lambda: "asked", environ=environ) == "from the file"
    assert find_passphrase(ask=lambda: "asked", environ=environ) == "from the variable"
    assert find_passphrase(ask=lambda: "asked", environ={}) == "asked"
    assert find_passphrase(environ={}) is None


@pytest.mark.parametrize("content", [b"two\nlines\n", b"\xff", b"x" * 3 + b"\n\n"])
def test_a_passphrase_file_holds_one_line_of_text(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "passphrase"
    file.write_bytes(content)
    with pytest.raises(WrongUse, match="the passphrase file"):
        find_passphrase(file=file, environ={})
    with pytest.raises(WrongUse, match="cannot read the passphrase file"):
        find_passphrase(file=tmp_path / "none", environ={})


# Recovery words


@given(st.binary(min_size=32, max_size=32))
def test_words_bring_the_master_back(master: bytes) -> None:
    words = words_of(master)
    assert len(words) == 24
    assert master_of(" ".join(words)) == master
    assert master_of("\n".join(words).upper() + "  ") == master


def test_no_word_is_one_letter_from_another() -> None:
    words = {word(number) for number in range(4_096)}
    assert len(words) == len({one[:4] for one in words}) == 4_096
    for place in range(5):
        assert len({one[:place] + one[place + 1 :] for one in words}) == 4_096


@given(
    st.binary(min_size=32, max_size=32), st.integers(0, 23), st.integers(0, 4), st.sampled_from("abdhijklmnoprstuvwyz")
)
def test_a_wrong_letter_is_named_by_its_word(master: bytes, place: int, letter: int, other: str) -> None:
    words = list(words_of(master))
    good = words[place]
    words[place] = good[:letter] + other + good[letter + 1 :]
    if words[place] == good:
        assert master_of(" ".join(words)) == master
    else:
        with pytest.raises(WrongUse, match=f"recovery word {place + 1} is misspelled: {words[place]}"):
            master_of(" ".join(words))


@given(st.binary(min_size=32, max_size=32), st.integers(0, 23), st.integers(0, 4_095))
def test_a_wrong_word_is_refused(master: bytes, place: int, number: int) -> None:
    words = list(words_of(master))
    if words[place] != word(number):
        words[place] = word(number)
        with pytest.raises(WrongUse, match="do not belong together"):
            master_of(" ".join(words))


def test_words_in_another_order_or_number_are_refused() -> None:
    words = words_of(bytes(range(32)))
    with pytest.raises(WrongUse, match="do not belong together"):
        master_of(" ".join(reversed(words)))
    for some in (words[:23], (*words, words[0]), ()):
        with pytest.raises(WrongUse, match=f"{len(some)} recovery words where 24 belong"):
            master_of(" ".join(some))
    with pytest.raises(WrongUse, match="too many"):
        master_of("babab " * 1_000)


def test_the_words_of_one_master_never_change() -> None:
    assert " ".join(words_of(bytes(range(32)))) == (
        "babab dabon bavak kadis bipar nahaw bokay sahur bubaj wajov buvis bakiz "
        "dapiv jalah dikid maluy dobim ramod dovis vanik dupiz zohub yunuz jikij"
    )


def test_words_restore_the_person_on_another_machine(home: Home, tmp_path: Path) -> None:
    made = home.create("Ana", "ana@example.org", "x", cost=CHEAP)
    words = " ".join(home.backup("x"))
    other = Home(tmp_path / "other")
    restored = other.restore(words, "Ana", "", "new passphrase", cost=CHEAP)
    assert (restored.id, restored.master) == (made.id, made.master)
    home.restore(words, "Ana", "", "forgotten no more", cost=CHEAP)  # over itself: a new passphrase
    assert home.load("forgotten no more").id == made.id
    ben = Home(tmp_path / "ben")
    ben.create("Ben", "", "y", cost=CHEAP)
    with pytest.raises(WrongUse, match="there is another identity"):
        ben.restore(words, "Ana", "", "x", cost=CHEAP)


# Cards and people


def card(number: int = 1, name: str = "Ana", address: str = "ana@example.org") -> PersonCard:
    return PersonCard(address=address, id=b64(bytes([number]) * 32), name=name)


def test_a_card_is_one_line_that_comes_back() -> None:
    text = write_card(card(name="Zoë 星"))
    assert text.count("\n") == 1
    assert read_card(text) == read_card(text.encode()) == read_card(f"\r\n {text.strip()}\r\n") == card(name="Zoë 星")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"Ana"', '"Bob"', "its check digits do not fit"),
        ("ana@", "eve@", "its check digits do not fit"),
        ('"Ana"', '"A\\u202ena"', "not spelled"),
        ('"Ana"', '"A\u202ena"', "printable"),
        ('"Ana"', '" Ana"', "printable"),
        ('"Ana"', '""', "not what this program writes"),
        ("ana@example.org", "a b", "an address has"),
        ("ana@example.org", "a\\r\\nBcc:b", "an address has"),
        ("{", '{"a":1,', "not what this program writes"),
        ("{", "{ ", "not spelled"),
        ("{", '{"name":"x",', "not spelled"),
        ("card 1", "card 2", "not what this program writes"),
        ("}", "} {}", "not what this program writes"),
        ("}", "}" + "x" * 3_000, "a card has at most"),
    ],
)
def test_a_changed_card_is_refused(old: str, new: str, why: str) -> None:
    text = write_card(card())
    assert old in text
    with pytest.raises(BadRecord, match=why) as caught:
        read_card(text.replace(old, new, 1))
    assert str(caught.value).startswith("card: ")


def test_a_card_with_a_weak_key_is_refused() -> None:
    weak = PersonCard(address="", id=b64(min(WEAK_KEYS)), name="Eve")
    with pytest.raises(BadRecord, match="small order"):
        read_card(write_card(weak))
    with pytest.raises(BadRecord):
        read_card(b"\xff\xfe")


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\x1b[1m", "x" * 65, "a\u200bb"])
def test_a_name_that_a_screen_should_not_see_is_refused(home: Home, name: str) -> None:
    with pytest.raises(WrongUse, match="a name has 1 to 64"):
        home.create(name, "", "x", cost=CHEAP)
    assert not home.root.exists()


def test_the_address_book_finds_people(home: Home) -> None:
    assert home.people.all() == {}
    assert home.people.put(card(1)) is None
    assert home.people.put(card(2, "Ben", "")) is None
    before = home.people.put(card(1, "Ana", "ana@new.example"))
    assert before is not None
    assert before.address == "ana@example.org"
    assert home.people.find("ANA") == card(1, "Ana", "ana@new.example")
    assert home.people.find(card(2).id[:6]).name == "Ben"
    with pytest.raises(WrongUse, match="nobody called Cleo"):
        home.people.find("Cleo")
    with pytest.raises(WrongUse, match="nobody called"):
        home.people.find(card(2).id[:3])
    home.people.put(card(3, "ana"))
    with pytest.raises(WrongUse, match="2 people are called ana") as caught:
        home.people.find("ana")
    assert unb64(card(3).id)[:1] == b"\3"
    assert card(3).id[:8] in str(caught.value.hint)
    home.people.remove(card(3).id)
    home.people.remove(card(3).id)
    assert home.people.find("ana").id == card(1).id


# Matches


def test_the_list_of_matches_remembers_folders_and_seats(home: Home, tmp_path: Path) -> None:
    assert home.games.get(GID) is None
    home.games.put(GID, tmp_path / "a")
    home.games.put(GID, tmp_path / "a", seat=2)
    home.games.put(GID, tmp_path / "b", seat=0)
    known = Home(home.root).games.get(GID)
    assert known is not None
    assert (known.folder, known.seats) == (str(tmp_path / "b"), (0, 2))
    with pytest.raises(ValueError, match="no seat"):
        home.games.put(GID, tmp_path, seat=16)
    with pytest.raises(WrongUse, match="the name of the folder is not text"):
        home.games.put(GID, Path(os.fsdecode(b"\xff")))


def test_3_6_a_seat_is_joined_once(home: Home, tmp_path: Path) -> None:
    home.refuse_second_join(GID, 0)
    home.games.put(GID, tmp_path, seat=0)
    home.refuse_second_join(GID, 1)  # a person may hold several seats
    home.marks.advance(GID, 1, FeedMark(epoch=0, id=GID, n=0))  # killed before the list was written
    for seat in (0, 1):
        with pytest.raises(WrongUse, match=f"seat {seat} of this match was joined before"):
            home.refuse_second_join(GID, seat)
