"""`pbem next`, `do`, `undo`, `resign`, `note`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desks import NAMES, Desks, copied


@pytest.fixture(scope="module")
def packs_asked(asked_for_set_up: Desks, tmp_path_factory: pytest.TempPathFactory) -> Desks:
    """All four are asked for their Operations Packs; not to be touched."""
    desks = copied(asked_for_set_up, tmp_path_factory.mktemp("packs"))
    for who in NAMES:
        desks.must(who, "do", "--send", "loose")
    desks.exchange(2)
    return desks


@pytest.fixture
def planning(packs_asked: Desks, tmp_path: Path) -> Desks:
    return copied(packs_asked, tmp_path)


def test_next_says_whose_turn_what_is_awaited_and_how_to_type_it(desks):
    lines = desks.must("bo", "next").out.splitlines()
    assert lines[0] == "Angola!, turn 1 of 10, July 1975, Setting up, round 3"
    assert lines[1:3] == ["with fapla, mpla, unita", "awaited: fapla, mpla, unita: sealed orders"]
    assert lines[3].startswith("awaited since 20")
    assert lines[5] == "fnla decides (rule 3):"
    assert lines[-1].startswith('  pbem do "loose"')
    assert max(map(len, lines)) <= 100


def test_next_as_json(desks):
    told = json.loads(desks.must("bo", "next", "--json").out)
    assert told["yours"] == ["fnla"]
    assert [a["seat"] for a in told["asked"]] == ["fnla"]
    assert [a["seat"] for a in told["awaited"]] == ["fapla", "fnla", "mpla", "unita"]


def test_what_next_shows_is_taken(planning):
    for who in NAMES:
        asked = json.loads(planning.must(who, "next", "--json").out)["asked"][0]
        planning.must(who, "do", "--send", asked["legal"][0])


def test_an_order_is_echoed_in_words_that_can_be_typed_back(planning, tmp_path_factory):
    again = copied(planning, tmp_path_factory.mktemp("again"))
    echoed = planning.must("bo", "do", "--send", "command a a b").out
    assert echoed == "fnla: command; column_a; column_a; column_b\n"
    assert again.must("bo", "do", "--send", echoed.strip()).out == echoed


def test_after_an_order_the_packet_to_send_is_named(desks):
    done = desks.must("bo", "do", "--send", "loose")
    assert "send this to the others: out/angola-3-0003-fnla.pbem" in done.err
    assert "nothing is asked of you now" in done.err
    again = desks.run("bo", "do", "--send", "loose")
    assert (again.status, again.complaint) == (3, "pbem: error: nothing is asked of you now")


def test_orders_come_from_standard_input_too(desks):
    assert desks.must("bo", "do", "--send", stdin="\n  loose\n").out.startswith("fnla: ")
    empty = desks.run("carl", "do", "--send")
    assert (empty.status, empty.complaint) == (2, "pbem: error: no order was given")


def test_a_refusal_names_the_seat_it_was_meant_for_if_one_plays_several(desks):
    desks.must("ana", "new", "angola", "all=me", "-C", desks.root / "four")
    refused = desks.run("ana", "do", "a luanda 99inf", "-C", desks.root / "four")
    assert refused.complaint.splitlines()[0] == "pbem: error: fapla: a luanda 99inf"
    refused = desks.run("ana", "do", "mpla: a luanda 99inf", "-C", desks.root / "four")
    assert refused.complaint.splitlines()[0] == "pbem: error: mpla: a luanda 99inf"
    alone = desks.run("bo", "do", "a luanda 99inf")
    assert alone.complaint.splitlines()[0] == "pbem: error: a luanda 99inf"


def test_an_order_filed_early_is_given_when_it_is_asked(desks):
    assert desks.must("bo", "do", "--send", "--early", "5.4: command a a b").out == "fnla 5.4: command a a b\n"
    assert "filed early: fnla 5.4: command a a b" in desks.must("bo", "next").out
    done = desks.must("bo", "do", "--early", "5.4: command a a b")
    assert "filed early: fnla 5.4: command a a b" in done.err
    assert "decides (rule" not in done.err  # the question of now is another matter
    assert (desks.game("bo") / "early.txt").stat().st_mode & 0o077 == 0
    for who in NAMES:
        desks.must(who, "do", "--send", "loose")
    desks.exchange(2)
    told = desks.must("bo", "next").out
    assert "filed early" not in told
    assert "nothing is asked of you now" in told
    assert (desks.game("bo") / "early.txt").read_text() == ""
    assert desks.run("bo", "do", "--send", "command a a b").status == 3


def test_an_order_filed_early_that_is_not_legal_then_is_told_and_asked_as_ever(desks):
    desks.must("bo", "do", "--send", "--early", "5.4: command command command command")
    for who in NAMES:
        desks.must(who, "do", "--send", "loose")
    desks.exchange(2)
    assert (desks.game("bo") / "early.txt").read_text() == ""
    assert json.loads(desks.must("bo", "next", "--json").out)["asked"][0]["rule"] == "5.4"


def test_what_became_of_an_early_order_is_told(planning):
    given = planning.must("bo", "do", "--send", "--early", "5.4: command a a b")
    assert "filed early, now given: fnla: command; column_a; column_a; column_b" in given.err
    refused = planning.run("carl", "do", "--early", "5.4: command command command command")
    assert (refused.status, "rule 5.4" in refused.err) == (3, True)  # it is asked now: so its words are read at once
    assert "filed early" not in planning.must("carl", "next").out
    assert json.loads(planning.must("carl", "next", "--json").out)["asked"][0]["rule"] == "5.4"


def test_an_order_filed_early_is_replaced_and_taken_back(desks):
    desks.must("bo", "do", "--send", "--early", "5.4: a b a command")
    desks.must("bo", "do", "--send", "--early", "5.4: command a a b")
    assert (desks.game("bo") / "early.txt").read_text() == "fnla 5.4: command a a b\n"
    assert desks.must("bo", "do", "--send", "--early", "5.4:").out == "fnla 5.4: taken back\n"
    assert (desks.game("bo") / "early.txt").read_text() == ""
    assert desks.run("bo", "do", "--send", "--early", "5.4:").status == 2
    assert "'whatever' is no order filed early" in desks.run("bo", "do", "--send", "--early", "whatever").complaint


def test_undo_is_refused_where_others_decide_too(desks):
    desks.must("bo", "do", "--send", "loose")
    done = desks.run("bo", "undo")
    assert done.status == 3
    assert done.complaint.startswith("pbem: error: fnla ")


def test_notes_are_read_by_everybody(desks):
    assert "send this to the others" in desks.must("bo", "note", "see you in July").err
    desks.carry("bo")
    desks.must("ana", "in", desks.root / "ana" / "came")
    assert "fnla remarks: see you in July" in desks.must("ana", "log").out
    assert desks.run("bo", "note", "").status == 2
    assert desks.run("bo", "note", "x" * 2001).complaint == "pbem: error: a note has 1 to 2,000 characters"


def test_resigning_is_asked_twice_and_ends_the_match(desks):
    before = desks.bytes_of("bo")
    done = desks.run("bo", "resign")
    assert (done.status, desks.bytes_of("bo")) == (2, before)
    assert "add --yes" in done.err
    assert "fnla resigns: the match ends when this round closes" in desks.must("bo", "resign", "--yes").err
    for who in ("ana", "carl", "dee"):
        desks.must(who, "do", "--send", "loose")
    desks.exchange(2)
    told = desks.must("ana", "next").out
    assert "the match has ended: " in told
    assert desks.run("ana", "do", "--send", "loose").complaint.startswith("pbem: error: the match has ended")
    assert desks.must("ana", "audit").out.startswith("honest (audit)")


@pytest.mark.parametrize("order", [
    ("do", "loose"), ("do", "--send", "loose"), ("send",), ("note", "hello"), ("resign", "--yes"), ("undo",), ("join",),
])
def test_an_order_from_a_foreign_home_says_which_home_to_use(desks, order):
    game = desks.root / "alone"
    desks.must("ana", "new", "fallujah", "-C", game)
    before = (game / "game.pbem").read_bytes()
    done = desks.run("bo", *order, "-C", game, at=desks.root)
    assert done.status == 3
    assert "no seat of this match is" in done.complaint
    assert "set PBEM_HOME to the home that plays in it" in done.err
    assert (game / "game.pbem").read_bytes() == before
