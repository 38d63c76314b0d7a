"""Two readers of one record, written apart, find the same in every log: recorded ones, and spoilt ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from insiders import lying_end, restless_match, row
from second import Second, second
from spoiling import CRIMES, HARM

from forked import forked
from little import Said, bids, decides, little
from pbem.audit.findings.report import Report
from pbem.audit.verify import verify
from pbem.match.agreements import can_be_done
from pbem.play.requests import Checkpoint, Open, Roll
from pbem.record import events as ev
from people import exchange, finish, invite, send, settle
from records import TINY_ONLY, Find, finished, lines_of, only
from taking_back import consent, play, players
from tiers import tiers
from tiny import TINY


def named(log: Path) -> str:
    """A recorded game by ruleset and case."""
    return f"{log.parts[-3]}-{log.parts[-2]}"


LOGS = sorted((Path(__file__).parents[2] / "logs").glob("*/*/game.pbem"))
SMALL = [log for log in LOGS if log.stat().st_size < 400_000]
VERDICTS = {0: "sound", 4: "damaged", 5: "missing", 6: "fork", 8: "damaged"}
KINDS_OF_ACCUSATION = ("fork", "link", "void")  # what signatures and hashes alone can prove against a seat


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Second]:
    with second(tmp_path_factory.mktemp("proof")) as reader:
        yield reader


def ours(report: Report) -> tuple[object, ...]:
    """What both readers must say of a log."""
    accused = {fault.seat for fault in report.faults if fault.seat and fault.kind in KINDS_OF_ACCUSATION}
    return VERDICTS[report.status], accused, report.events, report.signatures, report.rolls, report.sha256


def theirs(page: Second, log: Path) -> tuple[object, ...]:
    found = page.read(log)
    counts = found["records"], found["signatures"], found["dice"], found["sha256"]
    return found["verdict"], set(found["accused"]), *counts


FEW = [log for log in SMALL if log.stat().st_size < 70_000]


@pytest.mark.parametrize("log", tiers(FEW, 2), ids=named)
def test_a_recorded_game_is_read_alike(page, log):
    _alike(page, log)


@pytest.mark.thorough
@pytest.mark.parametrize("log", [log for log in LOGS if log not in FEW], ids=named)
def test_a_long_recorded_game_is_read_alike(page, log):
    _alike(page, log)


def _alike(page: Second, log: Path) -> None:
    report, found = verify(log, "full"), page.read(log)
    assert theirs(page, log) == ours(report)
    assert (found["openings"], found["rounds"], found["wrong"]) == (report.openings, report.rounds, [])
    assert report.talk()[0].startswith(f"{found['line']}; ended")  # how it ended the rules know, and the page was told
    assert {one["seat"] for one in found["table"] if one["disclosed"]} == set(report.disclosed)


def spoilt(seed: int) -> tuple[list[bytes], bool]:
    """A log that was spoilt by chance, and whether it is one of the tiny game."""
    rng = random.Random(seed)
    is_tiny = rng.random() < 0.6
    if is_tiny:
        lines, ways = list(finished(rng.randrange(5), turns=2)), rng.choice((HARM, CRIMES))
    else:
        lines, ways = rng.choice(SMALL).read_bytes().splitlines(keepends=True), HARM
    lines = rng.choice(ways)(lines, rng)
    if rng.random() < 0.2 and len(lines) > 5:
        lines = rng.choice(HARM)(lines, rng)
    return lines, is_tiny


def judge(page: Second, seed: int, folder: Path) -> str:
    """Both readers on one spoilt log; the verdict that they agree on."""
    lines, is_tiny = spoilt(seed)
    log = folder / "spoilt.pbem"
    log.write_bytes(b"".join(lines))
    report = verify(log, "full", find_ruleset=TINY_ONLY) if is_tiny else verify(log, "full")
    assert theirs(page, log) == ours(report), f"seed {seed}"
    return VERDICTS[report.status]


def test_spoilt_logs_are_judged_alike(page, tmp_path):
    seen = [judge(page, seed, tmp_path) for seed in range(12)]
    assert set(seen) == {"sound", "damaged", "missing", "fork"}


@pytest.mark.slow
def test_a_thousand_spoilt_logs_are_judged_alike(page, tmp_path):
    seen = [judge(page, seed, tmp_path) for seed in range(1000)]
    assert min(map(seen.count, set(VERDICTS.values()))) > 40


@pytest.mark.thorough
def test_first_lines_are_those_of_verify(page, tmp_path):
    """Where signatures and hashes alone are at fault, the page says it in the words of `verify`."""
    told = 0
    for seed in range(60):
        lines, is_tiny = spoilt(seed)
        if not is_tiny:
            continue
        log = tmp_path / "spoilt.pbem"
        log.write_bytes(b"".join(lines))
        report = verify(log, "full", find_ruleset=TINY_ONLY)
        told += report.talk()[0].startswith(page.read(log)["line"])  # the rules know how it stands as well
    assert told >= 32  # others name what the rules awaited


# ---------------------------------------------------------------- what all agree on (control 4.2)


async def _rolls(state: Said) -> None:
    """Red decides, rolls, both seal and open; a checkpoint before each time."""
    for turn in range(9):
        await Checkpoint(rule="0", state=state)
        state.note(turn, "red", await decides("red"))
        state.note(turn, "die", *await Roll(rule="2"))
        sealed = await bids("red", "green", rule=f"9.{turn}")
        state.note("bids", *(await Open(rule=f"9.{turn}", sealed=dict(sealed))).values())


def _agreed_match(wanted: ev.Takeback | ev.AgreedResult) -> tuple[list[bytes], Find]:
    """A match of two seats with three turns, a takeback over them (or an agreed end), and what follows."""
    ruleset = little(_rolls, seats=("red", "green"))
    people, rng = invite(ruleset=ruleset), random.Random(1)
    settle(people)
    finish(people, rng, until=lambda: people[0].match.rounds.r > 9)
    while any(person.match.run_mechanical() for person in people):
        exchange(people)
    for seat, person in enumerate(people):
        person.match.agree(seat, wanted)
        exchange(people)
        person.match.run_mechanical()
        exchange(people)
    finish(people, rng)
    return lines_of(people), only(ruleset)


ENDS = ev.Takeback(to=2), ev.AgreedResult(winners=("green",), text="agreed")


@pytest.mark.parametrize("wanted", ENDS, ids=["takeback", "result"])
def test_what_all_agree_on_is_read_alike_whole_and_spoilt(page, tmp_path, wanted):
    lines, find = _agreed_match(wanted)
    assert any(b'"type":"agreed"' in line for line in lines)
    log = tmp_path / "game.pbem"
    for seed in range(7):
        rng = random.Random(seed)
        spoiled = rng.choice((*HARM, *CRIMES[:1]))(list(lines), rng) if seed else lines
        log.write_bytes(b"".join(spoiled))
        report = verify(log, "full", find_ruleset=find)
        assert theirs(page, log) == ours(report), f"seed {seed}"
        assert seed or page.read(log)["openings"] == report.openings


@pytest.mark.parametrize("seed", [0, 1])
def test_a_game_with_takebacks_by_consent_and_claims_is_read_alike(page, tmp_path, seed):
    people = players(TINY, seed, turns=2)
    for seat, body in enumerate((ev.Seen(), ev.Away(until=2**53 - 1), ev.Late(whom=0, text="so long"))):
        people[seat].match.claim(seat, body)
    assert play(people, random.Random(seed), every=3)
    log = tmp_path / "game.pbem"
    log.write_bytes(b"".join(lines_of(people)))
    report = verify(log, "full", find_ruleset=TINY_ONLY)
    assert report.takebacks
    assert theirs(page, log) == ours(report)
    found = page.read(log)
    assert (found["openings"], found["rounds"], found["wrong"]) == (report.openings, report.rounds, [])


def test_an_agreed_end_is_read_alike(page, tmp_path):
    people = players(TINY, 3, turns=1)
    play(people, random.Random(3), until=12)
    while not can_be_done(people[0].match.binding):
        for person in people:
            person.work(random.Random(1))
        exchange(people)
    consent(people, ev.AgreedResult(winners=("red", "blue"), text="peace"))
    log = tmp_path / "game.pbem"
    log.write_bytes(b"".join(lines_of(people)))
    report = verify(log, "full", find_ruleset=TINY_ONLY)
    assert (report.result, report.winners) == ("peace", ("red", "blue"))
    assert theirs(page, log) == ours(report)


def test_what_was_built_on_either_twin_is_read_alike_in_every_order(page, tmp_path):
    people, late = forked()
    send(people, *late)
    first, *lines = lines_of(people)
    log, rng = tmp_path / "game.pbem", random.Random(2)
    for _ in range(12):
        log.write_bytes(b"".join((first, *lines)))
        report = verify(log, "full", find_ruleset=only(people[0].ruleset))
        assert theirs(page, log) == ours(report)
        found = page.read(log)
        assert (found["verdict"], found["rounds"], found["digest"]) == ("fork", 2, report.digest)
        rng.shuffle(lines)


# ---------------------------------------------------------------- insiders: a seat with its keys that signs anything


def _matches_alike(page: Second, seeds: range, folder: Path) -> list[str]:
    log, seen = folder / "game.pbem", []
    for seed in seeds:
        log.write_bytes(b"".join(restless_match(seed)))
        report = verify(log, "full", find_ruleset=TINY_ONLY)
        assert theirs(page, log) == ours(report), f"seed {seed}"
        assert page.read(log)["openings"] >= report.openings, f"seed {seed}"  # it takes keys nobody asked for
        seen.append(VERDICTS[report.status])
    return seen


@pytest.mark.thorough
def test_matches_with_an_insider_are_judged_alike(page, tmp_path):
    assert {"sound", "damaged"} <= set(_matches_alike(page, range(12), tmp_path))


@pytest.mark.slow
def test_many_matches_with_an_insider_are_judged_alike(page, tmp_path):
    _matches_alike(page, range(12, 500), tmp_path)


def _reads_lies(page: Second, seed: int, folder: Path, *, goes_on: bool) -> bool:
    """Whether both readers judge a match with lies alike. Nobody is accused by either who has not lied.

    Of the last round only the rules tell whether it is whole. Where both readers close the same rounds they must agree.
    """
    log = folder / "game.pbem"
    lines, liars = lying_end(seed, goes_on=goes_on)
    log.write_bytes(b"".join(lines))
    report, found = verify(log, "full", find_ruleset=TINY_ONLY), page.read(log)
    assert {*found["accused"], *(fault.seat for fault in report.faults if fault.seat)} <= liars, f"seed {seed}"
    is_alike = theirs(page, log) == ours(report)
    assert is_alike or found["digest"] != report.digest, f"seed {seed}"
    return is_alike


@pytest.mark.parametrize("seed", [1, 33, 223])
def test_lies_are_judged_alike_once_others_play_on(page, tmp_path, seed):
    assert _reads_lies(page, seed, tmp_path, goes_on=True)


@pytest.mark.slow
def test_many_lies_are_judged_alike_once_others_play_on(page, tmp_path):
    assert [seed for seed in range(400) if not _reads_lies(page, seed, tmp_path, goes_on=True)] == []


@pytest.mark.parametrize("seed", [24, 169])
def test_a_record_that_ends_in_lies_accuses_nobody_else(page, tmp_path, seed):
    _reads_lies(page, seed, tmp_path, goes_on=False)


@pytest.mark.slow
def test_most_records_that_end_in_lies_are_judged_alike_without_the_rules(page, tmp_path):
    assert sum(_reads_lies(page, seed, tmp_path, goes_on=False) for seed in range(520)) >= 450


@pytest.mark.thorough
def test_a_flood_of_events_on_one_base_does_not_end_the_pages_reading(page, tmp_path):
    """A seat signs thousands of events before what it is asked for: the rounds behind them are found."""
    ruleset = little(_rolls, seats=("red", "green"))
    people, rng = invite(ruleset=ruleset), random.Random(5)
    settle(people)
    people[0].receive(row(people[0].match, 0, ev.Act, ev.Answer(rule="9", say="go"), 4200))
    finish(people, rng, until=lambda: people[0].match.rounds.r > 9)
    log = tmp_path / "game.pbem"
    log.write_bytes(b"".join(lines_of(people)))
    report = verify(log, "full", find_ruleset=only(ruleset))
    assert report.rounds > 8
    assert theirs(page, log) == ours(report)
