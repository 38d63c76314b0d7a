"""A whole game as typed records for other people's programs: what `pbem export json` writes.

Scenes are deltas by part: a frame's `scene` holds the parts that differ from the frame before; a frame with `key` true,
the first of each turn, holds every part. So `scene = frame.scene if frame.key else scene | frame.scene` reads on.
The board stands once, in `boards`; a scene names its number there. `game.schema.json` beside this file says it all in
JSON Schema. Belongs here: the records. Must not be here: files, painting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files as package_files
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType, structs

from pbem.match.match import Match
from pbem.show import scene as sc
from pbem.show.clean import clean, escape_json
from pbem.show.frame import By, Deed, Ending, Frame, Kind, Remark, Throw, whole_steps

FORMAT: Literal["pbem-game/1"] = "pbem-game/1"
PARTS = tuple(name for name in sc.Scene.__struct_fields__ if name not in ("board", "viewer", "sentences"))


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The base: every field is written, an empty one too."""


class SeatRecord(Record, frozen=True):
    """A seat: its name, the key of the person who holds it (base64url), `judge` for one that only gives dice."""

    name: str
    person: str
    role: str | None = None


class MatchRecord(Record, frozen=True):
    """What was played: the id of the match, the ruleset as `name/version`, its data, all options, people, dice policy.

    `about` tells a stranger what the game is, `scenario` is the title of the one played. `rounds` counts the closed
    rounds; `ending` is null while the match goes on; `unwitnessed` are rounds whose dice one person alone contributed
    to.
    """

    id: str
    engine: str
    engine_hash: str
    title: str
    about: str
    scenario: str
    options: dict[str, str | int | bool]
    dice: str
    host: str
    seats: tuple[SeatRecord, ...]
    rounds: int
    unwitnessed: tuple[int, ...]
    ending: Ending | None = None


class SceneRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a scene that changed, or all of them; `board` is the number of the board in `boards`."""

    title: str | UnsetType = UNSET
    turn: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    board: int | UnsetType = UNSET
    awaited: tuple[sc.Awaited, ...] | UnsetType = UNSET
    stacks: tuple[sc.Stack, ...] | UnsetType = UNSET
    markers: tuple[sc.Marker, ...] | UnsetType = UNSET
    tracks: tuple[sc.Track, ...] | UnsetType = UNSET
    boxes: tuple[sc.Box, ...] | UnsetType = UNSET
    pools: tuple[sc.Pool, ...] | UnsetType = UNSET
    cards: tuple[sc.Cards, ...] | UnsetType = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET
    highlights: tuple[sc.Highlight, ...] | UnsetType = UNSET
    arrows: tuple[sc.Arrow, ...] | UnsetType = UNSET
    aside: tuple[sc.Piece, ...] | UnsetType = UNSET
    scores: tuple[sc.Score, ...] | UnsetType = UNSET


class FrameRecord(Record, frozen=True):
    """One step of the game: what happened since the frame before, and the position after it.

    `number` counts frames from 0; `round` is the round of the record that closed, `lines` the lines of the log that it
    took, from 1. `rule` and `about` say what was asked (a section of the rulebook; a region or unit), `deeds` what
    the seats did. The first `closing` of the `sentences` and `closing_dice` of the `dice` still belong to the turn
    before. `time` is Unix seconds as the last seat's clock claims, 0 if it says nothing. Where `key` is true,
    `scene` holds every part; else only those that differ from the frame before:
    `scene = frame.scene if frame.key else scene | frame.scene`.
    """

    number: int
    round: int
    kind: Kind
    key: bool
    turn: str
    phase: str
    rule: str
    about: str
    deeds: tuple[Deed, ...]
    sentences: tuple[sc.Sentence, ...]
    closing: int
    dice: tuple[Throw, ...]
    closing_dice: int
    remarks: tuple[Remark, ...]
    lines: tuple[int, ...]
    time: int
    scene: SceneRecord


class Document(Record, frozen=True):
    """One game as one viewer saw it: `public`, a seat or `auditor`.

    `by` says what a frame is: each step, or the last step of each phase or turn, with all that happened in it.
    """

    format: Literal["pbem-game/1"]
    viewer: str
    by: By
    match: MatchRecord
    boards: tuple[sc.Board, ...]
    frames: tuple[FrameRecord, ...]


def document(match: Match, frames: Iterable[Frame], viewer: str, by: By = "event") -> Document:
    """The records of a match and its frames."""
    boards: list[sc.Board] = []
    records = tuple(_records(frames, boards, by))
    about = match_record(match)
    return Document(format=FORMAT, viewer=viewer, by=by, match=about, boards=tuple(boards), frames=records)


def match_record(match: Match) -> MatchRecord:
    """What was played, and how it ended."""
    body, result = match.genesis.msg.body, match.result
    options = match.ruleset.full_options(body.options)
    return MatchRecord(
        id=match.genesis.id,
        engine=match.ruleset.engine,
        engine_hash=body.engine_hash,
        title=match.ruleset.title,
        about=match.ruleset.about,
        scenario=match.ruleset.scenarios[str(options["scenario"])],
        options={n: clean(v) if isinstance(v, str) else v for n, v in options.items()},
        dice="+".join(body.dice.by),
        host=body.host,
        seats=tuple(SeatRecord(name=s.name, person=s.id, role=s.role) for s in body.seats),
        rounds=len(match.rounds.closed),
        unwitnessed=tuple(match.binding.unwitnessed),
        ending=None if result is None else Ending(result.winners, result.text, result.by, result.why),
    )


def _records(frames: Iterable[Frame], boards: list[sc.Board], by: By) -> Iterator[FrameRecord]:
    before: sc.Scene | None = None
    for frame in whole_steps(frames, by):
        key = before is None or before.turn != frame.turn
        yield FrameRecord(
            number=frame.number,
            round=frame.round,
            kind=frame.kind,
            key=key,
            turn=frame.turn,
            phase=frame.phase,
            rule=frame.rule,
            about=frame.about,
            deeds=frame.deeds,
            sentences=frame.sentences,
            closing=frame.closing,
            dice=frame.dice,
            closing_dice=frame.closing_dice,
            remarks=tuple(structs.replace(r, text=clean(r.text)) for r in frame.remarks),
            lines=frame.lines,
            time=frame.time,
            scene=_parts(frame.scene, None if key else before, boards),
        )
        before = frame.scene


def _parts(scene: sc.Scene, before: sc.Scene | None, boards: list[sc.Board]) -> SceneRecord:
    parts: dict[str, Any] = {
        name: getattr(scene, name) for name in PARTS if before is None or getattr(scene, name) != getattr(before, name)
    }
    if before is None or scene.board is not before.board:
        if scene.board not in boards:
            boards.append(scene.board)
        parts["board"] = boards.index(scene.board)
    return SceneRecord(**parts)


def encode(made: Document) -> bytes:
    """One line of JSON, and its end; what acts on a terminal stands in it as an escape."""
    return escape_json(msgspec.json.encode(made, order="deterministic").decode()).encode() + b"\n"


def scenes(read: Document) -> Iterator[sc.Scene]:
    """The whole scene of each frame of a document, put together from its parts."""
    parts: dict[str, Any] = {}
    for frame in read.frames:
        given = {n: v for n in SceneRecord.__struct_fields__ if (v := getattr(frame.scene, n)) is not UNSET}
        parts = given if frame.key else parts | given
        whole = parts | {"board": read.boards[parts["board"]]}
        yield sc.Scene(**whole, viewer=read.viewer, sentences=frame.sentences)


def schema() -> dict[str, Any]:
    """The JSON Schema of a document, from the types."""
    (_,), components = msgspec.json.schema_components([Document], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game recorded by pbem, as one viewer saw it",
        "$ref": "#/$defs/Document",
        "$defs": components,
    }


def shipped_schema() -> bytes:
    """The JSON Schema as it is shipped."""
    return (package_files("pbem.replay.exports") / "game.schema.json").read_bytes()
