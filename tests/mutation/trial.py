"""One mutant and the tests that may find it, in a process of their own; no file is changed.

Programs that a test starts read the files as they are: a fault that only such a program meets counts as not found.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import resource
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import CodeType
from typing import Any

import cryptography.hazmat.primitives.asymmetric.ed25519
import msgspec
import pytest
import typer

ROOT = Path(__file__).resolve().parents[2]
LOADED = (cryptography, msgspec, typer)  # once, and not for each mutant; nothing of ours is loaded here
SECONDS = 90  # of processor time for the tests of one mutant; one that takes more hangs
MEMORY = 6 * 2**30
PYTEST = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=--import-mode=importlib", "-m",
          "not slow and not thorough and not browser")  # fmt: skip


def passes(path: Path, text: str, tests: Sequence[str]) -> bool:
    """Whether all these tests pass, and in time, if the file held this text."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    try:
        status = _run(name, path, text, tests)
    finally:
        os._exit(status if "status" in locals() else 1)


def _run(name: str, path: Path, text: str, tests: Sequence[str]) -> int:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(ROOT)
    sys.meta_path.insert(0, Finder(name, path, text))
    status = pytest.main([*PYTEST, *tests])
    if status == pytest.ExitCode.USAGE_ERROR:  # cases that the fault has given other names
        status = pytest.main([*PYTEST, *dict.fromkeys(test.partition("::")[0] for test in tests)])
    return 0 if status == pytest.ExitCode.NO_TESTS_COLLECTED else int(status)


class Mutated(importlib.machinery.SourceFileLoader):
    """Reads the module as if its file held the other text."""

    text = ""

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds that one module."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self.name, self.path, self.text = name, path, text

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        if fullname != self.name:
            return None
        loader = Mutated(fullname, str(self.path))
        loader.text = self.text
        return importlib.util.spec_from_file_location(fullname, self.path, loader=loader)
