"""How many small faults in the kernel the tests of its folders find: a sample of mutants, with a fixed seed.

    python -m tests.mutation record crypto play match audit --count 80 --seed 1

needs the extra `dev` and takes minutes: not for CI. A mutant is one change to one place of one module, made in a
copy of the project; it is killed if a test of its folder that runs the place fails, or hangs. Each survivor is
printed, and for each folder the share killed. A survivor is a test that is missing, or a change that changes nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import coverage

from tests.mutation.sample import Mutant, sample

ROOT = Path(__file__).resolve().parents[2]
FOLDERS, FILES = ("pbem", "rulesets", "tests", "logs", "examples"), ("pyproject.toml", "README.md")
PROPERTIES = ("tests/properties/test_replay.py", "tests/properties/test_secrets.py")
TESTS = {
    "record": ("tests/pbem/record",),
    "crypto": ("tests/pbem/crypto",),
    "play": ("tests/pbem/play", "tests/properties/test_table.py"),
    "match": ("tests/pbem/match", *PROPERTIES),
    "audit": ("tests/pbem/audit",),
}
SECONDS = 60  # of processor time for the tests of one mutant; one that takes more hangs
PLUGIN = """
import coverage


def pytest_runtest_logstart(nodeid):
    coverage.Coverage.current().switch_context(nodeid.partition("[")[0])
"""


def copy(into: Path) -> Path:
    """The project without its history, for mutants to be written into."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, into / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy2(ROOT / name, into)
    return into


def python(tree: Path, *words: str, keep_code: bool = False, seconds: int = 3600) -> bool:
    """Whether `python WORDS` in the copy ends well, and in time; `keep_code` keeps compiled modules for later runs."""
    env = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "" if keep_code else "1"}
    limit = ["sh", "-c", f'ulimit -t {seconds}; exec "$@"', "sh", sys.executable, *words]
    try:
        subprocess.run(limit, cwd=tree, env=env, timeout=20 * seconds, capture_output=True, check=True)
    except subprocess.SubprocessError:
        return False
    return True


def tests_by_line(tree: Path, folder: str) -> dict[tuple[str, int], set[str]]:
    """(file, line) -> the tests that run it; none of them for a line that only an import runs."""
    (tree / "contexts.py").write_text(PLUGIN, encoding="utf-8")
    pytest = ("-m", "pytest", "-p", "no:cacheprovider")
    if not python(tree, *pytest, *TESTS[folder], keep_code=True):
        sys.exit(f"the tests of {folder} fail before anything is mutated")
    python(tree, "-m", "coverage", "run", f"--source=pbem/{folder}", *pytest, "-p", "contexts", *TESTS[folder])
    data = coverage.CoverageData(str(tree / ".coverage"))
    data.read()
    return {
        (str(Path(file).relative_to(tree)), line): {context for context in contexts if context}
        for file in data.measured_files()
        for line, contexts in data.contexts_by_lineno(file).items()
    }


def survives(mutant: Mutant, tree: Path, folder: str, reached: dict[tuple[str, int], set[str]]) -> bool:
    """Whether the tests that run its line pass, then their whole files; those of the folder for what an import runs."""
    name = mutant.path.relative_to(ROOT)
    lines = range(mutant.line, 0, -1)  # a statement may begin further up
    tests = next((reached[str(name), line] for line in lines if (str(name), line) in reached), set())
    files = {test.partition("::")[0] for test in tests}
    path = tree / name
    path.write_text(mutant.text, encoding="utf-8")
    try:
        return all(
            python(tree, "-m", "pytest", "-x", "-p", "no:cacheprovider", *chosen, seconds=SECONDS)
            for chosen in (sorted(tests), sorted(files) or TESTS[folder])
            if chosen
        )
    finally:
        shutil.copy2(mutant.path, path)  # with its old time, so that its compiled form is valid again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", choices=TESTS)
    parser.add_argument("--count", type=int, default=80, help="mutants for each folder")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        tree = copy(Path(place).resolve())
        for folder in args.folders:
            reached = tests_by_line(tree, folder)
            mutants = sample(ROOT / "pbem" / folder, args.count, args.seed)
            left = 0
            for mutant in mutants:
                if survives(mutant, tree, folder, reached):
                    left += 1
                    print(f"{mutant.path.relative_to(ROOT)}:{mutant.line}", flush=True)
                    print(f"- {mutant.before}\n+ {mutant.after}", flush=True)
            print(f"{folder}: {len(mutants) - left} of {len(mutants)} killed, seed {args.seed}", flush=True)


if __name__ == "__main__":
    main()
