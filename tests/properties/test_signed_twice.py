"""2.9 Whoever signed twice, what others had built on it is read alike in every order of the lines, and by every reader.
"""

from __future__ import annotations

import random
from itertools import permutations

from little import bids, decides, little
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.match.match import Match
from pbem.play.requests import Open
from pbem.record import events as ev
from pbem.record.wire import CODEC
from people import exchange, forge, invite, master, send, settle
from records import lines_of, only

SEATS = ("red", "green", "blue")


async def all_bid(state):
    """Red decides, all seal and open, red decides."""
    state.note(await decides("red"))
    sealed = await bids(*SEATS)
    state.note(*(await Open(rule="9.2", sealed=dict(sealed))).values())
    state.note(await decides("red"))


def forked():
    """A match in which green remarks, then signs two remarks for one place and one behind; red had included a twin
    and blue what stands behind it, when they answered. Gives its people and those six events."""
    people = invite(ruleset=little(all_bid, seats=SEATS))
    settle(people)
    red, green, blue = (person.match for person in people)
    first = forge(green, 1, ev.Note, ev.NoteBody(text="first"), inc=())
    green.take([first])
    core = green._core(1) | {"inc": ()}
    one, two = (CODEC.make(ev.Note(**core, body=ev.NoteBody(text=t)), green.keys[1].sign_seed) for t in ("a", "b"))
    behind = CODEC.make(ev.Note(**core | {"feed": one.id, "n": core["n"] + 1}, body=ev.NoteBody(text="c")),
                        green.keys[1].sign_seed)  # fmt: skip
    answer = forge(red, 0, ev.Act, ev.Answer(rule="1", say="go"), inc=(two.id,))
    consent = forge(blue, 2, ev.Agree, ev.Takeback(to=1), inc=(behind.id,))
    return people, [first, one, two, behind, answer, consent]


def read(genesis, ruleset, *parts):
    match = Match(genesis, ruleset, {}, masters={2: master(2)})
    for part in parts:
        match.take(part, checked=True)
    return match


def test_2_9_what_was_built_on_either_twin_is_used_whatever_came_first():
    people, late = forked()
    held, ruleset = people[0].log[:], people[0].ruleset
    found = set()
    for order in permutations(late):
        match = read(held[0], ruleset, held, order[:4], order[4:])
        used = [(feed.n, feed.cut) for feed in match.feeds.feeds]
        assert used == [(2, None), (2, 2), (2, None)], [late.index(e) for e in order]
        found.add((match.rounds.digest, repr(match.twins), repr(match.state)))
    assert len(found) == 1


def test_2_9_who_judges_a_log_once_finds_the_same_rounds_in_every_order():
    people, late = forked()
    send(people, *late)
    exchange(people)
    first = read(people[0].log[0], people[0].ruleset, people[0].log)
    assert first.rounds.r == 3  # red has answered
    lines, rng = lines_of(people), random.Random(1)
    for _ in range(24):
        for level in ("quick", "full"):
            report = verify(lines, level, find_ruleset=only(people[0].ruleset), helped=False)
            assert (report.status, report.rounds, report.digest) == (6, 2, b64(first.rounds.digest))
        rng.shuffle(lines)
