"""One thing that reading a log brings to light: its kind, whom it concerns, what it rests on.

Belongs here: what a finding is. Must not be here: the report of all of them (`report`), how anything is found.
Source: design 6, protocol 2.14.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Severity = Literal["fault", "incident", "note"]
Kind = Literal[
    "line",  # bytes that are no event
    "first line",
    "signature",
    "forged",  # it claims to be of a seat that did not sign it, and the seat's own event is here, or another's key fits
    "place",  # an event that does not belong here: another match, no such seat
    "link",  # a seat's event that denies its own predecessor
    "missing",
    "fork",
    "void",
    "base",  # built on rounds that this record does not give
    "desync",
    "build",  # this build plays otherwise than the one recorded
    "incident",  # what sealed content or a claim turned out to be
    "seal",
    "chain",
    "secret",
    "draw",
    "steering",  # play with the secrets differs from play without
    "ruleset",
    "again",
    "order",  # lines that stand before those they follow
]

SECTIONS: dict[Kind, str] = {  # of the protocol: what each kind of finding goes by
    "line": "2.3", "first line": "3.6", "signature": "2.3", "forged": "2.3", "place": "2.4", "link": "2.6",
    "missing": "2.6",
    "fork": "2.9", "void": "3.2", "base": "2.7", "desync": "3.4", "build": "3.4", "incident": "3.2", "seal": "2.12",
    "chain": "2.10", "secret": "3.5", "draw": "2.11", "steering": "2.14", "ruleset": "3.6", "again": "2.3",
    "order": "2.6",
}
EvidenceKind = Literal[
    "event",  # the id of an event
    "line digest",  # SHA-256 of a line that is no event
    "round digest", "state digest",
    "commitment", "anchor", "element",
    "secret",  # a game secret that was disclosed
    "opened text",
    "engine digest",
    "proof file",
]

SOUND, BAD, MISSING, FORK, UNKNOWN, UNCHECKED = 0, 4, 5, 6, 8, 9  # design 6


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to look up: a value, the line where it stands, the slot it belongs to; the last two if meant."""

    what: EvidenceKind
    value: str
    line: int | None = None
    slot: str = ""

    @property
    def sentence(self) -> str:
        """In a few words."""
        value = f'"{self.value}"' if self.what == "opened text" else self.value
        line = f"line {self.line}" if self.line is not None else ""
        where = ", ".join(w for w in (self.slot, line) if w)
        return f"{self.what} {value}{f' ({where})' if where else ''}"


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing worth telling. `line` counts from 1; it and `round` are left out if none is meant.

    `seat` answers for it: its signature is on the evidence. Nobody is accused if it is empty; then `concerns` may say
    whose event was damaged, is missing or is claimed here. A fault makes the record unsound, an incident had no effect
    but must be told, a note is for completeness. `status` is the exit status it alone would give. `claimed` is what the
    record says there, `truth` what was found. `lacks` is what is not here and must be asked for: of the seat `owner`,
    of all if nobody is named. A `count` above 1 says that it stands for so many that are alike.
    """

    severity: Severity
    kind: Kind
    text: str
    status: int = SOUND
    line: int | None = None
    round: int | None = None
    seat: str = ""
    rule: str = ""
    claimed: str = ""
    truth: str = ""
    evidence: tuple[Evidence, ...] = ()
    concerns: str = ""
    lacks: str = ""
    owner: str = ""
    count: int = 1

    @property
    def section(self) -> str:
        """The section of the protocol that it goes by."""
        return SECTIONS[self.kind]

    @property
    def sentence(self) -> str:
        """Where, then what."""
        where = [
            f"line {self.line}" if self.line is not None else "",
            f"round {self.round}" if self.round is not None else "",
            self.seat,
            f"rule {self.rule}" if self.rule else "",
        ]
        place = ", ".join(w for w in where if w)
        return f"{place}: {self.text}" if place else self.text
