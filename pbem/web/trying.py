"""What if, at the table: how bots would play on from here, as the seat that is looked through knows the match.

Belongs here: one such try at a time, in a thread of its own, with a lock of its own: no request waits for it. Must not
be here: the games themselves and their words (`pbem.replay.whatif`).
"""

from __future__ import annotations

import sys
import threading
import time

from pbem.desk.drafting import Drafting
from pbem.desk.overlay import overlay_of
from pbem.errors import NotYourTurn, PbemError, WrongUse
from pbem.limits import MOST_WAYS_ON
from pbem.play.sight import PUBLIC
from pbem.record.log import LOG_NAME
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.replay.whatif.guessing import WrongGuess
from pbem.replay.whatif.scratch import seed_word
from pbem.replay.whatif.ways import WaysOn, taken_back
from pbem.show.clean import clean
from pbem.web.shapes import Asking
from pbem.web.side_shapes import TriedOut
from pbem.web.sitting import Sitting, seat_of

REST = 0.02  # seconds for which it lets a request of its match go first
TURN = 0.0005  # seconds after which a request gets its turn, as long as games are played on
LEFT = 120.0  # seconds after which nobody is thought to look any more
PART = 5.0  # seconds in which it ends what it does


class Try:
    """One what-if: games that are played on in a thread, until all are done, it is stopped, or nobody looks."""

    def __init__(self, sitting: Sitting, viewer: str, round: int, seed: str, count: int) -> None:
        self.sitting, self.viewer, self.round, self.seed, self.count = sitting, viewer, round, seed, count
        self.answers, self.why = 0, tuple[str, ...]()
        self._ways: WaysOn | None = None
        self._notes: list[str] = []
        self._stopped = threading.Event()
        self._seen = time.monotonic()
        self.thread = threading.Thread(target=self._go_on, name="what if", daemon=True)

    @property
    def runs(self) -> bool:
        """Whether it is under way."""
        return self.thread.is_alive()

    def stop(self, why: str) -> None:
        """Ends it within an answer of a bot; the games that are played stay."""
        if self.runs and not self._stopped.is_set():
            self.why = (why,)
            self._stopped.set()

    def told(self) -> TriedOut:
        """How it stands."""
        self._seen = time.monotonic()
        runs, ways = self.runs, self._ways
        if ways is None:
            return TriedOut(runs, self.seed, self.count, why=self.why)
        played = len(ways.outcomes)
        notes = () if runs or not played else tuple(map(clean, (*self._notes, *ways.warnings())))
        return TriedOut(
            runs, self.seed, self.count, played, self.answers, clean(ways.heading()) if played else "",
            tuple(map(clean, ways.stories())), tuple(map(clean, ways.shares())), notes, self.why,
        )  # fmt: skip

    def _go_on(self) -> None:
        before = sys.getswitchinterval()
        sys.setswitchinterval(TURN)
        try:
            reel = self._reel()
            self._notes = taken_back(reel, self.round)
            self._ways = ways = WaysOn(reel, self.round, self.seed, self.count)
            while not ways.is_done and not self._stopped.is_set():
                for self.answers in ways.play_next():
                    if self._is_left():
                        return
        except PbemError as fault:
            advice = ["another seed guesses otherwise"] if isinstance(fault, WrongGuess) else []
            self.why = tuple(clean(line) for line in (*str(fault).splitlines(), *advice))
        except Exception as error:  # our bug must not end the table
            print(f"pbem table: fault in what if: {type(error).__name__}: {ascii(str(error))[:300]}", file=sys.stderr)
            self.why = ("a fault of pbem: it could not be played on",)
        finally:
            sys.setswitchinterval(before)

    def _reel(self) -> Reel:
        """The match up to now with what the viewer alone knows of it, read anew: the one at the table goes on."""
        desk, log = self.sitting.desk, self.sitting.folder / LOG_NAME
        return open_reel(log, self.viewer, masters=desk.masters, overlay=overlay_of(log.parent))

    def _is_left(self) -> bool:
        """Whether it has to end; a request of its match goes before the next answer."""
        while self.sitting.is_busy and not self._stopped.is_set():
            self._stopped.wait(REST)
        if time.monotonic() - self._seen > LEFT:
            self.stop("nobody looked at it any more: it was stopped")
        return self._stopped.is_set()


class Trying:
    """The what-if of a table; while one is under way another is refused."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._try: Try | None = None

    def begin(self, sitting: Sitting, asking: Asking) -> TriedOut:
        """Begins one with `n` games and the seed `text`, from where the record stands; WrongUse if one is under way."""
        drafting = sitting.believe(asking.at)
        match, viewer = drafting.match, viewer_of(drafting, asking.seat)
        if match.result is not None:
            raise NotYourTurn(f"the match has ended: {match.result.text}", "nothing is left to try")
        if not 1 <= asking.n <= MOST_WAYS_ON:
            raise WrongUse(f"how many games? {asking.n}", f"1 to {MOST_WAYS_ON}")
        seed = seed_word(asking.text.strip() or "1")
        with self._lock:
            if self._try is not None and self._try.runs:
                raise WrongUse("another what-if of this table is under way", "wait for its end, or stop it")
            self._try = Try(sitting, viewer, len(match.rounds.closed), seed, asking.n)
            self._try.thread.start()
            return self._try.told()

    def told(self, sitting: Sitting, wanted: str) -> TriedOut:
        """How the last one of this match and seat stands; nothing of any other."""
        found = self._of(sitting, wanted)
        return TriedOut() if found is None else found.told()

    def stop(self, sitting: Sitting, asking: Asking) -> TriedOut:
        """Stops it; the games that are played stay."""
        found = self._of(sitting, asking.seat)
        if found is None or not found.runs:
            raise NotYourTurn("no what-if of this seat is under way")
        found.stop("it was stopped")
        found.thread.join(PART)
        return found.told()

    def end(self) -> None:
        """Whatever is under way ends, and nothing is known of it any more."""
        with self._lock:
            found, self._try = self._try, None
        if found is not None:
            found.stop("the table ends")
            found.thread.join(PART)

    def _of(self, sitting: Sitting, wanted: str) -> Try | None:
        viewer = viewer_of(sitting.look(), wanted)
        with self._lock:
            found = self._try
        is_his = found is not None and found.sitting.folder == sitting.folder and found.viewer == viewer
        return found if is_his else None


def viewer_of(drafting: Drafting, wanted: str) -> str:
    """Who plays on: the seat that is looked through; whoever holds none that decides sees what everybody sees."""
    seat, seats = seat_of(drafting, wanted), drafting.match.binding.seats
    return seat if any(one.name == seat and one.role != "judge" for one in seats) else PUBLIC
