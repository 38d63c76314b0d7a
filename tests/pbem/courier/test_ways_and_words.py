"""What goes in and out beside the records: letters that are shelved, mails too large, invitations."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from mailing import mail_settings
from pbem.courier import invitations, slips, ways
from pbem.courier.entries import LetterWritten, Read, Serves
from pbem.courier.journal import Journal
from pbem.courier.notice import Notice
from pbem.courier.report import RECORDS
from pbem.courier.settings import FolderSettings, expanded
from pbem.courier.shelving import Shelving, brings_only_records
from pbem.courier.slips import Slip, letter_of, notice_letter, text_of
from pbem.courier.telling import Telling
from pbem.courier.ways import Came, FolderWay, MailWay, mail_way, shelf_of
from pbem.errors import WrongUse
from pbem.home.people import PersonCard
from pbem.limits import MAX_MAIL, MAX_UNMARKED
from pbem.post.mail.manners import read_head
from postal import FakeBox, FakeSender, Office, mail

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


# ------------------------------------------------------------------ letters that leave the inbox


@pytest.mark.parametrize(("fields", "more", "goes"), [
    ({}, {}, True), ({"kind": "reminder"}, {}, False), ({"kind": "again"}, {}, True), ({"subject": "hello"}, {}, False),
    ({"subject": "[pbem] Cup: take your seat"}, {}, True), ({"subject": "[pbem] Cup: take your seat now"}, {}, False),
    ({"auto": "no"}, {}, False), ({"bounce": "<>"}, {}, False), ({"list": "x"}, {}, False),
    ({"game": OTHER}, {}, False),
    ({}, {"place": ""}, False), ({}, {"head": None}, False)])
def test_a_letter_goes_if_it_asks_nothing_and_brings_records_of_a_match_of_ours(fields, more, goes):
    lines = [f"X-Pbem-Kind: {fields.get('kind', 'turn')}", f"X-Pbem-Game: {fields.get('game', GAME)}",
             f"Auto-Submitted: {fields.get('auto', 'auto-generated')}"]
    lines += [f"Return-Path: {fields['bounce']}"] if "bounce" in fields else []
    lines += [f"List-Id: {fields['list']}"] if "list" in fields else []
    feeds = SimpleNamespace(feeds=[SimpleNamespace(join="x"), SimpleNamespace(join=None)])
    match = SimpleNamespace(genesis=SimpleNamespace(id=GAME), keys=(0,), feeds=feeds, binding=SimpleNamespace(
        seats=[SimpleNamespace(id=BO), SimpleNamespace(id=CY)]))
    came = Came([], **{"head": head(*lines, subject=fields.get("subject", f"{RECORDS} Cup")), "place": "7:3"} | more)
    assert brings_only_records(came, [SimpleNamespace(match=match)]) is goes
    if fields.get("subject", "").endswith("take your seat"):
        match.binding.seats[1] = match.binding.seats[0]
        assert not brings_only_records(came, [SimpleNamespace(match=match)])  # one of his is not taken yet


class Shelf:
    """An account with a folder for records."""

    name, shelf = "a@x.test", "pbem"

    def __init__(self):
        self.moved, self.can, self.places = [], True, []
        self.box = SimpleNamespace(validity=lambda: 7, place_in=lambda folder: self.places.pop(0), move=self.move)

    def move(self, uids, folder):
        self.moved.append((list(uids), folder))
        return self.can


@pytest.mark.parametrize(("before", "after", "read", "advances"), [
    ("7:4", "7:6", "7:4", True), ("7:4", "7:7", "7:4", False), ("7:4", "7:6", "7:3", False), ("", "7:2", "", True),
    ("7:0", "7:2", "", True), ("", "7:3", "", False)])
def test_what_we_moved_need_not_be_read_again_if_nothing_else_came(tmp_path, told, before, after, read, advances):
    journal, shelf = Journal(tmp_path), Shelf()
    if read:
        journal.note(Read(way=shelf_of(shelf.name), place=read))
    shelving = Shelving(journal, told.telling)
    for place in ("7:9", "7:8", "6:5", "7:9"):
        shelving.keep(shelf, Came([], place=place))
    shelf.places = [before, after]
    shelving.move(shelf)
    assert shelf.moved == [([8, 9], "pbem")]
    assert (journal.state.places.get(shelf_of(shelf.name)) == after) is advances
    shelving.move(shelf)
    assert len(shelf.moved) == 1  # nothing waits


def test_a_server_that_cannot_move_is_asked_no_more(tmp_path, told):
    shelving, shelf = Shelving(Journal(tmp_path), told.telling), Shelf()
    shelf.can = False
    for _ in range(2):
        shelving.keep(shelf, Came([], place="7:9"))
        shelf.places = ["7:4"]
        shelving.move(shelf)
    assert len(shelf.moved) == 1
    assert told.lines == [(
        "a@x.test", "letters that bring only records stay in the mailbox: its server moves none to pbem (records in "
        "courier.toml names the folder)", 0)]
    shelf.shelf = ""
    shelving.keep(shelf, Came([], place="7:9"))
    shelving.move(shelf)
    assert len(shelf.moved) == 1


def test_the_folder_for_records_is_read_once_for_the_matches_that_are_served(tmp_path, told):
    journal = Journal(tmp_path)
    shelving, shelf = Shelving(journal, told.telling), Shelf()
    assert shelving.must_read(shelf)
    shelving.has_read(shelf)
    assert not shelving.must_read(shelf)
    journal.note(Serves(games=(GAME,)))
    assert shelving.must_read(shelf)
    shelving.has_read(shelf)
    shelving.must_read_again()
    assert shelving.must_read(shelf)
    shelf.shelf = ""
    assert not shelving.must_read(shelf)


# ------------------------------------------------------------------ ways


def test_the_password_of_an_account_comes_from_where_its_settings_say(monkeypatch):
    asked = []
    for name in ("of_command", "of_file", "of_keyring"):
        monkeypatch.setattr(ways, name, lambda *given, name=name: asked.append((name, *given)) or "secret")
    plain = replace(mail_settings(SimpleNamespace(address="a@x.test")), password_command=())
    what = "the password of a@x.test"
    for fields, source in (
        ({"password_command": ("pass",)}, ("of_command", ("pass",), what)),
        ({"password_file": "/secret"}, ("of_file", expanded("/secret"), what)),
        ({"keyring": True}, ("of_keyring", "pbem", "a@x.test", what)),
        ({"xoauth2_command": ("token",)}, ("of_command", ("token",), "the token of a@x.test")),
    ):
        made = mail_way(replace(plain, **fields))
        asked.clear()
        assert made.box._secret() == "secret"
        assert asked == [source]
        assert made.name == "a@x.test"
    assert mail_way(replace(plain, imap=replace(plain.imap, records=""))).records is None
    assert mail_way(replace(plain, imap=replace(plain.imap, records="pbem"))).shelf == "pbem"


@pytest.mark.parametrize(("over", "is_told"), [(0, False), (1, True)])
def test_a_mail_of_ours_that_is_too_large_is_told_and_not_fetched(over, is_told):
    office = Office()
    way = MailWay(mail_settings(SimpleNamespace(address="a@x.test")), FakeBox(office, "a@x.test"), FakeSender(office))
    marked = replace_size(head(subject="[pbem] x"), MAX_MAIL + over)
    way.box.whole = lambda place: mail("bo@x.test", "[pbem] x")
    found = list(way._fetched(way.box, [marked], 7))
    if is_told:
        (trouble,) = found[0].found
        assert str(trouble.error).startswith(
            f"mail of bo@x.test ([pbem] x): {MAX_MAIL // 2**20} MiB, the limit is {MAX_MAIL // 2**20}: it was not ")
        assert trouble.error.hint == "ask the sender for the packet alone"
    else:
        assert [(one.head, one.place) for one in found] == [(marked, "7:3")]
    plain = replace_size(head(sender=""), MAX_UNMARKED + over)
    assert len(list(way._fetched(way.box, [plain], 7))) == (0 if is_told else 1)


def replace_size(head, size):
    from dataclasses import replace as changed

    return changed(head, size=size)


def test_a_shared_folder_is_read_anew_if_its_place_is_lost_and_has_news_when_it_changes(tmp_path):
    (tmp_path / "shared").mkdir()
    way = FolderWay(FolderSettings(path=str(tmp_path / "shared")), tmp_path)
    assert way.by_hand.format("in") == f"type: pbem in {tmp_path / 'shared'}"
    assert not way.has_news()
    way.drop("a.pbem", b"x")
    assert way.has_news()
    assert [batch.place for batch in way.batches("")] == ["read"]
    assert not way.has_news()


# ------------------------------------------------------------------ invitations, slips, notices


def test_letters_about_invitations_have_their_words_their_block_and_their_kind():
    me = PersonCard(address="me@x.test", id=BO, name="me")
    settings = mail_settings(SimpleNamespace(address="me@x.test"))
    for kind, noted in (("invitation", "invitation"), ("answer", "answer"), ("beside", "answer")):
        slip = Slip("I" * 43, kind, "your answer", "bo@x.test", "subject", "words", b"payload of it")
        assert text_of(slip).startswith("words\n")
        assert slip.name.startswith(f"{kind}-")
        assert len(slip.name) == len(kind) + 14
        id, sent, written = letter_of(slip, settings, me, NOW)
        assert written == LetterWritten(id=id, game="I" * 43, way="me@x.test", kind=noted, to=("bo@x.test",), time=NOW)
        assert b"From: me <me@x.test>" in sent
        assert b"To: bo@x.test" in sent
        assert b"Subject: subject" in sent
    assert b"From: Baron <me@x.test>" in letter_of(slip, replace(settings, name="Baron"), me, NOW)[1]
    sent, written = notice_letter("I" * 43, Notice("[pbem] x", "look"), "me@x.test", NOW)
    assert written == LetterWritten(
        id=written.id, game="I" * 43, way="me@x.test", kind="notice", to=("me@x.test",), time=NOW)
    assert b"Subject: [pbem] x" in sent


def test_an_answer_and_a_card_go_by_their_names(monkeypatch):
    found = SimpleNamespace(host=SimpleNamespace(address="host@x.test"))
    monkeypatch.setattr(slips, "read_invitation", lambda payload: found)
    monkeypatch.setattr(slips, "read_answer", lambda payload: ("answer", "card"))
    monkeypatch.setattr(slips, "answer_text", lambda found, answer, card, name: ("the subject", f"words in {name}"))
    made = slips.answer_slip("I" * 43, SimpleNamespace(answer="payload", invitation="sent"))
    assert (made.id, made.kind, made.what, made.to, made.subject, made.text) == (
        "I" * 43, "answer", "your answer", "host@x.test", "the subject", f"words in {made.name}")
    monkeypatch.setattr(slips, "subject_of", lambda found: "you are invited")
    monkeypatch.setattr(slips, "invitation_text", lambda found, remark, name: f"{remark} in {name}")
    made = slips.invitation_slip(SimpleNamespace(sent="sent", invitation="J" * 43, address="bo@x.test"), "hi")
    assert (made.id, made.kind, made.what, made.to, made.subject, made.text) == (
        "J" * 43, "invitation", "an invitation", "bo@x.test", "you are invited", f"hi in {made.name}")
    made = slips.beside_slip(GAME, None, None)
    assert (made.kind, made.what, made.to, made.subject) == ("beside", "your card", "", "")
    assert made.text == "Title and card of a match; the couriers read it by themselves."


def test_a_match_that_begins_is_an_invitation_if_its_host_signed_it_and_a_seat_is_ours(monkeypatch):
    monkeypatch.setattr(invitations, "is_of_host", lambda genesis: genesis.signed)
    monkeypatch.setattr(invitations, "answered", lambda home, genesis: home.published)
    monkeypatch.setattr(invitations, "entry_folder", lambda published, genesis: "/entries/one")
    seats = [SimpleNamespace(id=id, name=name) for id, name in ((BO, "red"), (CY, "green"), (BO, "blue"))]
    genesis = SimpleNamespace(id=GAME, signed=True, msg=SimpleNamespace(body=SimpleNamespace(
        seats=seats, engine="angola/1", host=CY)))
    home = SimpleNamespace(exists=True, published=None, card=lambda: SimpleNamespace(id=BO), games={},
                           people=SimpleNamespace(all=dict))

    def told():
        return invitations.invitation(home, genesis, "type: pbem {} FILE")

    invites = "invites you to play red, blue in angola/1: type: pbem join FILE -C FOLDER"
    assert told() == f"a stranger, {CY[:12]}, {invites}"
    home.people = SimpleNamespace(all=lambda: {CY: SimpleNamespace(name="Cy")})
    assert told() == f"Cy {invites}"
    home.published = SimpleNamespace(challenge=SimpleNamespace(title="The bridge"))
    assert told() == ("an entry to your challenge The bridge: type: pbem in FILE; then entrust it: pbem courier add "
                      "/entries/one")
    monkeypatch.setattr(invitations, "answered", lambda home, genesis: (_ for _ in ()).throw(WrongUse("false")))
    assert told() == ""
    monkeypatch.setattr(invitations, "answered", lambda home, genesis: None)
    for change in ({"exists": False}, {"games": {GAME: 1}}, {"card": lambda: SimpleNamespace(id="X")}):
        before = {name: getattr(home, name) for name in change}
        vars(home).update(change)
        assert told() == ""
        vars(home).update(before)
    genesis.signed = False
    assert told() == ""
