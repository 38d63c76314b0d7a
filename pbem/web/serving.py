"""The table as a server on this machine alone, and how a second one finds the first.

Belongs here: the socket, the private file in the home that says where a table runs, the end. Must not be here: routes.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
from collections.abc import Callable, Iterator
from typing import Annotated

import msgspec
import uvicorn

from pbem.disk.ending import ending
from pbem.disk.small import read_strict, write_strict
from pbem.disk.whole import make_private_folder
from pbem.errors import PbemError, WrongUse
from pbem.home import Home
from pbem.web.app import app_for
from pbem.web.connecting import bounded, most_connections
from pbem.web.door import COOKIE, Door, Pass
from pbem.web.room import Room

HOST = "127.0.0.1"
FILE = "table.json"
PLACE = "table-place.json"
WAIT = 3  # seconds for a table that runs


class PortTaken(PbemError):
    """Another program listens there."""

    status = 7


class Running(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the table of a home runs; whoever may read this may come in."""

    cookie: str
    path: str
    port: int


class TablePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the table of a home was last: there its pages that are still open find it again.

    What lets in is not in it: each table has a cookie of its own.
    """

    path: Annotated[str, msgspec.Meta(pattern=r"^/[A-Za-z0-9_-]{16}$")]
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)]


def serve(room: Room, port: int, tell: Callable[[str], None], *, idle: float) -> None:
    """Serves until a signal ends it, or nobody has asked for anything for so many seconds; tells its address first."""
    home = room.desk.home
    before = _before(home)
    with _listening(port, before) as listener, ending() as is_told:  # a signal counts from the address on
        port = int(listener.getsockname()[1])
        leave = Pass(path=before.path if before is not None and before.port == port else "")
        hosts = (f"{HOST}:{port}", f"localhost:{port}")
        door = Door(app_for(room, leave), leave, lambda: hosts)
        file = home.root / FILE
        config = uvicorn.Config(
            door, http=bounded(most_connections()), ws="none", lifespan="off", access_log=False, log_level="critical",
            timeout_graceful_shutdown=1, limit_concurrency=None, server_header=False, date_header=False,
        )
        make_private_folder(home.root)
        write_strict(file, Running(leave.cookie, leave.path, port))
        write_strict(home.root / PLACE, TablePlace(leave.path, port))
        try:
            tell(address(port, leave.path, leave.token()))
            room.carrying.begin()
            _Server(config, door, idle, is_told).run(sockets=[listener])
        finally:
            room.trying.end()
            room.carrying.end()
            if read_strict(file, Running) == Running(leave.cookie, leave.path, port):
                file.unlink(missing_ok=True)


def address(port: int, path: str, token: str) -> str:
    """What a person opens."""
    return f"http://{HOST}:{port}{path}/enter/{token}"


def running(home: Home) -> str | None:
    """A fresh address of the table that runs at this home; None if none does."""
    try:
        known = read_strict(home.root / FILE, Running, private=True)
    except PbemError:
        return None
    if known is None:
        return None
    connection = http.client.HTTPConnection(HOST, known.port, timeout=WAIT)
    try:
        headers = {"Cookie": f"{COOKIE}={known.cookie}", "Content-Type": "application/json", "Content-Length": "0"}
        connection.request("POST", f"{known.path}/api/address", headers=headers)
        answer = connection.getresponse()
        return address(known.port, known.path, json.loads(answer.read(4096))["token"]) if answer.status == 200 else None
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None  # what listens there now is no table of this home
    finally:
        connection.close()


def _before(home: Home) -> TablePlace | None:
    """Where a table was before; None if none was, or nothing that a table wrote says so."""
    try:
        return read_strict(home.root / PLACE, TablePlace, private=True)
    except PbemError:
        return None


def _is_bound(listener: socket.socket, port: int) -> bool:
    """Whether it could be bound to a port."""
    try:
        listener.bind((HOST, port))
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _listening(port: int, before: TablePlace | None) -> Iterator[socket.socket]:
    """A socket on this machine alone; at no port in particular the one of before, if that is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            if port or before is None or not _is_bound(listener, before.port):
                listener.bind((HOST, port))
        except (OSError, OverflowError) as error:
            if isinstance(error, OverflowError):
                raise WrongUse(f"there is no port {port}", "a port is a number up to 65535") from None
            raise PortTaken(f"port {port} cannot be used: {(error.strerror or str(error)).lower()}",
                            "name another with --port, or none: one that is free is taken") from None
        listener.listen()  # whoever opens the address at once waits until it is served
        yield listener


class _Server(uvicorn.Server):
    """Ends when this process is told to, without a traceback; and when nobody has asked for anything for long."""

    def __init__(self, config: uvicorn.Config, door: Door, idle: float, is_told: Callable[[], bool]) -> None:
        super().__init__(config)
        self._door, self._idle, self._is_told = door, idle, is_told

    def capture_signals(self) -> contextlib.nullcontext[None]:  # type: ignore[override]
        """None: `ending` does."""
        return contextlib.nullcontext()

    async def on_tick(self, counter: int) -> bool:
        if self._is_told() or self._door.idle_for() > self._idle:
            self.should_exit = True
        return await super().on_tick(counter)
