"""Claims about secrets: refused before signing by their owner, an incident when others can see (protocol 3.2)."""

from __future__ import annotations

import pytest

from little import Said, bids, decides, little
from pbem.errors import IllegalMove
from pbem.match.match import Match
from pbem.play.requests import Ask, Late, Listed, Open, Roll, Seal, Sealed, SealMany
from pbem.play.secrets import Incident
from pbem.record import events as ev
from people import Person, agree, exchange, forge, invite, settle


def at_least(secret: Sealed[int], steps: int) -> Late:
    return Late("3.1", f"the pace of {secret.seat} is at least {steps}", (secret,), lambda p: p >= steps,
                shows=lambda p: f"it is {p}")


async def march(state: Said) -> None:
    """Red seals its pace, claims to march so many steps, dice are rolled, green decides, then the pace is opened."""
    pace = (await bids("red"))["red"]
    state.note(await Ask(rule="3.1", seat="red", legal=lambda: range(4), late=lambda n: [at_least(pace, n)]))
    state.note(await Roll(rule="3.2"))
    state.note(await decides("green"))
    state.note(await Open(rule="4", sealed={0: pace}))


FALSE = Incident(3, "3.1", "red", "false claim: the pace of red is at least 3")


def marching() -> list[Person]:
    """Red has sealed a pace of 2 and is asked for its march."""
    people = invite(ruleset=little(march))
    settle(people)
    people[0].match.seal(0, ["2"])
    exchange(people)
    return people


def auditor(people: list[Person]) -> Match:
    """Whoever has the log and all game secrets."""
    genesis, *events = people[0].log
    gs = {seat: p.match.keys[seat].gs for p in people for seat in p.match.keys}
    match = Match(genesis, people[0].ruleset, {}, disclosed=gs)
    assert match.take(events) == []
    return match


def cheat(people: list[Person]) -> None:
    """Red's tool does not run the checks before signing."""
    match = people[0].match
    st = match.binding.checkpoint or None
    event = forge(match, 0, ev.Act, ev.Answer(rule="3.1", say="3"), st=st)
    for person in people:
        person.receive([event])
    settle(people)


def test_3_2_ones_own_tool_refuses_a_false_claim_before_signing():
    people = marching()
    count, digest = len(people[0].log), people[0].match.rounds.digest
    with pytest.raises(IllegalMove) as refused:
        people[0].match.answer(0, "3")
    assert str(refused.value) == (
        "red claims: the pace of red is at least 3\n  rule 3.1: what is sealed says otherwise: it is 2"
    )
    assert (len(people[0].log), people[0].match.rounds.digest) == (count, digest)
    people[0].match.answer(0, "2")


def test_3_2_a_cheat_is_an_incident_when_the_secret_is_opened_and_play_goes_on():
    people = marching()
    cheat(people)
    green = people[1].match
    assert green.binding.table.incidents == []
    assert green.state.said[0] == "3"  # what was claimed counts; it never steers
    assert [d.name for d in green.owing()] == ["green"]
    green.answer(1, "go")
    exchange(people)
    settle(people)
    agree(people)
    assert [p.match.binding.table.incidents for p in people] == [[FALSE], [FALSE]]
    assert green.binding.table.incidents[0].shown == "it is 2"
    assert green.binding.is_over


def test_3_2_whoever_holds_all_keys_sees_the_cheat_at_once():
    people = marching()
    cheat(people)
    watch = auditor(people)
    assert watch.binding.table.incidents == [FALSE]
    assert watch.rounds.digest == people[1].match.rounds.digest
    assert watch.state == people[1].match.state


def test_3_2_a_true_claim_is_no_incident_for_anybody():
    people = marching()
    people[0].match.answer(0, "2")
    exchange(people)
    settle(people)
    people[1].match.answer(1, "go")
    exchange(people)
    settle(people)
    assert [m.binding.table.incidents for m in (people[1].match, auditor(people))] == [[], []]


async def packs(state: Said) -> None:
    """Both pack two cards; at most one of them may be a raid."""
    def late(given: dict[str, tuple[Sealed[str], ...]]) -> list[Late]:
        return [
            Late("2.2", f"{s} packs at most one raid", given[s], lambda a, b: (a, b) != ("raid", "raid"))
            for s in ("red", "green")
        ]

    items = {s: [Listed(("rest", "raid"))] * 2 for s in ("red", "green")}
    sealed = await SealMany(rule="2.1", bucket=128, items=items, late=late)
    state.note(await Open(rule="3", sealed=dict(enumerate(sealed["red"]))))


def test_3_2_joint_conditions_on_a_pack_hold_before_sealing_and_are_found_after():
    people = invite(ruleset=little(packs))
    settle(people)
    red, green = (p.match for p in people)
    with pytest.raises(IllegalMove, match="red claims: red packs at most one raid"):
        red.seal(0, ["raid", "raid"])
    red.binding.table.secrets.refuse_false = lambda *args: None  # type: ignore[method-assign]
    red.seal(0, ["raid", "raid"])
    green.seal(1, ["rest", "raid"])
    exchange(people)
    assert green.binding.table.incidents == []
    settle(people)
    agree(people)
    assert [i.text for i in green.binding.table.incidents] == ["false claim: red packs at most one raid"]
    assert green.state.said == ["{0: 'raid', 1: 'raid'}"]


def test_3_2_what_only_the_auditor_sees_is_an_incident_there():
    """Garbage in a seal that is never opened shows when the game secret is known, and changes nothing."""

    async def play(state: Said) -> None:
        await Seal(rule="9.2", bucket=128, items={"red": Listed((1, 2))})
        state.note(await decides("green"))

    people = invite(ruleset=little(play))
    settle(people)
    red = people[0].match
    red.binding.table.check_seal = lambda *args: None  # type: ignore[method-assign]
    red.seal(0, ["7"])
    exchange(people)
    assert people[1].match.binding.table.incidents == []
    watch = auditor(people)
    assert [(i.seat, i.text) for i in watch.binding.table.incidents] == [
        ("red", "what is sealed in r2/9.2/0 is not legal")
    ]
    assert watch.rounds.digest == people[1].match.rounds.digest
