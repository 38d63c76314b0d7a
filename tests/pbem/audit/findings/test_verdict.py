"""The first line of a report that is not sound says what happened and about whom, in plain words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from pbem.audit.audit import audit
from pbem.audit.findings.finding import BAD, SOUND, Finding, Kind
from pbem.audit.findings.report import OwedEvent, Report
from pbem.audit.findings.verdict import plain
from pbem.audit.sheets.sheet import make_sheet
from pbem.audit.sheets.text import to_text
from pbem.audit.verify import verify
from pbem.crypto.hashing import unb64
from pbem.crypto.keys import SeatKeys
from pbem.errors import Unsupported
from pbem.record.wire import CODEC
from people import master, twins
from records import TINY_ONLY, decoded, finished, lines_of, only, place
from tiny import TINY

LOGS = Path(__file__).parents[4] / "logs"
AT = 30  # an event in the middle of the match


def first_line(lines):
    """What a person reads first."""
    return to_text(make_sheet(verify(lines, "full", find_ruleset=TINY_ONLY))).splitlines()[0]


def of(number):
    """Whose event stands in a line, and its number."""
    event = decoded(finished())[number - 1]
    return place(event)[1], event.msg.n


def damaged(change, number=AT):
    lines = list(finished())
    lines[number - 1] = change(lines[number - 1])
    return lines


def flipped(line):
    return line[:200] + bytes([line[200] ^ 1]) + line[201:]


def other_match(line):
    at = line.index(b'"game":"') + 12
    return line[:at] + (b"A" if line[at : at + 1] != b"A" else b"B") + line[at + 1 :]


def test_a_cheat_is_named_with_the_rule_and_what_was_found():
    told = to_text(make_sheet(audit(LOGS / "angola" / "wrong_on_purpose" / "game.pbem"))).splitlines()
    assert told[0].startswith("FNLA broke rule 3: 7 infantry at Ambriz, 4 are allowed. ")
    assert told[0].endswith(" Nobody else is accused.")


def test_a_flipped_byte_is_damage():
    told = first_line(damaged(flipped))
    assert told == (
        f"The file was damaged after it was signed (line {AT}): what {of(AT)[0]} had signed is not as it was. "
        "No player is accused.")


def test_two_flipped_bytes_name_two_lines():
    other = Finding("fault", "line", "these bytes are no event", BAD, 7, concerns="red")
    faults = [Finding("fault", "line", "these bytes are no event", BAD, 5, concerns="blue"), other]
    assert plain(faults) == (
        "The file was damaged after it was signed (line 5): what blue had signed is not as it was. So was line 7. "
        "No player is accused.")
    assert " So were 2 more lines, see below. " in plain([*faults, other])


def test_a_letter_of_the_match_id_is_damage_and_no_other_match():
    told = first_line(damaged(other_match))
    assert told.startswith(f"The file was damaged after it was signed (line {AT}): what {of(AT)[0]} had signed ")
    (finding,) = verify(damaged(other_match), "full", find_ruleset=TINY_ONLY).findings
    assert finding.text.startswith("the match id in it is not that of this match, all else is")


def test_a_file_that_breaks_off_says_so():
    lines = list(finished()[:AT])
    lines[-1] = lines[-1][:50]
    assert first_line(lines) == f"The file breaks off in the middle of an event (line {AT}). No player is accused."


def test_a_stray_line_is_no_event():
    told = first_line([*finished()[:AT], b"hello\n", *finished()[AT:]])
    assert told == f"The file holds what is no event of this match (line {AT + 1}). No player is accused."


def test_missing_records_are_asked_for():
    seat, n = of(AT)
    told = first_line([*finished()[: AT - 1], *finished()[AT:]])
    assert told.startswith(f"Records are missing: ask {seat} for event {n}")
    assert told.endswith(". No player is accused.")


def test_swapped_lines_are_told_and_are_no_fault():
    events, lines = decoded(finished()), list(finished())
    i, j, *_ = [k for k, e in enumerate(events) if e.kind == "entropy" and place(e)[1] == "red"]
    lines[i], lines[j] = lines[j], lines[i]
    told = to_text(make_sheet(verify(lines, "full", find_ruleset=TINY_ONLY))).splitlines()
    assert told[0].startswith("sound (full); ")
    (note,) = [line for line in told if line.startswith("note: ")]
    assert note.startswith(f"note: line {i + 1}: this ")
    assert note.endswith("before one that it follows: the lines are in another order, which changes nothing")


def test_two_events_for_one_place_name_their_seat():
    people, pair = twins()
    told = first_line([*lines_of(people), pair[0].line, pair[1].line])
    assert told.startswith("green signed two different events for one place: line ")
    assert told.endswith(". Nobody else is accused.")


def test_without_its_first_line_a_file_is_no_log():
    assert first_line(finished()[1:]).startswith("This is no log of a match that can be judged: ")


def test_a_first_line_that_cannot_be_read_is_told_without_a_decoders_words():
    told = first_line(damaged(lambda line: line.replace(b'":"', b'"?"', 1), 1))
    assert told == ("This is no log of a match that can be judged: its first line cannot be read (line 1). "
                    "No player is accused.")


def test_a_first_line_that_its_host_did_not_sign_is_no_beginning():
    told = first_line(damaged(lambda line: line.replace(b"tiny/1", b"tiny/2"), 1))
    assert told.startswith("This is no log of a match that can be judged: the first line is not signed by the host")
    assert told.endswith(" No player is accused.")


def test_of_several_who_are_accused_each_is_named():
    faults = [Finding("fault", "chain", "x", BAD, line=n, seat=s, truth="y") for n, s in ((3, "red"), (4, "blue"))]
    told = Report(level="audit", findings=tuple(faults)).talk()[0]
    assert told == "The dice of red are not those that it fixed when it joined (line 3). Accused too: blue; see below."


def test_who_is_accused_beside_a_fault_of_nobody_is_named_and_not_as_one_more():
    faults = [Finding("fault", "steering", "x", BAD), Finding("fault", "ruleset", "y", BAD, seat="red")]
    assert plain(faults) == "The rules of this game look into secrets, and must not: x. Accused: red; see below."


WORDS = {  # of a finding of red that has a line, a round, a text, what was claimed and what is true
    "fork": "red signed two different events for one place: it claimed this.",
    "seal": "red did not seal as its tool must (line 7): this is true.",
    "draw": "red did not draw by chance (line 7): what is wrong.",
    "chain": "The dice of red are not those that it fixed when it joined (line 7).",
    "secret": "red has not disclosed its secret as it should have: what is wrong.",
    "void": "What red signed does not fit what it had promised (line 7): this is true.",
    "desync": "red plays on another position than the rules give, from round 3 on (line 7).",
    "steering": "The rules of this game look into secrets, and must not: what is wrong.",
    "ruleset": "This match cannot be judged here: what is wrong.",
    "link": "Two records of this match differ (line 7): what is wrong.",
    "base": "Two records of this match differ (line 7): what is wrong.",
    "build": "what is wrong.",
}


@pytest.mark.parametrize("kind", WORDS)
def test_a_fault_is_told_by_what_happened_and_why(kind):
    finding = Finding("fault", kind, "what is wrong", BAD, 7, 3, "red", claimed="it claimed this", truth="this is true")
    assert plain([finding]) == f"{WORDS[kind]} Nobody else is accused."
    less = msgspec.structs.replace(finding, claimed="", truth="")
    if kind in ("fork", "seal", "void"):  # then by its text
        assert ": what is wrong. " in plain([less])


@pytest.mark.parametrize("kind", Kind.__args__)
def test_every_kind_of_fault_has_a_sentence_that_accuses_whom_it_names(kind):
    for seat, end in (("red", " Nobody else is accused."), ("", " No player is accused.")):
        whose = "" if seat else "red"
        finding = Finding("fault", kind, "why it is wrong", BAD, 7, 3, seat, claimed="c", truth="t", concerns=whose)
        report = Report(level="full", findings=(finding,))
        assert report.talk()[0].endswith(f".{end}")
        assert report.talk()[1].startswith(("bad evidence (full)", "this build plays otherwise"))


@pytest.mark.parametrize(("fields", "told"), [
    ({"text": "it flew", "rule": "9.7"}, "red broke rule 9.7: it flew."),
    ({"text": "it flew"}, "red broke a rule: it flew."),
    ({"text": "false claim: red: it has two", "rule": "9.7", "claimed": "red: it has two", "truth": "it has one"},
     "red broke rule 9.7: it has one. It had claimed: it has two."),
    ({"text": "false claim: two", "claimed": "two", "truth": "it has one"},
     "red broke a rule: it has one. It had claimed: two."),
])
def test_who_broke_a_rule_is_told_with_what_he_had_claimed_if_it_was_a_claim(fields, told):
    assert plain([Finding("fault", "incident", status=BAD, seat="red", **fields)]) == f"{told} Nobody else is accused."


def test_what_is_sound_needs_no_sentence():
    assert Report(level="full", findings=(Finding("note", "again", "x", SOUND),)).talk()[0].startswith("sound (full)")


# ------------------------------------------------------------------ several seats, names as people know them


def told_of(log, change):
    """The first line about a recorded game after a change to its lines, by their numbers from 0."""
    lines = (LOGS / log / "game.pbem").read_bytes().splitlines(keepends=True)
    return to_text(make_sheet(verify(change(lines)))).splitlines()[0]


def test_every_seat_whose_records_are_missing_is_asked_for():
    (green, g), (red, r) = of(AT), next(of(n) for n in range(AT, 60) if of(n)[0] != of(AT)[0])
    gone = {(green, g), (red, r)}
    kept = [line for k, line in enumerate(finished(), start=1) if k == 1 or of(k) not in gone]
    told = first_line(kept)
    asked = told.removeprefix("Records are missing: ask ").removesuffix(". No player is accused.").split("; ")
    assert {ask.partition(" for ")[0] for ask in asked} == {green, red}


def test_a_missing_join_is_asked_for_as_one():
    lines = finished()
    joins = [k for k, e in enumerate(decoded(lines)) if e.kind == "join"]
    told = first_line([line for k, line in enumerate(lines) if k != joins[0]])
    assert told == f"Records are missing: ask {of(joins[0] + 1)[0]} for its join. No player is accused."


@pytest.mark.parametrize(("log", "names"), [("angola/resignation", {"FAPLA", "FNLA", "MPLA", "UNITA"}),
                                            ("anaconda/neither", {"Al Qaeda", "Coalition"})])
def test_seats_go_by_the_names_that_the_board_gives_them(log, names):
    assert {told_of(log, lambda lines, at=at: lines[:at] + lines[at + 1 :]).split(" for ")[0].split(" ask ")[1]
            for at in range(200, 209)} <= names


def test_damage_names_whose_event_it_was_as_people_know_it():
    told = told_of("anaconda/neither", lambda lines: [*lines[:277], flipped(lines[277]), *lines[278:]])
    assert told == ("The file was damaged after it was signed (line 278): what Coalition had signed is not as it was. "
                    "No player is accused.")


def test_an_event_of_this_match_that_was_damaged_is_asked_for_again_and_not_left_out():
    text = to_text(make_sheet(verify(damaged(other_match), "full", find_ruleset=TINY_ONLY)))
    assert "what to do: Blame nobody. Ask the seat" in text
    assert "Leave this line out" not in text


@pytest.mark.parametrize(("lines", "why"), [
    ([], "it is empty; ask for it again; a mail or a disk lost what was in it"),
    (finished()[1:], "it has no first line"),
], ids=["empty", "beheaded"])
def test_of_a_file_without_a_first_line_it_is_said_once(lines, why):
    assert first_line(lines) == f"This is no log of a match that can be judged: {why}. No player is accused."


def test_nobody_is_accused_of_rules_that_are_not_here():
    def find(engine):
        raise Unsupported(f"ruleset {engine} is not installed", "installed: none")

    told = verify(finished(), "full", find_ruleset=find).talk()[0]
    assert told.startswith("This match cannot be judged here: ruleset tiny/1 is not installed")
    assert told.endswith(" No player is accused.")


def in_the_name_of_another(at: int, signer: int | None, **changes: object) -> bytes:
    """An event as at this place, in the name of its seat, signed by the key of another or of nobody."""
    msg = decoded(finished())[at].msg
    fields = {f: getattr(msg, f) for f in msg.__struct_fields__} | {"t": 99} | changes
    gid = unb64(decoded(finished())[0].id, 32)
    seed = SeatKeys.derive(master(signer), gid, signer).sign_seed if signer is not None else bytes(32)
    return CODEC.make(type(msg)(**fields), seed).line


@pytest.mark.parametrize("level", ["quick", "full", "audit"])
def test_a_line_in_the_name_of_another_says_so_and_whose_key_fits(level):
    event = decoded(finished())[30]
    seat = event.msg.seat
    other = (seat + 1) % 3
    for lines in ([*finished(), in_the_name_of_another(30, other)],
                  [*finished()[:5], in_the_name_of_another(30, other), *finished()[5:]]):
        report = read(lines, level)
        name, signer, number = TINY.seats[seat], TINY.seats[other], len(lines) if lines[5] == finished()[5] else 6
        assert report.talk()[0] == (
            f"Line {number} claims to be {name}'s and is not: the key of {signer} signed it. It counts for nothing. "
            "Nobody else is accused.")
        (fault,) = report.faults
        assert (fault.kind, fault.seat, fault.concerns, fault.status) == ("forged", signer, name, 4)
        assert report.result  # all that was signed is here, and counts
        assert "Leave this line out" in to_text(make_sheet(report))


def test_a_line_in_the_name_of_another_that_no_key_fits_accuses_nobody():
    report = read([*finished(), in_the_name_of_another(30, None)], "full")
    name = TINY.seats[decoded(finished())[30].msg.seat]
    assert report.talk()[0] == (
        f"Line {len(finished()) + 1} claims to be {name}'s and is not: no key of this match signed it. "
        "It counts for nothing. No player is accused.")


def test_a_line_in_the_name_of_another_at_a_free_place_is_no_damage_either():
    last = [e for e in decoded(finished()) if e.kind != "genesis" and e.msg.seat == 0][-1]
    line = in_the_name_of_another(decoded(finished()).index(last), 2, n=last.msg.n + 1, feed=last.id)
    report = read([*finished(), line], "full")
    assert [(f.kind, f.seat, f.concerns) for f in report.faults] == [("forged", "blue", "red")]


def test_an_event_whose_number_was_changed_is_damage_though_another_stands_at_that_place():
    event = decoded(finished())[30]
    n = event.msg.n
    line = event.line.replace(b'"n":%d,' % n, b'"n":%d,' % (n - 1), 1)
    (fault,) = read([*finished()[:30], line, *finished()[31:]], "full").faults
    assert (fault.kind, fault.seat) == ("signature", "")
    assert f"ask again for event {n} of" in fault.text


def read(lines, level):
    if level == "audit":
        return audit(lines, find_ruleset=TINY_ONLY)
    return verify(lines, level, find_ruleset=TINY_ONLY)


def test_the_first_line_tells_how_a_match_ended_or_for_whom_it_waits():
    def state(**fields: object) -> str:
        report = Report(level="full", engine="tiny/1", policy="mover", seats=("red", "blue"), rolls=1,
                        titles={"red": "Red Army"}, **fields)
        return report.talk()[0].partition("(mover)")[2]

    assert state(result="x", by="resign", winners=("red",)) == "; ended by resignation: won by Red Army"
    assert state(result="x", by="forfeit", winners=("red", "blue")) == "; ended by forfeit: won by Red Army, blue"
    assert state(result="x", by="8.6") == "; ended by rule 8.6: no seat has won"
    assert state(result="x", by="r97", score=12) == "; ended by rule R97: no seat has won, score 12"
    assert state(rounds=4, awaited=(OwedEvent("red", "seal"), OwedEvent("blue", "seal"))) == (
        "; unfinished: round 5 waits for Red Army, blue")
    assert state() == ""


def test_an_audit_that_could_not_look_behind_everything_has_a_status_of_its_own():
    def report(**fields: object) -> Report:
        return Report(level="audit", seats=("red", "blue", "green"), result="x", **fields)

    some = report(audited=("red",))
    assert (some.status, some.talk()[0].partition("audited")[2]) == (
        9, " but for blue, green: ask blue, green for the packet with their secrets")
    assert report(audited=("red", "blue", "green")).status == 0
    assert report(audited=("red",), findings=(Finding("fault", "line", "x", BAD),)).status == 4
    assert msgspec.structs.replace(some, level="full").status == 0


def test_a_board_that_cannot_be_drawn_keeps_no_verdict_back():
    def broken(state, viewer, peek):
        raise ZeroDivisionError

    report = verify(damaged(flipped), "full", find_ruleset=only(replace(TINY, scene=broken)))
    assert not report.titles
    assert to_text(make_sheet(report)).startswith("The file was damaged")
