"""2.5, 3.4 People whose builds differ under one version: what their tools say and sign, and that nobody is accused."""

from __future__ import annotations

import random

import pytest

from little import Said, bids, decides, little
from pbem.audit.audit import audit
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.errors import Divergence
from pbem.match.desync import Otherwise, find_otherwise, find_unseen
from pbem.match.match import Match
from pbem.play.requests import Ask, Checkpoint
from pbem.record import events as ev
from pbem.record.rounds import round_digest
from pbem.record.wire import SeatLine
from pbem.ruleset import Ruleset
from people import Person, exchange, finish, first_line, forge, invite, master, send, settle

SEATS = ("red", "green", "blue")
OURS, THEIRS = "0.1.0+aaaaaaaaaaaa", "0.1.0+bbbbbbbbbbbb"


@pytest.fixture(autouse=True)
def builds(monkeypatch: pytest.MonkeyPatch) -> dict[object, str]:
    """The build of each ruleset by its procedure; ours if nothing is said."""
    named: dict[object, str] = {}
    for module in ("making", "desync"):
        monkeypatch.setattr(f"pbem.match.{module}.build_of", lambda ruleset: named.get(ruleset.play, OURS))
    return named


async def played(state: Said, *, words: tuple[str, ...] = ("stay", "go"), note: str = "") -> None:
    """A checkpoint and an answer of each; another checkpoint and answers."""
    for turn in range(2):
        await Checkpoint(state)
        for seat in SEATS:
            state.note(note, await Ask(rule=f"{turn + 1}", seat=seat, legal=lambda: words))


async def counted(state: Said) -> None:
    """The same, and something else is noted."""
    await played(state, note="what")


async def flying(state: Said) -> None:
    """The same, and whoever is asked may fly."""
    await played(state, words=("stay", "go", "fly"))


async def turned(state: Said) -> None:
    """The same, but green is asked first."""
    await Checkpoint(state)
    for seat in ("green", "red", "blue"):
        await decides(seat)


def match_of(builds: dict[object, str], *plays: object, despite_desync: bool = False) -> list[Person]:
    """Three people, each with the build of a procedure, all joined."""
    rules = [little(play, seats=SEATS) for play in plays]  # type: ignore[arg-type]
    for ruleset, play in zip(rules, plays, strict=True):
        builds[ruleset.play] = OURS if play in (played, bidding) else THEIRS
    genesis = first_line(ruleset=rules[0])
    people = [
        Person(genesis, {i: master(i)}, ruleset, despite_desync=despite_desync) for i, ruleset in enumerate(rules)
    ]
    settle(people)
    return people


def found(person: Person) -> Otherwise | None:
    return find_otherwise(person.match.binding, person.match.rounds)


def read(ruleset: Ruleset, person: Person) -> Person:
    """A stranger with a ruleset, and all that somebody has."""
    stranger = Person(person.log[0], {}, ruleset)
    stranger.receive(person.log[1:])
    return stranger


def test_2_5_a_join_names_the_build():
    people = invite()
    settle(people)
    for event in people[0].log[1:4]:
        assert isinstance(event.msg, ev.Join)
        assert event.msg.body.build == OURS


def test_2_5_a_join_may_name_none(monkeypatch):
    monkeypatch.setattr("pbem.match.making.build_of", lambda ruleset: "")
    people = invite()
    settle(people)
    assert all(b'"build"' not in event.line for event in people[0].log)
    finish(people, random.Random(1))
    assert people[0].match.binding.is_over


def test_3_4_a_desync_of_two_builds_names_both_and_accuses_nobody(builds):
    people = match_of(builds, played, counted, played)
    for seat in range(3):
        people[seat].match.answer(seat, "go")
        exchange(people)
    red, green = people[0].match, people[1].match
    ours, theirs = red.binding.checkpoint, green.binding.checkpoint
    red.answer(0, "go")
    exchange(people)
    assert not green.can_sign()
    with pytest.raises(Divergence) as desync:
        green.answer(1, "go")
    where = "little.<locals>.whole > counted > played"
    assert str(desync.value) == (
        f"DESYNC in round 5 at {where}: red's build {OURS} says {ours}, ours {THEIRS} says {theirs}: nobody is accused"
    )
    assert desync.value.hint is not None
    assert desync.value.hint.startswith(f"read this match with build {OURS}, or agree")
    assert red.can_sign(), "red has seen no other digest yet"
    told = found(people[1])
    assert told is not None
    assert (told.agreed, told.round, told.told) == (0, 5, None), "its own story is told to the end"


def test_3_4_what_one_build_forbids_and_another_allows_stops_once_others_have_built_on_it(builds):
    """Red cannot tell a cheat from another build by green's answer alone; blue's next event says that it counted."""
    people = match_of(builds, played, flying, flying)
    red, green, blue = (p.match for p in people)
    red.answer(0, "go")
    exchange(people)
    fly = green.answer(1, "fly")
    people[0].receive([fly])
    told = found(people[0])
    assert told is not None
    assert (told.how, told.seat, told.round, red.can_sign()) == ("event", "green", 3, True)
    exchange(people)
    blue.answer(2, "fly")
    exchange(people)
    told = found(people[0])
    assert told is not None
    assert (told.how, told.seat, told.round) == ("round", "blue", 3)
    assert told.sentence == (
        "this build plays otherwise than the one recorded, from round 1 on (it shows in round 3): "
        f"blue's build is {THEIRS}, ours is {OURS}: nobody is accused"
    )
    with pytest.raises(Divergence, match="nobody is accused"):
        red.note(0, "what now?")
    assert found(people[1]) is None, "for who has that build nothing is wrong"


def test_3_4_a_seat_of_our_build_that_signs_what_is_illegal_has_to_answer_for_it(builds):
    people = match_of(builds, played, played, played)
    people[0].match.answer(0, "go")
    exchange(people)
    green = people[1].match
    fly = forge(green, 1, ev.Act, ev.Answer(rule="1", say="fly"))
    base = b64(round_digest(green.feeds.gid, 3, green.rounds.digest, [fly.id]))
    core = {"r": 4, "prev": base, "n": fly.msg.n + 1, "feed": fly.id}  # type: ignore[union-attr]
    on = forge(green, 1, ev.Act, ev.Answer(rule="1", say="stay"), **core)
    send(people, fly, on)
    assert found(people[0]) is None
    builds_on = verify([e.line for e in people[0].log], find_ruleset=lambda _: people[0].ruleset)
    assert [(f.kind, f.seat) for f in builds_on.findings if f.kind == "void"] == [("void", "green")]


def test_3_4_whoever_claims_another_build_cannot_stop_the_others_by_events_that_fit_nothing(builds):
    """Nobody else has built on them."""
    people = match_of(builds, played, flying, played)
    red, green = people[0].match, people[1].match
    junk = forge(green, 1, ev.Act, ev.Answer(rule="1", say="fly"))
    base = b64(round_digest(green.feeds.gid, 2, green.rounds.digest, [junk.id]))
    core = {"r": 3, "prev": base, "n": junk.msg.n + 1, "feed": junk.id}  # type: ignore[union-attr]
    send(people, junk, forge(green, 1, ev.Act, ev.Answer(rule="1", say="stay"), **core))
    told = found(people[0])
    assert told is not None
    assert (told.how, red.can_sign()) == ("event", True)
    red.answer(0, "go")
    assert found(people[0]) is None, "play goes on without them"


async def bidding(state: Said) -> None:
    """All seal, then red answers."""
    state.note(await bids(*SEATS), await decides("red"))


async def unasked(state: Said) -> None:
    """The same, but blue is not asked to seal, and then blue answers."""
    state.note(await bids("red", "green"), await decides("blue"))


async def bidding_for_two(state: Said) -> None:
    """Both seal, then red answers."""
    state.note(await bids("red", "green"), await decides("red"))


async def unasked_for_two(state: Said) -> None:
    """Only red seals, then green answers."""
    state.note(await bids("red"), await decides("green"))


def closed_by(match: Match, r: int, base: bytes, *events: SeatLine) -> bytes:
    """The digest of a round that these have closed."""
    return round_digest(match.feeds.gid, r, base, [e.id for e in events])


def going_on(match: Match, seat: int, r: int, base: bytes, after: SeatLine | None = None) -> SeatLine:
    """An answer of a seat for a round on any base; `after` is its last event, if its own table has not got that."""
    feed = {} if after is None else {"n": after.msg.n + 1, "feed": after.id}
    return signed(match, seat, ev.Answer(rule="1", say="go"), r=r, prev=b64(base), **feed)


def signed(match: Match, seat: int, answer: ev.Answer, **core: object) -> SeatLine:
    event = forge(match, seat, ev.Act, answer, **core)
    assert isinstance(event, SeatLine)
    return event


def stands(person: Person) -> tuple[str, bool]:
    """How another build shows to somebody, and whether his tool still signs."""
    told = found(person)
    assert told is not None
    return told.how, person.match.can_sign()


@pytest.mark.parametrize("liar", [1, 2], ids=["another", "who is awaited"])
def test_3_4_an_invented_build_cannot_stop_the_others_by_one_event_on_what_is_good(builds, liar):
    """An attack: all have sealed but blue, and the liar says that its build went on without blue."""
    people = match_of(builds, *(unasked if seat == liar else bidding for seat in range(3)))
    start = people[0].match.rounds.digest
    sealed = [people[seat].match.seal(seat, ["1"]) for seat in (0, 1)]
    send(people, *sealed)
    send(people, going_on(people[liar].match, liar, 3, closed_by(people[0].match, 2, start, *sealed)))
    assert {stands(people[honest]) for honest in {0, 1, 2} - {liar}} == {("event", True)}
    if liar == 1:
        send(people, people[2].match.seal(2, ["1"]))
        assert [people[honest].match.rounds.r for honest in (0, 2)] == [3, 3], "play goes on"


def test_3_4_an_invented_build_gains_nothing_from_what_a_seat_of_our_build_signs(builds):
    """An attack: green signs what is illegal in its own build, and blue goes on from it with another."""
    people = match_of(builds, played, played, flying)
    people[0].match.answer(0, "go")
    exchange(people)
    green, blue = people[1].match, people[2].match
    void = signed(green, 1, ev.Answer(rule="1", say="fly"))
    send(people[:2], void, going_on(blue, 2, 4, closed_by(green, 3, green.rounds.digest, void)))
    assert stands(people[0]) == ("event", True)


def test_3_4_two_people_are_heard_though_one_tries_to_hide_it_and_the_other_speaks_rounds_later(builds):
    """Blue's junk on the open round is tried first, and only blue goes on from that."""
    people = match_of(builds, bidding, unasked, unasked)
    start = people[0].match.rounds.digest
    sealed = [people[seat].match.seal(seat, ["1"]) for seat in (0, 1)]
    green, blue = people[1].match, people[2].match
    base = closed_by(green, 2, start, *sealed)
    junk = signed(blue, 2, ev.Answer(rule="1", say="go"))
    decoy = going_on(blue, 2, 3, closed_by(green, 2, start, *sealed, junk), junk)
    first = going_on(blue, 2, 3, base, decoy)
    send(people[:1], *sealed, junk, decoy, first)
    assert stands(people[0]) == ("event", True), "blue alone"
    send(people[:1], going_on(green, 1, 4, closed_by(green, 3, base, first)))
    assert stands(people[0]) == ("round", False)
    told = found(people[0])
    assert told is not None
    assert [e.seat for e in told.events] == [0, 1]


def test_3_4_of_two_people_one_alone_never_stops_the_other(builds):
    rules = [little(play, seats=("red", "green")) for play in (bidding_for_two, unasked_for_two)]
    builds[rules[0].play], builds[rules[1].play] = OURS, THEIRS
    people = [Person(first_line(ruleset=rules[0]), {i: master(i)}, rules[i]) for i in range(2)]
    settle(people)
    start = people[0].match.rounds.digest
    sealed = people[0].match.seal(0, ["1"])
    green = people[1].match
    send(people, sealed, going_on(green, 1, 3, closed_by(green, 2, start, sealed)))
    assert stands(people[0]) == ("event", True)


def test_3_4_whoever_claims_another_build_takes_no_verdict_from_the_others(builds):
    """Red's digest differs; green and blue have the build that judges, and the match is over."""
    people = match_of(builds, counted, played, played, despite_desync=True)
    finish(people, random.Random(2))
    assert people[0].match.binding.is_over
    rules = people[1].ruleset
    report = audit([e.line for e in people[0].log], find_ruleset=lambda _: rules)
    (finding,) = report.findings
    assert (finding.kind, finding.seat, report.status, report.alike) == ("build", "", 4, 0)
    assert f"red's build is {THEIRS}, ours is {OURS}: nobody is accused" in finding.text
    assert (report.result, report.audited, len(report.held)) == ("None", SEATS, 3)
    builds[rules.play] = "0.1.0+cccccccccccc"
    report = audit([e.line for e in people[0].log], find_ruleset=lambda _: rules)
    (finding,) = report.findings
    assert (finding.kind, report.result, report.held) == ("build", "", ()), "nobody in the match has this build"


def test_3_4_another_order_of_requests_is_seen_by_what_was_built_on(builds):
    people = match_of(builds, turned, turned, turned)
    people[1].match.answer(1, "go")
    exchange(people)
    people[0].match.answer(0, "go")
    exchange(people)
    reader = read(little(played, seats=SEATS), people[0])
    told = found(reader)
    assert told is not None
    assert (told.how, told.round, [e.seat for e in told.events]) == ("round", 2, [1])
    assert (told.theirs, told.ours, told.told) == (THEIRS, OURS, 0)


def test_3_4_events_that_wait_for_others_are_no_difference(builds):
    """Packets come in any order."""
    people = match_of(builds, flying, flying, flying)
    for seat in range(3):
        people[seat].match.answer(seat, "go")
        exchange(people)
    log = people[0].log
    builds[(reader := little(played, seats=SEATS)).play] = OURS
    for missing in range(4, 7):
        stranger = Person(log[0], {}, reader)
        stranger.receive([e for e in log[1:] if e is not log[missing]])
        assert found(stranger) is None
    whole = read(reader, people[0])
    assert found(whole) is None
    unseen = find_unseen(whole.match.binding, whole.match.rounds)
    assert unseen is not None
    assert (unseen.agreed, unseen.round, unseen.is_seen) == (0, 4, False)
    assert unseen.sentence == (
        "no difference is known: another build played this, and every round up to the last, 4, is good here too; no "
        "digest compares positions yet"
    )


def test_3_4_a_position_that_a_digest_names_is_known_as_far_as_it_led_there(builds):
    people = match_of(builds, flying, flying, flying)
    for seat in (0, 1, 2, 0):
        people[seat].match.answer(seat, "go")
        exchange(people)
    reader = read(little(played, seats=SEATS), people[0])
    unseen = find_unseen(reader.match.binding, reader.match.rounds)
    assert unseen is not None
    assert unseen.agreed == 3, "the second checkpoint came with round 4, and what followed it there is in no digest"


def test_3_4_seals_of_another_kind_of_request(builds):
    """Sealed bids where ours asks in the open."""

    async def sealing(state: Said) -> None:
        await bids(*SEATS)
        await decides("red")

    people = match_of(builds, sealing, sealing, sealing)
    for seat in range(3):
        people[seat].match.seal(seat, ["1"])
    exchange(people)
    people[0].match.answer(0, "go")
    exchange(people)
    told = found(read(little(played, seats=SEATS), people[0]))
    assert told is not None
    assert (told.how, told.round, told.agreed) == ("round", 2, 0)
