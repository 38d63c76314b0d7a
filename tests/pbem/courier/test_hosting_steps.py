"""A courier as host and guest, step by step: what it hears, whom it tells of it, what it writes and where to."""

from __future__ import annotations

from hashlib import sha256
from types import SimpleNamespace

import pytest

from mailing import mail_settings
from pbem.courier import hosting as rooms
from pbem.courier.entries import Called
from pbem.courier.hosting import Hosting
from pbem.courier.journal import Journal
from pbem.courier.settings import FolderSettings, Settings
from pbem.courier.slips import Slip
from pbem.courier.telling import Telling
from pbem.courier.ways import NOWHERE, FolderWay, MailWay
from pbem.errors import BadRecord
from pbem.home.people import PersonCard
from postal import FakeBox, FakeSender, Office

NOW = 1_767_225_600
HOST, ME, GAME, OTHER = "H" * 43, "M" * 43, "A" * 43, "B" * 42 + "A"


class Guest(SimpleNamespace):
    """Somebody who was invited."""

    def after(self, told):
        return Guest(**vars(self) | {"told": told})


def guest(**fields):
    return Guest(**{"address": "bo@x.test", "invitation": "I" * 43, "state": "asked", "told": "", "by_hand": False,
                    "expires": NOW, "sent": ""} | fields)


def gathering(*guests, **fields):
    return SimpleNamespace(**{"title": "Cup", "guests": guests, "remark": "hi", "is_complete": False, "told": False}
                           | fields)


class Own:
    """A home: what it holds is given, what is kept in it is noted in `kept`."""

    def __init__(self, folder):
        self.exists, self.needs_passphrase, self.kept = True, False, []
        self.book, self.met, self.gathered = {}, {}, {}
        self.people = SimpleNamespace(all=lambda: self.book)
        self.accepted = SimpleNamespace(all=lambda: self.met, path=folder / "accepted")
        self.invited = SimpleNamespace(put=lambda *given, **more: self.kept.append((given, more)))
        self.games = SimpleNamespace(all=lambda: {"known": 1})
        self.gatherings = SimpleNamespace(
            path=folder / "gatherings", open=lambda: self.gathered, all=lambda: self.gathered,
            change_guest=lambda *given: self.kept.append(given), mark_told=lambda id: self.kept.append(("told", id)))
        self.titles = SimpleNamespace(all=dict)
        self.signed = None

    def card(self):
        return PersonCard(address="Me@X.test", id=ME, name="me")

    def signed_card(self):
        return self.signed

    def load(self):
        return "identity"


class Bench:
    """A host at work; `said` is what it says, `shown` what its person sees on the screen or by a command."""

    def __init__(self, folder, monkeypatch):
        (folder / "shared").mkdir()
        self.home, self.said, self.shown, self.entrusted = Own(folder), [], [], []
        self.journal, self.now = Journal(folder / "courier"), NOW
        self.shared = FolderWay(FolderSettings(path=str(folder / "shared")), folder)
        office = Office()
        me = SimpleNamespace(address="me@x.test")
        self.mail = MailWay(mail_settings(me), FakeBox(office, me.address), FakeSender(office))
        self.telling = Telling(lambda line: self.said.append((line.about, line.text)), lambda: self.now, 60)
        monkeypatch.setattr(rooms, "show_on_screen", self.shown.append)
        monkeypatch.setattr(rooms, "run_for", lambda command, notice: self.shown.append((command, notice.subject)))
        monkeypatch.setattr(rooms, "Desk", lambda home, identity, clock: ("desk", identity))

    def hosts(self, *ways, notify="none", folders=None, entrusts=True):
        entrust = (lambda desk, folder: self.entrusted.append((desk, folder))) if entrusts else None
        return Hosting(self.home, Settings(notify=notify), self.journal, self.telling, ways or (self.mail,),
                       lambda: self.now, (folders or {}).get, entrust)


@pytest.fixture
def bench(tmp_path, monkeypatch):
    return Bench(tmp_path, monkeypatch)


def slip(kind, content=b"x"):
    return SimpleNamespace(kind=kind, content=content)


# ------------------------------------------------------------------ what came


def test_an_answer_is_taken_with_its_sender_and_what_it_changes_is_said(bench, monkeypatch):
    asked = []
    monkeypatch.setattr(rooms, "take_answer", lambda *given: asked.append(given[1:]) or (None, f"told {len(asked)}"))
    host = bench.hosts()
    host.hear(bench.mail, [slip("answer")], SimpleNamespace(sender="bo@x.test"))
    host.hear(bench.mail, [slip("answer", b"y")], None)
    assert asked == [(b"x", "bo@x.test", NOW), (b"y", "", NOW)]
    assert bench.said == [("invitations", "told 1"), ("invitations", "told 2")]
    monkeypatch.setattr(rooms, "take_answer", lambda *given: (None, ""))
    host.hear(bench.mail, [slip("answer")], None)
    assert len(bench.said) == 2


def test_in_a_shared_folder_answers_to_others_are_left_alone(bench, monkeypatch):
    monkeypatch.setattr(rooms, "read_answer", lambda content: (SimpleNamespace(invitation=content.decode()), None))
    monkeypatch.setattr(rooms, "take_answer", lambda home, content, sender, now: (None, content.decode()))
    bench.home.gathered = {"1": gathering(guest(invitation="mine"))}
    bench.hosts().hear(bench.shared, [slip("answer", b"theirs"), slip("answer", b"mine")], None)
    assert bench.said == [("invitations", "mine")]


def test_what_is_wrong_with_a_slip_is_said_once_and_the_next_is_heard(bench, monkeypatch):
    def take(home, content, sender, now):
        if content == b"bad":
            raise BadRecord("no answer", hint="ask again")
        return None, "bo comes"

    monkeypatch.setattr(rooms, "take_answer", take)
    host = bench.hosts()
    for _ in range(2):
        host.hear(bench.mail, [slip("answer", b"bad"), slip("answer")], None)
    assert bench.said == [("me@x.test", "no answer (ask again)"), *[("invitations", "bo comes")] * 2]
    assert bench.telling.status == BadRecord.status


def test_cards_are_learnt_for_each_match_that_is_served_and_lies_here(bench, monkeypatch):
    bench.journal.state.games = (GAME, OTHER)
    monkeypatch.setattr(rooms, "first_line", lambda folder: None if folder.name == "empty" else folder.name)
    monkeypatch.setattr(rooms, "learn_slips", lambda home, slips, genesis, now: [f"{genesis} at {now}"])
    bench.hosts(folders={GAME: "/games/one"}).hear(bench.mail, [slip("beside")], None)
    bench.hosts(folders={GAME: "/empty", OTHER: "/games/two"}).hear(bench.mail, [slip("beside")], None)
    assert bench.said == [("people", f"one at {NOW}"), ("people", f"two at {NOW}")]


def invitation(**fields):
    return SimpleNamespace(**{
        "host": SimpleNamespace(id=HOST, name="ana"), "expires": NOW, "id": "I" * 43, "address": "me@x.test",
        "seats": ("fapla", "fnla"), "engine": "angola/1", "title": "Cup"} | fields)


@pytest.mark.parametrize(("found", "is_heard"), [
    ({}, True), ({"host": SimpleNamespace(id=ME, name="me")}, False), ({"expires": NOW - 1}, False),
    ({"id": "accepted"}, False), ({"address": "bo@x.test"}, True), ({"address": "ME@x.test"}, True),
])
def test_an_invitation_is_told_unless_it_is_ours_over_or_answered(bench, monkeypatch, found, is_heard):
    monkeypatch.setattr(rooms, "read_invitation", lambda content: invitation(**found))
    bench.home.met = {"accepted": 1}
    bench.hosts().hear(bench.mail, [slip("invitation")], None)
    assert (len(bench.said), len(bench.home.kept)) == (is_heard, is_heard)
    bench.said.clear()
    bench.home.kept.clear()
    bench.hosts(bench.shared).hear(bench.shared, [slip("invitation")], None)  # one for another lies there too
    assert (len(bench.said), len(bench.home.kept)) == (is_heard and found != {"address": "bo@x.test"},) * 2


@pytest.mark.parametrize(("book", "name"), [
    ({}, f"a stranger, ana, key {HOST[:12]},"), ({HOST: PersonCard(address="", id=HOST, name="Anna")}, "Anna"),
])
def test_who_invites_is_named_by_the_address_book_and_the_invitation_is_kept(bench, monkeypatch, book, name):
    monkeypatch.setattr(rooms, "read_invitation", lambda content: invitation())
    bench.home.book = book
    host = bench.hosts()
    for _ in range(2):
        host.hear(bench.mail, [slip("invitation")], None)
    told = (f"{name} asks whether you play fapla, fnla in angola/1 (Cup): save that mail and type: pbem accept FILE")
    assert bench.said == [("me@x.test", told)]
    assert bench.home.kept[0] == (
        ("I" * 43, f"in the mail of me@x.test: {told}", {"known": 1}),
        {"host": HOST, "name": name, "is_known": bool(book)})


# ------------------------------------------------------------------ a match begins


def begins(bench, monkeypatch, *, kept, said="come", **more):
    """What is done and kept when a match begins for which the home has accepted `kept`."""
    found = []
    monkeypatch.setattr(rooms, "accepted", lambda home, event: kept)
    monkeypatch.setattr(
        rooms, "begin", lambda desk, event, replied: found.append(("begin", desk, replied)) or "/games/cup")
    monkeypatch.setattr(rooms, "invitation", lambda home, event, by_hand: said and f"{said}: {by_hand}")
    monkeypatch.setattr(rooms, "keep_invitation", lambda home, event, told: found.append(("keep", told)))
    host = bench.hosts(**more)
    for _ in range(2):
        host.tell_begun(bench.mail, [SimpleNamespace(id=GAME)], ())
    return found


COME = "come: save that mail and type: pbem {} FILE"


def test_the_seats_that_were_accepted_are_taken_once_and_handed_over(bench, monkeypatch):
    found = begins(bench, monkeypatch, kept=("id", "replied"))
    desk = ("desk", "identity")
    assert found == [("begin", desk, "replied")]
    assert bench.entrusted == [(desk, "/games/cup")]
    assert bench.said == [("invitations", "the match that you accepted begins: your seats are taken, in /games/cup")]


def test_a_match_that_was_not_accepted_is_told_as_an_invitation(bench, monkeypatch):
    assert begins(bench, monkeypatch, kept=None) == [("keep", f"in the mail of me@x.test: {COME}")] * 2
    assert bench.said == [("me@x.test", COME)]
    assert bench.journal.state.called == ()
    assert begins(bench, monkeypatch, kept=None, said="") == []


@pytest.mark.parametrize("why", ["passphrase", "no courier takes it"])
def test_who_alone_can_take_his_seat_is_told_once_that_the_match_begins(bench, monkeypatch, why):
    bench.home.needs_passphrase = why == "passphrase"
    begins(bench, monkeypatch, kept=("id", "replied"), notify="desktop", entrusts=why == "passphrase")
    assert [notice.subject for notice in bench.shown] == ["[pbem] the match that you accepted begins"]
    assert bench.said == [("invitations", COME), ("me@x.test", COME)]
    assert bench.journal.state.called == (GAME,)


def test_a_match_that_is_entrusted_already_or_that_a_home_without_identity_meets_is_left_alone(bench, monkeypatch):
    monkeypatch.setattr(rooms, "accepted", lambda home, event: pytest.fail("not asked"))
    monkeypatch.setattr(rooms, "invitation", lambda home, event, by_hand: "")
    bench.hosts().tell_begun(bench.mail, [SimpleNamespace(id=GAME)], (GAME,))
    bench.home.exists = False
    bench.hosts().tell_begun(bench.mail, [SimpleNamespace(id=GAME)], ())
    assert bench.said == []


# ------------------------------------------------------------------ what is to be done


def test_news_are_a_change_of_who_is_invited_or_has_answered(bench):
    host, home = bench.hosts(), bench.home
    assert host._seen == (NOWHERE, NOWHERE)
    for path in (home.gatherings.path, home.accepted.path):
        assert not host.has_news()
        path.write_bytes(b"x")
        assert host.has_news()
        host.tend()
    assert not host.has_news()


def test_a_home_without_an_identity_or_invitations_tends_nothing(bench, monkeypatch):
    monkeypatch.setattr(Hosting, "_write", lambda self: pytest.fail("nothing is to be written"))
    bench.hosts().tend()
    bench.home.gatherings.path.write_bytes(b"x")
    bench.home.exists = False
    bench.hosts().tend()
    assert bench.said == []


def test_who_was_asked_gets_an_invitation_until_it_is_over_and_whoever_invited_an_answer(bench, monkeypatch):
    monkeypatch.setattr(rooms, "invitation_slip", lambda guest, remark: (guest.address, remark))
    monkeypatch.setattr(rooms, "answer_slip", lambda id, replied: id)

    def replied(**fields):
        return SimpleNamespace(**{"by_hand": False, "game": "", "expires": NOW} | fields)

    bench.home.gathered = {"1": gathering(
        guest(address="one"), guest(address="came", state="came"), guest(address="hand", by_hand=True),
        guest(address="over", expires=NOW - 1))}
    bench.home.met = {"mine": replied(), "hand": replied(by_hand=True), "made": replied(game=GAME),
                      "over": replied(expires=NOW - 1)}
    assert list(bench.hosts()._slips(NOW)) == [("one", "hi"), "mine"]


def small(id, to="bo@x.test", kind="invitation"):
    return Slip(id, kind, "an invitation", to, "subject", "words", b"payload of it")


def test_a_slip_goes_by_mail_if_there_is_an_account_and_an_address_and_is_written_once(bench, monkeypatch):
    slips = [small(GAME), small(OTHER), small("C" * 43, to="")]
    bench.journal.note(Called(id=OTHER))
    host = bench.hosts(bench.shared, bench.mail)
    monkeypatch.setattr(Hosting, "_slips", lambda self, now: iter(slips))
    host._write()
    (letter,) = bench.journal.state.open.values()
    assert (letter.game, letter.kind, letter.to, letter.way) == (GAME, "invitation", ("bo@x.test",), "me@x.test")
    assert bench.said == [
        ("invitations", f"an invitation is written to bo@x.test ({letter.id})"),
        ("invitations", f"an invitation lies in {bench.shared.name}")]
    assert len(list(bench.shared.path.iterdir())) == 1
    host._write()
    assert len(bench.said) == 2


def test_without_an_account_slips_are_left_in_the_folder_that_names_no_match(bench, monkeypatch, tmp_path):
    (tmp_path / "one").mkdir()
    named = FolderWay(FolderSettings(path=str(tmp_path / "one"), matches=("/games/one",)), tmp_path)
    monkeypatch.setattr(Hosting, "_slips", lambda self, now: iter([small(GAME)]))
    bench.hosts(named, bench.shared)._write()
    (left,) = bench.shared.path.iterdir()
    assert left.name == f"invitation-{sha256(b'payload of it').hexdigest()[:12]}.txt"
    assert left.read_text().startswith("words\n")
    assert bench.journal.state.called == (GAME,)
    bench.journal.state.called = ()
    bench.hosts(named)._write()  # it is the only one
    assert len(list(named.path.iterdir())) == 1


def test_a_slip_without_an_address_waits_where_no_folder_is_watched(bench, monkeypatch):
    monkeypatch.setattr(Hosting, "_slips", lambda self, now: iter([small(GAME, to=""), small(OTHER)]))
    bench.hosts(bench.mail)._write()
    (letter,) = bench.journal.state.open.values()
    assert (letter.game, bench.journal.state.called) == (OTHER, (OTHER,))


def test_title_and_card_are_left_beside_the_records_when_there_is_one_and_when_it_has_changed(bench, monkeypatch):
    made = []
    monkeypatch.setattr(rooms, "beside_slip", lambda gid, title, card: made.append((title, card)) or small(
        f"{len(str(card)):043}", to="", kind="beside"))
    host = bench.hosts(bench.shared)
    bench.home.signed = SimpleNamespace(address="")
    host.leave_beside(bench.shared, GAME)
    bench.home.signed = None
    host.leave_beside(bench.shared, GAME)
    assert made == []
    bench.home.titles = SimpleNamespace(all=lambda: {GAME: "Cup"})
    host.leave_beside(bench.shared, GAME)
    bench.home.titles = SimpleNamespace(all=dict)
    bench.home.signed = SimpleNamespace(address="me@x.test")
    for _ in range(2):
        host.leave_beside(bench.shared, GAME)
    assert [(title, card is not None) for title, card in made] == [("Cup", False), (None, True), (None, True)]
    assert len(bench.said) == 2  # the same is left once


def test_a_host_is_told_of_each_guest_and_the_match_is_made_when_all_have_come(bench, monkeypatch):
    bo = guest()
    monkeypatch.setattr(rooms, "news", lambda id, gathering, now: [(bo, "silent", f"bo is silent at {now}")])
    monkeypatch.setattr(rooms, "make", lambda desk, id, now: (GAME, f"/games/{id}"))
    host = bench.hosts(notify=("ring",))
    host._tend("1", gathering(bo))
    assert bench.said == [("invitations", f"bo is silent at {NOW}")]
    assert bench.shown == [(("ring",), "[pbem] Cup: bo@x.test")]
    assert bench.home.kept == [("1", bo, bo.after("silent"))]
    host._tend("1", gathering(bo, is_complete=True))
    assert bench.said[1:] == [("invitations", "all have come to Cup: the match is made, in /games/1")]
    assert bench.entrusted == [(("desk", "identity"), "/games/1")]


def test_a_host_with_a_passphrase_is_told_once_how_the_match_is_made(bench, monkeypatch):
    monkeypatch.setattr(rooms, "news", lambda id, gathering, now: [])
    bench.home.needs_passphrase = True
    host = bench.hosts(notify="desktop")
    host._tend("1", gathering(guest(), is_complete=True))
    host._tend("1", gathering(guest(), is_complete=True, told=True))
    assert bench.said == [("invitations", "all have come to Cup; make the match with: pbem invite --make 1")]
    assert bench.home.kept == [("told", "1")]
    (notice,) = bench.shown
    assert notice.subject == "[pbem] all have come to Cup"
    assert notice.text == "all have come to Cup; make the match with:\n\n  pbem invite --make 1"


def test_whose_invitation_came_back_another_is_to_be_named_for_once(bench, monkeypatch):
    monkeypatch.setattr(rooms, "another", lambda key, guest: f"pbem invite {key} {guest.address}")
    bench.journal.state.posted = {"<a@x>": "I" * 43, "<b@x>": "other"}
    silent = {"came": {"state": "came"}, "told": {"told": "bounced"}, "other": {"invitation": "J" * 43}}
    bench.home.gathered = {"1": gathering(guest(), *(guest(**fields) for fields in silent.values()))}
    host = bench.hosts()
    host.note_bounced(["<none@x>"])
    assert bench.said == []
    host.note_bounced(["<b@x>", "<a@x>"])
    told = "the invitation to bo@x.test came back. Name another: pbem invite 1 bo@x.test"
    assert bench.said == [("invitations", told)]
    assert bench.home.kept == [("1", guest(), guest(told="bounced"))]


def test_its_person_hears_by_mail_if_that_is_wanted_and_there_is_an_account(bench):
    bench.hosts(bench.shared, notify="mail")._notify(GAME, "subject", "said")
    assert bench.journal.state.open == {}
    bench.hosts(notify="mail")._notify(GAME, "subject", "said")
    (letter,) = bench.journal.state.open.values()
    assert (letter.kind, letter.to, letter.game, letter.time) == ("notice", ("me@x.test",), GAME, NOW)
    mail = bench.journal.mail_of(letter.id)
    assert b"Subject: [pbem] subject\r\n" in mail
    assert b"\r\n\r\nsaid" in mail
    bench.hosts(notify="none")._notify(GAME, "subject", "said")
    assert (len(bench.journal.state.open), bench.shown) == (1, [])
    assert bench.said == [("invitations", "said")]
