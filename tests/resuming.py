"""Matches that go on from what was kept of them, beside the same ones played from the first round."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.errors import BadRecord
from pbem.match.again import SavedPlay
from pbem.match.match import Match
from pbem.match.resumed import ResumedMatch, begin
from pbem.match.saving import STRIDE, saved_play
from pbem.record.wire import CODEC, Event, SeatLine
from pbem.ruleset import Ruleset
from restless import knowledge, position


class InMemory:
    """In place of a file: what it holds is what `keep` gave last."""

    def __init__(self, content: bytes | None = None) -> None:
        self.content, self.read = content, 0

    def load(self, *_: Any) -> SavedPlay | None:
        if self.content is None:
            return None
        self.read += 1
        return msgspec.msgpack.decode(self.content, type=SavedPlay)

    def keep(self, genesis: Any, ruleset: Any, secrets: Any, rounds: Any, known: int) -> int:
        found = saved_play(rounds, since=known + 1 - STRIDE)
        if found is not None and found.r > known:
            self.content = msgspec.msgpack.encode(found)
            return found.r
        return known


def resumed(
    genesis: Event, ruleset: Ruleset, file: InMemory, trusted: Sequence[Event], fresh: Sequence[Event] = (),
    files: dict[str, Any] | None = None, **options: Any,
) -> tuple[ResumedMatch, list[BadRecord]]:
    """A match begun from a file."""
    data = ruleset.data_files(None) if files is None else files
    match = ResumedMatch(genesis, ruleset, data, saved=file, **options)  # type: ignore[arg-type]
    return match, begin(match, list(trusted), list(fresh))


def fresh(
    genesis: Event, ruleset: Ruleset, trusted: Sequence[Event], later: Sequence[Event] = (),
    files: dict[str, Any] | None = None, **options: Any,
) -> tuple[Match, list[BadRecord]]:
    """The same from the first round."""
    match = Match(genesis, ruleset, ruleset.data_files(None) if files is None else files, **options)  # type: ignore[arg-type]
    return match, begin(match, list(trusted), list(later))


def kept_on_the_way(
    genesis: Event, ruleset: Ruleset, events: Sequence[Event], files: dict[str, Any] | None = None, **options: Any
) -> dict[int, tuple[int, bytes]]:
    """By round of a Checkpoint how many events had come when it was first kept, and what was."""
    file, kept = InMemory(), dict[int, tuple[int, bytes]]()
    match, _ = resumed(genesis, ruleset, file, [], files=files, **options)
    for count, event in enumerate(events, 1):
        match.take([event], checked=True)
        known = match.known
        match.keep()
        if match.known > known:
            assert file.content is not None
            kept[match.known] = count, file.content
    return kept


def view(match: Match) -> dict[str, Any]:
    """All that a person, a packet or a report may see of a match."""
    binding, feeds, rounds = match.binding, match.feeds, match.rounds
    seats = range(len(feeds.feeds))
    secrets = binding.table.secrets
    texts = [h for h in binding.items if secrets.is_seen(h) and not secrets.is_draw(h)]
    return {
        "position": position(binding),
        "knowledge": knowledge(binding),
        "spelled": [secrets.spelled(h) for h in texts],
        "face down": [secrets.is_face_down(h) for h in binding.items],
        "story": binding.table.story,
        "result": match.result,
        "rounds": (rounds.r, rounds.digests, [[e.id for e in c.events] for c in rounds.closed]),
        "side": [[e.id for e in c.side] for c in rounds.closed],
        "voids": [(v.event.id, v.why, v.is_broken) for v in rounds.voids],
        "unused": sorted(e.id for e in rounds.unused()),
        "owing": match.owing(),
        "include": [rounds.to_include(s) for s in seats],
        "feeds": [(f.n, f.head, f.chain_i, sorted(f.parked), f.cut) for f in feeds.feeds],
        "twins": match.twins,
        "held": sorted(feeds.by_id),
        "floors": [binding.undo_floor(s) for s in seats],
        "odd": (binding.gone, binding.takebacks, binding.undone, binding.unwitnessed, binding.agreed,
                binding.disagreements, binding.movers, binding.joins, binding.disclosed),
        "items": binding.items,
        "refused": {s: str(match.refusal(s)) for s in match.keys},
        "made": [match.truth(d) for d in match.mine()] if match.can_sign() else [],
        "where": binding.table.where(),
    }  # fmt: skip


def assert_same(one: Match, other: Match) -> None:
    """What is seen of both is the same."""
    first, second = view(one), view(other)
    for name, seen in first.items():
        assert seen == second[name], name


def copies(events: Sequence[Event]) -> list[Event]:
    """The same lines, as if they were read once more."""
    return [msgspec.structs.replace(event) for event in events]


def spoilt(events: Sequence[Event], rng: random.Random, signer: Match) -> list[Event]:
    """These lines in another order, some doubled, perhaps one damaged, or a twin of one that `signer` makes."""
    lines = list(events)
    rng.shuffle(lines)
    lines += rng.sample(lines, min(len(lines), 3))
    what = rng.random()
    of_seats = [e for e in lines if isinstance(e, SeatLine) and e.kind != "join"]
    if of_seats and what < 0.2:
        bad = rng.choice(of_seats)
        lines = [msgspec.structs.replace(e, sig="A" * 86) if e is bad else e for e in lines]
    elif of_seats and what < 0.4:
        lines.append(twin_of(rng.choice(of_seats), signer))
    return lines


def twin_of(event: SeatLine, match: Match) -> Event:
    """Another event for the same place, well signed."""
    other = msgspec.structs.replace(event.msg, t=event.msg.t + 1)
    return CODEC.make(other, match.keys[event.seat].sign_seed)
