"""What findings rest on: what events say in words, the evidence of a seal, of a draw, of a claim about many secrets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grounds import grounded
from little import Said, bids, decides, little
from pbem.audit.audit import audit
from pbem.audit.findings.finding import Evidence, Finding
from pbem.audit.findings.grounds import said_by
from pbem.audit.verify import verify
from pbem.limits import MOST_OPENED, MOST_SHOWN
from pbem.play.requests import Ask, DrawSecret, Late, Listed, Open, Seal, SealMany
from pbem.record import events as ev
from pbem.record.wire import CODEC
from people import exchange, finish, forge, invite, settle
from records import lines_of, only
from toy import ATTACK, DISCLOSE, ENTROPY, GENESIS, JOIN, REVEAL, SEAL, changed, line_of

ANSWER = {"type": "answer", "rule": "9.4", "say": "go north"}
A32 = "A" * 43


@pytest.mark.parametrize(
    ("core", "words"),
    [
        (changed(ATTACK, body=ANSWER), 'the answer to 9.4 is "go north"'),
        (changed(ATTACK, body=ANSWER | {"about": "bie"}), 'the answer to 9.4 bie is "go north"'),
        (changed(ATTACK, body={"type": "undo", "to": 17}), "back to the position after round 17"),
        (changed(ATTACK, body={"type": "priv", "com": A32, "rule": "1", "slot": "r2/1/0"}), "a secret draw in r2/1/0"),
        (changed(SEAL), "sealed in r4/bid"),
        (changed(REVEAL), "what was sealed in r4/bid"),
        (changed(REVEAL, body__more=[{"seed": A32, "slot": "r2/1/0"}]), "what was sealed in r4/bid, r2/1/0"),
        (changed(ENTROPY, body__i=7, body__e=A32), f"its number 7 for the dice is {A32}"),
        (changed(DISCLOSE, body__gs=A32), f"the secret is {A32}"),
        (changed(JOIN), ""),
        (changed(GENESIS), ""),
        (changed(ENTROPY, kind="note", body={"text": "x"}), ""),
    ],
)
def test_what_an_event_says_in_a_few_words(core, words):
    assert said_by(CODEC.decode(line_of(core))) == words


def test_of_many_slots_the_first_are_named():
    openings = [{"seed": A32, "slot": f"r2/1/{i}"} for i in range(MOST_SHOWN + 5)]
    told = said_by(CODEC.decode(line_of(changed(REVEAL, body__more=openings))))
    assert told.split(", ") == ["what was sealed in r4/bid", *(f"r2/1/{i}" for i in range(MOST_SHOWN - 1))]


@pytest.mark.parametrize(
    ("evidence", "sentence"),
    [
        (Evidence("event", "abc"), "event abc"),
        (Evidence("event", "abc", 7), "event abc (line 7)"),
        (Evidence("commitment", "abc", slot="r2/1/0"), "commitment abc (r2/1/0)"),
        (Evidence("commitment", "abc", 7, "r2/1/0"), "commitment abc (r2/1/0, line 7)"),
        (Evidence("opened text", "go", slot="r2/1/0"), 'opened text "go" (r2/1/0)'),
    ],
)
def test_evidence_in_a_few_words(evidence, sentence):
    assert evidence.sentence == sentence


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({}, "it is odd"), ({"line": 7}, "line 7: it is odd"), ({"round": 0}, "round 0: it is odd"),
        ({"line": 7, "round": 3, "seat": "red", "rule": "9.6"}, "line 7, round 3, red, rule 9.6: it is odd"),
    ],
)
def test_a_finding_says_where_then_what(place, sentence):
    assert Finding("fault", "line", "it is odd", **place).sentence == sentence


# ------------------------------------------------------------------ in a match


def cheated(play: Any, cheat: Any) -> tuple[list[bytes], Any]:
    """A match in which red's tool checks nothing while `cheat` is done, and all play on honestly."""
    game = little(play)
    people = invite(ruleset=game)
    settle(people)
    red = people[0].match
    table = red.binding.table
    table.check_seal, table.check_claims = (lambda *_: None), (lambda _: None)  # type: ignore[method-assign]
    cheat(red)
    del table.check_seal, table.check_claims
    exchange(people)
    finish(people, random.Random(1))
    return lines_of(people), only(game)


def one(lines: list[bytes], find: Any) -> Finding:
    (finding,) = grounded(audit(lines, find_ruleset=find)).findings
    return finding


def line_of_event(lines: list[bytes], kind: str, seat: int) -> int:
    events = [CODEC.decode(line) for line in lines]
    return next(number for number, e in enumerate(events, start=1) if e.kind == kind and e.seat == seat)


def test_a_seal_of_another_secret_names_its_slot_and_its_commitment():
    async def play(state: Said) -> None:
        await bids("red", about="bie")
        await decides("green")

    def cheat(red: Any) -> None:
        mine, red._secrets[0] = red._secrets[0], bytes([77]) * 32
        red.seal(0, ["1"])
        red._secrets[0] = mine

    lines, find = cheated(play, cheat)
    number = line_of_event(lines, "seal", 0)
    item = CODEC.decode(lines[number - 1]).msg.body.items[0]
    finding = one(lines, find)
    assert finding.claimed == "a seal in r2/9.2/bie/0 that the secret of its seat opens"
    assert finding.truth == "the key does not open the seal"
    assert Evidence("commitment", item.com, number, "r2/9.2/bie/0") in finding.evidence


def test_a_claim_about_a_draw_rests_on_its_commitment_and_on_what_was_drawn():
    async def play(state: Said) -> None:
        drawn = await DrawSecret(rule="1", seat="red", pool=("a",), count=1)
        await Ask(
            rule="2", seat="red", legal=lambda: ("yes", "no"),
            late=lambda say: [Late("2", "it is b", (drawn,), lambda d: d == ("b",))],
        )

    lines, find = cheated(play, lambda red: red.answer(0, "yes"))
    number = line_of_event(lines, "act", 0)
    commitment = CODEC.decode(lines[number - 1]).msg.body.com
    finding = one(lines, find)
    assert (finding.claimed, finding.truth) == ("it is b", 'red drew in round 2 under rule 1: "a"')
    assert [e for e in finding.evidence if e.slot] == [
        Evidence("commitment", commitment, number, "r2/1/0"), Evidence("opened text", "a", slot="r2/1/0"),
    ]


def test_a_claim_about_very_many_secrets_shows_the_first_and_counts_the_rest():
    count = MOST_SHOWN + 2

    async def play(state: Said) -> None:
        given = await SealMany(rule="1", bucket=128, items={"red": [Listed((1, 2))] * count})
        await Ask(
            rule="2", seat="red", legal=lambda: ("yes", "no"),
            late=lambda say: [Late("2", "all are twos", given["red"], lambda *n: set(n) == {2})],
        )

    def cheat(red: Any) -> None:
        red.seal(0, ["1"] * count)
        red.answer(0, "yes")

    finding = one(*cheated(play, cheat))
    assert finding.claimed == "all are twos"
    assert [e.slot for e in finding.evidence if e.what == "opened text"] == [f"r2/1/{i}" for i in range(MOST_SHOWN)]
    assert finding.truth.startswith('red sealed in round 2 under rule 1: "1", "1", ')


def test_a_claim_that_can_say_what_is_true_says_so_and_one_about_what_was_public_has_no_commitment():
    async def play(state: Said) -> None:
        pace = (await Seal(rule="1", bucket=128, items={"red": Listed((3,))}))["red"]
        await Ask(
            rule="2", seat="red", legal=lambda: ("yes", "no"),
            late=lambda say: [Late("2", "red is slow", (pace,), lambda n: n < 2, lambda n: f"red makes {n} a day")],
        )

    lines, find = cheated(play, lambda red: red.answer(0, "yes"))
    (finding,) = verify(lines, "full", find_ruleset=find).findings
    assert (finding.claimed, finding.truth) == ("red is slow", "red makes 3 a day")
    assert finding.evidence == (Evidence("opened text", "3", slot="r2/1/0"),)


def test_a_long_text_that_was_sealed_against_the_rules_is_cut_short():
    async def play(state: Said) -> None:
        given = await Seal(rule="1", bucket=512, items={"red": Listed((1, 2))})
        await Open(rule="2", sealed=given)

    def opened(words: str) -> str:
        finding = one(*cheated(play, lambda red: red.seal(0, [words])))
        assert finding.claimed == "what is sealed is a legal text for rule 1"
        return next(e.value for e in finding.evidence if e.what == "opened text")

    words = " ".join(["go"] * 100)
    assert opened(words) == words[: MOST_OPENED - 4] + " ..."
    assert opened(words[:MOST_OPENED]) == words[:MOST_OPENED]


def test_what_is_no_text_is_said_to_be_none(monkeypatch):
    async def play(state: Said) -> None:
        given = await Seal(rule="1", bucket=128, items={"red": Listed((1, 2))})
        await Open(rule="2", sealed=given)

    def cheat(red: Any) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("pbem.match.making.say_text", lambda say: b"\xff")
            red.seal(0, ["1"])

    finding = one(*cheated(play, cheat))
    assert next(e.value for e in finding.evidence if e.what == "opened text") == "what is no text of an answer"


def test_a_void_event_rests_on_what_it_says():
    async def play(state: Said) -> None:
        await decides("red")

    game = little(play)
    people = invite(ruleset=game)
    settle(people)
    bad = forge(people[0].match, 0, ev.Act, ev.Answer(rule="1", say="fly"))
    people[0].receive([bad])
    finish(people, random.Random(1))
    (finding,) = verify(lines_of(people), "full", find_ruleset=only(game)).findings
    assert (finding.severity, finding.kind, finding.claimed) == ("incident", "void", 'the answer to 1 is "fly"')
