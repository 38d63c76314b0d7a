"""How decisions that are declared once are asked and refused: each way that a list, a number or some names may be."""

from __future__ import annotations

import random

import pytest

from pbem.errors import IllegalMove
from pbem.kit.choose import Choose, ChooseSome, Number
from pbem.kit.forms import Forms
from pbem.kit.lists import NameList, Some
from pbem.kit.spelling import Names
from pbem.play.requests import Ask, Write

NAMES = Names({name: (f"Gun {name.upper()}", name) for name in ("aa", "bb", "cc", "dd")})


def blind(sealed):
    return None


class Asking:
    """One declared decision; what it says and takes."""

    def __init__(self, form, request, state=0):
        self.forms, self.request, self.state = Forms({}, declared=(form,)), request, state

    @property
    def typing(self):
        return self.forms.prompt(self.state, self.request, "red", blind).splitlines()[-1]

    @property
    def offers(self):
        return self.forms.examples(self.state, self.request, "red", blind)

    def read(self, text):
        return self.forms.read_orders(self.state, self.request, "red", text, blind)

    def refusal(self, text):
        with pytest.raises(IllegalMove) as error:
            self.read(text)
        return error.value.because

    @property
    def quiet(self):
        return self.forms.quiet(self.state, self.request, "red", blind)

    @property
    def pick(self):
        return self.forms.pick(self.state, self.request, "red", blind)

    def drawn(self, times=40):
        rng = random.Random(1)
        return [self.forms.propose(self.state, self.request, "red", blind, rng) for _ in range(times)]


def one_of(*legal, **more):
    form = Choose(rule="1", noun="gun", ask=lambda asked: "Which?", **more)
    return Asking(form, Ask(rule="1", seat="red", legal=lambda: legal))


@pytest.mark.parametrize(("legal", "more", "typing"), [
    (("aa", "bb"), {}, "Type `aa` or `bb`."),
    (("aa", "bb", "cc", "dd"), {}, "Type `aa` or `bb` or `cc` or `dd`."),
    (("aa", "bb", "none"), {"nothing": "none", "names": lambda asked: NAMES}, "Type `Gun AA` or `Gun BB` or `none`."),
    (("aa", "bb", "cc"), {"nothing": "none", "names": lambda asked: NAMES}, "Type `Gun AA` or `Gun BB` or `Gun CC`."),
    (("aa", "bb", "cc", "none"), {"nothing": "none", "names": lambda asked: NAMES},
     "Type the gun: `Gun AA`, or `none`."),
    (("aa", "bb", "cc", "dd"), {"nothing": "none", "names": lambda asked: NAMES}, "Type the gun: `Gun AA`."),
])
def test_how_one_of_a_list_is_typed_is_said_by_all_if_they_are_few(legal, more, typing):
    assert one_of(*legal, **more).typing == typing


def test_one_of_a_list_is_named_or_nothing_if_it_may_be_nothing():
    none = {"nothing": "none", "names": lambda asked: NAMES}
    assert one_of("aa", "none", **none).refusal("") == "name the gun, or `none`"
    assert one_of("aa", "bb", **none).refusal("") == "name the gun"
    assert (one_of("aa", "none", **none).quiet, one_of("aa", "bb", **none).quiet) == ("aa", "aa")
    assert one_of("aa", "none", **none).offers == ["Gun AA", "none"]
    assert one_of("aa", "none", quiet_first=lambda asked: True, **none).offers == ["none", "Gun AA"]
    assert one_of("aa", "none", quiet_first=lambda asked: False, **none).offers == ["Gun AA", "none"]
    assert one_of("aa", "bb", "cc", most=2, **none).offers == ["Gun AA", "Gun BB"]
    assert one_of("aa", "bb", "cc", **none).offers == ["Gun AA", "Gun BB", "Gun CC"]


def test_one_of_a_list_may_be_read_a_games_own_way():
    own = {"names": lambda asked: NAMES, "read": lambda asked, typed, things: things[1] if typed.word("second") else ""}
    assert one_of("aa", "bb", **own).read("second") == ["bb"]
    assert one_of("aa", "bb", **own).refusal("aa") == "aa is not understood here"
    assert one_of("aa", "bb", **own).refusal("") == "name the gun"


def test_the_best_of_a_list_is_picked_and_only_what_is_here_is_offered():
    worth = {"worth": lambda asked, say: {"aa": 1, "bb": 3, "cc": 2}[say]}
    assert one_of("aa", "bb", "cc", **worth).pick == "bb"
    assert one_of("aa", "bb", "cc").pick is None
    assert one_of("aa", "bb", pick=lambda asked: "aa", **worth).pick == "aa"
    assert one_of("aa", "bb", "cc", here=lambda asked: ["cc"], **worth).pick == "cc"
    assert one_of("aa", "bb", "cc", here=lambda asked: ["cc"]).offers == ["cc"]
    assert set(one_of("aa", "bb", at_random=lambda asked, rng: "bb").drawn()) == {"bb"}


def a_number(low, high, **more):
    form = Number(rule="1", noun="wings", ask=lambda asked: "How many?", **more)
    return Asking(form, Ask(rule="1", seat="red", legal=lambda: range(low, high + 1)))


def test_how_a_number_is_typed():
    assert (a_number(0, 3).typing, a_number(1, 3).typing) == (
        "Type a number from 0 to 3, `all` or `none`.", "Type a number from 1 to 3.")
    assert a_number(1, 3).offers == ["3", "2", "1"]
    assert [a_number(1, 3).read(text) for text in ("all", "none", "2")] == [["3"], ["1"], ["2"]]
    assert a_number(1, 3).refusal("") == "type a number of wings from 1 to 3"
    assert a_number(0, 3, also_none=("zilch",)).read("zilch") == ["0"]
    assert a_number(0, 3, skip=("wings", "now")).read("2 wings now") == ["2"]
    assert a_number(0, 3).pick is None
    assert a_number(0, 3, likely=lambda asked: [(2, "")], pick=lambda asked: 1).pick == 1


def some_of(least=0, most=None, legal=None, **more):
    names = ("aa", "bb", "cc")
    form = ChooseSome(rule="1", noun="gun", ask=lambda asked: "Who?", names=lambda asked: NAMES, **more)
    some = Some(names, least) if most is None else Some(names, least, most)

    def check(answer):
        if legal is not None and len(answer) > legal:
            raise IllegalMove("x", "1", "too many")

    return Asking(form, Write(rule="1", seat="red", form=NameList("1", "guns", names), check=check,
                              draft=lambda: names[:least], case=some))


@pytest.mark.parametrize(("how", "typing"), [
    ({}, "Type the guns: `Gun AA`, `all`, or `none`."), ({"least": 1}, "Type the guns: `Gun AA`, `all`."),
    ({"least": 1, "most": 2}, "Type the guns: `Gun AA`."),
    ({"least": 0, "most": 2}, "Type the guns: `Gun AA`, or `none`."),
    ({"least": 2, "most": 2}, "Type 2 guns: `Gun AA Gun BB`."), ({"least": 1, "most": 1}, "Type 1 gun: `Gun AA`."),
    ({"nouns": "cannon"}, "Type the cannon: `Gun AA`, `all`, or `none`."),
    ({"here": lambda asked: ["cc"]}, "Type the guns: `Gun CC`, `all`, or `none`."),
])
def test_how_some_of_a_list_are_typed(how, typing):
    assert some_of(**how).typing == typing


@pytest.mark.parametrize(("how", "text", "because"), [
    ({}, "", "name the guns, or `none`"), ({"least": 1}, "", "name 1 gun"), ({"least": 2}, "", "name 2 guns"),
    ({"least": 1, "most": 2}, "aa bb cc", "1 to 2 guns are to be named, 3 given"),
    ({"least": 2, "most": 2}, "aa", "2 guns are to be named, 1 given"),
    ({"least": 1, "most": 1}, "aa bb", "1 gun is to be named, 2 given"),
    ({"least": 1}, "none", "none is no answer here: name 1 gun"), ({}, "aa aa", "Gun AA is named twice"),
    ({}, "aa dd", "Gun DD is not possible here"),
])
def test_why_some_of_a_list_are_refused(how, text, because):
    assert some_of(**how).refusal(text) == because


def test_all_may_be_named_where_any_number_may_and_the_rules_take_it():
    assert some_of().read("all") == ["aa bb cc"]
    assert some_of().offers == ["none", "all"]
    assert some_of(legal=2).offers == ["none"]
    assert some_of(least=1, most=3).refusal("all").startswith("all is not understood here")
    assert some_of(least=1).offers == ["Gun AA", "all"]
    assert some_of(least=1, pick=lambda asked: ["bb"]).offers == ["Gun BB", "Gun AA  # the first of the list", "all"]
    assert some_of(least=3).offers == ["Gun AA Gun BB Gun CC"]
    assert (some_of().quiet, some_of(least=1).quiet) == ((), ("aa",))


def test_as_many_as_are_useful_are_picked_the_cheapest_first():
    worth = {"worth": lambda asked, name: -ord(name[0])}
    assert [some_of(useful=lambda asked, n=n: n, **worth).pick for n in (0, 1, 9)] == [(), ("cc",), ("cc", "bb", "aa")]
    assert some_of(least=2, useful=lambda asked: 1, **worth).pick == ("cc", "bb")
    assert some_of(most=1, useful=lambda asked: 3).pick == ("aa",)
    assert some_of(pick=lambda asked: None).pick is None


def test_what_is_drawn_of_a_list_is_few_and_of_a_number_that_may_be():
    assert {len(names) for names in some_of().drawn()} == {0, 1, 2}
    assert {len(names) for names in some_of(least=1).drawn()} == {1, 2}
    assert {len(names) for names in some_of(least=3).drawn()} == {3}
    assert {len(names) for names in some_of(most=1).drawn()} == {0, 1}
    assert set(some_of(at_random=lambda asked, rng: ["bb"]).drawn()) == {("bb",)}
