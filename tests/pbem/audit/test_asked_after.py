"""What a reading notes of play after each round; where the protocol says what is found; what may be lost."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.audit.findings.finding import SECTIONS
from pbem.audit.findings.losses import Losses
from pbem.audit.findings.watch import AskedAfter, TrailWatch
from pbem.play.requests import Ask

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"


def asked(*, ended=False, pending=None, expected=None):
    watch = TrailWatch.__new__(TrailWatch)
    table = SimpleNamespace(pending=pending)
    watch.binding = SimpleNamespace(expected=lambda: expected, has_ended=ended, table=table, r=7, checkpoint="Round 3")
    return watch._asked()


def test_what_is_asked_after_a_round_is_noted_by_its_rule_and_its_seats():
    question = Ask(rule="9.8", about="luso", seat="red", legal=lambda: ["a"])
    expected = SimpleNamespace(kinds=("act",), seats=(1,))
    found = asked(pending=question, expected=expected)
    assert found == AskedAfter(7, "Ask", "9.8", "luso", ("act",), (1,), "Round 3")
    assert found.words(("red", "green")) == "Ask 9.8 luso of green"


@pytest.mark.parametrize("pending", [None, Ask(rule="9.8", about="luso", seat="red", legal=lambda: ["a"])])
def test_when_a_match_has_ended_nothing_is_asked_of_anybody(pending):
    found = asked(ended=True, pending=pending)
    assert found == AskedAfter(7, "", "", "", (), (), "Round 3")
    assert found.words(("red", "green")) == "nothing of nobody"
    assert asked() == found


@pytest.mark.parametrize("kind", SECTIONS)
def test_the_section_that_a_finding_goes_by_stands_in_the_protocol(kind):
    assert re.search(rf"^##+ {re.escape(SECTIONS[kind])} ", PROTOCOL.read_text(encoding="utf-8"), re.MULTILINE)


def losses(*, broken=(), cuts=(), owing=()):
    """Of two seats whose feeds have three and five events, nothing of which waits."""
    feeds = [SimpleNamespace(seat=seat, n=n, parked={}) for seat, n in enumerate((3, 5))]
    found = Losses.__new__(Losses)
    found._parked, found._built_later = [[], []], lambda: "later"
    found.case = SimpleNamespace(
        reading=SimpleNamespace(broken_links=lambda: broken, waiting={}),
        cuts=cuts,
        feeds=SimpleNamespace(feeds=feeds, gaps=lambda: ()),
        rounds=SimpleNamespace(owing=lambda: owing),
    )
    return [(lost.seat, lost.n, lost.shown_by) for lost in found._find()]


def test_the_next_event_of_a_seat_may_be_lost_unless_its_feed_stops_before():
    link = SimpleNamespace(msg=SimpleNamespace(seat=0, n=3, r=1))
    assert losses() == [(0, 3, None), (1, 5, None)]
    assert losses(owing=(1,)) == [(0, 3, None), (1, 5, "later")]
    assert losses(broken=(link,)) == losses(cuts={0: 3}) == [(1, 5, None)]
    assert losses(broken=(link,), cuts={1: 5}) == []
