"""Each seat's own chain of events: links, gaps, twins (protocol 2.5, 2.6, 2.9, 2.10)."""

from __future__ import annotations

import itertools

import msgspec
import pytest

import people
from costs import spent, takes
from pbem.crypto.hashing import b64
from pbem.crypto.keys import identity_seed
from pbem.errors import BadRecord
from pbem.limits import GAP_LIMIT, KEYLESS_LIMIT, KEYLESS_TWINS, MAX_UNJOINED, SIDE_LIMIT
from pbem.record.events import Join
from pbem.record.feeds import Feeds
from pbem.record.wire import Event, verify_event
from writers import Writer, genesis

FIRST = genesis()


def feeds_of(*events: Event) -> Feeds:
    feeds = Feeds(FIRST)
    for event in events:
        feeds.add(event)
    return feeds


def outcome(feeds: Feeds) -> object:
    """All that later layers read, whatever the order of arrival."""
    usable = [[e.id for e in feeds.usable if e.seat == seat] for seat in range(2)]
    heads = [(f.n, f.head, f.chain_i, f.cut, sorted(f.parked)) for f in feeds.feeds]
    return usable, heads, feeds.gaps(), feeds.bad_elements, feeds.excess, sorted(feeds.by_id)


# ------------------------------------------------------------------ links and gaps


def test_2_6_events_are_usable_in_the_order_of_their_feed(red):
    join, one, two = red.join(), red.note("one"), red.note("two")
    feeds = feeds_of(join, two)
    assert [e.id for e in feeds.usable] == [join.id]
    assert feeds.gaps() == [(0, 1)]
    assert feeds.add(one) is True
    assert [e.id for e in feeds.usable] == [join.id, one.id, two.id]
    assert feeds.gaps() == []


def test_an_event_that_is_here_is_no_news(red):
    join = red.join()
    feeds = feeds_of(join)
    assert feeds.add(join) is False
    assert feeds.add(FIRST) is False


def test_2_6_a_wrong_link_stops_its_feed(red):
    feeds = feeds_of(red.join(), red.note(feed=FIRST.id), red.note())
    assert len(feeds.usable) == 1
    assert not feeds.is_whole(0, red.keys.pk)


def test_2_6_an_event_waits_for_what_it_includes(red, green):
    joins = red.join(), green.join()
    note = red.note()
    answer = green.answer(inc=(note.id,))
    after = green.note()
    feeds = feeds_of(*joins, answer, after)
    assert feeds.feeds[1].n == 1
    assert not feeds.is_whole(1, green.keys.pk)
    feeds.add(note)
    assert feeds.feeds[1].n == 3
    assert feeds.is_whole(1, green.keys.pk)


def test_2_6_what_is_included_must_be_usable(red, green):
    """Honest tools include only what links up and send all of it along; what is held back could prove one too many."""
    joins = red.join(), green.join()
    kept = red.note("kept back")
    note = red.note("sent")
    feeds = feeds_of(*joins, note, green.answer(inc=(note.id,)))
    assert feeds.feeds[1].n == 1
    assert feeds.unmet() == {}  # it is here; what is missing is told as a gap
    assert feeds.gaps() == [(0, 1)]
    feeds.add(kept)
    assert feeds.feeds[1].n == 2


def test_a_huge_n_makes_no_huge_list_of_gaps(red):
    feeds = feeds_of(red.join(), red.note(n=2**53 - 1))
    assert feeds.gaps() == [(0, n) for n in range(1, GAP_LIMIT + 1)]


def test_2_6_events_before_their_join_are_kept(red):
    join, one, two = red.join(), red.note(), red.note()
    feeds = feeds_of(two, one)
    assert feeds.gaps() == [(0, 0)]
    assert not feeds.is_whole(0, red.keys.pk)
    feeds.add(join)
    assert (feeds.feeds[0].n, feeds.gaps()) == (3, [])


def forged(event: Event) -> Event:
    """The same event under a signature that is not good."""
    return msgspec.structs.replace(event, sig=Writer(FIRST, 0, person=5).note(event.id).sig)


def test_junk_before_a_join_loses_nothing(red):
    """Whoever carries the mail can send it; a bad signature must neither shut out the good one nor stop the rest."""
    join, one, two = red.join(), red.note(), red.note()
    feeds = feeds_of(forged(one), forged(two), two, one)
    feeds.add(join)
    assert [e.id for e in feeds.usable] == [join.id, one.id, two.id]
    assert all(verify_event(feeds.by_id[e.id], red.keys.pk) for e in (one, two))


def test_junk_before_a_join_is_no_event_of_ours(red):
    feeds = feeds_of(forged(red.note()))
    assert feeds.is_whole(0, red.keys.pk)


def test_2_18_junk_before_a_join_is_bounded_and_each_line_costs_the_same(red):
    """The same event under ever other signatures: nobody can tell yet which is good."""
    join, note = red.join(), red.note()
    junk = [msgspec.structs.replace(note, sig=f"{i:086}") for i in range(KEYLESS_LIMIT)]
    feeds = feeds_of(*junk)
    few = spent(lambda: feeds_of(*junk[:512]))
    assert takes(lambda: feeds_of(*junk), 3 * KEYLESS_LIMIT / 512 * few + 0.1)
    assert feeds.add(junk[-1]) is False
    assert feeds.unjoined() == junk[-KEYLESS_TWINS:]
    assert feeds.let_go() == {0: KEYLESS_LIMIT - KEYLESS_TWINS}
    assert feeds.add(note) is True
    feeds.add(join)
    assert [event.id for event in feeds.usable] == [join.id, note.id]
    assert feeds.let_go() == {}


def test_2_18_a_flood_at_every_place_shuts_nothing_out_that_comes_after(red):
    """Whoever knows the match writes as many lines as there is room for, none under a key of the seat."""
    stranger = Writer(FIRST, 0, person=5)
    flood = [stranger.note("x", n=n) for n in range(1, KEYLESS_LIMIT + 200)]
    feeds = feeds_of(*flood)
    kept = feeds.unjoined()
    assert sum(len(event.line) for event in kept) <= MAX_UNJOINED
    assert [event.msg.n for event in kept] == list(range(1, len(kept) + 1))
    assert feeds.let_go() == {0: len(flood) - len(kept)}
    join, notes = red.join(), [red.note(str(i)) for i in range(20)]
    for event in (*reversed(notes), join):
        feeds.add(event)
    assert feeds.feeds[0].ids == [join.id, *(note.id for note in notes)]


def test_2_18_what_is_let_go_is_the_oldest_of_its_place(red):
    join, note = red.join(), red.note()
    stranger = Writer(FIRST, 0, person=5)
    copies = [stranger.note(str(i), n=1) for i in range(KEYLESS_TWINS)]
    assert feeds_of(note, *copies[1:], join).feeds[0].n == 2
    pushed_out = feeds_of(note, *copies)
    assert pushed_out.let_go() == {0: 1}
    pushed_out.add(join)
    assert pushed_out.feeds[0].n == 1
    assert pushed_out.add(note) is True  # sent once more
    assert pushed_out.feeds[0].n == 2


def test_what_nobody_has_proved_is_never_passed_on(red, green):
    feeds = feeds_of(green.note(n=1))
    assert list(feeds.lines()) == [FIRST.line]


def test_all_lines_come_back(red, green):
    events = [red.join(), red.note(), green.join(), green.note(n=3)]
    feeds = feeds_of(*events)
    assert list(feeds.lines()) == [FIRST.line, *(e.line for e in events)]


# ------------------------------------------------------------------ what is refused


def test_2_3_another_match_is_refused(red):
    other = genesis(seats=3)
    with pytest.raises(BadRecord, match="first line of another match"):
        feeds_of(other)
    with pytest.raises(BadRecord, match="belongs to another match"):
        feeds_of(Writer(other, 0).join())


def test_2_4_a_seat_that_is_not_there_is_refused():
    with pytest.raises(BadRecord, match="no seat 2"):
        feeds_of(Writer(FIRST, 2).join())


def test_2_3_a_signature_of_another_key_is_refused(red):
    with pytest.raises(BadRecord, match=r"the signature of event 1 of seat 0 \(seat0\) is not that of its seat"):
        feeds_of(red.join(), forged(red.note()))


def test_2_5_a_join_is_signed_by_the_person_invited(red):
    with pytest.raises(BadRecord, match="not that of the person invited"):
        feeds_of(red.join(seed=red.keys.sign_seed))


def test_2_5_a_join_proves_that_its_keys_are_its_own(red):
    """Red cannot join with green's key: it cannot make the proof of possession."""
    msg = red.join().msg
    assert isinstance(msg, Join)
    body = msgspec.structs.replace(msg.body, pk=b64(Writer(FIRST, 0, person=1).keys.pk))
    with pytest.raises(BadRecord, match="does not prove"):
        feeds_of(Writer(FIRST, 0).write(Join, body, seed=identity_seed(people.master(0))))


def test_2_5_a_join_is_the_first_of_its_feed(red):
    with pytest.raises(BadRecord, match="not the first of its feed"):
        feeds_of(red.join(n=1))


@pytest.mark.parametrize(("sig", "is_smaller"), [("-" * 85 + "A", True), ("z" * 85 + "w", False)])
@pytest.mark.parametrize("checked", [True, False])
def test_2_3_a_signature_that_is_not_good_displaces_none_that_is(red, sig, is_smaller, checked):
    """However small it is, and though its line has the same id."""
    join, note = red.join(), red.note()
    good = note.sig
    assert (sig < good) is is_smaller
    feeds = feeds_of(join, note)
    assert feeds.add(msgspec.structs.replace(note, sig=sig), checked=checked) is False
    assert feeds.by_id[note.id].sig == good


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("checked", [True, False])
def test_2_3_of_two_good_signatures_the_smaller_string_stays(red, monkeypatch, first, checked):
    """A seat can make several good ones for one event: whichever came first, all keep the same."""
    join, note = red.join(), red.note()
    monkeypatch.setattr("pbem.record.feeds.verify_event", lambda event, pk: True)
    both = [msgspec.structs.replace(note, sig=sig) for sig in ("B" + note.sig[1:], "C" + note.sig[1:])]
    feeds = feeds_of(join, both[first])
    assert feeds.add(both[1 - first], checked=checked) is False
    assert feeds.by_id[note.id].sig == "B" + note.sig[1:]


# ------------------------------------------------------------------ side events


def test_2_7_the_65th_side_event_on_a_base_has_no_effect(red):
    events = [red.join(), *(red.note(str(i)) for i in range(SIDE_LIMIT)), red.resign(), red.answer()]
    feeds = feeds_of(*events)
    assert len(feeds.side_events()) == SIDE_LIMIT
    assert feeds.excess == {events[-2].id}
    assert feeds.feeds[0].n == len(events)  # the feed itself goes on


def test_2_7_which_side_events_are_too_many_does_not_depend_on_arrival(red):
    events = [red.join(), *(red.note(str(i)) for i in range(SIDE_LIMIT + 2))]
    orders = [events, events[::-1], events[40:] + events[:40]]
    assert [feeds_of(*order).excess for order in orders] == [{e.id for e in events[-2:]}] * 3


# ------------------------------------------------------------------ chains


def test_2_10_elements_come_one_after_the_other(red):
    feeds = feeds_of(red.join(), red.entropy(1), red.entropy(2))
    assert (feeds.feeds[0].chain_i, feeds.bad_elements) == (2, set())


@pytest.mark.parametrize(
    ("i", "c", "e"), [(2, 0, None), (1, 1, None), (1, 0, b"\1" * 32)], ids=["skipped", "another chain", "wrong"]
)
def test_2_10_a_wrong_element_is_void_and_the_right_one_still_counts(red, i, c, e):
    join = red.join()
    bad = red.entropy(i, c=c, e=e)
    feeds = feeds_of(join, bad, red.entropy(1))
    assert (feeds.bad_elements, feeds.feeds[0].chain_i) == ({bad.id}, 1)


def test_2_10_an_element_shown_twice_is_void_the_second_time(red):
    events = [red.join(), red.entropy(1), red.entropy(1)]
    assert feeds_of(*events).bad_elements == {events[-1].id}


# ------------------------------------------------------------------ twins


def test_2_9_two_events_of_one_place_are_twins_and_prove_themselves(red):
    join, one = red.join(), red.note("one")
    two = red.twin_of(one)
    feeds = feeds_of(join, one, two)
    twins = feeds.twins[0]
    assert (twins.seat, twins.n) == (0, 1)
    assert {twins.first.id, twins.second.id} == {one.id, two.id}
    assert all(verify_event(e, red.keys.pk) for e in (twins.first, twins.second))


def test_2_9_a_feed_ends_before_its_first_twins_whenever_they_came(red):
    join, one, two, three = red.join(), red.note("one"), red.note("two"), red.note("three")
    twin = red.twin_of(two)
    results = []
    for order in itertools.permutations([one, two, three, twin]):
        feeds = feeds_of(join, *order)
        results.append(outcome(feeds.without_twins()))
        assert feeds.twins[0].n == 2
    assert results[0][0][0] == [join.id, one.id]  # type: ignore[index]
    assert all(r[0] == results[0][0] for r in results)  # type: ignore[index]


def test_2_9_of_three_events_of_one_place_the_same_two_are_shown(red):
    join, one = red.join(), red.note("one")
    three = [one, red.twin_of(one), red.note("third", n=1, feed=join.id)]
    smallest = sorted(e.id for e in three)[:2]
    for order in itertools.permutations(three):
        twins = feeds_of(join, *order).twins[0]
        assert [twins.first.id, twins.second.id] == smallest


def test_2_9_the_earliest_twins_count(red):
    join, one, two = red.join(), red.note("one"), red.note("two")
    late, early = red.twin_of(two), red.twin_of(one)
    feeds = feeds_of(join, one, two, late)
    assert feeds.twins[0].n == 2
    feeds.add(early)
    assert (feeds.twins[0].n, feeds.feeds[0].cut) == (1, 1)


def test_2_9_twins_need_not_be_usable(red):
    join = red.join()
    far = red.note("far", n=7)
    assert feeds_of(join, far, red.twin_of(far)).twins[0].n == 7


def test_2_9_nobody_else_can_make_twins_of_a_seat(red):
    join, one = red.join(), red.note("one")
    feeds = feeds_of(join, one)
    with pytest.raises(BadRecord):
        feeds.add(forged(red.twin_of(one)))
    assert feeds.twins == {}


def test_2_9_two_joins_of_a_seat_are_twins(red):
    again = Writer(FIRST, 0)
    feeds = feeds_of(red.join(), again.join(t=1))
    assert feeds.twins[0].n == 0
    assert feeds.without_twins().usable == []


# ------------------------------------------------------------------ any order


def test_2_6_arrival_order_never_changes_what_comes_out(red, green):
    joins = [red.join(), green.join()]
    note = green.note("side")
    rest = [note, red.answer(inc=(note.id,)), red.entropy(1), red.entropy(1), green.answer(), green.note("late", n=5)]
    expected = outcome(feeds_of(*joins, *rest))
    events = [*joins, *rest]
    for order in itertools.islice(itertools.permutations(events), 0, None, 499):
        assert outcome(feeds_of(*order)) == expected
        assert outcome(feeds_of(*order, *order)) == expected
