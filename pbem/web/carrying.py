"""The courier's work, done by the table while no courier of this home does it; and how the post is.

Belongs here: one thread that is the courier as long as it gets the courier's lock, what it said last. Must not be here:
the work itself (`pbem.courier`), settings (`posting`).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Literal

from pbem.courier.condition import condition_of
from pbem.courier.places import FILE, trust_file
from pbem.courier.service import courier_of, serve, settings_of
from pbem.courier.telling import CourierLine
from pbem.courier.ways import stamp_of
from pbem.desk.desk import now
from pbem.desk.waiting import utc
from pbem.errors import PbemError, Unsupported, WrongUse
from pbem.home import Home
from pbem.show.clean import clean
from pbem.web.post_shapes import Carried

AGAIN = 3.0  # seconds after which whoever could not begin tries again
LONG = 60.0  # the same after a fault of ours
PART = 5.0  # seconds in which it may end what it does
MOST_SAID = 30  # lines that are kept

Work = Literal["", "idle", "here", "elsewhere", "fails"]


class Carrying:
    """The courier of a home within the table: it begins when nobody else is the courier, and ends with the table."""

    def __init__(self, home: Callable[[], Home]) -> None:
        self._home = home
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name="courier", daemon=True)
        self._said: deque[str] = deque(maxlen=MOST_SAID)
        self._work: Work = ""
        self._why, self._since = "", 0
        self.turn = 0  # another one: there is something new to tell

    def begin(self) -> None:
        """Begins its thread."""
        self._thread.start()

    def end(self) -> None:
        """Ends; what it is doing it does to its end, if that does not take long."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(PART)

    def told(self) -> Carried:
        """Who does the courier's work, since when, when it looked last, what fails, what it said."""
        home = self._home()
        known = condition_of(home)
        looked = utc(known.looked) if known is not None and known.looked else ""
        failing = () if known is None or not self._work else known.failing
        faults = tuple(clean(f"{one.about}: {one.text}") for one in failing)
        since = utc(self._since) if self._since and self._work == "here" else ""
        return Carried(self._work, clean(self._why), since, looked, faults, tuple(self._said))

    def _go_on(self) -> None:
        while not self._ended.is_set():
            pause = AGAIN
            try:
                self._be_courier()
            except Unsupported as fault:
                self._now("fails", fault)
            except WrongUse as fault:
                is_other = str(fault).startswith("another courier runs")
                is_none = not (self._home().root / FILE).exists()
                is_idle = not is_none and not trust_file(self._home()).exists and _is_sound(self._home())
                self._now("elsewhere" if is_other else "" if is_none else "idle" if is_idle else "fails", fault)
            except PbemError as fault:
                self._now("fails", fault)
            except Exception as error:  # our bug must not end the table
                self._now("fails", PbemError(f"a fault of pbem: {type(error).__name__}: {error}"))
                pause = LONG
            self._ended.wait(pause)

    def _be_courier(self) -> None:
        home = self._home()
        settings = home.root / FILE
        before = stamp_of(settings)
        with courier_of(home, self._hear, is_expectant=True) as courier:
            self._work, self._why, self._since = "here", "", now()
            self.turn += 1
            serve(courier, lambda: self._ended.is_set() or stamp_of(settings) != before, self._sleep)

    def _sleep(self, seconds: float) -> None:
        self._ended.wait(seconds)

    def _now(self, work: Work, why: PbemError) -> None:
        hint = f" ({why.hint})" if why.hint else ""
        if (self._work, self._why) != (work, f"{why}{hint}"):
            self._work, self._why = work, f"{why}{hint}"
            self.turn += 1

    def _hear(self, said: CourierLine) -> None:
        self.turn += 1
        self._said.append(clean(f"{utc(now())} {said.about}: {'error: ' if said.status else ''}{said.text}"))


def _is_sound(home: Home) -> bool:
    """Whether the settings can be read."""
    try:
        settings_of(home)
    except PbemError:
        return False
    return True
