"""Orders filed before they are asked for: the player's own tool keeps them, shows them to nobody, and answers with them
when their moment comes, if they are then legal.

Belongs here: that private file in the game folder. Must not be here: what words mean in a game.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from pbem.desk.orders import check_length, give_orders
from pbem.desk.waiting import open_duties
from pbem.disk.plain import read_small
from pbem.disk.whole import write_private
from pbem.errors import IllegalMove, NotYourTurn, WrongUse
from pbem.limits import MAX_FILED
from pbem.match.folder import GameFolder
from pbem.play.requests import Request

FILE = "early.txt"


@dataclass(frozen=True, slots=True)
class Early:
    """One order: the seat, the rule that will ask, what it will be about (empty: whatever), the words."""

    seat: str
    rule: str
    about: str
    words: str

    @property
    def line(self) -> str:
        """As it stands in the file, and is typed after the seat."""
        return f"{self.seat} {self.moment}: {self.words}"

    @property
    def moment(self) -> str:
        """When it is meant to be asked."""
        return f"{self.rule}/{self.about}" if self.about else self.rule

    def answers(self, request: Request[object], seat: str) -> bool:
        """Whether this is what the request waits for."""
        return self.seat == seat and self.rule == request.rule and self.about in ("", request.about)


def filed(folder: Path) -> list[Early]:
    """What is filed in a game folder, oldest first."""
    content = read_small(folder / FILE) or b""
    found = []
    for line in content.decode("utf-8", "replace").splitlines():
        seat, _, rest = line.partition(" ")
        with contextlib.suppress(WrongUse):  # a line spoiled by hand must not stop play
            found.append(read_early(rest, seat))
    return found


def read_early(text: str, seat: str) -> Early:
    """`RULE: words` or `RULE/ABOUT: words`, as typed."""
    moment, colon, words = text.partition(":")
    rule, _, about = moment.strip().partition("/")
    words = " ".join(words.split())
    if not colon or not rule or " " in moment.strip():
        raise WrongUse(f"{text[:60]!r} is no order filed early", "write it like: 9.4/luanda: 12")
    check_length(words)
    return Early(seat, rule, about, words)


def file_early(folder: Path, orders: list[Early]) -> None:
    """Keeps orders, each in place of an older one for the same moment; empty words take that one back."""
    kept = {(one.seat, one.moment): one for one in filed(folder)}
    for one in orders:
        if not one.words and (one.seat, one.moment) not in kept:
            raise WrongUse(f"nothing is filed for {one.seat} {one.moment}")
        kept[one.seat, one.moment] = one
    _keep(folder, [one for one in kept.values() if one.words])


def carry_out_early(game: GameFolder) -> list[str]:
    """Answers with what was filed while it is asked for; says what became of each order used.

    An order that is not legal when its moment comes is taken out and told; the player is asked as ever.
    """
    told: list[str] = []
    waiting = filed(game.path) if game.match.keys else []
    count = len(waiting)
    while game.match.can_sign() and (found := _next(game, waiting)) is not None:
        waiting.remove(found)
        try:
            given = give_orders(game, [found.words], found.seat)
            told += [f"filed early, now given: {one.seat}: {one.text}" for one in given]
        except (IllegalMove, NotYourTurn) as error:
            because = str(error).splitlines()
            told.append(f"filed early, not legal now: {found.line} ({'; '.join(x.strip() for x in because)})")
    if len(waiting) != count:
        game.flush()  # what was signed is safe before its order is forgotten
        _keep(game.path, waiting)
    return told


def _next(game: GameFolder, waiting: list[Early]) -> Early | None:
    request = game.match.request
    if request is None:
        return None
    seats = [d.name for d in open_duties(game.match) if d.kind != "join"]
    return next((one for one in waiting for seat in seats if one.answers(request, seat)), None)


def _keep(folder: Path, orders: list[Early]) -> None:
    if len(orders) > MAX_FILED:
        raise WrongUse(f"more than {MAX_FILED} orders filed early")
    write_private(folder / FILE, "".join(f"{one.line}\n" for one in orders).encode("utf-8"))
