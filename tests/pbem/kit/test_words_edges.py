"""At the edges of names and typed texts: how short, how long, how near, how many; and what is offered there."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalMove
from pbem.kit.arguments import Count, Listing, Odds, Pairs, Ratio
from pbem.kit.lexicon import Lexicon
from pbem.kit.lists import named_in_turn
from pbem.kit.paths import Reach, cost_of, in_points, reach
from pbem.kit.spelling import LONGEST_NEAR, MOST_NEAR, Names, bare, fold, joined, plain, plural, some
from pbem.kit.things import Things
from pbem.kit.typed import MOST_ASKED_ON, MOST_MISSPELT, Choice, Typed
from pbem.kit.wording import by_order, each, like, number, one_of, pair, several
from pbem.limits import MAX_SAY
from pbem.show.scene import Board, Box, Piece, Place, Scene

PLACES = Names({"nova": ("Nova Lisboa", "nl"), "luso": ("Luso",), "lua": ("Luanda", "lua")}, inner=True)


def typed(text, **more):
    return Typed(text, rule="5.2", **more)


def because(text, read, **more):
    """Why a reader refuses a text."""

    def whole():
        at = typed(text, **more)
        read(at)
        at.end()

    with pytest.raises(IllegalMove) as error:
        whole()
    return error.value.because


# ------------------------------------------------------------------ names


def test_a_beginning_has_two_signs_at_least():
    assert (PLACES.begun("l"), PLACES.begun("lu"), PLACES.begun("lus")) == ([], ["lua", "luso"], ["luso"])
    assert PLACES.begun("lis") == ["nova"]  # a word inside
    assert PLACES.begun("x") == []
    assert Names({"ab": ("a b",)}, inner=True).begun("b") == []


def test_what_is_near_is_alike_by_six_tenths_and_no_longer_than_a_name():
    names = Names({"abcdefghij": ("abcdefghij",)})
    assert names.near("abcdef") == ["abcdefghij"]
    assert names.near("abcd") == []  # 8 of 14 signs: less than six tenths
    assert names.near("xabcdefghij") == ["abcdefghij"]
    long = "a" * LONGEST_NEAR
    assert Names({"long": (long,)}).near(long) == ["long"]
    assert Names({"long": (long,)}).near(f"{long}a") == []
    many = Names({f"tank{n}": (f"tank{n}",) for n in range(9)})
    assert len(many.near("tank")) == MOST_NEAR == 5
    assert PLACES.near("luandi", ["luso"]) == []
    assert PLACES.near("luandi", ["lua"]) == PLACES.near("luandi") == ["lua"]


def test_a_name_is_known_without_accents_blanks_and_marks():
    assert (fold("SÃO"), plain("São  d'Or_x."), bare("São-d'Or/2")) == ("sao", "saodorx", "saodor2")
    assert PLACES.exact("NOVA-lisboa") == PLACES.exact("nova_lisboa") == PLACES.exact("nl") == "nova"
    assert PLACES.exact("nov") == PLACES.exact("") == ""
    slashed = Names({"half": ("2/1",), "n21": ("21",)})
    assert (slashed.exact("2/1"), slashed.exact("21")) == ("half", "n21")
    assert "nova" in PLACES
    assert "Nova Lisboa" not in PLACES
    assert PLACES.ways() == ("Nova Lisboa", "nl", "nova", "Luso", "luso", "Luanda", "lua")


def test_names_have_a_sort_a_label_and_a_thing_if_they_are_given():
    names = Names({"a": ("A",), "b": ("B",)}, sort={"a": "unit"}, labels={"a": "First", "b": "B"}, things={"a": "x/a"},
                  shown={"b": "Bee"})
    assert [(names.sort(id), names.label(id), names.thing(id), names.shown(id)) for id in ("a", "b", "c")] == [
        ("unit", "First", "x/a", "A"), ("other", "B", "b", "Bee"), ("other", "", "c", "c")]
    both = joined(names, Names({"a": ("Z",), "c": ("C",)}, sort="place"))
    assert [(id, both.shown(id), both.sort(id)) for id in both.ids()] == [
        ("a", "A", "unit"), ("b", "Bee", "other"), ("c", "C", "place")]


def test_a_name_is_completed_and_shortened_word_by_word():
    forts = Names({"f1": ("A Fortification 1",), "f2": ("A Fortification 2",), "w": ("Wall",)})
    assert forts.rests(["a"]) == {"f1": "Fortification 1", "f2": "Fortification 2"}
    assert forts.rests(["a", "fortification"]) == {"f1": "1", "f2": "2"}
    assert forts.rests(["a", "fort"]) == forts.rests(["wall"]) == forts.rests([]) == {}
    assert forts.shortened(["a", "fort", "2"]) == ["f2"]
    assert forts.shortened(["a", "f"]) == forts.shortened(["w"]) == []
    assert forts.shortened(["a", "-", "2"]) == []


def test_lists_are_cut_when_more_than_one_would_be_left_out():
    words = [f"w{n}" for n in range(15)]
    assert some(words[:13]) == words[:13]
    assert some(words[:14]) == [*words[:12], "... (2 more)"]
    assert some(words, 3, how="see all") == ["w0", "w1", "w2", "... (12 more: see all)"]
    assert (plural(1, "tank"), plural(2, "tank"), plural(0, "foot", "feet")) == ("1 tank", "2 tanks", "0 feet")


def test_a_lexicon_offers_what_a_word_may_begin():
    words = Lexicon(PLACES, ("go", "lune"))
    assert words.begun("lu") == ["lua", "Luanda", "lune", "Luso"]
    assert len(words.begun("lu", 2)) == 2
    assert words.begun("zz") == []
    assert words.begun("GO") == ["go"]


# ------------------------------------------------------------------ a text


def test_a_text_is_as_long_as_it_may_be_and_what_is_for_its_reader_is_left_out():
    assert typed("x" * MAX_SAY).words == ["x" * MAX_SAY]
    with pytest.raises(IllegalMove) as error:
        typed("x" * (MAX_SAY + 1))
    assert (error.value.tried, error.value.because) == (
        f"'{'x' * 40}' and more", "an order has at most 8,000 characters, not 8,001")
    assert typed("Go Luso # now").words == ["go", "luso"]
    assert [typed(text, tried=before).tried for text, before in (("go", "x"), ("go", ""), ("", "x"), ("", ""))] == [
        "x: go", "go", "x", "nothing typed"]


def test_a_reader_knows_whether_a_part_or_another_one_is_left():
    at = typed("go luso; ; stay")
    assert (at.rest, at.more(), at.peek()) == (["go", "luso"], True, "go")
    at.at = 2
    assert (at.rest, at.more(), at.peek(), at.in_parts) == ([], False, "", False)
    assert at.part()
    assert (at.rest, at.in_parts) == (["stay"], True)
    at.at += 1
    assert not at.part()
    alone = typed(";stay")
    assert alone.part()
    assert not alone.in_parts  # nothing stood before it


def test_a_reader_that_takes_nothing_is_not_asked_for_ever():
    at = typed("", is_begun=True)
    assert sum(at.more() for _ in range(2 * MOST_ASKED_ON)) == MOST_ASKED_ON - 1
    assert not typed("").more()


def test_words_that_tell_nothing_are_passed_over_and_others_stand_for_the_first():
    at = typed("to the luso")
    at.skip("to", "the")
    assert at.rest == ["luso"]
    assert typed("halt").word("stay", also=("halt",)) == "stay"
    assert typed("halt").word("stay") == ""
    assert typed("stay").word("go", "stay") == "stay"
    assert typed("yes").word("stay", "yes") == "yes"
    assert typed("nothing").word("none") == "none"


@pytest.mark.parametrize(("text", "value"), [
    ("2", 2), ("5", 5), ("3x", 3), ("x", None), ("", None), ("-3", None), ("٣", None)])
def test_a_number_of_a_range_is_read(text, value):
    assert typed(text).number(2, 5) == value


@pytest.mark.parametrize(("text", "said"), [
    ("1", "1 is no number from 2 to 5"), ("6", "6 is no number from 2 to 5"),
    ("00002", "00002 is no number from 2 to 5"),
    ("1234567890123", "123456789012 is no number from 2 to 5")])
def test_a_number_out_of_its_range_is_refused(text, said):
    assert because(text, lambda at: at.number(2, 5)) == said
    assert typed("0002").number(2, 5) == 2


def test_numbers_are_offered_up_to_a_hundred():
    at = typed("", is_begun=True)
    at.number(3, 500)
    assert [choice.words for choice in at.following()] == [str(n) for n in range(3, 103)]
    at = typed("", is_begun=True)
    at.number(3, 5)
    assert [choice.words for choice in at.following()] == ["3", "4", "5"]


KINDS = Names({"inf": ("infantry", "inf"), "car": ("car",)})


@pytest.mark.parametrize(("text", "found"), [
    ("4inf", ("inf", 4)), ("4 inf", ("inf", 4)), ("4x inf", ("inf", 4)), ("4xinf", ("inf", 4)), ("inf*4", ("inf", 4)),
    ("infx4", ("inf", 4)), ("inf", ("inf", 1)), ("9 car", ("car", 9)), ("x", None), ("4 x", None), ("", None)])
def test_a_kind_is_counted_however_it_is_written(text, found):
    at = typed(text)
    assert at.counted(KINDS, most=9) == found
    assert at.at == (0 if found is None else len(at.words))


@pytest.mark.parametrize("text", ["0 inf", "10 inf", "inf*0"])
def test_a_kind_has_from_one_to_so_many(text):
    assert because(text, lambda at: at.counted(KINDS, most=9)).endswith(" infantry is no number from 1 to 9")


def test_behind_a_number_only_kinds_are_offered_of_which_there_are_so_many():
    at = typed("2 ", is_begun=True)
    at.counted(KINDS, most=9, of={"inf": ["a", "b"], "car": 1})
    assert [choice.words for choice in at.following()] == ["infantry"]
    at = typed("1 ", is_begun=True)
    at.counted(KINDS, ["car"], most=9, of={"inf": 2, "car": 1})
    assert [choice.words for choice in at.following()] == ["car"]


@pytest.mark.parametrize(("text", "said"), [
    ("", "something is missing at the end"), ("xyz", "xyz is not understood here"),
    ("luandi", "luandi is not understood here: did you mean Luanda?"), ("no", "no is no answer here"),
    ("lu", "lu may be more than one"), ("z" * 70, "z" * 60 + " is not understood here")])
def test_a_refusal_says_what_is_wrong_with_the_next_word(text, said):
    def read(at):
        raise at.name(PLACES) or at.refuse_word()

    assert because(text, read) == said


def test_of_a_word_that_says_nothing_what_is_missing_is_told():
    def read(at):
        raise at.name(PLACES) or at.refuse_word("a place is missing")

    assert because("no", read) == "no is no answer here: a place is missing"
    assert because("", read) == "a place is missing"


def test_a_misspelt_name_has_four_words_at_most():
    one = Names({"x": ("the very old town wall",)})
    assert MOST_MISSPELT == 4

    def read(at):
        raise at.name(one) or at.refuse_word()

    assert because("thx vxry old town", read) == (
        "thx vxry old town is not understood here: did you mean the very old town wall?")


def test_a_thing_that_cannot_be_named_here_says_why():
    def read(at, **more):
        raise at.name(PLACES, ["luso"], **more) or at.refuse_word()

    assert because("luanda", read) == "Luanda is not possible here"
    assert because("luan", read) == "Luanda is not possible here"
    assert because("luanda", lambda at: read(at, why=lambda id: f"{id} is full")) == "lua is full"
    assert because("luan", lambda at: read(at, why=lambda id: f"{id} is full")) == "lua is full"
    assert typed("lu").name(PLACES, ["luso"]) == "luso"  # of two beginnings the one that may be
    assert typed("lu").name(PLACES, ["luso"], whole=True) == ""


def test_a_number_behind_a_beginning_belongs_to_it_if_it_is_the_number_of_its_name():
    units = Names({"r1": ("B Recon 1",), "c": ("B Cavalry",)})
    assert (typed("b rec 1").name(units), typed("b cav").name(units)) == ("r1", "c")
    at = typed("b rec 1 3")
    at.name(units)
    assert at.rest == ["3"]
    at = typed("b cav 1")
    assert at.name(units) == "c"
    assert at.rest == ["1"]
    forts = Names({"f1": ("A Fortification 1",), "f2": ("A Fortification 2",), "f3": ("A Field 2",)})
    assert typed("a fo 1").name(forts) == "f1"
    at = typed("a fo")
    assert at.name(forts) == ""
    at = typed("a fi 2 x")
    assert (at.name(forts), at.rest) == ("f3", ["x"])


def test_a_name_that_is_cut_short_is_known_in_front_of_other_words():
    units = Names({"ar": ("Alpha Recon",), "ac": ("Alpha Cavalry",), "long": ("The Fourth Marines",),
                   "other": ("The Fourth Rangers",)})
    at = typed("al re zz")
    assert (at.name(units), at.rest) == ("ar", ["zz"])
    at = typed("th fo ma zz")
    assert (at.name(units), at.rest) == ("long", ["zz"])


def test_a_dotted_word_is_two_if_it_is_no_name():
    at = typed("luso.inf")
    assert (at.name(PLACES), at.rest) == ("luso", ["inf"])
    for word in (".inf", "luso.", "xyz.inf"):
        at = typed(word)
        assert (at.name(Names({"q": ("qqq",)})), at.words) == ("", [word])


def test_what_is_asked_twice_at_a_place_is_offered_once():
    at = typed("", is_begun=True)
    at.word("go", "stay")
    at.word("stay", "go")
    at.name(PLACES, ["luso"], row=True)
    assert at.following() == (
        Choice("go", "word", "go", sort="word"), Choice("stay", "word", "stay", sort="word"),
        Choice("Luso", "name", "luso", row=True))


# ------------------------------------------------------------------ several names


def in_turn(text, **more):
    at = typed(text)
    return named_in_turn(at, KINDS, ["inf", "car"], **more), at.rest


def test_names_are_read_in_a_row_as_far_as_they_go():
    assert in_turn("inf and car") == (["inf", "car"], [])
    assert in_turn("inf xyz") == (["inf"], ["xyz"])
    assert in_turn("2x inf car", often=lambda name: 3) == (["inf", "inf", "car"], [])
    assert in_turn("1x inf", often=lambda name: 3)[0] == []
    assert in_turn("2x inf")[0] == []
    assert in_turn("9x inf", often=lambda name: 3)[0] == ["inf"] * 9  # for the rules to refuse
    assert in_turn("inf car", most=1) == (["inf", "car"], [])
    assert because("inf inf", lambda at: named_in_turn(at, KINDS, ["inf"])) == "infantry is named twice"
    assert because("car", lambda at: named_in_turn(at, KINDS, ["inf"])) == "car is not possible here"
    assert because("car", lambda at: named_in_turn(at, KINDS, ["inf"], why=lambda id: f"{id} is gone")) == "car is gone"


def test_a_beginning_of_things_that_are_not_meant_here_is_asked_on_about():
    forts = Names({"f1": ("Fort One",), "f2": ("Fort Two",), "al": ("Alpha",)}, inner=True)
    assert because("fo", lambda at: at.name(forts, ["al"])) == "fo may be more than one"
    assert because("fo", lambda at: at.counted(forts, ["al"], most=4)) == "fo may be more than one"


def test_of_things_that_are_counted_those_are_offered_that_may_be_meant():
    for text, offered in (("", ["inf"]), ("3 ", ["inf"])):
        at = typed(text, is_begun=True)
        at.counted(KINDS, ["inf"], most=4)
        assert [choice.id for choice in at.following()] == offered


@pytest.mark.parametrize(("text", "is_odds"), [("20:20", True), ("21:1", False), ("1:21", False), ("0:1", False)])
def test_odds_go_to_twenty_on_either_side(text, is_odds):
    if is_odds:
        assert Odds().read(typed(text), None) == Ratio(20, 20)
    else:
        assert "is no number from 1 to 20" in because(text, lambda at: Odds().read(at, None))


def may_follow(text, **more):
    at = typed(text, is_begun=True)
    named_in_turn(at, KINDS, ["inf", "car"], **more)
    return [(choice.id, choice.remark, choice.row) for choice in at.following()]


def test_behind_names_those_are_offered_that_may_still_be_named():
    assert may_follow("", most=2) == [("inf", "", True), ("car", "", True)]
    assert may_follow("inf ", most=2) == [("car", "", False)]
    assert may_follow("inf ", most=3, fits=lambda named: ["inf"]) == []
    assert may_follow("inf ", often=lambda name: 2, most=3) == [("inf", "", True), ("car", "", True)]
    assert may_follow("inf ", most=2, remark=lambda before, name: f"{name} after {len(before)}") == [
        ("car", "car after 1", False)]


# ------------------------------------------------------------------ what is said with a standing order


def argument(kind, text):
    at = typed(text)
    value = kind.read(at, None)
    at.end()
    assert kind.read(typed(kind.spell(value, None)), None) == value
    return value


def refused(kind, text):
    return because(text, lambda at: kind.read(at, None))


LISTING = Listing(lambda state: KINDS, "KINDS")
PAIRS = Pairs(lambda state: KINDS, lambda state: PLACES, "inf=luso")


def test_a_number_or_odds_are_said_with_a_standing_order():
    assert [argument(Count(1, 9), text) for text in ("1", "9")] == [1, 9]
    assert refused(Count(1, 9), "0") == "0 is no number from 1 to 9"
    assert refused(Count(1, 9), "") == "a number from 1 to 9 is missing"
    assert Count(1, 9).samples(None) == ["1", "9"]
    assert [argument(Odds(), text) for text in ("odds 3:2", "3:2", "3 2")] == [Ratio(3, 2)] * 3
    assert refused(Odds(), "odds 3") == "odds are written like odds 3:2, yours first"


@pytest.mark.parametrize(("ours", "theirs", "is_reached"), [(3, 2, True), (2, 2, False), (6, 4, True), (5, 4, False),
                                                            (0, 0, False), (1, 0, True), (0, 1, False)])
def test_odds_are_reached_or_not(ours, theirs, is_reached):
    assert Ratio(3, 2).is_reached(ours, theirs) is is_reached


def test_things_are_listed_the_most_wanted_first():
    assert argument(LISTING, "car, inf") == argument(LISTING, "car then inf") == ("car", "inf")
    assert refused(LISTING, "car car") == "car is named twice"
    assert refused(LISTING, "car xyz") == "xyz is not understood here"
    assert refused(LISTING, "car and") == "something more is to be named"
    assert refused(LISTING, "") == "nothing is named: the most wanted stands first"
    assert LISTING.samples(None) == ["infantry", "car, infantry"]


def test_of_several_things_each_has_where_it_goes():
    assert argument(PAIRS, "inf=luso car to luanda") == (("inf", "luso"), ("car", "lua"))
    assert refused(PAIRS, "inf=luso inf=luso") == "infantry is named twice"
    assert refused(PAIRS, "inf") == "who gets infantry is missing"
    assert refused(PAIRS, "") == "it is written like inf=luso"
    assert PAIRS.samples(None) == ["infantry=Nova Lisboa, car=Nova Lisboa", "infantry=Luso, car=Luso"]


# ------------------------------------------------------------------ values of orders


def unread(value, word):
    with pytest.raises(ValueError) as error:  # noqa: PT011
        value.read(word)
    return error.value.because


def test_a_value_that_is_none_is_refused_by_its_word():
    place = one_of(("luso", "bie"), "place")
    assert place.read("bie") == "bie"
    assert (unread(place, "x"), unread(place, "")) == ("x is no place", "nothing is no place")
    code = like(r"[a-z]\d", "code")
    assert code.read("a1") == "a1"
    assert (unread(code, "a12"), unread(code, "")) == ("a12 is no code", "nothing is no code")
    assert [number(0, 9).read(word) for word in ("0", "9")] == [0, 9]
    assert [unread(number(0, 9), word) for word in ("10", "01", "-1", "")] == [
        f"{word} is no number from 0 to 9" for word in ("10", "01", "-1", "nothing")]
    assert pair(place, number(1, 2)).read("luso:2") == ("luso", 2)
    assert pair(place, number(1, 2)).spell(("luso", 2)) == "luso:2"
    assert (unread(pair(place, place), "luso"), unread(pair(place, place, "+"), "")) == (
        "luso is no pair like a:b", "nothing is no pair like a+b")


def test_a_list_of_values_stands_in_its_order_each_once_so_many_at_most():
    ids = one_of(("a", "b", "c"), "thing")
    two = each(ids, "+", once=str, empty="none", most=2)
    assert [two.read(word) for word in ("none", "a", "b+a")] == [(), ("a",), ("b", "a")]
    assert [unread(two, word) for word in ("a+a", "a+b+c", "", "x")] == [
        "a is named twice", "more than 2 are named", "nothing is no thing", "x is no thing"]
    assert (two.spell(()), two.spell(("b", "a"))) == ("none", "b+a")
    assert several(("b", "a"), "thing").read("a b") == ("b", "a")
    assert sorted(["x", "a", "b"], key=by_order(("b", "a"))) == ["b", "a", "x"]


# ------------------------------------------------------------------ ways and things


def test_a_cheapest_way_is_that_of_the_fewest_steps_and_ends_where_the_points_end():
    roads = {"a": ("b", "c"), "b": ("d",), "c": ("e",), "d": ("e",), "e": ()}
    prices = {("a", "b"): 1, ("b", "d"): 1, ("d", "e"): 1, ("a", "c"): 2, ("c", "e"): 1}

    class On:
        neighbours = staticmethod(roads.get)

    def found(most=None, **more):
        return reach(On, "a", lambda a, b: prices.get((a, b)), most, **more)

    assert found().costs == {"a": 0, "b": 1, "d": 2, "c": 2, "e": 3}
    assert (found().way("e"), found().way("a")) == (("a", "c", "e"), ("a",))
    assert set(found(2).costs) == {"a", "b", "c", "d"}
    assert set(found(0).costs) == {"a"}
    assert found(0, one_step=True).costs == {"a": 0, "b": 1, "c": 2}
    with pytest.raises(KeyError):
        found(2).way("e")
    with pytest.raises(ValueError, match=r"^a step from a to b costs -1: a cost is never negative$"):
        reach(On, "a", lambda a, b: -1)
    assert reach(On, "a", lambda a, b: 0).costs == dict.fromkeys("abcde", 0)
    assert cost_of(On, ["a", "b", "d"], lambda a, b: prices[a, b]) == 2
    assert cost_of(On, ["a", "d"], lambda a, b: 1) is None
    assert Reach("a", {"a": 0}, {}).way("a") == ("a",)


@pytest.mark.parametrize(("cost", "parts", "said"), [
    (3, 2, "1.5"), (5, 4, "1.25"), (4, 2, "2"), (0, 4, "0"), (20, 2, "10"), (7, 1, "7"), (1, 4, "0.25"), (10, 1, "10")])
def test_a_cost_is_written_in_points(cost, parts, said):
    assert in_points(cost, parts) == said


def test_a_cost_is_written_in_halves_or_quarters_alone():
    for parts in (0, 3, 5):
        with pytest.raises(ValueError, match=f"^{parts} parts to a point: 1, 2 or 4 can be written$"):
            in_points(1, parts)


def test_a_choice_lacks_what_its_scene_has_not():
    board = Board(title="", low=(0, 0), high=(9, 9), places=(Place(id="luso", name="Luso", code="L", at=(1, 1)),))
    scene = Scene(title="", turn="", phase="", board=board, viewer="fnla",
                  boxes=(Box(name="Gone", pieces=(Piece(name="tank", id="t1"),)),))
    things = Things(scene)

    def lacking(ids, kind="name", sort="unit"):
        return things.lacking(Choice("x", kind, ids, sort=sort))

    assert lacking("t1 t2 luso t3") == ["t2", "t3"]
    assert [lacking("t2", sort=sort) for sort in ("place", "column", "card")] == [["t2"]] * 3
    assert lacking("t2", sort="other") == lacking("t2", kind="word") == []
