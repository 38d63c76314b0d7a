"""The index of a ruleset's sections: which procedure carries out which numbered section, read from docstrings.

A docstring's first line begins with the sections it carries out (`9.6, 11.2 The owner names ...`); rulings are named
as `ruling R7` or `R7` anywhere in it. Belongs here: reading sources as text. Must not be here: running any rule.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}")
_SPAN = re.compile(rf"({_SECTION.pattern})(?:-| to )({_SECTION.pattern})")
_LEADING = re.compile(
    rf"(?:{_SECTION.pattern}(?:\(\d\))?(?:-{_SECTION.pattern}(?=[,\s:])|-[0-9A-Za-z]+)?"
    r"(?:\s*,\s*|\s+and\s+|\s+to\s+|\s+|(?=:)|$))+"
)
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
    """The sections that the first line begins with; none if it begins with words.

    `12.1-12.5` and `12.1 to 12.5` are all from one to the other, `3.4(2)` is a paragraph of 3.4, `9.3-2` a step of 9.3.
    """
    first = docstring.partition("\n")[0]
    leading = _LEADING.match(first)
    if leading is None:
        return ()
    said = re.sub(r"\(\d\)", "", leading[0])
    said = _SPAN.sub(lambda span: ", ".join(_between(span[1], span[2])) or span[0], said)
    return tuple(dict.fromkeys(_SECTION.findall(re.sub(r"-[0-9A-Za-z]+", "", said))))


def _between(low: str, high: str) -> list[str]:
    """The sections from one to another of the same chapter; none if the two are no such span."""
    chapter, _, first = low.rpartition(".")
    same, _, last = high.rpartition(".")
    return [f"{chapter}.{n}" for n in range(int(first), int(last) + 1)] if chapter and chapter == same else []


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


def is_tested_by(number: str, test: str) -> bool:
    """Whether a test is named after a section or ruling (or a part of it): `test_8_5_...`, `test_T52_R40_8_5_...`.

    Assertions, rulings and a section stand first, in small or capital letters; rulings may follow the section.
    """
    said = re.escape(number.lower().replace(".", "_"))
    before = r"(?:[art]\d+_)*" if number[:1].isdigit() else r"(?:[art]?\d+_)*"
    return re.match(rf"test_{before}{said}(?:_|$)", test.lower()) is not None


_ROW = re.compile(r"^\|\s*([^|]+?)\s*\|\s*(.+?)\s*\|\s*$")
_UNDER_HEADER = re.compile(r"^\|[\s:]*-[-:\s|]*$")
_RANGE = re.compile(rf"({_SECTION.pattern}) to ({_SECTION.pattern})")


def rows_about(page: Path, number: str) -> list[str]:
    """The rows of a Markdown page's tables whose first cell names a section or ruling, the rest of each as text.

    `10.22 to 10.30` names all between, too. If no row names a section, those are given that name what it is a part of.
    A table whose header says that it is about something else has numbers, but no sections.
    """
    if not page.is_file():
        return []
    rows = list(_rows(page.read_text(encoding="utf-8").splitlines()))
    while number:
        if found := [f"{row[1]} | {row[2]}" for row in rows if _names(row[1], number)]:
            return found
        number = number.rpartition(".")[0]
    return []


def _rows(lines: list[str]) -> Iterator[re.Match[str]]:
    """The rows of tables of sections or rulings, and of those without a header."""
    header = ""
    for line, after in pairwise([*lines, ""]):
        row = _ROW.match(line)
        if row is None:
            header = ""
        elif _UNDER_HEADER.match(after):
            header = row[1].lower()
        elif header in ("", "section", "ruling"):
            yield row


def _names(cell: str, number: str) -> bool:
    """Whether the first cell of a row names a section or ruling, by itself or in a range."""
    if re.search(rf"(?<![\w.]){re.escape(number)}(?![\w]|\.\d)", cell):
        return True
    if not _SECTION.fullmatch(number):
        return False
    here = _in_numbers(number)
    ranges = [(_in_numbers(low), _in_numbers(high)) for low, high in _RANGE.findall(cell)]
    return any(len(low) == len(here) and low <= here <= high for low, high in ranges)


def _in_numbers(section: str) -> list[int]:
    return [int(part) for part in section.split(".")]
