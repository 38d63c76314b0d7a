"""`pbem archive`: folders of many logs, judged into a table."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.archive_asking import TABLE, TableOption, register
from pbem.cli.context import JsonOption
from pbem.cli.terminal import busy, say, say_json, talk
from pbem.limits import MAX_ARCHIVED, MAX_JUDGING
from pbem.show.clean import clean

if TYPE_CHECKING:
    from pbem.archive.run import RunDone, RunWish
    from pbem.archive.store import ArchiveStore
    from pbem.archive.tables import Level

app = typer.Typer(
    help="Many logs at once.\n\nFolders of logs, packets, bundles, zip files and mailboxes are judged into a table.",
    no_args_is_help=True,
)
FoldersArgument = Annotated[list[str], typer.Argument(help="Folders, files and addresses as s3://.")]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", "--workers", "-j", min=1, max=256, help="Processes; else one for each core.")
]
EngineOption = Annotated[str, typer.Option(
    "--engine", help="pool; one: this process alone, without a guard; dask, or dask://HOST:PORT, tls://HOST:PORT.")]


def _a_number(value: float) -> float:
    """What is compared with a bound must be a number."""
    if math.isnan(value):
        raise typer.BadParameter("nan is no number")
    return value


LimitOption = Annotated[float, typer.Option(
    "--limit", min=0.1, max=1_000_000, callback=_a_number, help="Seconds that one log may take.")]
MostOption = Annotated[int, typer.Option("--most", min=1, max=10**12, help="Bytes that one log may have.")]
RecheckOption = Annotated[bool, typer.Option("--recheck", help="Reads what is known, too.")]
PlanOption = Annotated[int | None, typer.Option(
    "--plan", metavar="GAMES", min=1, max=10**12, help="Says from 50 of these logs what so many would take.")]
PriceOption = Annotated[float, typer.Option(
    "--price", min=0, max=1_000_000, callback=_a_number, help="Of one core for an hour, for --plan.")]
PRICE = 0.05


@app.command()
def verify(
    folders: FoldersArgument,
    table: TableOption = TABLE,
    jobs: JobsOption = None,
    engine: EngineOption = "pool",
    limit: LimitOption = MAX_JUDGING,
    most: MostOption = MAX_ARCHIVED,
    recheck: RecheckOption = False,
    plan: PlanOption = None,
    price: PriceOption = PRICE,
    json: JsonOption = False,
) -> int:
    """Judges every log as pbem verify does, every signature too.

    What the table knows is not read again. Ends with the status of the worst log.
    """
    return _judge(_wish("full", folders, table, jobs, engine, limit, most, recheck), plan, price, json)


@app.command()
def audit(
    folders: FoldersArgument,
    table: TableOption = TABLE,
    jobs: JobsOption = None,
    engine: EngineOption = "pool",
    limit: LimitOption = MAX_JUDGING,
    most: MostOption = MAX_ARCHIVED,
    recheck: RecheckOption = False,
    plan: PlanOption = None,
    price: PriceOption = PRICE,
    json: JsonOption = False,
) -> int:
    """Judges every log as pbem audit does.

    Counts dice, hits and claims, too. Pages in a bundle are not compared with its log: pbem audit does that.
    """
    return _judge(_wish("audit", folders, table, jobs, engine, limit, most, recheck), plan, price, json)


def _wish(
    level: Level, folders: list[str], table: Path, jobs: int | None, engine: str, limit: float, most: int,
    recheck: bool,
) -> RunWish:
    from pbem.archive.far import is_far, plain_address
    from pbem.archive.run import RunWish
    from pbem.disk.second import cores

    named = [plain_address(one) if is_far(one) else one for one in folders]
    words = os.fsencode(" ".join(["archive", level, *named])).decode("utf-8", "backslashreplace")
    return RunWish(
        tuple(folders), table, level, engine, jobs or cores(), limit, most, recheck, clean(words),
        time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    )


def _judge(wish: RunWish, plan: int | None, price: float, json: bool) -> int:
    from pbem.archive.run import run_over

    if plan is not None:
        _plan(wish, plan, price, json)
        return 0
    if wish.engine.startswith("dask://"):
        talk(f"{clean(wish.engine)}: whoever reaches it can run programs there; tls:// keeps others out")
    with _progress() as show:
        done = run_over(wish, show, (lambda _store, _done: None) if json else _tell)
    if json:
        say_json(done)
    return done.status


def _plan(wish: RunWish, games: int, price: float, json: bool) -> None:
    from pbem.archive.plan import plan

    with busy("judging some of the logs"):
        made = plan(wish, games, price)
    if json:
        say_json(made)
        return
    verb = "audited" if made.level == "audit" else "verified"
    unread = f", {made.unread} of them unread" if made.unread else ""
    say(f"{games:,} games like these, {verb} (from {made.sampled} logs of {made.files:,} files here{unread}):")
    say(f"  {made.core_hours:,.2f} core hours, {made.cpu_a_game:.3f} s a game")
    say(f"  {made.hours:,.2f} hours with {made.cores:,} cores that do nothing else (-j)")
    say(f"  {made.memory_mb:,.0f} MB of memory for {made.cores:,} processes")
    say(f"  {made.disk_mb / 1000:,.2f} GB of disk for the logs")
    say(f"  {made.money:,.2f} at {made.price:g} for an hour of one core (--price)")


def _tell(store: ArchiveStore, done: RunDone) -> None:
    for verdict, _, complete, engine, count in store.statuses():
        end = {1: "ended", 0: "goes on"}.get(complete, "") if engine else ""
        say(f"{count:>9,}  {verdict + (f', {end}' if end else ''):36}{engine or ''}".rstrip())
    for path, part, status, verdict, why in store.not_sound():
        say(f"{status}  {verdict}: {clean(path)}{f' ({clean(part)})' if part else ''}: {why}")
    talk(f"{done.logs:,} logs, {done.known:,} of them known: {done.seconds:,.1f} s, {done.cpu:,.1f} s of processors")


@app.command("list")
def list_(folders: FoldersArgument, table: TableOption = TABLE, json: JsonOption = False) -> None:
    """Names what a run would find, and what the table says of it; reads no log."""
    from pbem.archive.asking import known_files
    from pbem.archive.run import check_addresses, found_in

    check_addresses(folders)
    known = known_files(table)
    found = [(file, known.get(file.name)) for file in found_in(folders)]
    if json:
        say_json([
            {"path": file.name, "size": file.size, "why": file.why, "verdict": verdict or ""} for file, verdict in found
        ])
        return
    for file, verdict in found:
        say(f"{file.size:>13,}  {file.why or verdict or 'new':24}  {clean(file.name)}")


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """How many logs are done: as it grows on a terminal, elsewhere a line a minute."""
    if not sys.stderr.isatty():
        told = [time.monotonic()]

        def tell(count: int) -> None:
            if time.monotonic() - told[0] >= 60:
                told[0] = time.monotonic()
                talk(f"{count:,} logs done")

        yield tell
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} logs, {task.speed:,.1f} a second"),
               TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        shown = progress.add_task("logs", total=None)
        yield lambda count: progress.update(shown, completed=count)


register(app)
