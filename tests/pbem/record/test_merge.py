"""2.13 Merging copies of a log: which copies there are, in which order, how often, makes no difference."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.record.events import DicePolicy, Genesis, GenesisBody, Note, NoteBody, Seat
from pbem.record.merge import in_export_order, merge, smaller, verified_first
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine

A32 = "A" * 42 + "E"
GENESIS = GenesisLine(
    b"",
    "z" * 86,
    Genesis(
        body=GenesisBody(
            dice=DicePolicy(by=("mover",)),
            engine="toy",
            engine_hash=A32,
            host=A32,
            options={},
            seats=(Seat(id=A32, name="solo"),),
        )
    ),
    A32,
)


def note(r: int, seat: int, n: int, text: str, sig: str = "B" * 86) -> Event:
    message = Note(body=NoteBody(text=text), feed=A32, game=A32, n=n, prev=A32, r=r, seat=seat, t=0)
    event = CODEC.make(message, bytes(32))
    return SeatLine(event.core, sig, event.msg, event.id)


NOTES = [note(r, seat, r, text) for r in range(1, 5) for seat in range(3) for text in ("a", "b")]
SIGNED_TWICE = [note(r, 0, r, "a", "A" * 86) for r in range(1, 5)]
POOL = [GENESIS, *NOTES, *SIGNED_TWICE]
copies = st.lists(st.sampled_from(POOL), max_size=2 * len(POOL))  # lost, doubled, reordered, cut short


@given(copies)
def test_merging_twice_changes_nothing(log: list[Event]) -> None:
    once = merge(log)
    assert merge(once) == merge(once, once) == merge(log, once) == once
    assert {event.id for event in once} == {event.id for event in log}


@given(copies, copies)
def test_either_copy_may_come_first(one: list[Event], other: list[Event]) -> None:
    assert merge(one, other) == merge(other, one) == merge(other + one)


@given(copies, copies, copies)
def test_several_copies_may_be_merged_in_any_grouping(one: list[Event], two: list[Event], three: list[Event]) -> None:
    assert merge(merge(one, two), three) == merge(one, merge(two, three)) == merge(one, two, three)


@given(st.permutations(POOL), st.integers(0, len(POOL)))
def test_a_copy_that_was_cut_is_filled_from_another(log: list[Event], cut: int) -> None:
    assert merge(log[:cut], log[cut:]) == merge(POOL)


def test_export_is_sorted_by_round_seat_epoch_number() -> None:
    events = [note(2, 0, 1, "a"), note(1, 1, 3, "b"), note(1, 1, 2, "c"), note(1, 0, 9, "d"), GENESIS]
    assert in_export_order(events) == [GENESIS, events[3], events[2], events[1], events[0]]
    in_epoch_one = {events[2].id}
    assert in_export_order(events, lambda event: event.id in in_epoch_one)[2:4] == [events[1], events[2]]


def test_of_two_signatures_the_good_one_stays_and_of_two_good_ones_the_smaller() -> None:
    low, high = note(1, 0, 1, "a", "A" * 86), note(1, 0, 1, "a", "C" * 86)
    assert low.id == high.id
    assert merge([high], [low]) == [low] == [smaller(low, high)]
    only_high = verified_first(lambda event: event.sig == high.sig)
    assert merge([high], [low], prefer=only_high) == merge([low], [high], prefer=only_high) == [high]
    assert merge([high], [low], prefer=verified_first(lambda event: True)) == [low]
