"""`as last time`: what a seat sealed last for the same rule, once more; its own tool alone knows what that was."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from packing import FORMS, WORDED, packing
from pbem.desk.drafting import take_orders
from pbem.desk.drafts import keep_drafts
from pbem.desk.early import check_early, read_early
from pbem.desk.orders import examples_of, follow_of, give_order
from pbem.desk.redrafting import take_back_draft
from pbem.desk.repeating import kept_words
from pbem.desk.standing import StandingOrder, carry_out_standing, set_standing
from pbem.errors import IllegalMove
from pbem.kit.typed import AGAIN
from pbem.match.match import Match
from tiny import TINY


@dataclasses.dataclass
class Folder:
    """A game folder that is open, as far as orders use it."""

    path: Path
    match: Match

    def flush(self) -> None:
        """Nothing is on disk here."""


def test_the_words_seal_what_the_same_seat_sealed_last():
    person = packing(2)[1]
    given = give_order(person.match, "As  last time", None)
    assert (given.rule, given.text) == ("2.1", "rest; march")
    assert not any(b"last" in line for line in person.match.feeds.lines())


def test_they_are_offered_with_what_they_come_to():
    match = packing(2)[1].match
    assert examples_of(match, match.request, "green")[-1] == "as last time  # rest; march"
    give_order(match, examples_of(match, match.request, "green")[-1], None)
    match = packing(1)[1].match
    assert not any(AGAIN in example for example in examples_of(match, match.request, "green"))


@pytest.mark.parametrize("text", ["", "a", "as", "as ", "As  l", "as last tim"])
def test_they_may_follow_their_beginning_before_all_else(text):
    match = packing(2)[1].match
    first = follow_of(match, match.request, "green", text).choices[0]
    assert (first.words, first.kind, first.remark) == (AGAIN, "answer", "rest; march")


@pytest.mark.parametrize("text", ["rest ", "as ", "x", "as last", "asl", "rest march"])
def test_what_else_may_follow_is_what_the_form_says(text):
    match = packing(2)[1].match
    own = FORMS.follow(match.state, match.request, "green", text, match.binding.table.peek)
    found = follow_of(match, match.request, "green", text)
    assert [c for c in found.choices if c.words != AGAIN] == list(own.choices)
    assert (found.is_answer, found.why) == (own.is_answer, own.why)


def test_as_they_stand_they_are_an_answer_if_they_fit():
    match = packing(2)[1].match
    assert follow_of(match, match.request, "green", "as  last time ").is_answer
    match = packing(2, "rest raid")[1].match
    found = follow_of(match, match.request, "green", AGAIN)
    assert (found.is_answer, found.why) == (False, "raid: nobody raids in the last turn")
    assert AGAIN not in [c.words for c in follow_of(match, match.request, "green", "a").choices]


@pytest.mark.parametrize(
    ("turn", "cards", "why"),
    [(1, "rest march", "you have sealed nothing for this before"),
     (2, "rest raid", "raid: nobody raids in the last turn")],
)
def test_what_cannot_be_repeated_is_told_and_nothing_is_signed(turn, cards, why):
    match = packing(turn, cards)[1].match
    before = list(match.feeds.lines())
    with pytest.raises(IllegalMove, match=why):
        give_order(match, AGAIN, None)
    assert list(match.feeds.lines()) == before


def test_a_game_without_such_forms_repeats_nothing():
    match = packing(2)[1].match
    with pytest.raises(IllegalMove, match="anew each time"):
        TINY.repeated(match.state, match.binding.table, match.request, "green")


def test_a_standing_order_repeats_and_says_what_it_gave(tmp_path):
    match = packing(2)[1].match
    set_standing(tmp_path, match, [StandingOrder("green", "pack", "same")])
    assert carry_out_standing(Folder(tmp_path, match)) == ["standing order pack (same): green: rest; march"]
    match = packing(1)[1].match
    (told,) = carry_out_standing(Folder(tmp_path, match))
    assert "you are asked" in told
    assert "you have sealed nothing for this before" in told


def test_they_may_be_filed_before_they_are_asked_for():
    match = packing(2)[1].match
    check_early(match, read_early(f"2.1: {AGAIN}", "green"))


# ------------------------------------------------------------------ words that are read anew


@dataclasses.dataclass
class Kept(Folder):
    """The same, in which drafts can be kept."""

    gid: str = "0" * 52
    others: tuple[int, ...] = (1,)


def drafted(folder, person, words):
    """What is drafted in the folder of a match that was opened there."""
    match = person.match
    game = Kept(folder, match, gid=match.genesis.id)
    match.typed = kept_words(folder, match.genesis.id)
    (given,) = take_orders(game, [words]).given
    keep_drafts(folder, match.genesis.id, [])
    match.typed = kept_words(folder, match.genesis.id)
    return given


def test_words_are_read_anew_whatever_was_sealed(tmp_path):
    person = packing(2, game=WORDED)[1]
    with pytest.raises(IllegalMove, match="you have typed nothing for this before"):
        drafted(tmp_path, person, AGAIN)
    assert drafted(tmp_path, person, "Both march  # a remark").text == "march; march"
    assert drafted(tmp_path, person, AGAIN).text == "march; march"
    assert drafted(tmp_path, person, AGAIN).text == "march; march"  # its own words are kept, not these
    match = person.match
    assert examples_of(match, match.request, "green")[-1] == "as last time  # Both march"
    assert follow_of(match, match.request, "green", "as").choices[0].remark == "Both march"


def test_words_that_were_taken_back_are_not_said_again(tmp_path):
    person = packing(2, game=WORDED)[1]
    game = Kept(tmp_path, person.match, gid=person.match.genesis.id)
    take_orders(game, ["both march"])
    assert take_back_draft(game).gone.text == "march; march"
    assert kept_words(tmp_path, game.gid) == {}
    drafted(tmp_path, person, "both march")
    assert take_back_draft(game) is None  # what stands is kept
    assert drafted(tmp_path, person, AGAIN).text == "march; march"


@pytest.mark.parametrize("words", ["1 rest 2 march", "rest; march"])  # numbered, and canonical
def test_words_that_hold_once_are_forgotten_with_those_before_them(tmp_path, words):
    person = packing(2, game=WORDED)[1]
    drafted(tmp_path, person, "both march")
    assert drafted(tmp_path, person, words).text == "rest; march"
    with pytest.raises(IllegalMove, match="what you typed last holds for that time alone"):
        drafted(tmp_path, person, AGAIN)


def test_words_are_kept_for_their_seat_and_rule_and_for_no_other_eyes(tmp_path):
    people = packing(2, game=WORDED)
    drafted(tmp_path, people[1], "both march")
    assert kept_words(tmp_path, people[1].match.genesis.id) == {("green", "2.1"): "both march"}
    assert kept_words(tmp_path, "another") == {}
    assert (tmp_path / "typed.json").stat().st_mode & 0o077 == 0
    (tmp_path / "typed.json").write_bytes(b"{}")
    assert kept_words(tmp_path, people[1].match.genesis.id) == {}  # spoiled by hand: nothing but comfort is lost


def test_an_answer_is_echoed_with_what_it_comes_to(tmp_path):
    person = packing(2, game=WORDED)[1]
    assert drafted(tmp_path, person, "both march").echo == ("1 kinds",)
    assert drafted(tmp_path, packing(2)[1], "rest march").echo == ()
