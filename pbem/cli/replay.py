"""`pbem replay`: a game step by step, both ways, as somebody saw it then; and what could have been (`whatif`).

Belongs here: the command, the map and the mark. Must not be here: which commands there are (`pbem.replay.films.walk`),
a step as text (`pbem.cli.steps`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import (
    DataOption,
    FolderOption,
    JsonOption,
    LogArgument,
    PassphraseFile,
    desk,
    log_path,
    reading_desk,
    tell_otherwise,
)
from pbem.cli.looking import Public
from pbem.cli.steps import step_lines, told_lines, whereabouts
from pbem.cli.terminal import (
    TypedLines,
    busy,
    complain,
    height,
    say,
    say_drawn,
    short,
    talk,
    wants_colour,
    width,
    wrapped,
)
from pbem.errors import PbemError, WrongUse
from pbem.show.clean import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.replay.films.reel import Reel
    from pbem.replay.films.walk import Walk
    from pbem.show.frame import By, Frame

AsSeat = Annotated[
    str | None, typer.Option("--as", help="As this seat saw it then: yours; any of them, or auditor, after the end.")
]
Auditor = Annotated[bool, typer.Option("--auditor", help="With full knowledge, after all have disclosed.")]
ByOption = Annotated[str, typer.Option("--by", help="How far a step goes: event, phase or turn.")]
STEPS = ("event", "phase", "turn")
MAP_WIDTH = 72  # a terminal narrower than this shows no map
MAP_HEIGHT, BESIDE_MAP = 16, 12  # lines of a map that may be cut, at least; lines of a terminal kept for the story
MANY = 24  # lines told of steps that were passed


def register(app: typer.Typer) -> None:
    """Adds the command of this file."""
    app.command()(replay)


def replay(
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    by: ByOption = "event",
    at: Annotated[int | None, typer.Option("--at", help="Start after this round.", min=1)] = None,
    from_last_seen: Annotated[bool, typer.Option("--from-last-seen", help="Start where you left.")] = False,
    what_if: Annotated[
        int | None, typer.Option("--what-if", help="So many games as bots play on from there.", min=1, max=1000)
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help="For the dice and bots of --what-if.")] = "1",
    ascii: Annotated[bool, typer.Option("--ascii", help="Plain ASCII.")] = False,
    data: DataOption = None,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Steps through a game, both ways.

    Shows what was seen then. Typed commands say where to go: h lists them; without a terminal they are read from
    standard input, and the first that fails ends it. --json writes all frames, as `pbem export json` does.
    """
    from pbem.viewing.viewers import viewer_named

    typed = None if json or what_if is not None else TypedLines()
    if typed is not None and typed.is_nothing:
        raise WrongUse("pbem replay asks where to go, and there is no terminal", "see pbem log, pbem show --at, --json")
    if from_last_seen and at is not None:
        raise WrongUse("only one of --at and --from-last-seen can be meant")
    path = log_path(log, folder)
    reel = reel_for(path, viewer_named(public, as_seat, auditor), data, passphrase_file)
    step, status = step_named(by), tell_otherwise(reel.match)
    if what_if is not None and not from_last_seen:
        _what_if_bots(reel, at, seed, what_if, json)
        return status
    with busy("replaying"):
        frames = list(reel)
    if json and what_if is None:
        _say_frames(reel, frames, step, at)
        return status
    from pbem.replay.films.walk import Walk

    walk = Walk(frames, by=step)
    if at is not None:
        walk.to_round(at)
    elif from_last_seen:
        _to_last_seen(walk, path, reel)
    if what_if is not None:
        _what_if_bots(reel, walk.here.round, seed, what_if, json)
        return status
    assert typed is not None
    talk(f"{reel.match.ruleset.title}, {frames[-1].round} rounds, as seen by {reel.viewer}; h for help")
    try:
        _loop(walk, reel, seed, typed, ascii)
    finally:
        _keep_seen(walk, path, reel, asked=from_last_seen)
    return status


# ------------------------------------------------------------------ what all that shows frames shares


def step_named(word: str) -> By:
    """event, phase or turn; WrongUse for another word."""
    for step in STEPS:
        if step == word:
            return step  # type: ignore[return-value]
    raise WrongUse(f"--by {clean(word)!r} is no step", f"legal: {', '.join(STEPS)}")


def reel_for(log: Path, viewer: str | None, data: Path | None, passphrase_file: Path | None) -> Reel:
    """The frames of a log for a viewer; None: a seat of one's own, full knowledge after the end, or the public."""
    from pbem.cli.context import read_match
    from pbem.replay.films.opening import line_numbers
    from pbem.replay.films.reel import Reel
    from pbem.viewing.viewers import default_viewer, secrets_for

    reader = reading_desk(passphrase_file) if viewer not in ("public", "auditor") else None
    match = read_match(log, reader, data, replays=True)
    chosen = viewer or default_viewer(match)
    is_locked = viewer not in (None, "public") and (reader is None or reader.identity is None)
    if is_locked and not match.binding.is_over and _has_home():
        match = read_match(log, desk(passphrase_file), data, replays=True)  # perhaps it is one's own: worth a question
    return Reel(match, chosen, secrets=secrets_for(match, chosen), lines=line_numbers(log, match))


def _has_home() -> bool:
    from pbem.home import Home

    return Home.find().exists


def _say_frames(reel: Reel, frames: list[Frame], by: By, at: int | None) -> None:
    from pbem.replay.exports.document import document, encode
    from pbem.show.frame import at_round

    shown = frames if at is None else frames[at_round(frames, at) :]
    say(encode(document(reel.match, shown, reel.viewer, by)).decode().rstrip())


def _what_if_bots(reel: Reel, at: int | None, seed: str, count: int, json: bool) -> None:
    from pbem.cli.whatif import bots

    last = len(reel.match.rounds.closed)
    if at is not None and at > last:
        raise WrongUse(f"there is no round {at} yet: the last closed one is {last}")
    bots(reel, min(1, last) if at is None else at, seed, count, json=json)


# ------------------------------------------------------------------ walking


def _loop(walk: Walk, reel: Reel, seed: str, typed: TypedLines, ascii: bool) -> None:
    from pbem.cli.whatif import what_if
    from pbem.replay.films.walk import HELP

    columns = width()
    maps = columns >= MAP_WIDTH
    _show(walk.since(walk.at), walk, maps, ascii)
    while (command := typed.next("replay")) is not None:
        before, word = walk.at, command.strip().lower()
        try:
            if word in ("q", "quit", "exit"):
                return
            if word in ("h", "help"):
                talk(*HELP)
            elif word == "map":
                maps = not maps and columns >= MAP_WIDTH
                _show([walk.here], walk, maps, ascii)
            elif word == "all":
                from pbem.show.text import draw_lists

                say_drawn(*draw_lists(walk.here.scene, width=columns, colour=wants_colour(), ascii=ascii))
            elif word.split()[:1] in (["what-if"], ["branch"]):
                what_if(reel, walk.here.round, command.strip().partition(" ")[2].strip(), seed, typed, ascii=ascii)
            elif walk.go(command):
                _show(walk.since(before), walk, maps, ascii)
            else:
                raise WrongUse(f"{clean(command)!r} is no command; h lists them")
        except PbemError as error:
            if not typed.is_person:
                raise
            complain(error)


def _map(walk: Walk, ascii: bool) -> list[str]:
    """The map after this step; of a map higher than the terminal the part that was looked at last."""
    from pbem.show.text import draw_board

    lines = max(MAP_HEIGHT, height() - BESIDE_MAP)
    return draw_board(walk.here.scene, width=width(), colour=wants_colour(), ascii=ascii, around=walk.looked_at,
                      height=lines)  # fmt: skip


def _show(passed: Iterable[Frame], walk: Walk, maps: bool, ascii: bool) -> None:
    """The map, the steps passed on the way as sentences, then where it stands: few enough that the map stays in sight.

    If one step alone tells more than there is room for, the map comes after it.
    """
    here, step = walk.here, step_lines(walk.here)
    where = wrapped(whereabouts(here, walk.at + 1, len(walk.frames)), hang=2)
    lines = [line for frame in passed if frame is not here for line in told_lines(frame)]
    many = min(MANY, max(0, BESIDE_MAP - 4 - len(step) - len(where))) if maps else MANY
    told = lines[len(lines) - many:] if len(lines) > many else lines
    if len(lines) > many:
        told = [f"  ... {len(lines) - many} lines more: pbem log", *told]
    is_long = maps and 3 + len(told) + len(step) + len(where) > BESIDE_MAP
    if maps and not is_long:
        say_drawn("", *_map(walk, ascii))
    say("", *told, *step)
    if is_long:
        say_drawn("", *_map(walk, ascii))
    say(*where)


# ------------------------------------------------------------------ the mark


def _to_last_seen(walk: Walk, path: Path, reel: Reel) -> None:
    from pbem.replay.films.seen import last_seen

    round = last_seen(path.parent, reel.match.genesis.id, reel.viewer)
    if not round:
        talk("nothing of this match was seen yet: it begins at the beginning")
        return
    walk.to_round(min(round, walk.frames[-1].round))


def _keep_seen(walk: Walk, path: Path, reel: Reel, *, asked: bool) -> None:
    """In the folder of one's own game, or where the mark was asked for; a stranger's log is left alone."""
    from pbem.record.log import LOG_NAME
    from pbem.replay.films.seen import is_marked, mark_seen

    game = reel.match.genesis.id
    if path.name != LOG_NAME or not (asked or reel.match.keys or is_marked(path.parent, game)):
        return
    try:
        mark_seen(path.parent, game, reel.viewer, walk.frames[walk.furthest].round)
    except (OSError, PbemError):
        talk(f"how far you looked could not be kept in {short(path.parent)}")
