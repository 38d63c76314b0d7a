"""A mail that tells that one of ours was not delivered (RFC 3464).

Belongs here: which addresses failed, and of which mails it speaks. Must not be here: whether that is believed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.limits import MAX_BOUNCE, MAX_RECIPIENTS, MAX_WHY
from pbem.post.mail.manners import OURS
from pbem.post.names import one_line

_FAILED = re.compile(rb"^Action: {0,8}failed\b", re.I | re.M)
_RECIPIENT = re.compile(rb"^Final-Recipient: {0,8}rfc822; {0,8}<?([!-;=?-~]{3,254})>?[ \t]{0,8}\r?$", re.I | re.M)
_WHY = re.compile(rb"^Diagnostic-Code: {0,8}(?:smtp;)?([^\r\n]{1,400}(?:\r?\n[ \t][^\r\n]{1,200}){0,3})", re.I | re.M)
_ID = re.compile(rb"<[!-;=?-~]{1,250}>")


@dataclass(frozen=True, slots=True)
class Bounce:
    """The addresses that failed, in lower case, the Message-IDs of ours that are named in it, why in short."""

    addresses: tuple[str, ...]
    ids: tuple[str, ...]
    why: str = ""


def read_bounce(mail: bytes) -> Bounce | None:
    """What a bounce tells; None if nothing failed for good, or no mail of ours is named."""
    text = mail[:MAX_BOUNCE]
    if _FAILED.search(text) is None:
        return None
    found = dict.fromkeys(m[1].decode("ascii").lower() for m in _RECIPIENT.finditer(text))
    ids = dict.fromkeys(id for m in _ID.finditer(text) if OURS in (id := m[0].decode("ascii")))
    said = _WHY.search(text)
    why = "" if said is None else one_line(" ".join(said[1].decode("ascii", "replace").split()), MAX_WHY)
    return Bounce(tuple(found)[:MAX_RECIPIENTS], tuple(ids)[:MAX_RECIPIENTS], why) if found and ids else None
