"""An identity with a passphrase: the page asks for it, the key is in memory alone, and is forgotten when told."""

from __future__ import annotations

import time

import pytest

from desks import CHEAP, Desks
from pbem.desk.desk import Desk
from pbem.home import Home
from pbem.web.room import Room
from sat_down import Visitor, post

SECRET = "a long way home"


@pytest.fixture
def locked(tmp_path):
    """Dee, whose key has a passphrase, at a table that nobody has unlocked; her match."""
    desks = Desks(tmp_path)
    home = Home(desks.home("dee"))
    home.create("dee", "", SECRET, cost=CHEAP)
    desks.must("dee", "new", "fallujah", "-C", desks.game("dee"), at=tmp_path)
    visitor = Visitor(desks.home("dee"), SECRET)
    (match,) = visitor.ask("GET", "/api/matches").data
    visitor.room.sit(None)
    return desks, visitor, match["game"]


def test_nothing_is_shown_or_done_before_it_is_unlocked(locked):
    desks, visitor, game = locked
    before = desks.bytes_of("dee")
    match = f"/api/m/{game}"
    for path in ("/api/matches", match, f"{match}/decided", f"{match}/beside", f"/m/{game}/paper/log.txt", "/api/post",
                 f"{match}/packet/x"):  # fmt: skip
        assert visitor.ask("GET", path).status == 423, path
    for what in ("follow", "preview", "draft", "undo", "send", "standing", "filed", "resign", "note", "out"):
        assert post(visitor, f"{match}/{what}", at="x").status == 423, what
    dropped = {"content-type": "application/octet-stream"}
    assert visitor.ask("POST", "/drop", b"{", headers=dropped | {"content-length": "1"}).status == 423
    assert visitor.ask("GET", "/api/me").data["locked"]
    assert desks.bytes_of("dee") == before


def test_a_wrong_passphrase_opens_nothing_and_is_not_told_again(locked):
    _, visitor, _ = locked
    refused = post(visitor, "/api/unlock", passphrase="my dog's name")
    assert (refused.status, b"my dog" in refused.body) == (400, False)
    assert "passphrase" in refused.data["error"]
    assert visitor.ask("GET", "/api/matches").status == 423


def test_the_right_one_opens_all_until_it_is_locked_again(locked):
    _, visitor, game = locked
    opened = post(visitor, "/api/unlock", passphrase=SECRET)
    assert (opened.status, opened.data["locked"], opened.data["guarded"]) == (200, False, True)
    assert SECRET.encode() not in opened.body
    assert visitor.post(game, "draft", text="setup north 2-7cav 2-2inf jsotf").status == 200
    assert post(visitor, "/api/lock").data["locked"]
    assert visitor.room.desk.identity is None
    assert visitor.ask("GET", f"/api/m/{game}").status == 423


def test_the_courier_goes_on_while_it_is_locked_and_the_page_is_told_so(locked, tmp_path):
    _, visitor, game = locked
    post(visitor, "/api/unlock", passphrase=SECRET)
    (tmp_path / "shared").mkdir()
    post(visitor, "/api/post/keep", folder=str(tmp_path / "shared"))
    assert post(visitor, "/api/post/carry", game=game, open=True).status == 200
    works = visitor.room.carrying
    works.begin()
    try:
        until = time.monotonic() + 20
        while works.told().work != "here" and time.monotonic() < until:
            time.sleep(0.02)
        locked_now = post(visitor, "/api/lock").data
        assert (locked_now["locked"], locked_now["courier"]) == (True, "here")
        assert works.told().work == "here"
        assert visitor.ask("GET", "/api/post").status == 423, "what it does is not shown"
    finally:
        works.end()


def test_who_has_no_passphrase_cannot_lock(tmp_path):
    home = Home(tmp_path / "home")
    identity = home.create("eva", "", "", no_passphrase=True, cost=CHEAP)
    visitor = Visitor(tmp_path / "home")
    assert post(visitor, "/api/lock").status == 400
    assert not Room(Desk(home, identity)).is_locked
    assert not visitor.ask("GET", "/api/me").data["guarded"]


def test_a_passphrase_is_in_no_text_of_a_request():
    from pbem.web.shapes import Unlocking

    assert SECRET not in repr(Unlocking(SECRET))
