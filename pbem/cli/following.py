"""What may follow the beginning of an answer: for `pbem next --follow`, `pbem play` and completion in the shell.

Belongs here: showing choices. Must not be here: which there are (a ruleset's forms say that).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli.terminal import wrapped

if TYPE_CHECKING:
    from pbem.kit.following import Follow
    from pbem.match.match import Match

SHOWN = 30  # choices of a list
COMPLETED = 60  # of a shell


def following(match: Match, seat: str, text: str) -> Follow:
    """What may follow a beginning of the answer that a seat is asked for; Unsupported if the game cannot tell."""
    from pbem.desk.orders import follow_of

    return follow_of(match, match.request, seat, text)


def asked_seat(match: Match, folder: Path) -> str:
    """The seat held here that is asked first, after what is drafted in the folder; NotYourTurn if none is."""
    from pbem.desk.drafting import Drafting

    return Drafting(match, folder).choose(None).name


def follow_lines(match: Match, seat: str, text: str, most: int = SHOWN) -> list[str]:
    """The choices, one a line with its remark; whether what stands is an answer."""
    found = following(match, seat, text)
    lines = [f"  {c.words}" + (f"  {c.remark}" if c.remark else "") for c in found.choices[:most]]
    if len(found.choices) > most:
        lines.append(f"  ... and {len(found.choices) - most} more: type the beginning of one, or pbem next --all "
                     f'--follow "{text}"')
    end = "an answer as it stands" if found.is_answer else f"no answer yet: {found.why}"
    return [*lines, *wrapped(end, hang=2)]


def complete(incomplete: str) -> list[str]:
    """Whole lines for a shell, each going on from what is typed; none if nothing can be read here."""
    from pbem.cli.context import desk, log_path, read_match

    try:
        path, player = log_path(Path.cwd()), desk(None)
        match = read_match(path, player)
        player.hold_back(match, path)
        found = following(match, asked_seat(match, path.parent), incomplete)
    except Exception:  # a shell that completes says nothing
        return []
    return completed(found, incomplete)


def completed(found: Follow, incomplete: str) -> list[str]:
    """The whole lines: each choice in place of what it completes, a whole answer in place of everything."""
    kept = incomplete[: len(incomplete) - len(found.begun)]
    return [f"{'' if choice.kind == 'answer' else kept}{choice.words.lower()}" for choice in found.choices[:COMPLETED]]
