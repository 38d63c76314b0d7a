"""What is counted while a log is audited: claims, dice, the time that seats held the game.

Belongs here: counting, seat by seat, in the one pass of the audit. Must not be here: judging anybody by it.
Dice count for the seats that moved them (protocol 2.10): those expected in the round before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.audit.counting.counts import ALL, ClaimCount, DiceCount, Held, HitCount
from pbem.limits import MOST_SIDES
from pbem.play.listener import Listener
from pbem.play.requests import Draw, Roll
from pbem.play.secrets import Tally
from pbem.record.rounds import Closed

DECISIONS = frozenset({"act", "seal", "resign"})


class HitTallies:
    """Counts dice that hit or miss, by whose they are, the rule, what they decide, and the kind of die."""

    def __init__(self) -> None:
        self._counted: dict[tuple[str, str, str, int], HitCount] = {}

    def count(
        self, side: str, rule: str, sides: int, hits: Sequence[Collection[int]], values: Sequence[int | str],
        decides: str = "",
    ) -> None:
        """`hits` has the faces on which each die hits; empty if dice do not hit by themselves."""
        if not hits or sides > MOST_SIDES:
            return
        key = (side, rule, decides, sides)
        before = self._counted.get(key, HitCount(side, rule, sides, 0, 0, 0, (0,) * (sides + 1), decides))
        chances = list(before.chances)
        for faces in hits:
            chances[sum(1 <= face <= sides for face in faces)] += 1
        hit = sum(value in faces for value, faces in zip(values, hits, strict=True))
        self._counted[key] = msgspec.structs.replace(
            before, rolls=before.rolls + 1, dice=before.dice + len(values), hits=before.hits + hit,
            chances=tuple(chances),
        )

    def counts(self) -> tuple[HitCount, ...]:
        """By side, then by rule, then by what they decide."""
        return tuple(self._counted[key] for key in sorted(self._counted))


class FaceTallies:
    """Counts the faces of dice, by whose they are and the kind of die; and all together."""

    def __init__(self) -> None:
        self._faces: dict[tuple[str, int], list[int]] = {}
        self._rolls: dict[tuple[str, int], int] = {}

    def count(self, seats: Iterable[str], sides: int, values: Sequence[int | str]) -> None:
        """One roll, for each of these seats and once for all; what is no die is not counted."""
        if not 1 < sides <= MOST_SIDES:
            return
        for seat in (*seats, ALL):
            faces = self._faces.setdefault((seat, sides), [0] * sides)
            for value in values:
                faces[int(value) - 1] += 1
            self._rolls[seat, sides] = self._rolls.get((seat, sides), 0) + 1

    def counts(self, seats: Iterable[str]) -> tuple[DiceCount, ...]:
        """By seat in this order, then by sides; all together last."""
        return tuple(
            DiceCount(seat, sides, self._rolls[seat, sides], sum(faces), _pips(faces), tuple(faces))
            for name in (*seats, ALL)
            for (seat, sides), faces in sorted(self._faces.items())
            if seat == name
        )


class DiceTallies(Listener):
    """Counts what is rolled. It may be told of rolls again (a position rebuilt): only `close` makes them count."""

    def __init__(self) -> None:
        self._heard: list[tuple[Roll | Draw, tuple[Any, ...]]] = []
        self._faces, self._hits = FaceTallies(), HitTallies()

    def rolled(self, request: Roll | Draw, values: tuple[Any, ...]) -> None:
        """A table answered this request so."""
        self._heard.append((request, values))

    def close(self, closed: Closed, movers: Sequence[str]) -> None:
        """A round has closed; `movers` decided before its dice, if it brought any."""
        heard, self._heard = self._heard, []
        if closed.events[0].kind != "entropy":
            return
        for request, values in heard:
            if isinstance(request, Roll):
                self._faces.count(movers, request.sides, values)
                self._hits.count(
                    request.side, request.rule, request.sides, request.hits, values, request.decides
                )

    def hits(self) -> tuple[HitCount, ...]:
        """By side, then by rule, then by what they decide."""
        return self._hits.counts()

    def counts(self, seats: Sequence[str]) -> tuple[DiceCount, ...]:
        """By seat in this order, then by sides; all together last."""
        return self._faces.counts(seats)


def _pips(faces: Sequence[int]) -> int:
    return sum(face * count for face, count in enumerate(faces, start=1))


class TimeTallies:
    """Adds up how long each seat held the game: from the last event of the round before to its own."""

    def __init__(self, seats: Sequence[str]) -> None:
        self._held = {seat: Held(seat) for seat in seats}
        self._seats = list(seats)
        self._opened: int | None = None

    def close(self, closed: Closed) -> None:
        """A round has closed."""
        opened, times = self._opened, []
        for event in closed.events:
            msg = event.msg
            times.append(msg.t)
            if opened is not None:
                is_decision = msg.kind in DECISIONS and getattr(msg.body, "com", None) is None
                self._add(self._seats[msg.seat], closed.r, msg.t - opened, is_decision=is_decision)
        self._opened = max(times)

    def _add(self, seat: str, r: int, seconds: int, *, is_decision: bool) -> None:
        held = self._held[seat]
        took = max(0, seconds)
        held = msgspec.structs.replace(held, backwards=held.backwards + (seconds < 0))
        if not is_decision:
            events, total = held.tool_events + 1, held.tool_seconds + took
            self._held[seat] = msgspec.structs.replace(held, tool_events=events, tool_seconds=total)
            return
        if held.longest_round is None or took > held.longest:
            held = msgspec.structs.replace(held, longest=took, longest_round=r)
        self._held[seat] = msgspec.structs.replace(held, decisions=held.decisions + 1, seconds=held.seconds + took)

    def counts(self) -> tuple[Held, ...]:
        """One for each seat, in order."""
        return tuple(self._held.values())


def claim_counts(tallies: Mapping[tuple[str, str], Tally], seats: Sequence[str]) -> tuple[ClaimCount, ...]:
    """By seat in this order, then by rule."""
    order = {seat: i for i, seat in enumerate(seats)}
    ranked = sorted(tallies.items(), key=lambda entry: (order.get(entry[0][0], len(order)), entry[0]))
    return tuple(ClaimCount(seat, rule, t.made, t.judged, t.false) for (seat, rule), t in ranked)
