"""The whole game as records: they say what the frames say, and keep to the schema that is shipped."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest

from pbem.replay.exports.document import Document, document, scenes, schema, shipped_schema
from pbem.replay.films.opening import open_reel
from pbem.replay.films.reel import Reel
from pbem.show.frame import last_of_each

LOG = Path(__file__).parents[4] / "logs" / "angola" / "wrong_on_purpose" / "game.pbem"


@pytest.fixture(scope="module")
def angola() -> tuple[Reel, list]:
    reel = open_reel(LOG, "auditor")
    return reel, list(reel)


def test_the_shipped_schema_is_that_of_the_types():
    """Made with: python tests/golden/game_schema.py"""
    made = msgspec.json.format(msgspec.json.encode(schema(), order="deterministic"), indent=2) + b"\n"
    assert made == shipped_schema()
    jsonschema.Draft202012Validator.check_schema(json.loads(made))


@pytest.mark.parametrize("by", ["phase", "turn"])
def test_a_game_keeps_to_the_schema(angola, by):
    reel, frames = angola
    written = json.loads(msgspec.json.encode(document(reel.match, frames, "auditor", by)))
    jsonschema.Draft202012Validator(json.loads(shipped_schema())).validate(written)
    assert written["format"] == "pbem-game/1"
    assert [s["name"] for s in written["match"]["seats"]] == ["fapla", "fnla", "mpla", "unita"]


def test_what_is_no_game_does_not(angola):
    reel, frames = angola
    written = json.loads(msgspec.json.encode(document(reel.match, frames[:3], "public")))
    validator = jsonschema.Draft202012Validator(json.loads(shipped_schema()))
    validator.validate(written)
    written["frames"][1]["kind"] = "dance"
    assert not validator.is_valid(written)


def test_keys_and_deltas_give_every_scene_back(angola):
    reel, frames = angola
    made = document(reel.match, frames, "auditor")
    read = msgspec.json.decode(msgspec.json.encode(made), type=Document)
    assert list(scenes(read)) == [f.scene for f in frames]
    assert len(read.boards) == 1
    assert {f.key for f in read.frames} == {True, False}
    assert [f.sentences for f in read.frames] == [f.sentences for f in frames]


def test_larger_steps_lose_nothing_that_was_told_or_rolled(angola):
    reel, frames = angola
    made = document(reel.match, frames, "auditor", "turn")
    assert len(made.frames) == len(list(last_of_each(frames, "turn")))
    assert [s for f in made.frames for s in f.sentences] == [s for f in frames for s in f.sentences]
    assert [t for f in made.frames for t in f.dice] == [t for f in frames for t in f.dice]


def test_hostile_remarks_come_out_clean(raid):
    frames = [msgspec.structs.replace(f, remarks=tuple(
        msgspec.structs.replace(r, text="a\u202eb\x1b[2J\u200b\nc") for r in f.remarks)) for f in Reel(raid)]
    made = document(raid, frames, "public")
    texts = {r.text for f in made.frames for r in f.remarks}
    assert texts == {"ab[2J c"}
