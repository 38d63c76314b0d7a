"""2.5 The build of a ruleset: one code has one build wherever and however it is installed, other code another."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import pbem
from pbem.author.check import check
from pbem.build import build_of, plays_alike, same_build
from pbem.ruleset import Ruleset, find

Install = Callable[..., Ruleset]
RULES = '''
from little import little
from pbem.ruleset import Result
import dataclasses

async def play(state):
    return Result((), "over", "1")

RULESET = dataclasses.replace(little(play), name="stranger", play=play)
'''


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a stranger's ruleset from files in a new folder; what was installed before is gone."""
    sites: list[str] = []

    def installed(files: dict[str, str], entry: str, folder: str = "") -> Ruleset:
        site = tmp_path / (folder or f"site{len(sites)}")
        record = site / "stranger-1.0.dist-info"
        record.mkdir(parents=True)
        (record / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
        (record / "entry_points.txt").write_text(f"[pbem.rulesets]\nstranger = {entry}\n")
        for name, text in files.items():
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            (site / name).write_bytes(text.encode())
        monkeypatch.setattr(sys, "path", [str(site), *(p for p in sys.path if p not in sites)])
        sites.append(str(site))
        for module in [m for m in sys.modules if m.split(".")[0] in ("chess", "shelf")]:
            del sys.modules[module]
        importlib.invalidate_caches()
        return find("stranger")

    return installed


PACKAGE = {
    "chess/__init__.py": "", "chess/rules.py": RULES, "chess/words/__init__.py": "A = 1\n", "chess/note.txt": "x",
}


def test_2_5_a_build_is_the_version_and_twelve_digits(install):
    for ruleset in (find("angola"), find("fallujah"), install(PACKAGE, "chess.rules:RULESET")):
        assert re.fullmatch(r"[a-z0-9.-]+\+[0-9a-f]{12}", build_of(ruleset))
    assert build_of(find("angola")) != build_of(find("fallujah"))


def test_2_5_every_source_file_of_the_package_counts(install):
    first = build_of(install(PACKAGE, "chess.rules:RULESET"))
    for change in (
        {"chess/rules.py": RULES + "\n# a remark\n"},
        {"chess/words/__init__.py": "A = 2\n"},
        {"chess/more.py": ""},
        {"chess/words/far/away.py": ""},
    ):
        assert build_of(install(PACKAGE | change, "chess.rules:RULESET")) != first, change
    moved = {name.replace("words", "texts"): text for name, text in PACKAGE.items()}
    assert build_of(install(moved, "chess.rules:RULESET")) != first


def test_2_5_nothing_else_counts(install, tmp_path):
    first = build_of(install(PACKAGE, "chess.rules:RULESET"))
    again = install(PACKAGE, "chess.rules:RULESET", "elsewhere")
    assert build_of(again) == first
    others = {
        "chess/note.txt": "y", "chess/table.toml": "", "chess/.#rules.py": "", "chess/rules.py.orig": "",
        "chess/__pycache__/rules.cpython-311.pyc": "old", "draughts.py": "", "chess/old-rules.py": "",
        "chess/rules.py": RULES.replace("\n", "\r\n"),
    }
    ruleset = install(PACKAGE | others, "chess.rules:RULESET")
    for path in tmp_path.rglob("*.py"):
        os.utime(path, (0, 0))
    assert build_of(ruleset) == first


def test_2_5_a_module_alone_is_that_file(install):
    first = build_of(install({"chess.py": RULES}, "chess:RULESET"))
    assert build_of(install({"chess.py": RULES, "shelf.py": "A = 1\n"}, "chess:RULESET")) == first
    assert build_of(install({"chess.py": RULES + "\n"}, "chess:RULESET")) != first


def test_2_5_a_namespace_is_no_package(install):
    """Others may put their games beside it."""
    first = build_of(install({"shelf/chess.py": RULES}, "shelf.chess:RULESET"))
    assert build_of(install({"shelf/chess.py": RULES, "shelf/go.py": ""}, "shelf.chess:RULESET")) == first
    inner = build_of(install({"shelf/chess/__init__.py": RULES, "shelf/go.py": ""}, "shelf.chess:RULESET"))
    assert inner == build_of(install({"shelf/chess/__init__.py": RULES}, "shelf.chess:RULESET")) != first


def test_2_5_procedures_that_lie_elsewhere_count_too(install):
    """A variant of somebody else's game plays by the code of both."""
    variant = PACKAGE | {"shelf/variant.py": "from chess.rules import RULESET\n"}
    first = build_of(install(variant, "shelf.variant:RULESET"))
    assert build_of(install(variant | {"chess/more.py": ""}, "shelf.variant:RULESET")) != first
    variant["shelf/variant.py"] += "\n"
    assert build_of(install(variant, "shelf.variant:RULESET")) != first


def test_2_5_without_sources_nobody_can_tell():
    from dataclasses import replace

    nowhere = eval("lambda *given: None", {"__name__": "nowhere"})
    hidden = replace(find("angola"), name="hidden", play=nowhere, new_state=nowhere, resigned=nowhere)
    assert build_of(hidden) == ""
    assert not same_build("", "")
    assert same_build("1+a", "1+a")


ALIKE = 'source = "x"\nalike = ["1+a", "1+b", ""]\n'


def test_2_5_a_package_vouches_for_earlier_builds(install):
    """The file is no code: it changes no build."""
    plain = install(PACKAGE, "chess.rules:RULESET")
    first = build_of(plain)
    assert not plays_alike(plain, "1+a")
    vouching = install(PACKAGE | {"chess/builds.toml": ALIKE}, "chess.rules:RULESET")
    assert build_of(vouching) == first
    assert [plays_alike(vouching, build) for build in ("1+a", "1+b", "1+c", "")] == [True, True, False, False]
    elsewhere = install(PACKAGE | {"chess/words/builds.toml": ALIKE, "builds.toml": ALIKE}, "chess.rules:RULESET")
    assert not plays_alike(elsewhere, "1+a")


@pytest.mark.parametrize("text", ['alike = "1+a"', "alike = [1]", "alike = [", "\xff"])
def test_2_5_what_it_vouches_for_is_a_list_of_builds(install, text):
    ruleset = install(PACKAGE | {"chess/builds.toml": text}, "chess.rules:RULESET")
    with pytest.raises(ValueError, match="cannot be read"):
        plays_alike(ruleset, "1+a")
    assert [fault for fault in check("stranger", 0, processes=False).faults if "builds.toml" in fault]


@pytest.mark.slow
def test_2_5_it_is_the_same_in_every_process():
    """Neither the order of sets nor the locale enters it."""
    code = "from pbem.build import build_of; from pbem.ruleset import find; print(build_of(find('angola')))"
    root = str(Path(pbem.__file__).parent.parent)
    told = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root,
            env={"PYTHONHASHSEED": seed, "LC_ALL": locale, "PATH": os.environ["PATH"], "PYTHONPATH": root},
        ).stdout.strip()
        for seed, locale in (("0", "C"), ("77", "C.UTF-8"))
    }
    assert told == {build_of(find("angola"))}


def test_2_5_no_file_is_read_twice_in_a_process(install, monkeypatch):
    ruleset = install(PACKAGE, "chess.rules:RULESET")
    reads: list[Path] = []
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: reads.append(path) or read(path))
    assert build_of(ruleset) == build_of(ruleset)
    assert len(reads) == len(set(reads)) == 4  # three of the package, and one with procedures that it borrows
