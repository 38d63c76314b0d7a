"""Data files are parsed once: what is kept of that is never another answer, and never an error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from desks import people_of
from pbem.errors import WrongUse
from pbem.home.parsed import ParsedFiles
from pbem.kit import data
from pbem.limits import MOST_PARSED
from pbem_games import fallujah

KEY, OTHER = bytes(range(32)), bytes(32)
MAP = """source = "rule 1"
[[place]]
id = "huambo"
cost = 1
share = 1.0
open = true
names = ["a", "\u00e9"]
draw = { x = 0.25, y = -0.0 }
"""


@pytest.fixture
def folder(tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "map.toml").write_text(MAP, encoding="utf-8")
    yield tmp_path
    data.keep_parsed(None)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were parsed."""
    parsed, parse = [], data._parse
    monkeypatch.setattr(data, "_parse", lambda name, raw: (parsed.append(name), parse(name, raw))[1])
    return parsed


def keep(folder: Path, key: bytes = KEY, *, writes: bool = True) -> ParsedFiles:
    keeper = ParsedFiles(folder / "home" / "parsed", key)
    data.keep_parsed(keeper, writes=writes)
    return keeper


def said(folder: Path) -> str:
    return repr(data.read(folder / "data"))


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "home" / "parsed").glob("*"))


def test_it_is_parsed_once_and_is_the_same(folder, count):
    plain = said(folder)
    keep(folder)
    assert said(folder) == plain
    assert count == ["map.toml"] * 2
    assert said(folder) == said(folder) == plain
    assert count == ["map.toml"] * 2
    assert len(kept(folder)) == 1


def test_each_game_is_the_same_when_it_is_read_again(folder, count):
    rulesets = Path(fallujah.__file__).parent.parent
    for game in ("angola", "anaconda", "enduring_freedom", "fallujah"):
        data.keep_parsed(None)
        plain = data.read(rulesets / game / "data")
        keep(folder)
        data.read(rulesets / game / "data")
        count.clear()
        again = data.read(rulesets / game / "data")
        assert count == []
        assert repr(again) == repr(plain)
        assert data.canonical(again) == data.canonical(plain)


def test_who_only_reads_writes_nothing(folder):
    keep(folder, writes=False)
    said(folder)
    assert not (folder / "home").exists()


def test_what_was_changed_is_parsed_anew(folder, count):
    keep(folder)
    said(folder)
    (folder / "data" / "map.toml").write_text(MAP.replace("cost = 1", "cost = 2"), encoding="utf-8")
    assert "'cost': 2" in said(folder)
    (folder / "data" / "map.toml").write_text(MAP, encoding="utf-8")
    assert "'cost': 1" in said(folder)
    (folder / "data" / "map.toml").rename(folder / "data" / "other.toml")
    assert list(data.read(folder / "data")) == ["other.toml"]
    assert count == ["map.toml", "map.toml", "other.toml"]


def test_what_another_parser_kept_is_parsed_anew(folder, count, monkeypatch):
    keep(folder)
    said(folder)
    monkeypatch.setattr("pbem.home.parsed.SHAPE", b"another")
    said(folder)
    assert count == ["map.toml", "map.toml"]


def test_names_and_contents_are_told_apart():
    assert data._digest({"a": b"bc", "d": b""}) != data._digest({"a": b"b", "cd": b""})
    assert data._digest({"a": b"1", "b": b"2"}) != data._digest({"a": b"2", "b": b"1"})


def test_an_overlay_is_another_set_of_files(folder, count):
    keep(folder)
    said(folder)
    (folder / "overlay").mkdir()
    (folder / "overlay" / "map.toml").write_text(MAP.replace("0.25", "nan"), encoding="utf-8")
    for _ in range(2):  # what cannot be drawn is refused each time
        with pytest.raises(WrongUse, match="is no coordinate"):
            data.read(folder / "data", folder / "overlay")
    assert "0.25" in said(folder)


def test_a_bit_flipped_anywhere(folder, count):
    plain = said(folder)
    keep(folder)
    said(folder)
    (path,) = kept(folder)
    whole = path.read_bytes()
    for bit in range(0, 8 * len(whole), 7):
        spoilt = bytearray(whole)
        spoilt[bit // 8] ^= 1 << bit % 8
        path.write_bytes(spoilt)
        count.clear()
        assert said(folder) == plain
        assert count == ["map.toml"]
        assert path.read_bytes() == whole  # and is kept anew
    for size in (0, 1, 31, 32, 33, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert said(folder) == plain
        assert path.read_bytes() == whole


def test_what_another_home_or_another_set_wrote(folder, count):
    plain = said(folder)
    keep(folder, OTHER)
    said(folder)
    keep(folder)
    count.clear()
    assert said(folder) == plain
    assert count == ["map.toml"]  # not that of the other home
    (first,) = kept(folder)
    (folder / "data" / "map.toml").write_text(MAP.replace("cost = 1", "cost = 2"), encoding="utf-8")
    said(folder)
    (second,) = set(kept(folder)) - {first}
    shutil.copy(first, second)
    assert "'cost': 2" in said(folder)


@pytest.mark.parametrize("line", ["when = 1979-05-27", "when = 1979-05-27T07:32:00Z", "many = 123456789012345678901",
                                  "when = 07:32:00", "rate = inf", "rate = nan"])
def test_what_would_not_come_back_the_same_is_not_kept(folder, line, count):
    (folder / "data" / "map.toml").write_text(MAP + line + "\n", encoding="utf-8")
    plain = said(folder)
    keep(folder)
    assert said(folder) == said(folder) == plain
    assert count == ["map.toml"] * (3 - len(kept(folder)))


def test_a_place_where_nothing_can_be_written_or_read(folder):
    plain = said(folder)
    (folder / "home").write_bytes(b"")  # no folder can be made here
    keep(folder)
    assert said(folder) == said(folder) == plain
    (folder / "home").unlink()
    keeper = keep(folder)
    said(folder)
    (path,) = kept(folder)
    path.unlink()
    path.mkdir()
    assert said(folder) == plain
    assert keeper.folder.is_dir()


def test_those_kept_last_stay(folder):
    keep(folder)
    for i in range(MOST_PARSED + 4):
        (folder / "data" / "map.toml").write_text(MAP + f"i = {i}\n", encoding="utf-8")
        said(folder)
        count = len(kept(folder))
        assert count == min(i + 1, MOST_PARSED)


def test_screens_are_the_same_whatever_lies_there(tmp_path):
    desks = people_of(tmp_path, "ana")
    folder, parsed = tmp_path / "game", tmp_path / "ana" / "home" / "parsed"
    desks.must("ana", "new", "fallujah", "-C", str(folder))
    shutil.rmtree(parsed, ignore_errors=True)

    def run(*words: str) -> str:
        """A command in a process of its own, which has parsed nothing yet."""
        program = "import sys; from pbem.cli.main import status_of; sys.exit(status_of(sys.argv[1:]))"
        done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True,
                              env=os.environ | desks.environment("ana"))  # fmt: skip
        return done.stdout

    before = run("show", str(folder))
    assert not parsed.exists()  # who looks writes nothing
    run("do", "setup", "-C", str(folder))
    (path,) = parsed.iterdir()
    run("undo", "-C", str(folder))
    whole = path.read_bytes()
    assert run("show", str(folder)) == before
    for content in (b"", bytes(100)):
        path.write_bytes(content)
        assert run("show", str(folder)) == before
    run("do", "setup", "-C", str(folder))
    assert path.read_bytes() == whole  # kept anew
