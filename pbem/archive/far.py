"""Archives that lie elsewhere: addresses such as `s3://bucket/games`, read through fsspec.

Belongs here: what lies below an address, and one file of it, bounded as a local one. Must not be here: what is in it.
Credentials are those that the library of an address finds in the environment; an address holds none.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from pbem.errors import PbemError, Transport, Unsupported, WrongUse
from pbem.limits import MAX_FAR, MAX_WORDS, MOST_DEPTH
from pbem.show.clean import clean

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,31}(?:://|::)")
_PASSWORD = re.compile(r"://[^/@:]*:[^/@]*@|https?://[^/@]*@")  # a token may stand alone there
_STAMPS = (  # what tells one version of a file from another, the best first
    "ETag", "etag", "md5Hash", "content_md5", "generation", "LastModified", "last_modified", "updated", "mtime",
    "modified", "created", "CRC", "date_time")
_SIGNED = re.compile(  # what signs an address for a while, and does not tell which file it is
    r"x-(?:amz|goog|ms|oss|cos)-.*|signature|sig|expires|(?:aws|oss|google)accesskeyid|googleaccessid|key-pair-id|"
    "policy", re.IGNORECASE)
_SECRET = re.compile(r"token|secret|pass|pwd|auth|key|sign|credential|session|code", re.IGNORECASE)
_IN_TEXT = re.compile(r"[a-z][a-z0-9+.-]{1,31}://[^\s'\"<>)]+", re.IGNORECASE)
_HAS_PLACES = hasattr(os, "pread")  # a copy needs no name: it is gone with whoever read it, even if that is killed
_PAGES = ("http://", "https://")
UNKNOWN_TIME = -1
_last: list[tuple[tuple[str, int, int, int], Any]] = []


class FarFile(NamedTuple):
    """A file or folder below an address; `why` says why nothing can be told of it."""

    address: str
    size: int = 0
    stamp: int = UNKNOWN_TIME
    why: str = ""


def is_far(named: str | bytes) -> bool:
    """Whether this is an address of fsspec, and no path."""
    text = named.decode("utf-8", "replace") if isinstance(named, bytes) else named
    return _ADDRESS.match(text) is not None


def near_path(named: str) -> str:
    """`file:///logs` as the path that it is; all else as it stands."""
    if named.startswith("file://") and "::" not in named:
        return url2pathname(urlsplit(named).path)
    return named


def check_address(named: str) -> None:
    """WrongUse or Unsupported if an address cannot be read at all."""
    if _PASSWORD.search(named):
        raise WrongUse("an address with a password in it is not taken: it would stand in the table",
                       "give it as the library of this kind of address wants it, in the environment")
    for part in named.split("::"):
        protocol = part.partition("://")[0]
        try:
            _fsspec().get_filesystem_class(protocol)
        except ImportError as error:
            raise Unsupported(f"{protocol}:// needs a library that is not installed: {clean(str(error))}",
                              "install it beside pbem with pip") from None
        except ValueError:
            raise WrongUse(f"there is no kind of address {clean(protocol)}://", "as s3://, gs://, https://") from None


def _fsspec() -> Any:
    try:
        import fsspec
    except ModuleNotFoundError:
        raise Unsupported("the extra archive is not installed", "pip install 'pbem[archive]'") from None
    return fsspec


def far_name(address: str) -> str:
    """An address as the table has it, so that what lies below it begins so: the outermost first, and without secrets.
    """
    return "::".join(reversed(plain_address(address).split("::")))


def plain_address(address: str) -> str:
    """An address without what signs it; of a token or key in it stands a digest, as it may tell which file is meant."""
    made = []
    for part in address.split("::"):
        head, sign, query = part.partition("?")
        kept = [_plain_part(one) for one in query.split("&") if not _SIGNED.fullmatch(unquote(one.partition("=")[0]))]
        made.append(f"{head}{sign}{'&'.join(kept)}" if kept else head)
    return "::".join(made)


def _plain_part(one: str) -> str:
    name, sign, value = one.partition("=")
    if not value or not _SECRET.search(unquote(name)):
        return one
    return f"{name}{sign}~{sha256(value.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"


def walk_far(address: str, endings: tuple[str, ...]) -> Iterator[FarFile]:
    """The files below an address that end so, or that file itself; folders in the order of their names.

    Pages of the web are a folder if their address ends in `/`; nothing is looked at that lies elsewhere.
    """
    try:
        system, top = _fsspec().core.url_to_fs(address)
        found = system.info(top)
    except PbemError:
        raise
    except Exception as error:  # whatever a library of others raises
        yield FarFile(address, why=_why(error))
        return
    is_page = address.startswith(_PAGES) and address.endswith("/")
    if found["type"] != "directory" and not is_page:
        yield _far_file(address, found)
        return
    top, waiting = top.rstrip("/"), [(top, 0)]
    while waiting:
        folder, depth = waiting.pop()
        try:
            entries = sorted(system.ls(folder, detail=True), key=lambda entry: str(entry["name"]))
        except Exception as error:  # whatever a library of others raises
            yield FarFile(_below(address, top, folder), why=_why(error))
            continue
        below = []
        for entry in entries:
            name = str(entry["name"])
            if not _is_below(name.rstrip("/"), folder.rstrip("/")):  # a bucket's mark of a folder, a page's link
                continue
            if entry["type"] == "directory":
                if depth < MOST_DEPTH:
                    below.append((name, depth + 1))
                else:
                    yield FarFile(_below(address, top, name), why="too deep, not looked at")
            elif name.lower().endswith(endings):
                yield _far_file(_below(address, top, name), entry)
        waiting += reversed(below)


def _is_below(name: str, folder: str) -> bool:
    rest = name.removeprefix(f"{folder}/" if folder else "")
    is_up = name.startswith(_PAGES) and ".." in unquote(rest).split("/")  # elsewhere that is a name like others
    return len(name) > len(folder) and (not folder or rest != name) and not is_up


def _below(address: str, top: str, name: str) -> str:
    """The address of a file or folder that was found below another: it begins as that does."""
    head, sign, chain = address.partition("::")
    rest = name[len(top) :].strip("/")
    return f"{head}{'' if head.endswith('/') or not rest else '/'}{rest}{sign}{chain}"


def _far_file(address: str, found: dict[str, Any]) -> FarFile:
    size, said = found.get("size"), next((found[name] for name in _STAMPS if found.get(name)), None)
    if not isinstance(size, int) or said is None:
        return FarFile(address, size if isinstance(size, int) else 0)
    told = said.timestamp() if isinstance(said, datetime) else said
    return FarFile(address, size, int.from_bytes(sha256(str(told).encode()).digest()[:7], "big"))


@contextmanager
def opened_far(address: str, size: int, stamp: int, most: int) -> Iterator[BinaryIO]:
    """A copy of a file on this disk, read once for all who ask one after the other; Transport if that fails.

    What has more bytes than `most`, or MAX_FAR, is not read to its end.
    """
    key = address, size, stamp, most
    if stamp == UNKNOWN_TIME or not _last or _last[0][0] != key:
        forget()
        file: Any = (TemporaryFile if _HAS_PLACES else NamedTemporaryFile)(prefix="pbem-")
        try:
            _fetch(address, size, stamp, most, file)
        except BaseException:
            file.close()
            raise
        _last.append((key, file))
    with _reader(_last[0][1]) as stream:
        yield stream


class _Placed(io.RawIOBase):
    """Reads a file at a position of its own, whoever else reads it; the descriptor stays open."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._at = descriptor, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def readinto(self, buffer: Any) -> int:
        found = os.pread(self._descriptor, len(buffer), self._at)
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: os.fstat(self._descriptor).st_size}[whence]
        self._at = base + offset
        return self._at


def _reader(file: Any) -> BinaryIO:
    return io.BufferedReader(_Placed(file.fileno())) if _HAS_PLACES else open(file.name, "rb")


def forget() -> None:
    """The copy that was read last is gone."""
    while _last:
        _last.pop()[1].close()


def _fetch(address: str, size: int, stamp: int, most: int, file: Any) -> None:
    bound = min(most, MAX_FAR)
    try:
        system, path = _fsspec().core.url_to_fs(address)
        with contextlib.suppress(AttributeError):
            system.invalidate_cache()
        _same(system, path, (size, stamp), "it was written since it was found")
        count = 0
        with system.open(path, "rb") as stream:
            while piece := stream.read(min(2**20, bound + 1 - count)):
                count += len(piece)
                file.write(piece)
                if count > bound:
                    break
        file.flush()
        with contextlib.suppress(AttributeError):
            system.invalidate_cache()
        _same(system, path, (size, stamp), "it was written while it was read")
    except PbemError:
        raise
    except FileNotFoundError:
        raise Transport("it is gone since it was found") from None
    except Exception as error:  # whatever a library of others raises
        raise Transport(_why(error)) from None


def _same(system: Any, path: str, found: tuple[int, int], why: str) -> None:
    if found[1] != UNKNOWN_TIME and _far_file("", system.info(path))[1:3] != found:
        raise Transport(why)


def _why(error: Exception) -> str:
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    told = _IN_TEXT.sub(lambda found: plain_address(found[0]), " ".join(str(said).split()))
    return clean(told)[:MAX_WORDS].lower()
