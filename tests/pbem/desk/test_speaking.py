"""What a person says beside his answers: for which seat, what is proposed, who does not agree, who goes away."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from little import Said, decides, little
from pbem.desk.agreements import numbered
from pbem.desk.speaking import disagree, go_away, my_seat, resign_seat, speaker, take_back, wanted_of
from pbem.desk.waiting import ELSEWHERE
from pbem.errors import IllegalMove, NotYourTurn, WrongUse
from pbem.limits import MAX_AGREED_TEXT, MAX_ROUND
from pbem.match.match import Match
from pbem.record import events as ev
from pbem.record.events import AgreedResult, Takeback
from people import first_line, master

T = 1_760_000_000  # 2025-10-09 08:53:20 UTC
WEEK = ev.Clock(days=7, grace=2, leave=21)


async def in_turn(state: Said) -> None:
    for _ in range(3):
        state.note(await decides("red"))
        state.note(await decides("green"))


async def red_alone(state: Said) -> None:
    for _ in range(4):
        state.note(await decides("red"))


def match_of(play=in_turn, *, clock: ev.Clock | None = WEEK, held: tuple[int, ...] = (0, 1)) -> Match:
    """A match of two in which red is asked; who holds these seats sits here."""
    ruleset = little(play)
    genesis = first_line(ruleset=ruleset, holders=(0, 1), clock=clock)
    whole = Match(genesis, ruleset, {}, masters={0: master(0), 1: master(1)}, clock=lambda: T)
    joins = [whole.join(0), whole.join(1)]
    match = Match(genesis, ruleset, {}, masters={seat: master(seat) for seat in held}, clock=lambda: T)
    match.take(joins)
    return match


def test_for_a_person_speaks_the_seat_that_is_named_else_the_one_that_is_asked():
    match = match_of()
    assert [whose(match, seat) for whose in (my_seat, speaker) for seat in (None, "green")] == [0, 1, 0, 1]
    match.answer(0, "go")
    assert [my_seat(match, None), speaker(match, None)] == [1, 1]
    with pytest.raises(NotYourTurn, match="the seat blue is not held here") as refused:
        speaker(match, "blue")
    assert refused.value.hint == "yours: red, green"


def test_who_holds_one_seat_alone_speaks_for_it_and_who_holds_none_for_nobody():
    assert (my_seat(match_of(held=(1,)), None), speaker(match_of(held=(1,)), None)) == (1, 1)  # red is asked
    for whose in (my_seat, speaker):
        with pytest.raises(NotYourTurn, match=r"^no seat of this match is yours") as refused:
            whose(match_of(held=()), None)
        assert refused.value.hint == ELSEWHERE


def test_who_holds_several_seats_of_which_none_is_asked_names_one():
    match = match_of()
    match.resign(0)  # that ends it
    with pytest.raises(WrongUse, match=r"^you hold several seats") as refused:
        my_seat(match, None)
    assert refused.value.hint == "name one with --seat: red, green"
    assert speaker(match, None) == 0


@pytest.mark.parametrize(("typed", "wanted"), [
    ("takeback 1", Takeback(to=1)), ("takeback 0", Takeback(to=1)), ("takeback 99999999999", Takeback(to=MAX_ROUND)),
    ("result draw", AgreedResult(text="", winners=())),
    ("result green red", AgreedResult(text="", winners=("red", "green"))),
])
def test_what_is_proposed_is_typed_in_few_words(typed, wanted):
    what, *words = typed.split()
    assert wanted_of(match_of(), what, words) == wanted


@pytest.mark.parametrize(("typed", "text", "fault"), [
    ("takeback", "", "back to which round"), ("takeback x", "", "back to which"), ("takeback ٣", "", "back to which"),
    ("takeback 1 2", "", "back to which round"), ("takeback 1", "why", "back to which round"),
    ("peace", "", "nobody can propose 'peace'"), ("result", "", "who wins"), ("result blue", "", "blue is no seat"),
    ("result draw red", "", "draw is no seat"),
    ("result red", "x" * (MAX_AGREED_TEXT + 1), f"has {MAX_AGREED_TEXT + 1} signs, the limit is {MAX_AGREED_TEXT}"),
])
def test_what_nobody_can_propose_is_refused_and_says_what_can_be(typed, text, fault):
    what, *words = typed.split()
    with pytest.raises(WrongUse, match=fault) as refused:
        wanted_of(match_of(), what, words, text)
    assert refused.value.hint or "limit" in fault
    assert wanted_of(match_of(), "result", ["red"], "x" * MAX_AGREED_TEXT).winners == ("red",)


def test_who_does_not_agree_says_so_in_a_remark_unless_he_has_agreed():
    match = match_of()
    match.agree(1, AgreedResult(winners=("green",), text=""))
    with pytest.raises(WrongUse, match="green has agreed to it"):
        disagree(match, 1, None)
    with pytest.raises(WrongUse, match="green has agreed to it"):
        disagree(match, 1, "green")
    assert disagree(match, 1, "red") == "the match ends, won by green"
    (remark,) = [e.msg for e in match.feeds.side_events() if e.kind == "note"]
    assert (remark.seat, remark.body.text) == (0, "red does not agree: the match ends, won by green")
    assert not numbered(match, 1).is_by(0)


@pytest.mark.parametrize("clock", [WEEK, ev.Clock(days=7, grace=2, leave=0), None])
def test_who_goes_away_is_told_until_when_and_whether_it_moves_a_deadline(clock):
    match = match_of(clock=clock)
    game = SimpleNamespace(match=match)
    notes = [] if clock is WEEK else [
        "note: this match gives no leave, so it moves no deadline; the others read it all the same"]
    assert go_away(game, "green", "2025-10-09", T) == [
        *notes, "on leave until the end of 2025-10-09, as others are told"]
    assert go_away(game, "green", "", T) == [*notes, "leave ends now"]
    claims = [(e.seat, e.msg.body.until) for e in match.feeds.side_events() if e.kind == "claim"]
    assert claims == [(1, 1_760_054_400), (1, T)]  # the end of that day in UTC
    for date, fault in (("2025-10-08", "2025-10-08 is over"), ("soon", "soon is no day")):
        with pytest.raises(WrongUse, match=fault):
            go_away(game, None, date, T)


@pytest.mark.parametrize(("to", "stands"), [(None, 1), (1, 1), (2, 2), (3, 3)])
def test_who_takes_back_hears_to_where_and_goes_as_far_as_he_may_if_he_names_no_round(to, stands):
    match = match_of(red_alone)
    for _ in range(3):
        match.answer(0, "go")
    told = take_back(SimpleNamespace(match=match), 0, to)
    assert told == f"red takes back: the position after round {stands} stands again; the record keeps what was said"
    assert len(match.state.said) == stands - 1


def test_who_may_take_back_nothing_is_told_why():
    with pytest.raises(IllegalMove, match="nothing was decided yet"):
        take_back(SimpleNamespace(match=match_of(red_alone)), 0, None)


def test_who_gives_up_gives_up_one_seat(tmp_path):
    match = match_of()
    assert resign_seat(SimpleNamespace(match=match, path=tmp_path, gid=match.genesis.id), 0) == []
    assert match.result.text == "red resigned"
