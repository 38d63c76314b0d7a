"""Nothing passes the door of the table that does not come from its own page."""

from __future__ import annotations

from typing import Any

import pytest

from costs import takes
from desks import CHEAP
from pbem.home import Home
from pbem.limits import MAX_ASKED, MAX_DROPPED, TOKEN_SECONDS
from pbem.web.door import POLICY, Pass
from sat_down import HOST, Visitor, run_aside


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Visitor:
    root = tmp_path_factory.mktemp("door") / "home"
    Home(root).create("ana", "", "", cost=CHEAP, no_passphrase=True)
    return Visitor(root)


ROUTES = [("GET", "/"), ("GET", "/m/x"), ("GET", "/page/main.js"), ("GET", "/api/matches"), ("GET", "/api/m/x"),
          ("GET", "/api/events"), ("POST", "/api/m/x/send"), ("POST", "/drop"), ("POST", "/api/address")]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"cookie": None}, 401),
        ({"cookie": "pbem=guessed"}, 401),
        ({"cookie": 'pbem="; \x01'}, 401),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1:1"}, 421),
        ({"host": None}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_what_is_not_ours_is_refused_before_it_is_read(visitor, method, path, headers, status):
    answer = visitor.ask(method, path, headers=headers)
    assert (answer.status, answer.headers["x-read"]) == (status, "0")
    assert answer.data["error"]
    assert "\n" not in answer.data["error"]
    assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ([("host", HOST), ("host", "evil.example")], 421),
        ([("host", HOST), ("origin", "http://evil.example"), ("origin", f"http://{HOST}")], 403),
        ([("host", HOST), ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "none")], 403),
        ([("host", HOST), ("origin", f"http://{HOST}"), ("sec-fetch-site", "same-origin")], 401),
    ],
)
def test_what_is_said_twice_is_looked_at_twice(visitor, given, status):
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(name.encode(), value.encode()) for name, value in given]
    scope = {"type": "http", "method": "GET", "path": f"{visitor.leave.path}/", "headers": headers}
    run_aside(visitor.door(scope, None, send))
    assert sent[0]["status"] == status


@pytest.mark.parametrize("host", [HOST, "localhost:4711"])
def test_both_names_of_this_machine_are_let_in(visitor, host):
    assert visitor.ask("GET", "/", headers={"host": host, "origin": f"http://{host}"}).status == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "PATCH"])
def test_other_methods_are_refused(visitor, method):
    assert visitor.ask(method, "/").status == 405


@pytest.mark.parametrize("path", ["/", "/x", "/m/x", "//", "/../../etc/passwd"])
def test_only_its_own_path_is_answered(visitor, path):
    assert visitor.ask("GET", "", at=path).status == 404


@pytest.mark.parametrize(
    "path", ["/page/../app.py", "/page/show/../../document.py", "/page/..%2fapp.py", "/page/table.html", "/page/",
             "/page/show/proof/worker.js", "/api/m/x/packet/..\\game.pbem"])  # fmt: skip
def test_no_path_leads_out(visitor, path):
    answer = visitor.ask("GET", path)
    assert answer.status == 404
    assert "/" not in answer.data["error"]


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/m/x/send", {"content-type": "text/plain"}, 415),
        ("/api/m/x/send", {"content-type": "application/x-www-form-urlencoded"}, 415),
        ("/api/m/x/send", {"content-type": None}, 415),
        ("/drop", {"content-type": "multipart/form-data"}, 415),
        ("/api/m/x/send", {"content-length": None}, 411),
        ("/api/m/x/send", {"content-length": "-1"}, 411),
        ("/api/m/x/send", {"transfer-encoding": "chunked"}, 411),
        ("/api/m/x/send", {"content-length": str(MAX_ASKED + 1)}, 413),
        ("/drop", {"content-type": "application/octet-stream", "content-length": str(MAX_DROPPED + 1)}, 413),
        ("/drop", {"content-type": "application/octet-stream", "content-length": "100000000"}, 413),
    ],
)
def test_a_body_that_is_not_taken_is_not_read(visitor, path, headers, status):
    answer = visitor.ask("POST", path, headers=headers)
    assert (answer.status, answer.headers["x-read"]) == (status, "0")


def test_an_address_lets_in_once_and_not_for_ever():
    clock = [0.0]
    leave = Pass(lambda: clock[0])
    first, second, third = leave.token(), leave.token(), leave.token()
    assert leave.enters(first)
    assert not leave.enters(first)
    clock[0] = TOKEN_SECONDS - 1
    assert leave.enters(second)
    clock[0] = TOKEN_SECONDS
    assert not leave.enters(third)
    assert not leave.enters("")


def test_who_comes_in_gets_a_cookie_for_this_path_alone(visitor):
    entered = visitor.ask("GET", f"/enter/{visitor.leave.token()}", headers={"cookie": None})
    assert (entered.status, entered.headers["location"]) == (303, f"{visitor.leave.path}/")
    assert entered.headers["set-cookie"] == (
        f"pbem={visitor.leave.cookie}; Path={visitor.leave.path}/; HttpOnly; SameSite=Strict"
    )
    again = visitor.ask("GET", "/enter/used", headers={"cookie": None})
    assert again.status == 401
    assert "set-cookie" not in again.headers


OTHERS = ("theme=dark mode", "flag", "a{b=1", "a,b=1", "path=1", "expires=x", "pbem=evil", 'x="', "=", "")


@pytest.mark.parametrize("other", OTHERS)
def test_cookies_of_other_programs_on_this_machine_shut_nobody_out(visitor, other):
    ours = f"pbem={visitor.leave.cookie}"
    for cookies in (f"{ours}; {other}", f"{other}; {ours}", f"{other};{ours};{other}"):
        assert visitor.ask("GET", "/api/me", headers={"cookie": cookies}).status == 200, cookies
    for cookies in (other, f"{other}{ours}", f"x{ours}", f"{ours}x", f'x="{ours}"', f"{other}, {ours}"):
        if cookies != ours:
            assert visitor.ask("GET", "/api/me", headers={"cookie": cookies}).status == 401, cookies


@pytest.mark.parametrize("part", ["\\", '"', ";", "=", "pbem=;", ' "\\;'])
def test_a_cookie_costs_no_more_than_its_length(visitor, part):
    cookie = f'pbem="{part * 60_000}"'
    assert takes(lambda: visitor.ask("GET", "/api/me", headers={"cookie": cookie}), 0.3)


BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.mark.parametrize(("path", "said"), [("/enter/used", "has been used"), ("/m/x", "has not come in")])
def test_who_opens_a_used_address_in_a_browser_is_told_in_words_what_to_do(visitor, path, said):
    told = visitor.ask("GET", path, headers={"cookie": None, "accept": BROWSER})
    page = told.body.decode()
    assert (told.status, told.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert said in page
    assert "type <code>pbem table</code> once more" in page
    assert told.headers["content-security-policy"] == POLICY
    assert "set-cookie" not in told.headers
    assert not any(secret in page for secret in (visitor.leave.path, visitor.leave.cookie, "enter/"))
    for accept in (None, "*/*", "application/json"):
        line = visitor.ask("GET", path, headers={"cookie": None, "accept": accept})
        assert (line.status, line.data["status"]) == (401, 401)
        assert said in line.data["error"]


def test_every_answer_has_the_headers(visitor):
    for path in ("/", "/page/main.js", "/api/matches", "/none"):
        headers = visitor.ask("GET", path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"


def test_keys_are_never_in_a_page(visitor):
    told = visitor.ask("GET", "/").body + visitor.ask("GET", "/api/matches").body
    assert visitor.leave.cookie.encode() not in told
