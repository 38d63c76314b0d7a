"""Every section of a ruleset has a procedure and a test, or a reason; every assertion and ruling is named."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pytest

from pbem.play.rulebook import index, names_of_tests, rows_about, rulings_in

ROOT = Path(__file__).resolve().parent.parent
RULING = re.compile(r"(?<![A-Za-z0-9])R(\d{1,3})(?![A-Za-z0-9])")
RULE_OF_RULING = re.compile(r"(?<=[\" ])r([1-9]\d{0,2})(?=[\" ])")
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
OF_THE_RECORD = ("record", "crypto", "match", "audit")
ANGOLA_SECTIONS = [
    "1", "1.1", "1.2", "1.3", "2", "2.1", "2.2", "2.3", "2.3.1", "2.3.2", "2.3.3", "2.3.4", "2.3.5", "2.4.1",
    "2.4.2", "2.4.3", "2.4.4", "2.4.5", "3", "4.1", "4.2", "5.1", "5.2", "5.3", "5.4", "6", "7.1", "7.2", "8",
    "8.1", "9.1", "9.2", "9.3", "9.3.1", "9.3.2", "9.3.3", "9.4", "9.5", "9.6", "9.6.1", "9.6.2",
    "9.6.3", "9.7", "9.8", "9.9", "9.9.1", "9.9.2", "9.10", "9.11.1", "9.11.2", "9.11.3", "9.11.4", "9.11.5",
    "9.11.6", "9.11.7", "9.11.8", "9.12", "9.13", "10.1", "10.2", "10.3", "10.4", "10.5", "11.1", "11.2", "11.3",
    "11.4", "11.5", "11.6", "12.1.1", "12.1.2", "12.2", "12.3.1", "12.3.2", "12.4.1", "12.4.2", "12.4.3", "13",
    "14.1", "14.1.1", "14.1.2", "14.2", "14.3", "14.3.1", "14.3.2", "15", "16", "17.1", "17.2", "17.3", "17.3.1",
    "17.3.2", "17.3.3", "17.4", "17.5", "17.6",
]  # fmt: skip
ANGOLA_ASSERTIONS = [
    "2", "5", "6", "7", "8", "9", "10", "11", "12", "15", "16", "17", "19", "22", "23", "24", "26", "27", "28",
    "32", "33", "34", "35", "36", "37", "38", "40", "41", "42", "43", "44", "46", "47", "48", "49", "50", "51",
    "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "65", "66", "67", "68", "69", "70", "71",
    "72", "73", "75", "76", "77", "78", "79", "80", "81", "83", "84", "85", "87", "88", "89", "90", "91", "92",
    "93", "94", "95", "96", "97", "98", "99", "100", "101", "102", "103", "104", "107", "108", "109", "110",
    "111", "112", "113", "114", "115", "117", "118", "119", "120", "121", "122", "124", "125", "127", "129",
    "130", "131", "132", "133", "136", "137", "138", "139", "140", "141", "142", "143", "144", "145", "146",
    "148", "149", "150", "151", "152", "153", "154", "155", "156", "157", "158", "159", "160", "161", "162", "163",
    "164",
]  # fmt: skip
FALLUJAH_SECTIONS = [
    "1", "2", "3", "3.1", "3.2", "3.3", "3.4", "4", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "5",
    "6", "6.1", "6.2", "6.3", "7", "7.1", "7.2", "8", "8.1", "8.2", "8.3", "8.4", "9", "9.1", "9.2", "9.3",
    "10", "10.1", "10.2", "10.3", "10.4", "11", "11.1", "11.2", "12", "12.1", "12.2", "12.3", "12.4", "13",
    "13.1", "13.2", "13.3", "13.4", "13.5", "14", "14.1", "14.2", "14.3", "14.4", "14.5", "14.6", "14.7", "15",
    "16", "16.1", "16.2", "16.3", "16.4", "16.5", "16.6", "16.7", "16.8", "16.9", "17", "18", "18.1", "18.2",
    "18.3", "18.4", "18.5", "19", "20", "20.1", "20.2", "20.3", "21", "21.1", "21.2", "22", "23", "23.1",
    "23.2", "23.3", "23.4", "23.5", "24", "24.1", "24.2", "24.3", "24.4", "24.5", "24.6", "24.7", "25", "25.1",
    "25.2", "26", "27", "27.1", "27.2", "27.3", "28", "28.1", "28.2", "29", "29.1", "29.2", "30", "30.1",
    "30.2", "31", "32", "33", "34", "35",
]  # fmt: skip
FALLUJAH_ASSERTIONS = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "14", "16", "17", "18", "19", "21", "22",
    "25", "26", "27", "28", "29", "30", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "45",
    "46", "47", "48", "50", "51", "52", "53", "54", "55", "56", "58", "59", "60", "62", "66", "67", "68", "69",
    "70", "72", "73", "75", "76", "77", "80", "81", "82", "83", "84", "85", "86", "88", "89", "90", "91", "92",
    "93", "95", "96", "97", "98", "100", "101", "102", "103", "104", "105", "106", "107", "108", "110", "111",
    "112", "113", "114", "115", "117", "118", "119", "120", "122", "123", "124", "125", "126", "127", "128",
    "129", "131", "132", "134", "135", "136", "137", "138", "140", "142", "144", "145", "146", "147", "149",
    "150", "152", "153", "154", "155", "156", "157", "158", "159", "160", "161", "163", "165", "166", "167",
    "168", "169", "170", "171", "172", "173", "175", "176", "177", "178", "179", "180", "181", "182", "183",
    "184", "185", "186", "187",
]  # fmt: skip
ENDURING_FREEDOM_SECTIONS = [
    "1", "2", "3", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "3.10", "4", "4.1", "4.2",
    "4.3", "5", "5.1", "5.2", "6", "6.1", "7.2", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "8.9",
    "8.10", "8.11", "9.1", "9.2", "9.3", "9.4", "9.5", "10", "10.1", "10.2", "10.3", "11", "11.1", "11.2", "11.3",
    "11.4", "11.5", "12", "12.1", "12.2", "13", "13.1", "13.2", "14", "14.1", "14.2", "14.3", "15", "16", "16.1",
    "16.2", "16.3", "16.4", "16.5", "17", "17.1", "17.2", "17.3", "17.4", "17.5", "17.6", "18", "18.1", "19",
    "19.1", "19.2", "19.3", "19.4", "19.5", "19.6", "19.7", "19.8", "19.9", "20", "20.1", "20.2", "20.3", "20.4",
    "21", "21.1", "21.2", "21.3", "21.4", "21.5", "22", "22.1", "22.2", "22.3", "22.4", "22.5", "23", "23.1",
    "23.2", "23.3", "23.4", "23.5", "24", "24.1", "24.2", "24.3", "24.4", "24.5", "24.6", "24.7", "25", "25.1",
    "25.2", "25.3", "26", "26.1", "27", "27.1", "27.2", "27.3", "28", "28.1", "28.2", "28.3", "28.4", "28.5",
    "28.6", "29", "29.1", "29.2", "29.3", "30", "30.1", "30.2", "30.3", "30.4", "31", "31.1", "31.2", "31.3",
    "31.4", "32", "32.1", "32.2", "32.3", "33", "33.1", "33.2",
]  # fmt: skip
ENDURING_FREEDOM_ASSERTIONS = [
    "2", "3", "4", "5", "6", "8", "9", "10", "11", "12", "13", "15", "16", "17", "19", "20", "21", "22", "24",
    "25", "26", "27", "28", "29", "30", "31", "32", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43",
    "45", "46", "47", "48", "51", "52", "53", "54", "55", "57", "58", "59", "60", "61", "62", "63", "64", "65",
    "66", "67", "68", "69", "70", "71", "72", "73", "74", "75", "76", "77", "78", "79", "80", "81", "82", "83",
    "84", "86", "87", "91", "93", "94", "95", "96", "97", "98", "99", "100", "101", "102", "103", "105", "106",
    "107", "108", "109", "110", "111", "112", "114", "115", "116", "117", "118", "120", "121", "122", "123",
    "124", "125", "126", "127", "129", "131", "132", "133", "134", "135", "136", "137", "138", "139", "140",
    "141", "142", "143", "144", "145", "146", "147", "148", "149", "150", "152", "153", "154", "155", "156",
    "157", "158", "159", "160", "161", "162", "163",
]  # fmt: skip
ANACONDA_SECTIONS = [
    "1", "2", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11", "2.12", "2.13",
    "2.14", "2.14.1", "2.15", "3", "3.1", "3.2", "3.2.1", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "4",
    "4.1", "4.2", "5", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10", "5.11", "5.12",
    "5.13", "5.14", "5.15", "5.16", "6", "6.1", "6.2", "6.2.2", "6.2.3", "6.2.4", "6.2.5", "6.3", "6.3.1", "7",
    "7.1", "7.2", "7.3", "7.4", "7.5", "8", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "8.9", "8.10",
    "8.11", "8.12", "8.13", "8.14", "8.15", "8.16", "8.17", "8.18", "8.19", "8.20", "9", "9.1", "9.2", "9.3",
    "9.4", "9.5", "9.6", "9.7", "10", "10.1", "10.2", "10.3", "10.4", "10.5", "10.6", "10.7", "10.8", "10.9",
    "10.10", "10.11", "10.12", "10.13", "10.14", "10.15", "10.16", "10.17", "10.18", "10.19", "10.20", "10.21",
    "10.22", "10.23", "10.24", "10.25", "10.26", "10.27", "10.28", "10.29", "10.30", "10.31", "11", "11.1",
    "11.2", "11.3", "11.4", "12", "12.1", "12.2", "12.3", "12.4", "12.5", "12.6", "12.7", "12.8", "12.9", "12.10",
    "12.11", "12.12", "12.13", "13", "13.1", "13.2", "13.3", "13.4", "14", "14.1", "14.2", "14.3", "14.4", "14.5",
    "14.6", "14.7", "14.8", "14.9", "14.10", "14.11", "15", "15.1", "15.2", "15.3", "15.4", "15.5", "16", "16.1",
    "16.2", "16.3", "16.4", "16.5", "17", "17.1", "17.2", "17.3", "17.4", "18", "18.1", "18.2", "18.3", "18.4",
    "18.5", "19", "19.1", "19.2", "19.3", "19.4", "19.5", "19.6", "19.7", "20", "20.1", "20.2", "20.3", "20.4",
    "20.5", "20.6", "20.7", "20.8", "20.9", "21", "21.1", "21.2", "21.3", "21.4", "21.5", "21.6", "21.7", "21.8",
    "21.9", "22", "22.1", "22.2", "22.3", "22.4", "23", "23.1", "23.2", "23.2.1", "23.3", "24", "24.1", "24.2",
    "24.3", "24.4", "24.5", "24.6", "24.7", "25", "25.1", "25.2", "25.3", "26", "26.1", "26.2", "26.2.1", "26.3",
    "26.4", "26.5", "26.6", "27", "27.1", "27.2", "27.3", "27.4", "27.5", "27.6", "28", "28.1", "29", "29.1",
    "30", "30.1", "30.2", "30.3", "31", "31.1", "31.2",
]  # fmt: skip
ANACONDA_ASSERTIONS = [
    "1", "2", "3", "4", "6", "8", "10", "11", "12", "13", "14", "15", "17", "18", "19", "20", "21", "22", "23",
    "24", "25", "26", "27", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "43",
    "44", "45", "46", "47", "48", "50", "51", "52", "53", "58", "60", "61", "62", "63", "65", "67", "68", "69",
    "70", "71", "73", "74", "77", "79", "81", "82", "83", "84", "86", "87", "89", "90", "91", "92", "95", "96",
    "98", "99", "101", "102", "103", "104", "105", "106", "107", "108", "109", "111", "112", "113", "114", "115",
    "116", "117", "118", "119", "121", "122", "123", "124", "125", "127", "128", "129", "130", "131", "132",
    "133", "135", "136", "137", "138", "139", "140", "142", "143", "144", "145", "148", "149", "150", "151",
    "152", "154", "156", "158", "159", "160", "161", "163", "164", "165", "167", "168", "169", "170", "171",
    "172", "173", "174", "175", "176", "177", "178", "179", "180", "181", "182", "183", "184", "185", "186",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class Book:
    """What the rules and the dossier of one game number; `tested_with`: sections tested under another's number."""

    name: str
    sections: list[str]
    assertions: list[str]
    rulings: int
    tested_with: dict[str, str] = field(default_factory=dict)
    letter: str = "A"  # of its assertions

    @property
    def folder(self) -> Path:
        return ROOT / "rulesets" / "pbem_games" / self.name

    @cached_property
    def tables(self) -> dict[str, set[str]]:
        """The first column of each table of the ruleset's README, by the heading above it."""
        found: dict[str, set[str]] = {}
        heading = ""
        for line in (self.folder / "README.md").read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                heading = line.lstrip("# ")
            elif line.startswith("|"):
                first = line.split("|")[1]
                found.setdefault(heading, set()).update(re.findall(r"R?\d[\d.]*(?:-\d)?", first))
        return found

    @cached_property
    def code(self) -> list[str]:
        return [path.read_text(encoding="utf-8") for path in sorted(self.folder.rglob("*.py"))]

    @cached_property
    def carried_out(self) -> set[str]:
        return {s for entry in index(self.folder) for s in entry.sections}

    @cached_property
    def tests(self) -> list[tuple[set[str], str]]:
        """Of every test the assertions and rulings that its name begins with, and then the section: T37 R18, 6.2.3."""
        names = [name for _, name in names_of_tests(ROOT / "tests" / "rulesets" / self.name)]
        heads = [m for name in names if (m := re.match(r"test_((?:[atr]\d+_)*)((?:\d+_)*)", name))]
        return [(set(m[1].upper().split("_")), m[2].strip("_").replace("_", ".")) for m in heads]

    @cached_property
    def tested(self) -> set[str]:
        return {section for _, section in self.tests if section}

    @cached_property
    def sources(self) -> list[str]:
        tests = sorted((ROOT / "tests" / "rulesets" / self.name).glob("*.py"))
        return [p.read_text(encoding="utf-8").replace("_", " ") for p in tests]

    def is_named(self, what: str) -> bool:
        """Whether a test names this assertion or ruling."""
        pattern = re.compile(rf"(?<![A-Za-z0-9]){what}(?!\d)")
        return any(what in numbers for numbers, _ in self.tests) or any(pattern.search(s) for s in self.sources)

    @cached_property
    def rulings_named(self) -> set[str]:
        return rulings_in(self.folder)

    @cached_property
    def rulings_told(self) -> list[str]:
        """The first column of the tables in rulings.md, from top to bottom."""
        text = (self.folder / "rulings.md").read_text(encoding="utf-8")
        return re.findall(r"^\| (R\d+) \|", text, re.M)

    @cached_property
    def rulings_cited(self) -> set[str]:
        """Those that code, data, pages and tests cite; `r126` as a word of its own is the rule of a request."""
        pages = [p for p in self.folder.rglob("*") if p.suffix in (".py", ".toml", ".md") and p.name != "rulings.md"]
        texts = [p.read_text(encoding="utf-8") for p in pages] + self.sources
        rules = [r for p in self.folder.rglob("*.py") for r in RULE_OF_RULING.findall(p.read_text(encoding="utf-8"))]
        named = {number for numbers, _ in self.tests for number in numbers if number.startswith("R")}
        return {f"R{n}" for text in texts for n in RULING.findall(text)} | {f"R{n}" for n in rules} | named


ANGOLA = Book("angola", ANGOLA_SECTIONS, ANGOLA_ASSERTIONS, 142, {
    "2.1": "11", "2.3": "7.2", "2.4.1": "12.1.1", "4.2": "4", "9.6.1": "9.6.2", "10.5": "10.3", "11.1": "11.5",
    "11.6": "11.5", "12.3.2": "12.3", "14.1.2": "14.1", "14.2": "14.1", "17.2": "17.2.2", "17.3.1": "17.3",
    "9.13": "10.3", "2": "4", "10.1": "3", "11.2": "11.4", "17.4": "9.10",
})  # fmt: skip
FALLUJAH = Book("fallujah", FALLUJAH_SECTIONS, FALLUJAH_ASSERTIONS, 144, {"27.2": "17"})
ENDURING_FREEDOM = Book("enduring_freedom", ENDURING_FREEDOM_SECTIONS, ENDURING_FREEDOM_ASSERTIONS, 110)
ANACONDA = Book("anaconda", ANACONDA_SECTIONS, ANACONDA_ASSERTIONS, 112, {
    "3.2": "3.2.1", "3.8": "4.1", "3.9": "22.1", "5.1": "2.10", "5.8": "5.2", "5.15": "5.5", "6.2.4": "6.2.2",
    "7.1": "7.2", "7.5": "7.3", "8.2": "8.1", "8.3": "8.6", "8.11": "8.9", "8.12": "8.9", "8.15": "8.9",
    "8.16": "8.9", "8.19": "8.9", "9.6": "8.5", "10.10": "11.2", "10.11": "10.26", "10.12": "10.6",
    "10.8": "30.1", "8.14": "8.9", "2.14": "2.14.1", "10.16": "10.15",
    "10.17": "10.15", "10.24": "11.3", "10.25": "11.4", "12.2": "12.1", "12.5": "12.8",
    "12.6": "17.3", "12.7": "7.4", "12.11": "12.3", "12.13": "7.4", "13.1": "13.2", "13.3": "13.2", "14.1": "5.5",
    "14.2": "7.3", "14.3": "5.5", "14.4": "4.2", "14.5": "5.5", "14.7": "14.6", "14.8": "19.5", "14.10": "14.6",
    "15.3": "16.1", "16.2": "16.1", "19.1": "19.2", "19.4": "19.5", "20.8": "11.4", "21.3": "8.17", "21.5": "8.18",
    "22.2": "23.1", "26.5": "26.2", "27.1": "27.5", "27.3": "27.5", "27.4": "27.2", "27.6": "27.5",
}, letter="T")  # fmt: skip
BOOKS = (ANGOLA, FALLUJAH, ENDURING_FREEDOM, ANACONDA)


each_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)


def is_in(section: str, numbers: set[str]) -> bool:
    """Whether the section or a part of it is among them."""
    return any(s == section or s.startswith(section + ".") for s in numbers)


@each_book
def test_every_section_has_a_procedure_and_a_test_or_a_reason(book):
    needed = [section for section in book.sections if section not in book.tables["Sections without a procedure"]]
    assert [s for s in needed if not is_in(s, book.carried_out)] == []
    assert [s for s in needed if not is_in(book.tested_with.get(s, s), book.tested)] == [], "no test is named after it"


@each_book
def test_no_section_is_excused_that_the_code_carries_out_or_cites(book):
    excused = book.tables["Sections without a procedure"]
    assert excused <= set(book.sections)
    assert excused & book.carried_out == set()
    said = [line for source in book.code for line in source.splitlines() if "#" in line or "(" in line or '"""' in line]
    for section in excused:
        cited = re.compile(rf"(?:#|\(|\"\"\").*(?<![\w.]){re.escape(section)}(?![\d.]*\d)")
        assert "." not in section or [line for line in said if section in line and cited.search(line)] == [], section


@each_book
def test_every_assertion_is_named_by_a_test(book):
    assert [a for a in book.assertions if not book.is_named(f"{book.letter}{a}")] == []


@each_book
def test_every_ruling_is_named_in_the_code_or_kept_by_structure(book):
    rulings = {f"R{n}" for n in range(1, book.rulings + 1)}
    left = rulings - book.rulings_named - book.tables["Rulings kept by structure"]
    assert [ruling for ruling in sorted(left) if not book.is_named(ruling)] == []


def test_every_ruling_of_enduring_freedom_is_named_by_a_test():
    rulings = [f"R{n}" for n in range(1, ENDURING_FREEDOM.rulings + 1)]
    assert [ruling for ruling in rulings if not ENDURING_FREEDOM.is_named(ruling)] == []


@each_book
def test_every_ruling_that_is_cited_is_told_once_and_in_order(book):
    assert book.rulings_told == sorted(book.rulings_cited, key=lambda r: int(r[1:]))


@each_book
def test_each_ruling_is_told_in_a_line_that_pbem_rules_finds(book):
    for ruling in book.rulings_told:
        (row,) = rows_about(book.folder / "rulings.md", ruling)
        number, decided, why = row.split(" | ")
        assert (number, bool(decided.strip()), bool(why.strip())) == (ruling, True, True)


def sections_of_the_protocol() -> set[str]:
    """Numbers of headings, and bold ones, in docs/protocol.md."""
    headings = re.findall(r"^#+ (.*)$", PROTOCOL, re.M) + re.findall(r"\*\*(.*?)\*\*", PROTOCOL)
    return {number for heading in headings for number in re.findall(r"(?<![\w.])\d(?:\.\d{1,2})?(?![\w.])", heading)}


def protocol_cited() -> dict[str, str]:
    """Section and file, in all of pbem: behind the word protocol, and if a docstring of the record begins with it."""
    number = r"[1-5]\.\d{1,2}"
    worded = re.compile(rf"protocol ({number}(?:(?:, | and | to ){number})*)")
    leading = re.compile(rf'"""({number}(?:(?:, | and | to ){number})*) ')
    remarked = re.compile(rf"(?:\(|# )({number})\b")
    found: dict[str, str] = {}
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        name = path.relative_to(ROOT / "pbem").as_posix()
        source = path.read_text(encoding="utf-8")
        patterns = [worded, leading, remarked] if name.startswith(OF_THE_RECORD) else [worded]
        for match in (m[1] for pattern in patterns for m in pattern.finditer(source)):
            for section in re.findall(number, match):
                found.setdefault(section, name)
    return found


def test_every_section_of_the_protocol_that_is_cited_stands_in_the_docs():
    told = sections_of_the_protocol()
    assert {section: name for section, name in protocol_cited().items() if section not in told} == {}


def test_the_sections_that_are_cited_are_found():
    """So many that the patterns above cannot have gone blind."""
    assert {"2.1", "2.3", "2.7", "2.10", "2.13", "2.17", "3.2", "3.6"} <= set(protocol_cited())
