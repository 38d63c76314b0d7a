"""One step of a game as text for the terminal: where it stands, who did what, the dice, the sentences.

Belongs here: a frame without its map. Must not be here: going through frames (`replay`), other kinds of output.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from pbem.cli.terminal import told, wrapped
from pbem.errors import cited
from pbem.show.clean import clean
from pbem.show.ended import won

if TYPE_CHECKING:
    from pbem.show.frame import Frame, Throw
    from pbem.show.scene import Board


def whereabouts(frame: Frame, number: int, count: int) -> str:
    """Where a step stands in the game."""
    from pbem.show.frame import spans
    from pbem.show.moment import turn_title
    from pbem.show.named import name_in

    lines = f" ({'lines' if len(frame.lines) > 1 else 'line'} {spans(frame.lines)})" if frame.lines else ""
    awaited = dict.fromkeys(name_in(frame.scene.board, a.seat) for a in frame.scene.awaited)
    parts = [f"[{number}/{count}] round {frame.round}{lines}"]
    parts += [p for p in (turn_title(frame.turn), frame.phase) if p]
    parts += [f"next: {', '.join(awaited)}"] if awaited else []
    return clean("; ".join(parts))


def step_lines(frame: Frame) -> list[str]:
    """What happened in a step: who did what, the dice with the rule that asked, the sentences, remarks, the end."""
    from pbem.show.frame import DONE
    from pbem.show.named import name_in

    lines: list[str] = []
    board = frame.scene.board
    is_told = frame.kind in ("answer", "open") and bool(frame.sentences)  # they say it better
    for deed in frame.deeds:
        words = "" if deed.hidden or not deed.say or is_told or deed.told else f": {deed.say}"
        about = "" if deed.told else "/".join(id for id in frame.about.split("/") if id != deed.seat)
        asked = f" ({_asked(board, frame.rule, about)})" if frame.rule else ""
        done = deed.told or DONE.get(frame.kind, "acts")
        lines += wrapped(f"{name_in(board, deed.seat)} {done}{asked}{words}", hang=4)
    for throw in frame.dice:
        lines += wrapped(_thrown(frame.scene.board, throw), hang=4)
    lines += told_lines(frame)
    if frame.ending is not None and frame.kind != "disclose":
        winners = won(name_in(board, seat) for seat in frame.ending.winners)
        lines += wrapped(f"the match has ended: {frame.ending.text} (rule {frame.ending.by}; {winners})")
        lines += wrapped(frame.ending.why, hang=4) if frame.ending.why else []
    return lines


def _thrown(board: Board, throw: Throw) -> str:
    """`OPFOR 2d6: 4 1*: what that means (16.2, Jolan)`; a star marks a die that hit."""
    from pbem.show.named import name_in

    stars = ("*" if hit else "" for hit in throw.did_hit)
    values = " ".join(f"{value}{star}" for value, star in zip_longest(throw.values, stars, fillvalue=""))
    what = [f"{len(throw.values)}d{throw.sides}", values] if throw.sides else ["drawn"]
    what += [throw.reading or values] if throw.reading or not throw.sides else []
    about = "/".join(id for id in throw.about.split("/") if id != throw.side)
    owner = f"{name_in(board, throw.side)} " if throw.side else ""
    return f"{owner}{': '.join(what)} ({_asked(board, throw.rule, about)})"


def _asked(board: Board, rule: str, about: str) -> str:
    """`16.2, Jolan`: the rule that asked, and about what."""
    from pbem.show.named import name_in

    return ", ".join([cited(rule), *(name_in(board, id) for id in about.split("/") if id)])


def told_lines(frame: Frame) -> list[str]:
    """The sentences, those that decide the game with a `*`, then the remarks."""
    from pbem.show.named import name_in

    lines: list[str] = []
    for one in frame.sentences:
        lines += told(one.text, one.rule, headline=one.headline)
    for remark in frame.remarks:
        lines += wrapped(f"{name_in(frame.scene.board, remark.seat)} remarks: {remark.text}", indent=2, hang=2)
    return lines
