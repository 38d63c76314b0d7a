"""Orders filed ahead: alternatives with conditions, checked when typed, given when their moment comes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import orders
from orders import ORDERS
from pbem.desk.automatic import carry_on
from pbem.desk.desk import Desk
from pbem.desk.drafting import take_orders
from pbem.desk.early import (
    Alternative,
    cannot_come,
    check_early,
    file_early,
    kept_early,
    moment_named,
    moment_of,
    read_early,
    remark_on_filed,
)
from pbem.errors import IllegalMove, WrongUse
from pbem.kit.conditions import Case, Condition, is_so, moments, read_bound, read_conditions, read_name
from pbem.kit.lexicon import Lexicon
from pbem.kit.spelling import Names
from seated import people, said

SEATS = Names({seat: (seat,) for seat in orders.SEATS})
CONDITIONS = {
    "turn": Condition("turn N", read_bound(1, 9), lambda case, bound: is_so(case.state.turn, bound)),
    "at": Condition("at SEAT: it has moved", read_name(lambda _: SEATS, "name a seat"),
                    lambda case, seat: case.state.at.get(seat, 0) != 0),
    "near": Condition("near: the answer stays within 1", lambda _state, _typed: None,
                         lambda case, _: max(case.answer, default=0) <= 1),
    "strong": Condition("strong: what you sealed is 2 or more", lambda _state, _typed: None,
                        lambda case, _: (case.peek(case.state.strengths[-1]) or 0) >= 2),
}
FEW = {"1.4": Lexicon(("yes", "no"))}
RULES = ("1.1", "1.2", "1.3", "1.4")


def moments_of(state, seat):
    gone = {"1.4": {seat: "it is too late"}} if state.turn > 1 else {}
    return moments(RULES, abouts=dict.fromkeys(RULES, orders.SEATS), gone=gone, words_of=FEW)


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    ruleset = replace(ORDERS, conditions=CONDITIONS, moments=moments_of)
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ruleset)


@pytest.fixture
def two(tmp_path) -> tuple[Path, Desk]:
    """Ana holds red and green; red is asked for its strength."""
    return tmp_path / "ana" / "game", people(tmp_path, {"red": "ana", "green": "ana", "blue": "bo"})["ana"]


def given(two: tuple[Path, Desk], order: str, strength: str = "2") -> tuple[list[str], list[list[str]]]:
    """What is told and what red has signed if it seals its strength with an order filed for what comes next."""
    folder, desk = two
    with desk.game(folder) as game:
        file_early(folder, game.match, [read_early(order, "red")])
        take_orders(game, [strength, "1"], send=True)
        told = carry_on(game).told
    return told, said(folder, desk, "red")[2:]


@pytest.mark.parametrize(("words", "alternatives"), [
    ("go a", [Alternative("go a")]),
    ("go a b if no enemy a; go a if odds 2:1 and turn 3; else stay",
     [Alternative("go a b", "no enemy a"), Alternative("go a", "odds 2:1 and turn 3"), Alternative("stay")]),
    ("go a b; go a if turn 2", [Alternative("go a b"), Alternative("go a", "turn 2")]),
    ("a; b", [Alternative("a; b"), Alternative("a"), Alternative("b")]),
])
def test_the_alternatives_of_an_order(words, alternatives):
    assert read_early(f"5.2/a: {words}", "red").alternatives() == alternatives


def test_an_answer_of_very_many_parts_is_tried_as_a_whole_alone():
    order = read_early("1.3: " + ";".join(["ab"] * 65), "red")
    assert [one.words for one in order.alternatives()] == [order.words]


@pytest.mark.parametrize(("words", "answer"), [
    ("1-2 if strong; else -", "1-2"),
    ("1-2 if strong and near; 1 if strong and near; else -", "1"),
    ("1-2 if turn 2; 1 if not turn 2; else -", "1"),
    ("1-2 if turn >= 2; 1 if turn <= 1 and not at green; else -", "1"),
    ("5-6; 1-2; -", "1-2"),  # the first is illegal, and no condition is named
    ("5-6 if strong; else 1", "1"),
])
def test_the_first_alternative_that_holds_and_is_legal_is_given(two, words, answer):
    told, signed = given(two, f"1.3: {words}")
    assert signed == [[answer]]
    assert told == [f"filed early, now given: red: {answer}"]


def test_what_its_owner_alone_may_see_counts_too(two):
    assert given(two, "1.3: 1-2 if strong; else -", strength="1")[1] == [["-"]]


def test_if_nothing_holds_the_person_is_asked_and_told_why(two):
    told, signed = given(two, "1.3/red: 1-2 if turn 2; 5-6 if strong")
    assert signed == []
    order = "red 1.3/red: 1-2 if turn 2; 5-6 if strong"
    assert told[0].startswith(f"filed early, not legal now: {order} (not so: turn 2 | ")
    assert (two[0] / "early.txt").read_bytes() == b""


@pytest.mark.parametrize(("order", "error"), [
    ("1.9: 1", "rule 1.9 never asks red anything"),
    ("1.3/rod: 1", "rule 1.3 never asks red about rod"),
    ("1.3: 1 if tern 2", r"did you mean turn\?"),
    ("1.3: 1 if turn", "a number from 1 to 9 is wanted"),
    ("1.3: 1 if turn 99", "99 is no number from 1 to 9"),
    ("1.3: 1 if at blu3", "did you mean blue"),
    ("1.3: 1 if turn 2 nonsense", "nonsense is not understood here"),
    ("1.3: 1 if ; else 2", "no condition is named"),
    ("1.3: if turn 2", "no answer stands before"),
    ("1.3: else 1; 2", "`else` stands last"),
    ("1.3: 1; else 2 if turn 2", "`else` stands last"),
    (f"1.3: {'1 if turn 2;' * 64} 2", "65 alternatives; 64 are allowed"),
    ("1.4: yess", r"yess is no word of an answer to 1.4: did you mean yes\?"),
    ("1.4: yes if turn 2; else maybe", "maybe is no word of an answer to 1.4"),
    ("1.4: noe", r"noe is no word of an answer to 1.4: did you mean none or no or "),
    ("1.1: 9", "not among the legal answers"),  # it is asked now
])
def test_a_wrong_order_is_refused_when_it_is_typed(two, order, error):
    folder, desk = two
    with desk.game(folder) as game, pytest.raises((WrongUse, IllegalMove)) as refused:
        check_early(game.match, read_early(order, "red"))
    assert re.search(error, f"{refused.value} {refused.value.hint or ''}")
    assert not (folder / "early.txt").exists()


def test_of_a_long_order_a_refusal_shows_the_beginning_alone(two):
    folder, desk = two
    words = "else " + "1" * 100
    with desk.game(folder) as game, pytest.raises(WrongUse) as refused:
        check_early(game.match, read_early(f"1.3: {words}; 2", "red"))
    assert str(refused.value) == f"`else` stands last, and takes no condition: {words[:60]}"


def test_what_is_asked_later_in_words_that_nobody_lists_is_filed_unread(two):
    folder, desk = two
    with desk.game(folder) as game:
        check_early(game.match, read_early("1.3/green: whatever", "red"))
        assert remark_on_filed(game.match, read_early("1.3: whatever", "red")).startswith("whether these words are")


def test_near_names_are_in_the_hint(two):
    folder, desk = two
    with desk.game(folder) as game, pytest.raises(WrongUse) as refused:
        check_early(game.match, read_early("1.3/gren: 1", "red"))
    assert refused.value.hint == "near: green, red"


def test_where_nothing_is_near_the_first_dozen_are_in_the_hint(two, monkeypatch):
    places = [f"p{n}" for n in range(13)]
    many = moments(RULES, abouts=dict.fromkeys(RULES, places), gone={}, words_of=FEW)
    ruleset = replace(ORDERS, conditions=CONDITIONS, moments=lambda state, seat: many)
    monkeypatch.setattr("pbem.ruleset._load", lambda name: ruleset)
    folder, desk = two
    with desk.game(folder) as game, pytest.raises(WrongUse) as refused:
        check_early(game.match, read_early("1.3/zzz: 1", "red"))
    assert refused.value.hint == f"about: {', '.join(places[:12])}"


def test_a_moment_is_named_as_it_is_shown_and_what_can_no_longer_come_is_said(two):
    folder, desk = two
    with desk.game(folder) as game:
        assert moment_of(game.match.request, "red") == "1.1/red"
        assert moment_named("5.2", "red/a", "red") == "5.2/a"
        assert cannot_come(game.match, read_early("1.4/red: yes", "red")) == ""
        game.match.state.turn = 2
        assert cannot_come(game.match, read_early("1.4/red: yes", "red")) == "it is too late"
        assert cannot_come(game.match, read_early("1.9: yes", "red")) == "rule 1.9 never asks red anything"
        game.match.state.turn = 1


def test_too_many_conditions_and_none_are_refused():
    for text in ("", "turn 1 and " * 8 + "turn 1"):
        with pytest.raises(IllegalMove):
            read_conditions(CONDITIONS, None, text, rule="1")
    assert [a.holds(Case(orders.Orders(), "red", lambda _: None)) for a in read_conditions(
        CONDITIONS, None, "not turn 2 and turn 1", rule="1")] == [True, True]


def test_a_condition_that_fails_keeps_nothing_out(two, monkeypatch):
    def fail(case, _):
        raise KeyError("at")

    monkeypatch.setitem(CONDITIONS, "broken", Condition("broken: fails", lambda _state, _typed: None, fail))
    told, signed = given(two, "1.3: 1-2 if broken")
    assert signed == []
    assert "it fails (KeyError: 'at'): tell its author" in told[0]


def test_a_condition_sees_what_its_own_seat_sees_and_no_other_that_is_held_here(tmp_path, monkeypatch):
    def seen(case, _):
        return case.peek(case.state.strengths[0]) is not None

    monkeypatch.setitem(CONDITIONS, "seen", Condition("seen: red's strength", lambda _state, _typed: None, seen))
    desk, folder = people(tmp_path, dict.fromkeys(orders.SEATS, "ana"))["ana"], tmp_path / "ana" / "game"
    with desk.game(folder) as game:
        file_early(folder, game.match, [read_early("1.1: 3 if seen; else 0", "green")])
        take_orders(game, ["2", "1", "1", "no"], send=True)
        assert carry_on(game).told == ["filed early, now given: green: 0"]


@pytest.mark.parametrize("written", [True, False])
def test_a_crash_between_log_and_file_neither_gives_an_order_twice_nor_forgets_it(two, monkeypatch, written):
    """What was given stands in the log: it is not given once more when its rule asks again."""
    folder, desk = two
    with desk.game(folder) as game:
        file_early(folder, game.match, [read_early("1.3: 1-2", "red")])
        take_orders(game, ["2", "1"], send=True)

    def crash():
        with desk.game(folder) as game:
            flush = game.flush

            def killed():
                if written:
                    flush()
                raise KeyboardInterrupt

            monkeypatch.setattr(game, "flush", killed)
            carry_on(game)

    with pytest.raises(KeyboardInterrupt):
        crash()
    with desk.game(folder) as game:
        assert [order.words for order in kept_early(folder, game.match).orders] == ([] if written else ["1-2"])
        assert kept_early(folder, game.match).spoiled == []
        assert carry_on(game).told == ([] if written else ["filed early, now given: red: 1-2"])
    assert said(folder, desk, "red")[2:] == [["1-2"]]
