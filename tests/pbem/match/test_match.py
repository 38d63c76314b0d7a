"""Whole matches between separate tools that exchange events, and what each tool does by itself (protocol 3)."""

from __future__ import annotations

import random

import msgspec
import pytest

from little import Said, bids, decides, little
from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed
from pbem.errors import Fork, MissingRecords, NotYourTurn, WrongUse
from pbem.limits import SIDE_LIMIT
from pbem.play.requests import Ask, DrawSecret, Listed, Open, Roll, Seal, SealMany
from pbem.record import events as ev
from pbem.record.wire import CODEC, verify_event
from people import JUDGE, Person, agree, exchange, finish, first_line, forge, invite, master, send, settle


@pytest.mark.parametrize(
    ("policy", "judge"),
    [("mover+others", None), ("mover+next", None), ("mover", None), ("mover+judge", JUDGE),
     ("mover+judge+others", JUDGE)],
)
def test_a_match_is_played_disclosed_and_seen_alike_by_all(policy, judge):
    people = invite(policy, judge=judge, turns=2)
    finish(people, random.Random(7))
    agree(people)
    for person in people:
        binding = person.match.binding
        assert binding.is_over
        assert binding.result is not None
        assert (binding.disagreements, binding.table.incidents, person.match.rounds.voids) == ([], [], [])


def test_two_seats_of_one_person_are_played_like_any_others():
    people = invite(holders=(0, 1, 0))
    assert len(people) == 2
    finish(people, random.Random(7))
    agree(people)
    assert all(p.match.binding.is_over for p in people)


def test_the_tiny_game_asks_every_kind_of_request():
    rules: set[str] = set()
    for seed in range(4):
        people = invite()
        finish(people, random.Random(seed))
        agree(people)
        for event in people[0].log:
            if isinstance(event.msg, ev.Act) and not isinstance(event.msg.body, ev.Undo):
                rules.add(event.msg.body.rule)
            elif isinstance(event.msg, ev.Seal):
                rules.add(event.msg.body.items[0].slot.split("/")[1])
    assert rules == {"1.1", "1.2", "1.3", "2.1", "3.1", "3.2", "3.2.1", "3.3"}


# ------------------------------------------------------------------ who is asked


def test_3_2_an_ask_with_one_legal_answer_needs_no_round():
    async def play(state: Said) -> None:
        state.note(await Ask(rule="1", seat="red", legal=lambda: ("stay",)))
        state.note(await decides("green"))

    people = invite(ruleset=little(play))
    settle(people)
    match = people[0].match
    assert (match.rounds.r, match.state.said) == (2, ["stay"])
    assert [d.name for d in match.owing()] == ["green"]


def test_3_2_a_seat_without_a_choice_seals_nothing_and_opens_nothing():
    async def play(state: Said) -> None:
        sealed = await Seal(rule="1", bucket=128, items={"red": Listed((1, 2)), "green": Listed((7,))})
        state.note(await decides("red"))
        state.note(await Open(rule="2", sealed=sealed))

    people = invite(ruleset=little(play))
    settle(people)
    red, green = (p.match for p in people)
    assert [(d.name, d.kind) for d in red.owing()] == [("red", "seal")]
    red.seal(0, ["2"])
    red.answer(0, "go")
    send(people, *people[0].log)
    assert [(d.name, d.kind) for d in green.owing()] == [("red", "reveal")]
    settle(people)
    agree(people)
    assert green.state.said == ["go", "{'red': 2, 'green': 7}"]


def test_3_each_round_waits_for_what_the_request_says():
    """The table at the head of section 3, line by line."""

    async def play(state: Said) -> None:
        await decides("red")
        sealed = await bids("red", "green")
        await Open(rule="2", sealed={0: sealed["green"]})
        await Roll(rule="3")
        await DrawSecret(rule="4", seat="green", pool=("a", "b"))
        await decides("green")

    people = invite(ruleset=little(play))
    finish(people, random.Random(0))
    rounds = [([e.kind for e in c.events], list(c.seats)) for c in people[0].match.rounds.closed]
    assert rounds == [
        (["join"] * 2, [0, 1]),
        (["act"], [0]),
        (["seal"] * 2, [0, 1]),
        (["reveal"], [1]),
        (["entropy"] * 2, [0, 1]),
        (["act"], [1]),
        (["entropy"] * 2, [0, 1]),
        (["act"], [1]),
        (["disclose"] * 2, [0, 1]),
    ]


# ------------------------------------------------------------------ what tools do by themselves


def test_3_everything_a_sole_seat_can_close_alone_is_made_in_one_go():
    """Red alone: a private draw with its dice, a roll, an opening; then red is asked and the tool rests."""

    async def play(state: Said) -> None:
        pace = (await SealMany(rule="0", bucket=128, items={"red": [Listed((1, 2))]}))["red"][0]
        state.kept.append(await DrawSecret(rule="1", seat="red", pool=("a", "b")))
        state.note(await Open(rule="2", sealed={0: pace}))
        state.note(len(await Roll(rule="3")))
        state.note(await decides("red"))

    people = invite("mover", ruleset=little(play))
    settle(people)
    red = people[0].match
    red.seal(0, ["2"])
    assert [e.kind for e in red.run_mechanical()] == ["act", "entropy", "reveal", "entropy"]
    assert [(d.name, d.kind) for d in red.owing()] == [("red", "answer")]
    assert red.state.said == ["{0: 2}", "1"]


def test_3_mechanical_events_need_nobody_to_the_very_end():
    async def play(state: Said) -> None:
        await DrawSecret(rule="1", seat="green", pool=("a", "b"))
        await Roll(rule="2")

    people = invite(ruleset=little(play))
    settle(people)  # nobody is asked anything
    agree(people)
    assert people[0].match.binding.is_over


def test_3_5_nobody_discloses_before_the_result_stands():
    people = invite()

    def check() -> bool:
        for person in people:
            told = [e for e in person.log if e.kind == "disclose" and e.seat in person.match.keys]
            assert not told or person.match.result is not None
        return False

    finish(people, random.Random(3), until=check)
    rounds = {e.msg.r for e in people[0].log if isinstance(e.msg, ev.Disclose)}
    assert rounds == {people[0].match.rounds.closed[-1].r}


def test_an_early_disclosure_is_void():
    async def play(state: Said) -> None:
        state.note(await decides("red"))

    people = invite(ruleset=little(play))
    settle(people)
    body = ev.DiscloseBody(epoch=0, gs=b64(people[0].match.keys[0].gs))
    send(people, forge(people[0].match, 0, ev.Disclose, body))
    assert [v.why for v in people[1].match.rounds.voids] == ["round 2 waits for act, not disclose"]
    assert people[1].match.binding.disclosed == {}


def test_2_2_a_wrong_secret_is_not_disclosed():
    async def play(state: Said) -> None:
        state.note(await decides("red"))

    people = invite(ruleset=little(play))
    settle(people)
    people[0].match.answer(0, "go")
    send(people, *people[0].log)
    other = people[1].match.keys[1].gs
    for body in (
        ev.DiscloseBody(epoch=0, gs=b64(other)),
        ev.DiscloseBody(epoch=1, gs=b64(people[0].match.keys[0].gs)),
    ):
        send(people, forge(people[0].match, 0, ev.Disclose, body))
        assert "not the one that was committed to" in people[1].match.rounds.voids[-1].why
    settle(people)
    agree(people)
    assert people[1].match.binding.disclosed[0] == people[0].match.keys[0].gs


# ------------------------------------------------------------------ notes


def test_2_7_a_note_goes_beside_play_and_is_included_once():
    async def play(state: Said) -> None:
        for _ in range(3):
            state.note(await decides("red"))

    people = invite(ruleset=little(play))
    settle(people)
    red, green = (p.match for p in people)
    note = green.note(1, "well played")
    send(people, note)
    answers = [red.answer(0, "go") for _ in range(2)]
    assert [a.msg.inc for a in answers] == [(note.id,), ()]
    assert [c.side for c in red.rounds.closed[1:]] == [(note,), ()]
    exchange(people)
    agree(people)


def test_2_7_no_tool_signs_a_65th_side_event_on_a_base():
    people = invite()
    settle(people)
    green = people[1].match
    for i in range(SIDE_LIMIT):
        green.note(1, str(i))
    with pytest.raises(WrongUse, match="64 notes in this round"):
        green.note(1, "one more")
    with pytest.raises(WrongUse):
        green.resign(1)
    exchange(people)
    finish(people, random.Random(1))
    agree(people)
    assert people[0].match.binding.is_over


def test_after_the_end_there_are_notes_only():
    people = invite()
    finish(people, random.Random(1))
    note = people[0].match.note(0, "thank you")
    exchange(people)
    agree(people)
    assert people[1].match.owing() == []
    assert note.id in people[1].match.feeds.by_id


@pytest.mark.parametrize("text", ["", "x" * 2001])
def test_2_5_a_note_has_1_to_2000_characters(text):
    people = invite()
    settle(people)
    with pytest.raises(WrongUse, match="1 to 2,000"):
        people[0].match.note(0, text)


# ------------------------------------------------------------------ who may sign


def test_3_6_nobody_joins_a_match_without_a_nonce():
    msg = first_line().msg
    assert isinstance(msg, ev.Genesis)
    bare = CODEC.make(ev.Genesis(body=msgspec.structs.replace(msg.body, nonce=None)), identity_seed(master(0)))
    with pytest.raises(WrongUse, match="no nonce"):
        Person(bare, {0: master(0)}).match.join(0)


def test_a_seat_is_joined_by_the_person_it_was_given_to():
    with pytest.raises(WrongUse, match="the seat red is not yours"):
        Person(first_line(), {0: master(1)}).match.join(0)


def test_a_seat_that_joined_with_other_keys_signs_nothing_here():
    people = invite()
    people[0].match.join(0)
    other = Person(people[0].log[0], {0: master(1)})
    other.receive(people[0].log)
    with pytest.raises(WrongUse, match="the seat red has joined with other keys"):
        other.match.note(0, "hello")


def test_nobody_answers_out_of_turn():
    async def play(state: Said) -> None:
        state.note(await decides("red"))

    people = invite(ruleset=little(play))
    settle(people)
    with pytest.raises(NotYourTurn) as refused:
        people[1].match.answer(1, "go")
    assert (str(refused.value), refused.value.hint) == ("green owes no answer now", "awaited: red (answer)")
    with pytest.raises(NotYourTurn, match="the seat red is not held here"):
        people[1].match.answer(0, "go")
    with pytest.raises(NotYourTurn, match="red owes no seal now"):
        people[0].match.seal(0, ["1"])


def test_2_13_a_seat_that_is_held_back_signs_nothing_and_the_others_of_its_person_go_on():
    people = invite("mover", ruleset=little(waits), holders=(0, 0))
    red = people[0].match
    red.held_back = {0: MissingRecords("red must catch up")}
    with pytest.raises(MissingRecords, match="catch up"):
        red.join(0)
    red.join(1)
    assert red.run_mechanical() == []


async def waits(state: Said) -> None:
    state.note(await decides("red"))


def test_2_13_nobody_signs_while_later_events_of_the_same_seat_stand_unused():
    """A log from an old copy got the newest event of its own seat back, and not those between."""
    people = invite()
    settle(people)
    people[0].match.note(0, "one")
    people[0].match.note(0, "two")
    own = [e for e in people[0].log[1:] if e.seat == 0]
    again = Person(people[0].log[0], {0: master(0)})
    again.receive(own[-1:])  # even its join is missing
    with pytest.raises(MissingRecords, match="red has signed events that stand on records missing here"):
        again.match.join(0)
    again.receive([e for e in people[0].log[1:] if e.seat != 0 or e == own[0]])
    assert again.match.feeds.gaps()
    for sign in (lambda: again.match.note(0, "three"), lambda: again.match.resign(0)):
        with pytest.raises(MissingRecords):
            sign()
    assert again.match.run_mechanical() == []
    again.receive(people[0].log)
    assert again.match.note(0, "three").msg.n == own[-1].msg.n + 1


def test_2_9_play_stops_where_both_twins_are_held():
    people = invite()
    settle(people)
    green = people[1].match
    one = green.note(1, "one")
    two = forge(green, 1, ev.Note, ev.NoteBody(text="two"), n=one.msg.n, feed=one.msg.feed, inc=())
    send(people, one)
    send(people[:1], two)
    red = people[0].match
    assert people[2].match.owing()
    assert (red.owing(), red.mine()) == ([], []), "nobody is awaited, and nobody is reminded"
    (twins,) = red.twins
    assert (red.name(twins.seat), twins.n) == ("green", one.msg.n)
    assert all(verify_event(e, people[1].match.keys[1].pk) for e in (twins.first, twins.second))
    with pytest.raises(Fork, match=r"green signed two events as its event \d+: play has stopped"):
        red.note(0, "what now?")
    assert red.run_mechanical() == []
    assert people[2].match.can_sign()


def test_a_stranger_reads_the_log_like_anybody():
    people = invite()
    finish(people, random.Random(5))
    stranger = Person(people[0].log[0], {})
    stranger.receive(people[0].log[1:])
    agree([*people, stranger])
    assert stranger.match.mine() == []


def test_what_is_signed_is_kept_before_it_is_used():
    """A tool that cannot store an event has not signed it."""
    people = invite()

    def full(event: object) -> None:
        raise OSError("no space")

    match = people[0].match
    match._keep = full
    with pytest.raises(OSError, match="no space"):
        match.join(0)
    assert match.feeds.feeds[0].n == 0


def test_2_12_sealing_again_gives_the_same_bytes():
    """Nothing random is in an event, so that a tool that lost its last line signs it again and not a twin."""
    people = invite(ruleset=little(both_bid))
    settle(people)
    again = Person(people[0].log[0], {0: master(0)}, people[0].ruleset)
    again.receive(people[0].log)
    assert people[0].match.seal(0, ["1"]).id == again.match.seal(0, ["1"]).id


async def both_bid(state: Said) -> None:
    await bids("red", "green")
