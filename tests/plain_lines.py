"""Lines that nobody has looked into, for tests of the log as a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line as it stands in a file."""

    line: bytes
