"""A log or a packet that somebody put into a zip file, as file managers and mail programs do.

Belongs here: the one such file in it, within the bounds of any archive. Must not be here: bundles of evidence, which
are judged whole (`pbem.audit.bundle`); what the file says.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from pbem.errors import BadRecord
from pbem.limits import MAX_FILE, MOST_DIRECTORY, MOST_FILES, UNPACKED_TIMES

ZIP = b"PK\x03\x04"
NAME = ".pbem"
_END, _TAIL, _COMMENT = b"PK\x05\x06", struct.Struct("<4s4H2LH"), 65_535


def unzip(content: bytes) -> bytes | None:
    """The one file named `*.pbem` in a zip file; None if there is none, or several: then it is no log of a match.

    BadRecord if it is damaged, locked or a bomb. What it lists is bounded before it is read.
    """
    if not _is_short(content):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            found = [entry for entry in archive.infolist() if entry.filename.endswith(NAME)]
            if len(found) != 1:
                return None
            (entry,) = found
            most = min(MAX_FILE, UNPACKED_TIMES * entry.compress_size + 65_536)
            if entry.file_size > most:
                raise BadRecord("the zip file unpacks to too much", hint="unpack it, and give the log that is in it")
            if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise BadRecord("the log in the zip file is locked, or packed in an odd way",
                                hint="unpack it, and give the log that is in it")
            with archive.open(entry) as stream:
                return stream.read(most)  # what is longer than it says fails by its sum
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError, RuntimeError, OSError):
        raise BadRecord("the zip file is damaged", hint="ask the sender to send it again") from None


def _is_short(content: bytes) -> bool:
    """Whether the list at its end is one that may be read."""
    at = content.rfind(_END, -_TAIL.size - _COMMENT)
    if at < 0 or at + _TAIL.size > len(content):
        return False
    _, _, _, _, entries, length, _, _ = _TAIL.unpack_from(content, at)
    return bool(entries <= MOST_FILES and length <= MOST_DIRECTORY)
