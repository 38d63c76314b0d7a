"""What a person is asked, may type and is told at a desk: orders as words, what is to come, letters, summaries."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pbem.desk import coming as comings
from pbem.desk import letters, orders, standing_now, summing, truthful
from pbem.desk.coming import ComingQuestion, coming
from pbem.desk.early_follow import follow_early
from pbem.desk.inbox import InboxEntry
from pbem.desk.orders import check_length, check_seat, choose_duty, is_again, orders_in, read_order, value_of, words_of
from pbem.desk.story import joined, said
from pbem.desk.truthful import NOTHING_FOUND, TRIED, add_true_words
from pbem.errors import FalseClaim, IllegalMove, NotYourTurn, Unsupported, WrongUse
from pbem.home.summaries import AskedOf
from pbem.kit.arguments import Count
from pbem.kit.conditions import Condition, Moment, read_nothing
from pbem.kit.following import Follow
from pbem.kit.lexicon import Lexicon
from pbem.kit.policies import Choice as Way
from pbem.kit.policies import Policy, Setting
from pbem.kit.typed import Choice
from pbem.limits import MAX_SAY
from pbem.match.duty import Duty
from pbem.play.requests import Ask, Listed, Seal, SealMany
from pbem.play.restart import ToldSentence

ASK = Ask(rule="9.4", about="red/a", seat="red", legal=lambda: ("go", "stay"))
SEALED = SealMany(rule="5.4", bucket=128, items={"red": [Listed(["a", "b"]), Listed(["a", "b"])]})


def blind(handle):
    return None


class Rules(SimpleNamespace):
    """A game that reads words in lower case, and refuses those that it does not know."""

    def __init__(self, **fields):
        super().__init__(**{"title": "Raiders", "policies": (), "conditions": {}, "moments": None, "follow": None,
                            "lasting": None, "echo": None, "scene": lambda *given: None} | fields)

    def read_orders(self, state, request, seat, text, peek):
        if text.lower() not in ("go", "stay"):
            raise IllegalMove(text, request.rule, f"{text} is not understood")
        return [text.lower()]

    def repeated(self, state, table, request, seat):
        return ["stay"]

    def examples(self, state, request, seat, peek):
        return ["go  # 2 points", "stay"]


def match_of(request=ASK, **fields):
    """A match that asks red."""
    duty = Duty(0, "red", "seal" if request is SEALED else "answer")
    given = {
        "ruleset": Rules(), "state": None, "request": request, "keys": (0, 1), "result": None, "typed": {},
        "name": lambda seat: ("red", "green", "blue")[seat], "mine": lambda: [duty], "owing": lambda: [duty],
        "refusal": lambda seat: None, "truth": lambda duty: None, "twins": [], "rounds": SimpleNamespace(r=7),
        "binding": SimpleNamespace(names=("red", "green", "blue"), number=("red", "green", "blue").index,
                                   table=SimpleNamespace())} | fields
    return SimpleNamespace(**given)


@pytest.fixture(autouse=True)
def seen(monkeypatch):
    monkeypatch.setattr(orders, "peek_of", lambda table, seat: blind)


def read(match, line, seat=None):
    return read_order(match, line, seat, lambda wanted: choose_duty(match, wanted))


# ------------------------------------------------------------------ orders in words


def test_an_order_may_begin_with_its_seat_and_end_in_a_remark():
    match = match_of()
    found = read(match, " RED:  go ")
    assert (found.seat, found.says, found.line) == ("red", ("go",), " RED:  go ")
    assert read(match, "GO", "red").says == ("go",)
    assert words_of(match, "red: go luso  # now") == "go luso"
    assert words_of(match, "pink: go") == "pink: go"
    with pytest.raises(WrongUse, match=r"^there is no seat pink") as refused:
        read(match, "go", "pink")
    assert refused.value.hint == "the seats: red, green, blue"
    with pytest.raises(NotYourTurn, match=r"^the seat blue is not held here") as refused:
        read(match, "blue: go")
    assert refused.value.hint == "yours: red, green"
    check_seat(match_of(keys=()), "blue")
    check_seat(match_of(result="over"), "pink")


def test_a_seat_that_has_not_joined_is_told_to():
    match = match_of(mine=lambda: [Duty(0, "red", "join")])
    with pytest.raises(NotYourTurn, match=r"^red has not joined yet") as refused:
        read(match, "go")
    assert refused.value.hint == "take your seat with: pbem join"


def test_one_answer_is_asked_for_and_canonical_words_are_read_without_the_game():
    match = match_of()
    match.ruleset.read_orders = lambda *given: ["go", "stay"]
    with pytest.raises(IllegalMove) as refused:
        read(match, "both")
    assert (refused.value.because, refused.value.tried) == ("one answer is asked for, not 2", "red answers 'both'")
    match.ruleset.read_orders = lambda *given: pytest.fail("it is canonical")
    assert read(match, "stay").says == ("stay",)
    assert read(match_of(SEALED), "a ; b").says == ("a", "b")


@pytest.mark.parametrize(("words", "is_so"), [
    ("as last time", True), (" AS  last time  # so", True), ("as last", False), ("as last times", False), ("", False)])
def test_as_last_time_is_known_however_it_is_typed(words, is_so):
    assert is_again(words) is is_so


def test_as_last_time_says_what_was_sealed_or_what_was_typed():
    match = match_of()
    assert read(match, "as last time").says == ("stay",)
    match.ruleset.lasting = lambda *given: True
    for typed, because in (({}, "you have typed nothing for this before"),
                           ({("red", "9.4"): ""}, "what you typed last holds for that time alone")):
        match.typed = typed
        with pytest.raises(IllegalMove) as refused:
            read(match, "as last time")
        assert refused.value.because == because
    match.typed = {("red", "9.4"): "GO"}
    assert read(match, "as last time").says == ("go",)
    assert orders.examples_of(match, ASK, "red")[-1] == "as last time  # GO"
    match.typed = {}
    assert orders.examples_of(match, ASK, "red") == ["go  # 2 points", "stay"]


def test_an_order_is_as_long_as_a_recorded_answer_may_be():
    check_length("x" * MAX_SAY)
    with pytest.raises(WrongUse, match="an order of 8,001 characters; the limit is 8,000") as refused:
        check_length("x" * (MAX_SAY + 1))
    assert refused.value.hint == "orders are a few words for each piece: pbem next shows some"


def test_canonical_words_have_their_values():
    assert value_of(ASK, "red", ["go"]) == "go"
    assert value_of(SEALED, "red", ["a", "b"]) == ["a", "b"]
    with pytest.raises(IllegalMove):
        value_of(ASK, "red", ["fly"])


def test_parts_of_a_line_are_orders_of_their_own_where_no_such_parts_are_asked_for():
    match = match_of()

    def found(line):
        return [one if isinstance(one, str) else one.says for one in orders_in(
            match, line, None, lambda wanted: choose_duty(match, wanted))]

    assert found("go") == ["go"]
    assert found("go; stay ; ") == [("go",), " stay "]
    assert found("fly; go") == ["fly; go"]
    assert found("go; fly; go") == [("go",), " fly; go"]
    match.ruleset.read_orders = lambda state, request, seat, text, peek: [text.replace(";", "+")]
    assert found("x; y") == [("x+ y",)]


def test_what_may_follow_begins_with_as_last_time_where_that_can_be_said(monkeypatch):
    match = match_of()
    with pytest.raises(Unsupported, match=r"^Raiders cannot tell what may follow") as refused:
        orders.follow_of(match, ASK, "red", "")
    assert refused.value.hint == "pbem next shows what may be typed"
    match.ruleset.follow = lambda state, request, seat, text, peek: Follow((Choice("go", "word", "go"),), False)
    with pytest.raises(Unsupported):
        orders.follow_of(match, None, "red", "")
    assert [(one.words, one.remark) for one in orders.follow_of(match, ASK, "red", "").choices] == [
        ("as last time", "stay"), ("go", "")]
    assert [one.words for one in orders.follow_of(match, ASK, "red", "g").choices] == ["go"]
    assert orders.follow_of(match, ASK, "red", "as last time") == Follow((), True)
    match.ruleset.repeated = lambda *given: (_ for _ in ()).throw(IllegalMove("x", "9.4", "nothing was sealed"))
    assert orders.follow_of(match, ASK, "red", "as last time") == Follow((), False, "nothing was sealed")
    assert [one.words for one in orders.follow_of(match, ASK, "red", "").choices] == ["go"]


def test_an_answer_comes_to_what_its_game_says():
    match = match_of()
    assert orders.echo_of(match, ASK, "red", ["go"]) == ()
    match.ruleset.echo = lambda state, request, seat, says, peek: [f"{seat} {says[0]}"]
    assert orders.echo_of(match, ASK, "red", ["go"]) == ("red go",)


def false_claim():
    return FalseClaim("x", "9.4", "false", shown="")


def test_a_false_claim_is_refused_with_what_is_true(monkeypatch):
    offered = [f"no{n}" for n in range(TRIED - 1)] + ["go  # 2 points", "stay"]
    tried = []
    match = match_of()

    def check(say):
        tried.append(say)
        if say != "go":
            raise false_claim()

    match.binding.table.check_claims = check
    monkeypatch.setattr(truthful, "examples_of", lambda match, request, seat: offered)
    monkeypatch.setattr(truthful, "read_words", lambda ruleset, state, request, seat, words, peek: [words])
    monkeypatch.setattr(truthful, "eyes", lambda match, seat: blind)

    def hint(refusal):
        add_true_words(refusal, match, ASK, "red")
        return refusal.hint

    assert hint(false_claim()) == "it must be true, like: go"
    assert len(tried) == TRIED
    offered.insert(0, "no")
    assert hint(false_claim()) == NOTHING_FOUND
    given = false_claim()
    given.hint = "said already"
    assert hint(given) == "said already"
    assert hint(IllegalMove("x", "9.4", "no road")) is None
    match.binding.table.check_seal = lambda seat, says: None
    add_true_words(refusal := false_claim(), match, SEALED, "red")
    assert refusal.hint == "it must be true, like: no"


# ------------------------------------------------------------------ what is still to come

PAID = Condition("paid: it is paid", read_nothing, bool)
MOMENTS = {
    "9.4": Moment(("red/a", "b"), {"b": "it is lost"}, Lexicon(("go", "Nova Lisboa", "stay")), "a march", "go"),
    "5": Moment(tuple("cdefghi"), title="a raid", example="raid"),
    "6": Moment(title="a walk", example="walk", is_near=False),
    "7": Moment(title="nothing to say"), "8": Moment(gone={"": "the war is over"}, title="a siege", example="dig")}


@pytest.fixture
def telling(monkeypatch):
    monkeypatch.setattr(comings, "is_asked_now", lambda match, order: False)
    monkeypatch.setattr("pbem.desk.early_follow.is_asked_now", lambda match, order: False)
    monkeypatch.setattr("pbem.desk.early.is_asked_now", lambda match, order: False)
    return match_of(ruleset=Rules(moments=lambda state, seat: MOMENTS, conditions={"paid": PAID}))


def test_what_may_be_asked_before_the_phase_ends_is_told_apart_if_it_is_little(telling, monkeypatch):
    assert coming(telling, "red") == [
        ComingQuestion("red", "9.4/a", "go", "a march"), ComingQuestion("red", "5", "raid", "a raid", "5/c")]
    assert coming(telling, "red")[0].order == "9.4/a: go"
    monkeypatch.setattr(comings, "APART", 7)
    assert [one.moment for one in coming(telling, "red")] == ["9.4/a", *(f"5/{about}" for about in "cdefghi")]
    with pytest.raises(Unsupported, match=r"^Raiders does not tell what is still asked"):
        coming(match_of(), "red")


def test_words_that_are_legal_now_are_told_if_it_is_asked_now(telling, monkeypatch):
    examples = ["x" * 61, "go there", "go"]
    monkeypatch.setattr(comings, "examples_of", lambda match, request, seat: examples)
    monkeypatch.setattr(comings, "is_asked_now", lambda match, order: order.rule == "9.4")
    assert [one.words for one in coming(telling, "red")] == ["go", "raid"]
    examples[0] = "x" * 60
    assert [one.words for one in coming(telling, "red")] == ["x" * 60, "raid"]
    examples.clear()
    assert [one.words for one in coming(telling, "red")] == ["go", "raid"]
    telling.request = None
    assert [one.words for one in coming(telling, "red")] == ["go", "raid"]


def follows(match, text):
    found = follow_early(match, text, "red")
    return [one.words for one in found.choices], found.begun, found.is_answer, found.why


def test_what_may_follow_in_an_order_that_is_filed_early(telling):
    moments = ["9.4/a:", "5:", "6:", "7:", "8:"]
    why = "is no order filed early"
    assert follows(telling, "")[:3] == (moments, "", False)
    assert follows(telling, " 9")[:2] == (["9.4/a:"], "9")
    assert why in follows(telling, "9")[3]
    assert follows(telling, "9.4:") == (["go"], "", False, "an answer is missing behind the colon")
    assert follows(telling, "9.4: g") == (["go"], "g", True, "")
    assert follows(telling, "9.4: nova li") == (["Nova Lisboa"], "nova li", True, "")
    assert follows(telling, "9.4: go ") == (["if", ";"], "", True, "")
    assert follows(telling, "9.4: go; ")[0] == ["else", "go"]
    assert follows(telling, "9.4: go; else ")[0] == ["go"]
    assert follows(telling, "9.4: go if ")[:3] == (["paid", "not"], "", False)
    assert follows(telling, "9.4: go if pa")[:2] == (["paid"], "pa")
    assert follows(telling, "9.4: go if not ")[:2] == (["paid"], "")
    assert follows(telling, "9.4: go if paid") == (["and", ";"], "", True, "")
    assert follows(telling, "9.4: go if not paid and not pa")[:2] == (["paid"], "pa")
    assert follows(telling, "9 4: go")[:2] == follows(telling, "7: ")[:2] == ([], "")
    labels = {one.words: (one.label, one.remark) for one in follow_early(telling, "9.4: go if ", "red").choices}
    assert labels == {"paid": ("paid", "it is paid"), "not": ("", "if it is not so")}
    joins = {one.words: (one.label, one.remark) for one in follow_early(telling, "9.4: go if paid", "red").choices}
    assert joins == {"and": ("", "and if this too"), ";": ("; otherwise", "what is given if it is not so")}


# ------------------------------------------------------------------ what standing orders would do

ORDER = Policy(name="losses", title="who is lost", rules=("9.4", ("9.4", "ask"), "5"),
               answer=lambda asked, setting: setting.value,
               choices={"cheapest": Way("the cheapest"), "at_most": Way("so many", Count(1, 9))})


def test_what_may_be_tried_and_what_rules_a_standing_order_answers():
    match = match_of()
    bare = ORDER.read("cheapest", None)
    assert standing_now.tried(match, ORDER, None) == standing_now.tried(match, ORDER, bare) == [bare]
    set_ = ORDER.read("at most 3", None)
    assert standing_now.tried(match, ORDER, set_) == [bare, set_]
    assert standing_now.rules_of(ORDER) == ["9.4", "5"]
    assert standing_now.is_asked(match, ORDER, "red")
    assert not standing_now.is_asked(match, ORDER, "green")
    assert not standing_now.is_asked(match_of(SEALED), ORDER, "red")


def test_what_a_standing_order_would_answer_now_is_told_with_its_price(monkeypatch):
    match = match_of(ruleset=Rules(follow=True))
    given = {"words": "go"}

    def would(match, policy, setting, seat):
        if given["words"] == "refused":
            raise IllegalMove("x", "9.4", "no")
        return given["words"]

    choices = (Choice("Go there", "name", "go", "2 points"), Choice("stay", "word", "stay"))
    monkeypatch.setattr(standing_now, "would_answer", would)
    monkeypatch.setattr(standing_now, "follow_of", lambda match, request, seat, text: Follow(choices, True))
    now = [standing_now.now_told(match, ORDER, Setting("cheapest"), "red")]
    for given["words"] in ("stay", "Go there", None, "refused", "elsewhere"):
        now.append(standing_now.now_told(match, ORDER, Setting("cheapest"), "red"))
    assert now == ["go (2 points)", "stay", "Go there (2 points)", "asks you", "asks you", "elsewhere"]
    match.ruleset.follow = None
    assert standing_now.remark_on(match, "red", "go") == ""


def test_orders_that_wait_are_those_whose_moment_may_come(monkeypatch):
    match = match_of(ruleset=Rules(policies=(ORDER,)))
    monkeypatch.setattr(standing_now, "cannot_come", lambda match, one: "" if one == "comes" else "gone")
    monkeypatch.setattr(
        standing_now, "would_answer", lambda match, policy, setting, seat: setting.text if setting.value else None)
    orders_ = [SimpleNamespace(seat=seat, policy="losses", text=text) for seat, text in (
        ("red", "at most 3"), ("red", "cheapest"), ("green", "at most 3"), ("red", "nonsense"))]
    asked = [SimpleNamespace(name="red")]
    assert standing_now.waiting_orders(match, ["comes", "gone", "comes"], orders_, asked) == 3
    assert standing_now.waiting_orders(match, [], orders_, []) == 0
    match.request = None
    assert standing_now.waiting_orders(match, [], orders_, asked) == 0


# ------------------------------------------------------------------ letters, story, lists


def event(kind, seat=0, r=7):
    return SimpleNamespace(seat=seat, msg=SimpleNamespace(kind=kind, r=r))


@pytest.mark.parametrize(("kind", "seat", "r", "is_chosen"), [
    ("act", 0, 7, True), ("seal", 0, 7, True), ("note", 0, 7, True), ("resign", 0, 7, True),
    ("entropy", 1, 7, False), ("note", 1, 7, True), ("resign", 1, 7, True),  # a tool owes that
    ("act", 2, 7, True), ("seal", 2, 7, True), ("note", 2, 7, True), ("resign", 2, 7, True), ("entropy", 2, 7, False),
    ("reveal", 2, 7, False), ("act", 1, 8, True), ("entropy", 0, 8, False), ("note", 1, 8, True),
])
def test_a_letter_is_typed_if_its_person_chose_anything_in_it(kind, seat, r, is_chosen):
    match = match_of(owing=lambda: [Duty(0, "red", "answer"), Duty(1, "green", "entropy")])
    assert letters._is_chosen(match, event(kind, seat, r)) is is_chosen
    match.truth = lambda duty: ["go"]
    assert letters._is_chosen(match, event("act", 0, 7)) is False


def way(text, rule="7", places=("a", "b"), **more):
    return ToldSentence(**{"round": 1, "text": text, "rule": rule, "places": places, "is_way": True} | more)


def test_a_way_that_goes_on_where_it_ended_is_told_as_one():
    one, two = way("ODA moves 1902 - 1903"), way("ODA moves 1903 - 1904 - 1905", places=("b", "c", "d"))
    (whole,) = joined([one, two])
    assert (whole.text, whole.places) == ("ODA moves 1902 - 1903 - 1904 - 1905", ("a", "b", "c", "d"))
    further, there = "ODA moves 1903 - 1904", ("b", "c")
    for other in (way(further, rule="8", places=there), way("ODA moves 1904 - 1905", places=("c", "d")),
                  way("ODB moves 1903 - 1904", places=there), way(further, places=there, is_way=False),
                  way(further, places=there, headline=True)):
        assert joined([one, other]) == [one, other]
    assert joined([]) == []
    assert said(one) == "ODA moves 1902 - 1903 (7)"


def test_matches_that_wait_for_us_stand_first_the_longest_wait_before():
    def entry(folder, **fields):
        summary = {"asked": (), "drafts": (), "result": "", "since": 5} | fields
        return InboxEntry("g", folder, SimpleNamespace(**summary))

    rows = [entry("mine", asked=("x",), since=9), entry("drafted", drafts=("x",), since=3), entry("theirs"),
            InboxEntry("g", "gone"), entry("over", result="won", since=5), entry("over later", result="won", since=9)]
    assert [one.folder for one in sorted(rows, key=lambda one: one.order)] == [
        "drafted", "mine", "theirs", "gone", "over later", "over"]


def test_a_summary_tells_what_is_agreed_if_anything_is(monkeypatch):
    match = SimpleNamespace(clock=None, proposals=list)
    assert summing._agreed(match) == {}
    monkeypatch.setattr("pbem.desk.agreements.deadline_of", lambda match: 9)
    monkeypatch.setattr("pbem.desk.agreements.proposal_lines", lambda match: ["x" * 9_999])
    match.clock = "a clock"
    assert summing._agreed(match) == {"deadline": 9, "proposed": ("x" * summing.MAX_PATH,)}
    match.clock, match.proposals = None, lambda: ["one"]
    assert set(summing._agreed(match)) == {"deadline", "proposed"}


def test_a_summary_names_what_is_asked_by_the_first_line_of_its_prompt():
    ruleset = Rules(prompt=lambda state, request, seat, peek: f"\n  \nWhere to, {seat}?\nType it.")
    match = match_of(ruleset=ruleset)
    assert summing._asked(match, Duty(0, "red", "answer")) == AskedOf("red/a", "9.4", "red", "Where to, red?")
    assert summing._asked(match, Duty(0, "red", "join")) == AskedOf("", "", "red", "take your seat with: pbem join")
    assert summing._standing(match, None) == []
    assert summing._standing(match_of(keys=()), None) == []


def test_a_summary_says_in_words_that_everybody_may_read_what_is_decided():
    moments = {"9.4": Moment(title="who retreats")}
    ruleset = Rules(prompt=lambda *asked: "Where to?", moments=lambda state, seat: moments)
    assert summing._asked(match_of(ruleset=ruleset), Duty(0, "red", "answer")).decides == "who retreats"
    ruleset = Rules(prompt=lambda *asked: "Where to?", moments=lambda state, seat: {})
    assert summing._asked(match_of(ruleset=ruleset), Duty(0, "red", "answer")).decides == ""


def test_orders_wait_only_while_something_is_drafted(monkeypatch):
    monkeypatch.setattr("pbem.desk.standing_now.waiting_orders", lambda match, filed, standing, asked: 3)

    def held(drafts=(), unfit=(), filed=(), standing=()):
        return summing._held(SimpleNamespace(drafts=drafts, unfit=unfit, match=None), list(filed), list(standing), ())

    assert [held(), held(drafts=[1]), held(filed=[1]), held(drafts=[1], filed=[1]), held(unfit=[1], standing=[1])] == [
        0, 0, 0, 3, 3]


def test_a_seal_for_one_is_asked_like_an_answer():
    sealed = Seal(rule="5.4", bucket=128, items={"red": Listed(["a", "b"])})
    match = match_of(sealed, mine=lambda: [Duty(0, "red", "seal")])
    order, signed = read(match, "b"), []
    match.seal = lambda seat, says: signed.append((seat, says))
    given = orders.sign_order(match, order)
    assert (given.round, given.seat, given.rule, given.says, signed) == (7, "red", "5.4", ("b",), [(0, ["b"])])
