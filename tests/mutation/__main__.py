"""How many small faults in the kernel the quick tests of its folders find: a sample of mutants, with a fixed seed.

    python -m tests.mutation record crypto play match audit --count 80 --seed 1

needs the extra `dev` and takes minutes: not for CI. A mutant is one change to one place of one module, read in place
of its file by a process of its own (`trial.py`); it is killed if a test of its folder that runs the place fails, or
hangs: the quickest files first, as many tests as BUDGET allows. Each survivor is printed, and for each folder the share
killed. A survivor is a test that is missing, or a change that changes nothing: then it goes to `equivalent.toml`, with
the reason, and counts no more.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import coverage

from tests.mutation.sample import Mutant, sample
from tests.mutation.trial import passes

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
BUDGET = 30  # seconds of tests for one mutant, as long as they take when nothing is mutated
PROPERTIES = ("tests/properties/test_replay.py", "tests/properties/test_secrets.py")
TESTS = {
    "record": ("tests/pbem/record",),
    "crypto": ("tests/pbem/crypto",),
    "play": ("tests/pbem/play", "tests/properties/test_table.py"),
    "match": ("tests/pbem/match", *PROPERTIES),
    "audit": ("tests/pbem/audit",),
    "kit": ("tests/pbem/kit",),
    "courier": ("tests/pbem/courier",),
    "desk": ("tests/pbem/desk",),
}
PLUGIN = """
import json
import os
import time

import coverage
import pytest

TOOK = {}


def pytest_runtest_logstart(nodeid):
    coverage.Coverage.current().switch_context(nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    began = time.process_time()
    try:
        return (yield)
    finally:
        TOOK[item.nodeid] = time.process_time() - began


def pytest_sessionfinish():
    with open(os.environ["TOOK"], "w", encoding="utf-8") as file:
        json.dump(TOOK, file)
"""


class Reach(NamedTuple):
    """What the tests of a folder run, and how long each takes."""

    tests: dict[tuple[str, int], set[str]]
    """(file, line) -> the tests that run it; none of them for a line that only an import runs."""
    took: dict[str, float]


def reach(folder: str) -> Reach:
    """From one run of its tests."""
    with tempfile.TemporaryDirectory() as place:
        Path(place, "contexts.py").write_text(PLUGIN, encoding="utf-8")
        file, took = f"{place}/coverage", Path(place, "took.json")
        run = ("-m", "coverage", "run", f"--data-file={file}", f"--source=pbem/{folder}")
        pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "contexts")
        env = os.environ | {"PYTHONPATH": os.pathsep.join([place, str(ROOT)]), "TOOK": str(took)}
        if subprocess.run([sys.executable, *run, *pytest, *TESTS[folder]], cwd=ROOT, env=env).returncode:
            sys.exit(f"the tests of {folder} fail before anything is mutated")
        data = coverage.CoverageData(file)
        data.read()
        tests = {
            (str(Path(file).relative_to(ROOT)), line): {context for context in contexts if context}
            for file in data.measured_files()
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        return Reach(tests, json.loads(took.read_text(encoding="utf-8")))


def trials(mutant: Mutant, reached: Reach) -> list[str]:
    """The tests that run its line, the quickest files first, then the others of these files, within the budget.

    For a line that only an import runs, all tests, in the same order.
    """
    name = str(mutant.path.relative_to(ROOT))
    lines = range(mutant.line, 0, -1)  # a statement may begin further up
    first = next((reached.tests[name, line] for line in lines if (name, line) in reached.tests), set())
    files = {file_of(test) for test in first}
    others = [test for test in reached.took if test not in first and (not files or file_of(test) in files)]
    return within(BUDGET, [*by_file(first, reached.took), *by_file(others, reached.took)], reached.took)


def by_file(tests: Iterable[str], took: dict[str, float]) -> list[str]:
    """File by file, as what a file has made ready serves all its tests."""
    files: dict[str, list[str]] = {}
    for test in sorted(tests, key={test: at for at, test in enumerate(took)}.__getitem__):
        files.setdefault(file_of(test), []).append(test)
    quickest = sorted(files.values(), key=lambda tests: sum(map(took.__getitem__, tests)))
    return [test for tests in quickest for test in tests]


def within(seconds: float, tests: Iterable[str], took: dict[str, float]) -> list[str]:
    """The first of them that take no more together; what is left out finds nothing."""
    kept, total = [], 0.0
    for test in tests:
        total += took[test]
        if total > seconds and kept:
            break
        kept.append(test)
    return kept


def file_of(test: str) -> str:
    return test.partition("::")[0]


def equivalents() -> set[tuple[str, str, str]]:
    """(file, what stood there, what stands there now) of changes that change nothing."""
    found = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {(one["file"], one["before"].strip(), one["after"].strip()) for one in found}


def key(mutant: Mutant) -> tuple[str, str, str]:
    return str(mutant.path.relative_to(ROOT)), mutant.before.strip(), mutant.after.strip()


def survives(task: tuple[Path, str, list[str]]) -> bool:
    return passes(*task)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", choices=TESTS)
    parser.add_argument("--count", type=int, default=80, help="mutants for each folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once")
    args = parser.parse_args()
    same = equivalents()
    for folder in args.folders:
        reached = reach(folder)
        found = sample(ROOT / "pbem" / folder, args.count, args.seed)
        mutants = [mutant for mutant in found if key(mutant) not in same]
        left = 0
        tasks = [(mutant.path, mutant.text, trials(mutant, reached)) for mutant in mutants]
        with get_context("fork").Pool(args.jobs) as pool:
            controls = [(path, path.read_text(encoding="utf-8"), few) for path, _, few in tasks[:2]]
            if not all(pool.map(survives, controls)):
                sys.exit(f"the tests of {folder} fail though nothing is mutated")
            for mutant, survived in zip(mutants, pool.imap(survives, tasks), strict=True):
                if survived:
                    left += 1
                    print(f"{mutant.path.relative_to(ROOT)}:{mutant.line}", flush=True)
                    print(f"- {mutant.before}\n+ {mutant.after}", flush=True)
        print(f"{folder}: {len(mutants) - left} of {len(mutants)} killed, {left} survive; "
              f"{len(found) - len(mutants)} change nothing; seed {args.seed}", flush=True)


if __name__ == "__main__":
    main()
