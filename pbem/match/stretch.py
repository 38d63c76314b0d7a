"""How far a seat may go back, and how often (protocol 3.5).

Belongs here: the rounds up to now that one seat decided alone. Must not be here: positions, how one is rebuilt.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.limits import UNDO_LIMIT
from pbem.record.rounds import Rounds

_ENDS = {"entropy": "dice were rolled", "reveal": "something was opened", "priv": "a secret draw was begun",
         "resign": "a seat resigned", "agreed": "all agreed to go back"}

_SIGNED = {"act": "its answer", "entropy": "its part of the dice", "priv": "its part of a secret draw",
           "reveal": "what it opens", "disclose": "all its secrets", "join": "that it joins"}


def not_asked(name: str, rounds: Rounds, seat: int, others: Sequence[str]) -> tuple[str, str]:
    """Why a seat that owes nothing to the open round takes nothing back, and a hint; `others` are those who owe."""
    signed = rounds.effective.get(seat)
    awaited = ", ".join(others) or "nobody"
    if signed is not None:
        what = _SIGNED.get(signed.kind, f"its {signed.kind}")
        why = f"{name} has signed {what} for round {rounds.r}, where several seats answer at once"
        return f"{why}: that cannot be taken back (protocol 3.5)", f"awaited: {awaited}; tell them with pbem note"
    why = f"{name} is not asked for anything now: only the one seat that is asked may take back (protocol 3.5)"
    return why, f"asked: {awaited}"


class Stretch:
    """The last rounds, as far as they were answers, undos and seals of one seat alone.

    `floor` is the round before them: the position after it is the earliest that this seat may go back to.
    """

    def __init__(self) -> None:
        """No round has closed."""
        self.floor = 0
        self._seat: int | None = None  # whose they are, None if the last round was none of these
        self._undos = 0
        self._kind = ""  # of the last closed round
        self._ended_by = ""  # what stands in the way of going back further

    @classmethod
    def of(cls, facts: tuple[int, int | None, int, str, str]) -> Stretch:
        """A stretch with these facts."""
        made = cls()
        made.floor, made._seat, made._undos, made._kind, made._ended_by = facts
        return made

    def facts(self) -> tuple[int, int | None, int, str, str]:
        """All that is in it, to be kept."""
        return self.floor, self._seat, self._undos, self._kind, self._ended_by

    def close(self, r: int, kind: str, seats: tuple[int, ...]) -> None:
        """Round `r` has closed, one of `seats`; `kind` is that of the event, of an `act` its type."""
        if kind not in ("answer", "undo", "seal") or len(seats) > 1:
            kind = "priv" if (self._kind, kind) == ("priv", "entropy") else kind  # the second half of a draw
            together = "several seats sealed at once" if kind == "seal" else "another seat acted"
            self.floor, self._seat, self._ended_by = r, None, _ENDS.get(kind, together)
        elif seats[0] != self._seat:
            if self._seat is not None:
                self.floor, self._ended_by = r - 1, "another seat acted"
            self._seat, self._undos = seats[0], 0
        self._undos += kind == "undo"
        self._kind = kind

    def floor_of(self, seat: int, r: int) -> int:
        """The earliest round that a seat may go back to while round `r` is open: the last closed one if to none."""
        return self.floor if seat == self._seat else r - 1

    def fault(self, seat: int, to: int, r: int) -> str:
        """Why a seat may not go back to the position after round `to` while round `r` is open; empty if it may."""
        if not 1 <= to < r - 1:
            return f"the last closed round is {r - 1}" if to > 0 else "nothing was decided yet"
        floor = self.floor_of(seat, r)
        if to < floor:
            what = self._ended_by if seat == self._seat or self._seat is None else "another seat acted"
            return f"in round {floor} {what}"
        if self._undos >= UNDO_LIMIT:
            return f"{UNDO_LIMIT} undos since round {floor} are all that count: decide now"
        return ""
