"""A match played on over drafts: who is asked there, for what play waits, when it stands where its record stands."""

from __future__ import annotations

import os
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from orders import ORDERS
from pbem.desk import drafting as rooms
from pbem.desk.ahead import Ahead, signed_for
from pbem.desk.drafting import Drafting, drafting_of, send_drafts, send_held, take_orders
from pbem.desk.drafts import Draft, keep_drafts, keep_sent, kept_drafts, kept_sent
from pbem.errors import IllegalMove, NotYourTurn, WrongUse
from pbem.limits import MAX_DRAFTS
from pbem.match.duty import Duty
from pbem.play.requests import Ask, Draw, Listed, Open, Roll, SealMany
from seated import people


@contextmanager
def opened(root):
    """Ana's match: she holds red and green, and red is asked for its strength."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.ruleset._load", lambda name: ORDERS)
        patch.setattr(os, "fsync", lambda descriptor: None)
        desks = people(root, {"red": "ana", "green": "ana", "blue": "bo"})
        with desks["ana"].game(root / "ana" / "game") as game:
            yield game


@pytest.fixture
def ana(tmp_path):
    """For tests that sign."""
    with opened(tmp_path) as game:
        yield game


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("kept")) as game:
        yield game


@pytest.fixture
def drafts(kept):
    """For tests that only draft; nothing is drafted yet."""
    for name in ("drafts.json", "sent.json", "typed.json"):
        (kept.path / name).unlink(missing_ok=True)
    kept.match.binding.rewind()
    kept.match.left, kept.match.typed = None, {}
    return kept


def draft(seat="red", rule="1.1", about="red", says=("2",), round=2):
    return Draft(about=about, round=round, rule=rule, says=says, seat=seat)


# ------------------------------------------------------------------ where it stands


def ahead_of(request, *, depth=0, resigned=(), side=(), **more):
    """A table played on over so many rounds, that waits for what is requested of red, green and blue."""
    made = Ahead.__new__(Ahead)
    made.depth, made._sealed, made._left = depth, {}, None
    names = ("red", "green", "blue")
    events = {n: SimpleNamespace(seat=seat, kind=kind) for n, (seat, kind) in enumerate(side)}
    made.match = SimpleNamespace(
        **{
            "request": request,
            "result": None,
            "keys": (0, 1),
            "name": names.__getitem__,
            "truth": lambda duty: None,
            "refusal": lambda seat: None,
            "feeds": SimpleNamespace(by_id=events),
            "rounds": SimpleNamespace(effective={}, to_include=lambda seat: list(events)),
            "binding": SimpleNamespace(
                resigned=frozenset(resigned), number=names.index, r=4, table=SimpleNamespace(expected=lambda: names)
            ),
        }
        | more
    )
    return made


ASK = Ask(rule="1", seat="red", legal=lambda: ("a",))
SEAL = SealMany(rule="1", bucket=128, items={name: [Listed(["a"])] for name in ("red", "green", "blue")})


def test_who_is_asked_here_holds_a_seat_that_may_sign_and_has_a_choice():
    assert [duty.name for duty in ahead_of(ASK).asked()] == ["red", "green"]
    assert [duty.name for duty in ahead_of(ASK).awaited()] == ["red", "green", "blue"]
    assert [duty.kind for duty in ahead_of(SEAL).awaited()] == ["seal"] * 3
    assert ahead_of(ASK, refusal=lambda seat: "no" if seat == 0 else None).asked()[0].name == "green"
    assert ahead_of(ASK, truth=lambda duty: ["a"] if duty.seat == 0 else None).asked()[0].name == "green"
    assert ahead_of(Roll(rule="1")).asked() == ahead_of(Roll(rule="1")).awaited() == []


def test_who_has_given_his_part_of_a_seal_is_not_asked_again():
    made = ahead_of(SEAL)
    made._sealed = {0: ["a"]}
    assert [duty.name for duty in made.asked()] == ["green"]
    made.match.rounds.effective = {1: SimpleNamespace(kind="seal")}
    assert made.asked() == []  # green has signed its own
    made.depth = 1
    assert [duty.name for duty in made.asked()] == ["green"]  # that was for the round before


@pytest.mark.parametrize(
    ("request_", "more", "said"),
    [
        (ASK, {}, ""),
        (ASK, {"keys": ()}, "red, green, blue: an answer"),
        (SEAL, {"keys": ()}, "red, green, blue: sealed orders"),
        (Roll(rule="1"), {}, "dice"),
        (Open(rule="1", sealed={}), {}, "an opening"),
        (Draw(rule="1", pool=("a", "b")), {}, "a draw"),
        (None, {}, ""),
        (ASK, {"result": "over"}, "the end of the match"),
    ],
)
def test_for_what_play_waits_is_told(request_, more, said):
    assert ahead_of(request_, **more).waits_for() == said


def test_nobody_plays_on_over_a_resignation_in_the_open_round():
    side = ((1, "resign"), (2, "note"))
    assert ahead_of(ASK, side=side).leaving() == []
    made = ahead_of(ASK, depth=1, side=side)
    assert (made.leaving(), made.asked(), made.waits_for()) == (["green"], [], "what follows the resignation of green")
    assert ahead_of(ASK, depth=1, side=side, resigned=(1,)).leaving() == []
    made = ahead_of(ASK, depth=1)
    made.match.rounds.effective = {2: SimpleNamespace(seat=2, kind="resign"), 0: SimpleNamespace(seat=0, kind="act")}
    assert made.leaving() == ["blue"]


def test_the_event_of_a_seat_is_found_in_the_round_where_it_counts():
    closed = [SimpleNamespace(events=[SimpleNamespace(seat=seat, at=r) for seat in (0, 2)]) for r in (1, 2)]
    match = SimpleNamespace(rounds=SimpleNamespace(r=3, effective={1: "open"}, closed=closed))
    assert [signed_for(match, 0, r) and signed_for(match, 0, r).at for r in (1, 2)] == [1, 2]
    assert (signed_for(match, 1, 3), signed_for(match, 0, 3)) == ("open", None)
    assert [signed_for(match, *where) for where in ((1, 1), (0, 0), (0, 4), (0, -1))] == [None] * 4


def test_a_table_that_is_left_stands_where_its_record_stands_and_goes_on_from_there(ana):
    ahead = Ahead(ana.match)
    (asked,) = ahead.asked()
    before = ahead.round
    ahead.give(asked, ["2"])
    assert (ahead.depth, ahead.round, ana.match.request.rule) == (1, before + 1, "1.2")
    ahead.leave()
    assert (ahead.depth, ahead._sealed, ahead.round, ana.match.request.rule) == (0, {}, before, "1.1")
    assert ahead.resume()
    assert (ahead.depth, ana.match.request.rule) == (1, "1.2")
    assert not ahead.resume()  # it was not left
    ahead.leave()
    ana.match.seal(0, ["1"])
    assert not ahead.resume()  # the record has grown
    with pytest.raises(IllegalMove) as refused:
        Ahead(ana.match).give(Duty(0, "red", "answer"), ["1", "2"])
    assert refused.value.because == "one answer is asked for, not 2"


# ------------------------------------------------------------------ drafts that stand


def test_drafts_are_played_on_over_as_far_as_they_stand(drafts):
    assert Drafting(drafts.match, None).drafts == []
    take_orders(drafts, ["2", "1"])
    drafting = Drafting(drafts.match, drafts.path)
    assert ([one.text for one in drafting.drafts], drafting.kinds, drafting.sent) == (["2", "1"], ["seal", "answer"], 0)
    keep_sent(drafts.path, drafts.gid, 1)
    drafting.leave()
    assert drafts.match.left is drafting
    assert drafting_of(drafts.match, drafts.path) is drafting
    assert drafting.sent == 1
    drafting.leave()
    assert drafting_of(drafts.match, None) is not drafting
    keep_drafts(drafts.path, drafts.gid, drafting.drafts[:1])
    assert drafting_of(drafts.match, drafts.path).drafts == drafting.drafts[:1]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"round": 3}, "it was drafted for round 3, and round 2 is open"),
        ({"rule": "1.2"}, "red is not asked for 1.2 red now"),
        ({"about": ""}, "red is not asked for 1.1 now"),
        ({"seat": "green"}, "green is not asked for 1.1 red now"),
        ({"seat": "blue"}, "the seat blue is not held here"),
        ({"seat": "pink"}, "there is no seat pink"),
    ],
)
def test_a_draft_that_answers_nothing_that_is_asked_does_not_stand(drafts, change, why):
    assert drafts.match.rounds.r == 2
    keep_drafts(drafts.path, drafts.gid, [draft(**change), draft()])
    drafting = Drafting(drafts.match, drafts.path)
    assert (drafting.drafts, len(drafting.unfit)) == ([], 2)
    assert str(drafting.why).splitlines()[0] == why
    with pytest.raises((NotYourTurn, WrongUse)):
        send_drafts(drafts)
    assert len(kept_drafts(drafts.path, drafts.gid)) == 2


def test_so_many_orders_are_drafted_and_what_must_come_first_is_told(drafts, monkeypatch):
    monkeypatch.setattr(rooms, "MAX_DRAFTS", 1)
    drafting = Drafting(drafts.match, None)
    drafting.add("2", None)
    with pytest.raises(WrongUse, match=r"^1 drafts are not sent yet, more are not kept") as refused:
        drafting.add("1", None)
    assert refused.value.hint == "send them with: pbem send; take the last one back with: pbem undo"
    monkeypatch.setattr(rooms, "MAX_DRAFTS", MAX_DRAFTS)
    with pytest.raises(NotYourTurn, match=r"^green is not asked here") as refused:
        drafting.add("1", "green")
    assert refused.value.hint == "asked: red"
    for words in ("1", "-", "yes"):
        drafting.add(words, "red")
    with pytest.raises(NotYourTurn, match=r"^nothing more can be drafted: dice must come first"):
        drafting.add("1", None)
    drafting.leave()


def test_a_refusal_says_whose_words_they_were_taken_for_if_several_seats_are_held(drafts):
    drafting = Drafting(drafts.match, None)
    with pytest.raises(IllegalMove) as refused:
        drafting.add("seven", None)
    assert "red" in str(refused.value)
    drafting.leave()


def test_what_was_sent_and_held_back_is_signed_when_it_may_go(ana, monkeypatch):
    take_orders(ana, ["2", "1", "-"])
    assert send_held(ana) == []  # nothing was sent
    keep_sent(ana.path, ana.gid, 2)
    monkeypatch.setattr(type(ana.match), "is_held", lambda self: True)
    assert send_held(ana) == []
    monkeypatch.undo()
    assert send_held(ana) == ["sent before, now signed: red: 2", "sent before, now signed: red: 1"]
    assert ([one.text for one in kept_drafts(ana.path, ana.gid)], kept_sent(ana.path, ana.gid)) == (["-"], 0)


def test_what_was_held_back_and_does_not_stand_any_more_is_a_draft_that_nobody_has_sent(drafts):
    keep_drafts(drafts.path, drafts.gid, [draft(rule="9")])
    keep_sent(drafts.path, drafts.gid, 1)
    (told,) = send_held(drafts)
    assert told.startswith("the draft red: 2 does not stand any more: red is not asked for 9 red now")
    assert (kept_sent(drafts.path, drafts.gid), len(kept_drafts(drafts.path, drafts.gid))) == (0, 1)


def test_orders_are_signed_at_once_if_that_is_wanted_and_nothing_is_left_drafted(ana):
    taken = take_orders(ana, ["2", "1"], send=True)
    assert (taken.signed, [one.text for one in taken.given]) == (2, ["2", "1"])
    assert kept_drafts(ana.path, ana.gid) == []
    assert ana.match.request.rule == "1.3"
    taken = take_orders(ana, ["-"])
    assert (taken.signed, [one.text for one in kept_drafts(ana.path, ana.gid)]) == (0, ["-"])
    assert ana.match.request.rule == "1.3"  # the match stands where its record stands
    assert send_drafts(ana) == 1
    assert (kept_drafts(ana.path, ana.gid), ana.match.request.rule) == ([], "1.4")


def test_who_holds_no_seat_sends_nothing():
    with pytest.raises(NotYourTurn, match=r"^no seat of this match is held here"):
        send_drafts(SimpleNamespace(match=SimpleNamespace(keys=())))
