"""2.13 A table killed at any touch of the disk by whatever else is done at it: nothing that was acknowledged is lost,
nothing is half done, and the same may be done again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from dying import KILLED, everywhere
from pbem.audit.verify import verify
from pbem.record.wire import CODEC
from sat_down import BYTES, Answer, Visitor, ana_and_bo, invite_bo, post
from tiers import thorough

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

Act = Callable[[Visitor], Answer]


def game_of(visitor: Visitor) -> str:
    (match,) = visitor.ask("GET", "/api/matches").data
    return str(match["game"])


def packets_of(visitor: Visitor) -> list[bytes]:
    """All that the other lacks."""
    game = game_of(visitor)
    names = visitor.post(game, "out", n=1).data["packets"]
    return [visitor.ask("GET", f"/api/m/{game}/packet/{name}").body for name in names]


def hand_over(giver: Visitor, taker: Visitor) -> None:
    for content in packets_of(giver):
        assert taker.ask("POST", "/drop", content, headers=BYTES).status == 200


@pytest.fixture
def bo(tmp_path, monkeypatch) -> tuple[Visitor, list[bytes]]:
    """Bo at his table, who is asked in a match with Ana, and what comes from her: a remark, a proposal."""
    ana, bo = ana_and_bo(tmp_path, monkeypatch)
    _, packet = invite_bo(ana)
    assert bo.ask("POST", "/join/drop", packet, headers=BYTES).status == 200
    for giver, taker in ((bo, ana), (ana, bo), (bo, ana), (ana, bo)):
        hand_over(giver, taker)
    assert bo.state(game_of(bo))["questions"]
    assert ana.post(game_of(ana), "note", text="hello").status == 200
    assert ana.post(game_of(ana), "propose", text="takeback 1").status == 200
    return bo, packets_of(ana)


def told(visitor: Visitor) -> dict[str, Any]:
    """All that the page is told of a home with one match."""
    game = game_of(visitor)
    state = visitor.state(game)
    parts = {"match": {name: state[name] for name in ("round", "drafts", "stopped", "result")}}
    for name in ("decided", "beside"):
        parts[name] = visitor.ask("GET", f"/api/m/{game}/{name}").data
    parts["post"] = visitor.ask("GET", "/api/post").data
    for part in parts.values():
        part.pop("at", None)
        part.pop("carried", None)
    return parts


def events_of(log: Path) -> dict[str, tuple[int, int]]:
    """By id seat and number of each whole event but the first line."""
    lines = [line for line in log.read_bytes().splitlines(keepends=True) if line.endswith(b"}\n")]
    return {event.id: (event.msg.seat, event.msg.n) for event in map(CODEC.decode, lines[1:])}


def in_match(what: str, **asking: Any) -> Callable[[Sequence[bytes], Path], Act]:
    return lambda _came, _root: lambda visitor: visitor.post(game_of(visitor), what, **asking)


def dropping(came: Sequence[bytes], _root: Path) -> Act:
    return lambda visitor: visitor.ask("POST", "/drop", came[0], headers=BYTES)


def keeping(_came: Sequence[bytes], root: Path) -> Act:
    return lambda visitor: post(visitor, "/api/post/keep", folder=str(root))


def carrying(_came: Sequence[bytes], _root: Path) -> Act:
    return lambda visitor: post(visitor, "/api/post/carry", game=game_of(visitor), open=True)


CASES = [
    ("standing", in_match("standing", text="reaction pass"), False),
    ("preset", in_match("preset/set", text="quick"), False),
    ("filed", in_match("filed", text="r110: none"), False),
    ("note", in_match("note", text="hello"), False),
    ("away", in_match("away", text="2099-01-01"), False),
    ("propose", in_match("propose", text="result draw"), False),
    ("agree", in_match("agree", n=1), True),
    ("resign", in_match("resign", text="resign"), False),
    ("drop", dropping, False),
    ("keep", keeping, False),
    ("carry", carrying, False),
]
QUICK = ("agree", "keep")


@pytest.mark.parametrize("torn", [True, pytest.param(False, marks=pytest.mark.thorough)], ids=["within", "before"])
@pytest.mark.parametrize(
    ("make", "has_come"), [(case[1:] if case[0] in QUICK else thorough(*case[1:])) for case in CASES],
    ids=[case[0] for case in CASES],
)  # fmt: skip
def test_2_13_killed_at_any_touch_it_is_done_or_not_and_may_be_done_again(bo, tmp_path, make, has_come, torn):
    visitor, came = bo
    if has_come:
        assert dropping(came, tmp_path)(visitor).status == 200
    if make is carrying:
        assert keeping(came, tmp_path / "ana")(visitor).status == 200
    act, home, kept = make(came, tmp_path / "ana"), tmp_path / "bo", tmp_path / "kept"
    (log,) = home.rglob("game.pbem")
    shutil.copytree(home, kept)

    def put_back() -> None:
        shutil.rmtree(home)
        shutil.copytree(kept, home)

    before, lines = told(Visitor(home)), log.read_bytes()
    assert act(Visitor(home)).status == 200
    after = told(Visitor(home))
    put_back()
    killed = 0
    for touch, status in everywhere(lambda: 0 if act(Visitor(home)).status == 200 else 1, home, torn=torn):
        killed += status == KILLED
        assert log.read_bytes().startswith(lines), touch
        held, now = events_of(log), told(Visitor(home))
        for name in ("decided", "post"):
            assert now[name] in (before[name], after[name]), touch
        assert before["match"]["round"] <= now["match"]["round"] <= after["match"]["round"], touch  # line by line
        assert status == KILLED or now == after, "what is acknowledged is done"
        assert verify(log, "full").status == 0, touch
        assert act(Visitor(home)).status in (200, 400, 409), touch
        again = Visitor(home)
        assert again.post(game_of(again), "out").status == 200, touch  # with what follows by itself
        last, events = told(Visitor(home)), events_of(log)
        assert held.items() <= events.items(), touch
        assert len(set(events.values())) == len(events), "nothing is signed twice"
        assert {name: last[name] for name in ("match", "decided", "post")} == {
            name: after[name] for name in ("match", "decided", "post")}, touch
        put_back()
    assert killed >= 1
