"""What of a match may be kept for the next program: the rules' work up to a Checkpoint, if nothing is odd.

Belongs here: when it may be kept, and what of it. Must not be here: files, how play goes on from it (`again`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from typing import NamedTuple

from pbem.crypto.hashing import b64
from pbem.limits import MOST_UNUSED, MOST_VOIDS
from pbem.match import again
from pbem.match.again import PlayStop, ResumedBinding, SavedPlay, key_of
from pbem.match.begun import Columns, KeptFacts, KeptSoFar, packed
from pbem.match.trail import LastKept, kept_after
from pbem.play.plain_parts import SecretsKept, part_of
from pbem.record.events import Act, Priv, Seal
from pbem.record.feeds import Feeds, named_by
from pbem.record.past import FeedHead, Hash, Past
from pbem.record.rounds import Closed, Rounds
from pbem.record.wire import Event, GenesisLine, SeatLine

ASIDE = ("note", "claim", "agree")


def may_keep(rounds: Rounds, since: int) -> PlayStop | None:
    """Where to go on from next time; None if nothing new may be kept, or little since a round."""
    binding = rounds.engine
    if not isinstance(binding, ResumedBinding) or _is_odd(binding, rounds):
        return None
    stop = binding.last_stop()
    return None if stop is None or stop.r < since + again.STRIDE else stop


def _is_odd(binding: ResumedBinding, rounds: Rounds) -> bool:
    """Whether anything happened that is seldom, and is played again rather than kept."""
    feeds = rounds.feeds
    odd = (feeds.twins, feeds.excess, feeds.unjoined(), binding.is_split, binding.disagreements)
    return any(odd) or len(rounds.voids) > MOST_VOIDS or binding.is_ahead


class Numbered:
    """Where the events of a match stand: the number of the line of each. `later` are the lines after `past` ones."""

    def __init__(self, past: Past | None, later: Sequence[Event]) -> None:
        self.past, self.later = past, later

    @cached_property
    def _numbers(self) -> dict[str, int]:
        first = 0 if self.past is None else len(self.past)
        return {event.id: number for number, event in enumerate(self.later, first)}

    def of(self, id: str) -> int:
        """The number of the line of an event; KeyError if it stands in none."""
        found = self._numbers.get(id)
        if found is None:
            if self.past is None:
                raise KeyError(id)
            found = self.past.numbers[id]
        return found

    def check_single(self) -> None:
        """ValueError if an event has more than one line: it was signed once more."""
        past = () if self.past is None else self.past.numbers.keys()
        if len(self._numbers) < len(self.later) or not self._numbers.keys().isdisjoint(past):
            raise ValueError("signed twice")

    def hashed(self, known: KeptSoFar) -> tuple[Hash, int]:
        """The hash and the size of all lines, of which some are known."""
        found, size = known.hashed.copy(), known.size
        first = 0 if self.past is None else len(self.past)
        if self.past is not None and known.lines < first:
            found.update(self.past.content[known.size : self.past.size])
            size = self.past.size
        for event in self.later[max(0, known.lines - first) :]:
            line = event.line
            found.update(line)
            size += len(line)
        return found, size

    def all(self, events: Iterable[SeatLine]) -> bytes:
        """Those of several."""
        return packed([self.of(event.id) for event in events])


class Added(NamedTuple):
    """What came to each column since they were kept, and how much of secrets and waypoints is kept with it."""

    columns: Columns
    secrets: SecretsKept
    way: LastKept | None


def columns_since(
    known: KeptSoFar, stop: PlayStop, rounds: Rounds, binding: ResumedBinding, lines: Numbered
) -> Added:
    """What came to each column since they were kept; ValueError if a line is not held as it stands there."""
    feeds = rounds.feeds
    secrets, secrets_kept = part_of(stop.restart.secrets, known.secrets)
    last = known.way()
    since = 0 if last is None else last.round
    ways, way = kept_after(last, [one for one in binding.trail if since < one.round < stop.round])
    closed = rounds.closed[known.r : stop.r]
    made = Columns(
        digests=b"".join(rounds.digests[known.r + 1 : stop.r + 1]),
        counts=packed([n for one in closed for n in (len(one.events), len(one.side))]),
        events=lines.all(event for one in closed for event in (*one.events, *one.side)),
        included=packed([
            lines.of(id) for one in closed for event in one.events
            for id in (*event.msg.inc, *((event.id,) if event.kind == "resign" else ()))
        ]),
        alone=packed(binding.unwitnessed[known.alone : stop.alone]),
        side=lines.all(feeds.side_events()[known.side :]),
        story=tuple(stop.restart.story[known.told : stop.restart.told]),
        secrets=(secrets,),
        ways=ways,
    )
    idle = {r for r, _ in (*binding.left, *binding.takebacks)}  # what is sealed in these rounds counts for nothing
    slots = [(slot, event) for one in closed for event in one.events for slot in _slots(event, idle)]
    made.slots, made.sealed = tuple([slot for slot, _ in slots]), lines.all(event for _, event in slots)
    _add_lines(made, known, feeds, lines)
    return Added(made, secrets_kept, way)


def _slots(event: SeatLine, idle: Set[int]) -> list[str]:
    msg = event.msg
    if isinstance(msg, Seal):
        return [] if msg.r in idle else [item.slot for item in msg.body.items]
    if isinstance(msg, Act) and isinstance(msg.body, Priv) and idle.isdisjoint((msg.r, msg.r + 1)):
        return [msg.body.slot]  # its dice fell in the next round
    return []


def _add_lines(made: Columns, known: KeptSoFar, feeds: Feeds, lines: Numbered) -> None:
    past, later = lines.past, lines.later
    lines.check_single()
    if not known.lines:
        _check_joins(later)
    first = 0 if past is None else len(past)
    ids, sizes, seats, ns, rs = list[str](), list[int](), list[int](), list[int](), list[int]()
    if past is not None and known.lines < first:
        ids = past.ids[known.lines :]
        sizes = [len(past.line(number)) for number in range(known.lines, first)]
        seats, ns, rs = ([*column[known.lines :]] for column in (past.seats, past.ns, past.rs))
    for number, event in enumerate(later[max(0, known.lines - first) :], max(first, known.lines)):
        if isinstance(event, GenesisLine) != (number == 0):
            raise ValueError("a first line that is not the first")
        if isinstance(event, SeatLine) and event.id not in feeds.by_id:
            raise ValueError("a line that does not count")
        ids.append(event.id)
        sizes.append(len(event.line))
        seats.append(event.seat if isinstance(event, SeatLine) else 255)
        ns.append(event.msg.n if isinstance(event, SeatLine) else 0)
        rs.append(event.msg.r if isinstance(event, SeatLine) else 0)
    made.ids, made.seats = "".join(ids), bytes(seats)
    made.sizes, made.ns, made.rs = packed(sizes), packed(ns), packed(rs)


def _check_joins(events: Sequence[Event]) -> None:
    """ValueError if an event stands before a join that it needs: read again, when joins come first, it is used sooner,
    and remarks then stand in another order."""
    lines = [event for event in events if isinstance(event, SeatLine)]
    waits = {event.seat: event.id for event in lines if event.kind == "join"}
    for event in lines:
        if not waits:
            break
        if event.kind == "join":
            waits.pop(event.seat, None)
        elif event.seat in waits or not set(waits.values()).isdisjoint(named_by(event.msg)):
            raise ValueError("an event before its join")


def kept_of(
    stop: PlayStop, rounds: Rounds, binding: ResumedBinding, lines: Numbered, size: int, digest: bytes
) -> KeptFacts:
    """What is replaced; `size` and `digest` are those of all lines."""
    feeds = rounds.feeds
    secrets = stop.restart.secrets
    saved = SavedPlay(
        stop.r, stop.round, stop.restart.state, key_of(stop.restart.roller), dict(stop.restart.labels),
        tuple((seat, rule, n) for (seat, rule), n in secrets.made.items()), secrets.count, stop.agreed, stop.movers,
        stop.stretch, tuple(binding.undone[: stop.undone]), tuple(binding.takebacks[: stop.takebacks]),
        tuple(binding.left[: stop.left]), stop.floor,
    )  # fmt: skip
    bases = {b64(digest) for digest in rounds.digests[: stop.r]}
    voids = [void for void in rounds.voids if void.event.msg.prev in bases]
    done = {void.event.id for void in voids}.union(e.id for one in _since(rounds, stop.r) for e in one.events)
    usable = [lines.of(e.id) for e in feeds.usable if e.id not in done and e.kind not in ASIDE]
    if len(usable) > MOST_UNUSED or len(feeds.bad_elements) > MOST_VOIDS:
        raise ValueError("too much is not used")
    heads = tuple([FeedHead(f.n, f.chain_i, f.chain_e, tuple(sorted(f.consents))) for f in feeds.feeds])
    count = lines.of(lines.later[-1].id) + 1 if lines.later else len(lines.past or ())
    return KeptFacts(
        count, size, digest, heads, tuple(usable), tuple([lines.of(id) for id in sorted(feeds.bad_elements)]),
        tuple([(lines.of(void.event.id), void.why, void.is_broken) for void in voids]), saved,
    )


def _since(rounds: Rounds, r: int) -> Sequence[Closed]:
    """The rounds up to `r` that this program closed: those before are not usable any more."""
    return rounds.closed[rounds.first : r]
