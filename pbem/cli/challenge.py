"""`pbem challenge`: setting a position for all comers, and how those who answered stand."""

from __future__ import annotations

from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import DataOption, JsonOption, PassphraseFile, desk, known_names
from pbem.cli.terminal import busy, say, say_json, short, talk, wrapped
from pbem.errors import BadRecord, PbemError, WrongUse
from pbem.show.people import FINGERPRINT, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pbem.lab.standings import ChallengeStanding
    from pbem.record.challenge import Challenge

app = typer.Typer(
    help="Set a position for all comers.\n\nEach plays it once, alone, with the host's numbers in the dice.",
    no_args_is_help=True,
)


@app.command()
def new(
    game: Annotated[str, typer.Argument(help="The game, see pbem games.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to publish.")],
    options: Annotated[
        list[str] | None, typer.Argument(help="name=value, scenario too, see pbem games.", show_default=False)
    ] = None,
    title: Annotated[str, typer.Option(help="What it is called; else game and scenario.")] = "",
    folder: Annotated[
        Path | None, typer.Option("--folder", "-C", help="Where the entries go; else a new folder beside the file.")
    ] = None,
    data: DataOption = None,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Writes a challenge to publish.

    Entrants send you their packets; pbem in answers them. A data folder is to be published with it.
    """
    from pbem.cli.naming import read_options
    from pbem.desk.challenges import publish
    from pbem.ruleset import find

    if out.exists():
        raise WrongUse(f"{short(out)} is there already", "name a new file with --out")
    ruleset = find(game)
    chosen = read_options(ruleset, options or [])
    host = desk(passphrase_file)
    assert host.identity is not None
    where = (folder or out.with_name(f"{out.stem}-entries")).absolute()
    challenge, content = publish(host.home, host.identity, ruleset, chosen, where, title=title, overlay=data)
    with out.open("xb") as file:
        file.write(content)
    say(*_lines(challenge, known_names()))
    talk(
        f"publish {short(out)}; to enter: pbem new --challenge {out.name} -C FOLDER",
        f"read what entrants send with pbem in; their matches go into {short(where)}",
    )


@app.command()
def show(file: Annotated[Path, typer.Argument(help="A challenge.")], json: JsonOption = False) -> None:
    """Says what a challenge sets, and whose it is."""
    challenge = read_file(file)
    if json:
        say_json({"id": challenge.id, "challenge": challenge})
        return
    say(*_lines(challenge, known_names()))


@app.command("list")
def show_list(json: JsonOption = False) -> int:
    """Lists your challenges and how entrants stand.

    Every log is verified; those who finished come in order. One that cannot be read is listed with the reason.
    """
    from pbem.desk.challenges import entries
    from pbem.home import Home
    from pbem.lab.standings import standings

    known = Home.find().challenges.all()
    with busy("verifying entries"):
        found = [(published, standings(published.challenge, entries(published))) for published in known.values()]
    status = _status(entry for _, entered in found for entry in entered)
    if json:
        say_json([{"id": p.challenge.id, "challenge": p.challenge, "folder": p.folder, "entries": s} for p, s in found])
        return status
    for published, entered in found:
        say(*_lines(published.challenge, known_names()), f"  entries in {short(Path(published.folder))}")
        _tell(entered)
    if not known:
        talk("no challenge was published with this home")
    return status


@app.command()
def rank(
    file: Annotated[Path, typer.Argument(help="A challenge.")],
    logs: Annotated[list[Path], typer.Argument(help="Logs or game folders of those who entered.")],
    data: DataOption = None,
    json: JsonOption = False,
) -> int:
    """Ranks logs that answer a challenge.

    For everybody: it takes nobody's word and needs no identity. A log that cannot be read is listed with the reason.
    """
    from pbem.lab.standings import standings
    from pbem.record.log import LOG_NAME

    challenge = read_file(file)
    with busy("verifying entries"):
        entered = standings(challenge, [log / LOG_NAME if isdir(log) else log for log in logs], data)
    if json:
        say_json({"id": challenge.id, "challenge": challenge, "entries": entered})
        return _status(entered)
    say(*_lines(challenge, known_names()))
    _tell(entered)
    return _status(entered)


def _status(entered: Iterable[ChallengeStanding]) -> int:
    """What others handed in is no fault of this command; a bug of ours is."""
    return PbemError.status if any(entry.is_bug for entry in entered) else 0


def _tell(entered: list[ChallengeStanding]) -> None:
    names = known_names()
    for entry in entered:
        say(*wrapped(_entry_line(entry, names), indent=2, hang=4))


def read_file(path: Path) -> Challenge:
    """The challenge in a file."""
    from pbem.cli.identity import small
    from pbem.record.challenge import read_challenge

    try:
        return read_challenge(small(path))
    except BadRecord as error:
        hint = "a challenge is what its host wrote with: pbem challenge new"
        raise BadRecord(f"no challenge: {error.why}", source=short(path), hint=hint) from None


def _lines(challenge: Challenge, names: Mapping[str, str]) -> list[str]:
    from pbem.ruleset import spell

    options = " ".join(f"{name}={spell(value)}" for name, value in sorted(challenge.options.items()))
    texts = [
        f"{challenge.title} (challenge {challenge.id[:FINGERPRINT]})",
        f"  {challenge.engine} {options}, data {challenge.engine_hash[:FINGERPRINT]}; "
        f"host: {named(challenge.host, names)}",
    ]
    return [line for text in texts for line in wrapped(text.strip(), indent=len(text) - len(text.lstrip()), hang=2)]


def _entry_line(entry: ChallengeStanding, names: Mapping[str, str]) -> str:
    who = named(entry.entrant, names) if entry.entrant else short(Path(entry.log))
    if entry.fault:
        return f"does not count: {who}: {entry.fault}"
    counts = f"{entry.undos} taken back, {entry.incidents} incidents"
    if entry.place is None:
        return f"plays on: {who}: {entry.rounds} rounds; {counts}"
    told = entry.score is None or str(entry.score) in entry.result
    score = "" if told else f" (score {entry.score})"
    won = "won" if entry.won else "not won"
    return f"{entry.place}. {who}: {entry.result}{score}, {won}; verified, {entry.witness}; {counts}"
