"""What comes to a courier, step by step: taken in, heard of its people, sent on to whoever hears next."""

from __future__ import annotations

import os
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from mailing import mail_settings
from pbem.courier import courier as rooms
from pbem.courier import hearing as hearings
from pbem.courier.courier import Courier
from pbem.courier.entries import HeardFrom, LastMail, LetterWritten, Read, Serves
from pbem.courier.hearing import Hearing
from pbem.courier.journal import Journal
from pbem.courier.people import DAY, Circle, Other, heard_of, kept, others_of
from pbem.courier.settings import Settings
from pbem.courier.spread import CourierView, Spread, first_hop, is_short, lately, spread
from pbem.courier.telling import Telling
from pbem.courier.ways import Batch, Came, MailWay
from pbem.desk.heads import HeadsSaid
from pbem.desk.sifting import Sifting
from pbem.desk.wishes import Wish
from pbem.errors import BadRecord, PbemError, Transport
from pbem.home import Home
from pbem.home.entrusted import Entrusted, Trust
from pbem.home.people import PersonCard
from pbem.post.mail.bounces import Bounce
from pbem.post.mail.manners import read_head
from postal import FakeBox, FakeSender, Office

NOW = 1_767_225_600
GAME, OTHER = "A" * 43, "B" * 42 + "A"
BO, CY = "B" * 43, "C" * 42 + "A"


def head(*fields, sender="bo@x.test", subject="hello", place=3):
    lines = [*([f"From: {sender}"] if sender else []), f"Subject: {subject}", "Message-ID: <m@x>", *fields]
    return read_head("\n".join(lines).encode(), place=place)


class Told:
    """A telling whose lines are kept."""

    def __init__(self):
        self.lines, self.now = [], NOW
        self.telling = Telling(
            lambda line: self.lines.append((line.about, line.text, line.status)), lambda: self.now, 60)


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def courier(tmp_path, monkeypatch):
    """Two matches are entrusted to it; what its desk takes in is given."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    said, trust = [], Trust(bytes(32), {
        gid: Entrusted(folder=str(tmp_path / name), roots={}) for gid, name in ((GAME, "one"), (OTHER, "two"))})
    account = mail_settings(SimpleNamespace(address="a@x.test"))
    way = MailWay(account, FakeBox(Office(), "a@x.test"), FakeSender(Office()))
    made = Courier(
        Home(tmp_path / "home"), Settings(notify="none"), Journal(tmp_path / "courier"), [way], lambda: trust,
        lambda: NOW, lambda line: said.append((line.about, line.text, line.status)), steady=lambda: 0)
    made.said, made.way = said, way
    return made


def test_what_fails_as_our_bug_is_set_aside_and_what_is_no_bug_is_raised(courier, monkeypatch):
    failed = {"bug": KeyError("x"), "disk": OSError(28, "No space left on device"), "ours": BadRecord("torn")}
    taken = []

    def take(self, way, came):
        if came.found in failed:
            raise failed[came.found]
        taken.append(came.found)

    monkeypatch.setattr(Courier, "_take", take)
    courier._reading = SimpleNamespace(fail=lambda: True, end=lambda: taken.append("ended"))

    def takes(*found):
        courier._take_all(courier.way, iter(found))

    takes(Came("bug", head()), Came("bug", head(sender="")), Came("bug"), Came("well"))
    place = "our bug: KeyError in test_taking_in.py, line "
    starts = [f"mail of bo@x.test (hello): {place}", f"mail of nobody (hello): {place}", f"a file: {place}"]
    for (about, text, status), start in zip(courier.said, starts, strict=True):
        assert (about, status) == ("a@x.test", PbemError.status)
        assert text.startswith(start)
        assert text.endswith(": it is set aside and not read again")
    assert taken == ["well"]
    for name, kind in (("disk", OSError), ("ours", BadRecord)):
        with pytest.raises(kind):
            takes(Came(name), Came("never"))
    assert taken == ["well", "ended", "ended"]
    fails = []
    courier._reading = SimpleNamespace(fail=lambda: fails.append(1), end=lambda: taken.append("ended"))
    with pytest.raises(KeyError):
        takes(Came("bug"))  # nothing was being read: nobody can set it aside
    assert fails == [1, 1]


def arrival(gid):
    return SimpleNamespace(event=gid)


def receipt(gid, **fields):
    match = SimpleNamespace(genesis=SimpleNamespace(id=gid))
    return SimpleNamespace(**{
        "match": match, "new": 0, "made": 0, "told": [], "faults": [], "unkept": frozenset()} | fields)


def test_what_comes_in_several_batches_is_counted_together_and_a_match_that_fails_is_put_aside(courier, monkeypatch):
    monkeypatch.setattr(rooms, "match_of", lambda event: event)
    monkeypatch.setattr(rooms, "stopped", lambda match: "the same" if match.genesis.id == GAME else None)
    given = iter(([receipt(GAME, new=2, made=1, told=["a"], faults=[BadRecord("torn"), BadRecord("the same")],
                           unkept=frozenset({1}))],
                  [receipt(GAME, new=3, made=2, told=["b"])], KeyError("x"), KeyError("y")))

    def take(came):
        found = next(given)
        if isinstance(found, Exception):
            raise found
        return found, [SimpleNamespace(error=BadRecord("no record"))]

    courier._desk.take_arrivals = take
    early = []
    courier._early = SimpleNamespace(note=lambda gid, unkept: early.append((gid, unkept)))
    courier.journal.note(Serves(games=(GAME, OTHER)))
    sifting, taken = Sifting("a@x.test", (GAME, OTHER)), {}
    courier._take_batch(courier.way, [arrival(GAME), arrival(GAME)], sifting, taken)
    courier._take_batch(courier.way, [arrival(GAME)], sifting, taken)
    (found,) = taken.values()
    assert (found.new, found.made, found.told) == (5, 3, ["a", "b"])
    assert [(about, str(fault)) for about, fault in sifting.told] == [
        ("a@x.test", "no record"), ("one", "torn"), ("a@x.test", "no record")]
    assert early == [(GAME, {1}), (GAME, frozenset())]
    courier._take_batch(courier.way, [arrival(OTHER)], sifting, taken)
    assert courier._aside == {OTHER: NOW}
    assert courier.journal.state.games == (GAME,)
    assert courier.said[0][0] == "two"
    courier._take_batch(courier.way, [arrival(OTHER)], sifting, taken)
    assert len(courier.said) == 1  # it is left alone meanwhile


def test_a_way_counts_as_read_when_what_came_is_safe(courier, monkeypatch):
    steps = []
    monkeypatch.setattr(Courier, "_take_all", lambda self, way, came: steps.append(came))
    courier._reading = SimpleNamespace(end=lambda: steps.append("end"))
    note = Journal.note
    monkeypatch.setattr(Journal, "note", lambda self, *lines: steps.append(lines) or note(self, *lines))
    courier._read_from(courier.way, "a@x.test", [Batch("one", "7:1"), Batch("two", "7:1"), Batch("three", "7:3")])
    assert steps == ["one", "end", (Read(way="a@x.test", place="7:1"),), "two", "end",
                     "three", "end", (Read(way="a@x.test", place="7:3"),)]


def test_the_folder_for_records_is_read_when_it_may_hold_something_new(courier, monkeypatch):
    read = []
    monkeypatch.setattr(Courier, "_read_from", lambda self, way, name, batches: read.append(name))
    courier._read(courier.way)
    courier._shelving = SimpleNamespace(must_read=lambda way: True, has_read=lambda way: read.append("has read"))
    courier._read(courier.way)
    assert read == ["a@x.test", "a@x.test, records", "has read", "a@x.test"]


def test_matches_are_served_that_lie_here_and_do_not_fail(courier, tmp_path):
    def served():
        courier._refresh()
        return courier.journal.state.games

    assert served() == ()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.pbem").write_bytes(b"x")
    assert served() == (GAME, OTHER)
    courier._aside = {GAME: NOW - rooms.MAX_WAIT + 1}
    assert served() == (OTHER,)
    courier._aside = {GAME: NOW - rooms.MAX_WAIT}
    assert served() == (GAME, OTHER)
    courier._seen = {GAME: ((1, 1), NOW)}
    courier._refresh()
    assert courier._seen == {GAME: ((1, 1), NOW)}  # the same is entrusted
    other = Trust(bytes(32), {})
    courier._trust = lambda: other
    assert served() == ()
    assert courier._seen == {}


# ------------------------------------------------------------------ what heads tell


class Heard(Told):
    """A courier that hears of the people of one match: Bo, who holds seat 1."""

    def __init__(self, folder, monkeypatch):
        super().__init__()
        self.journal, self.again, self.spared, self.learnt = Journal(folder), [], False, []
        self.bo = Other(BO, "bo", "bo@x.test", (1,))
        monkeypatch.setattr(hearings, "learn", lambda home, beside, host, people, now: self.learnt)
        self.hearing = Hearing(None, self.journal, self.telling, self.table, lambda gid: "game", lambda: NOW,
                               self.again.append)
        body = SimpleNamespace(host=CY)
        self.receipt = SimpleNamespace(match=SimpleNamespace(
            genesis=SimpleNamespace(id=GAME, msg=SimpleNamespace(body=body)),
            binding=SimpleNamespace(seats=[SimpleNamespace(id=BO)])))

    @contextmanager
    def table(self, gid):
        yield SimpleNamespace(
            other_at=lambda address: self.bo if address == "bo@x.test" else None, circle="circle",
            other_of=lambda seat: self.bo if seat == 1 else None, spares=lambda other: self.spared)


@pytest.fixture
def heard(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    return Heard(tmp_path, monkeypatch)


def test_a_letter_that_came_back_is_told_of_the_address_that_it_went_to(heard):
    letter = LetterWritten(id="<a@x>", game=GAME, way="a@x.test", kind="turn", to=("bo@x.test",), time=NOW)
    heard.journal.note(Serves(games=(GAME,)), letter)
    for sender, by in (("daemon@x.test", "daemon@x.test"), ("", "the server")):
        heard.lines.clear()
        bounce = Bounce(("bo@x.test", "cy@x.test"), ("<a@x>", "<b@x>"), "full")
        heard.hearing.hear_bounce(None, head(sender=sender), bounce)
        assert heard.lines == [("game", f"a letter to bo@x.test came back: see what {by} writes", Transport.status)]
    assert (heard.journal.state.bounced, heard.journal.state.whys) == ({"bo@x.test": NOW}, {"bo@x.test": "full"})
    assert heard.again == [GAME, GAME]


def test_a_bounce_that_names_no_letter_of_ours_is_told_if_it_follows_the_last_one(heard):
    way = SimpleNamespace(name="a@x.test")
    heard.hearing.hear_bounce(way, head("In-Reply-To: <last@x>"), None)
    assert heard.lines == []
    heard.journal.note(LastMail(game=GAME, id="<last@x>"))
    heard.hearing.hear_bounce(way, head("In-Reply-To: <last@x>"), None)
    assert heard.lines == [("a@x.test", "a mail was not delivered: see what bo@x.test writes", 0)]


def test_of_a_match_that_is_not_served_or_of_a_stranger_no_bounce_counts(heard):
    letter = LetterWritten(id="<a@x>", game=GAME, way="a@x.test", kind="turn", to=("bo@x.test", "cy@x.test"), time=NOW)
    heard.journal.note(letter)
    heard.hearing.note_bounced("<a@x>", "bo@x.test", "full")
    heard.journal.note(Serves(games=(GAME,)))
    heard.hearing.note_bounced("<a@x>", "cy@x.test", "full")
    heard.hearing.note_bounced("<none@x>", "bo@x.test", "full")
    assert (heard.journal.state.bounced, heard.again) == ({}, [])


def test_a_wish_is_heard_of_its_match_once_and_told_if_it_is_another(heard, monkeypatch):
    wishes = {"one": Wish(1, False, 3), "same": Wish(1, False, 3), "two": Wish(1, True, 4), "other": Wish(2, False, 9)}
    monkeypatch.setattr(hearings, "read_wish", lambda match, word: wishes.get(word))

    def hears(word, game=GAME):
        heard.lines.clear()
        heard.hearing.hear(head(f"X-Pbem-Reminders: {word}", f"X-Pbem-Game: {game}"), [heard.receipt])
        return [text for _, text, _ in heard.lines], heard.journal.state.wished.get(GAME)

    assert hears("one", OTHER) == hears("none") == hears("other") == ([], None)
    assert hears("one") == (["bo wants no reminders"], {BO: 3})
    assert hears("same") == ([], {BO: 3})
    heard.spared = True
    assert hears("two") == (["bo wants reminders again"], {BO: 4})
    heard.spared = True
    wishes["three"] = Wish(1, False, 5)
    assert hears("three") == ([], {BO: 5})  # that was known


@pytest.mark.parametrize(("kind", "is_lost"), [("turn", False), ("lost", True)])
def test_what_somebody_says_that_he_has_is_noted_of_its_match(heard, monkeypatch, kind, is_lost):
    monkeypatch.setattr(hearings, "read_heads", lambda match, word: None if word == "junk" else word)
    monkeypatch.setattr(hearings, "heard_of", lambda circle, said: None if said == "old" else HeardFrom(
        game=GAME, who=BO, time=9, heads={"0": 2}, reach=()))
    for word, game in (("junk", GAME), ("old", GAME), ("new", OTHER)):
        fields = (f"X-Pbem-Heads: {word}", f"X-Pbem-Game: {game}", f"X-Pbem-Kind: {kind}")
        heard.hearing.hear(head(*fields), [heard.receipt])
    assert heard.journal.state.has == {}
    noted = []
    heard.journal.note = lambda *lines: noted.extend(lines)
    heard.hearing.hear(head("X-Pbem-Heads: new", f"X-Pbem-Game: {GAME}", f"X-Pbem-Kind: {kind}"), [heard.receipt])
    assert [one.is_lost for one in noted] == [is_lost]


def test_what_is_learnt_of_people_is_told(heard):
    heard.learnt = ["bo is\nBob"]
    heard.hearing.hear(head(), [heard.receipt])
    assert heard.lines == [("people", "bo is Bob", 0)]


# ------------------------------------------------------------------ whom one knows


def circle(tmp_path, **fields):
    seats = [SimpleNamespace(id=id) for id in (CY, BO, BO, "D" * 42 + "A")]
    match = SimpleNamespace(binding=SimpleNamespace(seats=seats), keys=(0,), feeds=SimpleNamespace(feeds=[]))
    game = SimpleNamespace(match=match, gid=GAME)
    return Circle(game, Journal(tmp_path), (), NOW, **fields)


def test_people_have_numbers_in_the_order_of_their_first_seats(tmp_path):
    found = circle(tmp_path)
    assert (found.order, found.me) == ([CY, BO, "D" * 42 + "A"], 0)
    assert [found.number(seat) for seat in range(4)] == [0, 1, 1, 2]
    assert [found.first_seat(n) for n in range(3)] == [0, 1, 3]


def test_what_a_letter_says_counts_unless_it_is_ours_or_of_a_time_to_come(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.courier.people.known_of", lambda match, said: (5, 6))
    found, di = circle(tmp_path), "D" * 42 + "A"

    def said(**fields):
        return heard_of(found, HeadsSaid(**{"time": NOW, "seat": 1, "heads": (), "alike": frozenset(), "through": (),
                                            "reach": frozenset()} | fields))

    assert said() == HeardFrom(game=GAME, who=BO, time=NOW, heads={"0": 5, "1": 6}, reach=())
    assert said(seat=0) is None
    assert said(time=NOW + DAY).time == NOW + DAY
    assert said(time=NOW + DAY + 1) is None
    assert said(reach=frozenset({3, 0})).reach == (CY, di)
    assert said(alike=frozenset({3, 0, 1})).alike == (di,)
    assert said(through=((0, 3), (0, 0), (0, 1))).relay == (di, BO)
    assert said(through=((3, 1), (1, 3), (3, 0))).alike == (di,)
    assert kept((3, -1)) == {"0": 3, "1": -1}


def test_the_others_are_known_by_the_address_book_and_by_their_seats(tmp_path):
    sits = ((CY, "red"), (BO, "green"), (BO, "blue"), ("D" * 43, "x"))
    seats = [SimpleNamespace(id=id, name=name) for id, name in sits]
    match = SimpleNamespace(binding=SimpleNamespace(seats=seats), keys=(0,), name=lambda seat: seats[seat].name)
    book = {BO: PersonCard(address="Bo@X.test", id=BO, name="Bo")}
    home = SimpleNamespace(people=SimpleNamespace(all=lambda: book))
    assert others_of(match, home) == [Other(BO, "Bo", "bo@x.test", (1, 2)), Other("D" * 43, "x", "", (3,))]
    book[BO] = SimpleNamespace(name="Bo", address="no address")
    assert others_of(match, home)[0].address == ""


def test_who_lacks_a_remark_of_ours_has_news_and_who_lacks_an_answer_has_not(tmp_path):
    found = circle(tmp_path)
    lanes = ["play", "side", "play"]
    found.match.feeds = SimpleNamespace(
        feeds=[SimpleNamespace(ids=[0, 1, 2])],
        by_id={n: SimpleNamespace(msg=SimpleNamespace(lane=lane)) for n, lane in enumerate(lanes)})
    assert [found._has_news((heads,)) for heads in (-1, 0, 1, 2, 3)] == [True, True, True, False, False]


# ------------------------------------------------------------------ who hears next


def look(**fields):
    return CourierView(**{
        "me": 0, "heads": (5, 5, 5), "has": {1: (5, 5, 5), 2: (5, 5, 5)}, "reach": {}, "owing": (1, 2),
        "ready": (1, 2), "collector": 2, "begun": (4, 4, 4), "by_tools": False} | fields)


def test_who_has_less_of_anything_is_short():
    assert is_short((1, 2), (1, 3))
    assert not is_short((1, 3), (1, 3))
    assert not is_short((2, 3), (1, 3))


def test_whoever_is_ready_is_written_to_else_whoever_owes_but_never_we_ourselves():
    less = {1: (4, 5, 5), 2: (4, 5, 5)}
    assert spread(look(has=less, by_tools=True)).to == (1,)
    assert spread(look(has=less, by_tools=True, ready=(0,))).to == (1,)  # we are ready: the next who owes
    assert spread(look(has=less, by_tools=True, ready=(2,))).to == (2,)
    assert spread(look(has=less, by_tools=True, ready=(0,), owing=(0,))).to == ()
    assert spread(look(has=less, by_tools=True, lately=(1,))).to == (2,)  # who acted lately comes last
    assert spread(look(has=less, by_tools=True, lately=(2, 1))).to == (1,)
    assert spread(look()) == Spread()


def test_people_are_asked_if_they_do_not_know_it_and_the_last_collects():
    assert spread(look(has={1: (3, 4, 4), 2: (5, 5, 5)})).to == (1,)
    assert spread(look(has={1: (4, 4, 4), 2: (4, 5, 5)})).to == (2,)
    assert spread(look(has={1: (4, 4, 4), 2: (4, 5, 5)}, collector=0)).to == ()


def test_a_way_is_found_over_others_and_round_those_who_reach_nobody():
    reach = {0: frozenset({1, 2}), 1: frozenset(), 2: frozenset({3}), 3: frozenset({4})}
    has = dict.fromkeys((1, 2, 3, 4), (5, 5, 5))
    assert [first_hop(look(reach=reach, has=has), person) for person in (1, 2, 3, 4)] == [1, 2, 2, 2]
    assert first_hop(look(reach={0: frozenset({1}), 1: frozenset({0})}, has=has), 3) is None


def test_who_acted_last_stands_first_each_once():
    assert lately(iter([(2,), (1, 2), (0,)]), 3) == (2, 1, 0)
