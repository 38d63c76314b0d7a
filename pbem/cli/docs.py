"""`pbem docs`: the documents on the machine of whoever has installed the program without its sources.

Belongs here: where they lie, which there are, one as it stands. Must not be here: what any of them says.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import pbem
from pbem.cli.terminal import say
from pbem.errors import Unsupported, WrongUse

BESIDE = Path(pbem.__file__).parent / "docs"  # as a wheel has them
IN_SOURCES = Path(pbem.__file__).parents[1] / "docs"


def register(app: typer.Typer) -> None:
    """Adds the command of this file."""
    app.command("docs")(docs)


def docs(
    name: Annotated[str, typer.Argument(help="guide, courier, ruleset ...; without it: which there are")] = "",
    path: Annotated[bool, typer.Option("--path", help="print only where it lies")] = False,
) -> None:
    """Shows a document, or lists them.

    Such as: pbem docs guide | less
    """
    folder = documents_folder()
    pages = {page.stem: page for page in sorted(folder.glob("*.md"))}
    if not pages:
        raise Unsupported(f"the documents are not in {folder}", "install pbem anew; they belong to it")
    if not name:
        say(str(folder) if path else "\n".join(f"{one}: {_title(page)}" for one, page in pages.items()))
        return
    wanted = name.removeprefix("docs/").removesuffix(".md").lower()
    if wanted not in pages:
        raise WrongUse(f"there is no document {name[:40]!r}", f"legal: {', '.join(pages)}")
    say(str(pages[wanted]) if path else pages[wanted].read_text(encoding="utf-8").rstrip("\n"))


def documents_folder() -> Path:
    """Where they lie: beside the program, or in its sources."""
    return BESIDE if BESIDE.is_dir() else IN_SOURCES


def _title(page: Path) -> str:
    first = page.read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("# ")
