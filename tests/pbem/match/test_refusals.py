"""What a tool refuses to sign or to take in, and what it says to do then (design 6)."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from little import Said, bids, decides, little
from patrol import PATROL
from pbem.crypto.hashing import b64
from pbem.errors import IllegalMove, NotYourTurn, PbemError, Unsupported, WrongUse
from pbem.match.entry import new_challenge, new_entry
from pbem.match.start import new_genesis, ruleset_of
from pbem.match.stretch import not_asked
from pbem.play.requests import DrawSecret, Roll
from pbem.record import events as ev
from pbem.record.wire import CODEC
from people import JUDGE, Person, exchange, first_line, forge, identity, invite, master, send, settle
from tiny import TINY


def seated(play: Any, **more: Any) -> list[Person]:
    people = invite(ruleset=little(play), **more)
    settle(people)
    return people


async def red_decides(state: Said) -> None:
    state.note(await decides("red", about="bie"))
    state.note(await decides("red"))


async def both_bid(state: Said) -> None:
    await bids("red", "green")


# ------------------------------------------------------------------ taking in


def test_a_forged_line_is_a_fault_though_it_comes_before_the_join_it_imitates():
    people = seated(red_decides)
    join = next(e for e in people[0].log if e.kind == "join")
    note = people[0].match.note(0, "hello")
    forged = msgspec.structs.replace(note, sig=b64(bytes(64)))
    reader = Person(people[0].log[0], {}, people[0].ruleset)
    faults = reader.match.take([forged, join, people[0].log[0]])
    assert [f.why for f in faults] == ["the signature of event 1 of seat 0 (red) is not that of its seat"]
    assert reader.match.take([note]) == []


def test_what_is_taken_in_twice_closes_nothing_twice():
    people = seated(red_decides)
    people[0].match.answer(0, "go")
    log = list(people[0].log)
    assert people[1].match.take([*log, *log]) == []
    assert people[1].match.take(log) == []
    assert people[1].match.state.said == ["go"]
    assert people[1].match.rounds.r == 3


# ------------------------------------------------------------------ who is told what


def refused(sign: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(PbemError) as caught:
        sign()
    return str(caught.value), caught.value.hint


def test_a_seat_that_has_not_joined_writes_no_note_and_is_told_how_to_join():
    red = invite()[0].match
    for sign in (lambda: red.note(0, "hello"), lambda: red.resign(0)):
        assert refused(sign) == ("the seat red has not joined yet", "take it with `pbem join` first")


def test_nobody_resigns_from_a_match_that_has_ended():
    people = seated(red_decides)
    people[0].match.resign(0)
    exchange(people)
    assert refused(lambda: people[1].match.resign(1)) == (
        "green resigns\n  giving up: the match has ended", None
    )
    settle(people)
    with pytest.raises(IllegalMove, match="the match has ended"):
        people[1].match.resign(1)
    assert people[1].match.note(1, "well played")


def test_who_is_awaited_is_named_with_what_they_owe():
    people = seated(both_bid)
    assert refused(lambda: people[0].match.answer(0, "go")) == (
        "red owes no answer now", "awaited: red (seal), green (seal)"
    )
    people[0].match.seal(0, ["1"])
    assert refused(lambda: people[0].match.seal(0, ["1"])) == ("red owes no seal now", "awaited: green (seal)")
    assert refused(lambda: people[0].match.undo(0, 1)) == (
        "red has signed its seal for round 2, where several seats answer at once: that cannot be taken back "
        "(protocol 3.5)",
        "awaited: green; tell them with pbem note",
    )


@pytest.mark.parametrize(("kind", "words"), [
    ("entropy", "its part of the dice"), ("priv", "its part of a secret draw"), ("act", "its answer"),
    ("seal", "its seal"),
])
def test_what_was_signed_and_cannot_be_taken_back_is_told_in_words_of_the_game(kind, words):
    rounds: Any = SimpleNamespace(effective={0: SimpleNamespace(kind=kind)}, r=5)
    why, _ = not_asked("red", rounds, 0, ["green"])
    assert why.startswith(f"red has signed {words} for round 5, ")


def test_nobody_is_awaited_after_the_end():
    people = seated(red_decides)
    people[0].match.answer(0, "go")
    people[0].match.answer(0, "go")
    settle(people)
    assert people[0].match.owing() == []
    assert refused(lambda: people[0].match.answer(0, "go")) == ("red owes no answer now", "awaited: nobody")


def test_an_answer_to_another_request_says_what_is_asked():
    people = seated(red_decides)
    for rule, about, why in (("1", "huambo", "asked is 1 bie"), ("2", "bie", "asked is 1 bie")):
        send(people, forge(people[0].match, 0, ev.Act, ev.Answer(rule=rule, about=about, say="go")))
        assert people[1].match.rounds.voids[-1].why == f"an answer to {rule} {about}\n  rule 1: {why}"
    people[0].match.answer(0, "go")
    exchange(people)
    send(people, forge(people[0].match, 0, ev.Act, ev.Answer(rule="2", say="go")))
    assert people[1].match.rounds.voids[-1].why == "an answer to 2\n  rule 1: asked is 1"


def test_3_5_who_plays_alone_is_not_sent_to_others_for_a_takeback():
    async def play(state: Said) -> None:
        state.note(await decides("red"))
        state.note(await Roll(rule="2"))
        state.note(await decides("red"))

    told = []
    for holders in ((0, 1), (0, 0)):
        people = invite("mover", ruleset=little(play), holders=holders)
        settle(people)
        people[0].match.answer(0, "go")
        settle(people)
        told.append(refused(lambda match=people[0].match: match.undo(0, 1))[0])
    why = "red goes back to round 1\n  taking back: in round 3 dice were rolled"
    assert told == [f"{why}: ask the others for a takeback", why]


def test_2_10_a_chain_that_is_used_up_is_named_with_its_length():
    async def play(state: Said) -> None:
        for _ in range(3):
            state.note(len(await Roll(rule="2")))
            state.note(await decides("red"))

    people = invite("mover", ruleset=little(play, chain_n=2))
    settle(people)
    red = people[0].match
    red.answer(0, "go")
    settle(people)
    assert red.feeds.feeds[0].chain_i == 2
    red.answer(0, "go")
    assert refused(red.run_mechanical) == (
        "red has no dice left: all 2 elements of its chain are used", None
    )


# ------------------------------------------------------------------ a first line that cannot be made or played


def test_3_6_the_dice_policies_that_there_are_are_named():
    ids = [identity(i) for i in range(3)]
    assert refused(lambda: new_genesis(master(0), TINY, ids, {}, nonce=bytes(16), policy="dice")) == (
        "there is no dice policy 'dice'", "legal: mover+others, mover+next, mover+judge, mover+judge+others, mover"
    )


@pytest.mark.parametrize(("policy", "judge"), [("mover+others", identity(JUDGE)), ("mover+judge", None)])
def test_3_6_a_judge_and_a_policy_with_a_judge_go_together(policy, judge):
    ids = [identity(i) for i in range(3)]
    with pytest.raises(WrongUse, match="a judge and a dice policy with a judge go together"):
        new_genesis(master(0), TINY, ids, {}, nonce=bytes(16), policy=policy, judge=judge)


WAY = "ask the host for the data folder and name it with --data"


def test_3_6_other_data_is_refused_with_the_way_to_the_right_one(tmp_path):
    (tmp_path / "incidents.toml").write_text("[points]\nfire = 9\n")
    other = first_line(ruleset=PATROL)
    assert isinstance(other.msg, ev.Genesis)
    assert refused(lambda: ruleset_of(other, tmp_path, find=lambda _engine: PATROL)) == (
        "this match is played with other data of patrol/1 than is installed here", WAY
    )
    challenge = new_challenge(master(5), PATROL, {}, title="The bridge", nonce=bytes(16))
    assert refused(lambda: new_entry(master(1), challenge, PATROL, tmp_path)) == (
        "this challenge is played with other data of patrol/1 than is installed here", WAY
    )
    assert refused(lambda: new_entry(master(5), challenge, PATROL)) == (
        "this challenge is your own: you would know its dice", "play the same options with: pbem new"
    )


def test_3_6_a_match_with_other_data_is_played_with_the_folder_of_its_host(tmp_path):
    (tmp_path / "incidents.toml").write_text("[points]\nfire = 9\n")
    ids = [identity(0)] * len(PATROL.seats_of({}))
    genesis = new_genesis(master(0), PATROL, ids, {}, nonce=bytes(16), policy="mover", overlay=tmp_path)
    with pytest.raises(Unsupported, match="other data"):
        ruleset_of(genesis, find=lambda _engine: PATROL)
    assert ruleset_of(genesis, tmp_path, find=lambda _engine: PATROL)[1] == PATROL.data_files(tmp_path)


# ------------------------------------------------------------------ a tool of one's own signs nothing that is void


def test_what_would_be_void_everywhere_is_neither_kept_nor_used():
    people = seated(red_decides)
    red = people[0].match
    length = len(people[0].log)
    body = ev.Answer(rule="9", say="go")
    with pytest.raises(IllegalMove):
        red._sign_game(0, ev.Act(**red._core(0), body=body))
    assert (len(people[0].log), red.feeds.feeds[0].n, red.rounds.r) == (length, 1, 2)
    assert CODEC.decode(people[0].log[-1].line).kind == "join"


def test_3_a_seat_that_draws_in_secret_owes_a_draw_and_no_answer():
    async def play(state: Said) -> None:
        state.kept.append(await DrawSecret(rule="1", seat="red", pool=("a", "b")))
        state.note(await decides("red"))

    people = invite(ruleset=little(play))
    for person in people:
        person.match.join(person.match.mine()[0].seat)
    exchange(people)
    duties = people[1].match.owing()
    assert [(d.name, d.kind, d.is_mechanical) for d in duties] == [("red", "private draw", True)]
    with pytest.raises(NotYourTurn, match="red owes no answer now"):
        people[0].match.answer(0, "a")
    settle(people)
    assert [(d.name, d.kind, d.is_mechanical) for d in people[1].match.owing()] == [("red", "answer", False)]
