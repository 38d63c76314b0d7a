"""What is void, and still owed (protocol 3.1, 3.2): each event here is well signed by a tool that checks nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from little import Said, bids, decides, little
from pbem.crypto import seal as sealing
from pbem.crypto.entropy import private_commit
from pbem.crypto.hashing import b64, unb64
from pbem.crypto.seal import make_seal, seal_context, seal_key
from pbem.errors import BrokenSeal, IllegalMove
from pbem.match.making import opening
from pbem.play.requests import DrawSecret, Listed, Open, Roll, Seal, SealMany, Write, Written
from pbem.record import events as ev
from pbem.record.wire import Event, say_text
from people import Person, agree, exchange, forge, invite, send, settle, whys
from tiny import PathForm


def seated(play: Any, **more: Any) -> list[Person]:
    people = invite(ruleset=little(play), **more)
    settle(people)
    return people


def is_void(people: list[Person], event: Event, why: str) -> None:
    """The event changes nothing anywhere, and its seat owes what it owed before."""
    owed, digest = people[0].match.owing(), people[0].match.rounds.digest
    before = msgspec.json.encode(people[0].match.state)
    send(people, event)
    assert why in whys(people)[-1]
    assert people[0].match.rounds.digest == digest
    assert all(p.match.owing() == owed for p in people)
    assert msgspec.json.encode(people[0].match.state) == before


# ------------------------------------------------------------------ answers


async def red_moves(state: Said) -> None:
    state.note(await decides("red", about="huambo", rule="9.6"))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (ev.Answer(rule="9.6", about="huambo", say="fly"), "that is not among the legal answers"),
        (ev.Answer(rule="9.6", about="bie", say="go"), "an answer to 9.6 bie\n  rule 9.6: asked is 9.6 huambo"),
        (ev.Answer(rule="9.7", about="huambo", say="go"), "asked is 9.6 huambo"),
        (ev.Answer(rule="9.6", say="go"), "an answer to 9.6\n"),
        (ev.Undo(to=1), "the last closed round is 1"),
        (ev.Priv(com=b64(bytes(32)), rule="9.6", about="huambo", slot="r2/9.6/huambo/0"), "a private draw where none"),
    ],
)
def test_3_2_an_act_that_does_not_answer_the_request_is_void_and_still_owed(body, why):
    people = seated(red_moves)
    is_void(people, forge(people[0].match, 0, ev.Act, body), why)
    people[0].match.answer(0, "go")
    exchange(people)
    agree(people)
    assert people[1].match.state.said == ["go"]


def test_3_2_an_answer_of_another_seat_is_nothing():
    people = seated(red_moves)
    send(people, forge(people[1].match, 1, ev.Act, ev.Answer(rule="9.6", about="huambo", say="go")))
    assert [d.name for d in people[0].match.owing()] == ["red"]


def test_3_1_a_written_answer_in_other_than_canonical_words_is_void():
    async def play(state: Said) -> None:
        state.note(await Write(rule="3", seat="red", form=PathForm(), check=lambda path: None, draft=lambda: ()))

    people = seated(play)
    is_void(people, forge(people[0].match, 0, ev.Act, ev.Answer(rule="3", say="01")), "the canonical wording is '1'")


def test_3_2_our_own_tool_signs_nothing_void():
    people = seated(red_moves)
    count = len(people[0].log)
    with pytest.raises(IllegalMove):
        people[0].match.answer(0, "fly")
    assert len(people[0].log) == count


# ------------------------------------------------------------------ seals and openings


async def two_bids(state: Said) -> None:
    sealed = await bids("red", "green")
    opened = await Open(rule="9.3", sealed=sealed)
    state.note(opened["red"], opened["green"])


def item(person: Person, slot: str, text: bytes, size: int = 128, **changes: Any) -> ev.SealItem:
    """One sealed text as red makes it for the open round, whatever stands in it."""
    match = person.match
    context = seal_context(match.feeds.gid, 0, slot, match.rounds.digest)
    made, _ = make_seal(match.keys[0].gs, context, text, size)
    fields = {
        "slot": slot, "bucket": size, "salt": b64(made.salt), "ct": b64(made.ct), "com": b64(made.com),
    }
    return ev.SealItem(**(fields | changes))  # type: ignore[arg-type]


TEXT = say_text("1")


@pytest.mark.parametrize(
    ("items", "why"),
    [
        (lambda p: (item(p, "r2/9.2/1", TEXT),), "round 2 asks for the slots r2/9.2/0"),
        (lambda p: (item(p, "r3/9.2/0", TEXT),), "round 2 asks for the slots"),
        (lambda p: (item(p, "r2/9.2/0", TEXT), item(p, "r2/9.2/1", TEXT)), "round 2 asks for the slots"),
        (lambda p: (item(p, "r2/9.2/0", TEXT, 512),), "the bucket of r2/9.2/0 is 128"),
        (lambda p: (item(p, "r2/9.2/0", TEXT, 512, bucket=128),), "the bucket of r2/9.2/0 is 128"),
    ],
    ids=["another item", "another round", "one too many", "another bucket", "another length"],
)
def test_3_2_a_seal_with_wrong_slots_or_buckets_is_void_and_still_owed(items, why):
    people = seated(two_bids)
    is_void(people, forge(people[0].match, 0, ev.Seal, ev.SealBody(items=items(people[0]))), why)
    people[0].match.seal(0, ["1"])
    people[1].match.seal(1, ["2"])
    exchange(people)
    settle(people)
    assert people[1].match.state.said == ["1 2"]


def test_3_items_of_a_seal_stand_in_slot_order():
    async def play(state: Said) -> None:
        many = await SealMany(rule="2", bucket=128, items={"red": [Listed((1, 2))] * 11})
        state.note(await Open(rule="3", sealed=dict(enumerate(many["red"]))))

    people = seated(play)
    slots = [f"r2/2/{i}" for i in range(11)]
    wrong = tuple(item(people[0], s, TEXT) for s in sorted(slots))
    is_void(people, forge(people[0].match, 0, ev.Seal, ev.SealBody(items=wrong)), "asks for the slots")
    people[0].match.seal(0, ["1"] * 10 + ["2"])
    exchange(people)
    shown = people[0].match.run_mechanical()[0]
    assert isinstance(shown.msg, ev.Reveal)
    assert [o.slot for o in shown.msg.body.openings] == slots
    exchange(people)
    assert people[1].match.state.said == [str(dict.fromkeys(range(10), 1) | {10: 2})]


@pytest.mark.parametrize(
    "text", [b'{"say":"9"}', b'{"say": "1"}', b'{"say":"1","say":"1"}', b"1", b"", b"\xff\x00", b'{"say":"1"}\x80'],
    ids=["illegal", "not canonical", "said twice", "bare", "empty", "no text", "a mark inside"],
)
def test_3_2_sealed_garbage_counts_as_the_default_with_an_incident_everywhere(text):
    people = seated(two_bids)
    event = forge(people[0].match, 0, ev.Seal, ev.SealBody(items=(item(people[0], "r2/9.2/0", text),)))
    send(people, event)
    people[1].match.seal(1, ["2"])
    exchange(people)
    settle(people)
    agree(people)
    assert people[1].match.state.said == ["0 2"]
    assert [(i.seat, i.round) for i in people[1].match.binding.table.incidents] == [("red", 3)]


def test_2_12_a_padding_without_its_mark_counts_as_the_default():
    """The commitment fits the key, so the seal is open; there is just no text in it."""
    people = seated(two_bids)
    match = people[0].match
    context = seal_context(match.feeds.gid, 0, "r2/9.2/0", match.rounds.digest)
    padded = bytes(128)
    salt = b"s" * 16
    key = seal_key(match.keys[0].gs, context, salt)
    ct = sealing._cipher(key).encrypt(bytes(12), padded, context)
    com = sealing._commitment(context, key, padded)
    made = ev.SealItem(slot="r2/9.2/0", bucket=128, salt=b64(salt), ct=b64(ct), com=b64(com))
    send(people, forge(match, 0, ev.Seal, ev.SealBody(items=(made,))))
    people[1].match.seal(1, ["2"])
    exchange(people)
    settle(people)
    assert people[1].match.state.said == ["0 2"]


def opening_round() -> tuple[list[Person], ev.RevealBody]:
    """Both have sealed and owe their openings; red's honest one, not sent."""
    people = seated(two_bids)
    people[0].match.seal(0, ["1"])
    people[1].match.seal(1, ["2"])
    exchange(people)
    match = people[0].match
    held = opening(match._secrets[0], "r2/9.2/0", match.binding.items[match.binding.table.to_open("red")[0]])
    return people, ev.RevealBody(slot=held.slot, of=held.of, key=held.key)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"key": b64(bytes(32))}, "the key does not open the seal"),
        ({"of": b64(bytes(32))}, "names its seal"),
        ({"slot": "r2/9.2/1"}, "round 3 opens the slots r2/9.2/0"),
        ({"of": None, "key": None, "seed": b64(bytes(32))}, "is opened by its key"),
        ({"more": (ev.Opening(slot="r2/9.2/1", seed=b64(bytes(32))),)}, "round 3 opens the slots r2/9.2/0"),
    ],
    ids=["wrong key", "another seal", "another slot", "a seed", "one too many"],
)
def test_3_2_an_opening_that_does_not_fit_is_void_and_still_owed(changes, why):
    people, body = opening_round()
    bad = msgspec.structs.replace(body, **changes)
    is_void(people, forge(people[0].match, 0, ev.Reveal, bad), why)
    settle(people)
    assert people[1].match.state.said == ["1 2"]


def test_2_12_nobody_opens_a_seal_to_something_else():
    """A commitment binds key and text: the ciphertext of another text under the same key does not pass."""
    people = seated(two_bids)
    match = people[0].match
    honest = item(people[0], "r2/9.2/0", say_text("1"))
    other = item(people[0], "r2/9.2/0", say_text("2"))
    mixed = msgspec.structs.replace(honest, ct=other.ct, salt=other.salt)
    seal = forge(match, 0, ev.Seal, ev.SealBody(items=(mixed,)))
    context = seal_context(match.feeds.gid, 0, "r2/9.2/0", match.rounds.digest)
    key = seal_key(match.keys[0].gs, context, unb64(other.salt))
    send(people, seal)
    people[1].match.seal(1, ["2"])
    exchange(people)
    people[1].match.run_mechanical()
    exchange(people)
    body = ev.RevealBody(slot="r2/9.2/0", of=seal.id, key=b64(key))
    is_void(people, forge(match, 0, ev.Reveal, body), "the key does not fit the seal's commitment")
    with pytest.raises(BrokenSeal):
        match.run_mechanical()  # red's own tool signs nothing that would be void
    assert [d.name for d in people[1].match.owing()] == ["red"]


# ------------------------------------------------------------------ private draws


async def two_draws(state: Said) -> None:
    first = await DrawSecret(rule="1.1", seat="red", pool=("a", "b", "c"), count=2)
    second = await DrawSecret(rule="1.1", seat="red", pool=("a", "b", "c"), less=(first,))
    state.kept += [first, second]
    state.note(await decides("green"))
    opened = await Open(rule="9", sealed={1: first, 2: second})
    state.note(sorted([*opened[1], *opened[2]]))


def test_2_11_only_the_owner_sees_what_was_drawn_until_it_is_opened():
    people = seated(two_draws)
    first, second = people[0].match.state.kept
    peeks = [[p.match.binding.table.peek(h) for h in (first, second)] for p in people]
    assert peeks[1] == [None, None]
    assert sorted([*peeks[0][0], *peeks[0][1]]) == ["a", "b", "c"]
    people[1].match.answer(1, "go")
    exchange(people)
    settle(people)
    agree(people)
    assert [people[1].match.binding.table.peek(h) for h in (first, second)] == peeks[0]
    assert people[1].match.state.said == ["go", "['a', 'b', 'c']"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"slot": "r2/1.1/1"}, "a private draw for another slot, r2/1.1/1"),
        ({"rule": "1.2"}, "asked is 1.1"),
        ({"about": "bie"}, "asked is 1.1"),
    ],
)
def test_3_a_private_draw_for_anything_else_is_void(changes, why):
    people = invite(ruleset=little(two_draws))
    for person in people:
        person.match.join(person.match.mine()[0].seat)
    exchange(people)
    body = ev.Priv(com=b64(bytes(32)), rule="1.1", slot="r2/1.1/0")
    is_void(people, forge(people[0].match, 0, ev.Act, msgspec.structs.replace(body, **changes)), why)
    answer = ev.Answer(rule="1.1", say="go")
    is_void(people, forge(people[0].match, 0, ev.Act, answer), "an answer where none is asked")
    settle(people)
    assert [d.kind for d in people[0].match.owing()] == ["answer"]


def test_2_11_a_seed_that_was_not_committed_to_is_void():
    people = seated(two_draws)
    people[1].match.answer(1, "go")
    send(people, people[1].log[-1])
    more = (ev.Opening(slot=people[0].match.state.kept[1].slot, seed=b64(bytes(32))),)
    body = ev.RevealBody(slot="r2/1.1/0", seed=b64(bytes(32)), more=more)
    is_void(people, forge(people[0].match, 0, ev.Reveal, body), "the seed of r2/1.1/0 does not fit its commitment")


def test_2_11_a_seed_opened_on_one_branch_tells_nothing_on_another():
    async def play(state: Said) -> None:
        state.note(await decides("green"))
        state.kept.append(await DrawSecret(rule="1.1", seat="red", pool=("a", "b", "c")))
        state.note(await decides("green"))
        state.note(await Open(rule="9", sealed={0: state.kept[0]}))

    def branch(say: str) -> tuple[Person, Event, Event]:
        """The same people of the same match, of whom green answers so; red's draw, and its opening."""
        people = seated(play)
        for word in (say, "go"):
            people[1].match.answer(1, word)
            exchange(people)
            settle(people)
        agree(people)
        closed = people[0].match.rounds.closed
        priv, reveal = closed[2].events[0], closed[5].events[0]
        return people[0], priv, reveal

    (red, priv, reveal), (_, other_priv, other_reveal) = branch("stay"), branch("go")
    assert (priv.msg.game, priv.msg.body.slot) == (other_priv.msg.game, other_priv.msg.body.slot)
    assert priv.msg.body.com != other_priv.msg.body.com
    assert reveal.msg.body.seed != other_reveal.msg.body.seed
    assert red.match.binding.table.secrets.is_public(red.match.state.kept[0])


def test_a_draw_from_a_seed_of_ones_own_making_stays_closed_to_whoever_holds_the_game_secret():
    """Red commits to another seed than its game secret gives. No table may then take for seen what is not there."""
    people = invite(ruleset=little(two_draws))
    for person in people:
        person.match.join(person.match.mine()[0].seat)
    exchange(people)
    match = people[0].match
    com = private_commit(match.feeds.gid, 0, "r2/1.1/0", bytes(32))
    send(people, forge(match, 0, ev.Act, ev.Priv(com=b64(com), rule="1.1", slot="r2/1.1/0")))
    settle(people)
    assert [p.match.binding.table.peek(h) for p in people for h in p.match.state.kept] == [None] * 4
    people[1].match.answer(1, "go")
    exchange(people)
    held = opening(match._secrets[0], match.state.kept[1].slot, match.binding.items[match.state.kept[1]])
    body = ev.RevealBody(slot="r2/1.1/0", seed=b64(bytes(32)), more=(held,))
    send(people, forge(match, 0, ev.Reveal, body))
    settle(people)
    agree(people)
    assert people[1].match.state.said == ["go", "['a', 'b', 'c']"]


# ------------------------------------------------------------------ dice


async def one_roll(state: Said) -> None:
    state.note(await decides("red"))
    state.note(await Roll(rule="2"))
    state.note(await decides("green"))


def test_2_10_an_entropy_event_with_a_wrong_element_is_void_and_still_owed():
    people = seated(one_roll)
    people[0].match.answer(0, "go")
    exchange(people)
    match = people[0].match
    for i, e in ((1, bytes(32)), (2, match._chain(0).element(2))):
        bad = forge(match, 0, ev.Entropy, ev.EntropyBody(c=0, e=b64(e), i=i))
        is_void(people, bad, "its number for the dice is not the next of those that its seat fixed")
    settle(people)
    assert [d.name for d in people[0].match.owing()] == ["green"]


def test_2_10_a_second_act_of_a_seat_on_one_base_cannot_change_the_dice():
    """Red's tool signs another wording of the same answer behind the first: the first counts, the dice stay."""
    people = seated(one_roll)
    first = people[0].match.answer(0, "go")
    again = forge(people[0].match, 0, ev.Act, ev.Answer(rule="1", say="stay"), prev=first.msg.prev, r=2, t=7)
    send(people, again)
    send(people, first)
    settle(people)
    plain = seated(one_roll)
    plain[0].match.answer(0, "go")
    settle(plain)
    assert people[1].match.state.said == plain[1].match.state.said
    assert again.id in {e.id for e in people[1].match.rounds.unused()}


def test_3_2_a_sealed_plan_that_is_illegal_when_opened_counts_as_the_draft():
    """What is legal was fixed when the seal was asked: the plan is read by the rules of that moment."""

    async def play(state: Said) -> None:
        limit = 2

        def check(path: tuple[int, ...]) -> None:
            if len(path) > limit:
                raise IllegalMove("a plan", "7.1", f"{limit} steps at most")

        plan = Written(PathForm(), check, lambda: (5,))
        sealed = await Seal(rule="7", bucket=512, items={"red": plan})
        state.note(await Open(rule="7.2", sealed=sealed))

    for text, value in (("1-2", (1, 2)), ("1-2-3", (5,)), ("01", (5,)), ("x", (5,))):
        people = seated(play)
        items = (item(people[0], "r2/7/0", say_text(text), 512),)
        send(people, forge(people[0].match, 0, ev.Seal, ev.SealBody(items=items)))
        settle(people)
        assert people[1].match.state.said == [str({"red": value})]
        assert len(people[1].match.binding.table.incidents) == (value == (5,))
