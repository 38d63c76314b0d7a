"""`pbem standing`."""

from __future__ import annotations

import json

import pytest

FILE = "standing.txt"


def test_standing_lists_what_may_be_set_with_its_words_and_rules(desks):
    listed = desks.must("bo", "standing", "--all")
    lines = listed.out.splitlines()
    assert lines[0] == "fnla:"
    assert lines[1] == "  stragglers: ask   who falls behind after a combat (rule 9.12)"
    assert "      cheapest             the Units that hurt least: little strength, few dice, no Major Units" in lines
    assert any(line.startswith("      while odds N:M       while your strength to theirs") for line in lines)
    assert max(map(len, lines)) <= 100
    assert "take it back with: pbem standing NAME ask" in listed.err


def test_standing_alone_lists_what_is_set_in_a_few_lines(desks):
    names = desks.must("bo", "standing").out
    assert names.startswith("fnla:\n  asked: stragglers, ")
    desks.must("bo", "standing", "fight_on", "while", "odds", "2:1")
    listed = desks.must("bo", "standing")
    assert len(listed.out.splitlines()) <= 6
    assert listed.out.splitlines()[1].startswith("  fight_on: while odds 2:1   while your strength to theirs")
    assert "fight_on" not in listed.out.partition("asked: ")[2]
    assert "of all: pbem standing --all" in listed.err


def test_what_is_set_is_listed_kept_privately_and_in_no_packet(desks):
    done = desks.must("bo", "standing", "fight_on", "while", "odds", "2:1", "--seat", "fnla")
    assert done.out == "fnla: fight_on: while odds 2:1\n"
    assert (desks.game("bo") / FILE).read_text() == "fnla fight_on: while odds 2:1\n"
    assert (desks.game("bo") / FILE).stat().st_mode & 0o077 == 0
    told = json.loads(desks.must("bo", "standing", "--json").out)["seats"]["fnla"]
    assert [p["set"] for p in told if p["name"] == "fight_on"] == ["while odds 2:1"]
    desks.must("bo", "do", "--send", "loose")
    assert not any(b"fight" in packet.read_bytes() for packet in (desks.game("bo") / "out").glob("*"))
    assert b"fight" not in desks.bytes_of("bo")
    desks.must("bo", "standing", "fight_on", "ask")
    assert (desks.game("bo") / FILE).read_text() == ""


@pytest.mark.parametrize(
    ("order", "error"),
    [
        (("straglers", "cheapest"), "there is no standing order 'straglers': did you mean stragglers or strikes?"),
        (("stragglers", "cheep"), "standing order stragglers: cheep is not understood here: did you mean cheapest?"),
        (("retreat", "to", "atlantis"), "standing order retreat: atlantis is not understood here"),
        (("fight_on", "while", "odds", "2"), "standing order fight_on: odds are written like odds 3:2, yours first"),
    ],
)
def test_what_cannot_be_set_is_refused_in_a_line(desks, order, error):
    done = desks.run("bo", "standing", *order)
    assert (done.status, done.complaint) == (2, f"pbem: error: {error}")
    assert not (desks.game("bo") / FILE).exists()
    assert "pbem: hint: " in done.err


def test_an_order_of_another_seat_or_without_a_home_is_refused(desks):
    assert desks.run("bo", "standing", "strikes", "all", "--seat", "unita").status == 3
    assert desks.run("bo", "standing", "--seat", "unita").status == 3
