"""Somebody at the table of a home, without a browser: requests as a page makes them, straight into the application."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

from desks import CHEAP, Desks
from pbem.desk.desk import Desk
from pbem.home import Home
from pbem.web.app import app_for
from pbem.web.door import COOKIE, Door, Pass
from pbem.web.room import Room

HOST = "127.0.0.1:4711"
BYTES = {"content-type": "application/octet-stream"}
T = TypeVar("T")


@dataclass
class Answer:
    """What came back."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def data(self) -> Any:
        return json.loads(self.body)


def run_aside(work: Coroutine[Any, Any, T]) -> T:
    """What it gives: in a thread, for whoever drives a browser in this process has a loop that runs."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()


class Visitor:
    """A browser that has come in."""

    def __init__(self, root: Path, passphrase: str | None = None) -> None:
        home = Home(root)
        self.leave = Pass()
        self.room = Room(Desk(home, home.load(passphrase) if home.exists else None, keeps=4))
        self.door = Door(app_for(self.room, self.leave), self.leave, lambda: (HOST, "localhost:4711"))

    def ask(
        self, method: str, path: str, body: bytes = b"", *, headers: Mapping[str, str | None] | None = None,
        at: str | None = None,
    ) -> Answer:
        """One request; a header that is None is left out. `at` is the whole path, if it is not one of the table's."""
        kept: dict[str, str | None] = {"host": HOST, "cookie": f"{COOKIE}={self.leave.cookie}"}
        if method == "POST":
            kept |= {"content-type": "application/json", "content-length": str(len(body))}
        kept |= dict(headers or {})
        whole, _, query = (f"{self.leave.path}{path}" if at is None else at).partition("?")
        scope = {
            "type": "http", "method": method, "path": whole, "raw_path": whole.encode(), "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in kept.items() if value is not None],
            "http_version": "1.1", "scheme": "http", "server": ("127.0.0.1", 4711), "client": ("127.0.0.1", 1),
            "root_path": "", "asgi": {"version": "3.0"},
        }  # fmt: skip
        answer, read = Answer(), []

        async def receive() -> dict[str, Any]:
            read.append(1)
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                answer.body += message.get("body", b"")

        run_aside(self.door(scope, receive, send))  # type: ignore[arg-type]
        answer.headers["x-read"] = str(len(read))
        return answer

    def state(self, game: str, **query: str) -> Any:
        """How a match stands."""
        asked = "&".join(f"{name}={value}" for name, value in ({"page": "one"} | query).items())
        answer = self.ask("GET", f"/api/m/{game}?{asked}")
        assert answer.status == 200, answer.body
        return answer.data

    def post(self, game: str, what: str, **asking: Any) -> Answer:
        """One thing done in a match, from the position that stands unless `at` says another."""
        body = {"at": asking.pop("at", None) or self.state(game, page="other")["at"], **asking}
        return self.ask("POST", f"/api/m/{game}/{what}", json.dumps(body).encode())


def alone(root: Path, game: str = "fallujah", *seats: str) -> tuple[Desks, Visitor, str]:
    """Eva at her table with a match of a game, of which she holds all seats; the match as the table calls it."""
    desks = Desks(root)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=root)
    desks.must("eva", "new", game, *(f"{seat}=me" for seat in seats), "-C", desks.game("eva"), at=root)
    visitor = Visitor(desks.home("eva"))
    (match,) = visitor.ask("GET", "/api/matches").data
    return desks, visitor, match["game"]


def post(visitor: Visitor, path: str, **body: Any) -> Answer:
    """What the page gets for a body in JSON."""
    return visitor.ask("POST", path, json.dumps(body).encode())


def ana_and_bo(root: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Visitor, Visitor]:
    """Two people at tables of their own; Ana has Bo's card."""
    made = Home.create
    monkeypatch.setattr(Home, "create", lambda *a, **k: made(*a, **{"cost": CHEAP} | k))
    ana, bo = Visitor(root / "ana"), Visitor(root / "bo")
    for visitor, name in ((ana, "Ana"), (bo, "Bo")):
        post(visitor, "/api/identity", name=name)
    ana.ask("POST", "/drop", bo.ask("GET", "/api/card").body, headers=BYTES)
    return ana, bo


def invite_bo(ana: Visitor) -> tuple[str, bytes]:
    """A match that Ana makes with Bo: its id, and the packet for him."""
    (person,) = ana.ask("GET", "/api/me").data["people"]
    begun = post(ana, "/api/new", game="anaconda", people={"coalition": "me", "al_qaeda": person["id"]}).data
    return begun["game"], ana.ask("GET", f"/api/m/{begun['game']}/packet/{begun['packets'][0]}").body
