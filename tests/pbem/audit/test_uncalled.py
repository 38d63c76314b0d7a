"""What a seat signs that nobody asked for: it hides nothing of the match, and does not go unnoticed if it is false."""

from __future__ import annotations

import random

from little import Said, decides, little
from pbem.audit.verify import verify
from pbem.crypto.hashing import b64
from pbem.record import events as ev
from people import finish, forge, invite, send, settle
from records import TINY_ONLY, lines_of, only


def test_a_round_that_is_made_up_on_a_known_base_is_no_sign_of_missing_records():
    people = invite(turns=1)
    finish(people, random.Random(3), until=lambda: people[0].match.rounds.r > 6)
    match = people[2].match
    base = b64(match.rounds.digests[3])
    send(people, forge(match, 2, ev.Disclose, ev.DiscloseBody(epoch=0, gs=b64(bytes(32))), r=999_999, prev=base))
    report = verify(lines_of(people), "full", find_ruleset=TINY_ONLY)
    assert (report.status, [f.kind for f in report.faults]) == (0, [])


async def _asks(state: Said) -> None:
    await decides("red")


def test_2_10_a_number_that_is_not_the_next_of_its_chain_is_a_fault_whatever_was_asked():
    ruleset = little(_asks)
    people = invite(ruleset=ruleset)
    settle(people)
    body = ev.EntropyBody(c=0, e=b64(bytes(32)), i=1)
    send(people, *(forge(people[seat].match, seat, ev.Entropy, body) for seat in (0, 1)))
    report = verify(lines_of(people), "full", find_ruleset=only(ruleset))
    assert [(f.kind, f.seat) for f in report.faults] == [("void", "red"), ("void", "green")]
