"""How fast the table answers in a long match: every figure of `pbem bench --table`, measured over recorded games.

Belongs here: which games, which moments of them, the clock. Must not be here: what is measured (`asking`, `giving`,
`seeing`, `sitting`), printing.

Of each kind of game the longest record is played through as a person who holds all seats would sit at it: its lines
come in packets of twenty, at some of the moments between something is asked, tried, drafted and taken back. Who
plays alone signs with the draft what a die follows: that counts as `draft`. The keys to sign with are not in a record:
what is signed is good for nobody, and is thrown away.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.desk import drafts
from pbem.desk.ahead import signed_words
from pbem.desk.desk import Desk
from pbem.disk.memory import peak_bytes
from pbem.errors import PbemError, WrongUse
from pbem.home import Home
from pbem.match.disclosed_keys import disclosed_keys
from pbem.match.folder import GameFolder
from pbem.match.match import Match
from pbem.match.start import ruleset_of
from pbem.record.log import LOG_NAME, LogFile
from pbem.record.wire import CODEC, Event, GenesisLine, SeatLine
from pbem.web import asking, giving, seeing
from pbem.web.shapes import Asking, State
from pbem.web.sitting import Sitting

PACKET = 20  # events that come at once, fewer in a short game
MOMENTS = 40  # of a game, at which something is asked
BARS: dict[str, tuple[float, float, float]] = {  # median, p95 and most, in ms and kB, on a core of its own
    "follow": (20, 100, 250), "preview": (50, 150, 250), "draft": (100, 100, 250), "send": (300, 300, 300),
    "taken_in": (300, 300, 300), "state": (100, 100, 250), "open_warm": (1000, 1000, 1000),
    "open_cold": (2000, 2000, 2000), "increment_kb": (20, 20, 20),
}  # fmt: skip
PAGE_BAR, FIRST_BAR, PEAK_BAR = 150, 120, 150
SENT = 4  # of them at which something is signed
BEGINNINGS = 5  # of an order that are asked about, beside nothing and all of it
_CHILD = "import sys; from pbem.web.bench import show; show(sys.argv[1])"


class Measures(msgspec.Struct, frozen=True):
    """What something took, mostly and at worst; times in ms, sizes in kB. `cpu` is the same in time of the processor.

    That is what a busy machine leaves as it is; `count` says how often it was measured.
    """

    median: float = 0
    p95: float = 0
    most: float = 0
    cpu: tuple[float, float, float] = (0, 0, 0)
    count: int = 0


class GameFigures(msgspec.Struct, frozen=True):
    """One game: the case that was measured, and its figures."""

    case: str
    events: int
    follow: Measures
    preview: Measures
    draft: Measures
    send: Measures
    taken_in: Measures
    state: Measures
    open_warm: Measures
    open_cold: Measures
    increment_kb: Measures
    first_kb: float
    peak_mb: float


class TableFigures(msgspec.Struct, frozen=True):
    """What `pbem bench --table --json` prints: the games by name, and what the page itself weighs, compressed."""

    games: dict[str, GameFigures]
    page_kb: float


def measure_table(under: Path) -> TableFigures:
    """Measures the longest record of each kind of game in a folder, or one record; each in a process of its own."""
    games = {name: _apart(log) for name, log in sorted(longest(under).items())}
    return TableFigures(games, page_kb())


def longest(under: Path) -> dict[str, Path]:
    """By game the longest log in a folder and the folders in it; WrongUse if there is none."""
    logs = [under] if under.is_file() else sorted(under.rglob(LOG_NAME)) if under.is_dir() else []
    found: dict[str, Path] = {}
    for log in logs:
        with log.open("rb") as file:
            name = _engine(file.readline(1 << 20))
        if name and (name not in found or log.stat().st_size > found[name].stat().st_size):
            found[name] = log
    if not found:
        raise WrongUse(f"there is no record of a match in {under}", "name a folder of recorded games, such as logs")
    return found


def _engine(line: bytes) -> str:
    try:
        event = CODEC.decode(line)
    except PbemError:
        return ""
    return event.msg.body.engine.partition("/")[0] if isinstance(event, GenesisLine) else ""


def page_kb() -> float:
    """The page, its styles and scripts, each compressed by itself, in kB."""
    from importlib.resources import files

    from pbem.web.app import PAGES

    texts = [(package, name) for package, name, _ in PAGES.values()] + [("pbem.web", "page/table.html")]
    return round(sum(_packed((files(package) / name).read_bytes()) for package, name in texts), 1)


def _packed(content: bytes) -> float:
    return len(gzip.compress(content, 6, mtime=0)) / 1000


def _apart(log: Path) -> GameFigures:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(part for part in sys.path if part)}
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, str(log)], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise PbemError(f"measuring {log} failed: {done.stderr.strip()[-300:]}")
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=GameFigures)


def show(log: str) -> None:
    """Measures one record in this process, and prints its figures for `measure_table`."""
    with tempfile.TemporaryDirectory() as folder:
        figures = Measured(Path(log), Path(folder)).figures()
    print(msgspec.json.encode(figures).decode())


class _Everybody(Desk):
    """A desk that holds seats of a record by what was disclosed in it."""

    def __init__(self, root: Path, held: Mapping[int, Any]) -> None:
        home = Home(root)
        identity = home.load() if home.exists else home.create("bench", "", "", no_passphrase=True)
        self._held = held
        super().__init__(home, identity, keeps=1)

    def masters(self, genesis: GenesisLine) -> Mapping[int, Any]:
        """What was disclosed."""
        return self._held

    @contextmanager
    def game(self, folder: Path, *, despite_desync: bool = False) -> Iterator[GameFolder]:
        """The match; it is no matter that this home has signed nothing of what it seems to have signed."""
        with super().game(folder, despite_desync=despite_desync) as game:
            game.match.held_back = {}
            yield game


class Measured:
    """One record, and what is measured over it."""

    def __init__(self, log: Path, root: Path) -> None:
        self.case, self.root, self.folder = log.parent.name, root, root / "game"
        self.times: dict[str, list[tuple[float, float]]] = {}
        self.increments: list[float] = []
        self.events = [event for event in LogFile(log, CODEC.decode).read().events if event.kind != "disclose"]
        self.held = disclosed_keys(LogFile(log, CODEC.decode).read().events)
        self.folder.mkdir()

    def figures(self) -> GameFigures:
        """All of it; what is opened cold comes first."""
        self._write(self.events)
        first = self._opened("open_cold")
        for _ in range(3):
            self._opened("open_warm")
        (self.folder / LOG_NAME).unlink()
        self._play()
        spreads = {name: _spread(both) for name, both in self.times.items()}
        return GameFigures(
            case=self.case, events=len(self.events), first_kb=round(first, 1),
            increment_kb=Measures(*_three(self.increments or [0]), count=len(self.increments)),
            peak_mb=round(peak_bytes() / 1e6, 1),
            **{name: spreads.get(name, Measures()) for name in
               ("follow", "preview", "draft", "send", "taken_in", "state", "open_warm", "open_cold")},
        )  # fmt: skip

    @contextmanager
    def clocked(self, name: str) -> Iterator[None]:
        """What is done meanwhile counts."""
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.times.setdefault(name, []).append((time.perf_counter() - wall, time.process_time() - cpu))

    def _write(self, events: Sequence[Event]) -> None:
        with (self.folder / LOG_NAME).open("ab") as file:
            file.write(b"".join(event.line for event in events))

    def _sitting(self, held: Mapping[int, Any], home: str) -> Sitting:
        return Sitting(_Everybody(self.root / home, held), self.folder)

    def _opened(self, name: str) -> float:
        """Opens the match as a page that nobody has opened before; gives the kB of the first answer, compressed."""
        sitting = self._sitting(self.held, "opener")
        with self.clocked(name):
            body = msgspec.json.encode(seeing.state_of(sitting, "page", "", fresh=False))
        return _packed(body)

    def _play(self) -> None:
        words = self._words()
        sitting = self._sitting(self.held, "player")
        chunks = list(self._packets())
        step = max(1, len(chunks) // MOMENTS)
        for number, chunk in enumerate(chunks):
            self._write(chunk)
            with sitting.alone(), self.clocked("taken_in"):
                sitting.look()
            with self.clocked("state"):
                state = seeing.state_of(sitting, "page", "", fresh=False)
                body = msgspec.json.encode(state)
            if number:
                self.increments.append(_packed(body))
            if number % step == 0 and state.questions:
                self._asked(sitting, state, words)
                if number % (step * max(1, MOMENTS // SENT)) == 0:
                    self._sent(state, words)

    def _packets(self) -> Iterator[list[Event]]:
        """The record in pieces, each up to a decision."""
        piece: list[Event] = []
        size = min(PACKET, max(2, len(self.events) // MOMENTS))
        for event in self.events:
            if len(piece) >= size and event.kind in ("act", "seal"):
                yield piece
                piece = []
            piece.append(event)
        yield piece

    def _words(self) -> dict[tuple[str, int], str]:
        """By seat and round what was answered in the record."""
        (genesis,) = (one for one in self.events if isinstance(one, GenesisLine))
        ruleset, files = ruleset_of(genesis, None)
        match = Match(genesis, ruleset, files, masters=self.held)
        match.take(self.events, checked=True)
        made = ((event, signed_words(match, event)) for event in self.events if isinstance(event, SeatLine))
        return {(match.name(event.seat), event.msg.r): "; ".join(said) for event, said in made if said}

    def _asked(self, sitting: Sitting, state: State, words: Mapping[tuple[str, int], str]) -> None:
        """A click in the middle of the recorded answer, and what a person does with the whole of it."""
        question = state.questions[0]
        text = words.get((question.seat, state.round), question.ready[0].words if question.ready else "")

        def asked(beginning: str) -> Asking:
            return Asking(sitting.at, question.seat, beginning)

        for beginning in _beginnings(text):
            with self.clocked("follow"):
                found = msgspec.json.encode(asking.following(sitting, asked(beginning)))
        if not json.loads(found)["is_answer"]:
            return
        with self.clocked("preview"):
            told = asking.preview(sitting, asked(text))
        if told.waits:  # who holds all seats signs this at once: of several seats nobody plays so
            if len({seat for seat, _ in words}) == 1:
                self._given("draft", state, text)
            return
        with self.clocked("draft"):
            giving.draft(sitting, asked(text))
        giving.undo(sitting, asked(""))

    def _sent(self, state: State, words: Mapping[tuple[str, int], str]) -> None:
        """Signs the recorded answer."""
        self._given("send", state, words.get((state.questions[0].seat, state.round), ""))

    def _given(self, clocked: Literal["draft", "send"], state: State, text: str) -> None:
        """Drafts an answer as the person of that seat alone, at another home, signs and forgets it."""
        seat, whole = state.questions[0].seat, (self.folder / LOG_NAME).read_bytes()
        at = next(at for at, one in enumerate(state.seats) if one.id == seat)
        sitting = self._sitting({at: self.held[at]}, f"home{clocked}{state.round}")
        try:
            stands = _at(sitting)
            with self.clocked("draft") if clocked == "draft" else nullcontext():
                giving.draft(sitting, Asking(stands, seat, text))
            if clocked == "send":
                stands = _at(sitting)
                with self.clocked("send"):
                    giving.send(sitting, Asking(stands, seat))
        except PbemError:
            return  # what a die must follow is not asked of this seat alone
        finally:
            for left in (self.folder / "out").glob("*"):
                left.unlink()
            (self.folder / drafts.FILE).unlink(missing_ok=True)
            (self.folder / LOG_NAME).write_bytes(whole)


def _at(sitting: Sitting) -> str:
    sitting.look()
    return sitting.at


def _beginnings(text: str) -> Iterator[str]:
    """Nothing, some beginnings of a text between its words, and all of it."""
    words = text.split(" ")
    for count in sorted({len(words) * part // BEGINNINGS for part in range(BEGINNINGS)}):
        yield " ".join(words[:count])
    yield text


def _spread(both: Sequence[tuple[float, float]]) -> Measures:
    return Measures(*_three([1000 * wall for wall, _ in both]), _three([1000 * cpu for _, cpu in both]), len(both))


def _three(found: Sequence[float]) -> tuple[float, float, float]:
    """Median, p95, most."""
    of_all = [round(one, 1) for one in sorted(found)]
    return of_all[len(of_all) // 2], of_all[min(len(of_all) - 1, len(of_all) * 95 // 100)], of_all[-1]
