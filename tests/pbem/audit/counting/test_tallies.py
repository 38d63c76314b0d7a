"""What an audit counts: claims, dice by who moved them, times as claimed."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from little import bids, decides, little
from pbem.audit.audit import audit
from pbem.audit.counting.counts import ALL, ClaimCount, DiceCount, Held, HitCount
from pbem.audit.counting.luck import chance, figures
from pbem.audit.counting.tallies import DiceTallies
from pbem.audit.sheets.sheet import make_sheet
from pbem.audit.verify import verify
from pbem.play.requests import Ask, Late, Open, Roll
from pbem.record.rounds import Closed
from people import exchange, finish, invite, settle
from records import TINY_ONLY, decoded, finished, lines_of, only


def closed(*events):
    return Closed(5, (0,), b"", b"", events, ())


class Entropy:
    kind = "entropy"


class Act:
    kind = "act"


def test_dice_count_for_who_moved_them_and_once_for_all():
    tallies = DiceTallies()
    tallies.rolled(Roll(rule="1", dice=3), (6, 6, 1))
    tallies.close(closed(Entropy()), ["red", "blue"])
    tallies.rolled(Roll(rule="1", dice=1), (2,))
    tallies.rolled(Roll(rule="2", dice=1, sides=10), (10,))
    tallies.close(closed(Entropy()), ["blue"])
    assert tallies.counts(("red", "green", "blue")) == (
        DiceCount("red", 6, 1, 3, 13, (1, 0, 0, 0, 0, 2)),
        DiceCount("blue", 6, 2, 4, 15, (1, 1, 0, 0, 0, 2)),
        DiceCount("blue", 10, 1, 1, 10, (0,) * 9 + (1,)),
        DiceCount(ALL, 6, 2, 4, 15, (1, 1, 0, 0, 0, 2)),
        DiceCount(ALL, 10, 1, 1, 10, (0,) * 9 + (1,)),
    )


def test_figures_of_a_list_of_dice_by_hand():
    count = DiceCount("red", 6, 1, 3, 18, (0, 0, 0, 0, 0, 3))
    assert chance(count) == Fraction(1, 108)
    assert figures(count) == {"mean": "6.000", "expected_mean": "3.5", "expected_face": "0.5", "p": "0.0093"}


def test_a_position_that_is_rebuilt_rolls_nothing_again():
    tallies = DiceTallies()
    tallies.rolled(Roll(rule="1", dice=2), (6, 6))
    tallies.close(closed(Act()), ["red"])
    tallies.close(closed(Entropy()), ["red"])
    assert tallies.counts(("red",)) == ()


async def rolled_twice(said):
    said.note(await decides("red"))
    said.note(await Roll(rule="2", dice=2))
    said.note(await decides("green", rule="3", about="a"))
    said.note(await decides("green", rule="3", about="b"))
    said.note(await Roll(rule="4", dice=3))
    return "done"


def test_rolls_of_a_match_are_all_counted_once_though_a_seat_took_back():
    game = little(rolled_twice)
    people = invite(ruleset=game)
    settle(people)
    people[0].match.answer(0, "go")
    settle(people)
    match = people[1].match
    before = match.rounds.r - 1
    match.answer(1, "go")
    match.undo(1, before)
    exchange(people)
    finish(people, random.Random(2))
    report = audit(lines_of(people), find_ruleset=only(game))
    dice = {(c.seat, c.sides): (c.rolls, c.dice) for c in report.dice}
    assert dice == {("red", 6): (1, 2), ("green", 6): (1, 3), (ALL, 6): (2, 5)}
    told = [w for said in match.state.said for w in said.replace("(", "").replace(")", "").replace(",", "").split()]
    assert report.dice[-1].sum == sum(int(w) for w in told if w.isdecimal())
    assert report.undos == {"green": 1}


def test_only_an_audit_counts():
    report = verify(finished(), "full", find_ruleset=TINY_ONLY)
    assert report.claims == report.dice == report.held == ()
    assert audit(finished(), find_ruleset=TINY_ONLY).dice


# ------------------------------------------------------------------ claims


async def boasts(said):
    """A bid that is opened, one that is not, and two boasts about each."""
    shown, hidden = await bids("red", "green", rule="5.1"), await bids("red", "green", rule="5.2")
    said.kept += hidden.values()
    for seat, sealed in (("red", shown), ("green", shown), ("red", hidden), ("red", hidden)):

        def late(say, seat=seat, sealed=sealed):
            return [Late("5.3", f"{seat} bid {say}", (sealed[seat],), lambda bid: str(bid) == say)]

        said.note(await Ask(rule="5.3", seat=seat, legal=lambda: ("0", "1"), late=late))
    said.note(await Open(rule="5.4", sealed=shown))
    return "done"


@pytest.fixture(scope="module")
def boasted():
    """Red lies once about each bid."""
    game = little(boasts)
    people = invite(ruleset=game)
    settle(people)
    for say in ("1", "0", "1", "0"):  # all bid 0
        finish(people, random.Random(1), until=lambda: people[0].match.request.rule == "5.3")
        (duty,) = people[0].match.owing()
        match = people[duty.seat].match
        match.binding.table.check_claims = lambda _: None
        match.answer(duty.seat, say)
        exchange(people)
    finish(people, random.Random(1))
    return lines_of(people), only(game)


def test_claims_are_counted_by_seat_and_rule(boasted):
    lines, find = boasted
    report = audit(lines, find_ruleset=find)
    assert report.claims == (ClaimCount("red", "5.3", 3, 3, 2), ClaimCount("green", "5.3", 1, 1, 0))


def test_what_was_not_disclosed_is_not_judged(boasted):
    lines, find = boasted
    some = [e.line for e in decoded(lines) if not (e.kind == "disclose" and e.seat == 0)]
    report = audit(some, find_ruleset=find)
    assert report.claims == (ClaimCount("red", "5.3", 3, 1, 1), ClaimCount("green", "5.3", 1, 1, 0))


# ------------------------------------------------------------------ times


def test_times_are_added_up_as_claimed():
    game = little(rolled_twice)
    people = invite(ruleset=game)
    clock = {"now": 1_000}
    for person in people:
        person.match._clock = lambda: clock["now"]
    settle(people)
    clock["now"] += 90
    people[0].match.answer(0, "go")
    clock["now"] += 5
    exchange(people)
    people[0].match.run_mechanical()
    exchange(people)
    people[1].match.run_mechanical()
    exchange(people)
    clock["now"] -= 20
    people[1].match.answer(1, "go")
    clock["now"] += 7_220
    people[1].match.answer(1, "stay")
    exchange(people)
    report = audit(lines_of(people), find_ruleset=only(game))
    assert report.held == (
        Held("red", 1, 90, 90, 2, 1, 5, 0),
        Held("green", 2, 7_220, 7_220, 5, 1, 5, 1),
    )


def test_hits_count_by_side_and_rule_where_the_ruleset_says_what_hits():
    tallies = DiceTallies()
    tallies.rolled(Roll(rule="16.2", dice=2, hits=(range(1, 5), ()), side="opfor"), (4, 1))
    tallies.rolled(Roll(rule="16.2", dice=1, hits=(range(1, 6),), side="coalition", decides="fire"), (6,))
    tallies.rolled(Roll(rule="9.2", dice=3), (1, 1, 1))
    tallies.close(closed(Entropy()), ["coalition"])
    tallies.rolled(Roll(rule="16.2", dice=1, hits=(range(1, 5),), side="opfor"), (5,))
    tallies.close(closed(Entropy()), ["coalition"])
    assert tallies.hits() == (
        HitCount("coalition", "16.2", 6, 1, 1, 0, (0, 0, 0, 0, 0, 1, 0), "fire"),
        HitCount("opfor", "16.2", 6, 2, 3, 1, (1, 0, 0, 0, 2, 0, 0)),
    )


def test_a_recorded_battle_is_reported_with_the_hits_that_were_to_be_expected():
    report = audit(Path(__file__).resolve().parents[4] / "logs" / "fallujah" / "april_won" / "game.pbem")
    assert [(h.side, h.decides, h.rule, h.dice, h.hits) for h in report.hits] == [
        ("coalition", "fire", "16.2", 90, 47), ("opfor", "IEDs", "14.1", 6, 2), ("opfor", "desertion", "14.7", 3, 2),
        ("opfor", "fire", "16.2", 39, 27),
    ]  # fmt: skip
    told = make_sheet(report)
    assert [p.rows[0][6] for p in told.parts if p.title == "Hits"] == ["47.0"]
