"""What goes in and out beside the records: letters that are shelved, mails too large, invitations, how all stands."""

from __future__ import annotations

import os
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from mailing import mail_settings
from pbem.courier import invitations, noting, service, slips, ways, wrong
from pbem.courier.condition import CourierCondition, Failing, MatchCondition, PersonCondition, condition_at
from pbem.courier.entries import LetterWritten, Read, Serves
from pbem.courier.holding import Holding
from pbem.courier.journal import Journal
from pbem.courier.notice import Notice
from pbem.courier.noting import PAUSE, Noting
from pbem.courier.people import DAY
from pbem.courier.report import RECORDS
from pbem.courier.settings import FolderSettings, Reminders, Settings, expanded
from pbem.courier.shelving import Shelving, brings_only_records
from pbem.courier.slips import Slip, letter_of, notice_letter, text_of
from pbem.courier.telling import Telling, as_ours, sentence
from pbem.courier.ways import Came, FolderWay, MailWay, mail_way, shelf_of
from pbem.courier.writing import toml_of
from pbem.errors import BadRecord, WrongUse
from pbem.home import Home
from pbem.home.entrusted import Trust
from pbem.home.people import PersonCard
from pbem.limits import MAX_MAIL, MAX_PATH, MAX_UNMARKED
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


# ------------------------------------------------------------------ how the courier is


def test_a_condition_is_written_when_something_has_changed_and_each_minute(tmp_path):
    clock = SimpleNamespace(now=NOW)
    noting_ = Noting(tmp_path, 60, lambda: clock.now)

    def looks(after, failing=(), matches=()):
        clock.now = NOW + after
        noting_.looked(failing, matches)
        return condition_at(tmp_path).looked - NOW

    assert [looks(0), looks(1), looks(PAUSE - 1), looks(PAUSE)] == [0, 0, 0, PAUSE]
    assert looks(PAUSE + 1, [("mail", "down", NOW)]) == PAUSE + 1
    found = condition_at(tmp_path)
    assert (found.failing, found.goes_on, found.ended, found.poll) == ((Failing("mail", NOW, "down"),), False, 0, 60)
    assert looks(PAUSE + 2, [("mail", "down", NOW)], [GAME]) == PAUSE + 2
    assert condition_at(tmp_path).matches == {GAME: MatchCondition(people=(), round=0, since=0)}
    assert looks(PAUSE + 3) == PAUSE + 3
    assert condition_at(tmp_path).matches == {}
    noting_.begin()
    assert looks(PAUSE + 4) == PAUSE + 4
    assert condition_at(tmp_path).goes_on
    noting_.end()
    assert condition_at(tmp_path).ended == NOW + PAUSE + 4
    assert len(condition_at(tmp_path).failing) == 0
    looks(PAUSE + 5, [(f"m{n}", "x" * 99_999, NOW) for n in range(noting.MAX_TOLD + 5)])
    assert len(condition_at(tmp_path).failing) == noting.MAX_TOLD
    assert len(condition_at(tmp_path).failing[0].text) == noting.MAX_TOLD_LINE


def person(**fields):
    return PersonCondition(**{
        "address": "bo@x.test", "awaits": "", "bounced": 0, "cut_off": False, "heard": NOW, "id": BO, "name": "bo",
        "seats": ("red",), "sent": NOW, "why": ""} | fields)


def told_of(now, *people, round=3, book=None, has_clock=False, **fields):
    known = CourierCondition(ended=0, failing=(), goes_on=True, looked=now, poll=60, matches={
        GAME: MatchCondition(people=people, round=3, since=0)})
    home = SimpleNamespace(people=SimpleNamespace(all=lambda: book or {}))
    return wrong.wrong_with_people(home, known, GAME, round, now, has_clock=has_clock)


@pytest.mark.parametrize(("awaits", "after", "said"), [
    ("tools", DAY, ""), ("tools", DAY + 1, "gives by itself; ask whether it runs, and their spam folder"),
    ("people", 3 * DAY, ""), ("people", 3 * DAY + 1, "who must decide: ask them yourself"), ("", 14 * DAY, ""),
    ("", 14 * DAY + 1, "though letters went there: ask whether they come")])
def test_somebody_is_silent_when_what_is_awaited_did_not_come_for_so_long(awaits, after, said):
    found = told_of(NOW + after, person(awaits=awaits, sent=NOW + 1))
    assert bool(found) is bool(said)
    if said:
        assert found[0].startswith("nothing heard from bo (red) since 2026-01-01 00:00 UTC (")
        assert found[0].endswith(said)
    assert told_of(NOW + after, person(awaits=awaits, sent=NOW + 1), round=4) == []
    if awaits == "people":
        assert told_of(NOW + after, person(awaits=awaits), has_clock=True) == []
    if not awaits:
        assert told_of(NOW + after, person(sent=NOW)) == []


def test_a_letter_that_came_back_is_told_until_a_later_one_did_not():
    late = NOW + 2 * DAY
    back = {"bounced": NOW + 1, "heard": late}
    line = ("bo (red): a letter to bo@x.test came back 2026-01-01 00:00 UTC; read in a card of theirs that has one: "
            "pbem id add FILE")
    assert told_of(late, person(**back)) == [line]
    assert told_of(late, person(**back, why="full")) == [line.replace(" UTC;", " UTC: full;")]
    assert told_of(late, person(**back, sent=NOW + 1 + 3_600)) == [line]
    assert told_of(late, person(**back, sent=NOW + 2 + 3_600)) == []
    assert told_of(NOW + 1 + DAY, person(**back | {"heard": NOW + 1 + DAY}, sent=NOW + 2 + 3_600)) == [line]
    assert told_of(late, person(**back), book={BO: SimpleNamespace(address="new@x.test")}) == []
    assert told_of(late, person(**back), book={BO: SimpleNamespace(address="BO@x.test")}) == [line]
    assert told_of(late, person(**back, name="red"))[0].startswith("red: a letter")


def test_whom_nobody_reaches_is_told_and_who_is_silent_without_an_address_needs_one():
    none = {"address": "", "cut_off": True}
    ask = "read in a card of theirs that has one: pbem id add FILE"
    assert told_of(NOW, person(**none)) == [f"bo (red): no address here, and nobody known can write to them: {ask}"]
    assert told_of(NOW, person(**none | {"cut_off": False})) == []
    (line,) = told_of(NOW + 9 * DAY, person(address="", awaits="people"))
    assert line.endswith(f", who must decide: ask them yourself; no address of theirs is here: {ask}")


AT = "2026-01-01 00:00 UTC"


@pytest.mark.parametrize(("fields", "after", "said"), [
    ({}, 600, []),
    ({}, 601, [f"your courier does not run: its last look was {AT} (10 minutes); start it with pbem courier"]),
    ({"poll": 600}, 1_800, []), ({"poll": 600}, 1_801, None), ({"goes_on": False}, DAY, []),
    ({"goes_on": False}, DAY + 1, None), ({"ended": NOW, "goes_on": False}, 0, []),
    ({"ended": NOW}, 0, [f"your courier does not run: it ended {AT}, its last look was {AT} (just now); start it with "
                         "pbem courier"]),
    ({"failing": (Failing("mail", NOW, "down"),)}, 60, [f"your courier fails since {AT} (1 minute): mail: down"])])
def test_a_courier_that_does_not_look_or_fails_is_told(fields, after, said):
    plain = {"ended": 0, "failing": (), "goes_on": True, "looked": NOW, "poll": 60, "matches": {}}
    known = CourierCondition(**plain | fields)
    found = wrong.wrong_with_courier(known, NOW + after)
    assert found == said if said is not None else len(found) == 1


def test_letters_wait_while_something_new_comes():
    clock = SimpleNamespace(now=NOW)
    holding = Holding(5, lambda: clock.now)

    def holds(after, heads=(1,), **more):
        clock.now = NOW + after
        return holding.holds(GAME, heads, again=more.get("again", True))

    assert holds(0)
    assert not holding.is_over()
    assert holds(4)
    assert holds(4, again=False) is False
    assert holds(4)
    assert not holds(5)
    assert not holding.is_over()
    assert holds(6, (2,))
    clock.now = NOW + 10
    assert not holding.is_over()
    clock.now = NOW + 11
    assert holding.is_over()


def test_an_error_is_one_line_with_its_hint():
    assert sentence(BadRecord("two\n  lines\n", hint="ask")) == "two; lines (ask)"
    assert sentence(BadRecord("one")) == "one"
    assert str(as_ours(OSError("odd"))) == "the system refuses: odd"
    assert as_ours(BadRecord("x")).status == BadRecord.status
    assert str(as_ours(KeyError())).startswith("our bug: KeyError")


# ------------------------------------------------------------------ from its files


def test_a_passphrase_comes_from_where_the_settings_say(monkeypatch, tmp_path):
    monkeypatch.setattr(service, "of_file", lambda path, what: f"{path}: {what}")
    monkeypatch.setattr(service, "of_keyring", lambda *given: " ".join(given))
    home, what = SimpleNamespace(root=tmp_path), "the passphrase of the courier's keys"

    def of(**keys):
        return service.passphrase_of(SimpleNamespace(keys=SimpleNamespace(
            **{"passphrase_file": "", "keyring": False} | keys)), home)

    assert (of(), of(passphrase_file="/x"), of(keyring=True)) == (
        "", f"/x: {what}", f"pbem courier {tmp_path} {what}")


def test_it_looks_again_and_again_until_it_is_ended_and_says_so():
    steps = []
    courier = SimpleNamespace(begin=lambda: steps.append("begin"), end=lambda: steps.append("end"),
                              look=lambda: steps.append("look"), settings=SimpleNamespace(poll_seconds=60),
                              wait=lambda seconds, ended, sleep: steps.append(seconds))
    service.serve(courier, lambda: len(steps) > 4, lambda seconds: None)
    assert steps == ["begin", "look", 60, "look", 60, "end"]
    courier.look = lambda: (_ for _ in ()).throw(KeyboardInterrupt)
    steps.clear()
    with pytest.raises(KeyboardInterrupt):
        service.serve(courier, lambda: False)
    assert steps == ["begin", "end"]


def test_one_courier_runs_on_a_home(tmp_path):
    home = Home(tmp_path / "home")
    with service.alone(home) as folder:
        assert folder == home.root / "courier"
        said = rf"^another courier runs on this home already: process {os.getpid()}"
        with pytest.raises(WrongUse, match=said) as refused, service.alone(home):
            pass
        assert refused.value.hint == "end it first, or let it do the work"
        (folder / "running.json").write_bytes(b"junk")
        assert service._process(folder / "running.json") == 0


def test_what_is_entrusted_is_read_again_when_its_file_has_changed(tmp_path):
    loaded = []
    file = SimpleNamespace(path=tmp_path / "keys.json", exists=False,
                           load=lambda passphrase: loaded.append(passphrase) or Trust(bytes(32)))
    trusting = service.Trusting(file, "", lambda: True)
    nothing = trusting()
    assert (trusting() is nothing, loaded) == (True, [])
    file.exists = True
    (tmp_path / "keys.json").write_text("x")
    assert trusting() is not nothing
    assert (trusting() is trusting(), loaded) == (True, [None])
    service.Trusting(SimpleNamespace(path=tmp_path / "none", exists=False, load=loaded.append), "secret")()
    assert loaded == [None, "secret"]


def test_settings_are_written_as_a_person_would():
    settings = Settings(picture=False, notify=("ring", "a bell"), folder=(FolderSettings(path="/srv"),),
                        reminders=Reminders(after_hours=0))
    assert toml_of(settings) == (
        'notify = ["ring", "a bell"]\npicture = false\n\n[reminders]\nafter_hours = 0\n\n[[folder]]\npath = "/srv"\n')
    account = replace(mail_settings(SimpleNamespace(address="a@x.test")), keyring=True)
    lines = toml_of(Settings(mail=(account,))).splitlines()
    assert lines[0] == "[[mail]]"
    assert 'imap = { host = "localhost", tls = "none" }' in lines
    assert "keyring = true" in lines
    most = msgspec.convert({"path": "/x", "matches": ["x" * MAX_PATH]}, FolderSettings)
    assert most.matches == ("x" * MAX_PATH,)
    for matches in (["x" * (MAX_PATH + 1)], [""]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"path": "/x", "matches": matches}, FolderSettings)
    for path in ("shared", "", "/a\0b"):
        with pytest.raises(WrongUse) as refused:
            expanded(path)
        assert refused.value.hint == "begin it with / or ~"
