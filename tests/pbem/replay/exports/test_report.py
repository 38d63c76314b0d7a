"""The after-action report: three voices, a section a turn, and nothing that people wrote can break out of its line."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pbem.audit.audit import audit
from pbem.replay.exports.dice import count_dice, count_hits
from pbem.replay.exports.document import match_record
from pbem.replay.exports.report import chapters, md, report
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.show.frame import Frame, Throw

LOG = Path(__file__).parents[4] / "logs" / "angola" / "resignation" / "game.pbem"
HOSTILE = "# x\u202e\x1b[2J <script>alert(1)</script> [a](javascript:b) | `c` **d** \u200b" + "z" * 10_000


def test_a_section_a_turn_with_all_that_was_told(raid):
    frames = list(Reel(raid))
    text = report(match_record(raid), frames, chosen={})
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## The end, and why", "## Luck", "## Appendix: turn by turn",
    ]
    assert [line for line in text.splitlines() if line.startswith("### Turn")] == [
        "### Turn 0", "### Turn 1", "### Turn 2", "### Turn 3",
    ]
    for told in raid.binding.table.story:
        assert f"- {md(told.text)} ({md(told.rule)})" in text
    assert "> **red** (round" in text
    assert "): remark 6" in text


@pytest.fixture(scope="module")
def recorded() -> Reel:
    """A recorded game, as the public sees it."""
    return open_reel(LOG)


@pytest.fixture(scope="module")
def frames(recorded: Reel) -> list[Frame]:
    return list(recorded)


def test_what_ends_a_turn_is_told_in_it(recorded, frames):
    turns = chapters(frames)
    first, second = turns[:2]
    assert first.told[-1][1].text.startswith("Turn 1 is over")
    assert first.told[-1][0] == "End Phase"
    assert any(one.text.startswith("Turn 2, ") for _, one in second.told)
    story = [one.text for turn in turns for _, one in turn.told]
    assert story == [t.text for t in recorded.match.binding.table.story]


def test_headlines_lead_each_turn_and_stand_in_their_place_too(raid):
    text = report(match_record(raid), list(Reel(raid)), chosen={})
    told = [t for t in raid.binding.table.story if t.headline]
    assert told
    for one in told:
        assert text.count(f"- {md(one.text)}\n") == 1
        assert f"- {md(one.text)} ({md(one.rule)})" in text
    first, *_ = [part for part in text.split("## ") if "In short" in part]
    assert first.index("**In short**") < first.index(f" ({md(told[0].rule)})")


def test_dice_are_counted_as_the_audit_counts_them(frames):
    judged = audit(LOG)
    throws = [throw for frame in frames for throw in frame.dice]
    *owned, every = count_dice(throws)
    assert every == judged.dice[-1]
    assert {c.seat for c in owned} == {"fapla", "fnla", "mpla", "unita"}
    assert count_hits(throws) == judged.hits
    assert judged.hits


def test_dice_of_a_side_are_its_own_and_those_of_nobody_count_for_who_moved():
    ours = Throw(rule="16.2", values=(1, 5), sides=6, seats=("red",), side="blue", hits=((1, 2, 3), (1,)))
    nobody = Throw(rule="6", values=(4,), sides=6, seats=("red", "green"))
    assert [(c.seat, c.dice, c.sum) for c in count_dice([ours, nobody])] == [
        ("blue", 2, 6), ("red", 1, 4), ("green", 1, 4), ("", 3, 10),
    ]  # fmt: skip
    (hits,) = count_hits([ours, nobody])
    assert (hits.side, hits.rule, hits.hits, hits.dice, hits.chances) == ("blue", "16.2", 1, 2, (0, 1, 0, 1, 0, 0, 0))


def test_dice_stand_in_the_turn_that_tells_what_they_did():
    """A battle of Fallujah often ends in the step in which the next turn begins."""
    frames = list(open_reel(LOG.parents[2] / "fallujah" / "april_won" / "game.pbem"))
    assert sum(frame.closing_dice for frame in frames) > 20
    for turn in chapters(frames):
        told = sum(" fires in " in one.text for _, one in turn.told)
        assert sum(throw.rule == "16.2" for throw in turn.throws) == told


def test_hits_stand_beside_those_to_be_expected_a_turn_and_a_game():
    """By hand: 39 dice of OPFOR in fire, 6 of IEDs, 3 of events, which are no fire: nothing stands over all 48."""
    log = LOG.parents[2] / "fallujah" / "april_won" / "game.pbem"
    reel = open_reel(log)
    frames = list(reel)
    text = report(match_record(reel.match), frames, chosen={})
    fire = r"Coalition fire \(16\.2\): \d+ of \d+, [\d.]+ expected"
    assert re.search(rf"^\*Dice of this turn, of all rules: .*\. Hits: {fire}", text, re.M)
    rows = [line for line in text.splitlines() if re.match(r"\| (OPFOR|Coalition) \| \D+ \| [\d.]+ \|", line)]
    assert [row.split(" | ")[1:5] for row in rows] == [
        ["fire", "16.2", "90", "47"], ["IEDs", "14.1", "6", "2"], ["desertion", "14.7", "3", "2"],
        ["fire", "16.2", "39", "27"],
    ]  # fmt: skip
    turns = [line for line in text.splitlines() if line.startswith("*Dice of this turn")]
    assert sum(int(n) for line in turns for n in re.findall(r"OPFOR desertion \(14\.7\): (\d+) of", line)) == 2
    told = reel.match.ruleset.report(reel.match.binding.state, reel.match.binding.table.story)
    fire = {who: re.match(r"(\d+) dice, (\d+) hits", line.split(": ", 1)[1])
            for line in told for who in ("The Coalition's", "OPFOR's") if line.startswith(f"{who} fire: ")}
    assert {who: (found[1], found[2]) for who, found in fire.items()} == {
        "The Coalition's": ("90", "47"), "OPFOR's": ("39", "27"),
    }  # fmt: skip


def test_options_are_those_that_were_chosen(raid):
    def line(**chosen):
        text = report(match_record(raid), list(Reel(raid)), chosen=chosen)
        return next(line for line in text.splitlines() if line.startswith("Options"))

    assert line(scenario="x").startswith("Options: as printed. Dice: ")
    chosen = {"scenario": "x", "joint_operations": True, "team": "three_by_service", "mines": False, "bases": 3}
    assert line(**chosen).startswith("Options: joint operations, team three by service, mines false, bases 3. Dice: ")


def test_seats_and_winners_bear_the_names_of_their_sides(recorded, frames):
    text = report(match_record(recorded.match), frames, chosen={})
    assert [line.split(" | ")[0] for line in text.splitlines() if ", key `" in line or "| key `" in line] == [
        "| FAPLA", "| FNLA", "| MPLA", "| UNITA",
    ]  # fmt: skip
    assert re.search(r"Winners: [A-Z]+(, [A-Z]+)*\.$", text, re.M)


def test_pictures_have_their_place(raid):
    text = report(match_record(raid), list(Reel(raid)), chosen={}, picture=lambda name, *_: f"p/{name}.png")
    assert "![Turn 2](p/turn-03.png)" in text
    assert "![" not in report(match_record(raid), list(Reel(raid)), chosen={}, picture=lambda *_: "")


def test_people_are_named_where_they_are_known(raid):
    me = match_record(raid).seats[0].person
    text = report(match_record(raid), list(Reel(raid)), chosen={}, names=lambda person: "A|na" if person == me else "")
    assert f"| A\\|na, key `{me[:12]}` |" in text


def test_hostile_notes_stay_on_their_line_and_mean_nothing(raid):
    frames = [
        msgspec.structs.replace(f, remarks=tuple(msgspec.structs.replace(r, text=HOSTILE) for r in f.remarks))
        for f in Reel(raid)
    ]
    text = report(match_record(raid), frames, chosen={})
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


@pytest.mark.parametrize(("written", "shown"), [
    ("see https://a.example/x", "see https\\://a.example/x"),
    ("see WWW.a.example", "see WWW\\.a.example"),
    ("mail me@a.example", "mail me\\@a.example"),
    ("turn 3: 4. or 5.", "turn 3: 4. or 5."),
])  # fmt: skip
def test_no_address_becomes_a_link(written, shown):
    assert md(written) == shown
