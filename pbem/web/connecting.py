"""Connections to the table: how many there may be at once, and how long one may take to say what it asks for.

Belongs here: what happens before a request is whole. Must not be here: what may pass (`door`), the socket (`serving`).
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pbem.disk.descriptors import open_at_once
from pbem.limits import HEAD_SECONDS, MAX_CONNECTIONS

FILES = 4096  # that this process asks to have open


def most_connections() -> int:
    """How many connections leave a quarter of the files that may be open for all else."""
    files = open_at_once(FILES)
    return MAX_CONNECTIONS if files is None else min(MAX_CONNECTIONS, files * 3 // 4)


class BoundedConnection(H11Protocol):
    """One connection. While nothing whole is asked on it, it ends after a while; the oldest such gives way to more."""

    most = MAX_CONNECTIONS
    patience: float = HEAD_SECONDS
    _begun = 0.0
    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begun = self.loop.time()
        self._watch()
        if len(self.connections) > self.most:
            waiting = [one for one in self.connections if isinstance(one, BoundedConnection) and one.is_waiting]
            min(waiting, key=lambda one: one._begun).transport.abort()  # this one, if all others are being answered

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._forget()

    @property
    def is_waiting(self) -> bool:
        """Whether a request is not whole yet, up to the end of its head."""
        return self.conn.their_state is h11.IDLE and not self.transport.is_closing()

    def _watch(self) -> None:
        if not self.is_waiting:
            self._forget()
        elif self._due is None:
            self._due = self.loop.call_later(self.patience, self.transport.abort)

    def _forget(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


def bounded(most: int) -> type[BoundedConnection]:
    """A kind of connection of which there are at most so many."""
    return type("BoundedConnection", (BoundedConnection,), {"most": most})
