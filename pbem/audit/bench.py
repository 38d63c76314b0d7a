"""How fast this machine verifies a log, beside the bare cost of its signatures (design 8).

Belongs here: what is measured. Must not be here: how (`meter`). docs/performance.md says what each figure means.
"""

from __future__ import annotations

import os
import pkgutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.audit.verify import FindRuleset, verify
from pbem.crypto.hashing import pae, unb64
from pbem.crypto.keys import pop_parts
from pbem.disk.memory import peak_bytes
from pbem.disk.meter import Way, measure, ratio, spread, way_here
from pbem.errors import BadRecord, PbemError
from pbem.reading.source import Source
from pbem.record.events import Join
from pbem.record.wire import CODEC, GenesisLine, SeatLine

FULL_PASSES, QUICK_PASSES, SECONDS = 5, 15, 3.0
FIND = "pbem.ruleset:find_engine"
_CHILD = "import sys; from pbem.audit.bench import show_peak; show_peak(*sys.argv[1:])"


class Bench(msgspec.Struct, frozen=True):
    """What `pbem bench LOG --json` prints. Times are seconds of the processor, ratios to the bare signatures.

    `ratio_full_2` is that of two processes, the longer of the two; None if a second one is not made for such a log
    here. `spread` says how far passes differ, in per cent, in the ratio of which they differ most; `way` how they were
    measured.
    """

    events: int
    bytes_per_event: float
    bare_signatures_s: float
    full_s: float
    ratio_full: float
    ratio_full_2: float | None
    quick_s: float
    ratio_quick: float
    quick_events_per_s: float
    peak_mb: float
    spread: float
    way: Way


def bench(path: Path, *, find_ruleset: str = FIND, overlay: Path | None = None, seconds: float = SECONDS) -> Bench:
    """Measures a sound log. `find_ruleset` is `module:name` of what finds rulesets, so that a new process can too.

    `seconds` is how long passes of one kind are repeated at least.
    """
    find: FindRuleset = pkgutil.resolve_name(find_ruleset)
    report = verify(path, "full", find_ruleset=find, overlay=overlay)
    unfit = (*report.faults, *report.of("place"))
    if unfit:
        raise BadRecord(f"only a sound log can be measured: {unfit[0].sentence}", source=path.name)
    jobs = bare_signatures(path)

    def look(level: Literal["quick", "full"], *, helped: bool = False) -> object:
        return verify(path, level, find_ruleset=find, overlay=overlay, helped=helped)

    full = measure(lambda: look("full"), jobs, least=FULL_PASSES, seconds=seconds)
    two = measure(lambda: look("full", helped=True), jobs, least=1, seconds=0)
    if is_with_two := two[0].beside > 0:
        two += measure(lambda: look("full", helped=True), jobs, least=FULL_PASSES - 1, seconds=seconds)
    quick = measure(lambda: look("quick"), jobs, least=QUICK_PASSES, seconds=seconds)
    bare = statistics.median(one.unit for one in (*full, *quick))
    return Bench(
        events=report.events,
        bytes_per_event=round(report.bytes / report.events, 1),
        bare_signatures_s=round(bare, 4),
        full_s=round(ratio(full) * bare, 4),
        ratio_full=round(ratio(full), 3),
        ratio_full_2=round(ratio(two), 3) if is_with_two else None,
        quick_s=round(ratio(quick) * bare, 4),
        ratio_quick=round(ratio(quick), 3),
        quick_events_per_s=round(report.events / (ratio(quick) * bare)),
        peak_mb=round(peak_mb(path, find_ruleset=find_ruleset, overlay=overlay), 1),
        spread=round(max(spread(full), spread(two), spread(quick)), 1),
        way=way_here(),
    )


def bare_signatures(path: Path) -> list[Callable[[], None]]:
    """One function for each signature of the log, which checks it and nothing else: bytes and keys are ready before.

    The unit of all ratios, whatever library checks signatures elsewhere: one check by `cryptography`.
    """
    jobs: list[tuple[Ed25519PublicKey, bytes, bytes]] = []
    events = [CODEC.decode(line) for _, line in Source(path) if line is not None]
    genesis = next(e for e in events if isinstance(e, GenesisLine))
    people = [Ed25519PublicKey.from_public_bytes(unb64(s.id, 32)) for s in genesis.msg.body.seats]
    host = Ed25519PublicKey.from_public_bytes(unb64(genesis.msg.body.host, 32))
    keys: dict[int, Ed25519PublicKey] = {}
    for event in events:
        if isinstance(event.msg, Join):
            seat, body = event.msg.seat, event.msg.body
            identity = unb64(genesis.msg.body.seats[seat].id, 32)
            pk, box, gsc, anchor = (unb64(x, 32) for x in (body.pk, body.box, body.gsc, body.anchor))
            keys[seat] = Ed25519PublicKey.from_public_bytes(pk)
            parts = pop_parts(unb64(genesis.id, 32), seat, body.epoch, identity, pk, box, gsc, anchor, body.chain_n)
            jobs.append((keys[seat], unb64(body.pop, 64), pae("sign/pop", *parts)))
    for event in events:
        if isinstance(event, SeatLine):
            key = people[event.seat] if isinstance(event.msg, Join) else keys[event.seat]
        else:
            key = host
        jobs.append((key, unb64(event.sig, 64), pae("sign/event", event.core)))
    return [partial(key.verify, signature, message) for key, signature, message in jobs]


def peak_mb(path: Path, *, find_ruleset: str = FIND, overlay: Path | None = None) -> float:
    """The most memory, in MB, that a new process takes to verify the log with every signature."""
    arguments = [str(path), find_ruleset, *([str(overlay)] if overlay is not None else [])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    command = [sys.executable, "-c", _CHILD, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise PbemError(f"measuring the memory failed: {done.stderr.strip()[-200:]}")
    return float(done.stdout)


def show_peak(path: str, find_ruleset: str, overlay: str | None = None) -> None:
    """Verifies a log and prints this process's peak, for `peak_mb`."""
    find: FindRuleset = pkgutil.resolve_name(find_ruleset)
    verify(Path(path), "full", find_ruleset=find, overlay=Path(overlay) if overlay else None, helped=False)
    print(peak_bytes() / 1e6)
