"""Beside play at the table: agreements, leave, remarks, giving up, taking back; each as the command of that name."""

from __future__ import annotations

import json

import pytest

from desks import Desks, copied, set_up
from pbem.web.sitting import lying
from pbem.web.speaking import SPOKEN
from sat_down import Visitor

START = 1_767_225_600  # 2026-01-01


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Desks:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.desk.desk.time.time", lambda: START)
        return set_up(tmp_path_factory.mktemp("timed"), "--clock", "days=7,grace=2,leave=21")


@pytest.fixture
def four(timed, tmp_path, monkeypatch):
    """Four people, Ana at her table."""
    monkeypatch.setattr("pbem.desk.desk.time.time", lambda: START)
    desks = copied(timed, tmp_path)
    visitor = Visitor(desks.home("ana"))
    return desks, visitor, visitor.ask("GET", "/api/matches").data[0]["game"]


def beside(visitor, game):
    answer = visitor.ask("GET", f"/api/m/{game}/beside")
    assert answer.status == 200, answer.body
    return answer.data


def test_who_is_awaited_and_leave_as_by_the_command(four):
    desks, visitor, game = four
    assert any(line.startswith("unita  awaited 0 days") for line in beside(visitor, game)["clock"])
    done = visitor.post(game, "away", seat="fapla", text="2026-01-12").data
    assert done["told"] == ["on leave until the end of 2026-01-12, as others are told"]
    assert done["packets"]
    desks.exchange()
    clock = " ".join(desks.must("bo", "clock").out.split())
    assert "deadline 2026-01-20" in clock.partition("fnla ")[0]
    assert visitor.post(game, "away", text="").data["told"] == ["leave ends now"]
    for text, why in (("soon", "soon is no day"), ("2025-12-30", "2025-12-30 is over")):
        refused = visitor.post(game, "away", text=text)
        assert (refused.status, why in refused.data["error"]) == (400, True)


def test_all_end_the_match_by_agreement(four):
    desks, visitor, game = four
    done = visitor.post(game, "propose", text="result mpla fapla").data
    assert done["told"][0].startswith("proposed: ")
    assert done["told"][1].startswith("needed: ")
    (offer,) = beside(visitor, game)["offers"]
    assert (offer["number"], offer["mine"]) == (1, True)
    desks.exchange()
    for who in ("bo", "carl", "dee"):
        desks.must(who, "agree", "1")
        desks.exchange()
    desks.exchange(2)
    visitor.ask("GET", f"/api/m/{game}/beside")
    assert "mpla, fapla" in visitor.state(game)["result"] or visitor.state(game)["result"]
    assert beside(visitor, game)["over"]


def test_an_offer_of_another_is_agreed_to_or_not(four):
    desks, visitor, game = four
    desks.must("bo", "propose", "result", "draw")
    desks.exchange()
    (offer,) = beside(visitor, game)["offers"]
    assert not offer["mine"]
    told = visitor.post(game, "refuse", n=1).data["told"]
    assert told[0].startswith("not agreed: ")
    assert any("does not agree" in one["text"] for one in beside(visitor, game)["remarks"])
    assert visitor.post(game, "agree", n=1).data["told"][0].startswith("agreed: ")
    assert visitor.post(game, "refuse", n=1).data["error"] == "fapla has agreed to it"
    assert "there is no" in visitor.post(game, "agree", n=7).data["error"].lower()


def test_what_cannot_be_proposed_is_refused_as_by_the_command(four):
    desks, visitor, game = four
    before = lying(desks.game("ana"))
    for text in ("peace", "takeback", "takeback x", "takeback 1 2", "result", "result nobody", "result draw fapla"):
        refused = visitor.post(game, "propose", text=text)
        assert refused.status in (400, 409)
        assert desks.run("ana", "propose", *text.split()).complaint == f"pbem: error: {refused.data['error']}"
    assert visitor.post(game, "propose").status == 400
    assert lying(desks.game("ana")) == before


def test_a_seat_is_given_up_with_the_word_typed_out_alone(four):
    desks, visitor, game = four
    before = lying(desks.game("ana"))
    for text in ("", "yes", "resig"):
        refused = visitor.post(game, "resign", seat="fapla", text=text)
        assert (refused.status, refused.data["error"]) == (400, "nobody resigned")
    assert lying(desks.game("ana")) == before
    assert visitor.post(game, "resign", seat="unita", text="resign").data["error"] == "the seat unita is not held here"
    assert visitor.post(game, "resign", seat="fapla", text=" Resign ").data["told"] == ["fapla resigns"]
    assert "fapla resigns" in desks.must("ana", "next").out


def test_a_remark_reaches_the_others(four):
    desks, visitor, game = four
    assert visitor.post(game, "note", seat="fapla", text="good <b>luck</b>").data["told"] == ["said to all"]
    assert visitor.post(game, "note", text="  ").status == 400
    desks.exchange()
    assert "fapla remarks: good <b>luck</b>" in desks.must("bo", "log").out
    (one,) = beside(visitor, game)["remarks"]
    assert one == {"seat": "fapla", "text": "good <b>luck</b>", "round": one["round"]}


def test_what_was_sent_is_taken_back_as_by_the_command(tmp_path):
    desks = Desks(tmp_path)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
    desks.must("eva", "new", "fallujah", "-C", desks.game("eva"), at=tmp_path)
    visitor = Visitor(desks.home("eva"))
    game = visitor.ask("GET", "/api/matches").data[0]["game"]
    visitor.post(game, "draft", text="setup north 2-7cav 2-2inf jsotf")
    assert visitor.post(game, "takeback").data["error"] == "something is drafted that is not sent"
    visitor.post(game, "send")
    assert visitor.state(game)["questions"][0]["rule"] == "10.1"
    told = visitor.post(game, "takeback").data["told"]
    assert told[0].startswith("coalition takes back: the position after round 1 stands again")
    assert visitor.state(game)["questions"][0]["rule"] == "7.1"
    assert desks.must("eva", "verify").out.startswith("sound (full)")


def test_who_believes_in_another_position_says_nothing(four):
    desks, visitor, game = four
    old = visitor.state(game)["at"]
    seat = json.loads(desks.must("ana", "next", "--json").out)["asked"][0]
    desks.must("ana", "do", seat["legal"][0])
    before = lying(desks.game("ana"))
    for what in SPOKEN:
        assert visitor.post(game, what, at=old, text="resign", n=1).status == 409
    assert lying(desks.game("ana")) == before


