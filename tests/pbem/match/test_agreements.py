"""4.2 What all agree on: back over dice, openings and others' rounds; an end. And who tries to make it of less."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from little import Said, bids, decides, little
from pbem.audit.audit import audit
from pbem.audit.verify import verify
from pbem.errors import IllegalMove, NotYourTurn
from pbem.limits import SIDE_LIMIT, TAKEBACK_LIMIT
from pbem.play.requests import Checkpoint, DrawSecret, Open, Roll
from pbem.record import events as ev
from people import JUDGE, Person, agree, exchange, forge, invite, send, settle, whys
from records import lines_of, only


async def rolls(state: Said) -> None:
    """Red decides, rolls, green decides; a checkpoint before each time."""
    for turn in range(60):
        await Checkpoint(rule="0", state=state)
        state.note(turn, "red", await decides("red"))
        state.note(turn, "die", *await Roll(rule="2"))
        state.note(turn, "green", await decides("green"))


async def bidding(state: Said) -> None:
    """Both seal and open, red decides, both seal again."""
    await Checkpoint(rule="0", state=state)
    sealed = await bids("red", "green")
    opened = await Open(rule="9.2", sealed=dict(sealed))
    state.note("bids", *opened.values())
    state.note("red", await decides("red"))
    state.note("red", await decides("red"))
    again = await bids("red", "green", rule="9.3")
    state.note("again", *(await Open(rule="9.3", sealed=dict(again))).values())
    state.note("red", await decides("red"))


def seated(play: Any, seats: tuple[str, ...] = ("red", "green"), **more: Any) -> list[Person]:
    people = invite(ruleset=little(play, seats=seats), **more)
    settle(people)
    return people


def mechanical(people: list[Person]) -> None:
    while [e for p in people for e in p.match.run_mechanical()]:
        exchange(people)


def turns(people: list[Person], count: int) -> None:
    """Whole turns of `rolls`."""
    for _ in range(count):
        for seat in (0, 1):
            people[seat].match.answer(seat, "go")
            exchange(people)
            mechanical(people)


def consent(people: list[Person], wanted: Any, *seats: int) -> None:
    """These seats agree, and the tool of the one that is asked does the rest."""
    holders = {s: p for p in people for s in p.match.keys}
    for seat in seats:
        holders[seat].match.agree(seat, wanted)
        exchange(people)
    mechanical(people)


def judged_sound(people: list[Person]) -> None:
    """A stranger's two ways of reading the log find what the players have."""
    lines, find = lines_of(people), only(people[0].ruleset)
    reports = [judge(lines, find_ruleset=find) for judge in (verify, audit)]
    reports.append(verify(lines, "full", find_ruleset=find))
    assert {r.digest for r in reports} == {verify(list(reversed(lines)), find_ruleset=find).digest}
    for report in reports:
        assert [f for f in report.findings if f.kind != "void"] == []
        assert report.rounds == people[0].match.rounds.r - 1


def test_4_2_back_over_dice_and_rounds_of_others_whose_positions_nobody_kept():
    people = seated(rolls)
    turns(people, 5)  # rounds 2 to 16
    at_first = people[0].match.binding.table.story, people[0].match.rounds.r
    consent(people, ev.Takeback(to=4), 1, 0)
    match = people[0].match
    assert match.state.said == ["0 red go", match.state.said[1], "0 green go"]
    assert (match.binding.undone, match.binding.takebacks, match.rounds.r) == ([(17, 4)], [(17, 4)], at_first[1] + 1)
    agree(people)
    judged_sound(people)
    turns(people, 2)
    agree(people)
    judged_sound(people)


def test_4_2_burnt_elements_stay_burnt_and_a_die_falls_anew():
    people = seated(rolls)
    turns(people, 1)
    before = people[0].match.state.said[1]
    consent(people, ev.Takeback(to=1), 0, 1)
    people[0].match.answer(0, "go")
    exchange(people)
    mechanical(people)
    elements = [e.msg.body.i for c in people[0].match.rounds.closed for e in c.events if e.kind == "entropy"]
    assert elements == [1, 1, 2, 2]
    assert people[0].match.state.said[0] == "0 red go"
    assert before.startswith("0 die")
    judged_sound(people)


def test_4_2_back_to_where_dice_are_due_has_the_movers_of_then():
    people = seated(rolls, seats=("red", "green", "blue"), policy="mover+next")
    turns(people, 1)  # red decides in round 2, dice in 3; the next after red is green
    consent(people, ev.Takeback(to=2), 0, 1, 2)
    closed = people[0].match.rounds.closed
    assert [c.seats for c in closed[1:]] == [(0,), (0, 1), (1,), (0,), (0, 1)]
    agree(people)


def test_4_2_an_opening_asked_again_is_answered_by_the_same_key():
    people = seated(bidding)
    for seat in (0, 1):
        people[seat].match.seal(seat, [str(seat + 1)])
    exchange(people)
    mechanical(people)
    people[0].match.answer(0, "go")
    exchange(people)
    consent(people, ev.Takeback(to=2), 1, 0)  # both seals are there, nothing is opened
    reveals = [e.msg.body for c in people[0].match.rounds.closed for e in c.events if e.kind == "reveal"]
    assert len(reveals) == 4
    assert {(b.of, b.key) for b in reveals[:2]} == {(b.of, b.key) for b in reveals[2:]}
    assert people[0].match.state.said == ["bids 1 2"]
    judged_sound(people)


def test_4_2_in_a_seal_of_several_it_stands_in_the_place_of_one_and_no_seal_counts():
    people = seated(bidding)
    for seat in (0, 1):
        people[seat].match.seal(seat, ["1"])
    exchange(people)
    mechanical(people)
    for _ in range(2):
        people[0].match.answer(0, "go")
    exchange(people)
    people[0].match.seal(0, ["2"])  # has sealed already when green does what red agrees to
    people[0].match.agree(0, ev.Takeback(to=4))
    exchange(people)
    (proposal,) = people[1].match.proposals()
    assert proposal.needed == {1: ()}
    people[1].match.do_agreed(1, proposal)
    exchange(people)
    match = people[0].match
    assert match.state.said == ["bids 1 1", "red go"]
    assert [d.name for d in match.owing()] == ["red"]
    assert people[1].match.binding.checkpoint == match.binding.checkpoint
    agree(people)
    judged_sound(people)


async def drawn(state: Said) -> None:
    await Checkpoint(rule="0", state=state)
    state.note("red", await decides("red"))
    state.kept.append(await DrawSecret(rule="3", seat="red", pool=("a", "b", "c", "d")))
    state.note("red", await decides("red"))
    state.note("drew", *(await Open(rule="3", sealed={0: state.kept[0]}))[0])
    state.note("red", await decides("red"))


def test_4_2_back_into_a_private_draw_between_its_halves():
    people = seated(drawn)
    people[0].match.answer(0, "go")
    mechanical(people)
    people[0].match.answer(0, "go")
    mechanical(people)
    consent(people, ev.Takeback(to=3), 1, 0)  # red has committed to its seed, no die is known
    kinds = [c.events[0].kind for c in people[0].match.rounds.closed]
    assert kinds == ["join", "act", "act", "entropy", "act", "reveal", "act", "entropy"]
    people[0].match.answer(0, "go")
    exchange(people)
    mechanical(people)
    assert people[1].match.state.said[-1].startswith("drew")
    agree(people)
    judged_sound(people)


def test_4_2_nothing_is_agreed_in_a_private_draw():
    """Between the two halves, and before the first: the seat that draws signs no consent in the place of its seed."""
    people = seated(drawn)
    red = people[0].match
    red.answer(0, "go")
    with pytest.raises(NotYourTurn, match="agreements wait until somebody is asked"):
        red.agree(0, ev.Takeback(to=1))
    exchange(people)
    other = forge(people[1].match, 1, ev.Agree, ev.Takeback(to=1))
    send(people, other)
    send(people, forge(red, 0, ev.Act, ev.Agreed(of=other.id), inc=(other.id,)))
    assert "nobody is asked for a decision or a seal now" in whys(people)[-1]


@pytest.mark.parametrize(("winners", "text", "told"), [
    ((), "", "a draw by agreement"),
    (("green",), "", "won by agreement"),
    (("red", "green"), "we\u202e shake\nhands", "we  shake hands"),
])
def test_4_2_an_agreed_result_ends_the_match_and_secrets_are_disclosed(winners, text, told):
    people = seated(rolls)
    turns(people, 1)
    consent(people, ev.AgreedResult(winners=winners, text=text), 1, 0)
    result = people[1].match.result
    assert (result.winners, result.text, result.by) == (winners, told, "agreed")
    assert people[0].match.binding.is_over  # both have disclosed
    agree(people)
    judged_sound(people)


@pytest.mark.parametrize("winners", [("green", "red"), ("red", "red"), ("blue",), ("judge",)])
def test_4_2_winners_are_seats_of_players_each_once_in_their_order(winners):
    people = seated(rolls, policy="mover+judge", judge=JUDGE)
    with pytest.raises(IllegalMove, match="the winners must be seats of players"):
        people[1].match.agree(1, ev.AgreedResult(winners=winners))
    wanted = ev.AgreedResult(winners=winners)
    other = forge(people[1].match, 1, ev.Agree, wanted)
    send(people, other)
    send(people, forge(people[0].match, 0, ev.Act, ev.Agreed(of=other.id), inc=(other.id,)))
    assert "the winners must be seats of players" in whys(people)[-1]


def test_4_2_who_is_asked_may_go_on_instead_and_with_the_round_the_offer_is_gone():
    people = seated(rolls, seats=("red", "green", "blue"))
    turns(people, 2)
    people[1].match.agree(1, ev.Takeback(to=2))
    exchange(people)
    assert [p.seats for p in people[2].match.proposals()] == [(1,)]
    assert people[0].match.proposals()[0].needed == {0: (2,)}
    turns(people, 1)
    assert people[2].match.proposals() == []
    judged_sound(people)


def replayed(people: list[Person], wanted: Any, **core: Any) -> str:
    """Green agrees on the open base, and red plays on and does it then: why that is void."""
    old = people[1].match.agree(1, wanted)
    exchange(people)
    turns(people, 1)
    send(people, forge(people[0].match, 0, ev.Act, ev.Agreed(of=old.id), **core))
    return whys(people)[-1]


def test_4_2_consent_on_another_base_is_none():
    people = seated(rolls)
    turns(people, 2)
    assert "no agreement on this round" in replayed(people, ev.Takeback(to=3))
    people[1].match.agree(1, ev.Takeback(to=4))  # a fresh one, of something else
    exchange(people)
    assert [p.wanted.to for p in people[0].match.proposals()] == [4]


@pytest.mark.parametrize("wanted", [ev.Takeback(to=2), ev.AgreedResult()])
def test_4_2_the_consent_of_every_other_players_person_is_needed(wanted):
    people = seated(rolls, seats=("red", "green", "blue"))
    turns(people, 2)
    mine = people[0].match.agree(0, wanted)
    exchange(people)
    send(people, forge(people[0].match, 0, ev.Act, ev.Agreed(of=mine.id)))
    assert "green, blue have not agreed" in whys(people)[-1]
    one = people[1].match.agree(1, wanted)
    exchange(people)
    send(people, forge(people[0].match, 0, ev.Act, ev.Agreed(of=mine.id), inc=(one.id,)))
    assert "blue has not agreed" in whys(people)[-1]
    two = people[2].match.agree(2, wanted)
    exchange(people)
    act = forge(people[0].match, 0, ev.Act, ev.Agreed(of=one.id), inc=(two.id,))  # `of` and `inc` count together
    send(people, act)
    assert people[1].match.rounds.closed[-1].events == (act,)


def test_4_2_a_person_with_two_seats_agrees_once():
    people = seated(rolls, seats=("red", "green", "blue"), holders=[0, 1, 1])
    turns_of_two(people)
    consent(people, ev.Takeback(to=1), 2, 0)
    assert people[0].match.state.said == []


def turns_of_two(people: list[Person]) -> None:
    people[0].match.answer(0, "go")
    exchange(people)
    mechanical(people)
    people[1].match.answer(1, "go")
    exchange(people)


def test_4_2_the_judge_consents_if_one_person_plays_all_and_else_is_not_asked():
    people = seated(rolls, holders=[0, 0], policy="mover+judge", judge=JUDGE)
    one, judge = people
    one.match.answer(0, "go")
    exchange(people)
    mechanical(people)
    one.match.agree(0, ev.Takeback(to=1))
    exchange(people)
    assert judge.match.proposals()[0].needed == {1: (2,)}
    judge.match.agree(2, ev.Takeback(to=1))
    exchange(people)
    one.match.do_agreed(1, one.match.proposals()[0])
    assert one.match.state.said == []


def test_4_2_alone_there_is_nobody_to_agree_with():
    people = seated(rolls, holders=[0, 0], policy="mover")
    (one,) = people
    one.match.answer(0, "go")
    mechanical(people)
    with pytest.raises(IllegalMove, match="nobody else plays"):
        one.match.agree(0, ev.Takeback(to=1))
    mine = forge(one.match, 0, ev.Agree, ev.Takeback(to=1))
    send(people, mine)
    send(people, forge(one.match, 1, ev.Act, ev.Agreed(of=mine.id), inc=(mine.id,)))
    assert "nobody else plays" in whys(people)[-1]


@pytest.mark.parametrize(("to", "why"), [(7, "the last closed round is 7"), (9, "the last closed round is 7")])
def test_4_2_there_must_be_something_to_take_back(to, why):
    people = seated(rolls)
    turns(people, 2)
    assert people[0].match.rounds.r == 8
    with pytest.raises(IllegalMove, match=why):
        people[0].match.agree(0, ev.Takeback(to=to))


def test_4_2_at_most_so_many_takebacks_count():
    people = seated(rolls)
    turns(people, 1)
    for _ in range(TAKEBACK_LIMIT):
        consent(people, ev.Takeback(to=people[0].match.rounds.r - 2), 1, 0)
    assert len(people[0].match.binding.takebacks) == TAKEBACK_LIMIT
    with pytest.raises(IllegalMove, match="32 takebacks are all that count in one match"):
        people[0].match.agree(0, ev.Takeback(to=2))
    agree(people)
    judged_sound(people)


def test_4_2_nobody_goes_back_before_a_resignation_and_who_left_is_not_asked():
    ruleset = replace(little(rolls, seats=("red", "green", "blue")), resigned=lambda state, seat: None)
    people = invite(ruleset=ruleset)
    settle(people)
    turns(people, 1)
    stale = people[2].match.agree(2, ev.Takeback(to=2))
    people[2].match.resign(2)
    exchange(people)
    send(people, forge(people[0].match, 0, ev.Act, ev.Agreed(of=stale.id), inc=(stale.id,)))
    assert "green has not agreed" in whys(people)[-1]
    people[0].match.answer(0, "go")  # with the resignation in it: blue leaves, nothing else happens
    exchange(people)
    turns(people, 1)
    assert people[0].match.binding.gone == ((2,), 5)
    dead = forge(people[2].match, 2, ev.Agree, ev.Takeback(to=6))
    send(people, dead)
    send(people, forge(people[0].match, 0, ev.Act, ev.Agreed(of=dead.id), inc=(dead.id,)))
    assert "blue has resigned" in whys(people)[-1]
    with pytest.raises(IllegalMove, match="a seat resigned in round 5: nobody goes back before that"):
        people[1].match.agree(1, ev.Takeback(to=4))
    consent(people, ev.Takeback(to=5), 1, 0)
    assert people[0].match.binding.takebacks == [(9, 5)]
    judged_sound(people[:2])


def test_2_7_the_65th_side_event_of_a_round_agrees_to_nothing():
    people = seated(rolls)
    turns(people, 1)
    for i in range(SIDE_LIMIT):
        people[1].match.note(1, f"remark {i}")
    late = forge(people[1].match, 1, ev.Agree, ev.Takeback(to=1), inc=())
    exchange(people)
    send(people, late)
    assert people[0].match.proposals() == []
    send(people, forge(people[0].match, 0, ev.Act, ev.Agreed(of=late.id), inc=(late.id,)))
    assert "no agreement on this round" in whys(people)[-1]


def test_4_2_of_two_agreements_at_once_one_is_done():
    """Both are complete; which one counts is what the seat that is asked signs first."""
    people = seated(rolls)
    turns(people, 2)
    for to in (2, 4):
        people[1].match.agree(1, ev.Takeback(to=to))
    exchange(people)
    first, second = people[0].match.proposals()
    both = forge(people[0].match, 0, ev.Act, ev.Agreed(of=second.ids[0]), inc=second.ids)
    send(people, both)
    late = forge(people[0].match, 0, ev.Act, ev.Agreed(of=first.ids[0]), inc=first.ids)
    send(people, late)
    assert people[0].match.binding.takebacks == [(8, 4)]
    assert "no agreement on this round" in whys(people)[-1]
    agree(people)
    judged_sound(people)


def test_4_2_every_feed_includes_what_others_agree_to_for_itself():
    people = seated(rolls, seats=("red", "green", "blue"))
    turns(people, 1)
    one = people[1].match.agree(1, ev.Takeback(to=2))
    exchange(people)
    mine = people[0].match.answer(0, "go")
    exchange(people)
    mechanical(people)
    assert mine.msg.inc == (one.id,)
    dice = people[0].match.rounds.closed[-1].events
    assert [e.msg.inc for e in dice] == [(), (), (one.id,)]  # red has, green's it is, blue had not


def test_4_2_it_ends_what_a_seat_may_undo_alone():
    people = seated(bidding)
    for seat in (0, 1):
        people[seat].match.seal(seat, ["1"])
    exchange(people)
    mechanical(people)
    people[0].match.answer(0, "go")
    exchange(people)
    consent(people, ev.Takeback(to=3), 1, 0)
    with pytest.raises(IllegalMove, match="all agreed to go back"):
        people[0].match.undo(0, 3)


async def drawn_of_many(state: Said) -> None:
    await Checkpoint(rule="0", state=state)
    state.note("red", await decides("red"))
    state.kept.append(await DrawSecret(rule="3", seat="red", pool=tuple("abcdefghijklmnopqrstuvwxyz")))
    state.note("red", await decides("red"))
    state.note("drew", *(await Open(rule="3", sealed={0: state.kept[-1]}))[0])
    state.note("red", await decides("red"))


def test_4_2_back_onto_a_branch_that_was_left_what_was_drawn_there_is_opened():
    people = seated(drawn_of_many)
    red = people[0].match
    for _ in range(2):
        red.answer(0, "go")
        mechanical(people)
    first = red.state.said[-1]
    assert [c.events[0].kind for c in red.rounds.closed][2:6] == ["act", "entropy", "act", "reveal"]
    consent(people, ev.Takeback(to=3), 1, 0)  # between the halves: the dice fall anew, and something else is drawn
    consent(people, ev.Takeback(to=4), 1, 0)  # and back to what was drawn first
    red.answer(0, "go")
    exchange(people)
    mechanical(people)
    assert red.state.said[-1] == first
    agree(people)
    judged_sound(people)


async def bidding_once(state: Said) -> None:
    """Both seal, red decides, all is opened."""
    await Checkpoint(rule="0", state=state)
    state.note("red", await decides("red"))
    sealed = await bids("red", "green")
    state.note("red", await decides("red"))
    state.note("bids", *(await Open(rule="9.2", sealed=dict(sealed))).values())
    for _ in range(4):
        state.note("red", await decides("red"))


def test_4_2_back_onto_a_branch_that_was_left_what_was_sealed_there_is_opened():
    people = seated(bidding_once)
    red = people[0].match
    red.answer(0, "go")  # round 2
    exchange(people)
    for says in ("1", "2"):  # round 3, and again in round 5
        for seat in (0, 1):
            people[seat].match.seal(seat, [says])
        exchange(people)
        if says == "1":
            red.answer(0, "go")
            exchange(people)
            mechanical(people)
            consent(people, ev.Takeback(to=2), 1, 0)
    consent(people, ev.Takeback(to=3), 1, 0)
    red.answer(0, "go")
    exchange(people)
    mechanical(people)
    assert "bids 1 1" in red.state.said
    agree(people)
    judged_sound(people)
