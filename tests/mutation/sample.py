"""Which small faults of one package are tried: mutmut's operators, two of our own, and a sample with a fixed seed."""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from mutmut.mutation import mutators
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, deep_replace
from mutmut.mutation.pragma_handling import IgnoredCode


class Mutant(NamedTuple):
    """One fault: the file, the line it begins on, what stood there and what stands there now, the whole new text."""

    path: Path
    line: int
    before: str
    after: str
    text: str


def fewer_arguments(call: cst.Call) -> Iterator[cst.Call]:
    """Leave out an argument that may have a default: one with a keyword, or the last of several."""
    for at, argument in enumerate(call.args):
        if argument.keyword or at == len(call.args) - 1 > 0:
            yield call.with_changes(args=[*call.args[:at], *call.args[at + 1 :]])


def other_text(string: cst.BaseString) -> Iterator[cst.BaseString]:
    """One other text for each literal, not three."""
    yield from list(mutators.operator_string(string))[:1]


def no_call(statement: cst.Expr) -> Iterator[cst.BaseSmallStatement]:
    """Leave out a call that stands alone."""
    if isinstance(statement.value, (cst.Call, cst.Await)):
        yield cst.Pass()


OPERATORS = [
    (kind, operator)
    for kind, operator in mutators.mutation_operators
    if operator not in (mutators.operator_arg_removal, mutators.operator_string, mutators.operator_assignment)
] + [
    (cst.Call, fewer_arguments),
    (cst.BaseString, other_text),
    (cst.Expr, no_call),
    (cst.If, mutators.operator_if_exp),  # a condition that is always or never true
]


def changes(path: Path) -> tuple[cst.Module, list[Mutation]]:
    """The tree of one file, and every fault the operators make in it, in the order of the text."""
    wrapper = cst.MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    visitor = MutationVisitor(OPERATORS, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    return wrapper.module, visitor.mutations


def mutant(path: Path, tree: cst.Module, change: Mutation) -> Mutant:
    """One fault carried out in the text."""
    mutated = deep_replace(tree, change.original_node, change.mutated_node)
    assert isinstance(mutated, cst.Module)
    return Mutant(path, *difference(tree.code, mutated.code), mutated.code)


def difference(old: str, new: str) -> tuple[int, str, str]:
    """The first line that differs, and the lines before and after."""
    lines, others = old.splitlines(), new.splitlines()
    spans = [s for s in difflib.SequenceMatcher(None, lines, others, autojunk=False).get_opcodes() if s[0] != "equal"]
    _, start, stop, begin, end = spans[0]
    return start + 1, "\n".join(lines[start:stop]), "\n".join(others[begin:end])


def sample(folder: Path, count: int, seed: int) -> list[Mutant]:
    """The same `count` faults of a folder for the same code and seed, in the order of the files."""
    every = []
    for path in sorted(folder.rglob("*.py")):
        tree, found = changes(path)
        every += [(path, tree, change) for change in found]
    chosen = random.Random(f"{seed} {folder.name}").sample(range(len(every)), min(count, len(every)))
    return [mutant(*every[at]) for at in sorted(chosen)]
