"""`pbem export`: pictures of a log, for the viewers that `pbem show` has."""

from __future__ import annotations

import errno
import os
import sys

import pytest

from pbem.cli.main import status_of
from pbem.replay.films.opening import open_reel
from pbem.show.svg import THEMES
from pbem.show.svg.paint import apart
from pbem.show.svg.xml import PAPER
from pictures import LOGS
from tiers import thorough, tiers


def test_svg_of_the_position_now_and_then(desks, tmp_path):
    now, then = tmp_path / "now-fnla.svg", tmp_path / "then.svg"
    done = desks.must("bo", "export", "svg", "-o", tmp_path / "now.svg")
    assert done.out == ""
    assert done.err.splitlines()[-2:] == [
        f"{now}: {now.stat().st_size:,} bytes",
        "this is what fnla sees, secrets of fnla too: for everybody's eyes add --public"]
    assert list(tmp_path.glob("now*.svg")) == [now]
    assert "as seen by FNLA" in now.read_text(encoding="utf-8")
    desks.must("bo", "export", "svg", "-o", then, "--at", "1", "--width", "800")
    then = tmp_path / "then-fnla.svg"
    assert then.read_text(encoding="utf-8") != now.read_text(encoding="utf-8")
    assert 'width="800"' in then.read_text(encoding="utf-8")


def test_a_log_may_be_named_and_the_viewer_chosen(desks, tmp_path):
    target = tmp_path / "a.svg"
    desks.must("zoe", "export", "svg", desks.log("bo"), "-o", target, "--public", at=desks.root)
    assert "as seen by public" in target.read_text(encoding="utf-8")
    done = desks.must("bo", "export", "svg", "-o", target, "--public")
    assert done.err.splitlines()[-1] == f"{target}: {target.stat().st_size:,} bytes"
    done = desks.run("bo", "export", "svg", "-o", target, "--as", "unita")
    assert (done.status, done.complaint) == (2, "pbem: error: the seat unita is not yours")
    done = desks.run("bo", "export", "svg", "-o", target, "--auditor")
    assert done.status == 2
    done = desks.run("bo", "export", "svg", "-o", target, "--auditor", "--public")
    assert done.complaint == "pbem: error: only one of --as, --public and --auditor can be meant"


def test_a_finished_game_is_shown_to_the_auditor(desks, tmp_path):
    target = tmp_path / "a.svg"
    log = LOGS / "angola" / "resignation"
    desks.must("zoe", "export", "svg", log, "-o", target, "--auditor", at=desks.root)
    assert "as seen by auditor" in target.read_text(encoding="utf-8")


def test_a_position_of_the_past_awaits_nobody(desks, tmp_path):
    now, then = tmp_path / "now-fnla.svg", tmp_path / "then-fnla.svg"
    desks.must("bo", "export", "svg", "-o", now)
    desks.must("bo", "export", "svg", "-o", then, "--at", "1")
    assert "Awaited: " in now.read_text(encoding="utf-8")
    assert "Awaited: " not in then.read_text(encoding="utf-8")


SMALLEST = ("anaconda/wrong_command", "angola/resignation", "enduring_freedom/catastrophe", "fallujah/april_lost")


@pytest.mark.parametrize("case", tiers(SMALLEST, 1))
def test_a_finished_game_awaits_nobody_at_the_end_and_never_before(case, tmp_path):
    frames = list(open_reel(LOGS / case / "game.pbem", "public"))
    for at in ((), ("--at", str(frames[len(frames) // 2].round))):
        target = tmp_path / "a.svg"
        assert status_of(["export", "svg", str(LOGS / case), "-o", str(target), "--public", *at]) == 0
        assert "Awaited" not in target.read_text(encoding="utf-8")
    assert not any(frame.scene.awaited for frame in frames if frame.ending)


@pytest.mark.parametrize("card", [False, True])
def test_a_picture_has_the_theme_that_is_asked_for_and_is_light_unasked(card, tmp_path):
    log, found = str(LOGS / "fallujah" / "april_lost"), {}
    for theme in ("", *THEMES):
        target = tmp_path / f"a{theme}.svg"
        asked = ["--theme", theme] if theme else []
        words = ["export", "svg", log, "-o", str(target), "--public", *asked, *(["--card"] if card else [])]
        assert status_of(words) == 0
        found[theme] = target.read_text(encoding="utf-8")
    assert found[""] == found["light"]
    papers = dict(zip(THEMES, apart(PAPER), strict=True))
    for theme, paper in papers.items():
        assert f'fill="{paper}"' in found[theme]
        others = {one for one in papers.values() if one not in (paper, "#ffffff")}
        assert not any(f'fill="{other}"' in found[theme] for other in others)
    assert status_of(["export", "svg", log, "-o", str(tmp_path / "b.svg"), "--public", "--theme", "cream"]) == 2


def test_png(desks, tmp_path):
    pytest.importorskip("resvg_py")
    target = tmp_path / "a-fnla.png"
    desks.must("bo", "export", "png", "-o", target, "--width", "300")  # it bears the seat already
    assert target.read_bytes().startswith(b"\x89PNG")


def test_png_without_the_extra(desks, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = desks.run("bo", "export", "png", "-o", tmp_path / "a.png")
    assert (done.status, done.complaint) == (8, "pbem: error: the extra png is not installed")
    assert "pip install" in done.err


@pytest.mark.parametrize(
    "words", [*([kind, "--public"] for kind in ("svg", "json", "markdown")), thorough(["png", "--public"])],
    ids=lambda words: words[0],
)
def test_a_missing_folder_is_made_and_a_file_is_written_whole_or_stays(desks, tmp_path, monkeypatch, words):
    target = tmp_path / "new" / "folder" / "file"
    desks.must("ana", "export", *words, "-o", str(target))
    assert target.stat().st_size > 1_000
    before = target.read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    done = desks.run("ana", "export", *words, "-o", str(target))
    assert done.status == 1
    assert "no space left" in done.complaint
    assert target.read_bytes() == before
    assert [path.name for path in target.parent.iterdir()] == ["file"]


def full(_descriptor: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_the_card_of_a_battle(desks, tmp_path):
    from pictures import LOGS

    target, log = tmp_path / "card.svg", LOGS / "fallujah" / "april_lost"
    desks.must("zoe", "export", "svg", log, "--card", "-o", target, at=desks.root)
    assert "<title>Battle of Railway Berm</title>" in target.read_text(encoding="utf-8")
    desks.must("zoe", "export", "svg", log, "--card", "--at", "30", "--width", "300", "-o", target, at=desks.root)
    assert 'width="300"' in (text := target.read_text(encoding="utf-8"))
    assert "Battle of Railway Berm" not in text
    done = desks.run("zoe", "export", "svg", log, "--card", "--at", "31", "-o", target, at=desks.root)
    assert done.complaint == "pbem: error: no battle ended in round 31"
    assert done.err.splitlines()[-1].startswith("pbem: hint: one ended before it in 30 and after it in ")
    done = desks.run("zoe", "export", "svg", log, "--card", "--fire", "jolan", "-o", target, at=desks.root)
    assert (done.status, done.complaint) == (2, "pbem: error: a card shows no board")
    before = target.read_bytes()
    for kind, words, named in (("svg", ["--as", "coalition"], "--as"), ("svg", ["--auditor"], "--auditor"),
                               ("png", ["--as", "auditor"], "--as")):
        done = desks.run("zoe", "export", kind, log, "--card", *words, "-o", target, at=desks.root)
        assert (done.status, done.complaint) == (
            2, "pbem: error: a card shows what everybody may see, and nothing else")
        assert done.err.splitlines()[-1] == f"pbem: hint: leave out {named}, or --card"
    assert target.read_bytes() == before
    for words in (["--public"], ["--as", "public"]):
        target.unlink()
        desks.must("zoe", "export", "svg", log, "--card", "--at", "30", "--width", "300", *words, "-o", target,
                   at=desks.root)
        assert target.read_bytes() == before
