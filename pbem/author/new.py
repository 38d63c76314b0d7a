"""`pbem ruleset new`: a package with a small game in it that plays, is tested, and can be grown into another.

Belongs here: copying a template under a name. Must not be here: their text (folder `template`: what all of them have,
and a folder for each kind).
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path

from pbem.errors import WrongUse
from pbem.ruleset import installed

_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
KINDS = ("areas", "hexes", "cards")
"""Games of places and what lies there, of hexes and counters that move, of hands and packs; the first is the usual."""

TESTS = ("test_rules.py",)
DATA = ("map.toml", "tables.toml")
TOP = ("pyproject.toml", "README.md")


def new_ruleset(name: str, folder: Path, kind: str = KINDS[0]) -> list[Path]:
    """Writes the package `name` into a new folder; gives its files. WrongUse if it cannot be called so, or is there.

    `kind` is one of `KINDS`.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name) or name in sys.stdlib_module_names or name == "pbem":
        raise WrongUse(f"a ruleset cannot be called {name!r}", "lower case letters, digits and _, no word of Python's")
    if name in installed():
        raise WrongUse(f"a ruleset {name} is installed already", "choose another name")
    if folder.exists() and any(folder.iterdir()):
        raise WrongUse(f"{folder} is there and not empty", "name a new folder with -C")
    title = name.replace("_", " ").capitalize()
    written = []
    template = files("pbem.author").joinpath("template")
    for entry in sorted([*template.iterdir(), *template.joinpath(kind).iterdir()], key=lambda e: e.name):
        if entry.name.endswith(".tmpl"):
            path = folder / _place(name, entry.name.removesuffix(".tmpl"))
            path.parent.mkdir(parents=True, exist_ok=True)
            text = entry.read_text(encoding="utf-8").replace("NAME", name).replace("TITLE", title)
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    return written


def _place(name: str, file: str) -> Path:
    """Where a file of the template goes."""
    if file in TOP:
        return Path(file)
    if file in TESTS:
        return Path("tests") / file
    return Path(name) / "data" / file if file in DATA else Path(name) / file
