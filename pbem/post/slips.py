"""Slips: small texts of ours that are no records, told by their first bytes.

An invitation, the answer to one, what goes beside the record of a match. Belongs here: their names. Must not be here:
what stands in them (`pbem.home`).
"""

from __future__ import annotations

_BEGIN = {b'{"invitation":': "invitation", b'{"answer":': "answer", b'{"beside":': "beside"}


def kind_of(head: bytes) -> str:
    """`invitation`, `answer` or `beside`; empty if the bytes begin like none of them."""
    return next((kind for begin, kind in _BEGIN.items() if head.startswith(begin)), "")
