"""Matches that go on from what was kept of them, beside the same ones played from the first round."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pbem.crypto.hashing import unb64
from pbem.crypto.keys import keys_of
from pbem.desk.saved import SavedPlayFile
from pbem.errors import BadRecord
from pbem.match.again import StartOver
from pbem.match.match import Match
from pbem.match.resumed import ResumedMatch, begin
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine
from pbem.ruleset import Ruleset
from restless import knowledge, position
from signing_again import signed_again

KEY = bytes(range(32))


class KeptFiles(NamedTuple):
    """What was kept when so many lines had come: both files."""

    count: int
    opened: bytes
    index: bytes


def resumed(
    folder: Path, genesis: GenesisLine, ruleset: Ruleset, kept: KeptFiles | None, trusted: Sequence[Event],
    fresh: Sequence[Event] = (), files: dict[str, Any] | None = None, **options: Any,
) -> tuple[ResumedMatch, list[BadRecord], bool]:
    """A match begun from both files, whose log has the `trusted` lines; and whether they counted."""
    data, file = ruleset.data_files(None) if files is None else files, SavedPlayFile(folder / "game.open", KEY)
    begun = None
    if kept is not None:
        file.path.write_bytes(kept.opened)
        file.index.write_bytes(kept.index)
        begun = file.load(genesis, ruleset, _secrets(genesis, **options), b"".join(e.line for e in trusted))
    if begun is not None:
        try:
            match = ResumedMatch(genesis, ruleset, data, saved=file, begun=begun, **options)
            return match, begin(match, list(trusted)[begun.kept.lines :], list(fresh)), True
        except StartOver:
            pass
    match = ResumedMatch(genesis, ruleset, data, saved=file, **options)
    return match, begin(match, list(trusted), list(fresh)), False


def _secrets(
    genesis: GenesisLine, masters: Mapping[int, Any] | None = None, disclosed: Mapping[int, bytes] | None = None
) -> dict[int, bytes]:
    gid = unb64(genesis.id, 32)
    return {seat: keys_of(one, gid, seat).gs for seat, one in (masters or {}).items()} | dict(disclosed or {})


def fresh(
    genesis: GenesisLine, ruleset: Ruleset, trusted: Sequence[Event], later: Sequence[Event] = (),
    files: dict[str, Any] | None = None, **options: Any,
) -> tuple[Match, list[BadRecord]]:
    """The same from the first round."""
    match = Match(genesis, ruleset, ruleset.data_files(None) if files is None else files, **options)
    return match, begin(match, list(trusted), list(later))


def kept_on_the_way(
    folder: Path, genesis: GenesisLine, ruleset: Ruleset, events: Sequence[Event], files: dict[str, Any] | None = None,
    **options: Any,
) -> dict[int, KeptFiles]:
    """By round of a Checkpoint what was first kept of it, added to what was kept before."""
    for name in ("game.open", "game.index"):
        (folder / name).unlink(missing_ok=True)
    kept, size = dict[int, KeptFiles](), 0
    match, _, _ = resumed(folder, genesis, ruleset, None, [], files=files, **options)
    file = match._file
    assert isinstance(file, SavedPlayFile)
    for count, event in enumerate(events, 1):
        size += len(event.line)
        match.take([event], checked=True)
        known = match.known
        match.keep(events[:count], size)
        if match.known is not known:
            assert match.known is not None
            kept[match.known.r] = KeptFiles(count, file.path.read_bytes(), file.index.read_bytes())
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
        "rounds": (rounds.r, rounds.digests, [[e.id for e in c.events] for c in rounds.closed],
                   [(c.r, c.seats, c.base, c.digest, c.agreed) for c in rounds.closed]),
        "side": [[e.id for e in c.side] for c in rounds.closed],
        "voids": sorted((v.event.id, v.why, v.is_broken) for v in rounds.voids),  # they are found as they come
        "unused": sorted(e.id for e in rounds.unused()),
        "owing": match.owing(),
        "include": [rounds.to_include(s) for s in seats],
        "feeds": [(f.n, f.head, f.chain_i, sorted(f.parked), f.cut) for f in feeds.feeds],
        "twins": match.twins,
        "held": list(feeds.by_id),
        "lines": list(feeds.lines()),
        "places": list(feeds.places()),
        "from n": [[sorted(feeds.from_n(s, n)) for n in range(0, feeds.feeds[s].n + 2, 9)] for s in seats],
        "beyond": [sorted(feeds.beyond(r)) for r in range(max(0, rounds.r - 3), rounds.r + 2)],
        "given up": sorted(e.id for e in feeds.resignations()),
        "aside": [e.id for e in feeds.side_events()],
        "elements": (sorted(feeds.bad_elements), sorted(feeds.excess), [sorted(f.consents) for f in feeds.feeds]),
        "open base": [e.id for e in rounds.on_open_base()],
        "floors": [binding.undo_floor(s) for s in seats],
        "odd": (binding.gone, binding.takebacks, binding.undone, binding.unwitnessed, binding.agreed,
                binding.disagreements, binding.movers, binding.joins, binding.disclosed),
        "items": dict(binding.items.items()),
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


def spoilt(events: Sequence[Event], rng: random.Random, signer: Match | None = None) -> list[Event]:
    """These lines in another order, some doubled, perhaps one damaged, a twin of one, or one signed once more; these
    two `signer` makes, if there is one."""
    lines = list(events)
    rng.shuffle(lines)
    lines += rng.sample(lines, min(len(lines), 3))
    what = rng.random()
    of_seats = [e for e in lines if isinstance(e, SeatLine) and e.kind != "join"]
    if of_seats and what < 0.2:
        bad = rng.choice(of_seats)
        lines = [msgspec.structs.replace(e, sig="A" * 86) if e is bad else e for e in lines]
    elif signer is None:
        pass
    elif of_seats and what < 0.4:
        lines.append(twin_of(rng.choice(of_seats), signer))
    elif of_seats and what < 0.5:
        one = rng.choice(of_seats)
        lines.append(signed_again(one, signer.keys[one.seat].sign_seed, is_less=rng.random() < 0.7))
    return lines


def twin_of(event: SeatLine, match: Match) -> Event:
    """Another event for the same place, well signed."""
    other = msgspec.structs.replace(event.msg, t=event.msg.t + 1)
    return CODEC.make(other, match.keys[event.seat].sign_seed)
