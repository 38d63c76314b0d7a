"""How opening a match grows with it: the long march, played by one person, then opened, and asked what is next.

Belongs here: what is measured. Must not be here: printing. docs/performance.md says what each
figure means.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from pbem.desk.desk import CACHE, SAVED, Desk
from pbem.desk.reading import read
from pbem.desk.waiting import human_duties
from pbem.errors import PbemError
from pbem.home import Cost, Home
from pbem.lab.march import MARCH, SEATS, installed
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.match.resumed import ResumedMatch
from pbem.record.log import LOG_NAME

SHORT = 2_000  # events of the match beside which the long one stands
SITTING = 24  # events after which what was made of the match is kept
PASSES = 5
_QUICK = Cost(iterations=1, lanes=1, memory_kib=32)
_ASK = """
import sys
from pbem.cli.main import status_of
from pbem.disk.memory import peak_bytes
from pbem.lab.march import installed
with installed():
    status = status_of(sys.argv[1:])
print(peak_bytes(), file=sys.stderr)
sys.exit(status)
"""


class LongBench(msgspec.Struct, frozen=True):
    """What `pbem bench --long` prints: seconds of the processor, the least of some passes, and what they come to.

    `ratio_open` is that of opening at what is kept to opening from the first line; `ratio_next` that of `pbem next` to
    the same on a match of 2,000 events, `ratio_help` to `pbem --help`. `ratio_kept` is what is kept beside the log, and
    `added_kb` what one more round adds to it.
    """

    events: int
    log_mb: float
    open_start_s: float
    open_checkpoint_s: float
    ratio_open: float
    next_s: float
    ratio_next: float
    ratio_help: float
    next_peak_mb: float
    ratio_kept: float
    added_kb: float


def long_bench(events: int, passes: int = PASSES) -> LongBench:
    """Plays and measures a match of so many events, and a short one beside it."""
    with tempfile.TemporaryDirectory() as root, installed():
        short, long = (_Played(Path(root) / name, count) for name, count in (("short", SHORT), ("long", events)))
        start, checkpoint = long.opened(passes)
        (help_s, _), (short_s, _), (long_s, peak) = (
            min(found) for found in zip(*[
                (short.asked("--help"), short.asked("next"), long.asked("next")) for _ in range(passes)
            ], strict=True))  # fmt: skip
        log = (long.folder / LOG_NAME).stat().st_size
        return LongBench(
            events=long.events, log_mb=round(log / 1e6, 2), open_start_s=round(start, 4),
            open_checkpoint_s=round(checkpoint, 4), ratio_open=round(checkpoint / start, 3), next_s=round(long_s, 3),
            ratio_next=round(long_s / short_s, 2), ratio_help=round(long_s / help_s, 2), next_peak_mb=round(peak, 1),
            ratio_kept=round(long.kept / log, 2), added_kb=round(long.added / 1024, 2),
        )


class _Played:
    """A match of one person in a folder of his own, of at least so many events."""

    def __init__(self, root: Path, events: int) -> None:
        self.folder, home = root / "game", Home(root / "home")
        identity = home.create("one", "one@example.org", "", no_passphrase=True, cost=_QUICK)
        seconds = iter(range(1_767_225_600, 2**40))
        self.desk = Desk(home, identity, clock=lambda: next(seconds))
        self.desk.new_match(MARCH, dict.fromkeys(SEATS, home.card().id), {}, self.folder, policy="mover+others")
        self.desk.join(self.folder)
        parts, sizes = [events // 2, events], list[tuple[int, int]]()
        for part in parts:
            with self.desk.game(self.folder) as game:
                held, since = game.match.feeds.by_id, 0
                while len(held) < part:
                    _go_on(game.match)
                    if len(held) >= since + SITTING:
                        since = len(held)
                        self._keep(game)
                self.events, self._rounds = len(game.match.feeds.by_id) + 1, game.match.rounds.r
            sizes.append((self._rounds, self.kept))
        self.added = (sizes[1][1] - sizes[0][1]) / max(1, sizes[1][0] - sizes[0][0])

    def _keep(self, game: GameFolder) -> None:
        """What a program keeps that has made so many events."""
        game.flush()
        if isinstance(game.match, ResumedMatch):
            game.match.keep(game.lines, (self.folder / LOG_NAME).stat().st_size)

    @property
    def kept(self) -> int:
        """Bytes of what is kept beside the log."""
        saved = self.folder / SAVED
        kept = (saved, saved.with_suffix(".index"), self.folder / CACHE)
        return sum(path.stat().st_size for path in kept if path.exists())

    def opened(self, passes: int) -> tuple[float, float]:
        """What it takes to open it from its first line, and from what is kept."""
        desk, folder = self.desk, self.folder

        def from_start() -> Match:
            return read(folder / LOG_NAME, desk.masters, cache=desk.cache(folder), whole=True)

        def from_kept() -> Match:
            return read(folder / LOG_NAME, desk.masters, cache=desk.cache(folder), whole=True, saved=desk.saved(folder))

        if from_start().rounds.digests != from_kept().rounds.digests:
            raise PbemError("what is kept opens another match")
        return _least(from_start, passes), _least(from_kept, passes)

    def asked(self, *words: str) -> tuple[float, float]:
        """What a command takes in a process of its own, in seconds of the processor, and its most memory in MB."""
        given = [sys.executable, "-c", _ASK, *words, *(["-C", str(self.folder)] if words != ("--help",) else [])]
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PBEM_HOME": str(self.desk.home.root)}
        before = os.times()
        done = subprocess.run(given, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            raise PbemError(f"measuring {words[0]} failed: {done.stderr.strip()[-300:]}")
        after = os.times()
        seconds = after.children_user + after.children_system - before.children_user - before.children_system
        return seconds, int(done.stderr.split()[-1]) / 1e6


def _go_on(match: Match) -> None:
    match.run_mechanical()
    duty = human_duties(match)[0]
    if duty.kind == "seal":
        match.seal(duty.seat, [str(1 + match.rounds.r % 3)])
    else:
        match.answer(duty.seat, "march" if match.rounds.r % 2 else "halt")


def _least(work: Callable[[], object], passes: int) -> float:
    taken = []
    for _ in range(passes):
        begun = time.process_time()
        work()
        taken.append(time.process_time() - begun)
    return min(taken)
