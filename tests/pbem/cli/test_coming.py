"""`pbem next --moments`: what it prints can be typed as it stands."""

from __future__ import annotations

import json
import shlex

import pytest

from desks import people_of


def orders_in(text):
    """The commands that were printed, without their remarks."""
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("pbem do ")]
    return [shlex.split(line[: line.rindex('"') + 1])[1:] for line in lines]


@pytest.mark.parametrize(
    ("game", "seats", "first"),
    [("angola", "all=me", ("fapla: loose", "fnla: loose", "mpla: loose")), ("anaconda", "all=me", ()),
     ("enduring_freedom", "coalition=me", ()), ("fallujah", "coalition=me", ("setup",))],
)
def test_each_line_is_taken_as_it_is_printed(tmp_path, game, seats, first):
    """What is asked now too: then its words are read whole."""
    desks = people_of(tmp_path, "ana")
    desks.must("ana", "new", game, seats, "-C", desks.game("ana"), at=tmp_path)
    for order in first:
        desks.must("ana", "do", order)
    told = desks.must("ana", "next", "--moments")
    orders = orders_in(told.out)
    assert orders
    for order in orders:
        desks.must("ana", *order)
    assert "behind `if` may stand: " in told.err
    data = json.loads(desks.must("ana", "next", "--moments", "--json").out)
    assert sorted(one["order"] for ones in data.values() for one in ones) == sorted(order[-1] for order in orders)


def test_who_holds_no_seat_is_told_of_no_moment(tmp_path):
    desks = people_of(tmp_path, "ana", "bo")
    desks.must("ana", "new", "fallujah", "-C", desks.game("ana"), at=tmp_path)
    done = desks.run("bo", "next", "--moments", at=desks.game("ana"))
    assert (done.status, done.complaint) == (3, "pbem: error: no seat of this match is held here")


def test_what_a_seat_has_sealed_is_folded_and_told_whole_by_all(tmp_path):
    desks = people_of(tmp_path, "ana")
    desks.must("ana", "new", "anaconda", "all=me", "-C", desks.game("ana"), at=tmp_path)
    short, whole = (" ".join(desks.must("ana", "next", *more).out.split()) for more in ((), ("--all",)))
    sealed = short[short.index("Al Qaeda sealed in round"):].partition(" al_qaeda decides")[0]
    assert sealed.endswith("; and 42 more: pbem next --all")
    assert sealed.count("; ") == 6
    assert "more: pbem next --all" not in whole.partition(" al_qaeda decides")[0]
    assert "There are 48 counters: " in short
    assert len(short) < 2_500
