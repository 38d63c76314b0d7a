"""Random games with a taken-back stretch every few rounds: tables agree, strangers find them sound, films tell it."""

from __future__ import annotations

import random
from itertools import islice, permutations

import msgspec
import pytest

from little import Said, bids, decides, little
from pbem.audit.audit import audit
from pbem.audit.verify import verify
from pbem.match.match import Match
from pbem.play.requests import Checkpoint, Open, Roll
from pbem.record.events import Act, Agreed, Takeback
from pbem.replay.exports.document import document, encode
from pbem.replay.exports.pages import replay_page
from pbem.replay.films.opening import secrets_for
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.branch import Branch
from pbem.replay.whatif.guessing import begin
from pbem.ruleset import find
from people import agree, exchange, forge, master, send
from records import lines_of, only
from taking_back import play, players
from tiny import TINY


def judged(people) -> None:
    lines = lines_of(people)
    for judge in (verify, audit):
        report = judge(lines, find_ruleset=only(people[0].ruleset))
        assert report.findings == ()
        done = people[0].match
        assert (report.rounds, report.takebacks) == (done.rounds.r - 1, len(done.binding.takebacks))


def seen_by_a_stranger(people) -> Match:
    """The log, read at once and in another order by somebody who holds no seat."""
    first = people[0]
    match = Match(first.match.genesis, first.ruleset, first.match.files)
    events = list({e.id: e for p in people for e in p.log}.values())
    random.Random(3).shuffle(events)
    assert match.take(events) == []
    assert match.rounds.digests == first.match.rounds.digests
    assert msgspec.json.encode(match.state) == msgspec.json.encode(first.match.state)
    assert match.binding.checkpoint == first.match.binding.checkpoint
    return match


def told(match: Match, viewer: str = "public") -> list:
    """All frames; each takeback is one, with the words that say how far."""
    frames = list(Reel(match, viewer))
    agreed = [f for f in frames if f.kind == "agreed"]
    assert [f.round for f in agreed] == [r for r, _ in match.binding.takebacks]
    for frame, (_, to) in zip(agreed, match.binding.takebacks, strict=True):
        assert frame.sentences[-1].text == f"all agree to take back what followed round {to}"
        before = [f for f in frames if f.round <= to][-1]
        assert (frame.scene.board, frame.scene.turn) == (before.scene.board, before.scene.turn)  # as it was then
        assert frame.dice == ()
    return frames


@pytest.mark.parametrize("seed", range(2))
def test_the_little_game_of_every_request(seed):
    people = players(TINY, seed, turns=2)
    assert play(people, random.Random(seed), every=3)
    agree(people)
    judged(people)
    match = seen_by_a_stranger(people)
    frames = told(match)
    assert b"all agree to take back" in replay_page(Reel(match), frames, {})
    assert b"all agree to take back" in encode(document(match, frames, "public"))


def test_what_if_goes_on_from_before_and_from_behind_a_takeback():
    people = players(TINY, 1, turns=2)
    (at, to), *_ = play(people, random.Random(1), every=3)
    match = seen_by_a_stranger(people)
    reel = Reel(match, "auditor", secrets=secrets_for(match, "auditor"))
    then, now = (msgspec.json.encode(begin(reel, round, "a").binding.state) for round in (to, at))
    assert then == now
    for round in (to, at - 1, at):
        branch = Branch(reel, round, "a")
        list(branch.play_on())
        assert branch.result is not None


async def in_turn(state: Said) -> None:
    """Four decide one after the other, dice between them; then all seal."""
    for seat in SEATS:
        await Checkpoint(rule="0", state=state)
        state.note(seat, await decides(seat), *await Roll(rule="2"))
    sealed = await bids(*SEATS)
    state.note(*(await Open(rule="9.2", sealed=dict(sealed))).values())


SEATS = ("red", "green", "blue", "grey")


def settled(match: Match) -> tuple:
    """What four homes must find alike: digests, position, who owes what, what was void and why, what is proposed."""
    voids = sorted((v.event.id, v.why) for v in match.rounds.voids)
    proposed = [(p.wanted, set(p.seats), p.needed) for p in match.proposals()]
    return (match.rounds.digests, msgspec.json.encode(match.state), match.owing(), voids, match.binding.undone,
            match.result, proposed)


def contested() -> tuple[list, list]:
    """What four homes have, and what comes to them in some order: two agreements at once, a stale one, junk."""
    people = players(little(in_turn, seats=SEATS))
    people[0].match.answer(0, "go")
    exchange(people)
    while [e for p in people for e in p.match.run_mechanical()]:
        exchange(people)
    stale = people[3].match.agree(3, Takeback(to=1))
    people[1].match.answer(1, "stay")
    exchange(people)
    while [e for p in people for e in p.match.run_mechanical()]:
        exchange(people)
    held = list({e.id: e for p in people for e in p.log}.values())
    known = {e.id for e in held}
    for seat in (0, 1, 3):
        people[seat].match.agree(seat, Takeback(to=3))
    people[0].match.agree(0, Takeback(to=2))  # of another round, by one alone
    exchange(people)
    blue = people[2].match
    false = forge(blue, 2, Act, Agreed(of=stale.id), inc=())
    send(people, false)
    blue.do_agreed(2, next(p for p in blue.proposals() if p.wanted == Takeback(to=3)))
    exchange(people)
    late = [e for p in people for e in p.log if e.id not in known]
    return held, list({e.id: e for e in late}.values())


@pytest.mark.parametrize("every", [24, pytest.param(1, marks=pytest.mark.slow)])
def test_the_same_events_in_every_order_at_four_homes_come_to_the_same(every):
    held, late = contested()
    genesis = held[0]
    assert len(late) == 6
    found = set()
    for number, order in islice(enumerate(permutations(late)), 0, None, every):
        home = number // every % 4
        match = Match(genesis, little(in_turn, seats=SEATS), {}, masters={home: master(home)})
        match.take(held, checked=True)
        match.take(order[:3], checked=True)
        match.take(order[3:], checked=True)
        found.add(repr(settled(match)))
    assert len(found) == 1
    assert match.binding.takebacks == [(6, 3)]
    (said,) = match.state.said
    assert said.startswith("red go ")
    reports = {repr(verify([e.line for e in (*held, *order)], find_ruleset=only(match.ruleset)).findings[0].text)
               for order in islice(permutations(late), 0, 720, 97)}
    assert len(reports) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", ["angola", "anaconda", "enduring_freedom", "fallujah"])
@pytest.mark.parametrize("seed", [1, 2])
def test_games_of_all_rulesets(game, seed):
    people = players(find(game), seed)
    assert play(people, random.Random(seed), every=8, until=160)
    agree(people)
    judged(people)
    told(seen_by_a_stranger(people))
