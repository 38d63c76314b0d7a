"""Invitations that lie in a shared folder: told once, by whom, taken or left; within bounds whatever lies there."""

from __future__ import annotations

import json
import os

import pytest

from desks import CHEAP
from pbem.home import Home, folder
from pbem.web import inviting
from sat_down import BYTES, Visitor


def post(visitor, path, **body):
    return visitor.ask("POST", path, json.dumps(body).encode())


@pytest.fixture
def people(tmp_path, monkeypatch):
    """Ana and Bo share a folder, and Ana has Bo's card."""
    made = Home.create
    monkeypatch.setattr(folder.Home, "create", lambda *a, **k: made(*a, **{"cost": CHEAP} | k))
    ana, bo = Visitor(tmp_path / "ana"), Visitor(tmp_path / "bo")
    shared = tmp_path / "shared"
    shared.mkdir()
    for visitor, name in ((ana, "Ana"), (bo, "Bo")):
        post(visitor, "/api/identity", name=name)
        assert post(visitor, "/api/post/keep", folder=str(shared)).status == 200
    ana.ask("POST", "/drop", bo.ask("GET", "/api/card").body, headers=BYTES)
    return ana, bo, shared


def invite(ana, shared, name="come.pbem"):
    """A match that Ana makes with Bo; the packet that lies in the folder then."""
    (person,) = ana.ask("GET", "/api/me").data["people"]
    begun = post(ana, "/api/new", game="anaconda", people={"coalition": "me", "al_qaeda": person["id"]}).data
    packet = ana.ask("GET", f"/api/m/{begun['game']}/packet/{begun['packets'][0]}").body
    (shared / name).write_bytes(packet)
    return begun["game"]


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
    (shared / "large.pbem").write_bytes(packet + b"x" * inviting.MOST_BYTES)
    (shared / "folder.pbem").mkdir()
    (shared / "link.pbem").symlink_to(shared / "nowhere")
    for number in range(inviting.MOST_FILES):
        (shared / f"{number}.txt").write_bytes(b"hello")
    read = []
    real = inviting.load
    monkeypatch.setattr(inviting, "load", lambda path, *a, **k: read.append(path.name) or real(path, *a, **k))
    assert [one["game"] for one in told(bo)] == [game]
    assert 0 < len(read) <= inviting.MOST_FILES
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
    real = inviting.is_of_ours
    monkeypatch.setattr(inviting, "is_of_ours", lambda home, one: verified.append(one.id) or real(home, one))
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
    monkeypatch.setattr(inviting, "MAX_INVITED", 2)
    verified = []
    real = inviting.is_of_ours
    monkeypatch.setattr(inviting, "is_of_ours", lambda home, one: verified.append(one.id) or real(home, one))
    (shared / "all.pbem").write_bytes(b"".join([*first, *first, first[0]]))
    assert len(told(bo)) == 2
    assert len(verified) == len(set(verified)) == 2
