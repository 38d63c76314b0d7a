"""What is decided comes typed with its request: no game takes `about` apart, or looks into `check` or `form`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

RULESETS = Path(__file__).parents[2] / "rulesets" / "pbem_games"
TAKES_APART = {"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "startswith", "endswith",
               "find", "index", "replace", "splitlines"}
WRITES_IT = {"named": "reactions.py"}  # beside the property that makes the text, for the words of a record alone


def _named(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def taken_apart(source: str, file: str = "") -> Iterator[str]:
    """The lines that do so."""
    tree = ast.parse(source)
    allowed = {id(node) for function in ast.walk(tree) if isinstance(function, ast.FunctionDef)
               and WRITES_IT.get(function.name) == file for node in ast.walk(function)}
    for node in ast.walk(tree):
        if id(node) in allowed or not isinstance(node, ast.Attribute | ast.Subscript):
            continue
        of = _named(node.value)
        if isinstance(node, ast.Subscript):
            is_bad = of == "about" and isinstance(node.slice, ast.Slice | ast.Constant)
        else:
            is_bad = node.attr in {"about": TAKES_APART, "request": {"check", "form"}}.get(of, ())
        if is_bad:
            yield f"{file}:{node.lineno}: {ast.unparse(node)}"


def test_nothing_takes_the_words_of_a_request_apart():
    found = [line for path in sorted(RULESETS.rglob("*.py")) for line in taken_apart(path.read_text(), path.name)]
    assert found == []


@pytest.mark.parametrize("source", [
    'target, _, hex = asked.about.partition("/")', "first = request.about[0]", 'about.split("/")',
    "ids = asked.request.form.ids", "request.check(answer)"])
def test_the_check_finds_what_it_looks_for(source):
    assert list(taken_apart(source))
