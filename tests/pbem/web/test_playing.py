"""Playing at the table: asked, followed, previewed, drafted, taken back, sent; what changed meanwhile is told."""

from __future__ import annotations

import contextlib
import json

import msgspec
import pytest

from desks import NAMES, Desks, set_up
from pbem.desk.inbox import InboxEntry
from pbem.home.summaries import AskedOf, Summary
from pbem.web import room, seeing, sitting
from pbem.web.means import here
from pbem.web.sitting import lying
from sat_down import Visitor, alone


@pytest.fixture
def played(tmp_path):
    """Eva alone at Fallujah, and her match."""
    return alone(tmp_path)


SETUP = "setup north 2-7cav 2-2inf jsotf"


def test_the_list_says_whose_move_it_is(played):
    _, visitor, _ = played
    (entry,) = visitor.ask("GET", "/api/matches").data
    assert (entry["title"], entry["state"], entry["drafts"]) == ("Fallujah, 2004", "move", 0)
    assert entry["line"].startswith("Coalition: Vigilant Resolve (April 2004): buy your first forces out of 65 OPs. ")
    assert entry["line"].endswith(" (rule 7.1)")


def test_the_list_says_what_is_decided_without_what_one_seat_alone_may_know():
    asked = (AskedOf("bie", "9.11.7", "unita", "B retreats with its 6 Units: where?", "where your defenders retreat"),
             AskedOf("bie", "9.11.7", "fnla", "C retreats with its 2 Units: where?", "where your defenders retreat"),
             AskedOf("", "99", "mpla", "what it alone sees"))
    known = msgspec.convert({
        "asked": [], "awaited": [], "drafts": [], "engine": "angola", "filed": 0, "folder": "x", "game": "A" * 43,
        "made_by": "pbem", "overtaken": 0, "result": "", "round": 3, "since": 0, "standing": 0, "stamps": {},
        "stopped": "", "title": "Angola!", "where": "", "yours": [], "titles": {"fnla": "FNLA", "unita": "UNITA"},
    }, Summary)
    several = InboxEntry("g", "x", msgspec.structs.replace(known, asked=asked))
    assert room._entry(several, "", True).line == (
        "UNITA, FNLA: where your defenders retreat (rule 9.11.7); mpla: decides (rule 99)")
    alone = InboxEntry("g", "x", msgspec.structs.replace(known, asked=asked[:1]))
    assert room._entry(alone, "", False).line == "UNITA: B retreats with its 6 Units: where? (rule 9.11.7)"


def test_a_match_is_called_what_its_people_call_it(tmp_path):
    desks = Desks(tmp_path)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
    desks.must("eva", "new", "fallujah", "--title", "Autumn cup", "-C", desks.game("eva"), at=tmp_path)
    visitor = Visitor(desks.home("eva"))
    (entry,) = visitor.ask("GET", "/api/matches").data
    assert entry["title"] == visitor.state(entry["game"])["title"] == "Autumn cup"


def test_an_order_is_asked_followed_previewed_drafted_and_taken_back(played):
    desks, visitor, game = played
    state = visitor.state(game)
    (question,) = state["questions"]
    assert (question["seat"], question["rule"]) == ("coalition", "7.1")
    assert question["question"].endswith("buy your first forces out of 65 OPs.")
    assert question["facts"]
    assert all(line.startswith("Type") for line in question["typing"])
    ready = question["ready"][0]
    assert ready["words"].startswith("setup north 2/1 c/1tk south 1/5 1ceb east comp")
    assert ready["named"].startswith("setup North Base 2/1, C/1Tk South Base 1/5, 1 CEB East Base Comp")
    assert state["fresh"]
    before = lying(desks.game("eva"))
    begun = visitor.post(game, "follow", text="setup north 2-7", n=7).data
    assert begun["n"] == 7
    assert begun["begun"] == "2-7"
    assert [one["words"] for one in begun["choices"]] == ["2-7 Cav"]
    whole = visitor.post(game, "follow", text=SETUP).data
    assert whole["is_answer"]
    assert whole["says"] == "setup north=usa_2_7,usa_2_2,usa_jsotf"
    assert whole["named"] == "setup North Base=2-7 Cav,2-2 Inf,JSOTF"
    told = visitor.post(game, "preview", text=SETUP).data["told"]
    assert any("North Base" in line for line in told)
    assert visitor.state(game)["drafts"] == []
    assert lying(desks.game("eva")) == before, "nothing is on disk yet"
    done = visitor.post(game, "draft", text=SETUP).data
    assert done["given"] == ["coalition: setup north=usa_2_7,usa_2_2,usa_jsotf"]
    assert done["signed"] == 0
    state = visitor.state(game)
    assert [one["rule"] for one in state["drafts"]] == ["7.1"]
    assert state["questions"][0]["rule"] == "10.1"
    assert "draft 1" in desks.must("eva", "next").out
    undone = visitor.post(game, "undo").data
    assert undone["told"][0].startswith("taken back, and never sent: coalition: setup")
    assert visitor.state(game)["drafts"] == []
    assert visitor.state(game)["questions"][0]["rule"] == "7.1"


FOUR = ("fapla", "fnla", "mpla", "unita")
WRONG = {  # by game: who plays, a text with a word that is nearly one, what it is near to
    "angola": (FOUR, "a luanqa 9inf car1; loose", "Luanda"),
    "fallujah": ((), "setqp north 2-7cav", "setup"),
    "enduring_freedom": ((), "Kabul, Kandahqr", "Kandahar"),
    "anaconda": (("coalition", "al_qaeda"), "ret", "rest"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_word_is_refused_as_the_command_refuses_it(tmp_path, name):
    seats, wrong, near = WRONG[name]
    desks, visitor, game = alone(tmp_path, name, *seats)
    seat = visitor.state(game)["questions"][0]["seat"]
    for text in ("zzqx", wrong):
        found = visitor.post(game, "follow", text=text, seat=seat).data
        assert not found["is_answer"]
        assert found["choices"] == []
        told = desks.run("eva", "do", text, "--seat", seat).err.removeprefix("pbem: error: ")
        told = told.partition("pbem: hint:")[0].removeprefix(f"{seat}: ")  # whose order it is stands on the page
        assert told
        assert " ".join(found["refused"]).split() == here(" ".join(told.split())).split()  # a command: the page's own
    assert f"did you mean {near}" in " ".join(found["refused"])


def test_what_is_begun_or_says_nothing_yet_is_not_refused(played):
    _, visitor, game = played
    for text in ("", "set", "setup north 2-7", SETUP):
        assert visitor.post(game, "follow", text=text).data["refused"] == []


def test_a_wrong_word_behind_the_name_of_another_seat_tells_nothing_of_what_that_seat_is_asked(tmp_path):
    _, visitor, game = alone(tmp_path, "angola", *FOUR)
    other = visitor.post(game, "follow", text="unita: zzqx", seat="unita").data["refused"]
    found = visitor.post(game, "follow", text="unita: zzqx", seat="fapla").data["refused"]
    assert any("Luanda" in line for line in found)
    assert not any("Luanda" in line for line in other)
    assert found != other


def test_what_is_sealed_is_said_by_names_to_its_own_seat_alone(tmp_path):
    _, visitor, game = alone(tmp_path, "angola", *FOUR)
    words = visitor.state(game, seat="fapla")["questions"][0]["ready"][0]["words"]
    visitor.post(game, "draft", seat="fapla", text=words)
    (own,) = visitor.state(game, seat="fapla")["drafts"]
    assert own["text"].startswith("a=luanda ")
    assert own["text"].count("f.inf") == 14
    assert own["told"][0].startswith("a=Luanda ")
    assert "; 9 infantry, armored car; 4 infantry; infantry; none" in own["told"][0]
    assert own["told"][1:] == ["Sealed: nobody else reads it before it is opened."]
    for other in ("mpla", "unita"):
        (seen,) = visitor.state(game, seat=other)["drafts"]
        assert (seen["text"], seen["told"]) == ("sealed: that seat alone reads it", [])


@pytest.mark.parametrize(("game", "seats", "most"), [
    ("fallujah", (), 30), ("angola", ("fapla", "mpla", "fnla", "unita"), 24),
])  # fmt: skip
def test_a_preview_says_beforehand_what_a_draft_would_sign_at_once(tmp_path, game, seats, most):
    _, visitor, match = alone(tmp_path, game, *seats)
    said = set[str]()
    for _ in range(most):
        state = visitor.state(match)
        if not state["questions"]:
            visitor.post(match, "send")
            continue
        asked = next(one for one in state["questions"] if one["ready"])
        words = asked["ready"][0]["words"]
        signs = visitor.post(match, "preview", seat=asked["seat"], text=words).data["signs"]
        signed = visitor.post(match, "draft", seat=asked["seat"], text=words).data["signed"]
        assert signed == (len(state["drafts"]) + 1 if signs else 0), (asked["rule"], words)
        said.add(signs)
    assert said > {""}
    assert said <= {"", "dice", "draw", "now"}


def test_a_draft_of_whoever_plays_with_others_is_never_signed_at_once(tmp_path):
    desks = set_up(tmp_path)
    who = NAMES[0]
    visitor = Visitor(desks.home(who))
    (entry,) = visitor.ask("GET", "/api/matches").data
    (asked,) = visitor.state(entry["game"])["questions"]
    told = visitor.post(entry["game"], "preview", text=asked["ready"][0]["words"]).data
    assert told["waits"]
    assert told["signs"] == ""


def test_a_preview_has_the_ways_of_what_would_move(played):
    _, visitor, game = played
    visitor.post(game, "draft", text="setup north 2/1 c/1tk")
    told = visitor.post(game, "preview", text="j3 2/1 c/1tk to 3-2").data
    assert told["ways"] == [{"kind": "route", "places": ["north", "r3p02"]}]
    assert visitor.post(game, "preview", text="j1 netwar*6").data["ways"] == []


def test_a_draft_is_taken_back_by_its_number(played):
    _, visitor, game = played
    visitor.post(game, "draft", text=SETUP)
    refused = visitor.post(game, "undo", n=7)
    assert refused.status == 400
    assert len(visitor.state(game)["drafts"]) == 1
    told = visitor.post(game, "undo", n=1).data["told"]
    assert told == ["taken back, and never sent: coalition: setup north=usa_2_7,usa_2_2,usa_jsotf"]
    assert visitor.post(game, "undo", n=7).data["told"] == ["nothing is drafted"]


def test_what_is_sent_is_signed_as_by_the_command(played):
    desks, visitor, game = played
    visitor.post(game, "draft", text=SETUP)
    sent = visitor.post(game, "send").data
    assert (sent["signed"], sent["told"][0]) == (1, "signed: 1 draft")
    assert visitor.state(game)["drafts"] == []
    assert desks.must("eva", "verify").out.startswith("sound (full)")
    assert visitor.post(game, "send").data["told"][0] == "nothing was drafted"


def test_a_refusal_changes_nothing_and_says_what_is_legal(played):
    desks, visitor, game = played
    before = lying(desks.game("eva"))
    for what in ("preview", "draft"):
        answer = visitor.post(game, what, text="setup north 2-7cav 2-7cav")
        assert answer.status == 409
        assert answer.data["rule"] == "7.1"
        assert "\n  rule 7.1: " in answer.data["error"]
    follow = visitor.post(game, "follow", text="setup north nobody").data
    assert not follow["is_answer"]
    assert follow["why"]
    assert lying(desks.game("eva")) == before
    assert visitor.state(game)["questions"][0]["rule"] == "7.1"


@pytest.mark.parametrize("what", ["follow", "preview", "draft", "undo", "send"])
def test_who_believes_in_another_position_is_told_so_and_nothing_is_done(played, what):
    desks, visitor, game = played
    old = visitor.state(game)["at"]
    desks.must("eva", "do", SETUP)
    before = lying(desks.game("eva"))
    answer = visitor.post(game, what, at=old, text=SETUP)
    assert answer.status == 409
    assert answer.data["error"] == "the position has changed meanwhile"
    assert lying(desks.game("eva")) == before


def test_what_a_command_does_is_seen(played):
    desks, visitor, game = played
    assert visitor.state(game)["drafts"] == []
    desks.must("eva", "do", SETUP)
    assert len(visitor.state(game)["drafts"]) == 1
    desks.must("eva", "send")
    state = visitor.state(game)
    assert state["drafts"] == []
    assert state["questions"][0]["rule"] == "10.1"
    assert any("Recruited" in one["text"] for one in state["since"])


def test_a_page_is_told_what_is_new_of_the_board(played):
    _, visitor, game = played
    first = visitor.state(game, page="a")
    again = visitor.state(game, page="a")
    assert first["fresh"]
    assert not again["fresh"]
    assert len(json.dumps(again["part"])) < len(json.dumps(first["part"])) / 20
    assert visitor.state(game, page="a", fresh="1")["part"] == first["part"]
    assert visitor.state(game, page="b")["part"] == first["part"]


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 400), (b"{}", 400), (b"[]", 400), (b'{"at":"x","more":1}', 400), (b'{"at":7}', 400),
     (b'{"at":"' + b"x" * 65 + b'"}', 400), (b'{"at":"x","text":"\xff"}', 400), (b"{" * 5000, 400)],
)  # fmt: skip
def test_what_is_no_request_is_refused(played, body, status):
    _, visitor, game = played
    answer = visitor.ask("POST", f"/api/m/{game}/draft", body)
    assert answer.status == status
    assert answer.data["error"].startswith("not what this page asks")


def test_no_other_match_and_no_other_seat_is_shown(played):
    _, visitor, game = played
    assert visitor.ask("GET", f"/api/m/{'x' * 43}").status == 404
    assert visitor.ask("GET", f"/api/m/{game}?seat=fnla").status == 400
    assert visitor.post(game, "follow", seat="islamist", text="").status == 409


def test_what_is_dropped_is_taken_in(played):
    desks, visitor, _ = played
    desks.must("bo", "id", "new", "bo", "--no-passphrase", at=desks.root)
    card = desks.must("bo", "id", "card", at=desks.root).out
    kind = {"content-type": "application/octet-stream"}
    got = visitor.ask("POST", "/drop", card.encode(), headers=kind).data
    assert got["told"] == ["added bo, no address"]
    assert "bo" in desks.must("eva", "id", "show").out
    for rubbish in (b"", b"hello", card[:40].encode(), b'{"' * 1000):
        got = visitor.ask("POST", "/drop", rubbish, headers=kind).data
        assert got["told"] == []
        assert len(got["faults"]) == 1
    log = desks.log("eva").read_bytes()
    got = visitor.ask("POST", "/drop", log, headers=kind).data
    assert got["told"][0].startswith("Fallujah, 2004: 0 new records, ")


def test_nothing_is_dropped_into_a_match_while_something_else_is_done_in_it(played, monkeypatch):
    desks, visitor, game = played
    kind = {"content-type": "application/octet-stream"}
    visitor.post(game, "draft", text=SETUP)
    drafting = visitor.room.sitting(game).look()
    monkeypatch.setattr(sitting, "PATIENCE", 0.01)
    with visitor.room.sitting(game).alone():
        got = visitor.ask("POST", "/drop", desks.log("eva").read_bytes(), headers=kind).data
        assert (got["told"], [one["status"] for one in got["faults"]]) == ([], [7])
        assert "busy" in got["faults"][0]["error"]
        assert drafting.ahead.depth == 1, "what is played on over stays as it was"
    got = visitor.ask("POST", "/drop", desks.log("eva").read_bytes(), headers=kind).data
    assert got["faults"] == []
    assert drafting.ahead.depth == 0
    assert len(visitor.state(game)["drafts"]) == 1


def test_a_match_that_something_is_done_in_stays_open(played, monkeypatch):
    desks, visitor, game = played
    desks.must("eva", "new", "fallujah", "-C", desks.root / "other", at=desks.root)
    other = next(one["game"] for one in visitor.ask("GET", "/api/matches").data if one["game"] != game)
    monkeypatch.setattr("pbem.web.room.MAX_TABLES", 1)
    at_it = visitor.room.sitting(game)
    with at_it.alone():
        visitor.room.sitting(other)
        assert visitor.room.sitting(game) is at_it
    visitor.room.sitting(other)
    assert visitor.room.sitting(game) is not at_it


@pytest.mark.parametrize("what", ["draft", "undo", "send"])
def test_nobody_comes_between_believing_and_doing(played, monkeypatch, what):
    desks, visitor, game = played
    visitor.post(game, "draft", text=SETUP)
    believe = sitting.Sitting.believe

    def late(self, at):
        drafting = believe(self, at)
        desks.must("eva", "undo")
        return drafting

    at = visitor.state(game)["at"]
    monkeypatch.setattr(sitting.Sitting, "believe", late)
    answer = visitor.post(game, what, at=at, text="stand_down")
    assert (answer.status, answer.data["error"]) == (409, "the position has changed meanwhile")
    assert visitor.state(game)["drafts"] == []
    assert visitor.state(game)["questions"][0]["rule"] == "7.1", "nothing was signed"


def test_a_position_is_named_as_it_was_looked_at(played, monkeypatch):
    desks, visitor, game = played
    old = visitor.state(game)["at"]
    scene_of = seeing.scene_of

    def late(*given):
        desks.must("eva", "do", SETUP)
        return scene_of(*given)

    with monkeypatch.context() as patch:
        patch.setattr(seeing, "scene_of", late)
        state = visitor.state(game)
    assert (state["at"], state["questions"][0]["rule"]) == (old, "7.1")
    assert visitor.post(game, "follow", at=old).status == 409
    assert visitor.state(game)["questions"][0]["rule"] == "10.1"


def test_what_comes_as_soon_as_a_match_is_closed_is_seen(played, monkeypatch):
    desks, visitor, game = played
    comes = iter([True])
    desk_game = visitor.room.desk.game

    @contextlib.contextmanager
    def game_of(folder):
        with desk_game(folder) as found:
            yield found
        if next(comes, False):
            desks.must("eva", "do", SETUP)
            desks.must("eva", "send")

    monkeypatch.setattr(visitor.room.desk, "game", game_of)
    assert visitor.state(game)["questions"][0]["rule"] == "7.1"
    assert visitor.state(game)["questions"][0]["rule"] == "10.1"
