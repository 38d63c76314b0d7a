"""What may follow: `pbem next --follow`, `pbem play`, completion in the shell; several orders in one line."""

from __future__ import annotations

import json

import pytest

from packing import packing
from pbem.cli.following import complete, completed, follow_lines, following
from pbem.cli.main import status_of
from pbem.kit.following import follow
from pbem.kit.spelling import Names
from pbem.kit.typed import AGAIN, Typed

PLACES = Names({"nova_lisboa": ("Nova Lisboa",), "nova_gaia": ("Nova Gaia",)})


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """A solitaire match at its first question."""
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert status_of(["id", "new", "eva", "--no-passphrase"]) == 0
    assert status_of(["new", "fallujah", "-C", "game"]) == 0
    monkeypatch.chdir(tmp_path / "game")
    return tmp_path / "game"


def test_orders_for_successive_questions_may_stand_in_one_line(alone, capsys):
    assert status_of(["do", "--send", "setup north 2-7cav 2-2inf netwar*2; j5 netwar*2"]) == 0
    out = capsys.readouterr().out
    assert "coalition: setup north=usa_2_7,usa_2_2 buy=netwar*2" in out
    assert "coalition: j5 netwar*2" in out


def test_the_parts_of_one_line_go_on_over_dice_and_what_no_die_follows_is_a_draft(alone, capsys):
    line = "setup north 2-7cav 2-2inf netwar*4; j5 netwar*2; j5 netwar*2"
    assert status_of(["do", line]) == 0
    assert capsys.readouterr().out.count("coalition: j5 netwar*2") == 2
    assert status_of(["next", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["drafts"] == []  # both were followed by dice
    assert status_of(["verify"]) == 0
    assert "2 of 2 dice rounds" in capsys.readouterr().out


def test_all_or_nothing(alone, capsys):
    before = (alone / "game.pbem").read_bytes()
    assert status_of(["do", "--send", "setup north 2-7cav; j3 nowhere"]) == 3
    assert (alone / "game.pbem").read_bytes() == before
    assert "nowhere" in capsys.readouterr().err


def test_completion_in_a_shell_says_nothing_where_it_cannot_help(alone, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert complete("go ") == []


@pytest.mark.parametrize(("typed", "lines"), [
    ("as", ["as last time"]), ("as last t", ["as last time"]), ("rest ma", ["rest march"]),
    ("", ["as last time", "rest", "march", "raid"]),
])  # fmt: skip
def test_a_shell_completes_as_last_time_and_names_of_several_words(typed, lines):
    match = packing(2)[1].match
    assert completed(following(match, "green", typed), typed) == lines


def test_a_name_of_several_words_takes_the_place_of_all_of_them_that_are_typed():
    found = follow(lambda typed: typed.word("go") and typed.name(PLACES), "go nova l", lambda words, is_begun: Typed(
        words, rule="5.2", is_begun=is_begun))
    assert completed(found, "go nova l") == ["go nova lisboa"]


def test_the_list_of_what_may_follow_begins_with_as_last_time_and_what_that_comes_to():
    match = packing(2)[1].match
    assert follow_lines(match, "green", "as ") == [
        "  as last time  rest; march", "no answer yet: which card?"]
    assert follow_lines(match, "green", AGAIN) == ["an answer as it stands"]


def test_dice_that_were_seen_stay_rolled_though_a_later_order_is_refused(alone, capsys):
    assert status_of(["do", "--send", "setup north 2-7cav 2-2inf netwar*2"]) == 0
    before = (alone / "game.pbem").read_bytes()
    assert status_of(["do", "--send", "j5 netwar*2; nonsense"]) == 3
    err = capsys.readouterr().err
    assert "nonsense" in err
    assert "given before it, and signed since dice followed: j5 netwar*2" in err
    assert (alone / "game.pbem").read_bytes().startswith(before)
    assert len((alone / "game.pbem").read_bytes()) > len(before)


@pytest.fixture
def looking(alone, tmp_path, monkeypatch, capsys):
    """A solitaire match that asks for a plan which dice follow."""
    monkeypatch.chdir(tmp_path)
    assert status_of(["new", "enduring_freedom", "-C", "plans"]) == 0
    monkeypatch.chdir(tmp_path / "plans")
    while (asked := _asked(capsys))["rule"] != "13.1":
        assert status_of(["do", "--send", {"11.1": "isr*3", "11.3": "none"}.get(asked["rule"], asked["legal"][0])]) == 0
    return tmp_path / "plans"


def _asked(capsys):
    """What is asked now."""
    capsys.readouterr()
    assert status_of(["next", "--json"]) == 0
    return json.loads(capsys.readouterr().out)["asked"][0]


@pytest.mark.parametrize(("plan", "why"), [
    ("kabul; herat; nowhere", "nowhere"), ("kabul; kabul; herat; bagram", "no more ISR assets lie ready"),
])  # fmt: skip
def test_a_refused_plan_of_several_lines_is_refused_whole(looking, capsys, plan, why):
    """Its first line would be another plan, and dice would follow it."""
    before = (looking / "game.pbem").read_bytes()
    assert status_of(["do", "--send", plan]) == 3
    err = capsys.readouterr().err
    assert why in err
    assert "signed since" not in err
    assert (looking / "game.pbem").read_bytes() == before


def test_a_whole_answer_and_another_may_still_stand_in_one_line(looking, capsys):
    assert status_of(["do", "--send", "none; none"]) == 0
    assert capsys.readouterr().out.count("coalition: none") == 2


def test_everything_that_may_follow_and_everything_that_is_offered_can_be_had(alone, capsys):
    assert status_of(["next", "--follow", "north "]) == 0
    cut = capsys.readouterr().out.splitlines()
    (more,) = (line for line in cut if " more: " in line)
    assert more.endswith('more: type the beginning of one, or pbem next --all --follow "north "')
    assert status_of(["next", "--all", "--follow", "north "]) == 0
    whole = capsys.readouterr().out.splitlines()
    assert len(whole) == len(cut) - 1 + int(more.split()[2])
    assert status_of(["next", "--all"]) == 0
    assert "more: pbem next" not in capsys.readouterr().out


def test_programs_are_told_what_a_choice_names_and_whether_another_part_may_follow(alone, capsys):
    assert status_of(["next", "--json", "--follow", "setup north 2-7cav "]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["choices"][0]) == {"words", "kind", "id", "remark", "most", "sort", "label", "on", "row", "leads"}
    assert isinstance(found["more"], bool)
