"""Standing orders: what may be typed, what it means, when a policy may answer."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from pbem.errors import WrongUse
from pbem.kit.arguments import Count, Listing, Odds, Pairs, Ratio
from pbem.kit.policies import ASK, Choice, Policy, Setting, named
from pbem.kit.spelling import Names
from pbem.play.requests import Ask, Listed, Roll, Seal, Write

TOWNS = Names({"luanda": ("Luanda",), "lobito": ("Lobito",), "sa_da_bandeira": ("Sá da Bandeira",)})
KINDS = Names({"aa": ("aa",), "mine": ("mine",)})


class State(msgspec.Struct):
    wide: bool = False


POLICY: Policy[State] = Policy(
    name="fall_back", title="where they go", rules=("7", ("8", "ask"), ("9", "seal")), usual="nearest",
    choices={
        "nearest": Choice("the nearest"), "to": Choice("the first of these", Listing(lambda state: TOWNS, "TOWN ...")),
        "while": Choice("while the odds are so", Odds()), "carry": Choice(
            "who carries what", Pairs(lambda state: KINDS, lambda state: TOWNS, "KIND=TOWN ...")),
        "up_to": Choice("no more", Count(1, 9)),
    },
    answer=lambda asked, setting: setting.choice,
)


@pytest.mark.parametrize(
    ("typed", "setting"),
    [
        ("nearest", Setting("nearest", None, "nearest")),
        ("  NEAR ", Setting("nearest", None, "nearest")),
        ("to lobito, then sa da band", Setting("to", ("lobito", "sa_da_bandeira"), "to Lobito, Sá da Bandeira")),
        ("to Lobito, Sá da Bandeira", Setting("to", ("lobito", "sa_da_bandeira"), "to Lobito, Sá da Bandeira")),
        ("while odds 3:2", Setting("while", Ratio(3, 2), "while odds 3:2")),
        ("while 3 2", Setting("while", Ratio(3, 2), "while odds 3:2")),
        ("carry mine=luanda aa to lobito", Setting(
            "carry", (("mine", "luanda"), ("aa", "lobito")), "carry mine=Luanda, aa=Lobito")),
        ("up to 9", Setting("up_to", 9, "up to 9")),
        ("up_to 1", Setting("up_to", 1, "up to 1")),
        ("ask", Setting(ASK)),
    ],
)
def test_a_choice_is_typed_freely_and_kept_in_one_wording(typed, setting):
    assert POLICY.read(typed, State()) == setting
    assert POLICY.read(setting.text, State()) == setting


@pytest.mark.parametrize(
    ("typed", "because"),
    [
        ("", "a choice is missing"), ("nearst", "did you mean nearest?"), ("ask me", "me is not understood here"),
        ("to", "nothing is named"), ("to lobito lobito", "Lobito is named twice"), ("to lobto", "did you mean Lobito?"),
        ("while odds 3", "odds are written like odds 3:2"), ("while odds 0:1", "0 is no number"),
        ("carry", "it is written like KIND=TOWN ..."), ("carry aa", "who gets aa is missing"),
        ("carry mine=luanda mine=lobito", "mine is named twice"),
        ("up to 10", "10 is no number from 1 to 9"), ("nearest; to lobito", "to is not understood here"),
        ("to " + "lobito " * 3000, "an order has at most"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(typed, because):
    with pytest.raises(WrongUse) as caught:
        POLICY.read(typed, State())
    assert str(caught.value).startswith("standing order fall_back: ")
    assert because in str(caught.value)
    assert caught.value.hint


def test_a_policy_answers_for_its_rules_and_kinds_only():
    ask, seal = Ask(rule="8", seat="a", legal=lambda: (1, 2)), Seal(rule="9", bucket=128, items={"a": Listed((1, 2))})
    write = Write(rule="8", seat="a", form=None, check=lambda _: None, draft=lambda: None)
    assert [POLICY.may_answer(r) for r in (ask, seal, write, Roll(rule="7"), None)] == [True, True, False, False, False]
    assert POLICY.given(State(), ask, "a", Setting("nearest"), lambda _: None) == "nearest"
    assert POLICY.given(State(), ask, "a", Setting(ASK), lambda _: None) is None
    assert POLICY.given(State(), write, "a", Setting("nearest"), lambda _: None) is None


def test_usage_names_every_choice_and_its_argument():
    assert [how for how, _ in POLICY.usage()] == [
        "ask", "nearest", "to TOWN ...", "while odds N:M", "carry KIND=TOWN ...", "up to N"]
    assert {s.choice for s in POLICY.samples(State())} == set(POLICY.choices)


def test_a_policy_is_named_by_its_beginning():
    assert named([POLICY], "fall") is POLICY
    assert named([POLICY], "FALL_BACK") is POLICY
    with pytest.raises(WrongUse, match="did you mean fall_back"):
        named([POLICY], "fallbak")
    others = [replace(POLICY, name=name) for name in ("fall_in", "fall_out", "fall_over")]
    with pytest.raises(WrongUse, match=r"'fall': did you mean fall_back or fall_in or fall_out\?$"):
        named([POLICY, *others], "fall")
    with pytest.raises(WrongUse, match="this game has no standing orders"):
        named([], "fall")


@pytest.mark.parametrize(
    ("ours", "theirs", "reached"), [(3, 2, True), (6, 4, True), (5, 4, False), (1, 0, True), (0, 0, False)])
def test_odds_are_reached_by_whole_numbers(ours, theirs, reached):
    assert Ratio(3, 2).is_reached(ours, theirs) is reached
