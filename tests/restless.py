"""An engine that begins again at every checkpoint, from nothing but what is kept there (protocol 3.5)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pbem.match.binding import Binding
from pbem.match.match import Match
from pbem.match.steps import Step
from pbem.play.requests import Ask, Write


class Restless(Binding):
    """As the binding that it is, but no table outlives a checkpoint."""

    restarts = 0

    def _apply(self, step: Step) -> None:
        super()._apply(step)
        if step.restart is not None:
            self.restarts += 1
            self._begin(step.restart)


def position(binding: Binding) -> tuple[object, ...]:
    """All that may be compared after a round: what is asked of whom, what is legal, the state, the last sentences."""
    table = binding.table
    request = None if binding.has_ended else table.pending
    legal = table.options.says() if isinstance(request, Ask | Write) else ()
    asked = (type(request).__name__, request.rule, request.about) if request is not None else ()
    told = table.story[-10:]
    return (
        binding.expected(), asked, legal, binding.checkpoint, msgspec.json.encode(binding.state), len(table.story),
        told, table.round, len(table.secrets.open_claims()), table.incidents,
    )  # fmt: skip


def knowledge(binding: Binding) -> dict[object, object]:
    """What a table knows of every slot that the game made, and what became of all claims."""
    secrets = binding.table.secrets
    known: dict[object, object] = {
        h: (secrets.is_public(h), secrets.is_seen(h), secrets.peek(h)) for h in binding.items
    }
    return known | secrets.tallies()


def compare(match: Match, secrets: Mapping[int, bytes]) -> int:
    """Plays a match twice, one of the two without rest; gives how often it began again. AssertionError if they part."""
    one, other = (kind(match.genesis, match.ruleset, match.files, secrets) for kind in (Binding, Restless))
    for closed in match.rounds.closed:
        one.close(closed)
        other.close(closed)
        assert position(one) == position(other), f"round {closed.r}: {one.table.pending}"
    assert one.table.story == other.table.story
    assert knowledge(one) == knowledge(other)
    assert one.result == other.result
    assert isinstance(other, Restless)
    return other.restarts
