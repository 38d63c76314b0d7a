"""One thing, one name: across the rooms of `pbem` no two classes are called alike, but for those that may be."""

from __future__ import annotations

import ast
from pathlib import Path

PBEM = Path(__file__).parents[1] / "pbem"
KEPT = {  # others read them: kinds of the record, what authors import, the data of the page
    "Act", "Asked", "Choice", "Claim", "Count", "Entry", "Form", "Late", "Match", "Policy", "Seal",
}  # fmt: skip
SHAPES = "web/shapes.py"  # what `pbem web` sends, under the names of its script
VAGUE = {"Met", "Told", "Taken", "Kept", "Found", "Said", "Info", "Manager", "Handler"}


def classes() -> dict[str, list[str]]:
    """The public classes of modules, by name, each with the modules that have one."""
    found: dict[str, list[str]] = {}
    for path in sorted(PBEM.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and path != PBEM / SHAPES:
                found.setdefault(node.name, []).append(str(path.relative_to(PBEM)))
    return found


def test_no_two_classes_are_called_alike():
    """A game is a room of its own: its rulebook's nouns win there. `_Names` are their modules' own."""
    doubles = {name: where for name, where in classes().items() if len(where) > 1}
    assert {name: where for name, where in doubles.items() if name not in KEPT} == {}
    assert KEPT - doubles.keys() == set(), "these stand once now: take them out of the list"


def test_a_class_is_called_what_it_is():
    assert {name: where for name, where in classes().items() if name in VAGUE} == {}


def test_no_module_gives_a_name_twice():
    """Of two limits called alike the second one would count for both."""
    twice = {str(path.relative_to(PBEM)): given_twice(path) for path in sorted(PBEM.rglob("*.py"))}
    assert {module: names for module, names in twice.items() if names} == {}


def given_twice(path: Path) -> list[str]:
    """The names in capitals that a module gives more than once."""
    nodes = ast.parse(path.read_text(encoding="utf-8")).body
    single = [node.targets[0] for node in nodes if isinstance(node, ast.Assign) and len(node.targets) == 1]
    names = [target.id for target in single if isinstance(target, ast.Name) and target.id.isupper()]
    return sorted({name for name in names if names.count(name) > 1})
