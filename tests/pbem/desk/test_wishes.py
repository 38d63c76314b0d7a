"""Whether a person wants reminders is said by his seat alone, and a field that anybody wrote breaks nothing."""

from __future__ import annotations

import pytest

from pbem.crypto.hashing import b64, unb64
from pbem.crypto.keys import verify
from pbem.desk.wishes import Wish, read_wish, wish_field
from people import invite, settle


@pytest.fixture(scope="module")
def people():
    made = invite(turns=1)
    settle(made)
    return made


@pytest.mark.parametrize("wanted", [True, False])
def test_the_others_read_what_a_seat_wished_and_how_much_it_had_signed(people, wanted):
    field = wish_field(people[1].match, wanted=wanted)
    signed = people[1].match.feeds.feeds[1].n
    assert field.startswith(f"{'wanted' if wanted else 'none'} {signed} 1 ")
    assert read_wish(people[0].match, field) == Wish(1, wanted, signed)


def test_what_is_signed_says_for_what_it_was_signed(people):
    """Another program's field reads here, and this one there: the words under the signature stay as they are."""
    feeds = people[1].match.feeds
    word, n, seat, signature = wish_field(people[1].match, wanted=True).split()
    parts = feeds.gid, bytes([int(seat)]), int(n).to_bytes(4, "big"), word.encode()
    assert verify(feeds.feeds[1].pk, unb64(signature, 64), "sign/reminders", *parts)


def test_of_whatever_else_stands_in_the_field_nothing_is_believed(people):
    match = people[0].match
    field = wish_field(people[1].match, wanted=False)
    word, n, seat, signature = field.split()
    for words in (
        (), (word, n, seat), (word, n, seat, signature, "more"), ("wanted", n, seat, signature),
        ("maybe", n, seat, signature),
        (word, str(int(n) + 1), seat, signature), (word, n, "0", signature), (word, n, "3", signature),
        (word, n, "250", signature), (word, "9" * 10, seat, signature), (word, "9" * 11, seat, signature),
        (word, "-1", seat, signature), (word, "٣", seat, signature), (word, n, "x", signature),
        (word, n, seat, b64(bytes(64))), (word, n, seat, "short"),
    ):
        assert read_wish(match, " ".join(words)) is None, words
    assert read_wish(match, f"  {field}  ") == Wish(1, False, int(n))
