"""A text read word by word: what it means, what is refused, what may follow."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest

from costs import takes
from pbem.errors import IllegalMove
from pbem.kit.following import Follow, follow
from pbem.kit.spelling import Names, joined
from pbem.kit.typed import Choice, Typed
from pbem.limits import MAX_SAY

PLACES = Names(
    {
        "nova_lisboa": ("Nova Lisboa",), "novo_redondo": ("Novo Redondo",), "luanda": ("Luanda", "lua"),
        "gabela": ("Gabela", "gab"), "teixeira_de_sousa": ("Teixeira de Sousa", "tei"),
    }
)
KINDS = Names({"inf": ("infantry", "inf"), "car": ("armored car", "car")}, sort="unit")
LETTERS = Names({"a": ("a",), "b": ("b",)})
LEGAL = [place for place in PLACES.ids() if place != "luanda"]


def read(typed: Typed) -> list[object]:
    """Orders `stay` and `go PLACE [LETTER] COUNTED...`, any number of them."""
    orders: list[object] = []
    while typed.part():
        if typed.word("stay", "watch", also=("cmd",)):
            orders.append("stay")
            continue
        if not typed.word("go"):
            raise typed.refuse_word()
        typed.skip("to", "and")
        place = typed.name(PLACES, LEGAL, remark=lambda place: "2 points", why=lambda place: f"{place} is full")
        if not place:
            raise typed.refuse_word("no place is named")
        found: list[object] = [place]
        while typed.more():
            if letter := typed.name(LETTERS):
                found.append(letter)
            elif (counted := typed.counted(KINDS, most=9)) is not None:
                found.append(counted)
            else:
                raise typed.refuse_word()
        orders.append(found)
    return orders


def typed(text: str, is_begun: bool = False) -> Typed:
    return Typed(text, rule="5.2", tried="orders", keywords=("go", "stay"), is_begun=is_begun)


def refusal(text: str, reader: Callable[[Typed], object] = read) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        read_whole(text, reader)
    return error.value


def read_whole(text: str, reader: Callable[[Typed], object]) -> None:
    at = typed(text)
    reader(at)
    at.end()


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("go NOVA Lisboa 4inf", [["nova_lisboa", ("inf", 4)]]),
        ("go to teixeira, gab", None),
        ("go gab.b:1 inf", [["gabela", "b", ("inf", 1)]]),
        ("go gab, a, 2 infantry", [["gabela", "a", ("inf", 2)]]),
        ("go gab 9 inf", [["gabela", ("inf", 9)]]),
        ("go ga", [["gabela"]]),
        ("go gab inf*3 4x car, arm", [["gabela", ("inf", 3), ("car", 4), ("car", 1)]]),
        ("go gab; stay\ngo teix;", [["gabela"], "stay", ["teixeira_de_sousa"]]),
        ("cmd", ["stay"]),
        ("", []),
        (" ; ;\n", []),
        ("stay  # free", ["stay"]),
    ],
)
def test_words_are_read_as_people_type_them(text, orders):
    if orders is None:
        assert "not understood" in str(refusal(text)) or "not possible" in str(refusal(text))
        return
    at = typed(text)
    assert read(at) == orders
    at.end()


@pytest.mark.parametrize(
    ("text", "because", "legal"),
    [
        ("go nov", "nov may be more than one", ("Nova Lisboa", "Novo Redondo")),
        ("go no", "no is no answer here: no place is named",
         ("Nova Lisboa", "Novo Redondo", "Gabela", "Teixeira de Sousa")),
        ("go luanda", "luanda is full", ("Nova Lisboa", "Novo Redondo", "Gabela", "Teixeira de Sousa")),
        ("go gabelo", "gabelo is not understood here: did you mean Gabela?",
         ("Nova Lisboa", "Novo Redondo", "Gabela", "Teixeira de Sousa")),
        ("go txra d susa", "txra d susa is not understood here: did you mean Teixeira de Sousa?",
         ("Nova Lisboa", "Novo Redondo", "Gabela", "Teixeira de Sousa")),
        ("go", "no place is named", ("Nova Lisboa", "Novo Redondo", "Gabela", "Teixeira de Sousa")),
        ("hop", "hop is not understood here", ("stay", "watch", "go")),
        ("sty", "sty is not understood here: did you mean stay?", ("stay", "watch", "go")),
        ("go gab 0 inf", "0 infantry is no number from 1 to 9", ()),
        ("go gab inf*12", "12 infantry is no number from 1 to 9", ()),
        ("go gab 10 inf", "10 infantry is no number from 1 to 9", ()),
    ],
)
def test_a_refusal_says_why_what_is_near_and_what_is_legal(text, because, legal):
    error = refusal(text)
    assert (error.because, error.legal, error.rule) == (because, legal, "5.2")
    assert error.tried == f"orders: {text}"


def test_a_whole_name_that_cannot_be_meant_is_not_read_as_the_beginning_of_another():
    names = Names({"qrf_1": ("QRF 1",), "qrf_2": ("QRF 2",)})

    def read_one(typed: Typed) -> str:
        return typed.name(names, ["qrf_2"]) or typed.stop("nobody")

    assert read_one(typed("qrf")) == read_one(typed("QRF 2")) == "qrf_2"
    assert refusal("qrf 1", read_one).because == "nobody"


def test_a_name_of_several_words_is_completed_from_its_first_words_on():
    def after(text: str) -> list[tuple[str, str, str]]:
        found = follow(lambda typed: read(typed), text, typed)
        return [(choice.words, choice.id, choice.label) for choice in found.choices if choice.sort == "other"]

    assert after("go nova ")[-1] == ("Lisboa", "nova_lisboa", "Nova Lisboa")
    assert after("go teixeira de ")[-1] == ("Sousa", "teixeira_de_sousa", "Teixeira de Sousa")
    assert after("go nova li") == [("Nova Lisboa", "nova_lisboa", "")]
    assert "nova_lisboa" not in [id for _, id, _ in after("go nova lisboa ")]
    assert "novo_redondo" not in [id for _, id, _ in after("stay; go gab; go nova ")]


def test_a_word_that_is_a_name_may_begin_a_longer_one_too():
    names = Names({"kabul": ("Kabul",), "airport": ("Kabul Airport",), "road": ("Kabul Road",)}, sort="place")

    def read_two(typed: Typed) -> None:
        typed.name(names, ["kabul", "airport"])
        typed.word("stay")

    found = follow(read_two, "kabul ", lambda text, is_begun: typed(text, is_begun))
    assert [(c.words, c.id, c.label, c.sort) for c in found.choices] == [
        ("stay", "stay", "", "word"), ("Airport", "airport", "Kabul Airport", "place")]


def test_a_name_that_may_be_more_than_one_is_told_as_far_as_it_was_read():
    names = Names({"a_inf_1": ("A Infantry 1",), "a_inf_2": ("A Infantry 2",), "a_mtr_1": ("A Mortar 1",)})
    error = refusal("a infantry 22", lambda typed: _named(typed, names))
    assert (error.because, error.legal) == ("a infantry may be more than one", ("A Infantry 1", "A Infantry 2"))


def _named(typed: Typed, names: Names) -> str:
    if not (found := typed.name(names)):
        raise typed.refuse_word()
    return found


def test_words_that_are_no_misspelt_name_together_are_told_one_by_one():
    assert refusal("go gabela xyz gabela").because == "xyz is not understood here"


def test_a_refusal_counts_all_that_is_legal_and_not_shown():
    hexes = Names({f"h{n}": (f"{n:04}",) for n in range(1, 31)})

    def one(at: Typed) -> None:
        at.name(hexes)
        raise at.refuse_word()

    assert str(refusal("9999", one)).endswith('0011, 0012 and 18 more: pbem next --all --follow ""')


def test_a_refusal_says_behind_which_words_all_that_is_legal_follows():
    hexes = Names({f"h{n}": (f"{n:04}",) for n in range(1, 31)})

    def two(at: Typed) -> None:
        at.word("go")
        at.name(hexes)
        raise at.name(hexes) or at.refuse_word()

    assert str(refusal("go 0003 9999", two)).endswith(' and 18 more: pbem next --all --follow "go 0003 "')
    for odd in ('go "0003', "go " * 40):
        assert str(IllegalMove("", "1", "", range(20), after=odd)).endswith(" and 8 more: pbem next --all")


def test_the_three_nearest_names_are_asked_after():
    tanks = Names({f"tank_{sign}": (f"Tank{sign}",) for sign in "abcd"})

    def one(at: Typed) -> None:
        raise at.name(tanks) or at.refuse_word()

    assert "tankz is not understood here: did you mean Tankd or Tankc or Tankb?" in str(refusal("tankz", one))


def test_a_choice_that_nothing_is_said_of_has_no_remark():
    at = typed("", is_begun=True)
    assert (at.part(), at.name(LETTERS)) == (True, "")
    assert [(choice.words, choice.remark) for choice in at.following()] == [("a", ""), ("b", "")]


def test_what_is_left_over_is_refused():
    def one(at: Typed) -> str:
        return at.word("stay")

    assert "gab is not understood here" in str(refusal("stay gab", one))
    assert "go is not understood here" in str(refusal("stay; go", one))


def test_numbers_are_read_in_their_range():
    def number(at: Typed) -> int | None:
        return at.number(2, 5)

    assert typed("4").number(2, 5) == 4
    assert typed("x").number(2, 5) is None
    assert "6 is no number from 2 to 5" in str(refusal("6", number))
    assert "99999999 is no number" in str(refusal("99999999", number))


def test_more_than_an_order_may_have_is_refused_before_it_is_read():
    with pytest.raises(IllegalMove, match="at most 8,000 characters, not 8,001"):
        typed("x" * (MAX_SAY + 1))


@pytest.mark.parametrize("text", ["x" * MAX_SAY, "go " + "gab.b " * 1_300, "nova " * 1_600, ";" * MAX_SAY])
def test_reading_the_longest_text_takes_no_time(text):
    def reading() -> None:
        with contextlib.suppress(IllegalMove):
            read(typed(text))

    assert takes(reading, 2)


# ---------------------------------------------------------------- what may follow


def following(text: str) -> Follow:
    return follow(read, text, typed)


@pytest.mark.parametrize(
    ("text", "choices", "is_answer"),
    [
        ("", ["stay", "watch", "go"], True),
        ("g", ["go"], False),
        ("go ", ["Nova Lisboa", "Novo Redondo", "Gabela", "Teixeira de Sousa"], False),
        ("go no", ["Nova Lisboa", "Novo Redondo"], False),
        ("go nova li", ["Nova Lisboa"], True),
        ("go gab ", ["a", "b", "infantry", "armored car"], True),
        ("go gab; ", ["stay", "watch", "go"], True),
        ("go nowhere ", [], False),
    ],
)
def test_what_may_follow_is_what_the_reader_asks_for(text, choices, is_answer):
    found = following(text)
    assert [choice.words for choice in found.choices] == choices
    assert found.is_answer == is_answer


def test_a_choice_says_what_it_names_and_costs():
    gabela = following("go gab").choices[0]
    assert (gabela.words, gabela.kind, gabela.id, gabela.remark) == ("Gabela", "name", "gabela", "2 points")


def test_every_answer_can_be_built_from_choices():
    """Whatever is chosen step by step is read, until it is an answer."""
    seen = set()
    waiting = [""]
    for _ in range(40):
        text = waiting.pop(0)
        found = following(text)
        if found.is_answer:
            read(typed(text))
        seen.add(found.is_answer)
        waiting += [f"{text}{choice.words} " for choice in found.choices]
    assert seen == {True, False}


def test_a_dotted_word_that_one_reader_does_not_know_is_whole_for_the_next():
    typed = Typed("f.inf1", rule="9")
    assert typed.name(Names({"a": ("a",)}), whole=True) == ""
    assert typed.rest == ["f.inf1"]
    assert typed.name(Names({"f.inf1": ("f.inf1",)})) == "f.inf1"


def test_the_only_beginning_of_what_cannot_be_named_here_says_why():
    typed = Typed("tei", rule="9")
    places = Names({"teixeira": ("Teixeira de Sousa",), "gabela": ("Gabela",)})
    assert typed.name(places, ["gabela"], why=lambda id: f"{id} is too far") == ""
    assert typed.refuse_word().because == "teixeira is too far"


def test_what_is_read_without_being_offered():
    places = Names({"teixeira": ("Teixeira de Sousa",), "gabela": ("Gabela",), "gabon": ("Gabon",)})
    typed = Typed("teixeira gab", rule="9")
    assert typed.name(places, ["gabela"], also=["teixeira", "gabon"]) == "teixeira"
    assert typed.name(places, ["gabela"], also=["gabon"]) == "gabela"  # of two beginnings the one that is offered
    typed = Typed("", rule="9", is_begun=True)
    assert typed.name(places, ["gabela"], also=["teixeira"]) == ""
    assert [choice.id for choice in typed.following()] == ["gabela"]


def test_a_star_counts_kinds_that_end_in_a_digit():
    kinds = Names({"air4": ("air4", "Airstrike (4)"), "x2": ("x2",)})
    counted = [Typed(text, rule="9").counted(kinds, most=9) for text in ("air4*2", "2 air4", "x2*3", "airstrike4")]
    assert counted == [("air4", 2), ("air4", 2), ("x2", 3), ("air4", 1)]


def test_a_beginning_of_several_legal_things_is_told_before_the_thing_that_is_not_possible():
    typed = Typed("1-5", rule="9")
    units = Names({"cav": ("1-5 Cav",), "inf": ("1-5 Inf",)})
    assert typed.name(units, whole=False) == ""
    assert typed.name(Names({"r1p05": ("1-5",)}), ()) == ""
    error = typed.refuse_word()
    assert (error.because, error.legal) == ("1-5 may be more than one", ("1-5 Cav", "1-5 Inf"))


@pytest.mark.parametrize("text", ["go lua-gab", "go lua->gab", "go lua>gab"])
def test_a_game_may_part_words_at_signs_of_its_own(text):
    def names(at: Typed) -> list[str]:
        at.word("go")
        return [at.name(PLACES), at.name(PLACES)]

    with_signs = Typed(text, rule="5.2", separators="->")
    assert names(with_signs) == ["luanda", "gabela"]
    with_signs.end()
    assert names(typed(text)) != ["luanda", "gabela"]


# ---------------------------------------------------------------- what a choice names


UNITS = Names({"f.inf1": ("inf1",), "f.inf2": ("inf2",)}, sort="unit", labels={"f.inf1": "Infantry 1", "f.inf2": "x"},
              shown={"f.inf2": "x"})
COLUMNS = Names({"a": ("a",)}, sort="column", things={"a": "fnla/a"})
THERE = {"inf": ["f.inf1", "f.inf2", "f.inf4"], "car": ["f.car1"]}


def kinds(text: str) -> dict[str, Choice]:
    """What may follow where counters are named by kind, out of three infantry and a car."""
    found = follow(lambda at: [at.counted(KINDS, most=9, of=THERE) or at.refuse_word() for _ in range(2)], text, typed)
    return {choice.words: choice for choice in found.choices}


def test_a_choice_says_what_it_names_and_how_people_call_that():
    at = typed("", is_begun=True)
    assert at.name(joined(UNITS, COLUMNS)) == at.word("go") == ""
    assert at.number(1, 1) is None
    assert [(choice.sort, choice.id, choice.label) for choice in at.following()] == [
        ("unit", "f.inf1", "Infantry 1"), ("unit", "f.inf2", ""), ("column", "fnla/a", ""), ("word", "go", ""),
        ("number", "", "")]
    assert typed("a").name(COLUMNS) == "a"


def test_a_kind_says_how_many_may_be_named_at_once_and_which():
    found = kinds("")
    assert {words: (choice.most, choice.id) for words, choice in found.items()} == {
        "infantry": (3, "f.inf1 f.inf2 f.inf4"), "armored car": (1, "f.car1")}


def test_behind_a_number_those_are_offered_of_which_there_are_so_many():
    assert list(kinds("2 ")) == ["infantry"]
    assert kinds("2 ")["infantry"].most == 1
    assert list(kinds("1 ")) == ["infantry", "armored car"]


@pytest.mark.parametrize(("text", "more"), [
    ("", False), ("go gab", True), ("stay ", True), ("go", False), ("go gab;", False), ("go nowhere", False),
])  # fmt: skip
def test_where_a_part_is_whole_another_may_follow(text, more):
    assert following(text).more is more


def test_what_another_part_may_begin_with_is_told_beside_what_goes_on():
    found = following("go gab ")
    assert [choice.words for choice in found.then] == ["stay", "watch", "go"]
    assert found.choices == following("go gab ").choices != found.then
    assert following("go ").then == ()


def test_no_part_may_follow_where_the_reader_takes_no_more():
    assert not follow(lambda at: at.word("stay"), "stay", typed).more

    def one(at: Typed) -> None:
        while at.part():
            if not at.word(*(["stay"] if not at.at else [])):
                raise at.refuse_word()

    assert not follow(one, "stay", typed).more


def test_whole_parts_are_offered_where_a_part_begins_and_nowhere_else():
    def read_parts(text: Typed) -> None:
        while text.part():
            text.offer(lambda: [Choice("go gabela 2 infantry", "name", "gabela f.inf1 f.inf2", most=2)])
            if not text.word("go") or not text.name(Names({"gabela": ("Gabela",)})):
                raise text.refuse_word()

    def parts(text: str) -> list[str]:
        return [part.words for part in follow(read_parts, text, typed).parts]

    assert parts("") == parts("go gabela") == parts("go gabela; ") == ["go gabela 2 infantry"]
    assert parts("go ") == []
