"""Invitations that lie in a shared folder: told once, by whom, taken or left; within bounds whatever lies there."""

from __future__ import annotations

import os

import pytest

from desks import CHEAP, Desks
from pbem.courier import inviting_folders
from pbem.home.recovery import words_of
from pbem.web import inviting
from sat_down import BYTES, Visitor, ana_and_bo, invite_bo, post


@pytest.fixture
def people(tmp_path, monkeypatch):
    """Ana and Bo share a folder, and Ana has Bo's card."""
    ana, bo = ana_and_bo(tmp_path, monkeypatch)
    shared = tmp_path / "shared"
    shared.mkdir()
    for visitor in (ana, bo):
        assert post(visitor, "/api/post/keep", folder=str(shared)).status == 200
    return ana, bo, shared


def invite(ana, shared, name="come.pbem"):
    """A match that Ana makes with Bo; the packet that lies in the folder then."""
    game, packet = invite_bo(ana)
    (shared / name).write_bytes(packet)
    return game


def told(visitor):
    return visitor.ask("GET", "/api/invitations").data


def test_an_invitation_in_the_shared_folder_is_told_and_taken(people):
    ana, bo, shared = people
    game = invite(ana, shared)
    bo.ask("POST", "/drop", ana.ask("GET", "/api/card").body, headers=BYTES)
    (one,) = told(bo)
    assert (one["game"], one["host"], one["title"], one["seats"]) == (game, "Ana", "Operation Anaconda", ["Al Qaeda"])
    assert told(ana) == [], "her own match"
    assert bo.ask("GET", "/api/matches").data == [], "nothing is begun before Bo says so"
    taken = post(bo, "/api/invitation/take", game=game).data
    assert (taken["game"], taken["seats"], taken["others"]) == (game, ["al_qaeda"], ["Ana (Coalition)"])
    assert told(bo) == []
    assert [one["game"] for one in bo.ask("GET", "/api/matches").data] == [game]


def test_a_host_whose_card_is_not_here_is_told_as_unknown(people):
    ana, bo, shared = people
    invite(ana, shared)
    (one,) = told(bo)
    assert one["host"] == ""
    assert ana.room.desk.home.card().id.startswith(one["id"])


def test_an_invitation_that_was_left_or_forgotten_is_told_no_more(people):
    ana, bo, shared = people
    left = invite(ana, shared, "one.pbem")
    again = invite(ana, shared, "two.pbem")
    assert [one["game"] for one in post(bo, "/api/invitation/leave", game=left).data] == [again]
    assert [one["game"] for one in told(bo)] == [again]
    host = ana.room.desk.home.card().id
    bo.room.desk.home.invited.put(again, "told", [], host=host, name="Ana", is_known=False)
    bo.room.desk.home.invited.forget(host)
    assert told(bo) == []
    third = invite(ana, shared, "three.pbem")
    assert told(bo) == [], "of a host who was forgotten nothing is told"
    assert bo.ask("GET", "/api/matches").data == []
    assert third


def test_an_invitation_that_is_gone_says_so_and_nothing_is_half_done(people):
    ana, bo, shared = people
    game = invite(ana, shared)
    assert told(bo)
    (shared / "come.pbem").unlink()
    fault = post(bo, "/api/invitation/take", game=game)
    assert (fault.status, fault.data["error"]) == (400, "that invitation is not there any more")
    assert bo.ask("GET", "/api/matches").data == []
    assert not (bo.room.desk.home.root / "matches").exists()


def test_whatever_lies_there_the_scan_is_bounded_and_each_file_is_read_once(people, monkeypatch):
    ana, bo, shared = people
    game = invite(ana, shared)
    os.utime(shared / "come.pbem", (2_000_000_000, 2_000_000_000))  # newer than the rubbish
    packet = (shared / "come.pbem").read_bytes()
    (shared / "spoiled.pbem").write_bytes(packet[:-30])
    (shared / "large.pbem").write_bytes(packet + b"x" * inviting_folders.MOST_SHARED_BYTES)
    (shared / "folder.pbem").mkdir()
    (shared / "link.pbem").symlink_to(shared / "nowhere")
    for number in range(inviting_folders.MOST_SHARED_FILES):
        (shared / f"{number}.txt").write_bytes(b"hello")
    read = []
    real = inviting_folders.load
    monkeypatch.setattr(inviting_folders, "load", lambda path, *a, **k: read.append(path.name) or real(path, *a, **k))
    assert [one["game"] for one in told(bo)] == [game]
    assert 0 < len(read) <= inviting_folders.MOST_SHARED_FILES
    assert "large.pbem" not in read
    read.clear()
    assert [one["game"] for one in told(bo)] == [game]
    assert read == []


def test_what_a_locked_table_was_asked_into_is_not_told(people, tmp_path):
    ana, bo, shared = people
    invite(ana, shared)
    bo.room.desk.home.change(bo.room.desk.identity, name="Bo", address="", passphrase="a long way", cost=CHEAP)
    bo.room.sit(None)
    assert bo.ask("GET", "/api/invitations").status == 423


def test_what_lies_there_is_verified_once_however_often_one_looks(people, monkeypatch):
    ana, bo, shared = people
    invite(ana, shared)
    verified = []
    real = inviting_folders.is_of_ours
    monkeypatch.setattr(inviting_folders, "is_of_ours", lambda home, one: verified.append(one.id) or real(home, one))
    assert [len(told(bo)) for _ in range(3)] == [1, 1, 1]
    assert len(verified) == 1


def test_of_one_file_a_few_first_lines_are_verified_and_each_once(people, monkeypatch):
    ana, bo, shared = people
    for name in ("one.pbem", "two.pbem", "three.pbem"):
        invite(ana, shared, name)
        (shared / name).unlink()
    logs = sorted((ana.room.desk.home.root / "matches").glob("*/game.pbem"))
    first = [log.read_bytes().splitlines(keepends=True)[0] for log in logs]
    (shared / "all.pbem").write_bytes(b"".join([*first, *first]))
    assert len(first) == len(told(bo)) == 3
    monkeypatch.setattr(inviting_folders, "MAX_INVITED", 2)
    verified = []
    real = inviting_folders.is_of_ours
    monkeypatch.setattr(inviting_folders, "is_of_ours", lambda home, one: verified.append(one.id) or real(home, one))
    (shared / "all.pbem").write_bytes(b"".join([*first, *first, first[0]]))
    assert len(told(bo)) == 2
    assert len(verified) == len(set(verified)) == 2


# ------------------------------------------------------------------ cards, and a second copy of one home


def cards(visitor):
    return visitor.ask("GET", "/api/me").data["cards"]


def test_cards_that_lie_in_the_shared_folder_are_told_and_kept_if_their_person_says_so(people):
    ana, bo, shared = people
    for visitor, name in ((ana, "ana.card"), (bo, "bo.card")):
        (shared / name).write_bytes(visitor.ask("GET", "/api/card").body)
    assert cards(ana) == [], "her own, and one that she has"
    (one,) = cards(bo)
    assert (one["id"], one["name"]) == (ana.room.desk.home.card().id, "Ana")
    assert bo.room.desk.home.people.all() == {}, "nobody is known before Bo says so"
    kept = post(bo, "/api/card/take", id=one["id"]).data
    assert (kept["cards"], [person["name"] for person in kept["people"]]) == ([], ["Ana"])
    fault = post(bo, "/api/card/take", id=one["id"])
    assert (fault.status, fault.data["error"]) == (400, "that card is not there any more")


def test_what_is_no_card_is_none_however_it_looks(people, monkeypatch):
    ana, bo, shared = people
    card = ana.ask("GET", "/api/card").body
    (shared / "spoiled.card").write_bytes(card.replace(b"Ana", b"Eve"))
    (shared / "cut.card").write_bytes(card[:-20])
    (shared / "large.card").write_bytes(card + b" " * inviting_folders.MAX_CARD)
    (shared / "junk.card").write_bytes(b'{"' * 500)
    assert cards(bo) == []
    monkeypatch.setattr(inviting, "MOST_CARDS", 0)
    (shared / "ana.card").write_bytes(card)
    assert cards(bo) == [], "a few are told, whatever lies there"


@pytest.fixture
def copies(people, tmp_path):
    """Bo's home twice, the second made of his recovery words; Ana's invitation lies in the folder they share."""
    ana, bo, shared = people
    made = bo.room.desk
    second = Visitor(tmp_path / "second")
    words = " ".join(words_of(made.identity.master))
    assert post(second, "/api/identity", name="Bo", words=words).status == 200
    assert post(second, "/api/post/keep", folder=str(shared)).status == 200
    game = invite(ana, shared)
    return bo, second, shared, game


@pytest.mark.parametrize("how", ["dropped", "taken", "typed"])
def test_a_second_copy_of_a_home_is_told_and_signs_nothing_if_the_folder_has_what_the_first_signed(copies, how):
    first, second, shared, game = copies
    invitation = (shared / "come.pbem").read_bytes()
    joined = first.ask("POST", "/join/drop", invitation, headers=BYTES).data
    assert joined["seats"] == ["al_qaeda"]
    (one,) = told(second)
    assert one["played"] is False
    (shared / "first.pbem").write_bytes(first.ask("GET", f"/api/m/{game}/packet/{joined['packets'][0]}").body)
    (one,) = told(second)
    asked = second.ask("POST", "/drop", invitation, headers=BYTES).data
    assert (one["played"], asked["played"]) == (True, True)
    assert asked["invitation"].startswith("a record of a match in which you have played before")
    if how == "dropped":
        took = second.ask("POST", "/join/drop", invitation, headers=BYTES).data
    elif how == "typed":
        desks = Desks(shared.parent)
        home = second.room.desk.home.root
        where = home / "matches" / "typed"
        done = desks.run("bo", "join", shared / "come.pbem", "-C", where, at=shared, PBEM_HOME=str(home))
        assert "has signed up to event 2 in this log, but not with this home" in done.err
        took = {"seats": []}
    else:
        took = post(second, "/api/invitation/take", game=game).data
    assert took["seats"] == [], "no seat is taken a second time"
    logs = [next((home.room.desk.home.root / "matches").glob("*/game.pbem")).read_bytes() for home in (first, second)]
    assert sorted(logs[0].splitlines()) == sorted(logs[1].splitlines()), "the second copy has signed nothing"
    (entry,) = second.ask("GET", "/api/matches").data
    assert "but not with this home: it may have signed more elsewhere" in entry["line"]
