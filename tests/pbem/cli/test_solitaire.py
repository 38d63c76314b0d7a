"""One person in all seats: from `pbem new` to the report, with nobody to send to."""

from __future__ import annotations

import json
import re

import pytest

from desks import Desks, Done


@pytest.fixture
def solo(patrol: Desks) -> Desks:
    """Ana's own match, begun."""
    patrol.must("ana", "new", "patrol", "-C", patrol.game("ana"))
    return patrol


def first(done: Done) -> str:
    return done.out.splitlines()[0]


def test_a_lone_seat_is_ones_own_and_the_match_starts_at_once(patrol):
    done = patrol.must("ana", "new", "patrol", "scenario=short", "-C", patrol.game("ana"))
    begun, *rest = done.err.splitlines()
    assert begun.endswith(f" in {patrol.game('ana').relative_to(patrol.root)}; joined: coalition")
    assert "send this" not in done.err
    assert rest[:3] == ["Patrol, turn 0, round 2", "", "coalition decides (rule 1):"]
    assert patrol.must("ana", "next").out.splitlines() == rest
    assert not (patrol.game("ana") / "out").exists()


def test_options_are_plain_words_beside_the_players(patrol):
    done = patrol.must("ana", "new", "patrol", "mode=team", "players=2", "all=me", "-C", patrol.game("ana"))
    assert "joined: player_1, player_2" in done.err
    assert "player_1 decides (rule 1):" in done.err
    done = patrol.run("ana", "new", "patrol", "players=2", "-o", "players=3", "-C", patrol.root / "other")
    assert done.complaint == "pbem: error: the option players is given twice"
    done = patrol.run("ana", "new", "patrol", "scenario=far", "-C", patrol.root / "other")
    assert done.complaint == "pbem: error: patrol has no scenario 'far'"
    assert patrol.run("ana", "new", "patrol").complaint == "pbem: error: where shall the match lie?"


def test_all_takes_the_seats_that_are_not_named(patrol):
    bo = patrol.root / "bo.card"
    done = patrol.must("ana", "new", "patrol", "mode=team", "players=3", f"player_2={bo}", "all=me",
                       "-C", patrol.game("ana"))
    assert "joined: player_1, player_3" in done.err
    assert "send this invitation to the others" in done.err


def test_alone_one_rolls_solo_and_with_a_judge_together(patrol):
    games = {"alone": ("all=me",), "judged": ("all=me", "--judge", patrol.root / "bo.card"),
             "two": ("player_1=me", f"player_2={patrol.root / 'bo.card'}"),
             "watched": ("player_1=me", "player_2=bo", "--judge", "bo")}
    for name, words in games.items():
        patrol.must("ana", "new", "patrol", "mode=team", "players=2", *words, "-C", patrol.root / name)
    policies = {n: json.loads(patrol.must("ana", "verify", patrol.root / n, "--json").out)["policy"] for n in games}
    assert policies == {"alone": "mover", "judged": "mover+judge", "two": "mover+others",
                        "watched": "mover+judge+others"}


def test_out_says_that_there_is_nobody_to_send_to(solo):
    solo.must("ana", "do", "--send", "bridge")
    for how in ([], ["--all"], ["--eml"], ["--paste"]):
        done = solo.must("ana", "out", *how)
        assert (done.out, done.err) == ("", "all seats are yours: there is nobody to send to\n")


def test_a_whole_solitaire_match(solo):
    for orders in (["bridge canal"], ["walk", "search"], ["halt", "pass"], ["run", "search"]):
        done = solo.must("ana", "do", "--send", *orders)
    assert "the match has ended: " in done.err
    assert solo.must("ana", "next").out.splitlines()[1].startswith("the match has ended: ")
    assert solo.run("ana", "do", "--send", "walk").status == 3
    assert re.fullmatch(
        r"sound \(full\); dice self-rolled, unwitnessed \(mover: 2 of 2 dice rounds unwitnessed\); "
        r"ended by rule 4: (no seat has won|won by coalition), score \d+", first(solo.must("ana", "verify")))
    assert first(solo.must("ana", "audit")).startswith("honest (audit); dice self-rolled, unwitnessed (mover: ")


def test_what_was_said_since_the_last_die_is_taken_back_and_counted(solo):
    solo.must("ana", "do", "--send", "bridge", "walk")
    before = solo.bytes_of("ana")
    done = solo.must("ana", "undo", "--round", "2")
    assert "coalition takes back: the position after round 2 stands again" in done.err
    assert "(rule 2.1)" in done.err
    assert solo.bytes_of("ana").startswith(before)  # nothing is deleted
    solo.must("ana", "do", "--send", "run")
    assert "coalition decides (rule 1):" in solo.must("ana", "undo").err
    assert "taken back: coalition 2" in solo.must("ana", "verify").out.splitlines()
    for orders in (["canal", "walk", "search"], ["halt", "pass"], ["halt", "search"]):
        solo.must("ana", "do", "--send", *orders)
    for command in ("verify", "audit"):
        assert json.loads(solo.must("ana", command, "--json").out)["undos"] == {"coalition": 2}
        assert "taken back: coalition 2" in solo.must("ana", command).out.splitlines()
    assert json.loads(solo.must("ana", "verify", "--json").out)["rolls"] == 1


def test_a_die_cannot_be_taken_back(solo):
    done = solo.run("ana", "undo")
    assert (done.status, "taking back: nothing was decided yet" in done.err) == (3, True)
    solo.must("ana", "do", "--send", "bridge", "walk", "search")
    before = solo.bytes_of("ana")
    done = solo.run("ana", "undo")
    assert (done.status, done.complaint) == (3, "pbem: error: coalition goes back to round 4")
    assert done.err.splitlines()[1:] == ["  taking back: in round 5 dice were rolled"]
    solo.must("ana", "do", "--send", "walk")
    assert solo.run("ana", "undo", "--round", "3").status == 3
    assert solo.run("ana", "undo", "--round", "99").status == 3
    assert solo.bytes_of("ana").startswith(before)
    assert "taken back" not in solo.must("ana", "verify").out


def test_a_judges_hand_in_the_dice_makes_them_host_rolled(patrol):
    patrol.must("ana", "new", "patrol", "--judge", patrol.root / "bo.card", "-C", patrol.game("ana"))
    patrol.must("bo", "join", patrol.game("ana") / "out", "-C", patrol.game("bo"))
    patrol.must("ana", "in", patrol.game("bo") / "out")
    patrol.must("ana", "do", "--send", "bridge", "walk", "pass")
    assert "coalition decides" not in patrol.must("ana", "next").out
    patrol.must("bo", "in", patrol.game("ana") / "out")
    patrol.must("ana", "in", patrol.game("bo") / "out")
    assert "coalition decides" in patrol.must("ana", "next").out
    bo = json.loads((patrol.root / "bo.card").read_text())["id"]
    assert first(patrol.must("ana", "verify")) == (
        f"sound (full); dice host-rolled by bo, key {bo[:12]} (mover+judge); unfinished: round 6 waits for coalition")
    stranger = patrol.must("carl", "verify", patrol.game("ana"), at=patrol.root)
    assert first(stranger).startswith(f"sound (full); dice host-rolled by key {bo[:12]} (mover+judge); ")
    report = json.loads(patrol.must("ana", "verify", "--json").out)
    assert (report["witness"], report["host"], report["unwitnessed"]) == ("host-rolled", bo, 0)


def test_a_demo_of_one_person_rolls_solo(patrol):
    done = patrol.must("ana", "demo", "patrol", "-C", patrol.root / "demo")
    assert "hand-overs with dice by mover: 1" in done.out
    assert "verify: sound (full); dice self-rolled" in done.out


def test_a_way_on_from_a_round_that_was_taken_back_says_so(solo):
    solo.must("ana", "do", "--send", "bridge", "walk")
    solo.must("ana", "undo", "--round", "2")
    told = "round 3 was taken back: in round 4 the match went back to round 2"
    for at, is_told in (("2", False), ("3", True), ("4", False)):
        done = solo.must("ana", "replay", "--what-if", "1", "--at", at)
        assert (told in done.err.splitlines()) == is_told, (at, done.err)
