"""2.13, 2.14 Damaged files: one finding for each damage, which names line, round, whose event, and accuses nobody."""

from __future__ import annotations

import io
import random

import pytest

from grounds import but_order, grounded
from pbem.audit.findings.report import Gap
from pbem.audit.sheets.advice import to_do
from pbem.audit.verify import verify
from pbem.record.wire import CODEC
from people import invite, settle
from records import TINY_ONLY, decoded, finished, flip, lines_of, place
from tiers import tiers

LEVELS = ("quick", "full")
COUNT = len(finished())


def both(lines):
    """The report of both levels, which agree on all but what was checked; no seat did any of this."""
    quick, full = (verify(lines, level, find_ruleset=TINY_ONLY) for level in LEVELS)
    assert (quick.findings, quick.gaps, quick.digest) == (full.findings, full.gaps, full.digest)
    assert not [f for f in full.findings if f.seat]
    return grounded(full)


def one(report):
    """The only finding."""
    (finding,) = report.findings
    return finding


def where(finding):
    assert not finding.seat
    return finding.line, finding.round, finding.concerns


# ------------------------------------------------------------------ one bit


@pytest.mark.parametrize("bits", tiers([2, 6], quick=1))
@pytest.mark.parametrize("number", range(1, COUNT + 1))
def test_a_flipped_bit_is_found_at_its_line(number, bits):
    lines, rng = finished(), random.Random(number)
    line = lines[number - 1]
    truth = (number, *place(CODEC.decode(line)))
    signature = range(len(line) - 89, len(line) - 3)
    for at in rng.sample(range(len(line)), bits):
        damaged = flip(lines, number, at, rng.randrange(8))
        quick, full = (verify(damaged, level, find_ruleset=TINY_ONLY) for level in LEVELS)
        assert where(one(full)) == truth
        assert full.status == 4
        if at in signature and not quick.findings:
            assert verify(lines, find_ruleset=TINY_ONLY).digest == quick.digest  # only the signature shows it
        else:
            assert quick.findings == full.findings


def test_a_bad_signature_inside_a_feed_is_found_by_full_alone():
    lines = list(finished())
    lines[19] = lines[19][:-20] + b"AAAA" + lines[19][-16:]
    assert verify(lines, "quick", find_ruleset=TINY_ONLY).findings == ()
    finding = one(verify(lines, "full", find_ruleset=TINY_ONLY))
    assert where(finding) == (20, *place(CODEC.decode(lines[19])))
    assert finding.kind == "signature"
    assert "nobody is accused" in finding.text


def test_a_bad_signature_at_the_end_of_a_feed_is_found_by_quick_too():
    lines = list(finished())
    lines[-1] = lines[-1][:-20] + b"AAAA" + lines[-1][-16:]
    assert where(one(both(lines)))[0] == COUNT


# ------------------------------------------------------------------ lines that are not there, or too often


@pytest.mark.parametrize("number", range(2, COUNT - 2))
def test_a_dropped_line_is_missed_by_name(number):
    lines = [line for i, line in enumerate(finished(), start=1) if i != number]
    dropped = CODEC.decode(finished()[number - 1])
    r, seat = place(dropped)
    report = both(lines)
    finding = one(report)
    assert (report.status, finding.kind, finding.concerns) == (5, "missing", seat)
    assert finding.line is not None
    assert finding.round == r or dropped.kind == "note"  # the round of a remark that is not here cannot be known
    assert [(g.seat, g.n) for g in report.gaps] == [(seat, dropped.msg.n)]


def test_a_gap_says_what_to_ask_for():
    events = decoded(finished())
    number, event = next((i, e) for i, e in enumerate(events) if e.kind == "entropy" and e.msg.n > 4)
    report = both(finished()[:number] + finished()[number + 1 :])
    n, seat = event.msg.n, place(event)[1]
    assert report.gaps == (Gap(seat, n, (n - 1, n + 1)),)
    assert report.gaps[0].sentence == f"{seat} sent {n - 1} and {n + 1}, ask for {n}"
    assert one(report).text == f"{seat} sent event {n + 1}, but event {n} is not here: ask {seat} for event {n}"
    assert (one(report).lacks, one(report).owner) == (f"event {n}", seat)


def test_a_dropped_end_is_silence():
    report = both(finished()[:-3])
    assert (report.findings, report.status) == ((), 0)
    assert {a.kind for a in report.awaited} == {"disclose"}
    assert report.disclosed == ()
    assert report.is_complete


def test_a_missing_join_is_asked_for():
    number = next(i for i, e in enumerate(decoded(finished())) if e.kind == "join" and place(e)[1] == "green")
    report = both(finished()[:number] + finished()[number + 1 :])
    finding = one(report)
    assert (finding.kind, finding.concerns, finding.round, report.status) == ("missing", "green", 1, 5)
    assert report.gaps[0].sentence == "ask green for its join"
    assert "the join of green is not here" in finding.text
    later = next(i for i, e in enumerate(decoded(finished())) if i > number and place(e)[1] == "green")
    first = decoded(finished())[later]  # that needs it
    assert (finding.line, finding.evidence[0].value) == (later, first.id)


@pytest.mark.parametrize("seed", range(8))
def test_any_lines_may_be_missing(seed):
    rng = random.Random(seed)
    drops = set(rng.sample(range(2, COUNT + 1), rng.randint(2, 8)))
    lines = [line for i, line in enumerate(finished(), start=1) if i not in drops]
    rng.shuffle(lines)
    report = both(lines)
    dropped = {(place(e)[1], e.msg.n) for i, e in enumerate(decoded(finished()), start=1) if i in drops}
    assert {f.kind for f in but_order(report)} <= {"missing"}
    assert {(g.seat, g.n) for g in report.gaps} <= dropped


@pytest.mark.parametrize("number", [1, 3, COUNT // 2, COUNT])
def test_a_doubled_line_is_noted_and_does_no_harm(number):
    lines = [*finished(), finished()[number - 1]]
    report = both(lines)
    finding = one(report)
    assert where(finding) == (COUNT + 1, *place(CODEC.decode(lines[-1])))
    assert (report.status, finding.severity, finding.text) == (0, "note", f"the event of line {number} once more")
    assert report.events == COUNT


def test_a_file_twice_over_is_noted_in_few_words():
    report = both([*finished(), *finished()] + list(finished()) * 2)
    assert report.status == 0
    assert len(report.findings) == 101
    assert report.findings[-1].text.endswith("more lines repeat earlier ones")


@pytest.mark.parametrize("seed", range(4))
def test_swapped_lines_do_not_matter(seed):
    lines, rng = list(finished()), random.Random(seed)
    i, j = rng.sample(range(COUNT), 2)
    lines[i], lines[j] = lines[j], lines[i]
    report = both(lines)
    assert but_order(report) == ()
    assert report.status == 0
    assert report.digest == both(finished()).digest


def test_lines_that_stand_before_what_they_follow_are_told_in_words():
    lines, events = list(finished()), decoded(finished())
    mine = [i for i, e in enumerate(events) if place(e)[1] == "red" and e.kind != "join"]
    i, j = mine[3], mine[4]
    lines[i], lines[j] = lines[j], lines[i]
    finding = one(both(lines))
    assert (finding.severity, finding.kind, finding.line, finding.concerns) == ("note", "order", i + 1, "red")
    assert finding.text.startswith("this event stands before one that it follows: the lines are in another order")
    last = [i for i in mine if i > mine[4]][-1]
    lines = [*finished()[:mine[3]], *finished()[mine[3] + 1 :], finished()[mine[3]]]
    assert f"this and {sum(mine[3] < k <= last for k in mine) - 1} more events" in one(both(lines)).text


@pytest.mark.parametrize("number", [1, 3, 30])
def test_an_event_that_comes_once_more_with_a_wrong_signature_is_a_fault_of_that_line(number):
    again = finished()[number - 1]
    report = both([*finished(), again[:-20] + b"AAAA" + again[-16:]])
    assert where(one(report)) == (COUNT + 1, *(place(CODEC.decode(again)) if number > 1 else (0, "")))
    assert one(report).seat == ""
    assert f"repeats line {number}" in one(report).text


def test_the_good_copy_of_an_event_counts_wherever_it_stands():
    good = finished()[29]
    lines = [*finished()[:29], good[:-20] + b"AAAA" + good[-16:], *finished()[30:], good]
    report = both(lines)
    (finding,) = but_order(report)
    assert where(finding) == (30, *place(CODEC.decode(good)))
    assert report.digest == both(finished()).digest


# ------------------------------------------------------------------ lines from elsewhere


@pytest.mark.parametrize("kind", ["genesis", "join", "entropy", "note"])
@pytest.mark.parametrize("kept", [20, COUNT])
def test_a_line_of_another_match_is_a_note_and_names_nobody(kind, kept):
    alien = next(e for e in decoded(finished(nonce=1)) if e.kind == kind)
    plain = both(finished()[:kept])
    report = both([*finished()[:10], alien.line, *finished()[10:kept]])
    finding = one(report)
    assert where(finding) == (11, None, "")
    assert (report.status, finding.severity, finding.kind) == (0, "note", "place")
    assert "of another match" in finding.text or "to another match" in finding.text
    game = alien.id if kind == "genesis" else alien.msg.game
    assert (finding.claimed, finding.truth) == (f"it names the match {game}", f"this match is {report.game}")
    assert [(e.what, e.line) for e in finding.evidence] == [("event", 11), ("line digest", 11)]
    assert finding.evidence[0].value == alien.id
    told = "\n".join([finding.sentence, finding.claimed, finding.truth, to_do(finding)])
    assert not [seat for seat in report.seats if seat in told]
    assert (report.digest, report.awaited, report.result) == (plain.digest, plain.awaited, plain.result)


@pytest.mark.parametrize("step", tiers([3, 1], quick=1))
def test_a_line_of_another_match_explains_no_loss(step):
    """Not even one that has the place of what is missing."""
    events = decoded(finished())
    for at in range(5, COUNT - 3, step):
        lost = events[at]
        stray = next((e for e in decoded(finished(nonce=1))[1:] if (e.seat, e.kind) == (lost.seat, lost.kind)
                      and e.msg.n == lost.msg.n), None)
        if stray is None:
            continue
        lines = [*finished()[:at], *finished()[at + 1 :]]
        without, report = both(lines), both([*lines, stray.line])
        assert (report.status, report.gaps) == (5, without.gaps)
        assert [f for f in report.findings if f.kind != "place"] == list(without.findings)


def test_an_included_remark_is_missed_though_a_line_of_another_match_is_there():
    lines, note = remark_not_sent_on()
    report = both([*lines, finished(nonce=1)[5]])
    assert (report.status, {f.kind for f in report.findings}) == (5, {"missing", "place"})
    assert f"it includes another seat's event {note.id[:12]}" in report.first.text


def test_an_event_of_ours_that_names_another_match_explains_its_own_loss_alone():
    """One byte of it was damaged: what else it says of its place is whole, and it is not half of another event."""
    events = decoded(finished(notes=False))
    game = events[0].id.encode()
    there = next(e for e in events if e.kind == "entropy" and e.seat == 0)
    gone = next(e for e in events[1:] if e.seat == 1 and e.msg.n == there.msg.n)
    other = there.line.replace(b'"game":"' + game[:3], b'"game":"' + bytes([game[0] ^ 1]) + game[1:3], 1)
    whole = [e.line for e in events]
    report = both([*whole, other])
    assert (one(report).kind, one(report).severity, report.status) == ("place", "fault", 4)
    lines = [line for line in whole if line != gone.line]
    report = both([*lines, other])
    assert {(f.kind, f.concerns) for f in report.findings} == {("missing", "green"), ("place", "red")}
    assert "ask again" not in report.of("place")[0].text
    lines = [line for line in whole if line != there.line]
    report = both([*lines, other])
    assert (one(report).kind, one(report).concerns) == ("place", "red")
    assert f"ask again for event {there.msg.n} of red" in one(report).text


def test_a_forged_line_accuses_nobody():
    target = decoded(finished())[30]
    forged = CODEC.make(target.msg.__class__(**{f: getattr(target.msg, f) for f in target.msg.__struct_fields__}
                                             | {"t": 12345}), bytes(32))
    for lines in ([*finished(), forged.line], [*finished()[:10], forged.line, *finished()[10:]]):
        report = both(lines)
        assert (one(report).kind, report.twins) == ("forged", ())
        assert one(report).text.endswith("; nobody is accused: anybody can write such a line")
        assert "nobody is accused" in one(report).text
        assert report.digest == both(finished()).digest


def test_a_broken_first_line_stops_everything():
    lines = list(finished())
    lines[0] = lines[0][:-20] + b"AAAA" + lines[0][-16:]
    finding = one(both(lines))
    assert where(finding) == (1, 0, "host")
    assert "not signed by the host" in finding.text


def test_a_lost_first_line_is_said_to_be_missing():
    finding = one(both(finished()[1:]))
    assert (finding.kind, finding.text) == ("first line", "no first line: this is no log of a match")


def test_a_torn_last_line_says_so():
    lines = [*finished()[:-1], finished()[-1][:200]]
    finding = one(both(lines))
    assert where(finding)[0] == COUNT
    assert finding.text.startswith("the line breaks off after 200 bytes")
    assert [(e.what, e.line) for e in finding.evidence] == [("line digest", COUNT)]


def test_a_line_too_long_is_refused(tmp_path):
    path = tmp_path / "game.pbem"
    path.write_bytes(b"".join(finished()) + b"x" * 70_000 + b"\n")
    report = verify(path, find_ruleset=TINY_ONLY)
    assert (one(report).line, one(report).text) == (COUNT + 1, "more than 65,536 bytes in one line")


def test_junk_without_end_is_not_read_to_its_end():
    for junk in (b'{"c":\n', b"junk\n"):
        report = both([*finished(), *[b"junk %d\n" % i if i % 2 else junk for i in range(5_000)]])
        assert report.findings[-1].text == "1,000 lines count for nothing: the rest was not read"
        runs = 500 if junk.startswith(b'{"c":') else 1
        assert len(report.findings) == runs + 1


@pytest.mark.parametrize("pieces", [2, 3, 7])
def test_a_line_that_was_broken_up_is_known_by_what_its_pieces_say_together(pieces):
    """No piece says the whole place; the one line that they were does."""
    lines, number = list(finished()), 30
    line, (r, seat) = lines[number], place(CODEC.decode(lines[number]))
    at = line.index(b'"prev":"') + 10  # between what says n and what says round and seat
    cuts = range(at, at + 3 * (pieces - 1), 3)
    broken = b"\n".join(line[a:b] for a, b in zip([0, *cuts], [*cuts, len(line)], strict=True))
    lines[number : number + 1] = io.BytesIO(broken).readlines()
    assert len(lines) == COUNT + pieces - 1
    finding = one(both(lines))
    n = CODEC.decode(line).msg.n
    assert where(finding) == (number + 1, r, seat)
    assert f"(lines {number + 1} to {number + pieces} were one)" in finding.text
    assert f"ask again for event {n} of {seat}" in finding.text
    assert finding.claimed == f"it says {seat}, event {n}, round {r}"


def test_lines_that_were_broken_up_one_after_the_other_are_told_apart():
    lines = list(finished())
    events = decoded(lines[30:32])
    broken = [line[: line.index(b'"prev"')] + b"\n" + line[line.index(b'"prev"') :] for line in lines[30:32]]
    lines[30:32] = io.BytesIO(b"".join(broken)).readlines()
    findings = both(lines).findings
    assert [where(finding) for finding in findings] == [(31, *place(events[0])), (33, *place(events[1]))]
    for finding, event in zip(findings, events, strict=True):
        r, seat = place(event)
        assert finding.claimed == f"it says {seat}, event {event.msg.n}, round {r}"


def test_lines_that_ran_into_one_another_are_all_asked_for():
    lines = list(finished())
    events = decoded(lines[9:11])
    lines[9:11] = [lines[9].rstrip(b"\n") + lines[10]]
    finding = one(both(lines))
    (r, seat), (later, other) = map(place, events)
    asked = [f"event {e.msg.n} of {place(e)[1]}" for e in events]
    assert where(finding) == (10, r, seat)
    assert finding.text.endswith(f"; ask again for {asked[0]} and {asked[1]}")
    assert finding.claimed == (f"it says {seat}, event {events[0].msg.n}, round {r}; "
                               f"it says {other}, event {events[1].msg.n}, round {later}")


def test_what_is_missing_in_a_row_is_one_finding_and_each_further_gap_one_more():
    events = decoded(finished())
    lost = {("red", 3), ("red", 4), ("red", 6), ("green", 7), ("green", 9)}
    report = both([line for line, e in zip(finished(), events, strict=True)
                   if e.kind == "genesis" or (place(e)[1], e.msg.n) not in lost])
    assert [(f.concerns, f.lacks) for f in report.findings] == [
        ("red", "events 3 to 4"), ("red", "event 6"), ("green", "event 7"), ("green", "event 9")]
    assert [(g.seat, g.n) for g in report.gaps] == sorted(lost, key=lambda place: (place[0] != "red", place[1]))


@pytest.mark.parametrize("lost", [b'"seat"', b'"n"'])
def test_a_last_line_of_which_half_the_place_can_be_read_is_known_if_it_fits_one_feed_alone(lost):
    """Nothing else shows that this event exists: nobody has built on it yet."""
    tried = 0
    for stop in range(20, COUNT, 4):
        lines = list(finished()[:stop])
        event, before = CODEC.decode(lines[-1]), decoded(lines[:-1])[1:]
        if event.kind == "note":
            continue
        seat = place(event)[1]
        nexts = [sum(e.seat == s for e in before) for s in range(3)]
        damaged = lines[-1].replace(lost + b":", lost[:-1] + b'x":', 1).replace(b'"feed":"', b'"feed":"!', 1)
        finding = one(both([*lines[:-1], damaged]))
        is_known = lost == b'"n"' or nexts.count(event.msg.n) == 1
        tried += is_known
        assert (f"ask again for event {event.msg.n} of {seat}" in finding.text) == is_known
        assert finding.kind == "line"
    assert tried > 2


@pytest.mark.parametrize(("kind", "claimed", "told"), [
    ("act", 0, 0), ("act", -1, -1), ("act", -2, 0), ("act", 10**6, 0),  # the match waits for it
    ("note", 0, 0), ("note", 1, 0), ("note", 10**6, 0),
])  # fmt: skip
def test_the_round_of_a_damaged_line_is_what_it_claims_if_that_can_be(kind, claimed, told):
    """`claimed` and `told` are counted from the true round; nothing but the number says where the line belongs."""
    number, event = next((i, e) for i, e in enumerate(decoded(finished())) if e.kind == kind and e.msg.r > 8)
    r, seat = place(event)
    lines = list(finished())
    for before, after in ((b'"r":%d' % r, b'"r":%d' % (r + claimed)), (b'"prev":"', b'"prev":"!')):
        assert lines[number].count(before) == 1
        lines[number] = lines[number].replace(before, after)
    assert where(one(both(lines))) == (number + 1, r + told, seat)


def test_a_kind_of_a_later_version_is_refused_by_name():
    line = finished()[30].replace(b'"kind":"', b'"kind":"rekey', 1)
    line = line.replace(b"rekey" + CODEC.decode(finished()[30]).kind.encode(), b"rekey")
    report = both([*finished(), line])
    assert (report.status, one(report).line) == (8, COUNT + 1)
    assert "this version cannot read `rekey` yet" in one(report).text


# ------------------------------------------------------------------ remarks


def remark_not_sent_on():
    """A match under way without a remark of red that an event of green includes, and that remark."""
    people = invite(turns=1)
    settle(people)
    note = people[0].match.note(0, "hello")
    people[1].receive([note])
    rng = random.Random(1)
    people[1].work(rng)
    people[2].work(rng)
    lines = [line for line in lines_of(people) if line != note.line]
    return lines, note


def test_an_included_remark_that_nobody_sent_on_is_asked_for():
    lines, note = remark_not_sent_on()
    report = both(lines)
    assert (report.status, one(report).concerns) == (5, "green")
    assert f"it includes another seat's event {note.id[:12]}" in one(report).text
    assert but_order(both([*lines, note.line])) == ()


def test_a_last_event_that_others_built_on_is_asked_for():
    events = decoded(finished(notes=False))[1:]
    tried = 0
    for now in range(5, 25):
        held = [e for e in events if e.msg.r <= now]
        last = {e.seat: e for e in held}
        for event in last.values():
            if event.msg.r < now:
                tried += 1
                report = both([finished(notes=False)[0], *(e.line for e in held if e is not event)])
                r, seat = place(event)
                assert (one(report).round, one(report).concerns, report.status) == (r, seat, 5)
                asked = f"ask {seat} for event {event.msg.n}"
                assert one(report).text == f"this event builds on a round that waits for {seat} here: {asked}"
    assert tried > 5
