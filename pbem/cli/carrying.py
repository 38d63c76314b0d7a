"""What the others must get: who sends it, and what is wrong with that, as `next`, `status` and `send` say it.

Belongs here: these lines. Must not be here: what is wrong (`pbem.courier.wrong`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli.terminal import short, talk, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pbem.home import Home
    from pbem.home.summaries import Summary
    from pbem.match.match import Match

CARRIED = {
    "no": "send this to the others: {}",
    "locked": "send this to the others, if your courier is not entrusted with the match: {}",
    "yes": "your courier sends this to the others while it runs (pbem courier): {}",
}


def tell_sent(paths: Iterable[Path], match: Match) -> None:
    """Names the files that must reach the others, and whether they are sent for you."""
    if not (paths := list(paths)):
        return
    from pbem.courier.places import carries
    from pbem.home import Home

    words = CARRIED[carries(Home.find(), match.genesis.id)]
    for path in paths:
        talk(words.format(short(path)))


def wrong_with(match: Match, home: Home) -> list[str]:
    """What is wrong with an open match, in sentences; nothing if nobody else plays in it, or it is over."""
    me = {match.binding.seats[seat].id for seat in match.keys}
    is_over = match.result is not None and not match.owing()
    if is_over or not me or all(seat.id in me for seat in match.binding.seats):
        return []
    from pbem.courier.wrong import wrong
    from pbem.desk.desk import now

    return wrong(home, match.genesis.id, match.rounds.r, now(), has_clock=match.clock is not None)


def wrong_in(summary: Summary, home: Home) -> list[str]:
    """The same of a match in the list of matches."""
    if summary.result and not summary.awaited:
        return []
    from pbem.courier.wrong import wrong
    from pbem.desk.desk import now

    return wrong(home, summary.game, summary.round, now(), has_clock=bool(summary.deadline))


def as_lines(told: Iterable[str], *, indent: int = 0) -> list[str]:
    """The sentences as lines."""
    return [line for text in told for line in wrapped(f"wrong: {text}", indent=indent, hang=2)]
