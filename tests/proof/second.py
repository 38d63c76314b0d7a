"""The reader of the page, run by node: the second implementation of the record, to hold the first against it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.show.html.document import READER, modules

MODULES = Path(__file__).parents[2] / "pbem" / "show" / "html" / "script" / "proof"
DRIVER = Path(__file__).parent / "reading.mjs"


def node() -> str:
    """The node that comes with what drives the browsers: no other need be installed."""
    from playwright._impl._driver import compute_driver_executable

    return str(compute_driver_executable()[0])


def scope(name: str) -> str:
    """The modules without the worker, and a script of these tests behind them, in one scope."""
    return modules(READER[:-1]) + (Path(__file__).parent / name).read_text(encoding="utf-8")


class Second:
    """One process that reads log after log."""

    def __init__(self, child: subprocess.Popen[str]) -> None:
        self._child = child

    def read(self, log: Path) -> dict[str, Any]:
        """What the page says of a log."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps(str(log)) + "\n")
        self._child.stdin.flush()
        return dict(json.loads(self._child.stdout.readline()))


@contextmanager
def second(tmp: Path) -> Iterator[Second]:
    """A reader; its modules are copied to where node takes them for modules."""
    modules = tmp / "modules"
    _copy(MODULES, modules)
    command = [node(), "--no-warnings", str(DRIVER), str(modules)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        yield Second(child)
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(60) == 0


def _copy(source: Path, to: Path) -> None:
    to.mkdir()
    (to / "package.json").write_text('{"type": "module"}')
    for file in sorted(source.rglob("*.js")):
        copy = to / file.relative_to(source)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(file.read_bytes())
