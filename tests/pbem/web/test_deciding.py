"""Decided beforehand at the table: standing orders, sets of them and orders filed early, as the commands set them."""

from __future__ import annotations

import random

import pytest

from pbem.play.sight import peek_of
from pbem.web.sitting import lying, told_to
from sat_down import alone

SETUP = "setup north 2-7cav 2-2inf jsotf"
FOUR = ("fapla", "mpla", "fnla", "unita")


@pytest.fixture
def played(tmp_path):
    """Eva alone at Fallujah, and her match."""
    return alone(tmp_path)


def decided(visitor, game, seat=""):
    answer = visitor.ask("GET", f"/api/m/{game}/decided?seat={seat}")
    assert answer.status == 200, answer.body
    return answer.data


def test_standing_orders_are_told_with_their_choices_and_set_as_by_the_command(played):
    desks, visitor, game = played
    (lead, *_) = decided(visitor, game)["standing"]
    assert (lead["name"], lead["set"], lead["rules"], lead["asked"]) == ("lead", "ask", ["16.1"], False)
    assert ("units", "UNIT ...") in [(way["name"], way["takes"]) for way in lead["ways"]]
    done = visitor.post(game, "standing", text="lead units 2-7").data
    assert done["told"] == ["coalition: lead: units 2-7 Cav"]
    assert "lead: units 2-7 Cav" in desks.must("eva", "standing").out
    assert decided(visitor, game)["standing"][0]["set"] == "units 2-7 Cav"
    desks.must("eva", "standing", "lead", "ask")
    assert decided(visitor, game)["standing"][0]["set"] == "ask"


@pytest.mark.parametrize("text", ["lead nobody", "lead units nobody", "led best extra words", "lead"])
def test_what_cannot_be_set_is_refused_as_the_command_refuses_it(played, text):
    desks, visitor, game = played
    before = lying(desks.game("eva"))
    refused = visitor.post(game, "standing", text=text)
    assert refused.status == 400
    if " " in text:
        assert desks.run("eva", "standing", *text.split()).complaint == f"pbem: error: {refused.data['error']}"
    assert lying(desks.game("eva")) == before


def test_a_preset_is_told_line_by_line_before_it_is_set(played):
    desks, visitor, game = played
    before = lying(desks.game("eva"))
    lines = {one["name"]: one for one in visitor.post(game, "preset", text="quick").data}
    assert lying(desks.game("eva")) == before
    assert (lines["losses"]["choice"], lines["losses"]["before"]) == ("cheapest", "ask")
    assert "coalition: losses: cheapest" in visitor.post(game, "preset/set", text="quick").data["told"]
    assert {one["name"]: one["set"] for one in decided(visitor, game)["standing"]} == {
        name: one["choice"] for name, one in lines.items()
    }
    assert visitor.post(game, "preset/set", text="quick").data["told"] == ["all of it was set so already"]
    assert "there is no preset" in visitor.post(game, "preset", text="lazy").data["error"]
    assert "lead: best" in desks.must("eva", "standing").out


def test_what_a_choice_would_do_now_is_told_and_done_at_once_when_it_is_set(played):
    _, visitor, game = played
    visitor.post(game, "draft", text="setup north 2/1 c/1tk south 1/5 1ceb")
    for goal in ("3-2", "3-3", "3-4", "2-4", "2-3", "4-3", "4-4", "4-5", "3-5"):  # until somebody stands in the way
        visitor.post(game, "draft", text=f"j3 2/1 c/1tk to {goal}")
        state = visitor.state(game)
        if state["questions"][0]["rule"] == "16.1":
            break
        visitor.post(game, "draft", text="stop")
    assert [one["rule"] for one in state["questions"]] == ["16.1"]
    lead = decided(visitor, game)["standing"][0]
    assert lead["asked"]
    now = {way["name"]: way["now"] for way in lead["ways"]}
    assert now["ask"] == now["units"] == ""
    assert now["best"].startswith("usmc_2_1 (edge ")
    (line,) = [one for one in visitor.post(game, "preset", text="careful").data if one["name"] == "lead"]
    assert line["now"] == now["best"]
    told = visitor.post(game, "standing", text="lead best").data["told"]
    assert told[:2] == ["coalition: lead: best", "standing order lead (best): coalition: usmc_2_1"]
    assert visitor.state(game)["round"] > state["round"]


def test_an_order_is_filed_with_conditions_and_taken_back(played):
    desks, visitor, game = played
    done = visitor.post(game, "filed", text="10.1: j3 if turn 3; else j1").data
    assert done["told"][0] == "filed: coalition 10.1: j3 if turn 3; else j1"
    assert "whether these words are legal is seen when that is asked" in done["told"][1]
    assert [one["words"] for one in decided(visitor, game)["filed"]] == ["j3 if turn 3; else j1"]
    assert "filed early: coalition 10.1: j3 if turn 3; else j1" in desks.must("eva", "next").out
    assert visitor.post(game, "filed", text="10.1:").data["told"] == ["coalition 10.1: taken back"]
    assert decided(visitor, game)["filed"] == []


@pytest.mark.parametrize(
    "text", ["10.1: nonsuch", "99: j3", "10.1 j3", "10.1: j3 if moon 3", "10.1: j3; else j1 if turn 3", "10.1: j3 if"]
)
def test_what_cannot_be_filed_is_refused_as_the_command_refuses_it(played, text):
    desks, visitor, game = played
    refused = visitor.post(game, "filed", text=text)
    assert refused.status in (400, 409)
    assert desks.run("eva", "do", "--early", text).complaint == f"pbem: error: {refused.data['error'].splitlines()[0]}"
    assert decided(visitor, game)["filed"] == []
    assert not visitor.post(game, "filed/follow", text=text).data["is_answer"]


def test_drafts_stand_as_they_stood_after_a_look_at_what_is_decided(played):
    _, visitor, game = played
    visitor.post(game, "draft", text=SETUP)
    before = visitor.state(game)
    visitor.post(game, "filed", text="10.1: j3")
    found = decided(visitor, game)
    assert any("nothing is answered here while 1 draft is not sent (1 order waits" in one for one in found["notes"])
    after = visitor.state(game)
    assert after["drafts"] == before["drafts"]
    assert after["questions"] == before["questions"]
    assert found["at"] == after["at"]


def test_a_seat_of_others_is_refused(played):
    _, visitor, game = played
    assert visitor.ask("GET", f"/api/m/{game}/decided?seat=opfor").status == 400
    for what in ("standing", "preset", "preset/set", "filed", "filed/follow"):
        assert visitor.post(game, what, seat="opfor", text="lead best").status == 400


@pytest.mark.parametrize("what", ["standing", "preset", "preset/set", "filed", "filed/follow"])
def test_who_believes_in_another_position_is_told_so_and_nothing_is_set(played, what):
    desks, visitor, game = played
    old = visitor.state(game)["at"]
    desks.must("eva", "do", SETUP)
    before = lying(desks.game("eva"))
    assert visitor.post(game, what, at=old, text="lead best").status == 409
    assert lying(desks.game("eva")) == before


def test_what_is_given_for_one_seat_is_not_read_through_another(tmp_path):
    """Both are one person's; what was sealed stays sealed for whoever looks through the other."""
    _desks, visitor, game = alone(tmp_path, "angola", *FOUR)
    match = visitor.room.sitting(game).look().match
    request, bot = match.request, match.ruleset.bots["random"]("fnla")
    chosen = bot.choose(match.state, request, peek_of(match.binding.table, "fnla"), random.Random(3))
    words = "; ".join(c if isinstance(c, str) else one.spell(c)
                      for one, c in zip(request.per_seat()["fnla"], chosen, strict=True))
    assert visitor.post(game, "filed", seat="fnla", text=f"{request.rule}: {words}").status == 200
    sent = visitor.post(game, "send", seat="fapla")
    hidden = "fnla: something was decided beforehand; look through fnla to read what came of it"
    assert sent.data["told"] == ["nothing was drafted", hidden]
    assert visitor.ask("GET", f"/api/m/{game}?page=p&seat=fapla").data["answered"] == [hidden]
    own = f"filed early, now given: fnla: {words}"
    assert visitor.ask("GET", f"/api/m/{game}?page=p&seat=fnla").data["answered"] == [own]
    match = visitor.room.sitting(game).look().match
    lines = ["standing order retreat (to a; b (c)): fnla: to b", "filed early, not legal now: fnla 3: b=x (no)",
             "sent before, now signed: fnla: b=x", "else"]
    assert told_to(match, lines, "fnla") == tuple(lines)
    assert told_to(match, lines, "fapla") == told_to(match, lines, "") == (hidden, "else")


def test_a_person_of_one_seat_reads_what_was_given_for_it_whoever_is_named(played):
    _desks, visitor, game = played
    match = visitor.room.sitting(game).look().match
    lines = ("filed early, now given: coalition: none",)
    assert told_to(match, lines, "") == told_to(match, lines, "coalition") == lines


def test_what_is_taken_back_for_one_seat_is_not_read_through_another(tmp_path):
    desks, visitor, game = alone(tmp_path, "angola", *FOUR)
    for looked in ("fapla", "fnla"):
        desks.must("eva", "do", "loose", "--seat", "fnla")
        (line,) = visitor.post(game, "undo", seat=looked).data["told"]
        assert line.startswith("taken back, and never sent: ")
        assert ("=" in line) == (looked == "fnla")
        assert line.endswith("a draft of fnla") == (looked == "fapla")
