"""What a first line settles beside the rules: whose chain elements make the next dice, in which order, and the clock.

Source: protocol 2.10, 4.7.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pbem.record.events import Clock, GenesisBody, Seat

POLICIES = {
    "mover+others": ("mover", "others"),
    "mover+next": ("mover", "next"),
    "mover+judge": ("mover", "judge"),
    "mover+judge+others": ("mover", "judge", "others"),
    "mover": ("mover",),
}


def default_policy(people: Iterable[str], judge: str | None = None) -> str:
    """Who makes the dice of a match of these people if nobody has chosen: all of them; one alone rolls solo."""
    if len(set(people)) > 1:
        return "mover+others" if judge is None else "mover+judge+others"
    return "mover" if judge is None else "mover+judge"


def contributors(
    by: Sequence[str], seats: Sequence[Seat], movers: Sequence[int], gone: Collection[int] = ()
) -> tuple[int, ...]:
    """All seats whose elements the roll after a round of `movers` needs, in seat order.

    Nobody waits for a seat that is `gone`. If the policy leaves nobody then, all players who are still there give.
    """
    needed = set(movers).difference(gone)
    players = [i for i, s in enumerate(seats) if s.role != "judge" and i not in gone]
    if "others" in by:
        needed.update(players)
    if "judge" in by:
        needed.update(i for i, s in enumerate(seats) if s.role == "judge")
    if "next" in by:
        last = max(movers)
        after = [i for i in players if i > last] + [i for i in players if i < last]
        others = [i for i in after if seats[i].id != seats[last].id]
        needed.update(others[:1])
    return tuple(sorted(needed or players))


def may_show(seat: int, seats: Sequence[Seat], movers: Sequence[int], shown: Sequence[int],
             needed: Sequence[int]) -> bool:
    """Whether it is this seat's turn to show its element: first all seats of the movers' people, the judge last.

    A partner seat that knew the dice before it shows could fall silent or resign at will. After the joins all are
    movers, the judge too; it still shows last, unless its person plays.
    """
    return all(s in shown for s in shown_before(seat, seats, movers, needed))


def shown_before(seat: int, seats: Sequence[Seat], movers: Sequence[int], needed: Sequence[int]) -> tuple[int, ...]:
    """Those of the needed seats whose elements are shown before this one's."""
    people = {seats[s].id for s in movers if seats[s].role != "judge"}

    def rank(s: int) -> int:
        if seats[s].id in people:
            return 0
        return 2 if seats[s].role == "judge" else 1

    return tuple(s for s in needed if rank(s) < rank(seat))


def is_unwitnessed(seats: Sequence[Seat], needed: Sequence[int]) -> bool:
    """Whether one person alone holds every element of a roll."""
    return len({seats[s].id for s in needed}) == 1


def clock_of(body: GenesisBody) -> Clock | None:
    """4.7 The clock of a first line, None if it names none."""
    return body.policy.clock if body.policy is not None else None
