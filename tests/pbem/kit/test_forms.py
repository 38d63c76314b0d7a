"""One form a kind of decision: prompt, reading, offers, what follows, random play. A small game of marches shows it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from pbem.errors import IllegalMove
from pbem.kit.bots import RandomBot, is_legal, is_true, may_answer, may_give
from pbem.kit.forms import Asked, Form, Forms, Offer, offered
from pbem.kit.prompts import How, Prompt
from pbem.kit.spelling import Names
from pbem.kit.typed import Typed
from pbem.play.requests import Ask, Late, Listed, Peek, Request, Seal, Sealed, SealMany, Write

ROADS = {"huambo": ("bie", "cuito"), "bie": ("huambo",), "cuito": ("huambo", "luso"), "luso": ("cuito",)}
PLACES = Names({"huambo": ("Huambo",), "bie": ("Bié",), "cuito": ("Cuito Cuanavale",), "luso": ("Luso",)})
Path = tuple[str, ...]


class State(msgspec.Struct):
    at: str = "huambo"


class PathWording:
    """`go cuito luso`"""

    def parse(self, say: str) -> Path:
        head, *path = say.split(" ")
        if head != "go":
            raise IllegalMove(say, "7.1", "a march begins with go")
        return tuple(path)

    def spell(self, answer: Path) -> str:
        return " ".join(["go", *answer])


class March(Form[State]):
    keywords = ("go",)

    def prompt(self, asked: Asked[State]) -> str:
        return f"March from {PLACES.shown(asked.state.at)}: type `go cuito luso`."

    def read(self, asked: Asked[State], typed: Typed) -> Path:
        typed.skip("go", "to")
        path: list[str] = []
        while typed.more():
            at = path[-1] if path else asked.state.at
            step = typed.name(PLACES, ROADS[at], remark=lambda place: "1 point")
            if not step:
                raise typed.refuse_word()
            path.append(step)
        return tuple(path) or typed.stop("no place is named", ROADS[asked.state.at])

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        return offered([f"go {place}" for place in ROADS[asked.state.at]], lambda words: "1 point")

    def propose(self, asked: Asked[State], rng: random.Random) -> Path | None:
        return None if rng.random() < 0.2 else (rng.choice(list(ROADS)),)


def check(path: Path) -> None:
    if path[0] not in ROADS["huambo"] or len(path) > 2:
        raise IllegalMove(f"go {path}", "7.1", "no road from huambo", legal=["bie", "cuito"])


def nobody(_handle: Sealed[Any]) -> None:
    return None


def in_words(_asked: Asked[State], text: str) -> str:
    return text.replace("huambo", "Huambo").replace("bie", "Bié")


FORMS: Forms[State] = Forms({"7.1": March()}, above=lambda asked: "Battle." if asked.state.at == "luso" else "",
                            in_words=in_words)
MARCH: Write[Path] = Write(rule="7.1", seat="unita", form=PathWording(), check=check, draft=lambda: ("bie",))
ASK: Ask[str] = Ask(rule="9.8", seat="unita", legal=lambda: ["none", "art1", "art2"])
SEALED: SealMany[str] = SealMany(
    rule="5.4", bucket=128, items={"unita": [Listed(["a", "b"]), Listed(["a", "b"])], "fnla": [Listed(["a"])]})


def read(request: Request[Any], text: str) -> list[str]:
    return FORMS.read_orders(State(), request, "unita", text, nobody)


def test_the_form_of_the_rule_asks_reads_and_offers():
    assert FORMS.prompt(State(), MARCH, "unita", nobody) == "March from Huambo: type `go cuito luso`."
    assert FORMS.prompt(State("luso"), MARCH, "unita", nobody).splitlines()[0] == "Battle."
    assert FORMS.examples(State(), MARCH, "unita", nobody) == ["go bie  # 1 point", "go cuito  # 1 point"]
    assert read(MARCH, "GO Cuito cuanavale, luso") == ["go cuito luso"]
    assert FORMS.has(MARCH)
    assert not FORMS.has(ASK)


class MarchOrFire(Form[State]):
    """7.1 A march, unless a battle is fought."""

    def which(self, asked: Asked[State]) -> Form[State]:
        return Form() if asked.state.at == "luso" else March()


def test_a_rule_that_asks_for_several_things_has_a_form_for_each():
    forms = Forms({"7.1": MarchOrFire(), "9.8": MarchOrFire()})
    assert forms.prompt(State(), MARCH, "unita", nobody) == "March from Huambo: type `go cuito luso`."
    assert forms.read_orders(State(), MARCH, "unita", "go cuito", nobody) == ["go cuito"]
    assert forms.follow(State(), MARCH, "unita", "go ", nobody).choices[0].words == "Bié"
    fight = State("luso")
    assert forms.examples(fight, ASK, "unita", nobody) == ["none", "art1", "art2"]
    assert forms.read_orders(fight, ASK, "unita", "art1", nobody) == ["art1"]
    assert forms.quiet(fight, ASK, "unita", nobody) == "none"
    assert forms.propose(fight, ASK, "unita", nobody, random.Random(0)) in ASK.legal()


def test_a_refusal_of_the_rules_is_told_in_words():
    with pytest.raises(IllegalMove) as error:
        read(MARCH, "cuito luso cuito")
    assert error.value.because == "no road from Huambo"
    assert error.value.legal == ("Bié", "cuito")


def test_what_a_person_typed_is_repeated_as_it_was_typed():
    with pytest.raises(IllegalMove) as error:
        read(MARCH, "go huambo")
    assert error.value.tried == "go huambo"


def test_what_follows_is_legal_and_says_what_is_missing():
    found = FORMS.follow(State(), MARCH, "unita", "go cuito ", nobody)
    assert [c.words for c in found.choices] == ["Huambo", "Luso", "Cuanavale"]
    assert found.is_answer
    first = FORMS.follow(State(), MARCH, "unita", "", nobody)
    assert ([c.id for c in first.choices], first.is_answer, first.why) == (["bie", "cuito"], False, "no place is named")
    assert not FORMS.follow(State(), MARCH, "unita", "cuito luso cuito", nobody).is_answer


def test_a_plain_list_needs_no_form():
    assert read(ASK, "ART2") == ["art2"]
    assert FORMS.examples(State(), ASK, "unita", nobody) == ["none", "art1", "art2"]
    with pytest.raises(IllegalMove) as error:
        read(ASK, "art")
    assert error.value.legal == ("art1", "art2")
    assert FORMS.prompt(State(), ASK, "unita", nobody) == "Rule 9.8 asks."


def test_a_plain_list_of_several_items_is_read_as_it_is_offered():
    assert FORMS.examples(State(), SEALED, "unita", nobody) == ["a; a"]
    assert read(SEALED, "a; b") == ["a", "b"]
    assert [c.words for c in FORMS.follow(State(), SEALED, "unita", "b; ", nobody).choices] == ["a", "b"]
    for words in ("a", "a; c", "a; b; a"):
        with pytest.raises(IllegalMove):
            read(SEALED, words)


def test_as_many_values_are_read_as_are_sealed():
    class Pack(Form[State]):
        def read(self, asked: Asked[State], typed: Typed) -> list[str]:
            return [typed.name(Names({"a": ("a",), "b": ("b",)})) for _ in typed.rest]

    forms: Forms[State] = Forms({("5.4", "seal"): Pack()})
    assert forms.read_orders(State(), SEALED, "unita", "b a", nobody) == ["b", "a"]
    for given, count in (("b", 1), ("b a b", 3)):
        with pytest.raises(IllegalMove, match=f"2 things are asked for, {count} given"):
            forms.read_orders(State(), SEALED, "unita", given, nobody)


# ---------------------------------------------------------------- bots


@pytest.mark.parametrize("request_", [MARCH, ASK, SEALED], ids=["march", "list", "seal"])
def test_a_random_player_answers_legally_and_tries_all(request_):
    rng, seen = random.Random(1), set()
    for _ in range(60):
        answer = RandomBot(FORMS, "unita").choose(State(), request_, nobody, rng)
        assert may_give(request_, "unita", answer, nobody)
        seen.add(str(answer))
    assert len(seen) == {"7.1": 2, "9.8": 3, "5.4": 4}[request_.rule]


def test_a_false_claim_is_not_proposed():
    handle: Sealed[str] = Sealed("unita", "r1/9.4/0")
    late = Late(rule="9.4", claim="strength 4", needs=(handle,), holds=lambda text: text == "four")
    ask: Ask[str] = Ask(
        rule="9.4", seat="unita", legal=lambda: ["4", "5"], late=lambda say: [late] if say == "4" else [])
    three: Peek = {handle: "three"}.get
    four: Peek = {handle: "four"}.get
    assert not may_answer(ask, "4", three)
    assert may_answer(ask, "4", four)
    assert may_answer(ask, "4", nobody)  # who cannot see it cannot refuse it
    assert may_answer(ask, "5", three)
    assert is_true([late], three, {handle: "four"})


def test_the_truth_is_answered_where_it_is_known():
    ask: Ask[str] = Ask(rule="9.4", seat="unita", legal=lambda: ["4", "5"], truth=lambda peek: "5")
    assert RandomBot(FORMS, "unita").choose(State(), ask, nobody, random.Random(0)) == "5"


def test_whether_the_rules_take_an_answer():
    assert is_legal(MARCH, ("bie",))
    assert not is_legal(MARCH, ("luso",))


def test_seals_for_several_seats_give_each_its_own_items():
    one: Seal[str] = Seal(rule="9.6", bucket=128, items={"unita": Listed(["0", "1"]), "fnla": Listed(["0"])})
    assert Asked(State(), one, "unita", nobody).says() == ("0", "1")
    assert FORMS.read_orders(State(), one, "unita", "1", nobody) == ["1"]


class Crossing(Form[State]):
    """One of thirty bridges; the last two are offered."""

    bridges = Names({f"b{n}": (f"Bridge {n}",) for n in range(1, 31)})

    def read(self, asked: Asked[State], typed: Typed) -> str:
        return typed.name(self.bridges) or typed.stop("no such bridge", self.bridges.ids())

    def offers(self, asked: Asked[State]) -> Iterable[Offer]:
        asked.state.at = f"{asked.state.at}+"  # counts how often it is asked
        return [Offer("b30, b29")]


def test_a_list_that_is_cut_off_begins_with_what_is_offered_and_offers_are_asked_once():
    forms = Forms({"7.2": Crossing()})
    state, request = State(), Ask(rule="7.2", seat="unita", legal=lambda: Crossing.bridges.ids())
    for _ in range(3):
        with pytest.raises(IllegalMove) as error:
            forms.read_orders(state, request, "unita", "ford", nobody)
        assert error.value.legal[:4] == ("b29", "b30", "b1", "b2")
        assert str(error.value).endswith(' and 18 more: pbem next --all --follow ""')
    assert state.at == "huambo+"


class Toll(Form[State]):
    keywords = ("pay",)

    def prompt(self, asked: Asked[State]) -> str:
        return Prompt(" Pay or not?", How("Type `pay`."), above="The bridge is barred.")

    def read(self, asked: Asked[State], typed: Typed) -> str:
        word = typed.word("pay")
        if not word or typed.more():
            raise typed.refuse_word("say whether you pay")
        return word


@pytest.mark.parametrize(("text", "is_told"), [("go luso", True), ("pay go luso", True), ("pay luso", False)])
def test_an_order_for_something_else_is_told_what_is_asked(text, is_told):
    forms = Forms({"7.1": March(), "7.3": Toll()})
    with pytest.raises(IllegalMove) as error:
        forms.read_orders(State(), Ask(rule="7.3", seat="unita", legal=lambda: ["pay"]), "unita", text, nobody)
    assert error.value.question == ("Pay or not?" if is_told else "")
    assert ("\n  asked: Pay or not?\n" in f"{error.value}\n") is is_told


def test_forms_part_words_at_signs_of_the_authors():
    forms = Forms({"7.1": March()}, separators="-")
    assert forms.read_orders(State(), MARCH, "unita", "go cuito-luso", nobody) == ["go cuito luso"]
    with pytest.raises(IllegalMove, match="cuito-luso is not understood here"):
        read(MARCH, "go cuito-luso")
