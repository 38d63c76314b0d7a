"""Whoever signs void events by the hundred costs everybody one look at each, and fills nobody's report (2.18)."""

from __future__ import annotations

import msgspec
import pytest

from little import Play, Said, bids, decides, little
from pbem.audit.findings.alike import FEW, together
from pbem.audit.findings.finding import Finding
from pbem.audit.findings.report import Report
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.match import steps
from pbem.match.binding import Binding
from pbem.play.requests import Open
from pbem.record import events as ev
from pbem.ruleset import Ruleset
from people import Person, exchange, first_line, forge, master, settle


async def deciding(state: Said) -> None:
    """One plain decision."""
    state.note(await decides("red"))


def two_people(play: Play) -> list[Person]:
    """Joined, each with one seat."""
    ruleset = little(play)
    people = [Person(first_line(ruleset=ruleset), {i: master(i)}, ruleset) for i in range(2)]
    settle(people)
    return people


def flooded(people: list[Person], seat: int, bodies: list[tuple[type, object]]) -> list[bytes]:
    """The log with void events of a seat after it, one for each body."""
    match, feed, lines = people[seat].match, {}, [e.line for e in people[0].log]
    for kind, body in bodies:
        event = forge(match, seat, kind, body, **feed)
        feed = {"n": event.msg.n + 1, "feed": event.id}  # type: ignore[union-attr]
        lines.append(event.line)
    return lines


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[object]:
    """What a function is called with from now on."""
    calls: list[object] = []
    plain = getattr(owner, name)

    def call(*args: object) -> object:
        calls.append(args)
        return plain(*args)

    monkeypatch.setattr(owner, name, call)
    return calls


def judged(lines: list[bytes], ruleset: Ruleset) -> Report:
    return verify(lines, find_ruleset=lambda _: ruleset)


@pytest.mark.parametrize("count", [100, 400])
def test_each_void_answer_is_looked_at_once_and_all_are_told_as_one(monkeypatch, count):
    people = two_people(deciding)
    duty = people[0].match.owing()[0]
    wrong = [(ev.Act, ev.Answer(rule="1", say=f"no {i}")) for i in range(count)]
    lines = flooded(people, duty.seat, wrong)
    calls = counted(monkeypatch, Binding, "legal")
    report = judged(lines, people[0].ruleset)
    assert count <= len(calls) <= count + len(people) + 1
    (finding,) = report.findings
    first = len(lines) - count + 1
    assert (finding.kind, finding.seat, finding.severity, finding.line) == ("void", duty.name, "incident", first)
    assert finding.count == count
    lines_told = f"the first of them in lines {first}, {first + 1}, {first + 2}: "
    assert f"{count:,} findings like this one, {lines_told}" in finding.text
    assert [e.line for e in finding.evidence] == [first, first + 1, first + 2]
    assert report.status == 0


def test_a_few_are_told_one_by_one():
    people = two_people(deciding)
    seat = people[0].match.owing()[0].seat
    wrong = [(ev.Act, ev.Answer(rule="1", say=f"no {i}")) for i in range(FEW)]
    report = judged(flooded(people, seat, wrong), people[0].ruleset)
    assert [(f.kind, f.count) for f in report.findings] == [("void", 1)] * FEW


def test_other_seats_rounds_kinds_and_accusations_stay_apart():
    def many(**fields: object) -> list[Finding]:
        about = {"severity": "incident", "kind": "void", "text": "x", "seat": "red", "round": 3, **fields}
        return [Finding(line=i, **about) for i in range(1, FEW + 2)]  # type: ignore[arg-type]

    runs = [many(), many(seat="green"), many(round=4), many(kind="base", severity="fault", status=4)]
    told = together([one for run in zip(*runs, strict=True) for one in run])
    assert [(f.kind, f.seat, f.round, f.count) for f in told] == [
        ("void", "red", 3, 9), ("void", "green", 3, 9), ("void", "red", 4, 9), ("base", "red", 3, 9)]
    for kind in ("incident", "fork", "desync"):
        assert together(many(kind=kind)) == many(kind=kind), "each of these is an accusation of its own"


@pytest.mark.parametrize("count", [50, 200])
def test_seals_that_were_opened_well_are_not_opened_again_for_each_void_reveal(monkeypatch, count):
    """All openings but the last are good, again and again."""

    async def opening(state: object) -> None:
        given = [await bids("red", about=f"b{i}") for i in range(8)]
        await Open(rule="9.3", sealed={i: one["red"] for i, one in enumerate(given)})

    people = two_people(opening)
    ruleset = people[0].ruleset
    red = people[0].match
    for _ in range(8):
        red.seal(0, ["1"])
    exchange(people)
    shown = good_reveal(people)
    last = {"key": b64(bytes(32))}
    bad = _with_last(shown, last)
    lines = flooded(people, 0, [(ev.Reveal, bad)] * count)
    calls = counted(monkeypatch, steps, "open_seal")
    report = judged(lines, ruleset)
    assert report.findings[0].count == count
    assert len(calls) <= 7 + count, "the seven good ones once, the bad one each time"


class Shown(Exception):
    """Instead of signing."""


def good_reveal(people: list[Person]) -> ev.RevealBody:
    """What red's own tool would show, which is not signed."""
    red = people[0].match

    def sign(msg: ev.Reveal, _seed: bytes) -> None:
        raise Shown(msg.body)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(red, "_sign", sign)
        with pytest.raises(Shown) as shown:
            red.run_mechanical()
    (body,) = shown.value.args
    assert isinstance(body, ev.RevealBody)
    return body


def _with_last(body: ev.RevealBody, changes: dict[str, str]) -> ev.RevealBody:
    *others, last = body.more
    return msgspec.structs.replace(body, more=(*others, msgspec.structs.replace(last, **changes)))
