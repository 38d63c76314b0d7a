"""docs/ruleset.md names everything that a ruleset may use: fields, requests, parts of a scene, modules of the kit."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import re
from pathlib import Path

import pytest

from pbem.play import requests
from pbem.play.requests import Draw, Roll, Tell
from pbem.ruleset import Ruleset
from pbem.show import scene
from pbem.show.svg.symbols import KNOWN

ROOT = Path(__file__).resolve().parent.parent
DOC = (ROOT / "docs/ruleset.md").read_text(encoding="utf-8")
CODE = " ".join(re.findall(r"`([^`\n]+)`", DOC))
FIELDS = {field.name: field for field in dataclasses.fields(Ruleset)}
KIT = sorted(path.stem for path in (ROOT / "pbem/kit").glob("*.py") if path.stem != "__init__")
ABSTRACT = {"Request", "Shown", "Roller"}  # bases, and what a table is driven with


def named(word: str) -> bool:
    return re.search(rf"\b{word}\b", CODE) is not None


def classes(module: object) -> list[str]:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    return sorted(n.name for n in tree.body if isinstance(n, ast.ClassDef) and not n.name.startswith("_"))


def told_in(heading: str) -> str:
    """The first column of the table under a heading."""
    part = re.search(rf"^## {heading}\n(.*?)^## ", DOC, re.S | re.M)
    assert part is not None
    return " ".join(row.split("|")[1] for row in part[1].splitlines() if row.startswith("| `"))


def test_every_field_of_a_ruleset_stands_in_the_table():
    told = told_in("What a ruleset holds")
    assert [field for field in FIELDS if f"`{field}`" not in told] == []


def test_the_fields_that_must_be_given_are_those_without_a_default():
    told = re.search(r"A ruleset needs (.*?); the rest is optional", DOC, re.S)
    assert told is not None
    nothing = dataclasses.MISSING
    needed = [f.name for f in FIELDS.values() if f.default is nothing and f.default_factory is nothing]
    assert re.findall(r"`(\w+)`", told[1]) == needed


def test_every_module_of_the_kit_stands_in_the_table():
    told = told_in("What the kit has")
    assert [module for module in KIT if f"`{module}`" not in told] == []


def test_every_request_and_every_part_of_a_scene_is_named():
    assert [c for c in [*classes(requests), *classes(scene)] if c not in ABSTRACT and not named(c)] == []


def test_every_symbol_is_named():
    assert [symbol for symbol in sorted(KNOWN) if f"`{symbol}`" not in DOC] == []


@pytest.mark.parametrize("kind", [Roll, Draw, Tell])
def test_what_may_be_said_beside_dice_and_sentences_is_named(kind):
    unsaid = {"rule", "about", "text", "dice", "sides", "pool", "count"}  # the table of requests shows what they are
    assert [f for f in kind.__struct_fields__ if f not in unsaid and not named(f)] == []


def test_what_the_page_imports_is_there():
    """Every dotted name of ours that the page mentions leads to a module, or to something in one."""
    for dotted in set(re.findall(r"\bpbem(?:\.[a-z_]+)+(?:\.[A-Z]\w+|\.[a-z_]+)?", DOC)):
        parts = dotted.split(".")
        if parts[-1] == "rulesets":  # the entry point group
            continue
        try:
            importlib.import_module(dotted)
        except ModuleNotFoundError:
            assert hasattr(importlib.import_module(".".join(parts[:-1])), parts[-1]), dotted
