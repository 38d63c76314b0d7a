"""Invitations that come by mail to somebody who has entrusted nothing yet: told, taken or left, bounded."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.courier import kept_invitations
from pbem.courier.kept_invitations import KeptInvitations, folder_of
from pbem.courier.service import courier_of
from pbem.courier.ways import MailWay
from pbem.errors import WrongUse
from pbem.home.recovery import words_of
from postal import FakeBox, FakeSender, Office
from sat_down import BYTES, Visitor, ana_and_bo, invite_bo, post

ACCOUNT = {"address": "bo@b.test", "password": "x", "imap": "imap.b.test", "smtp": "smtp.b.test"}


@pytest.fixture
def people(tmp_path, monkeypatch):
    """Ana has Bo's card; Bo has a mail account, and has entrusted nothing."""
    ana, bo = ana_and_bo(tmp_path, monkeypatch)
    assert post(bo, "/api/post/keep", **ACCOUNT).status == 200
    return ana, bo, Office()


def bring(office, *packets):
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "ana@b.test", "bo@b.test", "come and play"
    mail.set_content("see what is in it\n")
    for packet in packets:
        mail.add_attachment(packet, maintype="application", subtype="octet-stream", filename="come.pbem")
    office.put("bo@b.test", mail.as_bytes())


def look(visitor, office, times=1):
    """The table's courier looks into the mail."""
    home, said = visitor.room.desk.home, []

    def ways(settings, _beside):
        return [MailWay(settings.mail[0], FakeBox(office, "bo@b.test"), FakeSender(office))]

    for _ in range(times):
        with courier_of(home, lambda line: said.append(line.text), make_ways=ways, is_expectant=True) as courier:
            assert courier.look() == 0, said
    return said


def told(visitor):
    return visitor.ask("GET", "/api/invitations").data


def test_an_invitation_that_came_by_mail_is_told_once_and_taken(people):
    ana, bo, office = people
    game, packet = invite_bo(ana)
    bring(office, packet)
    look(bo, office, times=2)
    (one,) = told(bo)
    assert (one["game"], one["title"], one["seats"], one["played"]) == (game, "Operation Anaconda", ["Al Qaeda"], False)
    assert bo.ask("GET", "/api/matches").data == [], "nothing is begun before Bo says so"
    taken = post(bo, "/api/invitation/take", game=game).data
    assert (taken["game"], taken["seats"], taken["mails"]) == (game, ["al_qaeda"], ["bo@b.test"])
    assert told(bo) == []
    bring(office, packet)
    look(bo, office)
    assert [*folder_of(bo.room.desk.home).iterdir()] == [], "what is taken is kept no more"


def test_an_invitation_by_mail_that_was_left_comes_no_more(people):
    ana, bo, office = people
    game, packet = invite_bo(ana)
    bring(office, packet)
    look(bo, office)
    assert post(bo, "/api/invitation/leave", game=game).data == []
    bring(office, packet)
    look(bo, office)
    assert told(bo) == []


def test_only_a_courier_that_is_asked_to_reads_mail_before_anything_is_entrusted(people):
    _, bo, _ = people
    with pytest.raises(WrongUse, match="nothing is entrusted to a courier yet"), \
            courier_of(bo.room.desk.home, lambda _: None):
        pass


def test_a_second_copy_of_a_home_signs_nothing_if_its_mail_has_what_the_first_signed(people, tmp_path):
    ana, first, office = people
    words = " ".join(words_of(first.room.desk.identity.master))
    second = Visitor(tmp_path / "second")
    assert post(second, "/api/identity", name="Bo", words=words).status == 200
    assert post(second, "/api/post/keep", **ACCOUNT).status == 200
    game, packet = invite_bo(ana)
    bring(office, packet)
    joined = first.ask("POST", "/join/drop", packet, headers=BYTES).data
    look(second, office)
    assert [one["played"] for one in told(second)] == [False]
    bring(office, first.ask("GET", f"/api/m/{game}/packet/{joined['packets'][0]}").body)
    look(second, office)
    assert [one["played"] for one in told(second)] == [True]
    assert post(second, "/api/invitation/take", game=game).data["seats"] == [], "no seat is taken a second time"


def test_what_is_kept_is_bounded_and_each_line_is_kept_once(people, monkeypatch):
    ana, bo, office = people
    game, packet = invite_bo(ana)
    bring(office, packet)
    look(bo, office)
    kept, path = KeptInvitations(bo.room.desk.home), folder_of(bo.room.desk.home) / f"{game}.pbem"
    before = path.read_bytes()
    kept.keep({game: [*before.splitlines(keepends=True), b"one"], "of nobody": [b"two"]})
    assert path.read_bytes() == before + b"one\n"
    monkeypatch.setattr(kept_invitations, "MOST_SHARED_BYTES", len(before) + 9)
    kept.keep({game: [b"too long", b"four"]})
    assert path.read_bytes() == before + b"one\nfour\n"
    assert kept.games() == {game}
