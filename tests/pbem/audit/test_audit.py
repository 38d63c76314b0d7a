"""2.14 Audit: what only the disclosed secrets show. Each cheater's tool skips the check that would have stopped it."""

from __future__ import annotations

import random
from contextlib import contextmanager

import pytest

import pbem.audit.audit as module
from grounds import but_order, by_own_hand, grounded
from little import bids, decides, little
from pbem.audit.audit import audit
from pbem.audit.verify import verify
from pbem.crypto import seal
from pbem.crypto.entropy import Chain
from pbem.errors import WrongUse
from pbem.play.requests import Ask, DrawSecret, Late, Open, Roll, SealMany
from people import exchange, finish, invite, settle
from records import TINY_ONLY, decoded, finished, lines_of, only, place


def one(report):
    (finding,) = report.findings
    return finding


def line_number(lines, event):
    return lines.index(event.line) + 1


def found(finding):
    return finding.severity, finding.kind, finding.line, finding.round, finding.seat, finding.rule


async def hidden(said):
    """A seal that is never opened, a claim about it, a roll, a private draw."""
    given = await bids("red", "green", rule="5.1")
    said.kept += given.values()

    def late(say):
        return [Late("5.2", "red bid two", (given["red"],), lambda bid: bid == 2)] if say == "two" else []

    said.note(await Ask(rule="5.2", seat="red", legal=lambda: ("pass", "two"), late=late))
    said.note(await Roll(rule="5.3"))
    said.kept.append(await DrawSecret(rule="5.4", seat="green", pool=("a", "b", "c")))
    said.note(await decides("green", rule="5.5"))
    return "done"


HIDDEN = little(hidden)


def start(game=HIDDEN):
    people = invite(ruleset=game)
    settle(people)
    return people, only(game)


def done(people):
    exchange(people)
    finish(people, random.Random(1))
    return lines_of(people)


@contextmanager
def another_secret(match, seat):
    """The seat's tool uses a secret that it never committed to."""
    mine, match._secrets[seat] = match._secrets[seat], bytes([77]) * 32
    yield
    match._secrets[seat] = mine


# ------------------------------------------------------------------ honest play


def test_an_honest_match_is_honest():
    report = audit(finished(), find_ruleset=TINY_ONLY)
    assert (report.findings, report.status, report.audited) == ((), 0, ("red", "green", "blue"))
    assert report.talk()[0] == (
        "honest (audit); dice witnessed (mover+others); ended by rule 4: won by green; audited with all secrets")
    assert report.signatures == len(finished()) + 3


@pytest.mark.parametrize("seed", range(4))
def test_an_honest_match_is_honest_in_any_order(seed):
    lines = list(finished(seed))
    random.Random(seed).shuffle(lines)
    report = audit(lines, find_ruleset=TINY_ONLY)
    assert but_order(report) == ()
    assert report.status == 0


def test_a_seat_that_never_disclosed_is_named():
    lines = [e.line for e in decoded(finished()) if not (e.kind == "disclose" and place(e)[1] == "green")]
    report = by_own_hand(grounded(audit(lines, find_ruleset=TINY_ONLY)), lines)
    assert (report.status, report.audited) == (9, ("red", "blue"))
    assert report.talk()[0].startswith("nothing dishonest found (audit); ")
    assert report.talk()[0].endswith("; audited but for green: ask green for the packet with its secret")
    assert (one(report).severity, one(report).seat) == ("note", "green")


def test_a_match_under_way_can_be_audited_with_a_secret_given_by_hand():
    people, find = start()
    people[0].match.seal(0, ["1"])
    exchange(people)
    gs = people[0].match.keys[0].gs
    report = audit(lines_of(people), secrets={0: gs}, find_ruleset=find)
    assert (report.findings, report.audited, report.status) == ((), ("red",), 9)
    told = "; audited but for green: secrets are disclosed when a match has ended"
    assert report.talk()[0].endswith(told)
    for wrong in ({0: bytes(32)}, {1: gs}, {7: gs}):
        with pytest.raises(WrongUse, match="not the secret of seat"):
            audit(lines_of(people), secrets=wrong, find_ruleset=find)


def test_what_cannot_be_read_is_not_audited():
    report = audit([b"hello\n"], find_ruleset=TINY_ONLY)
    assert (report.level, report.status, report.audited) == ("audit", 4, ())


def test_damage_shows_in_an_audit_as_in_a_full_verification():
    lines = finished()[:30] + finished()[31:]
    report = audit(lines, find_ruleset=TINY_ONLY)
    assert report.findings == verify(lines, "full", find_ruleset=TINY_ONLY).findings
    assert report.talk()[0].startswith("Records are missing: ask ")
    assert report.talk()[0].endswith(" No player is accused.")
    assert "; what is here ends in round 14, which waits for red; audited without any seat's secret" in report.talk()[1]


def test_a_bad_signature_inside_a_feed_accuses_nobody_of_more():
    lines = list(finished())
    lines[19] = lines[19][:-20] + b"AAAA" + lines[19][-16:]
    report = by_own_hand(grounded(audit(lines, find_ruleset=TINY_ONLY)), lines)
    assert report.findings == verify(lines, "full", find_ruleset=TINY_ONLY).findings
    assert [f.kind for f in report.findings] == ["signature"]


# ------------------------------------------------------------------ cheats that only the audit finds


def sound_but_dishonest(lines, find):
    """Verifying finds nothing; gives the one finding of the audit."""
    assert verify(lines, "full", find_ruleset=find).findings == ()
    report = by_own_hand(grounded(audit(lines, find_ruleset=find)), lines)
    assert report.status == 4
    assert report.talk()[0].endswith(" Nobody else is accused.")
    assert one(report).seat in report.talk()[0]
    assert report.talk()[1].startswith("bad evidence (audit)")
    return one(report)


def test_a_seal_made_with_another_secret_is_found_though_never_opened():
    people, find = start()
    with another_secret(people[0].match, 0):
        event = people[0].match.seal(0, ["1"])
    lines = done(people)
    finding = sound_but_dishonest(lines, find)
    assert found(finding) == ("fault", "seal", line_number(lines, event), 2, "red", "5.1")
    assert "the seal of r2/5.1/0 is not the one that the secret gives" in finding.text


def test_a_seal_made_and_opened_with_another_secret_is_found():
    async def shown(said):
        given = await bids("red", "green", rule="5.1")
        said.note(await Open(rule="5.6", sealed=given))
        return "done"

    people, find = start(little(shown))
    with another_secret(people[0].match, 0):
        event = people[0].match.seal(0, ["1"])
        people[1].receive(people[0].log)
        people[1].match.seal(1, ["2"])
        people[0].receive(people[1].log)
        people[0].match._mechanical(*people[0].match.mine())
        exchange(people)
    lines = done(people)
    finding = sound_but_dishonest(lines, find)
    assert found(finding) == ("fault", "seal", line_number(lines, event), 2, "red", "5.1")


def test_a_salt_of_choice_is_found(monkeypatch):
    people, find = start()
    with monkeypatch.context() as patch:
        patch.setattr(seal, "_salt", lambda gs, ctx, padded: bytes(16))
        event = people[1].match.seal(1, ["1"])
    lines = done(people)
    finding = sound_but_dishonest(lines, find)
    assert found(finding) == ("fault", "seal", line_number(lines, event), 2, "green", "5.1")
    assert "the salt does not come from the game secret" in finding.text


def test_an_illegal_text_that_is_never_opened_is_found():
    people, find = start()
    people[0].match.binding.table.check_seal = lambda *_: None
    event = people[0].match.seal(0, ["9"])
    lines = done(people)
    finding = sound_but_dishonest(lines, find)
    assert found(finding) == ("fault", "incident", line_number(lines, event), 2, "red", "5.1")
    assert finding.text == "what is sealed in r2/5.1/0 is not legal"
    assert finding.claimed == "what is sealed is a legal text for rule 5.1"
    assert finding.truth == 'red sealed in round 2 under rule 5.1: "9"'
    commitment, opened = finding.evidence
    assert (commitment.what, commitment.line, opened.what) == ("commitment", line_number(lines, event), "opened text")
    assert commitment.value == event.msg.body.items[0].com


def test_a_false_claim_about_a_hidden_bid_is_found():
    people, find = start()
    people[0].match.seal(0, ["1"])
    exchange(people)
    people[1].match.seal(1, ["1"])
    exchange(people)
    people[0].match.binding.table.check_claims = lambda _: None
    event = people[0].match.answer(0, "two")
    lines = done(people)
    finding = sound_but_dishonest(lines, find)
    assert found(finding) == ("fault", "incident", line_number(lines, event), 3, "red", "5.2")
    assert finding.text == "false claim: red bid two"
    assert (finding.claimed, finding.truth) == ("red bid two", 'red sealed in round 2 under rule 5.1: "1"')
    assert [e.slot for e in finding.evidence] == ["r2/5.1/0"] * 2


def test_two_raids_in_one_pack_are_found_with_their_rule():
    people = invite(turns=1)
    rng = random.Random(11)
    for _ in range(60):
        request = people[2].match.request
        duties = [d.kind for d in people[2].match.mine()]
        if isinstance(request, SealMany) and duties == ["seal"]:
            break
        for person in people[:2]:
            person.work(rng)
        exchange(people[:2])
        people[2].receive(people[0].log)
        if isinstance(people[2].match.request, SealMany):
            break
        people[2].work(rng)
        exchange(people)
    people[2].match.binding.table.check_seal = lambda *_: None
    event = people[2].match.seal(2, ["raid", "raid"])
    exchange(people)
    lines = done(people)
    report = audit(lines, find_ruleset=TINY_ONLY)
    assert found(one(report)) == ("fault", "incident", line_number(lines, event), event.msg.r, "blue", "2.2")
    assert one(report).text == "false claim: blue packs at most one raid"
    early = verify(lines, find_ruleset=TINY_ONLY)  # both cards were opened in play
    assert (early.status, one(early).severity, one(early).text) == (0, "incident", one(report).text)


def test_dice_of_another_chain_are_found_at_the_join():
    people = invite(ruleset=HIDDEN)
    match = people[0].match
    match._chains[0] = Chain(bytes([66]) * 32, match.feeds.gid, 0, 0, HIDDEN.chain_n)
    match.join(0)
    lines = done(people)
    event = next(e for e in decoded(lines) if e.kind == "join" and e.msg.seat == 0)
    finding = sound_but_dishonest(lines, only(HIDDEN))
    assert found(finding)[:5] == ("fault", "chain", line_number(lines, event), 1, "red")
    assert finding.text == "what it fixed for its dice when it joined is not what its secret gives"
    assert finding.claimed == f"the anchor is {event.msg.body.anchor}"
    assert finding.truth.startswith("the secret of its seat gives ")
    assert [e.what for e in finding.evidence] == ["event", "anchor", "secret"]
    secret = next(e.msg.body.gs for e in decoded(lines) if e.kind == "disclose" and e.seat == 0)
    assert finding.evidence[2].value == secret


def test_a_private_seed_of_choice_is_found():
    people, find = start()
    rng, match = random.Random(1), people[1].match
    while not (isinstance(match.request, DrawSecret) and match.mine()):
        people[0].work(rng)
        exchange(people)
        for duty in match.mine():
            if duty.kind == "entropy":  # by hand: the tool would go on and make the draw's commitment too
                match._entropy(1)
            elif duty.kind == "seal":
                match.seal(1, ["1"])
        exchange(people)
    with another_secret(match, 1):
        event = match._mechanical(*match.mine())
    lines = done(people)
    finding = sound_but_dishonest(lines, find)
    assert found(finding) == ("fault", "draw", line_number(lines, event), event.msg.r, "green", "5.4")
    assert "does not come from the secret of its seat" in finding.text


def test_several_cheats_are_all_found_in_order():
    people, find = start()
    with another_secret(people[0].match, 0):
        people[0].match.seal(0, ["1"])
    people[1].match.binding.table.check_seal = lambda *_: None
    people[1].match.seal(1, ["8"])
    lines = done(people)
    report = audit(lines, find_ruleset=find)
    assert [(f.kind, f.seat) for f in report.findings] == [("seal", "red"), ("incident", "green")]


# ------------------------------------------------------------------ rules that look into secrets


def test_rules_that_look_into_secrets_are_found(monkeypatch):
    peeked = []

    async def peeking(said):
        given = await bids("red", "green", rule="5.1")
        table = peeked[-1]
        seen = table.peek(given["red"]) if table is not None else None
        said.note(await decides("red", rule="5.7" if seen is None else "5.8"))
        return "done"

    game = little(peeking)
    people, find = start(game)
    peeked.append(None)
    lines = done(people)
    assert verify(lines, "full", find_ruleset=find).findings == ()

    class Spying(module.Auditor):
        def __init__(self, binding, secrets, trail):
            super().__init__(binding, secrets, trail)
            peeked.append(binding.table)

    monkeypatch.setattr(module, "Auditor", Spying)
    report = audit(lines, find_ruleset=find)
    finding = next(f for f in grounded(report).findings if f.kind == "steering")
    assert (finding.round, finding.rule, report.status) == (3, "5.7", 4)
    assert finding.text == "little/1 looks into secrets: without them it asks Ask 5.7 of red, with them Ask 5.8 of red"
