"""Who asks us to play: a few of each host, strangers never in place of friends, and what is forgotten stays away."""

from __future__ import annotations

import json

import pytest

from pbem.cli.main import status_of
from pbem.courier.invitations import invitation
from pbem.crypto.hashing import b64
from pbem.errors import WrongUse
from pbem.home import Home
from pbem.home.invited import Invited
from pbem.home.people import PersonCard
from pbem.lab import demo
from pbem.limits import MAX_INVITED, MAX_OF_HOST
from pbem.match.start import new_genesis
from pbem.record.wire import CODEC
from people import master
from tiny import TINY


def test_invitations_of_strangers_are_kept_up_to_a_bound_and_a_spoiled_file_stops_nothing(tmp_path):
    invited = Invited(tmp_path / "invited.json")
    put(invited, 1, host=200, is_known=True)
    for number in range(2, MAX_INVITED + 9):
        put(invited, number, host=number)
    waiting = list(invited.waiting(()))
    assert len(waiting) == MAX_INVITED
    assert waiting[:2] == [key(1), key(MAX_INVITED + 8)]  # a friend stays, and the newest of strangers stand first
    put(invited, 250, host=250, known={key(MAX_INVITED + 8)})  # that one is joined
    assert key(MAX_INVITED + 8) not in invited.waiting(())
    invited.path.write_bytes(b"garbage")
    assert invited.waiting(()) == {}
    put(invited, 1, host=1)


def key(number):
    return b64(bytes([number]) * 32)


def put(invited, game, *, host, is_known=False, known=(), name="ana"):
    invited.put(key(game), "come", known, host=key(host), name=name, is_known=is_known)


def test_one_host_has_room_for_a_few_invitations_and_keeps_nobody_else_out(tmp_path):
    invited = Invited(tmp_path / "invited.json")
    put(invited, 1, host=1, is_known=True)
    for number in range(2, 2 * MAX_INVITED):
        put(invited, number, host=2)
    assert len(invited.waiting(())) == 1 + MAX_OF_HOST
    put(invited, 200, host=3, is_known=True)
    assert list(invited.waiting(()))[:2] == [key(200), key(1)]


def test_if_people_whom_we_know_fill_the_list_no_stranger_comes_in(tmp_path):
    invited = Invited(tmp_path / "invited.json")
    for number in range(MAX_INVITED):
        put(invited, number, host=number, is_known=True)
    put(invited, 200, host=200)
    put(invited, 201, host=201, is_known=True)
    assert len(invited.waiting(())) == MAX_INVITED
    assert not {key(200), key(201)} & set(invited.waiting(()))


def test_what_was_forgotten_does_not_come_back(tmp_path):
    invited = Invited(tmp_path / "invited.json")
    for number in range(1, 5):
        put(invited, number, host=100 + number % 2, name=("ana", "bo")[number % 2])
    assert [one.name for one in invited.forget(key(1)[:8])] == ["bo"]
    put(invited, 1, host=101)
    assert set(invited.waiting(())) == {key(2), key(3), key(4)}
    assert len(invited.forget("ANA")) == 2
    put(invited, 6, host=100)
    assert set(invited.waiting(())) == {key(3)}
    for text in ("nobody", "Ana", key(3)[:3]):
        with pytest.raises(WrongUse, match="no invitation of"):
            invited.forget(text)


def test_an_invitation_that_its_host_did_not_sign_is_none(tmp_path):
    home = Home(tmp_path)
    me = home.create("red", "red@b.test", "", no_passphrase=True, cost=demo.QUICK).id
    genuine = new_genesis(master(0), TINY, [me] * 3, {}, nonce=bytes(16), policy="mover+others")
    assert invitation(home, genuine, "{}").startswith("a stranger, ")
    home.people.put(PersonCard(address="", id=genuine.msg.body.host, name="ana"))
    assert invitation(home, genuine, "{}").startswith("ana invites you to play ")
    forged = CODEC.make(genuine.msg, bytes(32))
    assert invitation(home, forged, "{}") == ""


def test_invitations_are_listed_and_forgotten_by_hand(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))
    home = Home(tmp_path)
    put(home.invited, 1, host=1)
    put(home.invited, 2, host=2, name="bo")
    assert status_of(["invitations"]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{key(2)[:12]}, of bo: come", f"{key(1)[:12]}, of ana: come"]
    assert status_of(["invitations", "--forget", "bo", "--json"]) == 0
    done = capsys.readouterr()
    assert json.loads(done.out) == [{"game": key(1), "told": "come", "host": key(1), "name": "ana", "known": False}]
    assert "forgotten: 1 invitation" in done.err
    assert status_of(["invitations", "--forget", "cy"]) == 2
    assert status_of(["invitations", "--forget", "ana"]) == 0
    assert "no invitation waits" in capsys.readouterr().err
