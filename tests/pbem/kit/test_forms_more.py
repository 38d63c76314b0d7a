"""What all forms have in common: the last answer once more, what an answer comes to, refusals in words, proposals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.errors import MOST_LEGAL, IllegalMove
from pbem.kit.bots import HonestBot, NoAnswer, PickingBot, RandomBot, decided, is_true, may_answer, may_give, may_seal
from pbem.kit.following import begins_again
from pbem.kit.forms import Asked, Form, Forms, Offer, offered, plain_words, ready
from pbem.kit.later import LaterMapping, LaterSequence
from pbem.kit.prompts import Prompt
from pbem.kit.typed import Typed
from pbem.play.requests import Ask, Late, Listed, Seal, Sealed, SealMany, Write

ASK: Ask[str] = Ask(rule="9.8", about="luso", seat="unita", legal=lambda: ["none", "art1", "art2"])
SEAL: Seal[str] = Seal(rule="5.4", bucket=128, items={"unita": Listed(["a", "b"]), "fnla": Listed(["c", "d"])})
PACK: SealMany[str] = SealMany(
    rule="5.5", bucket=128, items={"unita": [Listed(["a", "b"]), Listed(["b", "c"])], "fnla": [Listed(["c"])]})


def blind(handle: Sealed[Any]) -> None:
    return None


class Pace(Form[int]):
    """Takes what was sealed last, unless it is `b` in a state above 1."""

    keywords = ("pace",)
    policies = ("a standing order",)
    rereads = True

    def again(self, asked: Asked[int], last: Any, typed: Typed) -> Any:
        if asked.state > 1 and "b" in last:
            typed.stop("b is gone", ["a"])
        return list(last) if isinstance(asked.request, SealMany) else last[0]

    def lasts(self, asked: Asked[int], typed: Typed) -> bool:
        return typed.word("pace") == ""

    def echo(self, asked: Asked[int], answer: Any) -> list[str]:
        return [f"{answer} at {asked.seat}"]

    def pick(self, asked: Asked[int]) -> Any:
        return None if asked.state > 1 else asked.legal()[-1]


FORMS: Forms[int] = Forms(
    {("5.4", "seal"): Pace(), "5.5": Pace()}, in_words=lambda asked, text: text.replace("unita", "UNITA").upper())


def test_what_was_sealed_last_is_sealed_again_if_it_can_be():
    assert FORMS.again(1, SEAL, "unita", ["b"], blind) == ["b"]
    assert FORMS.again(1, PACK, "unita", ["b", "c"], blind) == ["b", "c"]
    with pytest.raises(IllegalMove) as error:
        FORMS.again(2, SEAL, "unita", ["b"], blind)
    assert (error.value.tried, error.value.because, error.value.legal) == ("as last time", "B IS GONE", ("A",))
    with pytest.raises(IllegalMove):
        FORMS.again(1, SEAL, "unita", ["x"], blind)  # it is not legal any more
    with pytest.raises(IllegalMove) as error:
        FORMS.again(1, ASK, "unita", ["none"], blind)
    assert error.value.because == "THIS IS SAID ANEW EACH TIME"


def test_why_nothing_may_follow_is_told_in_words():
    FOLLOWS: Forms[int] = Forms({}, in_words=lambda asked, text: text.upper())
    why = Forms[int]({}).follow(1, ASK, "unita", "zzz ", blind).why
    assert why
    assert FOLLOWS.follow(1, ASK, "unita", "zzz ", blind).why == why.upper() != why


def test_words_of_a_form_that_rereads_last_as_it_says():
    assert FORMS.lasting(1, SEAL, "unita", "a", blind) is True
    assert FORMS.lasting(1, SEAL, "unita", "pace a", blind) is False
    assert FORMS.lasting(1, ASK, "unita", "none", blind) is None
    assert Form().lasts(None, None) is True


def test_what_an_answer_comes_to_is_told_in_words():
    assert FORMS.echo(1, SEAL, "unita", ["b"], blind) == ["B AT UNITA"]
    assert FORMS.echo(1, PACK, "unita", ["b", "c"], blind) == ["['B', 'C'] AT UNITA"]
    assert FORMS.echo(1, ASK, "unita", ["none"], blind) == []


def test_forms_know_their_rules_their_keywords_and_their_standing_orders():
    assert FORMS.rules() == ("5.4", "5.5")
    assert FORMS.keywords() == FORMS.keywords("5.5") == ("pace",)
    assert FORMS.keywords("9.8") == ()
    assert FORMS.policies == ("a standing order",) * 2
    assert FORMS.has(SEAL)
    assert not FORMS.has(ASK)
    other: Ask[str] = Ask(rule="5.4", seat="unita", legal=lambda: ["a"])
    assert not FORMS.has(other)  # only the seal of that rule has a form


def test_the_plain_form_says_which_rule_asks_and_about_what():
    assert FORMS.prompt(1, ASK, "unita", blind) == "Rule 9.8 asks luso."
    assert Asked(1, ASK, "unita", blind).legal() == ("none", "art1", "art2")
    assert Asked(1, SEAL, "fnla", blind).says() == ("c", "d")
    written: Write[str] = Write(rule="1", seat="unita", form=None, check=lambda _: None, draft=lambda: "x")
    assert Asked(1, written, "unita", blind).legal() == ("x",)
    assert not Asked(1, ASK, "unita", blind).has_case(str)
    with pytest.raises(AssertionError, match=r"^rule 9\.8 gives no str$"):
        Asked(1, ASK, "unita", blind).case(str)


def test_a_lone_word_of_a_pack_is_refused_by_what_is_missing():
    with pytest.raises(IllegalMove) as error:
        FORMS.read_orders(1, ASK, "unita", "", blind)
    assert error.value.because == "NOTHING IS CHOSEN"


def test_quiet_answers_are_the_defaults_of_all_items():
    assert FORMS.quiet(1, SEAL, "unita", blind) == "a"
    assert FORMS.quiet(1, PACK, "unita", blind) == ["a", "b"]
    assert FORMS.pick(1, SEAL, "unita", blind) == "b"
    assert FORMS.pick(1, ASK, "unita", blind) is None
    assert FORMS.propose(1, PACK, "unita", blind, random.Random(1)) in (["a", "b"], ["a", "c"], ["b", "b"], ["b", "c"])


class Refusing(Form[int]):
    """Refuses as the rules do: with a text of its own and ids."""

    def __init__(self, tried, legal=(), after=None):
        self.refused = tried, legal, after

    def prompt(self, asked):
        return Prompt("Where to?", " Say it.")

    def read(self, asked, typed):
        tried, legal, after = self.refused
        raise IllegalMove(tried, "9.8", "unita is full", legal, after=after)


@pytest.mark.parametrize(("tried", "told"), [("go unita", "go unita"), ("go unita and more", "go unita"),
                                             ("unita: go", "UNITA: GO"), ("go", "GO")])
def test_what_a_person_typed_stands_as_it_was_typed_and_what_the_rules_say_in_words(tried, told):
    forms = Forms({"9.8": Refusing(tried, ["unita", "fnla"])}, in_words=lambda asked, text: text.upper())
    with pytest.raises(IllegalMove) as error:
        forms.read_orders(1, ASK, "unita", "go unita", blind)
    assert (error.value.tried, error.value.because, error.value.legal) == (told, "UNITA IS FULL", ("UNITA", "FNLA"))


@pytest.mark.parametrize(("after", "question"), [(None, ""), ("", "Where to?"), ("go ", "")])
def test_the_question_is_told_if_the_first_word_is_wrong(after, question):
    with pytest.raises(IllegalMove) as error:
        Forms({"9.8": Refusing("go", after=after)}).read_orders(1, ASK, "unita", "go", blind)
    assert (error.value.question, error.value.after) == (question, after or "")


def test_of_more_than_is_told_the_rest_is_counted():
    def legal_of(count):
        form = Refusing("go", [f"n{i}" for i in range(count)])
        forms = Forms({"9.8": form}, in_words=lambda asked, text: f"<{text}>")
        with pytest.raises(IllegalMove) as error:
            forms.read_orders(1, ASK, "unita", "go", blind)
        return error.value.legal

    assert list(legal_of(MOST_LEGAL)) == [f"<n{i}>" for i in range(MOST_LEGAL)]
    assert len(legal_of(MOST_LEGAL + 1)) == MOST_LEGAL + 1


def test_offers_are_written_for_a_prompt_and_with_remarks():
    offers = [Offer("go luso"), Offer("stay"), Offer("wait")]
    assert (ready(offers), ready(offers, 1), ready([])) == ("`go luso`, `stay`", "`go luso`", "")
    assert list(offered(["a", "b"], lambda word: f"about {word}")) == [Offer("a", "about a"), Offer("b", "about b")]
    assert list(offered(["a"])) == [Offer("a", "")]


def test_words_are_made_plain():
    assert plain_words("Go  LUSO, bie; x=2") == "go luso bie x 2"


@pytest.mark.parametrize(("text", "may_be"), [
    ("", True), ("as", True), ("as ", True), ("As  LAST", True), ("as last time", True), ("as last time ", True),
    ("as last timex", False), ("last", False), ("asl", False), ("a s", False), ("as l ", False), ("  as", True)])
def test_a_text_may_go_on_to_be_as_last_time(text, may_be):
    assert begins_again(text) is may_be


# ------------------------------------------------------------------ bots


class Thinks(HonestBot):
    """Gives its thoughts in order."""

    def __init__(self, *thoughts):
        super().__init__(FORMS, "unita")
        self.thoughts = thoughts

    def think(self, state, request, peek, rng):
        return self.thoughts


def test_a_bot_gives_its_first_good_thought_then_the_quiet_answer():
    rng = random.Random(1)
    assert Thinks("x", "art2", "art1").choose(1, ASK, blind, rng) == "art2"
    assert Thinks("x").choose(1, ASK, blind, rng) == "none"
    shut: Ask[str] = Ask(rule="9.8", about="luso", seat="unita", legal=lambda: ["a"],
                         late=lambda say: [Late("9.8", "no", (), lambda: False)])
    with pytest.raises(NoAnswer, match=r"^unita cannot answer 9\.8 luso$"):
        Thinks().choose(1, shut, blind, rng)
    with pytest.raises(NotImplementedError):
        HonestBot(FORMS, "unita").choose(1, ASK, blind, rng)


def test_a_picking_bot_gives_what_is_declared_and_draws_the_rest():
    rng = random.Random(1)
    assert {PickingBot(FORMS, "unita").choose(1, SEAL, blind, rng) for _ in range(9)} == {"b"}
    assert {PickingBot(FORMS, "unita").choose(2, SEAL, blind, rng) for _ in range(19)} == {"a", "b"}
    assert next(iter(PickingBot(FORMS, "unita").think(1, SEAL, blind, rng))) == "b"
    assert None not in list(PickingBot(FORMS, "unita").think(2, SEAL, blind, rng))
    assert None not in list(RandomBot(FORMS, "unita").think(2, SEAL, blind, rng))


def test_what_may_be_given_is_legal_has_all_its_values_and_is_true():
    assert may_give(ASK, "unita", "art1", blind)
    assert not may_give(ASK, "unita", "art3", blind)
    assert may_give(SEAL, "unita", "a", blind)
    assert not may_give(SEAL, "unita", "c", blind)
    assert may_give(PACK, "unita", ["a", "c"], blind)
    for wrong in (["a"], ["a", "c", "c"], ["c", "a"]):
        assert not may_seal(PACK, "unita", wrong, blind)
    with pytest.raises(AssertionError, match="nobody answers"):
        may_give(None, "unita", "a", blind)


def test_a_claim_counts_if_all_that_it_needs_can_be_seen():
    one, two = Sealed("unita", "r1/1/0"), Sealed("fnla", "r1/1/0")
    late = Late("1", "they are alike", (one, two), lambda a, b: a == b)
    known = {one: "x", two: "y"}
    assert not is_true([late], known.get)
    assert is_true([late], {one: "x"}.get)
    assert is_true([late], known.get, {two: "x"})
    assert not is_true([late], {two: "x"}.get, {one: "z"})
    assert is_true([], blind)


def test_what_secrets_decide_is_answered_if_it_is_legal():
    def asks(truth):
        return Ask(rule="1", seat="unita", legal=lambda: ["a", "b"], truth=lambda peek: truth)

    assert [decided(asks(truth), "unita", blind) for truth in ("a", "x", None)] == ["a", None, None]
    assert decided(SEAL, "unita", blind) is None
    packed: SealMany[str] = SealMany(rule="1", bucket=128, items={"unita": [Listed(["a"]), Listed(["b"])]},
                                     truth=lambda seat, peek: ("a", "b"))
    assert decided(packed, "unita", blind) == ["a", "b"]
    assert may_answer(asks(None), "a", blind)


def test_a_sequence_and_a_mapping_stand_for_what_they_name():
    assert bool(LaterMapping("no.such.module:X"))  # nobody has looked into it yet
    assert LaterSequence("string:ascii_lowercase")[2] == "c"
    assert len(LaterSequence("string:ascii_lowercase")) == 26
