"""What a page is told if its match is written by somebody else, or its log is not what it was."""

from __future__ import annotations

import threading
import time

import pytest

from pbem.disk.lock import locked
from pbem.web import sitting
from sat_down import Visitor, alone

SETUP = "setup north 2/1 c/1tk"


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """Eva alone at Fallujah, her force set up and sent; and another match of hers."""
    root = tmp_path_factory.mktemp("believing")
    desks, visitor, game = alone(root)
    desks.must("eva", "do", "--send", SETUP)
    desks.must("eva", "new", "fallujah", "-C", root / "other", at=root)
    return desks, visitor, game, desks.bytes_of("eva")


@pytest.fixture
def eva(template):
    desks, visitor, game, content = template
    yield desks, visitor, game
    desks.log("eva").write_bytes(content)
    (desks.game("eva") / "drafts.json").unlink(missing_ok=True)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_log_that_is_written_for_long_gets_503_and_nothing_is_done(eva, monkeypatch, method):
    desks, visitor, game = eva
    at, before = visitor.state(game)["at"], desks.bytes_of("eva")
    assert sitting.PATIENCE == 3.0
    monkeypatch.setattr(sitting, "PATIENCE", 0.1)

    def ask():
        if method == "POST":
            return visitor.post(game, "draft", at=at, text="j1 netwar*6")
        return Visitor(desks.home("eva")).ask("GET", f"/api/m/{game}")

    with locked(desks.log("eva")):
        busy = ask()
    assert (busy.status, busy.data["error"]) == (503, "the courier or a command is writing in this match")
    assert busy.data["hint"] == "try again"
    assert desks.bytes_of("eva") == before
    assert visitor.state(game)["drafts"] == []
    assert ask().status == 200
    visitor.post(game, "undo")


def test_whoever_writes_for_less_is_awaited(eva):
    desks, visitor, game = eva
    at, held = visitor.state(game)["at"], threading.Event()

    def write():
        with locked(desks.log("eva")):
            held.set()
            time.sleep(0.3)

    writer = threading.Thread(target=write)
    writer.start()
    held.wait()
    assert visitor.post(game, "draft", at=at, text="j1 netwar*6").status == 200
    writer.join()
    visitor.post(game, "undo")


def _lines(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


SPOILT = {  # what became of the log
    "cut in a line": lambda good, _: good[:-30],
    "a line less": lambda good, _: b"".join(_lines(good)[:-1]),
    "cut short": lambda good, _: b"".join(_lines(good)[:2]),
    "a sign changed": lambda good, _: good[:-100] + b"X" + good[-99:],
    "no log": lambda _good, _: b"hello\n",
    "empty": lambda _good, _: b"",
    "another match": lambda _good, other: other,
}


@pytest.mark.parametrize("how", SPOILT)
@pytest.mark.parametrize("is_open", [True, False])
def test_a_log_that_is_not_what_it_was_is_told_as_the_command_tells_it(eva, how, is_open):
    desks, visitor, game = eva
    visitor.state(game)
    other = (desks.root / "other" / "game.pbem").read_bytes()
    desks.log("eva").write_bytes(SPOILT[how](desks.bytes_of("eva"), other))
    answer = (visitor if is_open else Visitor(desks.home("eva"))).ask("GET", f"/api/m/{game}?page=x")
    done = desks.run("eva", "next")
    error, _, hint = done.err.strip().removeprefix("pbem: error: ").partition("\npbem: hint: ")
    if how == "another match":
        assert done.status == 0
        assert answer.data["questions"][0]["question"].split()[0] in done.out
    elif answer.status == 200:
        assert done.status == 5
        assert answer.data["stopped"] in (f"{error} ({hint})", error)  # the latter where the page has a way on itself
        assert answer.data["questions"] == []
    else:
        assert (answer.status, answer.data["error"], answer.data["hint"]) == (409, error, hint)
