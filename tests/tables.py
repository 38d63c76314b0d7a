"""Tables in processes of their own that begin at once: one process has loaded the program, and forks for each.

What a table does from its command line on is what it does anywhere; that a Python begins and loads it is done once for
all. Who tests that too starts one anew (`at_table.started`).
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

PROGRAM = ("pbem.cli.table", "pbem.web.serving", "pbem.web.room", "uvicorn.loops.asyncio",
           "uvicorn.protocols.http.h11_impl", "pbem_games.anaconda", "pbem_games.angola",
           "pbem_games.enduring_freedom", "pbem_games.fallujah")  # fmt: skip


class Table:
    """A process that runs `pbem table --no-open`: what tests ask of it as of any other (`subprocess.Popen`)."""

    def __init__(self, told: int, out: int, err: int) -> None:
        self._told, self.stdout, self.stderr = (os.fdopen(one, encoding="utf-8") for one in (told, out, err))
        self.args = "pbem table --no-open"
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its status if it has ended."""
        return self._status(0)

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it said and complained of, when it has ended."""
        if self._status(timeout) is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        said = self.stdout.read(), self.stderr.read()
        for one in (self.stdout, self.stderr):
            one.close()
        return said

    def _status(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], timeout)[0]:
            self.returncode = os.waitstatus_to_exitcode(int(self._told.readline()))
            self._told.close()
        return self.returncode


class Loaded:
    """The process that forks."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen([sys.executable, Path(__file__)], stdin=theirs.fileno())

    def start(self, environ: Mapping[str, str]) -> Table:
        """A table in that environment."""
        kept, given = zip(*(os.pipe() for _ in range(3)), strict=True)
        said, named = os.pipe()
        socket.send_fds(self._ours, [b"a table"], (*given, said))
        for one in (*given, said):
            os.close(one)
        with os.fdopen(named, "w", encoding="utf-8") as ours:
            json.dump(dict(environ), ours)
        return Table(*kept)

    def end(self) -> None:
        self._ours.close()
        self._process.wait()


def born() -> bool:
    """Forks for whoever asks, who gives where to tell the number of the process and its status, its output, its errors,
    and where its environment is said; True in what is forked, False when nobody asks any more.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    with socket.socket(fileno=os.dup(0)) as asked:
        while True:
            asks, given, _, _ = socket.recv_fds(asked, 100, 4)
            if not asks:
                return False
            if not os.fork():
                asked.detach()
                break
            for one in given:
                os.close(one)
    told, out, err, environ = given
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if pid := os.fork():
        for one in (out, err, environ):
            os.close(one)
        os.write(told, f"{pid}\n".encode())
        os.write(told, f"{os.waitpid(pid, 0)[1]}\n".encode())
        os._exit(0)
    for one, place in ((os.open(os.devnull, os.O_RDONLY), 0), (out, 1), (err, 2)):
        os.dup2(one, place)
        os.close(one)
    os.close(told)
    sys.stdout, sys.stderr = (open(one, "w", encoding="utf-8", closefd=False) for one in (1, 2))  # noqa: SIM115
    os.environ.clear()
    with os.fdopen(environ, encoding="utf-8") as said:
        os.environ.update(json.load(said))
    return True


if __name__ == "__main__":
    for name in PROGRAM:
        import_module(name)
    from pbem.cli.main import run

    if born():
        sys.argv[1:] = ["table", "--no-open"]
        run()
