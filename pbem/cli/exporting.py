"""`pbem export`: the board as a picture, as a seat, the public or the auditor may see it; the card of a battle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import DataOption, FolderOption, LogArgument, PassphraseFile, log_path, tell_otherwise
from pbem.cli.looking import AsSeat, At, Fire, Public, Reach, scene_seen
from pbem.cli.writing import write_output
from pbem.errors import WrongUse

if TYPE_CHECKING:
    from pbem.show.svg.paint import Theme

app = typer.Typer(help="Writes pictures, pages, films, reports and data.", no_args_is_help=True)

Output = Annotated[Path, typer.Option("--output", "-o", help="The file to write; - is standard output.")]
Auditor = Annotated[bool, typer.Option("--auditor", help="Everything, after the end: as --as auditor.")]
ThemeOption = Annotated[str, typer.Option("--theme", help="light, night or contrast.")]
Card = Annotated[
    bool, typer.Option("--card", help="Instead of the board the card of the battle that ended then, else of the last.")
]
Pixels = Annotated[int | None, typer.Option("--width", help="How many pixels wide.", min=100, max=20_000)]


def theme_named(name: str) -> Theme:
    """The theme of a name; WrongUse lists them."""
    from pbem.show.svg.paint import THEMES

    found = next((theme for theme in THEMES if theme == name), None)
    if found is None:
        raise WrongUse(f"no theme is called {name}", f"one of {', '.join(THEMES)}")
    return found


@app.command()
def svg(
    output: Output,
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    at: At = None,
    data: DataOption = None,
    width: Pixels = None,
    theme: ThemeOption = "light",
    card: Card = False,
    fire: Fire = None,
    reach: Reach = None,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes the board, tracks, boxes and pools as SVG."""
    from pbem.show.svg import scene_svg
    from pbem.viewing.viewers import viewer_named

    chosen, path = theme_named(theme), log_path(log, folder)
    if card:
        _check_card(fire, reach, as_seat, auditor=auditor)
        status, drawn = _card(path, at, data, chosen, width)
        write_output(output, drawn.encode())
        return status
    viewer = viewer_named(public, as_seat, auditor)
    status, scene, seat = scene_seen(path, viewer, at, data, passphrase_file, fire=fire, reach=reach)
    write_output(output, scene_svg(scene, width=width, theme=chosen).encode(), seat)
    return status


@app.command()
def png(
    output: Output,
    log: LogArgument = None,
    folder: FolderOption = None,
    public: Public = False,
    as_seat: AsSeat = None,
    auditor: Auditor = False,
    at: At = None,
    data: DataOption = None,
    width: Pixels = 1200,
    theme: ThemeOption = "light",
    card: Card = False,
    fire: Fire = None,
    reach: Reach = None,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Writes the same as a PNG; needs the extra `png`."""
    from pbem.show.png import need_resvg, scene_png
    from pbem.show.png import png as to_png
    from pbem.viewing.viewers import viewer_named

    need_resvg()
    chosen, path = theme_named(theme), log_path(log, folder)
    if card:
        _check_card(fire, reach, as_seat, auditor=auditor)
        status, drawn = _card(path, at, data, chosen, None)
        write_output(output, to_png(drawn, width or 1200))
        return status
    viewer = viewer_named(public, as_seat, auditor)
    status, scene, seat = scene_seen(path, viewer, at, data, passphrase_file, fire=fire, reach=reach)
    write_output(output, scene_png(scene, width=width or 1200, theme=chosen), seat)
    return status


def _check_card(fire: str | None, reach: str | None, as_seat: str | None, *, auditor: bool) -> None:
    """WrongUse for what a card does not show."""
    from pbem.play.sight import PUBLIC

    if fire is not None or reach is not None:
        raise WrongUse("a card shows no board", "leave out --fire and --reach, or --card")
    if auditor or as_seat not in (None, PUBLIC):
        raise WrongUse("a card shows what everybody may see, and nothing else",
                       f"leave out {'--auditor' if auditor else '--as'}, or --card")


def _card(log: Path, at: int | None, data: Path | None, theme: Theme, wide: int | None) -> tuple[int, str]:
    """The exit status and the cards of the battles that ended in a round, or last; all of them is public."""
    from pbem.cli.replay import reel_for
    from pbem.play.sight import PUBLIC
    from pbem.show.frame import valid
    from pbem.show.svg.battle import battle_cards

    reel = reel_for(log, PUBLIC, data, None)
    status = tell_otherwise(reel.match)
    fought = [frame for frame in valid(list(reel)) if frame.fights]
    found = fought[-1:] if at is None else [frame for frame in fought if frame.round == at]
    if not found:
        raise _no_battle([frame.round for frame in fought], at)
    return status, battle_cards(found[0], wide=wide, theme=theme)


def _no_battle(rounds: list[int], at: int | None) -> WrongUse:
    """Says in which rounds near by a battle ended."""
    if at is None or not rounds:
        return WrongUse("no battle has ended yet")
    near = [f"before it in {r}" for r in rounds if r < at][-1:] + [f"after it in {r}" for r in rounds if r > at][:1]
    return WrongUse(f"no battle ended in round {at}", f"one ended {' and '.join(near)}")
