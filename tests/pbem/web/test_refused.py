"""What no page of ours would post: wrong types, huge numbers, deep JSON, signs that act, missing keys. Each is refused
in one line, and nothing has changed."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from starlette.routing import Route

from pbem.errors import LONGEST
from pbem.web.app import app_for
from sat_down import Visitor, alone

HUGE = b"9" * 5_000
NO_REQUESTS = (
    b"", b"null", b"[]", b"1", b'"x"', b"{", b'{"at":', b"\xff\xfe", b"\xef\xbb\xbf{}", b"NaN", b'{"at":"\\ud800"}',
    b'{"at":"\x00"}', b'{"zz":1}', b"[" * 60_000, b'{"at":' * 9_000, b'{"n":' + HUGE + b"}", b'{"n":1e400}',
)  # fmt: skip
ACTING = ("\0", "a\0b", "\u202e\u2066x", "\x1b[31m", "a\nb", "\r\n", "\u2028", "\ufeff", "e\u0301" * 30, "x" * 64)
TOO_LONG = ("x" * 8_001,)
WRONG = (None, True, [], {}, 1.5, 2**63, 2**64, -(2**63) - 1, 10**30)
WRONG_NUMBERS = ("1", -1, 2**53, 2**63 - 1, -(2**63))
UNSEATED = ("/out", "/undo", "/send", "/join", "/adopt")  # nothing there is done for a seat, or by words
OF_HOME = ("identity", "unlock", "lock", "seats", "new", "post/keep", "post/try", "post/carry", "card/take",
           "invitation/take", "invitation/leave")  # fmt: skip


def lying(root: Path) -> dict[str, str]:
    """All that a home and its match hold, but what was made of the log and may go at any time."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    return {str(path): sha256(path.read_bytes()).hexdigest() for path in files
            if path.suffix not in (".open", ".index", ".cache", ".lock") and "cache" not in path.parts}


def refused(visitor: Visitor, path: str, body: bytes) -> int:
    """The status of what is refused in one line, in which nothing stands that acts; 200 if it was done."""
    answer = visitor.ask("POST", path, body)
    if answer.status != 200:
        fault = answer.data
        assert answer.status in (400, 409, 413), (path, body[:80], answer.body)
        assert fault.get("rule") or "\n" not in fault["error"], (path, body[:80], fault)
        assert len(fault["error"]) < 2 * LONGEST
        assert not {"\0", "\x1b", "\u202e", "\u2066", "\u2028", "\ufeff"} & set(str(fault)), (path, body[:80], fault)
    return answer.status


def routes_of_match(visitor: Visitor) -> list[str]:
    routes = [route.path for route in app_for(visitor.room, visitor.leave).routes
              if isinstance(route, Route) and "POST" in (route.methods or ())]  # fmt: skip
    return [path for path in routes if path.startswith("/api/m/{game}/")]


@pytest.fixture(scope="module")
def at_table(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Visitor, str]:
    root = tmp_path_factory.mktemp("refused")
    _desks, visitor, game = alone(root)
    visitor.state(game)
    return root, visitor, game


def test_what_is_no_request_is_refused_by_every_route(at_table, capfd):
    root, visitor, game = at_table
    before = lying(root)
    paths = [*(path.format(game=game) for path in routes_of_match(visitor)), *(f"/api/{one}" for one in OF_HOME)]
    assert len(paths) > 30
    for path in paths:
        for body in NO_REQUESTS:
            assert refused(visitor, path, body) in (400, 413), (path, body[:80])
    assert lying(root) == before
    assert capfd.readouterr().err == ""


def test_a_value_of_another_kind_or_beyond_all_bounds_is_refused_by_every_route(at_table, capfd):
    root, visitor, game = at_table
    before = lying(root)
    at = visitor.state(game)["at"]
    good = {"at": at, "seat": "coalition", "text": "x", "n": 0}
    for path in (one.format(game=game) for one in routes_of_match(visitor)):
        for field in good:
            for value in (*WRONG, *(WRONG_NUMBERS if field == "n" else (1, *TOO_LONG))):
                assert refused(visitor, path, json.dumps(good | {field: value}).encode()) == 400, (path, field, value)
        assert refused(visitor, path, json.dumps({k: v for k, v in good.items() if k != "at"}).encode()) == 400
    assert lying(root) == before
    assert capfd.readouterr().err == ""


def test_signs_that_act_and_numbers_of_nothing_are_refused_where_something_would_be_done(at_table, capfd):
    root, visitor, game = at_table
    before = lying(root)
    at = visitor.state(game)["at"]
    for path in (one.format(game=game) for one in routes_of_match(visitor)):
        what = path.rpartition(game)[2]
        for value in ACTING:
            assert refused(visitor, path, json.dumps({"at": value, "text": "x"}).encode()) in (400, 409)
            if what not in (*UNSEATED, "/follow"):
                assert refused(visitor, path, json.dumps({"at": at, "seat": value, "text": "x"}).encode()) != 200
            if what not in (*UNSEATED, "/follow", "/filed/follow", "/away", "/note", "/takeback", "/whatif/stop"):
                assert refused(visitor, path, json.dumps({"at": at, "text": value}).encode()) != 200, (path, value)
        if what in ("/agree", "/refuse", "/takeback"):
            assert refused(visitor, path, json.dumps({"at": at, "n": 2**53 - 1}).encode()) != 200
    assert lying(root) == before
    assert capfd.readouterr().err == ""
