"""Data files: what is read, what is refused, and which words the refusal has."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import WrongUse
from pbem.kit.data import Entry, canonical, drawing, drawings, keep_parsed, load, read, require_sources, strip
from pbem.limits import MAX_DATA, MAX_NUMBER

MAP = """
[[region]]
id = "huambo"
terrain = "hills"
source = "geo"
draw = { centre = [1.5, 2], source = "design" }

[[region]]
id = "bie"
terrain = "clear"
note = "flat"
source = "geo"
"""
TABLES = """
[limits]
road_move = 6
source = "rule 7.2"
"""


class Region(Entry, frozen=True):
    id: str
    terrain: str


class MapFile(Entry, frozen=True):
    region: tuple[Region, ...]


class Limits(Entry, frozen=True):
    road_move: int


class TablesFile(Entry, frozen=True):
    limits: Limits


class Numbers(Entry, frozen=True):
    map: MapFile
    tables: TablesFile


class Drawn(Entry, frozen=True):
    centre: tuple[float, float]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    there = tmp_path / "data"
    there.mkdir()
    (there / "map.toml").write_text(MAP)
    (there / "tables.toml").write_text(TABLES)
    (there / "README.md").write_text("not data")
    return there


def overlaid(tmp_path: Path, name: str, text: str) -> Path:
    overlay = tmp_path / "mine"
    overlay.mkdir()
    (overlay / name).write_text(text)
    return overlay


def test_a_folder_becomes_frozen_structs(folder: Path) -> None:
    files = read(folder)
    assert list(files) == ["map.toml", "tables.toml"]
    numbers = load(files, Numbers)
    assert numbers.map.region[1] == Region(id="bie", terrain="clear")
    with pytest.raises(AttributeError):
        numbers.tables.limits.road_move = 7  # type: ignore[misc]


def test_an_overlay_replaces_the_whole_file(folder: Path, tmp_path: Path) -> None:
    overlay = overlaid(tmp_path, "tables.toml", "﻿" + TABLES.replace("6", "5").replace("\n", "\r\n"))
    (overlay / "notes.txt").write_text("why")
    files = read(folder, overlay)
    assert load(files, Numbers).tables.limits.road_move == 5
    assert len(files["map.toml"]["region"]) == 2


def test_an_overlay_file_that_the_ruleset_lacks_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r"this ruleset has no data file maps\.toml") as refused:
        read(folder, overlaid(tmp_path, "maps.toml", MAP))
    assert refused.value.hint == "it has map.toml, tables.toml"


def test_an_overlay_that_overlays_nothing_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="holds no TOML file"):
        read(folder, overlaid(tmp_path, "tables.txt", TABLES))
    with pytest.raises(WrongUse, match="no such data folder"):
        read(folder, tmp_path / "missing")


def test_a_broken_file_is_named_with_its_line(folder: Path) -> None:
    (folder / "map.toml").write_text("[[region]]\nid = \n")
    with pytest.raises(WrongUse, match=r"map\.toml: .*line 2"):
        read(folder)
    (folder / "map.toml").write_bytes(b"id = '\xff'")
    with pytest.raises(WrongUse, match=r"map\.toml: not UTF-8 at byte 6"):
        read(folder)
    for content, said in ((b"a = " + b"[" * 100_000, "nested too deep"), (b"a = " + b"9" * 5_000, ".*digits")):
        (folder / "map.toml").write_bytes(content)  # what a stranger may put beside a log
        with pytest.raises(WrongUse, match=rf"map\.toml: {said}"):
            read(folder)


@pytest.mark.parametrize("content", [
    "a = 1\n" + "a" + ".a" * 210 + " = 1", "a = 1\n[" + "a . " * 210 + "a]", "a = 1\n" + "'a'.\"b\"." * 110 + "c = 1",
], ids=["bare", "a table", "quoted"])
def test_a_key_of_very_many_parts_is_refused_before_it_is_read(folder: Path, monkeypatch, content: str) -> None:
    """The reader of TOML copies a dotted key for each of its parts."""
    monkeypatch.setattr("pbem.kit.data.tomllib.loads", None)
    (folder / "map.toml").write_text(content)
    with pytest.raises(WrongUse, match=r"map\.toml: line 2 has more than 200 dots"):
        read(folder)


def test_decimals_and_a_few_sentences_are_no_such_key(folder: Path) -> None:
    line = f"text = \"{'.' * 200}\"\ndraw = [{', '.join(['1.5'] * 500)}]\n"
    (folder / "tables.toml").write_text(line + TABLES)
    assert read(folder)["tables.toml"]["text"] == "." * 200


@pytest.mark.parametrize("content", [
    "a = " + "[" * 40 + "]" * 40, "a = " + "{a=" * 40 + "1" + "}" * 40, "[" + "a." * 30 + "a]\n" + "b." * 30 + "b = 1",
], ids=["lists", "tables", "keys"])
def test_what_is_nested_deeper_than_anybody_needs_is_refused(folder: Path, content: str) -> None:
    (folder / "map.toml").write_text(content)
    with pytest.raises(WrongUse, match=r"map\.toml: nested too deep"):
        read(folder)


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e308", "1" + "0" * 400])
def test_a_stranger_s_drawing_has_coordinates_that_can_be_drawn(folder: Path, tmp_path: Path, value: str) -> None:
    """Drawings are not digested, so any may lie beside a log."""
    overlay = overlaid(tmp_path, "map.toml", MAP.replace("[1.5, 2]", f"[{value}, 2]"))
    with pytest.raises(WrongUse, match=r'map\.toml, region "huambo", draw, centre 1: .* is no coordinate'):
        read(folder, overlay)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(folder: Path) -> None:
    (folder / "map.toml").write_text("#" * 2**20 + "\n")
    with pytest.raises(WrongUse, match=r"map\.toml: larger than 1,048,576 bytes"):
        read(folder)


def test_what_is_no_file_is_refused(folder: Path) -> None:
    (folder / "map.toml").unlink()
    (folder / "map.toml").mkdir()
    with pytest.raises(WrongUse, match=r"map\.toml: not a plain file"):
        read(folder)


def test_3_6_source_note_and_draw_are_not_digested_at_any_depth() -> None:
    parsed = {"a": [{"source": "s", "b": {"draw": [1.5], "note": "n", "c": 1}}], "draw": {}, "d": True}
    assert strip(parsed) == {"a": [{"b": {"c": 1}}], "d": True}


def test_3_6_canonical_bytes(folder: Path) -> None:
    expected = ('{"map.toml":{"region":[{"id":"huambo","terrain":"hills"},{"id":"bie","terrain":"clear"}]},'
                '"tables.toml":{"limits":{"road_move":6}}}')
    assert canonical(read(folder)) == expected.encode()


def test_3_6_canonical_bytes_are_rfc_8785() -> None:
    rfc8785 = pytest.importorskip("rfc8785")
    chance = random.Random(7)
    keys = ["a", "b-1", "6-1", "Z", "_", "a b", "10", "9", "source_of"]
    words = ["São", "\u2028", "quote \" \\ /", "tab\t\x01", "𝄞", ""]

    def value(depth: int) -> Any:
        match chance.randrange(6 if depth else 4):
            case 0:
                return chance.choice(words)
            case 1:
                return chance.randrange(-(2**53) + 1, 2**53)
            case 2:
                return chance.choice([True, False])
            case 3:
                return []
            case 4:
                return [value(depth - 1) for _ in range(3)]
        return {key: value(depth - 1) for key in chance.sample(keys, 4)}

    for _ in range(200):
        files = {"map.toml": {"top": value(3)}, "a.toml": {"top": value(2)}}
        assert canonical(files) == rfc8785.dumps(files)


@pytest.mark.parametrize(("entry", "said"), [
    ('cost = 0.5', 'map.toml, region "bie", cost: 0.5 is a decimal; rules read whole numbers'),
    ('costs = [1, 2.0]', 'map.toml, region "bie", costs 2: 2.0 is a decimal'),
    ('since = 2001-01-01', 'map.toml, region "bie", since: 2001-01-01 is a date; write it as a string'),
    ('size = 9007199254740992', 'map.toml, region "bie", size: 9007199254740992 is too large'),
    ('"grösse" = 1', 'map.toml, region "bie", grösse: keys are ASCII'),
])
def test_3_6_what_has_no_canonical_form_is_named(folder: Path, entry: str, said: str) -> None:
    (folder / "map.toml").write_text(MAP + entry)
    with pytest.raises(WrongUse) as refused:
        canonical(read(folder))
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(("text", "said"), [
    (MAP + 'river = true\n', 'map.toml, region "bie": object contains unknown field `river`'),
    (MAP.replace('"clear"', "3"), 'map.toml, region "bie", terrain: expected `str`, got `int`'),
    (MAP.replace('terrain = "clear"', ""), 'map.toml, region "bie": object missing required field `terrain`'),
    (MAP + '[[zone]]\nsource = "geo"\n', "map.toml: object contains unknown field `zone`"),
])
def test_a_wrong_entry_is_named(folder: Path, text: str, said: str) -> None:
    (folder / "map.toml").write_text(text)
    with pytest.raises(WrongUse) as refused:
        load(read(folder), Numbers)
    assert str(refused.value) == said


def test_files_and_fields_must_match(folder: Path) -> None:
    files = read(folder)
    with pytest.raises(WrongUse, match=r"tables\.toml: this data file is missing"):
        load({"map.toml": files["map.toml"]}, Numbers)
    with pytest.raises(WrongUse, match=r"cards\.toml: this ruleset has no such data file"):
        load({**files, "cards.toml": {}}, Numbers)


@pytest.mark.parametrize(("parsed", "said"), [
    ({"region": [{"id": "bie"}]}, 'map.toml, region "bie": no `source` for `id`'),
    ({"tables": {"crt": {"row": [{"at_most": 1}], "dice": 1}}}, "map.toml, tables, crt: no `source` for `dice`"),
    ({"source": "rule 1", "setup": {"units": 3}}, "map.toml, setup: no `source` for `units`"),
    ({"border": [{"a": "x", "source": "geo"}, {"a": "y"}]}, "map.toml, border 2: no `source` for `a`"),
    ({"schema": 1}, "map.toml: no `source` for `schema`"),
])
def test_every_entry_needs_a_source(parsed: dict[str, Any], said: str) -> None:
    with pytest.raises(WrongUse) as refused:
        require_sources({"map.toml": parsed})
    assert str(refused.value) == said


def test_a_source_covers_the_tables_inside_its_entry() -> None:
    rows = [{"at_most": 1, "loss": {"attacker": 2}}]
    tables = {"crt": {"rows": rows, "source": "rule 9"}}
    require_sources({"map.toml": {"schema": 1, "source": "design", "tables": tables}})


def test_drawings_are_kept_apart_from_the_rules(folder: Path) -> None:
    assert drawings(read(folder), "map.toml", "region", Drawn) == {"huambo": Drawn(centre=(1.5, 2.0))}
    (folder / "map.toml").write_text(MAP.replace("[1.5, 2]", '"middle"'))
    with pytest.raises(WrongUse, match=r'map\.toml, region "huambo", draw, centre: expected `array`, got `str`'):
        drawings(read(folder), "map.toml", "region", Drawn)


def test_drawings_name_the_file_and_the_table_they_want(folder: Path) -> None:
    with pytest.raises(WrongUse, match="there is no data file 'map'") as error:
        drawings(read(folder), "map", "region", Drawn)
    assert error.value.hint == "did you mean 'map.toml'?"
    with pytest.raises(WrongUse, match=r"map\.toml: there is no table of entries 'hex'") as error:
        drawings(read(folder), "map.toml", "hex", Drawn)
    assert error.value.hint == "there is 'region'"
    with pytest.raises(WrongUse, match=r"^there is no data file 'cards'$") as error:
        drawings({}, "cards", "region", Drawn)
    assert error.value.hint == "there is none"


def test_the_drawing_of_a_whole_map_is_as_it_is_by_itself_if_there_is_none(folder: Path) -> None:
    class Whole(Entry, frozen=True):
        title: str = "untitled"

    assert drawing(read(folder), "map.toml", Whole) == Whole()
    drawn = {"map.toml": {"draw": {"title": "Angola", "source": "design"}}}
    assert drawing(drawn, "map.toml", Whole) == Whole("Angola")
    with pytest.raises(WrongUse, match=r"^map\.toml, draw, title: expected `str`, got `int`$"):
        drawing({"map.toml": {"draw": {"title": 3}}}, "map.toml", Whole)
    with pytest.raises(WrongUse, match=r"^there is no data file 'map'$") as error:
        drawing(drawn, "map", Whole)
    assert error.value.hint == "did you mean 'map.toml'?"


class Kept(dict):
    """Keeps what was parsed in memory."""

    parsed = dict.get
    keep = dict.__setitem__


@pytest.mark.parametrize("writes", [True, False])
def test_what_was_kept_is_not_parsed_again_and_what_is_new_is_kept_if_it_may_be(
        folder: Path, monkeypatch, writes: bool) -> None:
    kept = Kept()
    monkeypatch.setattr("pbem.kit.data._keeper", None)
    monkeypatch.setattr("pbem.kit.data._writes", False)
    keep_parsed(kept, writes=writes)
    files = read(folder)
    assert list(kept.values()) == [files] * writes
    for digest in kept:
        kept[digest] = {"map.toml": {"kept": True}}
    assert (read(folder) == {"map.toml": {"kept": True}}) is writes
    (folder / "map.toml").write_text(MAP.replace("huambo", "luso"))
    assert read(folder)["map.toml"]["region"][0]["id"] == "luso"
    (folder / "map.toml").rename(folder / "maps.toml")
    assert "maps.toml" in read(folder)
    assert len(kept) == 3 * writes


def test_parts_of_names_and_contents_do_not_run_into_each_other(tmp_path: Path, monkeypatch) -> None:
    kept = Kept()
    monkeypatch.setattr("pbem.kit.data._keeper", kept)
    monkeypatch.setattr("pbem.kit.data._writes", True)
    for number, (name, text) in enumerate((("a.toml", "x = 1"), ("a.tomlx = 1.toml", ""), ("a.toml", "x = 1 "))):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / name).write_text(text)
        read(tmp_path / str(number))
    assert len(kept) == 3


def test_a_data_file_is_as_large_as_it_may_be_and_numbers_too(folder: Path) -> None:
    (folder / "tables.toml").write_text("# " + "x" * (MAX_DATA - 3) + "\n")
    assert read(folder)["tables.toml"] == {}
    (folder / "tables.toml").write_text("# " + "x" * (MAX_DATA - 2) + "\n")
    with pytest.raises(WrongUse, match=rf"^tables\.toml: larger than {MAX_DATA:,} bytes$"):
        read(folder)
    assert canonical({"a.toml": {"n": MAX_NUMBER, "m": -MAX_NUMBER}})
    with pytest.raises(WrongUse, match=rf"^a\.toml, n: {MAX_NUMBER + 1} is too large$"):
        canonical({"a.toml": {"n": MAX_NUMBER + 1}})
