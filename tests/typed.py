"""Commands of a session as a shell runs them: `pbem` in this process if nothing else is asked of the shell.

`VAR=x pbem ... > file`, several behind each other with `&&`: that much is understood here. Pipes, loops and all other
programs are left to bash, in which `pbem` is a process of its own.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pbem.cli.main import status_of

BEYOND = set("|;&$`*?~(){}") | {"<"}  # in words that are not quoted, these are for bash


@dataclass
class Shell:
    """A place to work in, with variables of its own; `apart`: every command of ours is a process, as for a person."""

    place: Path
    program: Path  # of `pbem`
    apart: bool
    environ: dict[str, str] = field(default_factory=dict)

    def run(self, command: str) -> tuple[int, list[str]]:
        """The status of a line, and what it printed."""
        parts = [command] if self.apart else command.split(" && ")
        told: list[str] = []
        status = 0
        for part in parts:
            ours = None if self.apart else _ours(part)
            status, said = self._here(*ours) if ours else self._bash(part)
            told += said
            if status:
                break
        return status, told

    def _bash(self, command: str) -> tuple[int, list[str]]:
        path = f"{self.program.parent}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.place, env=os.environ | self.environ | {"PATH": path},
            capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip
        return done.returncode, (done.stdout + done.stderr).splitlines()

    def _here(self, variables: dict[str, str], words: list[str], file: str) -> tuple[int, list[str]]:
        out, err = _stream(), _stream()
        with _standing_in(self.place, self.environ | variables), contextlib.redirect_stderr(err):
            stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO())
            try:
                with contextlib.redirect_stdout(out):
                    status = status_of(words)
            finally:
                sys.stdin = stdin
            if file:
                Path(file).write_bytes(_bytes(out))
        shown = b"" if file else _bytes(out)
        return status, (shown + _bytes(err)).decode().splitlines()


def _ours(part: str) -> tuple[dict[str, str], list[str], str] | None:
    """Variables, words and the file behind `>` of a command of ours; None if it is for bash."""
    bare = re.sub(r"'[^']*'|\"[^\"$`]*\"", "", part)
    if BEYOND & set(bare) or "\\" in bare or part.count(">") > 1:
        return None
    words = shlex.split(part)
    variables = {}
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    if not words or words.pop(0) != "pbem":
        return None
    file = ""
    if ">" in words:
        at = words.index(">")
        file = words[at + 1]
        del words[at : at + 2]
    return variables, words, file


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _bytes(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    content = stream.buffer
    assert isinstance(content, io.BytesIO)
    return content.getvalue()


@contextlib.contextmanager
def _standing_in(place: Path, environ: dict[str, str]) -> Iterator[None]:
    """The working folder and the variables are these meanwhile."""
    kept, was = os.environ.copy(), Path.cwd()
    os.environ.update(environ)
    os.chdir(place)
    try:
        yield
    finally:
        os.chdir(was)
        os.environ.clear()
        os.environ.update(kept)
