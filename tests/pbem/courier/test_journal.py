"""The journal: what was done is known after any crash, and nothing else is believed."""

from __future__ import annotations

from hashlib import sha256

import msgspec
import pytest

from pbem.courier import journal as rooms
from pbem.courier.entries import (
    LOST,
    Bounced,
    Dropped,
    Handed,
    Has,
    HeardFrom,
    Left,
    LetterAccepted,
    LetterWritten,
    Read,
    Serves,
)
from pbem.courier.journal import Journal
from pbem.errors import BadRecord, WrongUse

GAME = "A" * 43
LETTER = LetterWritten(id="<a.pbem@x.test>", game=GAME, way="a@x.test", kind="turn", to=("b@x.test", "c@x.test"),
                       time=100, heads={"0": 3}, round=7, people=("B" * 42 + "A", "C" * 42 + "A"))


def summed(journal: Journal, text: bytes) -> bytes:
    """A line as this program would write it behind those of the journal, whatever stands in it."""
    return sha256(journal._sum + text).hexdigest()[:rooms.SUM].encode() + b" " + text


def again(journal: Journal) -> Journal:
    """Another process reads it."""
    return Journal(journal.path.parent)


def test_the_life_of_a_letter(tmp_path):
    journal = Journal(tmp_path)
    journal.keep_letter(LETTER, b"the mail")
    assert again(journal).state.open == {LETTER.id: LETTER}
    assert again(journal).mail_of(LETTER.id) == b"the mail"
    has = dict.fromkeys(LETTER.people, Has(assumed={"0": 3}, sent=100))
    assert again(journal).state.has == {GAME: has}
    assert again(journal).state.told == {GAME: dict.fromkeys(LETTER.people, 7)}
    journal.note(Handed(id=LETTER.id, time=101))
    assert again(journal).state.handed == {LETTER.id: 101}
    journal.note(LetterAccepted(id=LETTER.id, time=102, left=("c@x.test",)))
    assert again(journal).state.open[LETTER.id].to == ("c@x.test",)
    journal.note(LetterAccepted(id=LETTER.id, time=103))
    assert again(journal).state.open == {}
    assert again(journal).mail_of(LETTER.id) is None  # the outbox is cleared of what nobody needs
    assert again(journal).state.has == {GAME: has}


def test_what_somebody_has_is_what_he_said_last_and_what_was_sent_since(tmp_path):
    journal, ben = Journal(tmp_path), "B" * 42 + "A"

    def says(time, n):
        journal.note(HeardFrom(game=GAME, who=ben, time=time, heads={"0": n}, reach=()))
        return again(journal).state.has[GAME][ben]

    journal.note(LETTER)
    assert says(90, 2).assumed == {"0": 3}  # the two letters crossed
    assert says(80, 1).sure == {"0": 2}  # an older one comes late, or once more
    assert says(LETTER.time + LOST + 1, 1) == Has({"0": 1}, LETTER.time + LOST + 1, {"0": 1}, 100, ())
    journal.note(Bounced(address="b@x.test", who=ben, time=200))
    assert again(journal).state.bounced == {"b@x.test": 200}
    assert again(journal).state.has[GAME]["C" * 42 + "A"].assumed == {"0": 3}
    assert again(journal).state.has[GAME][ben].assumed == {}


def test_a_letter_whose_bytes_were_kept_but_not_noted_is_written_anew(tmp_path):
    journal = Journal(tmp_path)
    (journal.outbox / "0123456789abcdef0123456789abcdef.eml").write_bytes(b"killed before the line")
    assert list(again(journal).outbox.iterdir()) == []


def test_every_beginning_of_a_journal_can_be_read(tmp_path):
    journal = Journal(tmp_path)
    journal.note(LETTER, Handed(id=LETTER.id, time=101), LetterAccepted(id=LETTER.id, time=102))
    content = journal.path.read_bytes()
    for length in range(len(content)):
        journal.path.write_bytes(content[:length])
        found = again(journal)
        lines = content[:length].count(b"\n")
        assert bool(found.state.open) == (0 < lines < 3)
        assert bool(found.state.handed) == (lines == 2)
    found.note(Dropped(id=LETTER.id, time=103))  # goes on behind the last whole line
    assert again(found).state.open == {}
    assert found.path.read_bytes().count(b"\n") == 3


@pytest.mark.parametrize("line", [
    b"{}", b"nonsense", b'{"what":"read","way":"x","place":"7:1","more":1}', b'{"id":"<x>", "time":1,"what":"handed"}',
    b'{"game":"short","heads":{},"way":"x","what":"left"}', b"[" * 100_000, b'{"what":"state","later":{}}',
])
def test_a_bad_line_is_named_with_what_to_do(tmp_path, line):
    journal = Journal(tmp_path)
    journal.note(Read(way="x", place="7:1"))
    with journal.path.open("ab") as file:
        file.write(summed(journal, line + b"\n"))
    with pytest.raises(BadRecord, match="line 2: damaged, or not what this program writes") as caught:
        again(journal)
    assert "remove" in caught.value.hint


def test_any_damage_is_told_and_nothing_is_believed(tmp_path):
    """A changed sign, a line that is missing, doubled or elsewhere: to believe the rest could send something twice."""
    journal = Journal(tmp_path)
    journal.keep_letter(LETTER, b"the mail")
    journal.note(Handed(id=LETTER.id, time=101), Read(way="a", place="1:5"), LetterAccepted(id=LETTER.id, time=102))
    journal.note(Dropped(id="<other@x.test>", time=103))
    content = journal.path.read_bytes()
    lines = content.splitlines(keepends=True)
    spoiled = [b"".join(lines[:i] + lines[i + 1:]) for i in range(len(lines) - 1)]
    spoiled += [b"".join([*lines[:i], lines[i], *lines[i:]]) for i in range(len(lines))]
    spoiled += [b"".join([*lines[:i], lines[i + 1], lines[i], *lines[i + 2:]]) for i in range(len(lines) - 1)]
    spoiled += [content[:at] + bytes([content[at] ^ 1]) + content[at + 1:] for at in range(len(content) - 1)]
    for one in spoiled:
        journal.path.write_bytes(one)
        with pytest.raises(BadRecord, match=r"journal\.txt, line \d: damaged") as caught:
            again(journal)
        assert "remove" in caught.value.hint
    assert [path.read_bytes() for path in journal.outbox.iterdir()] == [b"the mail"]  # nor is anything cleared away


def test_the_sum_goes_on_over_restarts_and_renewals(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    for number in range(3):
        journal.note(Read(way="a", place=f"1:{number}"))
        journal = again(journal)
    monkeypatch.setattr(rooms, "MAX_JOURNAL", 500)
    for number in range(30):
        journal.note(Read(way="a", place=f"2:{number}"))
        assert again(journal).state.places == {"a": f"2:{number}"}


def test_the_line_of_a_renewed_journal_says_what_it_is(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    monkeypatch.setattr(rooms, "MAX_JOURNAL", 1)
    journal.note(Read(way="a", place="1:5"))
    journal.note(Read(way="b", place="1:6"))
    first, second = (msgspec.json.decode(line[rooms.SUM + 1:]) for line in journal.path.read_bytes().splitlines())
    assert (first["what"], first["places"], second["what"]) == ("state", {"a": "1:5"}, "read")


def test_the_journal_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "MAX_JOURNAL", 4_000)
    journal = Journal(tmp_path)
    for number in range(500):
        journal.note(LETTER, Handed(id=LETTER.id, time=number), LetterAccepted(id=LETTER.id, time=number),
                     Left(game=GAME, way="/shared", heads={"0": number}), Read(way="a", place=f"1:{number}"))
        assert journal.path.stat().st_size <= 16_000
    found = again(journal)
    assert msgspec.structs.asdict(found.state) == msgspec.structs.asdict(journal.state)
    assert found.state.places == {"a": "1:499"}
    assert found.state.heads["/shared"] == {GAME: {"0": 499}}


def test_a_journal_of_more_bytes_than_are_read_is_refused_and_stays(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    journal.note(Read(way="a", place="1:5"))
    content = journal.path.read_bytes()
    monkeypatch.setattr(rooms, "MOST_JOURNAL", len(content))
    assert again(journal).state.places == {"a": "1:5"}
    monkeypatch.setattr(rooms, "MOST_JOURNAL", len(content) - 1)
    with pytest.raises(BadRecord, match=f"{len(content)} bytes, the limit is {len(content) - 1}"):
        again(journal)
    assert journal.path.read_bytes() == content


def test_the_letters_of_an_hour_are_counted(tmp_path):
    journal = Journal(tmp_path)
    for time in (0, 1000, 5000):
        journal.note(Handed(id="<x>", time=time))
    assert again(journal).sent_within(5000) == 1
    assert again(journal).sent_within(4999) == 1
    assert again(journal).sent_within(9000) == 0
    assert again(journal).sent_within(1000) == 0  # the clock was wrong, and went back


def test_a_new_match_has_everything_read_again(tmp_path):
    journal = Journal(tmp_path)
    journal.note(Serves(games=(GAME,)), Read(way="a", place="1:5"), Serves(games=(GAME,)))
    assert journal.state.places == {"a": "1:5"}
    journal.note(Serves(games=(GAME, "B" * 42 + "A")))
    assert again(journal).state.places == {}


@pytest.mark.parametrize("line", [
    b'{"place":"7:1k","way":"a@x.test","what":"read"}\n',
    b'{"game":"%s","id":"<\xc3\xa4@x.test>","what":"met"}\n' % GAME.encode(),
    b'{"game":"%s","id":"<a b@x.test>","what":"met"}\n' % GAME.encode(),
])
def test_a_place_or_an_id_that_cannot_be_is_refused_at_once(tmp_path, line):
    journal = Journal(tmp_path)
    journal.note(Read(way="a@x.test", place="7:12"))
    journal.path.write_bytes(journal.path.read_bytes() + summed(journal, line))
    with pytest.raises(BadRecord, match="not what this program writes"):
        Journal(tmp_path)


def test_folders_where_files_should_be_are_told_or_let_alone(tmp_path):
    journal = Journal(tmp_path)
    (journal.outbox / "x").mkdir()
    Journal(tmp_path)
    journal.path.mkdir()
    with pytest.raises(WrongUse, match="not a plain file"):
        Journal(tmp_path)
