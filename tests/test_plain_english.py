"""Docstrings say `if` for a condition (style: plain English): `None if unknown`, not `None where nobody knows`."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SWEPT = sorted(
    folder.relative_to(ROOT).as_posix()
    for folder in [*(ROOT / "pbem").iterdir(), *(ROOT / "rulesets" / "pbem_games").iterdir()]
    if (folder / "__init__.py").exists()
)
CONDITION = re.compile(r"\b(?:None|False|True|empty|[A-Z]\w+Error|WrongUse|Unsupported|IllegalMove|BadRecord) where ")


@pytest.mark.parametrize("folder", SWEPT)
def test_a_condition_is_an_if(folder):
    said = [
        f"{path.name}: {line.strip()}" for path in sorted((ROOT / folder).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines() if CONDITION.search(line)
    ]
    assert said == []


LOOSE = re.compile(
    r"\bwhere (?:there (?:is|are) (?:none|nothing|one|several) "
    r"|(?:it|they|he) (?:is|are|has|have) (?:not|no|none|new|many)\b)")
BORROWED = re.compile(r"\bunasked\b|looked at singly|not to be believed|\bfor to (?!in\b)|lead to a remark|\blest\b")


def texts(folder: str) -> list[tuple[str, str]]:
    """Each line of a docstring, a comment or a message, with the file."""
    return [
        (path.name, line.strip()) for path in sorted((ROOT / folder).rglob("*.py"))
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
        if token.type in (tokenize.STRING, tokenize.COMMENT) for line in token.string.splitlines()
    ]


def test_a_condition_is_an_if_in_the_kernel_however_it_is_put():
    assert [said for said in texts("pbem") if LOOSE.search(said[1])] == []


def test_no_word_order_is_borrowed():
    assert [said for said in texts("pbem") if BORROWED.search(said[1])] == []


def is_truth(node: ast.expr) -> bool:
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("any", "all", "bool")
    return isinstance(node, ast.Compare | ast.BoolOp) or called


def is_row(node: ast.expr) -> bool:
    said = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return said or isinstance(node, ast.List | ast.Tuple | ast.JoinedStr)


@pytest.mark.parametrize("folder", [folder for folder in SWEPT if folder != "rulesets/pbem_games/anaconda"])
def test_what_may_be_left_out_stands_behind_an_if(folder):
    """`"s" * (n != 1)` and `[x] * (a > 0)` are riddles."""
    found = [
        f"{path.name}:{node.lineno}" for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
        and ((is_truth(node.left) and is_row(node.right)) or (is_row(node.left) and is_truth(node.right)))
    ]
    assert found == []
