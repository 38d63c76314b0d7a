"""The door of the table: nothing is looked at, and nothing read, that does not come from a page of its own.

Belongs here: host, origin, method, kind and size of a request, token and cookie, the headers of every answer.
Must not be here: what is asked for (`app`).
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from html import escape

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pbem.limits import MAX_ASKED, MAX_DROPPED, TOKEN_SECONDS

COOKIE = "pbem"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
NOT_IN = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>pbem: not let in</title>
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>The table does not let this page in</h1>
<p>The table says: {said}.</p>
<ul>
<li>If a page of the table is open in this browser, go on there: nothing is lost.</li>
<li>Else type <code>pbem table</code> once more where you typed it before. The table that runs goes on, and gives a new
address. An address works once, and for ten minutes.</li>
</ul>
</main>
</body>
</html>
"""
BYTES = ("/drop",)  # the paths that take bytes; all others take JSON


class Pass:
    """Who may come in: whoever has the cookie, which a token gives once, within ten minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, path: str = "") -> None:
        """`path` is that of a table before, whose pages may still be open; else it is a new one."""
        self.path = path or f"/{secrets.token_urlsafe(12)}"
        self.cookie = secrets.token_urlsafe(24)
        self._tokens: dict[str, float] = {}
        self._clock = clock

    def token(self) -> str:
        """A new token; older ones stay good for their ten minutes."""
        now = self._clock()
        self._tokens = {one: until for one, until in self._tokens.items() if until > now}
        token = secrets.token_urlsafe(24)
        self._tokens[token] = now + TOKEN_SECONDS
        return token

    def enters(self, token: str) -> bool:
        """Whether a token is good; from then on it is not."""
        return self._tokens.pop(token, 0.0) > self._clock()

    def is_cookie(self, value: str) -> bool:
        """Whether a request brings our cookie."""
        return hmac.compare_digest(value.encode(), self.cookie.encode())

    @property
    def header(self) -> str:
        """What sets the cookie."""
        return f"{COOKIE}={self.cookie}; Path={self.path}/; HttpOnly; SameSite=Strict"


class Door:
    """What stands before the routes: it answers by itself whatever may not pass."""

    def __init__(self, inside: ASGIApp, leave: Pass, hosts: Callable[[], tuple[str, ...]]) -> None:
        """`hosts` are the names that a request may be sent to, with the port."""
        self._inside, self._leave, self._hosts = inside, leave, hosts
        self._asked = time.monotonic()

    def idle_for(self) -> float:
        """For how many seconds nobody has asked for anything."""
        return time.monotonic() - self._asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._inside(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        answer = self._refusal(scope)
        if answer is not None:
            await self._refuse(scope, send, *answer)
            return
        if (token := self._token(scope)) is not None:
            entered = self._leave.enters(token)
            if entered:
                headers = {"location": f"{self._leave.path}/", "set-cookie": self._leave.header}
                await _say(send, 303, "", headers)
            else:
                said = "this address has been used, or is too old: run pbem table again for another"
                await self._refuse(scope, send, 401, said)
            return
        self._asked = time.monotonic()
        scope["path"] = scope["path"].removeprefix(self._leave.path)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in message["headers"]}
                message["headers"] = _encoded(HEADERS | given)  # an exported page has a policy of its own
            await send(message)

        await self._inside(scope, receive, guarded)

    async def _refuse(self, scope: Scope, send: Send, status: int, said: str) -> None:
        """What may not pass; who opens an address in a browser, and has not come in, is told in words what to do."""
        if status == 401 and scope["method"] == "GET" and "text/html" in _headers(scope).get("accept", "").lower():
            page = NOT_IN.format(said=escape(said))
            await _say(send, status, said, {"content-type": "text/html; charset=utf-8"}, page)
        else:
            await _say(send, status, said)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the line for what may not pass; None if it may."""
        named = _headers(scope)
        if [*_all(scope, "host")] not in [[host] for host in self._hosts()]:
            return 421, "this is no name of the table: open the address that pbem table prints"
        ours = [f"http://{host}" for host in self._hosts()]
        sites = {*_all(scope, "sec-fetch-site")} - {"same-origin", "none"}
        if sites or any(origin not in ours for origin in _all(scope, "origin")):
            return 403, "another page may ask nothing here"
        path, method = scope["path"], scope["method"]
        if not path.startswith(f"{self._leave.path}/") or ".." in path or "//" in path or "\\" in path:
            return 404, "there is no such page"
        if method not in ("GET", "POST"):
            return 405, "only GET and POST are answered here"
        if self._token(scope) is not None:
            return (405, "the address is opened, not posted to") if method != "GET" else None
        if not any(self._leave.is_cookie(value) for header in _all(scope, "cookie") for value in _cookies(header)):
            return 401, "this browser has not come in: run pbem table again, and open the address that it prints"
        return None if method == "GET" else _refused_body(path, named)

    def _token(self, scope: Scope) -> str | None:
        """The token in the path of somebody who comes in; None in any other path."""
        head, enter, token = str(scope["path"]).partition("/enter/")
        return token if enter and head == self._leave.path and token and "/" not in token else None


def _refused_body(path: str, named: Mapping[str, str]) -> tuple[int, str] | None:
    """Why what a POST brings is not read."""
    takes_bytes = path.endswith(BYTES)
    kind, most = ("application/octet-stream", MAX_DROPPED) if takes_bytes else ("application/json", MAX_ASKED)
    if named.get("content-type", "").partition(";")[0].strip().lower() != kind:
        return 415, f"{kind} is taken here"
    length = named.get("content-length", "")
    if "transfer-encoding" in named or not (length.isascii() and length.isdecimal() and len(length) < 12):
        return 411, "how long it is must be said first"
    return (413, f"at most {most:,} bytes are taken here") if int(length) > most else None


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by their names in small letters; the last of those that come twice."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _all(scope: Scope, name: str) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key.decode("latin-1").lower() == name]


def _cookies(header: str) -> Iterator[str]:
    """The values in a header of all cookies with our name: every program of this machine may set one, and others."""
    for pair in header.split(";"):
        name, _, value = pair.partition("=")
        if name.strip() == COOKIE:
            yield value.strip()


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def _say(send: Send, status: int, said: str, headers: Mapping[str, str] | None = None, page: str = "") -> None:
    """One line, as JSON; or a page that says it."""
    body = page.encode() or (json.dumps({"error": said, "status": status}).encode() if said else b"")
    kept = HEADERS | {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    await send({"type": "http.response.start", "status": status, "headers": _encoded(kept | dict(headers or {}))})
    await send({"type": "http.response.body", "body": body})
