"""`pbem demo`: a whole match between bots at separate homes, by packets, then disclosed, verified and audited."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import JsonOption
from pbem.cli.terminal import say, say_json, short, talk, wrapped
from pbem.errors import WrongUse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from pbem.match.folder import GameFolder


def register(app: typer.Typer) -> None:
    """Adds the commands of this file."""
    app.command()(demo)


def demo(
    game: Annotated[str, typer.Argument(help="The game, see pbem games.")] = "angola",
    folder: Annotated[Path | None, typer.Option("--folder", "-C", help="Where to play; else a new folder.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the bots' whims; the dice are never seeded.")] = 1,
    dice: Annotated[str | None, typer.Option(help="Who makes the dice: mover+others, alone mover.")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="name=value, see pbem games.")] = None,
    bot: Annotated[str | None, typer.Option(help="Which bot plays, see pbem games --json.")] = None,
    persons: Annotated[int | None, typer.Option(help="How many people share the seats.", min=1)] = None,
    mail: Annotated[bool, typer.Option("--mail", help="Count what it asks of people who play by mail.")] = False,
    json: JsonOption = False,
) -> int:
    """Plays one whole game, then proves it.

    Bots play, one home folder a person, exchanging packets as people would; then all is disclosed, verified, audited.
    If a judge makes the dice (mover+judge) he is a person more.
    """
    import tempfile

    from pbem.audit.audit import audit
    from pbem.audit.verify import verify
    from pbem.cli.figures import figure_lines, mails_line, mails_told, told
    from pbem.cli.naming import read_options
    from pbem.desk import letters
    from pbem.lab.demo import play
    from pbem.lab.figure import figure_of
    from pbem.lab.mails import mails_of
    from pbem.match.policy import default_policy
    from pbem.record.log import LOG_NAME
    from pbem.ruleset import find

    ruleset = find(game)
    options = {**ruleset.demo_options, **read_options(ruleset, option or [])}
    seats = ruleset.seats_of(ruleset.settle_options(options))
    if bot is not None and bot not in ruleset.bots:
        raise WrongUse(f"{ruleset.name} has no bot {bot}", f"its bots: {', '.join(ruleset.bots)}")
    holders = _holders(seats, persons)
    dice = dice or default_policy(holders.values())
    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise WrongUse(f"{short(folder)} is not empty", "name a new folder")
    root = folder or Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    started = time.monotonic()
    with _bar(f"{ruleset.title}{' by mail' if len(set(holders.values())) > 1 else ''}") as advance:
        report = play(
            root, ruleset, options=options, policy=dice, seed=seed,
            bots=dict.fromkeys(seats, bot) if bot else None,
            holders=holders, on_step=advance,
        )
    played = time.monotonic() - started
    log = report.folders[0] / LOG_NAME
    timed = time.monotonic()
    sound = verify(log, "full")
    verified = time.monotonic() - timed
    honest = audit(log)
    audited = time.monotonic() - timed - verified
    assert report.result is not None
    post = letters.letters(log) if len(set(holders.values())) > 1 else []
    figures = {
        "game": ruleset.engine, "winners": list(report.result.winners), "result": report.result.text,
        "rule": report.result.by, "dice": dice, "rounds": report.rounds, "events": report.events,
        "bytes": report.bytes, "packets": report.packets, "packet_bytes": report.packet_bytes,
        "handovers": report.handovers, "human_handovers": report.human_handovers, "turns": report.turns,
        "causes": report.causes, "letters": letters.counts(post), "played_s": round(played, 2),
        "verified_s": round(verified, 2), "audited_s": round(audited, 2),
        "verify": sound.talk()[0], "audit": honest.talk()[0], "folders": [str(f) for f in report.folders],
    }
    counted = figure_of(log, seed=seed) if mail else None
    mails = mails_of(log) if mail and post else None
    if json:
        say_json(figures | (told(counted, report.turns) if counted is not None else {})
                 | (mails_told(mails, report.turns) if mails is not None else {}))
        return max(sound.status, honest.status)
    turns, most = max(1, report.turns), _most(report.causes)
    by = f" with dice by {dice}" if ruleset.chain_n else ""
    say(
        f"{ruleset.title}: {report.result.text} (rule {report.result.by})",
        *(part for line in report.looking_back for part in wrapped(line, hang=4)),
        f"{report.events:,} events in {report.rounds:,} rounds, {report.bytes:,} bytes "
        f"({report.bytes // report.events} an event); {report.packets:,} packets of "
        f"{report.packet_bytes // max(1, report.packets):,} bytes",
        f"hand-overs{by}: {report.handovers:,}, {report.handovers / turns:.1f} a game turn; "
        f"{report.human_handovers:,} of them to a person who had to decide",
        *(["most of them for: " + ", ".join(f"{rule} {n}" for rule, n in most)] if most else []),
        *(letters.lines(post, seats) if post else []),
        f"played in {played:.1f} s; proof: verified in {verified:.2f} s, audited in {audited:.2f} s",
        f"verify: {sound.talk()[0]}",
        f"audit: {honest.talk()[0]}",
    )
    if counted is not None:
        say(*figure_lines(counted, report.turns))
    if mails is not None:
        say(*wrapped(mails_line(mails, report.turns), hang=2))
    for f in report.folders:
        say(f"  {f}")
    say(f"look at it: pbem show {log} --public; pbem log {log}")
    return max(sound.status, honest.status)


def _most(causes: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(causes.items(), key=lambda item: -item[1])[:6]


def _holders(seats: tuple[str, ...], persons: int | None) -> dict[str, str]:
    """Who plays what: seats dealt round the people, so that with two in Angola! each has an alliance."""
    if persons is None or persons >= len(seats):
        return {seat: seat for seat in seats}
    return {seat: f"player{i % persons + 1}" for i, seat in enumerate(seats)}


def _bar(title: str) -> AbstractContextManager[_Advance]:
    import contextlib

    @contextlib.contextmanager
    def quiet() -> Iterator[_Advance]:
        talk(f"{title} ...")
        yield lambda _game: None

    @contextlib.contextmanager
    def shown() -> Iterator[_Advance]:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        from pbem.show.moment import when

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(title)

            def advance(game: GameFolder) -> None:
                match = game.match
                scene = match.ruleset.seen(match.state, match.binding.table)
                text = f"{title}: {when(scene)}; round {match.rounds.r}"
                progress.update(task, description=text)

            yield advance

    return shown() if sys.stderr.isatty() else quiet()


if TYPE_CHECKING:
    from collections.abc import Callable

    _Advance = Callable[[GameFolder], None]
