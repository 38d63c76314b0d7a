"""`pbem next --moments`: what may be asked before the phase ends, and how an answer is filed for it now.

Belongs here: those lines. Must not be here: which moments there are (`desk.coming`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli.terminal import choice_lines, say, say_json, talk, wrapped
from pbem.errors import NotYourTurn
from pbem.ruleset import REMARK

if TYPE_CHECKING:
    from pbem.desk.coming import ComingQuestion
    from pbem.match.match import Match


def show_moments(match: Match, *, json: bool) -> None:
    """The moments of every seat held here."""
    from pbem.desk.coming import coming
    from pbem.desk.waiting import ELSEWHERE

    if match.result is not None:
        raise NotYourTurn(f"the match has ended: {match.result.text}", "nothing is asked any more")
    if not match.keys:
        raise NotYourTurn("no seat of this match is held here", ELSEWHERE)
    match.binding.rewind()
    found = {seat: coming(match, seat) for seat in map(match.name, match.keys)}
    if json:
        say_json({seat: [_told(one) for one in ones] for seat, ones in found.items()})
        return
    for seat, ones in found.items():
        say(f"{seat}, before this phase ends:", *_lines(ones, named=len(found) > 1))
    talk(*wrapped("file an answer now, and nobody waits for you: these are examples, write what you want; with no "
                  "words behind the colon it is taken back"))
    if match.ruleset.conditions:
        talk(*wrapped("behind `if` may stand: " + ", ".join(one.usage.partition(": ")[0]
                                                            for one in match.ruleset.conditions.values())))


def _lines(ones: list[ComingQuestion], *, named: bool) -> list[str]:
    texts = [f"{one.order}{REMARK}{one.title}{f'; for one alone, {one.one_of}' if one.one_of else ''}" for one in ones]
    return choice_lines(texts, lambda words, at: f'  pbem do {_seat(ones[at - 1]) if named else ""}--early "{words}"')


def _seat(one: ComingQuestion) -> str:
    return f"--seat {one.seat} "


def _told(one: ComingQuestion) -> dict[str, str]:
    return {"moment": one.moment, "order": one.order, "title": one.title, "one_of": one.one_of}
