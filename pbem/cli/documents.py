"""`pbem export html|json|csv|markdown|report|gif`: a whole game as a file, as one viewer saw it then.

Belongs here: these six, and what they share. Must not be here: pictures of one position (`exporting`).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import (
    DataOption,
    FolderOption,
    LogArgument,
    PassphraseFile,
    known_names,
    log_path,
    tell_otherwise,
)
from pbem.cli.exporting import Auditor, Output, Pixels, ThemeOption, app, theme_named
from pbem.cli.looking import Public
from pbem.cli.replay import AsSeat, ByOption, reel_for, step_named
from pbem.cli.terminal import busy, counted, talk
from pbem.cli.writing import tell_public, write_output
from pbem.errors import WrongUse

if TYPE_CHECKING:
    from pbem.replay.exports.tale import Picture
    from pbem.replay.films.reel import Reel
    from pbem.show.frame import Frame
    from pbem.show.html import Ends
    from pbem.show.scene import Scene

MOST_PICTURES = 2_000
MOST_GAMES = 1_000
MOST_COPIES = 3  # of the process, that paint a film with it


@app.command()
def html(
    output: Output,
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    data: DataOption = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="Put the log into the page, which then checks itself.")
    ] = False,
    what_if: Annotated[
        int | None,
        typer.Option("--what-if", help="Let bots play so many games on from each turn; how they end is told.", min=1,
                     max=MOST_GAMES),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", help="For --what-if: the same seed gives the same games; 1 if not said.")
    ] = None,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes a page that replays the game.

    Step by step, in any browser; it needs no network and no other file.
    """
    from pbem.replay.exports.pages import log_named, replay_page
    from pbem.viewing.viewers import secret_of

    if seed is not None and what_if is None:
        raise WrongUse("--seed is for the games of --what-if", "legal together: --what-if 20 --seed WORD")
    path = log_path(log, folder)
    status, reel, frames = _frames(path, public, as_seat, auditor, data, passphrase_file)
    ends = _ends(reel, frames, "1" if seed is None else seed, what_if) if what_if else []
    log_bytes = path.read_bytes() if proof else None
    page = replay_page(reel, frames, known_names(), log_bytes, name=log_named(path), ends=ends)
    write_output(output, page, secret_of(reel.match, reel.viewer))
    return status


def _ends(reel: Reel, frames: list[Frame], seed: str, games: int) -> list[Ends]:
    """How bots end it from each turn on; what cannot be played is said."""
    from pbem.replay.whatif.ends import ends_by_turn, rounds_of_turns

    found: list[Ends] = []
    rounds = rounds_of_turns(frames)
    played = ends_by_turn(reel, rounds, seed, games)
    for number in range(1, len(rounds) + 1):
        with busy(f"what if: turn {number} of {len(rounds)}"):
            one = next(played)
        if isinstance(one, str):
            talk(one)
        else:
            found.append(one)
    return found


@app.command()
def json(
    output: Output,
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    by: ByOption = "event",
    data: DataOption = None,
    schema: Annotated[bool, typer.Option("--schema", help="Write the JSON Schema instead.")] = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes the whole game as typed records, for other programs."""
    from pbem.replay.exports.document import document, encode, shipped_schema
    from pbem.viewing.viewers import secret_of

    if schema:
        write_output(output, shipped_schema())
        return 0
    step = step_named(by)
    status, reel, frames = _frames(log_path(log, folder), public, as_seat, auditor, data, passphrase_file)
    write_output(output, encode(document(reel.match, frames, reel.viewer, step)), secret_of(reel.match, reel.viewer))
    return status


@app.command()
def csv(
    output: Output,
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    by: ByOption = "event",
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes the game as a table, for spreadsheets and pandas.

    A row for each step, phase or turn; columns for tracks, scores, places held, counters.
    """
    from pbem.replay.exports.rows import table, to_csv
    from pbem.show.frame import whole_steps
    from pbem.viewing.viewers import secret_of

    step = step_named(by)
    status, reel, frames = _frames(log_path(log, folder), public, as_seat, auditor, data, passphrase_file)
    content = to_csv(table(whole_steps(frames, step))).encode("utf-8")
    write_output(output, content, secret_of(reel.match, reel.viewer))
    return status
@app.command()
def markdown(
    output: Output,
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    pictures: Annotated[
        Path | None,
        typer.Option("--pictures", help="A folder for pictures of turning points and turns; needs the extra png."),
    ] = None,
    width: Pixels = 1200,
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes an after-action report.

    How it began, three turning points, the end and why, luck; then all of it turn by turn.
    """
    from pbem.replay.exports.story import report_text
    from pbem.viewing.viewers import secret_of

    if pictures is not None:
        from pbem.show.png import need_resvg

        need_resvg()
        if str(output) == "-":
            raise WrongUse("a report with pictures needs a file: their paths start there", "name one with --output")
    status, reel, frames = _frames(log_path(log, folder), public, as_seat, auditor, data, passphrase_file)
    draw = None if pictures is None else _painter(pictures, output, width or 1200)
    with busy("writing the report"):
        text = report_text(reel, frames, known_names(), draw)
    write_output(output, text.encode("utf-8"), secret_of(reel.match, reel.viewer))
    return status


@app.command()
def report(
    output: Output,
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes the after-action report as one HTML page.

    With the pictures of its turning points inside; it needs no other file.
    """
    from pbem.replay.exports.story import report_page
    from pbem.viewing.viewers import secret_of

    status, reel, frames = _frames(log_path(log, folder), public, as_seat, auditor, data, passphrase_file)
    with busy("writing the report"):
        page = report_page(reel, frames, known_names())
    write_output(output, page, secret_of(reel.match, reel.viewer))
    return status


@app.command()
def gif(
    output: Output,
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    turn: Annotated[int | None, typer.Option("--turn", help="Only the turn of this number.", min=0)] = None,
    by: Annotated[
        str | None, typer.Option("--by", help="How far a step goes: event, phase or turn.")
    ] = None,
    most: Annotated[int, typer.Option("--most", help="No more pictures than this.", min=1, max=MOST_PICTURES)] = 100,
    seconds: Annotated[float, typer.Option("--seconds", help="How long each stands.", min=0.05, max=60)] = 1.0,
    width: Annotated[int, typer.Option("--width", help="How many pixels wide.", min=100, max=2_000)] = 700,
    theme: ThemeOption = "light",
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes a film (GIF) of the game.

    Or of one turn of it; needs the extra `png`.
    """
    from pbem.disk.second import Second, cores
    from pbem.show.frame import whole_steps
    from pbem.show.gif import film, need_pillow, thinned
    from pbem.viewing.viewers import secret_of

    need_pillow()
    chosen_theme = theme_named(theme)
    step = step_named(by or ("turn" if turn is None else "event"))
    status, reel, frames = _frames(log_path(log, folder), public, as_seat, auditor, data, passphrase_file, turn)
    steps = [frame for frame in whole_steps(frames, step) if frame.sentences] or frames[-1:]
    chosen = thinned(steps, most)
    if len(chosen) < len(steps):
        talk(f"{len(chosen)} of {len(steps)} pictures, evenly spread; --most allows more")
    with counted("pictures painted", len(chosen)) as tell:
        content = film(chosen, width=width, milliseconds=round(seconds * 1000), theme=chosen_theme,
                       progress=tell, begin=Second.begin, copies=min(MOST_COPIES, cores() - 1))
    write_output(output, content, secret_of(reel.match, reel.viewer))
    return status


def _frames(
    log: Path, public: bool, as_seat: str | None, auditor: bool, data: Path | None, passphrase_file: Path | None,
    turn: int | None = None,
) -> tuple[int, Reel, list[Frame]]:  # fmt: skip
    """The exit status, and what is written: all frames, or those of a turn."""
    from pbem.replay.films.turns import frames_of_turn
    from pbem.viewing.viewers import viewer_named

    named = viewer_named(public, as_seat, auditor)
    reel = reel_for(log, named, data, passphrase_file)
    status = tell_otherwise(reel.match)
    if named is None:
        tell_public(reel.match, reel.viewer)
    with busy("replaying"):
        return status, reel, list(reel) if turn is None else frames_of_turn(reel, turn)


def _painter(folder: Path, output: Path, width: int) -> Picture:
    """Paints a position into the folder; gives the path from the report to it, as a link has it."""
    from urllib.parse import quote

    import msgspec

    from pbem.post.files import write_atomic
    from pbem.show.frame import Frame
    from pbem.show.png import png, scene_png
    from pbem.show.svg.battle import battle_cards
    from pbem.show.svg.part import around_svg

    start = output.absolute().parent

    def drawn(name: str, shown: Scene | Frame, place: str) -> bytes:
        if isinstance(shown, Frame):
            return png(battle_cards(shown), width)
        scene = msgspec.structs.replace(shown, awaited=())
        return png(around_svg(scene, place), width) if name.startswith("point-") else scene_png(scene, width=width)

    def paint(name: str, shown: Scene | Frame, place: str) -> str:
        path = folder / f"{name}.png"
        write_atomic(path, drawn(name, shown, place))
        return quote(Path(os.path.relpath(path.absolute(), start)).as_posix())

    return paint
