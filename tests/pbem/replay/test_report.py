"""The after-action report: three voices, a section a turn, and nothing that people wrote can break out of its line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pbem.audit.audit import audit
from pbem.replay.dice import count_dice
from pbem.replay.document import match_record
from pbem.replay.opening import open_reel
from pbem.replay.reel import Reel
from pbem.replay.report import chapters, md, report

LOG = Path(__file__).parents[3] / "logs" / "angola" / "resignation" / "game.pbem"
HOSTILE = "# x\u202e\x1b[2J <script>alert(1)</script> [a](javascript:b) | `c` **d** \u200b" + "z" * 10_000


def test_a_section_a_turn_with_all_that_was_told(raid):
    frames = list(Reel(raid))
    text = report(match_record(raid), frames)
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## Turn 0", "## Turn 1", "## Turn 2", "## Turn 3", "## The end", "## Dice",
    ]
    for told in raid.binding.table.story:
        assert f"- {md(told.text)} ({md(told.rule)})" in text
    assert "> **red** (round" in text
    assert "): remark 6" in text


def test_what_ends_a_turn_is_told_in_it():
    turns = chapters(open_reel(LOG))
    first, second = turns[:2]
    assert first.told[-1][1].text.startswith("Turn 1 is over")
    assert first.told[-1][0] == "End Phase"
    assert any(one.text.startswith("Turn 2, ") for _, one in second.told)
    story = [one.text for turn in turns for _, one in turn.told]
    assert story == [t.text for t in open_reel(LOG).match.binding.table.story]


def test_headlines_lead_each_turn_and_stand_in_their_place_too(raid):
    text = report(match_record(raid), list(Reel(raid)))
    told = [t for t in raid.binding.table.story if t.headline]
    assert told
    for one in told:
        assert text.count(f"- {md(one.text)}\n") == 1
        assert f"- {md(one.text)} ({md(one.rule)})" in text
    first, *_ = [part for part in text.split("## ") if "In short" in part]
    assert first.index("**In short**") < first.index(f" ({md(told[0].rule)})")


def test_dice_are_counted_as_the_audit_counts_them():
    reel = open_reel(LOG)
    ours = {(c.seat, c.sides): c for c in count_dice(reel)}
    theirs = {(c.seat, c.sides): c for c in audit(LOG).dice}
    assert ours == theirs
    assert ours


def test_pictures_have_their_place(raid):
    text = report(match_record(raid), list(Reel(raid)), picture=lambda number, chapter: f"p/{number}.png")
    assert "![Turn 2](p/3.png)" in text


def test_people_are_named_where_they_are_known(raid):
    me = match_record(raid).seats[0].person
    text = report(match_record(raid), list(Reel(raid)), names=lambda person: "A|na" if person == me else "")
    assert f"| A\\|na, key `{me[:12]}` |" in text


def test_hostile_notes_stay_on_their_line_and_mean_nothing(raid):
    frames = [
        msgspec.structs.replace(f, remarks=tuple(msgspec.structs.replace(r, text=HOSTILE) for r in f.remarks))
        for f in Reel(raid)
    ]
    text = report(match_record(raid), frames)
    one, _ = [line for line in text.splitlines() if "zzz" in line]
    assert one.startswith("> **red** (round")
    assert not set(text) & set("\x1b\u202e\u200b")
    assert "<script>" not in text
    assert "](javascript" not in one.replace("\\](", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("9.4", "9.4"), ("1. x", "1\\. x"), ("- a", "\\- a"), ("# x", "\\# x"), ("a\nb", "a b"), ("===", "\\===")],
)
def test_only_what_means_something_is_escaped(text, shown):
    assert md(text) == shown
