"""The index of a ruleset's sections: which procedure carries out which numbered section, read from docstrings.

A docstring's first line begins with the sections it carries out (`9.6, 11.2 The owner names ...`); rulings are named
as `ruling R7` or `R7` anywhere in it. Belongs here: reading sources as text. Must not be here: running any rule.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}")
_LEADING = re.compile(rf"(?:{_SECTION.pattern}(?:-[0-9A-Za-z]+)?(?:\s*,\s*|\s+and\s+|\s+to\s+|\s+|(?=:)))+")
_RULING = re.compile(r"\bR(\d{1,3})\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """One function or class of a ruleset, the sections its docstring begins with, the rulings named in its source.

    `title` is the first line of the docstring without these sections; `line` is where it begins in its module.
    """

    module: str
    name: str
    sections: tuple[str, ...]
    rulings: tuple[str, ...]
    title: str = ""
    line: int = 0

    def is_about(self, number: str) -> bool:
        """Whether it carries out a section (or a part of it), or names a ruling."""
        if number.startswith("R"):
            return number in self.rulings
        return any(s == number or s.startswith(f"{number}.") for s in self.sections)


def index(folder: Path) -> list[Entry]:
    """Every function and class below a ruleset's folder, module by module, in the order of the source."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.split("\n")
        module = path.relative_to(folder).with_suffix("").as_posix()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                text = lines[node.lineno - 1 : node.end_lineno]  # whole lines: with the remark behind the last one
                rulings = tuple(dict.fromkeys(f"R{n}" for line in text for n in _RULING.findall(line)))
                told = ast.get_docstring(node) or ""
                first = told.partition("\n")[0]
                leading = _LEADING.match(first)
                title = first[leading.end():] if leading else first
                found.append(Entry(module, node.name, sections_in(told), rulings, title.strip(), node.lineno))
    return found


def sections_in(docstring: str) -> tuple[str, ...]:
    """The sections that the first line begins with; none if it begins with words."""
    first = docstring.partition("\n")[0]
    leading = _LEADING.match(first)
    return tuple(_SECTION.findall(leading[0])) if leading else ()


def rulings_in(folder: Path) -> set[str]:
    """Every ruling that any source line of a ruleset names."""
    return {f"R{n}" for path in sorted(folder.rglob("*.py")) for n in _RULING.findall(path.read_text(encoding="utf-8"))}


def names_of_tests(folder: Path) -> Iterator[tuple[str, str]]:
    """(file, name) of every test of a ruleset."""
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield path.name, node.name


_ROW = re.compile(r"^\|\s*([^|]+?)\s*\|\s*(.+?)\s*\|\s*$")


def rows_about(page: Path, number: str) -> list[str]:
    """The rows of a Markdown page's tables whose first cell names a section or ruling, the rest of each as text."""
    if not page.is_file():
        return []
    wanted = re.compile(rf"(?<![\w.]){re.escape(number)}(?![\w]|\.\d)")
    rows = (_ROW.match(line) for line in page.read_text(encoding="utf-8").splitlines())
    return [" | ".join(part.strip() for part in (row[1], row[2])) for row in rows if row and wanted.search(row[1])]
