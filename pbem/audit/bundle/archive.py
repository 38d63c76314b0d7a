"""A bundle: one zip file that holds a log and what was made of it, in exactly one form.

Files stand in their order, uncompressed, without times, owners or comments: the same contents give the same bytes on
every machine, and nothing unpacks to more than it is. A bundle is read as a line of a log is (protocol 2.3): all that
stands between and behind its files is written again, and a bundle that has other bytes there is refused. What it lists
is bounded before a file is read (2.18), and each byte is read once, from first to last: files cannot overlap.
Belongs here: bytes to files and back, with every bound. Must not be here: what the files say (`evidence`).
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from pbem.audit.findings.proof import SUFFIX
from pbem.disk.plain import open_plain
from pbem.errors import BadRecord, WrongUse
from pbem.limits import MOST_BYTES, MOST_DIRECTORY, MOST_FILES

ZIP = b"PK\x03\x04"
LOG, SUMS, README, REPLAY = "game.pbem", "SHA256SUMS", "README.txt", "replay.html"
PAGES = ("report.txt", "report.html", "report.json", "report.schema.json", "keys.txt", "rules.json", "story.txt")
DATA = "data/"


_NAME = re.compile(
    "|".join(re.escape(name) for name in (LOG, SUMS, README, REPLAY, *PAGES))
    + rf"|[a-z][a-z0-9_-]{{0,31}}-[0-9]{{1,15}}{re.escape(SUFFIX)}|{DATA}[a-z][a-z0-9_]{{0,63}}\.toml"
)
_START, _LISTED, _END, _WIDE = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x07"
_HEAD, _ENTRY, _TAIL = struct.Struct("<4s5H3L2H"), struct.Struct("<4s6H3L5H2L"), struct.Struct("<4s4H2LH")
_WIDE_SIZE = 20
_VERSION, _UNIX, _MODE = 20, 3 << 8, 0o644 << 16
_MIDNIGHT = 0, 1 << 5 | 1  # time and day of the first moment that a zip file can name
_HINT = "ask for it as pbem evidence wrote it, or take game.pbem out of it and judge that alone"


def is_name(name: str) -> bool:
    """Whether a file in a bundle can be named so."""
    return _NAME.fullmatch(name) is not None


def data_of(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The corrected data files in a bundle, by their bare names."""
    return {name.removeprefix(DATA): content for name, content in files.items() if name.startswith(DATA)}


def pack(files: Mapping[str, bytes]) -> bytes:
    """The bundle of these files, with the list of their digests added; WrongUse if it would be too large."""
    chosen = {name: content for name, content in files.items() if name != SUMS}
    chosen[SUMS] = sums(chosen)
    if len(chosen) > MOST_FILES or sum(map(len, chosen.values())) > MOST_BYTES - 2**20:
        raise WrongUse(f"a bundle holds {MOST_FILES} files and {MOST_BYTES:,} bytes at most")
    return _zip(chosen)


def sums(files: Mapping[str, bytes]) -> bytes:
    """The digest of each file, as `sha256sum -c` reads it."""
    listed = ((hashlib.sha256(content).hexdigest(), name) for name, content in files.items())
    return "".join(f"{digest}  {name}\n" for digest, name in listed).encode("ascii")


def is_bundle(path: Path) -> bool:
    """Whether this is to be read as a bundle: by its beginning, or by a name that says so."""
    if path.suffix.lower() == ".zip":
        return True
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return bytes(stream.read(len(ZIP))) == ZIP


def read_bundle(path: Path) -> dict[str, bytes]:
    """The files of a bundle in their order; BadRecord with one clear reason if it is none.

    What they say is not judged; only that each is the one in the list of digests.
    """
    try:
        descriptor = open_plain(path, most=MOST_BYTES)
    except FileNotFoundError:
        raise WrongUse(f"there is no file {path}") from None
    try:
        with os.fdopen(descriptor, "rb") as stream:
            return read_stream(stream)
    except BadRecord as fault:
        raise fault.at(path.name) from None


def unpack(raw: bytes) -> dict[str, bytes]:
    """As `read_bundle`, from bytes in memory."""
    return read_stream(io.BytesIO(raw))


def read_stream(stream: BinaryIO) -> dict[str, bytes]:
    """As `read_bundle`, from a file that is open."""
    size = stream.seek(0, os.SEEK_END)
    _check_end(stream, size)
    try:
        with zipfile.ZipFile(stream) as archive:  # reads the list at the end and no more
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError):
        raise BadRecord("this bundle is damaged", hint="ask for it again") from None
    _check_entries(entries, size)
    stream.seek(0)
    files, frames = {}, []
    for entry in entries:
        frames.append(stream.read(_HEAD.size + len(entry.filename)))
        files[entry.filename] = stream.read(entry.file_size)
    frames.append(stream.read())
    _check_digests(files)
    if frames != list(_frames(files)):
        raise BadRecord("this zip file is not packed as pbem packs it", hint=_HINT)
    return files


def _zip(files: Mapping[str, bytes]) -> bytes:
    *heads, tail = _frames(files)
    return b"".join((*chain.from_iterable(zip(heads, files.values(), strict=True)), tail))


def _frames(files: Mapping[str, bytes]) -> Iterator[bytes]:
    """What a bundle holds beside its files: before each its head, behind the last the list of all."""
    listed, at = [], 0
    for name, content in files.items():
        word, length = name.encode("ascii"), len(content)
        said = (_VERSION, 0, zipfile.ZIP_STORED, *_MIDNIGHT, zlib.crc32(content), length, length, len(word), 0)
        head = _HEAD.pack(_START, *said) + word
        listed.append(_ENTRY.pack(_LISTED, _VERSION | _UNIX, *said, 0, 0, 0, _MODE, at) + word)
        at += len(head) + length
        yield head
    entries = b"".join(listed)
    yield entries + _TAIL.pack(_END, 0, 0, len(listed), len(listed), len(entries), at, 0)


def _check_end(stream: BinaryIO, size: int) -> None:
    """The last record, before anything is believed: it says how much there is to list."""
    stream.seek(0)
    start = stream.read(len(_START))
    stream.seek(max(0, size - _TAIL.size - _WIDE_SIZE))
    end = stream.read()
    if start != _START or not end[-_TAIL.size :].startswith(_END):
        raise BadRecord("this is no bundle of evidence, or it is cut off", hint="ask for it again")
    _, _, _, _, entries, length, _, _ = _TAIL.unpack(end[-_TAIL.size :])
    wide = end[: -_TAIL.size].startswith(_WIDE)
    if wide or entries > MOST_FILES or length > MOST_DIRECTORY:
        raise BadRecord(f"it lists more than {MOST_FILES} files: this is no bundle of evidence", hint=_HINT)


def _check_entries(entries: Sequence[zipfile.ZipInfo], size: int) -> None:
    """Names that a bundle can have, each once; sizes as they stand there, which together are the bundle."""
    seen = set()
    whole = _TAIL.size
    for entry in entries:
        if not is_name(entry.orig_filename) or entry.orig_filename != entry.filename:
            name = entry.orig_filename[:80]
            raise BadRecord(f"it holds a file of the name {name!r}, which no bundle has", hint=_HINT)
        if entry.filename in seen:
            raise BadRecord(f"it holds {entry.filename} twice", hint=_HINT)
        seen.add(entry.filename)
        if entry.file_size > size:
            raise BadRecord(f"{entry.filename} claims {entry.file_size:,} bytes, the bundle has {size:,}", hint=_HINT)
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size or entry.flag_bits:
            raise BadRecord(f"another program has packed it again: {entry.filename} is compressed or locked, and in a "
                            "bundle nothing is; no player is accused", hint=_HINT)
        whole += _HEAD.size + _ENTRY.size + 2 * len(entry.filename) + entry.file_size
    if whole != size:
        raise BadRecord(f"its files would take {whole:,} bytes, the bundle has {size:,}", hint=_HINT)


def _check_digests(files: Mapping[str, bytes]) -> None:
    """That each file is the one in the list of digests."""
    for needed in (LOG, SUMS):
        if needed not in files:
            hint = f"if a {LOG} is in it, unpack that and give it alone"
            raise BadRecord(f"there is no {needed} in it: this is no bundle of evidence", hint=hint)
    told = sums({name: content for name, content in files.items() if name != SUMS})
    if files[SUMS] != told:
        wrong = next((line for line in told.decode().splitlines() if line.encode() not in files[SUMS]), "")
        name = wrong.partition("  ")[2] or "a file"
        raise BadRecord(f"{name} in this bundle is not the one in its list of digests: it was changed", hint=_HINT)
