"""What must hold of the moments that orders are filed for: whatever asks a person is one, and is told of in time.

Belongs here: those tries. Must not be here: other tries at a request (`trial`), filing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.kit.conditions import Moment
from pbem.play.requests import Request
from pbem.ruleset import Ruleset


def check_moment(ruleset: Ruleset, state: Any, request: Request[Any], seat: str, note: Callable[[str], None]) -> None:
    """The rule that asks a seat is one that may ask it now; with words if a game has words for any of its moments."""
    if ruleset.moments is None:
        return
    known = ruleset.moments(state, seat)
    moment = known.get(request.rule, Moment())
    if request.rule not in known:
        note(f"rule {request.rule} asks {seat}, and is none that may: nobody can file for it")
    elif any(other.title for other in known.values()) and not moment.title:
        note("has no words of what is to come: pbem next --moments never tells of it")
    elif not moment.is_near:
        note(f"is asked now, and what is to come says that it is not near: pbem next --moments does not tell {seat}")
