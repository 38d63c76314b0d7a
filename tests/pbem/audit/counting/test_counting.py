"""Counts and figures at their edges: what is no die, no decision, no time; and how numbers are written."""

from __future__ import annotations

from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from little import Said, decides, little
from pbem.audit.audit import audit
from pbem.audit.counting.counts import ALL, ClaimCount, DiceCount, Held, HitCount
from pbem.audit.counting.luck import decimal, expected_hits, figures, hit_chance, hit_figures, some_below, two_sided
from pbem.audit.counting.tallies import FaceTallies, HitTallies, claim_counts
from pbem.audit.findings.finding import Finding
from pbem.audit.findings.report import OwedEvent, Report, in_order
from pbem.audit.sheets.html import to_html
from pbem.audit.sheets.sheet import make_sheet
from pbem.audit.sheets.text import to_text
from pbem.play.requests import DrawSecret, Roll
from pbem.play.secrets import Tally
from people import invite, settle
from records import lines_of, only

# ------------------------------------------------------------------ dice


@pytest.mark.parametrize(("sides", "is_counted"), [(1, False), (2, True), (6, True), (100, True), (101, False)])
def test_what_has_one_face_or_more_than_a_hundred_is_no_die(sides, is_counted):
    tallies = FaceTallies()
    tallies.count(["red"], sides, (1, sides))
    assert [(c.seat, c.sides, c.sum) for c in tallies.counts(["red"])] == (
        [("red", sides, 1 + sides), (ALL, sides, 1 + sides)] if is_counted else []
    )


def test_faces_are_counted_for_each_kind_of_die_by_seat_in_order():
    tallies = FaceTallies()
    tallies.count(["green", "red"], 6, (1, 6, 6))
    tallies.count(["green"], 4, (4,))
    tallies.count(["green"], 6, (2,))
    assert tallies.counts(["red", "green", "blue"]) == (
        DiceCount("red", 6, 1, 3, 13, (1, 0, 0, 0, 0, 2)),
        DiceCount("green", 4, 1, 1, 4, (0, 0, 0, 1)),
        DiceCount("green", 6, 2, 4, 15, (1, 1, 0, 0, 0, 2)),
        DiceCount(ALL, 4, 1, 1, 4, (0, 0, 0, 1)),
        DiceCount(ALL, 6, 2, 4, 15, (1, 1, 0, 0, 0, 2)),
    )


@pytest.mark.parametrize(("sides", "is_counted"), [(100, True), (101, False)])
def test_hits_of_what_is_no_die_are_not_counted(sides, is_counted):
    tallies = HitTallies()
    tallies.count("red", "9", sides, [range(1, 51)], (7,))
    assert bool(tallies.counts()) is is_counted


def test_hits_add_up_for_one_side_and_rule_and_kind_of_die():
    tallies = HitTallies()
    tallies.count("red", "9", 6, [(1, 2), (6,)], (2, 6))
    tallies.count("red", "9", 6, [(1, 2)], (3,))
    tallies.count("red", "9", 10, [(0, 1, 11)], (1,))  # faces that the die has not cannot come up
    tallies.count("blue", "9", 6, [()], (1,))
    tallies.count("blue", "9", 6, [], (1,))
    assert tallies.counts() == (
        HitCount("blue", "9", 6, 1, 1, 0, (1, 0, 0, 0, 0, 0, 0)),
        HitCount("red", "9", 6, 2, 3, 2, (0, 1, 2, 0, 0, 0, 0)),
        HitCount("red", "9", 10, 1, 1, 1, (0, 1, *(0,) * 9)),
    )


def test_dice_of_one_rule_that_decide_two_things_are_two_counts_in_the_order_of_their_names():
    tallies = HitTallies()
    tallies.count("red", "14", 6, [(5, 6)], (5,), "desertion")
    tallies.count("red", "14", 6, [(6,), (6,)], (5, 6), "bridges")
    tallies.count("red", "14", 6, [(5, 6)], (1,), "desertion")
    assert tallies.counts() == (
        HitCount("red", "14", 6, 1, 2, 1, (0, 2, 0, 0, 0, 0, 0), "bridges"),
        HitCount("red", "14", 6, 2, 2, 1, (0, 0, 2, 0, 0, 0, 0), "desertion"),
    )


def test_claims_stand_by_seat_of_the_match_then_by_rule_and_strangers_last():
    tallies = {
        ("green", "2"): Tally(4, 3, 2), ("", "1"): Tally(1, 1, 1), ("red", "9"): Tally(2, 2, 0),
        ("red", "3"): Tally(5, 0, 0),
    }
    assert claim_counts(tallies, ["red", "green"]) == (
        ClaimCount("red", "3", 5, 0, 0), ClaimCount("red", "9", 2, 2, 0), ClaimCount("green", "2", 4, 3, 2),
        ClaimCount("", "1", 1, 1, 1),
    )


# ------------------------------------------------------------------ chances


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        (Fraction(-19, 10), 0, "-2"), (Fraction(1, 2), 0, "0"), (Fraction(3, 2), 0, "2"), (Fraction(0), 0, "0"),
        (Fraction(0), 2, "0.00"), (Fraction(-1, 1000), 2, "0.00"), (Fraction(12345, 100), 1, "123.4"),
        (Fraction(99999, 100000), 4, "1.0000"), (Fraction(-7, 4), 2, "-1.75"), (Fraction(1, 20), 2, "0.05"),
    ],
)
def test_decimals_at_their_edges(value, places, written):
    assert decimal(value, places) == written


def test_an_even_number_of_looks_and_none():
    assert some_below(Fraction(1, 2), 0) == 0
    assert some_below(Fraction(1, 2), 2) == Fraction(3, 4)


def test_figures_of_other_dice_than_those_of_six_faces():
    count = DiceCount("red", 10, 2, 4, 4, (4, *(0,) * 9))
    assert figures(count) == {"mean": "1.000", "expected_mean": "5.5", "expected_face": "0.4", "p": "0.0002"}
    assert two_sided(4, 4, 10) == Fraction(2, 10**4)


@pytest.mark.parametrize(("hits", "ways"), [(0, 2), (1, 8), (2, 8), (3, 2)])
def test_hits_as_far_from_the_average_on_either_side_weigh_alike(hits, ways):
    """Three coins: one and two heads are nearest to the average, none and three furthest."""
    count = HitCount("red", "9", 2, 1, 3, hits, (0, 3, 0))
    assert expected_hits(count) == Fraction(3, 2)
    assert hit_chance(count) == Fraction(ways, 8)


@pytest.mark.parametrize(("dice", "is_told"), [(1_000, True), (1_001, False)])
def test_of_a_thousand_dice_the_chance_is_worked_out_and_of_more_not(dice, is_told):
    told = hit_figures(HitCount("red", "9", 2, 1, dice, dice // 2, (0, dice, 0)))
    assert (told["expected"], bool(told["p"])) == (decimal(Fraction(dice, 2), 1), is_told)


# ------------------------------------------------------------------ times


async def drawn_and_rolled(state: Said) -> str:
    """Red decides, draws in secret, decides twice more; green decides once."""
    state.note(await decides("red"))
    state.kept.append(await DrawSecret(rule="2", seat="red", pool=("a", "b")))
    state.note(await decides("red", rule="3"))
    state.note(await decides("red", rule="4"))
    state.note(await decides("green", rule="5"))
    state.note(await Roll(rule="6"))
    return "done"


def held(*seconds: int) -> tuple[Held, ...]:
    """What an audit says of the times, if red decides after these seconds each, and all else is done at once."""
    game = little(drawn_and_rolled)
    people = invite(ruleset=game)
    now = [1_000]
    for person in people:
        person.match._clock = lambda: now[0]
    settle(people)
    for wait in seconds:
        now[0] += wait
        people[0].match.answer(0, "go")
        settle(people)
    return audit(lines_of(people), find_ruleset=only(game)).held


def test_the_longest_wait_is_the_first_of_equals_and_a_secret_draw_is_the_tools():
    red, green = held(60, 60, 30)
    assert red == Held("red", decisions=3, seconds=150, longest=60, longest_round=2, tool_events=2)
    assert green == Held("green", tool_events=1)


def test_a_longer_wait_takes_the_place_of_the_longest():
    red, _ = held(0, 10, 20)
    assert (red.seconds, red.longest, red.longest_round, red.backwards) == (30, 20, 6, 0)


def test_a_clock_that_ran_back_counts_no_time_and_is_told():
    red, _ = held(-100, 0, 7)
    assert (red.decisions, red.seconds, red.longest, red.backwards) == (3, 7, 7, 1)


# ------------------------------------------------------------------ what stands in a report


def test_findings_stand_faults_first_then_by_round_and_line_and_those_without_a_place_last():
    def finding(severity: Any, round: int | None = None, line: int | None = None) -> Finding:
        return Finding(severity, "line", "x", line=line, round=round)

    ordered = [
        finding("fault", 1, 9), finding("fault", 2, 3), finding("fault", 2, 5), finding("fault", 2), finding("fault"),
        finding("incident", 1, 1), finding("note", 0, 0), finding("note"),
    ]
    assert in_order(ordered[::-1]) == tuple(ordered)


@pytest.mark.parametrize(
    ("statuses", "worst"),
    [((0,), 0), ((5, 0), 5), ((5, 8), 8), ((8, 4), 4), ((4, 6), 6), ((8, 5, 4, 6, 0), 6), ((), 0)],
)
def test_the_status_is_that_of_the_worst_finding(statuses, worst):
    findings = tuple(Finding("fault", "line", "x", status) for status in statuses)
    assert Report(level="full", findings=findings).status == worst


def test_what_is_awaited_is_told_for_each_kind_with_its_seats():
    report = Report(
        level="full", engine="tiny/1", events=1_234, bytes=5_678_901, rounds=2_000, signatures=1_235,
        undos={"blue": 2, "red": 1},
        awaited=(OwedEvent("red", "seal"), OwedEvent("green", "answer"), OwedEvent("blue", "seal")),
    )
    assert report.talk()[1:] == [
        "tiny/1: 1,234 events, 5,678,901 bytes, 2,000 rounds closed, 1,235 signatures checked",
        "taken back: blue 2, red 1", "awaited: green (answer)", "awaited: red, blue (seal)",
    ]


# ------------------------------------------------------------------ on paper


def test_columns_of_words_stand_left_and_of_figures_right_and_claims_in_order_of_their_rules():
    report = Report(
        level="audit", seats=("red", "green"), audited=("red",), rolls=3,
        claims=(
            ClaimCount("red", "9.10", 1_000, 1_000, 0), ClaimCount("red", "9.9", 2, 1, 1),
            ClaimCount("green", "10.1", 5, 5, 0),
        ),
        dice=(DiceCount("red", 6, 1, 2, 12, (0, 0, 0, 0, 0, 2)), DiceCount(ALL, 100, 1, 1_200, 60_600, (12,) * 100)),
        held=(Held("red", 2, 93_600, 90_000, 12, 3, 59, 0), Held("green", tool_events=1)),
    )  # fmt: skip
    text = to_text(make_sheet(report))
    assert (
        "Late checks: claims/judged/false:\n"
        "  rule            red  green\n"
        "  9.9           2/1/1\n"
        "  9.10  1,000/1,000/0\n"
        "  10.1                 5/5/0\n"
        "  1,007 claims about secrets, 1,006 judged, 1 false.\n"
    ) in text
    assert (
        "Dice:\n"
        "  moved by  die   rolls   dice    mean  fair  faces 1, 2, 3 ...  each       p\n"
        "  red       d6        1      2   6.000   3.5        0 0 0 0 0 2   0.3  0.0556\n"
        "  all       d100      1  1,200  50.500  50.5                     12.0  1.0000\n"
    ) in text
    assert (
        "Time, as claimed:\n"
        "  seat   decisions     held  longest  round  tool  tool held  ran back\n"
        "  red            2  1 d 2 h  1 d 1 h     12     3       59 s         0\n"
        "  green          0      0 s                     1        0 s         0\n"
    ) in text


@pytest.mark.parametrize(("seats", "often"), [(1, None), (2, 10), (3, 14), (13, 49)])
def test_of_many_chances_it_is_said_how_often_one_is_small(seats, often):
    dice = tuple(DiceCount(f"seat{i}", 6, 1, 1, 3, (0, 0, 1, 0, 0, 0)) for i in range(seats))
    text = to_text(make_sheet(Report(level="audit", dice=(*dice, DiceCount(ALL, 6, 1, 1, 3, (0, 0, 1, 0, 0, 0))))))
    told = " ".join(text.split())
    sentence = f"{seats} such chances stand here: that one of them is 0.05 or less happens in about {often} of 100 fair"
    assert (sentence in told) is (often is not None)
    assert ("such chances" in told) is (often is not None)


class Tags(HTMLParser):
    """Which tags were opened; each must be closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("has_facts", [True, False])
@pytest.mark.parametrize("count", [0, 1, 201])
def test_every_tag_of_a_page_is_closed_and_no_list_is_empty(has_facts, count):
    findings = tuple(Finding("fault", "line", "x", 4, line=i + 1, truth="y") for i in range(count))
    claims = (ClaimCount("red", "9", 1, 1, 0),)
    report = Report(level="audit", engine="tiny/1" if has_facts else "", findings=findings, claims=claims)
    tags = Tags()
    tags.feed(to_html(make_sheet(report)))
    assert tags.open == []
    counts = {tag: tags.seen.count(tag) for tag in ("ul", "li", "article", "table", "tr")}
    assert counts == {
        "ul": int(has_facts or count > 0), "li": int(has_facts) + int(count > 0), "article": min(count, 200),
        "table": 1, "tr": 2,
    }  # fmt: skip
    page = to_html(make_sheet(report))
    assert ("<p>None.</p>" in page) is (count == 0)
    assert ("<p>And 1 more, in the report as JSON.</p>" in page) is (count == 201)


def test_grounds_hang_below_their_sentence_and_long_words_stay_whole():
    finding = Finding("fault", "line", "it is odd", 4, line=7, truth="so many words " * 3, claimed="x" * 60)
    lines = to_text(make_sheet(Report(level="full", findings=(finding,))), width=30).splitlines()
    at = lines.index("fault: line 7: it is odd")
    assert lines[at + 1 : at + 6] == [
        "  goes by: protocol 2.3", "  claimed:", f"    {'x' * 60}", "  true: so many words so many",
        "    words so many words",
    ]  # fmt: skip
