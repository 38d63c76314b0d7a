"""A list of standing orders as `pbem standing` prints it, read back: for another seat, another match, another person.

    fapla:
      stragglers: cheapest   # what stands behind this sign is a remark
      fight_on: while odds 2:1
    mpla, unita: stragglers: ask

Belongs here: reading such a text, whoever wrote it. Must not be here: what the orders mean (`standing`), files.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.desk.standing import StandingOrder
from pbem.errors import WrongUse
from pbem.limits import MAX_STANDING, MAX_STANDING_LINES, MAX_STANDING_TEXT

HOW = "write it like: fapla: stragglers: cheapest; or the seat on a line of its own, and what it sets below"
MARK = "#"


def read_listed(text: str, seats: Collection[str], mine: Collection[str], first: Sequence[str]) -> list[StandingOrder]:
    """The orders of a text, in its order; WrongUse names the line that is none.

    `seats` are all of the match, `mine` those that may be set; `first` gets what stands before any seat is named.
    """
    lines = text.splitlines()
    if len(lines) > MAX_STANDING_LINES:
        raise WrongUse(f"{len(lines):,} lines of standing orders, the limit is {MAX_STANDING_LINES:,}")
    found: dict[tuple[str, str], StandingOrder] = {}
    for number, line in enumerate(lines, 1):
        try:
            whose, rest = _seats_before(_without_remark(line), seats, mine)
            first = whose if whose and not rest else first
            for one in _orders(rest, whose or first) if rest else ():
                if (one.seat, one.policy) in found:
                    raise WrongUse(f"{one.policy} of {one.seat} is set twice", "write it once")
                found[one.seat, one.policy] = one
        except WrongUse as fault:
            raise WrongUse(f"line {number}: {fault}", fault.hint) from None
        if len(found) > MAX_STANDING:
            raise WrongUse(f"more than {MAX_STANDING:,} standing orders")
    return list(found.values())


def _seats_before(said: str, seats: Collection[str], mine: Collection[str]) -> tuple[list[str], str]:
    """The seats that a line names, and what stands behind them; none if it names none."""
    if len(said) > 2 * MAX_STANDING_TEXT or not said.isprintable():
        raise WrongUse("that is no standing order", HOW)
    head, colon, rest = said.partition(":")
    named = [name.strip() for name in head.split(",")]
    if not colon or not all(name in seats for name in named):
        return [], said
    if others := [name for name in named if name not in mine]:
        raise WrongUse(f"{others[0]} is none of the seats that are set", f"these are: {', '.join(mine)}")
    return named, rest.strip()


def _orders(said: str, whose: Sequence[str]) -> list[StandingOrder]:
    """`stragglers: cheapest`, for some seats."""
    name, colon, choice = (part.strip() for part in said.partition(":"))
    if not colon or not name or " " in name or not choice:
        raise WrongUse(f"{said[:60]!r} is no standing order", HOW)
    if not whose:
        raise WrongUse("no seat is named before it", HOW)
    return [StandingOrder(seat, name, choice) for seat in whose]


def _without_remark(line: str) -> str:
    """A line without the remark at its end, which stands alone or behind a blank."""
    return f" {line}".replace("\t", " ").partition(f" {MARK}")[0].strip()
