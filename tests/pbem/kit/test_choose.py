"""Decisions declared once: what is offered, typed, refused, may follow, is answered beforehand and by a bot, alike."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.errors import IllegalMove
from pbem.kit.arguments import Count
from pbem.kit.bots import PickingBot
from pbem.kit.choose import Choose, ChooseSome, Number
from pbem.kit.declaring import Standing, best, given, nothing
from pbem.kit.forms import Forms
from pbem.kit.lists import NameList, Some
from pbem.kit.policies import Policy, named
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem.play.requests import Ask, Listed, Request, Seal, Sealed, Write

PIPS = {"gun1": 2, "gun2": 4, "how1": 3}
NAMES = Names({"gun1": ("First Gun", "g1"), "gun2": ("Second Gun", "g2"), "how1": ("Howitzer", "h1")})


def blind(sealed: Sealed[Any]) -> None:
    return None


BATTERY: Choose[dict[str, int]] = Choose(
    rule="9.8", noun="battery", nothing="none", ask=lambda asked: "Which battery fires?", names=lambda asked: NAMES,
    worth=lambda asked, gun: asked.state[gun], skip=("with",), most=2,
    remark=lambda asked, gun: "nobody fires" if gun == "none" else f"{asked.state[gun]} dice",
    detail=lambda asked, gun: f"{NAMES.shown(gun)}: {asked.state[gun]} dice",
    why=lambda asked, gun: f"{NAMES.shown(gun)} has fired",
    standing=Standing("artillery", "whether a battery fires", {
        "strongest": best("the one with most dice"), "none": nothing("none fires")}))
AIR: Number[dict[str, int]] = Number(
    rule="9.6", noun="airgroups", ask=lambda asked: "How many fly?", likely=lambda asked: [(2, "enough"), (0, "")],
    skip=("airgroups",), standing=Standing("air", "how many fly", {
        "all": given("all of them", lambda asked, _: asked.legal()[-1]), "enough": best("enough"),
        "at_most": given("N at most", lambda asked, s: min(s.value, asked.legal()[-1]), Count(1, 9)),
        "never": given("you are asked", lambda asked, _: None)}, usual="enough"))
LOST: ChooseSome[dict[str, int]] = ChooseSome(
    rule="9.11", noun="battery", nouns="batteries", ask=lambda asked: "Who is lost?", names=lambda asked: NAMES,
    worth=lambda asked, gun: asked.state[gun], skip=("lose", "and"), remarks=("the cheapest", ""),
    standing=Standing("losses", "who is lost", {"cheapest": best("the cheapest")}))
SHOWN: ChooseSome[dict[str, int]] = ChooseSome(
    rule="9.9", noun="battery", nouns="batteries", ask=lambda asked: "Who is shown?", names=lambda asked: NAMES,
    here=lambda asked: ["gun2", "how1"], useful=lambda asked: 1, why=lambda asked, gun: f"{gun} is elsewhere",
    remarks=("one is enough", "all stay hidden"), standing=Standing("shown", "who is shown", {"none": nothing("none")}))
FORMS: Forms[dict[str, int]] = Forms({}, declared=(BATTERY, AIR, LOST, SHOWN))


def fire(*legal: str) -> Ask[str]:
    return Ask(rule="9.8", seat="a", legal=lambda: legal)


FLY: Ask[int] = Ask(rule="9.6", seat="a", legal=lambda: range(4))


def name_some(rule: str, some: Some, draft: tuple[str, ...] = ()) -> Write[tuple[str, ...]]:
    return Write(rule=rule, seat="a", form=NameList(rule, "units", some.names), check=lambda _: None,
                 draft=lambda: draft, case=some)


LOSE, SHOW = name_some("9.11", Some(tuple(PIPS), 2, 2), ("gun1", "gun2")), name_some("9.9", Some(tuple(PIPS)))


def read(request: Request[Any], text: str) -> list[str]:
    return FORMS.read_orders(PIPS, request, "a", text, blind)


def refusal(request: Request[Any], text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        read(request, text)
    return refused.value


def answered(request: Request[Any], name: str, how: str) -> str | None:
    policy: Policy[Any] = named(FORMS.policies, name)
    return policy.given(PIPS, request, "a", policy.read(how, PIPS), blind)


def picked(request: Request[Any]) -> Any:
    return PickingBot(FORMS, "a").choose(PIPS, request, blind, random.Random(1))


def test_a_choice_is_asked_with_a_line_for_each_and_how_it_is_typed():
    assert FORMS.prompt(PIPS, fire("none", *PIPS), "a", blind) == (
        "Which battery fires?\n  Second Gun: 4 dice\n  Howitzer: 3 dice\n  First Gun: 2 dice\n"
        "Type the battery: `Second Gun`, or `none`.")
    assert "none" not in FORMS.prompt(PIPS, fire("gun1", "gun2"), "a", blind)


def test_the_best_is_offered_first_so_many_at_most_and_nothing_last():
    assert FORMS.examples(PIPS, fire("none", *PIPS), "a", blind) == [
        "Second Gun  # 4 dice", "Howitzer  # 3 dice", "none  # nobody fires"]


def test_a_choice_is_typed_by_name_or_as_nothing():
    assert read(fire("none", *PIPS), "with second") == ["gun2"]
    assert read(fire("none", *PIPS), "nobody") == ["none"]
    assert refusal(fire("none", "gun1"), "h1").because == "Howitzer has fired"
    assert refusal(fire("none", "gun1"), "").because == "name the battery, or `none`"
    assert refusal(fire("gun1", "gun2"), "none").because == "none is no answer here: name the battery"


def test_what_may_follow_has_its_remark():
    found = FORMS.follow(PIPS, fire("none", "gun1"), "a", "", blind)
    assert [(c.words, c.remark) for c in found.choices] == [("none", "nobody fires"), ("First Gun", "2 dice")]


def test_standing_order_and_bot_give_the_best():
    assert answered(fire("none", *PIPS), "artillery", "strongest") == "gun2" == picked(fire("none", *PIPS))
    assert answered(fire("none", *PIPS), "artillery", "none") == "none"
    assert answered(fire("gun1", "gun2"), "artillery", "none") == "gun1"
    assert named(FORMS.policies, "artillery").usual == "strongest"


def test_nothing_is_best_if_there_is_nothing_else():
    assert picked(fire("none")) == "none"


def test_a_number_is_typed_as_one_or_as_all_or_none():
    assert FORMS.prompt(PIPS, FLY, "a", blind) == "How many fly?\nType a number from 0 to 3, `all` or `none`."
    assert [read(FLY, text) for text in ("2 airgroups", "all", "none", "3")] == [["2"], ["3"], ["0"], ["3"]]
    assert refusal(FLY, "4").because == "4 is no number from 0 to 3"
    assert refusal(FLY, "").because == "type a number of airgroups from 0 to 3"
    assert FORMS.examples(PIPS, FLY, "a", blind) == ["2  # enough", "0"]


def test_a_standing_order_has_what_is_best_and_what_its_ways_answer():
    assert [answered(FLY, "air", how) for how in ("all", "enough", "at most 1", "never")] == ["3", "2", "1", None]
    assert picked(FLY) == 2
    assert named(FORMS.policies, "air").usual == "enough"


@pytest.mark.parametrize("text", ["all", "everything", "3", "3 airgroups"])
def test_all_of_a_number_may_be_said_in_two_words(text):
    assert read(FLY, text) == ["3"]


def test_a_number_may_be_sealed():
    sealed: Seal[int] = Seal(rule="9.6", bucket=128, items={"a": Listed(range(2))})
    assert FORMS.read_orders(PIPS, sealed, "a", "all", blind) == ["1"]


def test_so_many_names_as_must_be_are_named_and_the_cheapest_are_best():
    assert FORMS.prompt(PIPS, LOSE, "a", blind) == "Who is lost?\nType 2 batteries: `First Gun Howitzer`."
    assert FORMS.examples(PIPS, LOSE, "a", blind) == [
        "First Gun Howitzer  # the cheapest", "First Gun Second Gun  # the first of the list"]
    assert read(LOSE, "lose h1 and g1") == ["gun1 how1"]
    assert answered(LOSE, "losses", "cheapest") == "gun1 how1"
    assert picked(LOSE) == ("gun1", "how1")


@pytest.mark.parametrize(("text", "because"), [
    ("g1", "2 batteries are to be named, 1 given"), ("g1 g2 h1", "2 batteries are to be named, 3 given"),
    ("g1 g1", "First Gun is named twice"),
    ("", "name 2 batteries"), ("none", "none is"), ("g1 tank", "tank is not understood here"),
])  # fmt: skip
def test_another_number_of_names_is_refused(text, because):
    assert refusal(LOSE, text).because.startswith(because)


def test_behind_as_many_names_as_may_be_nothing_follows():
    assert [c.words for c in FORMS.follow(PIPS, LOSE, "a", "g1 ", blind).choices] == ["Howitzer", "Second Gun"]
    assert not FORMS.follow(PIPS, LOSE, "a", "g1 h1 ", blind).choices


def test_of_a_free_list_what_is_here_may_be_named_all_of_it_or_none():
    assert FORMS.examples(PIPS, SHOW, "a", blind) == [
        "Second Gun  # one is enough", "none  # all stay hidden", "all"]
    assert [read(SHOW, text) for text in ("all", "none", "h1")] == [["gun2 how1"], ["none"], ["how1"]]
    assert refusal(SHOW, "g1").because == "gun1 is elsewhere"
    assert answered(SHOW, "shown", "none") == "none"
    assert picked(SHOW) == ("gun2",)


def test_what_is_drawn_at_random_has_a_number_that_may_be():
    rng = random.Random(1)
    drawn = {len(FORMS.propose(PIPS, LOSE, "a", blind, rng)) for _ in range(20)}
    assert drawn == {2}
    assert {len(FORMS.propose(PIPS, SHOW, "a", blind, rng)) for _ in range(40)} == {0, 1, 2}


def test_names_may_be_read_and_written_a_games_own_way():
    def read_guns(asked: Any, typed: Typed, among: Any, count: int) -> list[str]:
        return list(among)[:count] if typed.word("guns") else []

    own: ChooseSome[dict[str, int]] = ChooseSome(
        rule="9.11", noun="gun", ask=lambda asked: "Who?", names=lambda asked: NAMES, read=read_guns,
        brief=lambda asked, names: f"{len(names)} guns")
    forms = Forms({}, declared=(own,))
    assert forms.examples(PIPS, LOSE, "a", blind)[0] == "2 guns"
    assert forms.read_orders(PIPS, LOSE, "a", "guns", blind) == ["gun1 gun2"]


HIT: ChooseSome[dict[str, int]] = ChooseSome(
    rule="16.3", noun="hit", ask=lambda asked: "Who is hit?", names=lambda asked: NAMES, skip=("hits",),
    often=lambda asked, gun: asked.state[gun], pick=lambda asked: ("gun1", "gun1", "how1"))
TAKE = Write(rule="16.3", seat="a", form=NameList("16.3", "hits", PIPS, many=True, as_given=True),
             check=lambda _: None, draft=lambda: ("gun1",) * 3, case=Some(tuple(PIPS), 3, 3))  # fmt: skip


def test_who_is_hit_may_be_named_as_often_as_it_can_be():
    forms = Forms({}, declared=(HIT,))

    def say(text: str) -> list[str]:
        return forms.read_orders(PIPS, TAKE, "a", text, blind)

    def may_follow(text: str) -> list[str]:
        return [choice.id for choice in forms.follow(PIPS, TAKE, "a", text, blind).choices]

    assert say("hits g1 g1 h1") == say("2x g1, h1") == ["gun1 gun1 how1"]
    assert say("g1 2x h1") == ["gun1 how1 how1"]
    assert may_follow("g1 ") == ["gun1", "gun2", "how1"]
    assert may_follow("2x g1 ") == ["gun2", "how1"]  # it is gone
    assert may_follow("g1 g1 h1 ") == []
    for text, because in (("g1", "3 hits are to be named, 1 given"), ("2x g1 2x h1", "3 hits are to be named, 4 given"),
                          ("1x g1", "1x g1 is not understood here")):  # fmt: skip
        with pytest.raises(IllegalMove, match=because):
            say(text)
    rng = random.Random(1)
    drawn = [forms.propose(PIPS, TAKE, "a", blind, rng) for _ in range(20)]
    assert {len(names) for names in drawn} == {3}
    assert any(len(set(names)) < 3 for names in drawn)


def test_names_may_become_an_answer_of_a_games_own_and_be_drawn_its_own_way():
    wordings = NameList("16.3", "hits", PIPS, between="+")

    class Flip:
        parse = staticmethod(lambda say: ("flip", *wordings.parse(say)))
        spell = staticmethod(lambda answer: wordings.spell(answer[1:]))

    form: ChooseSome[dict[str, int]] = ChooseSome(
        rule="20.4", noun="gun", ask=lambda asked: "Which?", names=lambda asked: NAMES, skip=("flip",),
        brief=lambda asked, names: f"flip {' '.join(map(NAMES.shown, names))}", made=lambda names: ("flip", *names),
        useful=lambda asked: 1, at_random=lambda asked, rng: ["gun2"],
        standing=Standing("flips", "who is turned up", {"good": best("a good one"), "none": nothing("nobody")}))
    forms, request = Forms({}, declared=(form,)), Write(
        rule="20.4", seat="a", form=Flip(), check=lambda _: None, draft=lambda: ("flip",), case=Some(tuple(PIPS)))
    says = [forms.read_orders(PIPS, request, "a", text, blind) for text in ("flip g1 h1", "none", "all")]
    assert says == [["gun1+how1"], ["none"], ["gun1+gun2+how1"]]
    assert forms.examples(PIPS, request, "a", blind) == ["flip First Gun", "none", "all"]
    assert forms.pick(PIPS, request, "a", blind) == ("flip", "gun1")
    assert forms.propose(PIPS, request, "a", blind, random.Random(1)) == ("flip", "gun2")
    (policy,) = forms.policies
    given_words = [policy.given(PIPS, request, "a", policy.read(how, PIPS), blind) for how in ("good", "none")]
    assert given_words == ["gun1", "none"]


def test_what_is_paid_for_tells_its_price_and_what_may_still_be_paid():
    def price(asked: Any, names: Any) -> int:
        return sum(asked.state[name] for name in names)

    form: ChooseSome[dict[str, int]] = ChooseSome(
        rule="9.9", noun="gun", ask=lambda asked: "Which?", names=lambda asked: NAMES, pick=lambda asked: ["gun1"],
        remark=lambda asked, gun: f"{price(asked, [gun])} NP", comes_to=lambda asked, guns: f"{price(asked, guns)} NP",
        fits=lambda asked, named: [gun for gun in PIPS if price(asked, [*named, gun]) <= 5], remarks=("", "0 NP"))
    forms = Forms({}, declared=(form,))
    assert forms.examples(PIPS, SHOW, "a", blind) == ["First Gun  # 2 NP", "none  # 0 NP", "all  # 9 NP"]

    def may_follow(text: str) -> dict[str, str]:
        return {c.id: c.remark for c in forms.follow(PIPS, SHOW, "a", text, blind).choices}

    assert may_follow("") == {"none": "", "all": "9 NP", "gun1": "2 NP", "gun2": "4 NP", "how1": "3 NP"}
    assert may_follow("g1 ") == {"how1": "3 NP"}
    assert may_follow("h1 ") == {"gun1": "2 NP"}
    assert forms.read_orders(PIPS, SHOW, "a", "g2 h1", blind) == ["gun2 how1"]  # the rules say that it is too much


def test_a_case_of_another_kind_is_a_fault_of_the_rules():
    with pytest.raises(AssertionError, match=r"9\.11 gives no Some"):
        FORMS.prompt(PIPS, Write(rule="9.11", seat="a", form=LOSE.form, check=LOSE.check, draft=LOSE.draft), "a", blind)


