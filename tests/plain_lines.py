"""Lines that nobody has looked into, for tests of the log as a file."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.record.log import LogFile, Reading


@dataclass(frozen=True, slots=True)
class StoredLine:
    """A line as it stands in a file."""

    line: bytes


def mended(log: LogFile[StoredLine]) -> Reading[StoredLine]:
    """All of a log that is new to this reader, after the owner's program put right what a crash left."""
    with log.writing() as writer:
        return Reading(writer.fresh, writer.findings)
