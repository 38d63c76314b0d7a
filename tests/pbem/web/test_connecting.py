"""Whoever connects and says nothing whole keeps nobody from the table."""

from __future__ import annotations

import contextlib
import http.client
import resource
import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn

from pbem.limits import MAX_CONNECTIONS
from pbem.web.connecting import FILES, bounded, most_connections
from pbem.web.serving import HOST

MOST = 20
HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-A: "


async def answers(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@contextlib.contextmanager
def listening(patience: float) -> Iterator[int]:
    """A server of at most `MOST` connections; its port."""
    kind = bounded(MOST)
    kind.patience = patience
    config = uvicorn.Config(answers, http=kind, ws="none", lifespan="off", log_level="critical",
                            timeout_graceful_shutdown=1)  # fmt: skip
    server = uvicorn.Server(config)
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        listener.listen(200)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(20)


def half(port: int, said: bytes) -> socket.socket:
    one = socket.create_connection((HOST, port), timeout=20)
    one.sendall(said)
    return one


def ask(port: int) -> int:
    connection = http.client.HTTPConnection(HOST, port, timeout=20)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    finally:
        connection.close()


def is_ended(one: socket.socket) -> bool:
    """Whether the server ends it, within a few seconds."""
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize("said", [b"", HALF], ids=["nothing", "half"])
def test_the_oldest_that_has_asked_nothing_gives_way_to_who_asks(said):
    with listening(patience=600) as port, contextlib.ExitStack() as kept:
        held = [kept.enter_context(half(port, said)) for _ in range(3 * MOST)]
        for _ in range(5):
            assert ask(port) == 200
        assert all(is_ended(one) for one in held[:MOST])
        held[-1].settimeout(0.2)
        assert not is_ended(held[-1])


def test_a_head_that_is_never_whole_is_not_waited_for():
    with listening(patience=0.3) as port, half(port, HALF) as first, half(port, b"") as second:
        assert is_ended(first)
        assert is_ended(second)
        assert ask(port) == 200


def test_nor_a_second_head_after_one_that_was_answered():
    with listening(patience=0.3) as port, half(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") as one:
        found = b""
        while not found.endswith(b"\r\n\r\nok"):
            found += one.recv(4096)
        one.sendall(HALF)
        one.settimeout(4)  # seconds; a server that only keeps alive would wait for more of it for ever
        assert is_ended(one)


@pytest.mark.parametrize(
    ("soft", "hard", "asked", "most"),
    [
        (1024, 1_048_576, (FILES, 1_048_576), MAX_CONNECTIONS),
        (1024, 1024, None, 768),
        (256, 2048, (2048, 2048), 1536),
        (256, resource.RLIM_INFINITY, (FILES, resource.RLIM_INFINITY), MAX_CONNECTIONS),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, MAX_CONNECTIONS),
    ],
)
def test_files_are_left_for_all_else(monkeypatch, soft, hard, asked, most):
    said = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, to: said.append(to))
    assert most_connections() == most
    assert said == ([asked] if asked else [])


def test_a_system_that_gives_no_more_files_is_taken_as_it_is(monkeypatch):
    def refused(kind, to):
        raise ValueError("not allowed")

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", refused)
    assert most_connections() == 192
