"""`pbem rules GAME NUMBER`: where a section or a ruling is carried out, and what tests it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.context import JsonOption
from pbem.cli.terminal import say, say_json
from pbem.errors import WrongUse

if TYPE_CHECKING:
    from pbem.ruleset import Ruleset

PAGES = ("README.md", "rulings.md")


def register(app: typer.Typer) -> None:
    """Adds the command of this file."""
    app.command("rules")(rules)


def rules(
    game: Annotated[str, typer.Argument(help="a ruleset")],
    number: Annotated[str, typer.Argument(help="a section (9.11.6) or a ruling (R7)")],
    json: JsonOption = False,
) -> None:
    """Leads from a section or ruling to code and tests.

    To the title, the functions that carry it out, the rulings they cite, and the tests named after it.
    """
    from pbem.play.rulebook import index, is_tested_by, rows_about
    from pbem.ruleset import find

    folder = _folder(find(game))
    wanted = number.upper() if number[:1] in "rR" else number
    pages = {page: rows_about(folder / page, wanted) for page in PAGES}
    entries = [entry for entry in index(folder) if entry.is_about(wanted)]
    if not entries and not any(pages.values()):
        raise WrongUse(f"{game} has nothing about {wanted[:20]}", "a section is written like 9.11.6, a ruling like R7")
    tests = [(f, n) for f, n in _tests(folder) if is_tested_by(wanted, n)]
    rulings = sorted({r for entry in entries for r in entry.rulings}, key=lambda r: int(r[1:]))
    if json:
        say_json({"number": wanted, "functions": entries, "rulings": rulings, "pages": pages, "tests": tests})
        return
    say(*(f"{page}: {row}" for page, rows in pages.items() for row in rows))
    say(*(f"{e.module}.py:{e.line} {e.name}: {e.title}" for e in entries))
    if rulings and not wanted.startswith("R"):
        say(f"rulings: {', '.join(rulings)}")
    say(*(f"{file}: {name}" for file, name in tests))


def _folder(ruleset: Ruleset) -> Path:
    """Where a ruleset's package lies."""
    package = ruleset.play.__module__.rpartition(".")[0] or ruleset.play.__module__
    file = sys.modules[package].__file__
    return Path(file or "").parent


def _tests(folder: Path) -> list[tuple[str, str]]:
    """The tests of a ruleset, where its sources are at hand: beside the package, or where the reader stands."""
    from pbem.play.rulebook import names_of_tests

    sources = dict.fromkeys([folder.parents[2], Path.cwd()])
    places = [root / "tests" / "rulesets" / folder.name for root in sources] + [folder.parent / "tests"]
    return [found for place in places if place.is_dir() for found in names_of_tests(place)]
