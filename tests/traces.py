"""What a procedure asked, in order: two runs are the same play if and only if their traces are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from pbem.crypto.hashing import b64, th
from pbem.match.match import Match
from pbem.play.requests import Ask, Checkpoint, Draw, DrawSecret, Open, Roll, Seal, SealMany, Tell, Write
from pbem.record.wire import Event
from pbem.ruleset import Ruleset

Entry = tuple[Any, ...]


class Traced:
    """A coroutine that writes down each request it makes."""

    def __init__(self, coroutine: Any, sink: Callable[[Entry], None]) -> None:
        self._coroutine, self._sink = coroutine, sink

    def send(self, value: Any) -> Any:
        request = self._coroutine.send(value)
        self._sink(describe(request))
        return request

    def __getattr__(self, name: str) -> Any:
        return getattr(self._coroutine, name)


def describe(request: Any) -> Entry:
    """Kind, rule, about, seats and all that is public of a request."""
    head = (type(request).__name__, request.rule, request.about)
    match request:
        case Ask() | Write():
            return (*head, request.seat, request.options().says())
        case Seal() | SealMany():
            items = {seat: [i.says() for i in items] for seat, items in request.per_seat().items()}
            return (*head, request.bucket, str(items))
        case Open():
            return (*head, tuple((str(k), h.seat, h.slot) for k, h in request.sealed.items()))
        case Roll():
            return (*head, request.dice, request.sides)
        case Draw():
            return (*head, tuple(request.pool), request.count)
        case DrawSecret():
            return (*head, request.seat, tuple(request.pool), request.count, tuple(h.slot for h in request.less))
        case Checkpoint():
            return (*head, b64(th("state", msgspec.json.encode(request.state, order="sorted"))[:16]))
        case Tell():
            return (*head, request.text)
    raise AssertionError(request)


class Watch:
    """One match read from a log, with some of the game secrets, and all that came of it."""

    def __init__(
        self, genesis: Event, ruleset: Ruleset, *, secrets: Mapping[int, bytes] | None = None,
        masters: Mapping[int, bytes] | None = None,
    ) -> None:
        self.trace: list[Entry] = []
        self._play = ruleset.play
        self.match: Match | None = None
        self.match = Match(
            genesis, replace(ruleset, play=self._run), ruleset.data_files(None), disclosed=secrets, masters=masters
        )

    def _run(self, state: Any) -> Any:
        """Each run of the procedure begins its trace anew: after an undo, and when twins were found."""
        self.trace = []
        return Traced(self._play(state), self._sink)

    def _sink(self, entry: Entry) -> None:
        self.trace.append((self.round, *entry))

    @property
    def round(self) -> int:
        """The round in which the procedure runs."""
        return 2 if self.match is None or not self.trace else self.match.binding.table.round

    def public(self) -> dict[str, Any]:
        """Everything that must be the same for all, whatever secrets they hold."""
        match = self.match
        assert match is not None
        return {
            "trace": self.trace,
            "digests": [c.digest for c in match.rounds.closed],
            "side": [[e.id for e in c.side] for c in match.rounds.closed],
            "state": msgspec.json.encode(match.state, order="sorted"),
            "checkpoint": match.binding.checkpoint,
            "owing": match.owing(),
            "result": match.result,
            "story": match.binding.table.story,
            "over": match.binding.is_over,
            "undone": match.binding.undone,
            "unwitnessed": match.binding.unwitnessed,
            "disagreements": match.binding.disagreements,
            "voids": sorted((v.event.id, v.why) for v in match.rounds.voids),
            "twins": [(t.seat, t.n, t.first.id, t.second.id) for t in match.twins],
            "gaps": match.feeds.gaps(),
            "next": [(f.n, f.head, f.chain_i) for f in match.feeds.feeds],
        }

    def peeks(self) -> dict[tuple[str, str], Any]:
        """What this table can see of every slot that the log has made."""
        assert self.match is not None
        table = self.match.binding.table
        return {
            (h.seat, h.slot): table.peek(h) for h in self.match.binding.items if table.secrets.is_seen(h)
        }
