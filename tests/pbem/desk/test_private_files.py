"""A player's private files beside a log: drafts, orders filed early, standing orders; what is kept and refused."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from pbem.desk import agreements, early, standing, waiting
from pbem.desk.agreements import (
    FAULTS,
    answer_lines,
    closed_by,
    deadline_lines,
    needed_names,
    numbered,
    proposal_lines,
    told,
)
from pbem.desk.automatic import carry_on
from pbem.desk.drafting import Drafting
from pbem.desk.drafts import Draft, held_line, keep_drafts, keep_sent, kept_drafts, kept_sent
from pbem.desk.early import (
    Alternative,
    Early,
    brief,
    cannot_come,
    check_early,
    file_early,
    kept_early,
    moment_named,
    read_early,
    remark_on_filed,
)
from pbem.desk.redrafting import Redrafted, _place, check_undrafted, no_draft
from pbem.desk.repeating import forget_words, keep_words, kept_words
from pbem.desk.standing import StandingOrder, changes, set_standing, settings_of, standing_orders
from pbem.desk.standing_text import read_listed
from pbem.errors import BadRecord, Divergence, IllegalMove, MissingRecords, NotYourTurn, WrongUse
from pbem.kit.arguments import Count
from pbem.kit.conditions import Condition, Moment, read_nothing
from pbem.kit.lexicon import Lexicon
from pbem.kit.policies import Choice, Policy
from pbem.limits import MAX_ALTERNATIVES, MAX_DRAFTS, MAX_STANDING, MAX_STANDING_LINES, MAX_STANDING_TEXT
from pbem.record.events import AgreedResult, Takeback

GAME, OTHER = "A" * 43, "B" * 42 + "A"


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def draft(says="go", seat="red", rule="1.1", about="", round=2):
    return Draft(about=about, round=round, rule=rule, says=(says,), seat=seat)


# ------------------------------------------------------------------ drafts


def test_drafts_are_kept_for_one_match_in_their_order(tmp_path):
    assert kept_drafts(tmp_path, GAME) == []
    keep_drafts(tmp_path, GAME, [])
    assert list(tmp_path.iterdir()) == []  # nothing is written of nothing
    keep_drafts(tmp_path, GAME, [draft("a"), draft("b")])
    assert kept_drafts(tmp_path, GAME) == [draft("a"), draft("b")]
    with pytest.raises(BadRecord, match=r"these are drafts for another match") as refused:
        kept_drafts(tmp_path, OTHER)
    assert refused.value.hint == f"move {tmp_path / 'drafts.json'} away, and give its orders again"
    (tmp_path / "drafts.json").write_bytes(b"junk")
    with pytest.raises(BadRecord) as refused:
        kept_drafts(tmp_path, GAME)
    assert "give its orders again" in refused.value.hint


def test_so_many_drafts_are_kept(tmp_path):
    keep_drafts(tmp_path, GAME, [draft()] * MAX_DRAFTS)
    with pytest.raises(WrongUse, match=rf"^{MAX_DRAFTS} drafts are not sent yet, more are not kept$") as refused:
        keep_drafts(tmp_path, GAME, [draft()] * (MAX_DRAFTS + 1))
    assert refused.value.hint == "send them with: pbem send"
    assert len(kept_drafts(tmp_path, GAME)) == MAX_DRAFTS
    keep_drafts(tmp_path, GAME, [])
    assert kept_drafts(tmp_path, GAME) == []


def test_how_many_were_sent_and_are_held_back_is_kept(tmp_path):
    keep_sent(tmp_path, GAME, 0)
    assert list(tmp_path.iterdir()) == []
    assert kept_sent(tmp_path, GAME) == 0
    keep_sent(tmp_path, GAME, 2)
    assert (kept_sent(tmp_path, GAME), kept_sent(tmp_path, OTHER)) == (2, 0)
    keep_sent(tmp_path, GAME, 0)
    assert kept_sent(tmp_path, GAME) == 0
    (tmp_path / "sent.json").write_bytes(b"junk")
    assert kept_sent(tmp_path, GAME) == 0
    assert held_line(1).startswith("sent, and held back: 1 draft: a secret may decide what is asked, and an answer at ")
    assert held_line(2).startswith("sent, and held back: 2 drafts: ")


def test_what_was_typed_last_for_a_rule_is_kept_until_it_is_taken_back(tmp_path):
    keep_words(tmp_path, GAME, {})
    assert list(tmp_path.iterdir()) == []
    one, two = ("red", "1.1"), ("red", "1.2")
    keep_words(tmp_path, GAME, {one: "go", two: ""})
    keep_words(tmp_path, GAME, {one: "stay"})
    assert list(kept_words(tmp_path, GAME).items()) == [(two, ""), (one, "stay")]  # the newest last
    assert kept_words(tmp_path, OTHER) == {}
    before = (tmp_path / "typed.json").stat().st_mtime_ns
    forget_words(tmp_path, GAME, ("green", "1.1"))
    assert (tmp_path / "typed.json").stat().st_mtime_ns == before
    forget_words(tmp_path, GAME, two)
    assert kept_words(tmp_path, GAME) == {one: "stay"}
    keep_words(tmp_path, GAME, {("red", f"2.{n}"): "x" for n in range(MAX_DRAFTS)})
    assert len(kept_words(tmp_path, GAME)) == MAX_DRAFTS
    assert one not in kept_words(tmp_path, GAME)
    (tmp_path / "typed.json").write_bytes(b"junk")
    assert kept_words(tmp_path, GAME) == {}


DRAFTS = [draft("a"), draft("b", "green"), draft("c")]


@pytest.mark.parametrize(("seat", "number", "at"), [
    (None, None, 2), ("green", None, 1), ("red", None, 2), (None, 1, 0), (None, 3, 2), ("green", 2, 1)])
def test_a_draft_is_meant_by_its_number_or_as_the_last(seat, number, at):
    assert _place(DRAFTS, seat, number) == at


@pytest.mark.parametrize(("drafts", "seat", "number", "why"), [
    (DRAFTS, None, 0, "there is no draft 0: 3 drafts are kept"),
    (DRAFTS, None, 4, "there is no draft 4: 3 drafts are kept"),
    (DRAFTS[:1], None, 2, "there is no draft 2: 1 draft is kept"),
    ([], None, 1, "there is no draft 1: nothing is drafted"),
    (DRAFTS, "red", 2, "draft 2 is one of green: b"), (DRAFTS, "blue", None, "blue has no draft"),
])
def test_a_draft_that_is_none_is_named_with_what_there_is(drafts, seat, number, why):
    with pytest.raises(WrongUse) as refused:
        _place(drafts, seat, number)
    assert str(refused.value).splitlines()[0] == why
    assert refused.value.hint == ("leave out --seat, or name the number of another one" if "one of" in why
                                  else "pbem next shows the drafts with their numbers")


def test_nothing_goes_back_while_something_is_drafted(tmp_path):
    match = SimpleNamespace(binding=SimpleNamespace(names=()))
    game = SimpleNamespace(match=match, path=tmp_path, gid=GAME)
    check_undrafted(game, 3)
    for drafts, said in ((DRAFTS[:1], "1 draft is"), (DRAFTS, "3 drafts are")):
        keep_drafts(tmp_path, GAME, drafts)
        with pytest.raises(WrongUse, match=rf"^nothing goes back to round 3: {said} not sent$") as refused:
            check_undrafted(game, 3)
        assert refused.value.hint == (
            "take the drafts back first: pbem undo takes the last one, pbem undo N draft N")
    fault = no_draft(3)
    assert (str(fault).splitlines()[0], fault.hint) == (
        "there is no draft 3: nothing is drafted",
        "what was sent goes back with: pbem undo; to the position after round 3 with: pbem undo --round 3")
    assert Redrafted(draft()).signed == 0


def test_a_draft_that_does_not_stand_is_told_with_its_number():
    made = Drafting.__new__(Drafting)
    made.drafts, made.unfit, made.why = [draft("a")], [draft("b", "green")], IllegalMove("b", "1", "no road")
    fault = made.overtaken()
    assert str(fault).splitlines()[0].startswith("the draft green: b does not stand any more: ")
    assert fault.hint == ("nothing was sent, and all drafts are kept; take the last one back with: pbem undo, this one "
                          "with: pbem undo 2")
    made.why = Divergence("the match has stopped")
    assert made.overtaken() is made.why


# ------------------------------------------------------------------ filed early


@pytest.mark.parametrize(("text", "order"), [
    ("9.4: 12", Early("red", "9.4", "", "12")), ("9.4/luanda:  12  inf", Early("red", "9.4", "luanda", "12 inf")),
    ("9.4 : x", Early("red", "9.4", "", "x")), ("9.4/a/b: x: y", Early("red", "9.4", "a/b", "x: y")),
    ("9.4:", Early("red", "9.4", "", ""))])
def test_an_order_filed_early_names_its_moment_and_its_words(text, order):
    assert read_early(text, "red") == order
    assert order.line == f"red {order.moment}: {order.words}"


@pytest.mark.parametrize("text", ["", "9.4", ": x", "9.4 luanda: x", "/a: x", "9.4: \x07"])
def test_what_is_no_order_filed_early_is_refused(text):
    with pytest.raises(WrongUse, match="is no order filed early") as refused:
        read_early(text, "red")
    assert refused.value.hint == "write it like: 9.4/luanda: 12"


def test_what_belongs_to_a_seat_may_be_named_without_it():
    asked = SimpleNamespace(rule="9.4", about="red/a")
    assert [Early(seat, rule, about, "x").answers(asked, "red") for seat, rule, about in (
        ("red", "9.4", ""), ("red", "9.4", "a"), ("red", "9.4", "red/a"), ("red", "9.4", "b"), ("red", "9.5", "a"),
        ("green", "9.4", "a"))] == [True, True, True, False, False, False]
    assert (brief("red/a", "red"), brief("red/a", "green")) == ("a", "red/a")
    assert (moment_named("9.4", "red/a", "red"), moment_named("9.4", "", "red")) == ("9.4/a", "9.4")


MANY = "; ".join(["a"] * MAX_ALTERNATIVES)


@pytest.mark.parametrize(("words", "found"), [
    ("go", [("go", "")]), ("a; b", [("a; b", ""), ("a", ""), ("b", "")]), ("a if x; b", [("a", "x"), ("b", "")]),
    ("a if x and y; else b", [("a", "x and y"), ("b", "")]), ("else a", [("a", "")]),
    (" a ;; b ", [(" a ;; b ", ""), ("a", ""), ("b", "")]),
    ("iffy", [("iffy", "")]), (MANY, [(MANY, ""), *[("a", "")] * MAX_ALTERNATIVES]),
    (f"{MANY}; a", [(f"{MANY}; a", "")]),
])
def test_an_order_may_be_a_list_of_alternatives(words, found):
    assert Early("red", "9", "", words).alternatives() == [Alternative(*one) for one in found]


PAID = Condition("paid: it is", read_nothing, bool)


def match_of(**fields):
    """A match in which red is asked by 9.4 about places, and by 5 about nothing known beforehand."""
    places = Moment(("luanda", "red/a"), {"luanda": "it is lost"}, Lexicon(("go", "stay", "fire")))
    moments, seats = {"9.4": places, "5": Moment()}, ("red", "green")
    ruleset = SimpleNamespace(
        title="Raiders", conditions={"paid": PAID}, moments=lambda state, seat: moments, policies=())
    return SimpleNamespace(**{
        "ruleset": ruleset, "state": None, "request": None, "keys": (0, 1), "name": lambda seat: seats[seat],
        "binding": SimpleNamespace(number=seats.index)} | fields)


@pytest.mark.parametrize(("line", "why"), [
    ("9.5: go", "rule 9.5 never asks red anything"), ("9.4/luando: go", "rule 9.4 never asks red about luando"),
    ("9.4: else go; stay", "`else` stands last, and takes no condition: else go; stay"),
    ("9.4: go; else stay if paid", "`else` stands last, and takes no condition: go; else stay if paid"),
    ("9.4: go if", "no condition is named behind `if`: go if"),
    ("9.4: if paid", "no answer stands before `if paid`"),
    ("9.4: " + "; ".join(["go if paid"] * (MAX_ALTERNATIVES + 1)),
     f"{MAX_ALTERNATIVES + 1} alternatives; {MAX_ALTERNATIVES} are allowed"),
])
def test_an_order_that_never_can_be_given_is_refused_when_it_is_filed(line, why):
    with pytest.raises(WrongUse) as refused:
        check_early(match_of(), read_early(line, "red"))
    assert str(refused.value).splitlines()[0] == why


def test_near_moments_and_near_words_are_named():
    def hint(line):
        with pytest.raises(WrongUse) as refused:
            check_early(match_of(), read_early(line, "red"))
        return refused.value.hint

    assert (hint("9.5: go"), hint("xyz: go")) == ("near: 9.4, 5", "it is asked by: 9.4, 5")
    assert (hint("9.4/luando: go"), hint("9.4/q: go")) == ("near: luanda", "about: luanda, a, red/a")
    assert hint("9.4: if paid") == "write it like: 5.2/a: go luso if turn 3"
    with pytest.raises(IllegalMove) as refused:
        check_early(match_of(), read_early("9.4: gox", "red"))
    assert refused.value.because == "gox is no word of an answer to 9.4: did you mean go?"
    with pytest.raises(IllegalMove) as refused:
        check_early(match_of(), read_early("9.4/a: zzz", "red"))
    assert refused.value.because == "zzz is no word of an answer to 9.4/a"


@pytest.mark.parametrize("line", [
    "9.4: go", "9.4/luanda: stay", "9.4/a: go; stay", "9.4/red/a: go if paid; else stay", "5/anything: whatever at all",
    "9.4:", "9.4: as last time", "9.4: " + "; ".join(["go if paid"] * MAX_ALTERNATIVES),
    "9.4: " + "; ".join(["go"] * (MAX_ALTERNATIVES + 1))])
def test_an_order_that_may_be_given_is_taken(line):
    check_early(match_of(), read_early(line, "red"))


def test_conditions_need_a_game_that_has_some():
    plain = match_of()
    plain.ruleset.conditions = {}
    with pytest.raises(WrongUse, match=r"^Raiders has no conditions for orders filed early"):
        check_early(plain, read_early("9.4: go if paid", "red"))
    plain.ruleset.moments = None
    check_early(plain, read_early("1: anything", "red"))


def test_what_cannot_come_as_things_stand_is_told():
    assert cannot_come(match_of(), Early("red", "9.4", "luanda", "go")) == "it is lost"
    assert cannot_come(match_of(), Early("red", "9.4", "a", "go")) == ""
    assert cannot_come(match_of(), Early("red", "9.5", "", "go")).startswith("rule 9.5 never asks red anything")
    assert remark_on_filed(match_of(), Early("red", "9.4", "luanda", "go")) == (
        "as things stand that is never asked: it is lost")
    assert remark_on_filed(match_of(), Early("red", "9.4", "a", "go")) == (
        "whether these words are legal is seen when that is asked; if they are not, you are asked")
    assert remark_on_filed(match_of(), Early("red", "9.4", "luanda", "")) == ""


def test_orders_are_filed_each_in_place_of_an_older_one(tmp_path):
    match = match_of()
    assert file_early(tmp_path, match, [Early("red", "9.4", "", "go"), Early("green", "5", "", "x")]) == []
    file_early(tmp_path, match, [Early("red", "9.4", "", "stay"), Early("red", "9.4", "a", "fire")])
    assert [one.line for one in kept_early(tmp_path, match).orders] == [
        "red 9.4: stay", "green 5: x", "red 9.4/a: fire"]
    file_early(tmp_path, match, [Early("green", "5", "", "")])
    assert len(kept_early(tmp_path, match).orders) == 2
    with pytest.raises(WrongUse, match=r"^nothing is filed for green 5"):
        file_early(tmp_path, match, [Early("green", "5", "", "")])
    with (tmp_path / "early.txt").open("a") as file:
        file.write("blue 1: x\nred nonsense\n")
    kept = kept_early(tmp_path, match)
    assert kept.lines == ["blue 1: x", "red nonsense"]
    assert kept.spoiled == [
        "early.txt, line 3 counts for nothing: 'blue 1: x' is for no seat that is held here",
        "early.txt, line 4 counts for nothing: 'nonsense' is no order filed early"]
    assert file_early(tmp_path, match, [Early("green", "5", "", "y")]) == kept.spoiled
    assert kept_early(tmp_path, match).lines == kept.lines


def test_an_order_that_was_given_before_a_crash_is_known_by_its_round(tmp_path, monkeypatch):
    monkeypatch.setattr(early, "signed_for", lambda match, seat, round: "signed" if (seat, round) == (0, 7) else None)
    (tmp_path / "early.txt").write_text(
        "@7 red 9.4: go\n@8 red 9.4: stay\n@7 green 5: x\n@0 red 5: y\n@1000000 red 5: z\n")
    kept = kept_early(tmp_path, match_of())
    assert [one.line for one in kept.orders] == ["red 9.4: stay", "green 5: x"]
    assert kept.lines == ["@0 red 5: y", "@1000000 red 5: z"]


# ------------------------------------------------------------------ standing orders

ORDER = Policy(name="losses", title="who is lost", rules=("9",), answer=lambda asked, setting: None,
               choices={"cheapest": Choice("the cheapest"), "at_most": Choice("so many", Count(1, 9))})
RULES = SimpleNamespace(policies=(ORDER,))
STANDS = SimpleNamespace(ruleset=RULES, state=None)


def test_standing_orders_are_set_each_in_place_of_an_older_one(tmp_path):
    wanted = [StandingOrder("red", "los", "ch"), StandingOrder("green", "losses", "at most 3")]
    found = set_standing(tmp_path, STANDS, wanted)
    assert [(one.seat, one.policy.name, one.setting.text, one.before, one.is_new) for one in found] == [
        ("red", "losses", "cheapest", "ask", True), ("green", "losses", "at most 3", "ask", True)]
    assert (tmp_path / "standing.txt").read_text() == "red losses: cheapest\ngreen losses: at most 3\n"
    (again,) = changes(tmp_path, STANDS, [StandingOrder("red", "losses", "cheapest")])
    assert (again.before, again.is_new) == ("cheapest", False)
    assert settings_of(tmp_path, STANDS, "green")["losses"].value == 3
    assert settings_of(tmp_path, STANDS, "blue") == {}
    set_standing(tmp_path, STANDS, [StandingOrder("red", "losses", "ask")])
    assert (tmp_path / "standing.txt").read_text() == "green losses: at most 3\n"


def test_lines_that_are_no_standing_orders_are_told(tmp_path):
    (tmp_path / "standing.txt").write_text(
        "red losses: cheapest\nred loss: cheapest\nred losses cheapest\nred losses: dearest\nred losses: at most: 3\n"
        f"red losses: {'x' * (MAX_STANDING_TEXT + 1)}\n")
    kept = standing_orders(tmp_path, RULES, None)
    assert kept.orders == [StandingOrder("red", "losses", "cheapest"), StandingOrder("red", "losses", "at most 3")]
    told = [line.splitlines()[0] for line in kept.spoiled]
    assert told[:2] == ["standing.txt, line 2 counts for nothing: 'red loss: cheapest' is no standing order",
                        "standing.txt, line 3 counts for nothing: 'red losses cheapest' is no standing order"]
    assert told[2].startswith("standing.txt, line 4 counts for nothing: standing order losses: ")
    assert told[3] == (f"standing.txt, line 6 counts for nothing: a standing order of {MAX_STANDING_TEXT + 1:,} "
                       f"characters; the limit is {MAX_STANDING_TEXT:,}")
    (tmp_path / "standing.txt").write_text("red losses: cheapest\n" * (MAX_STANDING + 1))
    kept = standing_orders(tmp_path, RULES, None)
    assert len(kept.orders) == MAX_STANDING
    assert kept.spoiled == [f"standing.txt: lines after the first {MAX_STANDING} count for nothing"]
    (tmp_path / "standing.txt").write_text("red losses: cheapest\n" * MAX_STANDING)
    assert standing_orders(tmp_path, RULES, None).spoiled == []


def test_so_many_standing_orders_are_set(tmp_path, monkeypatch):
    monkeypatch.setattr(standing, "MAX_STANDING", 2)
    wanted = [StandingOrder(seat, "losses", "cheapest") for seat in ("red", "green", "blue")]
    set_standing(tmp_path, STANDS, wanted[:2])
    with pytest.raises(WrongUse, match=r"^more than 2 standing orders"):
        set_standing(tmp_path, STANDS, wanted)


def listed(text, first=("red",)):
    found = read_listed(text, ("red", "green", "blue"), ("red", "green"), first)
    return [(one.seat, one.policy, one.text) for one in found]


@pytest.mark.parametrize(("text", "found"), [
    ("losses: cheapest", [("red", "losses", "cheapest")]),
    ("green:\n  losses: cheapest  # a remark\n\n  air:  all \n",
     [("green", "losses", "cheapest"), ("green", "air", "all")]),
    ("red, green: losses: at: most", [("red", "losses", "at: most"), ("green", "losses", "at: most")]),
    ("green: losses: a\nair: b", [("green", "losses", "a"), ("red", "air", "b")]), ("# only that\n\t# and that", []),
    ("losses: a#b", [("red", "losses", "a#b")]), ("", []),
])
def test_a_list_of_standing_orders_is_read_as_it_is_printed(text, found):
    assert listed(text) == found


@pytest.mark.parametrize(("text", "why"), [
    ("losses", "line 1: 'losses' is no standing order"), ("\nlosses:", "line 2: 'losses:' is no standing order"),
    ("two words: x", "line 1: 'two words: x' is no standing order"), (": x", "line 1: ': x' is no standing order"),
    ("blue: losses: x", "line 1: blue is none of the seats that are set"),
    ("losses: a\nlosses: b", "line 2: losses of red is set twice"),
    ("x" * (2 * MAX_STANDING_TEXT + 1), "line 1: that is no standing order"),
    ("a: \x07", "line 1: that is no standing order"),
    ("\n" * (MAX_STANDING_LINES + 1),
     f"{MAX_STANDING_LINES + 1:,} lines of standing orders, the limit is {MAX_STANDING_LINES:,}"),
])
def test_a_line_that_is_none_is_named(text, why):
    with pytest.raises(WrongUse) as refused:
        listed(text)
    assert str(refused.value).splitlines()[0] == why


def test_what_stands_before_any_seat_needs_one():
    with pytest.raises(WrongUse, match=r"^line 1: no seat is named before it") as refused:
        listed("losses: x", ())
    assert refused.value.hint.startswith("write it like: fapla: stragglers: cheapest")
    assert listed("\n" * MAX_STANDING_LINES) == []


# ------------------------------------------------------------------ agreements in words


def proposal(*seats, needed=(), lacking=(), wanted=None, complete=()):
    draw = AgreedResult(winners=(), text="")
    return SimpleNamespace(seats=seats, needed=needed, lacking=lacking, wanted=wanted or draw,
                           is_by=lambda seat: seat in seats, is_complete=lambda seat: seat in complete)


def agreeing(*proposals, keys=(0,), **more):
    for number, one in enumerate(proposals, 1):
        one.number = number
    return SimpleNamespace(
        proposals=lambda: list(proposals), name=lambda seat: ("red", "green", "blue")[seat], keys=keys, **more)


def test_proposals_are_told_with_who_agreed_and_who_is_needed():
    lines = proposal_lines(agreeing(
        proposal(0), proposal(1, 0, 2), proposal(1, needed=(2,), lacking=(0, 2)),
        proposal(1, needed=(0,), complete=(0,))))
    end = "the match ends, a draw"
    assert lines == [f"1  red: {end}", f"2  green: {end}; agreed: red, blue",
                     f"3  green: {end}; needed: blue (asked now), red",
                     f"4  green: {end}; all others have agreed: your agreement does it"]
    assert needed_names(agreeing(), proposal(1, needed=(0, 1), lacking=(0, 2))) == ["red (asked now)", "blue"]


def test_how_one_answers_is_told_if_a_seat_here_has_not_agreed():
    assert answer_lines(agreeing(proposal(0))) == answer_lines(agreeing()) == []
    assert answer_lines(agreeing(proposal(0), keys=(0, 1))) == [
        "agree with: pbem agree NUMBER; or else: pbem refuse NUMBER"]


def test_a_proposal_is_found_by_its_number():
    match = agreeing(proposal(0), proposal(1))
    assert [numbered(match, n).seats for n in (1, 2)] == [(0,), (1,)]
    for n in (0, 3):
        with pytest.raises(WrongUse, match=rf"^there is no proposal {n} on the open round$") as refused:
            numbered(match, n)
        assert refused.value.hint == "list what is proposed with: pbem agree"
    with pytest.raises(WrongUse, match="nothing is proposed on the open round") as refused:
        numbered(agreeing(), 1)
    assert refused.value.hint == "propose with: pbem propose takeback ROUND"


def test_what_was_agreed_is_told():
    result = SimpleNamespace(text="it is late")
    draw = AgreedResult(winners=(), text="")
    assert closed_by(SimpleNamespace(result=None), Takeback(to=3)) == "taken back to round 3 by agreement of all"
    assert closed_by(SimpleNamespace(result=result), draw) == "ended by agreement: it is late"
    assert closed_by(SimpleNamespace(result=None), draw) == "agreed"
    assert set(FAULTS) == {"false", "early"}
    assert told(None, AgreedResult(winners=("red",), text="")) == "the match ends, won by red"


def test_a_deadline_is_told_if_there_is_one(monkeypatch):
    monkeypatch.setattr(agreements, "deadline_of", lambda match: 1_767_225_600)
    assert deadline_lines(None) == ["deadline: 2026-01-01 00:00 UTC, see pbem clock"]


# ------------------------------------------------------------------ why a match stands still


def standing_still(**fields):
    return SimpleNamespace(**{
        "twins": [], "keys": (0, 1), "refusal": lambda seat: None, "name": lambda seat: ("red", "green", "blue")[seat],
        "feeds": SimpleNamespace(gaps=list, beyond=lambda r: []), "result": None, "owing": list, "mine": list,
        "rounds": SimpleNamespace(r=4), "truth": lambda duty: None} | fields)


def test_what_stops_a_match_is_told_first():
    assert waiting.stopped(standing_still()) is None
    for stop in (Divergence("desync"), MissingRecords("gone")):
        assert waiting.stopped(standing_still(refusal=lambda seat, stop=stop: stop if seat == 1 else None)) is stop
    assert waiting.stopped(standing_still(refusal=lambda seat: NotYourTurn("over"))) is None
    gap = waiting.stopped(standing_still(feeds=SimpleNamespace(gaps=lambda: [(2, 7)])))
    assert (str(gap).splitlines()[0], gap.hint) == (
        "event 7 of blue is missing here", "ask for it: whoever has it sends it with pbem out --all")
    twins = SimpleNamespace(seat=1, error=lambda title: BadRecord(f"{title} signed twice"))
    binding = SimpleNamespace(names=("red", "green"), ruleset=None)
    assert str(waiting.stopped(standing_still(twins=[twins], binding=binding))) == "green signed twice"


def duty(name="red", kind="answer", seat=0, *, is_mechanical=False):
    return SimpleNamespace(name=name, kind=kind, seat=seat, is_mechanical=is_mechanical)


def test_why_no_order_can_be_given():
    def why(seat=None, **fields):
        fault = waiting.why_not(standing_still(**fields), seat)
        return None if fault is None else (str(fault).splitlines()[0], fault.hint)

    over = {"result": SimpleNamespace(text="red wins")}
    assert why(**over) == ("the match has ended: red wins", None)
    assert why("blue")[0] == "no seat of this match is held here"
    refused = NotYourTurn("it signs elsewhere")
    assert why(refusal=lambda seat: refused)[0] == "it signs elsewhere"
    assert why(refusal=lambda seat: refused if seat else None, mine=lambda: [duty()]) is None
    assert why(mine=lambda: [duty()]) is None
    assert why("red", mine=lambda: [duty("green", seat=1)]) == ("nothing is asked of red now", waiting.FILE_AHEAD)
    assert why() == ("nothing is asked of you now", waiting.FILE_AHEAD)
    assert why(mine=lambda: [duty(is_mechanical=True)])[0] == "nothing is asked of you now"
    assert why(mine=lambda: [duty()], truth=lambda duty: "known")[0] == "nothing is asked of you now"


def test_what_people_here_are_asked_is_neither_for_tools_nor_decided_nor_refused():
    duties = [duty(), duty("green", seat=1), duty("blue", "entropy", 2, is_mechanical=True)]
    match = standing_still(mine=lambda: duties)
    assert waiting.human_duties(match) == duties[:2]
    assert waiting.open_duties(match) == duties[:2]
    assert waiting.open_duties(match, "green") == duties[1:2]
    match = standing_still(mine=lambda: duties, refusal=lambda seat: NotYourTurn("x") if seat == 0 else None)
    assert waiting.open_duties(match) == duties[1:2]
    assert waiting.open_duties(match, "red") == []


def test_who_stands_on_records_that_are_not_here_is_told():
    def lacking(*events):
        feeds = SimpleNamespace(beyond=lambda r: [one for one in events if one[0] > r])
        return waiting.lacking(standing_still(feeds=feeds))

    assert lacking((4, 2), (9, 0)) == ""
    assert lacking((9, 2), (5, 2)) == (
        "blue stands in round 5, on records that this log lacks: if play stands still, ask the others for everything "
        "(pbem out --all)")


def test_who_owes_something_is_told_by_what_is_owed(monkeypatch):
    monkeypatch.setattr(waiting, "since", lambda match: 1_767_225_600)
    owing = [duty("green"), duty("blue"), duty("red", "entropy")]
    assert waiting.awaited(owing) == [
        f"green, blue: {waiting.AWAITED['answer']}", f"red: {waiting.AWAITED['entropy']}"]
    match = standing_still(owing=lambda: owing)
    since = "awaited since 2026-01-01 00:00 UTC, as claimed"
    assert waiting.waiting_since(match) == [since]
    assert waiting.waiting(match) == f"awaited: {', '.join(waiting.awaited(owing))}; {since}"
    assert waiting.waiting(standing_still()) == ""
    joins = standing_still(owing=lambda: [duty(kind="join")])
    assert waiting.waiting_since(joins) == [since, waiting.BEGINS]
    monkeypatch.setattr(waiting, "since", lambda match: 0)
    assert waiting.waiting_since(match) == []


# ------------------------------------------------------------------ what needs no person


def test_sources_answer_until_none_does_and_what_stays_true_is_told_once(tmp_path, monkeypatch):
    given, calls = {}, []

    def source(game):
        calls.append(len(given))
        if len(given) < 2:
            given[len(given)] = 1
            return ["answered", "why"]
        return ["why"]

    def fails(game):
        raise WrongUse("spoiled\n  twice", "mend it")

    monkeypatch.setattr("pbem.desk.automatic.SOURCES", (source, fails))
    monkeypatch.setattr("pbem.desk.automatic.send_held", lambda game: [])
    match = SimpleNamespace(keys=(0,), run_mechanical=lambda: ["dice"], feeds=SimpleNamespace(by_id=given),
                            can_sign=lambda: True, genesis=SimpleNamespace(id=GAME), binding=SimpleNamespace(names=()))
    game = SimpleNamespace(match=match, path=tmp_path, gid=GAME)
    done = carry_on(game)
    assert done.made == ["dice"]
    spoiled = done.told[2]
    assert done.told == ["answered", "why", spoiled, "answered", "why"]
    assert spoiled.startswith("nothing is answered for you: spoiled")
    assert spoiled.endswith("(mend it)")
    assert calls == [0, 1, 2]
    keep_drafts(tmp_path, GAME, [draft(), draft()])
    keep_sent(tmp_path, GAME, 1)
    done = carry_on(game)
    assert (done.drafts, done.told, done.is_any) == (1, [], True)
    match.run_mechanical = list
    assert not carry_on(game).is_any
    (tmp_path / "drafts.json").write_bytes(b"junk")
    (told_,) = carry_on(game).told
    assert told_.startswith("nothing is answered for you: ")
