"""A courier at its work, step by step, on a home without matches: what it says, when it looks, what it hands in."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from mailing import mail_settings
from pbem.courier import courier as rooms
from pbem.courier.courier import Courier
from pbem.courier.entries import Handed, Left, LetterWritten
from pbem.courier.journal import HOUR, Journal
from pbem.courier.settings import FolderSettings, Settings
from pbem.courier.ways import FolderWay, MailWay
from pbem.errors import BadRecord, MissingRecords, Transport
from pbem.home import Home
from pbem.home.entrusted import Entrusted, Trust
from pbem.home.people import PersonCard
from pbem.post.mail.smtp import SmtpAnswer

NOW = 1_767_225_600
GAME, OTHER = "A" * 43, "B" * 42 + "A"
SETTINGS = Settings(picture=False, notify="none", hold_seconds=0, most_mails_an_hour=3)


class Server:
    """Takes what is handed in; `answers` are given in turn, all is well after them."""

    def __init__(self):
        self.sent, self.answers = [], deque()

    def send(self, mail, to):
        self.sent.append((mail, tuple(to)))
        return self.answers.popleft() if self.answers else SmtpAnswer()


class Box:
    """A mailbox with nothing in it."""

    def __init__(self, *, can_wait=False):
        self.can_wait, self.closed, self.waits = can_wait, 0, []

    def validity(self):
        return 7

    def after(self, uid):
        return []

    def close(self):
        self.closed += 1

    def wait(self, seconds, ended):
        self.waits.append((seconds, ended()))


def account(name, **box):
    return MailWay(mail_settings(SimpleNamespace(address=name)), Box(**box), Server())


@pytest.fixture
def begin(tmp_path):
    """Begins a courier; `said` is all that it says, `now` its clock."""

    def made(*ways, settings=SETTINGS, trust=None, **more):
        home, given, said = Home(tmp_path / "home"), trust or Trust(bytes(32)), []
        clock = SimpleNamespace(now=NOW)
        courier = Courier(home, settings, Journal(tmp_path / "courier"), ways, lambda: given, lambda: clock.now,
                          lambda line: said.append((line.about, line.text, line.status)), steady=lambda: 0, **more)
        courier.said, courier.at = said, clock
        return courier

    return made


def entrusted(tmp_path, *names):
    return Trust(bytes(32), {gid: Entrusted(folder=str(tmp_path / name), roots={})
                             for gid, name in zip((GAME, OTHER), names, strict=False)})


def test_it_says_what_it_watches_when_it_begins_and_that_it_ends(begin, tmp_path):
    courier = begin(account("a@x.test"), account("b@x.test"), trust=entrusted(tmp_path, "two", "one"))
    courier.begin()
    courier.end()
    assert courier.said == [
        ("courier", "begins; it watches the mail of a@x.test, the mail of b@x.test; matches: one, two", 0),
        ("courier", "ends", 0)]


def test_without_a_match_it_says_how_one_is_entrusted(begin):
    courier = begin(account("a@x.test"))
    courier.begin()
    assert courier.said[0][1].endswith("; matches: none yet (pbem courier add FOLDER)")


@pytest.mark.parametrize(
    ("seconds", "slept"), [(0, []), (0.125, [0.125]), (0.25, [0.25]), (0.625, [0.25, 0.25, 0.125])])
def test_it_sleeps_in_slices_for_as_long_as_it_is_to_wait(begin, seconds, slept):
    found = []
    begin(account("a@x.test")).wait(seconds, lambda: False, found.append)
    assert found == slept


def test_it_sleeps_no_longer_once_it_is_ended_or_has_news(begin, monkeypatch):
    courier, found = begin(account("a@x.test")), []
    courier.wait(9, lambda: len(found) == 2, found.append)
    assert len(found) == 2
    monkeypatch.setattr(Courier, "has_news", lambda self: len(found) == 3)
    courier.wait(9, lambda: False, found.append)
    assert len(found) == 3


def test_the_one_mailbox_that_tells_of_news_is_waited_at(begin):
    one = account("a@x.test", can_wait=True)
    begin(one).wait(9, lambda: True, pytest.fail)
    begin(one).wait(9, lambda: False, pytest.fail)
    assert one.box.waits == [(9, True), (9, False)]
    found = []
    for ways in ((one, account("b@x.test", can_wait=True)), (account("b@x.test"),)):
        begin(*ways).wait(0.25, lambda: False, found.append)
    assert found == [0.25, 0.25]


def test_all_connections_are_given_up_at_the_end(begin, tmp_path):
    ways = [account("a@x.test"), FolderWay(FolderSettings(path=str(tmp_path)), tmp_path), account("b@x.test")]
    begin(*ways).close()
    assert [ways[0].box.closed, ways[2].box.closed] == [1, 1]


def test_news_are_a_log_that_has_changed_a_shared_folder_or_a_letter_that_has_waited(begin, tmp_path):
    shared, game = tmp_path / "shared", tmp_path / "game"
    shared.mkdir()
    game.mkdir()
    courier = begin(FolderWay(FolderSettings(path=str(shared)), tmp_path), trust=entrusted(tmp_path, "game"))
    assert not courier.has_news()
    courier._seen = {GAME: ((0, 0), NOW), OTHER: ((1, 1), NOW)}  # the other is entrusted no more
    assert not courier.has_news()
    (game / "game.pbem").write_bytes(b"x")
    assert courier.has_news()
    courier._seen = {}
    assert not courier.has_news()
    (shared / "new").write_bytes(b"x")
    assert courier.has_news()
    alone = begin()
    alone._holding = SimpleNamespace(is_over=lambda: True)
    assert alone.has_news()


@pytest.mark.parametrize("minutes", [0, 7])
def test_answers_are_held_back_for_as_many_minutes_as_the_settings_say(begin, monkeypatch, minutes):
    asked = {}
    monkeypatch.setattr(rooms, "EntrustedDesk", lambda home, trust, **more: asked.update(more) or SimpleNamespace(
        trust=trust))
    begin(settings=replace(SETTINGS, pass_after_minutes=minutes))
    assert asked["wait"] == 60 * minutes


def test_a_match_goes_by_the_name_of_its_folder_and_one_that_is_unknown_by_its_id(begin, tmp_path):
    courier = begin(trust=entrusted(tmp_path, "angola"))
    assert (courier._title(GAME), courier._title(OTHER)) == ("angola", OTHER[:8])
    assert (courier._folder_of(GAME), courier._folder_of(OTHER)) == (str(tmp_path / "angola"), None)


def test_whoever_is_in_the_address_book_may_send_something(begin):
    courier = begin()
    courier.home.people.put(PersonCard(address="Bo@X.Test", id=GAME, name="bo"))
    courier.home.people.put(PersonCard(address="", id=OTHER, name="cy"))
    assert courier._addresses() == {"bo@x.test"}


# ------------------------------------------------------------------ what is told of what came


def receipt(tmp_path, **fields):
    match = SimpleNamespace(genesis=SimpleNamespace(id=GAME), keys=(0, 1), refusal=lambda seat: None)
    return SimpleNamespace(**{"match": match, "new": 0, "made": 0, "told": [], "folder": tmp_path} | fields)


@pytest.mark.parametrize(("new", "made", "said"), [
    (0, 0, []), (1, 0, ["1 new record in the mail"]), (2, 1, ["2 new records in the mail, 1 made here"]),
    (0, 3, ["0 new records in the mail, 3 made here"]),
])
def test_what_came_is_counted(begin, tmp_path, monkeypatch, new, made, said):
    monkeypatch.setattr(rooms, "stopped", lambda match: None)
    courier = begin(trust=entrusted(tmp_path, "game"))
    courier._tell_receipt("the mail", receipt(tmp_path, new=new, made=made))
    assert courier.said == [("game", text, 0) for text in said]


def test_what_was_answered_for_its_person_is_told_once_in_a_look_and_kept_for_him(begin, tmp_path, monkeypatch):
    kept = []
    monkeypatch.setattr(rooms, "stopped", lambda match: None)
    monkeypatch.setattr(rooms, "keep_told", lambda *given: kept.append(given))
    courier = begin(trust=entrusted(tmp_path, "game"))
    for _ in range(2):
        courier._tell_receipt("the mail", receipt(tmp_path, told=["answered", "passed"]))
    assert courier.said == [("game", "answered", 0), ("game", "passed", 0)]
    assert kept == [(tmp_path, GAME, ["answered", "passed"])] * 2


def test_why_a_match_has_stopped_is_told_but_not_of_what_is_on_its_way(begin, tmp_path, monkeypatch):
    courier = begin()
    match = SimpleNamespace(keys=(0, 1), refusal=lambda seat: None)
    stuck = SimpleNamespace(keys=(0, 1), refusal=lambda seat: BadRecord("x") if seat == 1 else None)
    missing, bad = MissingRecords("event 3 is missing", "ask"), BadRecord("twins")
    for found, reason, is_told in ((match, None, False), (match, missing, False), (stuck, missing, True),
                                   (match, bad, True)):
        monkeypatch.setattr(rooms, "stopped", lambda _match, reason=reason: reason)
        before = len(courier.said)
        for _ in range(2):
            courier._tell_stop("game", found)
        assert len(courier.said) - before == is_told
    assert courier.said == [
        ("game", "event 3 is missing (ask)", MissingRecords.status), ("game", "twins", BadRecord.status)]


# ------------------------------------------------------------------ what is left in a shared folder


def test_what_a_shared_folder_lacks_is_left_there_once_and_said(begin, tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    way = FolderWay(FolderSettings(path=str(shared)), tmp_path)
    courier = begin(way, trust=entrusted(tmp_path, "game"))
    courier._hosting = SimpleNamespace(leave_beside=lambda way, gid: None)
    asked = []
    table = SimpleNamespace(
        is_unsent=lambda name: True, in_way=lambda name: [name], circle=SimpleNamespace(heads=(4, 2)),
        packets=lambda heads: asked.append(heads) or [("t-1-0001-red.pbem", b"one"), ("t-1-0001-red-2.pbem", b"two")])
    courier._write(GAME, way, table)
    assert {path.name: path.read_bytes() for path in shared.iterdir()} == {
        "t-1-0001-red.pbem": b"one", "t-1-0001-red-2.pbem": b"two"}
    assert courier.said == [("game", f"left {name} in {shared}", 0)
                            for name in ("t-1-0001-red.pbem", "t-1-0001-red-2.pbem")]
    assert asked == [[str(shared)]]
    assert courier.journal.state.heads == {str(shared): {GAME: {"0": 4, "1": 2}}}
    table.is_unsent = lambda name: False
    table.packets = pytest.fail
    courier._write(GAME, way, table)


def test_each_letter_that_is_written_is_said_with_whom_it_goes_to(begin, tmp_path):
    way = account("a@x.test")
    courier = begin(way, trust=entrusted(tmp_path, "game"))

    def written(lost="", reminded=(), unheard=(), turn=()):
        courier.said.clear()
        courier._write(GAME, way, SimpleNamespace(
            write_lost=lambda way: lost, write_reminders=lambda way: list(reminded),
            write_unheard=lambda way: list(unheard), write_turn=lambda way: list(turn)))
        return [text for _, text, _ in courier.said]

    assert written() == []
    assert written("bo", ["cy", "di"], ["ed"], ["bo", "cy"]) == [
        "something of bo was lost on its way: asked for", "a reminder to cy is written", "a reminder to di is written",
        "nothing was heard of ed: sent again what may have been lost", "a letter to bo, cy is written"]


# ------------------------------------------------------------------ handing letters in


def letter(number, *, way="a@x.test", to=("b@x.test",), kind="turn", game=GAME):
    return LetterWritten(id=f"<{number}.pbem@x.test>", game=game, way=way, kind=kind, to=to, time=NOW, round=1)


def ready(courier, *letters):
    for one in letters:
        courier.journal.keep_letter(one, f"mail {one.id}".encode())
    return courier


def test_letters_are_handed_in_by_their_way_the_oldest_first_and_forgotten(begin, tmp_path):
    one, two = account("a@x.test"), account("b@x.test")
    courier = ready(begin(one, two, trust=entrusted(tmp_path, "game")), letter(2),
                    letter(1, to=("b@x.test", "c@x.test")), letter(3, way="b@x.test"))
    courier._send(one)
    assert one.sender.sent == [(b"mail <2.pbem@x.test>", ("b@x.test",)),
                               (b"mail <1.pbem@x.test>", ("b@x.test", "c@x.test"))]
    assert two.sender.sent == []
    assert courier.said == [("game", "sent to b@x.test", 0), ("game", "sent to b@x.test, c@x.test", 0)]
    assert list(courier.journal.state.open) == ["<3.pbem@x.test>"]
    assert len(list(courier.journal.outbox.iterdir())) == 1
    assert courier.journal.state.sent == (NOW, NOW)


def test_no_more_letters_go_in_an_hour_than_the_settings_say(begin):
    way = account("a@x.test")
    courier = ready(begin(way), *map(letter, range(4)))
    for after, sent in ((0, 3), (HOUR - 1, 3), (HOUR, 4)):
        courier.at.now = NOW + after
        courier._send(way)
        assert len(way.sender.sent) == sent
    assert courier.said.count(("a@x.test", "3 mails were sent within an hour: the rest waits", 0)) == 1


def test_a_letter_whose_bytes_are_gone_is_dropped(begin):
    way = account("a@x.test")
    courier = ready(begin(way), letter(1), letter(2))
    courier.journal.forget_letter("<1.pbem@x.test>")
    courier._send(way)
    assert [mail for mail, _ in way.sender.sent] == [b"mail <2.pbem@x.test>"]
    assert courier.journal.state.open == {}


def test_what_was_handed_in_before_a_crash_is_sent_again_under_its_id_and_that_is_said(begin):
    way = account("a@x.test")
    courier = ready(begin(way), letter(1))
    courier.journal.note(Handed(id="<1.pbem@x.test>", time=NOW))
    courier._send(way)
    assert courier.said == [
        (GAME[:8], "<1.pbem@x.test> may have been sent before: sent once more under the same id", 0),
        (GAME[:8], "sent to b@x.test", 0)]


def test_who_is_refused_for_good_is_told_and_gone_round_and_the_others_have_it(begin):
    way = account("a@x.test")
    courier = ready(begin(way), letter(1, to=("b@x.test", "c@x.test")), letter(2, to=("b@x.test",)))
    noted = []
    courier._hearing = SimpleNamespace(note_bounced=lambda *given: noted.append(given))
    courier._hosting = SimpleNamespace(note_bounced=noted.append)
    way.sender.answers += [SmtpAnswer(never={"b@x.test": "550 no such user"})] * 2
    courier._send(way)
    refused = (GAME[:8], "b@x.test is refused by the mail server: 550 no such user", Transport.status)
    assert courier.said == [refused, (GAME[:8], "sent to c@x.test", 0), refused]
    assert noted == [("<1.pbem@x.test>", "b@x.test", "550 no such user"), ["<1.pbem@x.test>"],
                     ("<2.pbem@x.test>", "b@x.test", "550 no such user"), ["<2.pbem@x.test>"]]
    assert courier.journal.state.open == {}
    assert list(courier.journal.outbox.iterdir()) == []


def test_for_whom_the_server_has_no_room_now_the_letter_is_tried_again_later(begin):
    way = account("a@x.test")
    courier = ready(begin(way), letter(1, to=("b@x.test", "c@x.test")))
    way.sender.answers.append(SmtpAnswer(later={"c@x.test": "450 wait"}))
    with pytest.raises(Transport, match=r"^c@x\.test is not taken now: 450 wait$"):
        courier._send(way)
    assert courier.journal.state.open["<1.pbem@x.test>"].to == ("c@x.test",)
    courier._send(way)
    assert way.sender.sent[-1] == (b"mail <1.pbem@x.test>", ("c@x.test",))


def test_a_letter_about_an_invitation_goes_by_that_name(begin):
    way = account("a@x.test")
    courier = ready(begin(way), letter(1, kind="invitation"))
    courier._send(way)
    assert courier.said == [("invitations", "sent to b@x.test", 0)]


def test_a_look_hands_in_what_waits_and_has_the_status_of_its_first_fault(begin):
    one, two = account("a@x.test"), account("b@x.test")
    courier = ready(begin(one, two), letter(1), letter(2, way="b@x.test"))

    def down(mail, to):
        raise Transport("down")

    one.sender.send = down
    assert courier.look(again=False) == Transport.status
    assert ("a@x.test, sending", "down", Transport.status) in courier.said
    assert len(two.sender.sent) == 1
    assert begin().look() == 0


def test_what_lies_in_a_folder_already_is_known_after_a_crash(begin, tmp_path):
    courier = begin()
    courier.journal.note(Left(game=GAME, way="/srv", heads={"0": 1}))
    assert Journal(courier.journal.path.parent).state.heads == {"/srv": {GAME: {"0": 1}}}
