"""A shared directory as a mailbox: drop packets there, pick up what is new.

Belongs here: names and digests of what was seen, and nothing else remembered. Must not be here: locks: they do not
cross machines or sync programs (protocol 2.13). A file is dropped by renaming it when whole. A foreign file that is
damaged may be half-written: it is left alone until it is seen a second time unchanged.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import msgspec

from pbem.errors import BadRecord, PbemError, Transport
from pbem.limits import MAX_FILE, MAX_FILES, MAX_LOG, MAX_PATH, MAX_SEEN, MAX_SHARED_LOG, MIB
from pbem.post.contents import FoundLog, Item, Trouble, items
from pbem.post.files import digest_of_file, is_unfinished, load, place, write_atomic
from pbem.post.outgoing import write_packet
from pbem.post.packet import is_log

_WAITING = "?"
SMALL = 2**18  # bytes of a file that is read without ado


class SharedFolder:
    """One shared directory. `seen` maps a file's name to its digest, with `?` before it while the file may be
    half-written; save it after what was picked up is safely in the log, so that a crash only reads it again.
    """

    def __init__(self, path: Path, seen: Mapping[str, str] | None = None) -> None:
        self.path = path
        self.seen = dict(seen or {})
        self._looked_at: dict[str, tuple[int, int, int]] = {}  # what needs not be read again while this runs
        self.begin: Callable[[str], str] = lambda _key: "read"  # whether a file, as it is now, may be read

    def drop(self, name: str, payload: bytes) -> Path:
        """The packet under that name, or under a name with its digest if the name is taken by something else."""
        self._names()
        digest = hashlib.sha256(payload).hexdigest()[:32]
        for chosen in (name, f"{name.removesuffix('.pbem')}-{digest[:12]}.pbem"):
            path = self.path / chosen
            if not os.path.lexists(path):
                write_packet(self.path, chosen, payload)
            elif _digest(path) != digest:
                continue
            self.seen[_key(chosen)] = digest
            return path
        raise Transport(f"{place(self.path / name)}: taken by another file", "remove that file and try again")

    def pick_up(self) -> Iterator[Item]:
        """What is in files that are new or have changed. Files that are gone are forgotten."""
        names = self._names()
        keys = {_key(name) for name in names}
        self.seen = {key: digest for key, digest in self.seen.items() if key in keys}
        for name in names:
            yield from self._pick_up(name)

    def _pick_up(self, name: str) -> Iterator[Item]:
        path, before = self.path / name, self.seen.get(_key(name), "")
        try:
            if path.is_dir() or self._is_unchanged(path, before):
                return
            turn = self.begin(state) if (state := _large(path)) else "read"
            if turn == "tell":
                why = f"{place(path)}: it ended this program again and again: it is not read any more"
                yield Trouble(place(path), Transport(why, "remove that file, and ask whoever left it what it is"))
            if turn != "read":
                return
            content = load(path, MAX_FILE, streamed=is_log)
            digest = _digest_of_log(path) if content is None else hashlib.sha256(content).hexdigest()[:32]
            found: list[Item] = []
        except PbemError as error:
            content, digest = b"", hashlib.sha256(str(error).encode()).hexdigest()[:32]
            found = [Trouble(place(path), _of_file(error))]
            if not isinstance(error, BadRecord):
                self._looked_at.pop(_key(name), None)  # it may be readable next time, and look the same
        if digest == before:
            return
        if not found and digest in self.seen.values():  # a copy, as sync programs leave them
            self.seen[_key(name)] = digest
            return
        found += [FoundLog(path)] if content is None else []
        content = content or b""
        is_doubtful = bool(found or content) and any(
            isinstance(item, Trouble) for item in (*found, *(() if found else items(content, place(path)))))
        if is_doubtful and before != _WAITING + digest:
            self.seen[_key(name)] = _WAITING + digest
            return
        self.seen[_key(name)] = digest
        yield from found or items(content, place(path))

    def _is_unchanged(self, path: Path, before: str) -> bool:
        """Whether this file was read as it is now, and was whole then."""
        key = _key(path.name)
        try:
            status = os.stat(path)
        except OSError:
            return False
        now = (status.st_size, status.st_mtime_ns, status.st_ino)
        same = self._looked_at.get(key) == now
        self._looked_at[key] = now
        return same and before != "" and not before.startswith(_WAITING)

    def _names(self) -> list[str]:
        """The names of the files that may be ours, in order; Transport if the folder is not there."""
        try:
            with os.scandir(self.path) as listing:
                names = sorted(entry.name for entry in islice(listing, MAX_FILES + 1))
        except OSError as error:
            raise Transport(f"{place(self.path)}: {(error.strerror or 'not readable').lower()}",
                            "is the shared folder connected and in step") from None
        if len(names) > MAX_FILES:
            raise Transport(f"{place(self.path)}: more than {MAX_FILES} files in it", "clear out the old ones")
        return [name for name in names if not is_unfinished(name)]


def read_seen(path: Path) -> dict[str, str]:
    """The marks of an earlier run; none if the file is missing or damaged: then all is read once more."""
    try:
        content = load(path, MAX_SEEN, streamed=lambda head: False)
        return msgspec.json.decode(content or b"{}", type=dict[str, str])
    except (PbemError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}


def write_seen(path: Path, seen: Mapping[str, str]) -> None:
    """The marks for the next run, atomically."""
    write_atomic(path, msgspec.json.encode(dict(seen)))


def _digest_of_log(path: Path) -> str:
    """The digest of a log; BadRecord before it is read if it is larger than any that is taken from a shared folder."""
    if (size := os.stat(path).st_size) > MAX_SHARED_LOG:
        raise BadRecord(f"{size // MIB:,} MiB, the limit of a log in a shared folder is {MAX_SHARED_LOG // MIB} MiB",
                        source=place(path), hint="if it is one: pbem in FILE")
    return digest_of_file(path, MAX_SHARED_LOG)


def _large(path: Path) -> str:
    """A file as it is now, by its size, time and name; empty for a small one, and for one that nobody can read."""
    try:
        status = os.stat(path)
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns} {_key(path.name)}"[:MAX_PATH] if status.st_size > SMALL else ""


def _of_file(error: PbemError) -> PbemError:
    """A fault of one file, though the system told it: a link that goes in circles must not keep the others out."""
    return Transport(str(error), error.hint) if error.status == PbemError.status else error


def _key(name: str) -> str:
    """The name as text that every file can hold, though a name may be any bytes."""
    return name.encode("utf-8", "backslashreplace").decode()


def _digest(path: Path) -> str:
    try:
        return digest_of_file(path, MAX_LOG)
    except PbemError:
        return ""
