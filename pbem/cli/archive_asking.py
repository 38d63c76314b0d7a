"""`pbem archive find`, `stats`, `export`: what the table of an archive answers, and no log is read for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import JsonOption, known_names
from pbem.cli.terminal import say, say_json, short, talk
from pbem.errors import WrongUse
from pbem.kit.spelling import plural
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.archive.figures import ArchiveFigures

TABLE = Path("archive.sqlite")
TableOption = Annotated[Path, typer.Option("--table", help="The table, an SQLite file.")]
GameOption = Annotated[str, typer.Option("--game", help="angola, or angola/1.")]


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(find)
    app.command()(stats)
    app.command()(export)


def find(
    table: TableOption = TABLE,
    game: GameOption = "",
    seat: Annotated[str, typer.Option("--seat", help="A seat that plays.")] = "",
    person: Annotated[str, typer.Option("--person", help="Who plays (with --seat: there); a name or an id.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE, scenario too.")] = None,
    result: Annotated[str, typer.Option("--result", help="Words of how it ended, or its section.")] = "",
    length: Annotated[str, typer.Option("--length", help="Rounds: 100:500, 100:, :500.")] = "",
    rule: Annotated[str, typer.Option("--rule", help="A section that asked or rolled, or one below it.")] = "",
    holds: Annotated[list[str] | None, typer.Option("--holds", help="SIDE:PLACE@TURN, or SIDE:PLACE.")] = None,
    verdict: Annotated[str, typer.Option("--verdict", help="sound, damaged and so on.")] = "",
    json: JsonOption = False,
) -> None:
    """Names the logs that answer all that is asked; no log is read.

    A place is held as the game's rules say, at the first checkpoint of a turn; where they are silent, by a control
    marker, else by who alone has pieces there.
    """
    from pbem.archive.asking import LogWish, find_logs

    people = _people(table, person) if person else ()
    found = find_logs(
        table, LogWish(game, seat, tuple(option or ()), result, length, people, rule, tuple(holds or ()), verdict)
    )
    if json:
        say_json(found)
        return
    say(*(clean(f"{row['path']}{' (' + row['part'] + ')' if row['part'] else ''}") for row in found))
    talk(_many(len(found), "log"))


def _people(table: Path, text: str) -> tuple[str, ...]:
    from pbem.archive.asking import people_of

    named = tuple(id for id, name in known_names().items() if name == text)
    people = named or people_of(table, text)
    if not people:
        raise WrongUse(f"nobody in {short(table)} is {text!r}", "name a person of pbem id list, or begin an id")
    return people


def stats(table: TableOption = TABLE, game: GameOption = "", json: JsonOption = False) -> None:
    """Wins, lengths, times and luck over all matches; no log is read.

    Each match counts once, by its longest log in which nothing is wrong. Dice are counted by pbem archive audit.
    """
    from pbem.archive.figures import figures_of

    figures = figures_of(table, game)
    if json:
        say_json(figures)
    else:
        say(*_lines(figures))


def _many(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {plural(count, one, many).partition(' ')[2]}"


def _lines(figures: ArchiveFigures) -> list[str]:
    lines = [f"{_many(figures.matches, 'match', 'matches')} in {_many(figures.logs, 'log')}"]
    for one in figures.wins:
        own = "".join(f" {name}={str(value).lower()}" for name, value in one.options.items())
        lines.append(f"{one.engine} {one.scenario}{own}: {_many(one.matches, 'match', 'matches')}, {one.ended:,} ended")
        if one.ended:
            won = [(seat, n) for seat, n in (*one.won.items(), ("nobody", one.nobody)) if n]
            lines.append("  won: " + ", ".join(f"{seat} {n:,} ({100 * n / one.ended:.1f} %)" for seat, n in won))
        for name, spread in (("rounds", one.rounds), ("turns", one.turns)):
            if spread is not None:
                lines.append(f"  {name}: {spread[0]:,} to {spread[2]:,}, median {spread[1]:,g}")
    for pace in figures.paces:
        lines.append(f"{pace.engine} {pace.seat}: {_many(pace.decisions, 'decision')}, {pace.a_decision:,.1f} s each")
    for luck in figures.luck:
        lines.append(f"{luck.dice:,} dice with {luck.sides} sides in {_many(luck.games, 'game')}: "
                     f"mean {luck.mean:.3f}, expected {luck.expected_mean}; p {luck.p:.3g} ({luck.way})")
        lines.append(f"  the oddest game has p {luck.least_p:.3g} ({luck.least_path}); of "
                     f"{_many(luck.games, 'fair game')} one is as odd with chance {luck.chance_of_least:.3g}")
    return lines


def export(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.")],
    table: TableOption = TABLE,
    form: Annotated[str, typer.Option("--format", help="parquet (with the extra archive), csv or jsonl.")] = "parquet",
) -> None:
    """Writes each table as a file for other programs: DuckDB, pandas, a spreadsheet."""
    from pbem.archive.exporting import export as write

    for path, count in write(table, output, form):
        say(f"{short(path)}: {count:,} rows")
