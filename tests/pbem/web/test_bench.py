"""The table is quick: its figures over a recorded game; a match that is open is not read again."""

from __future__ import annotations

import msgspec
import pytest

from desks import Desks
from pbem.desk import keeping
from pbem.record.wire import CODEC
from pbem.web.bench import BARS, FIRST_BAR, PAGE_BAR, PEAK_BAR, TableFigures, longest, page_kb
from sat_down import Visitor
from walks import LOGS

SETUP = "setup north 2-7cav 2-2inf jsotf"


def test_the_figures_of_a_game_are_within_the_bars(tmp_path):
    told = Desks(tmp_path).must("eva", "bench", "--table", LOGS / "fallujah" / "april_lost", "--json", at=tmp_path).out
    found = msgspec.json.decode(told, type=TableFigures)
    assert found.page_kb < PAGE_BAR
    (game,) = found.games.values()
    assert (list(found.games), game.case) == (["fallujah"], "april_lost")
    assert game.first_kb < FIRST_BAR
    assert game.peak_mb < PEAK_BAR
    for figure, bars in BARS.items():
        one = getattr(game, figure)
        assert one.count > 0, figure
        measured = one.cpu if any(one.cpu) else (one.median, one.p95, one.most)
        assert 0 < measured[0] <= measured[1] <= measured[2], figure
        assert measured[0] < bars[0], figure


@pytest.mark.thorough
def test_the_longest_game_of_each_kind_is_within_the_bars(tmp_path):
    told = Desks(tmp_path).must("eva", "bench", "--table", LOGS, "--json", at=tmp_path).out
    found = msgspec.json.decode(told, type=TableFigures)
    assert sorted(found.games) == ["anaconda", "angola", "enduring_freedom", "fallujah"]
    for name, game in found.games.items():
        assert game.first_kb < FIRST_BAR, name
        assert game.peak_mb < PEAK_BAR, name
        for figure, bars in BARS.items():
            one = getattr(game, figure)
            assert one.count > 0, (name, figure)
            measured = one.cpu if any(one.cpu) else (one.median, one.p95, one.most)
            assert all(value < bar for value, bar in zip(measured, bars, strict=True)), (name, figure, one)


def test_the_longest_of_each_kind_is_taken(tmp_path):
    found = longest(LOGS)
    assert {name: log.parent.parent.name for name, log in found.items()} == {name: name for name in found}
    sizes = {log.parent.parent.name: 0 for log in LOGS.glob("*/*/game.pbem")}
    for log in LOGS.glob("*/*/game.pbem"):
        sizes[log.parent.parent.name] = max(sizes[log.parent.parent.name], log.stat().st_size)
    assert {name: log.stat().st_size for name, log in found.items()} == sizes
    told = Desks(tmp_path).run("eva", "bench", "--table", tmp_path, at=tmp_path)
    assert told.status == 2
    assert told.complaint == f"pbem: error: there is no record of a match in {tmp_path}"


@pytest.mark.thorough
def test_the_figures_are_told_beside_their_bars(tmp_path):
    told = Desks(tmp_path).must("eva", "bench", "--table", LOGS / "fallujah" / "april_lost", at=tmp_path).out
    assert all(f"\n  {figure} " in told for figure in [*BARS, "first_kb", "peak_mb"])
    assert "20, 100, 250" in told
    assert f"page_kb {page_kb():14,.0f}" in told


def test_an_open_match_is_read_anew_only_if_its_files_changed(tmp_path, monkeypatch):
    desks = Desks(tmp_path)
    desks.must("eva", "id", "new", "eva", "--no-passphrase", at=tmp_path)
    desks.must("eva", "new", "fallujah", "-C", desks.game("eva"), at=tmp_path)
    visitor = Visitor(desks.home("eva"))
    game = visitor.ask("GET", "/api/matches").data[0]["game"]
    begun, decoded = list[int](), list[bytes]()
    begin, decode = keeping.MatchInMemory._begun, CODEC.decode
    monkeypatch.setattr(keeping.MatchInMemory, "_begun", lambda self, events: (begun.append(1), begin(self, events))[1])
    monkeypatch.setattr(CODEC, "decode", lambda line: (decoded.append(line), decode(line))[1])
    visitor.state(game)
    assert (begun, len(decoded)) == ([1], desks.log("eva").read_bytes().count(b"\n"))
    begun.clear()
    decoded.clear()

    def use() -> None:
        for what, text in (("follow", "setup north"), ("preview", SETUP), ("draft", SETUP), ("undo", "")):
            assert visitor.post(game, what, text=text).status == 200
        visitor.state(game)
        visitor.state(game, page="another")

    use()
    assert (begun, decoded) == ([], []), "nothing is read again for looking, trying and drafting"
    lines = desks.log("eva").read_bytes().count(b"\n")
    with monkeypatch.context() as other:
        other.setattr(CODEC, "decode", decode)
        other.setattr(keeping.MatchInMemory, "_begun", begin)
        desks.must("eva", "do", SETUP)
        desks.must("eva", "send")
    visitor.state(game)
    assert begun == []
    assert len(decoded) == desks.log("eva").read_bytes().count(b"\n") - lines, "only what is new is read"
