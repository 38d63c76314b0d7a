"""How many small faults in the kernel the quick tests of its folders find: a sample of mutants, with a fixed seed.

    python -m tests.mutation record crypto play match audit --count 80 --seed 1

needs the extra `dev` and takes minutes: not for CI. A mutant is one change to one place of one module, read in place
of its file by a process of its own (`trial.py`); it is killed if a test of its folder that runs the place fails, or
hangs. Each survivor is printed, and for each folder the share killed. A survivor is a test that is missing, or a
change that changes nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import coverage

from tests.mutation.sample import Mutant, sample
from tests.mutation.trial import passes

ROOT = Path(__file__).resolve().parents[2]
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
Reached = dict[tuple[str, int], set[str]]
PLUGIN = """
import coverage


def pytest_runtest_logstart(nodeid):
    coverage.Coverage.current().switch_context(nodeid)
"""


def tests_by_line(folder: str) -> Reached:
    """(file, line) -> the tests that run it; none of them for a line that only an import runs."""
    with tempfile.TemporaryDirectory() as place:
        Path(place, "contexts.py").write_text(PLUGIN, encoding="utf-8")
        file = f"{place}/coverage"
        run = ("-m", "coverage", "run", f"--data-file={file}", f"--source=pbem/{folder}")
        pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "contexts")
        env = os.environ | {"PYTHONPATH": os.pathsep.join([place, str(ROOT)])}
        if subprocess.run([sys.executable, *run, *pytest, *TESTS[folder]], cwd=ROOT, env=env).returncode:
            sys.exit(f"the tests of {folder} fail before anything is mutated")
        data = coverage.CoverageData(file)
        data.read()
        return {
            (str(Path(file).relative_to(ROOT)), line): {context for context in contexts if context}
            for file in data.measured_files()
            for line, contexts in data.contexts_by_lineno(file).items()
        }


def runs(mutant: Mutant, folder: str, reached: Reached) -> Iterator[list[str]]:
    """The tests that run its line, then their whole files; those of the folder for what only an import runs."""
    name = str(mutant.path.relative_to(ROOT))
    lines = range(mutant.line, 0, -1)  # a statement may begin further up
    tests = next((reached[name, line] for line in lines if (name, line) in reached), set())
    if tests:
        yield sorted(tests)
    yield sorted({test.partition("::")[0] for test in tests}) or list(TESTS[folder])


def survives(task: tuple[Path, str, list[list[str]]]) -> bool:
    path, text, every = task
    return all(passes(path, text, tests) for tests in every)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", choices=TESTS)
    parser.add_argument("--count", type=int, default=80, help="mutants for each folder")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for folder in args.folders:
        reached = tests_by_line(folder)
        mutants = sample(ROOT / "pbem" / folder, args.count, args.seed)
        left = 0
        tasks = [(mutant.path, mutant.text, list(runs(mutant, folder, reached))) for mutant in mutants]
        with get_context("fork").Pool(os.cpu_count()) as pool:
            for mutant, survived in zip(mutants, pool.imap(survives, tasks), strict=True):
                if survived:
                    left += 1
                    print(f"{mutant.path.relative_to(ROOT)}:{mutant.line}", flush=True)
                    print(f"- {mutant.before}\n+ {mutant.after}", flush=True)
        print(f"{folder}: {len(mutants) - left} of {len(mutants)} killed, seed {args.seed}", flush=True)


if __name__ == "__main__":
    main()
