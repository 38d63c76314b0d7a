"""How fast this machine verifies a log, beside the bare cost of its signatures (design 8).

Belongs here: measuring. Ratios come from medians of runs that take turns, so that a busy machine slows all alike.
"""

from __future__ import annotations

import os
import pkgutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.audit.verify import FindRuleset, verify
from pbem.crypto.hashing import pae, unb64
from pbem.crypto.keys import pop_parts
from pbem.disk.memory import peak_bytes
from pbem.errors import BadRecord, PbemError
from pbem.reading.source import Source
from pbem.record.events import Join
from pbem.record.wire import CODEC, GenesisLine, SeatLine

FIND = "pbem.ruleset:find_engine"
_CHILD = "import sys; from pbem.audit.bench import show_peak; show_peak(*sys.argv[1:])"


class Bench(msgspec.Struct, frozen=True):
    """What `pbem bench LOG --json` prints. Times are medians in seconds, ratios to the bare signatures."""

    events: int
    bytes_per_event: float
    bare_signatures_s: float
    full_s: float
    ratio_full: float
    quick_s: float
    ratio_quick: float
    quick_events_per_s: float
    peak_mb: float


def bench(path: Path, *, find_ruleset: str = FIND, overlay: Path | None = None, repeats: int = 5) -> Bench:
    """Measures a sound log. `find_ruleset` is `module:name` of what finds rulesets, so that a new process can too."""
    find: FindRuleset = pkgutil.resolve_name(find_ruleset)
    report = verify(path, "full", find_ruleset=find, overlay=overlay)
    unfit = (*report.faults, *report.of("place"))
    if unfit:
        raise BadRecord(f"only a sound log can be measured: {unfit[0].sentence}", source=path.name)
    runs: dict[str, Callable[[], object]] = {
        "bare": bare_signatures(path),
        "full": lambda: verify(path, "full", find_ruleset=find, overlay=overlay),
        "quick": lambda: verify(path, "quick", find_ruleset=find, overlay=overlay),
    }
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - start)
    bare, full, quick = (statistics.median(times[name]) for name in ("bare", "full", "quick"))
    return Bench(
        events=report.events,
        bytes_per_event=round(report.bytes / report.events, 1),
        bare_signatures_s=round(bare, 4),
        full_s=round(full, 4),
        ratio_full=round(full / bare, 3),
        quick_s=round(quick, 4),
        ratio_quick=round(quick / bare, 3),
        quick_events_per_s=round(report.events / quick),
        peak_mb=round(peak_mb(path, find_ruleset=find_ruleset, overlay=overlay), 1),
    )


def bare_signatures(path: Path) -> Callable[[], None]:
    """A function that verifies the log's signatures and does nothing else: all bytes and keys are ready before."""
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

    def run() -> None:
        for key, signature, message in jobs:
            key.verify(signature, message)

    return run


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
    verify(Path(path), "full", find_ruleset=find, overlay=Path(overlay) if overlay else None)
    print(peak_bytes() / 1e6)
