"""2.7, 2.9, 2.10, 3.2, 3.4 What seats signed and should not have; and proofs."""

from __future__ import annotations

import random

import pytest

from grounds import by_own_hand, grounded
from little import decides, little
from pbem.audit.findings.proof import HEADER, Verdict, check_proof, read_proof
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed
from pbem.errors import WrongUse
from pbem.record import events as ev
from pbem.record.wire import CODEC
from people import exchange, finish, forge, invite, master, send, settle, twins
from records import TINY_ONLY, decoded, finished, lines_of, only, place

LEVELS = ("quick", "full")


def both(lines, find=TINY_ONLY):
    quick, full = (verify(lines, level, find_ruleset=find) for level in LEVELS)
    assert (quick.findings, quick.gaps, quick.digest) == (full.findings, full.gaps, full.digest)
    return by_own_hand(grounded(full), lines)


def one(report):
    (finding,) = report.findings
    return finding


def line_number(lines, event):
    return lines.index(event.line) + 1


def owes(people, kind):
    """The first person whose seat owes an event of this kind, with the seat; all has been exchanged."""
    exchange(people)
    for person in people:
        for duty in person.match.mine():
            if duty.kind == kind:
                return person, duty.seat
    return None


def bring_to(people, kind, seed=4):
    """Plays on until somebody owes an event of this kind."""
    rng = random.Random(seed)
    settle(people)
    for _ in range(200):
        if owes(people, kind):
            break
        for person in people:
            person.work(rng)
        exchange(people)
    found = owes(people, kind)
    assert found is not None
    return found


# ------------------------------------------------------------------ void events


def dice(seed=1):
    """Three people of whom the last still owes an element, all others shown."""
    people = invite(turns=1)
    rng = random.Random(seed)
    settle(people)
    for _ in range(40):
        for person in people[:2]:
            person.work(rng)
        exchange(people[:2])
        people[2].receive(people[0].log)
        if people[2].match.owing()[0].kind == "entropy":
            return people
        people[2].work(rng)
        exchange(people)
    raise AssertionError("no dice")


def wrong_element(people):
    person = people[2]
    i = person.match.feeds.feeds[2].chain_i + 1
    return forge(person.match, 2, ev.Entropy, ev.EntropyBody(c=0, e=b64(bytes(32)), i=i))


def test_a_wrong_chain_element_is_a_fault_while_the_right_one_is_owed():
    people = dice()
    event = wrong_element(people)
    send(people, event)
    lines = lines_of(people)
    report = both(lines)
    finding = one(report)
    assert (finding.line, finding.round, finding.seat) == (line_number(lines, event), *place(event))
    assert (finding.severity, finding.kind, report.status) == ("fault", "void", 4)
    assert finding.rule == people[0].match.request.rule
    assert "not the next of those that its seat fixed" in finding.text


def test_a_wrong_chain_element_is_an_incident_once_the_right_one_came():
    people = dice()
    event = wrong_element(people)
    send(people, event)
    finish(people, random.Random(1))
    lines = lines_of(people)
    report = both(lines)
    assert (one(report).severity, one(report).line, report.status) == ("incident", line_number(lines, event), 0)
    assert report.is_complete


@pytest.mark.parametrize("shift", [0, 2])
def test_an_element_out_of_turn_is_void(shift):
    people = dice()
    match = people[2].match
    i = match.feeds.feeds[2].chain_i + shift
    element = match._chain(2).element(i)
    event = forge(match, 2, ev.Entropy, ev.EntropyBody(c=0, e=b64(element), i=max(i, 1)))
    send(people, event)
    assert one(both(lines_of(people))).kind == "void"


def test_an_illegal_answer_is_an_incident_with_its_rule():
    game = little(two_steps)
    people = invite(ruleset=game)
    settle(people)
    event = forge(people[0].match, 0, ev.Act, ev.Answer(rule="1", say="fly"))
    send(people, event)
    finish(people, random.Random(1))
    lines = lines_of(people)
    report = both(lines, only(game))
    finding = one(report)
    assert (finding.line, finding.round, finding.seat, finding.rule) == (line_number(lines, event), 2, "red", "1")
    assert (finding.severity, report.status) == ("incident", 0)
    assert "this act has no effect" in finding.text
    assert "\n" not in finding.text


async def two_steps(said):
    said.note(await decides("red"))
    said.note(await decides("green", rule="2"))
    return "done"


def test_a_second_answer_to_a_closed_round_has_no_effect():
    game = little(two_steps)
    people = invite(ruleset=game)
    settle(people)
    people[0].match.answer(0, "stay")
    base = people[0].log[-1].msg
    event = forge(people[0].match, 0, ev.Act, ev.Answer(rule="1", say="go"), prev=base.prev, r=base.r)
    send(people, event)
    exchange(people)
    finish(people, random.Random(1))
    lines = lines_of(people)
    finding = one(both(lines, only(game)))
    assert (finding.severity, finding.line, finding.round) == ("incident", line_number(lines, event), 2)
    assert finding.text == "this act has no effect: round 2 did not need it"


def test_a_broken_commitment_is_a_fault_while_the_secret_is_owed():
    people = invite(turns=1)
    person, seat = bring_to(people, "disclose")
    event = forge(person.match, seat, ev.Disclose, ev.DiscloseBody(epoch=0, gs=b64(bytes(32))))
    send(people, event)
    lines = lines_of(people)
    report = both(lines)
    finding = one(report)
    assert (finding.severity, finding.kind, report.status) == ("fault", "void", 4)
    assert (finding.line, finding.seat) == (line_number(lines, event), place(event)[1])
    assert "not the one that was committed to" in finding.text
    assert finding.seat not in report.disclosed


def test_an_event_on_a_history_of_its_own_is_a_fault():
    game = little(two_steps)
    people = invite(ruleset=game)
    settle(people)
    event = forge(people[0].match, 0, ev.Act, ev.Answer(rule="1", say="go"), prev=b64(bytes(32)))
    send(people, event)
    lines = lines_of(people)
    report = both(lines, only(game))
    finding = one(report)
    assert (finding.kind, finding.line, finding.seat, report.status) == ("base", line_number(lines, event), "red", 4)


@pytest.mark.parametrize("ahead", [1, 2, 50])
def test_who_builds_on_rounds_that_never_were_accuses_nobody_else(ahead):
    """Others seem to owe what it built on; they are asked for it, and not named as at fault."""
    game = little(two_steps)
    people = invite(ruleset=game)
    settle(people)
    match = people[1].match
    event = forge(match, 1, ev.Act, ev.Answer(rule="1", say="go"), prev=b64(bytes(32)), r=match.rounds.r + ahead)
    send(people, event)
    report = both(lines_of(people), only(game))
    assert (report.status, one(report).kind) == (5, "missing")
    assert (one(report).seat, one(report).concerns) == ("", "red")


def test_another_state_digest_is_a_desync():
    people = invite(turns=1)
    person, seat = bring_to(people, "seal")
    while not person.match.binding.checkpoint:
        for p in people:
            p.work(random.Random(1))
        exchange(people)
        person, seat = bring_to(people, "seal")
    person.match.binding.checkpoint = b64(bytes(16))
    person.match.seal(seat, ["rest", "rest"])
    send(people, person.log[-1])
    lines = lines_of(people)
    for other in people:
        if other is not person:
            for duty in other.match.mine():
                other.match.seal(duty.seat, ["rest", "rest"])
                lines.append(other.log[-1].line)
    report = both(lines)
    finding = one(report)
    assert (finding.kind, finding.seat, report.status) == ("desync", person.match.name(seat), 4)
    assert finding.line == line_number(lines, person.log[-1])
    assert finding.text.startswith("DESYNC at ")
    assert finding.evidence[-1].value == b64(bytes(16))


def test_an_illegal_sealed_text_is_an_incident_when_it_is_opened():
    people = invite(turns=1)
    person, seat = bring_to(people, "seal")
    while person.match.request.rule != "2.1":
        for p in people:
            p.work(random.Random(1))
        exchange(people)
        person, seat = bring_to(people, "seal")
    person.match.binding.table.check_seal = lambda *_: None
    sealed = person.match.seal(seat, ["fly", "rest"])
    exchange(people)
    finish(people, random.Random(3))
    lines = lines_of(people)
    report = both(lines)
    finding = one(report)
    assert (finding.severity, finding.seat, finding.rule) == ("incident", person.match.name(seat), "2.1")
    assert "the default counts" in finding.text
    assert report.status == 0
    assert sealed.line in lines


# ------------------------------------------------------------------ twins


@pytest.mark.parametrize("level", LEVELS)
def test_twins_are_a_fork_with_proof(level):
    people, pair = twins()
    lines = [*lines_of(people), pair[0].line, pair[1].line]
    report = verify(lines, level, find_ruleset=TINY_ONLY)
    finding = one(report)
    assert (report.status, finding.kind, finding.line) == (6, "fork", len(lines))
    assert (finding.round, finding.seat) == place(pair[0])
    (found,) = report.twins
    assert sorted(found.lines) == [len(lines) - 1, len(lines)]
    assert (found.seat, found.n, set(found.ids)) == ("green", pair[0].msg.n, {pair[0].id, pair[1].id})
    verdict = check_proof(found.proof.encode())
    assert verdict.is_proven
    assert (verdict.name, verdict.seat, verdict.n, verdict.game) == ("green", 1, pair[0].msg.n, report.game)
    assert "green (seat 1)" in verdict.text


def test_twins_are_found_in_any_order_and_after_both_were_used():
    people, pair = twins()
    rng = random.Random(6)
    send(people, pair[0])
    finish(people, rng)
    lines = [*lines_of(people), pair[1].line]
    digests = set()
    for seed in range(4):
        random.Random(seed).shuffle(lines)
        report = both(lines)
        assert (report.status, [f.kind for f in report.faults]) == (6, ["fork"])
        digests.add((report.digest, report.rounds, report.twins[0].proof))
    assert len(digests) == 1


def test_a_seat_that_denies_its_own_event_is_a_fork():
    people, pair = twins()
    match = people[1].match
    core = match._core(1) | {"inc": (), "feed": pair[1].id, "n": pair[1].msg.n + 1}
    later = CODEC.make(ev.Note(**core, body=ev.NoteBody(text="c")), match.keys[1].sign_seed)
    lines = [*lines_of(people), pair[0].line, later.line]
    report = both(lines)
    finding = one(report)
    assert (finding.kind, finding.line, finding.seat, report.status) == ("link", len(lines), "green", 6)
    assert f"line {len(lines) - 1}" in finding.text


def test_two_joins_of_one_seat_are_twins():
    people = invite(turns=1)
    settle(people)
    join = next(e for e in people[1].log if e.kind == "join" and e.seat == 1)
    fields = {f: getattr(join.msg, f) for f in join.msg.__struct_fields__} | {"t": 77}
    other = CODEC.make(ev.Join(**fields), identity_seed(master(1)))
    lines = [*lines_of(people), other.line]
    report = both(lines)
    assert [f.kind for f in report.faults] == ["fork"]
    assert report.rounds == 0
    assert check_proof(report.twins[0].proof.encode()).is_proven


# ------------------------------------------------------------------ proof files


def proof():
    people, pair = twins()
    report = verify([*lines_of(people), pair[0].line, pair[1].line], find_ruleset=TINY_ONLY)
    return report.twins[0].proof.encode(), people, pair


def test_a_proof_file_has_a_header_and_four_lines(tmp_path):
    content, *_ = proof()
    lines = content.splitlines(keepends=True)
    assert lines[0] == HEADER == b'{"proof":"equivocation","v":"pbem1"}\n'
    assert [CODEC.decode(line).kind for line in lines[1:]] == ["genesis", "join", "note", "note"]
    path = tmp_path / "green.proof.jsonl"
    path.write_bytes(content)
    assert read_proof(path) == check_proof(content)
    with pytest.raises(WrongUse, match="there is no file"):
        read_proof(tmp_path / "other")


def test_no_flipped_bit_leaves_a_proof_standing():
    content, *_ = proof()
    rng = random.Random(1)
    for at in rng.sample(range(len(content)), 120):
        broken = content[:at] + bytes([content[at] ^ (1 << rng.randrange(8))]) + content[at + 1 :]
        verdict = check_proof(broken)
        assert not verdict.is_proven
        assert verdict.text.startswith("this proves nothing: ")


def test_what_proves_nothing_says_why():
    content, people = proof()[:2]
    header, genesis, join, one_, two = content.splitlines(keepends=True)
    other = finished(nonce=1)
    alien_join = next(e.line for e in decoded(other) if e.kind == "join" and e.seat == 1)
    red_join = next(e.line for e in people[0].log if e.kind == "join" and e.seat == 0)
    red = next(e.line for e in people[0].log[1:] if e.seat == 0 and e.kind == "entropy")
    green = [e.line for e in people[0].log[1:] if e.seat == 1 and e.kind == "entropy"]
    numbers = [CODEC.decode(line).msg.n for line in green]

    def unsigned(line):
        return line[:-20] + (b"B" if line[-20:-19] == b"A" else b"A") + line[-19:]

    cases = {
        "it does not begin as a proof of equivocation": [genesis, join, one_, two],
        "it has 4 lines, a proof has 5": [header, genesis, join, one_],
        "the two events are one": [header, genesis, join, one_, one_],
        f"the events have two places, n={numbers[0]} and n={numbers[1]}": [header, genesis, join, green[0], green[1]],
        "line 3: the join is not one of this match": [header, genesis, alien_join, one_, two],
        "line 4: the event is of another seat than the join": [header, genesis, red_join, one_, two],
        "line 5: the event is of another seat than the join": [header, genesis, join, one_, red],
        "line 4: the event is not one of this match": [header, genesis, join, alien_join, two],
        "line 5: the event is not one of this match": [header, genesis, join, one_, genesis],
        "line 5: the event is not signed by its seat": [header, genesis, join, one_, unsigned(two)],
        "line 2: a join stands where the first line of the match belongs": [header, join, genesis, one_, two],
        "line 2: the first line of the match is not signed by its host": [header, unsigned(genesis), join, one_, two],
        "line 3: a note stands where the join of the seat belongs": [header, genesis, one_, two, two],
        "line 3: the join is not signed by the person invited to the seat": [
            header, genesis, unsigned(join), one_, two],
        "line 2: the first line of the match is damaged: not framed as an event": [header, b"x\n", join, one_, two],
        "line 3: the join of the seat is damaged: not framed as an event": [header, genesis, b"x\n", one_, two],
        "line 4: the first event is damaged: not framed as an event": [header, genesis, join, b"x\n", two],
        "line 5: the second event is damaged: not framed as an event": [header, genesis, join, one_, b"x\n"],
    }
    for why, lines in cases.items():
        assert check_proof(b"".join(lines)) == Verdict(is_proven=False, text=f"this proves nothing: {why}")
    for junk in (b"", b"\n" * 9, b"\xff", header * 5):
        assert not check_proof(junk).is_proven
