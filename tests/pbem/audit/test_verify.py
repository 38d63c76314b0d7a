"""2.14 Sound logs at both levels, and what the report says of them."""

from __future__ import annotations

import random

import pytest

from grounds import but_order, grounded
from marathon import find as find_marathon
from marathon import write_long
from patrol import PATROL
from pbem.audit.findings.finding import Finding
from pbem.audit.findings.report import OwedEvent, Report
from pbem.audit.verify import verify
from pbem.errors import Unsupported, WrongUse
from people import JUDGE, finish, first_line, identity, invite, settle
from records import TINY_ONLY, decoded, finished, lines_of, only

LEVELS = ("quick", "full")


@pytest.mark.parametrize("level", LEVELS)
def test_a_sound_log_has_no_findings(level):
    report = verify(finished(), level, find_ruleset=TINY_ONLY)
    assert report.findings == report.gaps == report.twins == report.awaited == ()
    assert (report.status, report.first, report.level) == (0, None, level)
    assert report.seats == report.disclosed == ("red", "green", "blue")
    assert report.events == len(finished())
    assert report.bytes == sum(map(len, finished()))
    assert report.is_complete
    assert report.rolls > 3
    assert report.unwitnessed == 0
    assert report.talk()[0] == f"sound ({level}); dice witnessed (mover+others); ended by rule 4: won by green"


def test_what_was_opened_is_counted_each_thing_once_in_a_round_that_has_not_closed_too():
    shown = [event for event in decoded(finished()) if event.kind == "reveal"]
    for stop in (len(finished()), finished().index(shown[-2].line) + 1, finished().index(shown[0].line) + 1):
        held = [event for event in shown if finished().index(event.line) < stop]
        opened = {(e.seat, opening.of, opening.slot) for e in held for opening in e.msg.body.openings}
        assert verify(finished()[:stop], "quick", find_ruleset=TINY_ONLY).openings == len(opened) > 0


def test_full_checks_every_signature_and_quick_those_of_joins_and_ends():
    quick, full = (verify(finished(), level, find_ruleset=TINY_ONLY) for level in LEVELS)
    pops = 3
    assert full.signatures == len(finished()) + pops
    assert quick.signatures == 1 + 2 * 3 + 3  # the first line, joins with their pops, the last event of each seat
    assert (quick.digest, quick.rounds, quick.result) == (full.digest, full.rounds, full.result)


@pytest.mark.parametrize("level", LEVELS)
def test_order_does_not_matter(level):
    plain = verify(finished(), level, find_ruleset=TINY_ONLY)
    for seed in range(3):
        shuffled = list(finished())
        random.Random(seed).shuffle(shuffled)
        report = verify(shuffled, level, find_ruleset=TINY_ONLY)
        assert (but_order(report), report.digest, report.result) == ((), plain.digest, plain.result)
        assert report.status == 0


def test_a_match_under_way_says_who_is_awaited():
    people = invite()
    settle(people)
    report = verify(lines_of(people), "full", find_ruleset=TINY_ONLY)
    assert report.awaited == tuple(OwedEvent(s, "seal") for s in ("red", "green", "blue"))
    assert (report.status, report.findings, report.is_complete) == (0, (), False)
    assert "awaited: red, green, blue (seal)" in report.talk()


def test_a_first_line_alone_is_sound():
    report = verify([first_line().line], find_ruleset=TINY_ONLY)
    assert (report.status, report.rounds) == (0, 0)
    assert report.awaited == tuple(OwedEvent(s, "join") for s in ("red", "green", "blue"))


def test_a_file_is_read_like_its_lines(tmp_path):
    path = tmp_path / "game.pbem"
    path.write_bytes(b"".join(finished()))
    same = verify(path, "full", find_ruleset=TINY_ONLY)
    assert same == verify(finished(), "full", find_ruleset=TINY_ONLY)
    assert same == verify(path.read_bytes(), "full", find_ruleset=TINY_ONLY)


def test_a_missing_file_is_wrong_use(tmp_path):
    with pytest.raises(WrongUse, match="there is no file"):
        verify(tmp_path / "game.pbem")


# ------------------------------------------------------------------ who could know the dice


@pytest.mark.parametrize(
    ("policy", "holders", "judge", "witness"),
    [
        ("mover+others", (), None, "witnessed"),
        ("mover+next", (0, 1, 0), None, "witnessed"),
        ("mover", (), None, "self-rolled"),
        ("mover+others", (0, 0, 0), None, "self-rolled"),
        ("mover+judge", (), JUDGE, "witnessed"),
        ("mover+judge", (1, 0, 0), 0, "self-rolled"),
        ("mover+judge", (1, 1, 1), 1, "self-rolled"),
        ("mover+judge", (1, 1, 1), JUDGE, "host-rolled"),
        ("mover+judge+others", (1, 1, 1), JUDGE, "host-rolled"),
        ("mover", (1, 1, 1), None, "self-rolled"),
    ],
)
def test_unwitnessed_dice_are_named_in_the_first_line(policy, holders, judge, witness):
    people = invite(policy, holders=holders, judge=judge, turns=1)
    finish(people, random.Random(3))
    report = verify(lines_of(people), find_ruleset=TINY_ONLY)
    assert (report.witness, report.status) == (witness, 0)
    assert f"dice {witness}" in report.talk()[0]
    assert (report.unwitnessed > 0) == (witness == "self-rolled") == ("unwitnessed" in report.talk()[0])
    assert report.host == (identity(JUDGE) if witness == "host-rolled" else "")


def test_the_host_of_a_lone_players_dice_is_named():
    people = invite("mover+judge", ruleset=PATROL, judge=JUDGE)
    finish(people, random.Random(3))
    report = verify(lines_of(people), "full", find_ruleset=only(PATROL))
    key = identity(JUDGE)[:12]
    ended = "; ended by rule 4: no seat has won, score 11"
    assert report.talk()[0] == f"sound (full); dice host-rolled by key {key} (mover+judge){ended}"
    named = report.talk({identity(JUDGE): "dora"})[0]
    assert named == f"sound (full); dice host-rolled by dora, key {key} (mover+judge){ended}"


def test_who_will_roll_is_told_before_the_first_die():
    for policy, judge, told in (
        ("mover+judge", JUDGE, f"dice host-rolled by key {identity(JUDGE)[:12]} (mover+judge: no dice yet)"),
        ("mover", None, "dice self-rolled, unwitnessed (mover: no dice yet)"),
    ):
        people = invite(policy, ruleset=PATROL, judge=judge)
        settle(people)
        assert verify(lines_of(people), find_ruleset=only(PATROL)).talk()[0] == (
            f"sound (quick); {told}; unfinished: round 2 waits for coalition")


# ------------------------------------------------------------------ what cannot be judged


def test_an_unknown_version_is_status_8_and_the_rest_is_still_checked():
    def find(engine):
        raise Unsupported(f"ruleset {engine} is not installed", "installed: none")

    report = grounded(verify(finished(), "full", find_ruleset=find))
    (finding,) = report.findings
    assert (report.status, finding.kind, finding.line, finding.round, finding.seat) == (8, "ruleset", 1, 0, "")
    assert (finding.claimed, finding.truth) == (
        "the match is played by tiny/1", "ruleset tiny/1 is not installed",
    )  # fmt: skip
    assert "ruleset tiny/1 is not installed (installed: none)" in finding.text
    assert report.signatures == len(finished()) + 3


def test_other_data_than_those_of_the_match_is_status_8():
    import dataclasses

    from tiny import TINY

    other = dataclasses.replace(TINY, data_files=lambda overlay: {"tiny.toml": {"worth": {"coin": 2}}})
    report = verify(finished(), find_ruleset=lambda engine: other)
    assert report.status == 8
    assert "with other data of tiny/1" in report.findings[0].text


def test_an_unknown_version_and_a_bad_signature_are_bad_evidence():
    def find(engine):
        raise Unsupported(f"ruleset {engine} is not installed")

    lines = list(finished())
    lines[20] = lines[20][:-10] + b"AAAAAAA" + lines[20][-3:]
    report = verify(lines, "full", find_ruleset=find)
    assert report.status == 4
    assert [f.kind for f in report.findings] == ["ruleset", "signature"]


@pytest.mark.parametrize("lines", [(), (b"",), (b"\n",), (b"hello\n",), (b"\xff" * 70_000,)])
def test_what_is_no_log_has_one_finding(lines):
    report = grounded(verify(lines, find_ruleset=TINY_ONLY))
    (finding,) = report.findings
    assert (finding.kind, report.status) == ("first line", 4)


def test_the_worst_finding_gives_the_status():
    def report(*statuses):
        return Report(level="quick", findings=tuple(Finding("fault", "line", "x", s) for s in statuses))

    assert [report(*s).status for s in ((), (5,), (5, 8), (8, 4), (4, 6), (6, 5))] == [0, 5, 8, 4, 6, 6]


def test_a_long_log_is_sound(tmp_path):
    path = tmp_path / "long.pbem"
    count = write_long(path, 12)
    for level in LEVELS:
        report = verify(path, level, find_ruleset=find_marathon)
        assert (report.events, report.status, report.findings) == (count, 0, ())
