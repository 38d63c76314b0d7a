"""What a seat signs that nobody asked for, where a log ends: both readers accuse alike, though one knows no rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from second import Second, second
from test_agreement import ours, theirs

from little import Play, Said, bids, decides, little
from pbem.audit.findings.report import Report
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.play.requests import Roll
from pbem.record import events as ev
from people import Person, exchange, forge, invite, send, settle
from records import lines_of, only

RED, GREEN = 0, 1
FALSE = ev.EntropyBody(c=0, e=b64(bytes(32)), i=1)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Second]:
    with second(tmp_path_factory.mktemp("proof")) as reader:
        yield reader


async def _one_seals(state: Said) -> None:
    await bids("red")
    await decides("green")


async def _both_seal(state: Said) -> None:
    await bids("red", "green")


async def _rolls(state: Said) -> None:
    await decides("red")
    await Roll(rule="2")


async def _decides_after_dice(state: Said) -> None:
    await Roll(rule="2")
    await decides("red")


def _people(play: Play) -> list[Person]:
    people = invite(ruleset=little(play))
    settle(people)
    return people


def _beside(people: list[Person], kind: type[ev.SeatMessage], body: object) -> None:
    """Green signs what nobody asked for; then red does what it is asked for."""
    send(people, forge(people[GREEN].match, GREEN, kind, body))
    assert people[RED].work(random.Random(1))
    exchange(people)


def _alike(page: Second, people: list[Person], play: Play, tmp_path) -> Report:
    log = tmp_path / "game.pbem"
    log.write_bytes(b"".join(lines_of(people)))
    report = verify(log, "full", find_ruleset=only(little(play)))
    assert theirs(page, log) == ours(report)
    return report


UNASKED = [
    pytest.param(ev.Entropy, FALSE, id="number"),
    pytest.param(ev.Disclose, ev.DiscloseBody(epoch=0, gs=b64(bytes(32))), id="secret"),
]


@pytest.mark.parametrize("play", [_one_seals, _both_seal], ids=["closed", "open"])
@pytest.mark.parametrize(("kind", "body"), UNASKED)
def test_3_2_what_is_false_and_unasked_beside_a_seal_is_no_fault(page, tmp_path, play, kind, body):
    people = _people(play)
    _beside(people, kind, body)
    report = _alike(page, people, play, tmp_path)
    assert report.status == 0
    assert [(f.severity, f.kind, f.seat) for f in report.findings] == [("incident", "void", "green")]


def test_2_10_a_false_number_is_a_fault_if_dice_are_owed(page, tmp_path):
    people = _people(_rolls)
    _beside(people, ev.Entropy, FALSE)  # before red decides: nobody asked for it
    send(people, forge(people[GREEN].match, GREEN, ev.Entropy, FALSE))
    people[RED].match.run_mechanical()
    exchange(people)
    report = _alike(page, people, _rolls, tmp_path)
    assert [(f.kind, f.seat) for f in report.faults] == [("void", "green")]


def test_3_3_no_dice_follow_dice_without_another_round_between(page, tmp_path):
    people = _people(_decides_after_dice)
    matches = {seat: people[seat].match for seat in (RED, GREEN)}
    assert matches[RED].rounds.r == 3
    elements = {seat: match._chain(seat).element(2) for seat, match in matches.items()}
    bodies = {seat: ev.EntropyBody(c=0, e=b64(element), i=2) for seat, element in elements.items()}
    send(people, *(forge(matches[seat], seat, ev.Entropy, body) for seat, body in bodies.items()))
    assert _alike(page, people, _decides_after_dice, tmp_path).rolls == 1
