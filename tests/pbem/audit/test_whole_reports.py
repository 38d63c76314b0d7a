"""A report and its findings as a whole: void events, builds, what is missing, what secrets show."""

from __future__ import annotations

import random
from hashlib import sha256
from types import SimpleNamespace

import pytest

from little import decides, little
from pbem.audit.audit import Auditor, audit
from pbem.audit.findings.finding import BAD, MISSING, SOUND, UNKNOWN, Evidence, Finding
from pbem.audit.findings.grounds import what_incident
from pbem.audit.findings.losses import Losses, Lost, Places
from pbem.audit.findings.watch import AskedAfter
from pbem.audit.verify import verify
from pbem.errors import Unsupported, WrongUse
from pbem.limits import MOST_SHOWN
from pbem.play.requests import Sealed
from pbem.record import events as ev
from people import exchange, finish, forge, invite, send, settle
from records import TINY_ONLY, decoded, finished, lines_of, only
from tiny import TINY

LINES = list(finished())
EVENTS = decoded(LINES)


async def two_steps(said):
    said.note(await decides("red"))
    said.note(await decides("green", rule="2"))
    return "done"


def started():
    game = little(two_steps)
    people = invite(ruleset=game)
    settle(people)
    return people, game


def one(lines, find=TINY_ONLY):
    (finding,) = verify(lines, "full", find_ruleset=find).findings
    return finding


# ------------------------------------------------------------------ the report


def test_a_report_says_what_was_read_and_how_the_match_ended():
    report = verify(LINES, "full", find_ruleset=TINY_ONLY)
    assert (report.game, report.engine, report.policy) == (EVENTS[0].id, "tiny/1", "mover+others")
    assert report.sha256 == sha256(b"".join(LINES)).hexdigest()
    assert (report.by, report.winners, report.rounds) == ("4", ("green",), max(e.msg.r for e in EVENTS[1:]))
    assert report.builds == dict.fromkeys(TINY.seats, report.build)
    assert report.build != ""
    assert (report.alike, report.host, report.undos, report.takebacks) == (None, "", {}, 0)


def test_rules_that_are_not_here_are_told_with_what_to_do():
    def nowhere(engine, hint=None):
        raise Unsupported(f"{engine} is not installed", hint)

    body = EVENTS[0].msg.body
    for find, more in ((nowhere, ""), (lambda engine: nowhere(engine, "pip install it"), " (pip install it)")):
        report = verify(LINES, "full", find_ruleset=find)
        (finding,) = [one for one in report.findings if one.kind == "ruleset"]
        assert finding == Finding(
            "fault",
            "ruleset",
            f"tiny/1 is not installed{more}: signatures and links were checked, no rule",
            UNKNOWN,
            1,
            0,
            claimed="the match is played by tiny/1",
            truth="tiny/1 is not installed",
            evidence=(Evidence("event", EVENTS[0].id, 1), Evidence("engine digest", body.engine_hash, 1)),
        )
        assert (report.builds, report.result, report.seats) == ({}, "", TINY.seats)


def test_what_is_no_log_is_told_by_its_first_line():
    assert one([b"junk\n"]).claimed == "it is the log of a match"
    finding = one([LINES[0].replace(b"tiny/1", b"tiny/2"), *LINES[1:]])
    assert (finding.kind, finding.line, finding.round, finding.concerns, finding.status) == (
        "first line",
        1,
        0,
        "host",
        BAD,
    )
    assert (
        finding.truth
        == finding.text
        == ("the first line is not signed by the host that it names: nothing can be built on it")
    )


# ------------------------------------------------------------------ what was signed


def test_a_void_event_is_told_with_what_it_says_and_why_it_has_no_effect():
    people, game = started()
    made = forge(people[0].match, 0, ev.Act, ev.Answer(rule="1", say="fly"))
    send(people, made)
    finish(people, random.Random(1))
    lines = lines_of(people)
    at = lines.index(made.line) + 1
    finding = one(lines, only(game))
    assert finding == Finding(
        "incident",
        "void",
        f"this act has no effect: {finding.truth}",
        SOUND,
        at,
        2,
        "red",
        "1",
        'the answer to 1 is "fly"',
        finding.truth,
        (Evidence("event", made.id, at),),
    )
    assert finding.truth


def test_an_answer_that_no_round_needed_is_told_with_its_round():
    people, game = started()
    people[0].match.answer(0, "stay")
    first = people[0].log[-1].msg
    late = forge(people[0].match, 0, ev.Act, ev.Answer(rule="1", say="go"), prev=first.prev, r=first.r)
    send(people, late)
    exchange(people)
    finish(people, random.Random(1))
    lines = lines_of(people)
    at = lines.index(late.line) + 1
    assert one(lines, only(game)) == Finding(
        "incident",
        "void",
        "this act has no effect: round 2 did not need it",
        SOUND,
        at,
        2,
        "red",
        "1",
        'the answer to 1 is "go"',
        "round 2 did not need it",
        (Evidence("event", late.id, at),),
    )


# ------------------------------------------------------------------ what is missing


def test_an_included_remark_is_asked_of_all_with_what_includes_it():
    people = invite(turns=1)
    settle(people)
    note = people[0].match.note(0, "hello")
    people[1].receive([note])
    rng = random.Random(1)
    people[1].work(rng)
    people[2].work(rng)
    lines = [line for line in lines_of(people) if line != note.line]
    found = one(lines)
    what = f"event {note.id[:12]}"
    event = next(e for e in decoded(lines)[1:] if note.id in e.msg.inc)
    at = lines.index(event.line) + 1
    assert found == Finding(
        "fault",
        "missing",
        f"it includes another seat's {what}, which is not here: ask all for {what}",
        MISSING,
        at,
        event.msg.r,
        rule=found.rule,
        claimed=f"it includes the event {note.id}",
        truth="that event is not in this record",
        evidence=(Evidence("event", event.id, at), Evidence("event", note.id)),
        concerns="green",
        lacks=what,
    )


def test_a_bad_line_is_the_lost_event_whose_place_it_names():
    feeds = SimpleNamespace(
        feeds=[
            SimpleNamespace(n=3, head="head0"),
            SimpleNamespace(n=0, head="head1"),
            SimpleNamespace(n=5, head="head2"),
        ]
    )
    shown = object()
    first, join, gap, next_ = Lost(0, 3, shown), Lost(1, 0, None), Lost(2, 2, shown), Lost(2, 5, None)
    places = Places([first, join, gap, next_], feeds)

    def claims(**fields):
        return SimpleNamespace(**{"seat": None, "n": None, "feed": None} | fields)

    assert places.following(claims(feed="head0")) is first
    assert places.following(claims(feed="head1")) is None  # a join follows nothing
    assert places.following(claims(feed="head2")) is next_
    assert places.exactly(claims(seat=2, n=5)) is next_
    assert places.exactly(claims(seat=2, n=3)) is None
    assert places.in_part(claims(seat=2, n=9)) is gap
    assert places.in_part(claims(seat=9, n=3)) is first
    assert places.in_part(claims(seat=1, n=9)) is None
    assert places.at_all(claims()) is first
    assert places.at_all(claims(n=1)) is places.at_all(claims(seat=1)) is None
    assert places.perhaps(claims(n=5)) is next_
    assert places.perhaps(claims(seat=1)) is join
    assert places.perhaps(claims(seat=2)) is None  # two may be meant
    assert places.perhaps(claims(seat=1, n=0)) is None
    first.is_explained = gap.is_explained = True
    assert (places.at_all(claims()), places.following(claims(feed="head0"))) == (None, None)
    assert places.perhaps(claims(seat=2)) is next_


def test_the_neighbours_of_a_gap_are_those_that_are_here():
    losses = Losses.__new__(Losses)
    feeds = [SimpleNamespace(n=3, parked={5: 1, 7: 1, 8: 1}), SimpleNamespace(n=0, parked={})]
    losses.case = SimpleNamespace(feeds=SimpleNamespace(feeds=feeds), rounds=None)
    assert [losses._known(Lost(0, n, None)) for n in (3, 4, 6, 9)] == [(2, 5), (2, 5), (5, 7), (8,)]
    assert losses._known(Lost(1, 0, None)) == ()
    shown = SimpleNamespace(msg=SimpleNamespace(seat=0, n=3, r=9))
    assert (losses._round(Lost(0, 3, shown)), losses._round(Lost(0, 3, None))) == (9, 1)
    losses.case.rounds = SimpleNamespace(r=4)
    assert losses._round(Lost(0, 3, shown)) == 4


# ------------------------------------------------------------------ what secrets show


def test_a_claim_about_secrets_is_told_by_their_names_or_where_they_were_sealed():
    handles = [Sealed("red", f"r3/9.7/luso/{n}") for n in range(MOST_SHOWN + 2)]
    state = {"guns": {"first": handles[0]}, "rest": [handles[1]], "n": 3}
    secrets = SimpleNamespace(
        is_draw=lambda handle: handle is handles[2],
        dealt=lambda handle: ("a", "b"),
        spelled=lambda handle: f"text {handles.index(handle)}",
    )
    binding = SimpleNamespace(state=state, table=SimpleNamespace(secrets=secrets), items={})

    def told(count, **fields):
        incident = SimpleNamespace(
            **{"about": handles[:count], "said": "", "claimed": "it has two", "shown": "", "rule": "9"} | fields
        )
        return what_incident(incident, binding, {})

    assert told(2) == (
        "it has two",
        'first is "text 0", rest is "text 1"',
        (
            Evidence("opened text", "text 0", slot=handles[0].slot),
            Evidence("opened text", "text 1", slot=handles[1].slot),
        ),
    )
    assert told(4)[1].endswith(
        'red drew in round 3 under rule 9.7 for luso: "a b", red sealed in round 3 under rule 9.7 for luso: "text 3"'
    )
    assert told(1, shown="it has one")[1] == "it has one"
    assert told(1, claimed="")[0] == "what is sealed is a legal text for rule 9"
    assert told(1, claimed="")[1] == 'first is "what is no text of an answer"'
    assert told(1, said="said so")[1] == 'first is "said so"'
    assert told(MOST_SHOWN + 2)[1].endswith(", and 2 more")
    assert "more" not in told(MOST_SHOWN)[1]


def test_what_was_asked_after_a_round_is_told_in_words():
    def asked(**fields):
        return AskedAfter(
            **{
                "round": 3,
                "request": "Ask",
                "rule": "9",
                "about": "luso",
                "kinds": ("act",),
                "seats": (0, 1),
                "checkpoint": "c",
            }
            | fields
        )

    assert asked().words(["red", "green"]) == "Ask 9 luso of red and green"
    assert asked(request="", rule="", about="", seats=()).words(["red"]) == "nothing of nobody"
    assert asked(about="", seats=(1,)).words(["red", "green"]) == "Ask 9 of green"


def test_only_the_first_difference_of_play_with_and_without_secrets_counts():
    auditor = Auditor.__new__(Auditor)
    auditor.steered, auditor.trail, auditor._expected_trail = None, ["a"], ["a", "b", "c"]
    for asked, steered in (("a", None), ("x", ("b", "x")), ("y", ("b", "x"))):
        auditor.trail = ["-"] * (1 if asked == "a" else 2 if asked == "x" else 3)
        auditor._compare(asked)
        assert auditor.steered == steered
    auditor.steered, auditor.trail = None, ["-"] * 4
    auditor._compare("z")
    assert auditor.steered is None  # nothing was asked there without them


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_secret_of_no_seat_is_wrong_use(seat):
    with pytest.raises(WrongUse, match=f"that is not the secret of seat {seat} in this match"):
        audit(LINES, secrets={seat: bytes(32)}, find_ruleset=TINY_ONLY)
