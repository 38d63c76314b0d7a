"""The table under attack: floods, bombs, markup in names, a kill at any write; what was acknowledged stays."""

from __future__ import annotations

import gzip
import http.client
import io
import re
import resource
import shutil
import signal
import socket
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from at_table import started
from desks import Desks
from dying import KILLED, everywhere
from pbem.limits import MAX_PAGES
from sat_down import BYTES, Visitor, alone
from tiers import thorough, tiers

SETUP = "setup north 2-7cav 2-2inf jsotf"
MOST_MB = 200


@dataclass
class Served:
    """A table in a process of its own, and a browser that has come in, as far as a cookie is one."""

    desks: Desks
    process: Any
    port: int
    path: str
    cookie: str

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, self.path + path, body or None, {"Cookie": self.cookie, **headers})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def of_process(self, name: str, file: str = "status") -> int:
        text = Path(f"/proc/{self.process.pid}/{file}").read_text()
        return int(re.search(rf"{name}:\s+(\d+)", text)[1])  # type: ignore[index]

    @property
    def peak_mb(self) -> float:
        return self.of_process("VmHWM") / 1000


@pytest.fixture
def served(tmp_path) -> Iterator[Served]:
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not tell how much memory a process has had")
    desks = Desks(tmp_path)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
    desks.must("eva", "new", "fallujah", "-C", desks.game("eva"), at=tmp_path)
    process, address = started(desks, anew=True)
    port, path, token = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/[^/]+)/enter/(.+)", address).groups()  # type: ignore[union-attr]
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=60)
    connection.request("GET", f"{path}/enter/{token}")
    cookie = connection.getresponse().headers["set-cookie"].partition(";")[0]
    connection.close()
    yield Served(desks, process, int(port), path, cookie)
    process.send_signal(signal.SIGTERM)
    assert process.communicate(timeout=30)[1] == ""


def test_a_hundred_megabytes_are_refused_unread(served):
    head = (f"POST {served.path}/drop HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nCookie: {served.cookie}\r\n"
            "Content-Type: application/octet-stream\r\nContent-Length: 100000000\r\n\r\n")  # fmt: skip
    before = served.peak_mb
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as to:
        to.sendall(head.encode())
        assert to.recv(4096).startswith(b"HTTP/1.1 413 "), "it is refused before anything of it is sent"
        sent = 0
        try:
            for _ in range(1600):
                to.sendall(bytes(65536))
                sent += 65536
        except OSError:
            pass  # nobody listens
    assert served.peak_mb < min(MOST_MB, before + 30)
    assert served.ask("GET", "/api/matches")[0] == 200


def bombs() -> dict[str, bytes]:
    much = bytes(60_000_000)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("game.pbem", "invitation.eml"):
            archive.writestr(name, much)
    return {"gzip": gzip.compress(much, 9), "twice": gzip.compress(gzip.compress(much, 9)), "zip": packed.getvalue(),
            "deep": b'{"a":' * 400_000, "lines": b"\n" * 4_000_000}  # fmt: skip


def test_a_bomb_for_a_packet_is_refused_and_takes_no_memory(served):
    for name, bomb in bombs().items():
        status, body = served.ask("POST", "/drop", bomb, **{"Content-Type": "application/octet-stream"})
        assert status in (200, 400, 409), name
        assert b'"told":[]' in body or b'"error"' in body, (name, body[:200])
        assert served.peak_mb < MOST_MB, name
    assert served.ask("GET", "/api/matches")[0] == 200


@pytest.mark.thorough
def test_a_thousand_requests_at_once_are_answered(served):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2000:
        pytest.skip("too few sockets are allowed here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2000), hard))
    try:
        head = f"HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nCookie: {served.cookie}\r\nConnection: close\r\n\r\n"
        before = spent(served)
        with ThreadPoolExecutor(64) as many:
            sockets = list(many.map(lambda _: socket.create_connection(("127.0.0.1", served.port), 60), range(1000)))
            for number, one in enumerate(sockets):
                path = ("/api/matches", "/", "/page/main.js")[number % 3]
                one.sendall(f"GET {served.path}{path} {head}".encode())
            answers = list(many.map(_whole, sockets))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert all(one.startswith(b"HTTP/1.1 200 ") for one in answers)
    assert spent(served) - before < 10, "seconds of the processor"
    assert served.peak_mb < MOST_MB


def _whole(one: socket.socket) -> bytes:
    with one:
        parts = []
        while part := one.recv(65536):
            parts.append(part)
        return b"".join(parts)


def spent(served: Served) -> float:
    """Seconds of the processor that the table has had."""
    fields = Path(f"/proc/{served.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def test_eight_tabs_hear_of_a_change(served):
    game = re.search(rb'"game":"([^"]+)"', served.ask("GET", "/api/matches")[1])[1].decode()  # type: ignore[index]
    assert served.ask("GET", f"/api/m/{game}?page=one")[0] == 200
    head = f"GET {served.path}/api/events HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nCookie: {served.cookie}\r\n\r\n"
    tabs = [socket.create_connection(("127.0.0.1", served.port), 60) for _ in range(8)]
    for tab in tabs:
        tab.sendall(head.encode())
        assert b"retry: 2000" in _until(tab, b"retry: 2000")
    served.desks.must("eva", "do", SETUP)
    assert all(game.encode() in _until(tab, game.encode()) for tab in tabs)
    for tab in tabs:
        tab.close()


def _until(tab: socket.socket, words: bytes) -> bytes:
    found = b""
    while words not in found and (part := tab.recv(65536)):
        found += part
    return found


@pytest.mark.parametrize("torn", tiers([True, False], 1))
@pytest.mark.parametrize(
    ("what", "before", "after"),
    [("send", (2, 1), (3, 0)), thorough("draft", (2, 0), (2, 1)), thorough("undo", (2, 1), (2, 0))],
)
def test_a_table_killed_at_any_write_loses_and_halves_nothing(tmp_path, what, before, after, torn):
    desks, _visitor, game = alone(tmp_path)
    if before[1]:
        desks.must("eva", "do", SETUP)
    kept = tmp_path / "kept"
    shutil.copytree(tmp_path / "eva", kept)

    def act() -> int:
        return 0 if Visitor(desks.home("eva")).post(game, what, text=SETUP).status == 200 else 1

    found = set()
    for touch, status in everywhere(act, tmp_path / "eva", torn=torn):
        state = Visitor(desks.home("eva")).state(game)
        stands = state["round"], len(state["drafts"])
        assert stands in (before, after), touch
        assert status == KILLED or stands == after, "what is acknowledged is done"
        assert desks.must("eva", "verify").out.startswith("sound (full)")
        assert Visitor(desks.home("eva")).post(game, "follow", text="").status == 200
        found.add(stands)
        shutil.rmtree(tmp_path / "eva")
        shutil.copytree(kept, tmp_path / "eva")
    assert found == {before, after}


def test_a_page_that_was_gone_for_a_day_is_told_all_of_it_again(tmp_path):
    _desks, visitor, game = alone(tmp_path)
    first = visitor.state(game, page="gone")
    assert not visitor.state(game, page="gone")["fresh"]
    for number in range(MAX_PAGES):
        visitor.state(game, page=f"other-{number}")
    visitor.post(game, "draft", text=SETUP)
    visitor.post(game, "send")
    refused = visitor.post(game, "send", at=first["at"])
    assert (refused.status, refused.data["error"]) == (409, "the position has changed meanwhile")
    back = visitor.state(game, page="gone")
    assert back["fresh"]
    assert back["part"] == visitor.state(game, page="new")["part"]


HOSTILE = "<img src=x onerror=alert(1)>\u202e\u0000\x1b[31m</script>"


def test_markup_in_names_is_text_and_signs_that_turn_text_about_are_gone(tmp_path):
    _desks, visitor, _game = alone(tmp_path)
    refused = visitor.ask("POST", "/drop", HOSTILE.encode(), headers=BYTES)
    assert refused.status == 200
    for answer in (refused, visitor.ask("GET", f"/api/m/{'<b>'}"), visitor.ask("GET", "/api/me")):
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not {"\u202e", "\x1b"} & set(answer.body.decode())
