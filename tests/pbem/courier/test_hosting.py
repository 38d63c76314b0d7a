"""Four people who know nothing of each other's cards are invited by address, and play."""

from __future__ import annotations

import email
import email.policy
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from clubs import SEATS, Club
from pbem.courier.hosting import Hosting
from pbem.courier.settings import Settings
from pbem.desk.gathering import first_line, make, name_others, take_answer, take_doubtful
from pbem.desk.inviting import INSTALL
from pbem.desk.replying import accepted, reply
from pbem.errors import BadRecord, WrongUse
from pbem.home.gatherings import Gatherings, Guest
from pbem.home.invitation import read_invitation, write_answer, write_invitation
from pbem.match.match import Match
from pbem.match.start import new_genesis
from pbem.ruleset import find

DAY = 86_400
NOTICES = Settings(picture=False, hold_seconds=0, notify="mail")


def club_of(tmp_path, **more) -> Club:
    return Club(tmp_path, **more)


def guests(club: Club) -> dict[str, Guest]:
    (gathering,) = club["ana"].home.gatherings.all().values()
    return {guest.address.partition("@")[0]: guest for guest in gathering.guests}


def subjects(club: Club, name: str) -> list[str]:
    mails = club.office.boxes.get(f"{name}@pbem.test", [])
    return [email.message_from_bytes(mail, policy=email.policy.default)["Subject"] for mail in mails]


def match_of(club: Club, name: str) -> Match:
    with club[name].desk.game(club[name].root / "game") as game:
        return game.match


def come(club: Club, *names: str) -> None:
    for name in names:
        club[name].reply()
    club.look(*names)


@pytest.mark.parametrize("way", ["mail", "folder"])
def test_four_people_come_by_invitation_to_the_first_order(tmp_path, way):
    shared = tmp_path / "shared"
    shared.mkdir()
    club = club_of(tmp_path, shared=shared if way == "folder" else None)
    club.invite()
    club.look()
    come(club, "bo", "cy", "dora")
    club.look(times=4)
    for name, seats in SEATS.items():
        match = match_of(club, name)
        assert [duty.kind for duty in match.mine() if not duty.is_mechanical] == ["seal"], club[name].said
        assert {match.name(seat) for seat in match.keys} == set(seats)
        assert club[name].faults == []
        people = club[name].home.people.all().values()
        assert {person.address for person in people} == {f"{one}@pbem.test" for one in SEATS if one != name}
        assert club[name].home.titles.of(match.genesis.id) == "Autumn cup"
        taken = [line for line in club[name].said if "your seats are taken" in line]
        assert len(taken) == (name != "ana")


def test_an_invitation_says_what_it_is_and_how_to_come(tmp_path):
    club = club_of(tmp_path)
    club.invite(remark="see you there\n  on Friday")
    club.look("ana")
    mail = email.message_from_bytes(club.office.boxes["bo@pbem.test"][0], policy=email.policy.default)
    text = mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
    (file,) = [part.get_filename() for part in mail.iter_attachments()]
    assert mail["Subject"] == "[pbem] ana invites you: Autumn cup"
    assert (mail["Auto-Submitted"], mail["X-Pbem-Kind"]) == ("auto-generated", "invitation")
    for words in ("ana <ana@pbem.test> invites you to play Angola!", "Two alliances fight", "You would play fnla",
                  f"     pbem accept {file} --name YOURNAME", f"pbem decline {file}", "pipx install '.[mail,png]'",
                  "ana writes:\nsee you there\n  on Friday", "answer until 2033-06-17"):
        assert words in text
    club.look("ana", times=3)
    assert len(club.office.boxes["bo@pbem.test"]) == 1
    assert "invitations: sent to bo@pbem.test" in club["ana"].said


def test_who_declines_or_is_silent_for_a_week_is_told_to_the_host_with_what_to_type(tmp_path):
    club = club_of(tmp_path)
    settings = NOTICES
    id = club.invite()
    club.look("ana")
    club["bo"].reply(accepts=False)
    club.look("bo")
    club["ana"].look(settings)
    assert guests(club)["bo"].state == "declined"
    assert any(f"bo@pbem.test does not come as fnla. Name another: pbem invite {id} fnla=ADDRESS" in line
               for line in club["ana"].said)
    club.clock.now += 7 * DAY
    for _ in range(3):
        club["ana"].look(settings)
    assert subjects(club, "ana").count("[pbem] Autumn cup: cy@pbem.test") == 1
    text = club.office.boxes["ana@pbem.test"][-1].decode()
    assert "has not answered for a week" in text
    assert f"pbem invite {id}" in text


@pytest.mark.parametrize("sender", ["", "eve@pbem.test"])
def test_a_refusal_that_anybody_could_write_is_told_as_unproved_and_leaves_the_invitation_open(tmp_path, sender):
    club = club_of(tmp_path)
    id = club.invite()
    club.look("ana")
    ana, sent = club["ana"].home, read_invitation(guests(club)["bo"].sent.encode())
    unsigned = write_answer(sent, None, b"", accepts=False, time=club.clock())
    _, told = take_answer(ana, unsigned, sender, club.clock())
    assert "says an answer that is not proved to be his: whoever saw the invitation can write one" in told
    assert guests(club)["bo"].unproved
    for _ in range(2):
        club["ana"].look(NOTICES)
    assert subjects(club, "ana").count("[pbem] Autumn cup: bo@pbem.test") == 1
    assert "It stays open, and he can still accept" in " ".join(club.office.boxes["ana@pbem.test"][-1].decode().split())
    come(club, "bo")
    club.look("ana")
    assert (guests(club)["bo"].state, guests(club)["bo"].unproved) == ("came", False)
    with pytest.raises(BadRecord, match="is taken already"):
        take_answer(ana, unsigned, sender, club.clock())
    assert id in ana.gatherings.all()


@pytest.mark.parametrize("signed", [True, False])
def test_a_refusal_is_as_good_as_its_card_or_the_address_that_it_came_from(tmp_path, signed):
    club = club_of(tmp_path)
    club.invite()
    club.look("ana")
    bo, sent = club["bo"].home, read_invitation(guests(club)["bo"].sent.encode())
    identity = bo.load()
    card, seed, sender = (bo.sign_card(identity), identity.seed, "") if signed else (None, b"", "bo@pbem.test")
    proved = write_answer(sent, card, seed, accepts=False, time=club.clock())
    unsigned = write_answer(sent, None, b"", accepts=False, time=club.clock())
    for content, where, is_told, is_unproved in (
            (unsigned, "", True, True), (proved, sender, True, False), (unsigned, "", False, False)):
        _, told = take_answer(club["ana"].home, content, where, club.clock())
        assert (bool(told), guests(club)["bo"].unproved) == (is_told, is_unproved)
        assert guests(club)["bo"].state == "declined"


def test_who_declines_for_another_does_not_undo_an_answer_that_waits_for_a_look(tmp_path):
    club = club_of(tmp_path, names=(*SEATS, "eve"))
    club.invite()
    club.look("ana")
    sent = read_invitation(guests(club)["bo"].sent.encode())
    eve = club["eve"].home
    accepts = write_answer(sent, eve.sign_card(eve.load()), eve.load().seed, accepts=True, time=club.clock())
    take_answer(club["ana"].home, accepts, "", club.clock())
    before = guests(club)["bo"]
    unsigned = write_answer(sent, None, b"", accepts=False, time=club.clock())
    assert "is not proved" in take_answer(club["ana"].home, unsigned, "", club.clock())[1]
    assert guests(club)["bo"] == before
    assert before.state == "doubtful"


def test_who_comes_while_the_host_is_told_that_he_is_silent_has_come(tmp_path, monkeypatch):
    club = club_of(tmp_path)
    club.invite()
    club.look("ana")
    club["bo"].reply()
    (replied,) = club["bo"].home.accepted.all().values()

    def tell(_self, _gathering, guest, _said) -> None:
        if guest.address == "bo@pbem.test":
            take_answer(club["ana"].home, replied.answer.encode(), "", club.clock())

    monkeypatch.setattr(Hosting, "_tell_host", tell)
    club.clock.now += 7 * DAY
    club["ana"].look()
    assert guests(club)["bo"].state == "came"
    assert guests(club)["cy"].told == "silent"


def test_what_two_programs_change_at_once_is_not_lost(tmp_path, monkeypatch):
    club = club_of(tmp_path, names=(*SEATS, "eve"))
    id = club.invite()
    club.look("ana")
    club["bo"].reply()
    (replied,) = club["bo"].home.accepted.all().values()
    home, change = club["ana"].home, Gatherings.change_guest
    before = home.gatherings.get(id)
    fails = iter([True])

    def once_later(self, id, before, after) -> bool:
        return not next(fails, False) and change(self, id, before, after)

    monkeypatch.setattr(Gatherings, "change_guest", once_later)
    assert take_answer(home, replied.answer.encode(), "", club.clock())[1].endswith(" comes")
    monkeypatch.setattr(Gatherings, "get", lambda self, id: before)  # as it was read just before
    with pytest.raises(WrongUse, match="somebody has answered"):
        name_others(club["ana"].desk, id, {}, {"unita": "eve@pbem.test"}, club.clock(), by_hand=False)
    assert guests(club)["bo"].state == "came"


@pytest.mark.parametrize(("change", "said"), [
    ({"options": {"scenario": "../x"}}, "no such match can be made: "), ({"options": {"none": 7}}, "none"),
    ({"dice": "judge"}, "there is no dice policy judge"), ({"dice": "x"}, "there is no dice policy x"),
])
def test_an_invitation_to_what_cannot_be_made_is_not_accepted(tmp_path, change, said):
    club = club_of(tmp_path)
    club.invite()
    ana, bo = club["ana"], club["bo"]
    sound = read_invitation(guests(club)["bo"].sent.encode())
    content = write_invitation(replace(sound, **change), ana.home.load().seed)
    with pytest.raises(BadRecord, match=re.escape(said)):
        reply(bo.desk, content, bo.root / "game", club.clock(), accepts=True, by_hand=True)
    assert bo.home.accepted.all() == {}


def test_another_is_named_and_the_first_counts_for_nothing_any_more(tmp_path):
    club = club_of(tmp_path, names=(*SEATS, "eve"))
    id = club.invite()
    club.look("ana")
    come(club, "bo", "cy")
    _, named = name_others(club["ana"].desk, id, {}, {"unita": "eve@pbem.test"}, club.clock(), by_hand=False)
    assert [guest.address for guest in named] == ["eve@pbem.test"]
    club.look("ana")
    come(club, "dora", "eve")
    club.look("ana")
    assert any("it answers no invitation of this home" in line for line in club["ana"].faults)
    seats = {seat.name: seat.id for seat in first_line(club["ana"].root / "game").msg.body.seats}
    assert seats["unita"] == club["eve"].home.card().id


def test_a_courier_whose_host_has_a_passphrase_says_once_what_to_type(tmp_path):
    club = club_of(tmp_path, locked=("ana",))
    id = club.invite()
    club.look("ana")
    come(club, "bo", "cy", "dora")
    for _ in range(3):
        club["ana"].look(NOTICES)
    assert first_line(club["ana"].root / "game") is None
    assert subjects(club, "ana").count("[pbem] all have come to Autumn cup") == 1
    assert f"pbem invite --make {id}" in club.office.boxes["ana@pbem.test"][-1].decode()
    gid, folder = make(club["ana"].desk, id, club.clock())
    assert first_line(folder).id == gid
    with pytest.raises(WrongUse, match="is made already"):
        make(club["ana"].desk, id, club.clock())


def test_a_guest_with_a_passphrase_is_told_once_that_the_match_begins_as_he_wants_it(tmp_path, monkeypatch):
    shown = []
    monkeypatch.setattr("pbem.courier.hosting.show_on_screen", lambda notice: shown.append(notice.subject))
    monkeypatch.setattr("pbem.courier.hosting.run_for", lambda command, notice: shown.append((command, notice.subject)))
    club = club_of(tmp_path, locked=("bo", "cy", "dora"))
    club.invite()
    club.look("ana")
    come(club, "bo", "cy", "dora")
    club.look("ana", times=2)
    for _ in range(3):
        club["bo"].look(NOTICES)
    assert first_line(club["bo"].root / "game") is None
    begins = "[pbem] the match that you accepted begins"
    assert subjects(club, "bo").count(begins) == 1
    for name, notify in (("cy", "desktop"), ("dora", ("ring", "a bell"))):
        club[name].look(replace(NOTICES, notify=notify))
        club[name].look(replace(NOTICES, notify=notify))
        assert begins not in subjects(club, name)
    assert shown == [begins, (("ring", "a bell"), begins)]
    assert [club[name].faults for name in ("bo", "cy", "dora")] == [[], [], []]


def test_who_accepts_in_the_place_of_another_is_shown_to_the_host_and_takes_no_seat_by_himself(tmp_path):
    club = club_of(tmp_path, names=(*SEATS, "eve"))
    id = club.invite()
    club.look("ana")
    club.office.boxes["eve@pbem.test"] = club.office.boxes["bo@pbem.test"]  # he passes it on
    eve = club["eve"]
    mine = eve.slips("invitation")
    reply(eve.desk, mine[-1].content, eve.root / "game", club.clock(), accepts=True, by_hand=False)
    come(club, "cy", "dora")
    club.look("eve", "ana")
    assert guests(club)["bo"].state == "doubtful"
    assert first_line(club["ana"].root / "game") is None
    key = eve.home.card().id[:12]
    told = [line for line in club["ana"].said if f"eve, key {key}, <eve@pbem.test>" in line]
    assert "in place of bo@pbem.test" in told[0]
    assert f"pbem invite {id} --take fnla" in told[0]
    assert eve.home.card().id not in club["ana"].home.people.all()
    take_doubtful(club["ana"].home, id, "fnla")
    club.look("ana")
    assert first_line(club["ana"].root / "game") is not None


def test_an_invitation_that_comes_back_is_told(tmp_path):
    club = club_of(tmp_path)
    id = club.invite()
    club.look("ana")
    letter = email.message_from_bytes(club.office.boxes["bo@pbem.test"][0])["Message-ID"]
    bounce = (f"From: MAILER-DAEMON@pbem.test\r\nReturn-Path: <>\r\nSubject: Undelivered\r\n"
              f"Content-Type: text/plain\r\n\r\nFinal-Recipient: rfc822; bo@pbem.test\r\nAction: failed\r\n\r\n"
              f"Message-ID: {letter}\r\n")
    club.office.put("ana@pbem.test", bounce.encode())
    club.look("ana", times=2)
    told = [line for line in club["ana"].said if "the invitation to bo@pbem.test came back" in line]
    assert len(told) == 1
    assert f"pbem invite {id} fnla=ADDRESS" in told[0]


def test_a_match_that_is_not_what_was_accepted_takes_no_seat_by_itself(tmp_path):
    club = club_of(tmp_path)
    club.invite()
    club.look("ana")
    come(club, "bo", "cy", "dora")
    gathering = next(iter(club["ana"].home.gatherings.all().values()))
    assert gathering.options == {"scenario": "july_1975"}
    ids = {seat: club[name].home.card().id for name, seats in SEATS.items() for seat in seats}
    master = club["ana"].home.load().master

    def genesis(people, **more):
        ruleset = find("angola")
        return new_genesis(master, ruleset, [people[seat] for seat in ruleset.seats], more.pop("options", {}),
                           nonce=bytes(16), **more)

    bo = club["bo"].home
    assert accepted(bo, genesis(ids)) is not None
    assert accepted(bo, genesis(ids, policy="mover+next")) is None
    assert accepted(bo, genesis(ids | {"mpla": ids["fnla"]})) is None
    assert accepted(bo, genesis(ids | {"fapla": ids["unita"]})) is None
    assert accepted(club["cy"].home, genesis(ids | {"mpla": ids["fnla"]})) is None


def test_the_lines_that_install_are_those_of_the_page_on_installing():
    page = (Path(__file__).parents[3] / "docs" / "install.md").read_text(encoding="utf-8")
    for system, commands in INSTALL.items():
        assert len(commands) == 3
        assert f"| {system} | {' · '.join(f'`{command}`' for command in commands)} |" in page
