"""A sheet on a terminal, line by line: what is wrapped where, how columns stand, what each table says of itself."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbem.audit.counting.counts import ClaimCount, DiceCount, Held, HitCount
from pbem.audit.findings.finding import Evidence, Finding
from pbem.audit.findings.report import Report
from pbem.audit.sheets.sheet import Sheet, SheetItem, SheetPart, make_sheet
from pbem.audit.sheets.text import WIDTH, to_text
from pbem.limits import MOST_WORDS

EMPTY = Sheet(verdict="sound", status=0, advice="", facts=(), items=(), left_out=0, parts=())


def lines_of(**what):
    return to_text(replace(EMPTY, **what)).splitlines()


def words(columns):
    """Two words that take so many columns together."""
    return f"{'x' * 40} {'y' * (columns - 41)}"


def test_a_fact_fills_the_width_of_a_terminal_and_what_is_longer_goes_on_in_the_next_line():
    assert WIDTH == 100
    assert lines_of(facts=(words(100),)) == ["sound", words(100)]
    assert lines_of(facts=(words(101),)) == ["sound", "x" * 40, f"  {'y' * 60}"]
    assert lines_of(facts=("x" * 101, "a-b " * 26)) == ["sound", "x" * 101, " ".join(["a-b"] * 25), "  a-b"]


def test_advice_and_grounds_are_wrapped_and_a_sentence_is_not():
    item = SheetItem("fault", words(120), (("true", words(101)),))
    assert lines_of(advice=words(90), items=(item,)) == [
        "sound", f"what to do: {'x' * 40}", f"  {'y' * 49}", f"fault: {words(120)}", f"  true: {'x' * 40}",
        f"    {'y' * 60}"]


@pytest.mark.parametrize(("folded", "told"), [
    ((), []), ((("evidence", "a"),), ["  evidence: the commitment: see --json or --html"]),
    ((("evidence", "a"),) * 2, ["  evidence: 2 commitments and opened texts: see --json or --html"]),
])
def test_what_is_folded_away_is_counted(folded, told):
    assert lines_of(items=(SheetItem("fault", "x", (), folded),)) == ["sound", "fault: x", *told]


def test_what_is_left_out_is_counted_with_what_the_sheet_left_out():
    items = (SheetItem("fault", "a", ()), SheetItem("fault", "b", ()))
    sheet = Sheet("sound", 0, "", (), items, 1_200, ())
    assert to_text(sheet, most=1) == "sound\nfault: a\n... and 1,201 more: use --json\n"
    assert to_text(sheet, most=2).endswith("fault: b\n... and 1,200 more: use --json\n")
    assert to_text(Sheet("sound", 0, "", (), items, 0, ()), most=2) == "sound\nfault: a\nfault: b\n"


def test_words_stand_at_the_left_of_their_column_and_figures_at_the_right():
    part = SheetPart("Things", ("rule", "n", "who"), (("9.7", "1", "red"), ("10", "1,000", "al")), (words(101),))
    assert lines_of(parts=(part,)) == [
        "sound", "", "Things:", "  rule      n  who", "  9.7       1  red", "  10    1,000  al", f"  {'x' * 40}",
        f"  {'y' * 60}"]


def told(**fields):
    return to_text(make_sheet(Report(level="audit", **fields)), width=1_000).splitlines()


def part_of(title, **fields):
    """A table of a report, up to the next."""
    lines = told(**fields)
    at = lines.index(f"{title}:")
    return lines[at : lines.index("", at) if "" in lines[at:] else None]


def test_claims_stand_by_rule_and_seat_and_what_none_could_judge_is_told():
    claims = (
        ClaimCount("red", "9.10", 3, 3, 0), ClaimCount("red", "9.9", 1_000, 999, 2), ClaimCount("al", "9.9", 1, 1, 1))
    assert part_of("Late checks: claims/judged/false", claims=claims) == [
        "Late checks: claims/judged/false:", "  rule          red     al", "  9.9   1,000/999/2  1/1/1",
        "  9.10        3/3/0", "  1,004 claims about secrets, 1,003 judged, 3 false.",
        "  What is not judged needs a secret that is not in this record, or stands behind a fault."]
    assert part_of("Late checks: claims/judged/false", claims=claims[:1])[-1] == (
        "  3 claims about secrets, 3 judged, 0 false.")


DICE = (DiceCount("red", 6, 2, 3, 12, (0, 0, 1, 1, 1, 0)), DiceCount("", 6, 2, 3, 12, (0, 0, 1, 1, 1, 0)))
SMALL_P = "A small p never proves cheating, and a large one no honesty: p measures luck. What dice are worth follows "


def test_dice_stand_with_their_mean_their_faces_and_how_likely_they_were():
    lines = part_of("Dice", dice=DICE, rolls=2, unwitnessed=1)
    assert lines[1:4] == [
        "  moved by  die  rolls  dice   mean  fair  faces 1, 2, 3 ...  each       p",
        "  red       d6       2     3  4.000   3.5        0 0 1 1 1 0   0.5  0.7500",
        "  all       d6       2     3  4.000   3.5        0 0 1 1 1 0   0.5  0.7500"]
    assert lines[4] == (
        "  A roll counts for the seats that moved it: those that decided last before it, whoever fought. A row is all "
        "of them, of whatever rule. p is the exact chance that as many fair dice show a sum at least as far from the "
        "fair mean, above or below; `each` is how often they show each face.")
    assert lines[5:] == [
        f"  {SMALL_P}from their numbers: every one was fixed when its seat was taken, and in 1 of 2 dice rounds one "
        "person held them all, and could know."]


@pytest.mark.parametrize(("fields", "why"), [
    ({}, "nobody held all of a roll, so that only all its contributors together could have known it beforehand."),
    ({"witness": "no dice"}, "the game has none."),
    ({"unwitnessed": 1_000, "rolls": 2_000},
     "in 1,000 of 2,000 dice rounds one person held them all, and could know."),
])
def test_who_could_know_the_dice_is_told_beside_them(fields, why):
    assert part_of("Dice", dice=DICE, **fields)[-1].endswith(f"was fixed when its seat was taken, and {why}")


def test_that_one_of_several_chances_is_small_is_no_wonder():
    two = (*DICE[:1], DiceCount("al", 6, 2, 3, 12, (0, 0, 1, 1, 1, 0)), DICE[1])
    assert part_of("Dice", dice=two)[-2] == (
        "  2 such chances stand here: that one of them is 0.05 or less happens in about 10 of 100 fair matches.")
    assert not any("such chances" in line for line in part_of("Dice", dice=DICE))


def test_a_chance_that_is_very_small_is_told_as_that_and_of_many_faces_none():
    rolls = (DiceCount("red", 6, 1, 7, 42, (0, 0, 0, 0, 0, 7)), DiceCount("al", 100, 1, 1, 50, (0,) * 100))
    small, many = (line.split() for line in part_of("Dice", dice=rolls)[2:4])
    assert small[-2:] == ["under", "0.0001"]
    assert many == ["al", "d100", "1", "1", "50.000", "50.5", "0.0", "1.0000"]
    exact = DiceCount("red", 100, 1, 2, 2, (2, *(0,) * 99))  # 2 of 10,000 ways: exactly 0.0002
    assert part_of("Dice", dice=(exact,))[2].endswith("0.0002")


def test_hits_stand_with_what_was_to_be_expected():
    hits = (HitCount("al", "9.7", 6, 1_000, 2, 2, (0, 0, 0, 2, 0, 0, 0), "air strike"),)
    assert part_of("Hits", hits=hits) == [
        "Hits:", "  whose dice  for         rule  rolls  dice  hits  expected       p",
        "  al          air strike   9.7  1,000     2     2       1.0  0.5000",
        "  A die hits where it alone does what it was rolled for, under the rule and by the name that stand beside it. "
        "p is the exact chance of hits at least as far from what these dice make on average, above or below."]


@pytest.mark.parametrize(("witness", "made"), [("no dice", "openings"), ("witnessed", "dice, openings")])
def test_the_time_of_each_seat_stands_with_what_its_tool_made_by_itself(witness, made):
    held = (Held("red", 1_000, 7_200, 3_600, 4, 2_000, 60, 3_000), Held("al"))
    assert part_of("Time, as claimed", held=held, witness=witness) == [
        "Time, as claimed:",
        "  seat  decisions  held  longest  round   tool  tool held  ran back",
        "  red       1,000   2 h      1 h      4  2,000      1 min     3,000",
        "  al            0   0 s                      0        0 s         0",
        "  How long a seat held the game: from the last event of the round before to its own. What the tool makes by "
        f"itself ({made}) is counted apart.",
        "  Times are claims: each is the clock of the machine that signed, which may have run back. Nobody can check "
        "it, nothing depends on it."]


def test_a_table_with_nothing_in_it_is_left_out():
    assert len(told(held=(Held("red"),))) == 1
    assert len(told(held=(Held("red", tool_events=1),))) > 2
    assert len(told(held=(Held("red", decisions=1),))) > 2


def test_a_finding_stands_with_its_grounds_in_order_and_what_is_told_already_is_not_said_twice():
    fault = Finding(
        "fault", "incident", "red lied", 4, 7, 2, "red", "9.7", "it has two", 'it is "one"',
        (Evidence("event", "abc", 7), Evidence("opened text", "one", 7, "r1"), Evidence("opened text", "two", 7, "r2"),
         Evidence("commitment", "xyz", 7)))
    lines = told(findings=(fault,))
    at = lines.index("fault: line 7, round 2, red, rule 9.7: red lied")
    assert lines[at + 1 : at + 4] == [
        "  goes by: protocol 3.2, rule 9.7", "  claimed: it has two", '  true: it is "one"']
    assert lines[at + 4].startswith("  to do: Decide about this seat")
    assert lines[at + 5 :] == [
        "  evidence: event abc (line 7)", "  evidence: 2 commitments and opened texts: see --json or --html"]


def test_what_others_wrote_is_cut_at_its_bound():
    kept, cut = (told(game="x" * length)[1] for length in (MOST_WORDS - 7, MOST_WORDS - 6))
    assert kept == "match: " + "x" * (MOST_WORDS - 7)
    assert cut == "match: " + "x" * (MOST_WORDS - 11) + " ..."
