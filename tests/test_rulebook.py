"""Every section of a ruleset has a procedure and a test, or a reason; every assertion and ruling is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.play.rulebook import index, names_of_tests, rulings_in

ROOT = Path(__file__).resolve().parent.parent
ANGOLA = ROOT / "rulesets" / "angola"
TESTS = ROOT / "tests" / "rulesets" / "angola"
SECTIONS = [
    "1", "1.1", "1.2", "1.3", "2", "2.1", "2.2", "2.3", "2.3.1", "2.3.2", "2.3.3", "2.3.4", "2.3.5", "2.4.1",
    "2.4.2", "2.4.3", "2.4.4", "2.4.5", "3", "4.1", "4.2", "5.1", "5.2", "5.3", "5.4", "6", "7.1", "7.2", "8",
    "8.1", "9.1", "9.2", "9.3", "9.3.1", "9.3.2", "9.3.3", "9.4", "9.5", "9.6", "9.6.1", "9.6.2",
    "9.6.3", "9.7", "9.8", "9.9", "9.9.1", "9.9.2", "9.10", "9.11.1", "9.11.2", "9.11.3", "9.11.4", "9.11.5",
    "9.11.6", "9.11.7", "9.11.8", "9.12", "9.13", "10.1", "10.2", "10.3", "10.4", "10.5", "11.1", "11.2", "11.3",
    "11.4", "11.5", "11.6", "12.1.1", "12.1.2", "12.2", "12.3.1", "12.3.2", "12.4.1", "12.4.2", "12.4.3", "13",
    "14.1", "14.1.1", "14.1.2", "14.2", "14.3", "14.3.1", "14.3.2", "15", "16", "17.1", "17.2", "17.3", "17.3.1",
    "17.3.2", "17.3.3", "17.4", "17.5", "17.6",
]  # fmt: skip
ASSERTIONS = [
    "2", "5", "6", "7", "8", "9", "10", "11", "12", "15", "16", "17", "19", "22", "23", "24", "26", "27", "28",
    "32", "33", "34", "35", "36", "37", "38", "40", "41", "42", "43", "44", "46", "47", "48", "49", "50", "51",
    "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "65", "66", "67", "68", "69", "70", "71",
    "72", "73", "75", "76", "77", "78", "79", "80", "81", "83", "84", "85", "87", "88", "89", "90", "91", "92",
    "93", "94", "95", "96", "97", "98", "99", "100", "101", "102", "103", "104", "107", "108", "109", "110",
    "111", "112", "113", "114", "115", "117", "118", "119", "120", "121", "122", "124", "125", "127", "129",
    "130", "131", "132", "133", "136", "137", "138", "139", "140", "141", "142", "143", "144", "145", "146",
    "148", "149", "150", "151", "152", "153", "154", "155", "156", "157", "158", "159", "160",
]  # fmt: skip
RULINGS = [str(n) for n in range(1, 139)]
# Subsections that are tested under the number of the section they belong to.
TESTED_WITH = {
    "2.1": "11", "2.3": "7.2", "2.4.1": "12.1.1", "4.2": "4", "9.6.1": "9.6.2", "10.5": "10.3", "11.1": "11.5",
    "11.6": "11.5", "12.3.2": "12.3", "14.1.2": "14.1", "14.2": "14.1", "17.2": "17.2.2", "17.3.1": "17.3",
    "9.13": "10.3", "2": "4",
}  # fmt: skip


def readme_tables() -> dict[str, set[str]]:
    """The first column of each table of the ruleset's README, by the heading above it."""
    found: dict[str, set[str]] = {}
    heading = ""
    for line in (ANGOLA / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif line.startswith("|"):
            first = line.split("|")[1]
            found.setdefault(heading, set()).update(re.findall(r"R?\d[\d.]*(?:-\d)?", first))
    return found


CARRIED_OUT = {s for entry in index(ANGOLA) for s in entry.sections}
NUMBERED = [m[1] for _, name in names_of_tests(TESTS) if (m := re.match(r"test_((?:\d+_)+)", name))]
TESTED = {number.strip("_").replace("_", ".") for number in NUMBERED}
SOURCES = [p.read_text(encoding="utf-8").replace("_", " ") for p in sorted(TESTS.glob("*.py"))]


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_a_procedure_and_a_test_or_a_reason(section):
    if section in readme_tables()["Sections without a procedure"]:
        return
    assert section in CARRIED_OUT or any(s.startswith(section + ".") for s in CARRIED_OUT)
    wanted = TESTED_WITH.get(section, section)
    assert any(s == wanted or s.startswith(wanted + ".") for s in TESTED), f"no test is named after {section}"


@pytest.mark.parametrize("assertion", ASSERTIONS)
def test_every_assertion_is_named_by_a_test(assertion):
    pattern = re.compile(rf"(?<![A-Za-z0-9])A{assertion}(?!\d)")
    assert any(pattern.search(source) for source in SOURCES)


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_named_in_the_code_or_kept_by_structure(ruling):
    name = f"R{ruling}"
    by_tests = any(re.search(rf"(?<![A-Za-z0-9]){name}(?!\d)", source) for source in SOURCES)
    assert name in rulings_in(ANGOLA) or by_tests or name in readme_tables()["Rulings kept by structure"]
