"""Recorded games gone through once more: every decision as it was asked, with the words that answered it.

    for decision in decisions(LOGS / "angola" / "turn_ten"): ...

A decision holds the position of the moment: look at it before you take the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.desk.reading import read
from pbem.kit.following import Follow
from pbem.kit.things import Things, placed
from pbem.match.binding import Binding
from pbem.match.match import Match
from pbem.play.requests import Ask, Peek, Request, Seal, SealMany, Write
from pbem.play.sight import AUDITOR, peek_of
from pbem.record.events import Act, Answer, Resign
from pbem.record.events import Seal as SealEvent
from pbem.record.rounds import Closed
from pbem.ruleset import Ruleset, without_remark
from pbem.show.scene import Scene
from pbem.viewing.viewers import secrets_for

LOGS = Path(__file__).resolve().parent.parent / "logs"


@dataclass(frozen=True)
class Decision:
    """What one seat was asked in a round, and the canonical words that it answered."""

    ruleset: Ruleset
    state: Any
    request: Request[Any]
    seat: str
    peek: Peek
    says: tuple[str, ...]
    round: int

    @property
    def key(self) -> str:
        """The rule, and how it asks."""
        return f"{self.request.rule} {type(self.request).__name__.lower()}"

    @property
    def is_free(self) -> bool:
        """Whether a person decides, and no secret."""
        request = self.request
        if isinstance(request, Ask | Write):
            return request.truth(self.peek) is None
        return not (isinstance(request, SealMany) and request.truth(self.seat, self.peek) is not None)

    def follow(self, text: str) -> Follow:
        """What may follow a beginning."""
        assert self.ruleset.follow is not None
        return self.ruleset.follow(self.state, self.request, self.seat, text, self.peek)

    def offered(self, text: str) -> Follow:
        """The same as the table offers it: each choice with the places where it stands."""
        return placed(self.follow(text), lambda: self.scene)

    def read(self, text: str) -> list[str]:
        """The canonical words of a text; IllegalMove if it is no answer."""
        return self.ruleset.read_orders(self.state, self.request, self.seat, text, self.peek)

    def ready(self) -> list[str]:
        """The answers that are offered, as they may be typed."""
        examples = self.ruleset.examples(self.state, self.request, self.seat, self.peek)
        return [without_remark(example)[0] for example in examples]

    @cached_property
    def scene(self) -> Scene:
        """What the seat sees."""
        return self.ruleset.scene(self.state, self.seat, self.peek)

    def things(self) -> Things:
        """What the seat's scene has."""
        return Things(self.scene)


def logs() -> list[str]:
    """The recorded games, `angola/turn_ten`."""
    return [f"{log.parent.parent.name}/{log.parent.name}" for log in sorted(LOGS.glob("*/*/game.pbem"))]


def decisions(case: str, until: int = 0) -> Iterator[Decision]:
    """Every decision of a recorded game in order; up to a round, 0 for all."""
    match = read(LOGS / case / "game.pbem")
    secrets = secrets_for(match, AUDITOR)
    said = _said(match, match.rebound(secrets=secrets))
    binding = match.rebound(secrets=secrets)
    for closed in match.rounds.closed:
        if until and closed.r > until:
            return
        for seat, says in said.get(closed.r, {}).items():
            request = binding.table.pending
            assert request is not None
            peek = peek_of(binding.table, seat)
            yield Decision(match.ruleset, binding.state, request, seat, peek, says, closed.r)
        binding.close(closed)


def _said(match: Match, binding: Binding) -> dict[int, dict[str, tuple[str, ...]]]:
    """By round and seat the canonical words of each decision."""
    found: dict[int, dict[str, tuple[str, ...]]] = {}
    for closed in match.rounds.closed:
        request = binding.table.pending
        sealed: dict[str, Any] = {}
        if isinstance(request, Seal | SealMany):
            items = request.per_seat()
            sealed = {seat: (items[seat], binding.table.handles(seat)) for seat in binding.table.expected()}
        quitters = binding.resigned
        binding.close(closed)
        if binding.resigned == quitters and not any(isinstance(event.msg, Resign) for event in closed.events):
            found[closed.r] = dict(_answers(binding, closed, sealed))
    return found


def _answers(binding: Binding, closed: Closed, sealed: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for event in closed.events:
        msg = event.msg
        if isinstance(msg, Act) and isinstance(msg.body, Answer):
            yield binding.names[msg.seat], (msg.body.say,)
        elif isinstance(msg, SealEvent):
            seat = binding.names[msg.seat]
            if seat in sealed:
                items, handles = sealed[seat]
                values = [binding.table.peek(handle) for handle in handles]
                if all(value is not None for value in values):
                    yield seat, tuple(item.spell(value) for item, value in zip(items, values, strict=True))
