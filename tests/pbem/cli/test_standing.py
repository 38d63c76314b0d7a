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
    assert names.startswith("fnla:\n  # asked: stragglers, ")
    desks.must("bo", "standing", "fight_on", "while", "odds", "2:1")
    listed = desks.must("bo", "standing")
    assert len(listed.out.splitlines()) <= 7
    assert listed.out.splitlines()[1] == "  fight_on: while odds 2:1"
    assert listed.out.splitlines()[2].startswith("      # while your strength to theirs")
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


def kept(desks, who="bo"):
    return (desks.game(who) / FILE).read_text()


def test_a_preset_is_told_line_by_line_and_set_only_if_that_is_meant(desks):
    told = desks.run("bo", "standing", "--preset", "careful")
    assert (told.status, told.complaint) == (
        2, "pbem: error: nothing was set: nobody can be asked whether that is meant")
    lines = told.out.splitlines()
    assert lines[0].startswith("# careful: only what hardly anybody would answer otherwise")
    assert lines[1] == "fnla:"
    assert "  stragglers: cheapest   # the Units that hurt least: little strength, few dice, no Major Units" in lines
    assert any(line.startswith("  # you are asked: commit_air, ") for line in lines)
    assert not (desks.game("bo") / FILE).exists()
    done = desks.must("bo", "standing", "--preset", "careful", "--yes")
    assert done.out == told.out
    assert "set: 6 standing orders" in done.err
    assert kept(desks).splitlines()[0] == "fnla stragglers: cheapest"


def test_a_preset_says_what_it_changes_and_takes_back(desks):
    desks.must("bo", "standing", "fight_on", "while", "odds", "3:1")
    told = desks.must("bo", "standing", "--preset", "quick", "--yes").out.splitlines()
    assert "  fight_on: while odds 2:1" in told
    assert any(line.strip().startswith("# was while odds 3:1: while your strength") for line in told)
    told = desks.must("bo", "standing", "--preset", "careful", "--yes").out.splitlines()
    assert "  fight_on: ask   # was while odds 2:1: you are asked" in told
    assert "fight_on" not in kept(desks)
    assert "all of it is set so already" in desks.must("bo", "standing", "--preset", "careful").err


def test_what_is_printed_is_read_back_and_sets_all_or_nothing(desks):
    desks.must("bo", "standing", "--preset", "quick", "--yes")
    before, listed = kept(desks), desks.root / "mine.txt"
    listed.write_text(desks.must("bo", "standing").out)
    desks.must("bo", "standing", "--preset", "careful", "--yes")
    desks.must("bo", "standing", "--from", listed)
    assert sorted(kept(desks).splitlines()) == sorted(before.splitlines())
    listed.write_text("fnla:\n  losses: ask\n  dance: always\n")
    refused = desks.run("bo", "standing", "--from", listed)
    assert (refused.status, refused.complaint) == (
        2, "pbem: error: mine.txt: there is no standing order 'dance'; nothing was set")
    assert sorted(kept(desks).splitlines()) == sorted(before.splitlines())


@pytest.mark.parametrize(
    ("text", "why"),
    [(b"mpla: losses: ask", "line 1: mpla is none of the seats that are set; nothing was set"),
     (b"# nothing", "there is no standing order in it"), (b"\xff\xfe\xfd", "is no text in UTF-8")],
)
def test_a_file_that_sets_nothing_is_told_with_why(desks, text, why):
    listed = desks.root / "mine.txt"
    listed.write_bytes(text)
    refused = desks.run("bo", "standing", "--from", listed)
    assert refused.status == 2
    assert why in refused.complaint
    listed.unlink()
    assert "there is no file" in desks.run("bo", "standing", "--from", listed).complaint


def test_a_file_that_is_too_long_is_not_read(desks):
    listed = desks.root / "mine.txt"
    listed.write_bytes(b"#" * 300_000)
    assert desks.run("bo", "standing", "--from", listed).complaint.endswith("300,000 bytes, the limit is 262,144")


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Somebody who holds all four seats."""
    from desks import people_of

    root = tmp_path_factory.mktemp("alone")
    desks = people_of(root, "ana")
    desks.must("ana", "new", "angola", "all=me", "-C", desks.game("ana"), at=root)
    return desks


def test_several_seats_are_set_at_once_and_told_together(alone):
    done = alone.must("ana", "standing", "strikes", "all", "--seat", "fapla", "--seat", "unita,mpla")
    assert done.out == "fapla, unita, mpla:\n  strikes: all   # as many as may\n"
    assert kept(alone, "ana") == "fapla strikes: all\nunita strikes: all\nmpla strikes: all\n"
    alone.must("ana", "standing", "strikes", "ask", "--seat", "all")
    assert kept(alone, "ana") == ""


def test_the_seat_is_that_of_an_order_unless_one_is_named(alone):
    assert alone.must("ana", "standing", "strikes", "none").out == "fapla: strikes: none\n"
    assert alone.must("ana", "standing", "unita: strikes none").out == "unita: strikes: none\n"
    alone.must("ana", "do", "loose")  # fapla is drafted for, the next one is asked
    assert alone.must("ana", "standing", "strikes", "none").out == "fnla: strikes: none\n"
    alone.must("ana", "undo")
    assert alone.must("ana", "standing", "strikes", "ask", "--seat", "all").status == 0


def test_one_way_of_setting_is_taken_at_a_time(alone):
    refused = alone.run("ana", "standing", "--preset", "quick", "strikes", "all")
    assert (refused.status, refused.complaint) == (
        2, "pbem: error: a standing order, a preset and a file are three ways to set some")
