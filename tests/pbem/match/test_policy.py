"""Whose chain elements make the dice, and in which order they are shown (protocol 2.10)."""

from __future__ import annotations

import random

import pytest

from little import Said, decides, little
from pbem.crypto.entropy import Dice, combine
from pbem.crypto.hashing import unb64
from pbem.errors import Unsupported, WrongUse
from pbem.match.policy import POLICIES, contributors, is_unwitnessed, may_show
from pbem.play.requests import Roll
from pbem.record.events import Entropy, Seat
from people import JUDGE, Person, agree, exchange, finish, first_line, identity, invite, master, settle

RED, GREEN, BLUE = (Seat(id=identity(i), name=n) for i, n in enumerate(("red", "green", "blue")))
REFEREE = Seat(id=identity(JUDGE), name="judge", role="judge")
THREE = (RED, GREEN, BLUE)
JUDGED = (*THREE, REFEREE)
TWO_OF_ONE = (RED, Seat(id=RED.id, name="rust"), BLUE)  # a person with two seats


@pytest.mark.parametrize(
    ("policy", "seats", "movers", "needed"),
    [
        ("mover+others", THREE, (1,), (0, 1, 2)),
        ("mover+others", JUDGED, (1,), (0, 1, 2)),
        ("mover+next", THREE, (0,), (0, 1)),
        ("mover+next", THREE, (2,), (0, 2)),
        ("mover+next", THREE, (0, 1), (0, 1, 2)),
        ("mover+next", THREE, (0, 2), (0, 2)),
        ("mover+next", TWO_OF_ONE, (0,), (0, 2)),
        ("mover+next", TWO_OF_ONE, (2,), (0, 2)),
        ("mover+judge", JUDGED, (1,), (1, 3)),
        ("mover+judge+others", JUDGED, (1,), (0, 1, 2, 3)),
        ("mover", THREE, (1,), (1,)),
        ("mover", THREE, (0, 1, 2), (0, 1, 2)),
    ],
)
def test_2_10_who_contributes(policy, seats, movers, needed):
    assert contributors(POLICIES[policy], seats, movers) == needed


def test_2_10_next_of_a_person_alone_is_nobody():
    alone = (RED, Seat(id=RED.id, name="rust"))
    assert contributors(POLICIES["mover+next"], alone, (0,)) == (0,)


@pytest.mark.parametrize(
    ("seats", "needed", "alone"),
    [(THREE, (1,), True), (THREE, (0, 1), False), (TWO_OF_ONE, (0, 1), True), (TWO_OF_ONE, (1, 2), False)],
)
def test_2_10_a_roll_of_one_person_is_unwitnessed(seats, needed, alone):
    assert is_unwitnessed(seats, needed) is alone


def test_2_10_movers_show_first_then_the_others_and_the_judge_last():
    def ready(shown: tuple[int, ...]) -> list[int]:
        return [s for s in range(4) if s not in shown and may_show(s, JUDGED, (1,), shown, (0, 1, 2, 3))]

    assert ready(()) == [1]
    assert ready((1,)) == [0, 2]
    assert ready((1, 0)) == [2]
    assert ready((0, 1, 2)) == [3]


JUDGED_PAIR = (*TWO_OF_ONE, REFEREE)  # red and rust are one person
PLAYING_JUDGE = (*TWO_OF_ONE, Seat(id=RED.id, name="judge", role="judge"))


@pytest.mark.parametrize(
    ("policy", "seats", "movers", "order"),
    [
        ("mover+others", TWO_OF_ONE, (0,), [{0, 1}, {2}]),
        ("mover+others", TWO_OF_ONE, (1,), [{0, 1}, {2}]),
        ("mover+others", TWO_OF_ONE, (2,), [{2}, {0, 1}]),
        ("mover+others", TWO_OF_ONE, (0, 2), [{0, 1, 2}]),
        ("mover+next", TWO_OF_ONE, (0,), [{0}, {2}]),
        ("mover+next", TWO_OF_ONE, (0, 1), [{0, 1}, {2}]),
        ("mover+next", TWO_OF_ONE, (2,), [{2}, {0}]),
        ("mover+judge", JUDGED_PAIR, (1,), [{1}, {3}]),
        ("mover+judge", JUDGED_PAIR, (0, 1), [{0, 1}, {3}]),
        ("mover+judge+others", JUDGED_PAIR, (1,), [{0, 1}, {2}, {3}]),
        ("mover+judge+others", JUDGED_PAIR, (2,), [{2}, {0, 1}, {3}]),
        ("mover+judge+others", JUDGED_PAIR, (0, 1, 2, 3), [{0, 1, 2}, {3}]),  # after the joins
        ("mover+judge+others", PLAYING_JUDGE, (1,), [{0, 1, 3}, {2}]),  # his number too is one that the mover knows
        ("mover", TWO_OF_ONE, (1,), [{1}]),
    ],
)
def test_2_10_all_seats_of_the_movers_people_show_first(policy, seats, movers, order):
    needed = contributors(POLICIES[policy], seats, movers)
    shown: list[int] = []
    for group in order:
        assert {s for s in needed if s not in shown and may_show(s, seats, movers, shown, needed)} == group
        for seat in sorted(group):  # whoever of a group has shown, the next group waits for the rest of it
            assert may_show(seat, seats, movers, shown, needed)
            shown.append(seat)
    assert sorted(shown) == list(needed)


# ------------------------------------------------------------------ in play


async def green_rolls(state: Said) -> None:
    state.note(await decides("green"))
    state.note(await Roll(rule="9.4", about="bie", dice=5, sides=100))
    state.note(await decides("green"))


def shown(person: Person) -> list[str]:
    """The seats whose elements closed the dice round of the game, in order of signing."""
    return [person.match.name(e.seat) for e in person.log if isinstance(e.msg, Entropy) and e.msg.r == 3]


SEATS = ("red", "green", "blue")


@pytest.mark.parametrize(
    ("policy", "judge", "first", "rest"),
    [
        ("mover+others", None, "green", {"red", "blue"}),
        ("mover+next", None, "green", {"blue"}),
        ("mover", None, "green", set()),
        ("mover+judge", JUDGE, "green", {"judge"}),
        ("mover+judge+others", JUDGE, "green", {"red", "blue", "judge"}),
    ],
)
def test_2_10_a_match_under_each_policy(policy, judge, first, rest):
    people = invite(policy, ruleset=little(green_rolls, seats=SEATS), judge=judge)
    finish(people, random.Random(0))
    agree(people)
    order = shown(people[0])
    assert (order[0], set(order[1:])) == (first, rest)
    assert judge is None or order[-1] == "judge"
    match = people[0].match
    assert match.binding.is_over
    assert match.binding.unwitnessed == ([3] if policy == "mover" else [])
    assert set(match.binding.disclosed) == set(range(len(match.binding.seats)))


def test_2_10_the_dice_come_from_the_digest_of_the_round_before_and_all_elements():
    people = invite(ruleset=little(green_rolls, seats=SEATS))
    settle(people)
    people[1].match.answer(1, "go")
    settle(people)
    match = people[0].match
    base, closed = match.rounds.closed[1].digest, match.rounds.closed[2]
    elements = [(e.seat, unb64(e.msg.body.e, 32)) for e in closed.events]  # type: ignore[union-attr]
    R = combine(match.feeds.gid, 2, base, elements)
    assert match.state.said[1] == str(Dice(R).roll("9.4/bie/0", 5, 100))


def test_2_10_a_person_with_all_seats_is_unwitnessed_under_any_policy():
    people = invite("mover+others", ruleset=little(green_rolls, seats=SEATS), holders=(0, 0, 0))
    assert len(people) == 1
    finish(people, random.Random(0))
    match = people[0].match
    assert match.binding.is_over
    assert match.binding.unwitnessed == [3]


def test_2_10_the_mover_sends_intent_and_element_in_one_mail_and_the_others_need_no_human():
    people = invite(ruleset=little(green_rolls, seats=SEATS))
    settle(people)
    red, green, blue = (p.match for p in people)
    sent = [green.answer(1, "go"), *green.run_mechanical()]
    assert [e.kind for e in sent] == ["act", "entropy"]
    for other in (red, blue):
        other.take(sent)
        sent += other.run_mechanical()
    assert [e.kind for e in sent[2:]] == ["entropy"] * 2
    green.take(sent)
    assert [d.kind for d in green.owing()] == ["answer"]


def test_2_10_others_wait_for_the_mover_and_the_judge_for_all():
    people = invite("mover+judge+others", ruleset=little(green_rolls, seats=SEATS), judge=JUDGE)
    settle(people)
    green = people[1].match
    answer = green.answer(1, "go")
    for person in (people[0], people[2], people[3]):
        person.receive([answer])
        assert person.match.run_mechanical() == []
    element = green.run_mechanical()
    for person in (people[0], people[3]):
        person.receive(element)
    assert [e.kind for e in people[0].match.run_mechanical()] == ["entropy"]
    assert people[3].match.run_mechanical() == []
    exchange(people)
    people[2].match.run_mechanical()
    exchange(people)
    assert [e.kind for e in people[3].match.run_mechanical()] == ["entropy"]


@pytest.mark.parametrize(("policy", "judge"), [("mover+others", None), ("mover+judge+others", JUDGE)])
def test_2_10_a_partner_seat_of_the_mover_shows_before_it_can_know_the_dice(policy, judge):
    rules = little(green_rolls, seats=SEATS)
    genesis = first_line(policy, ruleset=rules, holders=(0, 0, 2), judge=judge)
    holders = (0, 0, 2) if judge is None else (0, 0, 2, judge)  # red and green: one person, with two machines
    people = [Person(genesis, {seat: master(person)}, rules) for seat, person in enumerate(holders)]
    red, green, *others = people
    settle(people)
    sent = [green.match.answer(1, "go"), *green.match.run_mechanical()]
    assert [e.kind for e in sent] == ["act", "entropy"]
    for other in others:
        other.receive(sent)
        assert other.match.run_mechanical() == []  # red has not shown: nobody else makes the dice known to it
    red.receive(sent)
    sent += red.match.run_mechanical()
    assert [e.seat for e in sent] == [1, 1, 0]
    others[0].receive(sent)
    assert [e.kind for e in others[0].match.run_mechanical()] == ["entropy"]
    settle(people)
    agree(people)
    assert shown(red)[:3] == ["green", "red", "blue"]


def test_2_10_after_the_joins_everybody_is_a_mover():
    async def play(state: Said) -> None:
        state.note(len(await Roll(rule="1")))
        state.note(await decides("red"))

    people = invite("mover", ruleset=little(play, seats=SEATS))
    finish(people, random.Random(0))
    assert people[0].match.rounds.closed[1].seats == (0, 1, 2)
    assert people[0].match.binding.unwitnessed == []


def test_2_10_a_chain_that_is_used_up_is_said_in_words():
    async def play(state: Said) -> None:
        for _ in range(3):
            await decides("red")
            await Roll(rule="1")

    people = invite("mover", ruleset=little(play, chain_n=2))
    settle(people)
    for _ in range(2):
        people[0].match.answer(0, "go")
        people[0].match.run_mechanical()
    people[0].match.answer(0, "go")
    with pytest.raises(Unsupported, match="red has no dice left: all 2 elements of its chain are used"):
        people[0].match.run_mechanical()


@pytest.mark.parametrize(("policy", "judge"), [("mover+judge", None), ("mover+others", JUDGE)])
def test_3_6_a_judge_and_a_policy_with_a_judge_go_together(policy, judge):
    with pytest.raises(WrongUse, match="go together"):
        invite(policy, judge=judge)
