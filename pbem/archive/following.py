"""What an archive keeps of a game beside the verdict: times, rules that asked, who held which place.

Belongs here: counting while a log is read. Must not be here: what is right or wrong with it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from pbem.archive.tables import Values
from pbem.audit.counting.tallies import TimeTallies
from pbem.audit.findings.watch import Follower
from pbem.match.binding import Binding
from pbem.play.listener import Listener
from pbem.play.requests import Checkpoint
from pbem.record.events import Act, Answer, Priv, Seal
from pbem.record.rounds import Closed
from pbem.show.scene import Scene


class GameFollower(Follower, Listener):
    """Follows one reading of a log."""

    def __init__(self, binding: Binding) -> None:
        super().__init__(binding)
        binding.listen(self)
        self.times = TimeTallies(binding.names)
        self.first_t: int | None = None
        self.last_t: int | None = None
        self._asked: Counter[tuple[str, str]] = Counter()
        self._closed = 0  # rounds so far, those gone back behind, too
        # by turn: round of its first checkpoint, how many had closed, who held what
        self._held: dict[int, tuple[int, int, dict[str, str]]] = {}

    def closes(self, closed: Closed) -> None:
        """A round closes: its times, and the rule that asked."""
        self._closed += 1
        self.times.close(closed)
        stamps = [event.msg.t for event in closed.events]
        self.first_t = min(stamps) if self.first_t is None else self.first_t
        self.last_t = max(stamps)
        pending = self.binding.table.pending if self.binding.r > 1 else None
        for event in closed.events:
            msg = event.msg
            if isinstance(msg, Act) and isinstance(msg.body, Answer | Priv):
                self._asked[self.binding.names[msg.seat], msg.body.rule] += 1
            elif isinstance(msg, Seal) and pending is not None:
                self._asked[self.binding.names[msg.seat], pending.rule] += 1
        if closed.events[0].msg.kind == "entropy" and pending is not None:
            self._asked["", pending.rule] += 1  # dice of nobody alone

    def reached(self, checkpoint: Checkpoint, state: bytes) -> None:
        """The rules came to a Checkpoint; the first of a turn says who holds what."""
        turn, r = self.turn, self.binding.r
        for later in [t for t, (round, closed, _) in self._held.items() if round >= r and closed != self._closed]:
            del self._held[later]  # players have gone back behind it
        if turn is None or turn in self._held:
            return
        ruleset, board = self.binding.ruleset, self.binding.state
        try:
            if ruleset.holds is not None:
                held = dict(ruleset.holds(board))
            else:
                held = holders_of(ruleset.seen(board, self.binding.table))
        except Exception:  # a board that cannot be looked at says nothing, and is no fault of the log
            return
        self._held[turn] = r, self._closed, held

    @property
    def turn(self) -> int | None:
        """The number of the turn, as the position has it; None if it has none."""
        turn: Any = getattr(self.binding.state, "turn", None)
        return turn if type(turn) is int else None

    def rules(self) -> list[Values]:
        """How often each rule asked a seat; an empty seat stands for dice."""
        return [{"seat": seat, "rule": rule, "n": n} for (seat, rule), n in sorted(self._asked.items())]

    def places(self) -> list[Values]:
        """Who held which place at the first checkpoint of each turn."""
        return [
            {"turn": turn, "place": place, "side": side}
            for turn, (_, _, held) in sorted(self._held.items()) for place, side in sorted(held.items())
        ]


def holders_of(scene: Scene) -> dict[str, str]:
    """Who holds which place if the rules do not say: by a control marker, else who alone has pieces there."""
    alone: dict[str, str] = {}
    for stack in scene.stacks:
        factions = {piece.faction for piece in stack.pieces}
        if len(factions) == 1 and (faction := factions.pop()):
            alone[stack.place] = faction
    return alone | {m.place: m.faction for m in scene.markers if m.control and m.faction}
