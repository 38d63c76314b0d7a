"""`pbem show` and `pbem log`: the board and the story, as a seat or the public may see them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.asking import report_lines
from pbem.cli.context import (
    DataOption,
    FolderOption,
    JsonOption,
    LogArgument,
    PassphraseFile,
    desk,
    log_path,
    read_match,
    reading_desk,
    tell_otherwise,
)
from pbem.cli.drafted import (
    as_drafted,
    drafting_on,
    drafts_as_data,
    story_as_data,
    story_as_drafted,
    tell_undrawn,
    viewer_on,
)
from pbem.cli.since import answered_lines, looked
from pbem.cli.terminal import say, say_drawn, say_json, talk, wants_colour, width
from pbem.errors import WrongUse

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.desk.drafting import Drafting
    from pbem.desk.since_look import SinceLook
    from pbem.match.match import Match
    from pbem.show.scene import Scene

Public = Annotated[bool, typer.Option("--public", help="Only what everybody may see.")]
AsSeat = Annotated[
    str | None, typer.Option("--as", help="What this seat may see: yours; any of them, or auditor, after the end.")
]
Fire = Annotated[str | None, typer.Option("--fire", help="Mark who can fire there: a place, two places, or a unit.")]
Reach = Annotated[str | None, typer.Option("--reach", help="Mark where a unit can go, and what that costs.")]
AsDrafted = Annotated[bool, typer.Option("--draft", help="With your drafts, which are not sent.")]
At = Annotated[int | None, typer.Option("--at", help="The position after this round.", min=1)]


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(show)
    app.command()(log)


def show(
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    at: At = None,
    draft: AsDrafted = False,
    data: DataOption = None,
    columns: Annotated[int | None, typer.Option("--width", help="How many characters wide.", min=40, max=400)] = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Plain ASCII.")] = False,
    key: Annotated[bool, typer.Option("--key", help="Explain every code.")] = False,
    around: Annotated[str, typer.Option("--around", help="On a map of hexes: the part around this one.")] = "",
    fire: Fire = None,
    reach: Reach = None,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Draws the board, tracks, boxes and pools."""
    from pbem.show.scene import is_hex_map
    from pbem.show.text import draw
    from pbem.viewing.scenes import scene_of

    path = log_path(log, folder)
    if draft:
        check_now(public, at)
        drafting = drafting_on(path, data, passphrase_file)
        match = drafting.match
        scene = scene_of(match, viewer_on(drafting, as_seat), fire=fire, reach=reach)
        status, scene = tell_otherwise(match), as_drafted(drafting, scene)
    else:
        match, viewer = match_seen(path, public, as_seat, at, data, passphrase_file)
        status, scene = tell_otherwise(match), scene_of(match, viewer, fire=fire, reach=reach)
        if not public and at is None:
            tell_undrawn(match, path, "show")
    if around and not is_hex_map(scene.board):
        raise WrongUse("--around is for maps of hexes; this board is always drawn whole")
    if json:
        say_json(scene)
    else:
        colour = wants_colour()
        drawn = draw(scene, width=columns or width(), colour=colour, ascii=ascii, key=key, around=around)
        say_drawn(drawn.rstrip("\n"))
        if lines := report_lines(match):
            say("", *lines)
    return status


def check_now(public: bool, at: int | None) -> None:
    """WrongUse if drafts are asked for in what everybody sees, or in a position of the past."""
    if public or at is not None:
        raise WrongUse("drafts are yours alone, and follow what is recorded", "leave out --public and --at")


def match_seen(
    path: Path,
    public: bool,
    as_seat: str | None,
    at: int | None,
    data: Path | None,
    passphrase_file: Path | None,
    seen: Callable[[Match], None] | None = None,
) -> tuple[Match, str]:
    """A log after a round or now, as far as a viewer sees it; and the viewer. `seen` as in `read_match`."""
    from pbem.viewing.viewers import secrets_for, viewer_now

    reader = reading_desk(passphrase_file) if as_seat is not None or not public else None
    if as_seat is not None and reader is not None and reader.identity is None and reader.home.exists:
        reader = desk(passphrase_file)
    match = read_match(path, reader, data, at=at, seen=seen if as_seat is None else None)
    if as_seat is not None and as_seat not in [match.name(s) for s in match.keys]:
        whole = match if at is None else read_match(path, reader, data)
        secrets = secrets_for(whole, as_seat)
        match = read_match(path, reader, data, at=at, disclosed=secrets, seen=seen)
    elif as_seat is not None and seen is not None:
        seen(match)
    return match, viewer_now(match, public, as_seat)


def scene_seen(
    path: Path,
    named: str | None,
    at: int | None,
    data: Path | None,
    passphrase_file: Path | None,
    *,
    fire: str | None = None,
    reach: str | None = None,
) -> tuple[int, Scene, str]:
    """The exit status, what a viewer sees after a round or now, and the seat whose secrets may be in that.

    Nothing of the match is played twice for it.

    `named` is a viewer; None: as `pbem show` without an option.
    """
    from pbem.viewing.scenes import scene_of
    from pbem.viewing.viewers import secret_of, viewer_now

    scenes: list[Scene] = []
    public = named == "public"
    as_seat = None if public else named

    def look(match: Match) -> None:
        scenes.append(scene_of(
            match, viewer_now(match, public, as_seat), fire=fire, reach=reach, ways=True,
            is_past=at is not None or (match.otherwise is not None and match.otherwise.told is not None),
        ))  # fmt: skip

    match, viewer = match_seen(path, public, as_seat, at, data, passphrase_file, seen=look)
    return tell_otherwise(match), scenes[-1], secret_of(match, viewer)


def log(
    log: LogArgument = None,
    folder: FolderOption = None,
    since: Annotated[int, typer.Option("--since", help="From this round on.", min=1)] = 1,
    since_look: Annotated[bool, typer.Option("--since-look", help="What is new since you looked last.")] = False,
    at: At = None,
    headlines: Annotated[bool, typer.Option("--headlines", help="Only what decides the game.")] = False,
    as_seat: AsSeat = None,
    draft: AsDrafted = False,
    data: DataOption = None,
    json: JsonOption = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Tells the story, sentence by sentence.

    Each with the round it happened in and the rule; what the players remarked, before what the round they wrote in
    came to; and how it ended. As a seat: what that seat sealed as well.
    """
    from pbem.desk.logged import ended_line, log_lines
    from pbem.record.events import Note

    path = log_path(log, folder)
    drafting: Drafting | None = None
    if draft:
        check_now(False, at)
        drafting = drafting_on(path, data, passphrase_file)
        match = drafting.match
        as_seat = viewer_on(drafting, as_seat) if as_seat is not None else None
    elif as_seat is None:
        match = read_match(path, None, data, at=at)
    else:
        match, _ = match_seen(path, False, as_seat, at, data, passphrase_file)
    new, asked = new_since(path, match, at, draft, passphrase_file) if since_look else (None, list[str]())
    since = max(since, new.round) if new is not None else since
    status = tell_otherwise(match)
    unsent = {id(t) for told in drafting.told for t in told} if drafting is not None else set[int]()
    result = match.binding.result if match.binding.has_ended and drafting is None else None
    if json:
        story = [t for t in match.binding.table.story if id(t) not in unsent]
        told = [t for t in story if t.round >= since and (t.headline or not headlines)]
        remarks = [e.msg for e in match.feeds.side_events() if isinstance(e.msg, Note) and e.msg.r >= since]
        backs = [(r, to) for r, to in match.binding.takebacks if r >= since]
        noted = [{"round": m.r, "seat": match.name(m.seat), "text": m.body.text} for m in remarks]
        ended = None if result is None else {"text": result.text, "by": result.by, "winners": result.winners}
        drafted = {} if drafting is None else {"drafts": drafts_as_data(drafting)}
        answered = {} if new is None else {"answered": list(new.answered), "asked": asked}
        say_json({"story": story_as_data(told), "remarks": noted, "ended": ended} | drafted | answered
                 | ({"takebacks": [{"round": r, "to": to} for r, to in backs]} if backs else {}))
        return status
    lines = log_lines(match, as_seat, since=since, headlines=headlines, without=unsent)
    say(*lines, *answered_lines(new))
    if drafting is not None:
        say(*story_as_drafted(drafting, headlines=headlines))
    elif at is None:
        tell_undrawn(match, path, "log")
    if as_seat is None and drafting is None:
        _tell_sealed(match)
    say(*asked)
    if result is not None:
        say(ended_line(match))
    return status


def new_since(
    path: Path, match: Match, at: int | None, draft: bool, passphrase_file: Path | None
) -> tuple[SinceLook, list[str]]:
    """What is new to the person of this home, and what he is asked; from now on it is old."""
    from pbem.courier.report import decides
    from pbem.desk.waiting import human_duties

    if draft or at is not None:
        raise WrongUse("--since-look tells what the record holds now", "leave out --draft and --at")
    mine = match if match.keys else read_match(path, reading_desk(passphrase_file))
    new = looked(mine, path)
    if new is None:
        raise WrongUse("no seat of that match is held here, or nobody else plays in it", "pbem log tells all of it")
    duties = human_duties(mine)
    return new, [decides(mine, duties) if duties else "nothing is asked of you now"]


def _tell_sealed(match: Match) -> None:
    """Says that what the person of this home sealed is not in what was just told."""
    from pbem.home import Home
    from pbem.record.events import Seal

    known = Home.find().games.get(match.genesis.id)
    for seat in () if known is None or known.elsewhere else known.seats:
        if any(isinstance(e.msg, Seal) and e.seat == seat for e in match.feeds.by_id.values()):
            talk(f"note: what {match.name(seat)} sealed stands in: pbem log --as {match.name(seat)}")
