"""What feeds tell of what they hold: places, ends, what is waited for, what is trusted (protocol 2.5, 2.6, 2.9)."""

from __future__ import annotations

import msgspec
import pytest

import people
from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed
from pbem.errors import BadRecord
from pbem.record.events import Join
from pbem.record.feeds import Feeds
from pbem.record.wire import Event, verify_event
from writers import Writer, genesis

FIRST = genesis()


def feeds_of(*events: Event, checked: bool = False) -> Feeds:
    feeds = Feeds(FIRST)
    for event in events:
        feeds.add(event, checked=checked)
    return feeds


def forged(event: Event) -> Event:
    return msgspec.structs.replace(event, sig=b64(b"\1" * 64))


def join_with_anothers_key(red: Writer) -> Event:
    """Signed by the person of the seat, but the key is green's: nobody proves to hold it."""
    msg = red.join().msg
    assert isinstance(msg, Join)
    body = msgspec.structs.replace(msg.body, pk=b64(Writer(FIRST, 0, person=1).keys.pk))
    return Writer(FIRST, 0).write(Join, body, seed=identity_seed(people.master(0)))


# ------------------------------------------------------------------ signatures


def test_2_3_events_are_signed_by_the_key_that_their_join_named(red, green):
    note = red.join(), red.note()
    feeds = feeds_of(*note, green.join())
    assert feeds.is_signed(note[1])
    assert not feeds.is_signed(forged(note[1]))
    assert not feeds.is_signed(Writer(FIRST, 0, person=1, n=1, head=note[0].id).note())


def test_2_5_a_join_is_signed_by_its_person_and_proves_its_key(red):
    feeds = feeds_of()
    assert feeds.is_signed(red.join())
    assert not feeds.is_signed(forged(red.written[0]))
    assert not feeds.is_signed(Writer(FIRST, 0, person=1).join())
    assert not feeds.is_signed(join_with_anothers_key(red))


def test_2_14_what_was_checked_before_is_not_checked_again(red):
    """Whoever says so answers for it; what is no place in a feed is refused all the same."""
    join, note = red.join(), red.note()
    assert len(feeds_of(forged(join), forged(note), checked=True).usable) == 2
    with pytest.raises(BadRecord, match="not the first of its feed"):
        feeds_of(Writer(FIRST, 0).join(n=1), checked=True)
    for event in (forged(join), join_with_anothers_key(red)):
        with pytest.raises(BadRecord):
            feeds_of(event)


def test_2_14_quick_looks_at_the_first_and_the_last_event_of_each_feed(red, green):
    events = [red.join(), red.note("one"), red.note("two"), green.join()]
    assert feeds_of().heads_are_signed()
    assert feeds_of(*events).heads_are_signed()
    for number, is_seen in enumerate([True, False, True, True]):
        spoilt = [*events[:number], forged(events[number]), *events[number + 1 :]]
        assert feeds_of(*spoilt, checked=True).heads_are_signed() is not is_seen


def test_2_14_what_hangs_loose_or_was_signed_twice_is_not_vouched_for(red):
    join, one, two = red.join(), red.note("one"), red.note("two")
    assert not feeds_of(join, two).heads_are_signed()
    assert not feeds_of(join, one, red.twin_of(one)).heads_are_signed()


# ------------------------------------------------------------------ places


def test_2_6_a_place_is_taken_whether_its_event_is_linked_or_waits(red):
    join, one, far = red.join(), red.note("one"), red.note("far", n=5)
    feeds = feeds_of(join, one, far)
    assert [feeds.at(0, n) for n in range(7)] == [join.id, one.id, None, None, None, far.id, None]
    assert feeds.at(1, 0) is None
    assert feeds.gaps() == [(0, 2), (0, 3), (0, 4)]


def test_2_6_gaps_of_all_feeds_are_named_in_order(red, green):
    green.join()
    assert feeds_of(red.join(), red.note(n=3), green.note()).gaps() == [(0, 1), (0, 2), (1, 0)]


def test_2_9_a_feed_that_ends_in_twins_has_no_gaps(red):
    join, one = red.join(), red.note("one")
    feeds = feeds_of(join, one, red.note("far", n=9), red.twin_of(one))
    assert (feeds.feeds[0].cut, feeds.gaps()) == (1, [])


def test_2_6_what_is_included_and_not_here_is_named_with_who_waits(red, green):
    joins = [red.join(), green.join()]
    absent = b64(b"\1" * 32)
    feeds = feeds_of(*joins, red.note("kept"), red.answer(inc=(absent,)), green.answer(inc=(absent,)))
    assert feeds.unmet() == {absent: {0, 1}}
    feeds.unmet()[absent].clear()
    assert feeds.unmet() == {absent: {0, 1}}


def test_2_6_all_who_waited_go_on_when_it_comes(red, green):
    third = genesis(seats=3)
    pens = [Writer(third, seat) for seat in range(3)]
    joins = [pen.join() for pen in pens]
    note = pens[2].note()
    feeds = Feeds(third)
    for event in (*joins, *(pen.answer(inc=(note.id,)) for pen in pens[:2]), note):
        feeds.add(event)
    assert [feed.n for feed in feeds.feeds] == [2, 2, 2]
    assert feeds.unmet() == {}


# ------------------------------------------------------------------ reading a long log once


def test_an_event_that_was_forgotten_still_links_and_may_be_included(red, green):
    joins = [red.join(), green.join()]
    note = red.note()
    feeds = feeds_of(*joins, note)
    feeds.forget(note)
    assert note.id not in feeds.by_id
    assert feeds.at(0, 1) == note.id
    feeds.forget(note)  # once more changes nothing
    feeds.add(green.answer(inc=(note.id,)))
    feeds.add(red.note("next"))
    assert [feed.n for feed in feeds.feeds] == [3, 2]
    assert feeds.unmet() == {}


def test_what_was_never_here_cannot_be_forgotten_into_being(red, green):
    joins = [red.join(), green.join()]
    note = red.note()
    feeds = feeds_of(*joins)
    feeds.forget(note)
    feeds.add(green.answer(inc=(note.id,)))
    assert feeds.unmet() == {note.id: {1}}


# ------------------------------------------------------------------ before a join


def test_2_6_forged_copies_before_a_join_are_other_lines_and_fall_away_with_it(red):
    join, note = red.join(), red.note()
    feeds = feeds_of()
    assert [feeds.add(event) for event in (note, forged(note), note, forged(note))] == [True, True, False, False]
    assert [event.sig for event in feeds.unjoined()] == [note.sig, forged(note).sig]
    feeds.add(join)
    assert list(feeds.lines()) == [FIRST.line, join.line, note.line]


def test_2_9_what_waits_for_a_join_outlives_anothers_twins(red, green):
    join, one = red.join(), red.note("one")
    feeds = feeds_of(join, one, red.twin_of(one), green.note(n=1))
    again = feeds.without_twins()
    assert again.gaps() == [(1, 0)]
    assert again.twins == feeds.twins
    assert [feed.n for feed in again.feeds] == [1, 0]
    again.add(Writer(FIRST, 1).join())
    assert again.gaps() == []


def test_2_5_a_second_join_changes_no_key(red):
    """Two joins are twins: what was signed under the first key stays signed under it."""
    join, note = red.join(), red.note()
    other = Writer(FIRST, 0).join(t=1)
    feeds = feeds_of(join, note, other)
    assert feeds.feeds[0].join == join.msg
    assert feeds.is_signed(note)
    assert verify_event(note, feeds.feeds[0].pk)


def test_2_9_twins_of_one_seat_stop_no_other(red, green):
    join, one = red.join(), red.note("one")
    feeds = feeds_of(join, one, red.twin_of(one), green.join(), green.note()).without_twins()
    assert [feed.n for feed in feeds.feeds] == [1, 2]
    assert [(feed.cut, feed.seat) for feed in feeds.feeds] == [(1, 0), (None, 1)]


def test_2_9_the_proof_is_the_same_after_later_twins(red):
    join, one, two = red.join(), red.note("one"), red.note("two")
    feeds = feeds_of(join, one, two, red.twin_of(one))
    proof = feeds.twins[0]
    feeds.add(red.twin_of(two))
    assert feeds.twins[0] == proof
    assert feeds.feeds[0].cut == 1
