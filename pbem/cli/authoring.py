"""`pbem ruleset`: for those who write one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.context import JsonOption
from pbem.cli.terminal import say, say_json, talk
from pbem.errors import WrongUse
from pbem.kit.spelling import plural

app = typer.Typer(help="For authors: check a ruleset, begin a new one.", no_args_is_help=True)
FAULTY = 4


@app.command("check")
def check_ruleset(
    name: Annotated[str, typer.Argument(help="an installed ruleset, or module:NAME")],
    games: Annotated[int, typer.Option(min=1, max=1_000, help="games with each bot")] = 4,
    json: JsonOption = False,
) -> int:
    """Plays games and tries all that a ruleset provides at every request.

    One line a fault; status 4 if there are any. Advice is no fault: colours that some eyes take for one.
    """
    from pbem.author.check import check

    checked = check(name, games, progress=lambda text: talk(text))
    if json:
        say_json(checked)
    else:
        say(*checked.faults, *(f"advice: {line}" for line in checked.advice))
        found = plural(len(checked.faults), "fault") if checked.faults else "no fault"
        answers = f"{checked.answers:,} answer{'' if checked.answers == 1 else 's'}"
        talk(f"{checked.engine}: {plural(checked.games, 'game')}, {answers}: {found}")
    return FAULTY if checked.faults else 0


@app.command("new")
def new_ruleset(
    name: Annotated[str, typer.Argument(help="its name: lower case letters, digits and _")],
    folder: Annotated[Path | None, typer.Option("-C", "--folder", help="a new folder; by default ./NAME")] = None,
    areas: Annotated[bool, typer.Option("--areas", help="Places with counters face down; the usual one.")] = False,
    hexes: Annotated[bool, typer.Option("--hexes", help="A map of hexes, counters that move and hide.")] = False,
    cards: Annotated[bool, typer.Option("--cards", help="Hands that nobody else sees, and a stake.")] = False,
) -> None:
    """Writes a package with a small game that plays.

    It has something hidden, dice, numbers, choices with standing orders, conditions, tests and pyproject.toml.
    """
    from pbem.author.new import KINDS
    from pbem.author.new import new_ruleset as write

    chosen = [kind for kind, wanted in zip(KINDS, (areas, hexes, cards), strict=True) if wanted]
    if len(chosen) > 1:
        raise WrongUse(f"one game to begin with: --{' or --'.join(chosen)}, not both", "pbem docs ruleset says which")
    where = folder or Path(name)
    say(*(str(path) for path in write(name, where, *chosen)))
    talk(f"install it with: pip install -e '{where}[test]'",
         f"then: pbem ruleset check {name}, pbem demo {name}; and in {where}: pytest")
