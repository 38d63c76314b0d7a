"""Who may see what of the secrets at a table: the one place that says so (design 2).

A viewer is a seat, `public` or `auditor`. A seat sees its own secrets and what was opened, the public what was opened,
the auditor everything; and nobody sees more than the table itself, which knows the secrets of those who hold it.
Belongs here: that rule. Must not be here: what is shown of what may be seen.
"""

from __future__ import annotations

from typing import Any, TypeVar

from pbem.play.requests import Handle, Peek, Sealed
from pbem.play.table import Table

T = TypeVar("T")
AUDITOR, PUBLIC = "auditor", "public"


def may_see(table: Table[Any], viewer: str, sealed: Handle) -> bool:
    """Whether a viewer may look into a secret."""
    return viewer in (AUDITOR, sealed.seat) or table.secrets.is_public(sealed)


def peek_of(table: Table[Any], viewer: str) -> Peek:
    """What a viewer sees in a secret, for scenes, prompts and bots; None if it may not, or the table cannot."""

    def peek(sealed: Sealed[T]) -> T | None:
        return table.peek(sealed) if may_see(table, viewer, sealed) else None

    return peek


def is_told(table: Table[Any], viewer: str, sealed: Handle) -> bool:
    """Whether a viewer's screens spell out what is in a secret.

    What lies face down is told to nobody but the auditor before it is opened, to its owner neither.
    """
    secrets = table.secrets
    is_kept_back = viewer != AUDITOR and secrets.is_face_down(sealed)
    return may_see(table, viewer, sealed) and secrets.is_seen(sealed) and not is_kept_back


def sealed_by(table: Table[Any], seat: str) -> list[Handle]:
    """The texts that a seat has sealed, is told of, and nobody has opened; in slot order."""
    secrets = table.secrets
    return [
        sealed for sealed in secrets.unopened(seat)
        if is_told(table, seat, sealed) and not secrets.is_draw(sealed)
    ]


def last_sealed(table: Table[Any], seat: str, rule: str) -> list[Handle]:
    """The texts that a seat sealed when a rule asked it last, in slot order, opened since or not.

    An empty list if it never did, if it is not told of them, or if this table cannot see into them.
    """
    secrets = table.secrets
    own = [sealed for sealed in secrets.of(seat) if sealed.slot.split("/")[1] == rule and not secrets.is_draw(sealed)]
    last = [sealed for sealed in own if _round(sealed) == _round(own[-1])]
    return last if all(is_told(table, seat, sealed) for sealed in last) else []


def _round(sealed: Handle) -> str:
    return sealed.slot.partition("/")[0]
